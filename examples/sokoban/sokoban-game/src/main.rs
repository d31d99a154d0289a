//! A Sokoban game: without an argument it lists the levels, with an id it plays one.
//!
//! Every level was proven while this was compiled; at run time only hints are searched.

use std::error::Error;
use std::io::{self, BufRead as _, Write as _};
use std::process::ExitCode;

use levels_core::PackLevel;
use levels_core::play::{Hint, Play};
use levels_core::puzzle::Family as _;
use sokoban_rules::Sokoban;

mod levels {
    include!(concat!(env!("OUT_DIR"), "/levels.rs"));
}

fn main() -> ExitCode {
    let Some(id) = std::env::args().nth(1) else {
        list();
        return ExitCode::SUCCESS;
    };
    let Some(level) = levels::PACKS.iter().find_map(|pack| pack.get(&id)) else {
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

/// The stages in their order: a rhythm of easy and hard ones, not a sort.
fn list() {
    for (number, stage) in (1..).zip(levels::STAGES.stages.iter().flatten()) {
        let level = levels::PACKS.iter().find_map(|pack| pack.get(stage.level));
        let pushes = level.map_or(0, |level| level.optimal);
        println!(
            "{number:>3}  {}  {pushes:>2} pushes  {}",
            stage.level, stage.tone
        );
    }
    println!("Play one: cargo run -p sokoban-game -- yard/01");
}

fn play(level: &PackLevel) -> Result<(), Box<dyn Error>> {
    let mut play = Play::<Sokoban>::new(level.open::<Sokoban>()?);
    println!("c4> pushes the box in column c, row 4 to the right; hint, undo, restart, quit");
    show(&play);
    for line in io::stdin().lock().lines() {
        match line?.trim() {
            "quit" => break,
            "undo" => drop(play.undo()),
            "restart" => play.restart(),
            "hint" => {
                hint(&play);
                continue;
            }
            pushes => push(&mut play, pushes),
        }
        show(&play);
        if play.is_won() {
            let pushes = play.moves().len() as u32;
            let stars = level.stars_for(pushes);
            println!("Won in {pushes} pushes: {stars} of 3 stars");
            break;
        }
    }
    Ok(io::stdout().flush()?)
}

fn push(play: &mut Play<Sokoban>, mut text: &str) {
    while !text.is_empty() {
        let Some((push, length)) = play.read_move(text) else {
            println!("`{text}` is not a push");
            return;
        };
        if let Err(fault) = play.apply(push) {
            println!("{fault}");
            return;
        }
        text = text[length..].trim_start();
    }
}

fn hint(play: &Play<Sokoban>) {
    match play.hint(200_000) {
        Hint::Move { action, left } => {
            let push = Sokoban::write_line(play.board(), &[action]);
            println!("{push}, and {} more", left - 1);
        }
        Hint::Won => println!("it is won"),
        Hint::Lost => println!("it cannot be won from here: undo, or restart"),
        Hint::Unknown { max_states } => println!("not found among {max_states} positions"),
    }
}

fn show(play: &Play<Sokoban>) {
    print!("   ");
    for column in (b'a'..=b'z').take(play.board().width()) {
        print!("{}", char::from(column));
    }
    println!();
    for (number, row) in (1..).zip(&play.frame().rows) {
        println!("{number:>2} {row}");
    }
}
