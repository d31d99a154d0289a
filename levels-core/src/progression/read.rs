//! A pool as JSON: an array of levels, each an object of the fields of [`RatedLevel`].
//!
//! `tier`, `rating` and `dimensions` are taken as they are (docs/progression.md, Pools). `content`,
//! `confidence` and `samples` may be missing; unknown fields are ignored, since a pool is an
//! exchange format and other programs keep figures in it.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use serde_json::{Map, Value, json};

use super::pool::{Pool, place};
use super::rated::{Dimensions, PRIOR_CONFIDENCE, RatedLevel};
use super::tiers::Tier;
use crate::finding::{Fault, Faults, Place};

impl Pool {
    /// The pool that a JSON text holds.
    ///
    /// # Errors
    ///
    /// Every fault at once: a syntax error (then that one alone), a field that is missing or of the
    /// wrong kind, and everything that [`Pool::new`] finds in complete levels.
    pub fn from_json(text: &str) -> Result<Self, Faults> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| Fault::new(Place::Level, format!("not JSON: {error}")))?;
        let Value::Array(items) = value else {
            return Err(Faults::from(
                Fault::new(Place::Level, "a pool is an array of levels")
                    .with_help("write `[ {\"id\": …}, … ]`"),
            ));
        };
        let mut faults = Vec::new();
        let mut levels = Vec::new();
        for (index, item) in items.iter().enumerate() {
            let Value::Object(object) = item else {
                faults.push(Fault::new(place(index, ""), "a level is an object"));
                continue;
            };
            let mut fields = Fields {
                object,
                index,
                faults: &mut faults,
            };
            levels.extend(fields.level());
        }
        if faults.is_empty() {
            return Self::new(levels);
        }
        // Complete levels are also checked, so that one run reports everything. A skipped level
        // would shift the indices, so this is done only if none was skipped.
        if levels.len() == items.len() {
            faults.extend(Self::new(levels).err().into_iter().flatten());
        }
        Err(faults.into())
    }

    /// The pool as JSON text that [`Pool::from_json`] reads: one level per line, by (rating, id).
    #[must_use]
    pub fn to_json(&self) -> String {
        let lines: Vec<String> = self
            .levels()
            .iter()
            .map(|level| level_json(level).to_string())
            .collect();
        format!("[\n{}\n]\n", lines.join(",\n"))
    }
}

/// One level as a pool file has it.
fn level_json(level: &RatedLevel) -> Value {
    let dimensions: Map<String, Value> = Dimensions::NAMES
        .iter()
        .zip(level.dimensions.values())
        .map(|(name, value)| (name.to_string(), json!(value)))
        .collect();
    json!({
        "id": level.id,
        "rating": level.rating,
        "tier": level.tier,
        "dimensions": dimensions,
        "size": level.size,
        "area": level.area,
        "mechanics": level.mechanics,
        "family_key": level.family_key,
        "content": level.content,
        "confidence": level.confidence,
        "samples": level.samples,
    })
}

/// The fields of one level, and where their faults go.
struct Fields<'a> {
    object: &'a Map<String, Value>,
    index: usize,
    faults: &'a mut Vec<Fault>,
}

impl Fields<'_> {
    /// The level, unless a field is missing or of the wrong kind.
    fn level(&mut self) -> Option<RatedLevel> {
        let id = self.text("id");
        let rating = self.number("rating");
        let tier = self.tier();
        let dimensions = self.dimensions();
        let size = self.text("size");
        let area = self.area();
        let mechanics = self.names("mechanics");
        let family_key = self.text("family_key");
        let content = self.optional("content", Self::text);
        let confidence = self.optional("confidence", Self::number);
        let samples = self.optional("samples", Self::count);
        let id = id?;
        Some(RatedLevel {
            content: content?.unwrap_or_else(|| RatedLevel::content_of_id(&id)),
            id,
            rating: rating?,
            tier: tier?,
            dimensions: dimensions?,
            size: size?,
            area: area?,
            mechanics: mechanics?,
            family_key: family_key?,
            confidence: confidence?.unwrap_or(PRIOR_CONFIDENCE),
            samples: samples?.unwrap_or(0),
        })
    }

    fn fault(&mut self, field: &str, message: impl Into<String>) {
        self.faults
            .push(Fault::new(place(self.index, field), message));
    }

    /// The value at a path of keys; a missing one is a fault.
    fn value(&mut self, path: &str) -> Option<Value> {
        let mut keys = path.split('.');
        let first = keys.next().and_then(|key| self.object.get(key));
        let value = keys.fold(first, |value, key| value.and_then(|v| v.get(key)));
        let value = value.cloned();
        if value.is_none() {
            self.fault(path, "this field is missing");
        }
        value
    }

    /// `None` if the field is there and wrong, `Some(None)` if it is not there (or null).
    fn optional<T>(
        &mut self,
        field: &str,
        read: impl Fn(&mut Self, &str) -> Option<T>,
    ) -> Option<Option<T>> {
        match self.object.get(field) {
            None | Some(Value::Null) => Some(None),
            Some(_) => read(self, field).map(Some),
        }
    }

    fn text(&mut self, path: &str) -> Option<String> {
        match self.value(path)? {
            Value::String(text) => Some(text),
            other => {
                self.fault(path, format!("expected a string, found {other}"));
                None
            }
        }
    }

    fn number(&mut self, path: &str) -> Option<f64> {
        let value = self.value(path)?;
        let number = value.as_f64();
        if number.is_none() {
            self.fault(path, format!("expected a number, found {value}"));
        }
        number
    }

    fn count(&mut self, path: &str) -> Option<u64> {
        let value = self.value(path)?;
        let number = value.as_u64();
        if number.is_none() {
            self.fault(path, format!("expected a whole number, found {value}"));
        }
        number
    }

    fn area(&mut self) -> Option<u32> {
        let count = self.count("area")?;
        let area = u32::try_from(count).ok();
        if area.is_none() {
            self.fault(
                "area",
                format!("{count} cells are more than a board can have"),
            );
        }
        area
    }

    fn tier(&mut self) -> Option<Tier> {
        let name = self.text("tier")?;
        let tier = Tier::from_name(&name);
        if tier.is_none() {
            let known = Tier::ALL.map(Tier::name).join(", ");
            self.fault("tier", format!("unknown tier `{name}`, expected {known}"));
        }
        tier
    }

    fn dimensions(&mut self) -> Option<Dimensions> {
        // All four are read before any is reported missing, so that every fault is reported.
        let values = Dimensions::NAMES.map(|name| self.number(&format!("dimensions.{name}")));
        match values {
            [Some(deduction), Some(peak), Some(scale), Some(sameness)] => {
                Some(Dimensions::from_values([deduction, peak, scale, sameness]))
            }
            _ => None,
        }
    }

    fn names(&mut self, field: &str) -> Option<Vec<String>> {
        let value = self.value(field)?;
        let names = value.as_array().and_then(|items| {
            let names = items.iter().map(|item| item.as_str().map(String::from));
            names.collect::<Option<Vec<String>>>()
        });
        if names.is_none() {
            self.fault(field, format!("expected a list of strings, found {value}"));
        }
        names
    }
}
