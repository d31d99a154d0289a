//! Pin: the locked order stays, gaps are filled, new levels are appended.
//!
//! Withdrawing one level from the middle of a pool moves 58–81 % of the stages under every method
//! tried, and stage numbers are saved progress. So an order that shipped is kept level by level.

use alloc::vec::Vec;

use super::build::pin;
use super::lock::LockedOrder;
use super::order::Order;
use super::pool::{LevelIndex, Pool};
use super::settings::{Progression, Variant};
use super::syllabus::Syllabus;

impl Progression {
    /// The order over `pool` that keeps every level of a locked order on its stage.
    ///
    /// A stage whose level is no longer in the pool takes the best level that the locked order does
    /// not use, or stays vacant if there is none; what is left is appended. There are at least as
    /// many stages as were locked, whatever the settings say. An order that keeps the locked one
    /// but differs by a gap or an appended stage is still a new model version.
    #[must_use]
    pub fn build_pinned(&self, pool: &Pool, locked: &LockedOrder) -> Order {
        let by_content = pool.by_content();
        let order: Vec<Option<LevelIndex>> = locked
            .order
            .iter()
            .map(|content| by_content.get(content.as_deref()?).copied())
            .collect();
        let plan = self.plan(pool, order.len());
        let apart = self.variety.fresh.max(1);
        let syllabus = Syllabus::of_order(pool, &order, &plan, apart, |stage| {
            self.is_milestone(stage, usize::MAX)
        });
        let known = syllabus.known_at(usize::MAX);
        let mut spare = alloc::vec![true; pool.len()];
        for &level in order.iter().flatten() {
            spare[level] = false;
        }
        let levels = pool.facts().iter().zip(&spare);
        let fit = levels.filter(|(level, spare)| **spare && level.mechanics & !known == 0);
        let gaps = order.iter().filter(|level| level.is_none()).count();
        let most = order.len() + fit.count().saturating_sub(gaps);
        let stages = self.stages.unwrap_or(most).clamp(order.len(), most);
        let mut fixed = alloc::vec![None; stages];
        for (fixed, level) in fixed.iter_mut().zip(&order) {
            *fixed = level.map(pin);
        }
        if self.variant == Variant::Full {
            self.set_aside(pool, &syllabus, &mut fixed, order.len());
        }
        self.run(pool, &syllabus, fixed, order.len())
    }
}
