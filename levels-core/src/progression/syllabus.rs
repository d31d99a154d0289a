//! When each mechanic is introduced, and so what a player knows at a stage.
//!
//! A lesson is a stage that introduces a mechanic: its level has that mechanic and otherwise only
//! known ones. A mechanic that never occurs with only known ones cannot be taught, and its levels
//! are never placed. A mechanic that every level of the pool has needs no lesson: it is known from
//! the start.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::number::quantile_by;
use super::pool::{LevelIndex, Pool};
use super::settings::Introduce;

/// What is introduced where.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Syllabus {
    /// The mechanics that every level has.
    base: u64,
    lessons: Vec<Lesson>,
}

/// The introduction of one mechanic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lesson {
    /// The stage, from 0.
    pub stage: usize,
    /// The number of the mechanic.
    pub mechanic: usize,
    /// The easiest level that can teach it; milestones do not take it.
    pub teacher: LevelIndex,
}

impl Syllabus {
    /// The lessons for `stages` stages over `pool`. None comes before stage `first` or on a stage
    /// that is `taken`, unless there are too few levels to fill the stages before it.
    pub(super) fn plan(
        pool: &Pool,
        introduce: &Introduce,
        stages: usize,
        first: usize,
        taken: impl Fn(usize) -> bool,
    ) -> Self {
        let mut wanted = slots(pool, introduce, stages);
        let mut plan = Self {
            base: pool.common(),
            lessons: Vec::new(),
        };
        let slots: Vec<usize> = wanted.iter().map(|slot| slot.stage).collect();
        let mut known = plan.base;
        let mut free = 0;
        for slot in slots {
            // The first mechanic in the wanted order that some level can teach by now.
            let found = wanted.iter().enumerate().find_map(|(at, slot)| {
                easiest_teacher(pool, known, slot.mechanic).map(|teacher| (at, teacher))
            });
            let Some((at, teacher)) = found else {
                break;
            };
            // Stages before the lesson are filled with what is known without it.
            let latest = supply(pool, known);
            let stage = slot.max(first).clamp(free.min(latest), latest);
            let stage = (stage..=latest)
                .chain((free..stage).rev())
                .find(|&stage| !taken(stage))
                .unwrap_or(stage);
            if stage >= stages {
                break;
            }
            let mechanic = wanted.remove(at).mechanic;
            known |= 1 << mechanic;
            free = stage + 1;
            plan.lessons.push(Lesson {
                stage,
                mechanic,
                teacher,
            });
        }
        plan
    }

    /// The lessons implied by an order whose levels are set, with `None` for a missing level: each
    /// mechanic is introduced where it first occurs, or on a missing stage before that if `plan`
    /// wants it there. Mechanics that are not in the order are taught after it, `apart` stages from
    /// one lesson to the next.
    pub(super) fn of_order(
        pool: &Pool,
        order: &[Option<LevelIndex>],
        plan: &Self,
        apart: usize,
        taken: impl Fn(usize) -> bool,
    ) -> Self {
        let facts = pool.facts();
        let is_free = |level: LevelIndex| !order.contains(&Some(level));
        let mut lessons = Vec::new();
        for mechanic in 0..pool.mechanics().len() {
            if plan.base >> mechanic & 1 == 1 {
                continue;
            }
            let holds = |level: LevelIndex| facts[level].mechanics >> mechanic & 1 == 1;
            let met = order.iter().position(|level| level.is_some_and(holds));
            let planned = plan.lessons.iter().find(|l| l.mechanic == mechanic);
            let gap = planned.filter(|l| {
                order.get(l.stage) == Some(&None) && met.is_none_or(|met| l.stage < met)
            });
            let at_gap = gap.and_then(|lesson| {
                let before = order[..lesson.stage].iter().flatten();
                let known = before.fold(plan.base, |set, &level| set | facts[level].mechanics);
                let may = known | 1 << mechanic;
                let teaches =
                    |&l: &LevelIndex| is_free(l) && holds(l) && facts[l].mechanics & !may == 0;
                let teacher = (0..pool.len()).find(teaches)?;
                Some(Lesson { teacher, ..*lesson })
            });
            let where_met = met.and_then(|stage| {
                let teacher = order[stage]?;
                Some(Lesson {
                    stage,
                    mechanic,
                    teacher,
                })
            });
            lessons.extend(at_gap.or(where_met));
        }
        lessons.sort_by_key(|lesson| (lesson.stage, lesson.mechanic));
        let mut syllabus = Self {
            base: plan.base,
            lessons,
        };
        syllabus.append(pool, order, apart, taken);
        syllabus
    }

    fn append(
        &mut self,
        pool: &Pool,
        order: &[Option<LevelIndex>],
        apart: usize,
        taken: impl Fn(usize) -> bool,
    ) {
        let free: Vec<LevelIndex> = (0..pool.len())
            .filter(|l| !order.contains(&Some(*l)))
            .collect();
        let gaps = order.iter().filter(|level| level.is_none()).count();
        let mut known = self.known_at(usize::MAX);
        let mut next = order.len();
        loop {
            let new =
                |level: &&LevelIndex| (pool.facts()[**level].mechanics & !known).is_power_of_two();
            let Some(&teacher) = free.iter().find(new) else {
                return;
            };
            let known_levels = free
                .iter()
                .filter(|&&l| pool.facts()[l].mechanics & !known == 0);
            let latest = order.len() + known_levels.count().saturating_sub(gaps);
            let stage = next.min(latest);
            let stage = (stage..=latest)
                .find(|&stage| !taken(stage))
                .unwrap_or(stage);
            let mechanic = (pool.facts()[teacher].mechanics & !known).trailing_zeros() as usize;
            known |= 1 << mechanic;
            next = stage + apart;
            self.lessons.push(Lesson {
                stage,
                mechanic,
                teacher,
            });
        }
    }

    /// The mechanics that a player has met by the end of `stage`, as a set.
    pub(super) fn known_at(&self, stage: usize) -> u64 {
        let met = self.lessons.iter().filter(|lesson| lesson.stage <= stage);
        met.fold(self.base, |set, lesson| set | 1 << lesson.mechanic)
    }

    /// The mechanics that were introduced within the last `fresh` stages, including `stage`.
    pub(super) fn fresh_at(&self, stage: usize, fresh: usize) -> u64 {
        let since = |lesson: &&Lesson| lesson.stage <= stage && lesson.stage + fresh >= stage;
        let lessons = self.lessons.iter().filter(since);
        lessons.fold(0, |set, lesson| set | 1 << lesson.mechanic)
    }

    /// The mechanic that `stage` introduces.
    pub(super) fn taught_at(&self, stage: usize) -> Option<usize> {
        let lesson = self.lessons.iter().find(|lesson| lesson.stage == stage);
        lesson.map(|lesson| lesson.mechanic)
    }

    /// The easiest levels for the lessons on some stages.
    pub(super) fn teachers(
        &self,
        stages: RangeInclusive<usize>,
    ) -> impl Iterator<Item = LevelIndex> {
        let within = self
            .lessons
            .iter()
            .filter(move |lesson| stages.contains(&lesson.stage));
        within.map(|lesson| lesson.teacher)
    }

    /// Whether the level is the one that a lesson relies on.
    pub(super) fn keeps(&self, level: LevelIndex) -> bool {
        self.lessons.iter().any(|lesson| lesson.teacher == level)
    }
}

/// All mechanics that can be taught one after another, including those that every level has.
pub(super) fn teachable(pool: &Pool) -> u64 {
    let mut known = pool.common();
    let mut grown = true;
    while grown {
        grown = false;
        for mechanic in 0..pool.mechanics().len() {
            if known >> mechanic & 1 == 0 && easiest_teacher(pool, known, mechanic).is_some() {
                known |= 1 << mechanic;
                grown = true;
            }
        }
    }
    known
}

/// How many levels need only the mechanics of a set.
fn supply(pool: &Pool, known: u64) -> usize {
    let levels = pool.facts().iter();
    levels.filter(|level| level.mechanics & !known == 0).count()
}

struct Slot {
    stage: usize,
    mechanic: usize,
}

/// Where every mechanic is wanted, by stage. Those that `introduce` does not name follow in order
/// of name.
fn slots(pool: &Pool, introduce: &Introduce, stages: usize) -> Vec<Slot> {
    let base = pool.common();
    let mut slots = Vec::new();
    let mut spaced = Vec::new();
    for (mechanic, name) in pool.mechanics().iter().enumerate() {
        if base >> mechanic & 1 == 1 {
            continue;
        }
        match introduce.fixed.iter().find(|(fixed, _)| fixed == name) {
            Some(&(_, stage)) => slots.push(Slot { stage, mechanic }),
            None => spaced.push(mechanic),
        }
    }
    let count = spaced.len();
    for (rank, mechanic) in spaced.into_iter().enumerate() {
        let at = spacing(&introduce.spacing, rank, count);
        let scaled = at * stages as f64 / introduce.spacing_stages.max(1) as f64;
        let stage = libm::round(scaled) as usize;
        slots.push(Slot { stage, mechanic });
    }
    slots.sort_by_key(|slot| (slot.stage, slot.mechanic));
    slots
}

/// The stage of mechanic `rank` of `count`: the entry itself while there are enough entries,
/// otherwise `count` points evenly along the line through them.
fn spacing(entries: &[usize], rank: usize, count: usize) -> f64 {
    match entries.get(rank) {
        Some(&entry) if count <= entries.len() => entry as f64,
        _ => {
            let along = rank as f64 / count.saturating_sub(1).max(1) as f64;
            quantile_by(entries.len(), along, |i| entries[i] as f64)
        }
    }
}

fn easiest_teacher(pool: &Pool, known: u64, mechanic: usize) -> Option<LevelIndex> {
    let may = known | 1 << mechanic;
    let mut levels = pool.facts().iter();
    levels.position(|level| level.mechanics >> mechanic & 1 == 1 && level.mechanics & !may == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spacing_keeps_the_entries_and_stretches_for_more() {
        let entries = [8, 27, 56, 95, 147];
        let at = |rank, count| spacing(&entries, rank, count);
        assert_eq!([at(0, 2), at(1, 2)], [8.0, 27.0]);
        assert_eq!(at(4, 5), 147.0);
        assert_eq!([at(0, 9), at(2, 9), at(8, 9)], [8.0, 27.0, 147.0]);
        assert_eq!(spacing(&[], 0, 1), 0.0);
    }
}
