//! Each part alone, against the numbers in `docs/progression.md`.

use alloc::string::String;
use alloc::vec::Vec;

use super::ask::{Ask, Kind};
use super::envelope::Window;
use super::number::{milli, quantile, rounded};
use super::pool::{Facts, Pool};
use super::rated::{Dimensions, RatedLevel};
use super::relax::{Cut, Rung, family_rung, level_rung, rating_rung, streak_rung};
use super::scoring::{fit, likeness, mechanics_misfit, role_misfit};
use super::select::select;
use super::settings::{Envelope, Progression, Steps};
use super::syllabus::Syllabus;
use super::tiers::Tier;
use super::tones::{Role, Tone};

fn facts(rating: f64, dimensions: [f64; 4]) -> Facts {
    Facts {
        rating,
        milli: milli(rating),
        dimensions: Dimensions::from_values(dimensions),
        size: 0,
        family: 0,
        area: 16,
        easy: false,
        mechanics: 0,
    }
}

fn ask(window: Window) -> Ask {
    Ask {
        stage: 50,
        beat: 10,
        tone: Tone::Comfort,
        aim: 0.5,
        role: Role::Flow,
        kind: Kind::Plain,
        quantile: 0.3,
        anchor: 4.0,
        window,
        target: window.at(0.5),
        ceiling: None,
        known: 0b11,
        fresh: 0,
        wish: 1.0,
    }
}

/// `count` levels with evenly spread ratings; `mechanics` by place.
fn pool(count: usize, mechanics: impl Fn(usize) -> Vec<&'static str>) -> Pool {
    let levels = (0..count).map(|at| RatedLevel {
        id: alloc::format!("l{at:03}"),
        rating: rounded(10.0 * at as f64 / count as f64),
        tier: Tier::ALL[at * 5 / count],
        dimensions: Dimensions::default(),
        size: "4x4".into(),
        area: 16,
        mechanics: mechanics(at).into_iter().map(String::from).collect(),
        family_key: alloc::format!("k{}", at % 50),
        content: alloc::format!("c{at}"),
        confidence: 0.2,
        samples: 0,
    });
    Pool::new(levels.collect()).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn the_envelope_is_the_documented_one() {
    let envelope = Envelope::default();
    // (p, quantile of the anchor, band times wave)
    let table = [
        (0.0, 0.08, 1.5),
        (0.5, 0.425_226, 1.95 * 1.075),
        (1.0, 0.82, 2.4 * 1.15),
    ];
    for (p, quantile, unit) in table {
        assert!((envelope.quantile_at(p) - quantile).abs() < 1e-5, "{p}");
        assert!((envelope.unit_at(p) - unit).abs() < 1e-12, "{p}");
    }
    let tones = Progression::default().tones;
    let window = |tone, p| {
        let Window { lo, hi } = envelope.window(5.0, tones.reach(tone), p);
        (rounded(lo), rounded(hi))
    };
    assert_eq!(window(Tone::Comfort, 0.0), (0.95, 5.15));
    assert_eq!(window(Tone::Comfort, 1.0), (0.584, 5.276));
    assert_eq!(window(Tone::Challenge, 0.0), (4.925, 6.425));
    assert_eq!(window(Tone::Milestone, 0.0), (6.05, 7.85));
    assert_eq!(window(Tone::Recovery, 0.0), (2.0, 4.25));
    assert_eq!(window(Tone::Recovery, 1.0), (1.136, 3.62));
}

#[test]
fn the_rhythm_is_the_documented_one() {
    let rhythm = Progression::default().rhythm;
    let written: String = (20..40)
        .map(|stage| match rhythm.at(stage).1.tone {
            Tone::Comfort => 'C',
            Tone::Challenge => 'H',
            Tone::Milestone => 'M',
            Tone::Recovery => 'R',
        })
        .collect();
    assert_eq!(written, "CCHCCHRCCHCHMRCCCCHC");
    let aims: f64 = (0..20).map(|stage| rhythm.at(stage).1.aim).sum();
    assert_eq!(rounded(aims), 9.8);
    assert_eq!(rhythm.at(12).1, rhythm.instead);
    assert_eq!(rhythm.at(32), (12, rhythm.at(52).1));
    let finale = |stage| rhythm.finale(stage, 100).map(|beat| beat.tone);
    assert_eq!(
        [97, 98, 99].map(finale),
        [None, Some(Tone::Challenge), Some(Tone::Milestone)]
    );
    assert_eq!(rhythm.finale(15, 16), None);
}

#[test]
fn scores_are_the_documented_ones() {
    let level = facts(5.0, [6.0, 4.0, 7.0, 5.0]);
    let table = [
        (Role::Think, 0.125),
        (Role::Boss, 0.625),
        (Role::Breather, 0.625),
        (Role::Flow, 0.25),
        (Role::Teach, 0.65),
    ];
    for (role, misfit) in table {
        assert_eq!(role_misfit(role, &level), misfit, "{role}");
    }
    assert_eq!(role_misfit(Role::Think, &facts(9.0, [0.0; 4])), 1.0);
    assert_eq!(role_misfit(Role::Think, &facts(1.0, [9.0; 4])), 0.0);

    assert_eq!(fit(5.0, 4.0, 2.0, 2.0), 0.5);
    assert_eq!(
        fit(5.0, 5.2, 0.1, 2.0),
        0.2 / 0.4 + (fit(5.0, 5.2, 0.1, 2.0) - 0.5)
    );
    assert_eq!(fit(9.0, 1.0, 1.0, 2.0), 2.0);
    assert_eq!(fit(9.0, 1.0, 1.0, 3.0), 3.0);

    assert_eq!(mechanics_misfit(0b11, 1.0, 0), 0.5);
    assert_eq!(mechanics_misfit(0b1111, 0.5, 0), 1.0);
    assert_eq!(mechanics_misfit(0b01, 1.0, 0b10), 0.5);
    assert_eq!(mechanics_misfit(0b10, 1.0, 0b10), 0.0);

    let same = facts(5.0, [0.0; 4]);
    let other = Facts {
        size: 1,
        mechanics: 1,
        ..same
    };
    let like = |before: &[Facts]| rounded(likeness(&same, before.iter()));
    assert_eq!(like(&[]), 0.0);
    assert_eq!(like(&[same]), 0.8);
    assert_eq!(like(&[other, same]), 0.4);
    assert_eq!(like(&[same, same, same]), 1.0);
    assert_eq!(like(&[other, Facts { size: 0, ..other }]), 0.25);
}

#[test]
fn the_ladder_gives_up_one_rule_after_another() {
    let window = Window { lo: 3.0, hi: 5.0 };
    let ask = ask(window);
    let steps = Steps::default();
    let cut = Cut::after(5000, &steps);
    let rung = |rating: f64| rating_rung(&ask, &cut, &facts(rating, [0.0; 4]));
    let table = [
        (3.0, Rung::Strict),
        (5.0, Rung::Strict),
        (5.2, Rung::WindowWider),
        (2.8, Rung::WindowWider),
        (5.7, Rung::WindowWidest),
        (5.8, Rung::AnyKnown),
        (2.2, Rung::AnyKnown),
    ];
    for (rating, expected) in table {
        assert_eq!(rung(rating), expected, "{rating}");
    }
    let wide = Ask {
        window: Window { lo: 0.0, hi: 10.0 },
        ..ask.clone()
    };
    let rung = |rating: f64| rating_rung(&wide, &cut, &facts(rating, [0.0; 4]));
    let table = [
        (7.199, Rung::Strict),
        (7.2, Rung::StepUp),
        (7.74, Rung::StepUp),
        (7.76, Rung::AnyKnown),
        (1.601, Rung::Strict),
        (1.6, Rung::StepDown),
        (0.0, Rung::StepDown),
    ];
    for (rating, expected) in table {
        assert_eq!(rung(rating), expected, "{rating}");
    }

    for (distance, expected) in [
        (9, Rung::Strict),
        (8, Rung::FamilyHalf),
        (5, Rung::FamilyHalf),
        (4, Rung::FamilyNext),
        (2, Rung::FamilyNext),
        (1, Rung::AnyKnown),
    ] {
        assert_eq!(family_rung(8, distance), expected, "{distance}");
    }

    let level = facts(4.0, [0.0; 4]);
    let other_size = Facts { size: 1, ..level };
    let other_set = Facts {
        mechanics: 1,
        ..level
    };
    let streak = |before: &[Facts]| streak_rung(2, &level, before.iter());
    assert_eq!(streak(&[level]), Rung::Strict);
    assert_eq!(streak(&[level, level]), Rung::MechanicStreak);
    let other = Facts {
        size: 1,
        ..other_set
    };
    assert_eq!(streak(&[other, level]), Rung::Strict);
    assert_eq!(streak(&[level, other]), Rung::Strict);
    assert_eq!(streak(&[other_set, other_set]), Rung::SizeStreak);
    assert_eq!(streak(&[other_size, other_size]), Rung::MechanicStreak);
}

#[test]
fn nothing_places_an_unknown_mechanic() {
    let settings = Progression::default();
    let ask = ask(Window { lo: 3.0, hi: 5.0 });
    let with = |mechanics| Facts {
        mechanics,
        ..facts(4.0, [4.0; 4])
    };
    let rung = |ask: &Ask, level: &Facts| level_rung(&settings, ask, level);
    assert_eq!(rung(&ask, &with(0b11)), Some(Rung::Strict));
    assert_eq!(rung(&ask, &with(0b100)), None);
    let lesson = Ask {
        kind: Kind::Lesson(1),
        role: Role::Teach,
        ..ask.clone()
    };
    assert_eq!(rung(&lesson, &with(0b01)), None);
    assert_eq!(rung(&lesson, &with(0b10)), Some(Rung::Strict));
    let first = Ask {
        kind: Kind::Calibration,
        ..ask.clone()
    };
    let large = Facts {
        area: 37,
        ..facts(4.0, [3.0; 4])
    };
    assert_eq!(rung(&first, &large), Some(Rung::AnyKnown));
    assert_eq!(rung(&first, &facts(4.0, [4.0; 4])), Some(Rung::AnyKnown));
    assert_eq!(rung(&first, &facts(3.5, [3.5; 4])), Some(Rung::Strict));
    let odd = facts(4.0, [4.0, 4.0, 4.0, 8.5]);
    assert_eq!(rung(&ask, &odd), Some(Rung::Role));
}

#[test]
fn quantiles_are_linear_between_neighbours() {
    let values = [1.0, 2.0, 4.0, 8.0];
    for (q, expected) in [(0.0, 1.0), (0.5, 3.0), (1.0, 8.0), (0.75, 5.0), (2.0, 8.0)] {
        assert_eq!(quantile(&values, q), expected, "{q}");
    }
    assert_eq!(quantile(&[], 0.5), 0.0);
    let table = [
        (0.0005, 1),
        (-0.0005, -1),
        (0.00049, 0),
        (2.2, 2200),
        (5.39 - 3.19, 2200),
    ];
    for (value, expected) in table {
        assert_eq!(milli(value), expected, "{value}");
    }
}

#[test]
fn lessons_wait_for_their_slot_and_for_what_they_need() {
    let plan = |pool: &Pool, stages| {
        let introduce = Progression::default().introduce;
        let plan = Syllabus::plan(pool, &introduce, stages, 6, |stage| stage == 27);
        let lessons = (0..stages).filter_map(|s| Some((s, plan.taught_at(s)?)));
        lessons.collect::<Vec<(usize, usize)>>()
    };
    // Five mechanics, each by itself.
    let names = ["a", "b", "c", "d", "e"];
    let single = pool(392, |at| {
        if at % 2 == 0 {
            alloc::vec![names[at % 5]]
        } else {
            Vec::new()
        }
    });
    // The second slot is taken by a milestone.
    assert_eq!(
        plan(&single, 392),
        [(8, 0), (28, 1), (56, 2), (95, 3), (147, 4)]
    );
    assert_eq!(
        plan(&single, 196),
        [(6, 0), (14, 1), (28, 2), (48, 3), (74, 4)]
    );
    // `a` never comes without `b`.
    let chained = pool(392, |at| match at % 4 {
        0 => alloc::vec!["a", "b"],
        1 => alloc::vec!["b"],
        _ => Vec::new(),
    });
    assert_eq!(plan(&chained, 392), [(8, 1), (28, 0)]);
    // Only three levels can be played without `a`.
    let scarce = pool(100, |at| if at < 3 { Vec::new() } else { alloc::vec!["a"] });
    assert_eq!(plan(&scarce, 100), [(3, 0)]);
}

#[test]
fn a_selection_is_spread_over_the_ratings() {
    let all = pool(1000, |at| {
        if at > 900 {
            alloc::vec!["a"]
        } else {
            Vec::new()
        }
    });
    let chosen = select(&Progression::default(), &all, 100);
    assert_eq!(chosen.len(), 100);
    for tenth in 0..10 {
        let (lo, hi) = (f64::from(tenth), f64::from(tenth + 1));
        let within = chosen
            .levels()
            .iter()
            .filter(|l| lo <= l.rating && l.rating < hi);
        assert!((9..=12).contains(&within.count()), "{tenth}");
    }
    let ids: Vec<&str> = chosen.levels().iter().map(|l| l.id.as_str()).collect();
    assert!(ids.contains(&"l999"), "the hardest takes part");
    assert!(
        ids.contains(&"l901"),
        "the easiest that can teach takes part"
    );
    assert_eq!(select(&Progression::default(), &all, 2000).len(), 1000);
}
