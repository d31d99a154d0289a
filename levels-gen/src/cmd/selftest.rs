//! `selftest`: does this program, on this machine, still prove what it shipped with?

use std::path::PathBuf;

use clap::Args;
use levels_core::json::source::Source;
use levels_core::pack::{Families, LevelFile, PackFile, SCHEMA_PATH, rate, verify};
use serde_json::json;

use super::Limits;
use crate::exit::{Exit, Fault};
use crate::library::Orders;
use crate::report::{self, Format};
use crate::{files, output};
use levels_core::wording::plural;

/// Verify the shipped packs and the demo board of the rolling cube.
#[derive(Debug, Args)]
pub struct Selftest {
    /// Packs, or folders of packs
    #[arg(default_value = "levels")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    limits: Limits,
}

/// A board with every kind of tile (docs/rules-roll.md, Lints).
const DEMO: [&str; 5] = ["nrxnn", "nctnn", "nbnn^", "nntnn", "nrncn"];

impl Selftest {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let options = self.limits.options();
        let mut sources = files::packs(&self.paths)?;
        let demo = Source::new("<demo>", demo().to_text());
        let rated = rate(&demo, families, &options);
        match rated {
            Ok(rated) => sources.push(Source::new("<demo>", rated)),
            Err(findings) => {
                report::findings(&[demo], findings.iter(), Format::Human)?;
                return Ok(report::exit(findings.iter()));
            }
        }
        let verification = verify(&sources, families, &options);
        let orders = Orders::verify(&self.paths, &verification)?;
        report::verification(&sources, &verification, &orders, Format::Human)?;
        let exit = report::exit(verification.findings().chain(orders.findings()));
        if exit == Exit::Ok {
            let levels: usize = verification.packs.iter().map(|pack| pack.levels).sum();
            output::out(&format!("selftest passed: {}\n", plural(levels, "level")))?;
        }
        Ok(exit)
    }
}

fn demo() -> PackFile {
    let own = vec![("layout".to_string(), json!(DEMO))];
    let mut level = LevelFile::unrated("demo/1".to_string(), own);
    level.lints.push((
        "allow",
        "too-many-specials".to_string(),
        "it shows every kind at once".to_string(),
    ));
    PackFile {
        schema: SCHEMA_PATH.to_string(),
        id: "demo".to_string(),
        title: None,
        family: "roll".to_string(),
        model_version: None,
        stars_to_open: None,
        lints: Vec::new(),
        recipe: None,
        levels: vec![level],
    }
}
