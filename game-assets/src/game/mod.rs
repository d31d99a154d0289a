//! A game over the shipped packs, in a terminal or line by line.
//!
//! | file | what it holds |
//! |---|---|
//! | `session` | where the player is, what a command does, what is shown |
//! | `table` | a level that is being played, whatever its family |
//! | `hands` | what arrow keys mean as moves |
//! | `screen`, `lines` | the two surfaces: keys on a terminal, commands line by line |
//! | `terminal` | a terminal in the state that the game needs |
//! | `progress`, `store` | what is saved and how it survives new levels; the file |

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

/// The packs that are listed after the worlds.
static OTHERS: &[&Pack] = &[&ROLL_LADDER, &CLASSICS];

/// Plays: with keys if both input and output are a terminal; line by line if not, or if `in_lines` is
/// set.
pub fn run(in_lines: bool) -> ExitCode {
    match play(in_lines) {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of the output is gone.
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
