//! The settings of a campaign and how far it has come.

use std::collections::BTreeMap;
use std::path::Path;

use levels_core::family::roll::campaign_spec::Settings as RollSettings;
use levels_core::family::roll::candidate::Reject;
use serde_json::{Value as Json, json};

use crate::exit::Fault;
use crate::files;

/// One part of a campaign that is cut into several: every `of`-th seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// How many of the first `seeds` seeds of a campaign belong to the shard.
    #[must_use]
    pub fn share(self, seeds: u64) -> u64 {
        seeds.saturating_sub(self.number - 1).div_ceil(self.of)
    }
}

impl std::str::FromStr for Shard {
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
                "a shard is written as 3/16: a number from 1 on, and of how many".to_string()
            })
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// What a campaign is a function of, together with how many seeds it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// The first seed.
    pub seed_base: u64,
    /// The part of the seeds that is searched.
    pub shard: Shard,
    /// How many boards a bucket keeps.
    pub topk: usize,
    /// The longest side of a board.
    pub max_size: usize,
    /// The greatest probability with which random keys may win.
    pub max_random: f64,
    /// Changes that are tried for a tutorial.
    pub iterations: u32,
}

impl Settings {
    /// The settings of the family.
    #[must_use]
    pub fn roll(&self) -> RollSettings {
        RollSettings {
            max_size: self.max_size,
            max_random: self.max_random,
            tutorial_iterations: self.iterations,
            ..RollSettings::default()
        }
    }

    /// The seed at a position of the shard.
    #[must_use]
    pub fn seed(&self, position: u64) -> u64 {
        self.seed_base
            .wrapping_add(position.wrapping_mul(self.shard.of))
            .wrapping_add(self.shard.number - 1)
    }

    /// Whether a seed belongs to the shard.
    #[must_use]
    pub fn holds(&self, seed: u64) -> bool {
        seed.wrapping_sub(self.seed_base) % self.shard.of == self.shard.number - 1
    }

    fn to_json(self) -> Json {
        json!({
            "family": "roll",
            "model_version": levels_core::MODEL_VERSION,
            "seed_base": self.seed_base,
            "shard": self.shard.to_string(),
            "topk": self.topk,
            "max_size": self.max_size,
            "max_random": self.max_random,
            "iterations": self.iterations,
        })
    }

    /// What differs between these settings and those of a saved run, in one line.
    #[must_use]
    pub fn difference(&self, saved: &Self) -> Option<String> {
        let (own, theirs) = (self.to_json(), saved.to_json());
        let own = own.as_object()?;
        let changed: Vec<String> = own
            .iter()
            .filter(|(key, value)| theirs[key.as_str()] != **value)
            .map(|(key, value)| format!("`{key}` is {value}, was {}", theirs[key.as_str()]))
            .collect();
        (!changed.is_empty()).then(|| changed.join("; "))
    }
}

/// Settings and progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Manifest {
    /// The campaign's name.
    pub name: String,
    /// The settings.
    pub settings: Settings,
    /// How many positions of the shard are finished: all below, and none above.
    pub finished: u64,
    /// How many seeds gave nothing, by reason.
    pub rejected: BTreeMap<String, u64>,
    /// How many boards are kept.
    pub kept: usize,
    /// The hash of the pool that belongs to this manifest.
    pub pool_hash: String,
}

impl Manifest {
    /// The manifest of a campaign that has not begun.
    #[must_use]
    pub fn new(name: &str, settings: Settings) -> Self {
        let rejected = Reject::ALL
            .iter()
            .map(|reason| (reason.word().to_string(), 0))
            .collect();
        Self {
            name: name.to_string(),
            settings,
            finished: 0,
            rejected,
            kept: 0,
            pool_hash: String::new(),
        }
    }

    /// The manifest as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let value = json!({
            "name": self.name,
            "settings": self.settings.to_json(),
            "nextSeed": self.settings.seed(self.finished),
            "generated": self.finished,
            "kept": self.kept,
            "rejected": self.rejected,
            "pool": self.pool_hash,
        });
        levels_core::json::write::canonical(&value, |path| path.len() < 2)
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// A file that cannot be read or that is no manifest of this version.
    pub fn read(path: &Path) -> Result<Self, Fault> {
        let source = files::source(path)?;
        let fault =
            |why: &str| Fault::Invalid(format!("{}: {why}; it is left as it is", source.name()));
        let value: Json = serde_json::from_str(source.text())
            .map_err(|why| fault(&format!("not a whole manifest: {why}")))?;
        let settings = &value["settings"];
        if settings["model_version"] != levels_core::MODEL_VERSION {
            return Err(fault(&format!(
                "made under model version {}, linked is {:?}",
                settings["model_version"],
                levels_core::MODEL_VERSION
            )));
        }
        let count = |value: &Json| value.as_u64();
        let read = || {
            Some(Self {
                name: value["name"].as_str()?.to_string(),
                settings: Settings {
                    seed_base: count(&settings["seed_base"])?,
                    shard: settings["shard"].as_str()?.parse().ok()?,
                    topk: usize::try_from(count(&settings["topk"])?).ok()?,
                    max_size: usize::try_from(count(&settings["max_size"])?).ok()?,
                    max_random: settings["max_random"].as_f64()?,
                    iterations: u32::try_from(count(&settings["iterations"])?).ok()?,
                },
                finished: count(&value["generated"])?,
                rejected: value["rejected"]
                    .as_object()?
                    .iter()
                    .map(|(key, value)| Some((key.clone(), value.as_u64()?)))
                    .collect::<Option<_>>()?,
                kept: usize::try_from(count(&value["kept"])?).ok()?,
                pool_hash: value["pool"].as_str()?.to_string(),
            })
        };
        read().ok_or_else(|| fault("not a manifest: a field is missing or of the wrong kind"))
    }
}
