//! Sliding blocks: a Rush Hour family with crystal, sand, ice, rime, mirrors and beams.
//!
//! | file | what it holds |
//! |---|---|
//! | `level` | a level as written: it may be wrong |
//! | `board` | a level that cannot be wrong |
//! | `state` | positions packed into words |
//! | `rules` | moves and wins: the puzzle that the search sees |
//! | `notation` | lines of play such as `b>3 d^ K>2` |
//! | `text` | the plain text form of a level |
//! | `canonical` | one form for all levels that are equal up to symmetry |
//! | `rush` | boards in the one-line notation of the public databases |
//!
//! Every ruling is in the design, "The sliding family".

mod board;
mod canonical;
#[cfg(feature = "solve")]
pub mod engine;
mod level;
mod notation;
mod rules;
pub mod rush;
mod state;
mod text;

use alloc::string::String;
use alloc::vec::Vec;

pub use board::{Block, Board, MAX_BLOCKS, MAX_SIDE};
pub use canonical::canonical;
pub use level::{BlockSpec, Kind, KindWord, Lantern, Level, Teaches, Tilt, Win};
pub use notation::Move;
pub use rules::{ForSliding, Sliding, trace_ray};
pub use state::Packing;

use crate::finding::Fault;
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

    fn write_line(board: &Board, line: &[Move]) -> String {
        notation::write(board, line)
    }

    fn replay(board: &Board, line: &str) -> Result<Replay<Move>, LineFault> {
        notation::replay(board, line)
    }
}

#[cfg(test)]
mod tests;
