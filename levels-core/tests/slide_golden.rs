//! The sliding rules and the search compared with measured results: the small boards of
//! `docs/rules-slide.md`, and public and random boards that two independent solvers agree on.

use levels_core::family::slide::reference::{self, Figures, write_line};
use levels_core::family::slide::{Level, Slide, rush};
use levels_core::puzzle::Family as _;
use levels_core::search::Limits;
use serde_json::Value;

mod slide_support;
use slide_support::{Fast, build, by_position, fast, replays};

/// Checks that both sides agree on every figure and every distance of a level.
fn both(level: &Level) -> Fast {
    let solution = reference::solve(level, 20_000).unwrap_or_else(|| panic!("too many states"));
    let mut found = fast(&build(level), 20_000, true).unwrap_or_else(|| panic!("limit"));
    assert_eq!(found.figures, solution.figures);
    let line = solution.figures.line.as_deref().map(write_line);
    assert_eq!(found.line, line);
    let distances = by_position(std::mem::take(&mut found.distances));
    assert!(distances == solution.distances, "a distance differs");
    found
}

#[test]
fn small_boards_of_the_rules_page() {
    // Optimum, reachable states, won states, optimal sequences where the page says how many.
    let rows = [
        (
            "KK.i\n...i\n....\n....\nlantern right 0\nwin exit\nblock i ice",
            (2, 8, 2, None),
        ),
        (
            "KKs.\n..s.\n....\n....\nlantern right 0\nwin exit\nblock s sand",
            (2, 7, 2, Some(2)),
        ),
        (
            "KK..r\n....r\n.....\nlantern right 0\nwin exit\nblock r rime",
            (3, 9, 1, None),
        ),
        (
            "KK..\n..rr\nlantern right 0\nwin exit\nblock r rime",
            (1, 10, 3, None),
        ),
        (
            "KK..\n....\n...m\nlantern bottom 3\nwin beam\nemit right\nblock m mirror \\ vertical",
            (1, 8, 2, None),
        ),
    ];
    for (text, (optimum, states, won, sequences)) in rows {
        let level = Slide::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let found = both(&level);
        replays(&level, &found);
        let figures = found.figures;
        assert_eq!(
            (
                figures.optimum,
                figures.reachable_states,
                figures.won_states
            ),
            (Some(optimum), states, won),
            "{text}"
        );
        if let Some(sequences) = sequences {
            assert_eq!(figures.optimal_sequences, sequences, "{text}");
        }
    }
}

/// A row of the golden data.
struct Golden {
    id: String,
    level: Level,
    row: Value,
}

impl Golden {
    fn all() -> Vec<Self> {
        let rows: Vec<Self> = include_str!("data/golden_slide.jsonl")
            .lines()
            .map(Self::read)
            .collect();
        assert_eq!(rows.len(), 376);
        rows
    }

    fn read(line: &str) -> Self {
        let row: Value = serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let size = |field: &str| row[field].as_u64().unwrap_or_else(|| panic!("{line}")) as usize;
        let cells = row["board"].as_str().unwrap_or_else(|| panic!("{line}"));
        let board = rush::read(cells, size("width"), size("height"))
            .unwrap_or_else(|faults| panic!("{faults:?}: {line}"));
        Self {
            id: row["id"].to_string(),
            level: board.level,
            row,
        }
    }

    fn number(&self, field: &str) -> Option<u64> {
        let value = self
            .row
            .get(field)
            .unwrap_or_else(|| panic!("{}: no {field}", self.id));
        assert!(
            value.is_null() || value.is_u64(),
            "{}: {field} is {value}",
            self.id
        );
        value.as_u64()
    }

    fn check(&self, figures: &Figures) {
        let id = &self.id;
        assert_eq!(
            self.row["solvable"].as_bool(),
            Some(figures.optimum.is_some()),
            "{id}"
        );
        let solved = |count: u64| figures.optimum.map(|_| count);
        let sequences = u64::try_from(figures.optimal_sequences).ok();
        for (field, found) in [
            ("optimal_moves", figures.optimum.map(u64::from)),
            ("reachable_states", Some(figures.reachable_states as u64)),
            ("won_states", Some(figures.won_states as u64)),
            ("optimal_sequences", sequences),
            ("min_steps_at_min_moves", figures.steps.map(u64::from)),
            (
                "optimal_first_moves",
                solved(figures.optimal_first_moves.len() as u64),
            ),
            ("component_max_moves", figures.greatest.map(u64::from)),
            (
                "component_hardest_states",
                solved(figures.hardest_states as u64),
            ),
        ] {
            assert_eq!(self.number(field), found, "{field} of {id}");
        }
    }
}

#[test]
fn golden_rows() {
    let mut solved_at_once = 0;
    for golden in Golden::all() {
        let found = fast(&build(&golden.level), Limits::DEFAULT_STATES, false)
            .unwrap_or_else(|| panic!("{}: limit", golden.id));
        golden.check(&found.figures);
        replays(&golden.level, &found);
        solved_at_once += usize::from(found.figures.optimum == Some(0));
    }
    assert_eq!(solved_at_once, 3, "rows that are won as they open");
}

#[test]
fn golden_rows_by_the_reference() {
    let mut held = 0;
    for golden in Golden::all() {
        if golden.number("reachable_states") > Some(3_000) {
            continue;
        }
        golden.check(&both(&golden.level).figures);
        held += 1;
    }
    assert!(held > 280, "{held} rows");
}
