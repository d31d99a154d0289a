//! Pools for the tests, and the figures of an order computed the naive way.
//!
//! Nothing here calls the library's own figures: it reads the order as JSON, as any other program
//! would, and computes in the plainest way.
#![allow(dead_code, reason = "every test file uses its own part")]

use std::collections::BTreeMap;

use levels_core::progression::{Dimensions, Order, Pool, RatedLevel, Tier};
use serde_json::Value;

/// The pool of 392 levels on which the defaults of `docs/progression.md` were chosen.
pub fn given_pool() -> Pool {
    read_pool(include_str!("../data/progression_pool_392.json"))
}

pub fn read_pool(text: &str) -> Pool {
    Pool::from_json(text).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Splitmix64: the tests' own random numbers.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    pub fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// About normal, mean 0 and deviation 1.
    pub fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }

    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

/// Sizes by area, with the number of levels of 392 that have each, as in the given pool.
const SIZES: [(&str, u32, usize); 27] = [
    ("3x3", 9, 11),
    ("4x3", 12, 18),
    ("5x3", 15, 18),
    ("4x4", 16, 18),
    ("5x4", 20, 20),
    ("6x4", 24, 19),
    ("5x5", 25, 14),
    ("6x5", 30, 13),
    ("7x5", 35, 19),
    ("6x6", 36, 14),
    ("7x6", 42, 15),
    ("8x6", 48, 14),
    ("7x7", 49, 27),
    ("8x7", 56, 17),
    ("9x7", 63, 16),
    ("8x8", 64, 14),
    ("9x8", 72, 17),
    ("10x8", 80, 22),
    ("9x9", 81, 20),
    ("10x9", 90, 15),
    ("11x9", 99, 7),
    ("10x10", 100, 22),
    ("11x10", 110, 10),
    ("12x10", 120, 3),
    ("11x11", 121, 6),
    ("12x11", 132, 1),
    ("12x12", 144, 2),
];

/// How a generated pool differs from the given one in the joint distribution.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shape {
    /// One normal factor behind the four dimensions, correlated as in the given pool.
    Normal,
    /// The same with a uniform factor: more very easy and very hard levels.
    Uniform,
    /// Less correlated dimensions.
    Loose,
}

/// A pool of `count` levels with the given pool's distribution: dimensions are percentiles of
/// correlated measures (.70 between the first three, .49 with the fourth), the rating is their
/// weighted mean stretched to 0.6–9.3, tiers have the same mix, area follows scale, mechanics come
/// with difficulty, and a family key is size, mechanics and one of four variants.
pub fn pool_like_given(seed: u64, count: usize, shape: Shape) -> Pool {
    let mut random = Random(seed);
    let load = match shape {
        Shape::Normal | Shape::Uniform => [0.845, 0.826, 0.827, 0.58],
        Shape::Loose => [0.75, 0.72, 0.72, 0.5],
    };
    let mut measures: [Vec<f64>; 4] = Default::default();
    let mut extents = Vec::new();
    for _ in 0..count {
        let factor = match shape {
            Shape::Uniform => (random.unit() - 0.5) * 12_f64.sqrt(),
            Shape::Normal | Shape::Loose => random.normal(),
        };
        for (values, load) in measures.iter_mut().zip(load) {
            values.push(load * factor + (1.0 - load * load).sqrt() * random.normal());
        }
        let scale = measures[2][measures[2].len() - 1];
        extents.push(0.914 * scale + 0.406 * random.normal());
    }
    let percentile = |values: &Vec<f64>| -> Vec<f64> {
        let most = (count - 1).max(1) as f64;
        let ranks = ranks(values).into_iter();
        ranks
            .map(|rank| hundredths(10.0 * rank as f64 / most))
            .collect()
    };
    let dimensions = measures.each_ref().map(percentile);
    let means: Vec<f64> = (0..count)
        .map(|i| {
            let [d, p, s, a] = dimensions.each_ref().map(|values| values[i]);
            0.35 * d + 0.25 * p + 0.25 * s + 0.15 * a
        })
        .collect();
    let lowest = means.iter().copied().fold(f64::MAX, f64::min);
    let highest = means.iter().copied().fold(f64::MIN, f64::max);
    let stretch = |mean: f64| 0.6 + 8.7 * (mean - lowest) / (highest - lowest).max(1e-9);
    let ratings: Vec<f64> = means
        .iter()
        .map(|&mean| hundredths(stretch(mean)))
        .collect();
    let (by_rating, by_extent) = (ranks(&ratings), ranks(&extents));
    let levels = (0..count).map(|i| {
        let share = by_rating[i] as f64 / count as f64;
        let (size, area) = size_at(by_extent[i] * 392 / count);
        let mechanics = mechanics(share, &mut random);
        let tag = match mechanics.join("+") {
            none if none.is_empty() => "-".to_string(),
            tag => tag,
        };
        let id = format!("b{i:03}");
        let bounds = [92.0, 190.0, 285.0, 344.0];
        let tier = bounds
            .iter()
            .filter(|&&bound| share >= bound / 392.0)
            .count();
        RatedLevel {
            content: RatedLevel::content_of_id(&id),
            id,
            rating: ratings[i],
            tier: Tier::ALL[tier],
            dimensions: Dimensions::from_values(dimensions.each_ref().map(|values| values[i])),
            size: size.into(),
            area,
            family_key: format!("{size}|{tag}|{}", random.below(4)),
            mechanics,
            confidence: 0.2,
            samples: 0,
        }
    });
    Pool::new(levels.collect()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn ranks(values: &[f64]) -> Vec<usize> {
    let mut by_value: Vec<usize> = (0..values.len()).collect();
    by_value.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0; values.len()];
    for (rank, at) in by_value.into_iter().enumerate() {
        ranks[at] = rank;
    }
    ranks
}

fn size_at(mut place: usize) -> (&'static str, u32) {
    for (size, area, count) in SIZES {
        if place < count {
            return (size, area);
        }
        place -= count;
    }
    ("12x12", 144)
}

/// Mechanics of a level at `share` of the pool by rating: none in most easy levels, up to three in
/// the hardest; `m3`, `m4` and `m5` only from a share on.
fn mechanics(share: f64, random: &mut Random) -> Vec<String> {
    let (none, two, three) = match share {
        s if s < 0.2 => (0.85, 0.0, 0.0),
        s if s < 0.45 => (0.62, 0.0, 0.0),
        s if s < 0.8 => (0.38, 0.2, 0.0),
        _ => (0.27, 0.36, 0.06),
    };
    let draw = random.unit();
    let count = match draw {
        d if d < none => 0,
        d if d < none + three => 3,
        d if d < none + three + two => 2,
        _ => 1,
    };
    let from = [0.0, 0.0, 0.03, 0.2, 0.47];
    let mut known: Vec<usize> = (0..5).filter(|&m| share >= from[m]).collect();
    random.shuffle(&mut known);
    known.truncate(count);
    known.sort_unstable();
    known.into_iter().map(|m| format!("m{}", m + 1)).collect()
}

/// A stage as in the JSON.
#[derive(Debug, Clone)]
pub struct Stage {
    pub level: String,
    pub rating: f64,
    pub tier: String,
    pub tone: String,
    pub family: String,
    pub rungs: usize,
}

pub fn stages(order: &Order) -> Vec<Stage> {
    let value: Value =
        serde_json::from_str(&order.to_json()).unwrap_or_else(|error| panic!("{error}"));
    let items = value["stages"].as_array().cloned().unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    items
        .iter()
        .map(|item| Stage {
            level: text(&item["level"]),
            rating: item["rating"].as_f64().unwrap_or(f64::NAN),
            tier: text(&item["tier"]),
            tone: text(&item["tone"]),
            family: text(&item["family_key"]),
            rungs: item["rungs"].as_array().map_or(usize::MAX, Vec::len),
        })
        .collect()
}

/// The figures of the report, the naive way.
#[derive(Debug, Clone, PartialEq)]
pub struct Naive {
    pub easy_by_tenth: Vec<usize>,
    pub last_easy: usize,
    pub first_tricky: usize,
    pub first_hard: usize,
    pub milestones: (usize, usize),
    pub rise: f64,
    pub fall: f64,
    pub family: (usize, usize),
    pub no_relief: usize,
    pub tau: f64,
    pub trend: f64,
    pub mean_fall: f64,
    pub cycle: f64,
    pub below: f64,
    pub above: f64,
    pub mix: BTreeMap<String, f64>,
    pub offset: BTreeMap<String, f64>,
    pub relaxed: usize,
    pub deep: usize,
}

pub fn naive_figures(stages: &[Stage]) -> Naive {
    let n = stages.len();
    let r: Vec<f64> = stages.iter().map(|s| s.rating).collect();
    let first = |tier: &str| 1 + stages.iter().take_while(|s| s.tier != tier).count();
    let easy: Vec<usize> = (0..n).filter(|&i| stages[i].tier == "easy").collect();
    let tenth = |k: usize| easy.iter().filter(|&&i| i * 10 / n == k).count();

    let mut summits = (0, 0);
    for i in (0..n).filter(|&i| stages[i].tone == "milestone") {
        let around = (0..n).filter(|&j| j != i && j.abs_diff(i) <= 6);
        summits.0 += usize::from(around.map(|j| r[j]).all(|other| other < r[i]));
        summits.1 += 1;
    }

    let (mut rise, mut fall) = (0.0_f64, 0.0_f64);
    let (mut run, mut no_relief) = (0, 0);
    for i in 0..n {
        if i > 0 {
            rise = rise.max(r[i] - r[i - 1]);
            fall = fall.max(r[i - 1] - r[i]);
        }
        run = if i > 0 && r[i - 1] - r[i] > 0.5 + 1e-9 {
            0
        } else {
            run + 1
        };
        no_relief = no_relief.max(run);
    }
    let near = |i: usize, reach: usize| {
        (0..i).any(|j| i - j <= reach && stages[j].family == stages[i].family)
    };
    let family = (
        (0..n).filter(|&i| near(i, 1)).count(),
        (0..n).filter(|&i| near(i, 8)).count(),
    );

    // Kendall: pairs in the same order as by (rating, id), minus those that are not.
    let mut balance = 0_i64;
    for i in 0..n {
        for j in i + 1..n {
            let before = (r[i], &stages[i].level) < (r[j], &stages[j].level);
            balance += if before { 1 } else { -1 };
        }
    }

    let rolling: Vec<f64> = (0..=n - 20).map(|i| mean(&r[i..i + 20])).collect();
    let rank = |x: f64| {
        let below = rolling.iter().filter(|&&y| y < x - 1e-9).count();
        let equal = rolling.iter().filter(|&&y| (y - x).abs() <= 1e-9).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    let places: Vec<f64> = (0..rolling.len()).map(|i| i as f64).collect();
    let ranked: Vec<f64> = rolling.iter().map(|&x| rank(x)).collect();
    let mut mean_fall = 0.0_f64;
    for i in 0..rolling.len() {
        for j in i..rolling.len() {
            mean_fall = mean_fall.max(rolling[i] - rolling[j]);
        }
    }

    let offset: Vec<f64> = (0..n)
        .map(|i| {
            let around = (0..n).filter(|&j| j != i && j.abs_diff(i) <= 10);
            r[i] - mean(&around.map(|j| r[j]).collect::<Vec<f64>>())
        })
        .collect();
    let middle = mean(&offset);
    let products = |lag: usize| {
        let pairs = (0..n - lag).map(|i| (offset[i] - middle) * (offset[i + lag] - middle));
        pairs.sum::<f64>()
    };

    let mut tones: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (i, stage) in stages.iter().enumerate() {
        tones.entry(stage.tone.clone()).or_default().push(i);
    }
    let percent = |count: usize| 100.0 * count as f64 / n as f64;
    let of_tone = |at: &[usize]| {
        let late = at.iter().filter(|&&i| i >= 6).map(|&i| offset[i]);
        mean(&late.collect::<Vec<f64>>())
    };
    Naive {
        easy_by_tenth: (0..10).map(tenth).collect(),
        last_easy: easy.last().map_or(0, |i| i + 1),
        first_tricky: first("tricky"),
        first_hard: first("hard"),
        milestones: summits,
        rise,
        fall,
        family,
        no_relief,
        tau: balance as f64 / (n * (n - 1) / 2) as f64,
        trend: pearson(&places, &ranked),
        mean_fall,
        cycle: products(20) / products(0),
        below: percent(offset.iter().filter(|&&o| o <= -1.0).count()),
        above: percent(offset.iter().filter(|&&o| o >= 1.0).count()),
        mix: tones
            .iter()
            .map(|(t, at)| (t.clone(), percent(at.len())))
            .collect(),
        offset: tones
            .iter()
            .map(|(t, at)| (t.clone(), of_tone(at)))
            .collect(),
        relaxed: stages.iter().filter(|s| s.rungs > 0).count(),
        deep: stages.iter().filter(|s| s.rungs >= 7).count(),
    }
}

/// The bounds (docs/progression.md, Report) that the figures miss, by name.
pub fn missed(naive: &Naive, n: usize) -> Vec<String> {
    let share = |stage: usize| 100.0 * stage as f64 / n as f64;
    let within = |x: f64, lo: f64, hi: f64| lo <= x && x <= hi;
    let mix = |tone: &str| naive.mix.get(tone).copied().unwrap_or(0.0);
    let off = |tone: &str| naive.offset.get(tone).copied().unwrap_or(f64::NAN);
    let (c, h) = (off("comfort"), off("challenge"));
    let (r, m) = (off("recovery"), off("milestone"));
    let tones = ["comfort", "challenge", "recovery", "milestone"].map(mix);
    let mixed = tones
        .iter()
        .zip([60.0, 25.0, 10.0, 5.0])
        .all(|(x, y)| (x - y).abs() <= 1.0);
    let table = [
        ("easy by tenth", naive.easy_by_tenth[9] == 0),
        ("last easy", within(share(naive.last_easy), 30.0, 60.0)),
        ("first tricky", within(share(naive.first_tricky), 5.0, 20.0)),
        ("first hard", within(share(naive.first_hard), 20.0, 48.0)),
        ("milestones", naive.milestones.0 == naive.milestones.1),
        ("steps", naive.rise <= 2.2 && naive.fall <= 3.4),
        (
            "families",
            naive.family.0 == 0 && share(naive.family.1) <= 1.0,
        ),
        ("relief", naive.no_relief <= 10),
        ("tau", within(naive.tau, 0.55, 0.75)),
        ("trend", naive.trend >= 0.95),
        ("mean fall", naive.mean_fall <= 1.0),
        ("cycle", naive.cycle >= 0.7),
        ("below", within(naive.below, 12.0, 25.0)),
        ("above", within(naive.above, 18.0, 30.0)),
        ("mix", mixed),
        ("offsets", r < c && c < 0.0 && 0.0 < h && h < m),
        ("relaxed", share(naive.relaxed) <= 10.0),
        ("deep", share(naive.deep) <= 2.0),
    ];
    let missed = table.iter().filter(|(_, met)| !met);
    missed.map(|(name, _)| (*name).to_string()).collect()
}

/// What is wrong with the lessons of an order: a mechanic before it was introduced, or a lesson
/// with two new ones.
pub fn unlock_faults(order: &Order) -> Vec<String> {
    let mut known: Vec<&str> = Vec::new();
    let mut faults = Vec::new();
    for record in &order.stages {
        let new = record
            .mechanics
            .iter()
            .filter(|m| !known.contains(&m.as_str()));
        let new: Vec<&str> = new.map(String::as_str).collect();
        let teaches: Vec<&str> = record.teaches.as_deref().into_iter().collect();
        if new != teaches {
            let (stage, level) = (record.stage, &record.level);
            faults.push(format!(
                "stage {stage} ({level}): {new:?} new, {teaches:?} taught"
            ));
        }
        known.extend(new);
    }
    faults
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn pearson(a: &[f64], b: &[f64]) -> f64 {
    let (ma, mb) = (mean(a), mean(b));
    let dot = |f: &dyn Fn(usize) -> f64| (0..a.len()).map(f).sum::<f64>();
    let both = dot(&|i| (a[i] - ma) * (b[i] - mb));
    both / (dot(&|i| (a[i] - ma).powi(2)) * dot(&|i| (b[i] - mb).powi(2))).sqrt()
}
