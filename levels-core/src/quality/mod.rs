//! Floor 3: what is measured on a solved level, whatever its family, and what makes it worth keeping.

mod archive;
mod decisions;
mod dials;
pub mod filters;
mod generate;
mod plain;
mod survey;

pub use archive::{Archive, choose_parent};
pub use decisions::Decisions;
pub use dials::{Size, Span};
pub use generate::{Drawn, Effort, Elite, Generate, Proposal, Source};
pub use survey::{Class, Figure, Figures, Hit, Measure, Outcome, RawDimensions, Survey};
