//! The command line as a value that other crates extend with families of their own:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     levels_gen::Cli::new().run()
//! }
//! ```

mod bench;
mod campaign;
mod cmd;
mod exit;
mod files;
mod input;
mod output;
mod report;

use std::process::ExitCode;

pub use bench::Meter;
use clap::{CommandFactory, FromArgMatches, Parser};
use levels_core::pack::{Families, Stored};
use levels_core::registry::built_in;

/// The command line over a set of families.
#[derive(Debug, Clone)]
pub struct Cli {
    families: Families,
    meter: Option<Meter>,
}

impl Default for Cli {
    fn default() -> Self {
        Self::new()
    }
}

impl Cli {
    /// The command line over the built-in families.
    #[must_use]
    pub fn new() -> Self {
        Self {
            families: built_in(),
            meter: None,
        }
    }

    /// Adds a family.
    #[must_use]
    pub fn family<F: Stored>(mut self) -> Self {
        self.families = self.families.with::<F>();
        self
    }

    /// Lets `bench` tell how much memory is allocated, if the program's allocator counts.
    #[must_use]
    pub fn meter(mut self, meter: Meter) -> Self {
        self.meter = Some(meter);
        self
    }

    /// Parses the arguments of this process and runs what they ask for; the exit code is for `main`
    /// to return.
    #[must_use]
    pub fn run(&self) -> ExitCode {
        let parsed = Arguments::command()
            .try_get_matches()
            .and_then(|matches| Arguments::from_arg_matches(&matches));
        let arguments = match parsed {
            Ok(arguments) => arguments,
            Err(fault) => {
                // Help and version go to standard output and are no fault.
                let code = if fault.use_stderr() {
                    exit::Exit::Usage
                } else {
                    exit::Exit::Ok
                };
                // Nothing can be said to a closed pipe.
                let _ = fault.print();
                return code.into();
            }
        };
        match arguments.command.run(&self.families, self.meter) {
            Ok(code) => code.into(),
            Err(fault) => {
                output::error(&fault);
                fault.exit().into()
            }
        }
    }
}

/// Makes, solves and verifies packs of puzzle levels.
#[derive(Debug, Parser)]
#[command(
    name = "levels-gen",
    version,
    propagate_version = true,
    max_term_width = 100
)]
#[command(
    after_help = "Exit status: 0 all valid or solved; 1 something is invalid or unsolvable; 2 wrong usage; \
3 a file could not be read or written; 4 a limit was hit before an answer was known."
)]
struct Arguments {
    #[command(subcommand)]
    command: cmd::Command,
}
