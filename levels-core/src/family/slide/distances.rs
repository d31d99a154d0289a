//! The exact distance to a win of every position with which a layout's levels may open.
//!
//! A level opens with fresh bits: no sand is spent, and rime is thawed only where the Key rests
//! beside it. Every *arrangement* of the layout's blocks that can be reached when all of them move
//! like crystal may be an opening. On plain boards moves can be undone, and one exploration gives
//! all distances. Sand, ice and rime make moves one-way: using the forward rules backward would use
//! moves that the player does not have (docs/rules-slide.md, Distances). The word engine sweeps
//! backward by reverse rules over all planes of spent and thawed bits; the plain search, which is
//! used if words cannot represent a layout, explores forward and keeps the moves.
//!
//! [`fresh_distances`] is the entry point.

pub(super) mod plain;

use core::fmt;

use super::board::Board;
use super::engine::{self, Depths, Stop};
use super::level::Kind;
use crate::search::Limits;

/// A layout has more states than were allowed: nothing is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// How many were allowed.
    pub states: u64,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the limit of {} states was hit: nothing is known",
            self.states
        )
    }
}

impl core::error::Error for TooLarge {}

/// An arrangement with which a level may open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening<'a> {
    /// The place of every block.
    pub places: &'a [u8],
    /// The fewest moves to the nearest of all wins.
    pub distance: u32,
    /// Whether the distance would be less if sand, ice and rime were crystal.
    pub bent: bool,
}

/// What is known about a layout besides its openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explored {
    /// How many states there are: arrangements times the number of sets of spent and thawed blocks.
    pub states: u64,
    /// Whether a block with an axis, other than the Key, is at the same place in all arrangements:
    /// it is dead in every level of the layout.
    pub dead_block: bool,
}

/// Calls `visit` for every arrangement of the layout with fresh bits whose distance is wanted, in
/// no particular order. If the hardest are wanted, it may also be called for easier ones that are
/// not.
///
/// The same number counts against the limit in every engine: the arrangements times the number of
/// sets of spent and thawed blocks (times two for each block of sand or rime). It is a bound on the
/// states of all levels of the layout.
///
/// # Errors
/// [`TooLarge`] if there are more states than `limits` allows; then `visit` was not called.
pub fn fresh_distances(
    layout: &Board,
    limits: Limits,
    depths: impl Into<Depths>,
    mut visit: impl FnMut(Opening<'_>),
) -> Result<Explored, TooLarge> {
    let depths = depths.into();
    let sets = Sets::of(layout);
    let arrangements = sets.arrangements(limits);
    let mut deliver = |places: &[u8], distance, bent| {
        visit(Opening {
            places,
            distance,
            bent,
        });
    };
    match engine::openings(layout, arrangements, &depths, &mut deliver) {
        Ok(found) => Ok(sets.explored(found.arrangements, found.still)),
        Err(Stop::Exhausted(_)) => Err(TooLarge {
            states: u64::from(limits.max_states),
        }),
        Err(Stop::Unsuited) => {
            let range = if depths.hardest {
                0..=u32::MAX
            } else {
                depths.range
            };
            plain::fresh_distances(layout, limits, range, visit)
        }
    }
}

/// How many blocks can be spent or thawed.
#[derive(Debug, Clone, Copy)]
struct Sets {
    blocks: u32,
}

impl Sets {
    fn of(layout: &Board) -> Self {
        let marked = |kind| matches!(kind, Kind::Sand | Kind::Rime);
        let blocks = layout.blocks().iter();
        Self {
            blocks: blocks.filter(|block| marked(block.kind)).count() as u32,
        }
    }

    /// How many arrangements a layout may have.
    fn arrangements(self, limits: Limits) -> u32 {
        limits.max_states.checked_shr(self.blocks).unwrap_or(0)
    }

    fn explored(self, arrangements: u64, dead_block: bool) -> Explored {
        Explored {
            states: arrangements << self.blocks,
            dead_block,
        }
    }
}

/// Whether moves of this kind of block differ from crystal's.
pub(super) fn is_one_way(kind: Kind) -> bool {
    matches!(kind, Kind::Sand | Kind::Ice | Kind::Rime)
}

/// The layout with sand, ice and rime made crystal; `None` if there is none of them.
pub(super) fn flattened(layout: &Board) -> Option<Board> {
    let twisted = |kind| is_one_way(kind);
    if !layout.blocks().iter().any(|block| twisted(block.kind)) {
        return None;
    }
    // Only kinds change, and crystal is always valid.
    Board::new(&layout.level_with_crystal(|block| twisted(block.kind))).ok()
}
