//! Iterates over the states of a level of a log.

use alloc::vec::Vec;

use super::field::Field;
use super::lanes::Lanes;
use super::log::Log;

/// A position of the blocks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// The place of every block, in the board's order of blocks.
    pub places: Vec<u8>,
    /// Which blocks are marked: sand that is spent, rime that has thawed.
    pub marks: Vec<bool>,
}

/// The states of one level.
#[derive(Debug)]
pub(super) struct LogStates<'a, W> {
    field: &'a Field<W>,
    log: &'a Log<W>,
    words: core::ops::Range<usize>,
    node: u32,
    bits: W,
}

impl<'a, W: Lanes> LogStates<'a, W> {
    pub fn new(field: &'a Field<W>, log: &'a Log<W>, level: usize) -> Self {
        Self {
            field,
            log,
            words: if level < log.levels() {
                log.range(level)
            } else {
                0..0
            },
            node: 0,
            bits: W::NONE,
        }
    }

    /// How many states are left.
    pub fn left(&self) -> u64 {
        let words = self.words.clone().map(|index| self.log.at(index).1);
        words.fold(u64::from(self.bits.count()), |left, bits| {
            left + u64::from(bits.count())
        })
    }
}

impl<W: Lanes> Iterator for LogStates<'_, W> {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        self.nth(0)
    }

    /// Skips whole words without looking at their states.
    fn nth(&mut self, n: usize) -> Option<Placement> {
        let mut skip = n;
        loop {
            let count = self.bits.count() as usize;
            if skip < count {
                break;
            }
            skip -= count;
            let index = self.words.next()?;
            (self.node, self.bits) = self.log.at(index);
        }
        for _ in 0..skip {
            self.bits = self.bits.pop()?.1;
        }
        let (arrangement, rest) = self.bits.pop()?;
        self.bits = rest;
        let (entry, plane) = self.field.split(self.node);
        let places = self
            .field
            .space
            .places(self.field.entries.key(entry), arrangement);
        let marks = self.field.planes.marks(plane, &places);
        Some(Placement { places, marks })
    }
}
