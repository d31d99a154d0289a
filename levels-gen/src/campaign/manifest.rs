//! The settings of a campaign and how far it has come.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value as Json, json};

use super::settings::{Settings, SettingsFile};
use crate::exit::Fault;
use crate::files;
use crate::pipeline::Generators;

/// The reason that counts boards that are not among the best of their bucket.
pub const OUTCLASSED: &str = "outclassed";

/// Settings and progress.
#[derive(Clone)]
pub struct Manifest {
    /// The campaign's name.
    pub name: String,
    /// The settings.
    pub settings: Settings,
    /// How many positions of the shard are finished: all below, and none above.
    pub finished: u64,
    /// How many seeds are not kept, by reason. With those that are kept they add up to `finished`.
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
        let reasons = settings.search.reasons();
        let reasons = reasons.into_iter().chain([OUTCLASSED]);
        Self {
            name: name.to_string(),
            rejected: reasons.map(|reason| (reason.to_string(), 0)).collect(),
            settings,
            finished: 0,
            kept: 0,
            pool_hash: String::new(),
        }
    }

    /// Counts a seed that is not kept.
    pub fn reject(&mut self, reason: &str) {
        *self.rejected.entry(reason.to_string()).or_default() += 1;
    }

    /// The manifest as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut value = json!({
            "name": self.name,
            "settings": self.settings.to_json(),
        });
        if let Some(file) = &self.settings.file {
            value["settings_file"] = json!({ "path": file.path, "hash": file.hash });
        }
        value["nextSeed"] = json!(self.settings.seed(self.finished));
        value["generated"] = json!(self.finished);
        value["kept"] = json!(self.kept);
        value["rejected"] = json!(self.rejected);
        value["pool"] = json!(self.pool_hash);
        levels_core::json::write::canonical(&value, |path| {
            matches!(path, [] | [_] | ["settings", "search"])
        })
    }

    /// Reads a manifest.
    ///
    /// # Errors
    /// A file that cannot be read or is not a manifest of this version.
    pub fn read(path: &Path, generators: &Generators) -> Result<Self, Fault> {
        let source = files::source(path)?;
        let fault =
            |why: &str| Fault::Invalid(format!("{}: {why}; it is left as it is", source.name()));
        let value: Json = serde_json::from_str(source.text())
            .map_err(|why| fault(&format!("not a whole manifest: {why}")))?;
        let settings = &value["settings"];
        if settings["model_version"] != levels_core::MODEL_VERSION {
            return Err(fault(&format!(
                "made under model version {}, but this program has {:?}",
                settings["model_version"],
                levels_core::MODEL_VERSION
            )));
        }
        let field = |key: &str| Some(value["settings_file"].get(key)?.as_str()?.to_string());
        let file = field("path")
            .zip(field("hash"))
            .map(|(path, hash)| SettingsFile { path, hash });
        let settings = Settings::read(settings, file, generators).map_err(|why| fault(&why))?;
        let count = |key: &str| value[key].as_u64();
        let read = || {
            Some(Self {
                name: value["name"].as_str()?.to_string(),
                settings: settings?,
                finished: count("generated")?,
                rejected: value["rejected"]
                    .as_object()?
                    .iter()
                    .map(|(key, value)| Some((key.clone(), value.as_u64()?)))
                    .collect::<Option<_>>()?,
                kept: usize::try_from(count("kept")?).ok()?,
                pool_hash: value["pool"].as_str()?.to_string(),
            })
        };
        let mut read: Self = read()
            .ok_or_else(|| fault("not a manifest: a field is missing or of the wrong kind"))?;
        let counted = read
            .rejected
            .values()
            .try_fold(read.kept as u64, |sum, count| sum.checked_add(*count));
        match counted.and_then(|counted| read.finished.checked_sub(counted)) {
            // Earlier versions did not count boards that were kept and gave up their places later.
            Some(missing) => *read.rejected.entry(OUTCLASSED.to_string()).or_default() += missing,
            None => {
                return Err(fault(
                    "its counters add up to more seeds than it has searched: the file was changed",
                ));
            }
        }
        Ok(read)
    }
}
