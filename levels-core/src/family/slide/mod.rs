//! Sliding blocks: a Rush Hour family with crystal, sand, ice, rime, mirrors and beams.
//!
//! | file | what it holds |
//! |---|---|
//! | `level` | a level as written: it may be wrong |
//! | `board` | a level that cannot be wrong |
//! | `check` | from one to the other: every fault that a level can have |
//! | `state` | positions packed into words |
//! | `rules` | moves and wins: the puzzle that the search sees |
//! | `notation` | lines of play such as `b>3 d^ K>2` |
//! | `text` | the plain text form of a level |
//! | `picture` | a board as something to draw |
//! | `canonical` | one form for all levels that are equal up to symmetry |
//! | `measures` | floor 3: a level solved and measured |
//! | `file` | floor 4: how a level stands in a pack |
//! | `reference` | the naive rules, for tests only |
//! | `rush` | boards in the one-line notation of the public databases |
//!
//! Every ruling is in the design, "The sliding family".

mod board;
mod canonical;
mod check;
#[cfg(feature = "verify")]
mod file;
#[cfg(feature = "solve")]
pub mod engine;
mod level;
#[cfg(feature = "solve")]
mod measures;
mod notation;
mod picture;
#[cfg(any(test, feature = "reference"))]
#[doc(hidden)]
pub mod reference;
mod rules;
pub mod rush;
mod state;
mod text;

use alloc::string::String;
use alloc::vec::Vec;

pub use board::{Block, Board, MAX_BLOCKS, MAX_SIDE};
pub use canonical::canonical;
pub use level::{BlockSpec, Kind, KindWord, Lantern, Level, Teaches, Tilt, Win};
#[cfg(feature = "solve")]
pub use measures::Caps;
pub use notation::Move;
pub use rules::{ForSliding, Optics, Sliding, trace_ray};
pub use state::Packing;

use crate::finding::Fault;
use crate::picture::Picture;
use crate::puzzle::{Family, ForPuzzle, LineFault, Puzzle, Replay};

/// The family of sliding blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide;

impl Family for Slide {
    const TAG: &'static str = "slide";

    type Level = Level;
    type Board = Board;
    type Move = Move;

    fn build(level: &Level) -> Result<Board, Vec<Fault>> {
        Board::new(level)
    }

    fn with_puzzle<R>(board: &Board, f: impl ForPuzzle<Move, R>) -> R {
        struct Any<F>(F);
        impl<R, F: ForPuzzle<Move, R>> ForSliding<R> for Any<F> {
            fn call<W: crate::bits::Word>(self, puzzle: &Sliding<'_, W>) -> R {
                fn run<R, P: Puzzle<Move = Move>>(f: impl ForPuzzle<Move, R>, puzzle: &P) -> R {
                    f.call(puzzle)
                }
                run(self.0, puzzle)
            }
        }
        board.with_sliding(Any(f))
    }

    fn to_text(level: &Level) -> String {
        text::write(level)
    }

    fn from_text(text: &str) -> Result<Level, Vec<Fault>> {
        text::read(text)
    }

    fn picture(board: &Board, frame: &[String]) -> Picture {
        picture::picture(board, frame)
    }

    fn frame(board: &Board) -> Vec<String> {
        let places: Vec<u8> = board.blocks().iter().map(|block| block.start).collect();
        board.rows(&places)
    }

    fn write_line(board: &Board, line: &[Move]) -> String {
        notation::write(board, line)
    }

    fn replay(board: &Board, line: &str) -> Result<Replay<Move>, LineFault> {
        notation::replay(board, line)
    }
}

#[cfg(test)]
mod tests;
