//! A sliding level as written. It may be wrong: [`Board::new`](super::Board::new) checks it.

use alloc::string::String;
use alloc::vec::Vec;

use crate::grid::{Axis, Direction, Side};

/// A level as a file says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The grid, one string per row: `.` empty, `#` wall, a letter for each cell of a block.
    pub rows: Vec<String>,
    /// Specifications of single blocks, by letter; blocks that are not named are crystal.
    pub blocks: Vec<(String, BlockSpec)>,
    /// The opening on the boundary.
    pub lantern: Lantern,
    /// How the level is won. The level always states it; it is never inferred.
    pub win: Win,
    /// Where the Key's ray leaves it, on beam levels.
    pub emit: Option<Direction>,
    /// What a tutorial teaches.
    pub teaches: Option<Teaches>,
}

/// What a file says about one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BlockSpec {
    /// The kind; crystal by default.
    pub kind: KindWord,
    /// The tilt, which a mirror needs and nothing else may have.
    pub tilt: Option<Tilt>,
    /// The axis, which only a square block may be given.
    pub axis: Option<Axis>,
}

/// The word for a kind of block, without a mirror's tilt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum KindWord {
    /// Plain.
    #[default]
    Crystal,
    /// Moves at most once in the whole level.
    Sand,
    /// Stops only where something blocks it.
    Ice,
    /// Frozen until the Key has rested beside it.
    Rime,
    /// Turns the ray.
    Mirror,
}

impl KindWord {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Crystal,
        Self::Sand,
        Self::Ice,
        Self::Rime,
        Self::Mirror,
    ];

    /// The word that a level file uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Crystal => "crystal",
            Self::Sand => "sand",
            Self::Ice => "ice",
            Self::Rime => "rime",
            Self::Mirror => "mirror",
        }
    }

    /// The kind that a level file's word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|k| k.word() == word)
    }
}

/// A kind of block on a checked board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Plain.
    Crystal,
    /// Moves at most once in the whole level: one *spent* bit.
    Sand,
    /// Stops only where something blocks it.
    Ice,
    /// Frozen until the Key has rested beside it: one *thawed* bit.
    Rime,
    /// Turns the ray at each of its cells.
    Mirror(Tilt),
}

impl Kind {
    /// The word for this kind.
    #[must_use]
    pub fn word(self) -> KindWord {
        match self {
            Self::Crystal => KindWord::Crystal,
            Self::Sand => KindWord::Sand,
            Self::Ice => KindWord::Ice,
            Self::Rime => KindWord::Rime,
            Self::Mirror(_) => KindWord::Mirror,
        }
    }
}

/// How a mirror leans.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tilt {
    /// `/`: a ray going right turns up.
    Slash,
    /// `\`: a ray going right turns down.
    Backslash,
}

impl Tilt {
    /// Both tilts.
    pub const ALL: [Self; 2] = [Self::Slash, Self::Backslash];

    /// The character that a level file uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Slash => "/",
            Self::Backslash => "\\",
        }
    }

    /// The tilt that a level file's character names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|t| t.word() == word)
    }

    /// The direction of a ray after the mirror, if it enters going `direction`: `/` sends (dx, dy)
    /// to (-dy, -dx) and `\` sends it to (dy, dx).
    #[must_use]
    pub fn turn(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        match (self, direction) {
            (Self::Slash, Right) | (Self::Backslash, Left) => Up,
            (Self::Slash, Left) | (Self::Backslash, Right) => Down,
            (Self::Slash, Up) | (Self::Backslash, Down) => Right,
            (Self::Slash, Down) | (Self::Backslash, Up) => Left,
        }
    }
}

/// The opening on the boundary through which the Key or its ray leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lantern {
    /// The side that it opens on.
    pub side: Side,
    /// The row (left, right) or column (top, bottom) that it opens on, counted from 0.
    pub line: u32,
}

/// How a level is won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Win {
    /// The Key's leading cell is at the opening.
    Exit,
    /// The Key's ray leaves the board through the opening.
    Beam,
}

impl Win {
    /// Both ways.
    pub const ALL: [Self; 2] = [Self::Exit, Self::Beam];

    /// The word that a level file uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Exit => "exit",
            Self::Beam => "beam",
        }
    }

    /// The way that a level file's word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|w| w.word() == word)
    }
}

/// What a tutorial declares: it teaches `kind` with `block`, and only as long as `needs` is on the
/// board (docs/rules-slide.md, Tutorials).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Teaches {
    /// The kind that is taught.
    pub kind: KindWord,
    /// The letter of the block that shows it.
    pub block: String,
    /// The letter of the block without which the lesson would fail.
    pub needs: String,
}
