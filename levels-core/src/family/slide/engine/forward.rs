//! Level-by-level search from the opening position under the real rules, which adds new entries as
//! it goes.

use super::entries::Entries;
use super::field::Field;
use super::lanes::Lanes;
use super::log::Log;
use super::planes::Planes;
use super::space::Space;
use super::wins::Wins;
use crate::search::Room;
use alloc::vec::Vec;

/// How a forward search ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    /// Everything was reached.
    Complete,
    /// The last level has wins; no earlier level has.
    Won,
    /// More states were reached than were allowed, or there was no more memory.
    Exhausted,
    /// The words hold so little that they would need more memory than the states are worth.
    TooSparse,
}

/// Nodes are numbered in 32 bits; a level that begins below this number does not overflow them.
const MAX_NODES: u64 = 1 << 31;

impl<W: Lanes> Field<W> {
    /// A field with only the opening position.
    pub fn at_start(space: Space<W>, planes: Planes<W>, room: Room) -> Self {
        let expected = 512;
        let mut field = Self {
            entries: Entries::new(space.outer.len(), expected),
            space,
            planes,
            cells: Vec::with_capacity(expected),
            valid: Vec::with_capacity(expected),
            touched: Vec::with_capacity(64),
            room,
        };
        // Rime beside the Key at the start has no plane bit, so the start is in plane 0.
        let (key, arrangement) = field.space.start();
        let entry = field.enter(key);
        let node = field.node(entry, 0);
        field.touch(node, W::bit(arrangement));
        field
    }

    /// Searches forward from what is pending until everything is reached, or, if `wins` are given,
    /// until a level has a win. Level `d` of the log holds the states that take `d` moves;
    /// afterwards `open` is what was not reached.
    pub fn search(&mut self, wins: Option<&Wins<W>>, max_states: u64) -> (Log<W>, Ended) {
        let mut log = Log::new();
        let mut states = 0;
        let special = !self.planes.special.is_empty();
        // On a plain board every node has a state that can be reached. Other boards also have nodes
        // that ice only passes through, and nodes of planes that nothing enters.
        let (max_nodes, ended) = if special {
            (max_states.saturating_mul(4), Ended::TooSparse)
        } else {
            (max_states, Ended::Exhausted)
        };
        let max_nodes = max_nodes.min(MAX_NODES);
        while self.end_level(&mut log) {
            let level = log.levels() - 1;
            if let Some(wins) = wins {
                let won = |(node, bits)| {
                    let key = self.entries.key(self.split(node).0);
                    wins.among(&self.space, key, bits).any()
                };
                if log.level(level).any(won) {
                    return (log, Ended::Won);
                }
            }
            states += log.count(level);
            if states > max_states {
                return (log, Ended::Exhausted);
            }
            for index in log.range(level) {
                let (node, bits) = log.at(index);
                self.spread::<true>(node, bits);
                if special {
                    self.advance_special(node, bits);
                }
                if self.cells.len() as u64 > max_nodes {
                    return (log, ended);
                }
                if self.room.refused().is_some() {
                    return (log, Ended::Exhausted);
                }
            }
        }
        if self.room.refused().is_some() {
            return (log, Ended::Exhausted);
        }
        (log, Ended::Complete)
    }

    /// Turns `open` from what was not reached into what was reached.
    pub fn turn(&mut self) {
        let planes = self.planes.count();
        for entry in 0..self.entries.len() as u32 {
            let key = self.entries.key(entry);
            for plane in 0..planes {
                let settled = self.planes.settled(&self.space, key, plane);
                let node = self.node(entry, plane) as usize;
                let all = self.valid[entry as usize] & settled;
                self.cells[node].open = all & !self.cells[node].open;
            }
        }
    }
}
