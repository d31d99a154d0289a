//! The distances of openings by the plain search: for layouts that words cannot represent, and as
//! the oracle for the others.
//!
//! The real rules are explored forward from every arrangement with fresh bits, the moves are kept,
//! and the backward sweep runs over those.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::{Explored, Opening, Sets, TooLarge, flattened};
use crate::bits::Word;
use crate::family::slide::board::Board;
use crate::family::slide::level::Kind;
use crate::family::slide::notation::Move;
use crate::family::slide::rules::{ForSliding, Sliding, neighbours};
use crate::picture::Frame;
use crate::puzzle::{NoTrace, Puzzle};
use crate::search::{Distances, Limits, StateGraph, UNREACHED, explore, explore_from};

/// Like [`fresh_distances`](super::fresh_distances), by the plain search.
pub(in crate::family::slide) fn fresh_distances(
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
    let sets = Sets::of(layout);
    let Some(flat) = flattened(layout) else {
        let run = Plain {
            limits,
            visit: &mut deliver,
        };
        return layout.with_sliding(run);
    };
    let allowed = Limits::states(sets.arrangements(limits));
    let arrangements = flat
        .with_sliding(Flat { limits: allowed })
        .map_err(|_| too_large(limits))?;
    // Times the number of sets, so these are within the limit.
    layout.with_sliding(Twisted {
        limits,
        arrangements: &arrangements,
        visit: &mut deliver,
    })?;
    Ok(sets.explored(arrangements.distances.len() as u64, arrangements.dead_block))
}

/// Finds out whether a block is at the same place in all arrangements.
struct Still {
    /// The blocks that have been at only one place so far, with that place.
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

fn too_large(limits: Limits) -> TooLarge {
    TooLarge {
        states: u64::from(limits.max_states),
    }
}

/// Moves that can be undone: one exploration is enough.
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
    /// The distances if all blocks moved like crystal.
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

impl<F: FnMut(Opening<'_>)> ForSliding<Result<(), TooLarge>> for Twisted<'_, F> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<(), TooLarge> {
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
        Ok(())
    }
}

/// The rules of all levels of a layout at once: rime may open anywhere, so its current place
/// decides whether the Key thaws it.
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
            // The Key can only touch something new where it comes to rest, since frozen blocks do
            // not move.
            let next = if usize::from(m.block) == key {
                self.thaw(next)
            } else {
                next
            };
            visit(m, next, trace);
        })
    }

    fn frame(&self, state: W) -> Frame {
        self.rules.frame(state)
    }
}
