//! The exact distance to a win of every position that a layout's levels may open with.
//!
//! A level opens with fresh bits: no sand is spent, and rime is thawed only where the Key rests
//! beside it. Every *arrangement* of the layout's blocks that can be reached when all of them move
//! as crystal does may be an opening. On plain boards moves can be taken back and one exploration
//! knows all distances. Sand, ice and rime make moves one-way, so there the real rules are explored
//! forward from every arrangement with fresh bits, the moves are kept, and the backward sweep runs
//! over those: walking rules backward would use moves that the player does not have (design,
//! "Generation", 3).
//!
//! [`fresh_distances`] is the one way in.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::board::Board;
use super::level::Kind;
use super::notation::Move;
use super::rules::{ForSliding, Sliding, neighbours};
use crate::bits::Word;
use crate::puzzle::{NoTrace, Puzzle};
use crate::search::{Distances, Limits, StateGraph, UNREACHED, explore, explore_from};

/// A layout has more states than the search was allowed to keep: nothing is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// How many states had been kept.
    pub states: u64,
}

/// Calls `visit` with the places of all blocks and the fewest moves to the nearest of all wins, for
/// every arrangement of the layout with fresh bits whose distance lies in `depths`; the order of
/// the calls means nothing. Returns how many states the search kept.
///
/// # Errors
/// [`TooLarge`] where the limit was hit; `visit` was not called then.
pub fn fresh_distances(
    layout: &Board,
    limits: Limits,
    depths: RangeInclusive<u32>,
    mut visit: impl FnMut(&[u8], u32),
) -> Result<u64, TooLarge> {
    let mut deliver = |places: &[u8], distance: u32| {
        if depths.contains(&distance) {
            visit(places, distance);
        }
    };
    let Some(flat) = flattened(layout) else {
        let run = Plain {
            limits,
            visit: &mut deliver,
        };
        return layout.with_sliding(run);
    };
    let mut arrangements = Vec::new();
    let states = flat.with_sliding(Arrangements {
        limits,
        all: &mut arrangements,
    })?;
    let twisted = layout.with_sliding(Twisted {
        limits,
        arrangements: &arrangements,
        visit: &mut deliver,
    });
    twisted.map(|more| states + more).map_err(|more| TooLarge {
        states: states + more.states,
    })
}

/// Whether moves of this kind of block differ from crystal's.
pub(super) fn is_one_way(kind: Kind) -> bool {
    matches!(kind, Kind::Sand | Kind::Ice | Kind::Rime)
}

/// The layout with sand, ice and rime made crystal; `None` where there is none of them.
pub(super) fn flattened(layout: &Board) -> Option<Board> {
    let twisted = |kind| is_one_way(kind);
    if !layout.blocks().iter().any(|block| twisted(block.kind)) {
        return None;
    }
    // Only kinds change, and crystal is never malformed.
    Board::new(&layout.level_with_crystal(|block| twisted(block.kind))).ok()
}

fn too_large(limits: Limits) -> TooLarge {
    TooLarge {
        states: u64::from(limits.max_states),
    }
}

/// Moves that can be taken back: one exploration.
struct Plain<'a, F> {
    limits: Limits,
    visit: &'a mut F,
}

impl<F: FnMut(&[u8], u32)> ForSliding<Result<u64, TooLarge>> for Plain<'_, F> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<u64, TooLarge> {
        let graph = explore(puzzle, self.limits).map_err(|_| too_large(self.limits))?;
        let distances = Distances::of(&graph);
        let mut places = Vec::new();
        for (&state, &distance) in graph.states().iter().zip(distances.all()) {
            if distance != UNREACHED {
                puzzle.board().packing().places_of(state, &mut places);
                (self.visit)(&places, distance);
            }
        }
        Ok(graph.len() as u64)
    }
}

/// Collects the places of all blocks of every arrangement, one after another.
struct Arrangements<'a> {
    limits: Limits,
    all: &'a mut Vec<u8>,
}

impl ForSliding<Result<u64, TooLarge>> for Arrangements<'_> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<u64, TooLarge> {
        let graph = explore(puzzle, self.limits).map_err(|_| too_large(self.limits))?;
        let mut places = Vec::new();
        for &state in graph.states() {
            puzzle.board().packing().places_of(state, &mut places);
            self.all.extend_from_slice(&places);
        }
        Ok(graph.len() as u64)
    }
}

/// The real rules from every arrangement at once.
struct Twisted<'a, F> {
    limits: Limits,
    arrangements: &'a [u8],
    visit: &'a mut F,
}

impl<F: FnMut(&[u8], u32)> ForSliding<Result<u64, TooLarge>> for Twisted<'_, F> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<u64, TooLarge> {
        let layout = Layout::new(puzzle);
        let blocks = puzzle.board().blocks().len();
        let starts = self
            .arrangements
            .chunks_exact(blocks)
            .map(|places| layout.fresh(places));
        let graph: StateGraph<Layout<'_, W>> =
            explore_from(&layout, starts, self.limits).map_err(|_| too_large(self.limits))?;
        let distances = Distances::of(&graph);
        // The starts are numbered first, in the order given, and all of them differ.
        let all = self.arrangements.chunks_exact(blocks);
        for (places, &distance) in all.zip(distances.all()) {
            if distance != UNREACHED {
                (self.visit)(places, distance);
            }
        }
        Ok(graph.len() as u64)
    }
}

/// The rules of all levels of a layout at once: rime may open anywhere, so whether the Key thaws it
/// is tested where it lies.
struct Layout<'a, W> {
    rules: Sliding<'a, W>,
    /// For each place of the Key, the cells that share an edge with it.
    beside: Vec<u64>,
    rime: Vec<Frozen>,
}

/// A rime block.
struct Frozen {
    /// Its index on the board.
    index: usize,
    /// The bit that says it has thawed.
    mark: u32,
}

impl<'a, W: Word> Layout<'a, W> {
    fn new(puzzle: &Sliding<'a, W>) -> Self {
        let board = puzzle.board();
        let key = &board.blocks()[board.key()];
        let blocks = board.blocks().iter().zip(board.packing().fields());
        Self {
            rules: puzzle.clone().without_thaws(),
            beside: key
                .footprints
                .iter()
                .map(|&cells| neighbours(cells))
                .collect(),
            rime: blocks
                .enumerate()
                .filter(|(_, (block, _))| block.kind == Kind::Rime)
                .filter_map(|(index, (_, fields))| fields.mark.map(|mark| Frozen { index, mark }))
                .collect(),
        }
    }

    /// The state in which a level opens with the blocks at these places.
    fn fresh(&self, places: &[u8]) -> W {
        let marks = alloc::vec![false; places.len()];
        let packing = self.rules.board().packing();
        self.thaw(packing.encode(places, &marks))
    }

    /// The state with the rime thawed that the Key rests beside.
    fn thaw(&self, state: W) -> W {
        let board = self.rules.board();
        let fields = board.packing().fields();
        let beside = self.beside[usize::from(fields[board.key()].get(state))];
        self.rime.iter().fold(state, |state, rime| {
            let place = usize::from(fields[rime.index].get(state));
            if board.blocks()[rime.index].footprints[place] & beside == 0 {
                state
            } else {
                state.with_field(rime.mark, 1, 1)
            }
        })
    }
}

impl<W: Word> Puzzle for Layout<'_, W> {
    type State = W;
    type Move = Move;
    type Trace = NoTrace;

    const WON_IS_FINAL: bool = false;

    fn start(&self) -> W {
        self.thaw(self.rules.start())
    }

    fn is_won(&self, state: W) -> bool {
        self.rules.is_won(state)
    }

    fn expand(&self, state: W, mut visit: impl FnMut(Move, W, NoTrace)) -> u32 {
        let key = self.rules.board().key();
        self.rules.expand(state, |m, next, trace| {
            // Only where the Key comes to rest can it touch what it did not touch before: what is
            // frozen does not move.
            let next = if usize::from(m.block) == key {
                self.thaw(next)
            } else {
                next
            };
            visit(m, next, trace);
        })
    }
}
