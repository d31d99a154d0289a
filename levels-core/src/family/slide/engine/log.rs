//! Levels of a search, kept one after the other.

use alloc::vec::Vec;

use super::lanes::Lanes;
use crate::search::Room;

/// States by level.
pub(super) trait Leveled<W> {
    /// How many levels are kept.
    fn levels(&self) -> usize;

    /// The nodes of a level with their words.
    fn level(&self, level: usize) -> impl Iterator<Item = (u32, W)> + '_;
}

impl<W: Lanes> Leveled<W> for Log<W> {
    fn levels(&self) -> usize {
        self.levels()
    }

    fn level(&self, level: usize) -> impl Iterator<Item = (u32, W)> + '_ {
        self.level(level)
    }
}

/// The words of each level: every state is in exactly one level.
#[derive(Debug, Clone)]
pub(super) struct Log<W> {
    nodes: Vec<u32>,
    bits: Vec<W>,
    /// Where each level ends.
    ends: Vec<usize>,
}

impl<W: Lanes> Log<W> {
    pub fn new() -> Self {
        Self {
            nodes: Vec::new(),
            bits: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Makes room for more words; false if there is no memory.
    pub fn make_room(&mut self, room: &mut Room, more: usize) -> bool {
        room.reserve(&mut self.nodes, more) && room.reserve(&mut self.bits, more)
    }

    /// Adds a word to the level that is being written.
    #[inline]
    pub fn push(&mut self, node: u32, bits: W) {
        self.nodes.push(node);
        self.bits.push(bits);
    }

    /// Ends the level that is being written; returns whether it has any words. An empty level is
    /// not kept.
    pub fn end_level(&mut self) -> bool {
        let start = self.ends.last().copied().unwrap_or(0);
        if self.nodes.len() == start {
            return false;
        }
        self.ends.push(self.nodes.len());
        true
    }

    /// How many levels are kept.
    pub fn levels(&self) -> usize {
        self.ends.len()
    }

    /// The range of a level in the log.
    pub fn range(&self, level: usize) -> core::ops::Range<usize> {
        let start = level.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[level]
    }

    /// A node and its word.
    #[inline]
    pub fn at(&self, index: usize) -> (u32, W) {
        (self.nodes[index], self.bits[index])
    }

    /// The nodes of a level with their words.
    pub fn level(&self, level: usize) -> impl DoubleEndedIterator<Item = (u32, W)> + '_ {
        let range = self.range(level);
        let nodes = self.nodes[range.clone()].iter();
        nodes
            .zip(&self.bits[range])
            .map(|(&node, &bits)| (node, bits))
    }

    /// How many states a level holds.
    pub fn count(&self, level: usize) -> u64 {
        self.level(level)
            .map(|(_, bits)| u64::from(bits.count()))
            .sum()
    }
}
