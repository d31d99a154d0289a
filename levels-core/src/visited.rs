//! The set of states seen so far, in order of discovery.
//!
//! Open addressing with linear probing. A slot holds 32 bits of the hash beside the state's number,
//! so a probe that meets another state is told from the tag, without reading that state.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

/// A fast hasher for packed states: multiply and fold, 64 bits at a time.
///
/// States are not chosen by an adversary who could gain from collisions; a hostile level is bounded
/// by the state limit whatever its hashes.
#[derive(Debug, Clone, Copy, Default)]
pub struct StateHasher(u64);

const K: u64 = 0x9E37_79B9_7F4A_7C15;

impl Hasher for StateHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, x: u8) {
        self.write_u64(u64::from(x));
    }

    #[inline]
    fn write_u16(&mut self, x: u16) {
        self.write_u64(u64::from(x));
    }

    #[inline]
    fn write_u32(&mut self, x: u32) {
        self.write_u64(u64::from(x));
    }

    #[inline]
    fn write_u64(&mut self, x: u64) {
        let product = u128::from(self.0 ^ x ^ K).wrapping_mul(0xD6E8_FEB8_6659_FD93_u128 << 1 | 1);
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    #[inline]
    fn write_u128(&mut self, x: u128) {
        self.write_u64(x as u64);
        self.write_u64((x >> 64) as u64);
    }

    #[inline]
    fn write_usize(&mut self, x: usize) {
        self.write_u64(x as u64);
    }
}

#[inline]
fn hash_of<S: Hash>(state: &S) -> u64 {
    let mut hasher = StateHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// States numbered from 0 in the order in which they were inserted.
#[derive(Debug, Clone)]
pub struct Visited<S> {
    /// The upper half is the hash's upper half, the lower half the state's number + 1; 0 is empty.
    slots: Vec<u64>,
    states: Vec<S>,
}

impl<S: Copy + Eq + Hash> Default for Visited<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Copy + Eq + Hash> Visited<S> {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self {
            slots: alloc::vec![0; 256],
            states: Vec::new(),
        }
    }

    /// How many states have been inserted.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether nothing has been inserted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The states in order of insertion.
    #[must_use]
    pub fn states(&self) -> &[S] {
        &self.states
    }

    /// Gives up the table and keeps the states.
    #[must_use]
    pub fn into_states(self) -> Vec<S> {
        self.states
    }

    /// The number of `state`, which is inserted if it is new and fewer than `limit` are held;
    /// `None` where it is new and there is no room.
    #[inline]
    pub fn insert(&mut self, state: S, limit: u32) -> Option<u32> {
        let hash = hash_of(&state);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                break;
            }
            if slot >> 32 == hash >> 32 {
                let number = (slot as u32) - 1;
                if self.states[number as usize] == state {
                    return Some(number);
                }
            }
            at = (at + 1) & mask;
        }
        let number = self.states.len() as u32;
        if number >= limit {
            return None;
        }
        self.slots[at] = (hash >> 32 << 32) | u64::from(number + 1);
        self.states.push(state);
        if self.states.len() * 2 > self.slots.len() {
            self.grow();
        }
        Some(number)
    }

    /// The number of `state` if it has been inserted.
    #[must_use]
    pub fn find(&self, state: S) -> Option<u32> {
        let hash = hash_of(&state);
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let number = (slot as u32).wrapping_sub(1);
            if slot >> 32 == hash >> 32 && self.states[number as usize] == state {
                return Some(number);
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let size = self.slots.len() * 4;
        let mask = size - 1;
        let mut slots = alloc::vec![0_u64; size];
        for (number, state) in self.states.iter().enumerate() {
            let hash = hash_of(state);
            let mut at = hash as usize & mask;
            while slots[at] != 0 {
                at = (at + 1) & mask;
            }
            slots[at] = (hash >> 32 << 32) | (number as u64 + 1);
        }
        self.slots = slots;
    }
}
