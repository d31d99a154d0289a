//! Reserve: the milestones' levels are set aside before anything is filled.
//!
//! A greedy fill has already used the hardest levels when it reaches the milestones (in a
//! prototype, only 78–89 % of the milestones were the hardest around them), so each milestone takes
//! its level out of the full pool first.

use alloc::vec::Vec;
use core::ops::Range;

use super::number::milli;
use super::pool::{LevelIndex, Pool};
use super::scoring::role_misfit;
use super::settings::Progression;
use super::syllabus::Syllabus;
use super::tiers::Tier;
use super::tones::Role;

/// The level that was set aside for a milestone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Reserved {
    pub stage: usize,
    pub level: LevelIndex,
    /// The target rating.
    pub target: f64,
}

/// The levels of the milestones among the stages `within`, by stage, chosen from the levels that
/// are `free`.
///
/// The last stage takes the hardest level. The last milestone by which a hard level must have
/// occurred takes one of at least that tier, since milestones are the first to reach a tier. A
/// lesson near a milestone may have no easy level, so the milestone must be above the easiest one.
pub(super) fn reserve(
    settings: &Progression,
    pool: &Pool,
    syllabus: &Syllabus,
    stages: usize,
    within: Range<usize>,
    free: impl Fn(LevelIndex) -> bool,
) -> Vec<Reserved> {
    let rules = &settings.reserve;
    let milestones: Vec<usize> = (0..stages)
        .filter(|&stage| settings.is_milestone(stage, stages))
        .collect();
    let hard_by = settings.accept.first_hard.1 * stages as f64 / 100.0;
    let hard_at = milestones
        .iter()
        .rfind(|&&stage| (stage + 1) as f64 <= hard_by);
    let mut taken: Vec<bool> = (0..pool.len())
        .map(|level| !free(level) || syllabus.keeps(level))
        .collect();
    let mut reserved = Vec::new();
    // Hardest first: the last stage's claim comes before all others.
    for (j, &stage) in milestones.iter().enumerate().rev() {
        if !within.contains(&stage) || syllabus.taught_at(stage).is_some() {
            continue;
        }
        let part = (j + 1) as f64 / milestones.len() as f64;
        let gain = rules.quantile_gain * libm::pow(part, rules.quantile_power);
        let target = pool.quantile(rules.quantile + gain);
        let known = syllabus.known_at(stage);
        let last = stage + 1 == stages;
        let must_be_hard = hard_at == Some(&stage);
        let near = stage.saturating_sub(rules.radius)..=stage + rules.radius;
        let floor = syllabus
            .teachers(near)
            .map(|level| pool.facts()[level].milli + milli(rules.margin))
            .max()
            .unwrap_or(i64::MIN);
        let levels = pool.facts().iter().enumerate();
        let candidates = levels.filter(|&(at, level)| !taken[at] && level.mechanics & !known == 0);
        let best = candidates.min_by_key(|&(at, level)| {
            let soft = must_be_hard && pool.levels()[at].tier < Tier::Hard;
            let low = level.milli < floor;
            let off = if last {
                -level.rating
            } else {
                let boss = rules.boss * role_misfit(Role::Boss, level);
                (level.rating - target).abs() + boss
            };
            (soft || low, milli(off), at)
        });
        if let Some((level, _)) = best {
            taken[level] = true;
            reserved.push(Reserved {
                stage,
                level,
                target,
            });
        }
    }
    reserved.reverse();
    reserved
}
