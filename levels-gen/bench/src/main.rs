//! Measures what the shipped crates do, and nothing that they need: engines against their oracles as
//! ratios in one run (`--suite`), and four ways to propose sliding levels (`--strategies`).

mod measure;
mod roll;
mod slide;
mod strategies;
mod suite;

use std::io::Write as _;
use std::process::ExitCode;

use clap::Parser;
use peak_alloc::PeakAlloc;

/// Counts what is allocated. This program alone pays for that.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Measure engines against their oracles in CPU time, or ways to propose levels against each other.
#[derive(Debug, Parser)]
#[command(name = "levels-bench", max_term_width = 100)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["suite", "strategies"])))]
struct Arguments {
    #[command(flatten)]
    bench: suite::Bench,
    #[command(flatten)]
    strategies: strategies::Strategies,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let text = match arguments.strategies.profile() {
        Some(profile) => arguments.strategies.run(profile),
        None => arguments.bench.run(),
    };
    let printed = text.and_then(|text| {
        let written = std::io::stdout().write_all(text.as_bytes());
        written.map_err(|fault| format!("standard output: {fault}"))
    });
    match printed {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "error: {fault}");
            ExitCode::FAILURE
        }
    }
}
