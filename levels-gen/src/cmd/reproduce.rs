//! `reproduce`: makes generated packs again from their recipes and compares bytes.

use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand};
use levels_core::json::source::Source;
use levels_core::pack::{Families, Options, Recipe, verify};

use super::campaign::Campaign;
use super::curate::Curate;
use super::generate::Work;
use super::made::Again;
use super::one_off::OneOff;
use super::records::Records;
use super::wire::Wire;
use crate::campaign::Propose;
use crate::exit::{Exit, Fault};
use crate::pipeline::Generators;
use crate::report::{self, Format};
use crate::unknown::unknown;
use crate::{files, output};

/// Run the recipes of generated packs again and compare bytes.
#[derive(Debug, Args)]
#[command(
    after_help = "A pack that a checkout wrote with CRLF counts as the same: it is reported and the exit status is 0. Line endings \
    of profiles and other inputs do not count either."
)]
pub struct Reproduce {
    /// Packs, or folders of packs
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Only the pack of this id
    #[arg(long, value_name = "ID")]
    only: Option<String>,
    /// How many threads work; 0 for as many as the machine has. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

/// The result for a pack.
enum Fate {
    Same,
    /// A checkout wrote the line endings of the system.
    LineEndings,
    Differs(String),
    /// A limit was hit on the way.
    Undecided(String),
    NoRecipe,
}

impl Reproduce {
    pub fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        let sources = files::packs(&self.paths)?;
        let options = Options {
            threads: self.threads,
            ..Options::default()
        };
        let verification = verify(&sources, families, &options);
        report::findings(&sources, verification.findings(), Format::Human)?;
        let mut exit = report::exit(verification.findings());
        let pool = super::pool(self.threads)?;
        let folder = tempfile::tempdir()?;
        let (mut same, mut without) = (0, 0);
        let mut met = false;
        for (source, pack) in sources.iter().zip(&verification.packs) {
            if self.only.as_ref().is_some_and(|only| *only != pack.id) {
                continue;
            }
            met = true;
            // A pack that is not valid was reported above; its recipe is not run.
            let Some(verified) = &pack.verified else {
                continue;
            };
            let run = RecipeRun {
                source,
                folder: folder.path(),
                families,
                generators,
                pool: &pool,
            };
            match run.fate(verified.file().recipe.as_ref())? {
                Fate::Same => {
                    same += 1;
                    output::out(&format!("{}: the same bytes\n", pack.id))?;
                }
                Fate::LineEndings => {
                    same += 1;
                    output::out(&format!(
                        "{}: the same except for line endings (CRLF); to check out LF, write `*.json text eol=lf` into .gitattributes\n",
                        pack.id
                    ))?;
                }
                Fate::Differs(why) => {
                    exit = exit.and(Exit::Invalid);
                    output::out(&format!("{}: {why}\n", pack.id))?;
                }
                Fate::Undecided(why) => {
                    exit = exit.and(Exit::Exhausted);
                    output::out(&format!("{}: {why}\n", pack.id))?;
                }
                Fate::NoRecipe => without += 1,
            }
        }
        if let Some(only) = self.only.as_ref().filter(|_| !met) {
            let known = verification.packs.iter().map(|pack| pack.id.as_str());
            return Err(unknown("pack", only, "the given paths", known));
        }
        output::out(&format!("{same} reproduced, {without} without a recipe\n"))?;
        Ok(exit)
    }
}

/// A pack that is being reproduced.
struct RecipeRun<'a> {
    source: &'a Source,
    /// Where the new pack is written.
    folder: &'a Path,
    families: &'a Families,
    generators: &'a Generators,
    pool: &'a rayon::ThreadPool,
}

impl RecipeRun<'_> {
    /// Runs the steps of a recipe, the last of which writes the pack to `path`. Campaigns are kept in
    /// a folder of this run's own.
    fn run_steps(&self, recipe: &Recipe, path: &Path) -> Result<Exit, Fault> {
        let base = &files::home(Path::new(self.source.name()));
        let place = Again {
            root: self.folder,
            base,
            path,
        };
        let mut exit = Exit::Ok;
        for words in &recipe.steps {
            let step = Step::try_parse_from(words).map_err(|_| {
                Fault::Invalid(format!(
                    "{}: its recipe has a step that this command cannot run: {}",
                    self.source.name(),
                    words.join(" ")
                ))
            })?;
            exit = exit.and(match step.verb {
                StepVerb::Generate(step) => {
                    let work = Work {
                        profile: &base.join(&step.profile),
                        recorded: &step.profile,
                        seed: step.seed,
                        propose: step.propose,
                        pool: self.pool,
                    };
                    match work.text(self.generators)? {
                        Some(text) => {
                            files::write(path, &text)?;
                            Exit::Ok
                        }
                        None => Exit::Unfilled,
                    }
                }
                StepVerb::Campaign(campaign) => {
                    campaign.again(self.folder, base, self.generators, self.pool)?
                }
                StepVerb::Gen(step) => step.again(&place, self.families, self.pool)?,
                StepVerb::Wire(step) => Wire::again(
                    path,
                    &base.join(&step.content),
                    &step.content,
                    self.families,
                )?,
                StepVerb::Curate(curate) => curate.again(&place, self.families, self.generators)?,
                StepVerb::Records(records) => match records.build() {
                    Some(build) => build.again(&place, self.families, self.generators)?,
                    None => Exit::Ok,
                },
            });
        }
        Ok(exit)
    }

    fn fate(&self, recipe: Option<&Recipe>) -> Result<Fate, Fault> {
        let Some(recipe) = recipe else {
            return Ok(Fate::NoRecipe);
        };
        let base = &files::home(Path::new(self.source.name()));
        for (path, hash) in &recipe.inputs {
            let file = base.join(path);
            if !file.exists() {
                return Err(Fault::File(format!(
                    "{}: its recipe names `{path}`, relative to the folder of the pack, but there is no {}; put the file there, or generate the pack again where it is now",
                    self.source.name(),
                    files::name(&file)
                )));
            }
            let now = files::hash(files::source(&file)?.text());
            if now != *hash {
                return Ok(Fate::Differs(format!(
                    "{} is not the file that the pack was made from; generate the pack again",
                    files::name(&file)
                )));
            }
        }
        let path = self.folder.join("again.json");
        match self.run_steps(recipe, &path)? {
            Exit::Ok => {}
            Exit::Unfilled => {
                return Ok(Fate::Differs("a bucket could not be filled".to_string()));
            }
            Exit::Interrupted => return Ok(Fate::Differs("interrupted".to_string())),
            Exit::Exhausted => {
                return Ok(Fate::Undecided(
                    "not decided: running its recipe hit a limit on states".to_string(),
                ));
            }
            _ => {
                return Ok(Fate::Differs(
                    "its recipe makes a pack that is not valid".to_string(),
                ));
            }
        }
        let again = files::read(&path)?;
        let before = files::read(Path::new(self.source.name()))?;
        if again == before {
            return Ok(Fate::Same);
        }
        let text = String::from_utf8_lossy(&before);
        if again == files::unix_lines(&text).as_bytes() {
            return Ok(Fate::LineEndings);
        }
        let lines = |text: &str| -> Vec<String> {
            let text = files::unix_lines(text);
            text.split('\n').map(str::to_string).collect()
        };
        let (before, again) = (lines(&text), lines(&String::from_utf8_lossy(&again)));
        let first = before.iter().zip(&again).position(|(a, b)| a != b);
        let line = first.unwrap_or(before.len().min(again.len())) + 1;
        Ok(Fate::Differs(format!(
            "differs from line {line} on; generate the pack again, or restore it"
        )))
    }
}

/// A step of a recipe, written as on the command line.
#[derive(Debug, Parser)]
#[command(no_binary_name = true)]
struct Step {
    #[command(subcommand)]
    verb: StepVerb,
}

#[derive(Debug, Subcommand)]
enum StepVerb {
    Generate(GenerateStep),
    Campaign(Campaign),
    Curate(Curate),
    Records(Records),
    Gen(OneOff),
    Wire(WireStep),
}

/// `wire` without the files: the steps before made the ladder.
#[derive(Debug, Args)]
struct WireStep {
    #[arg(long)]
    content: PathBuf,
}

/// `generate` without the file to write.
#[derive(Debug, Args)]
struct GenerateStep {
    #[arg(long)]
    profile: String,
    #[arg(long)]
    seed: u64,
    #[arg(long, value_enum, default_value_t = Propose::Random)]
    propose: Propose,
}
