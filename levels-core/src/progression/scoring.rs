//! Scoring: how well a level suits a stage, in four terms; lower is better.

use serde::{Deserialize, Serialize};

use super::ask::Ask;
use super::number::{milli, rounded};
use super::pool::Facts;
use super::rated::Dimensions;
use super::settings::Progression;
use super::tones::Role;

/// The terms of a score, each already times its weight.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The distance from the target.
    pub fit: f64,
    /// The role misfit.
    pub role: f64,
    /// The number of mechanics compared with the desired number.
    pub mechanics: f64,
    /// Likeness to the stages before.
    pub variety: f64,
    /// The sum.
    pub total: f64,
}

impl Score {
    /// The score of a level on an ask, `before` being the levels before the stage, nearest first.
    pub(super) fn of(settings: &Progression, ask: &Ask, level: &Facts, before: &[Facts]) -> Self {
        let weights = &settings.weights;
        let near = before.iter().take(settings.variety.look_back);
        let fit = weights.fit * fit(level.rating, ask.target, ask.window.half(), 2.0);
        let role = weights.role * role_misfit(ask.role, level);
        let mechanics = mechanics_misfit(level.mechanics, ask.wish, ask.fresh);
        let mechanics = weights.mechanics * mechanics;
        let variety = weights.variety * likeness(level, near);
        // Place for player data: a skill fit, how far the level is from this player's skill, would
        // be one more term here.
        Self {
            fit,
            role,
            mechanics,
            variety,
            total: fit + role + mechanics + variety,
        }
    }

    /// The total in thousandths: the form in which scores are compared.
    #[must_use]
    pub fn milli(&self) -> i64 {
        milli(self.total)
    }

    /// The score with every figure rounded to thousandths, as it is recorded.
    pub(super) fn rounded(self) -> Self {
        Self {
            fit: rounded(self.fit),
            role: rounded(self.role),
            mechanics: rounded(self.mechanics),
            variety: rounded(self.variety),
            total: rounded(self.total),
        }
    }
}

/// The distance from a target in half windows, at most `most`. A window is taken as at least 0.8
/// wide.
pub(super) fn fit(rating: f64, target: f64, half_window: f64, most: f64) -> f64 {
    ((rating - target).abs() / half_window.max(0.4)).min(most)
}

/// How badly a level's dimensions suit a role, from 0 (well) to 1.
pub(super) fn role_misfit(role: Role, level: &Facts) -> f64 {
    let rating = level.rating;
    let Dimensions {
        deduction,
        peak,
        scale,
        ..
    } = level.dimensions;
    let misfit = match role {
        Role::Think => (rating - deduction + 1.5) / 4.0,
        Role::Boss => (rating - peak + 1.5) / 4.0,
        Role::Breather => (deduction - rating + 1.5) / 4.0,
        Role::Flow => {
            let off = level.dimensions.values().map(|d| (d - rating).abs());
            (off.into_iter().fold(0.0, f64::max) - 1.0) / 4.0
        }
        Role::Teach => (scale + deduction) / 20.0,
    };
    misfit.clamp(0.0, 1.0)
}

/// How far the number of mechanics is from the desired number, at most 1, and half a point more if
/// a recently introduced mechanic (`fresh`) is absent.
pub(super) fn mechanics_misfit(mechanics: u64, wish: f64, fresh: u64) -> f64 {
    let count = f64::from(mechanics.count_ones());
    let off = ((count - wish).abs() / 2.0).min(1.0);
    let absent = fresh & !mechanics != 0;
    off + if absent { 0.5 } else { 0.0 }
}

/// Likeness to the stages before, nearest first: half a point over the lag for the same size and
/// 0.3 for the same set of mechanics, at most 1.
pub(super) fn likeness<'a>(level: &Facts, before: impl Iterator<Item = &'a Facts>) -> f64 {
    let mut sum = 0.0;
    for (lag, other) in (1..).zip(before) {
        let lag = f64::from(lag);
        if other.size == level.size {
            sum += 0.5 / lag;
        }
        if other.mechanics == level.mechanics {
            sum += 0.3 / lag;
        }
    }
    f64::min(sum, 1.0)
}
