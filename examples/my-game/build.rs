//! Verifies every pack in `levels/` and embeds them as `OUT_DIR/levels.rs`.

use std::process::ExitCode;

use levels_core::embed::Builder;

fn main() -> ExitCode {
    Builder::new().directory("levels").emit()
}
