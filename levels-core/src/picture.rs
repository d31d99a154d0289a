//! A board as something to draw: cells with roles, and openings in the frame.
//!
//! Terminal, SVG and reports draw pictures; none of them knows a family.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::grid::Side;

/// What a cell is to the eye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Nothing: a player can see through to the floor.
    Empty,
    /// Outside the board, or a hole.
    Void,
    /// A wall.
    Wall,
    /// What the player has to bring home.
    Hero,
    /// A piece; equal numbers on neighbouring cells belong together, and a number stands for a
    /// colour.
    Piece(u8),
    /// A floor tile; the number stands for a colour.
    Tile(u8),
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureCell {
    /// What it is.
    pub role: Role,
    /// The glyph that names it: the letter of a block, the character of a tile.
    pub glyph: char,
    /// A second mark that tells its kind without colour; a blank for plain ones.
    pub mark: char,
}

/// A board as something to draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Width in cells.
    pub width: usize,
    /// Height in cells.
    pub height: usize,
    /// The cells in reading order.
    pub cells: Vec<PictureCell>,
    /// Openings in the frame: the side and the row or column, from 0.
    pub openings: Vec<(Side, usize)>,
}

impl Picture {
    /// The picture of a frame without openings: `role` says what a glyph is and which mark it has
    /// beside it, a blank for none.
    #[must_use]
    pub fn of_frame(frame: &[String], role: impl Fn(char) -> (Role, char)) -> Self {
        let cell = |glyph| {
            let (role, mark) = role(glyph);
            PictureCell { role, glyph, mark }
        };
        Self {
            width: frame.first().map_or(0, |row| row.chars().count()),
            height: frame.len(),
            cells: frame.iter().flat_map(|row| row.chars()).map(cell).collect(),
            openings: Vec::new(),
        }
    }

    /// The cell at a column and row.
    #[must_use]
    pub fn cell(&self, x: usize, y: usize) -> Option<&PictureCell> {
        (x < self.width)
            .then(|| self.cells.get(y * self.width + x))
            .flatten()
    }
}

impl Picture {
    /// The board in a frame, three columns a cell: glyph and mark, openings as gaps with an arrow
    /// outside. `paint` may wrap the text of a cell in colour codes.
    pub fn draw(&self, paint: impl Fn(&PictureCell, &str) -> String) -> String {
        let mut text = self.edge(Side::Top, ('┌', '┐'), '▲');
        for y in 0..self.height {
            let open = |side| self.openings.contains(&(side, y));
            text.push_str(if open(Side::Left) { " ◀  " } else { "   │" });
            for cell in (0..self.width).filter_map(|x| self.cell(x, y)) {
                text.push_str(&paint(cell, &cell.text()));
            }
            text.push_str(if open(Side::Right) {
                "  ▶\n"
            } else {
                "│\n"
            });
        }
        text.push_str(&self.edge(Side::Bottom, ('└', '┘'), '▼'));
        text
    }

    fn edge(&self, side: Side, (left, right): (char, char), arrow: char) -> String {
        let mut line = String::from("   ");
        line.push(left);
        for x in 0..self.width {
            if self.openings.contains(&(side, x)) {
                line.extend([' ', arrow, ' ']);
            } else {
                line.push_str("───");
            }
        }
        line.extend([right, '\n']);
        line
    }
}

impl PictureCell {
    /// The cell in three columns.
    fn text(&self) -> String {
        match self.role {
            Role::Empty => " · ".into(),
            Role::Void => "   ".into(),
            Role::Wall => "███".into(),
            Role::Hero | Role::Piece(_) | Role::Tile(_) => {
                String::from_iter([' ', self.glyph, self.mark])
            }
        }
    }
}

/// The drawing without colour.
impl fmt::Display for Picture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.draw(|_, text| text.into()))
    }
}
