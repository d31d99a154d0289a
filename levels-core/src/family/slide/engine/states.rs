//! Iterates over the states of a level of a log.

use alloc::vec::Vec;

use super::field::Field;
use super::lanes::Lanes;
use super::log::Log;

/// A position of the blocks.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// The place of every block, in the board's order of blocks.
    pub places: Vec<u8>,
    /// Which blocks are marked: sand that is spent, rime that has thawed.
    pub marks: Vec<bool>,
}

/// The states of one level of the log, or only those in which a game level may start.
#[derive(Debug)]
pub(super) struct LogStates<'a, W> {
    field: &'a Field<W>,
    log: &'a Log<W>,
    fresh: bool,
    words: core::ops::Range<usize>,
    node: u32,
    bits: W,
}

impl<'a, W: Lanes> LogStates<'a, W> {
    pub fn new(field: &'a Field<W>, log: &'a Log<W>, level: usize, fresh: bool) -> Self {
        Self {
            field,
            log,
            fresh,
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
        self.words
            .clone()
            .fold(u64::from(self.bits.count()), |left, index| {
                left + u64::from(self.word(index).1.count())
            })
    }

    fn word(&self, index: usize) -> (u32, W) {
        let (node, bits) = self.log.at(index);
        if !self.fresh {
            return (node, bits);
        }
        let (entry, plane) = self.field.split(node);
        let key = self.field.entries.key(entry);
        (
            node,
            bits & self.field.planes.fresh(&self.field.space, key, plane),
        )
    }
}

impl<W: Lanes> Iterator for LogStates<'_, W> {
    type Item = Position;

    fn next(&mut self) -> Option<Position> {
        self.nth(0)
    }

    /// Skips whole words without looking at their states.
    fn nth(&mut self, n: usize) -> Option<Position> {
        let mut skip = n;
        loop {
            let count = self.bits.count() as usize;
            if skip < count {
                break;
            }
            skip -= count;
            let index = self.words.next()?;
            (self.node, self.bits) = self.word(index);
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
        Some(Position { places, marks })
    }
}
