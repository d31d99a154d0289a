//! The shipped packs as static tables.
//!
//! Nothing here is loaded or checked at run time: the macro solved every level while this crate was
//! compiled, and a pack that is not proven does not compile.
#![no_std]

use levels_core::{Pack, Stages};

levels_macro::include_pack! {
    /// Well-known sliding boards, from easiest to hardest.
    pub static CLASSICS = "../levels/classics.json";
}

levels_macro::include_pack! {
    /// A ladder of rolling-cube boards: six tutorials, then rising.
    pub static ROLL_LADDER = "../levels/roll-ladder.json";
}

/// All packs in the order in which a player meets them.
pub static PACKS: &[&Pack] = &[&CLASSICS, &ROLL_LADDER];

/// The puzzles of the day, one a date.
pub static DAILIES: Option<&Pack> = None;

/// The order of stages through the packs.
pub static STAGES: Option<&Stages> = None;
