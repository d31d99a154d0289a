//! The relax ladder: which rule gives way first when no level satisfies them all.
//!
//! Rungs add up: a stage on one rung has also given up every rule below it. The rung that a level
//! needs is that of the hardest rule it breaks, so one look at each candidate finds the lowest rung
//! with a candidate.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::ask::{Ask, Kind};
use super::number::milli;
use super::pool::Facts;
use super::scoring::role_misfit;
use super::settings::{Progression, Steps};

/// A rung of the ladder, lowest first. Nothing ever places an unknown mechanic, so there is no rung
/// for that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rung {
    /// All rules hold.
    Strict,
    /// The role may be missed.
    Role,
    /// A third level in a row of one size.
    SizeStreak,
    /// A third level in a row of one set of mechanics.
    MechanicStreak,
    /// A family key may come back after half the window.
    FamilyHalf,
    /// The window is a quarter wider.
    WindowWider,
    /// A family key may come back, but not in the next stage.
    FamilyNext,
    /// The window is three quarters wider.
    WindowWidest,
    /// A fall may be half as great again.
    StepDown,
    /// A rise may be a quarter greater.
    StepUp,
    /// Any level whose mechanics are known.
    AnyKnown,
}

impl Rung {
    /// All rungs, lowest first.
    pub const ALL: [Self; 11] = [
        Self::Strict,
        Self::Role,
        Self::SizeStreak,
        Self::MechanicStreak,
        Self::FamilyHalf,
        Self::WindowWider,
        Self::FamilyNext,
        Self::WindowWidest,
        Self::StepDown,
        Self::StepUp,
        Self::AnyKnown,
    ];

    /// How many rungs were climbed: 0 for none.
    #[must_use]
    pub fn climbed(self) -> usize {
        self as usize
    }

    /// What the rung gives up, in words.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Strict => "nothing relaxed",
            Self::Role => "role missed",
            Self::SizeStreak => "third in a row of one size",
            Self::MechanicStreak => "third in a row with the same mechanics",
            Self::FamilyHalf => "family back after half the window",
            Self::WindowWider => "window 25 % wider",
            Self::FamilyNext => "family back, but not adjacent",
            Self::WindowWidest => "window 75 % wider",
            Self::StepDown => "fall over the limit",
            Self::StepUp => "rise over the limit",
            Self::AnyKnown => "any level with known mechanics",
        }
    }

    /// Whether the stage is far from its ask: the rungs from the widest window on.
    #[must_use]
    pub fn is_deep(self) -> bool {
        self >= Self::WindowWidest
    }
}

impl fmt::Display for Rung {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.meaning())
    }
}

/// The ratings, in thousandths, that the neighbours of a stage allow, and how far each end is
/// extended on the two step rungs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    pub lo: i64,
    pub hi: i64,
    pub lo_relaxed: i64,
    pub hi_relaxed: i64,
}

impl Cut {
    pub(super) const NONE: Self = Self {
        lo: i64::MIN,
        hi: i64::MAX,
        lo_relaxed: i64::MIN,
        hi_relaxed: i64::MAX,
    };

    /// What a previous level of that rating allows.
    pub(super) fn after(previous: i64, steps: &Steps) -> Self {
        let (rise, fall) = (steps.rise_milli(), steps.fall_milli());
        Self {
            lo: previous - fall,
            hi: previous + rise,
            lo_relaxed: previous - fall * 3 / 2,
            hi_relaxed: previous + rise * 5 / 4,
        }
    }

    /// Nothing above the ceiling under a milestone, on no rung but the last.
    pub(super) fn cap(&mut self, ceiling: Option<f64>) {
        if let Some(ceiling) = ceiling.map(milli) {
            self.narrow((i64::MIN, i64::MIN), (ceiling, ceiling));
        }
    }

    /// Narrows both ends, leaving the relaxed ones no tighter than asked.
    pub(super) fn narrow(&mut self, lo: (i64, i64), hi: (i64, i64)) {
        self.lo = self.lo.max(lo.0);
        self.lo_relaxed = self.lo_relaxed.max(lo.1);
        self.hi = self.hi.min(hi.0);
        self.hi_relaxed = self.hi_relaxed.min(hi.1);
    }

    /// How far outside a rating is, in thousandths.
    pub(super) fn excess(&self, milli: i64) -> i64 {
        let below = self.lo.saturating_sub(milli);
        let above = milli.saturating_sub(self.hi);
        below.max(above).max(0)
    }
}

/// The rung that the rating alone needs.
pub(super) fn rating_rung(ask: &Ask, cut: &Cut, level: &Facts) -> Rung {
    let (rating, milli) = (level.rating, level.milli);
    let window = if ask.window.contains(rating) {
        Rung::Strict
    } else if ask.window.wider(0.25).contains(rating) {
        Rung::WindowWider
    } else if ask.window.wider(0.75).contains(rating) {
        Rung::WindowWidest
    } else {
        Rung::AnyKnown
    };
    let step = if milli < cut.lo_relaxed || milli > cut.hi_relaxed {
        Rung::AnyKnown
    } else if milli > cut.hi {
        Rung::StepUp
    } else if milli < cut.lo {
        Rung::StepDown
    } else {
        Rung::Strict
    };
    window.max(step)
}

/// The rung for everything except rating and neighbours; `None` for a level that may not be here at
/// all.
pub(super) fn level_rung(settings: &Progression, ask: &Ask, level: &Facts) -> Option<Rung> {
    if level.mechanics & !ask.known != 0 {
        return None;
    }
    match ask.kind {
        Kind::Lesson(mechanic) if level.mechanics >> mechanic & 1 == 0 => return None,
        Kind::Calibration => {
            let rules = &settings.calibration;
            if level.area > rules.area || level.dimensions.deduction > rules.deduction {
                return Some(Rung::AnyKnown);
            }
        }
        _ => {}
    }
    let misfit = role_misfit(ask.role, level);
    Some(if misfit > settings.variety.role {
        Rung::Role
    } else {
        Rung::Strict
    })
}

/// The rung for a family key that was last used `distance` stages away.
pub(super) fn family_rung(window: usize, distance: usize) -> Rung {
    if distance > window {
        Rung::Strict
    } else if distance > window / 2 {
        Rung::FamilyHalf
    } else if distance > 1 {
        Rung::FamilyNext
    } else {
        Rung::AnyKnown
    }
}

/// The rung that streaks need, `before` being the levels before the stage, nearest first.
pub(super) fn streak_rung<'a>(
    streak: usize,
    level: &Facts,
    before: impl Iterator<Item = &'a Facts> + Clone,
) -> Rung {
    let run = |same: fn(&Facts, &Facts) -> bool| {
        let run = before.clone().take_while(|other| same(level, other));
        run.count() >= streak
    };
    if run(|a, b| a.mechanics == b.mechanics) {
        Rung::MechanicStreak
    } else if run(|a, b| a.size == b.size) {
        Rung::SizeStreak
    } else {
        Rung::Strict
    }
}
