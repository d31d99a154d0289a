//! The survey of a family without its own engine: plain exploration, the backward sweep and the
//! optimal lines.

use alloc::format;
use alloc::vec::Vec;

use super::decisions::Decisions;
use super::survey::{Figure, Figures, Measure, Outcome, RawDimensions, Survey};
use crate::puzzle::{ForPuzzle, Puzzle};
use crate::search::{Claim, Limits, OptimalLines, explore_and_sweep};
use crate::wording::all_seen;

/// Solves and measures a board with only its puzzle.
pub(super) fn survey<F: Measure>(board: &F::Board, limits: Limits) -> Survey<F::Move> {
    let _claim = Claim::open();
    F::with_puzzle(board, Plain::<F> { board, limits })
}

/// The raw numbers of a level from the figures of the plain survey. A dimension without a figure
/// uses the optimum. `None` if a limit left one of them unknown.
pub(super) fn dimensions(figures: &Figures, optimal: u32) -> Option<RawDimensions> {
    let real = |name: &str| match figures.get(name) {
        Some(Figure::Unknown) => None,
        Some(Figure::Real(real)) => Some(*real),
        Some(Figure::Count(count)) => Some(*count as f64),
        _ => Some(f64::from(optimal)),
    };
    let one = |number: f64| alloc::vec![number];
    Some([
        one(real("decision_bits")?),
        one(real("worst_decision_bits")?),
        one(f64::from(optimal)),
        one(real("branching")?),
    ])
}

struct Plain<'a, F: Measure> {
    board: &'a F::Board,
    limits: Limits,
}

impl<F: Measure> ForPuzzle<F::Move, Survey<F::Move>> for Plain<'_, F> {
    fn call<P: Puzzle<Move = F::Move>>(self, puzzle: &P) -> Survey<F::Move> {
        let (outcome, figures) = match explore_and_sweep(puzzle, self.limits) {
            // The optimum is known although the rest was never seen.
            Err(limit) => {
                let exhausted = Outcome::Exhausted { limit: limit.limit };
                let outcome = limit
                    .line
                    .map_or(exhausted, |line| Outcome::Solved { line });
                (outcome, figures(None))
            }
            Ok((graph, distances)) => {
                let seen = GraphFacts {
                    reachable: graph.len() as u64,
                    won: graph.won().len() as u64,
                    greatest: distances.greatest(),
                };
                match OptimalLines::of(puzzle, &graph, &distances) {
                    Some(lines) => {
                        let line = lines.first_line();
                        let found = LineFacts {
                            sequences: lines.sequences(),
                            first_moves: lines.edges().first().map_or(0, Vec::len) as u64,
                            decisions: Decisions::along(puzzle, &lines),
                        };
                        (Outcome::Solved { line }, figures(Some((seen, Some(found)))))
                    }
                    None => {
                        let (cells, why) = F::unsolvable(self.board);
                        let states = seen.reachable;
                        let why = format!("{why}; {}", all_seen(states as usize));
                        (
                            Outcome::Unsolvable { cells, why },
                            figures(Some((seen, None))),
                        )
                    }
                }
            }
        };
        Survey {
            outcome,
            grade: None,
            states: figures.count("reachable_states"),
            figures,
            details: Figures::new(),
            hits: Vec::new(),
        }
    }
}

/// What the exploration finds.
struct GraphFacts {
    reachable: u64,
    won: u64,
    greatest: Option<u32>,
}

/// What the optimal lines give.
struct LineFacts {
    sequences: u128,
    first_moves: u64,
    decisions: Decisions,
}

/// The figures in a fixed order; unknown ones are marked as unknown.
fn figures(known: Option<(GraphFacts, Option<LineFacts>)>) -> Figures {
    let (seen, found) = known.unzip();
    let found = found.flatten();
    let seen = seen.as_ref();
    let count = |value: Option<u64>| Figure::count(value);
    let real = |value: Option<f64>| value.map_or(Figure::Unknown, Figure::Real);
    let decisions = found.as_ref().map(|found| &found.decisions);
    let mut figures = Figures::new();
    figures.push("reachable_states", count(seen.map(|seen| seen.reachable)));
    figures.push("won_states", count(seen.map(|seen| seen.won)));
    figures.push(
        "greatest_distance",
        count(seen.and_then(|seen| seen.greatest).map(u64::from)),
    );
    figures.push(
        "optimal_sequences",
        found
            .as_ref()
            .map_or(Figure::Unknown, |found| Figure::saturating(found.sequences)),
    );
    figures.push(
        "optimal_first_moves",
        count(found.as_ref().map(|found| found.first_moves)),
    );
    figures.push("decision_bits", real(decisions.map(|d| d.bits)));
    figures.push("worst_decision_bits", real(decisions.map(|d| d.worst)));
    figures.push("branching", real(decisions.map(|d| d.branching)));
    figures
}
