//! A board as written: rows of glyphs, one per cell. A new family checks this first.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::finding::{Cell, Fault, Place};
use crate::grid::Symmetry;

/// Rows of glyphs; they may differ in length.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glyphs(Vec<Vec<char>>);

impl Glyphs {
    /// The glyphs of rows of text.
    #[must_use]
    pub fn of(rows: &[String]) -> Self {
        Self(rows.iter().map(|row| row.chars().collect()).collect())
    }

    /// The length of the longest row, in cells.
    #[must_use]
    pub fn width(&self) -> usize {
        self.0.iter().map(Vec::len).max().unwrap_or(0)
    }

    /// How many rows there are.
    #[must_use]
    pub fn height(&self) -> usize {
        self.0.len()
    }

    /// The glyph of a cell; `None` past the end of its row.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<char> {
        self.0.get(cell.row)?.get(cell.col).copied()
    }

    /// The cells that hold one of some glyphs, in reading order.
    #[must_use]
    pub fn find(&self, glyphs: &str) -> Vec<Cell> {
        self.cells()
            .filter(|(_, glyph)| glyphs.contains(*glyph))
            .map(|(cell, _)| cell)
            .collect()
    }

    /// A fault for each cell whose glyph is unknown; `help` lists the known ones.
    #[must_use]
    pub fn unknown(&self, known: &str, help: &str) -> Vec<Fault> {
        let unknown = self.cells().filter(|(_, glyph)| !known.contains(*glyph));
        let fault = |(cell, glyph): (Cell, char)| {
            let message = format!("`{}` has no meaning", glyph.escape_default());
            Fault::new(Place::cell(cell.row, cell.col), message).with_help(help)
        };
        unknown.map(fault).collect()
    }

    /// One form for all boards that are equal up to the eight symmetries and to margins of `blank`,
    /// which also fills up short rows: the least of the images. Use it only for glyphs that look
    /// the same from every side, so not for arrows.
    #[must_use]
    pub fn least_image(&self, blank: char) -> String {
        let images = Symmetry::all().map(|symmetry| self.image(symmetry, blank));
        images.into_iter().min().unwrap_or_default()
    }

    fn image(&self, symmetry: Symmetry, blank: char) -> String {
        let (width, height) = (self.width(), self.height());
        let written = self.cells().filter(|(_, glyph)| *glyph != blank);
        let placed: Vec<(usize, usize, char)> = written
            .map(|(cell, glyph)| {
                let (x, y) = symmetry.cell(cell.col, cell.row, width, height);
                (x, y, glyph)
            })
            .collect();
        let left = placed.iter().map(|cell| cell.0).min().unwrap_or(0);
        let top = placed.iter().map(|cell| cell.1).min().unwrap_or(0);
        let right = placed.iter().map(|cell| cell.0 + 1).max().unwrap_or(0);
        let bottom = placed.iter().map(|cell| cell.1 + 1).max().unwrap_or(0);
        let mut rows = alloc::vec![alloc::vec![blank; right - left]; bottom - top];
        for (x, y, glyph) in placed {
            rows[y - top][x - left] = glyph;
        }
        rows.into_iter()
            .map(|row| String::from_iter(row) + "\n")
            .collect()
    }

    fn cells(&self) -> impl Iterator<Item = (Cell, char)> + '_ {
        self.0.iter().enumerate().flat_map(|(row, line)| {
            let glyphs = line.iter().enumerate();
            glyphs.map(move |(col, &glyph)| (Cell { row, col }, glyph))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString as _;

    fn glyphs(text: &str) -> Glyphs {
        let rows: Vec<String> = text.split('/').map(String::from).collect();
        Glyphs::of(&rows)
    }

    #[test]
    fn cells_are_found_and_unknown_glyphs_named() {
        let board = glyphs("ab/cab/x");
        assert_eq!((board.width(), board.height()), (3, 3));
        let at = |row, col| Cell { row, col };
        assert_eq!(board.find("a"), [at(0, 0), at(1, 1)]);
        assert_eq!(board.find("cx"), [at(1, 0), at(2, 0)]);
        assert_eq!(board.get(at(1, 2)), Some('b'));
        assert_eq!((board.get(at(0, 2)), board.get(at(3, 0))), (None, None));
        let faults = board.unknown("abc", "a, b or c");
        let texts: Vec<String> = faults.iter().map(Fault::to_string).collect();
        assert_eq!(texts, ["row 3, column 1: `x` has no meaning"]);
    }

    #[test]
    fn eight_images_and_their_margins_are_one() {
        for (text, same) in [
            ("ab./c..", true),
            ("ba/.c", true),
            ("c./ab", true),
            (".c/ba", true),
            ("ac/b.", true),
            ("..../.ab./.c", true),
            ("ab./.c.", false),
            ("ab/c.", true),
            ("ab/cc", false),
            ("abc", false),
            ("a.b/c..", false),
        ] {
            let equal = glyphs(text).least_image('.') == glyphs("ab/c.").least_image('.');
            assert_eq!(equal, same, "{text}");
        }
        assert_eq!(glyphs("./..").least_image('.'), "");
    }
}
