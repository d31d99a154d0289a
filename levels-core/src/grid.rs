//! Directions, axes, sides and the eight symmetries of a rectangle.

use core::fmt;

/// A direction on the screen: y grows downward.
///
/// The order of the variants is the order in which moves are tried and compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// `<`
    Left,
    /// `>`
    Right,
    /// `^`
    Up,
    /// `v`
    Down,
}

impl Direction {
    /// All four, in move order.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Up, Self::Down];

    /// The arrow that the notation uses.
    #[must_use]
    pub fn arrow(self) -> char {
        match self {
            Self::Left => '<',
            Self::Right => '>',
            Self::Up => '^',
            Self::Down => 'v',
        }
    }

    /// The direction that an arrow names.
    #[must_use]
    pub fn from_arrow(arrow: char) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.arrow() == arrow)
    }

    /// Columns and rows that one step in this direction adds.
    #[must_use]
    pub fn delta(self) -> (i32, i32) {
        match self {
            Self::Left => (-1, 0),
            Self::Right => (1, 0),
            Self::Up => (0, -1),
            Self::Down => (0, 1),
        }
    }

    /// The direction that leads back.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Right => Self::Left,
            Self::Up => Self::Down,
            Self::Down => Self::Up,
        }
    }

    /// The axis that this direction lies on.
    #[must_use]
    pub fn axis(self) -> Axis {
        match self {
            Self::Left | Self::Right => Axis::Horizontal,
            Self::Up | Self::Down => Axis::Vertical,
        }
    }

    /// The word that a level file uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Up => "up",
            Self::Down => "down",
        }
    }

    /// The direction that a level file's word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|d| d.word() == word)
    }
}

/// The line along which a block moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

impl Axis {
    /// Both axes.
    pub const ALL: [Self; 2] = [Self::Horizontal, Self::Vertical];

    /// The word that a level file uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Horizontal => "horizontal",
            Self::Vertical => "vertical",
        }
    }

    /// The axis that a level file's word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|a| a.word() == word)
    }

    /// The two directions along this axis, backward (`<`, `^`) first.
    #[must_use]
    pub fn directions(self) -> [Direction; 2] {
        match self {
            Self::Horizontal => [Direction::Left, Direction::Right],
            Self::Vertical => [Direction::Up, Direction::Down],
        }
    }
}

/// A side of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The left edge.
    Left,
    /// The right edge.
    Right,
    /// The top edge.
    Top,
    /// The bottom edge.
    Bottom,
}

impl Side {
    /// All four sides.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Top, Self::Bottom];

    /// The word that a level file uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::Bottom => "bottom",
        }
    }

    /// The side that a level file's word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.word() == word)
    }

    /// The direction in which something leaves the board through this side.
    #[must_use]
    pub fn outward(self) -> Direction {
        match self {
            Self::Left => Direction::Left,
            Self::Right => Direction::Right,
            Self::Top => Direction::Up,
            Self::Bottom => Direction::Down,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// One of the eight symmetries of a rectangle: mirror left to right, then mirror top to bottom,
/// then swap rows and columns, each if its flag is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symmetry {
    /// Mirror left to right.
    pub flip_x: bool,
    /// Mirror top to bottom.
    pub flip_y: bool,
    /// Swap rows and columns, after the mirrors.
    pub transpose: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    #[must_use]
    pub fn all() -> [Self; 8] {
        core::array::from_fn(|i| Self {
            flip_x: i & 1 != 0,
            flip_y: i & 2 != 0,
            transpose: i & 4 != 0,
        })
    }

    /// Width and height of the image of a board of `width` × `height`.
    #[must_use]
    pub fn size(self, width: usize, height: usize) -> (usize, usize) {
        if self.transpose {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// Where the cell at column `x`, row `y` of a board of `width` × `height` lies in the image.
    #[must_use]
    pub fn cell(self, x: usize, y: usize, width: usize, height: usize) -> (usize, usize) {
        let x = if self.flip_x { width - 1 - x } else { x };
        let y = if self.flip_y { height - 1 - y } else { y };
        if self.transpose { (y, x) } else { (x, y) }
    }

    /// The image of a direction.
    #[must_use]
    pub fn direction(self, direction: Direction) -> Direction {
        use Direction::{Down, Left, Right, Up};
        let flipped = match direction {
            Left if self.flip_x => Right,
            Right if self.flip_x => Left,
            Up if self.flip_y => Down,
            Down if self.flip_y => Up,
            same => same,
        };
        match flipped {
            Left if self.transpose => Up,
            Right if self.transpose => Down,
            Up if self.transpose => Left,
            Down if self.transpose => Right,
            same => same,
        }
    }
}
