//! The kinds of tile and their characters (docs/rules-roll.md, Board).

use crate::grid::{Axis, Direction};

/// What is in one cell of the opening position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tile {
    /// Nothing: the cube falls.
    Hole,
    /// Start and goal, indestructible.
    Base,
    /// Must be cleared; crumbles when it is left.
    Green,
    /// A green that carries the game's own content.
    Info,
    /// Pushes the cube on; the cube can never rest on it.
    Arrow(Direction),
    /// Sends the cube to its partner: the lowest standing teleport of the same id (1 to 9).
    Teleport(u8),
    /// Fires once when it is landed on and sweeps its row or its column.
    Line(Axis),
    /// An explosive: its fuse is lit when it is left, swept or hit by a blast.
    Mine,
}

impl Tile {
    /// The tile of a character; `a` and `t` are old spellings of `>` and `1`.
    #[must_use]
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Some(match glyph {
            '.' => Self::Hole,
            'b' => Self::Base,
            'n' => Self::Green,
            'i' => Self::Info,
            'a' => Self::Arrow(Direction::Right),
            't' => Self::Teleport(1),
            '1'..='9' => Self::Teleport(glyph as u8 - b'0'),
            'r' => Self::Line(Axis::Horizontal),
            'c' => Self::Line(Axis::Vertical),
            'x' => Self::Mine,
            arrow => Self::Arrow(Direction::from_arrow(arrow)?),
        })
    }

    /// The canonical character.
    #[must_use]
    pub fn glyph(self) -> char {
        match self {
            Self::Hole => '.',
            Self::Base => 'b',
            Self::Green => 'n',
            Self::Info => 'i',
            Self::Arrow(direction) => direction.arrow(),
            Self::Teleport(id) => char::from(b'0' + id),
            Self::Line(Axis::Horizontal) => 'r',
            Self::Line(Axis::Vertical) => 'c',
            Self::Mine => 'x',
        }
    }

    /// Whether it must be cleared to win.
    #[must_use]
    pub fn is_win(self) -> bool {
        matches!(self, Self::Green | Self::Info)
    }

    /// Whether it is an arrow, a teleport, a line or a mine.
    #[must_use]
    pub fn is_special(self) -> bool {
        matches!(
            self,
            Self::Arrow(_) | Self::Teleport(_) | Self::Line(_) | Self::Mine
        )
    }
}
