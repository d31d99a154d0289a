//! `curate`: a ladder from a campaign's pool, as a pack.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clap::Args;
use levels_core::json::source::Source;
use levels_core::pack::{Families, LevelFile, PackFile, Recipe, SCHEMA_PATH, levels, rate, verify};
use serde_json::json;

use super::Limits;
use super::campaign::Where;
use crate::campaign::{Profile, curate};
use crate::exit::{Exit, Fault};
use crate::report::{self, Format};
use crate::{files, output};

/// Choose a ladder from a campaign's pool and write it as a pack.
#[derive(Debug, Args)]
pub struct Curate {
    #[command(flatten)]
    place: Where,
    /// How the ladder is built: initial32, initial64, initial128 or ramp
    #[arg(long, default_value = "ramp", value_parser = ["initial32", "initial64", "initial128", "ramp"])]
    profile: String,
    /// How many levels (ramp alone)
    #[arg(long, value_name = "N")]
    count: Option<usize>,
    /// The id of the pack
    #[arg(long, default_value = "roll-ladder")]
    id: String,
    /// The title of the pack
    #[arg(long)]
    title: Option<String>,
    /// A pack whose boards are left out, mirrored and turned ones too
    #[arg(long, value_name = "PACK")]
    except: Vec<PathBuf>,
    /// Where to write it; it is printed without one
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
}

impl Curate {
    /// The same choice from a campaign in another folder, written to `path`. Exceptions are found from
    /// the folder `base`, as a recipe names them.
    ///
    /// # Errors
    /// As for the command.
    pub fn again(
        mut self,
        root: &Path,
        base: &Path,
        path: &Path,
        families: &Families,
    ) -> Result<Exit, Fault> {
        self.place.root = root.to_path_buf();
        self.out = Some(path.to_path_buf());
        let mut exceptions = Exceptions::default();
        for except in &self.except {
            exceptions.add(&base.join(except), files::name(except), families)?;
        }
        self.choose(&exceptions, families)
    }

    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let folder = self.out.as_deref().and_then(Path::parent);
        let folder = folder
            .filter(|folder| *folder != Path::new(""))
            .unwrap_or(Path::new("."));
        let mut exceptions = Exceptions::default();
        for except in &self.except {
            exceptions.add(except, files::relative(folder, except)?, families)?;
        }
        self.choose(&exceptions, families)
    }

    fn choose(&self, exceptions: &Exceptions, families: &Families) -> Result<Exit, Fault> {
        let saved = self.place.place()?.load()?;
        let profile = match self.profile.as_str() {
            "initial32" => Profile::Initial(32),
            "initial64" => Profile::Initial(64),
            "initial128" => Profile::Initial(128),
            _ => Profile::Ramp(self.count),
        };
        if self.count.is_some() && !matches!(profile, Profile::Ramp(_)) {
            return Err(Fault::Usage(
                "--count goes with --profile ramp alone".to_string(),
            ));
        }
        let records = curate(
            saved
                .pool
                .records()
                .filter(|record| !exceptions.forms.contains(&record.form)),
            profile,
        );
        if records.is_empty() {
            return Err(Fault::Invalid(
                "the pool holds no board that a ladder could take".to_string(),
            ));
        }
        let digits = records.len().to_string().len().max(2);
        let levels = records.iter().enumerate().map(|(index, record)| {
            let own = vec![("layout".to_string(), json!(record.layout))];
            let id = format!("{}/{:0digits$}", self.id, index + 1);
            let mut level = LevelFile::unrated(id, own);
            level.band = Some(json!(record.text("grade")));
            level
        });
        let file = PackFile {
            schema: SCHEMA_PATH.to_string(),
            id: self.id.clone(),
            title: self.title.clone(),
            family: "roll".to_string(),
            model_version: None,
            stars_to_open: None,
            lints: Vec::new(),
            recipe: Some(self.recipe(&saved.manifest, exceptions)),
            levels: levels.collect(),
        };
        let name = self
            .out
            .as_deref()
            .map_or_else(|| "<pack>".to_string(), files::name);
        let source = Source::new(&name, file.to_text());
        let options = self.limits.options();
        let rated = match rate(&source, families, &options) {
            Ok(rated) => Source::new(&name, rated),
            Err(findings) => {
                report::findings(&[source], findings.iter(), Format::Human)?;
                return Ok(report::exit(findings.iter()));
            }
        };
        match &self.out {
            Some(path) => {
                files::write(path, rated.text())?;
                output::note(&format!("wrote {} levels to {name}", file.levels.len()));
            }
            None => output::out(rated.text())?,
        }
        // What was written is verified as everybody else will.
        let written = [rated];
        let verification = verify(&written, families, &options);
        report::findings(&written, verification.findings(), Format::Human)?;
        Ok(report::exit(verification.findings()))
    }

    /// The commands that make the pack again.
    fn recipe(&self, manifest: &crate::campaign::Manifest, exceptions: &Exceptions) -> Recipe {
        let settings = &manifest.settings;
        let words = |words: &[&str]| words.iter().map(ToString::to_string).collect::<Vec<_>>();
        let campaign = words(&[
            "campaign",
            "--name",
            &self.place.name,
            "--seeds",
            &manifest.finished.to_string(),
            "--seed-base",
            &settings.seed_base.to_string(),
            "--topk",
            &settings.topk.to_string(),
            "--iters",
            &settings.iterations.to_string(),
            "--max-size",
            &settings.max_size.to_string(),
            "--max-random",
            &settings.max_random.to_string(),
        ]);
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
        Recipe {
            steps: vec![campaign, curate],
            inputs: exceptions.inputs.clone(),
        }
    }
}

/// Boards that are left out.
#[derive(Default)]
struct Exceptions {
    /// Their canonical forms.
    forms: BTreeSet<String>,
    /// The packs that they stand in, as a recipe names them, with the hash of each.
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
                first.unwrap_or_else(|| "no pack".to_string())
            ))
        })?;
        let boards = levels.iter().filter_map(|level| level.level.as_ref().ok());
        self.forms.extend(boards.map(|level| level.canonical()));
        self.inputs.push((recorded, files::hash(source.text())));
        Ok(())
    }
}
