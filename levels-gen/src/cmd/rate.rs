//! `rate`: fills in or fixes what is derived in packs.

use std::path::{Path, PathBuf};

use clap::Args;
use levels_core::json::source::Source;
use levels_core::pack::{Families, rate};

use super::Limits;
use super::made::{HELP, proven};
use crate::exit::{Exit, Fault};
use crate::report::{self, Format};
use crate::{files, output};

/// Fill in or fix what is derived in packs.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Rate {
    /// Packs, or folders of packs
    #[arg(value_name = "PATH", default_value = "levels")]
    paths: Vec<PathBuf>,
    /// Write the results in place; without it, the result of one pack is printed
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    limits: Limits,
}

impl Rate {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let paths = files::pack_paths(&self.paths)?;
        if paths.len() > 1 && !self.write {
            return Err(Fault::Usage(format!(
                "{} packs: add --write to rate them in place; without it, one pack is rated and printed",
                paths.len()
            )));
        }
        let mut exit = Exit::Ok;
        let mut rated = Vec::new();
        for path in &paths {
            match self.one(path, families) {
                Ok(Ok(source)) => rated.push(source),
                Ok(Err(fared)) => exit = exit.and(fared),
                Err(fault) if paths.len() == 1 => return Err(fault),
                // The other packs can be rated all the same.
                Err(fault) => {
                    output::error(&fault);
                    exit = exit.and(fault.exit());
                }
            }
        }
        // Rating does not check levels, so the packs are verified afterwards.
        Ok(exit.and(proven(&rated, families, &self.limits.options())?))
    }

    /// Rates one pack and writes or prints it; an exit code where it cannot be rated.
    fn one(&self, path: &Path, families: &Families) -> Result<Result<Source, Exit>, Fault> {
        let source = files::pack(path)?;
        let rated = match rate(&source, families, &self.limits.options()) {
            Ok(rated) => rated,
            Err(findings) => {
                let exit = report::exit(findings.iter());
                let name = source.name().to_string();
                report::findings(&[source], findings.iter(), Format::Human)?;
                output::note(&format!("{name} was not written: rating cannot fix these"));
                return Ok(Err(exit));
            }
        };
        if !self.write {
            output::out(&rated)?;
        } else if source.text() == rated {
            output::note(&format!("{} is already rated", source.name()));
        } else {
            files::rewrite(path, Some(source.text()), &rated)?;
            output::note(&format!("rated {}", source.name()));
        }
        Ok(Ok(Source::new(source.name(), rated)))
    }
}
