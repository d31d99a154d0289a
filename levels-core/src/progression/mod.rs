//! Floor 5: the order of stages, a fill and not a sort.
//!
//! Difficulty rates a level; progression places it. The library is a [`Pool`] of [`RatedLevel`]s;
//! every stage of the progression carries an ask, the best remaining level for that ask is taken
//! out of the pool, and what happened is recorded on the stage. Nothing here depends on a family.
//!
//! ```text
//! rate ─▶ Pool ─▶ select ─▶ reserve ─▶ fill ─▶ polish ─▶ Order ─▶ Report, explain, trace
//!                             ask: envelope, rhythm, tones       └▶ ModelLock ─▶ pin, Migration
//!                             choice: scoring, relax, syllabus
//! ```
//!
//! [`Progression`] holds everything that can be tuned; `docs/progression.md` lists the defaults.
//! The order depends only on settings and levels, not on the order of the levels, on threads or on
//! the platform. All comparisons are between integers of thousandths, and a keyed hash breaks ties.
//!
//! Two places for data from players are marked in the code: where a stage's target is computed
//! (`ask`) and where a candidate is scored (`scoring`).

mod accept;
mod ask;
mod build;
mod check;
mod cost;
mod draw;
mod envelope;
mod explain;
mod figures;
mod fill;
mod keyed_hash;
mod library;
mod lock;
mod migrate;
mod number;
mod order;
mod pin;
mod polish;
mod pool;
mod rate;
mod rated;
mod read;
mod record;
mod relax;
mod report;
mod reserve;
mod rhythm;
mod scoring;
mod select;
mod settings;
mod shortage;
mod syllabus;
mod tiers;
mod tones;

#[cfg(test)]
mod tests;

pub use accept::Accept;
pub use check::{OrderFinding, check};
pub use draw::trace;
pub use envelope::Window;
pub use explain::explain;
pub use figures::Figures;
pub use library::{Library, LibraryReport, pool_of};
pub use lock::{LockedOrder, ModelLock, OrderMoved, Recorded};
pub use migrate::{Migration, UnknownVersion};
pub use order::Order;
pub use pool::{MAX_MECHANICS, Pool};
pub use rate::{Evidence, MeasuredLevel, RATING_WEIGHTS, SizeSpan, rate, rating};
pub use rated::{Dimensions, PRIOR_CONFIDENCE, RatedLevel};
pub use record::{Placed, Record, RunnerUp};
pub use relax::Rung;
pub use report::{Bound, Report, Row, compare};
pub use rhythm::{Beat, Rhythm};
pub use scoring::Score;
pub use settings::{
    Calibration, Envelope, Introduce, Polish, Progression, Reserve, Steps, Variant, Variety,
    Weights,
};
pub use shortage::Shortage;
pub use tiers::{Tier, Tiers};
pub use tones::{Reach, Role, Tone, Tones};
