//! Floor 2: the word-parallel engine.
//!
//! Up to 128 arrangements of a set of *inner* blocks fit one word; an entry is one arrangement of
//! the *outer* blocks with the word of inner arrangements that are reached. Inner drags are floods
//! in a word; outer drags go from entry to entry and keep what is valid. Twists are planes of spent
//! and thawed bits over the plain component, swept backward by reverse rules.
//!
//! | file | what it holds |
//! |---|---|
//! | `component` | everything that can be reached from a level's opening, with exact distances |
//! | `openings` | every arrangement of a layout, each taken as an opening, with and without twists |
//! | `solve` | only the optimum and the first optimal line |
//! | `ahead`, `estimate` | A*, for the optimum of plain exit levels |
//! | `tracks` | positions as digits: the places of a block between the walls of its line |
//! | `space` | which blocks are inner, and what a digit allows |
//! | `inner` | the choice of the inner blocks |
//! | `lanes` | the words |
//! | `entries` | the table of entries and their links |
//! | `closure` | exploring a plain component |
//! | `field`, `planes`, `forward`, `twist` | planes of marks, and exploring with twists |
//! | `sweep`, `log` | distances, level by level |
//! | `wins` | which arrangements are won |
//! | `states`, `lines` | single states, and the optimal lines |
//! | `explored`, `plain` | the answers, by words or by the plain search |
//!
//! The plain search is the oracle: tests compare every figure with it.

mod ahead;
mod closure;
mod component;
mod entries;
mod estimate;
mod explored;
mod field;
mod forward;
mod inner;
mod lanes;
mod lines;
mod log;
#[cfg(feature = "make")]
mod openings;
mod plain;
mod planes;
mod solve;
mod space;
mod states;
mod sweep;
mod tracks;
mod twist;
mod wins;

pub use component::Component;
#[cfg(feature = "make")]
pub(super) use explored::Stop;
#[cfg(feature = "make")]
pub use openings::Depths;
#[cfg(feature = "make")]
pub(super) use openings::openings;
pub use solve::solve;
pub use states::Placement;
