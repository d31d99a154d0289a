//! Fill: stage by stage, the best remaining level for the ask.

use alloc::vec::Vec;

use super::ask::{Ask, Kind, progress};
use super::keyed_hash::tie;
use super::number::quantile_by;
use super::pool::{Facts, LevelIndex, Pool};
use super::record::Placed;
use super::relax::{Cut, Rung, family_rung, level_rung, rating_rung, streak_rung};
use super::scoring::Score;
use super::settings::{Progression, Variant};
use super::syllabus::Syllabus;

/// How many stages ahead the fill looks for a level that is already set: more than the steps to the
/// highest milestone need.
const LOOK_AHEAD: usize = 4;
/// How many candidates of a stage are kept: the chosen one and three runners-up.
const KEPT: usize = 4;

/// A level that is set before the fill.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Fixed {
    pub level: LevelIndex,
    /// The target rating, if it is not the tone's.
    pub target: Option<f64>,
    pub placed: Placed,
}

/// A candidate that was not taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Candidate {
    pub level: LevelIndex,
    pub rung: Rung,
    pub score: Score,
}

/// A filled stage.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Filled {
    pub ask: Ask,
    pub level: LevelIndex,
    pub placed: Placed,
    /// The best of the other candidates.
    pub runners_up: Vec<Candidate>,
}

/// What a fill works with.
pub(super) struct Fill<'a> {
    pub settings: &'a Progression,
    pub pool: &'a Pool,
    pub syllabus: &'a Syllabus,
    /// The levels set before the fill, one entry per stage.
    pub fixed: Vec<Option<Fixed>>,
}

/// The state of a fill.
struct State {
    filled: Vec<Filled>,
    /// Levels that may be taken, by rating.
    left: Vec<LevelIndex>,
    /// The same, and also levels that are pinned to a later stage: the anchor is taken from these.
    ahead: Vec<LevelIndex>,
}

impl Fill<'_> {
    /// Fills every stage for which a level is left whose mechanics are known. Stages without one
    /// are missing in the result.
    pub(super) fn run(mut self) -> Vec<Filled> {
        let mut state = self.start();
        for stage in 0..self.fixed.len() {
            let mut ask = self.ask(&state, stage);
            let mut ranking = self.rank(&ask, &state);
            if ranking.is_empty() && self.fixed[stage].is_none() {
                // All levels with known mechanics were set aside for milestones, or the lesson has
                // no level left.
                if let Some(level) = self.release(&ask) {
                    ranking.push(Candidate {
                        level,
                        rung: Rung::AnyKnown,
                        score: Score::default(),
                    });
                } else if let Kind::Lesson(_) = ask.kind {
                    ask.kind = Kind::Plain;
                    ranking = self.rank(&ask, &state);
                }
            }
            let (level, placed) = match self.fixed[stage] {
                Some(fixed) => (fixed.level, fixed.placed),
                None if ranking.is_empty() => continue,
                None => (ranking.remove(0).level, Placed::Fill),
            };
            state.left.retain(|&other| other != level);
            state.ahead.retain(|&other| other != level);
            ranking.truncate(KEPT - 1);
            state.filled.push(Filled {
                ask,
                level,
                placed,
                runners_up: ranking,
            });
        }
        state.filled
    }

    fn start(&self) -> State {
        let mut pinned = alloc::vec![false; self.pool.len()];
        let mut reserved = pinned.clone();
        for fixed in self.fixed.iter().flatten() {
            match fixed.placed {
                Placed::Pin => pinned[fixed.level] = true,
                _ => reserved[fixed.level] = true,
            }
        }
        let levels = 0..self.pool.len();
        let ahead: Vec<LevelIndex> = levels.filter(|&level| !reserved[level]).collect();
        let left = ahead.iter().copied().filter(|&level| !pinned[level]);
        State {
            filled: Vec::with_capacity(self.fixed.len()),
            left: left.collect(),
            ahead,
        }
    }

    fn ask(&self, state: &State, stage: usize) -> Ask {
        let place = (stage, self.fixed.len());
        let mut ask = Ask::new(self.settings, self.pool, self.syllabus, place, |q| {
            self.anchor(state, q)
        });
        if self.settings.variant == Variant::SymmetricBand && ask.kind == Kind::Plain {
            // The mistake that this variant demonstrates: every tone reaches equally far in both
            // directions.
            let p = progress(stage, self.fixed.len());
            let half = self.settings.envelope.unit_at(p);
            ask.window.lo = ask.anchor - half;
            ask.window.hi = ask.anchor + half;
            ask.target = ask.window.at(ask.aim);
        }
        ask.ceiling = self.ceiling(stage);
        if let Some(target) = self.fixed[stage].and_then(|fixed| fixed.target) {
            ask.reserve(target);
        }
        ask
    }

    /// The anchor never falls: when only a few levels are left that suited no stage, their quantile
    /// says nothing about what a player can do by now.
    fn anchor(&self, state: &State, q: f64) -> f64 {
        let q = match self.settings.variant {
            Variant::MinAnchor => 0.0,
            _ => q,
        };
        let facts = self.pool.facts();
        let anchor = quantile_by(state.ahead.len(), q, |i| facts[state.ahead[i]].rating);
        match state.filled.last() {
            Some(previous) if self.settings.variant == Variant::Full => {
                anchor.max(previous.ask.anchor)
            }
            _ => anchor,
        }
    }

    /// The ceiling under nearby milestones, for the variant that keeps milestones hardest.
    fn ceiling(&self, stage: usize) -> Option<f64> {
        if self.settings.variant != Variant::Full {
            return None;
        }
        let rules = &self.settings.reserve;
        let stages = self.fixed.len();
        let near = stage.saturating_sub(rules.radius)..(stage + rules.radius + 1).min(stages);
        let milestones = near.filter(|&at| at != stage && self.settings.is_milestone(at, stages));
        milestones
            .filter_map(|at| self.fixed[at])
            .map(|fixed| self.pool.facts()[fixed.level].rating - rules.margin)
            .reduce(f64::min)
    }

    /// Releases the level that was set aside for the furthest milestone, if it suits the stage.
    fn release(&mut self, ask: &Ask) -> Option<LevelIndex> {
        let facts = self.pool.facts();
        let suits = |fixed: &Option<Fixed>| {
            fixed.is_some_and(|fixed| {
                fixed.placed == Placed::Reserve
                    && level_rung(self.settings, ask, &facts[fixed.level]).is_some()
            })
        };
        let later = self.fixed.get(ask.stage + 1..)?;
        let at = ask.stage + 1 + later.iter().rposition(suits)?;
        self.fixed[at].take().map(|fixed| fixed.level)
    }

    /// The best candidates, best first, no more than [`KEPT`].
    fn rank(&self, ask: &Ask, state: &State) -> Vec<Candidate> {
        let facts = self.pool.facts();
        let variety = &self.settings.variety;
        let cut = self.cut(ask, state);
        let look_back = variety
            .family_window
            .max(variety.look_back)
            .max(variety.streak);
        let before: Vec<Facts> = state
            .filled
            .iter()
            .rev()
            .take(look_back)
            .map(|at| facts[at.level])
            .collect();
        let after: Vec<Option<u32>> = self
            .fixed
            .iter()
            .skip(ask.stage + 1)
            .take(variety.family_window)
            .map(|fixed| fixed.map(|fixed| facts[fixed.level].family))
            .collect();
        let mut best: Vec<(Key<'_>, Candidate)> = Vec::with_capacity(KEPT + 1);
        for &index in &state.left {
            let level = &facts[index];
            // A candidate on a higher rung than the worst one kept cannot matter.
            let bar = match best.get(KEPT - 1) {
                Some((key, _)) => key.price.0,
                None => Rung::AnyKnown,
            };
            let rating = rating_rung(ask, &cut, level);
            if rating > bar {
                continue;
            }
            let Some(own) = level_rung(self.settings, ask, level) else {
                continue;
            };
            let behind = before.iter().position(|other| other.family == level.family);
            let ahead = after
                .iter()
                .position(|&family| family == Some(level.family));
            let distance = behind
                .into_iter()
                .chain(ahead)
                .min()
                .map_or(usize::MAX, |d| d + 1);
            let rung = rating
                .max(own)
                .max(family_rung(variety.family_window, distance))
                .max(streak_rung(variety.streak, level, before.iter()));
            if rung > bar {
                continue;
            }
            let score = Score::of(self.settings, ask, level, &before);
            // If nothing fits, the limits from the neighbours come first.
            let excess = match rung {
                Rung::AnyKnown => cut.excess(level.milli),
                _ => 0,
            };
            let price = (rung, excess, score.milli());
            if best.get(KEPT - 1).is_some_and(|(key, _)| price > key.price) {
                continue;
            }
            let id = self.pool.levels()[index].id.as_str();
            let key = Key {
                price,
                tie: tie(self.settings.seed, crate::MODEL_VERSION, ask.stage, id),
                id,
            };
            let at = best.partition_point(|(other, _)| *other < key);
            if at < KEPT {
                let candidate = Candidate {
                    level: index,
                    rung,
                    score,
                };
                best.insert(at, (key, candidate));
                best.truncate(KEPT);
            }
        }
        best.into_iter().map(|(_, candidate)| candidate).collect()
    }

    /// The limits from the neighbours: the step from the level before, the ceiling under a
    /// milestone, and the steps to levels that are already set.
    fn cut(&self, ask: &Ask, state: &State) -> Cut {
        let facts = self.pool.facts();
        let steps = self.settings.steps;
        let (rise, fall) = (steps.rise_milli(), steps.fall_milli());
        let mut cut = match state.filled.last() {
            Some(previous) => Cut::after(facts[previous.level].milli, &steps),
            None => Cut::NONE,
        };
        if let (Kind::Calibration, Some(previous)) = (ask.kind, state.filled.last()) {
            let above = facts[previous.level].milli + 1;
            cut.narrow((above, above), (i64::MAX, i64::MAX));
        }
        cut.cap(ask.ceiling);
        if self.settings.variant != Variant::Full {
            return cut;
        }
        for distance in 1..=LOOK_AHEAD {
            let far = distance as i64;
            let stage = ask.stage + distance;
            if let Some(Some(next)) = self.fixed.get(stage) {
                let next = facts[next.level].milli;
                let (lo, hi) = (next - rise * far, next + fall * far);
                cut.narrow((lo, lo - rise / 4), (hi, hi + fall / 2));
            }
            let Some(mechanic) = self.syllabus.taught_at(stage) else {
                continue;
            };
            let known = self.syllabus.known_at(stage);
            let teaches = |level: &&Facts| {
                level.mechanics >> mechanic & 1 == 1 && level.mechanics & !known == 0
            };
            let mut levels = state.left.iter().map(|&level| &facts[level]);
            if let Some(easiest) = levels.find(teaches) {
                let lo = easiest.milli - rise * far;
                cut.narrow((lo, lo - rise / 4), (i64::MAX, i64::MAX));
            }
        }
        cut
    }
}

/// The key by which candidates are compared; the least is best. It has no floating-point numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Key<'a> {
    /// The rung, how far the rating is outside the limits from the neighbours, and the score; the
    /// last two are in thousandths.
    price: (Rung, i64, i64),
    tie: u64,
    id: &'a str,
}
