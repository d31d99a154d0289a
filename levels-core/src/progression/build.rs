//! The builder: reserve, fill, polish, record.

use alloc::vec::Vec;

use super::fill::{Fill, Filled, Fixed};
use super::order::Order;
use super::polish::polish;
use super::pool::{LevelIndex, Pool};
use super::record::{Placed, records};
use super::reserve::reserve;
use super::select::select;
use super::settings::{Progression, Variant};
use super::syllabus::Syllabus;

impl Progression {
    /// The order of stages over `pool`.
    ///
    /// There are as many stages as asked for, or fewer if the pool runs out of levels whose
    /// mechanics can be taught. Every pool gives an order; [`Report`](super::Report) says whether
    /// it is a good one. The result depends only on the settings and levels, not on the order of
    /// the levels.
    #[must_use]
    pub fn build(&self, pool: &Pool) -> Order {
        let pool = &select(self, pool, self.stages.unwrap_or(pool.len()));
        let stages = pool.len();
        let syllabus = self.plan(pool, stages);
        let mut fixed = alloc::vec![None; stages];
        match self.variant {
            Variant::Sort => fixed = (0..stages).map(|level| Some(pin(level))).collect(),
            Variant::Full => self.set_aside(pool, &syllabus, &mut fixed, 0),
            Variant::MinAnchor | Variant::SymmetricBand | Variant::Greedy => {}
        }
        let mut order = self.run(pool, &syllabus, fixed, 0);
        if self.variant == Variant::Sort {
            for record in &mut order.stages {
                record.placed = Placed::Fill;
            }
        }
        order
    }

    /// The lessons for an order from scratch.
    pub(super) fn plan(&self, pool: &Pool, stages: usize) -> Syllabus {
        let first = self.calibration.stages;
        Syllabus::plan(pool, &self.introduce, stages, first, |stage| {
            self.is_milestone(stage, stages)
        })
    }

    /// Sets levels aside for the milestones from stage `from` on.
    pub(super) fn set_aside(
        &self,
        pool: &Pool,
        syllabus: &Syllabus,
        fixed: &mut [Option<Fixed>],
        from: usize,
    ) {
        let stages = fixed.len();
        let mut taken = alloc::vec![false; pool.len()];
        for fixed in fixed.iter().flatten() {
            taken[fixed.level] = true;
        }
        let within = from..stages;
        for found in reserve(self, pool, syllabus, stages, within, |level| !taken[level]) {
            fixed[found.stage] = Some(Fixed {
                level: found.level,
                target: Some(found.target),
                placed: Placed::Reserve,
            });
        }
    }

    /// Fills what is not fixed, polishes and writes the records. Polishing does not touch the first
    /// `kept` stages; those without a level stay vacant.
    pub(super) fn run(
        &self,
        pool: &Pool,
        syllabus: &Syllabus,
        fixed: Vec<Option<Fixed>>,
        kept: usize,
    ) -> Order {
        let fill = Fill {
            settings: self,
            pool,
            syllabus,
            fixed,
        };
        let filled: Vec<Filled> = fill.run();
        let order = match self.variant {
            Variant::Full => polish(self, pool, &filled, kept),
            _ => filled.iter().map(|stage| stage.level).collect(),
        };
        let filled_stages = filled.last().map_or(0, |stage| stage.ask.stage + 1);
        let stages = filled_stages.max(kept);
        let mut stands = alloc::vec![false; stages];
        for stage in &filled {
            stands[stage.ask.stage] = true;
        }
        Order {
            model_version: self.model_version.clone(),
            seed: self.seed,
            variant: self.variant,
            packs: Vec::new(),
            vacant: (1..=stages).filter(|stage| !stands[stage - 1]).collect(),
            stages: records(self, pool, &filled, &order),
        }
    }
}

/// A level that stays where it is.
pub(super) fn pin(level: LevelIndex) -> Fixed {
    Fixed {
        level,
        target: None,
        placed: Placed::Pin,
    }
}
