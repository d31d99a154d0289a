//! How large a pack may be and how much work it may cause, so that a hostile or mistaken file gives
//! a message instead of using up the memory or blocking the build.
//!
//! Every limit is a count and none is a time, so the same file gives the same answer on every
//! machine. The JSON reader limits nesting, and [`Options`](super::Options) limits the states of a
//! level.

/// The most bytes of a pack's file. A hundred thousand rated levels have about ninety million.
pub const MAX_BYTES: usize = 128 << 20;

/// After this many findings the rest of a file is not checked: each finding holds a drawn board,
/// and a file may contain nothing but faults.
pub(super) const ENOUGH_FINDINGS: usize = 10_000;

/// How many levels are read, solved and judged before the next ones are read: enough for all
/// threads, and few enough to need little memory.
pub(super) const LEVELS_AT_A_TIME: usize = 1_024;

/// The most bytes of text that they have together, not counting the last one.
pub(super) const TEXT_AT_A_TIME: usize = 1 << 20;

/// How many faults of one object are reported one by one: every cell of a board may be wrong, and a
/// hostile object may have any number of fields.
pub(super) const MOST_FAULTS: usize = 300;

/// The most rows, and the most cells of a row, that a finding draws.
pub(super) const MOST_DRAWN: usize = 128;

/// The most states that the searches of all levels of one pack keep together: about fifty times
/// what the largest pack of this repository needs.
pub const PACK_STATES: u64 = 200_000_000;

/// How many levels may reach a raised limit of states before the pack reaches its own.
const LEVELS_AT_THE_LIMIT: u64 = 50;

/// The most states of all levels of a pack together, if one level may have `max_states`: raising
/// that limit also raises this one.
pub(super) fn pack_states(max_states: u32) -> u64 {
    PACK_STATES.max(LEVELS_AT_THE_LIMIT * u64::from(max_states))
}
