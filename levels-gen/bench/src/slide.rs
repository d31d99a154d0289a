//! The sliding family: the word engine compared with the plain search.

use std::time::Duration;

use levels_core::family::slide::engine::{self, Component};
use levels_core::family::slide::{
    BlockSpec, Board, KindWord, Level, Move, Slide, Tilt, fresh_distances, rush,
};
use levels_core::puzzle::{Family, ForPuzzle, Puzzle};
use levels_core::search::{Distances, Limits, Visited, explore};
use serde_json::Value as Json;

use crate::measure::{Cost, measure};

/// The boards of all suites.
const BOARDS: &str = include_str!("../data/bench_slide.jsonl");

/// One board of a suite.
pub struct Row {
    /// Its id.
    pub id: String,
    level: Level,
    /// The blocks that a twisted layout twists, in the letters of the level.
    kinds: Vec<(String, KindWord)>,
}

/// The result for one board.
pub struct Measured {
    /// The board's id.
    pub id: String,
    /// What was measured.
    pub what: What,
    /// States in the component (for solves: those that the plain search kept). If there are more than
    /// the limit, the limit.
    pub states: u64,
    /// Whether there are more states than the limit.
    pub exhausted: bool,
    /// The reference: the plain search, or the flattened sweep; `None` where only the engine ran.
    pub reference: Option<Cost>,
    /// The engine, or the exact sweep.
    pub engine: Cost,
}

impl Measured {
    /// How many times faster the engine is (twists: how many times longer the exact sweep takes).
    #[must_use]
    pub fn ratio(&self) -> Option<f64> {
        let seconds = |cost: Cost| cost.cpu.as_secs_f64().max(1e-9);
        let (reference, engine) = (seconds(self.reference?), seconds(self.engine));
        Some(match self.what {
            What::Component | What::Solve => reference / engine,
            What::Exact(_) => engine / reference,
        })
    }
}

/// What was measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The whole component and exact distances.
    Component,
    /// The optimum and the first optimal line.
    Solve,
    /// The exact sweep of a layout with one kind of twist, or with one of each.
    Exact(Option<KindWord>),
}

impl What {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Component => "component",
            Self::Solve => "solve",
            Self::Exact(None) => "one of each",
            Self::Exact(Some(kind)) => kind.word(),
        }
    }
}

/// How a suite is measured.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// Each measurement is repeated until it has taken this long in all.
    pub enough: Duration,
    /// The most states that a search may keep.
    pub limits: Limits,
    /// Whether the plain search runs too.
    pub plain: bool,
}

impl Plan {
    fn measure<R>(&self, work: impl FnMut() -> R) -> (R, Cost) {
        measure(self.enough, work)
    }
}

/// The boards of a suite.
///
/// # Errors
/// A line of the built-in data that is not a board.
pub fn rows(suite: &str) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for line in BOARDS.lines() {
        let row: Json = serde_json::from_str(line).map_err(|fault| fault.to_string())?;
        if row["suite"] != suite {
            continue;
        }
        let size = |key: &str| row[key].as_u64().map_or(0, |n| n as usize);
        let id = row["id"].as_str().unwrap_or_default().to_string();
        let cells = row["board"].as_str().unwrap_or_default();
        let board = rush::read(cells, size("width"), size("height"))
            .map_err(|faults| format!("{id}: {faults:?}"))?;
        let ours = |letter: &str| ('A'..='Z').find(|c| board.names.of(*c) == letter);
        let kinds = row["kinds"]
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(letter, kind)| {
                Some((
                    ours(letter)?.to_string(),
                    KindWord::from_word(kind.as_str()?)?,
                ))
            })
            .collect();
        rows.push(Row {
            id,
            level: board.level,
            kinds,
        });
    }
    Ok(rows)
}

impl Row {
    fn board(&self, twists: impl Fn(KindWord) -> bool) -> Result<Board, String> {
        let mut level = self.level.clone();
        level.blocks = self
            .kinds
            .iter()
            .filter(|(_, kind)| twists(*kind))
            .map(|(letter, kind)| {
                let tilt = (*kind == KindWord::Mirror).then_some(Tilt::Slash);
                (
                    letter.clone(),
                    BlockSpec {
                        kind: *kind,
                        tilt,
                        axis: None,
                    },
                )
            })
            .collect();
        Slide::build(&level).map_err(|faults| format!("{}: {faults:?}", self.id))
    }

    /// Whole component and exact distances, by plain search and by engine; the figures must be equal.
    ///
    /// # Errors
    /// The two disagree.
    pub fn component(&self, plan: &Plan) -> Result<Measured, String> {
        let board = self.board(|_| false)?;
        let plain = plan
            .plain
            .then(|| plan.measure(|| plain_component(&board, plan.limits)));
        let (fast, engine) = plan.measure(|| engine_component(&board, plan.limits));
        if let Some((plain, _)) = plain
            && plain != fast
        {
            return Err(format!(
                "{}: the plain search finds {plain:?}, the engine {fast:?}",
                self.id
            ));
        }
        Ok(Measured {
            id: self.id.clone(),
            what: What::Component,
            states: fast.map_or(u64::from(plan.limits.max_states), |found| found.states),
            exhausted: fast.is_none(),
            reference: plain.map(|(_, cost)| cost),
            engine,
        })
    }

    /// The optimum and the first optimal line, plain search and engine.
    ///
    /// # Errors
    /// The two disagree, or a limit is hit.
    pub fn solve(&self, plan: &Plan) -> Result<Measured, String> {
        let board = self.board(|_| false)?;
        let (plain, reference) = plan.measure(|| plain_solve(&board, plan.limits));
        let (fast, engine) = plan.measure(|| engine::solve(&board, plan.limits));
        let fast = fast.map_err(|cut| format!("{}: {}", self.id, cut.limit))?;
        let (states, line) = plain;
        if line != fast {
            return Err(format!(
                "{}: the plain search solves by {line:?}, the engine by {fast:?}",
                self.id
            ));
        }
        Ok(Measured {
            id: self.id.clone(),
            what: What::Solve,
            states,
            exhausted: false,
            reference: Some(reference),
            engine,
        })
    }

    /// Exact distances of all fresh arrangements compared with the flattened sweep, for each twist alone
    /// and for all of them.
    ///
    /// # Errors
    /// A limit is hit.
    pub fn twists(&self, plan: &Plan) -> Result<Vec<Measured>, String> {
        let flat = self.board(|_| false)?;
        let sweep = |board: &Board| {
            let found = fresh_distances(board, plan.limits, 0..=u32::MAX, |_| {});
            let found = found.map_err(|fault| fault.to_string())?;
            Ok::<u64, String>(found.states)
        };
        let (arrangements, reference) = plan.measure(|| sweep(&flat));
        let arrangements = arrangements.map_err(|fault| format!("{}: {fault}", self.id))?;
        let mut rows = Vec::new();
        for kind in TWISTS {
            let board = self.board(|k| kind.is_none_or(|kind| k == kind))?;
            let (exact, engine) = plan.measure(|| sweep(&board));
            exact.map_err(|fault| format!("{}: {fault}", self.id))?;
            rows.push(Measured {
                id: self.id.clone(),
                what: What::Exact(kind),
                states: arrangements,
                exhausted: false,
                reference: Some(reference),
                engine,
            });
        }
        Ok(rows)
    }
}

/// The twists that a layout is measured with: one of a kind, and one of each.
pub const TWISTS: [Option<KindWord>; 4] = [
    Some(KindWord::Sand),
    Some(KindWord::Ice),
    Some(KindWord::Rime),
    None,
];

/// The figures that both sides must agree on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Figures {
    states: u64,
    won: u64,
    greatest: Option<u32>,
    hardest: u64,
    optimum: Option<u32>,
}

fn plain_component(board: &Board, limits: Limits) -> Option<Figures> {
    struct Plain(Limits);
    impl ForPuzzle<Move, Option<Figures>> for Plain {
        fn call<P: Puzzle<Move = Move>>(self, puzzle: &P) -> Option<Figures> {
            let graph = explore(puzzle, self.0).ok()?;
            let distances = Distances::of(&graph);
            Some(Figures {
                states: graph.len() as u64,
                won: graph.won().len() as u64,
                greatest: distances.greatest(),
                hardest: distances
                    .greatest()
                    .map_or(0, |_| u64::from(distances.hardest_states())),
                optimum: distances.optimum(),
            })
        }
    }
    Slide::with_puzzle(board, Plain(limits))
}

fn engine_component(board: &Board, limits: Limits) -> Option<Figures> {
    let component = Component::explore(board, limits).ok()?;
    Some(Figures {
        states: component.states(),
        won: component.won(),
        greatest: component.greatest(),
        hardest: component.hardest_states(),
        optimum: component.optimum(),
    })
}

/// Breadth-first until the first win: how many states were kept, and the first optimal line.
fn plain_solve(board: &Board, limits: Limits) -> (u64, Option<Vec<Move>>) {
    struct Plain(u32);
    impl ForPuzzle<Move, (u64, Option<Vec<Move>>)> for Plain {
        fn call<P: Puzzle<Move = Move>>(self, puzzle: &P) -> (u64, Option<Vec<Move>>) {
            let mut visited = Visited::new();
            let mut parents: Vec<(u32, Option<Move>)> = vec![(0, None)];
            let mut won = puzzle.is_won(puzzle.start()).then_some(0);
            visited.insert(puzzle.start(), self.0);
            let mut next = 0;
            while next < visited.len() && won.is_none() {
                puzzle.expand(visited.states()[next], |m, target, _| {
                    let Some(number) = visited.insert(target, self.0) else {
                        return;
                    };
                    if number as usize == parents.len() {
                        parents.push((next as u32, Some(m)));
                        if won.is_none() && puzzle.is_won(target) {
                            won = Some(number);
                        }
                    }
                });
                next += 1;
            }
            let line = won.map(|mut at| {
                let mut line = Vec::new();
                while let (from, Some(m)) = parents[at as usize] {
                    line.push(m);
                    at = from;
                }
                line.reverse();
                line
            });
            (visited.len() as u64, line)
        }
    }
    Slide::with_puzzle(board, Plain(limits.max_states))
}
