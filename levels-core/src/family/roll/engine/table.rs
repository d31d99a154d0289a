//! Hash tables of worlds, one for each rank that is still being filled.

use alloc::vec::Vec;

use super::explore::{NO_WORLD, World};
use super::word::Bits;
use crate::search::Room;

/// The worlds of one rank that have been met, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// Open addressing with linear probing. The upper half of a slot is the upper half of the
    /// world's hash, whose first bits give the slot's place, so another world is recognised without
    /// reading it. The lower half is the world's number, never 0; a slot of 0 is empty.
    slots: Vec<u64>,
    used: u32,
    /// 64 less the binary logarithm of the number of slots.
    shift: u32,
}

/// The slots of a new table.
const FIRST_SLOTS: usize = 32;

impl Table {
    /// The number of a world, which is added to `worlds` if it is new; the second value says
    /// whether it was. If there is no memory for it, the number is [`NO_WORLD`].
    #[inline]
    pub fn find_or_add<B: Bits>(
        &mut self,
        worlds: &mut Vec<World<B>>,
        word: B,
        room: &mut Room,
    ) -> (u32, bool) {
        if self.used as usize * 2 >= self.slots.len() && !self.grow(room) {
            return (NO_WORLD, false);
        }
        let hash = word.spread();
        let mask = self.slots.len() - 1;
        let mut at = (hash >> self.shift) as usize;
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                break;
            }
            let number = slot as u32;
            if (slot ^ hash) >> 32 == 0 && worlds[number as usize].word == word {
                return (number, false);
            }
            at += 1;
        }
        if !room.reserve(worlds, 1) {
            return (NO_WORLD, false);
        }
        let number = worlds.len() as u32;
        self.slots[at & mask] = hash >> 32 << 32 | u64::from(number);
        worlds.push(World::new(word));
        self.used += 1;
        (number, true)
    }

    /// Forgets all worlds and keeps the memory.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }

    #[cold]
    fn grow(&mut self, room: &mut Room) -> bool {
        let size = (self.slots.len() * 2).max(FIRST_SLOTS);
        let mut slots = Vec::new();
        if !room.hold(&mut slots, size) {
            return false;
        }
        slots.resize(size, 0);
        let old = core::mem::replace(&mut self.slots, slots);
        self.shift = 64 - size.trailing_zeros();
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = (slot >> self.shift) as usize;
            while self.slots[at & (size - 1)] != 0 {
                at += 1;
            }
            self.slots[at & (size - 1)] = slot;
        }
        true
    }
}
