//! The same answers from the plain search, for boards that words cannot represent.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::explored::Answers;
use super::states::Placement;
use crate::bits::Word;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::family::slide::rules::{ForSliding, Sliding};
use crate::family::slide::state::Packing;
use crate::search::{LimitReached, Limits, OptimalLines, UNREACHED, explore_and_sweep};

/// Explores a board by the plain search.
pub(super) fn explore_plainly(
    board: &Board,
    limits: Limits,
) -> Result<Box<dyn Answers>, LimitReached<Move>> {
    board.with_sliding(Explore(limits))
}

/// What the plain search found.
#[derive(Debug)]
struct Plain<W> {
    packing: Packing,
    states: usize,
    /// The states at each distance to a win, in the order in which they were found.
    levels: Vec<Vec<W>>,
    optimum: Option<u32>,
    lines: Option<OptimalLines<Move>>,
}

struct Explore(Limits);

impl ForSliding<Result<Box<dyn Answers>, LimitReached<Move>>> for Explore {
    fn call<W: Word>(
        self,
        puzzle: &Sliding<'_, W>,
    ) -> Result<Box<dyn Answers>, LimitReached<Move>> {
        let (graph, distances) = explore_and_sweep(puzzle, self.0)?;
        let levels = distances.greatest().map_or(0, |greatest| greatest + 1);
        let mut by_distance = alloc::vec![Vec::new(); levels as usize];
        for (&state, &distance) in graph.states().iter().zip(distances.all()) {
            if distance != UNREACHED {
                by_distance[distance as usize].push(state);
            }
        }
        Ok(Box::new(Plain {
            packing: puzzle.board().packing().clone(),
            states: graph.len(),
            levels: by_distance,
            optimum: distances.optimum(),
            lines: OptimalLines::of(puzzle, &graph, &distances),
        }))
    }
}

impl<W: Word> Answers for Plain<W> {
    fn states(&self) -> u64 {
        self.states as u64
    }

    fn levels(&self) -> usize {
        self.levels.len()
    }

    fn count(&self, level: usize) -> u64 {
        self.levels
            .get(level)
            .map_or(0, |states| states.len() as u64)
    }

    fn positions(&self, level: usize) -> Box<dyn Iterator<Item = Placement> + '_> {
        let states = self.levels.get(level).map_or(&[][..], Vec::as_slice);
        Box::new(states.iter().map(|&state| {
            let (places, marks) = self.packing.decode(state);
            Placement { places, marks }
        }))
    }

    fn optimum(&self) -> Option<u32> {
        self.optimum
    }

    fn optimal_lines(&self, _: &Board) -> Option<OptimalLines<Move>> {
        self.lines.clone()
    }
}
