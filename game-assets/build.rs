//! The build-script route: what is drawn from rather than played in order.

fn main() -> std::process::ExitCode {
    levels_core::embed::Builder::new()
        .pack("../levels/dailies.json")
        .pack("../levels/roll-ladder.json")
        .progression("../levels")
        .emit()
}
