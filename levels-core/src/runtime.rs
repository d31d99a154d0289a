//! Embedded packs at run time: static, `no_std`, and played by the rules that proved them.

use crate::finding::Faults;
use crate::puzzle::Family;

/// A verified pack, embedded by the macro or the build script.
#[derive(Debug)]
pub struct Pack {
    /// The pack's id.
    pub id: &'static str,
    /// Its title for players.
    pub title: &'static str,
    /// The tag of the family that its levels belong to.
    pub family: &'static str,
    /// The model version that it was verified against.
    pub model_version: &'static str,
    /// How many stars open it; 0 if it is open from the start.
    pub stars_to_open: u32,
    /// The levels in the pack's order.
    pub levels: &'static [PackLevel],
    /// The index in `levels` of each level, by id.
    pub index: phf::Map<&'static str, u32>,
}

impl Pack {
    /// The level with that id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&'static PackLevel> {
        self.levels.get(*self.index.get(id)? as usize)
    }
}

/// The order of stages through the levels of all packs, embedded by the build script.
#[derive(Debug)]
pub struct Stages {
    /// The name of the order: the library's version, a slash and the game's own number. Saved stage
    /// numbers belong to it.
    pub model_version: &'static str,
    /// The stages from 1 on; `None` where one is vacant.
    pub stages: &'static [Option<Stage>],
    /// The stage of each level, by id.
    pub index: phf::Map<&'static str, u32>,
    /// For each version that shipped before, the current stages of its stages from 1 on; 0 for a
    /// level that was withdrawn.
    pub migrations: &'static [(&'static str, &'static [u32])],
}

impl Stages {
    /// The stage with that number, counted from 1.
    #[must_use]
    pub fn get(&self, stage: u32) -> Option<&'static Stage> {
        let index = usize::try_from(stage.checked_sub(1)?).ok()?;
        self.stages.get(index)?.as_ref()
    }

    /// The number of a level's stage, counted from 1.
    #[must_use]
    pub fn of(&self, level: &str) -> Option<u32> {
        self.index.get(level).copied()
    }

    /// The current number of a stage that was saved under another version; `None` if its level was
    /// withdrawn or the version is not known.
    #[must_use]
    pub fn migrate(&self, version: &str, stage: u32) -> Option<u32> {
        if version == self.model_version {
            return self.get(stage).map(|_| stage);
        }
        let (_, map) = self.migrations.iter().find(|(old, _)| *old == version)?;
        let index = usize::try_from(stage.checked_sub(1)?).ok()?;
        map.get(index).copied().filter(|&stage| stage > 0)
    }
}

/// One stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stage {
    /// The id of its level.
    pub level: &'static str,
    /// The level's rating over the pool, in thousandths: 0 to 10,000.
    pub rating: u32,
    /// The level's tier, such as `steady`.
    pub tier: &'static str,
    /// What the stage is for, such as `milestone`.
    pub tone: &'static str,
}

/// One verified level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PackLevel {
    /// The level's id, unique among all packs.
    pub id: &'static str,
    /// The level in its family's plain text form.
    pub text: &'static str,
    /// The proven optimum, in moves.
    pub optimal: u32,
    /// The star thresholds.
    pub stars: Stars,
    /// The first optimal line, in the family's notation.
    pub solution: &'static str,
    /// The game's own content as JSON, if the level carries any.
    pub content: Option<&'static str>,
}

impl PackLevel {
    /// The board, ready to play.
    ///
    /// # Errors
    /// The level's faults, if `F` is not the family of its pack. A level of the pack's own family
    /// was verified when the game was built, so it always opens.
    pub fn open<F: Family>(&self) -> Result<F::Board, Faults> {
        F::build(&F::from_text(self.text)?)
    }

    /// How many stars a win in `moves` moves gives: 1 to 3.
    #[must_use]
    pub fn stars_for(&self, moves: u32) -> u32 {
        self.stars.for_moves(moves)
    }
}

/// The most moves that still give three and two stars.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stars {
    /// The most moves for three stars: the optimum.
    pub three: u32,
    /// The most moves for two stars: the optimum + 2.
    pub two: u32,
}

impl Stars {
    /// The thresholds of a level with that optimum (docs/lints.md, LV0006).
    #[must_use]
    pub const fn of(optimal: u32) -> Self {
        Self {
            three: optimal,
            two: optimal.saturating_add(2),
        }
    }

    /// How many stars a win in `moves` moves gives: 1 to 3.
    #[must_use]
    pub const fn for_moves(self, moves: u32) -> u32 {
        if moves <= self.three {
            3
        } else if moves <= self.two {
            2
        } else {
            1
        }
    }
}
