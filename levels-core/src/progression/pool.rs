//! A pool: checked rated levels in a fixed order, with their names turned into numbers.
//!
//! [`RatedLevel`] may be wrong; a `Pool` cannot be. Its levels are always ordered by rating and id,
//! so nothing after this point can depend on the order of a file.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::lock::ModelLock;
use super::number::{milli, quantile_by};
use super::order::Order;
use super::rated::{Dimensions, RatedLevel};
use crate::finding::{Fault, Faults, Place};

/// The most mechanics in one pool: a set of them is the bits of one word.
pub const MAX_MECHANICS: usize = 64;

/// Checked rated levels by (rating, id). Never empty.
#[derive(Debug, Clone, PartialEq)]
pub struct Pool {
    levels: Vec<RatedLevel>,
    /// For each level the other content hashes that name the same puzzle.
    aliases: Vec<Vec<String>>,
    facts: Vec<Facts>,
    mechanics: Vec<String>,
    /// The mechanics that every level has.
    common: u64,
    families: usize,
}

/// A level's place in its pool.
pub(super) type LevelIndex = usize;

/// A level as numbers, which are compared thousands of times per stage.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Facts {
    pub rating: f64,
    /// The rating in thousandths.
    pub milli: i64,
    pub dimensions: Dimensions,
    /// The number of the size among the pool's sizes.
    pub size: u32,
    /// The number of the family key among the pool's keys.
    pub family: u32,
    pub area: u32,
    pub easy: bool,
    /// Bit i is the pool's mechanic i.
    pub mechanics: u64,
}

impl Pool {
    /// A pool of these levels.
    ///
    /// # Errors
    ///
    /// All that is wrong with them: no level at all, an empty or repeated id, a repeated content
    /// hash, a number out of its range, more than [`MAX_MECHANICS`] mechanics. Places name the level
    /// by its position in `levels` and the field.
    pub fn new(mut levels: Vec<RatedLevel>) -> Result<Self, Faults> {
        let faults = check(&levels);
        if !faults.is_empty() {
            return Err(faults.into());
        }
        for level in &mut levels {
            level.mechanics.sort();
        }
        levels.sort_by(|a, b| {
            milli(a.rating)
                .cmp(&milli(b.rating))
                .then_with(|| a.id.cmp(&b.id))
        });
        let mechanics: BTreeSet<&str> = levels
            .iter()
            .flat_map(|level| level.mechanics.iter().map(String::as_str))
            .collect();
        let sizes = numbered(levels.iter().map(|level| level.size.as_str()));
        let families = numbered(levels.iter().map(|level| level.family_key.as_str()));
        let bits = numbered(mechanics.iter().copied());
        let facts: Vec<Facts> = levels
            .iter()
            .map(|level| Facts {
                rating: level.rating,
                milli: milli(level.rating),
                dimensions: level.dimensions,
                size: sizes[level.size.as_str()],
                family: families[level.family_key.as_str()],
                area: level.area,
                easy: level.tier == super::tiers::Tier::Easy,
                mechanics: level
                    .mechanics
                    .iter()
                    .fold(0, |set, name| set | 1 << bits[name.as_str()]),
            })
            .collect();
        Ok(Self {
            mechanics: mechanics.iter().copied().map(String::from).collect(),
            families: families.len(),
            common: facts
                .iter()
                .fold(u64::MAX, |all, level| all & level.mechanics),
            facts,
            aliases: alloc::vec![Vec::new(); levels.len()],
            levels,
        })
    }

    /// The levels by (rating, id).
    #[must_use]
    pub fn levels(&self) -> &[RatedLevel] {
        &self.levels
    }

    /// The number of levels, at least 1.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a pool is never empty")]
    pub fn len(&self) -> usize {
        self.levels.len()
    }

    /// The names of all mechanics, ascending.
    #[must_use]
    pub fn mechanics(&self) -> &[String] {
        &self.mechanics
    }

    /// The number of different family keys.
    #[must_use]
    pub fn families(&self) -> usize {
        self.families
    }

    /// The `q`-quantile of the ratings.
    #[must_use]
    pub fn quantile(&self, q: f64) -> f64 {
        quantile_by(self.facts.len(), q, |i| self.facts[i].rating)
    }

    /// The level with that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&RatedLevel> {
        self.levels.iter().find(|level| level.id == id)
    }

    /// The pool of some of the levels, given in ascending order. It keeps what was known about the
    /// whole pool: names keep their numbers, and the common mechanics are those of all levels.
    pub(super) fn subset(&self, levels: &[LevelIndex]) -> Self {
        Self {
            levels: levels
                .iter()
                .map(|&level| self.levels[level].clone())
                .collect(),
            aliases: levels
                .iter()
                .map(|&level| self.aliases[level].clone())
                .collect(),
            facts: levels.iter().map(|&level| self.facts[level]).collect(),
            mechanics: self.mechanics.clone(),
            common: self.common,
            families: self.families,
        }
    }

    /// The mechanics that every level has, as a set.
    pub(super) fn common(&self) -> u64 {
        self.common
    }

    pub(super) fn facts(&self) -> &[Facts] {
        &self.facts
    }

    /// The levels by each content hash that names them.
    pub(super) fn by_content(&self) -> BTreeMap<&str, LevelIndex> {
        let keys = self.levels.iter().map(|level| level.content.as_str());
        let aliases = self.aliases.iter().zip(0..).flat_map(|(aliases, level)| {
            let aliases = aliases.iter();
            aliases.map(move |alias| (alias.as_str(), level))
        });
        aliases.chain(keys.zip(0..)).collect()
    }

    /// The same pool with further content hashes of its levels, by id.
    pub(super) fn with_aliases(mut self, mut aliases: BTreeMap<String, Vec<String>>) -> Self {
        for (level, own) in self.levels.iter().zip(&mut self.aliases) {
            *own = aliases.remove(&level.id).unwrap_or_default();
        }
        self
    }

    /// The same pool with each level under the content hash with which it was recorded: that of
    /// `order`, or else the newest in `lock`. Levels recorded with an earlier kind of hash keep it,
    /// so a new order over this pool agrees with the records, and no record has to be rewritten.
    #[must_use]
    pub fn recorded_in(mut self, order: Option<&Order>, lock: Option<&ModelLock>) -> Self {
        let by_content = self.by_content();
        let of_order = order.into_iter().flat_map(Order::contents).flatten();
        let mut versions: Vec<_> = lock.into_iter().flat_map(ModelLock::versions).collect();
        versions.reverse();
        let of_lock = versions
            .iter()
            .flat_map(|(_, locked)| locked.order.iter().filter_map(Option::as_deref));
        let mut names: BTreeMap<LevelIndex, String> = BTreeMap::new();
        for content in of_order.chain(of_lock) {
            if let Some(&level) = by_content.get(content) {
                names.entry(level).or_insert_with(|| content.into());
            }
        }
        for (level, name) in names {
            let before = core::mem::replace(&mut self.levels[level].content, name);
            if before != self.levels[level].content {
                self.aliases[level].push(before);
            }
        }
        self
    }
}

/// Numbers distinct names in ascending order.
fn numbered<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, u32> {
    let distinct: BTreeSet<&str> = names.collect();
    distinct.into_iter().zip(0..).collect()
}

fn check(levels: &[RatedLevel]) -> Vec<Fault> {
    let mut faults = Vec::new();
    if levels.is_empty() {
        faults.push(
            Fault::new(Place::Level, "the pool has no levels")
                .with_help("give at least one rated level"),
        );
    }
    let mut ids = BTreeMap::new();
    let mut contents = BTreeMap::new();
    let mut mechanics = BTreeSet::new();
    for (index, level) in levels.iter().enumerate() {
        let mut fault =
            |field: &str, message: String| faults.push(Fault::new(place(index, field), message));
        if level.id.is_empty() {
            fault("id", "an id must not be empty".into());
        }
        if let Some(first) = ids.insert(level.id.as_str(), index) {
            let message = format!("the id `{}` is already used by level {first}", level.id);
            fault("id", message);
        }
        if let Some(first) = contents.insert(level.content.as_str(), index) {
            let message = format!("`{}` has the same content as level {first}", level.id);
            fault("content", message);
        }
        let ten = |value: f64| (0.0..=10.0).contains(&value);
        if !ten(level.rating) {
            fault(
                "rating",
                format!("{} is not between 0 and 10", level.rating),
            );
        }
        for (name, value) in Dimensions::NAMES.iter().zip(level.dimensions.values()) {
            if !ten(value) {
                fault(
                    &format!("dimensions.{name}"),
                    format!("{value} is not between 0 and 10"),
                );
            }
        }
        if !(0.0..=1.0).contains(&level.confidence) {
            let message = format!("{} is not between 0 and 1", level.confidence);
            fault("confidence", message);
        }
        if level.area == 0 {
            fault("area", "a board has at least one cell".into());
        }
        let distinct: BTreeSet<&String> = level.mechanics.iter().collect();
        if distinct.len() < level.mechanics.len() {
            fault("mechanics", "a mechanic is named twice".into());
        }
        mechanics.extend(distinct);
    }
    if mechanics.len() > MAX_MECHANICS {
        let message = format!(
            "the pool has {} mechanics, more than {MAX_MECHANICS}",
            mechanics.len()
        );
        faults.push(Fault::new(Place::Level, message));
    }
    faults
}

/// The place of a field of the level at `index` of the pool.
pub(super) fn place(index: usize, field: &str) -> Place {
    let mut path = alloc::vec![format!("[{index}]")];
    path.extend(
        field
            .split('.')
            .filter(|key| !key.is_empty())
            .map(String::from),
    );
    Place::Field(path)
}
