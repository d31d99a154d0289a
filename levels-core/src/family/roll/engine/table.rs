//! Hash tables of worlds, one for each rank that is still being filled.

use alloc::vec::Vec;

use super::explore::World;
use super::word::Bits;

/// The worlds of one rank that have been met, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// Open addressing with linear probing: a world's number + 1, 0 is empty.
    slots: Vec<u32>,
    used: u32,
    /// 64 less the binary logarithm of the number of slots.
    shift: u32,
}

/// The slots of a new table.
const FIRST_SLOTS: usize = 32;

impl Table {
    /// The number of a world, which is added to `worlds` if it is new; the second value says
    /// whether it was.
    #[inline]
    pub fn find_or_add<B: Bits>(&mut self, worlds: &mut Vec<World<B>>, word: B) -> (u32, bool) {
        if self.slots.is_empty() {
            self.slots = alloc::vec![0; FIRST_SLOTS];
            self.shift = 64 - FIRST_SLOTS.trailing_zeros();
        }
        let mask = self.slots.len() - 1;
        let mut at = (word.spread() >> self.shift) as usize;
        loop {
            let slot = self.slots[at & mask];
            if slot == 0 {
                break;
            }
            if worlds[slot as usize - 1].word == word {
                return (slot - 1, false);
            }
            at += 1;
        }
        let number = worlds.len() as u32;
        self.slots[at & mask] = number + 1;
        worlds.push(World::new(word));
        self.used += 1;
        if self.used as usize * 2 > self.slots.len() {
            self.grow(worlds);
        }
        (number, true)
    }

    /// Forgets all worlds and keeps the room.
    pub fn clear(&mut self) {
        self.slots.fill(0);
        self.used = 0;
    }

    #[cold]
    fn grow<B: Bits>(&mut self, worlds: &[World<B>]) {
        let size = self.slots.len() * 4;
        let old = core::mem::replace(&mut self.slots, alloc::vec![0; size]);
        self.shift -= 2;
        for slot in old.into_iter().filter(|&slot| slot != 0) {
            let mut at = (worlds[slot as usize - 1].word.spread() >> self.shift) as usize;
            while self.slots[at & (size - 1)] != 0 {
                at += 1;
            }
            self.slots[at & (size - 1)] = slot;
        }
    }
}
