//! The states of a board as words, and how moves spread from one set of them to the next.
//!
//! A *node* is an entry in one plane: `entry << planes.bits | plane`. Each node has a cell of two
//! words: `open`, the arrangements that a search may still reach, and `pending`, those that it will
//! reach next.

use alloc::vec::Vec;

use super::closure::Closure;
use super::entries::{Entries, NO_ENTRY};
use super::lanes::Lanes;
use super::planes::Planes;
use super::space::Space;
use crate::family::slide::board::{Board, MAX_SIDE};
use crate::search::Room;

/// The words of one node.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Cell<W> {
    pub open: W,
    pub pending: W,
}

/// The states of a board as words.
#[derive(Debug, Clone)]
pub(super) struct Field<W> {
    pub space: Space<W>,
    pub planes: Planes<W>,
    pub entries: Entries,
    pub cells: Vec<Cell<W>>,
    /// For each entry, the arrangements that a drag may pass through; empty if not needed: on plain
    /// boards that are completely known.
    pub valid: Vec<W>,
    /// The nodes with something pending, in the order in which they were first touched.
    pub touched: Vec<u32>,
    /// The memory for all of this. Once it has refused memory, the results have no meaning.
    pub room: Room,
}

impl<W: Lanes> Field<W> {
    /// The states of a closure, all open, in the single plane of blocks that all move back and
    /// forth freely.
    pub fn closed(board: &Board, space: Space<W>, closure: Closure<W>) -> Self {
        Self {
            space,
            planes: Planes::plain(board),
            entries: closure.entries,
            cells: closure.cells,
            valid: Vec::new(),
            touched: Vec::new(),
            room: closure.room,
        }
    }

    /// Stores what is open as what a drag may pass through.
    #[cfg(feature = "make")]
    pub fn keep_valid(&mut self) {
        if self.room.reserve(&mut self.valid, self.cells.len()) {
            self.valid.extend(self.cells.iter().map(|cell| cell.open));
        }
    }

    /// Adds planes over what is valid, and opens everything that can occur in them.
    #[cfg(feature = "make")]
    pub fn lay(&mut self, planes: Planes<W>) {
        self.planes = planes;
        self.cells.clear();
        let cells = self.valid.len() << self.planes.bits;
        if !self.room.reserve(&mut self.cells, cells) {
            return;
        }
        for (entry, &valid) in self.valid.iter().enumerate() {
            let key = self.entries.key(entry as u32);
            for plane in 0..self.planes.count() {
                self.cells.push(Cell {
                    open: valid & self.planes.settled(&self.space, key, plane),
                    pending: W::NONE,
                });
            }
        }
    }

    /// Adds arrangements to what is pending.
    #[inline]
    pub fn touch(&mut self, node: u32, bits: W) {
        let cell = &mut self.cells[node as usize];
        if !cell.pending.any() {
            self.touched.push(node);
        }
        cell.pending |= bits;
    }

    /// Adds the arrangements that are open to what is pending.
    #[inline]
    pub fn land(&mut self, node: u32, bits: W) {
        let bits = bits & self.cells[node as usize].open;
        if bits.any() {
            self.touch(node, bits);
        }
    }

    /// The entry that some of the arrangements reach by a unit step. If `GROW` is set, an entry
    /// that is not known yet is added.
    #[inline(always)]
    pub fn next<const GROW: bool>(&mut self, entry: u32, step: usize, bits: W) -> Option<u32> {
        let known = self.entries.link(entry, step);
        if known != NO_ENTRY {
            return Some(known);
        }
        if GROW && self.entries.steps(entry) >> step & 1 == 1 {
            self.discover(entry, step, bits)
        } else {
            None
        }
    }

    /// Spreads `from` by one move of each block that moves back and forth freely.
    ///
    /// Their lines are symmetric, so once one state of a line is reached, the next level holds the
    /// whole line: a drag need not pass through states that were reached before. If `GROW` is set,
    /// entries that are not known yet are added.
    #[inline]
    pub fn spread<const GROW: bool>(&mut self, node: u32, from: W) {
        let (entry, plane) = self.split(node);
        let open = self.cells[node as usize].open;
        if open.any() {
            let free = self.planes.free_inner[plane as usize];
            let mut reached = W::NONE;
            for (i, inner) in self.space.inner.iter().enumerate() {
                if free >> i & 1 == 1 {
                    reached |= inner.drag(from, open);
                }
            }
            if reached.any() {
                self.touch(node, reached);
            }
        }
        let mut steps = self.entries.steps(entry) & self.planes.free_steps[plane as usize];
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            let (mut at, mut go) = (entry, from);
            while let Some(to) = self.next::<GROW>(at, step, go) {
                let node = self.node(to, plane);
                let cell = &mut self.cells[node as usize];
                go &= cell.open;
                if !go.any() {
                    break;
                }
                if !cell.pending.any() {
                    self.touched.push(node);
                }
                cell.pending |= go;
                at = to;
            }
        }
    }

    /// The entry after a unit step, if a search has reached it.
    pub fn known(&self, entry: u32, step: usize) -> Option<u32> {
        let known = self.entries.link(entry, step);
        (known != NO_ENTRY).then_some(known)
    }

    /// The node of an entry in a plane.
    #[inline]
    pub fn node(&self, entry: u32, plane: u32) -> u32 {
        entry << self.planes.bits | plane
    }

    /// The entry and the plane of a node.
    #[inline]
    pub fn split(&self, node: u32) -> (u32, u32) {
        let bits = self.planes.bits;
        (node >> bits, node & ((1 << bits) - 1))
    }

    /// Looks for the entry after a unit step of some arrangements, and adds it if they can get
    /// there at all. A step that no valid arrangement can take is not tried again.
    #[inline(never)]
    fn discover(&mut self, entry: u32, step: usize, bits: W) -> Option<u32> {
        let key = self.space.stepped(self.entries.key(entry), step);
        let outer = step / 2;
        let digit = self.space.digit(key, outer);
        let free = self.space.outer[outer].digits[digit].free;
        if !(bits & free).any() {
            if !(self.valid[entry as usize] & free).any() {
                self.entries.drop_step(entry, step);
            }
            return None;
        }
        let to = self.enter(key);
        self.entries.set_link(entry, step, to);
        Some(to)
    }

    /// The entry with a key; a new one has everything valid open. If there is no more memory, the
    /// result is an arbitrary entry.
    #[inline]
    pub fn enter(&mut self, key: u64) -> u32 {
        if !self.entries.has_room(1) && !self.make_room() {
            return 0;
        }
        let entry = self.entries.find_or_add(key);
        if entry as usize == self.valid.len() {
            self.open_entry(entry, key);
        }
        entry
    }

    #[cold]
    fn make_room(&mut self) -> bool {
        let Self {
            entries,
            room,
            cells,
            valid,
            touched,
            ..
        } = self;
        let all = entries.make_room(room, 1);
        all.is_some_and(|all| {
            let nodes = all << self.planes.bits;
            room.hold(valid, all) && room.hold(cells, nodes) && room.hold(touched, nodes)
        })
    }

    fn open_entry(&mut self, entry: u32, key: u64) {
        let space = &self.space;
        let digit_mask = (1_u64 << space.width) - 1;
        let mut valid = space.base;
        let mut occupied = space.fixed;
        let mut rest = key;
        for outer in &space.outer {
            let digit = &outer.digits[(rest & digit_mask) as usize % MAX_SIDE];
            rest >>= space.width;
            valid &= digit.free;
            occupied |= digit.cells;
        }
        // Only steps into cells that no outer block covers are worth trying. `discover` checks
        // later whether an inner block is in the way of everything valid.
        let mut steps = 0_u64;
        let mut rest = key;
        for (j, outer) in space.outer.iter().enumerate() {
            let [down, up] = outer.digits[(rest & digit_mask) as usize % MAX_SIDE].enter;
            rest >>= space.width;
            let ways = u64::from(down & occupied == 0) | u64::from(up & occupied == 0) << 1;
            steps |= ways << (2 * j);
        }
        self.entries.add_steps(entry, steps);
        self.valid.push(valid);
        for plane in 0..self.planes.count() {
            self.cells.push(Cell {
                open: valid & self.planes.settled(&self.space, key, plane),
                pending: W::NONE,
            });
        }
    }
}
