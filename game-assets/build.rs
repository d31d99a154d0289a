//! Embeds by build script the packs that are not played in their own order, and the stages.

fn main() -> std::process::ExitCode {
    levels_core::embed::Builder::new()
        .pack("../levels/dailies.json")
        .pack("../levels/roll-ladder.json")
        .progression("../levels")
        .emit()
}
