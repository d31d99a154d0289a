//! `generate`: a pack of proven levels from a profile and a seed.

use std::path::{Path, PathBuf};

use clap::Args;
use levels_core::json::source::Source;
use levels_core::pack::{Families, Options, PackFile, Recipe, summary, verify};

use super::made::{HELP, NOT_VALID, Target};
use crate::campaign::Propose;
use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::output;
use crate::pipeline::{Generators, Made, Progress, Request, family_of, step};
use crate::report::generation::{commit_line, starved, table};
use crate::report::{self, Format};

/// Generate a pack of proven levels from a profile and a seed.
#[derive(Debug, Args)]
#[command(after_help = format!("The recipe in the pack names the profile relative to the folder of the pack, so that `levels-gen reproduce` finds \
it from any folder: if you move one, move the other with it. {HELP}"))]
pub struct Generate {
    /// The profile: which sizes, kinds, densities and buckets to make
    #[arg(long, value_name = "FILE")]
    pub profile: PathBuf,
    /// The seed. The same profile and seed give the same levels, and the same bytes if the profile is at
    /// the same place relative to the pack
    #[arg(long, value_name = "N")]
    pub seed: u64,
    /// Where layouts come from: each from scratch, or most by changes to the hardest found so far
    #[arg(long, value_enum, default_value_t = Propose::Random)]
    pub propose: Propose,
    /// Where to write the pack. A pack of the same profile (by name) and seed is replaced; any other file
    /// only with --force
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
    /// How many threads work; 0 for as many as the machine has. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl Generate {
    pub fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        files::check_writable(&self.out)?;
        let recorded = files::relative(&files::home(&self.out), &self.profile)?;
        let pool = super::pool(self.threads)?;
        let work = Work {
            profile: &self.profile,
            recorded: &recorded,
            seed: self.seed,
            propose: self.propose,
            pool: &pool,
        };
        let target = Target {
            out: Some(&self.out),
            force: self.force,
        };
        let input = (recorded.clone(), String::new());
        target.check(Some(&Recipe {
            steps: vec![step(&recorded, self.seed, self.propose)],
            inputs: vec![input],
        }))?;
        let made = work.make(generators, &mut Progress::new())?;
        output::out(&table(&made.columns, &made.reasons))?;
        let Some(pack) = made.pack else {
            if let Some(column) = made.columns.last() {
                output::note(&format!(
                    "nothing was written: {}",
                    starved(column, &made.reasons)
                ));
            }
            return Ok(Exit::Unfilled);
        };
        let text = pack.to_text();
        files::put(&self.out, &text, self.force)?;
        // Only what is in the file counts.
        let written = [files::source(&self.out)?];
        let options = Options {
            threads: self.threads,
            ..Options::default()
        };
        let verification = verify(&written, families, &options);
        report::findings(&written, verification.findings(), Format::Human)?;
        let exit = report::exit(verification.findings());
        let mut lines = String::new();
        for pack in &verification.packs {
            lines.push_str(&format!("{}\n", summary(pack)));
        }
        if exit == Exit::Ok {
            let hash = files::hash(&text);
            let profile = files::name(&self.profile);
            let line = commit_line(&pack, &made.columns, &profile, self.seed, &hash);
            lines.push_str(&format!("{line}\n"));
        } else {
            output::note(NOT_VALID);
        }
        output::out(&lines)?;
        Ok(exit)
    }
}

/// One recipe to run.
pub struct Work<'a> {
    /// The profile.
    pub profile: &'a Path,
    /// Its path as the recipe records it.
    pub recorded: &'a str,
    /// The seed.
    pub seed: u64,
    /// Where layouts come from.
    pub propose: Propose,
    /// The threads that work.
    pub pool: &'a rayon::ThreadPool,
}

impl Work<'_> {
    /// Searches for the pack.
    ///
    /// # Errors
    /// A profile that cannot be read or is wrong.
    pub fn make(&self, generators: &Generators, progress: &mut Progress) -> Result<Made, Fault> {
        let source: Source = files::source(self.profile)?;
        let generator = generators
            .get(&family_of(&source)?)
            .map_err(Fault::Invalid)?;
        let request = Request {
            profile: &source,
            path: self.profile,
            recorded: self.recorded,
            seed: self.seed,
            propose: self.propose,
            pool: self.pool,
        };
        generator.make(&request, progress)
    }

    /// The text of the pack; `None` where a bucket could not be filled.
    ///
    /// # Errors
    /// As [`make`](Work::make).
    pub fn text(&self, generators: &Generators) -> Result<Option<String>, Fault> {
        let made = self.make(generators, &mut Progress::nothing())?;
        Ok(made.pack.as_ref().map(PackFile::to_text))
    }
}
