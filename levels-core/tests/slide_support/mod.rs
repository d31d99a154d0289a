//! The fast side's answers in the words of the oracle, so that the two compare with one `==`.

use std::collections::{BTreeMap, BTreeSet};

use levels_core::bits::Word;
use levels_core::family::slide::reference::{Figures, Position, Step};
use levels_core::family::slide::{Board, ForSliding, Kind, Level, Move, Slide, Sliding};
use levels_core::puzzle::Family as _;
use levels_core::search::{Distances, Limits, OptimalLines, StateGraph, UNREACHED, explore};

/// The board of a level that is expected to be valid.
pub fn build(level: &Level) -> Board {
    Slide::build(level).unwrap_or_else(|faults| panic!("{faults:?}\n{}", Slide::to_text(level)))
}

/// What the fast side finds on a board.
pub struct Fast {
    /// The figures.
    pub figures: Figures,
    /// The first optimal line in the notation, if there is one.
    pub line: Option<String>,
    /// Every state with its distance to the nearest win, if it was asked for.
    pub distances: Vec<(Position, Option<u32>)>,
}

/// Explores, sweeps and counts; `None` if more than `max_states` states can be reached.
pub fn fast(board: &Board, max_states: u32, with_distances: bool) -> Option<Fast> {
    board.with_sliding(Run {
        max_states,
        with_distances,
    })
}

struct Run {
    max_states: u32,
    with_distances: bool,
}

impl ForSliding<Option<Fast>> for Run {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Option<Fast> {
        let graph = explore(puzzle, Limits::states(self.max_states)).ok()?;
        let distances = Distances::of(&graph);
        let lines = OptimalLines::of(puzzle, &graph, &distances);
        let distance_of_each = if self.with_distances {
            all_distances(puzzle, &graph, &distances)
        } else {
            Vec::new()
        };
        let line = lines.as_ref().map(OptimalLines::first_line);
        Some(Fast {
            figures: figures(puzzle.board(), &graph, &distances, lines.as_ref()),
            line: line.map(|line| Slide::write_line(puzzle.board(), &line)),
            distances: distance_of_each,
        })
    }
}

fn step(board: &Board, m: Move) -> Step {
    let block = &board.blocks()[usize::from(m.block)];
    Step {
        letter: block.letter,
        arrow: m.direction.arrow(),
        cells: u32::from(m.cells),
        ice: block.kind == Kind::Ice,
    }
}

fn figures<W: Word>(
    board: &Board,
    graph: &StateGraph<Sliding<'_, W>>,
    distances: &Distances,
    lines: Option<&OptimalLines<Move>>,
) -> Figures {
    let mut movers = BTreeSet::new();
    let mut first_moves = Vec::new();
    if let Some(lines) = lines {
        assert_eq!(Some(lines.optimum()), distances.optimum());
        lines.for_each_move(|layer, m| {
            movers.insert(usize::from(m.block));
            if layer == 0 {
                first_moves.push(step(board, m));
            }
        });
    }
    Figures {
        reachable_states: graph.len(),
        won_states: graph.won().len(),
        optimum: distances.optimum(),
        optimal_sequences: lines.map_or(0, OptimalLines::sequences),
        steps: lines.map(|lines| {
            let cells = lines.least_cost(|m| u32::from(m.cells));
            u32::try_from(cells).unwrap_or_else(|_| panic!("{cells} cells"))
        }),
        optimal_first_moves: first_moves,
        greatest: distances.greatest(),
        hardest_states: distances.hardest_states() as usize,
        idle: (0..board.blocks().len())
            .filter(|index| !movers.contains(index))
            .map(|index| board.blocks()[index].letter)
            .collect(),
        line: lines.map(|lines| {
            let line = lines.first_line();
            line.into_iter().map(|m| step(board, m)).collect()
        }),
    }
}

/// Every state of the graph as a position, with its distance; also checks packing.
fn all_distances<W: Word>(
    puzzle: &Sliding<'_, W>,
    graph: &StateGraph<Sliding<'_, W>>,
    distances: &Distances,
) -> Vec<(Position, Option<u32>)> {
    let board = puzzle.board();
    let mut all = Vec::new();
    for (number, &state) in graph.states().iter().enumerate() {
        let (places, marks) = puzzle.decode(state);
        assert_eq!(board.packing().encode::<W>(&places, &marks), state);
        let blocks = board.blocks().iter().zip(&marks);
        let distance = distances.to_win(number as u32);
        all.push((
            Position {
                grid: board
                    .rows(&places)
                    .iter()
                    .map(|row| row.chars().collect())
                    .collect(),
                marked: blocks
                    .filter(|(_, mark)| **mark)
                    .map(|(block, _)| block.letter)
                    .collect(),
            },
            (distance != UNREACHED).then_some(distance),
        ));
    }
    all
}

/// The optimal line replays to a win, and to no win before its end.
pub fn replays(level: &Level, found: &Fast) {
    let (Some(line), Some(optimum)) = (&found.line, found.figures.optimum) else {
        return;
    };
    let replay = Slide::replay(&build(level), line).unwrap_or_else(|fault| panic!("{fault}"));
    let optimum = optimum as usize;
    assert_eq!(replay.moves.len(), optimum, "{line}");
    assert_eq!(replay.frames.len(), optimum + 1, "{line}");
    assert_eq!(replay.frames[0].rows, level.rows, "{line}");
    assert_eq!(replay.won_after, Some(optimum), "{line}");
    assert_eq!(Slide::write_line(&build(level), &replay.moves), *line);
}

/// The distances by position; fails if two states look the same.
pub fn by_position(distances: Vec<(Position, Option<u32>)>) -> BTreeMap<Position, Option<u32>> {
    let count = distances.len();
    let map: BTreeMap<_, _> = distances.into_iter().collect();
    assert_eq!(map.len(), count, "two states are one position");
    map
}
