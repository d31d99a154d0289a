//! The naive rules: an oracle against which tests check the fast code.
//!
//! Written from `docs/rules-slide.md` alone, over grids of characters, one cell at a time. It
//! shares no code with the board, the packing, the rules or the search: it takes a [`Level`] and
//! its enums, and does its own reading, moving, tracing and searching. It is meant to be obviously
//! right, not fast.
//!
//! The level must be one that [`Board::new`](super::Board::new) accepts; for any other level the
//! figures have no meaning.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use super::level::{BlockSpec, KindWord, Level, Tilt, Win};
use crate::grid::{Axis, Direction, Side};

/// A position: what is in every cell, and which blocks are marked.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Rows of cells: `.` empty, `#` wall, else the letter of a block.
    pub grid: Vec<Vec<char>>,
    /// The sand blocks that are spent and the rime blocks that have thawed.
    pub marked: BTreeSet<char>,
}

/// One whole drag of one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Step {
    /// The block's letter.
    pub letter: char,
    /// `<`, `>`, `^` or `v`.
    pub arrow: char,
    /// How many cells it goes.
    pub cells: u32,
    /// Whether the block is ice, whose moves are written without a number.
    pub ice: bool,
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.letter, self.arrow)?;
        if self.ice {
            Ok(())
        } else {
            write!(f, "{}", self.cells)
        }
    }
}

/// The figures of a level (docs/rules-slide.md, Measures).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figures {
    /// How many states can be reached, including the opening and those past won ones.
    pub reachable_states: usize,
    /// How many of them are won.
    pub won_states: usize,
    /// The fewest moves to a win; `None` if the level cannot be won.
    pub optimum: Option<u32>,
    /// How many distinct strings of moves are optimal, saturating; 0 if there is no win.
    pub optimal_sequences: u128,
    /// The fewest cells moved over all optimal lines.
    pub steps: Option<u32>,
    /// The first moves of optimal lines, in move order.
    pub optimal_first_moves: Vec<Step>,
    /// The greatest distance to the nearest win of any state that can win, in moves.
    pub greatest: Option<u32>,
    /// How many states are at the greatest distance; 0 if there is no win.
    pub hardest_states: usize,
    /// The blocks that do not move in any optimal sequence, in move order.
    pub idle: Vec<char>,
    /// The first optimal line in move order.
    pub line: Option<Vec<Step>>,
}

/// The figures of a level, and the distance of every state.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// The figures.
    pub figures: Figures,
    /// For every state that can be reached, the fewest moves to the nearest of all wins; `None` if
    /// no win can be reached from it.
    pub distances: BTreeMap<Position, Option<u32>>,
    /// What a player must decide; `None` if the level cannot be won.
    pub decisions: Option<Decided>,
}

/// What a player decides along the optimal lines (docs/rules-slide.md, Decision bits).
#[derive(Debug, Clone, PartialEq)]
pub struct Decided {
    /// For each step, the mean over the positions on optimal lines of log₂(legal / optimal moves).
    pub bits: Vec<f64>,
    /// For each step, the mean number of legal moves of those positions.
    pub branching: Vec<f64>,
    /// How many steps end in the same position on all lines.
    pub bottlenecks: u64,
    /// At how many steps all lines make the same move.
    pub forced: u64,
    /// How many blocks, including the Key, move in every optimal line.
    pub must_move: u64,
}

/// Solves a level. `None` if more than `max_states` states can be reached.
#[must_use]
pub fn solve(level: &Level, max_states: usize) -> Option<Solution> {
    let rules = Rules::of(level);
    let start = rules.thaw(Position {
        grid: level.rows.iter().map(|row| row.chars().collect()).collect(),
        marked: BTreeSet::new(),
    });

    // Every position that can be reached, breadth first, with its moves.
    let mut numbers = BTreeMap::from([(start.clone(), 0_usize)]);
    let mut positions = alloc::vec![start];
    let mut moves: Vec<Vec<(Step, usize)>> = Vec::new();
    while moves.len() < positions.len() {
        let mut here = Vec::new();
        for (step, next) in rules.moves(&positions[moves.len()]) {
            let number = *numbers.entry(next.clone()).or_insert_with(|| {
                positions.push(next);
                positions.len() - 1
            });
            here.push((step, number));
        }
        moves.push(here);
        if positions.len() > max_states {
            return None;
        }
    }

    // Distances: a state is at d + 1 if it is at no smaller one and a move leads to a state at d.
    let mut distance: Vec<Option<u32>> = positions
        .iter()
        .map(|position| rules.won(position).then_some(0))
        .collect();
    let won_states = distance.iter().flatten().count();
    for d in 0.. {
        let found: Vec<usize> = (0..positions.len())
            .filter(|&s| distance[s].is_none())
            .filter(|&s| moves[s].iter().any(|&(_, t)| distance[t] == Some(d)))
            .collect();
        if found.is_empty() {
            break;
        }
        for s in found {
            distance[s] = Some(d + 1);
        }
    }
    let greatest = distance.iter().flatten().max().copied();
    let hardest = |d: &&Option<u32>| d.is_some() && **d == greatest;

    // A move is in an optimal line exactly if it brings the win one move nearer.
    let optimal = |s: usize| {
        let distance = &distance;
        moves[s].iter().filter(move |&&(_, t)| {
            distance[s].is_some_and(|d| d > 0 && distance[t] == Some(d - 1))
        })
    };
    let mut nearest_first: Vec<usize> = (0..positions.len())
        .filter(|&s| distance[s].is_some())
        .collect();
    nearest_first.sort_by_key(|&s| distance[s]);
    let mut sequences = alloc::vec![0_u128; positions.len()];
    let mut cells = alloc::vec![0_u32; positions.len()];
    for s in nearest_first {
        if distance[s] == Some(0) {
            sequences[s] = 1;
            continue;
        }
        sequences[s] = optimal(s).fold(0, |sum, &(_, t)| sum.saturating_add(sequences[t]));
        cells[s] = optimal(s)
            .map(|&(step, t)| step.cells + cells[t])
            .min()
            .unwrap_or(0);
    }

    let mut line = Vec::new();
    let mut at = 0;
    while let Some(&(step, next)) = optimal(at).next() {
        line.push(step);
        at = next;
    }

    let mut on_a_line = BTreeSet::from([0]);
    let mut frontier = alloc::vec![0];
    let mut movers = BTreeSet::new();
    while let Some(s) = frontier.pop() {
        for &(step, t) in optimal(s) {
            movers.insert(step.letter);
            if on_a_line.insert(t) {
                frontier.push(t);
            }
        }
    }

    let optimum = distance[0];
    let decisions = optimum.map(|optimum| {
        let mut decided = Decided {
            bits: Vec::new(),
            branching: Vec::new(),
            bottlenecks: 0,
            forced: 0,
            must_move: 0,
        };
        for left in (1..=optimum).rev() {
            let here: Vec<usize> = on_a_line
                .iter()
                .copied()
                .filter(|&s| distance[s] == Some(left))
                .collect();
            let mean = |of: &dyn Fn(usize) -> f64| {
                here.iter().map(|&s| of(s)).sum::<f64>() / here.len() as f64
            };
            let legal = |s: usize| moves[s].len() as f64;
            decided.branching.push(mean(&legal));
            decided
                .bits
                .push(mean(&|s| libm::log2(legal(s) / optimal(s).count() as f64)));
            let all: BTreeSet<Step> = here
                .iter()
                .flat_map(|&s| optimal(s).map(|&(step, _)| step))
                .collect();
            decided.forced += u64::from(all.len() == 1);
            let ends = on_a_line.iter().filter(|&&s| distance[s] == Some(left - 1));
            decided.bottlenecks += u64::from(ends.count() == 1);
        }
        // A block need not move if the win is reached along optimal moves of other blocks alone.
        for letter in &rules.letters {
            let mut reached = BTreeSet::from([0]);
            let mut frontier = alloc::vec![0];
            while let Some(s) = frontier.pop() {
                for &(step, t) in optimal(s) {
                    if step.letter != *letter && reached.insert(t) {
                        frontier.push(t);
                    }
                }
            }
            let won = reached.iter().any(|&s| distance[s] == Some(0));
            decided.must_move += u64::from(!won);
        }
        decided
    });
    Some(Solution {
        decisions,
        figures: Figures {
            reachable_states: positions.len(),
            won_states,
            optimum,
            optimal_sequences: sequences[0],
            steps: optimum.map(|_| cells[0]),
            optimal_first_moves: optimal(0).map(|&(step, _)| step).collect(),
            greatest,
            hardest_states: distance.iter().filter(hardest).count(),
            idle: rules
                .letters
                .iter()
                .filter(|letter| !movers.contains(letter))
                .copied()
                .collect(),
            line: optimum.map(|_| line),
        },
        distances: positions.iter().cloned().zip(distance.clone()).collect(),
    })
}

/// A line of play as it is stored: moves with blanks between them.
#[must_use]
pub fn write_line(line: &[Step]) -> String {
    let words: Vec<String> = line.iter().map(|step| step.to_string()).collect();
    words.join(" ")
}

/// The part of a level that stays the same during play.
struct Rules<'a> {
    level: &'a Level,
    /// The letters of the blocks by their first cell in reading order: move order.
    letters: Vec<char>,
    specs: BTreeMap<char, BlockSpec>,
    /// The axes of the blocks that have one.
    axes: BTreeMap<char, Axis>,
}

/// The cells of a block, as (column, row).
fn cells_of(grid: &[Vec<char>], letter: char) -> Vec<(i32, i32)> {
    let mut cells = Vec::new();
    for (y, row) in grid.iter().enumerate() {
        for (x, &glyph) in row.iter().enumerate() {
            if glyph == letter {
                cells.push((x as i32, y as i32));
            }
        }
    }
    cells
}

/// What is in a cell; `None` beyond the edge of the board.
fn glyph_at(grid: &[Vec<char>], x: i32, y: i32) -> Option<char> {
    let row = grid.get(usize::try_from(y).ok()?)?;
    row.get(usize::try_from(x).ok()?).copied()
}

impl<'a> Rules<'a> {
    fn of(level: &'a Level) -> Self {
        let grid: Vec<Vec<char>> = level.rows.iter().map(|row| row.chars().collect()).collect();
        let mut letters: Vec<char> = Vec::new();
        for &glyph in grid.iter().flatten() {
            if glyph != '.' && glyph != '#' && !letters.contains(&glyph) {
                letters.push(glyph);
            }
        }
        let mut specs = BTreeMap::new();
        let mut axes = BTreeMap::new();
        for &letter in &letters {
            let spec = level
                .blocks
                .iter()
                .find(|(name, _)| *name == letter.to_string());
            let spec = spec.map(|(_, spec)| *spec).unwrap_or_default();
            specs.insert(letter, spec);
            let cells = cells_of(&grid, letter);
            let columns: BTreeSet<i32> = cells.iter().map(|&(x, _)| x).collect();
            let rows: BTreeSet<i32> = cells.iter().map(|&(_, y)| y).collect();
            if columns.len() > rows.len() {
                axes.insert(letter, Axis::Horizontal);
            } else if columns.len() < rows.len() {
                axes.insert(letter, Axis::Vertical);
            } else if let Some(axis) = spec.axis {
                axes.insert(letter, axis);
            }
        }
        Self {
            level,
            letters,
            specs,
            axes,
        }
    }

    fn kind(&self, letter: char) -> KindWord {
        self.specs
            .get(&letter)
            .map_or(KindWord::Crystal, |spec| spec.kind)
    }

    /// The position, with every rime block marked that shares an edge with the Key.
    fn thaw(&self, mut position: Position) -> Position {
        for (x, y) in cells_of(&position.grid, 'K') {
            for (x, y) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                if let Some(glyph) = glyph_at(&position.grid, x, y)
                    && self.kind(glyph) == KindWord::Rime
                {
                    position.marked.insert(glyph);
                }
            }
        }
        position
    }

    /// Every move with the position it leads to, in move order.
    fn moves(&self, position: &Position) -> Vec<(Step, Position)> {
        let mut moves = Vec::new();
        for &letter in &self.letters {
            let directions = match self.axes.get(&letter) {
                Some(Axis::Horizontal) => [('<', -1, 0), ('>', 1, 0)],
                Some(Axis::Vertical) => [('^', 0, -1), ('v', 0, 1)],
                None => continue,
            };
            let kind = self.kind(letter);
            let marked = position.marked.contains(&letter);
            if kind == KindWord::Sand && marked || kind == KindWord::Rime && !marked {
                continue;
            }
            let cells = cells_of(&position.grid, letter);
            for (arrow, dx, dy) in directions {
                // One cell after another, as long as every cell of the block has room.
                let mut stops = Vec::new();
                for far in 1.. {
                    let moved: Vec<(i32, i32)> = cells
                        .iter()
                        .map(|&(x, y)| (x + dx * far, y + dy * far))
                        .collect();
                    let room = moved.iter().all(|&(x, y)| {
                        let glyph = glyph_at(&position.grid, x, y);
                        glyph == Some('.') || glyph == Some(letter)
                    });
                    if !room {
                        break;
                    }
                    stops.push((far as u32, moved));
                }
                let ice = kind == KindWord::Ice;
                if ice && !stops.is_empty() {
                    stops.drain(..stops.len() - 1);
                }
                for (far, moved) in stops {
                    let mut next = position.clone();
                    for &(x, y) in &cells {
                        next.grid[y as usize][x as usize] = '.';
                    }
                    for &(x, y) in &moved {
                        next.grid[y as usize][x as usize] = letter;
                    }
                    if kind == KindWord::Sand {
                        next.marked.insert(letter);
                    }
                    let step = Step {
                        letter,
                        arrow,
                        cells: far,
                        ice,
                    };
                    moves.push((step, self.thaw(next)));
                }
            }
        }
        moves
    }

    /// Whether a position is won.
    fn won(&self, position: &Position) -> bool {
        let grid = &position.grid;
        let (right, bottom) = (grid[0].len() as i32 - 1, grid.len() as i32 - 1);
        let line = self.level.lantern.line as i32;
        // The cell at the opening, and the cell beyond it.
        let (opening, beyond) = match self.level.lantern.side {
            Side::Left => ((0, line), (-1, line)),
            Side::Right => ((right, line), (right + 1, line)),
            Side::Top => ((line, 0), (line, -1)),
            Side::Bottom => ((line, bottom), (line, bottom + 1)),
        };
        match self.level.win {
            Win::Exit => glyph_at(grid, opening.0, opening.1) == Some('K'),
            Win::Beam => self.ray(grid) == Some(beyond),
        }
    }

    /// The first cell beyond the edge that the Key's ray reaches; `None` if it is absorbed or does
    /// not leave.
    fn ray(&self, grid: &[Vec<char>]) -> Option<(i32, i32)> {
        let (mut dx, mut dy) = match self.level.emit? {
            Direction::Left => (-1, 0),
            Direction::Right => (1, 0),
            Direction::Up => (0, -1),
            Direction::Down => (0, 1),
        };
        // The end cell of the Key is the one furthest along the ray.
        let key = cells_of(grid, 'K');
        let (mut x, mut y) = key.into_iter().max_by_key(|&(x, y)| x * dx + y * dy)?;
        for _ in 0..grid[0].len() * grid.len() * 4 {
            (x, y) = (x + dx, y + dy);
            match glyph_at(grid, x, y) {
                None => return Some((x, y)),
                Some('.') => {}
                Some(glyph) => match self.specs.get(&glyph)?.tilt? {
                    Tilt::Slash => (dx, dy) = (-dy, -dx),
                    Tilt::Backslash => (dx, dy) = (dy, dx),
                },
            }
        }
        None
    }
}
