//! The search for the optimum of a plain exit level: A*, word by word.
//!
//! The estimate of a state is the number of blocks in front of the Key plus one, 0 where the level is
//! won. Each of those blocks has to move and then the Key, so it never exceeds the distance, and a
//! move changes it by at most one: the first time that a state is taken up, its number of moves is
//! the least (design, "Fast exact search over sliding boards").

use alloc::vec::Vec;

use super::field::{Field, Through};
use super::forward::Ended;
use super::lanes::Lanes;
use super::log::Leveled;
use super::space::{Coordinate, Space};
use super::twist::Mover;
use crate::family::slide::board::{Board, MAX_SIDE};
use crate::family::slide::level::Win;
use crate::family::slide::rules::exit_place;

/// The estimate in the engine's coordinates.
#[derive(Debug, Clone)]
pub(super) struct Ahead<W> {
    key: Mover,
    /// The Key's digit at the exit.
    exit: usize,
    /// What may stand in front, by the Key's digit.
    fronts: Vec<Front<W>>,
    /// The other blocks that may stand in front of it. They may be taken up at both ends of their
    /// lines before the middle, so what was reached does not stop them.
    crossing: Through,
}

/// What may stand in front of the Key at one of its digits.
#[derive(Debug, Clone)]
struct Front<W> {
    /// For each inner block that may, the arrangements in which it does.
    inner: Vec<W>,
    /// For each outer block that may, where its digit lies in a key and the digits at which it does,
    /// a bit for each.
    outer: Vec<(u32, u32)>,
    /// All of them.
    movers: Vec<Mover>,
}

impl<W: Lanes> Ahead<W> {
    /// The estimate of a board; `None` where no exit can be reached.
    pub fn new(board: &Board, space: &Space<W>) -> Option<Self> {
        if board.win() != Win::Exit {
            return None;
        }
        let place = exit_place(board, &board.blocks()[board.key()])?;
        let (key, track) = match space.coordinates[board.key()] {
            Coordinate::Fixed(_) => return None,
            Coordinate::Inner(i) => (Mover::Inner(i), &space.inner[i].track),
            Coordinate::Outer(j) => (Mover::Outer(j), &space.outer[j].track),
        };
        let exit = usize::from(track.digit(place)?);
        let fronts: Vec<Front<W>> = (0..usize::from(track.count))
            .map(|digit| {
                let way = &track.footprints[digit.min(exit)..=digit.max(exit)];
                let way = way.iter().fold(0, |way, cells| way | cells);
                Front::new(space, way & !track.footprints[digit], key)
            })
            .collect();
        let mut crossing = Through::NONE;
        for mover in fronts.iter().flat_map(|front| &front.movers) {
            match *mover {
                Mover::Inner(i) => crossing.inner |= 1 << i,
                Mover::Outer(j) => crossing.steps |= 3 << (2 * j),
            }
        }
        Some(Self {
            key,
            exit,
            fronts,
            crossing,
        })
    }

    /// The estimate of the opening position.
    fn at_start(&self, space: &Space<W>) -> u32 {
        let (key, arrangement) = space.start();
        let start = W::bit(arrangement);
        let within = |&most: &u32| self.within(space, key, start, most).any();
        (0..u32::MAX).find(within).unwrap_or(u32::MAX)
    }

    /// Those of an entry's arrangements whose estimate is at most this.
    #[inline]
    fn within(&self, space: &Space<W>, key: u64, bits: W, most: u32) -> W {
        match self.key {
            Mover::Outer(j) => self.within_at(space, key, bits, most, space.digit(key, j)),
            Mover::Inner(i) => {
                let at = space.inner[i].at.iter().zip(0..self.fronts.len());
                at.fold(W::NONE, |within, (&at, digit)| {
                    let bits = bits & at;
                    if bits.any() {
                        within | self.within_at(space, key, bits, most, digit)
                    } else {
                        within
                    }
                })
            }
        }
    }

    /// As [`within`](Self::within), of arrangements with the Key at this digit.
    #[inline]
    fn within_at(&self, space: &Space<W>, key: u64, bits: W, most: u32, digit: usize) -> W {
        if digit == self.exit {
            return bits;
        }
        let front = &self.fronts[digit];
        let mask = (1 << space.width) - 1;
        let stands = |&(shift, digits): &(u32, u32)| digits >> (key >> shift & mask) & 1;
        let outer: u32 = front.outer.iter().map(stands).sum();
        let Some(most) = most.checked_sub(1 + outer) else {
            return W::NONE;
        };
        let most = most as usize;
        if most >= front.inner.len() {
            return bits;
        }
        // `more[n]` holds the arrangements with more than `n` inner blocks in front.
        let mut more = [W::NONE; MAX_INNER];
        for &inner in &front.inner {
            for n in (1..=most).rev() {
                more[n] |= more[n - 1] & inner;
            }
            more[0] |= inner;
        }
        bits & !more[most]
    }
}

/// More inner blocks than a word has room for: each has at least two places.
const MAX_INNER: usize = 8;

impl<W: Lanes> Front<W> {
    fn new(space: &Space<W>, way: u64, key: Mover) -> Self {
        let mut front = Self {
            inner: Vec::new(),
            outer: Vec::new(),
            movers: Vec::new(),
        };
        for (i, inner) in space.inner.iter().enumerate() {
            let at = inner.at.iter().zip(inner.track.footprints);
            let stands = at
                .filter(|&(_, cells)| cells & way != 0)
                .fold(W::NONE, |stands, (&at, _)| stands | at);
            if stands.any() && key != Mover::Inner(i) {
                front.inner.push(stands);
                front.movers.push(Mover::Inner(i));
            }
        }
        for (j, outer) in space.outer.iter().enumerate() {
            let digits = (0..MAX_SIDE)
                .filter(|&digit| outer.track.footprints[digit] & way != 0)
                .fold(0, |digits, digit| digits | 1 << digit);
            if digits != 0 && key != Mover::Outer(j) {
                front.outer.push((j as u32 * space.width, digits));
                front.movers.push(Mover::Outer(j));
            }
        }
        front
    }
}

/// States by the number of moves that they take; a node may come in a level more than once.
#[derive(Debug)]
pub(super) struct Levels<W>(Vec<Vec<(u32, W)>>);

impl<W: Lanes> Leveled<W> for Levels<W> {
    fn levels(&self) -> usize {
        self.0.len()
    }

    fn level(&self, level: usize) -> impl Iterator<Item = (u32, W)> + '_ {
        self.0[level].iter().copied()
    }
}

impl<W: Lanes> Field<W> {
    /// Searches a plain level from the opening position until a win is known to be the nearest. The
    /// levels hold all states that lie on an optimal line, among others, and the last one wins alone.
    pub fn search_ahead(&mut self, ahead: &Ahead<W>, max_states: u64) -> (Levels<W>, Ended) {
        // What was taken up, and what waits for a greater sum of moves and estimate.
        let mut taken: Vec<Vec<(u32, W)>> = Vec::new();
        let mut waiting: Vec<Vec<(u32, W)>> = Vec::new();
        let mut states = 0;
        // All that is pending takes as many moves as the level says that comes next.
        for sum in ahead.at_start(&self.space).. {
            for moves in 0..=sum {
                let level = moves as usize;
                if taken.len() == level {
                    taken.push(Vec::new());
                    waiting.push(Vec::new());
                }
                for (node, bits) in waiting[level].drain(..) {
                    self.land(node, bits);
                }
                let first = taken[level].len();
                for &node in &self.touched {
                    let cell = &mut self.cells[node as usize];
                    let bits = core::mem::take(&mut cell.pending);
                    let key = self.entries.key(node);
                    let near = ahead.within(&self.space, key, bits, sum - moves);
                    if near.any() {
                        cell.open &= !near;
                        taken[level].push((node, near));
                        states += u64::from(near.count());
                    }
                    let far = bits & !near;
                    if far.any() {
                        waiting[level].push((node, far));
                    }
                }
                self.touched.clear();
                if states.max(self.cells.len() as u64) > max_states {
                    return (Levels(taken), Ended::Exhausted);
                }
                let new = &taken[level][first..];
                if moves == sum && !new.is_empty() {
                    return (Levels(taken), Ended::Won);
                }
                for &(node, bits) in new {
                    self.spread_through::<true>(node, bits, ahead.crossing);
                }
            }
            if waiting.iter().all(Vec::is_empty) && self.touched.is_empty() {
                break;
            }
        }
        (Levels(taken), Ended::Complete)
    }
}
