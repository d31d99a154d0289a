//! `solve`: solves boards exactly, in the order of the input.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use levels_core::pack::{AnySurvey, Families, figure_to_json};
use levels_core::quality::Outcome;
use rayon::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::Limits;
use crate::exit::{Exit, Fault};
use crate::input::{self, Board, From};
use crate::output;
use crate::report::on_one_line;

/// Solve boards exactly and print what was found.
#[derive(Debug, Args)]
pub struct Solve {
    /// The boards; `-` is standard input
    file: PathBuf,
    /// How the boards are written; guessed from the file unless given
    #[arg(long, value_enum)]
    from: Option<From>,
    /// The family of boards in plain text
    #[arg(long, value_name = "TAG")]
    family: Option<String>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Solve this level alone
    #[arg(long, value_name = "ID")]
    level: Option<String>,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a board
    Human,
    /// A JSON object a board, one a line
    Jsonl,
}

/// What a board came to.
enum Answer {
    Invalid(Vec<input::Message>),
    Surveyed(AnySurvey),
}

impl Solve {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let mut boards = input::boards(&self.file, self.from, self.family.as_deref(), families)?;
        if let Some(id) = &self.level {
            boards.retain(|board| &board.id == id);
            if boards.is_empty() {
                return Err(Fault::Usage(format!(
                    "no level is called `{id}` in {}",
                    files_name(&self.file)
                )));
            }
        }
        if boards.is_empty() {
            return Err(Fault::Invalid(format!(
                "{}: no board there",
                files_name(&self.file)
            )));
        }
        let pool = self.limits.pool()?;
        let mut exit = Exit::Ok;
        // In portions, so that long inputs print as they go; order of output is order of input.
        for portion in boards.chunks(256) {
            let results: Vec<Answer> = pool.install(|| {
                portion
                    .par_iter()
                    .map(|board| match &board.level {
                        Ok(level) => Answer::Surveyed(level.survey(self.limits.of(board))),
                        Err(messages) => Answer::Invalid(messages.clone()),
                    })
                    .collect()
            });
            let mut text = String::new();
            for (board, result) in portion.iter().zip(&results) {
                exit = exit.and(exit_of(result));
                text.push_str(&match self.format {
                    Format::Jsonl => json_line(board, result),
                    Format::Human => human_line(board, result),
                });
                text.push('\n');
            }
            output::out(&text)?;
            if output::is_closed() {
                break;
            }
        }
        Ok(exit)
    }
}

fn files_name(path: &std::path::Path) -> String {
    crate::files::name(path)
}

fn exit_of(result: &Answer) -> Exit {
    match result {
        Answer::Invalid(_) => Exit::Invalid,
        Answer::Surveyed(survey) => match survey.outcome {
            Outcome::Solved { .. } => Exit::Ok,
            Outcome::Unsolvable { .. } => Exit::Invalid,
            Outcome::Exhausted { .. } => Exit::Exhausted,
        },
    }
}

fn json_line(board: &Board, result: &Answer) -> String {
    let mut map = Map::new();
    map.insert("id".into(), json!(board.id));
    map.insert("family".into(), json!(board.family));
    let (outcome, optimal, solution, error) = match result {
        Answer::Invalid(found) => ("invalid", None, None, Some(on_one_line(found))),
        Answer::Surveyed(survey) => {
            let solution = survey
                .solution
                .as_ref()
                .map(|line| board.in_input_letters(line));
            let optimal = survey.outcome.optimal();
            match &survey.outcome {
                Outcome::Solved { .. } => ("solved", optimal, solution, None),
                Outcome::Unsolvable { .. } => ("unsolvable", None, None, None),
                Outcome::Exhausted { max_states } => {
                    ("exhausted", None, None, Some(exhausted(*max_states)))
                }
            }
        }
    };
    map.insert("outcome".into(), json!(outcome));
    map.insert("optimal".into(), json!(optimal));
    match result {
        Answer::Surveyed(survey) => {
            for (name, figure) in survey.figures.iter().chain(survey.details.iter()) {
                map.insert(name.into(), figure_to_json(figure));
            }
        }
        Answer::Invalid(_) if board.family == "roll" => {}
        Answer::Invalid(_) => {
            for name in [
                "steps",
                "reachable_states",
                "won_states",
                "optimal_sequences",
            ] {
                map.insert(name.into(), Json::Null);
            }
        }
    }
    map.insert("solution".into(), json!(solution));
    map.insert("error".into(), json!(error));
    Json::Object(map).to_string()
}

fn exhausted(max_states: u32) -> String {
    format!(
        "the limit of {max_states} states was hit before it was known whether the board can be won; raise --max-states"
    )
}

fn human_line(board: &Board, result: &Answer) -> String {
    let id = &board.id;
    match result {
        Answer::Invalid(found) => format!("{id}: invalid: {}", on_one_line(found)),
        Answer::Surveyed(survey) => {
            let states = match survey.figures.count("reachable_states") {
                Some(states) => format!("{states} states"),
                None => "more states than the limit".to_string(),
            };
            match &survey.outcome {
                Outcome::Solved { line } => format!(
                    "{id}: solved in {} moves · {states} · {}",
                    line.len(),
                    board.in_input_letters(survey.solution.as_deref().unwrap_or_default())
                ),
                Outcome::Unsolvable { why, .. } => format!("{id}: unsolvable: {why}"),
                Outcome::Exhausted { max_states } => {
                    format!("{id}: exhausted: {}", exhausted(*max_states))
                }
            }
        }
    }
}
