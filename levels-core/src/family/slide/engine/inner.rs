//! The choice of the inner blocks.
//!
//! A word is worth the more the fuller it is, and it is the fuller the more its blocks can move
//! while everything else stands still. A block's *gain* is the logarithm of the average length of
//! its lines: a line is a set of states that differ in that block alone and lead to each other by
//! moving it. Gains of a set add up well enough that the set with the greatest sum under the bound
//! of a word is within a few per cent of the best (measured on the benchmark's tight boards, where
//! gains known exactly fill words to 7.8 states against 8.1 for the best set).

use alloc::vec::Vec;

use super::tracks::Tracks;
use crate::rng::Rng;

/// Steps of the walk.
const WALK: u32 = 96;
/// What a logarithm of one is worth in integers: decisions compare integers alone.
const SCALE: f64 = 65536.0;

/// For each movable block, the logarithm of the average length of its lines, scaled to integers.
#[derive(Debug, Clone)]
pub(super) struct Gains(Vec<u64>);

impl Gains {
    /// From how many states were seen and on how many lines of each block they lie.
    pub fn from_lines(states: u64, lines: &[u64]) -> Self {
        let gain = |&n: &u64| (libm::log(states as f64 / n.max(1) as f64) * SCALE) as u64;
        Self(lines.iter().map(gain).collect())
    }

    /// From a random walk from the start: cheap and rough, since it stays near the start.
    pub fn by_walk(tracks: &Tracks) -> Self {
        let movable = &tracks.movable;
        let mut digits: Vec<u8> = movable.iter().map(|track| track.start).collect();
        let mut others_seen = alloc::vec![0_u32; movable.len()];
        let mut rng = Rng::new(0);
        let mut occupied = tracks.occupied(&digits);
        let mut ranges = alloc::vec![(0, 0); movable.len()];
        for _ in 0..WALK {
            let mut moves = 0;
            for (index, track) in movable.iter().enumerate() {
                let digit = digits[index];
                let others = occupied & !track.footprints[usize::from(digit)];
                let free = |d: &u8| track.footprints[usize::from(*d)] & others == 0;
                let low = (0..digit).rev().take_while(free).last().unwrap_or(digit);
                let high = (digit + 1..track.count).take_while(free).last().unwrap_or(digit);
                ranges[index] = (low, high);
                others_seen[index] += u32::from(high - low);
                moves += u32::from(high - low);
            }
            if moves == 0 {
                break;
            }
            let mut pick = rng.below(moves);
            for (index, track) in movable.iter().enumerate() {
                let (low, high) = ranges[index];
                if pick >= u32::from(high - low) {
                    pick -= u32::from(high - low);
                    continue;
                }
                let digit = digits[index];
                let to = low + pick as u8 + u8::from(low + pick as u8 >= digit);
                occupied ^= track.footprints[usize::from(digit)];
                occupied ^= track.footprints[usize::from(to)];
                digits[index] = to;
                break;
            }
        }
        let gain = |&n: &u32| (libm::log(1.0 + f64::from(n) / f64::from(WALK)) * SCALE) as u64;
        Self(others_seen.iter().map(gain).collect())
    }

    /// The set of movable blocks, as a bit for each, with the greatest sum of gains among those
    /// whose numbers of places multiply to at most `bound`.
    pub fn best_set(&self, tracks: &Tracks, bound: u32) -> u64 {
        // The best set for each product, by sum and then by bits, so that ties fall the same way
        // everywhere.
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

    pub fn mixed(&self, other: &Self, a: u64, b: u64) -> Self {
        Self(self.0.iter().zip(&other.0).map(|(x, y)| (x * a + y * b) / (a + b)).collect())
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
