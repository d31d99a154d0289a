//! Merges shards: one is added at a time, so that a thousand of them need no more memory than two
//! pools.

use std::collections::BTreeMap;

use super::manifest::OUTCLASSED;
use super::{Manifest, Reservoir, Saved, Settings, Shard};
use crate::exit::Fault;
use levels_core::wording::plural;

/// The most missing shards that a message names.
const MOST_NAMED: usize = 20;

/// The shards that are merged so far.
pub struct Merge {
    manifest: Manifest,
    pool: Reservoir,
    /// How many shards the campaign was cut into.
    of: u64,
    /// By number of the shard: the name of its campaign, and how many of its seeds it has searched.
    shards: BTreeMap<u64, (String, u64)>,
}

impl Merge {
    /// The campaign `name` before its first shard is added; `shard` is the settings of any shard.
    #[must_use]
    pub fn new(name: &str, shard: &Settings) -> Self {
        Self {
            manifest: Manifest::new(name, whole(shard)),
            pool: Reservoir::new(shard.topk),
            of: shard.shard.of,
            shards: BTreeMap::new(),
        }
    }

    /// Adds the shard that was saved as `name`.
    ///
    /// # Errors
    /// A shard of another campaign, or one that is already added.
    pub fn add(&mut self, name: &str, part: &Saved) -> Result<(), Fault> {
        let Manifest {
            settings,
            finished,
            rejected,
            ..
        } = &part.manifest;
        if let Some(difference) = self.manifest.settings.difference(&whole(settings)) {
            return Err(Fault::Usage(format!(
                "`{name}` has other settings: {difference}"
            )));
        }
        let Shard { number, of } = settings.shard;
        if of != self.of || self.shards.contains_key(&number) {
            return Err(Fault::Usage(format!(
                "`{name}` is shard {}: it does not fit the others",
                settings.shard
            )));
        }
        self.shards.insert(number, (name.to_string(), *finished));
        self.manifest.finished += finished;
        for (reason, count) in rejected {
            *self.manifest.rejected.entry(reason.clone()).or_default() += count;
        }
        for record in part.pool.records() {
            if self.pool.offer(record.clone()).is_some() {
                self.manifest.reject(OUTCLASSED);
            }
        }
        Ok(())
    }

    /// The whole campaign.
    ///
    /// # Errors
    /// Missing shards, and shards that are not equally far: the whole campaign records how many seeds
    /// it has searched from the first one on, so there may be no gap.
    pub fn finish(self) -> Result<(Manifest, Reservoir), Fault> {
        let missing: Vec<String> = (1..=self.of)
            .filter(|number| !self.shards.contains_key(number))
            .map(|number| format!("{number}/{}", self.of))
            .take(MOST_NAMED)
            .collect();
        if !missing.is_empty() {
            let more = self.of - self.shards.len() as u64 - missing.len() as u64;
            let more = match more {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            return Err(Fault::Usage(format!(
                "shards are missing: {}{more}",
                missing.join(", ")
            )));
        }
        let seeds = self.manifest.finished;
        let has_gap = |(number, (_, finished)): (&u64, &(String, u64))| {
            let shard = Shard {
                number: *number,
                of: self.of,
            };
            *finished != shard.share(seeds)
        };
        let by_seeds = |(name, finished): &(String, u64)| (*finished, name.clone());
        let (least, most) = (
            self.shards.values().map(by_seeds).min(),
            self.shards.values().map(by_seeds).max(),
        );
        if let (true, Some(least), Some(most)) = (self.shards.iter().any(has_gap), least, most) {
            return Err(Fault::Usage(format!(
                "the shards are not equally far: `{}` has searched {} and `{}` {}; \
                continue each with --resume and the same --seeds",
                least.1,
                plural(least.0, "seed"),
                most.1,
                most.0
            )));
        }
        Ok((self.manifest, self.pool))
    }
}

fn whole(settings: &Settings) -> Settings {
    Settings {
        shard: Shard::WHOLE,
        ..settings.clone()
    }
}
