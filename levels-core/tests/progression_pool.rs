//! Reading, writing and rating pools: every fault is reported, nothing panics, and ranks equal
//! those of a naive computation.
#![cfg(feature = "progression")]

mod progression_support;

use levels_core::progression::{
    Dimensions, MeasuredLevel, Pool, RATING_WEIGHTS, RatedLevel, Tier, Tiers, rate, rating,
};
use progression_support::{Random, given_pool, read_pool};

const GOOD: &str = r#"{"id":"a","rating":1,"tier":"easy","dimensions":{"deduction":1,"peak":1,"scale":1,"sameness":1},"size":"4x4","area":16,"mechanics":["m"],"family_key":"k"}"#;

#[test]
fn a_pool_reads_what_it_writes() {
    let pool = given_pool();
    assert_eq!(pool.len(), 392);
    assert_eq!(pool.mechanics(), ["m1", "m2", "m3", "m4", "m5"]);
    assert_eq!(pool.families(), 252);
    assert_eq!(read_pool(&pool.to_json()), pool);
    let level = pool.get("b231").unwrap_or_else(|| panic!("b231"));
    assert_eq!(
        (level.rating, level.tier, level.area),
        (9.3, Tier::Expert, 120)
    );
    assert_eq!((level.confidence, level.samples), (0.2, 0));
    assert_eq!(level.content, RatedLevel::content_of_id("b231"));
}

#[test]
fn every_fault_of_a_pool_file_is_reported() {
    let good = |from: &str, to: &str| {
        let level = GOOD.replacen(from, to, 1);
        assert_ne!(level, GOOD, "{from}");
        format!("[{level}]")
    };
    let twice = format!("[{GOOD},{GOOD}]");
    let many: Vec<String> = (0..65).map(|i| format!("\"m{i}\"")).collect();
    let table: Vec<(String, &[&str])> = vec![
        ("[".into(), &["not JSON"]),
        ("{}".into(), &["a pool is an array of levels"]),
        ("[]".into(), &["the pool has no levels"]),
        ("[1]".into(), &["`[0]`: a level is an object"]),
        (
            "[{}]".into(),
            &[
                "`[0].id`: this field is missing",
                "`[0].rating`",
                "`[0].tier`",
                "`[0].dimensions.deduction`",
                "`[0].dimensions.peak`",
                "`[0].dimensions.scale`",
                "`[0].dimensions.sameness`",
                "`[0].size`",
                "`[0].area`",
                "`[0].mechanics`",
                "`[0].family_key`",
            ],
        ),
        (
            good("\"a\"", "7"),
            &["`[0].id`: expected a string, found 7"],
        ),
        (
            good("\"a\"", "\"\""),
            &["`[0].id`: an id must not be empty"],
        ),
        (good(":1,", ":\"1\","), &["`[0].rating`: expected a number"]),
        (
            good(":1,", ":10.01,"),
            &["`[0].rating`: 10.01 is not between 0 and 10"],
        ),
        (
            good("easy", "simple"),
            &["`[0].tier`: unknown tier `simple`"],
        ),
        (
            good("\"peak\":1", "\"peak\":-1"),
            &["`[0].dimensions.peak`: -1 is not"],
        ),
        (
            good("16", "0"),
            &["`[0].area`: a board has at least one cell"],
        ),
        (good("16", "1.5"), &["`[0].area`: expected a whole number"]),
        (good("16", "4294967296"), &["`[0].area`: 4294967296 cells"]),
        (
            good("[\"m\"]", "[1]"),
            &["`[0].mechanics`: expected a list of strings"],
        ),
        (
            good("[\"m\"]", "[\"m\",\"m\"]"),
            &["a mechanic is named twice"],
        ),
        (
            good("[\"m\"]", &format!("[{}]", many.join(","))),
            &["65 mechanics"],
        ),
        (
            good("\"size\"", "\"confidence\":2,\"size\""),
            &["`[0].confidence`: 2 is not"],
        ),
        (
            good("\"size\"", "\"samples\":-1,\"size\""),
            &["`[0].samples`: expected a whole"],
        ),
        (
            twice,
            &[
                "`[1].id`: the id `a` is already used by level 0",
                "same content as level 0",
            ],
        ),
    ];
    for (text, expected) in table {
        let faults = Pool::from_json(&text).err().into_iter().flatten();
        let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
        assert_eq!(faults.len(), expected.len(), "{text}: {faults:?}");
        for (fault, part) in faults.iter().zip(expected) {
            assert!(fault.contains(part), "{text}: {fault}");
        }
    }
}

/// Cutting and mangling a good file anywhere gives faults or a pool, never a panic.
#[test]
fn a_mangled_file_does_no_harm() {
    let text = format!("[{GOOD},{}]", GOOD.replacen("\"a\"", "\"b\"", 1));
    assert!(Pool::from_json(&text).is_ok());
    let mut random = Random(5);
    let mut refused = 0;
    for _ in 0..3000 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len());
            bytes[at] = b"{}[]\",:0-e9 a"[random.below(13)];
        }
        bytes.truncate(1 + random.below(bytes.len() * 4).min(bytes.len() - 1));
        let text = String::from_utf8_lossy(&bytes);
        match Pool::from_json(&text) {
            Ok(pool) => assert_eq!(read_pool(&pool.to_json()), pool),
            Err(faults) => {
                assert!(!faults.is_empty());
                refused += 1;
            }
        }
    }
    assert!(refused > 2000, "{refused}");
}

fn measured(id: usize, raw: [Vec<f64>; 4]) -> MeasuredLevel {
    MeasuredLevel {
        id: format!("m{id:03}"),
        family: "one".into(),
        raw,
        size: "6x6".into(),
        area: 36,
        mechanics: Vec::new(),
        family_key: "k".into(),
        content: format!("hash-{id}"),
        evidence: None,
    }
}

#[test]
fn ratings_are_weighted_ranks() {
    let mut random = Random(11);
    let count = 60;
    // Few distinct values, so that ties occur.
    let raw: Vec<[Vec<f64>; 4]> = (0..count)
        .map(|_| [1, 2, 1, 3].map(|n| (0..n).map(|_| random.below(25) as f64 - 3.0).collect()))
        .collect();
    let levels = raw
        .iter()
        .cloned()
        .enumerate()
        .map(|(id, raw)| measured(id, raw));
    let pool = rate(levels.collect()).unwrap_or_else(|faults| panic!("{faults:?}"));

    // A level's rank is the number of levels below it plus half of the others that are equal.
    let rank = |values: &[f64], at: usize| {
        let below = values.iter().filter(|&&v| v < values[at] - 1e-9).count();
        let equal = values
            .iter()
            .filter(|&&v| (v - values[at]).abs() <= 1e-9)
            .count();
        10.0 * (below as f64 + (equal as f64 - 1.0) / 2.0) / (count as f64 - 1.0)
    };
    let mut ratings = Vec::new();
    for id in 0..count {
        let mut want = 0.0;
        let level = pool
            .get(&format!("m{id:03}"))
            .unwrap_or_else(|| panic!("m{id:03}"));
        for (dimension, weight) in [0.35, 0.25, 0.25, 0.15].into_iter().enumerate() {
            let together: Vec<f64> = (0..count)
                .map(|at| {
                    let parts = (0..raw[0][dimension].len()).map(|measure| {
                        let column: Vec<f64> = raw.iter().map(|r| r[dimension][measure]).collect();
                        rank(&column, at)
                    });
                    let parts: Vec<f64> = parts.collect();
                    parts.iter().sum::<f64>() / parts.len() as f64
                })
                .collect();
            let value = rank(&together, id);
            let is = level.dimensions.values()[dimension];
            assert!(
                (is - value).abs() < 0.0051,
                "{id}, {dimension}: {is} against {value}"
            );
            want += weight * value;
        }
        assert!(
            (level.rating - want).abs() < 0.02,
            "{id}: {} against {want}",
            level.rating
        );
        ratings.push(level.rating);
    }
    for level in pool.levels() {
        let below = ratings.iter().filter(|&&r| r < level.rating).count() as f64 / count as f64;
        let expected = match level.tier {
            Tier::Easy => 0.0..=0.26,
            Tier::Steady => 0.24..=0.51,
            Tier::Tricky => 0.49..=0.76,
            Tier::Hard => 0.74..=0.91,
            Tier::Expert => 0.89..=1.0,
        };
        assert!(expected.contains(&below), "{} at {below}", level.tier);
    }
}

#[test]
fn faults_of_measures_are_reported() {
    let one = || [vec![1.0], vec![1.0], vec![1.0], vec![1.0]];
    let mut levels = vec![measured(0, one()), measured(1, one()), measured(2, one())];
    levels[1].raw[0].push(2.0);
    levels[2].raw[1][0] = f64::NAN;
    levels[2].raw[3].clear();
    let faults = rate(levels).err().into_iter().flatten();
    let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
    let expected = [
        "`[1].raw.deduction`: `m001` has 2 measures, but the first level of its family has 1",
        "`[2].raw.peak`: NaN is not a measure",
        "`[2].raw.sameness`: a dimension needs at least one measure",
    ];
    assert_eq!(faults.len(), expected.len(), "{faults:?}");
    for (fault, part) in faults.iter().zip(expected) {
        assert!(fault.contains(part), "{fault}");
    }
    assert_eq!(rate(Vec::new()).err().map(|faults| faults.len()), Some(1));
    let alone = rate(vec![measured(0, one())]).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(alone.levels()[0].rating, 5.0);
}

#[test]
fn a_family_is_ranked_in_itself() {
    // The second family has other units and another number of measures: the same ranks, the same
    // ratings.
    let raw = |step: f64, measures: usize| -> [Vec<f64>; 4] {
        [1.0, 2.0, 3.0, 4.0].map(|dimension| vec![step * dimension; measures])
    };
    let levels = (0..10).map(|id| {
        let step = (id % 5) as f64;
        if id < 5 {
            measured(id, raw(step, 1))
        } else {
            MeasuredLevel {
                family: "other".into(),
                ..measured(id, raw(1000.0 * (step + 1.0), 2))
            }
        }
    });
    let pool = rate(levels.collect()).unwrap_or_else(|faults| panic!("{faults:?}"));
    for id in 0..5 {
        let rating = |id: usize| pool.get(&format!("m{id:03}")).map(|level| level.rating);
        assert_eq!(rating(id), Some(2.5 * id as f64));
        assert_eq!(rating(id + 5), rating(id));
    }
}

#[test]
fn a_rating_is_one_scale() {
    assert_eq!(RATING_WEIGHTS.iter().sum::<f64>(), 1.0);
    assert_eq!(rating(Dimensions::from_values([10.0; 4])), 10.0);
    assert_eq!(rating(Dimensions::from_values([10.0, 0.0, 0.0, 0.0])), 3.5);
    assert_eq!(rating(Dimensions::from_values([0.0, 0.0, 4.0, 2.0])), 1.3);
}

#[test]
fn tiers_are_the_quantiles_of_their_pool() {
    let ratings: Vec<f64> = (0..=100).map(f64::from).collect();
    let tiers = Tiers::over(&ratings);
    assert_eq!(tiers.boundaries(), [25.0, 50.0, 75.0, 90.0]);
    let table = [
        (0.0, Tier::Easy),
        (25.0, Tier::Easy),
        (25.5, Tier::Steady),
        (75.0, Tier::Tricky),
        (76.0, Tier::Hard),
        (90.0, Tier::Hard),
        (90.1, Tier::Expert),
    ];
    for (rating, tier) in table {
        assert_eq!(tiers.tier(rating), tier, "{rating}");
    }
    for tier in Tier::ALL {
        assert_eq!(Tier::from_name(tier.name()), Some(tier));
    }
    assert_eq!(Tier::from_name("Easy"), None);
}

#[test]
fn sizes_that_stand_apart_are_named() {
    assert!(given_pool().size_spans().iter().all(|span| !span.apart));
    let spans = given_pool().size_spans();
    let six = spans.iter().find(|span| span.size == "6x6");
    assert_eq!(
        six.map(|s| (s.count, s.ratings[0], s.ratings[2])),
        Some((14, 1.72, 6.19))
    );
    let areas: Vec<u32> = spans.iter().map(|span| span.area).collect();
    assert!(areas.is_sorted());

    let by_rating = |level: &RatedLevel| {
        let part = (level.rating / 2.5) as u32;
        RatedLevel {
            size: format!("{part}x9"),
            area: 9 * (1 + part),
            ..level.clone()
        }
    };
    let levels = given_pool().levels().iter().map(by_rating).collect();
    let pool = Pool::new(levels).unwrap_or_else(|faults| panic!("{faults:?}"));
    let apart: Vec<bool> = pool.size_spans().iter().map(|span| span.apart).collect();
    assert_eq!(apart, [true; 4]);
}
