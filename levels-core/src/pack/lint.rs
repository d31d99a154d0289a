//! Every lint with its code, name, default level and the text that explains it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::lint_id::LintId;

/// What happens when a lint finds something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LintLevel {
    /// Nothing.
    Allow,
    /// It is reported, and the pack is valid.
    Warn,
    /// It is reported, and the pack is not valid.
    Deny,
}

impl LintLevel {
    /// All levels.
    pub const ALL: [Self; 3] = [Self::Allow, Self::Warn, Self::Deny];

    /// The word that files and arguments use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Allow => "allow",
            Self::Warn => "warn",
            Self::Deny => "deny",
        }
    }

    /// The level that a word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.word() == word)
    }
}

/// One lint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lint {
    /// Which lint.
    pub id: LintId,
    /// The stable code, such as `LV0003`.
    pub code: &'static str,
    /// The name, such as `unsolvable`.
    pub name: &'static str,
    /// The default level.
    pub level: LintLevel,
    /// The same in a generated pack: one with a `recipe`.
    pub generated: LintLevel,
    /// Whether the level cannot be changed.
    pub fixed: bool,
    /// What it finds, in one line.
    pub about: &'static str,
    /// The long form: why it matters and how to fix it, in Markdown.
    pub explanation: &'static str,
}

const fn fixed(id: LintId, about: &'static str, explanation: &'static str) -> Lint {
    Lint {
        id,
        code: id.code(),
        name: id.name(),
        level: LintLevel::Deny,
        generated: LintLevel::Deny,
        fixed: true,
        about,
        explanation,
    }
}

const fn set(id: LintId, level: LintLevel, about: &'static str, explanation: &'static str) -> Lint {
    Lint {
        id,
        code: id.code(),
        name: id.name(),
        level,
        generated: level,
        fixed: false,
        about,
        explanation,
    }
}

/// A lint that is only a warning in a hand-written pack, whose author may have intended it.
const fn denied_if_generated(lint: Lint) -> Lint {
    Lint {
        generated: LintLevel::Deny,
        ..lint
    }
}

impl Lint {
    /// The lint with an id.
    #[must_use]
    pub fn of(id: LintId) -> &'static Self {
        // A test compares the two lists.
        &LINTS[id as usize]
    }

    /// The default level, in words.
    #[must_use]
    pub fn usual_level(&self) -> String {
        if self.fixed {
            "always deny".into()
        } else if self.generated == self.level {
            self.level.word().into()
        } else {
            let (level, generated) = (self.level.word(), self.generated.word());
            alloc::format!("{level}; in a generated pack {generated}")
        }
    }
}

/// All lints that verification enforces, by code.
pub const LINTS: &[Lint] = &[
    fixed(
        LintId::Malformed,
        "the file or a board in it is not in the required form",
        include_str!("explain/LV0001.md"),
    ),
    fixed(
        LintId::ModelVersion,
        "the pack was rated under another model version",
        include_str!("explain/LV0002.md"),
    ),
    fixed(
        LintId::Unsolvable,
        "the level cannot be won",
        include_str!("explain/LV0003.md"),
    ),
    fixed(
        LintId::Exhausted,
        "a limit was hit before it was known whether the level can be won",
        include_str!("explain/LV0004.md"),
    ),
    fixed(
        LintId::OptimalMismatch,
        "the recorded optimum is not the proven one",
        include_str!("explain/LV0005.md"),
    ),
    fixed(
        LintId::StarThreshold,
        "three stars are not the optimum, or two are not the optimum + 2",
        include_str!("explain/LV0006.md"),
    ),
    fixed(
        LintId::AlreadyWon,
        "the opening position is won",
        include_str!("explain/LV0007.md"),
    ),
    fixed(
        LintId::SolutionMismatch,
        "the recorded solution does not replay to a win in the optimum",
        include_str!("explain/LV0008.md"),
    ),
    fixed(
        LintId::Unrated,
        "a derived field is missing",
        include_str!("explain/LV0009.md"),
    ),
    set(
        LintId::UnderBand,
        LintLevel::Deny,
        "the level is easier than its band claims",
        include_str!("explain/LV0010.md"),
    ),
    set(
        LintId::OverBand,
        LintLevel::Deny,
        "the level is harder than its band claims",
        include_str!("explain/LV0011.md"),
    ),
    set(
        LintId::DeadTile,
        LintLevel::Deny,
        "a tile or block that nothing ever happens to",
        include_str!("explain/LV0012.md"),
    ),
    set(
        LintId::Furniture,
        LintLevel::Allow,
        "too many blocks do not move in any optimal sequence",
        include_str!("explain/LV0013.md"),
    ),
    set(
        LintId::UnpairedShift,
        LintLevel::Deny,
        "a teleport without exactly one partner",
        include_str!("explain/LV0014.md"),
    ),
    set(
        LintId::UselessSpecial,
        LintLevel::Deny,
        "a line or mine with nothing to clear in its reach",
        include_str!("explain/LV0015.md"),
    ),
    set(
        LintId::TooManySpecials,
        LintLevel::Deny,
        "more than 30 % of the standing tiles are special",
        include_str!("explain/LV0016.md"),
    ),
    set(
        LintId::NotLandable,
        LintLevel::Deny,
        "there is no green on which the cube can rest and still win",
        include_str!("explain/LV0017.md"),
    ),
    set(
        LintId::Duplicate,
        LintLevel::Deny,
        "two levels have the same id, or the same board up to symmetry",
        include_str!("explain/LV0018.md"),
    ),
    denied_if_generated(set(
        LintId::NearDuplicateNeighbours,
        LintLevel::Warn,
        "a level and the next one are made of the same pieces",
        include_str!("explain/LV0019.md"),
    )),
    set(
        LintId::ManySolutions,
        LintLevel::Allow,
        "the level has too many distinct optimal sequences",
        include_str!("explain/LV0020.md"),
    ),
    set(
        LintId::TutorialTeachesNothing,
        LintLevel::Deny,
        "a tutorial can be solved in the optimum without learning what it teaches",
        include_str!("explain/LV0021.md"),
    ),
    set(
        LintId::MeasureMismatch,
        LintLevel::Deny,
        "a recorded measure differs from the measured one",
        include_str!("explain/LV0022.md"),
    ),
    fixed(
        LintId::OrderMoved,
        "stages moved under a model version that has shipped",
        include_str!("explain/LV0030.md"),
    ),
    fixed(
        LintId::OrderMismatch,
        "the recorded order of stages is not what the builder gives",
        include_str!("explain/LV0031.md"),
    ),
    fixed(
        LintId::MissingLevel,
        "a stage names a level that is not in the packs",
        include_str!("explain/LV0032.md"),
    ),
];

/// The lint with that code or name; underscores count as hyphens, case is ignored.
#[must_use]
pub fn lint(code_or_name: &str) -> Option<&'static Lint> {
    let wanted = code_or_name.replace('_', "-");
    LINTS.iter().find(|lint| {
        lint.code.eq_ignore_ascii_case(&wanted) || lint.name.eq_ignore_ascii_case(&wanted)
    })
}

/// The lint levels that were set, by lint.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct LintLevels(Vec<(LintId, LintLevel)>);

impl LintLevels {
    /// Nothing set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a lint's level; a later call wins.
    ///
    /// # Errors
    /// One line, if there is no such lint or its level cannot be changed.
    pub fn set(&mut self, code_or_name: &str, level: LintLevel) -> Result<(), String> {
        let Some(found) = lint(code_or_name) else {
            return Err(unknown(code_or_name));
        };
        if found.fixed && level != LintLevel::Deny {
            return Err(alloc::format!(
                "`{}` ({}) is always denied",
                found.name,
                found.code
            ));
        }
        self.0.retain(|(id, _)| *id != found.id);
        self.0.push((found.id, level));
        Ok(())
    }

    /// The level set for a lint.
    #[must_use]
    pub fn get(&self, lint: &Lint) -> Option<LintLevel> {
        self.0
            .iter()
            .find(|(id, _)| *id == lint.id)
            .map(|&(_, level)| level)
    }
}

fn unknown(name: &str) -> String {
    let names = LINTS.iter().map(|lint| lint.name);
    match crate::json::shape::nearest(name, names) {
        Some(near) => alloc::format!("no lint is called `{name}`; did you mean `{near}`?"),
        None => alloc::format!(
            "no lint is called `{name}`; those that can be set are {}",
            LINTS
                .iter()
                .filter(|lint| !lint.fixed)
                .map(|lint| lint.name)
                .collect::<Vec<_>>()
                .join(", ")
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_one_row_for_each_lint() {
        assert!(
            LINTS
                .iter()
                .map(|lint| lint.id)
                .eq(LintId::ALL.iter().copied())
        );
        assert!(LINTS.is_sorted_by_key(|lint| lint.code));
        for &id in LintId::ALL {
            assert_eq!((Lint::of(id).id, lint(id.name())), (id, lint(id.code())));
        }
    }
}
