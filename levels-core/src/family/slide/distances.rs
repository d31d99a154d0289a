//! The exact distance to a win of every position that a layout's levels may open with.
//!
//! A level opens with fresh bits: no sand is spent, and rime is thawed only where the Key rests
//! beside it. Every *arrangement* of the layout's blocks that can be reached when all of them move
//! as crystal does may be an opening. On plain boards moves can be taken back and one exploration
//! knows all distances. Sand, ice and rime make moves one-way, so there the real rules are explored
//! forward from every arrangement with fresh bits, the moves are kept, and the backward sweep runs
//! over those: walking rules backward would use moves that the player does not have (design,
//! "Generation", 3).
//!
//! [`fresh_distances`] is the one way in.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::board::Board;
use super::level::Kind;
use super::notation::Move;
use super::rules::{ForSliding, Sliding, neighbours};
use crate::bits::Word;
use crate::puzzle::{NoTrace, Puzzle};
use crate::search::{Distances, Limits, StateGraph, UNREACHED, explore, explore_from};

/// A layout has more states than the search was allowed to keep: nothing is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    /// How many states had been kept.
    pub states: u64,
}

/// An arrangement that a level may open with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening<'a> {
    /// The place of every block.
    pub places: &'a [u8],
    /// The fewest moves to the nearest of all wins.
    pub distance: u32,
    /// Whether there would be fewer if sand, ice and rime were crystal.
    pub bent: bool,
}

/// What a search over a layout found beside the openings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explored {
    /// How many states it kept.
    pub states: u64,
    /// Whether a block with an axis, the Key left out, lies at one place in all arrangements: it is
    /// dead in every level of the layout.
    pub dead_block: bool,
}

/// Calls `visit` for every arrangement of the layout with fresh bits whose distance lies in
/// `depths`; the order of the calls means nothing.
///
/// # Errors
/// [`TooLarge`] where the limit was hit; `visit` was not called then.
pub fn fresh_distances(
    layout: &Board,
    limits: Limits,
    depths: RangeInclusive<u32>,
    mut visit: impl FnMut(Opening<'_>),
) -> Result<Explored, TooLarge> {
    let mut deliver = |opening: Opening<'_>| {
        if depths.contains(&opening.distance) {
            visit(opening);
        }
    };
    let Some(flat) = flattened(layout) else {
        let run = Plain {
            limits,
            visit: &mut deliver,
        };
        return layout.with_sliding(run);
    };
    let arrangements = flat.with_sliding(Flat { limits })?;
    let states = arrangements.distances.len() as u64;
    let twisted = layout.with_sliding(Twisted {
        limits,
        arrangements: &arrangements,
        visit: &mut deliver,
    });
    match twisted {
        Ok(more) => Ok(Explored {
            states: states + more,
            dead_block: arrangements.dead_block,
        }),
        Err(more) => Err(TooLarge {
            states: states + more.states,
        }),
    }
}

/// Tells whether a block lies still in all arrangements.
struct Still {
    /// The blocks that have lain at one place so far, with that place.
    blocks: Vec<(usize, u8)>,
}

impl Still {
    fn of(board: &Board) -> Self {
        let blocks = board.blocks().iter().enumerate();
        Self {
            blocks: blocks
                .filter(|&(index, block)| index != board.key() && block.axis.is_some())
                .map(|(index, block)| (index, block.start))
                .collect(),
        }
    }

    fn see(&mut self, places: &[u8]) {
        self.blocks.retain(|&(index, place)| places[index] == place);
    }

    fn any(&self) -> bool {
        !self.blocks.is_empty()
    }
}

/// Whether moves of this kind of block differ from crystal's.
pub(super) fn is_one_way(kind: Kind) -> bool {
    matches!(kind, Kind::Sand | Kind::Ice | Kind::Rime)
}

/// The layout with sand, ice and rime made crystal; `None` where there is none of them.
pub(super) fn flattened(layout: &Board) -> Option<Board> {
    let twisted = |kind| is_one_way(kind);
    if !layout.blocks().iter().any(|block| twisted(block.kind)) {
        return None;
    }
    // Only kinds change, and crystal is never malformed.
    Board::new(&layout.level_with_crystal(|block| twisted(block.kind))).ok()
}

fn too_large(limits: Limits) -> TooLarge {
    TooLarge {
        states: u64::from(limits.max_states),
    }
}

/// Moves that can be taken back: one exploration.
struct Plain<'a, F> {
    limits: Limits,
    visit: &'a mut F,
}

impl<F: FnMut(Opening<'_>)> ForSliding<Result<Explored, TooLarge>> for Plain<'_, F> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<Explored, TooLarge> {
        let graph = explore(puzzle, self.limits).map_err(|_| too_large(self.limits))?;
        let distances = Distances::of(&graph);
        let mut still = Still::of(puzzle.board());
        let mut places = Vec::new();
        for (&state, &distance) in graph.states().iter().zip(distances.all()) {
            puzzle.board().packing().places_of(state, &mut places);
            still.see(&places);
            if distance != UNREACHED {
                (self.visit)(Opening {
                    places: &places,
                    distance,
                    bent: false,
                });
            }
        }
        Ok(Explored {
            states: graph.len() as u64,
            dead_block: still.any(),
        })
    }
}

/// Every arrangement of a layout.
struct Arrangements {
    /// The places of all blocks, one arrangement after another.
    places: Vec<u8>,
    /// The distances if all blocks moved as crystal does.
    distances: Vec<u32>,
    dead_block: bool,
}

struct Flat {
    limits: Limits,
}

impl ForSliding<Result<Arrangements, TooLarge>> for Flat {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<Arrangements, TooLarge> {
        let graph = explore(puzzle, self.limits).map_err(|_| too_large(self.limits))?;
        let mut all = Vec::new();
        let mut still = Still::of(puzzle.board());
        let mut places = Vec::new();
        for &state in graph.states() {
            puzzle.board().packing().places_of(state, &mut places);
            still.see(&places);
            all.extend_from_slice(&places);
        }
        Ok(Arrangements {
            places: all,
            distances: Distances::of(&graph).all().to_vec(),
            dead_block: still.any(),
        })
    }
}

/// The real rules from every arrangement at once.
struct Twisted<'a, F> {
    limits: Limits,
    arrangements: &'a Arrangements,
    visit: &'a mut F,
}

impl<F: FnMut(Opening<'_>)> ForSliding<Result<u64, TooLarge>> for Twisted<'_, F> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<u64, TooLarge> {
        let layout = Layout::new(puzzle);
        let blocks = puzzle.board().blocks().len();
        let starts = self
            .arrangements
            .places
            .chunks_exact(blocks)
            .map(|places| layout.fresh(places));
        let graph: StateGraph<Layout<'_, W>> =
            explore_from(&layout, starts, self.limits).map_err(|_| too_large(self.limits))?;
        let distances = Distances::of(&graph);
        // The starts are numbered first, in the order given, and all of them differ.
        let all = self.arrangements.places.chunks_exact(blocks);
        let flat = &self.arrangements.distances;
        for ((places, &distance), &flat) in all.zip(distances.all()).zip(flat) {
            if distance != UNREACHED {
                (self.visit)(Opening {
                    places,
                    distance,
                    bent: flat < distance,
                });
            }
        }
        Ok(graph.len() as u64)
    }
}

/// The rules of all levels of a layout at once: rime may open anywhere, so whether the Key thaws it
/// is tested where it lies.
struct Layout<'a, W> {
    rules: Sliding<'a, W>,
    /// For each place of the Key, the cells that share an edge with it.
    beside: Vec<u64>,
    rime: Vec<Frozen>,
}

/// A rime block.
struct Frozen {
    /// Its index on the board.
    index: usize,
    /// The bit that says it has thawed.
    mark: u32,
}

impl<'a, W: Word> Layout<'a, W> {
    fn new(puzzle: &Sliding<'a, W>) -> Self {
        let board = puzzle.board();
        let key = &board.blocks()[board.key()];
        let blocks = board.blocks().iter().zip(board.packing().fields());
        Self {
            rules: puzzle.clone().without_thaws(),
            beside: key
                .footprints
                .iter()
                .map(|&cells| neighbours(cells))
                .collect(),
            rime: blocks
                .enumerate()
                .filter(|(_, (block, _))| block.kind == Kind::Rime)
                .filter_map(|(index, (_, fields))| fields.mark.map(|mark| Frozen { index, mark }))
                .collect(),
        }
    }

    /// The state in which a level opens with the blocks at these places.
    fn fresh(&self, places: &[u8]) -> W {
        let marks = alloc::vec![false; places.len()];
        let packing = self.rules.board().packing();
        self.thaw(packing.encode(places, &marks))
    }

    /// The state with the rime thawed that the Key rests beside.
    fn thaw(&self, state: W) -> W {
        let board = self.rules.board();
        let fields = board.packing().fields();
        let beside = self.beside[usize::from(fields[board.key()].get(state))];
        self.rime.iter().fold(state, |state, rime| {
            let place = usize::from(fields[rime.index].get(state));
            if board.blocks()[rime.index].footprints[place] & beside == 0 {
                state
            } else {
                state.with_field(rime.mark, 1, 1)
            }
        })
    }
}

impl<W: Word> Puzzle for Layout<'_, W> {
    type State = W;
    type Move = Move;
    type Trace = NoTrace;

    const WON_IS_FINAL: bool = false;

    fn start(&self) -> W {
        self.thaw(self.rules.start())
    }

    fn is_won(&self, state: W) -> bool {
        self.rules.is_won(state)
    }

    fn expand(&self, state: W, mut visit: impl FnMut(Move, W, NoTrace)) -> u32 {
        let key = self.rules.board().key();
        self.rules.expand(state, |m, next, trace| {
            // Only where the Key comes to rest can it touch what it did not touch before: what is
            // frozen does not move.
            let next = if usize::from(m.block) == key {
                self.thaw(next)
            } else {
                next
            };
            visit(m, next, trace);
        })
    }

    fn frame(&self, state: W) -> Vec<String> {
        self.rules.frame(state)
    }
}
