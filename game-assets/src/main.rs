//! Lists the embedded levels and draws one with its solution.
#![allow(clippy::print_stdout)]

use std::process::ExitCode;

use game_assets::PACKS;
use levels_core::PackLevel;
use levels_core::family::slide::Slide;
use levels_core::puzzle::Family;

fn main() -> ExitCode {
    for pack in PACKS {
        println!(
            "{} ({}): {} levels, every one proven",
            pack.title,
            pack.id,
            pack.levels.len()
        );
        for level in pack.levels {
            println!(
                "  {:<14} optimum {:>2} · three stars ≤ {:>2}, two ≤ {:>2}",
                level.id, level.optimal, level.stars.three, level.stars.two
            );
        }
    }
    let level = PACKS.first().and_then(|pack| pack.levels.get(5));
    match level.map(draw) {
        Some(Ok(drawing)) => {
            print!("{drawing}");
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
fn draw(level: &PackLevel) -> Result<String, String> {
    let board = level
        .open::<Slide>()
        .map_err(|faults| format!("{faults:?}"))?;
    let replay = Slide::replay(&board, level.solution).map_err(|fault| fault.to_string())?;
    let mut text = format!("\n{}, solved in {} moves:\n", level.id, level.optimal);
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
