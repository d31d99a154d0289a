//! Tiers: the one place that turns a rating into a word.
//!
//! The boundaries are the pool's own quantiles (docs/progression.md, Tiers), so a tier is relative:
//! it says where a level is among the levels it is played with.

use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::number::quantile;

/// How hard a level is among the levels of its pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Up to the pool's first quartile.
    Easy,
    /// Up to the median.
    Steady,
    /// Up to the third quartile.
    Tricky,
    /// Up to the ninth decile.
    Hard,
    /// The rest.
    Expert,
}

/// The four boundaries between the tiers of one pool.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tiers {
    boundaries: [f64; 4],
}

impl Tier {
    /// All tiers, easiest first.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::Steady,
        Self::Tricky,
        Self::Hard,
        Self::Expert,
    ];

    /// The word that files and reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Steady => "steady",
            Self::Tricky => "tricky",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The tier of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.name() == name)
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Tiers {
    /// The boundaries over `ratings`, in any order: the quantiles .25, .50, .75 and .90.
    #[must_use]
    pub fn over(ratings: &[f64]) -> Self {
        let mut sorted: Vec<f64> = ratings.to_vec();
        sorted.sort_by(f64::total_cmp);
        Self {
            boundaries: [0.25, 0.50, 0.75, 0.90].map(|q| quantile(&sorted, q)),
        }
    }

    /// The tier of a rating; a boundary belongs to the tier below it.
    #[must_use]
    pub fn tier(&self, rating: f64) -> Tier {
        let above = self.boundaries.iter().filter(|&&b| rating > b).count();
        Tier::ALL[above]
    }

    /// The boundaries themselves, ascending.
    #[must_use]
    pub fn boundaries(&self) -> [f64; 4] {
        self.boundaries
    }
}
