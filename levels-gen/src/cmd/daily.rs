//! `daily`: the puzzle of a date.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use levels_core::daily::Date;
use levels_core::pack::{Families, Finding, Options, verify};

use crate::exit::{Exit, Fault};
use crate::input::{self, How};
use crate::report::board::draw;
use crate::report::{self, Format};
use crate::{files, output};

/// Draw the puzzle of a date.
#[derive(Debug, Args)]
#[command(
    after_help = "The puzzle is verified first. If `verify` would refuse it, the reasons are printed instead, and the exit status \
    is 1, or 4 if a limit was hit."
)]
pub struct Daily {
    /// The date in UTC, as year-month-day [default: today]
    #[arg(long, value_name = "DATE")]
    date: Option<Date>,
    /// The pack with the puzzles
    #[arg(long, value_name = "FILE", default_value = "levels/dailies.json")]
    pack: PathBuf,
}

impl Daily {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let date = match self.date {
            Some(date) => date,
            None => today()?,
        };
        let source = files::source(&self.pack)?;
        let boards = input::read(&source, &How::pack(), families)?;
        let index = date.puzzle(boards.len() as u32) as usize;
        let board = boards
            .get(index)
            .ok_or_else(|| Fault::Invalid(format!("{}: it has no levels", source.name())))?;
        let sources = [source];
        let verification = verify(&sources, families, &Options::default());
        // Other levels of the pack belong to other days.
        let of_today = |found: &&Finding| found.level.as_ref().is_none_or(|id| *id == board.id);
        let findings = || verification.findings().filter(of_today);
        report::findings(&sources, findings(), Format::Human)?;
        let exit = report::exit(findings());
        if let (Exit::Ok, Ok(level)) = (exit, &board.level) {
            let picture = level.picture(&level.frame());
            output::styled(&format!("{date} · {}\n{}", board.id, draw(&picture)))?;
        }
        Ok(exit)
    }
}

fn today() -> Result<Date, Fault> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let seconds = now.ok().and_then(|now| i64::try_from(now.as_secs()).ok());
    seconds
        .map(Date::at)
        .ok_or_else(|| Fault::Usage("the clock is set before 1970; give a --date".to_string()))
}
