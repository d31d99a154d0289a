//! Migrate: where the levels of one order's stages are in another, so that no completed level is
//! lost when the model version is raised.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use serde_json::{Map, Value, json};

use super::lock::{LockedOrder, ModelLock};
use super::order::Order;

/// The map from the stages of one version to those of another, by level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Migration {
    /// The version that players have progress in.
    pub from: String,
    /// The version in which they continue.
    pub to: String,
    /// For each old stage, the first being stage 1, the new stage of its level; `None` for a level
    /// that was withdrawn, and for a stage that was vacant.
    pub stages: Vec<Option<usize>>,
}

/// A version that is not in the lock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownVersion {
    /// The version asked for.
    pub version: String,
    /// The versions in the lock, oldest first.
    pub known: Vec<String>,
}

impl Migration {
    /// The map between two versions of a lock, in either direction.
    ///
    /// # Errors
    ///
    /// A version that is not recorded.
    pub fn between(lock: &ModelLock, from: &str, to: &str) -> Result<Self, UnknownVersion> {
        let find = |version: &str| {
            lock.get(version).ok_or_else(|| UnknownVersion {
                version: version.to_string(),
                known: lock
                    .versions()
                    .map(|(known, _)| known.to_string())
                    .collect(),
            })
        };
        Ok(Self::of((from, find(from)?), (to, find(to)?)))
    }

    /// The map from a locked version to an order that may not be locked itself.
    #[must_use]
    pub fn to_order(from: &str, locked: &LockedOrder, order: &Order) -> Self {
        Self::of(
            (from, locked),
            (&order.model_version, &LockedOrder::of(order)),
        )
    }

    fn of((from, old): (&str, &LockedOrder), (to, new): (&str, &LockedOrder)) -> Self {
        let stages = (1..).zip(&new.order);
        let places: BTreeMap<&str, usize> = stages
            .filter_map(|(stage, content)| Some((content.as_deref()?, stage)))
            .collect();
        let place = |content: &Option<String>| places.get(content.as_deref()?).copied();
        Self {
            from: from.to_string(),
            to: to.to_string(),
            stages: old.order.iter().map(place).collect(),
        }
    }

    /// The new stage of an old one, both from 1; `None` where the level was withdrawn or the old
    /// order has no such stage.
    #[must_use]
    pub fn stage(&self, old: usize) -> Option<usize> {
        let at = old.checked_sub(1)?;
        self.stages.get(at).copied().flatten()
    }

    /// The old stages, from 1, without a new one.
    #[must_use]
    pub fn withdrawn(&self) -> Vec<usize> {
        let stages = (1..).zip(&self.stages);
        stages
            .filter(|(_, new)| new.is_none())
            .map(|(old, _)| old)
            .collect()
    }

    /// The map as JSON text: `from`, `to`, `stages` as an object from old stage to new one, and the
    /// `withdrawn` stages.
    #[must_use]
    pub fn to_json(&self) -> String {
        let pairs = (1..).zip(&self.stages);
        let stages: Map<String, Value> = pairs
            .filter_map(|(old, new): (usize, _)| Some((old.to_string(), json!((*new)?))))
            .collect();
        let value = json!({
            "from": self.from,
            "to": self.to,
            "stages": stages,
            "withdrawn": self.withdrawn(),
        });
        serde_json::to_string_pretty(&value).unwrap_or_default() + "\n"
    }
}

impl fmt::Display for UnknownVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the lock has no version `{}`", self.version)?;
        if self.known.is_empty() {
            write!(f, "; it is empty")
        } else {
            write!(f, "; it has {}", self.known.join(", "))
        }
    }
}

impl core::error::Error for UnknownVersion {}
