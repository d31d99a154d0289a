//! The word engine compared with the plain search, on every figure and for every kind of block.
#![cfg(feature = "make")]

use std::collections::BTreeMap;

use levels_core::bits::Word;
use levels_core::family::slide::engine::{self, Component, Placement};
use levels_core::family::slide::{
    BlockSpec, Board, ForSliding, KindWord, Lantern, Level, Move, Slide, Sliding, Tilt, Win,
    fresh_distances, rush,
};
use levels_core::grid::{Axis, Side};
use levels_core::puzzle::{Family, ForPuzzle, Puzzle};
use levels_core::search::{Distances, LimitReached, Limits, OptimalLines, UNREACHED, explore};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// The results of the plain search.
struct Plain {
    states: u64,
    /// By distance, sorted.
    positions: Vec<Vec<Placement>>,
    optimum: Option<u32>,
    lines: Option<OptimalLines<Move>>,
}

struct Explore(Limits);

impl ForSliding<Result<Plain, LimitReached<Move>>> for Explore {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<Plain, LimitReached<Move>> {
        let graph = explore(puzzle, self.0)?;
        let distances = Distances::of(&graph);
        let mut positions = vec![Vec::new(); distances.greatest().map_or(0, |g| g as usize + 1)];
        for (&state, &distance) in graph.states().iter().zip(distances.all()) {
            if distance != UNREACHED {
                let (places, marks) = puzzle.decode(state);
                positions[distance as usize].push(Placement { places, marks });
            }
        }
        for level in &mut positions {
            level.sort();
        }
        Ok(Plain {
            states: graph.len() as u64,
            positions,
            optimum: distances.optimum(),
            lines: OptimalLines::of(puzzle, &graph, &distances),
        })
    }
}

/// Compares every figure of the word engine with the plain search.
fn check(board: &Board, limits: Limits) {
    let solved = engine::solve(board, limits);
    let plain = match board.with_sliding(Explore(limits)) {
        Ok(plain) => plain,
        Err(limit) => {
            let Err(ours) = Component::explore(board, limits) else {
                panic!("the plain search hit its limit, words did not");
            };
            assert_eq!(ours.limit, limit.limit);
            // The optimum is proven either way; words may prove it with fewer states.
            if let Some(line) = limit.line {
                assert_eq!(solved, Ok(Some(line.clone())));
                assert_eq!(ours.line, Some(line));
            }
            return;
        }
    };
    let component = match Component::explore(board, limits) {
        Ok(component) => component,
        Err(_) => panic!("words hit the limit, the plain search did not"),
    };
    assert_eq!(component.states(), plain.states);
    let counts: Vec<u64> = plain.positions.iter().map(|p| p.len() as u64).collect();
    assert_eq!(component.won(), counts.first().copied().unwrap_or(0));
    assert_eq!(
        component.hardest_states(),
        counts.last().copied().unwrap_or(0)
    );
    assert_eq!(
        component.greatest().map_or(0, |g| g as usize + 1),
        counts.len()
    );
    for (distance, expected) in plain.positions.iter().enumerate() {
        let mut ours: Vec<Placement> = component.at(distance as u32).collect();
        if ours.len() > 2 {
            let middle = ours.len() / 2;
            assert_eq!(
                component.at(distance as u32).nth(middle).as_ref(),
                ours.get(middle)
            );
        }
        ours.sort();
        assert_eq!(&ours, expected, "at distance {distance}");
    }
    assert_eq!(component.optimum(), plain.optimum);
    assert_eq!(component.optimal_lines(), plain.lines);
    assert_eq!(solved, Ok(plain.lines.map(|lines| lines.first_line())));
}

/// A block as drawn at random; it is left out if it does not fit.
#[derive(Debug, Clone)]
struct Draw {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    kind: KindWord,
    tilt: Tilt,
    axis: Option<Axis>,
}

fn draw(size: usize, kinds: &'static [KindWord]) -> impl Strategy<Value = Draw> {
    let shapes = prop_oneof![
        6 => (2..=3usize, Just(1usize)),
        6 => (Just(1usize), 2..=3usize),
        1 => (Just(1), Just(1)),
        1 => (2..=3usize, 2..=3usize),
        1 => (Just(4usize), Just(1usize)),
    ];
    let axes = prop_oneof![
        Just(None),
        Just(Some(Axis::Horizontal)),
        Just(Some(Axis::Vertical))
    ];
    let tilts = prop_oneof![Just(Tilt::Slash), Just(Tilt::Backslash)];
    (
        0..size,
        0..size,
        shapes,
        prop::sample::select(kinds),
        tilts,
        axes,
    )
        .prop_map(|(x, y, (width, height), kind, tilt, axis)| Draw {
            x,
            y,
            width,
            height,
            kind,
            tilt,
            axis,
        })
}

fn side() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::ALL[..])
}

/// A level of up to `size` × `size` cells with these kinds of block.
fn level(size: usize, blocks: usize, kinds: &'static [KindWord]) -> impl Strategy<Value = Level> {
    (
        2..=size,
        2..=size,
        prop::collection::vec(draw(size, kinds), 0..=blocks),
        prop::collection::vec((0..size, 0..size), 0..=3),
        side(),
        (0..size, 0..size, 1..=3usize),
        any::<bool>(),
        0..8u32,
    )
        .prop_map(|(width, height, draws, walls, side, key, beam, line)| {
            build(width, height, &draws, &walls, side, key, beam, line)
        })
}

#[allow(clippy::too_many_arguments)]
fn build(
    width: usize,
    height: usize,
    draws: &[Draw],
    walls: &[(usize, usize)],
    side: Side,
    key: (usize, usize, usize),
    beam: bool,
    line: u32,
) -> Level {
    let mut rows = vec![vec!['.'; width]; height];
    let mut put = |x: usize, y: usize, w: usize, h: usize, glyph: char| {
        let fits = x + w <= width
            && y + h <= height
            && (y..y + h).all(|y| (x..x + w).all(|x| rows[y][x] == '.'));
        if fits {
            for row in &mut rows[y..y + h] {
                row[x..x + w].fill(glyph);
            }
        }
        fits
    };
    let axis = side.outward().axis();
    let (x, y, length) = (key.0 % width, key.1 % height, key.2);
    let (w, h) = match axis {
        Axis::Horizontal => (length.min(width - x), 1),
        Axis::Vertical => (1, length.min(height - y)),
    };
    put(x, y, w, h, 'K');
    let mut blocks = Vec::new();
    if (w, h) == (1, 1) {
        let spec = BlockSpec {
            axis: Some(axis),
            ..BlockSpec::default()
        };
        blocks.push(("K".to_string(), spec));
    }
    let mut letters = ('a'..='z').chain('A'..='J').chain('L'..='Z');
    for draw in draws {
        let Some(letter) = letters.next() else { break };
        if put(draw.x, draw.y, draw.width, draw.height, letter) {
            let spec = BlockSpec {
                kind: draw.kind,
                tilt: (draw.kind == KindWord::Mirror).then_some(draw.tilt),
                axis: draw.axis.filter(|_| draw.width == draw.height),
            };
            blocks.push((letter.to_string(), spec));
        }
    }
    for &(x, y) in walls {
        put(x, y, 1, 1, '#');
    }
    let key_line = match axis {
        Axis::Horizontal => y as u32,
        Axis::Vertical => x as u32,
    };
    let lines = match axis {
        Axis::Horizontal => height,
        Axis::Vertical => width,
    };
    // A ray that leaves along the Key's axis may get out anywhere once mirrors turn it.
    let lantern = if beam {
        let sides = [Side::Left, Side::Right, Side::Top, Side::Bottom];
        let side = sides[(line % 4) as usize];
        let lines = if matches!(side, Side::Left | Side::Right) {
            height
        } else {
            width
        };
        Lantern {
            side,
            line: line % lines as u32,
        }
    } else {
        Lantern {
            side,
            line: key_line % lines as u32,
        }
    };
    Level {
        rows: rows.into_iter().map(String::from_iter).collect(),
        blocks,
        lantern,
        win: if beam { Win::Beam } else { Win::Exit },
        emit: beam.then(|| side.outward()),
        teaches: None,
    }
}

fn board(level: &Level) -> Board {
    Slide::build(level).unwrap_or_else(|faults| panic!("{faults:?}\n{level:?}"))
}

/// Runs a property on `cases` values, the same ones every time.
fn run<S: Strategy>(cases: u32, strategy: S, test: impl Fn(S::Value)) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(config, rng);
    runner
        .run(&strategy, |value| {
            test(value);
            Ok(())
        })
        .unwrap_or_else(|e| panic!("{e}"));
}

const PLAIN: &[KindWord] = &[KindWord::Crystal];
const MIRRORS: &[KindWord] = &[KindWord::Crystal, KindWord::Mirror];
const ALL: &[KindWord] = &KindWord::ALL;

#[test]
fn plain_boards() {
    run(300, level(6, 14, PLAIN), |level| {
        check(&board(&level), Limits::states(20_000));
    });
}

#[test]
fn large_plain_boards() {
    run(60, level(8, 40, PLAIN), |level| {
        check(&board(&level), Limits::states(20_000));
    });
}

#[test]
fn beams() {
    run(300, level(5, 12, MIRRORS), |level| {
        check(&board(&level), Limits::states(20_000));
    });
}

#[test]
fn every_kind() {
    run(600, level(5, 10, ALL), |level| {
        check(&board(&level), Limits::states(20_000));
    });
}

#[test]
fn every_kind_on_large_boards() {
    run(100, level(8, 30, ALL), |level| {
        check(&board(&level), Limits::states(20_000));
    });
}

#[test]
fn one_twist() {
    for kinds in [
        &[KindWord::Crystal, KindWord::Crystal, KindWord::Ice][..],
        &[KindWord::Crystal, KindWord::Crystal, KindWord::Sand],
        &[KindWord::Crystal, KindWord::Crystal, KindWord::Rime],
    ] {
        run(150, level(6, 12, kinds), |level| {
            check(&board(&level), Limits::states(20_000));
        });
    }
}

struct Optimum;

impl ForPuzzle<Move, Option<u32>> for Optimum {
    fn call<P: Puzzle<Move = Move>>(self, puzzle: &P) -> Option<u32> {
        let Ok(graph) = explore(puzzle, Limits::default()) else {
            panic!("limit");
        };
        Distances::of(&graph).optimum()
    }
}

/// Every arrangement of a layout, solved as a separate level.
fn check_layout(level: &Level) {
    let flat = Level {
        blocks: level
            .blocks
            .iter()
            .map(|(letter, spec)| {
                let kind = match spec.kind {
                    KindWord::Mirror => KindWord::Mirror,
                    _ => KindWord::Crystal,
                };
                (letter.clone(), BlockSpec { kind, ..*spec })
            })
            .collect(),
        ..level.clone()
    };
    let shown = board(level);
    let Ok(component) = board(&flat).with_sliding(Explore(Limits::states(600))) else {
        return;
    };
    let mut ours: BTreeMap<u32, Vec<Vec<u8>>> = BTreeMap::new();
    let found = fresh_distances(&shown, Limits::default(), 0..=u32::MAX, |opening| {
        let level = ours.entry(opening.distance).or_default();
        level.push(opening.places.to_vec());
    });
    let Ok(layout) = found else {
        return;
    };
    let mut expected: BTreeMap<u32, Vec<Vec<u8>>> = BTreeMap::new();
    let mut arrangements = Vec::new();
    struct All;
    impl ForSliding<Vec<Vec<u8>>> for All {
        fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Vec<Vec<u8>> {
            let Ok(graph) = explore(puzzle, Limits::default()) else {
                panic!("limit");
            };
            graph.states().iter().map(|&s| puzzle.decode(s).0).collect()
        }
    }
    arrangements.extend(board(&flat).with_sliding(All));
    let kinds = level.blocks.iter().map(|(_, spec)| spec.kind);
    let sets = kinds
        .filter(|kind| matches!(kind, KindWord::Sand | KindWord::Rime))
        .count();
    assert_eq!(layout.states, component.states << sets);
    for places in arrangements {
        let there = Level {
            rows: shown.rows(&places),
            ..level.clone()
        };
        if let Some(optimum) = Slide::with_puzzle(&board(&there), Optimum) {
            expected.entry(optimum).or_default().push(places);
        }
    }
    for found in [&mut ours, &mut expected] {
        found.values_mut().for_each(|level| level.sort());
    }
    assert_eq!(ours, expected);
}

#[test]
fn layouts_with_every_kind() {
    run(200, level(4, 7, ALL), |level| check_layout(&level));
    run(60, level(5, 9, ALL), |level| check_layout(&level));
}

#[test]
fn layouts_of_plain_boards_and_beams() {
    run(60, level(4, 7, MIRRORS), |level| check_layout(&level));
}

#[test]
fn golden_boards() {
    let text = include_str!("data/golden_slide.jsonl");
    for line in text.lines() {
        let row: serde_json::Value =
            serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let number = |name: &str| {
            row[name]
                .as_u64()
                .unwrap_or_else(|| panic!("{name}: {line}"))
        };
        let cells = row["board"].as_str().unwrap_or_default();
        let Ok(read) = rush::read(cells, number("width") as usize, number("height") as usize)
        else {
            panic!("{line}");
        };
        let board = board(&read.level);
        let Ok(component) = Component::explore(&board, Limits::default()) else {
            panic!("limit: {line}");
        };
        assert_eq!(component.states(), number("reachable_states"), "{line}");
        assert_eq!(component.won(), number("won_states"), "{line}");
        assert_eq!(
            component.greatest().map(u64::from),
            row["component_max_moves"].as_u64(),
            "{line}"
        );
        if let Some(hardest) = row["component_hardest_states"].as_u64() {
            assert_eq!(component.hardest_states(), hardest, "{line}");
        }
        assert_eq!(
            component.optimum().map(u64::from),
            row["optimal_moves"].as_u64(),
            "{line}"
        );
        let lines = component.optimal_lines();
        assert_eq!(lines.is_some(), row["solvable"] == true, "{line}");
        if let Some(lines) = &lines {
            let sequences = row["optimal_sequences"].as_u64().map(u128::from);
            assert_eq!(Some(lines.sequences()), sequences, "{line}");
            let steps = lines.least_cost(|m| u32::from(m.cells));
            assert_eq!(
                Some(steps),
                row["min_steps_at_min_moves"].as_u64(),
                "{line}"
            );
        }
        let solved = engine::solve(&board, Limits::default());
        assert_eq!(solved, Ok(lines.map(|lines| lines.first_line())), "{line}");
    }
}
