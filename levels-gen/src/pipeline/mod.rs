//! From proposals to a pack: propose → screen → solve → measure → filter → bucket.
//!
//! Nothing here names a family. A family proposes levels and defines what else it requires of them
//! ([`Generate`](levels_core::quality::Generate)); everything that happens to a proposal afterwards
//! is the same for all.
//!
//! A pack is a pure function of profile, seed and the number of the layout: layouts are worked on in
//! batches of a fixed size, each against what had been kept before the batch, and their results are
//! taken in order. So any number of threads gives the same bytes and the same counters.

mod assemble;
mod attempt;
mod bucket;
mod families;
mod order;
mod profile;
mod progress;

pub use bucket::Bucket;
pub use families::{Generators, Made, Request, step};
pub use profile::{family_of, read_toml};
pub use progress::Progress;
