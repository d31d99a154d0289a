//! The settings that determine a campaign, together with its number of seeds.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use clap::ValueEnum;
use levels_core::family::roll::Roll;
use levels_core::puzzle::Family as _;
use serde_json::{Map, Value as Json, json};

use super::roll::RollSearch;
use super::search::Search;
use crate::pipeline::Generators;

/// One part of a campaign that is cut into several: every `of`-th seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// The whole campaign.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// How many of the first `seeds` seeds of a campaign belong to the shard.
    #[must_use]
    pub fn share(self, seeds: u64) -> u64 {
        seeds.saturating_sub(self.number - 1).div_ceil(self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('/').and_then(|(number, of)| {
            Some(Self {
                number: number.parse().ok()?,
                of: of.parse().ok()?,
            })
        });
        parts
            .filter(|shard| (1..=shard.of).contains(&shard.number))
            .ok_or_else(|| {
                "a shard is written as 3/16: its number, from 1, and how many there are".to_string()
            })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Where boards come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Propose {
    /// Each board is drawn from scratch
    #[default]
    Random,
    /// Most boards are the best one of a random bucket with a few changes
    Archive,
}

impl Propose {
    /// The word that flags and files use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Archive => "archive",
        }
    }
}

/// The settings that determine a campaign, together with its number of seeds.
#[derive(Clone)]
pub struct Settings {
    /// The first seed.
    pub seed_base: u64,
    /// The part of the seeds that is searched.
    pub shard: Shard,
    /// How many boards a bucket keeps.
    pub topk: usize,
    /// Where boards come from.
    pub propose: Propose,
    /// The family and its own settings.
    pub search: Arc<dyn Search>,
    /// The file that they come from, if any; another file with the same settings is not a difference.
    pub file: Option<SettingsFile>,
}

/// A file that settings were read from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettingsFile {
    /// Its path, as it was given.
    pub path: String,
    /// Its hash, as recipes write it.
    pub hash: String,
}

/// A family with the settings that were given for it.
///
/// # Errors
/// A family that cannot be searched, or settings that it does not have.
pub fn open(
    family: &str,
    said: Map<String, Json>,
    generators: &Generators,
) -> Result<Arc<dyn Search>, String> {
    // A campaign of rolling cubes alternates between lessons and boards of all kinds, by its seeds;
    // every other family is searched through its proposals.
    let search: Result<Arc<dyn Search>, String> = if family == Roll::TAG {
        RollSearch::new(said).map(|search| Arc::new(search) as Arc<dyn Search>)
    } else {
        generators.get(family)?.search(said)
    };
    search.map_err(|why| format!("settings of a `{family}` campaign: {why}"))
}

impl Settings {
    /// The seed at a position of the shard.
    #[must_use]
    pub fn seed(&self, position: u64) -> u64 {
        self.seed_base
            .wrapping_add(position.wrapping_mul(self.shard.of))
            .wrapping_add(self.shard.number - 1)
    }

    /// What a manifest records.
    #[must_use]
    pub fn to_json(&self) -> Json {
        let mut json = json!({
            "family": self.search.family(),
            "model_version": levels_core::MODEL_VERSION,
            "seed_base": self.seed_base,
            "shard": self.shard.to_string(),
            "topk": self.topk,
            "propose": self.propose.word(),
        });
        json["search"] = Json::Object(self.search.settings().clone());
        json
    }

    /// Reads what a manifest recorded; `None` if it is not such a record.
    ///
    /// # Errors
    /// As for [`open`].
    pub fn read(
        json: &Json,
        file: Option<SettingsFile>,
        generators: &Generators,
    ) -> Result<Option<Self>, String> {
        let count = |key: &str| json[key].as_u64();
        let fields = || {
            let family = json["family"].as_str()?;
            let said = json["search"].as_object()?.clone();
            let shard = json["shard"].as_str()?.parse().ok()?;
            let topk = usize::try_from(count("topk")?).ok()?;
            let propose = Propose::from_str(json["propose"].as_str()?, false).ok()?;
            Some((family, said, count("seed_base")?, shard, topk, propose))
        };
        let Some((family, said, seed_base, shard, topk, propose)) = fields() else {
            return Ok(None);
        };
        Ok(Some(Self {
            seed_base,
            shard,
            topk,
            propose,
            search: open(family, said, generators)?,
            file,
        }))
    }

    /// What differs between these settings and those of a saved run, in one line.
    #[must_use]
    pub fn difference(&self, saved: &Self) -> Option<String> {
        let mut changed = Vec::new();
        differences("", &self.to_json(), &saved.to_json(), &mut changed);
        (!changed.is_empty()).then(|| changed.join("; "))
    }
}

/// Adds what differs, key by key, on one side or the other. The table `search` is not named: its keys
/// are those of flags.
fn differences(path: &str, own: &Json, saved: &Json, changed: &mut Vec<String>) {
    let (Json::Object(a), Json::Object(b)) = (own, saved) else {
        if own != saved {
            let said = |value: &Json| match value {
                Json::Null => "not set".to_string(),
                value => value.to_string(),
            };
            changed.push(format!("`{path}` is {}, was {}", said(own), said(saved)));
        }
        return;
    };
    let only_saved = b.keys().filter(|key| !a.contains_key(*key));
    for key in a.keys().chain(only_saved) {
        let path = match path {
            "" | "search" => key.clone(),
            path => format!("{path}.{key}"),
        };
        differences(&path, &own[key.as_str()], &saved[key.as_str()], changed);
    }
}
