//! What can be wrong with a level, and where.
//!
//! A [`Fault`] is what a family finds while it checks a level: it knows cells and fields, not
//! files. The pack reader turns it into a finding with a line and a column.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::grid::Direction;

/// A cell of a board, counted from the top left corner, both numbers from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, from the top.
    pub row: usize,
    /// Column in characters, from the left.
    pub col: usize,
}

impl Cell {
    /// The cell beside it in a direction; `None` above the top and left of the left edge.
    #[must_use]
    pub fn step(self, direction: Direction) -> Option<Self> {
        let (dx, dy) = direction.delta();
        Some(Self {
            row: self.row.checked_add_signed(dy as isize)?,
            col: self.col.checked_add_signed(dx as isize)?,
        })
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}", self.row, self.col)
    }
}

/// The part of a level that a fault is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The level as a whole.
    Level,
    /// Cells of the board, the most telling one first; never empty.
    Cells(Vec<Cell>),
    /// A field of the level as a path of keys, such as `["blocks", "d", "axis"]`.
    Field(Vec<String>),
}

impl Place {
    /// One cell.
    #[must_use]
    pub fn cell(row: usize, col: usize) -> Self {
        Self::Cells(alloc::vec![Cell { row, col }])
    }

    /// One field, by the keys that lead to it.
    #[must_use]
    pub fn field(path: &[&str]) -> Self {
        Self::Field(path.iter().map(|&key| String::from(key)).collect())
    }
}

/// One thing that is wrong with a level.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// What, in one line without a full stop.
    pub message: String,
    /// What to do about it, in one line; empty where the message says it.
    pub help: String,
}

impl Fault {
    /// A fault without advice.
    pub fn new(place: Place, message: impl Into<String>) -> Self {
        Self {
            place,
            message: message.into(),
            help: String::new(),
        }
    }

    /// The same fault with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = help.into();
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.place {
            Place::Level => write!(f, "{}", self.message),
            Place::Cells(cells) => match cells.first() {
                Some(cell) => write!(f, "{cell}: {}", self.message),
                None => write!(f, "{}", self.message),
            },
            Place::Field(path) => write!(f, "`{}`: {}", path.join("."), self.message),
        }
    }
}

impl core::error::Error for Fault {}
