//! `schema`: the JSON Schema of packs.

use std::path::PathBuf;

use clap::Args;
use levels_core::pack::{Families, schema};

use crate::exit::{Exit, Fault};
use crate::{files, output};

/// Print the JSON Schema of packs.
#[derive(Debug, Args)]
pub struct Schema {
    /// Write it to a file instead, such as levels/schema/pack.schema.json
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Schema {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let text = schema(families);
        match self.out {
            Some(path) => files::write(&path, &text)?,
            None => output::out(&text)?,
        }
        Ok(Exit::Ok)
    }
}
