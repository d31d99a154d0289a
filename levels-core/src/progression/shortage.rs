//! Shortage: what a pool lacks, and which bounds it affects.
//!
//! Each is a fact about the pool that makes a bound hard or impossible to meet in any order, so the
//! report can name a cause that a person can fix.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::order::Order;
use super::pool::{Facts, Pool};
use super::rated::RatedLevel;
use super::report::Bound;
use super::scoring::role_misfit;
use super::settings::Progression;
use super::syllabus::teachable;
use super::tiers::Tier;
use super::tones::Tone;
use crate::wording::plural;

/// One thing that a pool lacks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shortage {
    /// What, as a clause: "the pool has …".
    pub what: String,
    /// The bounds that are hard to meet because of it.
    pub hurts: Vec<Bound>,
}

/// All that the pool lacks for an order that was built from it.
pub(super) fn shortages(settings: &Progression, pool: &Pool, order: &Order) -> Vec<Shortage> {
    let mut found = Vec::new();
    found.extend(too_small(settings, order));
    found.extend(few_families(settings, pool, order));
    found.extend(tiers(settings, pool));
    found.extend(gap(settings, pool));
    found.extend(narrow(pool));
    found.extend(one_peak(settings, pool));
    found.extend(alike(settings, pool));
    found.extend(few_for_role(settings, pool, order));
    found.extend(no_start(settings, pool));
    found.extend(lessons(pool, order));
    found.extend(vacant(order));
    found
}

fn shortage(hurts: &[Bound], what: String) -> Shortage {
    Shortage {
        what,
        hurts: hurts.to_vec(),
    }
}

/// Rolling figures need several cycles of beats to mean anything.
fn too_small(settings: &Progression, order: &Order) -> Option<Shortage> {
    let cycle = settings.rhythm.beats.len().max(1);
    let stages = order.stages.len();
    (stages < 5 * cycle).then(|| {
        shortage(
            &Bound::ALL,
            format!(
                "the order has {}, but the bounds are meant for five cycles of {cycle} or more",
                plural(stages, "stage")
            ),
        )
    })
}

/// A key can occur once in every window; if it occurs more often, two of its levels are too close.
fn few_families(settings: &Progression, pool: &Pool, order: &Order) -> Option<Shortage> {
    let window = settings.variety.family_window + 1;
    let room = order.stages.len().div_ceil(window);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for record in &order.stages {
        *counts.entry(record.family_key.as_str()).or_insert(0) += 1;
    }
    let crowded: usize = counts.values().map(|&n| n.saturating_sub(room)).sum();
    let (key, &most) = counts.iter().max_by_key(|&(_, &n)| n)?;
    (crowded > 0 || counts.len() < window).then(|| {
        shortage(
            &[Bound::Families, Bound::Relaxed],
            format!(
                "the pool has {}, and `{key}` alone has {}, but only {room} can be kept {window} stages apart",
                plural(pool.families(), "family key"),
                plural(most, "level")
            ),
        )
    })
}

/// A tier that is missing or out of proportion cannot begin or end where it should.
fn tiers(settings: &Progression, pool: &Pool) -> Vec<Shortage> {
    let share = |tier| {
        let of = pool.levels().iter().filter(|level| level.tier == tier);
        of.count() as f64 * 100.0 / pool.len() as f64
    };
    let accept = &settings.accept;
    let mut found = Vec::new();
    let mut lack = |bounds: &[Bound], tier: Tier, least: f64| {
        if share(tier) < least {
            let what = format!(
                "{:.0} % of the pool is {tier}, but at least {least:.0} % is needed",
                share(tier)
            );
            found.push(shortage(bounds, what));
        }
    };
    lack(
        &[Bound::LastEasy, Bound::Spread, Bound::Offsets],
        Tier::Easy,
        15.0,
    );
    lack(&[Bound::FirstTricky], Tier::Tricky, 10.0);
    lack(&[Bound::FirstHard], Tier::Hard, 5.0);
    let easy = share(Tier::Easy);
    // Comfort and recovery, seven beats in ten, are where easy levels go.
    let room = accept.last_easy.1 * 0.7;
    if easy > room {
        let what =
            format!("{easy:.0} % of the pool is easy, but there is only room for {room:.0} %");
        found.push(shortage(
            &[
                Bound::EasyByTenth,
                Bound::LastEasy,
                Bound::FirstTricky,
                Bound::FirstHard,
            ],
            what,
        ));
    }
    found
}

/// No step leads across a gap between two neighbouring ratings that is wider than a step.
fn gap(settings: &Progression, pool: &Pool) -> Option<Shortage> {
    let (lo, hi) = pool
        .levels()
        .windows(2)
        .map(|pair| (pair[0].rating, pair[1].rating))
        .max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))?;
    (hi - lo > settings.steps.rise).then(|| {
        shortage(
            &[Bound::Steps, Bound::Relaxed, Bound::Trend, Bound::MeanFall],
            format!("the pool has no level rated between {lo:.2} and {hi:.2}"),
        )
    })
}

/// Tones need room to differ.
fn narrow(pool: &Pool) -> Option<Shortage> {
    let (lo, hi) = (pool.quantile(0.1), pool.quantile(0.9));
    (hi - lo < 4.0).then(|| {
        shortage(
            &[
                Bound::Relief,
                Bound::Tau,
                Bound::Trend,
                Bound::Cycle,
                Bound::Spread,
                Bound::Offsets,
                Bound::Milestones,
            ],
            format!("four fifths of the pool are rated between {lo:.2} and {hi:.2}, too alike for tones to differ"),
        )
    })
}

/// Milestones are strictly above their neighbours, so the hardest rating must not be too common.
fn one_peak(settings: &Progression, pool: &Pool) -> Option<Shortage> {
    let top = pool.quantile(1.0);
    let near = |level: &&RatedLevel| level.rating > top - settings.reserve.margin;
    let count = pool.levels().iter().filter(near).count();
    let share = count * 100 / pool.len();
    (share >= 10).then(|| {
        shortage(
            &[Bound::Milestones],
            match count {
                1 => format!("1 level is rated as high as the hardest, {top:.2}"),
                _ => format!("{count} levels are rated as high as the hardest, {top:.2}"),
            },
        )
    })
}

/// At most two in three levels can have the same size or set of mechanics without three in a row.
fn alike(settings: &Progression, pool: &Pool) -> Vec<Shortage> {
    let streak = settings.variety.streak;
    let most = pool.len() * streak / (streak + 1);
    let largest = |key: fn(&Facts) -> u64| {
        let mut counts: BTreeMap<u64, usize> = BTreeMap::new();
        for level in pool.facts() {
            *counts.entry(key(level)).or_insert(0) += 1;
        }
        counts.into_values().max().unwrap_or(0)
    };
    let mut found = Vec::new();
    let size = largest(|level| u64::from(level.size));
    if size > most {
        let what = format!(
            "{size} of {} levels have the same size; at most {most} can be placed without three in a row",
            pool.len()
        );
        found.push(shortage(&[Bound::Relaxed], what));
    }
    let mechanics = largest(|level| level.mechanics);
    if mechanics > most {
        let what = format!(
            "{mechanics} of {} levels have the same mechanics; at most {most} can be placed without three in a row",
            pool.len()
        );
        found.push(shortage(&[Bound::Relaxed], what));
    }
    found
}

/// Every tone needs at least as many levels that fit its role as it has stages.
fn few_for_role(settings: &Progression, pool: &Pool, order: &Order) -> Vec<Shortage> {
    let limit = settings.variety.role;
    let lack = |tone: Tone| {
        let role = tone.role();
        let levels = pool.facts().iter();
        let suit = levels
            .filter(|level| role_misfit(role, level) <= limit)
            .count();
        let stages = order.stages.iter().filter(|record| record.role == role);
        let stages = stages.count();
        (suit < stages).then(|| {
            let what = format!(
                "{} can play the role of {role}, for {}",
                plural(suit, "level"),
                plural(stages, "stage")
            );
            shortage(&[Bound::Relaxed], what)
        })
    };
    Tone::ALL.into_iter().filter_map(lack).collect()
}

/// The first stages need small levels that rise.
fn no_start(settings: &Progression, pool: &Pool) -> Option<Shortage> {
    let rules = &settings.calibration;
    let high = pool.quantile(rules.quantile) + rules.tolerance;
    let suits = |level: &&Facts| {
        level.area <= rules.area
            && level.dimensions.deduction <= rules.deduction
            && level.rating <= high
    };
    let count = pool.facts().iter().filter(suits).count();
    (count < 2 * rules.stages).then(|| {
        shortage(
            &[Bound::Relaxed, Bound::Steps],
            format!(
                "there are only {} rated up to {high:.2} with at most {} and deduction {}: too few to begin with",
                plural(count, "level"),
                plural(rules.area, "cell"),
                rules.deduction
            ),
        )
    })
}

/// Mechanics without a lesson, and lessons without an easy level.
fn lessons(pool: &Pool, order: &Order) -> Vec<Shortage> {
    let known = teachable(pool);
    let mut found = Vec::new();
    for (mechanic, name) in pool.mechanics().iter().enumerate() {
        if known >> mechanic & 1 == 0 {
            let with = pool
                .facts()
                .iter()
                .filter(|l| l.mechanics >> mechanic & 1 == 1);
            let what = format!(
                "no level has `{name}` together with only what can be taught before it, which leaves out {}",
                plural(with.count(), "level")
            );
            found.push(shortage(&[], what));
        }
    }
    for record in &order.stages {
        if let Some(name) = record
            .teaches
            .as_ref()
            .filter(|_| record.rating > record.anchor)
        {
            let what = format!(
                "the easiest level that can introduce `{name}` at stage {} is rated {:.2}, above the anchor {:.2}",
                record.stage, record.rating, record.anchor
            );
            found.push(shortage(
                &[Bound::Relaxed, Bound::Steps, Bound::Milestones],
                what,
            ));
        }
    }
    found
}

fn vacant(order: &Order) -> Option<Shortage> {
    let first = order.vacant.first()?;
    Some(shortage(
        &[],
        format!(
            "{}, the first is {first}: the pool has no level to spare for a gap",
            plural(order.vacant.len(), "vacant stage")
        ),
    ))
}
