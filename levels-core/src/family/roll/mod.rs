//! The rolling cube: greens crumble behind it, arrows push, teleports hop, lines sweep, mines burn.
//!
//! | file | what it holds |
//! |---|---|
//! | `tile` | the kinds of tile and their characters |
//! | `level` | a level as written: it may be wrong |
//! | `board` | a level that cannot be wrong |
//! | `state` | positions packed into words |
//! | `mechanic` | the kinds of special tile that a level may need |
//! | `rules` | actions and wins: the puzzle that the search sees |
//! | `notation` | lines of play such as `>v<^-` |
//! | `text` | the plain text form of a level |
//! | `canonical` | one form for all boards that are equal up to symmetry |
//! | `measures` | floor 3: what is measured on a board |
//! | `engine` | floor 2: the fast search |
//! | `screen` | floor 3: is there a solution? |
//! | `propose` | floor 3: backbones, changes, annealing |
//! | `campaign_spec`, `candidate` | floor 3: what a seed proposes, and whether it is kept |
//! | `dials`, `generate` | floor 3: what a profile says, and proposals from it |
//! | `descriptors` | floor 3: how a board looks, for curation |
//! | `survey` | floor 3: a level solved and measured, as packs see it |
//! | `file` | floor 4: how a pack stores a level |
//! | `picture` | a board as something to draw |
//! | `reference` | the naive rules, against which the fast ones are tested |
//!
//! Every ruling is in `docs/rules-roll.md`.

mod board;
#[cfg(feature = "make")]
pub mod campaign_spec;
#[cfg(feature = "make")]
pub mod candidate;
mod canonical;
#[cfg(feature = "make")]
pub mod descriptors;
#[cfg(feature = "make")]
pub mod dials;
#[cfg(feature = "solve")]
pub mod engine;
#[cfg(feature = "verify")]
mod file;
#[cfg(feature = "make")]
mod generate;
mod level;
#[cfg(feature = "solve")]
pub mod measures;
#[cfg(feature = "solve")]
mod mechanic;
mod notation;
mod picture;
#[cfg(feature = "make")]
pub mod propose;
#[cfg(any(test, feature = "reference"))]
pub mod reference;
mod rules;
#[cfg(feature = "make")]
pub mod screen;
mod state;
#[cfg(feature = "solve")]
mod survey;
mod text;
mod tile;

use alloc::string::String;

pub use board::{Board, MAX_CELLS};
pub use canonical::{canonical, spellings};
pub use level::Level;
#[cfg(feature = "solve")]
pub use mechanic::{Mechanic, Mechanics};
pub use notation::{Move, read as read_line, write as write_line};
pub use rules::{Effects, FUSE, ForRolling, Fuse, Loss, Outcome, Rolling, Touched, with_fuse};
pub use state::Packing;
#[cfg(feature = "solve")]
pub use survey::mechanics;
pub use tile::Tile;

use crate::finding::Faults;
use crate::picture::{Frame, Picture};
use crate::puzzle::{Family, ForPuzzle, LineFault, Replay};

/// The family of the rolling cube.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Roll;

impl Family for Roll {
    const TAG: &'static str = "roll";

    type Level = Level;
    type Board = Board;
    type Move = Move;

    fn build(level: &Level) -> Result<Board, Faults> {
        Board::new(level)
    }

    fn with_puzzle<R>(board: &Board, f: impl ForPuzzle<Move, R>) -> R {
        struct Any<F>(F);
        impl<R, F: ForPuzzle<Move, R>> ForRolling<R> for Any<F> {
            fn call<W: crate::bits::Word>(self, puzzle: &Rolling<'_, W>) -> R {
                self.0.call(puzzle)
            }
        }
        board.with_rolling(Any(f))
    }

    fn to_text(level: &Level) -> String {
        text::write(level)
    }

    fn from_text(text: &str) -> Result<Level, Faults> {
        text::read(text)
    }

    fn picture(board: &Board, frame: &Frame) -> Picture {
        picture::picture(board, frame)
    }

    fn write_line(_: &Board, line: &[Move]) -> String {
        notation::write(line)
    }

    fn replay(board: &Board, line: &str) -> Result<Replay<Move>, LineFault> {
        notation::replay(board, line)
    }
}
