//! The best boards of each bucket (levels/profiles/README.md, What a campaign keeps).
//!
//! What is kept is a function of the set of records offered: a bucket takes the best record of each
//! canonical form, and keeps the best K of those.

use std::collections::BTreeMap;

use levels_core::json::source::Source;
use levels_core::json::write::canonical;
use levels_core::quality::choose_parent;
use levels_core::rng::Rng;
use serde_json::Value as Json;

use super::record::{Record, Standing};
use super::search::Search;

/// The best records of each bucket.
#[derive(Debug, Clone, PartialEq)]
pub struct Reservoir {
    topk: usize,
    /// The records of each bucket, best first.
    buckets: BTreeMap<String, Vec<Record>>,
}

impl Reservoir {
    /// An empty one, for at most `topk` boards in each bucket.
    #[must_use]
    pub fn new(topk: usize) -> Self {
        Self {
            topk,
            buckets: BTreeMap::new(),
        }
    }

    /// Whether a board would be kept now. If not, it will not be kept later either, since buckets
    /// only get better.
    #[must_use]
    pub fn would_keep(&self, new: &Standing) -> bool {
        let Some(bucket) = self.buckets.get(&new.bucket) else {
            return self.topk > 0;
        };
        let twin = bucket.iter().find(|kept| kept.standing.form == new.form);
        match twin {
            Some(twin) => new.before(&twin.standing),
            None => {
                bucket.len() < self.topk
                    || bucket.last().is_some_and(|last| new.before(&last.standing))
            }
        }
    }

    /// Keeps a record if it is good enough. Returns the record that there is no room for: itself, or the
    /// one whose place it took.
    pub fn offer(&mut self, record: Record) -> Option<Record> {
        if !self.would_keep(&record.standing) {
            return Some(record);
        }
        let bucket = self
            .buckets
            .entry(record.standing.bucket.clone())
            .or_default();
        let twin = bucket
            .iter()
            .position(|kept| kept.standing.form == record.standing.form);
        let twin = twin.map(|at| bucket.remove(at));
        let at = bucket.partition_point(|kept| kept.standing.before(&record.standing));
        bucket.insert(at, record);
        // If the twin was removed, the bucket has not grown.
        let last = (bucket.len() > self.topk).then(|| bucket.pop()).flatten();
        twin.or(last)
    }

    /// The board that the next one grows from, if any: the best board of a bucket.
    pub fn parent(&self, rng: &mut Rng) -> Option<&Record> {
        let at = |bucket| self.buckets.values().nth(bucket)?.first();
        let rank = |bucket| at(bucket).map_or(0, |record| record.standing.rank);
        choose_parent(self.buckets.len(), rank, rng).and_then(at)
    }

    /// How many records are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.buckets.values().map(Vec::len).sum()
    }

    /// The buckets in order of their keys, records best first.
    pub fn buckets(&self) -> impl Iterator<Item = (&str, &[Record])> {
        self.buckets
            .iter()
            .map(|(key, records)| (key.as_str(), records.as_slice()))
    }

    /// The buckets, those with the hardest best record first, ties by key.
    #[must_use]
    pub fn by_best(&self) -> Vec<(&str, &[Record])> {
        let mut list: Vec<_> = self
            .buckets()
            .filter(|(_, records)| !records.is_empty())
            .collect();
        list.sort_by_key(|(key, records)| (std::cmp::Reverse(records[0].standing.rank), *key));
        list
    }

    /// All records, bucket by bucket.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.buckets.values().flatten()
    }

    /// The pool as text: an array of records, in canonical form.
    #[must_use]
    pub fn to_text(&self) -> String {
        let list: Vec<Json> = self
            .records()
            .map(|record| Json::Object(record.json.clone()))
            .collect();
        canonical(&Json::Array(list), |path| {
            matches!(path, [] | ["*"] | ["*", "layout" | "grid"])
        })
    }

    /// Reads a pool.
    ///
    /// # Errors
    /// One line that says why it is not a pool.
    pub fn read(source: &Source, topk: usize, search: &dyn Search) -> Result<Self, String> {
        let value: Json = serde_json::from_str(source.text())
            .map_err(|fault| format!("not a whole pool: {fault}"))?;
        let Json::Array(list) = value else {
            return Err("not a pool: it is not a list of records".to_string());
        };
        let mut pool = Self::new(topk);
        for value in list {
            let Json::Object(json) = value else {
                return Err("a record is not an object".to_string());
            };
            if let Some(other) = pool.offer(search.read(json)?) {
                return Err(format!(
                    "the record of seed {} does not belong there: there are more than {topk} in its bucket, or an equal board",
                    other.standing.seed
                ));
            }
        }
        Ok(pool)
    }
}
