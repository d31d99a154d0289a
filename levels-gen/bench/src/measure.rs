//! Compares engines with their oracles, in CPU time and in one run. Machines are shared and noisy, so a
//! figure is a ratio, and a time is the least of several.

use std::time::Duration;

use cpu_time::ThreadTime;

use crate::ALLOCATOR;

/// CPU time and memory of one piece of work.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// The least CPU time of several runs on one thread.
    pub cpu: Duration,
    /// The most bytes that were allocated at one time, without those allocated before.
    pub bytes: usize,
}

/// Runs some work several times: until it has taken `enough` in all, at least once.
pub fn measure<R>(enough: Duration, mut work: impl FnMut() -> R) -> (R, Cost) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    let start = ThreadTime::now();
    let mut result = work();
    let mut least = start.elapsed();
    let bytes = ALLOCATOR.peak_usage().saturating_sub(before);
    let mut spent = least;
    let mut runs = 1;
    while spent < enough && runs < 50 {
        let start = ThreadTime::now();
        result = work();
        let took = start.elapsed();
        least = least.min(took);
        spent += took;
        runs += 1;
    }
    (result, Cost { cpu: least, bytes })
}

/// The geometric mean; 0 of nothing.
#[must_use]
pub fn geometric_mean(ratios: &[f64]) -> f64 {
    if ratios.is_empty() {
        return 0.0;
    }
    let sum: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    (sum / ratios.len() as f64).exp()
}
