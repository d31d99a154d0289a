//! Which solutions are counted and which are kept (docs/rules-roll.md, Solutions).
//!
//! The naive way, for the oracle: every string becomes a key, and the keys are kept in a set.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::super::notation::Move;
use super::budget::Budget;
use super::figures::Solutions;

/// The bytes by which solutions are compared and distinguished.
pub(super) fn bytes(line: &[Move]) -> Vec<u8> {
    line.iter().map(|m| m.glyph() as u8).collect()
}

/// Collects distinct solutions in the order in which they are found.
pub(super) struct Collector {
    keys: BTreeSet<Vec<u8>>,
    first_found: Vec<Vec<Move>>,
    buffer: usize,
}

impl Collector {
    pub(super) fn new(buffer: usize) -> Self {
        Self {
            keys: BTreeSet::new(),
            first_found: Vec::new(),
            buffer,
        }
    }

    /// How many distinct solutions there are so far.
    pub(super) fn count(&self) -> u32 {
        self.keys.len() as u32
    }

    /// Takes a solution; one whose mirror has been taken is the same.
    pub(super) fn take(&mut self, line: &[Move]) {
        let mirror: Vec<Move> = line.iter().rev().map(|m| m.inverse()).collect();
        if self.keys.insert(bytes(line).min(bytes(&mirror))) && self.keys.len() <= self.buffer {
            self.first_found.push(line.to_vec());
        }
    }

    /// The result.
    pub(super) fn finish(self, capped: bool, budget: &Budget) -> Solutions {
        Solutions {
            count: self.count(),
            capped,
            kept: keep(self.first_found, budget.keep),
        }
    }
}

/// The first of the solutions by length and then by byte.
pub(super) fn keep(mut found: Vec<Vec<Move>>, keep: usize) -> Vec<Vec<Move>> {
    found.sort_by_cached_key(|line| (line.len(), bytes(line)));
    found.truncate(keep);
    found
}
