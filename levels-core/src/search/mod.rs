//! Floor 2: exact search over any [`Puzzle`](crate::puzzle::Puzzle).
//!
//! [`explore`] visits every state that can be reached and keeps the edges; [`Distances`] sweeps
//! backward over the stored edges, so no family needs inverse rules, and one-way moves are handled
//! exactly; [`OptimalLines`] holds the part of the graph that shortest lines run through. "A limit
//! was hit" is a separate result and never means that a level cannot be won.

mod explore;
mod optimal;
mod room;
mod sweep;

pub use crate::visited::{StateHasher, Visited};
pub use explore::{LimitReached, StateGraph, explore, explore_and_sweep, explore_from};
pub use optimal::{OptimalEdge, OptimalLines};
#[cfg(feature = "verify")]
pub use room::in_memory;
pub use room::{Claim, Room};
pub use sweep::{Distances, UNREACHED};

use alloc::format;
use alloc::string::String;

use crate::wording::plural;

/// How far a search may go before it gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most states that may be kept. The search stops before it keeps one more.
    pub max_states: u32,
}

impl Limits {
    /// The default limit of verification (docs/rules-slide.md, Limits).
    pub const DEFAULT_STATES: u32 = 4_000_000;

    /// A limit of `max_states` states.
    #[must_use]
    pub fn states(max_states: u32) -> Self {
        Self { max_states }
    }
}

/// Bytes of its tables for each state that a search may keep: two to three times what the engines
/// take.
const STATE_BYTES: u64 = 256;

/// The least memory limit of a search, whatever its limit in states.
const LEAST_BYTES: u64 = 256 << 20;

impl Limits {
    /// The most bytes that the tables of the search may take: 256 for each state that may be kept, and
    /// at least 256 MiB. At the default limit that is 976 MiB.
    #[must_use]
    pub fn bytes(self) -> u64 {
        LEAST_BYTES.max(STATE_BYTES * u64::from(self.max_states))
    }
}

/// The limit that ended a search before everything was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// This many states may be kept.
    States(u32),
    /// The [memory](Limits::bytes) of a search that may keep this many states.
    Memory(u32),
    /// The system had no more memory for a search that may keep this many states.
    System(u32),
}

impl Limit {
    /// How many states the search was allowed to keep.
    #[must_use]
    pub fn max_states(self) -> u32 {
        match self {
            Self::States(most) | Self::Memory(most) | Self::System(most) => most,
        }
    }

    /// What to do about a level that the limit left undecided.
    #[must_use]
    pub fn help(self) -> String {
        match self {
            Self::States(most) | Self::Memory(most) => format!(
                "raise the limit (--max-states {0}, or max_states = {0} in the macro) or make the board smaller",
                most.saturating_mul(4)
            ),
            Self::System(_) => String::from(
                "give the process more memory (`ulimit -v`, the limit of a container) or make the board smaller",
            ),
        }
    }

    /// What to do to get further, in the words of the command line.
    #[must_use]
    pub fn raise(self) -> &'static str {
        match self {
            Self::States(_) | Self::Memory(_) => "raise --max-states",
            Self::System(_) => "give the process more memory",
        }
    }
}

/// Names the limit that was hit, with its number.
impl core::fmt::Display for Limit {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match *self {
            Self::States(most) => {
                write!(f, "the limit of {} was hit", plural(most, "state"))
            }
            Self::Memory(most) => {
                let megabytes = Limits::states(most).bytes() >> 20;
                write!(
                    f,
                    "the limit of {megabytes} MiB of memory for {} was hit",
                    plural(most, "state")
                )
            }
            Self::System(_) => f.write_str("the system had no more memory"),
        }
    }
}

impl core::error::Error for Limit {}

impl Default for Limits {
    fn default() -> Self {
        Self::states(Self::DEFAULT_STATES)
    }
}

#[cfg(test)]
mod tests;
