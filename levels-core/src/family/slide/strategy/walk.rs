//! A random walk away from the won layout, as many moves long as are wanted, with sand, ice and rime
//! taken for crystal.
//!
//! Walks double back, and the way home is almost always shorter than the walk.

use alloc::vec::Vec;

use super::{Found, flat};
use crate::bits::Word;
use crate::family::slide::board::Board;
use crate::family::slide::distances::Explored;
use crate::family::slide::harvest::Harvest;
use crate::family::slide::{ForSliding, Sliding};
use crate::puzzle::Puzzle;
use crate::rng::Rng;

pub(super) fn harvest<'a>(layout: &Board, harvest: Harvest<'a>, rng: &mut Rng) -> Found<'a> {
    flat(layout).with_sliding(Walk { harvest, rng })
}

struct Walk<'a, 'r> {
    harvest: Harvest<'a>,
    rng: &'r mut Rng,
}

impl<'a> ForSliding<Found<'a>> for Walk<'a, '_> {
    fn call<W: Word>(mut self, puzzle: &Sliding<'_, W>) -> Found<'a> {
        let depths = self.harvest.depths();
        let span = (depths.end() + 1).saturating_sub(*depths.start());
        let moves = depths.start() + self.rng.below(span);
        let mut state = puzzle.start();
        let mut next = Vec::new();
        for _ in 0..moves {
            next.clear();
            puzzle.expand(state, |_, target, _| next.push(target));
            let Some(&target) = next.get(self.rng.below(next.len() as u32) as usize) else {
                break;
            };
            state = target;
        }
        let mut places = Vec::new();
        puzzle.board().packing().places_of(state, &mut places);
        self.harvest.offer(&places, moves);
        let explored = Explored {
            states: u64::from(moves),
            dead_block: false,
        };
        Ok((self.harvest, explored))
    }
}
