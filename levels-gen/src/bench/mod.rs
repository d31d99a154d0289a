//! Measuring engines against their oracles, in CPU time and in one run: machines are shared and noisy,
//! so a figure is a ratio, and a time is the least of several.

pub mod roll;
pub mod slide;

use std::time::Duration;

use cpu_time::ThreadTime;

/// What tells how much memory is allocated. The binary has an allocator that counts; a command line
/// of another crate may have none.
#[derive(Debug, Clone, Copy)]
pub struct Meter {
    /// Forgets the peak so far.
    pub reset: fn(),
    /// The greatest number of bytes that were allocated at one time since.
    pub peak: fn() -> usize,
    /// How many bytes are allocated now.
    pub current: fn() -> usize,
}

/// CPU time and memory of one piece of work.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// The least CPU time of several runs on one thread.
    pub cpu: Duration,
    /// The most bytes that were allocated at one time beyond those before, if anybody counts.
    pub bytes: Option<usize>,
}

/// Runs some work several times: until it has taken `enough` in all, at least once.
pub fn measure<R>(
    meter: Option<Meter>,
    enough: Duration,
    mut work: impl FnMut() -> R,
) -> (R, Cost) {
    let before = meter.map(|meter| {
        (meter.reset)();
        (meter.current)()
    });
    let start = ThreadTime::now();
    let mut result = work();
    let mut least = start.elapsed();
    let bytes = meter
        .zip(before)
        .map(|(meter, before)| (meter.peak)().saturating_sub(before));
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
