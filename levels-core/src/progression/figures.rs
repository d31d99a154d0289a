//! The figures of the report, taken from the final order (docs/progression.md, Report).

use alloc::vec::Vec;

use super::number::{mean, milli};
use super::order::Order;
use super::relax::Rung;
use super::tiers::Tier;
use super::tones::Tone;

/// How many stages on either side a local mean covers.
const SIDE: usize = 10;
/// The length of a rolling mean and the lag of the autocorrelation: one cycle of beats.
const CYCLE: usize = 20;
/// How many first stages the offsets leave out.
const OPENING: usize = 6;
/// How many stages on either side a milestone must be harder than.
const SUMMIT: usize = 6;
/// The smallest fall that gives relief, in thousandths.
const RELIEF: i64 = 500;
/// How many stages back a family key is looked for.
const FAMILY: usize = 8;

/// The shape of an order in numbers. Stages count from 1, ratings are in points, shares in per cent.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// The number of stages.
    pub stages: usize,
    /// Easy levels in each tenth of the stages.
    pub easy_by_tenth: [usize; 10],
    /// The last easy stage; 0 for none.
    pub last_easy: usize,
    /// The first tricky stage; 0 for none.
    pub first_tricky: usize,
    /// The first hard stage; 0 for none.
    pub first_hard: usize,
    /// Milestones that are strictly the hardest within six stages on either side.
    pub summits: usize,
    /// Milestones.
    pub milestones: usize,
    /// The greatest rise between consecutive ratings.
    pub rise: f64,
    /// The greatest fall.
    pub fall: f64,
    /// Stages with the same family key as the stage before.
    pub family_next: usize,
    /// Stages with the same family key as one of the eight stages before.
    pub family_near: usize,
    /// The most stages in a row that are not more than 0.5 below the one before.
    pub no_relief: usize,
    /// Kendall's τ against the order by rating.
    pub tau: f64,
    /// Spearman's correlation of the rolling mean with the stage.
    pub trend: f64,
    /// The greatest fall of the rolling mean from any earlier value.
    pub mean_fall: f64,
    /// The autocorrelation of the distance from the local mean, one cycle apart.
    pub cycle: f64,
    /// Stages at least 1 below the local mean, per cent.
    pub below: f64,
    /// Stages at least 1 above it, per cent.
    pub above: f64,
    /// Comfort, challenge, recovery, milestone, per cent of the stages.
    pub mix: [f64; 4],
    /// Their mean distance from the local mean, without the first six stages; `None` for a tone that does not occur.
    pub offset: [Option<f64>; 4],
    /// Stages on any rung of the ladder.
    pub relaxed: usize,
    /// Stages on a rung from the widest window on.
    pub deep: usize,
}

impl Figures {
    /// The figures of an order. Stages count by their place in it. A vacant stage is skipped, as a
    /// player skips it.
    #[must_use]
    pub fn of(order: &Order) -> Self {
        Self::take(&seen(order))
    }

    fn take(stages: &[Seen<'_>]) -> Self {
        let n = stages.len();
        let ratings: Vec<f64> = stages.iter().map(|s| s.milli as f64 / 1000.0).collect();
        let first = |tier| {
            stages
                .iter()
                .position(|s| s.tier == tier)
                .map_or(0, |i| i + 1)
        };
        let last_easy = stages.iter().rposition(|s| s.tier == Tier::Easy);
        let mut easy_by_tenth = [0; 10];
        for (i, _) in stages
            .iter()
            .enumerate()
            .filter(|(_, s)| s.tier == Tier::Easy)
        {
            easy_by_tenth[i * 10 / n] += 1;
        }
        let milestones: Vec<usize> = (0..n)
            .filter(|&i| stages[i].tone == Tone::Milestone)
            .collect();
        let step = |sign: i64| {
            let steps = stages.windows(2).map(|w| sign * (w[1].milli - w[0].milli));
            steps.max().unwrap_or(0).max(0) as f64 / 1000.0
        };
        let family_within = |window: usize| {
            (0..n)
                .filter(|&i| {
                    let near = &stages[i.saturating_sub(window)..i];
                    near.iter().any(|s| s.family == stages[i].family)
                })
                .count()
        };
        let local = offsets(&ratings);
        let rolling: Vec<i64> = stages
            .windows(CYCLE)
            .map(|w| w.iter().map(|s| s.milli).sum())
            .collect();
        let share = |count: usize| count as f64 * 100.0 / n.max(1) as f64;
        let of_tone = |tone| (0..n).filter(move |&i| stages[i].tone == tone);
        Self {
            stages: n,
            easy_by_tenth,
            last_easy: last_easy.map_or(0, |i| i + 1),
            first_tricky: first(Tier::Tricky),
            first_hard: first(Tier::Hard),
            summits: milestones.iter().filter(|&&i| is_summit(stages, i)).count(),
            milestones: milestones.len(),
            rise: step(1),
            fall: step(-1),
            family_next: family_within(1),
            family_near: family_within(FAMILY),
            no_relief: longest_without_relief(stages),
            tau: kendall(stages),
            trend: trend(&rolling),
            mean_fall: greatest_fall(&rolling),
            cycle: autocorrelation(&local, CYCLE),
            below: share(local.iter().filter(|&&o| o <= -1.0).count()),
            above: share(local.iter().filter(|&&o| o >= 1.0).count()),
            mix: Tone::ALL.map(|tone| share(of_tone(tone).count())),
            offset: Tone::ALL.map(|tone| {
                let values: Vec<f64> = of_tone(tone)
                    .filter(|&i| i >= OPENING)
                    .map(|i| local[i])
                    .collect();
                if values.is_empty() {
                    None
                } else {
                    Some(mean(&values))
                }
            }),
            relaxed: stages.iter().filter(|s| s.rung > Rung::Strict).count(),
            deep: stages.iter().filter(|s| s.rung.is_deep()).count(),
        }
    }
}

/// What the figures need of one stage.
struct Seen<'a> {
    milli: i64,
    /// The position among the levels of the order by (rating, id).
    rank: usize,
    tier: Tier,
    family: &'a str,
    tone: Tone,
    rung: Rung,
}

fn seen(order: &Order) -> Vec<Seen<'_>> {
    let mut sorted: Vec<usize> = (0..order.stages.len()).collect();
    sorted.sort_by_key(|&i| (milli(order.stages[i].rating), &order.stages[i].level));
    let mut ranks = alloc::vec![0; sorted.len()];
    for (rank, i) in sorted.into_iter().enumerate() {
        ranks[i] = rank;
    }
    let stages = order.stages.iter().zip(ranks);
    stages
        .map(|(record, rank)| Seen {
            milli: milli(record.rating),
            rank,
            tier: record.tier,
            family: &record.family_key,
            tone: record.tone,
            rung: record.rung(),
        })
        .collect()
}

fn is_summit(stages: &[Seen<'_>], at: usize) -> bool {
    let near = at.saturating_sub(SUMMIT)..(at + SUMMIT + 1).min(stages.len());
    near.filter(|&i| i != at)
        .all(|i| stages[i].milli < stages[at].milli)
}

fn longest_without_relief(stages: &[Seen<'_>]) -> usize {
    let mut run = 0;
    let mut longest = 0;
    for i in 0..stages.len() {
        let relief = i > 0 && stages[i].milli < stages[i - 1].milli - RELIEF;
        run = if relief { 0 } else { run + 1 };
        longest = longest.max(run);
    }
    longest
}

/// Each rating minus the mean of the ten on either side, without itself.
pub(super) fn offsets(ratings: &[f64]) -> Vec<f64> {
    let n = ratings.len();
    (0..n)
        .map(|i| {
            let near = i.saturating_sub(SIDE)..(i + SIDE + 1).min(n);
            let others: Vec<f64> = near.filter(|&j| j != i).map(|j| ratings[j]).collect();
            if others.is_empty() {
                0.0
            } else {
                ratings[i] - mean(&others)
            }
        })
        .collect()
}

/// 1 minus twice the share of pairs in the opposite order to the sort.
fn kendall(stages: &[Seen<'_>]) -> f64 {
    let n = stages.len() as u64;
    if n < 2 {
        return 1.0;
    }
    let mut ranks: Vec<usize> = stages.iter().map(|s| s.rank).collect();
    let inversions = count_inversions(&mut ranks);
    1.0 - 4.0 * inversions as f64 / (n * (n - 1)) as f64
}

/// Sorts by merging and counts the pairs that were in the wrong order.
fn count_inversions(values: &mut [usize]) -> u64 {
    let n = values.len();
    if n < 2 {
        return 0;
    }
    let middle = n / 2;
    let mut count =
        count_inversions(&mut values[..middle]) + count_inversions(&mut values[middle..]);
    let mut merged = Vec::with_capacity(n);
    let (mut left, mut right) = (0, middle);
    while left < middle || right < n {
        if right == n || (left < middle && values[left] <= values[right]) {
            merged.push(values[left]);
            left += 1;
        } else {
            merged.push(values[right]);
            count += (middle - left) as u64;
            right += 1;
        }
    }
    values.copy_from_slice(&merged);
    count
}

/// Spearman's correlation of values with their positions; 1 where there are fewer than two.
fn trend(values: &[i64]) -> f64 {
    let n = values.len();
    if n < 2 {
        return 1.0;
    }
    let mut by_value: Vec<usize> = (0..n).collect();
    by_value.sort_by_key(|&i| values[i]);
    let mut ranks = alloc::vec![0.0; n];
    let mut start = 0;
    while start < n {
        let mut end = start;
        while end < n && values[by_value[end]] == values[by_value[start]] {
            end += 1;
        }
        for &i in &by_value[start..end] {
            ranks[i] = (start + end - 1) as f64 / 2.0;
        }
        start = end;
    }
    let positions: Vec<f64> = (0..n).map(|i| i as f64).collect();
    correlation(&positions, &ranks)
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let (ma, mb) = (mean(a), mean(b));
    let sum = |f: &dyn Fn(usize) -> f64| (0..a.len()).map(f).sum::<f64>();
    let both = sum(&|i| (a[i] - ma) * (b[i] - mb));
    let va = sum(&|i| (a[i] - ma) * (a[i] - ma));
    let vb = sum(&|i| (b[i] - mb) * (b[i] - mb));
    if va == 0.0 || vb == 0.0 {
        return 0.0;
    }
    both / libm::sqrt(va * vb)
}

fn greatest_fall(rolling: &[i64]) -> f64 {
    let mut highest = i64::MIN;
    let mut fall = 0;
    for &value in rolling {
        highest = highest.max(value);
        fall = fall.max(highest - value);
    }
    fall as f64 / 1000.0 / CYCLE as f64
}

fn autocorrelation(values: &[f64], lag: usize) -> f64 {
    let m = mean(values);
    let product = |i: usize, j: usize| (values[i] - m) * (values[j] - m);
    let all: f64 = (0..values.len()).map(|i| product(i, i)).sum();
    if all == 0.0 {
        return 0.0;
    }
    let lagged: f64 = (lag..values.len()).map(|i| product(i - lag, i)).sum();
    lagged / all
}
