//! `rate`: fills or mends what is derived in a pack.

use std::path::PathBuf;

use clap::Args;
use levels_core::json::source::Source;
use levels_core::pack::{Families, rate};

use super::Limits;
use super::made::{HELP, proven};
use crate::exit::{Exit, Fault};
use crate::report::{self, Format};
use crate::{files, output};

/// Fill in or mend what is derived in a pack.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Rate {
    /// The pack
    file: PathBuf,
    /// Write the result in place; without it, it is printed
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    limits: Limits,
}

impl Rate {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let source = files::source(&self.file)?;
        let options = self.limits.options();
        let rated = match rate(&source, families, &options) {
            Ok(rated) => rated,
            Err(findings) => {
                report::findings(&[source], findings.iter(), Format::Human)?;
                output::note("nothing was written: rating cannot mend these");
                return Ok(report::exit(findings.iter()));
            }
        };
        if !self.write {
            output::out(&rated)?;
        } else if source.text() == rated {
            output::note(&format!("{} is rated already", source.name()));
        } else {
            files::rewrite(&self.file, Some(source.text()), &rated)?;
            output::note(&format!("rated {}", source.name()));
        }
        // Rating does not judge; whoever rated wants to know whether the pack is valid now.
        proven(Source::new(source.name(), rated), families, &options)
    }
}
