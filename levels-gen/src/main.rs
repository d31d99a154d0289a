//! The command line.

use std::process::ExitCode;

use levels_gen::{Cli, Meter};
use peak_alloc::PeakAlloc;

/// Counts what is allocated, for `bench`.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

fn main() -> ExitCode {
    let meter = Meter {
        reset: || ALLOCATOR.reset_peak_usage(),
        peak: || ALLOCATOR.peak_usage(),
        current: || ALLOCATOR.current_usage(),
    };
    Cli::new().meter(meter).run()
}
