//! `import`: a pack from boards in one-line notation.

use std::path::PathBuf;

use clap::Args;
use levels_core::pack::{AnyLevel, Families, LevelFile, PackFile, SCHEMA_PATH};
use levels_core::quality::Outcome;
use levels_core::wording::plural;
use rayon::prelude::*;

use super::Limits;
use super::made::{HELP, Target, deliver};
use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::input::{self, How, NOTATIONS, disagreements};
use crate::output;
use crate::report;

/// Write a pack from boards in one-line notation, solved and rated.
#[derive(Debug, Args)]
#[command(after_long_help = format!("{HELP} Each board that --skip leaves out is named with the reason; if one was left out because a limit was hit, \
the exit status is 4.\n\n{NOTATIONS}"))]
pub struct Import {
    /// The boards; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    how: How,
    /// The id of the pack; levels are called ID/01, ID/02, …
    #[arg(long)]
    id: String,
    /// The title of the pack
    #[arg(long)]
    title: Option<String>,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// Order the levels from easiest to hardest (by optimum, then by input order)
    #[arg(long)]
    sort: bool,
    /// Leave out boards that are invalid, unsolvable, not as claimed, already won or equal to an earlier one,
    /// instead of refusing the whole input
    #[arg(long)]
    skip: bool,
    #[command(flatten)]
    limits: Limits,
}

/// A board that goes into the pack.
struct Picked {
    optimal: u32,
    level: Box<dyn AnyLevel>,
}

impl Import {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let target = Target {
            out: self.out.as_deref(),
            force: self.force,
        };
        target.check(None)?;
        let boards = input::boards(&self.file, &self.how, families)?;
        let outcomes: Vec<_> = self.limits.pool()?.install(|| {
            let outcome = |board: &input::Board| {
                board.level.as_ref().ok().map(|level| {
                    let survey = level.survey(self.limits.of(board));
                    (disagreements(&board.claims, &survey), survey.outcome)
                })
            };
            boards.par_iter().map(outcome).collect()
        });
        let mut exit = Exit::Ok;
        let mut undecided = 0;
        let mut picked: Vec<Picked> = Vec::new();
        let mut seen: Vec<(String, String)> = Vec::new();
        let mut family = None;
        for (board, outcome) in boards.into_iter().zip(outcomes) {
            let refused = match (board.level, outcome) {
                (Err(messages), _) => Err((Exit::Invalid, report::on_one_line(&messages))),
                (Ok(_), None) => Err((Exit::Exhausted, "not solved".to_string())),
                (Ok(_), Some((wrong, _))) if !wrong.is_empty() => {
                    let messages: Vec<String> = wrong
                        .iter()
                        .map(|(_, message)| message.to_string())
                        .collect();
                    Err((
                        wrong
                            .iter()
                            .map(|(exit, _)| *exit)
                            .fold(Exit::Ok, Exit::and),
                        format!("not as claimed: {}", report::on_one_line(&messages)),
                    ))
                }
                (Ok(_), Some((_, Outcome::Exhausted { limit }))) => {
                    Err((Exit::Exhausted, format!("{limit}; {}", limit.raise())))
                }
                (Ok(_), Some((_, Outcome::Unsolvable { why, .. }))) => {
                    Err((Exit::Invalid, format!("unsolvable: {why}")))
                }
                (Ok(level), Some((_, Outcome::Solved { line }))) => {
                    let form = level.canonical();
                    let twin = seen.iter().find(|(earlier, _)| *earlier == form);
                    if line.is_empty() {
                        Err((
                            Exit::Invalid,
                            "already won before the first move".to_string(),
                        ))
                    } else if let Some((_, id)) = twin {
                        Err((Exit::Invalid, format!("the same board as {id}")))
                    } else {
                        seen.push((form, board.id.clone()));
                        family.get_or_insert(board.family);
                        Ok(Picked {
                            optimal: line.len() as u32,
                            level,
                        })
                    }
                }
            };
            match refused {
                Ok(level) => picked.push(level),
                Err((code, why)) => {
                    let left_out = if self.skip { "left out: " } else { "" };
                    output::note(&format!("{}: {left_out}{why}", board.id));
                    undecided += usize::from(code == Exit::Exhausted);
                    if !self.skip {
                        exit = exit.and(code);
                    }
                }
            }
        }
        if exit != Exit::Ok {
            output::note("nothing was written; --skip leaves these boards out");
            return Ok(exit);
        }
        let Some(family) = family else {
            output::note(&format!(
                "{}: no board is left for a pack; nothing was written",
                files::name(&self.file)
            ));
            return Ok(if undecided > 0 {
                Exit::Exhausted
            } else {
                Exit::Invalid
            });
        };
        if self.sort {
            picked.sort_by_key(|level| level.optimal);
        }
        let pack = self.pack(family, &picked);
        let mut exit = deliver(&pack, target, families, &self.limits.options())?;
        if undecided > 0 {
            let boards = plural(undecided, "board");
            output::note(&format!(
                "{boards} left out undecided: they may be good levels; raise --max-states"
            ));
            exit = exit.and(Exit::Exhausted);
        }
        Ok(exit)
    }

    fn pack(&self, family: &str, picked: &[Picked]) -> PackFile {
        let digits = picked.len().to_string().len().max(2);
        PackFile {
            schema: SCHEMA_PATH.to_string(),
            id: self.id.clone(),
            title: self.title.clone(),
            family: family.to_string(),
            model_version: None,
            stars_to_open: None,
            lints: Vec::new(),
            recipe: None,
            levels: picked
                .iter()
                .enumerate()
                .map(|(index, level)| {
                    let id = format!("{}/{:0digits$}", self.id, index + 1);
                    LevelFile::unrated(id, level.level.write())
                })
                .collect(),
        }
    }
}
