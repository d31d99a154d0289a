//! Verifies `levels/` and embeds its packs and the order of their stages.

use std::process::ExitCode;

use levels_core::embed::Builder;
use sokoban_rules::Sokoban;

fn main() -> ExitCode {
    Builder::new()
        .family::<Sokoban>()
        .directory("../levels")
        .progression("../levels")
        .command("cargo run -p sokoban-levels --")
        .emit()
}
