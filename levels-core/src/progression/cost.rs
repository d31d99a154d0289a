//! What an order costs: the sum that polishing lowers, in thousandths.
//!
//! A stage has a cost for its own level ([`Costs::own`]) and a cost for the stages before it
//! ([`Costs::among`]), so a swap changes two of the former and a few of the latter.

use alloc::vec::Vec;

use super::ask::Ask;
use super::number::milli;
use super::pool::Facts;
use super::scoring::{fit, role_misfit};
use super::settings::{Polish, Progression};
use super::tones::Tone;

/// The prices, and what they are measured against.
pub(super) struct Costs<'a> {
    settings: &'a Progression,
    asks: Vec<&'a Ask>,
    /// From this stage on, an easy level is late.
    late_from: usize,
    /// The local mean at each stage; frozen for a pass.
    local: Vec<f64>,
    /// The factor on steps, families and overtaken milestones.
    firmness: f64,
    prices: Prices,
    /// How far consecutive ratings may rise and fall, in thousandths.
    steps: (i64, i64),
}

/// The prices that depend on the stages before, in thousandths.
#[derive(Clone, Copy)]
struct Prices {
    /// The price of each point over the step limit.
    step_excess: i64,
    step: i64,
    family: i64,
    family_next: i64,
    size_streak: i64,
    mechanic_streak: i64,
}

impl Prices {
    fn new(rules: &Polish, firmness: f64) -> Self {
        Self {
            step_excess: milli(rules.step_excess * firmness),
            step: milli(rules.step * firmness),
            family: milli(rules.family * firmness),
            family_next: milli(rules.family_next * firmness),
            size_streak: milli(rules.size_streak),
            mechanic_streak: milli(rules.mechanic_streak),
        }
    }
}

impl<'a> Costs<'a> {
    pub(super) fn new(settings: &'a Progression, asks: Vec<&'a Ask>) -> Self {
        let late = settings.polish.late_from * settings.accept.last_easy.1 / 100.0;
        Self {
            late_from: libm::floor(late * asks.len() as f64) as usize,
            settings,
            asks,
            local: Vec::new(),
            firmness: 1.0,
            prices: Prices::new(&settings.polish, 1.0),
            steps: (settings.steps.rise_milli(), settings.steps.fall_milli()),
        }
    }

    /// Computes the local means again and sets the price of violations.
    pub(super) fn freeze(&mut self, seats: &[Facts], firmness: f64) {
        let ratings: Vec<f64> = seats.iter().map(|level| level.rating).collect();
        let offsets = super::figures::offsets(&ratings);
        let local = ratings.iter().zip(offsets).map(|(r, o)| r - o);
        self.local = local.collect();
        self.firmness = firmness;
        self.prices = Prices::new(&self.settings.polish, firmness);
    }

    /// Whether the level may be at the stage at all: it has no unknown mechanic.
    pub(super) fn allows(&self, stage: usize, level: &Facts) -> bool {
        level.mechanics & !self.asks[stage].known == 0
    }

    /// How many stages after a level it still counts for [`Costs::among`].
    pub(super) fn reach(&self) -> usize {
        let variety = &self.settings.variety;
        variety.family_window.max(variety.streak).max(1)
    }

    /// The cost of `level` at `stage` by itself.
    pub(super) fn own(&self, stage: usize, level: &Facts) -> i64 {
        let prices = &self.settings.polish;
        let ask = self.asks[stage];
        let off = fit(level.rating, ask.target, ask.window.half(), prices.fit_most);
        // Squared: many small misses are better than a few large ones, which would pile up in one
        // place and bend the curve.
        let mut cost = off * off;
        let misfit = role_misfit(ask.role, level);
        cost += prices.role * misfit;
        if misfit > self.settings.variety.role {
            cost += prices.role_missed;
        }
        if !ask.window.contains(level.rating) {
            cost += prices.outside;
            if !ask.window.wider(0.25).contains(level.rating) {
                cost += prices.far_outside;
            }
        }
        if ask
            .ceiling
            .is_some_and(|ceiling| level.milli > milli(ceiling))
        {
            cost += prices.overtaken * self.firmness;
        }
        if level.easy && stage >= self.late_from {
            cost += prices.late_easy;
        }
        if ask.tone == Tone::Comfort && level.rating < self.local[stage] - prices.dip_depth {
            cost += prices.dip;
        }
        milli(cost)
    }

    /// The cost of `stage` after the stages before it: the step, the family, the streaks.
    pub(super) fn among(&self, seats: &[Facts], stage: usize) -> i64 {
        let Some(previous) = stage.checked_sub(1).map(|at| &seats[at]) else {
            return 0;
        };
        let prices = &self.prices;
        let level = &seats[stage];
        let mut cost = 0;
        let step = level.milli - previous.milli;
        let (rise, fall) = self.steps;
        let excess = (step - rise).max(-step - fall);
        if excess > 0 {
            cost += prices.step_excess * excess / 1000 + prices.step;
        }
        let window = self.settings.variety.family_window;
        let mut before = seats[stage.saturating_sub(window)..stage].iter().rev();
        match before.position(|other| other.family == level.family) {
            Some(0) => cost += prices.family_next,
            Some(_) => cost += prices.family,
            None => {}
        }
        let streak = self.settings.variety.streak;
        if stage >= streak {
            let row = &seats[stage - streak..stage];
            if row.iter().all(|other| other.size == level.size) {
                cost += prices.size_streak;
            }
            if row.iter().all(|other| other.mechanics == level.mechanics) {
                cost += prices.mechanic_streak;
            }
        }
        cost
    }
}
