//! Which engine suits a board.

use core::fmt;

use super::inner::Gains;
use super::planes::Planes;
use super::space::Space;
use super::tracks::{Scope, Tracks};
use crate::family::slide::board::Board;

/// The engine that answers for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// The word engine: many arrangements at a time.
    Words,
    /// The plain search, one state at a time.
    Plain(Reason),
}

/// Why the plain search is used for a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// More movable blocks than a key holds.
    TooManyBlocks,
    /// More sand and rime than planes can tell apart.
    TooManyMarks,
    /// So few states in so many planes that words would cost more memory than they save.
    TooSparse,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooManyBlocks => "more movable blocks than fit into a key of 64 bits",
            Self::TooManyMarks => "more than six sand or rime blocks tell planes apart",
            Self::TooSparse => "too few states in too many planes",
        })
    }
}

/// Chooses the engine for the component of a level's opening position. The word engine is faster on
/// every board that it can represent, by a factor of 4 on the tightest boards to more than 100 on
/// wide ones, so it is chosen if possible. Only a search can find that a board is [too
/// sparse](Reason::TooSparse).
#[must_use]
pub fn choose(board: &Board) -> Choice {
    let tracks = Tracks::new(board, Scope::Level);
    let set = Gains::by_depth(&tracks).best_set(&tracks, u128::BITS);
    match Space::<u128>::new(board, &tracks, set) {
        None => Choice::Plain(Reason::TooManyBlocks),
        Some(space) => match Planes::new(board, &space, Scope::Level) {
            None => Choice::Plain(Reason::TooManyMarks),
            Some(_) => Choice::Words,
        },
    }
}
