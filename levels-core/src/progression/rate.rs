//! Rate: turns raw measures of levels into dimensions, ratings and tiers over their pool.
//!
//! A family's numbers have a meaning only within it: six moves in one family are not six moves in
//! another. So each number becomes a rank among the levels of its family, every family has the same
//! scale, and a rating says how a level ranks in its pool.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::number::quantile;
use super::pool::{Pool, place};
use super::rated::{Dimensions, PRIOR_CONFIDENCE, RatedLevel};
use super::tiers::Tiers;
use crate::finding::{Fault, Faults, Place};
use crate::quality::RawDimensions;
use crate::wording::plural;

/// The weight of each dimension in a rating, in the order of [`Dimensions::NAMES`].
pub const RATING_WEIGHTS: [f64; 4] = [0.35, 0.25, 0.25, 0.15];

/// A level with its raw measures.
#[derive(Debug, Clone, PartialEq)]
pub struct MeasuredLevel {
    /// The level's id, unique within a pool.
    pub id: String,
    /// The tag of the level's family.
    pub family: String,
    /// For each dimension, in the order of [`Dimensions::NAMES`], the numbers that it is made of,
    /// in any unit; greater is harder. All levels of a family have the same count of numbers.
    pub raw: RawDimensions,
    /// The size of the board as it is written, such as `6x6`.
    pub size: String,
    /// The number of cells.
    pub area: u32,
    /// The mechanics that a player must know, each once.
    pub mechanics: Vec<String>,
    /// What the level is made of, positions ignored.
    pub family_key: String,
    /// The content hash.
    pub content: String,
    /// Trust in the rating and the plays that it rests on, once there are players.
    pub evidence: Option<Evidence>,
}

/// What players have shown about a rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Evidence {
    /// How far the rating can be trusted, from 0 to 1.
    pub confidence: f64,
    /// How many plays it rests on.
    pub samples: u64,
}

/// The ratings of one board size.
#[derive(Debug, Clone, PartialEq)]
pub struct SizeSpan {
    /// The size.
    pub size: String,
    /// The number of cells.
    pub area: u32,
    /// How many levels have it.
    pub count: usize,
    /// Lowest rating, median and highest.
    pub ratings: [f64; 3],
    /// Whether no level of another size is rated within the span: then the rating depends on the
    /// size.
    pub apart: bool,
}

/// The pool of these levels, rated against each other.
///
/// A dimension is the percentile rank within the family, from 0 to 10, of the sum of its numbers'
/// ranks; equal values share the mean of their ranks. The rating is the weighted mean of the
/// dimensions, and the tier follows from the pool's own boundaries. All are rounded to hundredths.
///
/// # Errors
///
/// All faults: a level with a different number of measures from the first of its family, a measure
/// that is not a number, and everything that [`Pool::new`] finds.
pub fn rate(levels: Vec<MeasuredLevel>) -> Result<Pool, Faults> {
    let faults = check(&levels);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let mut dimensions = alloc::vec![Dimensions::default(); levels.len()];
    for members in families(&levels).values() {
        let values: [Vec<f64>; 4] =
            core::array::from_fn(|dimension| within_family(&levels, members, dimension));
        for (at, &level) in members.iter().enumerate() {
            dimensions[level] =
                Dimensions::from_values([0, 1, 2, 3].map(|d| hundredths(values[d][at])));
        }
    }
    let ratings: Vec<f64> = dimensions.iter().map(|d| rating(*d)).collect();
    let tiers = Tiers::over(&ratings);
    let rated = levels.into_iter().zip(dimensions).zip(ratings);
    let rated = rated.map(|((level, dimensions), rating)| RatedLevel {
        id: level.id,
        rating,
        tier: tiers.tier(rating),
        dimensions,
        size: level.size,
        area: level.area,
        mechanics: level.mechanics,
        family_key: level.family_key,
        content: level.content,
        confidence: level.evidence.map_or(PRIOR_CONFIDENCE, |e| e.confidence),
        samples: level.evidence.map_or(0, |e| e.samples),
    });
    Pool::new(rated.collect())
}

/// The indices of the levels of each family.
fn families(levels: &[MeasuredLevel]) -> BTreeMap<&str, Vec<usize>> {
    let mut families: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, level) in levels.iter().enumerate() {
        families.entry(&level.family).or_default().push(index);
    }
    families
}

/// The percentiles of one dimension over the levels of one family.
fn within_family(levels: &[MeasuredLevel], members: &[usize], dimension: usize) -> Vec<f64> {
    let measures = members
        .first()
        .map_or(0, |&first| levels[first].raw[dimension].len());
    let mut together = alloc::vec![0.0; members.len()];
    for measure in 0..measures {
        let values = members
            .iter()
            .map(|&level| levels[level].raw[dimension][measure]);
        let values: Vec<f64> = values.collect();
        for (sum, rank) in together.iter_mut().zip(ranks(&values)) {
            *sum += rank;
        }
    }
    percentiles(&together)
}

/// The rating of a level with these dimensions, from 0 to 10, in hundredths.
#[must_use]
pub fn rating(dimensions: Dimensions) -> f64 {
    let values = dimensions.values().into_iter().zip(RATING_WEIGHTS);
    hundredths(values.map(|(value, weight)| value * weight).sum())
}

impl Pool {
    /// How far the ratings of each board size reach, by area. If many sizes are apart, the model
    /// measures size.
    #[must_use]
    pub fn size_spans(&self) -> Vec<SizeSpan> {
        let mut spans: Vec<SizeSpan> = Vec::new();
        // The levels are ordered by rating, so the first of a size is its lowest, and so on.
        let mut sizes: Vec<(u32, &str)> = self
            .levels()
            .iter()
            .map(|l| (l.area, l.size.as_str()))
            .collect();
        sizes.sort_unstable();
        sizes.dedup();
        for (area, size) in sizes {
            let is_of = |level: &&RatedLevel| level.size == size && level.area == area;
            let of: Vec<f64> = self
                .levels()
                .iter()
                .filter(is_of)
                .map(|l| l.rating)
                .collect();
            let (Some(&lo), Some(&hi)) = (of.first(), of.last()) else {
                continue;
            };
            let within = |level: &&RatedLevel| lo <= level.rating && level.rating <= hi;
            let mut others = self.levels().iter().filter(|level| !is_of(level));
            spans.push(SizeSpan {
                size: size.into(),
                area,
                count: of.len(),
                ratings: [lo, quantile(&of, 0.5), hi],
                apart: of.len() > 1 && !others.any(|level| within(&level)),
            });
        }
        spans
    }
}

fn check(levels: &[MeasuredLevel]) -> Vec<Fault> {
    let mut faults = Vec::new();
    let families = families(levels);
    for (index, level) in levels.iter().enumerate() {
        let first = families[level.family.as_str()][0];
        for (dimension, name) in Dimensions::NAMES.into_iter().enumerate() {
            let place = || place(index, &format!("raw.{name}"));
            let (values, expected) = (&level.raw[dimension], levels[first].raw[dimension].len());
            if values.is_empty() {
                faults.push(Fault::new(
                    place(),
                    "a dimension needs at least one measure",
                ));
            } else if values.len() != expected {
                let message = format!(
                    "`{}` has {}, but the first level of its family has {expected}",
                    level.id,
                    plural(values.len(), "measure")
                );
                faults.push(Fault::new(place(), message));
            }
            if let Some(value) = values.iter().find(|value| !value.is_finite()) {
                let message = format!("{value} is not a measure of `{}`", level.id);
                faults.push(Fault::new(place(), message));
            }
        }
    }
    if levels.is_empty() {
        faults.push(Fault::new(Place::Level, "there is no level to rate"));
    }
    faults
}

/// The percentile rank of each value, from 0 to 10; 5 where there is only one level.
fn percentiles(values: &[f64]) -> Vec<f64> {
    let most = values.len().saturating_sub(1);
    match most {
        0 => alloc::vec![5.0; values.len()],
        _ => ranks(values)
            .into_iter()
            .map(|rank| rank * 5.0 / most as f64)
            .collect(),
    }
}

/// Twice the rank of each value, from 0; equal values share the mean of theirs. Whole numbers, so
/// that sums of ranks are exact and ties stay ties.
fn ranks(values: &[f64]) -> Vec<f64> {
    let n = values.len();
    let mut by_value: Vec<usize> = (0..n).collect();
    by_value.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = alloc::vec![0.0; n];
    let mut start = 0;
    while start < n {
        let mut end = start + 1;
        while end < n && values[by_value[end]] == values[by_value[start]] {
            end += 1;
        }
        for &level in &by_value[start..end] {
            ranks[level] = (start + end - 1) as f64;
        }
        start = end;
    }
    ranks
}

fn hundredths(value: f64) -> f64 {
    libm::round(value * 100.0) / 100.0
}
