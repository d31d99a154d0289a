//! One kept board with its figures (levels/profiles/README.md, What a campaign keeps).

use serde_json::{Map, Value as Json};

/// What decides whether a board is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The seed that gives it.
    pub seed: u64,
    /// The bucket that it competes in.
    pub bucket: String,
    /// One form for all boards that are the same puzzle.
    pub form: String,
    /// How hard it is, in the unit of its search: boards are compared by it, never by a float.
    pub rank: u32,
    /// Its rows.
    pub rows: Vec<String>,
}

impl Standing {
    /// Whether this board comes before another one: harder first, then the smaller rows as text,
    /// then the lower seed. A total order, so that the order of arrival has no effect.
    #[must_use]
    pub fn before(&self, other: &Self) -> bool {
        (other.rank, &self.rows, self.seed) < (self.rank, &other.rows, other.seed)
    }
}

/// One kept board with its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// What decides whether it is kept.
    pub standing: Standing,
    /// What is written.
    pub json: Map<String, Json>,
}

impl Record {
    /// The text under a key.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        self.json
            .get(key)
            .and_then(Json::as_str)
            .unwrap_or_default()
    }

    /// The number under a key.
    #[must_use]
    pub fn number(&self, key: &str) -> f64 {
        self.json.get(key).and_then(Json::as_f64).unwrap_or(0.0)
    }

    /// The flag under a key.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.json.get(key).and_then(Json::as_bool).unwrap_or(false)
    }
}
