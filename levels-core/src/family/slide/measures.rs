//! Floor 3: a sliding level solved and measured.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board::{Block, Board};
use super::canonical::image_of_lantern;
use super::engine::Component;
use super::level::{Kind, Win};
use super::notation::Move;
use super::rules::{ForSliding, Sliding};
use super::{Slide, canonical, lesson, spellings};
use crate::bits::Word;
use crate::finding::{Cell, Place};
use crate::grid::{Direction, Side, Symmetry};
use crate::lint_id::LintId;
use crate::puzzle::Puzzle as _;
use crate::quality::{
    Class, Decisions, Figure, Figures, Hit, Measure, Outcome, RawDimensions, Survey,
};
use crate::search::{Claim, Limits, OptimalLines, Room, StateGraph, Visited, explore};
use crate::wording::all_seen;

/// The bounds of the filters behind a pack's lints (docs/rules-slide.md, Lints).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Caps {
    /// The most distinct optimal sequences.
    pub sequences: u64,
    /// The greatest share of movable blocks that do not move in any optimal sequence, in percent.
    pub idle_percent: u64,
}

impl Caps {
    /// The default bounds: those of beam levels are wider, since a reserved light path and fixed
    /// corner mirrors make the boards alike.
    #[must_use]
    pub fn of(win: Win) -> Self {
        match win {
            Win::Exit => Self {
                sequences: 14,
                idle_percent: 40,
            },
            Win::Beam => Self {
                sequences: 40,
                idle_percent: 70,
            },
        }
    }
}

impl Measure for Slide {
    fn survey(board: &Board, limits: Limits) -> Survey<Move> {
        survey(board, limits)
    }

    fn canonical(board: &Board) -> String {
        canonical(board)
    }

    fn spellings(board: &Board) -> Vec<String> {
        spellings(board)
    }

    fn is_tutorial(board: &Board) -> bool {
        board.teaches().is_some()
    }

    /// Deduction: decision bits, and how often there is only one way. Peak: the worst decision, and
    /// how far the wrong side reaches. Scale: the optimum, and the blocks that must move. Sameness:
    /// the largest set of equal blocks.
    fn dimensions(figures: &Figures, optimal: u32) -> Option<RawDimensions> {
        let real = |name| figures.number(name);
        let greatest = real("component_max_moves")?;
        Some([
            alloc::vec![real("decision_bits")?, real("bottlenecks")?],
            alloc::vec![real("worst_decision_bits")?, greatest - f64::from(optimal)],
            alloc::vec![f64::from(optimal), real("must_move_blocks")?],
            alloc::vec![real("equal_blocks")?],
        ])
    }

    /// Plain boards need none: every player starts with them.
    fn mechanics(board: &Board) -> Vec<String> {
        let kinds = [Kind::Ice, Kind::Rime, Kind::Sand];
        let held = |kind: &Kind| board.blocks().iter().any(|block| block.kind == *kind);
        let mut mechanics: Vec<String> = kinds
            .into_iter()
            .filter(held)
            .map(|kind| kind.word().word().to_string())
            .collect();
        if board.win() == Win::Beam {
            mechanics.push("mirror".to_string());
        }
        mechanics
    }

    /// The classes: boards without a twist and with the lantern on a middle line, with walls or
    /// without; the same with the lantern on another line, which reach further; boards with one
    /// twist; all others. Pieces are blocks other than the Key.
    fn class(board: &Board) -> Option<Class> {
        let has = |kind| board.blocks().iter().any(|block| block.kind == kind);
        let twists = [
            (has(Kind::Ice), "ice"),
            (has(Kind::Sand), "sand"),
            (has(Kind::Rime), "rime"),
            (board.win() == Win::Beam, "beam"),
        ];
        let held = |&(_, (held, _)): &(usize, (bool, &'static str))| held;
        let mut present = twists.into_iter().enumerate().filter(held);
        let kind = match (present.next(), present.next()) {
            (None, _) if !on_middle_line(board) => (2, "off-middle"),
            (None, _) if board.walls() == 0 => (0, "plain"),
            (None, _) => (1, "walls"),
            (Some((place, (_, twist))), None) => (3 + place, twist),
            _ => (3 + twists.len(), "mixed"),
        };
        let (a, b) = (board.width(), board.height());
        Some(Class {
            size: (a.max(b), a.min(b)),
            pieces: Some(board.blocks().len() as u32 - 1),
            kind,
        })
    }

    fn family_key(board: &Board, optimal: u32) -> String {
        let identity = Symmetry::all()[0];
        key_of_image(board, identity, optimal)
    }

    fn twin_key(board: &Board, optimal: u32) -> String {
        let images = Symmetry::all().into_iter();
        let keys = images.map(|symmetry| key_of_image(board, symmetry, optimal));
        keys.min().unwrap_or_default()
    }
}

/// The family key of the image of a board.
fn key_of_image(board: &Board, symmetry: Symmetry, optimal: u32) -> String {
    let mut blocks: Vec<String> = board
        .blocks()
        .iter()
        .map(|block| {
            let key = if block.letter == 'K' { "K" } else { "" };
            let (width, height) = symmetry.size(block.width, block.height);
            format!("{key}{width}x{height}{}", block.kind.word().word())
        })
        .collect();
    blocks.sort_unstable();
    let (width, height) = symmetry.size(board.width(), board.height());
    let (side, line) = image_of_lantern(board, symmetry);
    format!(
        "{width}x{height} {} {}{line} {} {optimal}",
        board.win().word(),
        side.word(),
        blocks.join(" ")
    )
}

/// Whether the lantern opens on the middle line, or on one of the two middle lines.
fn on_middle_line(board: &Board) -> bool {
    let lines = match board.lantern().side {
        Side::Left | Side::Right => board.height(),
        Side::Top | Side::Bottom => board.width(),
    };
    let line = board.lantern().line as usize;
    line == (lines - 1) / 2 || line == lines / 2
}

/// What one exploration gives; `None` if the limit was hit first.
#[derive(Default)]
struct Measured {
    steps: Option<u64>,
    reachable_states: Option<u64>,
    won_states: Option<u64>,
    optimal_sequences: Option<u128>,
    optimal_first_moves: Option<u64>,
    component_max_moves: Option<u64>,
    component_hardest_states: Option<u64>,
    idle_blocks: Option<u64>,
    must_move_blocks: Option<u64>,
    counter_moves: Option<u64>,
    decisions: Option<Decisions>,
}

impl Measured {
    fn figures(&self, board: &Board) -> Figures {
        let mut figures = Figures::new();
        figures.push("steps", Figure::count(self.steps));
        figures.push("reachable_states", Figure::count(self.reachable_states));
        figures.push("won_states", Figure::count(self.won_states));
        figures.push(
            "optimal_sequences",
            self.optimal_sequences
                .map_or(Figure::Unknown, Figure::saturating),
        );
        figures.push(
            "optimal_first_moves",
            Figure::count(self.optimal_first_moves),
        );
        figures.push(
            "component_max_moves",
            Figure::count(self.component_max_moves),
        );
        figures.push(
            "component_hardest_states",
            Figure::count(self.component_hardest_states),
        );
        figures.push(
            "movable_blocks",
            Figure::Count(movable(board).count() as u64),
        );
        figures.push("idle_blocks", Figure::count(self.idle_blocks));
        figures.push("must_move_blocks", Figure::count(self.must_move_blocks));
        figures.push("equal_blocks", Figure::Count(equal_blocks(board)));
        figures.push("counter_moves", Figure::count(self.counter_moves));
        let real = |of: fn(&Decisions) -> f64| {
            let known = self.decisions.as_ref().map(of);
            known.map_or(Figure::Unknown, Figure::Real)
        };
        let count = |of: fn(&Decisions) -> u32| {
            Figure::count(self.decisions.as_ref().map(of).map(u64::from))
        };
        figures.push("forced_steps", count(|found| found.forced));
        figures.push("bottlenecks", count(|found| found.bottlenecks));
        figures.push("branching", real(|found| found.branching));
        figures.push("decision_bits", real(|found| found.bits));
        figures.push("worst_decision_bits", real(|found| found.worst));
        figures
    }
}

/// The blocks that count for furniture: those with an axis, except the Key.
fn movable(board: &Board) -> impl Iterator<Item = (usize, &Block)> {
    board
        .blocks()
        .iter()
        .enumerate()
        .filter(|&(index, block)| index != board.key() && block.axis.is_some())
}

/// How many blocks the largest set of one shape and kind has, not counting the Key.
fn equal_blocks(board: &Board) -> u64 {
    let looks = |block: &Block| (block.width, block.height, block.kind);
    let others = || {
        let blocks = board.blocks().iter().enumerate();
        blocks.filter(|&(index, _)| index != board.key())
    };
    let alike = |block: &Block| {
        others()
            .filter(|(_, other)| looks(other) == looks(block))
            .count()
    };
    others().map(|(_, block)| alike(block)).max().unwrap_or(0) as u64
}

/// How many moves of a line take the Key away from its opening; 0 on beam levels, where no
/// direction is the right one.
fn counter_moves(board: &Board, line: &[Move]) -> u64 {
    let outward = board.lantern().side.outward();
    let against = |m: &&Move| usize::from(m.block) == board.key() && m.direction != outward;
    match board.win() {
        Win::Exit => line.iter().filter(against).count() as u64,
        Win::Beam => 0,
    }
}

fn survey(board: &Board, limits: Limits) -> Survey<Move> {
    let survey = |outcome, measured: &Measured, hits| Survey {
        outcome,
        grade: None,
        states: measured.reachable_states,
        figures: measured.figures(board),
        details: Figures::new(),
        hits,
    };
    let _claim = Claim::open();
    let component = match Component::explore(board, limits) {
        Ok(component) => component,
        Err(limit) => {
            let outcome = match limit.line {
                Some(line) => Outcome::Solved { line },
                None => Outcome::Exhausted { limit: limit.limit },
            };
            let lesson = lesson::undecided(board, limit.limit);
            let hits = lesson.filter(|_| outcome.optimal().is_some());
            return survey(outcome, &Measured::default(), hits.into_iter().collect());
        }
    };
    let mut measured = Measured {
        reachable_states: Some(component.states()),
        won_states: Some(component.won()),
        optimal_sequences: Some(0),
        component_max_moves: component.greatest().map(u64::from),
        component_hardest_states: component.greatest().map(|_| component.hardest_states()),
        ..Measured::default()
    };
    let Some(lines) = component.optimal_lines() else {
        drop(component);
        let why = board.with_sliding(Why(limits));
        return survey(why, &measured, Vec::new());
    };
    drop(component);
    let mut moves_in_optimal = alloc::vec![false; board.blocks().len()];
    lines.for_each_move(|_, m| moves_in_optimal[usize::from(m.block)] = true);
    let idle: Vec<usize> = movable(board)
        .filter(|&(index, _)| !moves_in_optimal[index])
        .map(|(index, _)| index)
        .collect();
    let sequences = lines.sequences();
    measured.steps = Some(lines.least_cost(|m| u32::from(m.cells)));
    measured.optimal_sequences = Some(sequences);
    measured.optimal_first_moves =
        Some(lines.edges().first().map_or(0, |edges| edges.len() as u64));
    measured.idle_blocks = Some(idle.len() as u64);
    let must_move = |index: usize| lines.least_cost(|m| u32::from(usize::from(m.block) == index));
    let blocks = 0..board.blocks().len();
    measured.must_move_blocks = Some(blocks.filter(|&block| must_move(block) > 0).count() as u64);
    measured.decisions = Some(board.with_sliding(Decide(&lines)));
    let line = lines.first_line();
    measured.counter_moves = Some(counter_moves(board, &line));
    let blocks = |indices: &[usize]| -> Vec<&Block> {
        indices
            .iter()
            .map(|&index| &board.blocks()[index])
            .collect()
    };
    // A dead block is also idle.
    let dead = board.with_sliding(Still {
        blocks: idle.clone(),
        limits,
    });
    let hits = hits(board, &blocks(&dead), &blocks(&idle), sequences)
        .into_iter()
        .chain(lesson::hit(board, limits))
        .collect();
    survey(Outcome::Solved { line }, &measured, hits)
}

/// Measures what there is to decide.
struct Decide<'a>(&'a OptimalLines<Move>);

impl ForSliding<Decisions> for Decide<'_> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Decisions {
        Decisions::along(puzzle, self.0)
    }
}

/// Finds out which of some blocks do not move in any reachable state. The search ends as soon as
/// each of them has moved, usually after a few states.
struct Still {
    blocks: Vec<usize>,
    limits: Limits,
}

impl ForSliding<Vec<usize>> for Still {
    fn call<W: Word>(mut self, puzzle: &Sliding<'_, W>) -> Vec<usize> {
        let mut visited = Visited::within(Room::new(self.limits));
        visited.insert(puzzle.start(), self.limits.max_states);
        let mut next = 0;
        while next < visited.len() && !self.blocks.is_empty() {
            let mut full = false;
            puzzle.expand(visited.states()[next], |m, target, _| {
                self.blocks.retain(|&block| block != usize::from(m.block));
                full |= visited.insert(target, self.limits.max_states).is_none();
            });
            if full {
                // Nothing is known about the remaining blocks, so none is reported.
                return Vec::new();
            }
            next += 1;
        }
        self.blocks
    }
}

fn hits(board: &Board, dead: &[&Block], idle: &[&Block], sequences: u128) -> Vec<Hit> {
    let caps = Caps::of(board.win());
    let mut hits: Vec<Hit> = dead
        .iter()
        .map(|block| Hit {
            lint: LintId::DeadTile,
            place: Place::Cells(alloc::vec![corner(block)]),
            message: format!(
                "block `{}` has an axis but does not move in any position that can be reached",
                block.letter
            ),
            help: "make room for it, or write `#` for its cells to make it a wall".into(),
        })
        .collect();
    let movable = movable(board).count();
    if idle.len() as u64 * 100 > movable as u64 * caps.idle_percent {
        let letters: Vec<String> = idle.iter().map(|block| block.letter.to_string()).collect();
        hits.push(Hit {
            lint: LintId::Furniture,
            place: Place::Cells(idle.iter().map(|block| corner(block)).collect()),
            message: format!(
                "{} of {movable} movable blocks ({}) do not move in any optimal sequence; at most {} % allowed",
                idle.len(),
                letters.join(", "),
                caps.idle_percent
            ),
            help: "remove them, turn them into walls, or allow it with a reason: \"allow\": { \"furniture\": \"…\" }".into(),
        });
    }
    if sequences > u128::from(caps.sequences) {
        hits.push(Hit {
            lint: LintId::ManySolutions,
            place: Place::Level,
            message: format!(
                "{sequences} distinct optimal sequences; at most {} allowed",
                caps.sequences
            ),
            help: "add a block that forces the order, or allow it with a reason: \"allow\": { \"many-solutions\": \"…\" }".into(),
        });
    }
    hits
}

fn corner(block: &Block) -> Cell {
    Cell {
        row: block.y,
        col: block.x,
    }
}

/// Says why a level cannot be won, by the plain search: the engine has only the distances of
/// states, not their boards.
struct Why(Limits);

impl ForSliding<Outcome<Move>> for Why {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Outcome<Move> {
        match explore(puzzle, self.0) {
            Ok(graph) => unsolvable(puzzle, &graph),
            Err(_) => Outcome::Unsolvable {
                cells: Vec::new(),
                why: "no position that can be reached is won".to_string(),
            },
        }
    }
}

/// Says how far the Key gets and what it cannot pass. Each sentence says only what the reachable
/// positions show.
fn unsolvable<W: Word>(
    puzzle: &Sliding<'_, W>,
    graph: &StateGraph<Sliding<'_, W>>,
) -> Outcome<Move> {
    let board = puzzle.board();
    let key = &board.blocks()[board.key()];
    let seen = all_seen(graph.len());
    let verdict = |cell: Cell, why: String| Outcome::Unsolvable {
        cells: alloc::vec![cell],
        why: format!("{why}; {seen}"),
    };
    if board.win() == Win::Beam {
        return verdict(
            corner(key),
            "the ray never leaves through the lantern".into(),
        );
    }
    let outward = board.lantern().side.outward();
    let places = || {
        let states = graph.states().iter();
        states.map(|&state| puzzle.decode(state).0)
    };
    let of_key = places().map(|places| places[board.key()]);
    let furthest = match board.lantern().side {
        Side::Left | Side::Top => of_key.min(),
        Side::Right | Side::Bottom => of_key.max(),
    };
    let furthest = furthest.unwrap_or(key.start);
    // The cell in front of the Key, which is one cell thick, at its furthest place.
    let (x, y) = key.corner(furthest);
    let front = Cell {
        row: if outward == Direction::Down {
            y + key.height - 1
        } else {
            y
        },
        col: if outward == Direction::Right {
            x + key.width - 1
        } else {
            x
        },
    };
    let cell = front
        .step(outward)
        .filter(|cell| cell.col < board.width() && cell.row < board.height());
    let Some(cell) = cell else {
        return verdict(corner(key), "the Key never leaves".into());
    };
    let past = format!("the Key never gets past {cell}");
    if board.is_wall(cell.col, cell.row) {
        return verdict(cell, format!("{past}: a wall stands there"));
    }
    // The blocks that are there whenever the Key gets that far.
    let mut always = alloc::vec![true; board.blocks().len()];
    for places in places().filter(|places| places[board.key()] == furthest) {
        for ((block, &place), always) in board.blocks().iter().zip(&places).zip(&mut always) {
            let (x, y) = block.corner(place);
            *always &= (x..x + block.width).contains(&cell.col)
                && (y..y + block.height).contains(&cell.row);
        }
    }
    // The Key is plain, so something is there, but not necessarily the same block each time.
    let block = match always.iter().position(|&always| always) {
        Some(index) => format!("block `{}`", board.blocks()[index].letter),
        None => "a block".to_string(),
    };
    verdict(
        cell,
        format!("{past}: {block} stands there whenever the Key gets that far"),
    )
}
