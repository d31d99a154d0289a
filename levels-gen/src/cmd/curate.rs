//! `curate`: a ladder from a campaign's pool, as a pack.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use levels_core::pack::{Families, LevelFile, PackFile, Recipe, SCHEMA_PATH, levels};

use super::Limits;
use super::campaign::{Where, step};
use super::made::{Again, HELP, Target, deliver};
use crate::campaign::{Ladder, Manifest, Part, Profile, curate};
use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::output;
use crate::pipeline::Generators;
use levels_core::wording::plural;

/// Choose a ladder from a campaign's pool and write it as a pack.
#[derive(Debug, Args)]
#[command(after_help = format!("If the pool has too few boards, nothing is written and the exit status is 5. {HELP}"))]
pub struct Curate {
    #[command(flatten)]
    place: Where,
    /// How the ladder is built: initial32, initial64, initial128 or ramp
    #[arg(long, default_value = "ramp", value_parser = ["initial32", "initial64", "initial128", "ramp"])]
    profile: String,
    /// How many levels (ramp only)
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// The id of the pack
    #[arg(long, default_value = "roll-ladder")]
    id: String,
    /// The title of the pack
    #[arg(long)]
    title: Option<String>,
    /// A pack whose boards are left out, also mirrored and turned
    #[arg(long, value_name = "PACK")]
    except: Vec<PathBuf>,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    limits: Limits,
}

impl Curate {
    /// The same choice from a campaign in another folder, written to `path`. Paths of exceptions are
    /// relative to the folder `base`, as in a recipe.
    ///
    /// # Errors
    /// As for the command.
    pub fn again(
        mut self,
        place: &Again<'_>,
        families: &Families,
        generators: &Generators,
    ) -> Result<Exit, Fault> {
        self.place.root = place.root.to_path_buf();
        self.out = Some(place.path.to_path_buf());
        self.force = Force { force: true };
        let mut exceptions = Exceptions::default();
        for except in &self.except {
            exceptions.add(&place.base.join(except), files::name(except), families)?;
        }
        self.choose(&exceptions, Some(place.base), families, generators)
    }

    pub fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        let folder = self.out.as_deref().map_or_else(PathBuf::new, files::home);
        let mut exceptions = Exceptions::default();
        for except in &self.except {
            exceptions.add(except, files::relative(&folder, except)?, families)?;
        }
        self.choose(&exceptions, None, families, generators)
    }

    /// Paths of files are relative to the folder `base`, if there is one; otherwise they are those of
    /// the command line.
    fn choose(
        &self,
        exceptions: &Exceptions,
        base: Option<&Path>,
        families: &Families,
        generators: &Generators,
    ) -> Result<Exit, Fault> {
        let saved = self.place.load(generators)?;
        let search = &*saved.manifest.settings.search;
        let profile = match self.profile.as_str() {
            "initial32" => Profile::Initial(32),
            "initial64" => Profile::Initial(64),
            "initial128" => Profile::Initial(128),
            _ => Profile::Ramp(self.count),
        };
        if self.count.is_some() && !matches!(profile, Profile::Ramp(_)) {
            return Err(Fault::Usage(
                "--count works only with --profile ramp".to_string(),
            ));
        }
        let family = search.family();
        let grades = families
            .get(family)
            .map_or(0, |family| family.grades().len());
        if matches!(profile, Profile::Initial(_)) && grades < 4 {
            return Err(Fault::Usage(format!(
                "--profile {} shares its levels among four grades, which levels of `{family}` do not have; use --profile ramp",
                self.profile
            )));
        }
        let ladder = curate(
            search,
            saved
                .pool
                .records()
                .filter(|record| !exceptions.forms.contains(&record.standing.form)),
            profile,
        );
        let records = &ladder.records;
        if records.is_empty() {
            output::note("nothing was written: the pool has no board that fits a ladder");
            return Ok(Exit::Unfilled);
        }
        if ladder.missing() > 0 {
            let words = families
                .get(family)
                .map_or(&[][..], |family| family.grades());
            output::note(&format!(
                "nothing was written: {}; search more seeds (levels-gen campaign --name {} --resume --seeds N), or ask for a smaller ladder",
                shortage(&ladder, words),
                self.place.name
            ));
            return Ok(Exit::Unfilled);
        }
        if let Some(count) = self.count.filter(|count| *count < records.len()) {
            output::note(&format!(
                "{} instead of {count}: a ramp has a tutorial of each kind and at least one other board",
                plural(records.len(), "level")
            ));
        }
        let digits = records.len().to_string().len().max(2);
        let levels = records.iter().enumerate().map(|(index, record)| {
            let id = format!("{}/{:0digits$}", self.id, index + 1);
            let board = search.board(record)?;
            let mut level = LevelFile::unrated(id, board.own);
            level.band = Some(board.band);
            Some(level)
        });
        let file = PackFile {
            schema: SCHEMA_PATH.to_string(),
            id: self.id.clone(),
            title: self.title.clone(),
            family: family.to_string(),
            model_version: None,
            stars_to_open: None,
            lints: Vec::new(),
            recipe: Some(self.recipe(&saved.manifest, exceptions, base)?),
            levels: levels.flatten().collect(),
        };
        let target = Target {
            out: self.out.as_deref(),
            force: self.force,
        };
        deliver(&file, target, families, &self.limits.options())
    }

    /// The commands that make the pack again.
    ///
    /// # Errors
    /// A settings file that changed since the campaign ran.
    fn recipe(
        &self,
        manifest: &Manifest,
        exceptions: &Exceptions,
        base: Option<&Path>,
    ) -> Result<Recipe, Fault> {
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let campaign = step(&self.place.name, manifest, self.out.as_deref(), base)?;
        let mut inputs = exceptions.inputs.clone();
        inputs.extend(campaign.input);
        let mut curate = words(&[
            "curate",
            "--name",
            &self.place.name,
            "--profile",
            &self.profile,
            "--id",
            &self.id,
        ]);
        if let Some(count) = self.count {
            curate.extend(words(&["--count", &count.to_string()]));
        }
        if let Some(title) = &self.title {
            curate.extend(words(&["--title", title]));
        }
        for (path, _) in &exceptions.inputs {
            curate.extend(words(&["--except", path]));
        }
        Ok(Recipe {
            steps: vec![campaign.words, curate],
            inputs,
        })
    }
}

/// What a ladder lacks, in words.
fn shortage(ladder: &Ladder<'_>, grades: &[&str]) -> String {
    let wanted = ladder.wanted.unwrap_or(0);
    let parts = ladder
        .parts
        .iter()
        .filter(|(_, held, wanted)| held < wanted);
    let parts = parts.map(|&(part, held, wanted)| {
        let what = match part {
            Part::Tutorials => "tutorials",
            Part::Grade(grade) => grades.get(grade).copied().unwrap_or("?"),
            Part::Ramp => "boards beside the tutorials",
        };
        format!("{} {what} ({held} of {wanted})", wanted - held)
    });
    format!(
        "the pool gives {} of {wanted} levels; it lacks {}",
        ladder.records.len(),
        parts.collect::<Vec<_>>().join(", ")
    )
}

/// Boards that are left out.
#[derive(Default)]
struct Exceptions {
    /// Their canonical forms.
    forms: BTreeSet<String>,
    /// The packs that they are in, as a recipe names them, with the hash of each.
    inputs: Vec<(String, String)>,
}

impl Exceptions {
    /// Adds the boards of a pack, valid or not: only the boards count.
    fn add(&mut self, path: &Path, recorded: String, families: &Families) -> Result<(), Fault> {
        let source = files::source(path)?;
        let levels = levels(&source, families).map_err(|findings| {
            let first = findings.first().map(|found| found.message.clone());
            Fault::Invalid(format!(
                "{}: {}",
                source.name(),
                first.unwrap_or_else(|| "not a pack".to_string())
            ))
        })?;
        let boards = levels.iter().filter_map(|level| level.level.as_ref().ok());
        self.forms.extend(boards.map(|level| level.canonical()));
        self.inputs.push((recorded, files::hash(source.text())));
        Ok(())
    }
}
