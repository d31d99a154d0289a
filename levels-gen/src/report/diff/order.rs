//! What changed in an order of stages.

use std::collections::BTreeMap;

use levels_core::progression::{Order, Record};
use levels_core::wording::plural;

/// What changed from one order to another.
pub struct OrderDiff {
    /// The versions.
    pub versions: [Option<String>; 2],
    /// The numbers of stages.
    pub stages: [usize; 2],
    /// Levels that moved, are new, are gone, or have another rating, by stage.
    pub shifts: Vec<Shift>,
}

/// A level whose stage or rating changed.
pub struct Shift {
    /// Its id.
    pub level: String,
    /// Its stage before and after; `None` for none.
    pub stages: [Option<usize>; 2],
    /// Its rating before and after.
    pub ratings: [Option<f64>; 2],
    /// Its tier before and after.
    pub tiers: [&'static str; 2],
}

impl OrderDiff {
    /// What changed; `None` for nothing.
    #[must_use]
    pub fn between(old: Option<&Order>, new: Option<&Order>) -> Option<Self> {
        if old == new {
            return None;
        }
        let records = |order: Option<&Order>| -> BTreeMap<String, Record> {
            let stages = order.into_iter().flat_map(|order| &order.stages);
            stages
                .map(|record| (record.level.clone(), record.clone()))
                .collect()
        };
        let (before, after) = (records(old), records(new));
        let mut shifts = Vec::new();
        let ids = before
            .keys()
            .chain(after.keys().filter(|id| !before.contains_key(*id)));
        for id in ids {
            let sides = [before.get(id), after.get(id)];
            let stages = sides.map(|record| record.map(|record| record.stage));
            let ratings = sides.map(|record| record.map(|record| record.rating));
            if stages[0] == stages[1] && ratings[0] == ratings[1] {
                continue;
            }
            shifts.push(Shift {
                level: id.clone(),
                stages,
                ratings,
                tiers: sides.map(|record| record.map_or("", |record| record.tier.name())),
            });
        }
        shifts.sort_by_key(|shift| {
            (
                shift.stages[1].or(shift.stages[0]),
                shift.stages[1].is_none(),
            )
        });
        let version = |order: Option<&Order>| order.map(|order| order.model_version.clone());
        Some(Self {
            versions: [version(old), version(new)],
            stages: [old, new].map(|order| order.map_or(0, Order::len)),
            shifts,
        })
    }

    /// Levels that are at another stage, are new or are gone.
    pub fn moved(&self) -> impl Iterator<Item = &Shift> {
        self.shifts
            .iter()
            .filter(|shift| shift.stages[0] != shift.stages[1])
    }

    /// Levels that stay but have another rating.
    pub fn rerated(&self) -> impl Iterator<Item = &Shift> {
        self.shifts
            .iter()
            .filter(|shift| matches!(shift.ratings, [Some(old), Some(new)] if old != new))
    }

    /// A summary on one line.
    #[must_use]
    pub fn summary(&self) -> String {
        let version = |side: usize| self.versions[side].as_deref().unwrap_or("none");
        let versions = if self.versions[0] == self.versions[1] {
            version(0).to_string()
        } else {
            format!("{} → {}", version(0), version(1))
        };
        let stages = if self.stages[0] == self.stages[1] {
            plural(self.stages[0], "stage")
        } else {
            format!("{} → {}", self.stages[0], plural(self.stages[1], "stage"))
        };
        format!(
            "{versions} · {stages} · {} moved · {} with another rating",
            self.moved().count(),
            self.rerated().count()
        )
    }

    /// Whether stages moved although the version is the same: players would lose their place.
    #[must_use]
    pub fn breaks_progress(&self) -> bool {
        let moved = |shift: &Shift| shift.stages[0].is_some() && shift.stages[0] != shift.stages[1];
        self.versions[0] == self.versions[1] && self.shifts.iter().any(moved)
    }
}

impl Shift {
    /// The stages in words.
    #[must_use]
    pub fn place(&self) -> String {
        match self.stages {
            [Some(old), Some(new)] if old == new => format!("stage {new}"),
            [Some(old), Some(new)] => format!("stage {old} → {new}"),
            [None, Some(new)] => format!("new at {new}"),
            [Some(old), None] => format!("gone from {old}"),
            [None, None] => String::new(),
        }
    }

    /// The ratings in words.
    #[must_use]
    pub fn rating(&self) -> String {
        let [old, new] = self.ratings;
        let tier = match self.tiers {
            [old, new] if old == new || old.is_empty() => new.to_string(),
            [old, ""] => old.to_string(),
            [old, new] => format!("{old} → {new}"),
        };
        match (old, new) {
            (Some(old), Some(new)) if old != new => {
                format!("{old:.2} → {new:.2} ({:+.2}) {tier}", new - old)
            }
            (old, new) => format!("{:.2} {tier}", new.or(old).unwrap_or(0.0)),
        }
    }
}
