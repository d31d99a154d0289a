//! The distance from one win: the layout itself, with sand, ice and rime taken for crystal.
//!
//! A component holds many wins, and most arrangements are nearer to another one.

use alloc::vec::Vec;

use super::{Found, flat};
use crate::bits::Word;
use crate::family::slide::board::Board;
use crate::family::slide::distances::{Explored, TooLarge};
use crate::family::slide::harvest::Harvest;
use crate::family::slide::{ForSliding, Sliding};
use crate::search::{Limits, explore};

pub(super) fn harvest<'a>(layout: &Board, limits: Limits, harvest: Harvest<'a>) -> Found<'a> {
    flat(layout).with_sliding(Single { limits, harvest })
}

struct Single<'a> {
    limits: Limits,
    harvest: Harvest<'a>,
}

impl<'a> ForSliding<Found<'a>> for Single<'a> {
    fn call<W: Word>(mut self, puzzle: &Sliding<'_, W>) -> Found<'a> {
        let graph = explore(puzzle, self.limits).map_err(|_| TooLarge {
            states: u64::from(self.limits.max_states),
        })?;
        let mut places = Vec::new();
        let mut first = 0;
        // Moves can be taken back, so breadth-first depth is the distance to where the search began.
        for (depth, &end) in graph.depth_ends().iter().enumerate() {
            for &state in &graph.states()[first..end as usize] {
                puzzle.board().packing().places_of(state, &mut places);
                self.harvest.offer(&places, depth as u32);
            }
            first = end as usize;
        }
        let explored = Explored {
            states: graph.len() as u64,
            dead_block: false,
        };
        Ok((self.harvest, explored))
    }
}
