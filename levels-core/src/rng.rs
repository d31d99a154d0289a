//! Random numbers that are the same on every machine: one seed per candidate, never a shared
//! stream.

use rand_pcg::rand_core::{Rng as _, SeedableRng as _};

/// The generator of one candidate.
#[derive(Debug, Clone)]
pub struct Rng(rand_pcg::Pcg64);

impl Rng {
    /// The generator for `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(rand_pcg::Pcg64::seed_from_u64(seed))
    }

    /// The generator of candidate `index` of the run with `seed`. Candidates of one run do not
    /// depend on the order or the thread in which they are made.
    #[must_use]
    pub fn for_candidate(seed: u64, index: u64) -> Self {
        Self::new(mix(seed) ^ mix(index.wrapping_add(0x9E37_79B9_7F4A_7C15)))
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// A uniform number below `bound` (0 for a bound of 0), without bias: multiply and reject
    /// (Lemire, "Fast random integer generation in an interval", 2019).
    pub fn below(&mut self, bound: u32) -> u32 {
        if bound == 0 {
            return 0;
        }
        let threshold = bound.wrapping_neg() % bound;
        loop {
            let product = (self.bits() >> 32) * u64::from(bound);
            if product as u32 >= threshold {
                return (product >> 32) as u32;
            }
        }
    }

    /// True with probability `numerator / denominator`.
    pub fn chance(&mut self, numerator: u32, denominator: u32) -> bool {
        self.below(denominator) < numerator
    }

    /// A uniform number in [0, 1) with 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Puts a slice into uniformly random order (Fisher–Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }
}

/// A bijection of 64-bit numbers that spreads every bit (the finaliser of splitmix64).
#[must_use]
pub fn mix(mut x: u64) -> u64 {
    x ^= x >> 30;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^= x >> 27;
    x = x.wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}
