//! The rules of the rolling cube: worked examples, edge boards, and the naive simulator on random
//! boards.

mod roll_support;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use levels_core::bits::Word;
use levels_core::family::roll::reference::{Game, Report};
use levels_core::family::roll::{
    Board, FUSE, ForRolling, Fuse, Level, Roll, Rolling, Tile, canonical, with_fuse, write_line,
};
use levels_core::finding::Place;
use levels_core::grid::Symmetry;
use levels_core::puzzle::{Family, Puzzle};
use levels_core::rng::Rng;
use levels_core::search::{Distances, Limits, OptimalLines, explore};
use roll_support::{board, level, random_board, rows};

/// What the plain search finds on a board.
#[derive(Debug, PartialEq, Eq)]
struct Found {
    states: usize,
    dead_ends: usize,
    shortest: Option<usize>,
    edges: usize,
    deaths: usize,
    dead_tiles: usize,
    line: String,
}

struct Plain {
    max_states: u32,
}

impl ForRolling<Option<Found>> for Plain {
    fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> Option<Found> {
        let graph = explore(puzzle, Limits::states(self.max_states)).ok()?;
        let distances = Distances::of(&graph);
        let standing = puzzle.board().standing();
        let used = graph.trace().0 | 1 << puzzle.board().base();
        let line = OptimalLines::of(puzzle, &graph, &distances).map(|lines| lines.first_line());
        Some(Found {
            states: graph.len(),
            dead_ends: graph.len() - distances.can_win() as usize,
            shortest: distances.optimum().map(|d| d as usize),
            edges: graph.edge_count(),
            deaths: (0..graph.len() as u32)
                .map(|s| graph.deaths(s) as usize)
                .sum(),
            dead_tiles: (standing & !used).count_ones() as usize,
            line: write_line(&line.unwrap_or_default()),
        })
    }
}

fn plain(board: &Board) -> Found {
    board
        .with_rolling(Plain {
            max_states: 1_000_000,
        })
        .unwrap_or_else(|| panic!("too many states"))
}

#[test]
fn worked_examples() {
    // Board, a shortest line, states, dead ends; an unknown number is `None`.
    for (rows, line, states, dead_ends) in [
        ("bn", Some("><"), Some(3), Some(0)),
        ("nbn", Some("><<>"), None, None),
        ("bnn", None, Some(4), Some(4)),
        (".n./bxn/.n.", Some("><----"), None, None),
        ("bxn", Some(">><<"), Some(19), Some(1)),
        ("b><n/n..n/nnnn", None, None, None),
        ("bn</nn.", Some(">v<^"), None, None),
        ("b11n/n..n/nnnn", Some(">>vv<<<^^"), None, None),
        // Won before anything is pressed: nothing is expanded.
        ("b", Some(""), Some(1), Some(0)),
        ("b>x/rc1", Some(""), Some(1), Some(0)),
        ("bnnnnnn", None, Some(8), Some(8)),
        // A base with nothing but holes around it.
        ("n.n/.b./n.n", None, Some(1), Some(1)),
        // A ring of arrows loses, and so does an arrow over the edge or into a hole.
        ("b>v./n^<./nn..", None, Some(5), Some(5)),
        ("b>/n.", Some("v^"), Some(3), Some(0)),
        ("b>.n/n..n", None, Some(3), Some(3)),
        // An arrow that pushes back to the base: the roll changes nothing and survives.
        ("b</n.", Some("v^"), Some(3), Some(0)),
    ] {
        let board = board(rows);
        let found = plain(&board);
        assert_eq!(found.shortest, line.map(str::len), "{rows}: {found:?}");
        for line in [line, line.map(|_| found.line.as_str())]
            .into_iter()
            .flatten()
        {
            let replay = Roll::replay(&board, line).unwrap_or_else(|e| panic!("{rows}: {e}"));
            assert_eq!(replay.won_after, Some(line.len()), "{rows} {line}");
        }
        assert_eq!(found.states, states.unwrap_or(found.states), "{rows}");
        assert_eq!(
            found.dead_ends,
            dead_ends.unwrap_or(found.dead_ends),
            "{rows}"
        );
    }
}

#[test]
fn positions_after_a_line() {
    // Board, line of play, the last frame: `@` the cube, upper case what burns or has fired.
    for (rows, line, frame) in [
        // Two teleports side by side: landing on one sends the cube to the other, rolling from one
        // to the other does not teleport.
        ("b11/..n", ">", "b1@/..n"),
        ("b11/..n", "><", "b@1/..n"),
        ("b11/..n", "><>", "b1@/..n"),
        // Three of one id: the first sends to the second, the second to the first, the third by
        // way of the first to the second.
        ("b1n/n1n/nn1", ">", "b1n/n@n/nn1"),
        ("b1n/n1n/nn1", "v>", "b@n/.1n/nn1"),
        ("b1n/n1n/nn1", "vv>>", "b1n/.@n/..1"),
        // Alone: a lasting tile.
        ("b1n/nnn", ">", "b@n/nnn"),
        ("b1n/nnn", ">v", "b1n/n@n"),
        // A sweep clears its row or column to both ends, over holes and over what it cannot move.
        ("nrb<.i/n....n", "<", ".@b<../n....n"),
        ("n./cn/b./n.", "^", "../@n/b./.."),
        // It fires lines and lights mines, each once.
        ("bcn/nrn/.nx", ">", "b@n/.R./..x"),
        ("brn.nx/n.....", ">", "b@...X/n....."),
        ("brn.nx/n.....", "><>", "b@...X/n....."),
        // Stepped off at the second action: gone at the end of the fourth action after it.
        ("bxn/..n", ">", "b@n/..n"),
        ("bxn/..n", ">>", "bX@/..n"),
        ("bxn/..n", ">>v--", "bX./..@"),
        ("bxn/..n", ">>v---", "b../..@"),
        // Swept: the same. Two that explode together do not relight each other.
        ("brxxn/nnnnn", ">", "b@XX./nnnnn"),
        ("brxxn/nnnnn", ">v<-", "bRXX./@.nnn"),
        ("brxxn/nnnnn", ">v<--", "b..../@...n"),
        // Lit by a blast: five actions.
        ("nbxx", "><---", "n@Xx"),
        ("nbxx", "><----", "n@.X"),
        ("nbxx", "><--------", "n@.X"),
        ("nbxx", "><---------", "n@.."),
        // A line in a blast fires, then goes.
        ("nbx/..c/..n", "><----", "n@./.../..."),
        // A burning mine lasts until it explodes: the cube can rest on it again.
        ("nbxx", "><>", "nb@x"),
        ("nbxx", "><>><", "nb@X"),
    ] {
        let replay = Roll::replay(&board(rows), line).unwrap_or_else(|e| panic!("{rows}: {e}"));
        let last = replay.frames.last().map(|frame| frame.rows.join("/"));
        assert_eq!(last.as_deref(), Some(frame), "{rows} {line}");
        assert_eq!(replay.frames.len(), line.len() + 1);
        assert_eq!(replay.won_after, None, "{rows} {line}");
    }
}

#[test]
fn moves_that_are_refused() {
    // Board, line of play, the number of the first bad action, a part of its message.
    for (rows, line, index, message) in [
        ("bn", "^", 0, "falls"),
        ("b.n", ">", 0, "falls"),
        ("bnn", ">><", 2, "falls"),
        ("b>.n", ">", 0, "falls"),
        // The green just left is gone when the arrow pushes back.
        ("bn</nn.", ">>", 1, "falls"),
        ("b><n", ">", 0, "for ever"),
        ("b>v/n^<", ">", 0, "for ever"),
        // On a mine that explodes, beside one, on a green that a blasted line sweeps.
        ("nbx", "><>---", 5, "removed"),
        ("bxn/..n", ">>----", 5, "removed"),
        ("nbx/n.r", "><<v--", 5, "removed"),
        ("bn", "-", 0, "no fuse"),
        ("bn", "><>", 2, "already won"),
        ("bn", ">x", 1, "not an action"),
        ("bn", ">é", 1, "not an action"),
    ] {
        let Err(fault) = Roll::replay(&board(rows), line) else {
            panic!("{rows} {line} is accepted");
        };
        assert_eq!(fault.index, index, "{rows} {line}: {fault}");
        assert!(fault.message.contains(message), "{rows} {line}: {fault}");
        assert_eq!(
            line.get(fault.range.clone()).map(|c| c.chars().count()),
            Some(1)
        );
    }
}

/// The shortest line under another fuse.
fn shortest_under(rows: &str, fuse: Fuse) -> Option<usize> {
    with_fuse(
        &board(rows),
        fuse,
        Plain {
            max_states: 100_000,
        },
    )
    .and_then(|f| f.shortest)
}

#[test]
fn the_fuse_is_a_parameter() {
    assert_eq!((FUSE.ticks, FUSE.first_tick_free), (5, false));
    for ticks in 1..=6 {
        for first_tick_free in [false, true] {
            let fuse = Fuse {
                ticks,
                first_tick_free,
            };
            // Roll onto it and back, which lights the mine and takes its first tick unless that is
            // free.
            let waits = usize::from(ticks) - usize::from(!first_tick_free);
            assert_eq!(
                shortest_under(".n./bxn/.n.", fuse),
                Some(2 + waits),
                "{fuse:?}"
            );
        }
    }
}

#[test]
fn layouts_that_are_no_boards() {
    for row in rows("golden_roll_parse.jsonl") {
        let level = level(&row);
        let accepted = row["accepted"].as_bool();
        assert_eq!(Some(Board::new(&level).is_ok()), accepted, "{row}");
        assert_eq!(Some(Game::new(&level.layout).is_some()), accepted, "{row}");
    }
    // All faults at once, each with its cell.
    let Err(faults) = Board::new(&Level::of(&["bN.", "b0", "..é."])) else {
        panic!("accepted");
    };
    let told: Vec<(Place, String)> = faults
        .into_iter()
        .map(|fault| (fault.place, fault.message))
        .collect();
    let expected = [
        (
            Place::cell(1, 2),
            "ragged layout: row 2 has 2 cells, row 1 has 3",
        ),
        (
            Place::cell(2, 3),
            "ragged layout: row 3 has 4 cells, row 1 has 3",
        ),
        (Place::cell(0, 1), "`N` is not a tile"),
        (Place::cell(1, 1), "`0` is not a tile"),
        (Place::cell(2, 2), "`\\u{e9}` is not a tile"),
    ]
    .map(|(place, message)| (place, String::from(message)));
    assert_eq!(told[..5], expected);
    let Place::Cells(bases) = &told[5].0 else {
        panic!("{told:?}");
    };
    assert_eq!(
        (bases[0].row, bases[0].col, bases.len(), told.len()),
        (1, 0, 2, 6)
    );
}

#[test]
fn the_text_form_is_read_back() {
    for seed in 0..200 {
        let level = random_board(seed, 6);
        assert_eq!(Roll::from_text(&Roll::to_text(&level)), Ok(level));
    }
    assert_eq!(board("ab/t1").level(), Level::of(&[">b", "11"]));
}

#[test]
fn one_form_for_equal_boards() {
    let form = |rows: &str| canonical(&board(rows));
    // Margins, ids, turns of arrows and lines.
    assert_eq!(form("bn"), form("...../.nb../....."));
    assert_eq!(form("b1n2/n2n1"), form("b7n3/n3n7"));
    assert_eq!(form("b>rn"), form("b/v/c/n"));
    assert_ne!(form("b>rn"), form("b/v/r/n"));
    assert_ne!(form("b11/n22"), form("b12/n21"));
    assert_ne!(form("bn"), form("bi"));
    for seed in 0..500 {
        let level = random_board(seed, 6);
        let board = Board::new(&level).unwrap_or_else(|e| panic!("{e:?}"));
        let found = figures(&board);
        for symmetry in Symmetry::all() {
            let image = image(&level, symmetry);
            let image = Board::new(&image).unwrap_or_else(|e| panic!("{e:?}"));
            let few = (1..=9).all(|id| board.count(|tile| tile == Tile::Teleport(id)) < 3);
            let same = canonical(&image) == canonical(&board);
            assert!(same || !few, "{level:?}");
            if same {
                assert_eq!(figures(&image), found, "{level:?}");
            }
        }
    }
}

/// What boards with the same form share; `None` if there are too many states.
fn figures(board: &Board) -> Option<(usize, usize, Option<usize>, usize)> {
    let found = plain_within(board, 3_000)?;
    Some((found.states, found.dead_ends, found.shortest, found.edges))
}

/// With three ends, reading order decides the partners, and a mirror changes it.
#[test]
fn the_order_of_three_ends_is_part_of_the_puzzle() {
    let (lost, won) = (board("1.n/b11"), board("n.1/11b"));
    let shortest = |board: &Board| figures(board).map(|(_, _, shortest, _)| shortest);
    assert_eq!(
        (shortest(&lost), shortest(&won)),
        (Some(None), Some(Some(4)))
    );
    assert_ne!(canonical(&lost), canonical(&won));
    // Ids are also only names here.
    assert_eq!(canonical(&won), canonical(&board("n.7/77b")));
}

/// Small boards full of teleports, most of them not with two ends: those with the same form are the
/// same puzzle for the naive simulator.
#[test]
fn boards_of_one_form_are_one_puzzle() {
    let mut seen: BTreeMap<String, (Level, Report)> = BTreeMap::new();
    let (mut equal, mut many) = (0, 0);
    for seed in 0..60_000 {
        let mut rng = Rng::for_candidate(20_260_806, seed);
        let (cols, rows) = (2 + rng.below(2) as usize, 1 + rng.below(3) as usize);
        let base = rng.below((cols * rows) as u32) as usize;
        let mut tile = |cell: usize| match rng.below(10) {
            _ if cell == base => 'b',
            drawn => char::from(b"nnn.1112x>"[drawn as usize]),
        };
        let cells: Vec<char> = (0..cols * rows).map(&mut tile).collect();
        let layout = cells.chunks(cols).map(String::from_iter).collect();
        let level = Level { layout };
        let board = Board::new(&level).unwrap_or_else(|e| panic!("{e:?}"));
        let game = Game::new(&level.layout).unwrap_or_else(|| panic!("{level:?}"));
        let Some(report) = game.explore(500) else {
            continue;
        };
        match seen.entry(canonical(&board)) {
            Entry::Vacant(entry) => {
                entry.insert((level, report));
            }
            Entry::Occupied(entry) => {
                let (other, expected) = entry.get();
                assert_eq!(&report, expected, "{level:?} and {other:?}");
                if level != *other {
                    equal += 1;
                    many += usize::from(board.count(|tile| tile == Tile::Teleport(1)) > 2);
                }
            }
        }
    }
    // The sample is meaningful.
    assert!(equal > 1_000 && many > 100, "{equal} {many}");
}

fn plain_within(board: &Board, max_states: u32) -> Option<Found> {
    board.with_rolling(Plain { max_states })
}

/// A level under a symmetry, also with teleport ids reversed.
fn image(level: &Level, symmetry: Symmetry) -> Level {
    let (cols, rows) = (level.layout[0].len(), level.layout.len());
    let (out_cols, out_rows) = symmetry.size(cols, rows);
    let mut grid = vec![vec!['.'; out_cols]; out_rows];
    for (row, text) in level.layout.iter().enumerate() {
        for (col, glyph) in text.chars().enumerate() {
            let (x, y) = symmetry.cell(col, row, cols, rows);
            let turned = levels_core::grid::Direction::from_arrow(glyph)
                .map(|d| symmetry.direction(d).arrow());
            grid[y][x] = match glyph {
                'r' if symmetry.transpose => 'c',
                'c' if symmetry.transpose => 'r',
                '1'..='9' => char::from(b'1' + b'9' - glyph as u8),
                other => turned.unwrap_or(other),
            };
        }
    }
    Level {
        layout: grid.into_iter().map(String::from_iter).collect(),
    }
}

#[test]
fn the_naive_simulator_agrees() {
    // The naive simulator takes microseconds per state, so larger boards are skipped.
    const MAX_STATES: usize = 400;
    let mut compared = 0;
    let mut solvable = 0;
    for seed in 0.. {
        if compared == 10_000 {
            break;
        }
        let level = random_board(seed, 5);
        let game = Game::new(&level.layout).unwrap_or_else(|| panic!("{level:?}"));
        let board = Board::new(&level).unwrap_or_else(|e| panic!("{e:?}"));
        let found = plain_within(&board, MAX_STATES as u32);
        let Some(naive) = game.explore(MAX_STATES) else {
            assert_eq!(found, None, "{level:?}");
            continue;
        };
        let Some(found) = found else {
            panic!("{level:?}: {naive:?}, but too many for the plain search");
        };
        compared += 1;
        solvable += usize::from(found.shortest.is_some());
        let figures = (
            found.states,
            found.dead_ends,
            found.shortest,
            found.edges,
            found.deaths,
            found.dead_tiles,
        );
        let expected = (
            naive.states,
            naive.dead_ends,
            naive.shortest,
            naive.edges,
            naive.deaths,
            naive.dead_tiles,
        );
        assert_eq!(figures, expected, "{level:?}");
    }
    // The sample is meaningful: enough of it can be won.
    assert!(solvable > 1_000, "{solvable}");
}

#[test]
fn states_fit_whatever_the_board() {
    // Boards of 128 cells, for words of 128, 256 and 512 bits: greens, lines and mines, and a mix.
    for (fill, bits) in [
        ("nnnnnnn1", 64..=128),
        ("rnxn>nncnr1", 129..=256),
        ("x", 257..=512),
    ] {
        let cells: String = fill.chars().cycle().take(127).chain(['b']).collect();
        let layout = (0..8)
            .map(|row| String::from(&cells[16 * row..][..16]))
            .collect();
        let level = Level { layout };
        let board = Board::new(&level).unwrap_or_else(|e| panic!("{e:?}"));
        assert!(
            bits.contains(&board.packing().bits()),
            "{fill}: {}",
            board.packing().bits()
        );
        let game = Game::new(&level.layout).unwrap_or_else(|| panic!("{level:?}"));
        for seed in 0..20 {
            board.with_rolling(Walk {
                game: &game,
                rng: Rng::new(seed),
            });
        }
    }
}

/// A random walk of forty actions in both simulators, which agree on the keys that survive.
struct Walk<'a> {
    game: &'a Game,
    rng: Rng,
}

impl ForRolling<()> for Walk<'_> {
    fn call<W: Word>(mut self, puzzle: &Rolling<'_, W>) {
        let mut state = puzzle.start();
        let mut naive = self.game.start();
        let mut line = String::new();
        for _ in 0..40 {
            let mut moves = Vec::new();
            puzzle.expand(state, |m, to, _| moves.push((m.glyph(), to)));
            let survived: Vec<_> = self
                .game
                .keys(&naive)
                .into_iter()
                .filter_map(|key| Some((key, self.game.press(&naive, key)?.0)))
                .collect();
            let keys: String = moves.iter().map(|&(key, _)| key).collect();
            let naive_keys: String = survived.iter().map(|&(key, _)| key).collect();
            assert_eq!(keys, naive_keys, "after {line}");
            if moves.is_empty() {
                return;
            }
            let chosen = self.rng.below(moves.len() as u32) as usize;
            line.push(moves[chosen].0);
            state = moves[chosen].1;
            naive = survived[chosen].1.clone();
        }
    }
}
