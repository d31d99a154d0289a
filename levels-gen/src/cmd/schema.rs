//! `schema`: the JSON Schema of packs.

use std::path::PathBuf;

use clap::Args;
use levels_core::pack::{Families, schema};

use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::output;

/// Print the JSON Schema of packs.
#[derive(Debug, Args)]
pub struct Schema {
    /// Write it to a file instead, such as levels/schema/pack.schema.json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

impl Schema {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let text = schema(families);
        match self.out {
            Some(path) => files::put(&path, &text, self.force)?,
            None => output::out(&text)?,
        }
        Ok(Exit::Ok)
    }
}
