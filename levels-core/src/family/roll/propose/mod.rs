//! Floor 3: proposals (docs/rules-roll.md, Generation).
//!
//! | file | what it holds |
//! |---|---|
//! | `draft` | a board under construction |
//! | `backbone` | a random loop through the base: always solvable |
//! | `mutate` | one random change |
//! | `anneal` | many changes toward a difficulty, or toward an easy board |
//! | `batch` | the two profiles of specs for a whole batch |
//!
//! Everything is a function of a seed: no clock, no shared stream of random numbers.

mod anneal;
mod backbone;
mod batch;
mod draft;
mod mutate;

use super::mechanic::Mechanics;
use crate::grid::Axis;

pub use anneal::{Annealed, anneal, anneal_easy};
pub use backbone::backbone;
pub use batch::{ramp, spread};
pub use draft::Draft;
pub use mutate::mutate;

/// The requirements of a proposal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spec {
    /// Columns.
    pub cols: usize,
    /// Rows.
    pub rows: usize,
    /// The difficulty to aim at, 0 to 1; it also sets the length of the backbone.
    pub target: f64,
    /// What may be used.
    pub allowed: Mechanics,
    /// What must be used.
    pub required: Mechanics,
    /// The only axis along which lines may sweep; `None` for both.
    pub axis: Option<Axis>,
    /// How many changes are tried.
    pub iterations: u32,
    /// The fewest greens.
    pub min_greens: usize,
}
