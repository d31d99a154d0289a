//! A rolling-cube level as written. It may be wrong: [`Board::new`](super::Board::new) checks it.

use alloc::string::String;
use alloc::vec::Vec;

/// A level as a file says it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Level {
    /// The board, one string per row, one character per cell; see [`Tile`](super::Tile) for what
    /// the characters mean.
    pub layout: Vec<String>,
}

impl Level {
    /// The level with these rows.
    #[must_use]
    pub fn of(rows: &[&str]) -> Self {
        Self {
            layout: rows.iter().map(|&row| String::from(row)).collect(),
        }
    }
}
