//! Why a level cannot be won, checked with the naive rules: each sentence claims something about
//! the reachable positions, and the claim is checked on them. Nothing is shared with the code that
//! wrote the sentence.
#![cfg(feature = "solve")]

mod roll_support;
#[allow(dead_code)]
mod slide_drafts;

use std::collections::{BTreeMap, BTreeSet};

use levels_core::family::roll::reference::Game;
use levels_core::family::roll::{self, Roll};
use levels_core::family::slide::reference;
use levels_core::family::slide::{self, BlockSpec, KindWord, Lantern, Slide, Win};
use levels_core::finding::Cell;
use levels_core::grid::{Axis, Direction, Side};
use levels_core::puzzle::Family;
use levels_core::quality::{Measure, Outcome};
use levels_core::rng::Rng;
use levels_core::search::Limits;
use roll_support::random_board;
use slide_drafts::images;

/// Cells and sentence of a board that cannot be won.
fn reason<F: Measure>(board: &F::Board) -> Option<(Vec<Cell>, String)> {
    match F::survey(board, Limits::default()).outcome {
        Outcome::Unsolvable { cells, why } => Some((cells, why)),
        _ => None,
    }
}

type Places = BTreeSet<(i32, i32)>;

/// What the states of a rolling-cube board that can be reached show: the cells that a surviving move
/// occupies, those whose tile is gone in some state, and whether all greens are gone in one.
fn seen(game: &Game, rows: i32, cols: i32) -> Option<(Places, Places, bool)> {
    let cells = || (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    let start = game.start();
    let mut known = BTreeSet::from([start.clone()]);
    let mut todo = vec![start.clone()];
    let (mut occupied, mut gone, mut clear) = (BTreeSet::new(), BTreeSet::new(), false);
    while let Some(position) = todo.pop() {
        assert!(!game.won(&position));
        gone.extend(
            cells().filter(|&cell| start.tile(cell).is_some() && position.tile(cell).is_none()),
        );
        clear |= cells().all(|cell| !matches!(position.tile(cell), Some('n' | 'i')));
        for key in game.keys(&position) {
            let Some((next, passed)) = game.press(&position, key) else {
                continue;
            };
            occupied.extend(passed);
            if known.insert(next.clone()) {
                todo.push(next);
            }
        }
        if known.len() > 400 {
            return None;
        }
    }
    Some((occupied, gone, clear))
}

#[test]
fn reasons_of_rolling_cube_boards_hold() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut check = |level: &roll::Level| {
        let board = Roll::build(level).unwrap_or_else(|faults| panic!("{faults:?}"));
        let game = Game::new(&level.layout).unwrap_or_else(|| panic!("{level:?}"));
        // Boards that are solvable or too large are skipped.
        if game
            .explore(400)
            .is_none_or(|report| report.shortest.is_some())
        {
            return;
        }
        let Some((cells, why)) = reason::<Roll>(&board) else {
            panic!("{level:?} cannot be won");
        };
        let (rows, cols) = (board.rows() as i32, board.cols() as i32);
        let Some((occupied, gone, clear)) = seen(&game, rows, cols) else {
            return;
        };
        let start = game.start();
        let place = |cell: &Cell| (cell.row as i32, cell.col as i32);
        let is_green = |at: (i32, i32)| matches!(start.tile(at), Some('n' | 'i'));
        let greens: Vec<(i32, i32)> = (0..rows)
            .flat_map(|row| (0..cols).map(move |col| (row, col)))
            .filter(|&at| is_green(at))
            .collect();
        let named = |claim: &str| {
            let first = cells.first().unwrap_or_else(|| panic!("{why}"));
            assert!(
                cells.iter().all(|cell| is_green(place(cell))),
                "{level:?}: {why}"
            );
            assert_eq!(why, claim.replace("CELL", &first.to_string()), "{level:?}");
        };
        let kind = if why.starts_with("no move reaches") {
            named("no move reaches, sweeps or blasts the green at CELL without losing the level");
            for at in cells.iter().map(place) {
                assert!(
                    !occupied.contains(&at) && !gone.contains(&at),
                    "{level:?}: {why}"
                );
            }
            "untouched"
        } else if why.starts_with("the cube can reach") {
            named(
                "the cube can reach the green at CELL, but no move clears it without losing the level",
            );
            for at in cells.iter().map(place) {
                assert!(
                    occupied.contains(&at) && !gone.contains(&at),
                    "{level:?}: {why}"
                );
            }
            "kept"
        } else if why == "each green can be cleared, but never all of them in one game" {
            assert!(
                greens.iter().all(|at| gone.contains(at)) && !clear,
                "{level:?}: {why}"
            );
            "one by one"
        } else {
            assert_eq!(
                why,
                "all greens can be cleared, but the cube never gets home after that"
            );
            assert!(clear, "{level:?}: {why}");
            "not home"
        };
        *kinds.entry(kind).or_default() += 1;
    };
    check(&roll::Level::of(&["bnn"]));
    for seed in 0..12_000 {
        check(&random_board(seed, 4));
    }
    // Every sentence was tried.
    for kind in ["untouched", "kept", "one by one", "not home"] {
        assert!(kinds.get(kind).is_some_and(|&n| n > 20), "{kinds:?}");
    }
}

#[test]
fn reasons_of_sliding_boards_hold() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let mut check = |level: &slide::Level| {
        let board = Slide::build(level).unwrap_or_else(|faults| panic!("{faults:?}"));
        let Some(solution) = reference::solve(level, 1_500) else {
            return;
        };
        let Some((cells, why)) = reason::<Slide>(&board) else {
            assert!(solution.figures.optimum.is_some());
            return;
        };
        let text = Slide::to_text(level);
        assert_eq!(solution.figures.won_states, 0, "{text}");
        let grids: Vec<&Vec<Vec<char>>> = solution
            .distances
            .keys()
            .map(|position| &position.grid)
            .collect();
        let seen = match grids.len() {
            1 => "; the one position that can be reached was seen".to_string(),
            count => format!("; all {count} positions that can be reached were seen"),
        };
        let claim = why.strip_suffix(&seen).unwrap_or_else(|| panic!("{why}"));
        if level.win == Win::Beam {
            assert_eq!(claim, "the ray never leaves through the lantern");
            *kinds.entry("beam").or_default() += 1;
            return;
        }
        let [cell] = cells[..] else {
            panic!("{text}: {why}");
        };
        let at = |grid: &Vec<Vec<char>>, cell: Cell| {
            grid.get(cell.row)
                .and_then(|row| row.get(cell.col))
                .copied()
        };
        let (out, back) = match level.lantern.side {
            Side::Left => ((-1, 0), (1, 0)),
            Side::Right => ((1, 0), (-1, 0)),
            Side::Top => ((0, -1), (0, 1)),
            Side::Bottom => ((0, 1), (0, -1)),
        };
        let step = |cell: Cell, (dx, dy): (isize, isize)| {
            Some(Cell {
                row: cell.row.checked_add_signed(dy)?,
                col: cell.col.checked_add_signed(dx)?,
            })
        };
        // The Key never covers the cell or one beyond it.
        let mut beyond = Some(cell);
        while let Some(here) = beyond.filter(|&here| at(grids[0], here).is_some()) {
            assert!(
                grids.iter().all(|grid| at(grid, here) != Some('K')),
                "{text}: {why}"
            );
            beyond = step(here, out);
        }
        // The positions in which it comes as far as the cell before it: there are some.
        let before = step(cell, back).unwrap_or(cell);
        let near: Vec<_> = grids
            .iter()
            .filter(|grid| at(grid, before) == Some('K'))
            .collect();
        assert!(!near.is_empty(), "{text}: {why}");
        let past = format!("the Key never gets past {cell}");
        let kind = match claim.strip_prefix(&past).unwrap_or_else(|| panic!("{why}")) {
            ": a wall stands there" => {
                assert_eq!(at(grids[0], cell), Some('#'), "{text}: {why}");
                "wall"
            }
            ": a block stands there whenever the Key gets that far" => {
                for grid in near {
                    assert!(
                        at(grid, cell).is_some_and(char::is_alphabetic),
                        "{text}: {why}"
                    );
                }
                "some block"
            }
            claim => {
                let letter = claim
                    .strip_prefix(": block `")
                    .and_then(|rest| {
                        rest.strip_suffix("` stands there whenever the Key gets that far")
                    })
                    .and_then(|letter| letter.chars().next());
                assert!(letter.is_some(), "{why}");
                for grid in near {
                    assert_eq!(at(grid, cell), letter, "{text}: {why}");
                }
                "one block"
            }
        };
        *kinds.entry(kind).or_default() += 1;
    };
    for seed in 0..6_000 {
        let level = random_slide(seed);
        for level in images(&level)
            .iter()
            .filter(|level| Slide::build(level).is_ok())
        {
            check(level);
        }
    }
    for (kind, least) in [("beam", 99), ("wall", 99), ("one block", 99)] {
        assert!(kinds.get(kind).is_some_and(|&n| n >= least), "{kinds:?}");
    }
}

/// A small sliding board, mostly one whose Key does not get out: with random walls and blocks of
/// every kind, some of them in its way.
fn random_slide(seed: u64) -> slide::Level {
    let mut rng = Rng::for_candidate(20_260_808, seed);
    let mut pick = |bound: usize| rng.below(bound as u32) as usize;
    let (width, height) = (3 + pick(3), 2 + pick(3));
    let mut grid = vec![vec!['.'; width]; height];
    let top = pick(height);
    grid[top][..2].fill('K');
    let mut blocks = Vec::new();
    for letter in ('a'..'g').take(1 + pick(6)) {
        let (x, y) = (pick(width), pick(height));
        let (across, down) = [(1, 1), (2, 1), (1, 2), (1, 3)][pick(4)];
        let fits = x + across <= width
            && y + down <= height
            && (y..y + down).all(|y| (x..x + across).all(|x| grid[y][x] == '.'));
        if !fits {
            continue;
        }
        let wall = pick(4) == 0;
        for row in &mut grid[y..y + down] {
            row[x..x + across].fill(if wall { '#' } else { letter });
        }
        if !wall {
            let kinds = [
                KindWord::Crystal,
                KindWord::Sand,
                KindWord::Ice,
                KindWord::Rime,
            ];
            let axis = (across == down).then_some([Axis::Horizontal, Axis::Vertical][pick(2)]);
            let spec = BlockSpec {
                kind: kinds[pick(4)],
                axis,
                ..BlockSpec::default()
            };
            blocks.push((letter.to_string(), spec));
        }
    }
    let beam = pick(6) == 0;
    slide::Level {
        rows: grid.into_iter().map(String::from_iter).collect(),
        blocks,
        lantern: Lantern {
            side: Side::Right,
            line: top as u32,
        },
        win: if beam { Win::Beam } else { Win::Exit },
        emit: beam.then_some(Direction::Right),
        teaches: None,
    }
}
