//! Floor 4: the pack format, its lints and the one verification.
//!
//! [`verify`] decides whether a pack may ship. The macro, the build script, the command line and
//! the tests all call it and add no checks of their own. A [`VerifiedPack`] has no other
//! constructor.

mod check;
mod file;
mod finding;
mod folder;
mod judge;
mod limits;
mod lint;
mod plain;
mod rate;
mod repair;
mod schema;
mod solve;
mod stored;
mod verify;

#[cfg(feature = "progression")]
pub(crate) use check::finding;
/// The JSON values that a family writes: what `serde_json` calls a `Value`.
pub use serde_json::Value as Json;

pub use check::{PackLevel, levels, shell_word};
pub use file::{LevelFile, PackFile, Recipe, SCHEMA_PATH, figure_to_json};
pub use finding::{Finding, Severity};
pub use folder::{Entry, LOCK_FILE, ORDER_FILE, file_entry, folder_entry};
pub use limits::{MAX_BYTES, PACK_STATES};
pub use lint::{LINTS, Lint, LintLevel, LintLevels, lint};
pub use plain::{drawing, plain, summary};
pub use rate::rate;
pub use repair::{Bench, Change, MAX_TRIES, Repair, Repaired, UnsolvablePart};
pub use schema::schema;
pub use stored::{AnyFamily, AnyLevel, AnyReplay, AnySurvey, Families, Stored, any};
pub use verify::{Options, PackReport, Verification, VerifiedLevel, VerifiedPack, verify};

/// The number of the pack format that this library reads and writes.
pub const FORMAT: u64 = 1;

/// Whether this library, and with it every search, was compiled with optimisation. Cargo does that for
/// macros and build scripts only if the root of the workspace says so.
pub const OPTIMISED: bool = !matches!(env!("LEVELS_CORE_OPT_LEVEL").as_bytes(), b"0");
