//! The command line as a value that other crates extend with families of their own:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     levels_gen::Cli::new().run()
//! }
//! ```

mod campaign;
mod cmd;
mod exit;
mod files;
mod input;
mod library;
mod output;
mod pipeline;
mod records;
mod report;
mod unknown;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser};
use levels_core::family::roll::Roll;
use levels_core::family::slide::Slide;
use levels_core::pack::{Families, Stored};
use levels_core::quality::Generate;
use levels_core::registry::built_in;
use serde::de::DeserializeOwned;

/// The command line over a set of families.
#[derive(Debug, Clone)]
pub struct Cli {
    families: Families,
    generators: pipeline::Generators,
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
            generators: pipeline::Generators::new().with::<Slide>().with::<Roll>(),
        }
    }

    /// Adds a family.
    #[must_use]
    pub fn family<F: Stored>(mut self) -> Self {
        self.families = self.families.with::<F>();
        self
    }

    /// Adds a family whose levels can also be generated.
    #[must_use]
    pub fn generator<F: Generate + Stored>(mut self) -> Self
    where
        F::Dials: DeserializeOwned,
    {
        self.generators = self.generators.with::<F>();
        self.family::<F>()
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
                // Help and version go to standard output and are not errors.
                return match fault.print() {
                    _ if fault.use_stderr() => exit::Exit::Usage.into(),
                    Err(full) if full.kind() != std::io::ErrorKind::BrokenPipe => {
                        output::error(&exit::Fault::File(format!("standard output: {full}")));
                        exit::Exit::File.into()
                    }
                    _ => exit::Exit::Ok.into(),
                };
            }
        };
        match arguments.command.run(&self.families, &self.generators) {
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
3 a file could not be read or written; 4 a limit was hit before an answer was known; 5 a bucket could not be filled; 130 interrupted."
)]
struct Arguments {
    #[command(subcommand)]
    command: cmd::Command,
}
