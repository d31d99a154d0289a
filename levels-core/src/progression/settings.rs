//! Everything that can be tuned, in one value.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde::{Deserialize, Serialize};

use super::accept::Accept;
use super::number::milli;
use super::rhythm::{Beat, Rhythm};
use super::tones::{Tone, Tones};

/// How an order of stages is built. `docs/progression.md` lists the defaults; a game changes some
/// of them and calls [`Progression::build`].
#[derive(Debug, Clone, PartialEq)]
pub struct Progression {
    /// The name of the order: the library's version, a slash and the game's own number.
    pub model_version: String,
    /// The key of the hash that breaks ties.
    pub seed: u64,
    /// The number of stages; `None` for all levels that can be placed.
    pub stages: Option<usize>,
    /// The method.
    pub variant: Variant,
    /// When each mechanic is introduced.
    pub introduce: Introduce,
    /// Where the window of a stage lies.
    pub envelope: Envelope,
    /// Which tone a stage has.
    pub rhythm: Rhythm,
    /// How far each tone reaches around the anchor.
    pub tones: Tones,
    /// How far consecutive ratings may differ.
    pub steps: Steps,
    /// The first stages.
    pub calibration: Calibration,
    /// What a candidate's score is made of.
    pub weights: Weights,
    /// What keeps neighbours apart.
    pub variety: Variety,
    /// How milestones are set aside.
    pub reserve: Reserve,
    /// How the filled order is improved.
    pub polish: Polish,
    /// What the report accepts.
    pub accept: Accept,
}

/// The methods. Use the last one; the others exist to show known mistakes in the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// By rating.
    Sort,
    /// Greedy with the anchor at the easiest level left: nearly a sort, with a rhythm on top.
    MinAnchor,
    /// Greedy with one symmetric band for every tone: easy levels are left for the end.
    SymmetricBand,
    /// Filled stage by stage, neither reserve nor polish.
    Greedy,
    /// Reserve, fill, polish.
    Full,
}

/// When mechanics are introduced.
#[derive(Debug, Clone, PartialEq)]
pub struct Introduce {
    /// Mechanics with the stage index (from 0) that introduces each. Mechanics that are not named
    /// here follow in the order of their names at `spacing`.
    pub fixed: Vec<(String, usize)>,
    /// The stage indices for mechanics that `fixed` does not name, for `spacing_stages` stages and
    /// scaled to the number there is. More mechanics than entries share the same span evenly.
    pub spacing: Vec<usize>,
    /// See `spacing`.
    pub spacing_stages: usize,
}

/// Where the window of a stage lies: anchor, band and wave over progress p from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Envelope {
    /// The quantile of the remaining ratings at p = 0. Never the minimum: the easiest levels would
    /// be used first, the minimum would rise slowly, and the result would be nearly a sort.
    pub quantile: f64,
    /// What the quantile gains until p = 1.
    pub quantile_gain: f64,
    /// The power of p in that gain.
    pub quantile_power: f64,
    /// The band at p = 0, in points of rating.
    pub band: f64,
    /// What the band gains until p = 1.
    pub band_gain: f64,
    /// The wave at p = 0, a factor on the band.
    pub wave: f64,
    /// What the wave gains until p = 1.
    pub wave_gain: f64,
}

/// How far consecutive ratings may differ, in points of rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Steps {
    /// The greatest rise.
    pub rise: f64,
    /// The greatest fall.
    pub fall: f64,
}

/// The first stages: strictly rising, small, nothing to puzzle out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Calibration {
    /// How many stages.
    pub stages: usize,
    /// The pool's quantile that the last of them aims at; the first aims at the easiest level.
    pub quantile: f64,
    /// How far a rating may be from its target.
    pub tolerance: f64,
    /// The largest board, in cells.
    pub area: u32,
    /// The highest deduction.
    pub deduction: f64,
}

/// The weights of a candidate's score; the lowest score is chosen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Of the distance from the target.
    pub fit: f64,
    /// Of the role misfit.
    pub role: f64,
    /// Of the number of mechanics.
    pub mechanics: f64,
    /// Of likeness to the stages before.
    pub variety: f64,
}

/// What keeps neighbours apart, and what a candidate must at least be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Variety {
    /// A family key may not come back within this many stages.
    pub family_window: usize,
    /// Likeness of size and mechanics counts over this many stages.
    pub look_back: usize,
    /// A mechanic counts as fresh for this many stages after its introduction.
    pub fresh: usize,
    /// At most this many levels in a row of one size, and of one set of mechanics.
    pub streak: usize,
    /// Above this role misfit a level is not a candidate.
    pub role: f64,
}

/// How milestones are set aside before the fill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reserve {
    /// The quantile of the pool that the milestones start from.
    pub quantile: f64,
    /// What it gains until the last milestone.
    pub quantile_gain: f64,
    /// The power of (j + 1) / J in that gain.
    pub quantile_power: f64,
    /// The weight of the boss misfit against the distance from the quantile.
    pub boss: f64,
    /// No level within this many stages of a milestone may reach its rating …
    pub radius: usize,
    /// … minus this, in points of rating.
    pub margin: f64,
}

/// How the filled order is improved by swaps on frozen targets: passes and prices.
#[derive(Debug, Clone, PartialEq)]
pub struct Polish {
    /// For each pass over all stages, the factor on the prices of steps, families and overtaken
    /// milestones. They rise: levels first find their part of the curve, and then violations are
    /// removed.
    pub firmness: Vec<f64>,
    /// From this firmness on, pairs of neighbours are also swapped.
    pub firm: f64,
    /// Two neighbours that cost this much are swapped together.
    pub trouble: f64,
    /// The price of a step over the limit, per point of excess.
    pub step_excess: f64,
    /// The price of any step over the limit.
    pub step: f64,
    /// The price of a family key that comes back within the window.
    pub family: f64,
    /// The price of a family key in two neighbouring stages.
    pub family_next: f64,
    /// The price of a level that overtakes a milestone.
    pub overtaken: f64,
    /// The greatest distance from the target that counts, in half windows; the price is its square.
    pub fit_most: f64,
    /// The price of the role misfit.
    pub role: f64,
    /// The price of a role misfit above [`Variety::role`].
    pub role_missed: f64,
    /// The price of a rating outside its window.
    pub outside: f64,
    /// The additional price of a rating outside a window that is a quarter wider.
    pub far_outside: f64,
    /// The price of a third level in a row of one size.
    pub size_streak: f64,
    /// The price of a third level in a row of one set of mechanics.
    pub mechanic_streak: f64,
    /// The price of a comfort stage this far below the local mean: dips belong to recovery.
    pub dip: f64,
    /// See `dip`, in points of rating.
    pub dip_depth: f64,
    /// The price of an easy level late in the progression …
    pub late_easy: f64,
    /// … which begins at this part of the last stage that may be easy.
    pub late_from: f64,
}

impl Progression {
    /// The place in the cycle of beats, tone and aim of `stage` (from 0) among `stages`. Only the
    /// full method has the finale.
    pub(super) fn beat(&self, stage: usize, stages: usize) -> (usize, Beat) {
        let (place, beat) = self.rhythm.at(stage);
        let finale = match self.variant {
            Variant::Full => self.rhythm.finale(stage, stages),
            _ => None,
        };
        (place, finale.unwrap_or(beat))
    }

    /// Whether `stage` of `stages` is a milestone.
    pub(super) fn is_milestone(&self, stage: usize, stages: usize) -> bool {
        stage < stages && self.beat(stage, stages).1.tone == Tone::Milestone
    }
}

impl Steps {
    /// The greatest rise in thousandths, one below the limit, so that the limit also holds if two
    /// ratings are subtracted as floating-point numbers.
    pub(super) fn rise_milli(&self) -> i64 {
        milli(self.rise) - 1
    }

    /// The greatest fall in the same way.
    pub(super) fn fall_milli(&self) -> i64 {
        milli(self.fall) - 1
    }
}

impl Variant {
    /// All variants, the method to use last.
    pub const ALL: [Self; 5] = [
        Self::Sort,
        Self::MinAnchor,
        Self::SymmetricBand,
        Self::Greedy,
        Self::Full,
    ];

    /// The name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Sort => "sort",
            Self::MinAnchor => "min-anchor",
            Self::SymmetricBand => "symmetric-band",
            Self::Greedy => "greedy",
            Self::Full => "full",
        }
    }

    /// The variant with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|variant| variant.name() == name)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Default for Progression {
    fn default() -> Self {
        Self {
            model_version: alloc::format!("{}/1", crate::MODEL_VERSION),
            seed: 1,
            stages: None,
            variant: Variant::Full,
            introduce: Introduce::default(),
            envelope: Envelope::default(),
            rhythm: Rhythm::default(),
            tones: Tones::default(),
            steps: Steps::default(),
            calibration: Calibration::default(),
            weights: Weights::default(),
            variety: Variety::default(),
            reserve: Reserve::default(),
            polish: Polish::default(),
            accept: Accept::default(),
        }
    }
}

impl Default for Introduce {
    fn default() -> Self {
        Self {
            fixed: Vec::new(),
            spacing: alloc::vec![8, 27, 56, 95, 147],
            spacing_stages: 392,
        }
    }
}

impl Default for Envelope {
    fn default() -> Self {
        Self {
            quantile: 0.08,
            quantile_gain: 0.74,
            quantile_power: 1.1,
            band: 1.5,
            band_gain: 0.9,
            wave: 1.0,
            wave_gain: 0.15,
        }
    }
}

impl Default for Steps {
    fn default() -> Self {
        Self {
            rise: 2.2,
            fall: 3.4,
        }
    }
}

impl Default for Calibration {
    fn default() -> Self {
        Self {
            stages: 6,
            quantile: 0.20,
            tolerance: 0.6,
            area: 36,
            deduction: 3.5,
        }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            fit: 1.0,
            role: 0.35,
            mechanics: 0.30,
            variety: 0.35,
        }
    }
}

impl Default for Variety {
    fn default() -> Self {
        Self {
            family_window: 8,
            look_back: 6,
            fresh: 10,
            streak: 2,
            role: 0.85,
        }
    }
}

impl Default for Reserve {
    fn default() -> Self {
        Self {
            quantile: 0.50,
            quantile_gain: 0.50,
            quantile_power: 0.9,
            boss: 0.4,
            radius: 6,
            margin: 0.05,
        }
    }
}

impl Default for Polish {
    fn default() -> Self {
        Self {
            firmness: alloc::vec![0.1, 1.0, 10.0, 10.0],
            firm: 10.0,
            trouble: 2.0,
            step_excess: 3.0,
            step: 1.0,
            family: 2.0,
            family_next: 6.0,
            overtaken: 2.5,
            fit_most: 3.0,
            role: 0.35,
            role_missed: 0.7,
            outside: 0.6,
            far_outside: 0.5,
            size_streak: 0.7,
            mechanic_streak: 0.7,
            dip: 0.15,
            dip_depth: 0.95,
            late_easy: 1.0,
            late_from: 0.95,
        }
    }
}
