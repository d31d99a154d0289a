//! `show`: draws boards, or every step of their solutions, in the terminal or as SVG.

use std::path::PathBuf;

use clap::{Args, ColorChoice};
use levels_core::pack::{AnyLevel, AnySurvey, Families};
use levels_core::quality::Outcome;
use levels_core::wording::plural;

use super::Limits;
use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::input::{self, Board, How, NOTATIONS};
use crate::output;
use crate::report::board::draw;
use crate::report::scene::scenes;
use crate::report::svg;

/// Draw boards, or every step of their solutions.
#[derive(Debug, Args)]
#[command(after_long_help = NOTATIONS)]
pub struct Show {
    /// The boards; `-` is standard input
    file: PathBuf,
    #[command(flatten)]
    how: How,
    /// Draw only this level
    #[arg(long, value_name = "ID")]
    level: Option<String>,
    /// Draw every step of the first optimal line
    #[arg(long)]
    solution: bool,
    /// Draw one board as SVG instead: the start, or with --solution the won position
    #[arg(long)]
    svg: bool,
    /// Where to write the SVG [default: standard output]
    #[arg(long, value_name = "FILE", requires = "svg")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// When to use colour
    #[arg(long, value_enum, default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
    #[command(flatten)]
    limits: Limits,
}

impl Show {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        match self.color {
            ColorChoice::Auto => {}
            ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
            ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
        }
        let boards = input::chosen(&self.file, &self.how, self.level.as_deref(), families)?;
        if self.svg {
            return self.draw_svg(&boards);
        }
        let mut exit = Exit::Ok;
        for board in &boards {
            if output::is_closed() {
                break;
            }
            match &board.level {
                Err(messages) => {
                    exit = exit.and(Exit::Invalid);
                    for message in messages {
                        output::note(&format!("{}: {message}", board.id));
                    }
                }
                Ok(level) if self.solution => {
                    let survey = level.survey(self.limits.of(board));
                    exit = exit.and(match survey.outcome {
                        Outcome::Solved { .. } => Exit::Ok,
                        Outcome::Unsolvable { .. } => Exit::Invalid,
                        Outcome::Exhausted { .. } => Exit::Exhausted,
                    });
                    output::styled(&solution(board, level.as_ref(), &survey))?;
                }
                Ok(level) => {
                    let picture = level.picture(&level.frame());
                    let head = format!("{} · {}\n", board.id, board.family);
                    output::styled(&format!("{head}{}{}\n", legend(board), draw(&picture)))?;
                }
            }
        }
        Ok(exit)
    }
}

impl Show {
    fn draw_svg(&self, boards: &[Board]) -> Result<Exit, Fault> {
        let [board] = boards else {
            return Err(Fault::Usage(format!(
                "an SVG shows one board, but {} has {}: name one with --level",
                files::name(&self.file),
                boards.len()
            )));
        };
        let level = match &board.level {
            Ok(level) => level.as_ref(),
            Err(messages) => {
                for message in messages {
                    output::note(&format!("{}: {message}", board.id));
                }
                return Ok(Exit::Invalid);
            }
        };
        let survey = level.survey(self.limits.of(board));
        // Without a solution only the start is drawn.
        let line = survey.solution.as_deref().unwrap_or_default();
        let frames = level.replay(line).map(|replay| replay.frames);
        let frames = frames.unwrap_or_else(|_| vec![level.frame()]);
        let pictures: Vec<_> = frames.iter().map(|frame| level.picture(frame)).collect();
        let scenes = scenes(&pictures);
        let wanted = if self.solution {
            scenes.last()
        } else {
            scenes.first()
        };
        let Some(scene) = wanted else {
            return Ok(Exit::Invalid);
        };
        let text = svg::scene_document(scene, &board.id);
        match &self.out {
            Some(path) => files::put(path, &text, self.force)?,
            None => output::out(&text)?,
        }
        Ok(match survey.outcome {
            Outcome::Unsolvable { .. } if self.solution => Exit::Invalid,
            Outcome::Exhausted { .. } if self.solution => Exit::Exhausted,
            _ => Exit::Ok,
        })
    }
}

/// The legend of names that are too long for a cell of the picture.
fn legend(board: &Board) -> String {
    if board.legend.is_empty() {
        String::new()
    } else {
        format!("   {}\n", board.legend)
    }
}

fn solution(board: &Board, level: &dyn AnyLevel, survey: &AnySurvey) -> String {
    let mut text = match &survey.outcome {
        Outcome::Solved { line } => {
            format!(
                "{} · {} · {}\n",
                board.id,
                board.family,
                plural(line.len(), "move")
            )
        }
        Outcome::Unsolvable { why, .. } => {
            format!("{} · {} · unsolvable: {why}\n", board.id, board.family)
        }
        Outcome::Exhausted { limit } => format!(
            "{} · {} · {limit}; {}\n",
            board.id,
            board.family,
            limit.raise()
        ),
    };
    text.push_str(&legend(board));
    let line = survey.solution.as_deref().unwrap_or_default();
    let Ok(replay) = level.replay(line) else {
        return text;
    };
    let total = replay.moves.len();
    for (index, frame) in replay.frames.iter().enumerate() {
        if let Some(m) = index
            .checked_sub(1)
            .and_then(|before| replay.moves.get(before))
        {
            text.push_str(&format!("{index}/{total}  {m}\n"));
        }
        text.push_str(&draw(&level.picture(frame)));
        text.push('\n');
    }
    text
}
