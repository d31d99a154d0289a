//! Lists the embedded levels; `play` plays them.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod game;

use std::error::Error;
use std::process::ExitCode;

use game_assets::PACKS;
use levels_core::PackLevel;
use levels_core::family::slide::Slide;
use levels_core::puzzle::Family;
use levels_core::wording::plural;

const USAGE: &str = "\
Usage: game-assets [play [--lines]]

Without an argument it lists the levels and draws one with its solution.

  play          play with keys, in a terminal
  play --lines  play with commands, one per line; this is also the default if input or output
                is not a terminal

Progress is kept in progress.json in the user's data folder; GAME_ASSETS_DATA names another folder.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] => list(),
        ["play"] => game::run(false),
        ["play", "--lines"] => game::run(true),
        ["help" | "--help" | "-h"] => {
            print!("{USAGE}");
            ExitCode::SUCCESS
        }
        _ => {
            eprint!("{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn list() -> ExitCode {
    for pack in PACKS {
        println!(
            "{} ({}): {}, all proven",
            pack.title,
            pack.id,
            plural(pack.levels.len(), "level")
        );
        for level in pack.levels {
            println!(
                "  {:<16} optimum {:>2} · three stars ≤ {:>2}, two ≤ {:>2}",
                level.id, level.optimal, level.stars.three, level.stars.two
            );
        }
    }
    let level = PACKS.first().and_then(|pack| pack.levels.get(5));
    match level.map(draw) {
        Some(Ok(drawing)) => {
            print!("{drawing}");
            println!("\nPlay them: cargo run -p game-assets -- play");
            ExitCode::SUCCESS
        }
        Some(Err(fault)) => {
            println!("{fault}");
            ExitCode::FAILURE
        }
        None => ExitCode::FAILURE,
    }
}

/// The opening position and every step of the embedded solution.
fn draw(level: &PackLevel) -> Result<String, Box<dyn Error>> {
    let board = level.open::<Slide>()?;
    let replay = Slide::replay(&board, level.solution)?;
    let mut text = format!(
        "\n{}, solved in {}:\n",
        level.id,
        plural(level.optimal, "move")
    );
    for (index, frame) in replay.frames.iter().enumerate() {
        if let Some(m) = index
            .checked_sub(1)
            .and_then(|before| replay.moves.get(before))
        {
            text.push_str(&format!("\n{}\n", Slide::write_line(&board, &[*m])));
        }
        text.push_str(&Slide::picture(&board, frame).to_string());
    }
    Ok(text)
}
