//! `generate`: a pack of proven levels from a profile and a seed.

use std::path::{Path, PathBuf};

use clap::Args;
use levels_core::json::source::Source;
use levels_core::pack::{Families, Options, PackFile, summary, verify};

use crate::campaign::Propose;
use crate::exit::{Exit, Fault};
use crate::pipeline::{Generators, Made, Progress, Request, family_of};
use crate::report::generation::{commit_line, starved, table};
use crate::report::{self, Format};
use crate::{files, output};

/// Generate a pack of proven levels from a profile and a seed.
#[derive(Debug, Args)]
pub struct Generate {
    /// What is wanted: sizes, kinds, densities, buckets
    #[arg(long, value_name = "FILE")]
    pub profile: PathBuf,
    /// The same profile and seed give the same bytes
    #[arg(long, value_name = "N")]
    pub seed: u64,
    /// Where layouts come from: each drawn anew, or most of them from the hardest met so far
    #[arg(long, value_enum, default_value_t = Propose::Random)]
    pub propose: Propose,
    /// Where to write the pack
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// How many threads work; 0 for as many as the machine has. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

impl Generate {
    pub fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        let folder = files::folder_of(&self.out);
        files::check_writable(&self.out)?;
        let recorded = files::relative(folder, &self.profile)?;
        let pool = super::pool(self.threads)?;
        let work = Work {
            profile: &self.profile,
            recorded: &recorded,
            seed: self.seed,
            propose: self.propose,
            pool: &pool,
        };
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
        files::write(&self.out, &text)?;
        // Only what stands in the file counts.
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
            let line = commit_line(&pack, &made.columns, self.seed, &hash);
            lines.push_str(&format!("{line}\n"));
        } else {
            output::note("the pack was written and is not valid");
        }
        output::out(&lines)?;
        Ok(exit)
    }
}

/// One recipe to run.
pub struct Work<'a> {
    /// The profile.
    pub profile: &'a Path,
    /// Its path as the recipe says it.
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
