//! Floor 3: what is measured on a solved level, whatever its family, and what makes it worth keeping.

#[cfg(feature = "make")]
mod archive;
mod decisions;
#[cfg(feature = "make")]
mod dials;
#[cfg(feature = "make")]
pub mod filters;
#[cfg(feature = "make")]
mod generate;
mod plain;
mod survey;

#[cfg(feature = "make")]
pub use archive::{Archive, choose_parent};
pub use decisions::Decisions;
#[cfg(feature = "make")]
pub use dials::{Size, Span};
#[cfg(feature = "make")]
pub use generate::{Drawn, Effort, Elite, Generate, Proposal, Source};
pub use survey::{Class, Figure, Figures, Hit, Measure, Outcome, RawDimensions, Survey};
