//! What a player has achieved, and how it survives a new version of the levels.
//!
//! A win belongs to its board: it is kept under a hash of the board's canonical form, so a level that is
//! renamed, moved or mirrored, or that gets other letters, keeps its stars (its fewest moves do not
//! change), and a level that is replaced starts again. Wins that earlier games kept under a hash of the
//! board's text still count. Stage numbers belong to the order that they were counted in: they are kept
//! under that order's name and translated by the map in the stage table (docs/progression.md, Versions
//! and migration). Boards and orders of other versions, which this game does not know, stay in the file.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use levels_core::family::roll::{self, Roll};
use levels_core::family::slide::{self, Slide};
use levels_core::puzzle::Family as _;
use levels_core::{PackLevel, Stages};
use serde::{Deserialize, Serialize};

/// The number of the file format.
const FORMAT: u32 = 1;

/// Everything that is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Progress {
    format: u32,
    /// The boards that were won, by [`Keys`].
    boards: BTreeMap<String, Win>,
    /// The stages that were completed, by the name of the order that they are numbered in.
    stages: BTreeMap<String, BTreeSet<u32>>,
}

/// The best win on a board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Win {
    /// The level's id when it was won, for people who read the file.
    level: String,
    /// The fewest moves.
    moves: u32,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            format: FORMAT,
            boards: BTreeMap::new(),
            stages: BTreeMap::new(),
        }
    }
}

/// Why a text is not taken as progress.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unreadable {
    /// It is damaged.
    Damaged(String),
    /// It has the format of a newer game.
    Newer(u64),
}

impl Progress {
    /// Reads the text of a progress file.
    ///
    /// # Errors
    /// The text is damaged, or has a newer format.
    pub fn from_json(text: &str) -> Result<Self, Unreadable> {
        let damaged = |fault: serde_json::Error| Unreadable::Damaged(fault.to_string());
        let value: serde_json::Value = serde_json::from_str(text).map_err(damaged)?;
        match value.get("format").and_then(serde_json::Value::as_u64) {
            Some(format) if format > u64::from(FORMAT) => Err(Unreadable::Newer(format)),
            _ => serde_json::from_value(value).map_err(damaged),
        }
    }

    /// The text of a progress file.
    ///
    /// # Errors
    /// Never, for the values of this type.
    pub fn to_json(&self) -> serde_json::Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    /// Adds what another game of the same player has saved: of two wins on a board the one in fewer
    /// moves stays, and a stage is completed if it is completed in either.
    pub fn merge(&mut self, other: Self) {
        for (key, win) in other.boards {
            let kept = self.boards.entry(key).or_insert_with(|| win.clone());
            if win.moves < kept.moves {
                *kept = win;
            }
        }
        for (order, stages) in other.stages {
            self.stages.entry(order).or_default().extend(stages);
        }
    }

    /// The fewest moves in which a level was won, if it was.
    pub fn best(&self, level: &PackLevel) -> Option<u32> {
        let keys = Keys::of(level);
        let wins = keys.all().filter_map(|key| self.boards.get(key));
        wins.map(|win| win.moves).min()
    }

    /// The stars of a level: 0 for one that was not won, 1 to 3.
    pub fn stars(&self, level: &PackLevel) -> u32 {
        self.best(level).map_or(0, |moves| level.stars_for(moves))
    }

    /// Records a win; returns whether it is the first on this board or takes fewer moves than any
    /// before.
    pub fn win(&mut self, level: &PackLevel, moves: u32) -> bool {
        let better = self.best(level).is_none_or(|best| moves < best);
        if better {
            let win = Win {
                level: level.id.to_string(),
                moves,
            };
            self.boards.insert(Keys::of(level).puzzle.clone(), win);
        }
        better
    }

    /// Whether a stage, from 1, was completed.
    pub fn has_stage(&self, order: &Stages, stage: u32) -> bool {
        self.stages
            .get(order.model_version)
            .is_some_and(|done| done.contains(&stage))
    }

    /// Records a stage; returns whether it is new.
    pub fn complete(&mut self, order: &Stages, stage: u32) -> bool {
        self.stages
            .entry(order.model_version.to_string())
            .or_default()
            .insert(stage)
    }

    /// The first stage that was not completed; `None` once all are.
    pub fn next_stage(&self, order: &Stages) -> Option<u32> {
        (1..=order.stages.len() as u32)
            .find(|&stage| order.get(stage).is_some() && !self.has_stage(order, stage))
    }

    /// Translates stages that were counted in an earlier order into today's; returns how many were.
    /// A stage whose level was withdrawn is dropped; its board is still among those won. Orders that
    /// the table does not have stay as they are.
    pub fn migrate(&mut self, order: &Stages) -> usize {
        let mut moved = 0;
        for (old, _) in order.migrations {
            for stage in self.stages.remove(*old).into_iter().flatten() {
                if let Some(now) = order.migrate(old, stage) {
                    self.complete(order, now);
                    moved += 1;
                }
            }
        }
        moved
    }
}

/// The keys of a board, which do not depend on the level's id.
struct Keys {
    /// `puzzle:` and the hash of its canonical form: wins are kept under this.
    puzzle: String,
    /// The hashes of its texts: earlier games kept wins under these.
    texts: Vec<String>,
}

impl Keys {
    /// The keys of a level's board, found once.
    fn of(level: &PackLevel) -> Arc<Self> {
        static KNOWN: Mutex<BTreeMap<&'static str, Arc<Keys>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let keys = known.entry(level.text);
        let keys = keys.or_insert_with(|| Arc::new(Self::new(level)));
        Arc::clone(keys)
    }

    fn new(level: &PackLevel) -> Self {
        let (form, spellings) = if let Ok(board) = level.open::<Slide>() {
            let form = format!("{} {}", Slide::TAG, slide::canonical(&board));
            (form, slide::spellings(&board))
        } else if let Ok(board) = level.open::<Roll>() {
            let form = format!("{} {}", Roll::TAG, roll::canonical(&board));
            (form, roll::spellings(&board))
        } else {
            (level.text.to_string(), Vec::new())
        };
        let texts = std::iter::once(level.text).chain(spellings.iter().map(String::as_str));
        Self {
            puzzle: format!("puzzle:{}", hash(&form)),
            texts: texts.map(hash).collect(),
        }
    }

    fn all(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.puzzle).chain(&self.texts)
    }
}

/// FNV-1a over a text, 64 bits in hexadecimal.
fn hash(text: &str) -> String {
    let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use levels_core::{Stage, Stars};

    fn level(id: &'static str, text: &'static str) -> PackLevel {
        PackLevel {
            id,
            text,
            optimal: 3,
            stars: Stars::of(3),
            solution: "",
            content: None,
        }
    }

    /// An order of three stages; its map is that from `levels-1/1`, where the second stage of today
    /// was the first, the third was the second, and a level was withdrawn.
    fn order() -> Stages {
        const fn stage(level: &'static str) -> Option<Stage> {
            Some(Stage {
                level,
                rating: 0,
                tier: "easy",
                tone: "comfort",
            })
        }
        static STAGES: [Option<Stage>; 4] = [stage("new"), stage("a"), stage("b"), None];
        Stages {
            model_version: "levels-1/2",
            stages: &STAGES,
            index: levels_core::phf::Map::new(),
            migrations: &[("levels-1/1", &[2, 3, 0]), ("levels-1/0", &[3])],
        }
    }

    fn of(stages: &[(&str, &[u32])]) -> Progress {
        let stages = stages.iter().map(|(version, done)| {
            let done = done.iter().copied().collect();
            ((*version).to_string(), done)
        });
        Progress {
            stages: stages.collect(),
            ..Progress::default()
        }
    }

    #[test]
    fn stages_follow_their_levels_into_a_new_order() {
        let order = order();
        for (saved, moved, migrated) in [
            (of(&[]), 0, of(&[])),
            (of(&[("levels-1/2", &[1])]), 0, of(&[("levels-1/2", &[1])])),
            (
                of(&[("levels-1/1", &[1, 2])]),
                2,
                of(&[("levels-1/2", &[2, 3])]),
            ),
            // Two versions back, and progress in today's order beside it.
            (
                of(&[("levels-1/0", &[1]), ("levels-1/2", &[1])]),
                1,
                of(&[("levels-1/2", &[1, 3])]),
            ),
            // A level that was withdrawn, and a number that never was a stage.
            (
                of(&[("levels-1/1", &[1, 3, 99])]),
                1,
                of(&[("levels-1/2", &[2])]),
            ),
            // An order that this game does not have is kept as it is.
            (of(&[("levels-9/1", &[7])]), 0, of(&[("levels-9/1", &[7])])),
        ] {
            let mut progress = saved.clone();
            assert_eq!(progress.migrate(&order), moved, "{saved:?}");
            assert_eq!(progress, migrated, "{saved:?}");
            assert_eq!(progress.migrate(&order), 0, "a second time");
        }
    }

    #[test]
    fn the_next_stage_is_the_first_that_is_open() {
        let order = order();
        for (done, next) in [
            (&[][..], Some(1)),
            (&[1][..], Some(2)),
            (&[2, 3][..], Some(1)),
            (&[1, 3][..], Some(2)),
            // The fourth stage is vacant.
            (&[1, 2, 3][..], None),
        ] {
            let progress = of(&[("levels-1/2", done)]);
            assert_eq!(progress.next_stage(&order), next, "{done:?}");
        }
    }

    #[test]
    fn a_win_belongs_to_its_board() {
        let mut progress = Progress::default();
        let won = level("a", "KK.\n");
        assert!(progress.win(&won, 5));
        assert!(!progress.win(&won, 5));
        assert_eq!((progress.best(&won), progress.stars(&won)), (Some(5), 2));
        assert!(progress.win(&won, 3));
        assert_eq!(progress.stars(&won), 3);
        assert_eq!(progress.best(&level("renamed", "KK.\n")), Some(3));
        assert_eq!(progress.best(&level("a", "KK..\n")), None);
    }

    /// A win that was made on a board counts on every board that is the same puzzle, whichever game saved it.
    #[test]
    fn a_win_counts_on_the_same_puzzle() {
        let played = "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock b ice\n";
        let same = [
            // Other letters, mirrored, turned.
            "KK.q\n...q\n.cc.\nlantern right 0\nwin exit\nblock c ice\n",
            ".bb.\na...\na.KK\nlantern left 2\nwin exit\nblock b ice\n",
            "K..\nK.q\n..q\nxx.\nlantern bottom 0\nwin exit\nblock q ice\n",
        ];
        let other = "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\n";
        // As games kept it before: under the hash of the text.
        let before = format!(
            r#"{{ "format": 1, "boards": {{ "{}": {{ "level": "a", "moves": 4 }} }}, "stages": {{}} }}"#,
            hash(played)
        );
        let before = Progress::from_json(&before).unwrap_or_else(|fault| panic!("{fault:?}"));
        let mut now = Progress::default();
        assert!(now.win(&level("a", played), 4));
        for progress in [before, now] {
            for text in [played].into_iter().chain(same) {
                let level = level("b", text);
                assert_eq!(
                    (progress.best(&level), progress.stars(&level)),
                    (Some(4), 2),
                    "{text}"
                );
                let mut better = progress.clone();
                assert!(!better.win(&level, 4) && better.win(&level, 3), "{text}");
                assert_eq!(better.best(&self::level("a", played)), Some(3), "{text}");
            }
            assert_eq!(progress.best(&level("a", other)), None);
        }
        let cube = "b1n2\nn2n1\n";
        let mut progress = Progress::default();
        progress.win(&level("c", cube), 9);
        assert_eq!(progress.best(&level("c", "n2b7\n7n2n\n")), None);
        assert_eq!(progress.best(&level("c", "2n7b\n7n2n\n")), Some(9));
    }

    #[test]
    fn what_is_written_is_read_back() {
        let mut progress = of(&[("levels-1/1", &[1, 2])]);
        progress.win(&level("a", "KK.\n"), 5);
        let text = progress.to_json().unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(Progress::from_json(&text), Ok(progress));
        for cut in (0..text.len() - 2).filter(|&at| text.is_char_boundary(at)) {
            let read = Progress::from_json(&text[..cut]);
            assert!(matches!(read, Err(Unreadable::Damaged(_))), "{cut}");
        }
        let newer = text.replace("\"format\": 1", "\"format\": 2, \"more\": 0");
        assert_eq!(Progress::from_json(&newer), Err(Unreadable::Newer(2)));
    }
}
