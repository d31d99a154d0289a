//! Benchmarks; the shipped crates do not depend on them. They compare engines with their oracles, as
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

/// Counts allocated bytes. Only this program has the cost of counting.
#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// Compare engines with their oracles in CPU time, or ways to propose levels with each other.
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
