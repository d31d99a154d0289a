//! What can be wrong with a level, and where.
//!
//! A [`Fault`] is what a family finds while it checks a level: it has cells and fields, but no
//! file. The pack reader turns it into a finding with a line and a column.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use crate::grid::Direction;

/// A cell of a board, counted from the top left corner, both numbers from 0. Messages count both
/// from 1, like lines and columns of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// Row, from the top.
    pub row: usize,
    /// Column in characters, from the left.
    pub col: usize,
}

impl Cell {
    /// The cell beside it in a direction; `None` above the top edge or left of the left edge.
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
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}

/// The part of a level that a fault is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// The level as a whole.
    Level,
    /// Cells of the board, the most important one first; never empty.
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
    /// What to do about it, in one line; empty if the message says it.
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

/// Everything that is wrong with a level or a file, in the order in which it was found: at least one
/// [`Fault`].
///
/// It is an error, so `?` passes it on, and it dereferences to a slice of faults:
///
/// ```
/// use std::error::Error;
///
/// use levels_core::family::slide::{Board, Slide};
/// use levels_core::puzzle::Family;
///
/// fn board(text: &str) -> Result<Board, Box<dyn Error>> {
///     Ok(Slide::build(&Slide::from_text(text)?)?)
/// }
///
/// assert!(board("KK.\n...\nlantern right 0\nwin exit\n").is_ok());
/// let wrong = board("..\n..\nlantern right 0\nwin exit\n").unwrap_err();
/// assert_eq!(wrong.to_string(), "`grid`: no Key: no cell holds `K`");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Faults(Vec<Fault>);

/// One fault alone.
impl From<Fault> for Faults {
    fn from(fault: Fault) -> Self {
        Self(alloc::vec![fault])
    }
}

/// All faults that a check collected. If a check refuses something without collecting any, there is
/// one fault that says so.
impl From<Vec<Fault>> for Faults {
    fn from(mut faults: Vec<Fault>) -> Self {
        if faults.is_empty() {
            faults.push(Fault::new(Place::Level, "refused without a reason"));
        }
        Self(faults)
    }
}

impl Deref for Faults {
    type Target = [Fault];

    fn deref(&self) -> &[Fault] {
        &self.0
    }
}

impl IntoIterator for Faults {
    type Item = Fault;
    type IntoIter = alloc::vec::IntoIter<Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Faults {
    type Item = &'a Fault;
    type IntoIter = core::slice::Iter<'a, Fault>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// One fault per line.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().enumerate() {
            if at > 0 {
                f.write_str("\n")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl core::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn faults_are_never_empty_and_stand_on_lines_of_their_own() {
        let two = Faults::from(alloc::vec![
            Fault::new(Place::cell(1, 2), "a"),
            Fault::new(Place::Level, "b"),
        ]);
        assert_eq!(two.to_string(), "row 2, column 3: a\nb");
        assert_eq!(Faults::from(Vec::new()).len(), 1);
    }
}
