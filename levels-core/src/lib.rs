//! Puzzle levels that are proven right.
#![no_std]

extern crate alloc;
#[cfg(any(feature = "verify", test))]
extern crate std;

pub mod bits;
pub mod family;
pub mod finding;
pub mod grid;
#[cfg(feature = "progression")]
pub mod progression;
pub mod puzzle;
#[cfg(feature = "solve")]
pub mod rng;
#[cfg(feature = "solve")]
pub mod search;

/// Names rules, measures and selection. Anything that changes what a pack or a stage means raises it.
pub const MODEL_VERSION: &str = "levels-1";
