//! The entries met so far: one for each key, found by hash, with links to the entries one unit step
//! away.

use alloc::vec::Vec;

use crate::search::Room;

/// The value of a link to no known entry.
pub(super) const NO_ENTRY: u32 = u32::MAX;

/// Entries numbered from 0 in the order in which they were added.
#[derive(Debug, Clone)]
pub(super) struct Entries {
    heads: Vec<Head>,
    /// For each entry, the entries after each unit step. Grows in strides, so it may be longer than
    /// there are entries.
    links: Vec<u32>,
    /// How many unit steps there are: two for each outer block.
    width: usize,
    /// Open addressing with linear probing; an entry's number + 1, or 0 if empty.
    slots: Vec<u32>,
    shift: u32,
    /// How many entries fit into all tables.
    room: usize,
}

/// How many entries the links grow by.
const STRIDE: usize = 64;

#[derive(Debug, Clone, Copy)]
struct Head {
    key: u64,
    /// The unit steps that are still worth trying.
    steps: u64,
}

impl Entries {
    /// No entries; `outer` blocks are in the key, and about `expected` entries are expected.
    pub fn new(outer: usize, expected: usize) -> Self {
        let bits = (expected * 2).next_power_of_two().trailing_zeros();
        Self {
            heads: Vec::with_capacity(expected),
            links: Vec::with_capacity(expected * outer * 2),
            width: outer * 2,
            slots: alloc::vec![0; 1 << bits],
            shift: u64::BITS - bits,
            room: expected,
        }
    }

    /// Whether `more` entries may be added without asking for memory.
    #[inline]
    pub fn has_room(&self, more: usize) -> bool {
        self.len() + more <= self.room
    }

    /// Makes room for `more` entries, usually for many more; `None` if there is no memory,
    /// otherwise how many entries now fit in total.
    pub fn make_room(&mut self, room: &mut Room, more: usize) -> Option<usize> {
        let wanted = (self.len() + more).max(2 * self.room);
        let links = (wanted + STRIDE) * self.width;
        let slots = (wanted * 2).next_power_of_two();
        let made = room.hold(&mut self.heads, wanted)
            && room.hold(&mut self.links, links)
            && room.hold(&mut self.slots, slots);
        if !made {
            return None;
        }
        while self.slots.len() < slots {
            self.grow();
        }
        self.room = wanted;
        Some(wanted)
    }

    pub fn len(&self) -> usize {
        self.heads.len()
    }

    #[inline]
    pub fn key(&self, entry: u32) -> u64 {
        self.heads[entry as usize].key
    }

    #[inline]
    pub fn steps(&self, entry: u32) -> u64 {
        self.heads[entry as usize].steps
    }

    #[inline]
    pub fn add_steps(&mut self, entry: u32, steps: u64) {
        self.heads[entry as usize].steps |= steps;
    }

    /// Marks a unit step as no longer worth trying.
    #[inline]
    pub fn drop_step(&mut self, entry: u32, step: usize) {
        self.heads[entry as usize].steps &= !(1 << step);
    }

    /// The entry after a unit step, or [`NO_ENTRY`] if none is known.
    #[inline]
    pub fn link(&self, entry: u32, step: usize) -> u32 {
        self.links[entry as usize * self.width + step]
    }

    /// Notes that a unit step leads from one entry to another, and its reverse back.
    #[inline]
    pub fn set_link(&mut self, from: u32, step: usize, to: u32) {
        self.links[from as usize * self.width + step] = to;
        self.links[to as usize * self.width + (step ^ 1)] = from;
    }

    #[inline]
    fn slot(&self, key: u64) -> usize {
        // Fibonacci hashing; the fold includes the upper half of wide keys.
        ((key ^ key >> 32).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> self.shift) as usize
    }

    /// The entry with a key, if there is one.
    pub fn find(&self, key: u64) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let mut at = self.slot(key);
        loop {
            let number = self.slots[at & mask].checked_sub(1)?;
            if self.key(number) == key {
                return Some(number);
            }
            at += 1;
        }
    }

    /// The entry with a key, which is added if there is none: it is new if its number is the number
    /// of entries there were.
    #[inline(always)]
    pub fn find_or_add(&mut self, key: u64) -> u32 {
        let mask = self.slots.len() - 1;
        let mut at = self.slot(key);
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                return self.add(key, at & mask);
            }
            if self.heads[slot as usize - 1].key == key {
                return slot - 1;
            }
            at += 1;
        }
    }

    #[inline(never)]
    fn add(&mut self, key: u64, slot: usize) -> u32 {
        let number = self.heads.len();
        self.slots[slot] = number as u32 + 1;
        self.heads.push(Head { key, steps: 0 });
        if self.links.len() < (number + 1) * self.width {
            self.links.resize((number + STRIDE) * self.width, NO_ENTRY);
        }
        if (number + 1) * 2 > self.slots.len() {
            self.grow();
        }
        number as u32
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(size, 0);
        self.shift -= 1;
        let mask = size - 1;
        for number in 0..self.heads.len() {
            let mut at = self.slot(self.heads[number].key);
            while self.slots[at & mask] != 0 {
                at += 1;
            }
            self.slots[at & mask] = number as u32 + 1;
        }
    }
}
