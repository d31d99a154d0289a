//! The golden boards of the rolling cube, compared field by field (docs/rules-roll.md, The
//! original).

mod roll_support;

use levels_core::family::roll::descriptors::{Descriptors, Lesson, bucket};
use levels_core::family::roll::measures::{
    Band, Budget, Exploration, Figures, Play, Score, Structure, Weights, capped_exploration,
    figures, plain_figures,
};
use levels_core::family::roll::{Board, Roll, read_line, write_line};
use levels_core::puzzle::Family;
use roll_support::{level, rows};
use serde_json::{Value, json};

/// The golden rows with their boards and their rows of the extra file.
fn golden() -> Vec<(Value, Value, Board)> {
    let extra = rows("golden_roll_extra.jsonl");
    let rows = rows("golden_roll.jsonl");
    assert_eq!((rows.len(), extra.len()), (355, 355));
    rows.into_iter()
        .zip(extra)
        .map(|(row, extra)| {
            assert_eq!(row["id"], extra["id"]);
            let board = Board::new(&level(&row)).unwrap_or_else(|e| panic!("{row}: {e:?}"));
            (row, extra, board)
        })
        .collect()
}

fn near(is: f64, should: &Value, tolerance: f64, name: &str, row: &Value) {
    let should = should
        .as_f64()
        .unwrap_or_else(|| panic!("{name} of {row} is not a number"));
    assert!(
        (is - should).abs() <= tolerance,
        "{}: {name} is {is}, golden {should}",
        row["id"]
    );
}

fn check_exploration(row: &Value, is: &Exploration) {
    for (name, is) in [
        ("solvable", json!(is.solvable)),
        ("shortest_path", json!(is.shortest_path)),
        ("reachable_states", json!(is.reachable_states)),
        ("dead_end_states", json!(is.dead_end_states)),
        ("dead_tiles", json!(is.dead_tiles)),
        ("lands_on_info", json!(is.lands_on_info)),
        ("rests_on_green", json!(is.rests_on_green)),
    ] {
        assert_eq!(is, row[name], "{}: {name}", row["id"]);
    }
}

fn check_play(row: &Value, extra: &Value, board: &Board, figures: &Figures, play: &Play) {
    let id = &row["id"];
    assert_eq!(row["greedy_solves"], json!(play.greedy_solves), "{id}");
    assert_eq!(row["max_doom_delay"], json!(play.max_doom_delay), "{id}");
    assert_eq!(
        row["spectacle_required"],
        json!(play.spectacle_required),
        "{id}"
    );
    let score = Score::of(play, &Weights::default());
    for (name, is) in [
        ("commitment", play.commitment),
        ("optimal_path_fraction", play.optimal_path_fraction),
        ("decision", play.decision),
        ("forced_fraction", play.forced_fraction),
        ("random_solve_prob", play.random_solve_prob),
        ("spectacle", play.spectacle),
        ("difficulty", score.difficulty),
    ] {
        near(is, &row[name], 1e-9, name, row);
    }
    if !extra["random_solve_prob_exact"].is_null() {
        let is = play.random_solve_prob_exact;
        near(is, &extra["random_solve_prob_exact"], 1e-9, "exact", row);
    }
    // The original's first solution, by the original's buffer rule.
    let first = figures.solutions.lines().into_iter().next();
    assert_eq!(json!(first), row["shortest_solution"], "{id}");
    for line in &figures.solutions.kept {
        let replay = Roll::replay(board, &write_line(line)).unwrap_or_else(|e| panic!("{id}: {e}"));
        assert_eq!(replay.won_after, Some(line.len()), "{id}");
    }
    // A true shortest solution as well (docs/rules-roll.md, Solutions).
    let shortest = &play.shortest_solution;
    let replay = Roll::replay(board, &write_line(shortest)).unwrap_or_else(|e| panic!("{id}: {e}"));
    assert_eq!(replay.won_after, Some(shortest.len()), "{id}");
    assert_eq!(
        Some(shortest.len() as u32),
        figures.exploration.shortest_path,
        "{id}"
    );
}

/// Checks all rows with one way of computing the figures.
fn check(compute: impl Fn(&Board) -> Option<Figures>) {
    let (mut exhausted, mut longer) = (0, 0);
    for (row, extra, board) in &golden() {
        let id = &row["id"];
        let Some(figures) = compute(board) else {
            // Only the state limit makes a board exhausted, and then nothing is reported about it.
            assert_eq!(row["reachable_states"], json!(400_001), "{id}");
            exhausted += 1;
            continue;
        };
        check_exploration(row, &figures.exploration);
        assert_eq!(json!(figures.exact()), row["exact"], "{id}");
        assert_eq!(
            json!(figures.solutions.count),
            row["solution_count"],
            "{id}"
        );
        let band = Band::of(&figures).map(Band::word);
        assert_eq!(json!(band), row["band"], "{id}");
        match &figures.play {
            None => assert!(row["difficulty"].is_null(), "{id}"),
            Some(play) => check_play(row, extra, board, &figures, play),
        }
        let first = row["shortest_solution"].as_str().and_then(read_line);
        let first = first.map(|line| line.len() as u64);
        longer += usize::from(first != row["shortest_path"].as_u64());
    }
    assert_eq!((exhausted, longer), (2, 32));
}

#[test]
fn plain_search() {
    check(|board| plain_figures(board, &Budget::DEFAULT).ok());
}

#[test]
fn the_engine() {
    check(|board| figures(board, &Budget::DEFAULT).ok());
}

#[test]
fn the_state_limit_cuts_where_the_original_does() {
    for (row, _, board) in &golden() {
        let is = capped_exploration(board, Budget::DEFAULT.max_states);
        check_exploration(row, &is);
        let capped = row["reachable_states"] == json!(400_001);
        assert_eq!(is.capped, capped, "{}", row["id"]);
    }
}

#[test]
fn structure_and_looks() {
    for (row, extra, board) in &golden() {
        let id = &row["id"];
        let is = Structure::of(board);
        for (name, is) in [
            ("specials", is.specials),
            ("standing", is.standing),
            ("greens", is.greens),
            ("useless_specials", is.useless_specials),
            ("unpaired_shift_ids", is.unpaired_shift_ids),
            ("max_specials", is.max_specials(30)),
        ] {
            assert_eq!(json!(is), extra[name], "{id}: {name}");
        }
        let difficulty = row["difficulty"].as_f64().unwrap_or(0.0);
        let is = Descriptors::of(board, difficulty);
        for (name, is) in [
            ("symmetry", is.symmetry),
            ("visual_complexity", is.visual_complexity),
            ("uniqueness", is.uniqueness),
            ("deceptive", is.deceptive),
            ("interest", is.interest),
        ] {
            near(is, &extra[name], 1e-12, name, extra);
        }
        let lesson = Lesson::of(board).map(Lesson::word);
        assert_eq!(json!(lesson), extra["tutorial_type"], "{id}");
        let band = row["band"].as_str().and_then(Band::from_word);
        let bucket = band.map(|band| bucket(board, band));
        assert_eq!(json!(bucket), extra["bucket"], "{id}");
        assert_eq!(
            json!(board.level().layout),
            extra["canonical_layout"],
            "{id}"
        );
    }
}

#[test]
fn grades_look_at_size() {
    for (rows, band, grade) in [
        // A ring of four: the greedy player steps back to the base and is stuck
        // (docs/rules-roll.md, Difficulty, band and grade).
        ("bn/nn", Some(Band::Expert), Some(Band::Medium)),
        ("bn", Some(Band::Easy), Some(Band::Easy)),
        ("bnn", Some(Band::Unsolvable), Some(Band::Unsolvable)),
    ] {
        let board = roll_support::board(rows);
        let figures = plain_figures(&board, &Budget::DEFAULT).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(Band::of(&figures), band, "{rows}");
        assert_eq!(Band::grade(&figures), grade, "{rows}");
    }
}
