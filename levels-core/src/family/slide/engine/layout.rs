//! Every arrangement of a layout's blocks, with the exact optimum of the level that opens with it.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use super::choice::Reason;
use super::explored::{Answers, Stop, explore};
use super::tracks::Scope;
use crate::family::slide::board::Board;
use crate::search::Limits;
use crate::wording::plural;

/// All arrangements that the blocks of a board can reach if every block is plain, each taken as the
/// opening of a level under the real rules: no sand is spent, and rime beside the Key has thawed
/// (docs/rules-slide.md, Distances).
///
/// The sweep runs backward over the plain component in every plane of spent and thawed bits, which
/// holds everything that fresh arrangements can lead to. States to which no fresh arrangement leads
/// are also swept; they change no distance.
#[derive(Debug)]
pub struct Layout {
    answers: Box<dyn Answers>,
}

/// Why a layout has no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayoutError {
    /// It has more arrangements, counted in every plane, than this limit of states allows.
    LimitReached(u32),
    /// Words cannot represent it.
    Unsuited(Reason),
}

impl Layout {
    /// Explores a layout: all arrangements that can be reached from the board's opening position.
    ///
    /// # Errors
    /// [`LayoutError`] gives the reason; neither means that anything cannot be won.
    pub fn explore(board: &Board, limits: Limits) -> Result<Self, LayoutError> {
        match explore(board, Scope::Layout, limits) {
            Ok(answers) => Ok(Self { answers }),
            Err(Stop::Exhausted(_)) => Err(LayoutError::LimitReached(limits.max_states)),
            Err(Stop::Unsuited(reason)) => Err(LayoutError::Unsuited(reason)),
        }
    }

    /// How many arrangements there are.
    #[must_use]
    pub fn arrangements(&self) -> u64 {
        self.answers.states()
    }

    /// How many arrangements have each optimum, in moves from 0 (already won) on. The rest of the
    /// arrangements cannot be won. The last number may be 0 on layouts with twists.
    #[must_use]
    pub fn histogram(&self) -> Vec<u64> {
        (0..self.answers.levels())
            .map(|level| self.answers.count(level))
            .collect()
    }

    /// The arrangements with an optimum, as the place of every block in the board's order of blocks
    /// (see [`Board::rows`]).
    ///
    /// The order is fixed: the same board gives the same order on every machine. Neighbours in it
    /// are often alike, so take samples with strides or at random: `nth` skips whole words of
    /// arrangements.
    pub fn at(&self, optimum: u32) -> impl Iterator<Item = Vec<u8>> + '_ {
        self.answers
            .positions(optimum as usize)
            .map(|position| position.places)
    }

    /// The optimum of the board's own arrangement.
    #[must_use]
    pub fn optimum(&self) -> Option<u32> {
        self.answers.optimum()
    }

    /// How many bytes the states and distances take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.answers.bytes()
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::LimitReached(limit) => {
                write!(f, "the limit of {} was hit", plural(*limit, "state"))
            }
            Self::Unsuited(reason) => reason.fmt(f),
        }
    }
}

impl core::error::Error for LayoutError {}
