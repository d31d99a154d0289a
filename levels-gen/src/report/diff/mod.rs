//! What changed between two versions of packs and their order of stages, for the reviewer of a
//! regenerated pack.
//!
//! Levels are matched in this order: same id and same board, the same level; same board under another
//! id, a renamed level; same id, a level with another board.

mod field;
mod html;
mod markdown;
mod order;
mod side;
mod text;

use std::collections::BTreeMap;

use levels_core::pack::AnyLevel;
use levels_core::wording::plural;
use serde_json::Map;

pub use field::Field;
use field::fields;
pub use html::html;
pub use markdown::markdown;
pub use order::OrderDiff;
pub use side::{Level, Pack, Side};
pub use text::text;

/// What changed.
pub struct Diff {
    /// What the versions are called.
    pub names: [String; 2],
    /// Pack by pack, those that are the same left out.
    pub packs: Vec<PackDiff>,
    /// How many packs are the same.
    pub same: usize,
    /// The order of stages.
    pub order: Option<OrderDiff>,
    /// Whether every byte is the same.
    pub identical: bool,
}

/// What changed in a pack.
pub struct PackDiff {
    /// Its id.
    pub id: String,
    /// How many levels it had and has; `None` where there was or is no such pack.
    pub levels: [Option<usize>; 2],
    /// Changed fields other than its levels.
    pub head: Vec<Field>,
    /// New levels.
    pub added: Vec<Level>,
    /// Levels that are gone.
    pub withdrawn: Vec<Level>,
    /// Levels that have another id now: old and new.
    pub renamed: Vec<(String, String)>,
    /// Levels that changed.
    pub changed: Vec<Change>,
    /// Whether levels that are in both are in another order.
    pub reordered: bool,
    /// How many levels had and have each number of moves.
    pub histogram: BTreeMap<u64, [usize; 2]>,
}

/// What changed on a level.
pub struct Change {
    /// Its id.
    pub id: String,
    /// The boards before and after, where they differ.
    pub boards: Option<[Option<Box<dyn AnyLevel>>; 2]>,
    /// Fields that differ.
    pub fields: Vec<Field>,
}

impl Diff {
    /// What changed from one version to the other.
    #[must_use]
    pub fn between(old: Side, new: Side) -> Self {
        let identical = old.bytes == new.bytes;
        let names = [old.name, new.name];
        let order = match (&old.order, &new.order) {
            (None, None) => None,
            (old, new) => OrderDiff::between(old.as_ref(), new.as_ref()),
        };
        let mut before: BTreeMap<String, Pack> = old
            .packs
            .into_iter()
            .map(|pack| (pack.id.clone(), pack))
            .collect();
        let mut packs = Vec::new();
        let mut same = 0;
        for new in new.packs {
            let old = before.remove(&new.id);
            let diff = PackDiff::between(old, Some(new));
            if diff.is_empty() {
                same += 1;
            } else {
                packs.push(diff);
            }
        }
        packs.extend(
            before
                .into_values()
                .map(|old| PackDiff::between(Some(old), None)),
        );
        packs.sort_by(|a, b| a.id.cmp(&b.id));
        Self {
            names,
            packs,
            same,
            order,
            identical,
        }
    }

    /// Whether no difference is reported.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.packs.is_empty() && self.order.is_none()
    }

    /// A summary on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        if self.identical {
            return "the same, byte for byte".to_string();
        }
        if self.is_empty() {
            return "the files differ only in their layout".to_string();
        }
        let sum = |of: fn(&PackDiff) -> usize| self.packs.iter().map(of).sum::<usize>();
        let mut parts = vec![
            format!("{} added", plural(sum(|pack| pack.added.len()), "level")),
            format!("{} withdrawn", sum(|pack| pack.withdrawn.len())),
            format!("{} changed", sum(|pack| pack.changed.len())),
        ];
        let renamed = sum(|pack| pack.renamed.len());
        if renamed > 0 {
            parts.push(format!("{renamed} renamed"));
        }
        if let Some(order) = &self.order {
            parts.push(format!("{} moved", plural(order.moved().count(), "stage")));
        }
        parts.push(format!("{} the same", plural(self.same, "pack")));
        parts.join(" · ")
    }
}

impl PackDiff {
    fn between(old: Option<Pack>, new: Option<Pack>) -> Self {
        let id = new
            .as_ref()
            .or(old.as_ref())
            .map_or(String::new(), |pack| pack.id.clone());
        let count = |pack: &Option<Pack>| pack.as_ref().map(|pack| pack.levels.len());
        let levels = [count(&old), count(&new)];
        let empty = || (Map::new(), Vec::new());
        let (old_head, old) = old.map_or_else(empty, |pack| (pack.head, pack.levels));
        let (new_head, new) = new.map_or_else(empty, |pack| (pack.head, pack.levels));
        let both = levels[0].is_some() && levels[1].is_some();
        let mut histogram: BTreeMap<u64, [usize; 2]> = BTreeMap::new();
        for (side, list) in [&old, &new].into_iter().enumerate() {
            for moves in list.iter().filter_map(Level::moves) {
                histogram.entry(moves).or_default()[side] += 1;
            }
        }
        let ids = |list: &[Level], other: &[Level]| -> Vec<String> {
            let known = list
                .iter()
                .filter(|level| other.iter().any(|o| o.id == level.id));
            known.map(|level| level.id.clone()).collect()
        };
        let reordered = ids(&old, &new) != ids(&new, &old);
        let (mut changed, mut renamed) = (Vec::new(), Vec::new());
        let mut before = old;
        let mut left = new;
        // Levels that one way matches are not matched by the next.
        let ways: [fn(&Level, &Level) -> bool; 3] = [
            |old, new| old.id == new.id && old.own == new.own,
            |old, new| old.own == new.own,
            |old, new| old.id == new.id,
        ];
        for same in ways {
            let mut fresh = Vec::new();
            for level in left {
                let Some(at) = before.iter().position(|old| same(old, &level)) else {
                    fresh.push(level);
                    continue;
                };
                let old = before.remove(at);
                if old.id != level.id {
                    renamed.push((old.id.clone(), level.id.clone()));
                }
                changed.extend(Change::between(old, level));
            }
            left = fresh;
        }
        changed.sort_by(|a, b| a.id.cmp(&b.id));
        let added = left;
        Self {
            id,
            levels,
            head: if both {
                fields(&old_head, &new_head)
            } else {
                Vec::new()
            },
            added,
            withdrawn: before,
            renamed,
            changed,
            reordered,
            histogram,
        }
    }

    fn is_empty(&self) -> bool {
        self.levels[0].is_some()
            && self.levels[1].is_some()
            && self.head.is_empty()
            && self.added.is_empty()
            && self.withdrawn.is_empty()
            && self.renamed.is_empty()
            && self.changed.is_empty()
            && !self.reordered
    }

    /// A summary on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        match self.levels {
            [None, new] => format!("a new pack of {}", plural(new.unwrap_or(0), "level")),
            [Some(old), None] => format!("withdrawn with its {}", plural(old, "level")),
            [Some(old), Some(new)] => {
                let mut parts = vec![if old == new {
                    plural(new, "level")
                } else {
                    format!("{old} → {}", plural(new, "level"))
                }];
                for (count, what) in [
                    (self.added.len(), "added"),
                    (self.withdrawn.len(), "withdrawn"),
                    (self.renamed.len(), "renamed"),
                    (self.changed.len(), "changed"),
                ] {
                    if count > 0 {
                        parts.push(format!("{count} {what}"));
                    }
                }
                if self.reordered {
                    parts.push("in another order".to_string());
                }
                parts.join(" · ")
            }
        }
    }

    /// Whether the histogram changed.
    #[must_use]
    pub fn histogram_changed(&self) -> bool {
        self.histogram.values().any(|[old, new]| old != new)
    }
}

impl Change {
    fn between(old: Level, new: Level) -> Option<Self> {
        let mut fields = fields(&old.fields, &new.fields);
        let boards = old.own != new.own;
        if boards {
            // The grid is drawn; the other fields of the family are listed.
            let own = |level: &Level| {
                let mut own = level.own.as_object().cloned().unwrap_or_default();
                own.retain(|key, _| key != "grid" && key != "layout");
                own
            };
            fields.splice(0..0, self::fields(&own(&old), &own(&new)));
        }
        if fields.is_empty() && !boards {
            return None;
        }
        // The optimum is what a reader looks for first.
        fields.sort_by_key(|field| field.name != "optimal");
        Some(Self {
            id: new.id,
            boards: boards.then_some([old.board, new.board]),
            fields,
        })
    }

    /// The changes in words, one each. With another board the measures differ anyway, so they are only
    /// counted.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        if self.boards.is_some() {
            words.push("another board".to_string());
        }
        let told = |field: &&Field| self.boards.is_none() || !field.measure;
        words.extend(self.fields.iter().filter(told).map(Field::words));
        let counted = self.fields.iter().filter(|field| !told(field)).count();
        if counted > 0 {
            words.push(plural(counted, "measure"));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use levels_core::json::source::Source;
    use levels_core::registry::built_in;

    use super::*;

    fn side(levels: &[(&str, &str, u64)]) -> Side {
        let levels: Vec<String> = levels
            .iter()
            .map(|(id, row, optimal)| {
                format!(
                    r#"{{"id": "{id}", "grid": ["KK..", "{row}"], "lantern": {{"side": "right", "line": 0}}, "win": "exit", "optimal": {optimal}}}"#
                )
            })
            .collect();
        let text = format!(
            r#"{{"format": 1, "id": "p", "family": "slide", "levels": [{}]}}"#,
            levels.join(", ")
        );
        Side::of("x", vec![Source::new("p.json", text.as_str())], &built_in())
            .unwrap_or_else(|fault| panic!("{fault:?}"))
    }

    #[test]
    fn levels_are_told_by_id_and_else_by_board() {
        let old = side(&[
            ("p/1", "aa..", 1),
            ("p/2", "bb..", 1),
            ("p/3", "..cc", 1),
            ("p/4", "d...", 2),
        ]);
        let new = side(&[
            ("p/3", "..cc", 1),
            ("p/1", ".aa.", 2),
            ("p/5", "bb..", 1),
            ("p/6", ".e..", 1),
        ]);
        let diff = Diff::between(old, new);
        let [pack] = diff.packs.as_slice() else {
            panic!("{}", diff.packs.len())
        };
        let ids = |levels: &[Level]| {
            levels
                .iter()
                .map(|level| level.id.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(&pack.added), ["p/6"]);
        assert_eq!(ids(&pack.withdrawn), ["p/4"]);
        assert_eq!(pack.renamed, [("p/2".to_string(), "p/5".to_string())]);
        let changed: Vec<_> = pack
            .changed
            .iter()
            .map(|c| (c.id.clone(), c.words()))
            .collect();
        let words = vec!["another board".to_string(), "optimal 1 → 2".to_string()];
        assert_eq!(changed, [("p/1".to_string(), words)]);
        assert!(pack.reordered);
        assert_eq!(pack.histogram, BTreeMap::from([(1, [3, 3]), (2, [1, 1])]));
        assert!(!diff.identical && !diff.is_empty());
    }

    #[test]
    fn the_same_is_the_same() {
        let levels = [("p/1", "aa..", 1)];
        let diff = Diff::between(side(&levels), side(&levels));
        assert!(diff.identical && diff.is_empty());
        assert_eq!(diff.summary(), "the same, byte for byte");
    }
}
