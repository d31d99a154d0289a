//! A rated level of any family, as the progression uses it.

use alloc::string::String;
use alloc::vec::Vec;

use super::tiers::Tier;

/// The confidence in a rating that no player has tested.
pub const PRIOR_CONFIDENCE: f64 = 0.2;

/// Four dimensions of difficulty, each a percentile from 0 to 10 within the pool.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Dimensions {
    /// How much there is to decide.
    pub deduction: f64,
    /// The worst single decision.
    pub peak: f64,
    /// How long the level is and how much of it moves.
    pub scale: f64,
    /// How much looks alike.
    pub sameness: f64,
}

/// One level as the progression sees it. The fields come from a file and may be wrong; those in a
/// [`Pool`](super::Pool) are right.
#[derive(Debug, Clone, PartialEq)]
pub struct RatedLevel {
    /// The level's id, unique within a pool.
    pub id: String,
    /// Difficulty from 0 to 10 on the pool's scale.
    pub rating: f64,
    /// The tier that the rating falls into.
    pub tier: Tier,
    /// The dimensions of difficulty that the rating is made of.
    pub dimensions: Dimensions,
    /// The size of the board as it is written, such as `6x6`.
    pub size: String,
    /// The number of cells.
    pub area: u32,
    /// The mechanics that a player must know, each once.
    pub mechanics: Vec<String>,
    /// What the level is made of, positions ignored: levels with the same key feel alike.
    pub family_key: String,
    /// The content hash, which names the level in `model.lock`: `puzzle:` and the digest of its
    /// canonical form, which mirrored, turned and renamed boards share, or the digest of its text
    /// alone if it was recorded that way. If a pool file has none, it is `id:` and the id.
    pub content: String,
    /// How far the rating can be trusted, from 0 to 1; [`PRIOR_CONFIDENCE`] until there are players.
    pub confidence: f64,
    /// How many plays the rating rests on.
    pub samples: u64,
}

impl Dimensions {
    /// The names in the order of [`Dimensions::values`].
    pub const NAMES: [&'static str; 4] = ["deduction", "peak", "scale", "sameness"];

    /// The four values in the order of [`Dimensions::NAMES`].
    #[must_use]
    pub fn values(self) -> [f64; 4] {
        [self.deduction, self.peak, self.scale, self.sameness]
    }

    /// The dimensions with these values, in the order of [`Dimensions::NAMES`].
    #[must_use]
    pub fn from_values([deduction, peak, scale, sameness]: [f64; 4]) -> Self {
        Self {
            deduction,
            peak,
            scale,
            sameness,
        }
    }
}

impl RatedLevel {
    /// The content key of a level whose content hash is not known.
    #[must_use]
    pub fn content_of_id(id: &str) -> String {
        alloc::format!("id:{id}")
    }
}
