//! The openings of a layout, with and without its twists, from one exploration.
//!
//! Twists do not change coordinates: the arrangements are closed once and swept twice, with every
//! block plain and under the real rules. A comparison of words then shows whether the twists
//! lengthen a distance.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::explored::{Closed, ForWords, Stop, WIDE_WORTH, close, coordinates, with_words};
use super::field::Field;
use super::lanes::Lanes;
use super::space::Coordinate;
use super::tracks::{Scope, Tracks};
use super::wins::Wins;
use crate::family::slide::board::Board;
use crate::search::{Claim, Limits, Room};

/// Which openings are wanted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Depths {
    /// Openings whose distance is in this range, in moves.
    pub range: RangeInclusive<u32>,
    /// Whether openings at the greatest distance are also wanted, even outside the range.
    pub hardest: bool,
}

impl From<RangeInclusive<u32>> for Depths {
    fn from(range: RangeInclusive<u32>) -> Self {
        Self {
            range,
            hardest: false,
        }
    }
}

/// What is known about a layout besides its openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::family::slide) struct LayoutFacts {
    /// How many arrangements there are.
    pub arrangements: u64,
    /// Whether a block with an axis, other than the Key, is at the same place in all of them.
    pub still: bool,
}

/// Calls `visit` with the places, the exact distance and whether the distance is less if every
/// block is plain, for each arrangement that can be won and whose distance is among `depths`. Each
/// is taken as an opening: no sand is spent, and rime beside the Key has thawed.
pub(in crate::family::slide) fn openings(
    board: &Board,
    max_arrangements: u32,
    depths: &Depths,
    visit: &mut dyn FnMut(&[u8], u32, bool),
) -> Result<LayoutFacts, Stop> {
    let tracks = Tracks::new(board, Scope::Layout);
    let _claim = Claim::open();
    let run = FindOpenings {
        board,
        max_arrangements,
        depths,
        visit,
    };
    with_words(&tracks, WIDE_WORTH, run)
}

struct FindOpenings<'a> {
    board: &'a Board,
    max_arrangements: u32,
    depths: &'a Depths,
    visit: &'a mut dyn FnMut(&[u8], u32, bool),
}

impl ForWords<LayoutFacts> for FindOpenings<'_> {
    fn call<W: Lanes>(self, tracks: &Tracks, set: u64) -> Result<LayoutFacts, Stop> {
        let Self {
            board,
            max_arrangements,
            depths,
            visit,
        } = self;
        let start = coordinates::<W>(board, Scope::Layout, tracks, set)?;
        let room = Room::new(Limits::states(max_arrangements));
        let most = max_arrangements.into();
        let closed = close(board, Scope::Layout, tracks, set, start, most, room)?;
        let found = LayoutFacts {
            arrangements: closed.closure.states,
            still: any_still(board, &closed),
        };
        let Closed {
            space,
            planes,
            closure,
        } = closed;
        let wins = Wins::new(board, &space);
        let deepest = if depths.hardest {
            usize::MAX
        } else {
            *depths.range.end() as usize
        };
        let mut field = Field::closed(board, space, closure);
        // By entry, the arrangements whose plain distance is less than the depth that is visited.
        let mut nearer = Vec::new();
        let flat = if planes.is_plain() {
            None
        } else {
            field.keep_valid();
            if field.room.reserve(&mut nearer, field.valid.len()) {
                nearer.resize(field.valid.len(), W::NONE);
            }
            let (log, _) = field.sweep(&wins, None, deepest);
            field.lay(planes);
            Some(log)
        };
        let (log, _) = field.sweep(&wins, None, deepest);
        if field.room.refused().is_some() {
            return Err(Stop::Exhausted(field.room.limit()));
        }
        let mut places = Vec::new();
        let opens = |field: &Field<W>, node, bits| {
            let (entry, plane) = field.split(node);
            let key = field.entries.key(entry);
            (
                entry,
                key,
                bits & field.planes.fresh(&field.space, key, plane),
            )
        };
        // The deepest levels may have no opening: their states may have bits with which no level
        // starts.
        let hardest = depths.hardest.then(|| {
            (0..log.levels()).rev().find(|&depth| {
                let mut level = log.level(depth);
                level.any(|(node, bits)| opens(&field, node, bits).2.any())
            })
        });
        let hardest = hardest.flatten();
        for depth in 0..log.levels() {
            if depths.range.contains(&(depth as u32)) || Some(depth) == hardest {
                for (node, bits) in log.level(depth) {
                    let (entry, key, mut rest) = opens(&field, node, bits);
                    let near = nearer.get(entry as usize).copied().unwrap_or(W::NONE);
                    while let Some((arrangement, others)) = rest.pop() {
                        rest = others;
                        field.space.write_places(key, arrangement, &mut places);
                        visit(&places, depth as u32, (near & W::bit(arrangement)).any());
                    }
                }
            }
            if let Some(flat) = flat.as_ref().filter(|flat| depth < flat.levels()) {
                for (entry, bits) in flat.level(depth) {
                    nearer[entry as usize] |= bits;
                }
            }
        }
        Ok(found)
    }
}

/// Whether a block with an axis, other than the Key, is at the same place in everything that was
/// reached.
fn any_still<W: Lanes>(board: &Board, closed: &Closed<W>) -> bool {
    let Closed { space, closure, .. } = closed;
    let first = closure.entries.key(0);
    let entries = 0..closure.entries.len() as u32;
    let varying = entries.fold(0, |bits, entry| bits | (closure.entries.key(entry) ^ first));
    let cells = closure.cells.iter();
    let reached = cells.fold(W::NONE, |reached, cell| reached | cell.open);
    let still = |at: Coordinate| match at {
        Coordinate::Fixed(_) => true,
        Coordinate::Outer(j) => space.digit(varying, j) == 0,
        Coordinate::Inner(i) => space.inner[i].at.iter().any(|&at| reached & !at == W::NONE),
    };
    board
        .blocks()
        .iter()
        .zip(&space.coordinates)
        .enumerate()
        .any(|(index, (block, &at))| index != board.key() && block.axis.is_some() && still(at))
}
