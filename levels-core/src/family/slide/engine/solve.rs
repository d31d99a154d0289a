//! The optimum of a level and the first optimal line, without the rest of the component.

use alloc::vec::Vec;

use super::field::Field;
use super::forward::Ended;
use super::inner::Gains;
use super::lanes::Lanes;
use super::lines;
use super::planes::Planes;
use super::space::Space;
use super::tracks::{Scope, Tracks};
use super::wins::Wins;
use crate::family::slide::Slide;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::puzzle::{Family, ForPuzzle, Puzzle};
use crate::search::{Distances, LimitReached, Limits, OptimalLines, explore};

/// States that the plain search looks at first: less than setting up words costs.
const SCALAR_STATES: u32 = 48;

/// Solves a level: the first optimal line in move order, whose length is the optimum, or `None`
/// where the level cannot be won.
///
/// # Errors
/// [`LimitReached`] when more states than `limits` allows were seen before either was known; it
/// comes without a line.
pub fn solve(board: &Board, limits: Limits) -> Result<Option<Vec<Move>>, LimitReached<Move>> {
    let first = Limits::states(limits.max_states.min(SCALAR_STATES));
    match Slide::with_puzzle(board, Plainly(first)) {
        Err(LimitReached { line: None, .. }) if first != limits => {}
        answer => return known(answer),
    }
    let tracks = Tracks::new(board, Scope::Level);
    let gains = Gains::by_depth(&tracks);
    let set = gains.best_set(&tracks, u128::BITS);
    by_words::<u128>(board, &tracks, set, limits)
        .unwrap_or_else(|| known(Slide::with_puzzle(board, Plainly(limits))))
}

type Answer = Result<Option<Vec<Move>>, LimitReached<Move>>;

/// A limit that was reached after the optimum was proven is no obstacle.
fn known(answer: Answer) -> Answer {
    match answer {
        Err(LimitReached {
            line: Some(line), ..
        }) => Ok(Some(line)),
        answer => answer,
    }
}

/// Solves by words; `None` where they cannot represent the board.
fn by_words<W: Lanes>(board: &Board, tracks: &Tracks, set: u64, limits: Limits) -> Option<Answer> {
    let space = Space::<W>::new(board, tracks, set)?;
    let planes = Planes::new(board, &space, Scope::Level)?;
    let wins = Wins::new(board, &space);
    let mut field = Field::at_start(space, planes);
    let (log, ended) = field.search(Some(&wins), u64::from(limits.max_states));
    match ended {
        Ended::TooSparse => None,
        Ended::Complete => Some(Ok(None)),
        Ended::Exhausted => Some(Err(LimitReached {
            max_states: limits.max_states,
            line: None,
        })),
        Ended::Won => Some(Ok(Some(lines::first_line(board, &mut field, &log, &wins)))),
    }
}

/// The plain search.
struct Plainly(Limits);

impl ForPuzzle<Move, Answer> for Plainly {
    fn call<P: Puzzle<Move = Move>>(self, puzzle: &P) -> Answer {
        let graph = explore(puzzle, self.0)?;
        let distances = Distances::of(&graph);
        let lines = OptimalLines::of(puzzle, &graph, &distances);
        Ok(lines.map(|lines| lines.first_line()))
    }
}
