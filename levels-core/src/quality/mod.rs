//! Floor 3: what is measured on a solved level, whatever its family.

mod survey;

pub use survey::{Figure, Figures, Hit, Measure, Outcome, Survey};
