//! Floor 3: the screen, a search for one solution (docs/rules-roll.md, Screen).
//!
//! | file | what it holds |
//! |---|---|
//! | `flat` | the rules over whole-board words |
//! | `hope` | tests that prove a position lost |
//! | `witness` | the search |
//!
//! Its answers are exact: a solution, a proof that there is none, or "undecided" if the limit on
//! nodes is hit, which never means "unsolvable" (docs/rules-roll.md, Screen).

mod flat;
mod hope;
mod witness;

use alloc::vec::Vec;

use super::board::Board;
use super::notation::Move;
use flat::Flat;

/// The most nodes that the search expands.
pub const MAX_NODES: u32 = 200_000;

/// What the screen finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// It can be won, for example with this line.
    Solvable(Vec<Move>),
    /// It cannot be won.
    Unsolvable,
    /// The limit on nodes was hit: nothing is known.
    Undecided,
}

/// Looks for a solution of a board, expanding at most `max_nodes` positions.
#[must_use]
pub fn witness(board: &Board, max_nodes: u32) -> Verdict {
    if board.tiles().len() <= 64 {
        witness::search(&Flat::<u64>::new(board), max_nodes)
    } else {
        witness::search(&Flat::<u128>::new(board), max_nodes)
    }
}
