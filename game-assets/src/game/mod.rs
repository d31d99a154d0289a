//! A game over the shipped packs, in a terminal or line by line.
//!
//! | file | what it holds |
//! |---|---|
//! | `session` | where the player is, what a command does, what there is to see |
//! | `table` | a level that is being played, whatever its family |
//! | `hands` | what arrow keys mean as moves |
//! | `screen`, `lines` | the two surfaces: keys on a terminal, commands line by line |
//! | `terminal` | a terminal that is ours for a while |
//! | `progress`, `store` | what is saved and how it outlives new levels; the file |

mod hands;
mod lines;
mod progress;
mod screen;
mod session;
mod store;
mod table;
mod terminal;

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use game_assets::{CLASSICS, DAILIES, PACKS, ROLL_LADDER, STAGES, WORLDS};
use levels_core::Pack;
use levels_core::daily::Date;

use progress::Progress;
use session::{Catalog, Session};
use store::{Loaded, Store};

/// What is listed after the worlds.
static OTHERS: &[&Pack] = &[&ROLL_LADDER, &CLASSICS];

/// Plays: with keys where both ends are a terminal, line by line where they are not or where
/// `in_lines` asks for it.
pub fn run(in_lines: bool) -> ExitCode {
    match play(in_lines) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read along has left.
        Err(fault) if fault.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(fault) => {
            eprintln!("error: {fault}");
            ExitCode::from(3)
        }
    }
}

fn play(in_lines: bool) -> io::Result<()> {
    let store = Store::of_user()?;
    let loaded = store.load().map_err(|fault| {
        let file = store.file();
        io::Error::new(fault.kind(), format!("{}: {fault}", file.display()))
    })?;
    let (progress, message) = match loaded {
        Loaded::Progress(progress) => (progress, None),
        Loaded::Aside(path) => {
            let message = format!(
                "the saved progress was damaged; it is kept as {}",
                path.display()
            );
            (Progress::default(), Some(message))
        }
    };
    let catalog = Catalog {
        worlds: WORLDS,
        others: OTHERS,
        all: PACKS,
        dailies: Some(&DAILIES),
        stages: Some(&STAGES),
    };
    let mut session = Session::new(catalog, store, progress, today());
    if let Some(message) = message {
        session.say(message);
    }
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    if terminal && !in_lines {
        screen::run(&mut session)
    } else {
        lines::run(&mut session, io::stdin().lock(), io::stdout().lock())
    }
}

/// Today's date in UTC, by the machine's clock.
fn today() -> Date {
    let seconds = match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => i64::try_from(since.as_secs()).unwrap_or(i64::MAX),
        Err(before) => -i64::try_from(before.duration().as_secs()).unwrap_or(i64::MAX),
    };
    Date::at(seconds)
}
