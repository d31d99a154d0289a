//! Exact distances of layouts, held against the naive oracle one opening at a time, and boards
//! turned back into levels.
#![cfg(all(feature = "solve", feature = "reference"))]

// Other tests use what this one does not.
#[allow(dead_code)]
mod slide_drafts;

use std::cell::RefCell;
use std::collections::BTreeMap;

use levels_core::family::slide::reference::{self, Position};
use levels_core::family::slide::{
    BlockSpec, Board, KindWord, Level, Slide, TooLarge, Win, fresh_distances,
};
use levels_core::puzzle::Family as _;
use levels_core::search::Limits;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use slide_drafts::{board_side, draft};

/// How many arrangements a layout may have to be solved one by one by the oracle.
const MOST_ARRANGEMENTS: usize = 120;

fn runner(cases: u32) -> TestRunner {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha))
}

fn build(level: &Level) -> Board {
    Slide::build(level).unwrap_or_else(|faults| panic!("{faults:?}\n{}", Slide::to_text(level)))
}

/// The level with ice, sand and rime made one kind; an axis and a tilt stay.
fn all_made(level: &Level, kind: KindWord) -> Level {
    let melt = |spec: BlockSpec| match spec.kind {
        KindWord::Ice | KindWord::Sand | KindWord::Rime => BlockSpec { kind, ..spec },
        _ => spec,
    };
    let blocks = level.blocks.iter();
    Level {
        blocks: blocks
            .map(|(name, spec)| (name.clone(), melt(*spec)))
            .collect(),
        ..level.clone()
    }
}

fn flat(level: &Level) -> Level {
    all_made(level, KindWord::Crystal)
}

fn rows(position: &Position) -> Vec<String> {
    position
        .grid
        .iter()
        .map(|row| row.iter().collect())
        .collect()
}

/// The optimum of every arrangement, each solved alone by the oracle; `None` if there are too many.
fn one_by_one(level: &Level) -> Option<BTreeMap<Vec<String>, u32>> {
    let arrangements = reference::solve(&flat(level), MOST_ARRANGEMENTS)?;
    let mut optima = BTreeMap::new();
    for position in arrangements.distances.keys() {
        let opening = Level {
            rows: rows(position),
            ..level.clone()
        };
        let solution = reference::solve(&opening, 100_000)?;
        if let Some(optimum) = solution.figures.optimum {
            optima.insert(rows(position), optimum);
        }
    }
    Some(optima)
}

fn at_once(level: &Level) -> BTreeMap<Vec<String>, u32> {
    let board = build(level);
    let mut optima = BTreeMap::new();
    let limits = Limits::states(1_000_000);
    let states = fresh_distances(&board, limits, 0..=u32::MAX, |places, distance| {
        let twin = optima.insert(board.rows(places), distance);
        assert_eq!(twin, None, "an arrangement was visited twice");
    });
    assert!(states.is_ok_and(|states| states as usize >= optima.len()));
    optima
}

#[test]
fn every_opening_of_a_layout_has_the_distance_that_the_oracle_gives_it_alone() {
    let met: RefCell<BTreeMap<&str, u32>> = RefCell::default();
    let drafts = draft(prop_oneof![1 => board_side(), 6 => 2..=5_usize]);
    let one = |kind| Just(Some(kind));
    let kinds = prop_oneof![
        Just(None),
        one(KindWord::Ice),
        one(KindWord::Sand),
        one(KindWord::Rime)
    ];
    let result = runner(2_000).run(&(drafts, kinds), |(draft, kind)| {
        let level = draft.level();
        let level = kind.map_or_else(|| level.clone(), |kind| all_made(&level, kind));
        let Some(expected) = one_by_one(&level) else {
            return Ok(());
        };
        let found = at_once(&level);
        prop_assert_eq!(&found, &expected, "{}", Slide::to_text(&level));
        let flattened = at_once(&flat(&level));
        let mut met = met.borrow_mut();
        let mut add = |what, counts: bool| *met.entry(what).or_default() += u32::from(counts);
        let deep = expected.values().any(|&optimum| optimum > 0);
        let changed = deep && found != flattened;
        add("openings that need moves", deep);
        add("beam", deep && level.win == Win::Beam);
        add("twists change distances", changed);
        add("ice alone", changed && kind == Some(KindWord::Ice));
        add("sand alone", changed && kind == Some(KindWord::Sand));
        add("rime alone", changed && kind == Some(KindWord::Rime));
        Ok(())
    });
    result.unwrap_or_else(|fault| panic!("{fault}"));
    for (what, least) in [
        ("openings that need moves", 200),
        ("beam", 50),
        ("twists change distances", 30),
        ("ice alone", 5),
        ("sand alone", 5),
        ("rime alone", 5),
    ] {
        let count = met.borrow().get(what).copied().unwrap_or(0);
        assert!(
            count >= least,
            "{count} layouts of the sort `{what}`, {least} are asked for"
        );
    }
}

#[test]
fn a_layout_beyond_the_limit_says_so_and_shows_nothing() {
    let text =
        "KK..i.\n....i.\n..ss..\n......\nlantern right 0\nwin exit\nblock i ice\nblock s sand\n";
    let level = Slide::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let board = build(&level);
    let whole = fresh_distances(&board, Limits::default(), 0..=u32::MAX, |_, _| {});
    let Ok(whole) = whole else {
        panic!("{whole:?}")
    };
    // The flattened component, and the openings of the real one with their futures.
    let plain = build(&flat(&level));
    let arrangements = fresh_distances(&plain, Limits::default(), 0..=u32::MAX, |_, _| {});
    let Ok(arrangements) = arrangements else {
        panic!("{arrangements:?}")
    };
    let twisted = (whole - arrangements) as u32;
    assert!(twisted > arrangements as u32);
    for limit in [
        0,
        1,
        arrangements as u32 - 1,
        arrangements as u32,
        twisted - 1,
    ] {
        let found = fresh_distances(&board, Limits::states(limit), 0..=u32::MAX, |_, _| {
            panic!("something was visited at a limit of {limit}");
        });
        assert!(matches!(found, Err(TooLarge { .. })), "{limit}");
    }
    let found = fresh_distances(&board, Limits::states(twisted), 2..=3, |_, distance| {
        assert!((2..=3).contains(&distance));
    });
    assert_eq!(found, Ok(whole));
}

#[test]
fn a_board_turned_back_into_a_level_is_the_same_board() {
    let drafts = draft(board_side());
    let result = runner(500).run(&drafts, |draft| {
        let level = draft.level();
        let board = build(&level);
        prop_assert_eq!(&build(&board.level()), &board);
        // Other names, the same puzzle; and every name is told from its neighbours.
        let renamed = level.lettered();
        prop_assert_eq!(
            Slide::build(&renamed).map(|board| levels_core::family::slide::canonical(&board)),
            Ok(levels_core::family::slide::canonical(&board))
        );
        prop_assert_eq!(renamed.lettered(), renamed);
        Ok(())
    });
    result.unwrap_or_else(|fault| panic!("{fault}"));
}

#[test]
fn a_tutorial_keeps_its_lesson_under_other_names() {
    let text = "K..z\nK..z\nbb..\nlantern bottom 0\nwin beam\nemit down\nblock b mirror / \nblock z rime\nteaches mirror b z\n";
    let level = Slide::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let renamed = Slide::to_text(&build(&level).level().lettered());
    let expected = "K..a\nK..a\nbb..\nlantern bottom 0\nwin beam\nemit down\nblock a rime\nblock b mirror /\nteaches mirror b a\n";
    assert_eq!(renamed, expected);
}
