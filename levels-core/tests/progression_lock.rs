//! Saved progress: the lock, pinning, migration over two bumps, and the checks of a recorded order.
#![cfg(feature = "progression")]

mod progression_support;

use std::collections::BTreeSet;

use levels_core::progression::{
    Migration, ModelLock, Order, Placed, Pool, Progression, RatedLevel, Recorded, check,
};
use progression_support::{Shape, given_pool, pool_like_given, unlock_faults};

fn settings(version: &str) -> Progression {
    Progression {
        model_version: version.into(),
        ..Progression::default()
    }
}

fn pool_of(levels: Vec<RatedLevel>) -> Pool {
    Pool::new(levels).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The given pool without the level at a stage of an order.
fn without(order: &Order, stage: usize) -> Pool {
    let gone = order.stage(stage).map(|record| record.level.clone());
    let mut levels = given_pool().levels().to_vec();
    levels.retain(|level| Some(&level.id) != gone.as_ref());
    assert_eq!(levels.len(), 391);
    pool_of(levels)
}

/// Levels with the same distribution as the given pool, under new names.
fn newcomers(count: usize) -> Vec<RatedLevel> {
    let pool = pool_like_given(99, 100, Shape::Normal);
    let levels = pool
        .levels()
        .iter()
        .step_by(100 / count)
        .take(count)
        .cloned();
    levels
        .map(|mut level| {
            level.id = format!("new-{}", level.id);
            level.content = RatedLevel::content_of_id(&level.id);
            level
        })
        .collect()
}

fn recorded(lock: &mut ModelLock, order: &Order) {
    let new = lock.record(order).unwrap_or_else(|moved| panic!("{moved}"));
    assert_eq!(new, Recorded::New);
}

fn migration(lock: &ModelLock, from: &str, to: &str) -> Migration {
    Migration::between(lock, from, to).unwrap_or_else(|unknown| panic!("{unknown}"))
}

#[test]
fn a_recorded_version_is_never_rewritten() {
    let first = settings("levels-1/1").build(&given_pool());
    let mut lock = ModelLock::default();
    recorded(&mut lock, &first);
    let text = lock.to_json();
    assert_eq!(lock.record(&first), Ok(Recorded::Unchanged));

    let other = settings("levels-1/1").build(&without(&first, 214));
    let moved = lock
        .record(&other)
        .err()
        .unwrap_or_else(|| panic!("it was recorded"));
    let at =
        (1..=391).find(|&s| first.stage(s).map(|r| &r.level) != other.stage(s).map(|r| &r.level));
    assert_eq!(Some(moved.stage), at);
    let content = |order: &Order| order.stage(moved.stage).map(|r| r.content.clone());
    assert_eq!(
        (moved.was.clone(), moved.now.clone()),
        (content(&first), content(&other))
    );
    let message = moved.to_string();
    for part in ["levels-1/1", "is now", &format!("stage {}", moved.stage)] {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(lock.to_json(), text);
}

#[test]
fn a_longer_order_is_another_order() {
    let pool = given_pool();
    let short = Progression {
        stages: Some(300),
        ..settings("v")
    };
    let order = short.build(&pool);
    let mut lock = ModelLock::default();
    recorded(&mut lock, &order);
    let locked = lock
        .get("v")
        .cloned()
        .unwrap_or_else(|| panic!("not recorded"));
    let longer = settings("v").build_pinned(&pool, &locked);
    assert_eq!(longer.len(), 392);
    let moved = lock
        .check(&longer)
        .err()
        .map(|moved| (moved.stage, moved.was));
    assert_eq!(moved, Some((301, None)));
}

#[test]
fn a_lock_reads_back_and_reports_every_fault() {
    let mut lock = ModelLock::default();
    recorded(&mut lock, &settings("a/1").build(&given_pool()));
    recorded(
        &mut lock,
        &settings("a/2").build(&pool_like_given(3, 60, Shape::Normal)),
    );
    let text = lock.to_json();
    assert_eq!(ModelLock::from_json(&text).as_ref(), Ok(&lock));
    assert_eq!(lock.latest().map(|(version, _)| version), Some("a/2"));

    let edited = text.replacen("id:b121", "id:b999", 1);
    let broken = r#"{ "a": 1, "b": { "digest": 2, "order": [3], "more": 0 } }"#;
    let table: [(&str, &[&str]); 4] = [
        (&edited, &["`a/1.digest`: the digest of this order is"]),
        (
            broken,
            &[
                "`a`: a version is",
                "`b.more`: unknown",
                "`b.digest`: expected a string",
                "`b.order`: expected a list",
            ],
        ),
        ("[]", &["an object whose keys are versions"]),
        ("{", &["not JSON"]),
    ];
    for (text, expected) in table {
        let faults = ModelLock::from_json(text).err().into_iter().flatten();
        let faults: Vec<String> = faults.map(|fault| fault.to_string()).collect();
        assert_eq!(faults.len(), expected.len(), "{faults:?}");
        for (fault, part) in faults.iter().zip(expected) {
            assert!(fault.contains(part), "{fault}");
        }
    }
}

#[test]
fn a_withdrawn_level_moves_no_other_stage_under_pin() {
    let first = settings("levels-1/1").build(&given_pool());
    let mut lock = ModelLock::default();
    recorded(&mut lock, &first);
    let (_, locked) = lock.latest().unwrap_or_else(|| panic!("empty"));
    // An ordinary stage, a milestone, a lesson, calibration, and both ends.
    for gap in [214, 193, 57, 3, 1, 392] {
        let mut levels = without(&first, gap).levels().to_vec();
        let added = newcomers(10);
        levels.extend(added.clone());
        let pool = pool_of(levels);
        let second = settings("levels-1/2").build_pinned(&pool, locked);
        assert_eq!(second.len(), 401, "{gap}");
        assert_eq!(second.vacant, [0; 0]);
        for record in &first.stages {
            let now = second
                .stage(record.stage)
                .unwrap_or_else(|| panic!("{}", record.stage));
            if record.stage == gap {
                assert!(
                    added.iter().any(|level| level.id == now.level),
                    "{gap}: {}",
                    now.level
                );
                assert_eq!(now.placed, Placed::Fill, "{gap}");
            } else {
                assert_eq!(
                    (&now.level, now.placed),
                    (&record.level, Placed::Pin),
                    "{gap}"
                );
            }
        }
        let appended: BTreeSet<&str> = second
            .stages
            .iter()
            .skip(392)
            .map(|r| r.level.as_str())
            .collect();
        assert_eq!(appended.len(), 9, "{gap}");
        assert!(appended.iter().all(|id| id.starts_with("new-")), "{gap}");
        // Without its lesson a mechanic is introduced where it occurs next, with the level that is
        // there.
        if gap != 57 {
            assert_eq!(unlock_faults(&second), [""; 0], "{gap}");
        }
    }
}

#[test]
fn a_gap_takes_the_best_that_is_left() {
    let first = settings("levels-1/1").build(&given_pool());
    let mut lock = ModelLock::default();
    recorded(&mut lock, &first);
    let (_, locked) = lock.latest().unwrap_or_else(|| panic!("empty"));
    let gone = first.stage(214).unwrap_or_else(|| panic!("no stage 214"));
    let old = given_pool()
        .get(&gone.level)
        .cloned()
        .unwrap_or_else(|| panic!("{}", gone.level));
    // A twin of the withdrawn level among new levels that suit the gap badly.
    let mut levels = without(&first, 214).levels().to_vec();
    for (id, rating) in [("far-a", 0.7), ("twin", old.rating), ("far-b", 9.2)] {
        levels.push(RatedLevel {
            id: id.into(),
            content: id.into(),
            rating,
            ..old.clone()
        });
    }
    let second = settings("levels-1/2").build_pinned(&pool_of(levels), locked);
    assert_eq!(second.stage(214).map(|r| r.level.as_str()), Some("twin"));
}

#[test]
fn a_lost_lesson_is_given_by_a_spare_level_if_there_is_one() {
    let first = settings("levels-1/1").build(&given_pool());
    let mut lock = ModelLock::default();
    recorded(&mut lock, &first);
    let (_, locked) = lock.latest().unwrap_or_else(|| panic!("empty"));
    let gone = first.stage(57).unwrap_or_else(|| panic!("no stage 57"));
    assert_eq!(gone.teaches.as_deref(), Some("m3"));
    let old = given_pool()
        .get(&gone.level)
        .cloned()
        .unwrap_or_else(|| panic!("{}", gone.level));
    let mut levels = without(&first, 57).levels().to_vec();
    for (id, rating, mechanics) in [("near", old.rating, "m1"), ("far", 4.9, "m3")] {
        levels.push(RatedLevel {
            id: id.into(),
            content: id.into(),
            rating,
            mechanics: vec![mechanics.into()],
            ..old.clone()
        });
    }
    let second = settings("levels-1/2").build_pinned(&pool_of(levels), locked);
    let lesson = second.stage(57).unwrap_or_else(|| panic!("vacant"));
    assert_eq!(
        (lesson.level.as_str(), lesson.teaches.as_deref()),
        ("far", Some("m3"))
    );
    assert_eq!(unlock_faults(&second), [""; 0]);
}

#[test]
fn mechanics_that_a_locked_order_does_not_know_are_taught_after_it() {
    let first = settings("levels-1/1").build(&given_pool());
    let mut lock = ModelLock::default();
    recorded(&mut lock, &first);
    let (_, locked) = lock.latest().unwrap_or_else(|| panic!("empty"));
    let mut levels = given_pool().levels().to_vec();
    let added = newcomers(20)
        .into_iter()
        .enumerate()
        .map(|(at, mut level)| {
            level.mechanics = match at % 4 {
                0 => vec!["m6".into()],
                1 => vec!["m7".into()],
                2 => vec!["m6".into(), "m7".into()],
                _ => level.mechanics,
            };
            level
        });
    levels.extend(added);
    let second = settings("levels-1/2").build_pinned(&pool_of(levels), locked);
    assert_eq!(second.len(), 412);
    assert_eq!(unlock_faults(&second), [""; 0]);
    let lessons: Vec<&str> = second
        .stages
        .iter()
        .skip(392)
        .filter_map(|r| r.teaches.as_deref())
        .collect();
    assert_eq!(lessons.len(), 2, "{lessons:?}");
}

#[test]
fn a_gap_without_a_spare_level_stays_vacant() {
    let first = settings("levels-1/1").build(&given_pool());
    let mut lock = ModelLock::default();
    recorded(&mut lock, &first);
    let locked = lock
        .get("levels-1/1")
        .cloned()
        .unwrap_or_else(|| panic!("not recorded"));
    for gap in [1, 214, 392] {
        let pool = without(&first, gap);
        let second = settings("levels-1/2").build_pinned(&pool, &locked);
        assert_eq!((second.len(), &second.vacant[..]), (392, &[gap][..]));
        assert_eq!(second.stage(gap), None);
        let kept = |record: &&levels_core::progression::Record| {
            second.stage(record.stage).map(|r| &r.level) == Some(&record.level)
        };
        assert_eq!(first.stages.iter().filter(kept).count(), 391);
        assert_eq!(Order::from_json(&second.to_json()).as_ref(), Ok(&second));
        recorded(&mut lock.clone(), &second);
        let mut with_second = lock.clone();
        recorded(&mut with_second, &second);
        let read = ModelLock::from_json(&with_second.to_json());
        assert_eq!(read.as_ref(), Ok(&with_second));
        let forth = migration(&with_second, "levels-1/1", "levels-1/2");
        assert_eq!(forth.withdrawn(), [gap]);
    }
}

/// Two bumps, one from scratch and one pinned, with levels withdrawn and added: a player who has
/// completed a stage has completed the stage of the same level afterwards.
#[test]
fn two_bumps_lose_no_completed_level() {
    let first = settings("levels-1/1").build(&given_pool());
    let mut lock = ModelLock::default();
    recorded(&mut lock, &first);

    let mut levels = without(&first, 100).levels().to_vec();
    levels.extend(newcomers(5));
    let second_pool = pool_of(levels.clone());
    let second = settings("levels-1/2").build(&second_pool);
    recorded(&mut lock, &second);

    let gone = second.stage(50).map(|record| record.level.clone());
    levels.retain(|level| Some(&level.id) != gone.as_ref());
    let locked = lock
        .get("levels-1/2")
        .cloned()
        .unwrap_or_else(|| panic!("not recorded"));
    let third = settings("levels-1/3").build_pinned(&pool_of(levels), &locked);
    recorded(&mut lock, &third);

    let (one, two) = (
        migration(&lock, "levels-1/1", "levels-1/2"),
        migration(&lock, "levels-1/2", "levels-1/3"),
    );
    let direct = migration(&lock, "levels-1/1", "levels-1/3");
    assert_eq!(one.withdrawn(), [100]);
    assert_eq!(two.withdrawn(), [50]);
    let mut kept = 0;
    let mut moved = 0;
    for record in &first.stages {
        let step = one.stage(record.stage).and_then(|stage| two.stage(stage));
        assert_eq!(step, direct.stage(record.stage), "stage {}", record.stage);
        let Some(stage) = step else {
            continue;
        };
        let now = third.stage(stage).map(|r| &r.content);
        assert_eq!(now, Some(&record.content), "stage {}", record.stage);
        kept += 1;
        moved += usize::from(stage != record.stage);
    }
    let lost = usize::from(first.stages.iter().any(|r| Some(&r.level) == gone.as_ref()));
    assert_eq!(kept, 391 - lost);
    assert!(moved > 100, "a build from scratch moves stages: {moved}");

    let json: serde_json::Value =
        serde_json::from_str(&one.to_json()).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(json["from"], "levels-1/1");
    assert_eq!(json["stages"]["1"].as_u64(), one.stage(1).map(|s| s as u64));
    assert_eq!(json["withdrawn"][0], 100);
    let unknown = Migration::between(&lock, "levels-1/1", "levels-9").err();
    let message = unknown
        .map(|unknown| unknown.to_string())
        .unwrap_or_default();
    assert!(
        message.contains("levels-9") && message.contains("levels-1/2"),
        "{message}"
    );
}

#[test]
fn checks_name_what_is_wrong() {
    let pool = given_pool();
    let order = settings("levels-1/1").build(&pool);
    let mut lock = ModelLock::default();
    recorded(&mut lock, &order);
    let found = |pool: &Pool, order: &Order, lock: Option<&ModelLock>| -> Vec<(&str, usize)> {
        let findings = check(&settings("levels-1/1"), pool, order, lock);
        findings.iter().map(|f| (f.lint.code(), f.stage)).collect()
    };
    assert_eq!(found(&pool, &order, Some(&lock)), []);

    let mut swapped = order.clone();
    let (a, b) = (swapped.stages[10].clone(), swapped.stages[30].clone());
    swapped.stages[10] = levels_core::progression::Record { stage: 11, ..b };
    swapped.stages[30] = levels_core::progression::Record { stage: 31, ..a };
    assert_eq!(found(&pool, &swapped, None), [("LV0031", 11)]);
    assert_eq!(
        found(&pool, &swapped, Some(&lock)),
        [("LV0030", 11), ("LV0031", 11)]
    );

    let mut rerated = order.clone();
    rerated.stages[4].rating += 0.1;
    assert_eq!(found(&pool, &rerated, Some(&lock)), [("LV0022", 5)]);

    let smaller = without(&order, 214);
    let codes = found(&smaller, &order, Some(&lock));
    assert_eq!(codes.first(), Some(&("LV0032", 214)));
    assert!(codes.iter().any(|(code, _)| *code == "LV0031"), "{codes:?}");

    // An order pinned to a shipped order is also what the builder gives.
    let (_, locked) = lock.latest().unwrap_or_else(|| panic!("empty"));
    let pinned = settings("levels-1/2").build_pinned(&smaller, locked);
    assert_eq!(found(&smaller, &pinned, Some(&lock)), []);
    assert_eq!(
        found(&smaller, &pinned, None)
            .first()
            .map(|(code, _)| *code),
        Some("LV0031")
    );
}
