//! Difficulty, band and grade (docs/rules-roll.md, Difficulty, band and grade).

use super::figures::{Figures, Play};
use super::walks::saturate;

/// The weight of each term in the difficulty.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "profile", derive(serde::Deserialize))]
#[cfg_attr(feature = "profile", serde(default, deny_unknown_fields))]
pub struct Weights {
    /// Of not being won by chance.
    pub resistance: f64,
    /// Of mistakes that are easy to make and late to show.
    pub planning: f64,
    /// Of having few ways that are nearly as short as the shortest.
    pub uniqueness: f64,
    /// Of choices that matter.
    pub branching: f64,
    /// Of what a solution sets off.
    pub spectacle: f64,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            resistance: 0.35,
            planning: 0.25,
            uniqueness: 0.15,
            branching: 0.10,
            spectacle: 0.15,
        }
    }
}

/// The difficulty and the terms that it is the weighted sum of, each 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// The weighted sum, 0 to 1 under weights that add up to 1.
    pub difficulty: f64,
    /// Not being won by chance.
    pub resistance: f64,
    /// Mistakes that are easy to make and late to show.
    pub planning: f64,
    /// Few ways that are nearly as short as the shortest.
    pub uniqueness: f64,
    /// Choices that matter.
    pub branching: f64,
    /// What a solution sets off.
    pub spectacle: f64,
}

impl Score {
    /// The score of a board that can be won, from the figures of the golden data.
    #[must_use]
    pub fn of(play: &Play, weights: &Weights) -> Self {
        let resistance = clamp01(1.0 - play.random_solve_prob);
        let delay = saturate(f64::from(play.max_doom_delay) / 6.0);
        let planning = clamp01(0.6 * play.commitment + 0.4 * delay);
        let uniqueness = clamp01(1.0 - play.optimal_path_fraction);
        let branching = clamp01(play.decision * (1.0 - 0.5 * play.forced_fraction));
        let required = if play.spectacle_required { 1.0 } else { 0.0 };
        let spectacle = clamp01(0.5 * play.spectacle + 0.5 * required);
        let sum = weights.resistance * resistance
            + weights.planning * planning
            + weights.uniqueness * uniqueness
            + weights.branching * branching
            + weights.spectacle * spectacle;
        Self {
            difficulty: clamp01(sum),
            resistance,
            planning,
            uniqueness,
            branching,
            spectacle,
        }
    }

    /// The difficulty in billionths: decisions compare scores as integers, so that the last bit of
    /// a sum does not decide.
    #[must_use]
    pub fn rank(&self) -> u32 {
        billionths(self.difficulty)
    }
}

/// A number between 0 and 1 in billionths, rounded.
fn billionths(x: f64) -> u32 {
    (clamp01(x) * 1e9 + 0.5) as u32
}

/// `min(1, max(0, x))`.
pub(in super::super) fn clamp01(x: f64) -> f64 {
    x.clamp(0.0, 1.0)
}

/// A label of difficulty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    /// No win was found.
    Unsolvable,
    /// Won by the greedy player, by chance or in under four actions.
    Easy,
    /// Between easy and hard.
    Medium,
    /// Rarely won by chance; a third of the keys along the way are bad.
    Hard,
    /// Almost never won by chance; half of the keys along the way are bad.
    Expert,
}

impl Band {
    /// All bands: [`Band::Unsolvable`] first, then from easy to expert.
    pub const ALL: [Self; 5] = [
        Self::Unsolvable,
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
    ];

    /// The word that files use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Unsolvable => "unsolvable",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
        }
    }

    /// The band that a file's word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|band| band.word() == word)
    }

    /// The band of the golden data, which ignores size; `None` if play was not measured.
    #[must_use]
    pub fn of(figures: &Figures) -> Option<Self> {
        let Some(shortest) = figures.exploration.shortest_path else {
            return Some(Self::Unsolvable);
        };
        let play = figures.play.as_ref()?;
        let chance = play.random_solve_prob;
        Some(if play.greedy_solves || chance > 0.30 || shortest < 4 {
            Self::Easy
        } else if chance <= 0.01 && play.commitment >= 0.50 {
            Self::Expert
        } else if chance <= 0.05 && play.commitment >= 0.35 {
            Self::Hard
        } else {
            Self::Medium
        })
    }

    /// The grade: the band that packs claim and that is verified. A board that is small or leaves
    /// hardly any choice is not above medium (docs/rules-roll.md, Difficulty, band and grade).
    /// `None` if play was not measured.
    #[must_use]
    pub fn grade(figures: &Figures) -> Option<Self> {
        let band = Self::of(figures)?;
        let small = figures.exploration.reachable_states < 150;
        let forced = figures
            .play
            .as_ref()
            .is_some_and(|play| play.forced_fraction > 0.9);
        Some(match band {
            Self::Unsolvable | Self::Easy => band,
            _ if small || forced => Self::Medium,
            band => band,
        })
    }
}
