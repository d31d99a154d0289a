//! The two traits that tie a family of puzzles to search, measures and packs.
//!
//! A [`Family`] defines how levels of one kind are written and checked; a [`Puzzle`] is one
//! validated level as the search sees it. Search, measures and filters never name a family.
//!
//! A whole family, from 1 to a number by adding 1 and doubling:
//!
//! ```
//! use levels_core::finding::{Fault, Faults, Place};
//! use levels_core::picture::{Frame, Picture, Role};
//! use levels_core::play::{Hint, Play};
//! use levels_core::puzzle::{Family, ForPuzzle, NoTrace, Puzzle};
//!
//! #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
//! enum Step {
//!     Add,
//!     Double,
//! }
//!
//! /// The puzzle of one board: the number to reach.
//! struct Reach(u8);
//!
//! impl Puzzle for Reach {
//!     type State = u8;
//!     type Move = Step;
//!     type Trace = NoTrace;
//!     const WON_IS_FINAL: bool = true;
//!
//!     fn start(&self) -> u8 {
//!         1
//!     }
//!     fn is_won(&self, state: u8) -> bool {
//!         state == self.0
//!     }
//!     fn expand(&self, state: u8, mut visit: impl FnMut(Step, u8, NoTrace)) -> u32 {
//!         for (step, next) in [(Step::Add, state + 1), (Step::Double, 2 * state)] {
//!             if next <= self.0 {
//!                 visit(step, next, NoTrace);
//!             }
//!         }
//!         0 // no move loses at once
//!     }
//!     fn frame(&self, state: u8) -> Frame {
//!         vec![format!("{state:>3}")].into()
//!     }
//! }
//!
//! struct Numbers;
//!
//! impl Family for Numbers {
//!     const TAG: &'static str = "numbers";
//!     type Level = u8;
//!     type Board = u8;
//!     type Move = Step;
//!
//!     fn build(level: &u8) -> Result<u8, Faults> {
//!         match *level {
//!             1..=100 => Ok(*level),
//!             _ => Err(Fault::new(Place::Level, "the number is not 1 to 100").into()),
//!         }
//!     }
//!     fn with_puzzle<R>(board: &u8, f: impl ForPuzzle<Step, R>) -> R {
//!         f.call(&Reach(*board))
//!     }
//!     fn to_text(level: &u8) -> String {
//!         format!("{level}\n")
//!     }
//!     fn from_text(text: &str) -> Result<u8, Faults> {
//!         let number = text.trim().parse::<u8>();
//!         number.map_err(|_| Fault::new(Place::Level, "not a number").into())
//!     }
//!     fn picture(_: &u8, frame: &Frame) -> Picture {
//!         Picture::of_frame(frame, |_| (Role::Hero, ' '))
//!     }
//!     fn write_line(_: &u8, line: &[Step]) -> String {
//!         let name = |step: &Step| match step {
//!             Step::Add => "+1",
//!             Step::Double => "x2",
//!         };
//!         line.iter().map(name).collect::<Vec<_>>().join(" ")
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let board = Numbers::build(&Numbers::from_text("10")?)?;
//! let mut play = Play::<Numbers>::new(board);
//! while let Hint::Move { action, .. } = play.hint(1000) {
//!     play.apply(action)?;
//! }
//! assert!(play.is_won());
//! assert_eq!(Numbers::write_line(play.board(), play.moves()), "+1 x2 +1 x2");
//! # Ok(())
//! # }
//! ```
//!
//! `Measure` (feature `solve`) and `Stored` (feature `verify`) add measures and packs.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::hash::Hash;
use core::ops::BitOrAssign;

use crate::finding::Faults;
use crate::line;
use crate::picture::{Frame, Picture};

/// One validated level, dispatched statically: no boxed moves and no list of moves per node.
///
/// An implementation must guarantee:
/// * equal states have equal futures (a state is canonical and complete);
/// * [`expand`](Puzzle::expand) visits moves in one fixed order and never yields `state` itself;
/// * winning is a function of the level and the state alone.
pub trait Puzzle: Sync {
    /// Packed, canonical and complete. It is `Copy`, so a game that undoes keeps a list of them.
    type State: Copy + Eq + Ord + Hash + Debug + Send + Sync;
    /// One action of the player; counts of moves count these.
    type Move: Copy + Eq + Ord + Debug + Send + Sync;
    /// What a move passed, cleared or set off; `()` if nothing uses it.
    type Trace: Copy + Default + BitOrAssign;

    /// Whether play stops at a win. If not, figures over the whole component also count the states
    /// past won ones.
    const WON_IS_FINAL: bool;

    /// The opening position.
    fn start(&self) -> Self::State;

    /// Whether `state` is won.
    fn is_won(&self, state: Self::State) -> bool;

    /// Calls `visit` for every surviving move in the family's move order; returns how many more
    /// moves are available that lose the level at once.
    fn expand(
        &self,
        state: Self::State,
        visit: impl FnMut(Self::Move, Self::State, Self::Trace),
    ) -> u32;

    /// The board in `state` as it is shown.
    fn frame(&self, state: Self::State) -> Frame;
}

/// The empty trace, for puzzles without a measure that uses what a move did on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NoTrace;

impl BitOrAssign for NoTrace {
    fn bitor_assign(&mut self, _: Self) {}
}

/// Work to do with a puzzle once the family has chosen the state type for the board.
pub trait ForPuzzle<M, R> {
    /// Runs with the concrete puzzle.
    fn call<P: Puzzle<Move = M>>(self, puzzle: &P) -> R;
}

/// A kind of puzzle: it defines how its levels are written and checked.
pub trait Family: Sized + Send + Sync + 'static {
    /// The permanent `family` tag in packs.
    const TAG: &'static str;

    /// A level as written: it may be wrong.
    type Level: Clone + Debug + PartialEq + Send + Sync;
    /// A level that cannot be wrong.
    type Board: Clone + Debug + Send + Sync;
    /// One action of the player, the same type whatever the size of the state.
    type Move: Copy + Eq + Ord + Debug + Send + Sync;

    /// Checks a level and builds the board.
    ///
    /// # Errors
    /// Every fault of the level, not only the first.
    fn build(level: &Self::Level) -> Result<Self::Board, Faults>;

    /// Calls `f` with the puzzle for the board's size, once per level.
    fn with_puzzle<R>(board: &Self::Board, f: impl ForPuzzle<Self::Move, R>) -> R;

    /// The level as plain text, which embedded packs use and a person can type.
    fn to_text(level: &Self::Level) -> String;

    /// Reads the form that [`to_text`](Family::to_text) writes.
    ///
    /// # Errors
    /// Every fault of the text.
    fn from_text(text: &str) -> Result<Self::Level, Faults>;

    /// The board as something to draw, with the cells of a frame.
    fn picture(board: &Self::Board, frame: &Frame) -> Picture;

    /// The opening position as a frame.
    fn frame(board: &Self::Board) -> Frame {
        line::opening::<Self>(board)
    }

    /// A line of play in the family's notation. The text of a move must not depend on its place in
    /// the line, and must not contain a blank.
    fn write_line(board: &Self::Board, line: &[Self::Move]) -> String;

    /// Reads a line of play and replays it, with one frame per position, the opening first.
    ///
    /// By default the text is read as the legal moves that [`write_line`](Family::write_line) would
    /// write that way.
    ///
    /// # Errors
    /// The first move that is not in the notation or not legal in its place.
    fn replay(board: &Self::Board, line: &str) -> Result<Replay<Self::Move>, LineFault> {
        line::replay::<Self>(board, line)
    }
}

/// A line of play replayed on a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replay<M> {
    /// The moves read.
    pub moves: Vec<M>,
    /// The board before the first move and after each: `moves.len() + 1` frames.
    pub frames: Vec<Frame>,
    /// After how many moves the level is won for the first time, if it ever is.
    pub won_after: Option<usize>,
}

/// Why a line of play could not be replayed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFault {
    /// Which move, counted from 0.
    pub index: usize,
    /// Byte range of that move in the text.
    pub range: core::ops::Range<usize>,
    /// What is wrong with it.
    pub message: String,
}

impl core::fmt::Display for LineFault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "move {}: {}", self.index + 1, self.message)
    }
}

impl core::error::Error for LineFault {}
