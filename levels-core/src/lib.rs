//! Puzzle levels that are proven right.
#![no_std]

extern crate alloc;
#[cfg(any(feature = "verify", test))]
extern crate std;

pub mod bits;
pub mod daily;
#[cfg(feature = "embed")]
pub mod embed;
pub mod family;
pub mod finding;
pub mod glyphs;
pub mod grid;
pub mod hint;
#[cfg(feature = "verify")]
pub mod json;
mod line;
#[cfg(feature = "verify")]
pub mod pack;
pub mod picture;
pub mod play;
#[cfg(feature = "progression")]
pub mod progression;
pub mod puzzle;
#[cfg(feature = "solve")]
pub mod quality;
#[cfg(feature = "verify")]
pub mod registry;
#[cfg(feature = "solve")]
pub mod rng;
pub mod runtime;
#[cfg(feature = "solve")]
pub mod search;
pub mod visited;
pub mod wording;
pub mod wrap;

pub use phf;
pub use runtime::{Pack, PackLevel, Stage, Stages, Stars};

/// The version of rules, measures and selection. Raise it with every change to what a pack or a
/// stage means.
pub const MODEL_VERSION: &str = "levels-1";

/// Whether two version strings are equal, in a `const` context: what embedded packs assert.
#[must_use]
pub const fn same_version(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}
