//! `rank`: a campaign's best boards as Markdown (design, "Rank report").

use std::path::PathBuf;

use clap::Args;

use super::campaign::Where;
use crate::campaign::Reservoir;
use crate::exit::{Exit, Fault};
use crate::{files, output};

/// Write a campaign's best boards as Markdown, with drawn boards.
#[derive(Debug, Args)]
pub struct Rank {
    #[command(flatten)]
    place: Where,
    /// Where to write it; it is printed without one
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many boards of each bucket
    #[arg(long, value_name = "N", default_value_t = 8)]
    per_bucket: usize,
}

impl Rank {
    pub fn run(self) -> Result<Exit, Fault> {
        let saved = self.place.place()?.load()?;
        let text = report(&saved.manifest.name, &saved.pool, self.per_bucket);
        match &self.out {
            Some(path) => files::write(path, &text)?,
            None => output::out(&text)?,
        }
        Ok(Exit::Ok)
    }
}

fn report(name: &str, pool: &Reservoir, per_bucket: usize) -> String {
    let buckets = pool.by_best();
    let mut text = format!(
        "# Campaign `{name}`\n\n{} boards across {} buckets\n",
        pool.len(),
        buckets.len()
    );
    for (key, records) in buckets {
        let best = f64::from(records[0].rank) / 1e9;
        text.push_str(&format!(
            "\n## {key} · best {best:.3} · {} boards\n",
            records.len()
        ));
        for record in records.iter().take(per_bucket) {
            text.push_str(&format!(
                "\n- **{}** · score {:.3} · random {:.4} · {} actions · {} solutions{} · {} states · doom {} · spectacle {}\n\n```text\n{}\n```\n",
                record.text("name"),
                record.number("difficulty"),
                record.number("randomSolveProbExact"),
                record.number("shortestPath"),
                record.number("solutionCount"),
                if record.flag("solutionCountCapped") { " and more" } else { "" },
                record.number("reachableStates"),
                record.number("maxDoomDelay"),
                if record.flag("spectacleRequired") { "required" } else { "not required" },
                record.layout.join("\n")
            ));
        }
    }
    text
}
