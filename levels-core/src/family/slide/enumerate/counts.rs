//! The counts, set-up by set-up.

use alloc::vec::Vec;
use core::cmp::Reverse;

use super::components::Distances;
use super::minimal::is_minimal;
use super::position::{Order, Position};
use super::setup::Setup;
use super::{Boards, Image};
use crate::family::slide::Level;

/// The counts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Counts {
    /// How many positions there are in all components.
    pub positions: u64,
    /// The components with 0, 1, 2, … blocks besides the Key.
    pub by_blocks: Vec<Count>,
    /// How many components are minimal, mirror images counted once.
    pub minimal_up_to_mirror: u64,
    /// The hardest of the minimal components' first hardest positions; if there are several, the
    /// first.
    pub hardest: Option<Hardest>,
}

/// A number of components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Count {
    /// How many there are.
    pub components: u64,
    /// How many of them hold a won position.
    pub solvable: u64,
    /// How many of those are minimal.
    pub minimal: u64,
    /// The greatest distance of a position to the nearest win, in moves; `None` if nothing can be won.
    pub greatest: Option<u32>,
}

/// A hardest position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hardest {
    /// The fewest moves to a win.
    pub moves: u32,
    /// The position as a level.
    pub level: Level,
    /// Its sort key.
    order: Order,
}

impl Counts {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: Self) {
        self.positions += other.positions;
        self.minimal_up_to_mirror += other.minimal_up_to_mirror;
        for (blocks, count) in other.by_blocks.into_iter().enumerate() {
            self.of_blocks(blocks).add(count);
        }
        let rank = |hardest: &Hardest| (hardest.moves, Reverse(hardest.order));
        self.hardest = self
            .hardest
            .take()
            .into_iter()
            .chain(other.hardest)
            .max_by_key(rank);
    }

    /// The components of all numbers of blocks together.
    #[must_use]
    pub fn total(&self) -> Count {
        let mut total = Count::default();
        for &count in &self.by_blocks {
            total.add(count);
        }
        total
    }

    fn of_blocks(&mut self, blocks: usize) -> &mut Count {
        if self.by_blocks.len() <= blocks {
            self.by_blocks.resize(blocks + 1, Count::default());
        }
        &mut self.by_blocks[blocks]
    }
}

impl Count {
    fn add(&mut self, other: Self) {
        self.components += other.components;
        self.solvable += other.solvable;
        self.minimal += other.minimal;
        self.greatest = self.greatest.max(other.greatest);
    }
}

/// The counts of a part so far.
pub(super) struct Tally<'a> {
    boards: &'a Boards,
    counts: Counts,
    /// The distance and the position.
    hardest: Option<(u32, Position)>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(boards: &'a Boards) -> Self {
        Self {
            boards,
            counts: Counts::default(),
            hardest: None,
        }
    }

    /// Counts the components of a set-up, and those of its image if that is another part.
    pub(super) fn add(&mut self, setup: &Setup<'_>, image: Image) {
        let mut distances = Distances::new(setup);
        let mut components = distances.solvable();
        if image == Image::Own {
            distances.find_own_mirrors(&mut components);
        }
        // How often each visited component counts.
        let copies = if image == Image::Other { 2 } else { 1 };
        let mut count = Count {
            components: copies * (distances.unsolvable() + components.len() as u64),
            solvable: copies * components.len() as u64,
            minimal: 0,
            greatest: components.first().map(|component| component.greatest),
        };
        let mut halves = 0;
        for component in &components {
            let (hardest, mirrored) = (component.hardest, component.hardest_mirrored);
            let is_paired = match image {
                Image::Foreign => false,
                Image::Other => true,
                Image::Own => !component.is_own_mirror,
            };
            let here = is_minimal(&distances, hardest);
            // Whether the image is minimal: its first hardest position without a block is the image of
            // this one without that block.
            let there = if mirrored.number == hardest.number {
                here
            } else {
                is_paired && is_minimal(&distances, mirrored)
            };
            if here {
                count.minimal += 1;
                self.offer(component.greatest, hardest.position);
            }
            if there && copies == 2 {
                count.minimal += 1;
                self.offer(component.greatest, self.boards.mirrored(mirrored.position));
            }
            // Both components of a pair within the set-up are visited, so each counts half.
            if here || is_paired && there {
                halves += if is_paired { copies } else { 2 };
            }
        }
        self.counts.minimal_up_to_mirror += halves / 2;
        self.counts.positions += copies * setup.positions() as u64;
        self.counts.of_blocks(setup.blocks()).add(count);
    }

    /// The counts, with the hardest position drawn.
    pub(super) fn finish(self) -> Counts {
        let hardest = self.hardest.map(|(moves, position)| Hardest {
            moves,
            level: self.boards.level(position),
            order: self.boards.order(position),
        });
        Counts {
            hardest,
            ..self.counts
        }
    }

    /// Keeps a minimal component's hardest position if it is harder than the one so far, or earlier
    /// among equally hard ones.
    fn offer(&mut self, moves: u32, position: Position) {
        let rank =
            |&(moves, position): &(u32, Position)| (moves, Reverse(self.boards.order(position)));
        let offered = (moves, position);
        let best = self.hardest.into_iter().chain([offered]).max_by_key(rank);
        self.hardest = best;
    }
}
