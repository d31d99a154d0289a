//! How large a pack may be and how much work it may make, so that a hostile or mistaken file ends in a
//! message and neither in memory that runs out nor in a build that never ends.
//!
//! Every limit is a number and none is a time: the same file gives the same answer on every machine.
//! Nesting is limited where JSON is read, a level's states by [`Options`](super::Options).

/// The most bytes of a pack's file. A hundred thousand rated levels have about ninety million.
pub const MAX_BYTES: usize = 128 << 20;

/// How many findings of a file are collected before the levels after them are no longer looked at:
/// each holds a drawn board, and a file may hold nothing but faults.
pub(super) const ENOUGH_FINDINGS: usize = 10_000;

/// How many levels are read, solved and judged before the next ones are read: enough for all threads, and
/// few enough that what is known of them takes little memory.
pub(super) const LEVELS_AT_A_TIME: usize = 1_024;

/// How many bytes of text they have at most, the last of them left out.
pub(super) const TEXT_AT_A_TIME: usize = 1 << 20;

/// How many faults of one object are reported one by one: every cell of a board may be wrong, and a
/// hostile object may have any number of fields.
pub(super) const MOST_FAULTS: usize = 300;

/// The most rows, and the most cells of a row, that a finding draws.
pub(super) const MOST_DRAWN: usize = 128;

/// The most states that the searches of all levels of one pack keep together: some fifty times what
/// the largest pack of this repository has.
pub const PACK_STATES: u64 = 200_000_000;

/// How many levels may hit a limit of their own that was raised.
const LEVELS_AT_THE_LIMIT: u64 = 50;

/// The most states of all levels of a pack together, where one level may have `max_states`: raising
/// that limit raises this one, too.
pub(super) fn pack_states(max_states: u32) -> u64 {
    PACK_STATES.max(LEVELS_AT_THE_LIMIT * u64::from(max_states))
}
