//! The screen of the rolling cube: its solutions replay, its refutations are right.

mod roll_support;

use levels_core::family::roll::campaign_spec::{SeedSpec, Settings};
use levels_core::family::roll::candidate::draft;
use levels_core::family::roll::measures::{Budget, figures};
use levels_core::family::roll::screen::{MAX_NODES, Verdict, witness};
use levels_core::family::roll::{Board, Level, Roll, write_line};
use levels_core::puzzle::Family;
use roll_support::{board, level, random_board, rows, sparse_board};

/// Whether the screen finds a solution; `None` where it is undecided. A solution is replayed.
fn screened(board: &Board, max_nodes: u32) -> Option<bool> {
    match witness(board, max_nodes) {
        Verdict::Solvable(line) => {
            let replay = Roll::replay(board, &write_line(&line))
                .unwrap_or_else(|e| panic!("{:?}: {e}", board.level()));
            assert_eq!(replay.won_after, Some(line.len()), "{:?}", board.level());
            Some(true)
        }
        Verdict::Unsolvable => Some(false),
        Verdict::Undecided => None,
    }
}

/// Compares the screen with exploration of everything; returns what both found, `None` where the
/// board has too many states to be compared.
fn compare(level: &Level) -> Option<bool> {
    let board = Board::new(level).unwrap_or_else(|e| panic!("{level:?}: {e:?}"));
    let budget = Budget {
        max_states: 60_000,
        ..Budget::SCREEN
    };
    let solvable = figures(&board, &budget).ok()?.exploration.solvable;
    assert_eq!(screened(&board, MAX_NODES), Some(solvable), "{level:?}");
    Some(solvable)
}

fn tally(levels: impl Iterator<Item = Level>) -> (u32, u32) {
    let (mut solvable, mut unsolvable) = (0, 0);
    for level in levels {
        match compare(&level) {
            Some(true) => solvable += 1,
            Some(false) => unsolvable += 1,
            None => {}
        }
    }
    (solvable, unsolvable)
}

#[test]
fn boards_of_all_kinds() {
    let levels = (0..12_000).map(|seed| random_board(seed, 3 + (seed % 5) as u32));
    let (solvable, unsolvable) = tally(levels.chain((0..500).map(sparse_board)));
    assert!(
        solvable > 4_000 && unsolvable > 3_000,
        "{solvable} {unsolvable}"
    );
}

#[test]
fn the_stream_of_a_campaign() {
    let settings = Settings::default();
    let levels = (1..=4_000).filter_map(|seed| match SeedSpec::of(seed, &settings) {
        SeedSpec::Combined(spec) => Some(draft(seed, &spec)?.board().level()),
        SeedSpec::Tutorial(..) => None,
    });
    let (solvable, unsolvable) = tally(levels);
    assert!(
        solvable > 100 && unsolvable > 2_500,
        "{solvable} {unsolvable}"
    );
}

#[test]
fn golden_boards() {
    let (mut solvable, mut beyond) = (0, 0);
    for row in rows("golden_roll.jsonl") {
        let board = Board::new(&level(&row)).unwrap_or_else(|e| panic!("{row}: {e:?}"));
        let is = screened(&board, MAX_NODES);
        assert!(is.is_some(), "{row} is undecided");
        // Nothing else is known about a board on which the golden search was cut short.
        if row["reachable_states"].as_u64() == Some(400_001) {
            beyond += 1;
            continue;
        }
        assert_eq!(is, row["solvable"].as_bool(), "{row}");
        solvable += u32::from(is == Some(true));
    }
    assert_eq!((solvable, beyond), (304, 2));
}

#[test]
fn refutations() {
    for (rows, solvable) in [
        ("b", true),
        ("nbn", true),
        // A green with one neighbour that crumbles.
        ("bnn", false),
        ("bnn/nn.", false),
        ("bnn/nnn", true),
        // Colours: with equally many greens of both colours, no visit is left for the base.
        ("nnn/nbn/nnn", false),
        // Four more of the other colour need four visits, but the base has three neighbours.
        (".n.n./nnbnn/.n.n.", false),
        // A green that cuts others off.
        (".nn./bnnn/nnnn/..n.", false),
        // In two pieces, unless something sweeps or blasts the other.
        ("bn.n", false),
        ("nbr.n", true),
        ("nbx/..n", true),
        ("nbx./...n", false),
    ] {
        let level = board(rows).level();
        assert_eq!(compare(&level), Some(solvable), "{rows}");
    }
}

#[test]
fn a_limit_is_never_a_verdict() {
    let mut undecided = 0;
    for seed in 0..1_500 {
        let level = random_board(seed, 6);
        let board = Board::new(&level).unwrap_or_else(|e| panic!("{level:?}: {e:?}"));
        let whole = screened(&board, MAX_NODES);
        for max_nodes in [0, 1, 2, 5, 20, 80] {
            let is = screened(&board, max_nodes);
            undecided += u32::from(is.is_none());
            assert!(is.is_none() || is == whole, "{level:?} within {max_nodes}");
        }
    }
    assert!(undecided > 500, "{undecided}");
}
