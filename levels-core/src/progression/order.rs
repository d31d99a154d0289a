//! An order of stages: what building gives, and what `levels/progression.json` holds.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::record::Record;
use super::settings::Variant;
use crate::finding::{Fault, Place};

/// Stages by number, with the record of each.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The name of the order: the library's version, a slash and the game's own number.
    pub model_version: String,
    /// The key of the hash that broke ties.
    pub seed: u64,
    /// The method.
    pub variant: Variant,
    /// The ids of the packs whose levels are the pool; empty for a pool from a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<String>,
    /// Stages, from 1, for which a pinned order has no level: its level was withdrawn and none was
    /// left to fill the gap.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vacant: Vec<usize>,
    /// The records by stage; vacant stages have none.
    pub stages: Vec<Record>,
}

impl Order {
    /// The record of a stage, counted from 1; `None` for one that is vacant or does not exist.
    #[must_use]
    pub fn stage(&self, stage: usize) -> Option<&Record> {
        let at = self.stages.binary_search_by_key(&stage, |r| r.stage).ok()?;
        self.stages.get(at)
    }

    /// The number of the last stage; 0 for none.
    #[must_use]
    pub fn len(&self) -> usize {
        let last = self.stages.last().map_or(0, |record| record.stage);
        self.vacant.iter().copied().fold(last, usize::max)
    }

    /// Whether there is no stage at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The content hash at each stage, the first being stage 1; `None` where a stage is vacant.
    #[must_use]
    pub fn contents(&self) -> Vec<Option<&str>> {
        let mut contents = alloc::vec![None; self.len()];
        for record in &self.stages {
            if let Some(place) = record
                .stage
                .checked_sub(1)
                .and_then(|at| contents.get_mut(at))
            {
                *place = Some(record.content.as_str());
            }
        }
        contents
    }

    /// The order as JSON text, one stage per line, so that a diff shows stages. The same order
    /// always gives the same bytes.
    #[must_use]
    pub fn to_json(&self) -> String {
        let head = [
            ("model_version", json!(self.model_version)),
            ("seed", json!(self.seed)),
            ("variant", json!(self.variant)),
            ("packs", json!(self.packs)),
            ("vacant", json!(self.vacant)),
        ];
        let mut text = String::from("{\n");
        for (key, value) in head {
            if value != json!([]) {
                text += &format!("  \"{key}\": {value},\n");
            }
        }
        let lines: Vec<String> = self
            .stages
            .iter()
            .map(|record| format!("\n    {}", json!(record)))
            .collect();
        text += &format!("  \"stages\": [{}\n  ]\n}}\n", lines.join(","));
        text
    }

    /// The order that a JSON text holds.
    ///
    /// # Errors
    ///
    /// A fault for text that is not an order: a syntax error, a field that is missing, unknown or
    /// of the wrong kind, stages that do not ascend from 1.
    pub fn from_json(text: &str) -> Result<Self, Fault> {
        let order: Self = serde_json::from_str(text)
            .map_err(|error| Fault::new(Place::Level, format!("not a progression: {error}")))?;
        let mut previous = 0;
        for (at, record) in order.stages.iter().enumerate() {
            if record.stage <= previous {
                let place = Place::Field(alloc::vec![format!("stages[{at}]"), "stage".into()]);
                let message = format!("stage {} follows stage {previous}", record.stage);
                return Err(Fault::new(place, message));
            }
            previous = record.stage;
        }
        Ok(order)
    }
}
