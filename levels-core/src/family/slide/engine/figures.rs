//! The same figures from either engine: what a benchmark or a check compares.

use alloc::vec::Vec;

use super::component::Component;
use crate::bits::Word;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::family::slide::rules::{ForSliding, Sliding};
use crate::search::{Distances, LimitReached, Limits, UNREACHED, explore};

/// Figures of everything that a level's opening position leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// How many states can be reached.
    pub states: u64,
    /// How many states lie at each distance to the nearest win, in moves from 0 (won) on.
    pub histogram: Vec<u64>,
    /// The optimum from the start, in moves.
    pub optimum: Option<u32>,
}

impl Figures {
    /// From the plain search: one state at a time, a visited set, stored edges swept backward.
    ///
    /// # Errors
    /// [`LimitReached`] when there are more states than `limits` allows.
    pub fn by_plain_search(board: &Board, limits: Limits) -> Result<Self, LimitReached<Move>> {
        board.with_sliding(Plainly(limits))
    }

    /// From the word engine.
    ///
    /// # Errors
    /// [`LimitReached`] when there are more states than `limits` allows.
    pub fn by_words(board: &Board, limits: Limits) -> Result<Self, LimitReached<Move>> {
        Component::explore(board, limits).map(|component| Self::of(&component))
    }

    /// Of an explored component.
    #[must_use]
    pub fn of(component: &Component<'_>) -> Self {
        Self {
            states: component.states(),
            histogram: component.histogram(),
            optimum: component.optimum(),
        }
    }
}

struct Plainly(Limits);

impl ForSliding<Result<Figures, LimitReached<Move>>> for Plainly {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<Figures, LimitReached<Move>> {
        let graph = explore(puzzle, self.0)?;
        let distances = Distances::of(&graph);
        let levels = distances.greatest().map_or(0, |greatest| greatest + 1);
        let mut histogram = alloc::vec![0; levels as usize];
        for &distance in distances.all() {
            if distance != UNREACHED {
                histogram[distance as usize] += 1;
            }
        }
        Ok(Figures {
            states: graph.len() as u64,
            histogram,
            optimum: distances.optimum(),
        })
    }
}
