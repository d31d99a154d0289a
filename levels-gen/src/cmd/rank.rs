//! `rank`: a campaign's best boards as Markdown (levels/profiles/README.md, What a campaign keeps).

use std::path::PathBuf;

use clap::Args;

use super::campaign::Where;
use crate::campaign::Saved;
use crate::exit::{Exit, Fault};
use crate::files::{self, Force, MARK};
use crate::output;
use crate::pipeline::Generators;
use levels_core::wording::plural;

/// Write a campaign's best boards as Markdown, with drawn boards.
#[derive(Debug, Args)]
pub struct Rank {
    #[command(flatten)]
    place: Where,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// How many boards of each bucket
    #[arg(long, value_name = "N", default_value_t = 8)]
    per_bucket: usize,
}

impl Rank {
    pub fn run(self, generators: &Generators) -> Result<Exit, Fault> {
        let saved = self.place.load(generators)?;
        let text = report(&saved, self.per_bucket);
        match &self.out {
            Some(path) => files::put(path, &text, self.force)?,
            None => output::out(&text)?,
        }
        Ok(Exit::Ok)
    }
}

fn report(saved: &Saved, per_bucket: usize) -> String {
    let Saved { manifest, pool } = saved;
    let (name, search) = (&manifest.name, &manifest.settings.search);
    let buckets = pool.by_best();
    let mut text = format!(
        "# Campaign `{name}`\n\n{} across {}\n",
        plural(pool.len(), "board"),
        plural(buckets.len(), "bucket")
    );
    for (key, records) in buckets {
        let best = search.score(records[0].standing.rank);
        text.push_str(&format!(
            "\n## {key} · best {best} · {}\n",
            plural(records.len(), "board")
        ));
        for record in records.iter().take(per_bucket) {
            text.push_str(&format!(
                "\n- **{}** · {}\n\n```text\n{}\n```\n",
                record.text("name"),
                search.caption(record),
                record.standing.rows.join("\n")
            ));
        }
    }
    text.push_str(&format!("\n{MARK}\n"));
    text
}
