//! The runtime that a game links, checked against the full solver: from every state of many boards
//! the hint is the first move of a shortest line.

use levels_core::family::roll::Roll;
use levels_core::family::slide::{Slide, rush};
use levels_core::play::{Hint, NotLegal, Play, apply, hint, legal_moves};
use levels_core::puzzle::{Family, ForPuzzle, Puzzle};
use levels_core::search::{Distances, Limits, OptimalLines, StateGraph, UNREACHED, explore};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::Value;

mod roll_support;
#[allow(dead_code)]
mod slide_drafts;

const MAX_STATES: u32 = 3_000;

fn board<F: Family>(level: &F::Level) -> F::Board {
    F::build(level).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn from_text<F: Family>(text: &str) -> F::Board {
    board::<F>(&F::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}")))
}

/// How often each outcome was seen.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Seen {
    moves: usize,
    won: usize,
    lost: usize,
}

/// Checks every state of a board against the solver's graph; `None` if there are too many.
struct EveryState;

impl<M: Copy + Eq + std::fmt::Debug> ForPuzzle<M, Option<Seen>> for EveryState {
    fn call<P: Puzzle<Move = M>>(self, puzzle: &P) -> Option<Seen> {
        let graph = explore(puzzle, Limits::states(MAX_STATES)).ok()?;
        let distances = Distances::of(&graph);
        let mut seen = Seen::default();
        for number in 0..graph.len() as u32 {
            one_state(puzzle, &graph, &distances, number, &mut seen);
        }
        if let Some(lines) = OptimalLines::of(puzzle, &graph, &distances)
            && let Some(&first) = lines.first_line().first()
        {
            let left = lines.optimum();
            let action = first;
            assert_eq!(
                hint(puzzle, puzzle.start(), MAX_STATES),
                Hint::Move { action, left }
            );
        }
        Some(seen)
    }
}

fn one_state<P: Puzzle>(
    puzzle: &P,
    graph: &StateGraph<P>,
    distances: &Distances,
    number: u32,
    seen: &mut Seen,
) where
    P::Move: std::fmt::Debug,
{
    let state = graph.states()[number as usize];
    let mut moves = Vec::new();
    graph.for_moves(puzzle, number, |m, target| moves.push((m, target)));
    let legal: Vec<P::Move> = moves.iter().map(|(m, _)| *m).collect();
    assert_eq!(legal_moves(puzzle, state), legal);
    for &(m, target) in &moves {
        assert_eq!(
            apply(puzzle, state, m),
            Ok(graph.states()[target as usize]),
            "{m:?}"
        );
    }
    let distance = distances.to_win(number);
    // A limit of the number of states is enough for any answer.
    match hint(puzzle, state, graph.len() as u32) {
        Hint::Won => {
            seen.won += 1;
            assert_eq!(distance, 0);
        }
        Hint::Lost => {
            seen.lost += 1;
            assert_eq!(distance, UNREACHED);
        }
        Hint::Move { action, left } => {
            seen.moves += 1;
            assert_eq!(left, distance);
            // The first of the moves that come one move nearer to a win.
            let nearer = moves
                .iter()
                .find(|(_, target)| distances.to_win(*target) == distance - 1);
            assert_eq!(Some(action), nearer.map(|(m, _)| *m));
        }
        Hint::Unknown { max_states } => panic!("{max_states} states are all there are"),
    }
    // If the limit leaves it undecided, nothing else is reported.
    for most in [0, 1, 2] {
        match hint(puzzle, state, most) {
            Hint::Unknown { max_states } => assert_eq!(max_states, most),
            Hint::Won => assert_eq!(distance, 0),
            Hint::Lost => assert!(legal.is_empty() || most > 0),
            Hint::Move { left, .. } => assert_eq!((left, distance), (1, 1)),
        }
    }
}

/// The same board and line, read by the family and by the legal moves.
fn read_both_ways<F: Family>(board: &F::Board, line: &str) {
    let own = F::replay(board, line).unwrap_or_else(|fault| panic!("{fault}"));
    let mut play = Play::<F>::new(board.clone());
    let mut rest = line;
    while !rest.is_empty() {
        let (m, length) = play.read_move(rest).unwrap_or_else(|| panic!("{rest}"));
        assert!(play.legal_moves().contains(&m));
        assert_eq!(*play.frame(), own.frames[play.moves().len()]);
        assert_eq!(play.apply(m), Ok(()));
        rest = rest[length..].trim_start();
    }
    assert_eq!(play.moves(), own.moves);
    assert_eq!(*play.frame(), own.frames[own.moves.len()]);
    assert_eq!(
        play.is_won(),
        own.won_after == Some(own.moves.len()),
        "{line}"
    );
}

/// Plays to the win with hints only; the number of moves is that of the first hint.
fn by_hints<F: Family>(board: &F::Board) {
    let mut play = Play::<F>::new(board.clone());
    let Hint::Move { left: optimum, .. } = play.hint(MAX_STATES) else {
        return;
    };
    while let Hint::Move { action, left } = play.hint(MAX_STATES) {
        assert_eq!(left as usize + play.moves().len(), optimum as usize);
        assert_eq!(play.apply(action), Ok(()));
    }
    assert!(play.is_won());
    let line = F::write_line(board, play.moves());
    read_both_ways::<F>(board, &line);
    let end = play.clone();
    while play.undo().is_some() {}
    assert_eq!(*play.frame(), F::frame(board));
    assert_eq!(end.moves().len(), optimum as usize);
}

fn golden_slide() -> Vec<<Slide as Family>::Board> {
    let rows: Vec<Value> = roll_support::rows("golden_slide.jsonl");
    let text = |row: &Value, key: &str| row[key].as_str().unwrap_or_default().to_string();
    let size = |row: &Value, key: &str| row[key].as_u64().unwrap_or_default() as usize;
    rows.iter()
        .filter(|row| row["reachable_states"].as_u64() <= Some(u64::from(MAX_STATES) / 2))
        .take(40)
        .map(|row| {
            let board_text = text(row, "board");
            let read = rush::read(&board_text, size(row, "width"), size(row, "height"));
            let read = read.unwrap_or_else(|faults| panic!("{faults:?}"));
            board::<Slide>(&read.level)
        })
        .collect()
}

fn add(sum: &mut Seen, seen: Seen) {
    sum.moves += seen.moves;
    sum.won += seen.won;
    sum.lost += seen.lost;
}

#[test]
fn hints_on_sliding_boards() {
    let mut sum = Seen::default();
    // Random boards of all kinds: sand, ice, rime and mirrors among them.
    let mut runner = TestRunner::deterministic();
    let strategy = slide_drafts::draft(2_usize..6);
    let drafts = (0..400).filter_map(|_| {
        let tree = strategy.new_tree(&mut runner).ok()?;
        Slide::build(&tree.current().level()).ok()
    });
    for board in drafts.chain(golden_slide()) {
        if let Some(seen) = Slide::with_puzzle(&board, EveryState) {
            add(&mut sum, seen);
            by_hints::<Slide>(&board);
        }
    }
    assert!(
        sum.moves > 5_000 && sum.won > 500 && sum.lost > 500,
        "{sum:?}"
    );
}

#[test]
fn hints_on_rolling_boards() {
    let mut sum = Seen::default();
    let boards = (0..400)
        .filter_map(|seed| Roll::build(&roll_support::random_board(seed, 4)).ok())
        .chain(
            roll_support::rows("golden_roll.jsonl")
                .into_iter()
                .take(60)
                .map(|row| board::<Roll>(&roll_support::level(&row))),
        );
    for board in boards {
        if let Some(seen) = Roll::with_puzzle(&board, EveryState) {
            add(&mut sum, seen);
            by_hints::<Roll>(&board);
        }
    }
    assert!(
        sum.moves > 1_000 && sum.won > 50 && sum.lost > 1_000,
        "{sum:?}"
    );
}

#[test]
fn a_game_in_progress() {
    let sliding = from_text::<Slide>("..b.\nKKb.\n....\n....\nlantern right 1\nwin exit\n");
    let mut play = Play::<Slide>::new(sliding);
    let name = |play: &Play<Slide>| Slide::write_line(play.board(), play.legal_moves());
    assert_eq!(name(&play), "bv1 bv2");
    assert!(play.undo().is_none());
    let (down, length) = play.read_move("bv2 K>2").unwrap_or_else(|| panic!("bv2"));
    assert_eq!(length, 3);
    assert_eq!(play.read_move("K>2"), None);
    assert_eq!(play.apply(down), Ok(()));
    assert_eq!(play.apply(down), Err(NotLegal));
    assert_eq!(play.moves(), [down]);
    assert_eq!(name(&play), "b^1 b^2 K>1 K>2");
    assert_eq!(play.frame().rows, ["....", "KK..", "..b.", "..b."]);
}

#[test]
fn a_win_ends_a_rolling_level_and_no_sliding_one() {
    let mut play = Play::<Roll>::new(from_text::<Roll>("bn\n"));
    let (roll, _) = play.read_move(">").unwrap_or_else(|| panic!(">"));
    // Three ways off the board.
    assert_eq!(play.losing_moves(), 3);
    assert_eq!(play.apply(roll), Ok(()));
    let (back, _) = play.read_move("<").unwrap_or_else(|| panic!("<"));
    assert_eq!(play.apply(back), Ok(()));
    assert!(play.is_won());
    assert_eq!((play.legal_moves().len(), play.losing_moves()), (0, 0));
    assert_eq!(play.read_move(">"), None);
    assert_eq!(play.hint(10), Hint::Won);
    play.restart();
    assert!(!play.is_won());

    let mut play = Play::<Slide>::new(from_text::<Slide>("KK.\nlantern right 0\nwin exit\n"));
    let (out, _) = play.read_move("K>1").unwrap_or_else(|| panic!("K>1"));
    assert_eq!(play.apply(out), Ok(()));
    assert!(play.is_won());
    assert_eq!(play.legal_moves().len(), 1);
}

#[test]
fn a_lost_position_is_told_from_an_unknown_one() {
    // Sand moves once: pushed down by one, it is in the Key's way for ever.
    let mut play = Play::<Slide>::new(from_text::<Slide>(
        "...s.\n...s.\nKK...\n.....\nlantern right 2\nwin exit\nblock s sand\n",
    ));
    let Hint::Move { left: 1, .. } = play.hint(100) else {
        panic!("{:?}", play.hint(100));
    };
    let (down, _) = play.read_move("sv1").unwrap_or_else(|| panic!("sv1"));
    assert_eq!(play.apply(down), Ok(()));
    assert_eq!(play.hint(100), Hint::Lost);
    assert_eq!(play.hint(1), Hint::Unknown { max_states: 1 });
    play.undo();
    assert!(matches!(play.hint(100), Hint::Move { .. }));
}
