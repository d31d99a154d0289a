//! The hardest board of each class.

use std::collections::BTreeMap;

use levels_core::pack::{AnyFamily, AnyLevel, LevelFile, PackFile, Recipe, SCHEMA_PATH};
use levels_core::quality::Class;
use serde_json::{Map, Value as Json};

/// A board that competes for a record.
pub struct Entry {
    /// The family's own fields in a pack.
    pub own: Vec<(String, Json)>,
    /// What a pack claims about it.
    pub band: Option<Json>,
    /// The optimum, in moves.
    pub moves: u64,
    /// How hard it is, in the unit of the family: the optimum, or a figure.
    pub hardness: f64,
    /// One form for all boards that are the same puzzle.
    form: String,
}

/// The records of one family.
pub struct Book {
    family: &'static dyn AnyFamily,
    entries: BTreeMap<Class, Entry>,
}

impl Book {
    /// An empty one.
    pub fn new(family: &'static dyn AnyFamily) -> Self {
        Self {
            family,
            entries: BTreeMap::new(),
        }
    }

    /// The family.
    pub fn family(&self) -> &'static dyn AnyFamily {
        self.family
    }

    /// The records, by class.
    pub fn entries(&self) -> impl Iterator<Item = (&Class, &Entry)> {
        self.entries.iter()
    }

    /// Keeps a level if it is the hardest of its class; of equals the one with more moves, then the
    /// one whose canonical form is smaller, so that the order of arrival has no effect.
    pub fn offer(
        &mut self,
        level: &dyn AnyLevel,
        moves: u64,
        figures: &Map<String, Json>,
        band: Option<Json>,
    ) {
        let Some(class) = level.class() else {
            return;
        };
        let hardness = match self.family.hardness() {
            None => Some(moves as f64),
            Some(figure) => figures.get(figure).and_then(Json::as_f64),
        };
        let Some(hardness) = hardness else {
            return;
        };
        let entry = Entry {
            own: level.write(),
            band,
            moves,
            hardness,
            form: level.canonical(),
        };
        match self.entries.get_mut(&class) {
            Some(held) if !entry.is_before(held) => {}
            Some(held) => *held = entry,
            None => {
                self.entries.insert(class, entry);
            }
        }
    }

    /// The records as a pack that is not rated yet, by size, kind and number of pieces.
    pub fn pack(&self, id: &str, title: &str, recipe: Recipe) -> PackFile {
        let mut entries: Vec<(&Class, &Entry)> = self.entries.iter().collect();
        entries.sort_by_key(|(class, _)| (class.size, class.kind, class.pieces));
        let digits = entries.len().to_string().len().max(2);
        let levels = entries.iter().enumerate().map(|(index, (_, entry))| {
            let id = format!("{id}/{:0digits$}", index + 1);
            let mut level = LevelFile::unrated(id, entry.own.clone());
            level.band.clone_from(&entry.band);
            level
        });
        PackFile {
            schema: SCHEMA_PATH.to_string(),
            id: id.to_string(),
            title: Some(title.to_string()),
            family: self.family.tag().to_string(),
            model_version: None,
            stars_to_open: None,
            // A record may be a level of another pack, or become one.
            lints: vec![("duplicate".to_string(), "allow".to_string())],
            recipe: Some(recipe),
            levels: levels.collect(),
        }
    }
}

impl Entry {
    fn is_before(&self, other: &Self) -> bool {
        let order = self
            .hardness
            .total_cmp(&other.hardness)
            .then(self.moves.cmp(&other.moves));
        order.then_with(|| other.form.cmp(&self.form)).is_gt()
    }
}
