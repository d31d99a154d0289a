//! `levels/model.lock`: the order of every model version that ever shipped.
//!
//! Stage numbers are saved progress, so the same version must always name the same levels. A
//! recorded key is never rewritten: recording is refused if it would change one.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use serde_json::{Map, Value, json};

use super::keyed_hash::digest;
use super::order::Order;
use crate::finding::{Fault, Faults, Place};
use crate::lint_id::LintId;

/// The locked orders, in the order in which they were recorded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ModelLock {
    versions: Vec<(String, LockedOrder)>,
}

/// The order of one model version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LockedOrder {
    /// The digest of `order`, 32 hexadecimal digits.
    pub digest: String,
    /// The content hash at each stage, the first being stage 1; `None` where a stage was vacant.
    pub order: Vec<Option<String>>,
}

/// What recording an order did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    /// The version is new and is now recorded.
    New,
    /// The version was already recorded with the same order.
    Unchanged,
}

/// LV0030, `order-moved`: a version names other levels than it did when it shipped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderMoved {
    /// The model version.
    pub version: String,
    /// The first stage that moved, from 1.
    pub stage: usize,
    /// The content hash that was there; `None` for none.
    pub was: Option<String>,
    /// The content hash that is there now; `None` for none.
    pub now: Option<String>,
    /// The id of the level that is there now.
    pub level: Option<String>,
}

impl LockedOrder {
    /// The order as it is locked.
    #[must_use]
    pub fn of(order: &Order) -> Self {
        let contents = order.contents();
        Self {
            digest: digest(contents.iter().copied()),
            order: contents.into_iter().map(|c| c.map(String::from)).collect(),
        }
    }
}

impl ModelLock {
    /// The recorded versions, oldest first.
    pub fn versions(&self) -> impl Iterator<Item = (&str, &LockedOrder)> {
        self.versions
            .iter()
            .map(|(version, order)| (version.as_str(), order))
    }

    /// The order of a version.
    #[must_use]
    pub fn get(&self, version: &str) -> Option<&LockedOrder> {
        let mut versions = self.versions.iter();
        versions
            .find(|(known, _)| known == version)
            .map(|(_, order)| order)
    }

    /// The version that was recorded last.
    #[must_use]
    pub fn latest(&self) -> Option<(&str, &LockedOrder)> {
        self.versions().last()
    }

    /// Checks that an order may use its version's name: the version is not recorded yet, or with
    /// the same order.
    ///
    /// # Errors
    ///
    /// The first stage that moved.
    pub fn check(&self, order: &Order) -> Result<(), OrderMoved> {
        let Some(locked) = self.get(&order.model_version) else {
            return Ok(());
        };
        let now = order.contents();
        let stages = now.len().max(locked.order.len());
        for at in 0..stages {
            let was = locked.order.get(at).and_then(Option::as_deref);
            let is = now.get(at).copied().flatten();
            // A vacant stage is not the same as no stage.
            if was != is || (at < locked.order.len()) != (at < now.len()) {
                return Err(OrderMoved {
                    version: order.model_version.clone(),
                    stage: at + 1,
                    was: was.map(String::from),
                    now: is.map(String::from),
                    level: order.stage(at + 1).map(|record| record.level.clone()),
                });
            }
        }
        Ok(())
    }

    /// Records an order under its version.
    ///
    /// # Errors
    ///
    /// The version is recorded with another order. The lock stays as it is.
    pub fn record(&mut self, order: &Order) -> Result<Recorded, OrderMoved> {
        self.check(order)?;
        if self.get(&order.model_version).is_some() {
            return Ok(Recorded::Unchanged);
        }
        let locked = LockedOrder::of(order);
        self.versions.push((order.model_version.clone(), locked));
        Ok(Recorded::New)
    }

    /// The lock as JSON text, two-space indent and a final newline.
    #[must_use]
    pub fn to_json(&self) -> String {
        let entries = self.versions.iter().map(|(version, locked)| {
            let value = json!({ "digest": locked.digest, "order": locked.order });
            (version.clone(), value)
        });
        let object: Map<String, Value> = entries.collect();
        let text = serde_json::to_string_pretty(&Value::Object(object)).unwrap_or_default();
        text + "\n"
    }

    /// The lock that a JSON text holds.
    ///
    /// # Errors
    ///
    /// Every fault: a syntax error (then that one alone), a field that is missing, unknown or of
    /// the wrong kind, a digest that is not that of its order.
    pub fn from_json(text: &str) -> Result<Self, Faults> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| Fault::new(Place::Level, format!("not JSON: {error}")))?;
        let Value::Object(object) = value else {
            let message = "a model lock is an object whose keys are versions";
            return Err(Faults::from(Fault::new(Place::Level, message)));
        };
        let mut lock = Self::default();
        let mut faults = Vec::new();
        for (version, value) in object {
            match locked(&version, &value) {
                Ok(order) => lock.versions.push((version, order)),
                Err(found) => faults.extend(found),
            }
        }
        if faults.is_empty() {
            Ok(lock)
        } else {
            Err(faults.into())
        }
    }
}

impl OrderMoved {
    /// The lint of this finding.
    pub const LINT: LintId = LintId::OrderMoved;
}

impl fmt::Display for OrderMoved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |content: &Option<String>| match content {
            Some(content) => format!("`{content}`"),
            None => "nothing".to_string(),
        };
        let (was, now) = (part(&self.was), part(&self.now));
        let (stage, version) = (self.stage, &self.version);
        write!(f, "stage {stage} of `{version}` was {was} and is now {now}")?;
        match &self.level {
            Some(level) => write!(f, " (level `{level}`)"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for OrderMoved {}

fn locked(version: &str, value: &Value) -> Result<LockedOrder, Faults> {
    let place = |field: &str| Place::field(&[version, field]);
    let Some(object) = value.as_object() else {
        let message = "a version is an object with `digest` and `order`";
        return Err(Faults::from(Fault::new(Place::field(&[version]), message)));
    };
    let unknown = object
        .keys()
        .filter(|key| !["digest", "order"].contains(&key.as_str()));
    let mut faults: Vec<Fault> = unknown
        .map(|key| Fault::new(place(key), "unknown field"))
        .collect();
    let text = object.get("digest").and_then(Value::as_str);
    if text.is_none() {
        faults.push(Fault::new(place("digest"), "expected a string"));
    }
    let order = object
        .get("order")
        .and_then(Value::as_array)
        .and_then(|items| {
            let entry = |item: &Value| match item {
                Value::Null => Some(None),
                Value::String(content) => Some(Some(content.clone())),
                _ => None,
            };
            items
                .iter()
                .map(entry)
                .collect::<Option<Vec<Option<String>>>>()
        });
    if order.is_none() {
        let message = "expected a list of content hashes, null for a vacant stage";
        faults.push(Fault::new(place("order"), message));
    }
    let (Some(text), Some(order)) = (text, order) else {
        return Err(faults.into());
    };
    let actual = digest(order.iter().map(Option::as_deref));
    if actual != text {
        let message = format!("the digest of this order is {actual}, not {text}");
        let help = "a recorded order is never edited: restore the file from version control";
        faults.push(Fault::new(place("digest"), message).with_help(help));
    }
    if faults.is_empty() {
        let digest = text.to_string();
        Ok(LockedOrder { digest, order })
    } else {
        Err(faults.into())
    }
}
