//! The best boards of each bucket (design, "Top-K reservoir").
//!
//! What is kept is a function of the set of records offered: a bucket holds, of each canonical form
//! the record that stands first, and of those the best K.

use std::collections::BTreeMap;

use levels_core::family::roll::campaign_spec::Settings as RollSettings;
use levels_core::json::source::Source;
use levels_core::json::write::canonical;
use rayon::prelude::*;
use serde_json::Value as Json;

use super::manifest::Settings;
use super::record::Record;

/// The best records of each bucket.
#[derive(Debug, Clone, PartialEq)]
pub struct Reservoir {
    topk: usize,
    /// The records of each bucket, best first.
    buckets: BTreeMap<String, Vec<Record>>,
}

impl Reservoir {
    /// Nothing kept yet; `topk` boards a bucket at most.
    #[must_use]
    pub fn new(topk: usize) -> Self {
        Self {
            topk,
            buckets: BTreeMap::new(),
        }
    }

    /// Keeps a record if it is good enough.
    pub fn offer(&mut self, record: Record) {
        let bucket = self.buckets.entry(record.bucket.clone()).or_default();
        if let Some(twin) = bucket.iter().position(|kept| kept.form == record.form) {
            if !record.stands_before(&bucket[twin]) {
                return;
            }
            bucket.remove(twin);
        }
        let at = bucket.partition_point(|kept| kept.stands_before(&record));
        if at < self.topk {
            bucket.insert(at, record);
            bucket.truncate(self.topk);
        }
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

    /// The buckets whose best record is hardest first, ties by key.
    #[must_use]
    pub fn by_best(&self) -> Vec<(&str, &[Record])> {
        let mut list: Vec<_> = self
            .buckets()
            .filter(|(_, records)| !records.is_empty())
            .collect();
        list.sort_by_key(|(key, records)| (std::cmp::Reverse(records[0].rank), *key));
        list
    }

    /// All records, bucket by bucket.
    pub fn records(&self) -> impl Iterator<Item = &Record> {
        self.buckets.values().flatten()
    }

    /// The pool as text: an array of records, one a line group, in canonical form.
    #[must_use]
    pub fn to_text(&self) -> String {
        let list: Vec<Json> = self.records().map(Record::to_json).collect();
        canonical(&Json::Array(list), |path| {
            matches!(path, [] | ["*"] | ["*", "layout"])
        })
    }

    /// Reads a pool.
    ///
    /// # Errors
    /// One line that says why it is none.
    pub fn read(source: &Source, topk: usize) -> Result<Self, String> {
        let value: Json = serde_json::from_str(source.text())
            .map_err(|fault| format!("not a whole pool: {fault}"))?;
        let Json::Array(list) = value else {
            return Err("not a pool: it is no list of records".to_string());
        };
        let mut pool = Self::new(topk);
        for value in &list {
            pool.offer(Record::read(value)?);
        }
        if pool.len() != list.len() {
            return Err(format!(
                "{} of its {} records do not belong there: more than {topk} in a bucket, or equal boards",
                list.len() - pool.len(),
                list.len()
            ));
        }
        Ok(pool)
    }

    /// Whether every record is what its seed gives under these settings.
    ///
    /// # Errors
    /// One line that names the first record that is not.
    pub fn check_seeds(&self, settings: &Settings) -> Result<(), String> {
        let roll: RollSettings = settings.roll();
        let records: Vec<&Record> = self.records().collect();
        let foreign = records
            .par_iter()
            .find_first(|record| !settings.holds(record.seed) || !record.is_of_its_seed(&roll));
        match foreign {
            Some(record) => Err(format!(
                "the record of seed {} is not what that seed gives",
                record.seed
            )),
            None => Ok(()),
        }
    }
}
