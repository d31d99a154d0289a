//! Floor 3: what is measured on a solved level, whatever its family, and what makes it worth keeping.

mod decisions;
mod dials;
pub mod filters;
mod generate;
mod plain;
mod survey;

pub use decisions::Decisions;
pub use dials::{Size, Span};
pub use generate::{Effort, Generate, Proposal};
pub use survey::{Figure, Figures, Hit, Measure, Outcome, RawDimensions, Survey};
