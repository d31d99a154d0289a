//! Polish: swaps of two levels on frozen targets, as long as they lower the cost.
//!
//! Calibration, lessons and milestones stay as they are, and no swap carries a mechanic before its
//! introduction. Every choice is the best of all swaps of one stage, the first of equals, so the
//! result depends only on the order it starts from.

use alloc::vec::Vec;

use super::ask::Kind;
use super::cost::Costs;
use super::fill::Filled;
use super::number::milli;
use super::pool::{Facts, LevelIndex, Pool};
use super::record::Placed;
use super::settings::Progression;

/// How many partners of each of two neighbours a double swap tries.
const PARTNERS: usize = 32;

/// The order of levels after polishing, by stage. Stages before `from` stay as they are.
pub(super) fn polish(
    settings: &Progression,
    pool: &Pool,
    filled: &[Filled],
    from: usize,
) -> Vec<LevelIndex> {
    let rules = &settings.polish;
    let mut polisher = Polisher {
        movable: filled
            .iter()
            .map(|at| {
                let plain = at.ask.kind == Kind::Plain && at.placed == Placed::Fill;
                plain && at.ask.stage >= from
            })
            .collect(),
        order: filled.iter().map(|at| at.level).collect(),
        seats: filled.iter().map(|at| pool.facts()[at.level]).collect(),
        costs: Costs::new(settings, filled.iter().map(|at| &at.ask).collect()),
        own: Vec::new(),
        among: Vec::new(),
        most: Vec::new(),
        stages: Vec::new(),
    };
    for &firmness in &rules.firmness {
        polisher.freeze(firmness);
        polisher.swap_all();
        if firmness >= rules.firm {
            polisher.swap_pairs(milli(rules.trouble));
        }
    }
    polisher.order
}

struct Polisher<'a> {
    costs: Costs<'a>,
    movable: Vec<bool>,
    order: Vec<LevelIndex>,
    /// The facts of the levels in `order`.
    seats: Vec<Facts>,
    /// [`Costs::own`] of every stage.
    own: Vec<i64>,
    /// [`Costs::among`] of every stage.
    among: Vec<i64>,
    /// The most that a change at each stage can save on [`Costs::among`].
    most: Vec<i64>,
    /// A buffer for the stages that a change touches.
    stages: Vec<usize>,
}

type Swap = (usize, usize);

impl Polisher<'_> {
    fn freeze(&mut self, firmness: f64) {
        self.costs.freeze(&self.seats, firmness);
        let stages = 0..self.seats.len();
        self.own = stages
            .clone()
            .map(|i| self.costs.own(i, &self.seats[i]))
            .collect();
        self.among = stages
            .clone()
            .map(|i| self.costs.among(&self.seats, i))
            .collect();
        self.most = stages.map(|i| self.most_at(i)).collect();
    }

    /// One swap for every stage, the best there is. Returns whether any was made.
    fn swap_all(&mut self) -> bool {
        let mut changed = false;
        for i in 0..self.seats.len() {
            let mut best = (0, i);
            for j in 0..self.seats.len() {
                // At best, [`Costs::among`] becomes 0.
                let bar = best.0 + self.most[i] + self.most[j];
                let Some(own) = self.own_change((i, j), bar) else {
                    continue;
                };
                let change = own + self.among_change(&[(i, j)]);
                if change < best.0 {
                    best = (change, j);
                }
            }
            if best.1 != i {
                self.apply(&[(i, best.1)]);
                changed = true;
            }
        }
        changed
    }

    /// Two swaps at once, for a stage that costs at least `trouble` and for a neighbour: if a level
    /// is wrong for its stage and the neighbour has adapted to it, no single swap helps.
    fn swap_pairs(&mut self, trouble: i64) -> bool {
        let stages = self.seats.len();
        let mut changed = false;
        for i in 0..stages {
            let next = i + 1;
            if next >= stages || !self.movable[i] || !self.movable[next] {
                continue;
            }
            let among: i64 = self.among[i..(i + 3).min(stages)].iter().sum();
            if self.own[i] + self.own[next] + among < trouble {
                continue;
            }
            let (first, second) = (self.partners(i), self.partners(next));
            let mut best = (0, [(i, i); 2]);
            for &(own_i, j) in &first {
                for &(own_next, k) in &second {
                    if j == k || j == next || k == i {
                        continue;
                    }
                    let swaps = [(i, j), (next, k)];
                    let change = own_i + own_next + self.among_change(&swaps);
                    if change < best.0 {
                        best = (change, swaps);
                    }
                }
            }
            if best.0 < 0 {
                self.apply(&best.1);
                changed = true;
            }
        }
        changed
    }

    /// The partners of a stage whose swap is cheapest by itself, cheapest first.
    fn partners(&self, i: usize) -> Vec<(i64, usize)> {
        let change = |j| self.own_change((i, j), i64::MAX);
        let all = (0..self.seats.len()).filter_map(|j| Some((change(j)?, j)));
        let mut partners: Vec<(i64, usize)> = all.collect();
        if partners.len() > PARTNERS {
            partners.select_nth_unstable(PARTNERS);
            partners.truncate(PARTNERS);
        }
        partners.sort_unstable();
        partners
    }

    /// How a swap changes the own costs of the two stages; `None` for a swap that is not allowed or
    /// whose change is not below `bar`.
    fn own_change(&self, (i, j): Swap, bar: i64) -> Option<i64> {
        let (a, b) = (&self.seats[i], &self.seats[j]);
        let before = self.own[i] + self.own[j];
        // Costs are not negative, so often only one of them or neither is needed.
        if i == j || -before >= bar || !self.movable[i] || !self.movable[j] {
            return None;
        }
        if !self.costs.allows(i, b) || !self.costs.allows(j, a) {
            return None;
        }
        let mut change = self.costs.own(i, b) - before;
        if change < bar {
            change += self.costs.own(j, a);
        }
        (change < bar).then_some(change)
    }

    /// How swaps change [`Costs::among`].
    fn among_change(&mut self, swaps: &[Swap]) -> i64 {
        let mut stages = core::mem::take(&mut self.stages);
        self.touched(swaps, &mut stages);
        let before: i64 = stages.iter().map(|&k| self.among[k]).sum();
        for &(i, j) in swaps {
            self.seats.swap(i, j);
        }
        let now = stages.iter().map(|&k| self.costs.among(&self.seats, k));
        let after: i64 = now.sum();
        for &(i, j) in swaps.iter().rev() {
            self.seats.swap(i, j);
        }
        self.stages = stages;
        after - before
    }

    fn apply(&mut self, swaps: &[Swap]) {
        for &(i, j) in swaps {
            self.seats.swap(i, j);
            self.order.swap(i, j);
        }
        for &(i, j) in swaps {
            for k in [i, j] {
                self.own[k] = self.costs.own(k, &self.seats[k]);
            }
        }
        let mut stages = core::mem::take(&mut self.stages);
        self.touched(swaps, &mut stages);
        for &k in &stages {
            self.among[k] = self.costs.among(&self.seats, k);
        }
        // A stage can save what is paid up to `reach` stages after it.
        for &k in &stages {
            for i in k.saturating_sub(self.costs.reach())..=k {
                self.most[i] = self.most_at(i);
            }
        }
        self.stages = stages;
    }

    /// The most that a change at `i` can save on [`Costs::among`].
    fn most_at(&self, i: usize) -> i64 {
        let end = (i + self.costs.reach() + 1).min(self.among.len());
        self.among[i..end].iter().sum()
    }

    /// The stages whose [`Costs::among`] swaps can change, each once.
    fn touched(&self, swaps: &[Swap], stages: &mut Vec<usize>) {
        stages.clear();
        for &(i, j) in swaps {
            for k in [i, j] {
                stages.extend(k..(k + self.costs.reach() + 1).min(self.seats.len()));
            }
        }
        stages.sort_unstable();
        stages.dedup();
    }
}
