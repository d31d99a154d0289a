//! The report on the given pool: every bound for the method, the known mistakes for the others, and
//! the figures against a naive computation that shares no code with them.
#![cfg(feature = "progression")]

mod progression_support;

use levels_core::progression::{
    Bound, Figures, Order, Progression, Report, Rung, Tone, Variant, compare, explain, trace,
};
use progression_support::{
    Shape, Stage, given_pool, missed, naive_figures, pool_like_given, stages, unlock_faults,
};

fn build(variant: Variant) -> Order {
    let settings = Progression {
        variant,
        ..Progression::default()
    };
    settings.build(&given_pool())
}

#[test]
fn the_full_method_meets_every_bound_on_the_given_pool() {
    let order = build(Variant::Full);
    let report = Report::new(&Progression::default(), &given_pool(), &order);
    assert!(report.met(), "{}", report.table());
    assert_eq!(missed(&naive_figures(&stages(&order)), 392), [""; 0]);
    assert_eq!(unlock_faults(&order), [""; 0]);
    assert_eq!(order.stages.len(), 392);
}

#[test]
fn figures_are_those_of_a_naive_computation() {
    for variant in Variant::ALL {
        let order = build(variant);
        let figures = Figures::of(&order);
        let naive = naive_figures(&stages(&order));
        assert_eq!(
            figures.easy_by_tenth[..],
            naive.easy_by_tenth[..],
            "{variant}"
        );
        let whole = [
            (figures.last_easy, naive.last_easy),
            (figures.first_tricky, naive.first_tricky),
            (figures.first_hard, naive.first_hard),
            (figures.summits, naive.milestones.0),
            (figures.milestones, naive.milestones.1),
            (figures.family_next, naive.family.0),
            (figures.family_near, naive.family.1),
            (figures.no_relief, naive.no_relief),
            (figures.relaxed, naive.relaxed),
            (figures.deep, naive.deep),
        ];
        for (at, (is, want)) in whole.into_iter().enumerate() {
            assert_eq!(is, want, "{variant}, whole figure {at}");
        }
        let real = [
            (figures.rise, naive.rise),
            (figures.fall, naive.fall),
            (figures.tau, naive.tau),
            (figures.trend, naive.trend),
            (figures.mean_fall, naive.mean_fall),
            (figures.cycle, naive.cycle),
            (figures.below, naive.below),
            (figures.above, naive.above),
        ];
        for (at, (is, want)) in real.into_iter().enumerate() {
            assert!(
                (is - want).abs() < 1e-6,
                "{variant}, figure {at}: {is} against {want}"
            );
        }
        for (at, tone) in Tone::ALL.into_iter().enumerate() {
            let share = naive.mix.get(tone.name()).copied().unwrap_or(0.0);
            assert!((figures.mix[at] - share).abs() < 1e-9, "{variant}, {tone}");
            let offset = figures.offset[at].unwrap_or(f64::NAN);
            let want = naive.offset.get(tone.name()).copied().unwrap_or(f64::NAN);
            assert!(
                (offset - want).abs() < 1e-6,
                "{variant}, {tone}: {offset} against {want}"
            );
        }
    }
}

/// The figures of the sort, one by one: they depend on the pool alone.
#[test]
fn the_sort_has_known_figures() {
    let figures = Figures::of(&build(Variant::Sort));
    assert_eq!(figures.easy_by_tenth, [40, 39, 13, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(
        (figures.last_easy, figures.first_tricky, figures.first_hard),
        (92, 191, 286)
    );
    assert_eq!((figures.summits, figures.milestones), (0, 18));
    assert_eq!((figures.family_next, figures.family_near), (3, 25));
    assert_eq!(figures.no_relief, 392);
    let text = format!(
        "{:.2}/{:.2} {:.2} {:.2} {:.2} {:.2} {:.1}/{:.1}",
        figures.rise,
        figures.fall,
        figures.tau,
        figures.trend,
        figures.mean_fall,
        figures.cycle,
        figures.below,
        figures.above
    );
    assert_eq!(text, "0.27/0.00 1.00 1.00 0.00 0.04 0.0/0.0");
}

#[test]
fn the_other_variants_show_their_mistakes() {
    let figures = |variant| Figures::of(&build(variant));
    let (minimum, band) = (figures(Variant::MinAnchor), figures(Variant::SymmetricBand));
    let (greedy, full) = (figures(Variant::Greedy), figures(Variant::Full));
    let checks = [
        // The anchor at the minimum: nearly the sort, and nothing is ever easy for its place.
        ("min-anchor is close to the sort", minimum.tau > 0.75),
        ("min-anchor has no dips", minimum.below < 12.0),
        (
            "min-anchor rests above the mean",
            minimum.offset[2] > Some(0.0),
        ),
        (
            "min-anchor breaks milestones",
            minimum.summits < minimum.milestones,
        ),
        ("min-anchor relaxes often", minimum.relaxed > 39),
        // The symmetric band: easy levels are stranded at the end.
        ("the band strands easy levels", band.easy_by_tenth[8] > 20),
        ("the band's last easy stage is late", band.last_easy > 340),
        ("the band has no trend", band.trend < 0.7),
        ("the band falls back", band.mean_fall > 4.0),
        ("the band has a great rise", band.rise > 4.0),
        ("the band has no rhythm", band.cycle < 0.7),
        // Greedy: the right shape, but bounds are missed where the pool runs out.
        (
            "greedy has the shape",
            greedy.trend > 0.95 && greedy.tau < 0.75,
        ),
        (
            "greedy breaks milestones",
            greedy.summits < greedy.milestones,
        ),
        (
            "greedy breaks steps",
            greedy.rise > 2.2 || greedy.fall > 3.4,
        ),
        (
            "full repairs it",
            full.rise <= 2.2 && full.fall <= 3.4 && full.summits == full.milestones,
        ),
    ];
    for (what, holds) in checks {
        assert!(holds, "{what}");
    }
}

#[test]
fn a_recorded_rung_is_that_of_the_rules_a_level_breaks() {
    let pool = given_pool();
    let order = build(Variant::Full);
    for (at, record) in order.stages.iter().enumerate() {
        let level = pool
            .get(&record.level)
            .unwrap_or_else(|| panic!("{}", record.level));
        let before = &order.stages[at.saturating_sub(8)..at];
        let row = |same: &dyn Fn(usize) -> bool| at >= 2 && same(at - 1) && same(at - 2);
        let rating = level.rating;
        let [deduction, peak, scale, sameness] = level.dimensions.values();
        let misfit = match record.role.name() {
            "think" => (rating - deduction + 1.5) / 4.0,
            "boss" => (rating - peak + 1.5) / 4.0,
            "breather" => (deduction - rating + 1.5) / 4.0,
            "teach" => (scale + deduction) / 20.0,
            _ => {
                let off = [deduction, peak, scale, sameness].map(|d| (d - rating).abs());
                (off.into_iter().fold(0.0, f64::max) - 1.0) / 4.0
            }
        };
        let mut rung = 0;
        let mut breaks = |broken: bool, height: usize| {
            if broken {
                rung = rung.max(height);
            }
        };
        breaks(misfit > 0.85, 1);
        breaks(row(&|i| order.stages[i].size == record.size), 2);
        breaks(row(&|i| order.stages[i].mechanics == record.mechanics), 3);
        let family = before
            .iter()
            .rev()
            .position(|r| r.family_key == record.family_key);
        breaks(family.is_some(), 4);
        breaks(family.is_some_and(|lag| lag < 4), 6);
        breaks(family == Some(0), 10);
        let [lo, hi] = record.window;
        let outside = (lo - rating).max(rating - hi) / (hi - lo);
        // Windows are recorded to thousandths.
        breaks(outside > 1e-3, 5);
        breaks(outside > 0.125 + 1e-3, 7);
        breaks(outside > 0.375 + 1e-3, 10);
        if let Some(previous) = before.last() {
            let step = rating - previous.rating;
            breaks(-step > 3.4, 8);
            breaks(step > 2.2, 9);
            breaks(-step > 5.1 || step > 2.75, 10);
        }
        if record.stage <= 6 {
            breaks(level.area > 36 || deduction > 3.5, 10);
        }
        breaks(
            record
                .ceiling
                .is_some_and(|ceiling| rating > ceiling + 1e-9),
            10,
        );
        assert_eq!(
            record.rung().climbed(),
            rung,
            "stage {}: {record:?}",
            record.stage
        );
    }
}

#[test]
fn a_recorded_score_is_that_of_the_final_order() {
    let pool = given_pool();
    let order = build(Variant::Full);
    let taught: Vec<(usize, &str)> = order
        .stages
        .iter()
        .filter_map(|r| Some((r.stage, r.teaches.as_deref()?)))
        .collect();
    for (at, record) in order.stages.iter().enumerate() {
        let level = pool
            .get(&record.level)
            .unwrap_or_else(|| panic!("{}", record.level));
        let half = (record.window[1] - record.window[0]) / 2.0;
        let fit = ((level.rating - record.target).abs() / half.max(0.4)).min(2.0);
        let p = at as f64 / 391.0;
        let count = level.mechanics.len() as f64;
        let mut mechanics = ((count - (0.4 + 1.8 * p)).abs() / 2.0).min(1.0);
        let fresh = |stage: usize| stage <= record.stage && stage + 10 >= record.stage;
        let absent = |&(stage, name): &(usize, &str)| {
            fresh(stage) && !level.mechanics.iter().any(|m| m == name)
        };
        if taught.iter().any(absent) {
            mechanics += 0.5;
        }
        let mut variety = 0.0;
        for lag in 1..=at.min(6) {
            let other = &order.stages[at - lag];
            let same = |same: bool, weight: f64| if same { weight / lag as f64 } else { 0.0 };
            variety += same(other.size == record.size, 0.5);
            variety += same(other.mechanics == record.mechanics, 0.3);
        }
        let terms = [
            (record.score.fit, fit),
            (record.score.mechanics, 0.30 * mechanics),
            (record.score.variety, 0.35 * f64::min(variety, 1.0)),
        ];
        for (is, want) in terms {
            let stage = record.stage;
            assert!(
                (is - want).abs() < 0.004,
                "stage {stage}: {is} against {want}"
            );
        }
        let sum = record.score.fit + record.score.role + record.score.mechanics;
        assert!((record.score.total - sum - record.score.variety).abs() < 0.003);
    }
}

#[test]
fn missed_bounds_are_marked_with_their_cause() {
    let settings = Progression {
        variant: Variant::Sort,
        ..Progression::default()
    };
    let pool = given_pool();
    let report = Report::new(&settings, &pool, &settings.build(&pool));
    assert!(!report.met());
    let table = report.table();
    assert!(table.contains("✗ last easy stage"), "{table}");
    assert!(table.contains("no known shortage"), "{table}");
    let json = report.to_json();
    assert_eq!(json["met"], false);
    assert_eq!(json["figures"]["last_easy"], 92);
    assert_eq!(json["bounds"][1]["met"], false);
    assert_eq!(
        json["bounds"].as_array().map(Vec::len),
        Some(Bound::ALL.len())
    );
}

#[test]
fn texts_say_what_was_asked() {
    let pool = given_pool();
    let order = build(Variant::Full);
    let text = explain(&order, 214).unwrap_or_default();
    let record = order.stage(214).unwrap_or_else(|| panic!("no stage 214"));
    let expected = [
        format!("Stage 214 is a {:.2} ({})", record.rating, record.tier),
        format!("asks for {}", record.tone),
        format!("aimed at {:.2}", record.target),
        format!("  {:<20}", record.runners_up[2].level),
        "    217 ".to_string(),
    ];
    for part in expected {
        assert!(text.contains(&part), "`{part}` is not in\n{text}");
    }
    assert_eq!(explain(&order, 0), None);
    assert_eq!(explain(&order, 393), None);

    let lines: Vec<usize> = trace(&order, 80)
        .lines()
        .map(|l| l.chars().count())
        .collect();
    assert_eq!(lines.len(), 7);
    assert!(lines.iter().all(|&length| length <= 84), "{lines:?}");
    assert_eq!(trace(&order, 1).lines().count(), 7);

    let report = Report::new(&Progression::default(), &pool, &order);
    let text = report.to_text(&order, 80);
    for part in ["392 stages", "Kendall", "ratings by size", "12x12"] {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
    // It fits into a terminal of 80 columns, including misses with their causes.
    for variant in [Variant::Sort, Variant::Greedy, Variant::Full] {
        let order = build(variant);
        let text = Report::new(&Progression::default(), &pool, &order).to_text(&order, 76);
        let wide: Vec<&str> = text.lines().filter(|l| l.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{wide:#?}");
    }
    let both = compare(&["a", "b"], &[report.clone(), report]);
    assert_eq!(both.lines().count(), Bound::ALL.len() + 1);
}

/// New pools (docs/progression.md, Report): steps, families and lessons in every one, all bounds in
/// at least nine of ten. Twenty are tried, of two shapes.
#[test]
fn unseen_pools_of_the_same_shape_meet_the_bounds() {
    for shape in [Shape::Normal, Shape::Loose] {
        let mut good = 0;
        for seed in 1..=10 {
            let pool = pool_like_given(seed, 392, shape);
            let order = Progression::default().build(&pool);
            let seen: Vec<Stage> = stages(&order);
            let missed = missed(&naive_figures(&seen), seen.len());
            for name in ["steps", "families"] {
                assert!(
                    !missed.iter().any(|m| m == name),
                    "{shape:?} {seed}: {missed:?}"
                );
            }
            assert_eq!(unlock_faults(&order), [""; 0], "{shape:?} {seed}");
            assert_eq!(seen.len(), 392, "{shape:?} {seed}");
            good += usize::from(missed.is_empty());
        }
        assert!(good >= 9, "{shape:?}: all bounds in {good} of 10");
    }
}

#[test]
fn rungs_are_ordered_as_the_ladder() {
    let climbed: Vec<usize> = Rung::ALL.into_iter().map(Rung::climbed).collect();
    assert_eq!(climbed, (0..=10).collect::<Vec<usize>>());
    let deep = Rung::ALL.into_iter().filter(|rung| rung.is_deep());
    assert_eq!(
        deep.map(Rung::climbed).collect::<Vec<usize>>(),
        [7, 8, 9, 10]
    );
}
