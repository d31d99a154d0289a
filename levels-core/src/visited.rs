//! The set of states seen so far, in order of discovery.
//!
//! Open addressing with linear probing. A slot holds 32 bits of the hash beside the state's number,
//! so a probe recognises another state by its tag, without reading that state.

use alloc::vec::Vec;
use core::hash::{Hash, Hasher};

/// A fast hasher for packed states: multiply and fold, 64 bits at a time.
///
/// No adversary chooses the states to cause collisions, and the state limit bounds a hostile level
/// whatever its hashes.
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

/// Decides whether a set may grow.
pub trait Grant {
    /// Whether this many more bytes may be taken.
    fn grant(&mut self, bytes: usize) -> bool;

    /// Called if the system did not have these bytes.
    fn denied(&mut self);
}

/// Lets a set grow as far as the system allows.
#[derive(Debug, Clone, Copy, Default)]
pub struct Free;

impl Grant for Free {
    fn grant(&mut self, _: usize) -> bool {
        true
    }

    fn denied(&mut self) {}
}

/// States numbered from 0 in the order in which they were inserted.
#[derive(Debug, Clone)]
pub struct Visited<S, G = Free> {
    /// The upper half is the hash's upper half, the lower half the state's number + 1; 0 is empty.
    slots: Vec<u64>,
    states: Vec<S>,
    /// How many states fit.
    room: usize,
    grant: G,
}

const FIRST_SLOTS: usize = 256;

impl<S: Copy + Eq + Hash> Default for Visited<S> {
    fn default() -> Self {
        Self::new()
    }
}

impl<S: Copy + Eq + Hash> Visited<S> {
    /// An empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::within(Free)
    }
}

impl<S: Copy + Eq + Hash, G: Grant> Visited<S, G> {
    /// An empty set that grows as far as `grant` allows.
    #[must_use]
    pub fn within(grant: G) -> Self {
        Self {
            slots: alloc::vec![0; FIRST_SLOTS],
            states: Vec::new(),
            room: 0,
            grant,
        }
    }

    /// Who says whether it may grow.
    pub fn grant(&mut self) -> &mut G {
        &mut self.grant
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
    /// `None` if it is new and there is no room, or no memory.
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
        if number as usize == self.room {
            at = self.grow(hash)?;
        }
        self.slots[at] = (hash >> 32 << 32) | u64::from(number + 1);
        self.states.push(state);
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

    /// Makes room for more states; returns the free slot for the one with this hash, or `None` if
    /// there is no more memory.
    #[cold]
    fn grow(&mut self, hash: u64) -> Option<usize> {
        let held = self.states.len();
        if held == self.states.capacity() {
            let more = held.max(8);
            self.allow(more * size_of::<S>())?;
            let given = self.states.try_reserve_exact(more);
            self.given(given.is_ok())?;
        }
        if held * 2 == self.slots.len() {
            let size = self.slots.len() * 4;
            self.allow(size * size_of::<u64>())?;
            let mut slots = Vec::new();
            self.given(slots.try_reserve_exact(size).is_ok())?;
            slots.resize(size, 0);
            for (number, state) in self.states.iter().enumerate() {
                let hash = hash_of(state);
                let at = free_slot(&slots, hash);
                slots[at] = (hash >> 32 << 32) | (number as u64 + 1);
            }
            self.slots = slots;
        }
        self.room = self.states.capacity().min(self.slots.len() / 2);
        Some(free_slot(&self.slots, hash))
    }

    fn allow(&mut self, bytes: usize) -> Option<()> {
        self.grant.grant(bytes).then_some(())
    }

    fn given(&mut self, given: bool) -> Option<()> {
        if !given {
            self.grant.denied();
        }
        given.then_some(())
    }
}

/// The first free slot for a hash.
fn free_slot(slots: &[u64], hash: u64) -> usize {
    let mask = slots.len() - 1;
    let mut at = hash as usize & mask;
    while slots[at] != 0 {
        at = (at + 1) & mask;
    }
    at
}
