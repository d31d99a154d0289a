//! `solve`: solves boards exactly, in the order of the input.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use levels_core::pack::{AnySurvey, Families, figure_to_json};
use levels_core::quality::Outcome;
use levels_core::search::Limit;
use levels_core::wording::plural;
use rayon::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::Limits;
use crate::exit::{Exit, Fault};
use crate::input::{self, Board, How, NOTATIONS, disagreements};
use crate::report::on_one_line;
use crate::{files, output};

/// Solve boards exactly and print what was found.
#[derive(Debug, Args)]
#[command(after_long_help = NOTATIONS)]
pub struct Solve {
    /// The boards; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    how: How,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Solve only this level
    #[arg(long, value_name = "ID")]
    level: Option<String>,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line for each board
    Human,
    /// One JSON object for each board, on a line of its own
    Jsonl,
}

/// The result for a board.
enum Answer {
    Invalid(Vec<input::Message>),
    /// What was found, and which claims of the input are wrong.
    Surveyed(AnySurvey, Vec<(Exit, input::Message)>),
}

impl Solve {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let boards = input::chosen(&self.file, &self.how, self.level.as_deref(), families)?;
        if boards.is_empty() {
            return Err(Fault::Invalid(format!(
                "{}: it has no boards",
                files::name(&self.file)
            )));
        }
        let pool = self.limits.pool()?;
        let mut exit = Exit::Ok;
        // In portions, so that long inputs print as they go, in the order of the input.
        for portion in boards.chunks(256) {
            let results: Vec<Answer> = pool.install(|| {
                portion
                    .par_iter()
                    .map(|board| match &board.level {
                        Ok(level) => {
                            let limits = self.limits.of(board);
                            let mut survey = level.survey(limits);
                            let cut = Outcome::Exhausted {
                                limit: Limit::States(limits.max_states),
                            };
                            if self.format == Format::Jsonl && survey.outcome == cut {
                                survey.details = level.partial(limits);
                            }
                            let wrong = disagreements(&board.claims, &survey);
                            Answer::Surveyed(survey, wrong)
                        }
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

fn exit_of(result: &Answer) -> Exit {
    match result {
        Answer::Invalid(_) => Exit::Invalid,
        Answer::Surveyed(survey, wrong) => {
            let exit = match survey.outcome {
                Outcome::Solved { .. } => Exit::Ok,
                Outcome::Unsolvable { .. } => Exit::Invalid,
                Outcome::Exhausted { .. } => Exit::Exhausted,
            };
            wrong.iter().map(|(exit, _)| *exit).fold(exit, Exit::and)
        }
    }
}

fn json_line(board: &Board, result: &Answer) -> String {
    let mut map = Map::new();
    map.insert("id".into(), json!(board.id));
    map.insert("family".into(), json!(board.family));
    let (outcome, optimal, solution, error) = match result {
        Answer::Invalid(found) => ("invalid", None, None, Some(on_one_line(found))),
        Answer::Surveyed(survey, wrong) => {
            let solution = survey.solution.as_deref();
            let optimal = survey.outcome.optimal();
            let wrong = (!wrong.is_empty()).then(|| all_wrong(wrong));
            match &survey.outcome {
                Outcome::Solved { .. } => ("solved", optimal, solution, wrong),
                Outcome::Unsolvable { .. } => ("unsolvable", None, None, wrong),
                Outcome::Exhausted { limit } => ("exhausted", None, None, Some(exhausted(*limit))),
            }
        }
    };
    map.insert("outcome".into(), json!(outcome));
    map.insert("optimal".into(), json!(optimal));
    match result {
        Answer::Surveyed(survey, _) => {
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

fn all_wrong(wrong: &[(Exit, input::Message)]) -> String {
    let messages: Vec<&input::Message> = wrong.iter().map(|(_, message)| message).collect();
    on_one_line(&messages)
}

fn exhausted(limit: Limit) -> String {
    format!(
        "{limit} before it was known whether the board can be won; {}",
        limit.raise()
    )
}

fn human_line(board: &Board, result: &Answer) -> String {
    let id = &board.id;
    match result {
        Answer::Invalid(found) => format!("{id}: invalid: {}", on_one_line(found)),
        Answer::Surveyed(survey, wrong) => {
            let states = match survey.states {
                Some(states) => plural(states, "state"),
                None => "more states than the limit".to_string(),
            };
            let answer = match &survey.outcome {
                Outcome::Solved { line } => format!(
                    "{id}: solved in {} · {states} · {}",
                    plural(line.len(), "move"),
                    survey.solution.as_deref().unwrap_or_default()
                ),
                Outcome::Unsolvable { why, .. } => format!("{id}: unsolvable: {why}"),
                Outcome::Exhausted { limit } => {
                    format!("{id}: exhausted: {}", exhausted(*limit))
                }
            };
            if wrong.is_empty() {
                answer
            } else {
                format!("{answer}\n{id}: not as claimed: {}", all_wrong(wrong))
            }
        }
    }
}
