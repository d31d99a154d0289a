//! Sliding blocks: a Rush Hour family with crystal, sand, ice, rime, mirrors and beams.
//!
//! | file | what it holds |
//! |---|---|
//! | `level` | a level as written: it may be wrong |
//! | `board` | a level that cannot be wrong |
//! | `check` | from a level to a board: every fault that a level can have |
//! | `state` | positions packed into words |
//! | `rules` | moves and wins: the puzzle that the search sees |
//! | `notation` | lines of play such as `b>3 d^ K>2` |
//! | `text` | the plain text form of a level |
//! | `picture` | a board as something to draw |
//! | `canonical` | one form for all levels that are equal up to symmetry |
//! | `rebuild` | from boards back to levels, every field carried over |
//! | `measures` | floor 3: a level solved and measured |
//! | `lesson` | floor 3: whether a tutorial teaches what it says |
//! | `dials` | floor 3: what a profile says about proposals |
//! | `propose`, `light` | floor 3: layouts, drawn from a won position |
//! | `mutate`, `elite` | floor 3: a level with a few random changes, and what it competes for in an archive |
//! | `distances`, `harvest` | floor 3: exact distances of a layout, and a sample by depth |
//! | `generate` | floor 3: how levels are generated |
//! | `enumerate` | floor 3: every plain board of a small size, counted |
//! | `file` | floor 4: how a pack stores a level |
//! | `reference` | the naive rules, for tests only |
//! | `rush` | boards in the one-line notation of the public databases |
//!
//! Every ruling is in `docs/rules-slide.md`.

mod board;
mod canonical;
mod check;
#[cfg(feature = "make")]
mod dials;
#[cfg(feature = "make")]
mod distances;
#[cfg(feature = "make")]
mod elite;
#[cfg(feature = "solve")]
pub mod engine;
#[cfg(feature = "make")]
pub mod enumerate;
#[cfg(feature = "verify")]
mod file;
#[cfg(feature = "make")]
mod generate;
#[cfg(feature = "make")]
mod harvest;
#[cfg(feature = "solve")]
mod lesson;
mod level;
#[cfg(feature = "make")]
mod light;
#[cfg(feature = "solve")]
mod measures;
#[cfg(feature = "make")]
mod mutate;
mod notation;
mod picture;
#[cfg(feature = "make")]
mod propose;
mod rebuild;
#[cfg(any(test, feature = "reference"))]
#[doc(hidden)]
pub mod reference;
mod rules;
pub mod rush;
mod state;
mod text;

use alloc::string::String;

pub use board::{Block, Board, MAX_BLOCKS, MAX_SIDE};
pub use canonical::{canonical, spellings};
#[cfg(feature = "make")]
pub use dials::{Dials, MAX_PER_DEPTH, MAX_PER_LAYOUT, Shape, Size, Span};
#[cfg(feature = "make")]
pub use distances::{Explored, Opening, TooLarge, fresh_distances};
#[cfg(feature = "make")]
pub use engine::Depths;
pub use level::{BlockSpec, Kind, KindWord, Lantern, Level, Teaches, Tilt, Win};
#[cfg(feature = "solve")]
pub use measures::Caps;
pub use notation::Move;
#[cfg(feature = "make")]
pub use propose::layout as draw_layout;
pub use rules::{ForSliding, Optics, Sliding, trace_ray};
pub use state::Packing;

use crate::finding::Faults;
use crate::picture::{Frame, Picture};
use crate::puzzle::{Family, ForPuzzle, LineFault, Puzzle, Replay};

/// The family of sliding blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slide;

impl Family for Slide {
    const TAG: &'static str = "slide";

    type Level = Level;
    type Board = Board;
    type Move = Move;

    fn build(level: &Level) -> Result<Board, Faults> {
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

    fn from_text(text: &str) -> Result<Level, Faults> {
        text::read(text)
    }

    fn picture(board: &Board, frame: &Frame) -> Picture {
        picture::picture(board, frame)
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
