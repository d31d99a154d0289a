//! The shipped packs as static tables.
//!
//! Nothing here is loaded or checked at run time: every level was solved while this crate was
//! compiled, and a pack that is not proven does not compile. The macro embeds the worlds; the build
//! script embeds dailies, the rolling ladder and the stages of the progression, since stages span packs.
#![no_std]

use levels_core::Pack;
use levels_core::daily::Date;

levels_macro::include_pack! {
    /// World 1: plain blocks.
    pub static WILLOW_HOLLOW = "../levels/willow-hollow.json";
}

levels_macro::include_pack! {
    /// World 2: ice.
    pub static FROST_RUN = "../levels/frost-run.json";
}

levels_macro::include_pack! {
    /// World 3: sand.
    pub static DUNE_GATE = "../levels/dune-gate.json";
}

levels_macro::include_pack! {
    /// World 4: rime.
    pub static RIME_VAULT = "../levels/rime-vault.json";
}

levels_macro::include_pack! {
    /// World 5: beams and mirrors.
    pub static PRISM_COURT = "../levels/prism-court.json";
}

levels_macro::include_pack! {
    /// Well-known sliding boards, from easiest to hardest.
    pub static CLASSICS = "../levels/classics.json";
}

levels_macro::include_pack! {
    /// Sliding boards that belong to no world and appear in the progression.
    pub static LIBRARY_SLIDE = "../levels/library-slide.json";
}

levels_macro::include_pack! {
    /// Rolling-cube boards that appear in the progression.
    pub static LIBRARY_ROLL = "../levels/library-roll.json";
}

pub mod built {
    //! The tables that the build script wrote.
    include!(concat!(env!("OUT_DIR"), "/levels.rs"));
}

pub use built::{DAILIES, ROLL_LADDER, STAGES};

/// The worlds in the order in which a player meets them; `stars_to_open` of each counts the stars won
/// in all of them.
pub static WORLDS: &[&Pack] = &[
    &WILLOW_HOLLOW,
    &FROST_RUN,
    &DUNE_GATE,
    &RIME_VAULT,
    &PRISM_COURT,
];

/// All packs, the worlds first.
pub static PACKS: &[&Pack] = &[
    &WILLOW_HOLLOW,
    &FROST_RUN,
    &DUNE_GATE,
    &RIME_VAULT,
    &PRISM_COURT,
    &ROLL_LADDER,
    &CLASSICS,
    &LIBRARY_SLIDE,
    &LIBRARY_ROLL,
    &DAILIES,
];

/// The level with that id, with its pack.
#[must_use]
pub fn level(id: &str) -> Option<(&'static Pack, &'static levels_core::PackLevel)> {
    PACKS.iter().find_map(|pack| Some((*pack, pack.get(id)?)))
}

/// The puzzle of a day, in UTC.
#[must_use]
pub fn daily(date: Date) -> &'static levels_core::PackLevel {
    &DAILIES.levels[date.puzzle(DAILIES.levels.len() as u32) as usize]
}
