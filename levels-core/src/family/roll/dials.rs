//! What a profile says about proposals of rolling-cube levels.
//!
//! Lists are drawn from uniformly, so an entry that is listed twice is twice as likely. Shares are
//! whole percentages: no decision depends on a floating-point number from the profile.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::measures::SPECIAL_SHARE;
use super::mechanic::{Mechanic, Mechanics};
use super::propose::Spec;
use crate::quality::{Size, Span};
use crate::rng::Rng;

/// How proposals are drawn and what they must have (docs/rules-roll.md, Generation).
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "profile", derive(serde::Deserialize))]
#[cfg_attr(feature = "profile", serde(deny_unknown_fields))]
pub struct Dials {
    /// Sizes of boards, such as `"6x5"`: six columns, five rows.
    pub sizes: Vec<Size>,
    /// The target difficulty, in percent: it sets the length of the loop that a board grows from,
    /// and the goal of annealing.
    pub target: Span,
    /// The kinds of special tiles that are allowed: `arrow`, `shift`, `line`, `explosive`.
    #[cfg_attr(feature = "profile", serde(default))]
    pub allow: Vec<String>,
    /// The kinds that are required.
    #[cfg_attr(feature = "profile", serde(default))]
    pub require: Vec<String>,
    /// How many changes annealing tries; 0 takes a loop with a few random changes as it is, which is
    /// fast and gives hard boards.
    #[cfg_attr(feature = "profile", serde(default))]
    pub iterations: u32,
    /// The fewest greens.
    #[cfg_attr(feature = "profile", serde(default = "three"))]
    pub min_greens: u32,
    /// The fewest states; smaller boards are not a puzzle.
    #[cfg_attr(feature = "profile", serde(default))]
    pub min_states: u64,
    /// The fewest actions of a shortest solution.
    #[cfg_attr(feature = "profile", serde(default = "five"))]
    pub min_moves: u32,
    /// The greatest probability with which random keys may win, in percent.
    #[cfg_attr(feature = "profile", serde(default = "hundred"))]
    pub max_random: u32,
    /// Whether boards that the greedy player wins are accepted.
    #[cfg_attr(feature = "profile", serde(default))]
    pub greedy: bool,
    /// The largest share of special tiles among standing ones, in percent; at most what
    /// verification allows.
    #[cfg_attr(feature = "profile", serde(default = "share"))]
    pub special_percent: usize,
}

impl Dials {
    /// Checks that the settings fit together; an error is one line.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), String> {
        if self.sizes.is_empty() {
            return Err("`sizes` is empty: there is nothing to draw from".into());
        }
        if let Some(size) = self.sizes.iter().find(|size| size.width * size.height < 4) {
            return Err(format!(
                "no loop fits on {}x{}: a board has at least four cells",
                size.width, size.height
            ));
        }
        for (name, percent) in [
            ("target", self.target.most),
            ("max_random", self.max_random),
        ] {
            if percent > 100 {
                return Err(format!("`{name}` is a percentage; {percent} is too much"));
            }
        }
        if self.special_percent > SPECIAL_SHARE {
            return Err(format!(
                "`special_percent` is above {SPECIAL_SHARE}, the most that verification allows"
            ));
        }
        let allowed = mechanics(&self.allow)?;
        let required = mechanics(&self.require)?;
        if let Some(missing) = required.minus(allowed).iter().next() {
            return Err(format!(
                "`require` names `{}` and `allow` does not",
                missing.word()
            ));
        }
        Ok(())
    }

    /// The requirements of one proposal.
    pub(super) fn spec(&self, rng: &mut Rng) -> Option<Spec> {
        let size = self
            .sizes
            .get(rng.below(self.sizes.len() as u32) as usize)?;
        let span = self.target.most - self.target.least;
        let percent = self.target.least + rng.below(span + 1);
        Some(Spec {
            cols: size.width,
            rows: size.height,
            target: f64::from(percent) / 100.0,
            allowed: mechanics(&self.allow).ok()?,
            required: mechanics(&self.require).ok()?,
            axis: None,
            iterations: self.iterations,
            min_greens: self.min_greens as usize,
        })
    }
}

/// The set that words name.
fn mechanics(words: &[String]) -> Result<Mechanics, String> {
    words.iter().try_fold(Mechanics::NONE, |set, word| {
        let known = || Mechanic::ALL.map(Mechanic::word).join(", ");
        let mechanic = Mechanic::from_word(word)
            .ok_or_else(|| format!("no kind of tile is called `{word}`; there are {}", known()))?;
        Ok(set.with(mechanic))
    })
}

#[cfg(feature = "profile")]
fn three() -> u32 {
    3
}

#[cfg(feature = "profile")]
fn five() -> u32 {
    5
}

#[cfg(feature = "profile")]
fn hundred() -> u32 {
    100
}

#[cfg(feature = "profile")]
fn share() -> usize {
    SPECIAL_SHARE
}
