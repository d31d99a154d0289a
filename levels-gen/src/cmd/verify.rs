//! `verify`: the one verification, from the command line.

use std::path::PathBuf;

use clap::Args;
use levels_core::pack::{Families, Options, verify};

use super::{Limits, Lints};
use crate::exit::{Exit, Fault};
use crate::files;
use crate::library::Orders;
use crate::report::{self, Format};

/// Solve every level of packs again and compare it with what its file claims.
#[derive(Debug, Args)]
pub struct Verify {
    /// Packs, or folders of packs
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    lints: Lints,
}

impl Verify {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let sources = files::packs(&self.paths)?;
        let options = Options {
            lints: self.lints.levels()?,
            keep: Orders::are_there(&self.paths),
            ..self.limits.options()
        };
        let verification = verify(&sources, families, &options);
        let orders = Orders::verify(&self.paths, &verification)?;
        report::verification(&sources, &verification, &orders, self.format)?;
        Ok(report::exit(
            verification.findings().chain(orders.findings()),
        ))
    }
}
