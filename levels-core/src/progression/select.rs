//! Select: which levels take part if there are more levels than stages.
//!
//! The method needs a pool that is used up. Every anchor is a quantile of what is left, and it
//! rises because the easy levels are used up. If the pool hardly shrank, low windows would be
//! filled with easy levels until the end. So as many levels take part as there are stages, spread
//! evenly over the ratings.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::keyed_hash::tie;
use super::number::milli;
use super::pool::{LevelIndex, Pool};
use super::scoring::role_misfit;
use super::settings::Progression;
use super::syllabus::teachable;
use super::tones::Tone;

/// The pool of the levels that take part in `stages` stages: all whose mechanics can be taught, or
/// one of each of `stages` equal shares of them by rating.
pub(super) fn select(settings: &Progression, pool: &Pool, stages: usize) -> Pool {
    let known = teachable(pool);
    let levels = pool.facts().iter().enumerate();
    let usable: Vec<LevelIndex> = levels
        .filter(|(_, level)| level.mechanics & !known == 0)
        .map(|(index, _)| index)
        .collect();
    if usable.len() <= stages {
        return pool.subset(&usable);
    }
    // The levels that lessons rely on and the hardest level always take part.
    let lessons = settings.plan(pool, usable.len());
    let hardest = usable.last().copied();
    let (mut chosen, rest): (Vec<LevelIndex>, Vec<LevelIndex>) = usable
        .into_iter()
        .partition(|&level| lessons.keeps(level) || Some(level) == hardest);
    chosen.truncate(stages);
    let shares = stages - chosen.len();
    let mut families: BTreeMap<u32, usize> = BTreeMap::new();
    for share in 0..shares {
        let part = &rest[share * rest.len() / shares..(share + 1) * rest.len() / shares];
        let best = part.iter().copied().min_by_key(|&index| {
            let level = &pool.facts()[index];
            let often = families.get(&level.family).copied().unwrap_or(0);
            let misfit = Tone::ALL.map(|tone| milli(role_misfit(tone.role(), level)));
            let id = &pool.levels()[index].id;
            let tie = tie(settings.seed, crate::MODEL_VERSION, share, id);
            (often, misfit.into_iter().min(), tie, index)
        });
        if let Some(index) = best {
            *families.entry(pool.facts()[index].family).or_insert(0) += 1;
            chosen.push(index);
        }
    }
    chosen.sort_unstable();
    pool.subset(&chosen)
}
