//! Why a candidate is refused, counted by reason.
//!
//! Filters are named, and each name is a counter that is printed. The counters show why a bucket
//! cannot be filled. The cheapest filters are tested first, and a candidate is counted under the
//! first that refuses it.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use super::survey::{Measure, Outcome, Survey};

/// A reason to refuse a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reason {
    /// The counter's name. If a lint finds the same, it is that lint's name.
    pub name: &'static str,
    /// Which settings to change if this reason leaves a bucket empty, in one line.
    pub hint: &'static str,
}

impl Reason {
    /// A reason with its hint.
    #[must_use]
    pub const fn new(name: &'static str, hint: &'static str) -> Self {
        Self { name, hint }
    }
}

/// The reasons that are tested before a candidate is solved, in order.
pub const BEFORE_SOLVING: &[Reason] = &[
    Reason::new(
        "malformed",
        "the proposer makes invalid boards: this is a bug in the program",
    ),
    Reason::new(
        "already-won",
        "the proposer opens levels in won positions: ask for more moves",
    ),
    Reason::new(
        "duplicate",
        "the board is so small or so full that the same boards come up again: widen sizes, shapes or fill",
    ),
    Reason::new(
        "near-duplicate",
        "levels are made of the same blocks: widen sizes, shapes, sides or fill, ask for fewer levels, or raise near_duplicates",
    ),
];

/// The reasons that the verdict gives, in the order in which they are tested.
pub const BY_VERDICT: &[Reason] = &[
    Reason::new(
        "unsolvable",
        "fewer walls, less fill, or fewer blocks that can stay stuck for ever",
    ),
    Reason::new("exhausted", "raise max_states, or fill the boards more"),
    Reason::new(
        "under-band",
        "the proposer does not know how easy its levels are; ask for fewer moves",
    ),
    Reason::new(
        "over-band",
        "the proposer does not know how hard its levels are; ask for more moves",
    ),
];

/// The bucket's own reason to refuse a level that is otherwise good.
pub const BY_BUCKET: &[Reason] = &[Reason::new(
    "optimum-full",
    "the bucket holds its share of levels of that optimum; harder ones are rare: draw more layouts, or ask for fewer moves",
)];

/// What a bucket's levels claim and must fulfil.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// An optimum in moves, both ends included.
    Moves {
        /// The least optimum.
        min: u32,
        /// The greatest optimum.
        max: u32,
    },
    /// A grade, by its index in [`Measure::GRADES`].
    Grade(usize),
}

/// Why the verdict on a level refuses it: one of [`BY_VERDICT`], or that it is already won.
#[must_use]
pub fn by_verdict<F: Measure>(survey: &Survey<F::Move>, claim: Claim) -> Option<&'static str> {
    let moves = match &survey.outcome {
        Outcome::Unsolvable { .. } => return Some("unsolvable"),
        Outcome::Exhausted { .. } => return Some("exhausted"),
        Outcome::Solved { line } if line.is_empty() => return Some("already-won"),
        Outcome::Solved { line } => line.len() as u32,
    };
    let (under, over) = match claim {
        Claim::Moves { min, max } => (moves < min, moves > max),
        Claim::Grade(claimed) => {
            let rank = |grade| F::GRADES.iter().position(|known| *known == grade);
            // The optimum is proven, but the figures for the grade are not.
            let Some(measured) = survey.grade.and_then(rank) else {
                return Some("exhausted");
            };
            (measured < claimed, measured > claimed)
        }
    };
    match (under, over) {
        (true, _) => Some("under-band"),
        (_, true) => Some("over-band"),
        _ => None,
    }
}

/// What a pack already holds: two levels in it must differ.
#[derive(Debug, Clone, Default)]
pub struct Kept {
    forms: BTreeSet<String>,
    keys: BTreeMap<String, u32>,
    /// The most levels of one family key.
    near_duplicates: u32,
}

impl Kept {
    /// Empty; at most `near_duplicates` levels of one family key will be kept.
    #[must_use]
    pub fn new(near_duplicates: u32) -> Self {
        Self {
            near_duplicates,
            ..Self::default()
        }
    }

    /// Whether it has a level with this canonical form.
    #[must_use]
    pub fn has_form(&self, form: &str) -> bool {
        self.forms.contains(form)
    }

    /// Whether no more levels with this family key are wanted.
    #[must_use]
    pub fn has_enough_of(&self, key: &str) -> bool {
        self.keys
            .get(key)
            .is_some_and(|&n| n >= self.near_duplicates)
    }

    /// Remembers a level that was kept.
    pub fn keep(&mut self, form: String, key: String) {
        self.forms.insert(form);
        *self.keys.entry(key).or_default() += 1;
    }
}

/// Counters by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    /// All counters at 0.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Counts one more.
    pub fn count(&mut self, name: &'static str) {
        *self.0.entry(name).or_default() += 1;
    }

    /// How often a name was counted.
    #[must_use]
    pub fn get(&self, name: &str) -> u64 {
        self.0.get(name).copied().unwrap_or(0)
    }

    /// Every name that was counted, with how often, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        self.0.iter().map(|(&name, &count)| (name, count))
    }

    /// Adds the counters of another tally.
    pub fn add(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            *self.0.entry(name).or_default() += count;
        }
    }

    /// The sum of all counters.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The greatest counter; of equal ones the first by name.
    #[must_use]
    pub fn greatest(&self) -> Option<(&'static str, u64)> {
        let first_greatest = |best: Option<(&'static str, u64)>, (&name, &count)| match best {
            Some((_, most)) if most >= count => best,
            _ => Some((name, count)),
        };
        self.0.iter().fold(None, first_greatest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_knows_what_it_holds() {
        let mut kept = Kept::new(2);
        kept.keep("form".into(), "key".into());
        assert!(kept.has_form("form") && !kept.has_form("key"));
        assert!(!kept.has_enough_of("key"));
        kept.keep("other".into(), "key".into());
        assert!(kept.has_enough_of("key") && !kept.has_enough_of("form"));
    }

    #[test]
    fn counters_add_up() {
        let mut one = Tally::new();
        one.count("b");
        one.count("a");
        let mut two = one.clone();
        two.count("c");
        two.add(&one);
        let counts = ["a", "b", "c", "d"].map(|name| two.get(name));
        assert_eq!((counts, two.total()), ([2, 2, 1, 0], 5));
        assert_eq!(two.greatest(), Some(("a", 2)));
    }
}
