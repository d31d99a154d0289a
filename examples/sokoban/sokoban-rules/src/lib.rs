//! Sokoban as a family of levels.
//!
//! | file | what it holds |
//! |---|---|
//! | `board` | turns a level as written into a checked board |
//! | `rules` | pushes and wins: the puzzle that the search sees |
//! | `pack` | feature `verify`: how levels are written in packs, and messages for designers |
//!
//! Only pushes count: walking is free, so a state is where the boxes are and which part of the floor
//! the player can walk on.
#![no_std]

extern crate alloc;

mod board;
#[cfg(feature = "verify")]
mod pack;
mod rules;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use levels_core::finding::Faults;
use levels_core::grid::Direction;
use levels_core::picture::{Frame, Picture, Role};
use levels_core::puzzle::{Family, ForPuzzle};

pub use board::{Board, MAX_CELLS};
pub use rules::{Pushing, State};

/// The family.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sokoban;

/// One push: the box on a cell of floor, by its number in reading order, goes one step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Push {
    /// The cell of the box.
    pub cell: u8,
    /// The direction in which it goes.
    pub direction: Direction,
}

impl Family for Sokoban {
    const TAG: &'static str = "sokoban";

    /// The rows in XSB: `#` wall, `@` player, `$` box, `.` goal, `*` and `+` box and player on a
    /// goal; a blank, `-` or `_` is floor.
    type Level = Vec<String>;
    type Board = Board;
    type Move = Push;

    fn build(level: &Vec<String>) -> Result<Board, Faults> {
        Board::new(level)
    }

    fn with_puzzle<R>(board: &Board, f: impl ForPuzzle<Push, R>) -> R {
        f.call(&Pushing(board))
    }

    fn to_text(level: &Vec<String>) -> String {
        level.join("\n") + "\n"
    }

    fn from_text(text: &str) -> Result<Vec<String>, Faults> {
        let rows = text.lines().map(str::trim_end);
        Ok(rows
            .filter(|row| !row.is_empty())
            .map(ToString::to_string)
            .collect())
    }

    fn picture(_: &Board, frame: &Frame) -> Picture {
        Picture::of_frame(frame, |glyph| match glyph {
            '#' => (Role::Wall, ' '),
            '@' => (Role::Hero, ' '),
            '+' => (Role::Hero, '.'),
            '$' => (Role::Piece(1), ' '),
            '*' => (Role::Piece(2), '.'),
            '.' => (Role::Tile(3), ' '),
            _ => (Role::Empty, ' '),
        })
    }

    /// `c4>` pushes the box in column c, row 4 to the right; rows count from 1 at the top.
    fn write_line(board: &Board, line: &[Push]) -> String {
        let name = |push: &Push| {
            let place = board.place(push.cell);
            let column = char::from(b'a' + place.col as u8);
            format!("{column}{}{}", place.row + 1, push.direction.arrow())
        };
        line.iter().map(name).collect::<Vec<_>>().join(" ")
    }
}
