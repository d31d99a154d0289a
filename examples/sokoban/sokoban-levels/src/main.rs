//! The command line with Sokoban in it: `cargo run -p sokoban-levels -- verify levels`.

use std::process::ExitCode;

use levels_gen::Cli;
use sokoban_rules::Sokoban;

fn main() -> ExitCode {
    Cli::new().family::<Sokoban>().run()
}
