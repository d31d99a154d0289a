//! The command line.

use std::process::ExitCode;

fn main() -> ExitCode {
    levels_gen::Cli::new().run()
}
