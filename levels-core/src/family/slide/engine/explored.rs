//! Building a field: the choice of coordinates, the exploration and the sweep.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::choice::Reason;
use super::closure::{self, Closure, Lines};
use super::field::{Cell, Field};
use super::forward;
use super::inner::Gains;
use super::lanes::Lanes;
use super::lines::{self, State};
use super::log::Log;
use super::planes::Planes;
use super::space::{Coordinate, Space};
use super::states::{LogStates, Position};
use super::tracks::{Scope, Tracks};
use super::wins::Wins;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::search::OptimalLines;

/// After how many entries a closure knows enough to choose its coordinates anew.
const SURVEY: usize = 256;

/// Why there is no answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// More states than were allowed.
    Exhausted,
    /// The word engine cannot represent the board.
    Unsuited(Reason),
}

/// All states of a board with their distances to the nearest win.
#[derive(Debug)]
pub(super) struct Explored<W> {
    field: Field<W>,
    /// Level `d` holds the states whose nearest win is `d` moves away.
    log: Log<W>,
    states: u64,
    /// Whether only those states count in which a level may start.
    fresh: bool,
    optimum: Option<u32>,
}

/// What can be asked of explored states, whatever the width of their words.
pub(super) trait Answers: core::fmt::Debug + Send + Sync {
    /// How many states were reached; on a layout, how many arrangements there are.
    fn states(&self) -> u64;
    /// How many distances to a win occur: all below this number.
    fn levels(&self) -> usize;
    /// How many states lie at a distance; on a layout, how many arrangements.
    fn count(&self, level: usize) -> u64;
    /// The states or arrangements at a distance.
    fn positions(&self, level: usize) -> Box<dyn Iterator<Item = Position> + '_>;
    /// The distance of the opening position.
    fn optimum(&self) -> Option<u32>;
    /// The optimal lines from the opening position.
    fn optimal_lines(&self, board: &Board) -> Option<OptimalLines<Move>>;
    /// How many bytes are held.
    fn bytes(&self) -> usize;
    /// How many words hold the states.
    fn words(&self) -> usize;
}

/// Explores a board and sweeps it: on a level what its opening position leads to, on a layout every
/// arrangement of its blocks.
pub(super) fn explore(board: &Board, scope: Scope, max_states: u64) -> Result<Box<dyn Answers>, Stop> {
    let tracks = Tracks::new(board, scope);
    let gains = Gains::by_walk(&tracks);
    let set = gains.best_set(&tracks, u128::BITS);
    let space = Space::<u128>::new(board, &tracks, set)
        .ok_or(Stop::Unsuited(Reason::TooManyBlocks))?;
    let planes = Planes::new(board, &space, scope).ok_or(Stop::Unsuited(Reason::TooManyMarks))?;
    if scope == Scope::Level && !planes.is_plain() {
        let mut field = Field::at_start(space, planes);
        let (log, ended) = field.search(None, max_states);
        match ended {
            forward::Ended::Exhausted => return Err(Stop::Exhausted),
            forward::Ended::TooSparse => return Err(Stop::Unsuited(Reason::TooSparse)),
            forward::Ended::Complete | forward::Ended::Won => {}
        }
        let states = (0..log.levels()).map(|level| log.count(level)).sum();
        drop(log);
        field.turn();
        return Ok(Box::new(Explored::swept(board, scope, field, states)));
    }
    let mut closure = Closure::new(&space, 2 * SURVEY);
    let mut lines = Lines::new(&space);
    match closure.survey(&space, max_states, SURVEY, &mut lines) {
        closure::Ended::Exhausted => return Err(Stop::Exhausted),
        closure::Ended::Complete => {
            return Ok(Box::new(Explored::closed(board, scope, space, closure, max_states)?));
        }
        closure::Ended::Paused => {}
    }
    // The survey is exact about where it was, the walk went further: three to one.
    let gains = surveyed(&tracks, &space, &lines).mixed(&gains, 3, 1);
    let narrow = gains.best_set(&tracks, u64::BITS);
    let wide = gains.best_set(&tracks, u128::BITS);
    let th = super::params().0 as f64 / 100.0;
    if gains.sum(wide).max(gains.sum(narrow)) < gains.sum(set) + (libm::log(th) * 65536.0) as u64 {
        return match closure.run(&space, max_states, usize::MAX) {
            closure::Ended::Complete => {
                Ok(Box::new(Explored::closed(board, scope, space, closure, max_states)?))
            }
            closure::Ended::Exhausted | closure::Ended::Paused => Err(Stop::Exhausted),
        };
    }
    drop((closure, lines, space));
    if gains.sum(wide) < gains.sum(narrow) + WIDE_WORTH {
        anew::<u64>(board, scope, &tracks, narrow, max_states)
    } else {
        anew::<u128>(board, scope, &tracks, wide, max_states)
    }
}

/// How much more a wide set has to gain, in the unit of [`Gains`], before its words are worth their
/// width: the logarithm of 1.15.
const WIDE_WORTH: u64 = 0;
/// After how many entries a closure looks again whether its coordinates are good enough.
const SECOND_SURVEY: usize = 4096;
/// How much another set has to gain before it is worth a new start: the logarithm of 1.3.
const RESTART_WORTH: u64 = 17194;

fn anew<W: Lanes + Send + Sync>(
    board: &Board,
    scope: Scope,
    tracks: &Tracks,
    mut set: u64,
    max_states: u64,
) -> Result<Box<dyn Answers>, Stop> {
    let unsuited = Stop::Unsuited(Reason::TooManyBlocks);
    let mut space = Space::<W>::new(board, tracks, set).ok_or(unsuited)?;
    let mut closure = Closure::new(&space, 8 * SURVEY);
    let mut lines = Lines::new(&space);
    let mut ended = closure.run(&space, max_states, SECOND_SURVEY);
    if ended == closure::Ended::Paused {
        ended = closure.survey(&space, max_states, SECOND_SURVEY + 2 * SURVEY, &mut lines);
    }
    if ended == closure::Ended::Paused {
        let gains = surveyed(tracks, &space, &lines);
        let better = gains.best_set(tracks, W::BITS);
        if gains.sum(better) > gains.sum(set) + RESTART_WORTH {
            set = better;
            space = Space::<W>::new(board, tracks, set).ok_or(unsuited)?;
            closure = Closure::new(&space, 2 * SECOND_SURVEY);
        }
        ended = closure.run(&space, max_states, usize::MAX);
    }
    match ended {
        closure::Ended::Complete => {
            Ok(Box::new(Explored::closed(board, scope, space, closure, max_states)?))
        }
        closure::Ended::Exhausted | closure::Ended::Paused => Err(Stop::Exhausted),
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
    /// The states of a closure, in every plane that the scope tells apart.
    fn closed(
        board: &Board,
        scope: Scope,
        space: Space<W>,
        closure: Closure<W>,
        max_states: u64,
    ) -> Result<Self, Stop> {
        let planes = Planes::new(board, &space, scope).ok_or(Stop::Unsuited(Reason::TooManyMarks))?;
        let Closure {
            entries,
            cells,
            states,
            ..
        } = closure;
        if states << planes.bits > max_states {
            return Err(Stop::Exhausted);
        }
        let mut field = Field {
            space,
            planes,
            entries,
            cells,
            valid: Vec::new(),
            touched: Vec::new(),
        };
        if !field.planes.is_plain() {
            field.valid = field.cells.iter().map(|cell| cell.open).collect();
            field.cells = Vec::with_capacity(field.valid.len() << field.planes.bits);
            for (entry, &valid) in field.valid.iter().enumerate() {
                let key = field.entries.key(entry as u32);
                for plane in 0..field.planes.count() {
                    field.cells.push(Cell {
                        open: valid & field.planes.settled(&field.space, key, plane),
                        pending: W::NONE,
                    });
                }
            }
        }
        Ok(Self::swept(board, scope, field, states))
    }

    /// Sweeps what is open.
    fn swept(board: &Board, scope: Scope, mut field: Field<W>, states: u64) -> Self {
        let wins = Wins::new(board, &field.space);
        let start = field.start();
        let (log, optimum) = field.sweep(&wins, start);
        field.touched = Vec::new();
        let fresh = scope == Scope::Layout && !field.planes.is_plain();
        Self {
            field,
            log,
            states,
            fresh,
            optimum,
        }
    }
}

impl<W: Lanes + Send + Sync> Answers for Explored<W> {
    fn states(&self) -> u64 {
        self.states
    }

    fn levels(&self) -> usize {
        self.log.levels()
    }

    fn count(&self, level: usize) -> u64 {
        LogStates::new(&self.field, &self.log, level, self.fresh).left()
    }

    fn positions(&self, level: usize) -> Box<dyn Iterator<Item = Position> + '_> {
        Box::new(LogStates::new(&self.field, &self.log, level, self.fresh))
    }

    fn optimum(&self) -> Option<u32> {
        self.optimum
    }

    fn optimal_lines(&self, board: &Board) -> Option<OptimalLines<Move>> {
        Some(lines::optimal_lines(board, &self.field, &self.log, self.optimum?))
    }

    fn bytes(&self) -> usize {
        self.field.bytes() + self.log.bytes()
    }

    fn words(&self) -> usize {
        self.field.cells.len()
    }
}

impl<W: Lanes> Field<W> {
    /// Whether a state is still open.
    pub fn is_open(&self, state: State) -> bool {
        let open = self.cells[state.node as usize].open;
        (open & W::bit(state.arrangement)).any()
    }
}
