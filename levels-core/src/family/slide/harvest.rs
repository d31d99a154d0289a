//! Which arrangements of a layout become candidates.
//!
//! Shallow arrangements are found first and are far more numerous than deep ones, so candidates are
//! taken round-robin from the wanted depths (docs/rules-slide.md, Harvest). For each depth a
//! uniformly random sample is kept, chosen by a keyed hash of the arrangement. So the order in
//! which a search finds arrangements does not matter, and every engine gives the same candidates.

use alloc::boxed::Box;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::rng::mix;

/// An arrangement that may become a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    /// The place of every block.
    pub places: Box<[u8]>,
    /// Its depth, in moves.
    pub depth: u32,
}

/// A sample of arrangements by depth.
pub(super) struct Harvest<'a> {
    wanted: &'a [u32],
    per_depth: usize,
    key: u64,
    /// For each wanted depth, the arrangements with the least hashes, with the greatest of these on
    /// top.
    samples: Vec<BinaryHeap<(u64, Box<[u8]>)>>,
}

impl<'a> Harvest<'a> {
    /// An empty sample. `wanted` are depths, the most wanted first. At most `per_depth`
    /// arrangements of each are kept, selected by `key`.
    pub fn new(wanted: &'a [u32], per_depth: u32, key: u64) -> Self {
        Self {
            wanted,
            per_depth: per_depth as usize,
            key,
            samples: wanted.iter().map(|_| BinaryHeap::new()).collect(),
        }
    }

    /// The depths from the least wanted one to the greatest; empty if none is wanted.
    pub fn depths(&self) -> RangeInclusive<u32> {
        let least = self.wanted.iter().min().copied().unwrap_or(1);
        let greatest = self.wanted.iter().max().copied().unwrap_or(0);
        least..=greatest
    }

    /// Offers an arrangement. Offer each arrangement only once.
    pub fn offer(&mut self, places: &[u8], depth: u32) {
        let Some(index) = self.wanted.iter().position(|&wanted| wanted == depth) else {
            return;
        };
        let hash = hash(self.key, places);
        let sample = &mut self.samples[index];
        if sample.len() < self.per_depth {
            sample.push((hash, places.into()));
        } else if sample
            .peek()
            .is_some_and(|(greatest, held)| (hash, places) < (*greatest, held))
        {
            sample.pop();
            sample.push((hash, places.into()));
        }
    }

    /// The candidates, one of each depth in turn, at most `per_layout`.
    pub fn round_robin(self, per_layout: u32) -> Vec<Candidate> {
        let mut rows: Vec<_> = self
            .samples
            .into_iter()
            .map(|sample| sample.into_sorted_vec().into_iter())
            .collect();
        let mut candidates = Vec::new();
        let mut any = true;
        while any {
            any = false;
            for (row, &depth) in rows.iter_mut().zip(self.wanted) {
                if candidates.len() == per_layout as usize {
                    return candidates;
                }
                if let Some((_, places)) = row.next() {
                    candidates.push(Candidate { places, depth });
                    any = true;
                }
            }
        }
        candidates
    }
}

/// One of the hardest openings of a layout, each equally likely.
pub(super) struct Hardest {
    key: u64,
    /// The hash decides among equals.
    held: Option<(u64, Candidate)>,
}

impl Hardest {
    /// No opening yet; `key` decides which one of several is taken.
    pub fn new(key: u64) -> Self {
        Self { key, held: None }
    }

    /// Offers an arrangement. One that is already won is not an opening.
    pub fn offer(&mut self, places: &[u8], depth: u32) {
        let greatest = self.held.as_ref().map_or(0, |(_, held)| held.depth);
        if depth == 0 || depth < greatest {
            return;
        }
        let hash = hash(self.key, places);
        let first = match &self.held {
            Some((least, held)) if held.depth == depth => (hash, places) < (*least, &*held.places),
            _ => true,
        };
        if first {
            let places = places.into();
            self.held = Some((hash, Candidate { places, depth }));
        }
    }

    /// The opening; `None` if no arrangement can be won that is not already won.
    pub fn found(self) -> Option<Candidate> {
        self.held.map(|(_, held)| held)
    }
}

fn hash(key: u64, places: &[u8]) -> u64 {
    places.chunks(8).fold(key, |hash, chunk| {
        let word = chunk
            .iter()
            .fold(0, |word, &byte| word << 8 | u64::from(byte));
        mix(hash ^ mix(word.wrapping_add(0x9E37_79B9_7F4A_7C15)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn harvested(order: &[(u8, u32)], wanted: &[u32], per_depth: u32, most: u32) -> Vec<(u8, u32)> {
        let mut harvest = Harvest::new(wanted, per_depth, 7);
        for &(place, depth) in order {
            harvest.offer(&[place], depth);
        }
        let candidates = harvest.round_robin(most);
        candidates.iter().map(|c| (c.places[0], c.depth)).collect()
    }

    #[test]
    fn depths_take_turns() {
        let found: Vec<(u8, u32)> = (0..40)
            .map(|n| (n, if n < 30 { 3 } else { 4 + u32::from(n) % 2 }))
            .collect();
        let depths = |taken: Vec<(u8, u32)>| -> Vec<u32> { taken.iter().map(|t| t.1).collect() };
        let all = harvested(&found, &[5, 3, 9], 60, 400);
        assert_eq!(depths(all.clone())[..10], [5, 3, 5, 3, 5, 3, 5, 3, 5, 3]);
        assert_eq!(all.len(), 35);
        assert_eq!(depths(harvested(&found, &[5, 3], 2, 400)), [5, 3, 5, 3]);
        assert_eq!(depths(harvested(&found, &[5, 3], 60, 3)), [5, 3, 5]);
        assert_eq!(harvested(&found, &[], 60, 400), []);
    }

    #[test]
    fn the_order_of_discovery_does_not_matter() {
        let found: Vec<(u8, u32)> = (0..200).map(|n| (n, 3)).collect();
        let mut backward = found.clone();
        backward.reverse();
        let sample = harvested(&found, &[3], 10, 400);
        assert_eq!(harvested(&backward, &[3], 10, 400), sample);
        // A sample, not the first ones.
        assert!(sample.iter().any(|&(place, _)| place > 100));
    }
}
