//! `wire`: attaches content to the levels of a rolling-cube ladder.
//!
//! Content is shown where the cube lands on an info tile. Which green becomes that tile is chosen so
//! that players can land on it and still win (levels/profiles/README.md, Info tiles).

use std::path::{Path, PathBuf};

use clap::Args;
use levels_core::family::roll::{Board, Level, Roll, Tile};
use levels_core::pack::{Families, LevelFile, PackFile, Recipe, verify};
use levels_core::puzzle::Family as _;
use levels_core::quality::{Figure, Measure as _, Outcome, Survey};
use levels_core::search::Limits as SearchLimits;
use serde_json::{Value as Json, json};

use super::Limits;
use super::made::{HELP, NOT_VALID};
use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::output;
use crate::report::{self, Format};
use levels_core::wording::plural;

/// Attach content to the levels of a rolling-cube ladder, each with an info tile to land on.
#[derive(Debug, Args)]
#[command(
    after_help = format!("The content file is a JSON array of your own objects; the first belongs to the first level, and \
    so on. Levels without content have no info tile. {HELP}")
)]
pub struct Wire {
    /// The ladder
    ladder: PathBuf,
    /// The content: a JSON array of objects
    #[arg(long, value_name = "FILE")]
    content: PathBuf,
    /// Where to write the pack
    #[arg(long, value_name = "PACK")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    limits: Limits,
}

impl Wire {
    /// Wires the pack at `path` in place, as a recipe that names the content `recorded` does.
    ///
    /// # Errors
    /// As for the command.
    pub fn again(
        path: &Path,
        content: &Path,
        recorded: &Path,
        families: &Families,
    ) -> Result<Exit, Fault> {
        let wire = Self {
            ladder: path.to_path_buf(),
            content: content.to_path_buf(),
            out: path.to_path_buf(),
            force: Force::default(),
            limits: Limits::default(),
        };
        wire.attach(&files::name(recorded), families)
    }

    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        files::check_writable(&self.out)?;
        let recorded = files::relative(&files::home(&self.out), &self.content)?;
        self.attach(&recorded, families)
    }

    fn attach(&self, recorded: &str, families: &Families) -> Result<Exit, Fault> {
        let options = self.limits.options();
        let sources = [files::source(&self.ladder)?];
        let verification = verify(&sources, families, &options);
        report::findings(&sources, verification.findings(), Format::Human)?;
        let Some(pack) = verification
            .packs
            .first()
            .and_then(|pack| pack.verified.as_ref())
        else {
            return Ok(report::exit(verification.findings()));
        };
        let file = pack.file();
        if file.family != Roll::TAG {
            return Err(Fault::Invalid(format!(
                "{}: content is attached to levels of the family `roll`, but these are `{}`",
                sources[0].name(),
                file.family
            )));
        }
        let content = read_content(&self.content)?;
        if content.len() > file.levels.len() {
            return Err(Fault::Invalid(format!(
                "{}: {} entries for {}",
                files::name(&self.content),
                content.len(),
                plural(file.levels.len(), "level")
            )));
        }
        let mut wired = file.clone();
        // The old recipe no longer makes this pack.
        wired.recipe = self.recipe(file, recorded)?;
        for (index, level) in wired.levels.iter_mut().enumerate() {
            self.wire(level, content.get(index))?;
        }
        let text = wired.to_text();
        if self.out == self.ladder {
            files::rewrite(&self.out, Some(sources[0].text()), &text)?;
        } else {
            files::put(&self.out, &text, self.force)?;
        }
        let written = [files::source(&self.out)?];
        let verification = verify(&written, families, &options);
        report::findings(&written, verification.findings(), Format::Human)?;
        output::note(&format!(
            "wrote {}: {}, {} with content",
            files::name(&self.out),
            plural(wired.levels.len(), "level"),
            content.len()
        ));
        let exit = report::exit(verification.findings());
        if exit != Exit::Ok {
            output::note(NOT_VALID);
        }
        Ok(exit)
    }

    /// The steps that made the ladder, and this one.
    fn recipe(&self, file: &PackFile, content: &str) -> Result<Option<Recipe>, Fault> {
        let Some(recipe) = &file.recipe else {
            return Ok(None);
        };
        let hash = files::hash(files::source(&self.content)?.text());
        let mut recipe = recipe.clone();
        let (from, to) = (files::home(&self.ladder), files::home(&self.out));
        if from != to {
            moved(&mut recipe, &from, &to)?;
        }
        recipe
            .steps
            .push(["wire", "--content", content].map(str::to_string).to_vec());
        recipe.inputs.push((content.to_string(), hash));
        Ok(Some(recipe))
    }

    /// Places the info tile of one level, or takes it away.
    fn wire(&self, level: &mut LevelFile, content: Option<&Json>) -> Result<(), Fault> {
        let fault = |what: &str| Fault::Invalid(format!("level `{}`: {what}", level.id));
        let plain = layout(level)
            .map(|rows| rows.iter().map(|row| row.replace('i', "n")).collect())
            .ok_or_else(|| fault("it has no layout"))?;
        let plain = Roll::build(&Level { layout: plain })
            .map_err(|_| fault("without its info tile it is not a board"))?;
        let limits = SearchLimits::states(self.limits.max_states.unwrap_or(Roll::MAX_STATES));
        let chosen = match content {
            None => Some(Choice::of(plain.clone(), limits)),
            Some(_) => best(&plain, level.band.as_ref().and_then(Json::as_str), limits),
        };
        let Some(Choice { board, survey, .. }) =
            chosen.filter(|choice| choice.survey.grade.is_some())
        else {
            // An info tile plays as a green does: the board has as many positions without it.
            if let Outcome::Exhausted { limit } = Roll::survey(&plain, limits).outcome {
                return Err(Fault::Exhausted(format!(
                    "level `{}`: {limit} before it was known on which green the cube can land; {}",
                    level.id,
                    limit.help()
                )));
            }
            return Err(fault(
                "no green can be its info tile: the cube must land there on a winning line, and the grade must stay the same; \
                take the level out of the ladder, or give its content to another",
            ));
        };
        level.own = vec![("layout".to_string(), json!(board.level().layout))];
        level.content = content.cloned();
        // The grade can also change without content; the pack claims what was measured.
        level.band = survey.grade.map(|grade| json!(grade));
        let line = match &survey.outcome {
            Outcome::Solved { line } => line.clone(),
            _ => return Err(fault("it cannot be won")),
        };
        level.set_derived(
            line.len() as u32,
            Roll::write_line(&board, &line),
            &survey.figures,
        );
        Ok(())
    }
}

/// Names the inputs of a recipe from another folder.
fn moved(recipe: &mut Recipe, from: &Path, to: &Path) -> Result<(), Fault> {
    for (name, _) in &mut recipe.inputs {
        let new = files::relative(to, &from.join(&*name))?;
        for word in recipe.steps.iter_mut().flatten() {
            if word == name {
                word.clone_from(&new);
            }
        }
        *name = new;
    }
    Ok(())
}

/// A board with its info tile on one of the greens.
struct Choice {
    board: Board,
    survey: Survey<levels_core::family::roll::Move>,
    /// The distance of the info tile from the base, in cells.
    distance: usize,
}

impl Choice {
    fn of(board: Board, limits: SearchLimits) -> Self {
        let survey = Roll::survey(&board, limits);
        let info = board.tiles().iter().position(|tile| *tile == Tile::Info);
        let at = |cell: usize| (cell % board.cols(), cell / board.cols());
        let base = at(board.base());
        let distance = info.map_or(0, |info| {
            let (x, y) = at(info);
            x.abs_diff(base.0) + y.abs_diff(base.1)
        });
        Self {
            board,
            survey,
            distance,
        }
    }

    /// The difficulty in billionths.
    fn difficulty(&self) -> i64 {
        (self.survey.figures.number("difficulty").unwrap_or(1.0) * 1e9) as i64
    }
}

/// The board with the best green turned into the info tile: one on which the cube can land on a
/// winning line, and that leaves the level its grade. For an easy level, it is the one that leaves
/// it easiest; for any other, the one farthest from the base; of equal ones, the first in reading
/// order.
fn best(plain: &Board, grade: Option<&str>, limits: SearchLimits) -> Option<Choice> {
    let greens = plain
        .tiles()
        .iter()
        .enumerate()
        .filter(|(_, tile)| **tile == Tile::Green)
        .map(|(cell, _)| cell);
    let choices = greens.filter_map(|cell| {
        let mut level = plain.level();
        let row = level.layout.get_mut(cell / plain.cols())?;
        *row = row
            .chars()
            .enumerate()
            .map(|(col, tile)| {
                if col == cell % plain.cols() {
                    'i'
                } else {
                    tile
                }
            })
            .collect();
        let choice = Choice::of(Roll::build(&level).ok()?, limits);
        let lands = choice.survey.figures.get("lands_on_info") == Some(&Figure::Flag(true));
        let same =
            choice.survey.grade.is_some() && choice.survey.grade == grade.or(choice.survey.grade);
        (lands && same && choice.survey.hits.is_empty()).then_some(choice)
    });
    if grade == Some("easy") {
        choices.min_by_key(Choice::difficulty)
    } else {
        choices.min_by_key(|choice| std::cmp::Reverse(choice.distance))
    }
}

fn layout(level: &LevelFile) -> Option<Vec<String>> {
    let (_, rows) = level.own.iter().find(|(key, _)| key == "layout")?;
    let rows = rows.as_array()?.iter();
    rows.map(|row| row.as_str().map(str::to_string)).collect()
}

fn read_content(path: &Path) -> Result<Vec<Json>, Fault> {
    let source = files::source(path)?;
    let wrong = |what: String| Fault::Invalid(format!("{}: {what}", source.name()));
    let content: Json =
        serde_json::from_str(source.text()).map_err(|fault| wrong(format!("not JSON: {fault}")))?;
    let Json::Array(entries) = content else {
        return Err(wrong("the content must be an array of objects".to_string()));
    };
    match entries.iter().position(|entry| !entry.is_object()) {
        Some(at) => Err(wrong(format!("entry {} is not an object", at + 1))),
        None => Ok(entries),
    }
}
