//! Everything that can be reached from a level's opening position, with exact distances.

use alloc::boxed::Box;

use super::explored::{Answers, Stop, explore};
use super::plain::explore_plainly;
use super::solve::solve;
use super::states::Placement;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::search::{Claim, Limit, LimitReached, Limits, OptimalLines};

/// All states that can be reached from a level's opening position under the real rules, each with
/// its exact distance to the nearest win.
#[derive(Debug)]
pub struct Component<'a> {
    board: &'a Board,
    answers: Box<dyn Answers>,
}

impl<'a> Component<'a> {
    /// Explores a board, with words if they can represent it and otherwise with the plain search.
    ///
    /// # Errors
    /// [`LimitReached`] if the level has more states than `limits` allows. It includes the first
    /// optimal line if [`solve`] finds it within the same limits.
    pub fn explore(board: &'a Board, limits: Limits) -> Result<Self, LimitReached<Move>> {
        let _claim = Claim::open();
        let answers = match explore(board, limits) {
            Ok(answers) => answers,
            Err(Stop::Unsuited) => explore_plainly(board, limits)?,
            Err(Stop::Exhausted(limit)) => {
                let line = match limit {
                    Limit::System(_) => None,
                    _ => solve(board, limits).ok().flatten(),
                };
                return Err(LimitReached { limit, line });
            }
        };
        Ok(Self { board, answers })
    }

    /// How many states can be reached, including the start.
    #[must_use]
    pub fn states(&self) -> u64 {
        self.answers.states()
    }

    /// How many of them are won.
    #[must_use]
    pub fn won(&self) -> u64 {
        self.answers.count(0)
    }

    /// The greatest distance to a win of any state that can win, in moves.
    #[must_use]
    pub fn greatest(&self) -> Option<u32> {
        self.answers.levels().checked_sub(1).map(|last| last as u32)
    }

    /// How many states are at the greatest distance.
    #[must_use]
    pub fn hardest_states(&self) -> u64 {
        self.greatest()
            .map_or(0, |greatest| self.answers.count(greatest as usize))
    }

    /// The states at a distance to the nearest win, in a fixed but arbitrary order. `nth` skips
    /// states faster than `next` does.
    pub fn at(&self, distance: u32) -> impl Iterator<Item = Placement> + '_ {
        self.answers.positions(distance as usize)
    }

    /// The optimum from the start, in moves; `None` if the level cannot be won.
    #[must_use]
    pub fn optimum(&self) -> Option<u32> {
        self.answers.optimum()
    }

    /// All optimal lines from the start; `None` if the level cannot be won.
    #[must_use]
    pub fn optimal_lines(&self) -> Option<OptimalLines<Move>> {
        self.answers.optimal_lines(self.board)
    }
}
