//! The optimum of a level and the first optimal line, without the rest of the component.

use alloc::vec::Vec;

use super::estimate::Estimate;
use super::explored::{ForWords, Stop, WIDE_WORTH_SPLIT, coordinates, with_words};
use super::field::Field;
use super::forward::Ended;
use super::lanes::Lanes;
use super::lines;
use super::log::Leveled;
use super::tracks::{Scope, Tracks};
use super::wins::Wins;
use crate::family::slide::Slide;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::puzzle::{Family, ForPuzzle, Puzzle};
use crate::search::{Claim, LimitReached, Limits, OptimalLines, Room, Visited, explore_and_sweep};

/// How many states the plain search visits first: this costs less than setting up words.
const SCALAR_STATES: u32 = 48;

/// Solves a level: the first optimal line in move order, whose length is the optimum, or `None` if
/// the level cannot be won.
///
/// # Errors
/// [`LimitReached`] if more states than `limits` allows were seen first; it has no line.
pub fn solve(board: &Board, limits: Limits) -> Result<Option<Vec<Move>>, LimitReached<Move>> {
    let first = Limits::states(limits.max_states.min(SCALAR_STATES));
    if first == limits || Slide::with_puzzle(board, Glance(first.max_states)) {
        return known(Slide::with_puzzle(board, Plainly(first)));
    }
    let _claim = Claim::open();
    let run = Search { board, limits };
    with_words(&Tracks::new(board, Scope::Level), WIDE_WORTH_SPLIT, run)
        .unwrap_or_else(|_| known(Slide::with_puzzle(board, Plainly(limits))))
}

type Answer = Result<Option<Vec<Move>>, LimitReached<Move>>;

/// A limit that was hit after the optimum was proven does not matter.
fn known(answer: Answer) -> Answer {
    match answer {
        Err(LimitReached {
            line: Some(line), ..
        }) => Ok(Some(line)),
        answer => answer,
    }
}

/// The search with words, which fails if they cannot represent the board.
struct Search<'a> {
    board: &'a Board,
    limits: Limits,
}

impl ForWords<Answer> for Search<'_> {
    fn call<W: Lanes>(self, tracks: &Tracks, set: u64) -> Result<Answer, Stop> {
        let Self { board, limits } = self;
        let (space, planes) = coordinates::<W>(board, Scope::Level, tracks, set)?;
        let wins = Wins::new(board, &space);
        let mut field = Field::at_start(space, planes, Room::new(limits));
        let max_states = u64::from(limits.max_states);
        let plain = field.planes.is_plain();
        let estimate = plain.then(|| Estimate::new(board, &field.space)).flatten();
        if let Some(estimate) = estimate {
            let (levels, ended) = field.search_ahead(estimate, max_states);
            self.answer(&mut field, &levels, ended, &wins)
        } else {
            let (log, ended) = field.search(Some(&wins), max_states);
            self.answer(&mut field, &log, ended, &wins)
        }
    }
}

impl Search<'_> {
    /// What the end of a search means; consumes the field.
    fn answer<W: Lanes>(
        &self,
        field: &mut Field<W>,
        levels: &impl Leveled<W>,
        ended: Ended,
        wins: &Wins<W>,
    ) -> Result<Answer, Stop> {
        match ended {
            Ended::TooSparse => Err(Stop::Unsuited),
            Ended::Exhausted => Ok(Err(LimitReached {
                limit: field.room.limit(),
                line: None,
            })),
            Ended::Complete => Ok(Ok(None)),
            Ended::Won => {
                let line = lines::first_line(self.board, field, levels, wins);
                Ok(Ok(Some(line)))
            }
        }
    }
}

/// Checks whether this few states give the answer: one of the first is won, or there are no more.
/// It keeps no edges, which would be wasted on almost every board.
struct Glance(u32);

impl ForPuzzle<Move, bool> for Glance {
    fn call<P: Puzzle<Move = Move>>(self, puzzle: &P) -> bool {
        let Self(limit) = self;
        let mut seen = Visited::new();
        let (mut full, mut won) = (seen.insert(puzzle.start(), limit).is_none(), false);
        let mut next = 0;
        while next < seen.len() && !full && !won {
            let state = seen.states()[next];
            won = puzzle.is_won(state);
            puzzle.expand(state, |_, target, _| {
                full |= seen.insert(target, limit).is_none();
            });
            next += 1;
        }
        // States that were not expanded also count.
        won |= seen.states()[next..]
            .iter()
            .any(|&state| puzzle.is_won(state));
        won || !full
    }
}

/// The plain search.
struct Plainly(Limits);

impl ForPuzzle<Move, Answer> for Plainly {
    fn call<P: Puzzle<Move = Move>>(self, puzzle: &P) -> Answer {
        let (graph, distances) = explore_and_sweep(puzzle, self.0)?;
        let lines = OptimalLines::of(puzzle, &graph, &distances);
        Ok(lines.map(|lines| lines.first_line()))
    }
}
