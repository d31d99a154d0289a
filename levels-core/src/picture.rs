//! A board as something to draw: cells with roles, and openings in the frame.
//!
//! Terminal, SVG and reports draw pictures without knowing the family.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::grid::{Axis, Direction, Side};

/// What a cell is to the eye.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Nothing: the floor is visible.
    Empty,
    /// Outside the board, or a hole.
    Void,
    /// A wall.
    Wall,
    /// The piece that the player must bring home.
    Hero,
    /// A piece; equal numbers on neighbouring cells belong together, and each number is a colour.
    Piece(u8),
    /// A floor tile; the number is a colour.
    Tile(u8),
}

/// What a drawing shows in a cell besides its colour, so that kinds can be told apart without
/// colour. The names say what it looks like; the family gives it a meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Symbol {
    /// Nothing: glyph and mark are enough.
    #[default]
    None,
    /// A key.
    Key,
    /// The cube, on top of what the cell would otherwise show.
    Cube,
    /// Bolts: the piece never moves.
    Bolts,
    /// Grains.
    Grains,
    /// Grains under bolts: the piece does not move any more.
    BoltedGrains,
    /// Streaks of gloss.
    Gloss,
    /// Crystals of frost.
    Frost,
    /// Faint crystals of frost.
    FaintFrost,
    /// A mirror that leans like `/`.
    Slash,
    /// A mirror that leans like `\`.
    Backslash,
    /// A house: start and goal.
    House,
    /// A leaf.
    Leaf,
    /// A letter i in a ring.
    Info,
    /// An arrow.
    Arrow(Direction),
    /// A portal with a number.
    Portal(u8),
    /// A line with heads at both ends.
    Sweep(Axis),
    /// A line that is spent.
    Swept(Axis),
    /// A bomb.
    Bomb,
    /// A bomb with a burning fuse.
    Lit,
}

/// A ray of light across the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ray {
    /// The column and row of the cell that it leaves.
    pub from: (usize, usize),
    /// Where it leaves that cell.
    pub direction: Direction,
    /// The cells that it enters, each with the direction in which it enters. It crosses them or
    /// turns in them, except for the last one if the ray is absorbed.
    pub path: Vec<(usize, usize, Direction)>,
    /// The side and line through which it leaves the board; `None` where it is absorbed.
    pub leaves: Option<(Side, usize)>,
}

/// One cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictureCell {
    /// What it is.
    pub role: Role,
    /// The glyph that names it: the letter of a block, the character of a tile.
    pub glyph: char,
    /// A second mark that shows its kind without colour; a blank for plain ones.
    pub mark: char,
    /// What a drawing shows.
    pub symbol: Symbol,
}

/// A position of a level as it is shown.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Frame {
    /// The board as rows of glyphs.
    pub rows: Vec<String>,
    /// The glyphs of pieces that behave differently from the start although their glyph is the
    /// same: sand that is spent, rime that has thawed.
    pub marked: Vec<char>,
}

impl Frame {
    /// Width and height in cells.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        let width = self.rows.first().map_or(0, |row| row.chars().count());
        (width, self.rows.len())
    }

    /// The glyphs in reading order.
    pub fn glyphs(&self) -> impl Iterator<Item = char> + '_ {
        self.rows.iter().flat_map(|row| row.chars())
    }
}

impl From<Vec<String>> for Frame {
    /// A frame without marked pieces.
    fn from(rows: Vec<String>) -> Self {
        Self {
            rows,
            marked: Vec::new(),
        }
    }
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
    /// The light, if there is any.
    pub ray: Option<Ray>,
}

impl Picture {
    /// The picture of a frame without openings: `role` gives the role of a glyph and its mark, a
    /// blank for none.
    #[must_use]
    pub fn of_frame(frame: &Frame, role: impl Fn(char) -> (Role, char)) -> Self {
        let cell = |glyph| {
            let (role, mark) = role(glyph);
            PictureCell {
                role,
                glyph,
                mark,
                symbol: Symbol::None,
            }
        };
        let (width, height) = frame.size();
        Self {
            width,
            height,
            cells: frame.glyphs().map(cell).collect(),
            openings: Vec::new(),
            ray: None,
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
    /// The board in a frame, three columns per cell: glyph and mark, openings as gaps with an arrow
    /// outside, light as lines through empty cells. `paint` may wrap the text of a cell in colour
    /// codes.
    pub fn draw(&self, paint: impl Fn(&PictureCell, &str) -> String) -> String {
        let mut text = self.edge(Side::Top, ('┌', '┐'), '▲');
        for y in 0..self.height {
            let open = |side| self.openings.contains(&(side, y));
            text.push_str(if open(Side::Left) { " ◀  " } else { "   │" });
            for (x, cell) in (0..self.width).filter_map(|x| Some((x, self.cell(x, y)?))) {
                text.push_str(&paint(cell, &self.text(x, y, cell)));
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

    /// A cell in three columns.
    fn text(&self, x: usize, y: usize, cell: &PictureCell) -> String {
        match (cell.role, self.light(x, y)) {
            (Role::Empty, Some(light)) => String::from_iter([' ', light, ' ']),
            _ => cell.text(),
        }
    }

    /// The light in a cell, as a line.
    fn light(&self, x: usize, y: usize) -> Option<char> {
        let path = &self.ray.as_ref()?.path;
        let through = |axis| {
            let mut here = path.iter().filter(|(at, row, _)| (*at, *row) == (x, y));
            here.any(|(_, _, direction)| direction.axis() == axis)
        };
        match (through(Axis::Horizontal), through(Axis::Vertical)) {
            (true, true) => Some('┼'),
            (true, false) => Some('─'),
            (false, true) => Some('│'),
            (false, false) => None,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_is_drawn_through_empty_cells_alone() {
        let cell = |role, glyph, mark| PictureCell {
            role,
            glyph,
            mark,
            symbol: Symbol::None,
        };
        let (empty, right) = (cell(Role::Empty, '.', ' '), Direction::Right);
        let mut cells = alloc::vec![empty; 6];
        cells[0] = cell(Role::Hero, 'K', '→');
        cells[2] = cell(Role::Piece(1), 'm', '\\');
        let picture = Picture {
            width: 3,
            height: 2,
            cells,
            openings: alloc::vec![(Side::Bottom, 2)],
            ray: Some(Ray {
                from: (0, 0),
                direction: right,
                path: alloc::vec![(1, 0, right), (2, 0, right), (2, 1, Direction::Down)],
                leaves: Some((Side::Bottom, 2)),
            }),
        };
        let expected = "   ┌─────────┐\n   │ K→ ─  m\\│\n   │ ·  ·  │ │\n   └────── ▼ ┘\n";
        assert_eq!(alloc::format!("{picture}"), expected);
    }
}
