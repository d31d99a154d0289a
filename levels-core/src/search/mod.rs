//! Floor 2: exact search over any [`Puzzle`](crate::puzzle::Puzzle).
//!
//! [`explore`] visits every state that can be reached and keeps the edges; [`Distances`] sweeps
//! backward over the stored edges, so no family writes inverse rules and one-way moves are exact;
//! [`OptimalLines`] holds the part of the graph that shortest lines run through.
//! "A limit was hit" is a result of its own and never means that a level cannot be won.

mod explore;
mod optimal;
mod sweep;

pub use crate::visited::{StateHasher, Visited};
pub use explore::{LimitReached, StateGraph, explore, explore_from};
pub use optimal::{OptimalEdge, OptimalLines};
pub use sweep::{Distances, UNREACHED};

/// How far a search may go before it gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most states that may be kept. The search stops before it keeps one more.
    pub max_states: u32,
}

impl Limits {
    /// The limit that verification uses unless told otherwise (design, "Solving").
    pub const DEFAULT_STATES: u32 = 4_000_000;

    /// A limit of `max_states` states.
    #[must_use]
    pub fn states(max_states: u32) -> Self {
        Self { max_states }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::states(Self::DEFAULT_STATES)
    }
}

#[cfg(test)]
mod tests;
