//! Exact distances of layouts, checked against the naive oracle one opening at a time, and boards
//! turned back into levels.
#![cfg(all(feature = "solve", feature = "reference"))]

// Other tests use the parts that this one does not.
#[allow(dead_code)]
mod slide_drafts;

use std::cell::RefCell;
use std::collections::BTreeMap;

use levels_core::family::slide::reference::{self, Position};
use levels_core::family::slide::{
    BlockSpec, Board, Dials, Explored, KindWord, Level, Shape, Size, Slide, Span, TooLarge, Win,
    draw_layout, fresh_distances,
};
use levels_core::grid::Side;
use levels_core::puzzle::Family as _;
use levels_core::rng::Rng;
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

/// The level with ice, sand and rime turned into one kind; axes and tilts stay.
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

/// The optimum of every arrangement and whether its twists lengthen it, found at once.
fn at_once(level: &Level) -> BTreeMap<Vec<String>, (u32, bool)> {
    let board = build(level);
    let mut optima = BTreeMap::new();
    let limits = Limits::states(1_000_000);
    let states = fresh_distances(&board, limits, 0..=u32::MAX, |opening| {
        let found = (opening.distance, opening.bent);
        let twin = optima.insert(board.rows(opening.places), found);
        assert_eq!(twin, None, "an arrangement was visited twice");
    });
    assert!(states.is_ok_and(|explored| explored.states as usize >= optima.len()));
    optima
}

/// Checks a layout against the oracle; `None` if it is too large, else whether its twists matter.
fn check(level: &Level) -> Option<bool> {
    let flat = one_by_one(&flat(level))?;
    let expected: BTreeMap<_, _> = one_by_one(level)?
        .into_iter()
        .map(|(rows, optimum)| {
            let bent = flat.get(&rows).is_some_and(|&flat| flat < optimum);
            (rows, (optimum, bent))
        })
        .collect();
    assert_eq!(at_once(level), expected, "{}", Slide::to_text(level));
    Some(bends(level))
}

/// Whether twists lengthen a level of this layout or make it unsolvable.
fn bends(level: &Level) -> bool {
    let found = at_once(level);
    let bent = found.values().any(|&(_, bent)| bent);
    bent || found.len() < at_once(&flat(level)).len()
}

#[test]
fn every_opening_of_a_layout_has_the_distance_that_the_oracle_gives_it_alone() {
    let met = RefCell::new((0, 0));
    let drafts = draft(prop_oneof![1 => board_side(), 6 => 2..=5_usize]);
    let result = runner(500).run(&drafts, |draft| {
        if let Some(differs) = check(&draft.level()) {
            let (all, differing) = &mut *met.borrow_mut();
            (*all, *differing) = (*all + 1, *differing + u32::from(differs));
        }
        Ok(())
    });
    result.unwrap_or_else(|fault| panic!("{fault}"));
    let (all, differing) = met.into_inner();
    assert!(all >= 250 && differing >= 8, "{differing} of {all}");
}

/// Dials for small layouts, with these kinds.
fn dials(win: Win, [ice, sand, rime]: [Span; 3]) -> Dials {
    let size = |width, height| Size { width, height };
    let shape = |long, thick| Shape { long, thick };
    let corners = u32::from(win == Win::Beam);
    Dials {
        sizes: vec![size(4, 4), size(5, 4), size(5, 3), size(6, 4)],
        win,
        sides: vec![Side::Right, Side::Top],
        middle: false,
        key: vec![2],
        shapes: vec![shape(2, 1), shape(1, 1), shape(3, 1)],
        fill: Span::new(40, 70),
        walls: Span::new(0, 3),
        across: 60,
        ice,
        sand,
        rime,
        mirrors: Span::default(),
        corners: Span::new(corners, corners),
        gliding: Span::new(0, corners),
        uses: Vec::new(),
        felt: false,
        fresh_percent: 0,
        sequences: None,
        idle_percent: None,
        max_states: 3_000,
        per_depth: 1,
        per_layout: 1,
    }
}

/// Few openings need a block to stop half way or to move twice, so most layouts have the same
/// distances with and without twists. This looks for those that differ.
#[test]
fn layouts_of_every_kind_have_the_distances_that_the_oracle_gives() {
    let (none, some) = (Span::default(), Span::new(1, 3));
    for (name, win, kinds, least) in [
        ("ice", Win::Exit, [Span::new(2, 4), none, none], 6),
        ("sand", Win::Exit, [none, some, none], 4),
        ("rime", Win::Exit, [none, none, some], 12),
        ("all three", Win::Exit, [some, some, some], 12),
        ("beam", Win::Beam, [none, none, none], 0),
        ("beam, all three", Win::Beam, [some, some, some], 12),
    ] {
        let dials = dials(win, kinds);
        let (mut all, mut differing) = (0, 0);
        for index in 0..8_000 {
            let mut rng = Rng::for_candidate(5, index);
            let Some(level) = draw_layout(&dials, &mut rng) else {
                continue;
            };
            if all >= 25 && !bends(&level) {
                continue;
            }
            let Some(differs) = check(&level) else {
                continue;
            };
            (all, differing) = (all + 1, differing + u32::from(differs));
            if all >= 25 && differing >= least {
                break;
            }
        }
        assert!(
            all >= 25 && differing >= least,
            "{name}: {differing} of {all}"
        );
    }
}

#[test]
fn a_layout_beyond_the_limit_says_so_and_shows_nothing() {
    let text =
        "KK..i.\n....i.\n..ss..\n......\nlantern right 0\nwin exit\nblock i ice\nblock s sand\n";
    let level = Slide::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let board = build(&level);
    let whole = fresh_distances(&board, Limits::default(), 0..=u32::MAX, |_| {});
    let Ok(Explored { states: whole, .. }) = whole else {
        panic!("{whole:?}")
    };
    // Every arrangement counts twice: with the sand spent and without.
    let plain = build(&flat(&level));
    let arrangements = fresh_distances(&plain, Limits::default(), 0..=u32::MAX, |_| {});
    let Ok(Explored {
        states: arrangements,
        ..
    }) = arrangements
    else {
        panic!("{arrangements:?}")
    };
    assert_eq!(whole, 2 * arrangements);
    let (whole, arrangements) = (whole as u32, arrangements as u32);
    for limit in [0, 1, arrangements - 1, arrangements, whole - 1] {
        let found = fresh_distances(&board, Limits::states(limit), 0..=u32::MAX, |_| {
            panic!("something was visited at a limit of {limit}");
        });
        assert!(matches!(found, Err(TooLarge { .. })), "{limit}");
    }
    let found = fresh_distances(&board, Limits::states(whole), 2..=3, |opening| {
        assert!((2..=3).contains(&opening.distance));
    });
    assert!(found.is_ok_and(|explored| explored.states == u64::from(whole)));
}

#[test]
fn a_board_turned_back_into_a_level_is_the_same_board() {
    let drafts = draft(board_side());
    let result = runner(500).run(&drafts, |draft| {
        let level = draft.level();
        let board = build(&level);
        prop_assert_eq!(&build(&board.level()), &board);
        // Other names, but the same puzzle; all names are different.
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
