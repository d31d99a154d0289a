//! The world engine of the rolling cube against the plain search: every figure, on boards of all
//! kinds and under small caps.

mod roll_support;

use std::collections::BTreeMap;

use levels_core::family::roll::engine::{Engine, choose};
use levels_core::family::roll::measures::{Budget, Exhausted, Figures, figures, plain_figures};
use levels_core::family::roll::{Board, Level};
use levels_core::search::Limit;
use roll_support::{random_board, sparse_board};

/// A budget with which some boards hit the caps of the count.
fn budget(seed: u64) -> Budget {
    let default = Budget {
        max_states: 5_000,
        ..Budget::DEFAULT
    };
    match seed % 5 {
        0 => Budget {
            count_cap: 1 + (seed / 5 % 60) as u32,
            ..default
        },
        1 => Budget {
            visit_cap: 1 + (seed / 5 % 700) as u32,
            keep: 7,
            buffer: 20,
            ..default
        },
        _ => default,
    }
}

/// Removes the two figures that rounding may change.
fn rounded(result: Result<Figures, Exhausted>) -> (Result<Figures, Exhausted>, [f64; 2]) {
    let mut result = result;
    let mut numbers = [0.0; 2];
    if let Ok(Figures {
        play: Some(play), ..
    }) = &mut result
    {
        numbers = [play.random_solve_prob_exact, play.commitment];
        play.random_solve_prob_exact = 0.0;
        play.commitment = 0.0;
    }
    (result, numbers)
}

/// Compares both searches on a board; returns which engine was chosen and what was found.
fn compare(level: &Level, budget: &Budget) -> (Engine, Result<Figures, Exhausted>) {
    let board = Board::new(level).unwrap_or_else(|e| panic!("{level:?}: {e:?}"));
    let fast = figures(&board, budget);
    let (is, numbers) = rounded(fast.clone());
    let (should, exact) = rounded(plain_figures(&board, budget));
    assert_eq!(is, should, "{level:?} {budget:?}");
    for (is, should) in numbers.into_iter().zip(exact) {
        let error = (is - should).abs();
        assert!(error <= 1e-11 * should, "{level:?}: {is} is not {should}");
    }
    (choose(&board, budget.max_states).engine, fast)
}

/// Counts what the compared boards were like.
fn tally(boards: impl Iterator<Item = (Level, Budget)>) -> BTreeMap<(Engine, &'static str), u32> {
    let mut tally = BTreeMap::new();
    for (level, budget) in boards {
        let (engine, found) = compare(&level, &budget);
        let kind = match found {
            Err(_) => "exhausted",
            Ok(figures) if figures.solutions.capped => "capped",
            Ok(figures) if figures.exploration.solvable => "solvable",
            Ok(_) => "unsolvable",
        };
        *tally.entry((engine, kind)).or_default() += 1;
    }
    tally
}

#[test]
fn boards_of_all_kinds() {
    let boards = (0..6_000).map(|seed| (random_board(seed, 3 + (seed % 5) as u32), budget(seed)));
    let tally = tally(boards);
    // The sample is meaningful: there is enough of everything.
    for kind in ["exhausted", "capped", "solvable", "unsolvable"] {
        let count = tally.get(&(Engine::Worlds64, kind)).copied().unwrap_or(0);
        assert!(count > 150, "{kind}: {tally:?}");
    }
}

#[test]
fn boards_with_wide_worlds() {
    let boards = (0..1_500).map(|seed| {
        let budget = Budget {
            max_states: 2_000,
            ..budget(seed)
        };
        (sparse_board(seed), budget)
    });
    let tally = tally(boards);
    for engine in [Engine::Worlds128, Engine::Plain] {
        let whole: u32 = tally
            .iter()
            .filter(|((of, kind), _)| *of == engine && *kind != "exhausted")
            .map(|(_, count)| count)
            .sum();
        assert!(whole > 100, "{engine:?}: {tally:?}");
    }
}

#[test]
fn the_limit_is_met_at_the_same_state() {
    for seed in 0..400 {
        let level = random_board(seed, 4);
        let board = Board::new(&level).unwrap_or_else(|e| panic!("{level:?}: {e:?}"));
        let limit = |max_states| Budget {
            max_states,
            ..Budget::SCREEN
        };
        let Ok(whole) = figures(&board, &limit(5_000)) else {
            continue;
        };
        let states = whole.exploration.reachable_states;
        assert!(figures(&board, &limit(states)).is_ok(), "{level:?}");
        let error = Err(Exhausted {
            limit: Limit::States(states - 1),
        });
        assert_eq!(figures(&board, &limit(states - 1)), error, "{level:?}");
        assert_eq!(
            plain_figures(&board, &limit(states - 1)),
            error,
            "{level:?}"
        );
    }
}

#[test]
fn the_choice_gives_its_reason() {
    for (level, max_states, engine, reason) in [
        (Level::of(&["bn"]), 400_000, Engine::Worlds64, "64 bits"),
        (
            Level::of(&["bn"]),
            u32::MAX,
            Engine::Plain,
            "limit on states",
        ),
        (
            Level {
                layout: vec![format!("b{}", "n".repeat(99))],
            },
            400_000,
            Engine::Worlds128,
            "128 bits",
        ),
        (
            Level {
                layout: vec![format!("b{}", "x".repeat(99))],
            },
            400_000,
            Engine::Plain,
            "does not fit",
        ),
    ] {
        let board = Board::new(&level).unwrap_or_else(|e| panic!("{level:?}: {e:?}"));
        let choice = choose(&board, max_states);
        assert_eq!(choice.engine, engine, "{level:?}");
        assert!(choice.reason.contains(reason), "{choice:?}");
    }
}
