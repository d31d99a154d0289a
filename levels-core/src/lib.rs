//! Puzzle levels that are proven right: rules, exact search, the pack format and its verification.
//!
//! A *board* is a checked *level*. The search finds out exactly whether it can be won and in how many
//! moves at best; verification compares that with what a pack's file claims; a game embeds packs that
//! passed and plays them by the same rules. Sliding blocks ([`family::slide`]) and the rolling cube
//! ([`family::roll`]) are built in; a family of your own implements the traits of [`puzzle`].
//!
//! ```
//! use levels_core::family::slide::Slide;
//! use levels_core::puzzle::Family;
//! use levels_core::quality::Measure;
//! use levels_core::search::Limits;
//!
//! let level = Slide::from_text("..b.\nKKb.\n....\n.cc.\nlantern right 1\nwin exit\n")?;
//! let board = Slide::build(&level)?;
//! let survey = Slide::survey(&board, Limits::default());
//! assert_eq!(survey.outcome.optimal(), Some(3)); // moves
//! # Ok::<(), levels_core::finding::Faults>(())
//! ```
//!
//! # Features
//!
//! Without features the crate is `no_std` with `alloc`, and holds what a game links.
//!
//! | feature | adds | includes | `std` |
//! |---|---|---|---|
//! | none (default) | rules, boards, play, hints, embedded packs | | no |
//! | `solve` | exact search and measures: [`search`], [`quality`] | | no |
//! | `make` | generation: proposals, filters, counts of small boards | `solve` | no |
//! | `verify` | packs, lints, verification, rating, repair: [`pack`], [`json`], [`registry`] | `solve` | yes |
//! | `progression` | the order of stages: [`progression`] | `verify` | yes |
//! | `embed` | a verified pack as Rust source: [`embed`] | `verify` | yes |
//! | `build` | the builder for `build.rs`: [`embed::Builder`] | `embed`, `progression` | yes |
//! | `profile` | settings of generation that `serde` can read | `make` | yes |
//!
//! The macro `levels_macro::include_pack!` needs no feature in your crate. `reference` is for tests only.
//!
//! # Where to go
//!
//! | to | see |
//! |---|---|
//! | build a board | [`family::slide::Board::new`], [`family::roll::Board::new`] |
//! | solve and measure it | [`quality::Measure::survey`] |
//! | verify a pack | [`pack::verify()`] |
//! | embed packs | [`embed::Builder`], `levels_macro::include_pack!` |
//! | play | [`play::Play`], [`Pack`], [`PackLevel`], [`Stages`] |
//! | write a family of your own | [`puzzle`], then [`pack::Stored`] |
//! | search any puzzle | [`search`] |
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
#[cfg(feature = "solve")]
pub mod lint_id;
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
