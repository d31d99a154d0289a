//! Building a field: the choice of coordinates, the exploration and the sweep.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::closure::{self, Closure, Lines};
use super::field::Field;
use super::forward;
use super::inner::Gains;
use super::lanes::Lanes;
use super::lines::{self, State};
use super::log::Log;
use super::planes::Planes;
use super::space::{Coordinate, Space};
use super::states::{LogStates, Placement};
use super::tracks::{Scope, Tracks};
use super::wins::Wins;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::search::{Claim, Limit, Limits, OptimalLines, Room};

/// About how many entries a small board has.
const EXPECTED: usize = 512;
/// How many entries are visited on a large board before a survey.
const SURVEY_AFTER: usize = 4096;
/// How many visits the survey covers.
const SURVEY: usize = 512;
/// How much more a wide set must gain to be worth its wider words when whole words are explored:
/// the logarithm of 1.15 in the unit of [`Gains`].
pub(super) const WIDE_WORTH: u64 = 9159;
/// The same for a search that splits words by its estimate, and so does not fill a wide word more
/// than a narrow one: the logarithm of 2.
pub(super) const WIDE_WORTH_SPLIT: u64 = 45426;
/// How much more another set must gain to be worth a restart: the logarithm of 1.3.
const RESTART_WORTH: u64 = 17194;

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::family::slide) enum Stop {
    /// The limit that was hit.
    Exhausted(Limit),
    /// The board is left to the plain search: it has more movable blocks than a key of 64 bits holds,
    /// more sand and rime than planes tell apart, or so few states in so many planes that words would
    /// cost more memory than they save.
    Unsuited,
}

/// All states of a board with their distances to the nearest win.
#[derive(Debug)]
pub(super) struct Explored<W> {
    field: Field<W>,
    /// Level `d` holds the states whose nearest win is `d` moves away.
    log: Log<W>,
    states: u64,
    optimum: Option<u32>,
}

/// The queries on explored states, whatever the width of their words.
pub(super) trait Answers: core::fmt::Debug + Send + Sync {
    /// How many states were reached.
    fn states(&self) -> u64;
    /// How many distances to a win occur: all below this number.
    fn levels(&self) -> usize;
    /// How many states are at a distance.
    fn count(&self, level: usize) -> u64;
    /// The states at a distance.
    fn positions(&self, level: usize) -> Box<dyn Iterator<Item = Placement> + '_>;
    /// The distance of the opening position.
    fn optimum(&self) -> Option<u32>;
    /// The optimal lines from the opening position.
    fn optimal_lines(&self, board: &Board) -> Option<OptimalLines<Move>>;
}

/// Explores and sweeps everything that can be reached from a board's opening position.
pub(super) fn explore(board: &Board, limits: Limits) -> Result<Box<dyn Answers>, Stop> {
    let _claim = Claim::open();
    let run = Explore { board, limits };
    with_words(&Tracks::new(board, Scope::Level), WIDE_WORTH, run)
}

/// Work on words whose width is not known yet.
pub(super) trait ForWords<R> {
    /// Does the work with the given set of movable blocks as inner ones.
    fn call<W: Lanes>(self, tracks: &Tracks, set: u64) -> Result<R, Stop>;
}

/// Calls `f` with the words that suit a board. Wide ones must gain more by `worth`.
pub(super) fn with_words<R>(tracks: &Tracks, worth: u64, f: impl ForWords<R>) -> Result<R, Stop> {
    let gains = Gains::by_depth(tracks);
    let wide = gains.best_set(tracks, u128::BITS);
    let narrow = gains.best_set(tracks, u64::BITS);
    if gains.sum(wide) > gains.sum(narrow) + worth {
        f.call::<u128>(tracks, wide)
    } else {
        f.call::<u64>(tracks, narrow)
    }
}

struct Explore<'a> {
    board: &'a Board,
    limits: Limits,
}

impl ForWords<Box<dyn Answers>> for Explore<'_> {
    fn call<W: Lanes>(self, tracks: &Tracks, set: u64) -> Result<Box<dyn Answers>, Stop> {
        let Self { board, limits } = self;
        let scope = Scope::Level;
        let (space, planes) = coordinates::<W>(board, scope, tracks, set)?;
        if !planes.is_plain() {
            return Ok(Box::new(Explored::played(board, space, planes, limits)?));
        }
        let most = limits.max_states.into();
        let start = (space, planes);
        let closed = close(board, scope, tracks, set, start, most, Room::new(limits))?;
        Ok(Box::new(Explored::closed(board, closed)?))
    }
}

/// The coordinates of a board with the given set of movable blocks as inner ones.
pub(super) fn coordinates<W: Lanes>(
    board: &Board,
    scope: Scope,
    tracks: &Tracks,
    set: u64,
) -> Result<(Space<W>, Planes<W>), Stop> {
    let space = Space::new(board, tracks, set).ok_or(Stop::Unsuited)?;
    let planes = Planes::new(board, &space, scope).ok_or(Stop::Unsuited)?;
    Ok((space, planes))
}

/// What the blocks can reach if they all move back and forth freely.
pub(super) struct Closed<W> {
    pub space: Space<W>,
    pub planes: Planes<W>,
    pub closure: Closure<W>,
}

/// Everything that the blocks can reach if they all move back and forth freely. The coordinates may
/// change on the way, since what was seen of a large board tells more than the first search in
/// depth.
pub(super) fn close<W: Lanes>(
    board: &Board,
    scope: Scope,
    tracks: &Tracks,
    set: u64,
    (mut space, mut planes): (Space<W>, Planes<W>),
    max_arrangements: u64,
    room: Room,
) -> Result<Closed<W>, Stop> {
    let mut closure = Closure::new(&space, EXPECTED, room.clone());
    let mut ended = closure.run(&space, max_arrangements, SURVEY_AFTER);
    if ended == closure::Ended::Paused {
        let mut lines = Lines::new(&space);
        let visits = SURVEY_AFTER + SURVEY;
        ended = closure.survey(&space, max_arrangements, visits, &mut lines);
        if ended == closure::Ended::Paused {
            let gains = surveyed(tracks, &space, &lines);
            let better = gains.best_set(tracks, W::BITS);
            if gains.sum(better) > gains.sum(set) + RESTART_WORTH {
                (space, planes) = coordinates(board, scope, tracks, better)?;
                closure = Closure::new(&space, SURVEY_AFTER, room);
            }
            ended = closure.run(&space, max_arrangements, usize::MAX);
        }
    }
    match ended {
        closure::Ended::Complete => Ok(Closed {
            space,
            planes,
            closure,
        }),
        closure::Ended::Exhausted | closure::Ended::Paused => {
            Err(Stop::Exhausted(closure.room.limit()))
        }
    }
}

fn surveyed<W: Lanes>(tracks: &Tracks, space: &Space<W>, lines: &Lines) -> Gains {
    let of_block = |block: usize| match space.coordinates[block] {
        Coordinate::Fixed(_) => lines.states,
        Coordinate::Inner(i) => lines.inner[i],
        Coordinate::Outer(j) => lines.outer[j],
    };
    let of_blocks: Vec<u64> = tracks
        .movable
        .iter()
        .map(|track| of_block(track.block))
        .collect();
    Gains::from_lines(lines.states, &of_blocks)
}

impl<W: Lanes> Explored<W> {
    /// What can be reached from the opening position under the real rules.
    fn played(
        board: &Board,
        space: Space<W>,
        planes: Planes<W>,
        limits: Limits,
    ) -> Result<Self, Stop> {
        let mut field = Field::at_start(space, planes, Room::new(limits));
        let (log, ended) = field.search(None, limits.max_states.into());
        match ended {
            forward::Ended::Complete | forward::Ended::Won => {}
            forward::Ended::Exhausted => return Err(Stop::Exhausted(field.room.limit())),
            forward::Ended::TooSparse => return Err(Stop::Unsuited),
        }
        let states = (0..log.levels()).map(|level| log.count(level)).sum();
        drop(log);
        field.turn();
        Self::swept(board, field, states)
    }

    /// The states of a closure without marks.
    fn closed(board: &Board, closed: Closed<W>) -> Result<Self, Stop> {
        let states = closed.closure.states;
        let mut field = Field::closed(board, closed.space, closed.closure);
        field.planes = closed.planes;
        Self::swept(board, field, states)
    }

    /// Sweeps the open states.
    fn swept(board: &Board, mut field: Field<W>, states: u64) -> Result<Self, Stop> {
        let wins = Wins::new(board, &field.space);
        let start = field.start();
        let (log, optimum) = field.sweep(&wins, start, usize::MAX);
        field.touched = Vec::new();
        // The optimal lines mark states by node.
        if !field.room.expect(field.cells.len() * size_of::<W>()) {
            return Err(Stop::Exhausted(field.room.limit()));
        }
        Ok(Self {
            field,
            log,
            states,
            optimum,
        })
    }
}

impl<W: Lanes> Answers for Explored<W> {
    fn states(&self) -> u64 {
        self.states
    }

    fn levels(&self) -> usize {
        self.log.levels()
    }

    fn count(&self, level: usize) -> u64 {
        LogStates::new(&self.field, &self.log, level).left()
    }

    fn positions(&self, level: usize) -> Box<dyn Iterator<Item = Placement> + '_> {
        Box::new(LogStates::new(&self.field, &self.log, level))
    }

    fn optimum(&self) -> Option<u32> {
        self.optimum
    }

    fn optimal_lines(&self, board: &Board) -> Option<OptimalLines<Move>> {
        Some(lines::optimal_lines(
            board,
            &self.field,
            &self.log,
            self.optimum?,
        ))
    }
}

impl<W: Lanes> Field<W> {
    /// Whether a state is still open.
    pub fn is_open(&self, state: State) -> bool {
        let open = self.cells[state.node as usize].open;
        (open & W::bit(state.arrangement)).any()
    }
}
