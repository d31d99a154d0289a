//! The builder: the same bytes for any order of the pool and any number of threads, the rules of
//! particular stages, and unsuitable pools.
#![cfg(feature = "progression")]

mod progression_support;

use levels_core::progression::{
    Dimensions, Figures, Introduce, Order, Placed, Pool, Progression, RatedLevel, Report, Tier,
    Tone, Variant, explain, trace,
};
use progression_support::{
    Random, Shape, given_pool, missed, naive_figures, pool_like_given, stages, unlock_faults,
};

#[test]
fn the_order_of_the_pool_makes_no_difference() {
    let pool = given_pool();
    let expected = Progression::default().build(&pool).to_json();
    for seed in 0..3 {
        let mut levels = pool.levels().to_vec();
        Random(seed).shuffle(&mut levels);
        let shuffled = Pool::new(levels).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!(Progression::default().build(&shuffled).to_json(), expected);
    }
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    let pool = given_pool();
    let expected = Progression::default().build(&pool).to_json();
    std::thread::scope(|scope| {
        let build = || Progression::default().build(&pool).to_json();
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(build)).collect();
        for thread in threads {
            let Ok(json) = thread.join() else {
                panic!("a thread panicked");
            };
            assert_eq!(json, expected);
        }
    });
}

#[test]
fn seeds_break_ties_and_keep_bounds() {
    let pool = given_pool();
    let mut orders: Vec<String> = Vec::new();
    for seed in 1..=5 {
        let settings = Progression {
            seed,
            ..Progression::default()
        };
        let order = settings.build(&pool);
        let report = Report::new(&settings, &pool, &order);
        assert!(report.met(), "seed {seed}:\n{}", report.table());
        let levels: Vec<&str> = order.stages.iter().map(|r| r.level.as_str()).collect();
        orders.push(levels.join(" "));
    }
    orders.sort();
    orders.dedup();
    assert!(orders.len() > 1, "the seed decides nothing");
}

#[test]
fn every_level_is_placed_once() {
    let pool = given_pool();
    for variant in Variant::ALL {
        let settings = Progression {
            variant,
            ..Progression::default()
        };
        let order = settings.build(&pool);
        let mut levels: Vec<&str> = order.stages.iter().map(|r| r.level.as_str()).collect();
        levels.sort_unstable();
        levels.dedup();
        assert_eq!(levels.len(), 392, "{variant}");
        let numbers: Vec<usize> = order.stages.iter().map(|r| r.stage).collect();
        assert_eq!(numbers, (1..=392).collect::<Vec<usize>>(), "{variant}");
    }
}

#[test]
fn the_first_stages_rise_and_are_small() {
    for seed in 1..=5 {
        let pool = pool_like_given(seed, 392, Shape::Normal);
        let order = Progression::default().build(&pool);
        let (easiest, highest) = (pool.quantile(0.0), pool.quantile(0.2));
        let mut previous = f64::MIN;
        for (at, record) in order.stages.iter().take(6).enumerate() {
            let level = pool
                .get(&record.level)
                .unwrap_or_else(|| panic!("{}", record.level));
            let target = easiest + (highest - easiest) * at as f64 / 5.0;
            assert!(level.rating > previous, "{seed}, stage {}", at + 1);
            assert!(
                (level.rating - target).abs() <= 0.6,
                "{seed}, stage {}",
                at + 1
            );
            assert!(
                level.area <= 36 && level.dimensions.deduction <= 3.5,
                "{seed} {at}"
            );
            previous = level.rating;
        }
    }
}

#[test]
fn lessons_stand_at_the_documented_stages() {
    let order = Progression::default().build(&given_pool());
    let lessons: Vec<(usize, &str)> = order
        .stages
        .iter()
        .filter_map(|r| Some((r.stage - 1, r.teaches.as_deref()?)))
        .collect();
    let expected = [(8, "m1"), (27, "m2"), (56, "m3"), (95, "m4"), (147, "m5")];
    assert_eq!(lessons, expected);
    for record in order.stages.iter().filter(|r| r.teaches.is_some()) {
        assert!(record.rating <= record.anchor, "stage {}", record.stage);
    }
}

#[test]
fn lessons_stand_where_the_settings_put_them() {
    let settings = Progression {
        introduce: Introduce {
            fixed: vec![("m5".into(), 200), ("m2".into(), 11)],
            ..Introduce::default()
        },
        ..Progression::default()
    };
    let order = settings.build(&given_pool());
    let lesson = |name: &str| {
        let teaches = |r: &&levels_core::progression::Record| r.teaches.as_deref() == Some(name);
        order.stages.iter().find(teaches).map(|r| r.stage - 1)
    };
    assert_eq!((lesson("m2"), lesson("m5")), (Some(11), Some(200)));
    assert_eq!(unlock_faults(&order), [""; 0]);
}

#[test]
fn milestones_and_the_finale_are_reserved() {
    let pool = given_pool();
    let order = Progression::default().build(&pool);
    let milestones = order.stages.iter().filter(|r| r.tone == Tone::Milestone);
    let milestones: Vec<usize> = milestones.map(|r| r.stage - 1).collect();
    let mut expected: Vec<usize> = (32..392).step_by(20).collect();
    expected.push(391);
    assert_eq!(milestones, expected);
    let placed = |stage: usize| order.stage(stage + 1).map(|r| r.placed);
    assert!(
        expected
            .iter()
            .all(|&stage| placed(stage) == Some(Placed::Reserve))
    );
    let last = order.stage(392).map(|r| r.rating);
    assert_eq!(last, pool.levels().last().map(|level| level.rating));
    assert_eq!(order.stage(391).map(|r| r.tone), Some(Tone::Challenge));
    for record in order.stages.iter().filter(|r| r.ceiling.is_some()) {
        assert!(
            Some(record.rating) <= record.ceiling,
            "stage {}",
            record.stage
        );
    }
}

#[test]
fn fewer_stages_than_levels_meet_the_bounds_too() {
    let many = pool_like_given(1, 10_000, Shape::Normal);
    let some = pool_like_given(2, 500, Shape::Normal);
    for (pool, count) in [(&many, 400), (&some, 392), (&given_pool(), 380)] {
        let settings = Progression {
            stages: Some(count),
            ..Progression::default()
        };
        let order = settings.build(pool);
        assert_eq!(order.stages.len(), count);
        assert_eq!(
            missed(&naive_figures(&stages(&order)), count),
            [""; 0],
            "{count}"
        );
        assert_eq!(unlock_faults(&order), [""; 0]);
    }
}

fn level(id: usize, rating: f64, family: &str, mechanics: &[&str]) -> RatedLevel {
    RatedLevel {
        id: format!("x{id:03}"),
        rating,
        tier: Tier::ALL[((rating / 2.0) as usize).min(4)],
        dimensions: Dimensions::from_values([rating; 4]),
        size: format!("{}x4", 3 + id % 7),
        area: 4 * (3 + id as u32 % 7),
        mechanics: mechanics.iter().map(|m| (*m).to_string()).collect(),
        family_key: family.into(),
        content: RatedLevel::content_of_id(&format!("x{id:03}")),
        confidence: 0.2,
        samples: 0,
    }
}

fn spread(count: usize, make: impl Fn(usize, f64) -> RatedLevel) -> Pool {
    let rating = |i: usize| 10.0 * i as f64 / (count - 1).max(1) as f64;
    let levels = (0..count).map(|i| make(i, (rating(i) * 100.0).round() / 100.0));
    Pool::new(levels.collect()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Each pool lacks something; the report has missed bounds and names exactly that.
#[test]
fn a_poor_pool_gets_an_order_and_a_cause() {
    let key = |i: usize| format!("f{i}");
    let table: [(&str, Pool, usize, &str); 9] = [
        (
            "tiny",
            spread(30, |i, r| level(i, r, &key(i), &[])),
            30,
            "meant for five cycles",
        ),
        (
            "one family",
            spread(200, |i, r| level(i, r, "f", &[])),
            200,
            "1 family key,",
        ),
        (
            "nothing easy",
            spread(200, |i, r| level(i, 5.0 + r / 2.0, &key(i), &[])),
            200,
            "0 % of the pool is easy",
        ),
        (
            "all alike",
            spread(200, |i, _| level(i, 5.0, &key(i), &[])),
            200,
            "too alike for tones to differ",
        ),
        (
            "a gap",
            spread(200, |i, r| {
                level(i, if r < 5.0 { r / 2.0 } else { r }, &key(i), &[])
            }),
            200,
            "no level rated between",
        ),
        (
            "one size",
            spread(200, |i, r| RatedLevel {
                size: "4x4".into(),
                ..level(i, r, &key(i), &[])
            }),
            200,
            "levels have the same size",
        ),
        (
            "no role",
            spread(200, |i, r| RatedLevel {
                dimensions: Dimensions::from_values([
                    r,
                    r,
                    r,
                    if r > 5.0 { r - 4.9 } else { r + 4.9 },
                ]),
                ..level(i, r, &key(i), &[])
            }),
            200,
            "can play the role of flow",
        ),
        (
            "large boards",
            spread(200, |i, r| RatedLevel {
                area: 100,
                ..level(i, r, &key(i), &[])
            }),
            200,
            "too few to begin with",
        ),
        (
            "hard to teach",
            spread(200, |i, r| {
                level(i, r, &key(i), if r > 8.0 { &["m"] } else { &[] })
            }),
            200,
            "easiest level that can introduce `m`",
        ),
    ];
    for (name, pool, expected, cause) in table {
        let settings = Progression::default();
        let order = settings.build(&pool);
        assert_eq!(order.stages.len(), expected, "{name}");
        let report = Report::new(&settings, &pool, &order);
        assert!(!report.met(), "{name}");
        let causes: Vec<&String> = report.rows.iter().flat_map(|row| &row.causes).collect();
        assert!(
            causes.iter().any(|c| c.contains(cause)),
            "{name}: {causes:#?}"
        );
        let text = report.to_text(&order, 80);
        // Long causes are broken into lines.
        let words: Vec<&str> = text.split_whitespace().collect();
        assert!(words.join(" ").contains(cause), "{name}:\n{text}");
    }
}

#[test]
fn mechanics_that_cannot_be_taught_are_left_out() {
    let key = |i: usize| format!("f{i}");
    // `a` and `b` only ever come together.
    let pool = spread(100, |i, r| {
        level(i, r, &key(i), if i % 5 == 4 { &["a", "b"] } else { &[] })
    });
    let settings = Progression::default();
    let order = settings.build(&pool);
    assert_eq!(order.stages.len(), 80);
    assert_eq!(unlock_faults(&order), [""; 0]);
    let report = Report::new(&settings, &pool, &order);
    let what: Vec<&str> = report.shortages.iter().map(|s| s.what.as_str()).collect();
    assert!(
        what.iter().any(|w| w.contains("leaves out 20 levels")),
        "{what:?}"
    );

    // What every level has needs no lesson.
    let pool = spread(100, |i, r| level(i, r, &key(i), &["a", "b"]));
    let order = settings.build(&pool);
    assert_eq!(order.stages.len(), 100);
    assert!(order.stages.iter().all(|record| record.teaches.is_none()));
}

/// For any pool: an order with every level that can be taught, no unknown mechanic, and texts that
/// do not panic.
#[test]
fn odd_pools_do_no_harm() {
    for seed in 0..60 {
        let mut random = Random(seed);
        let count = 1 + random.below(40);
        let names = ["a", "b", "c", "d"];
        let (likely, keys) = (random.unit(), 1 + random.below(12));
        let levels: Vec<RatedLevel> = (0..count)
            .map(|i| {
                let drawn = names.iter().filter(|_| random.unit() < likely);
                let mechanics: Vec<&str> = drawn.copied().collect();
                let rating = (random.unit() * 1000.0).round() / 100.0;
                let family = format!("f{}", random.below(keys));
                RatedLevel {
                    dimensions: Dimensions::from_values([0; 4].map(|_| random.unit() * 10.0)),
                    ..level(i, rating, &family, &mechanics)
                }
            })
            .collect();
        let pool = Pool::new(levels).unwrap_or_else(|faults| panic!("{faults:?}"));
        for variant in Variant::ALL {
            for asked in [None, Some(0), Some(1), Some(17), Some(1000)] {
                let settings = Progression {
                    variant,
                    stages: asked,
                    seed,
                    ..Progression::default()
                };
                let order = settings.build(&pool);
                assert!(
                    order.stages.len() <= asked.unwrap_or(count),
                    "{seed} {variant}"
                );
                assert_eq!(order.vacant, [0; 0], "{seed} {variant}");
                if variant != Variant::Sort {
                    let base = base_of(&pool);
                    let faults = unlock_faults(&without(&order, &base));
                    assert_eq!(faults, [""; 0], "{seed} {variant} {asked:?}");
                }
                let report = Report::new(&settings, &pool, &order);
                let _ = (
                    report.to_text(&order, 0),
                    report.to_json(),
                    trace(&order, 7),
                );
                for stage in 0..=order.len() + 1 {
                    assert_eq!(
                        explain(&order, stage).is_some(),
                        (1..=order.len()).contains(&stage)
                    );
                }
                let read = Order::from_json(&order.to_json());
                assert_eq!(read.as_ref(), Ok(&order), "{seed} {variant}");
                assert_eq!(Figures::of(&order).stages, order.len());
            }
        }
    }
}

/// The mechanics that every level has.
fn base_of(pool: &Pool) -> Vec<String> {
    let names = pool.mechanics().iter();
    let every = |name: &&String| pool.levels().iter().all(|l| l.mechanics.contains(name));
    names.filter(every).cloned().collect()
}

fn without(order: &Order, base: &[String]) -> Order {
    let mut order = order.clone();
    for record in &mut order.stages {
        record.mechanics.retain(|name| !base.contains(name));
    }
    order
}
