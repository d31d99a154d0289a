//! The choice of the inner blocks.
//!
//! The fuller a word is, the more it is worth, and it is fuller if its blocks can move more while
//! everything else stands still. A block's *gain* is the logarithm of the average length of its
//! lines: a line is a set of states that differ in that block alone and lead to each other by
//! moving it. Gains of a set add up well enough that the set with the greatest sum under the bound
//! of a word is within a few per cent of the best (measured on the benchmark's tight boards: exact
//! gains fill words to 7.8 states, the best set to 8.1).

use alloc::vec::Vec;

use super::tracks::Tracks;
use crate::rng::Rng;

/// How many states the search in depth visits.
const LOOKS: usize = 128;
/// How many neighbours of each state it takes.
const BRANCHES: u32 = 3;
/// A logarithm of one as an integer: decisions compare only integers.
const SCALE: f64 = 65536.0;

/// For each movable block, the logarithm of the average length of its lines, scaled to integers.
#[derive(Debug, Clone)]
pub(super) struct Gains(Vec<u64>);

impl Gains {
    /// From the number of states seen and the number of lines of each block that they are on.
    pub fn from_lines(states: u64, lines: &[u64]) -> Self {
        let gain = |&n: &u64| (libm::log(states as f64 / n.max(1) as f64) * SCALE) as u64;
        Self(lines.iter().map(gain).collect())
    }

    /// From a short search in depth from the start that takes neighbours in random order: deep and
    /// narrow, so it soon sees positions that differ from the start.
    ///
    /// A state with more moves counts less, since the search reaches such states more often.
    pub fn by_depth(tracks: &Tracks) -> Self {
        let movable = &tracks.movable;
        let count = movable.len();
        let mut rng = Rng::new(0);
        // Sums of these distinguish positions well enough: an error only costs a state of the
        // survey.
        let names: Vec<u64> = movable.iter().map(|_| rng.bits() | 1).collect();
        let mut seen = Seen::new();
        let mut stack: Vec<u8> = movable.iter().map(|track| track.start).collect();
        let mut names_of = alloc::vec![0_u64];
        let mut digits = stack.clone();
        let mut ranges = alloc::vec![0_u64; count];
        let mut weights = 0_u64;
        let mut options: Vec<(u64, u8, u8)> = Vec::new();
        seen.insert(0);
        for _ in 0..LOOKS {
            let Some(name) = names_of.pop() else {
                break;
            };
            let top = stack.len() - count;
            digits.copy_from_slice(&stack[top..]);
            stack.truncate(top);
            let occupied = tracks.occupied(&digits);
            options.clear();
            let mut moves = 0;
            for (index, track) in movable.iter().enumerate() {
                let digit = digits[index];
                let others = occupied & !track.footprints[usize::from(digit)];
                let mut low = digit;
                while low > 0 && track.footprints[usize::from(low - 1)] & others == 0 {
                    low -= 1;
                    let by = names[index].wrapping_mul(u64::from(digit - low));
                    options.push((name.wrapping_sub(by), index as u8, low));
                }
                let mut high = digit;
                while high + 1 < track.count
                    && track.footprints[usize::from(high + 1)] & others == 0
                {
                    high += 1;
                    let by = names[index].wrapping_mul(u64::from(high - digit));
                    options.push((name.wrapping_add(by), index as u8, high));
                }
                moves += u32::from(high - low);
            }
            let weight = 65536 / u64::from(moves.max(1));
            weights += weight;
            for &(_, index, _) in &options {
                ranges[usize::from(index)] += weight;
            }
            let skip = rng.below(moves) as usize;
            let (before, after) = options.split_at(skip.min(options.len()));
            let mut branches = BRANCHES;
            for &(name, index, to) in after.iter().chain(before) {
                if branches == 0 {
                    break;
                }
                if seen.insert(name) {
                    branches -= 1;
                    names_of.push(name);
                    let from = core::mem::replace(&mut digits[usize::from(index)], to);
                    stack.extend_from_slice(&digits);
                    digits[usize::from(index)] = from;
                }
            }
        }
        let weights = weights.max(1) as f64;
        let gain = |&n: &u64| (libm::log(1.0 + n as f64 / weights) * SCALE) as u64;
        Self(ranges.iter().map(gain).collect())
    }

    /// The set of movable blocks, as a bit for each, with the greatest sum of gains among those
    /// whose numbers of places multiply to at most `bound`.
    pub fn best_set(&self, tracks: &Tracks, bound: u32) -> u64 {
        // The best set for each product, by sum and then by bits, so that ties are broken the same
        // way everywhere.
        let mut best: Vec<Option<(u64, u64)>> = alloc::vec![None; bound as usize + 1];
        best[1] = Some((0, 0));
        for (index, (track, &gain)) in tracks.movable.iter().zip(&self.0).enumerate() {
            let count = usize::from(track.count);
            for product in (1..=bound as usize / count).rev() {
                if let Some((sum, set)) = best[product] {
                    let slot = &mut best[product * count];
                    *slot = (*slot).max(Some((sum + gain + 1, set | 1 << index)));
                }
            }
        }
        best.into_iter().flatten().max().map_or(0, |(_, set)| set)
    }

    /// The sum of a set's gains.
    pub fn sum(&self, set: u64) -> u64 {
        self.0
            .iter()
            .enumerate()
            .map(|(index, gain)| if set >> index & 1 == 1 { *gain } else { 0 })
            .sum()
    }
}

/// A small set of names of positions.
struct Seen {
    slots: Vec<u64>,
    free: usize,
}

impl Seen {
    fn new() -> Self {
        let size = LOOKS * 8;
        Self {
            slots: alloc::vec![0; size],
            free: size / 2,
        }
    }

    /// Inserts a name; false if it is not new or there is no room.
    fn insert(&mut self, name: u64) -> bool {
        let name = name | 1 << 63;
        let mask = self.slots.len() - 1;
        let mut at = name.wrapping_mul(0x9E37_79B9_7F4A_7C15) as usize >> 20;
        loop {
            let slot = &mut self.slots[at & mask];
            if *slot == name || self.free == 0 {
                return false;
            }
            if *slot == 0 {
                *slot = name;
                self.free -= 1;
                return true;
            }
            at += 1;
        }
    }
}
