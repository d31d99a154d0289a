//! A small game: without an argument it lists the levels, with an id it plays one.

use std::error::Error;
use std::io::{self, BufRead as _};
use std::process::ExitCode;

use levels_core::PackLevel;
use levels_core::family::slide::Slide;
use levels_core::play::{Hint, Play};
use levels_core::puzzle::Family as _;

// One pack, by the macro.
levels_macro::include_pack! {
    /// The levels of the meadow.
    pub static MEADOW = "levels/meadow.json";
}

// A whole folder of packs, by the build script: `all::PACKS`. You need one of the two ways.
mod all {
    include!(concat!(env!("OUT_DIR"), "/levels.rs"));
}

fn main() -> ExitCode {
    let Some(id) = std::env::args().nth(1) else {
        for level in MEADOW.levels {
            println!("{:<12} {:>2} moves", level.id, level.optimal);
        }
        println!("Play one: cargo run -- meadow/1");
        return ExitCode::SUCCESS;
    };
    let Some(level) = all::PACKS.iter().find_map(|pack| pack.get(&id)) else {
        eprintln!("no level is called `{id}`");
        return ExitCode::from(2);
    };
    match play(level) {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("{fault}");
            ExitCode::from(3)
        }
    }
}

fn play(level: &PackLevel) -> Result<(), Box<dyn Error>> {
    let mut play = Play::<Slide>::new(level.open::<Slide>()?);
    println!("b>3 moves block b three cells to the right (< > ^ v); hint, undo, restart, quit");
    print!("{}", play.picture());
    for line in io::stdin().lock().lines() {
        match line?.trim() {
            "quit" => break,
            "undo" => drop(play.undo()),
            "restart" => play.restart(),
            "hint" => println!("{}", hint(&play)),
            text => match play.read_move(text) {
                Some((action, length)) if length == text.len() => {
                    play.apply(action)?;
                }
                _ => println!("not possible; possible moves: {}", moves(&play)),
            },
        }
        print!("{}", play.picture());
        if play.is_won() {
            let count = play.moves().len() as u32;
            let stars = level.stars_for(count);
            println!("Won in {count} moves: {stars} of 3 stars");
            break;
        }
    }
    Ok(())
}

fn moves(play: &Play<Slide>) -> String {
    Slide::write_line(play.board(), play.legal_moves())
}

fn hint(play: &Play<Slide>) -> String {
    match play.hint(200_000) {
        Hint::Move { action, .. } => Slide::write_line(play.board(), &[action]),
        Hint::Won => "it is won".into(),
        Hint::Lost => "it cannot be won from here: undo, or restart".into(),
        Hint::Unknown { max_states } => format!("not found among {max_states} positions"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_embed_the_same_levels() {
        assert_eq!(all::PACKS.len(), 1);
        assert_eq!(all::PACKS[0].levels, MEADOW.levels);
    }

    #[test]
    fn hints_lead_to_three_stars() {
        for level in MEADOW.levels {
            let board = level.open::<Slide>();
            let board = board.unwrap_or_else(|faults| panic!("{faults:?}"));
            let mut play = Play::<Slide>::new(board);
            while let Hint::Move { action, .. } = play.hint(200_000) {
                assert!(play.apply(action).is_ok());
            }
            assert!(play.is_won());
            assert_eq!(level.stars_for(play.moves().len() as u32), 3);
        }
    }
}
