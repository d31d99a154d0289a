//! A sliding board that cannot be wrong.

use alloc::string::String;
use alloc::vec::Vec;

use super::check::check;
use super::level::{Kind, Lantern, Level, Teaches, Win};
use super::rules::ForSliding;
use super::state::Packing;
use crate::finding::Faults;
use crate::grid::{Axis, Direction};

/// The greatest width and height, in cells.
pub const MAX_SIDE: usize = 8;
/// The most blocks besides the Key: one for each letter except `K`, so no grid can hold more.
pub const MAX_BLOCKS: usize = 51;

/// The bit of a cell in a mask of cells: rows are eight bits apart whatever the width.
#[inline]
pub(super) fn cell_bit(x: usize, y: usize) -> u64 {
    1 << (y * MAX_SIDE + x)
}

/// One block of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its letter.
    pub letter: char,
    /// Its kind.
    pub kind: Kind,
    /// The axis along which it moves; `None` for a square block that was not given one.
    pub axis: Option<Axis>,
    /// Column of its first cell in the opening position.
    pub x: usize,
    /// Row of its first cell in the opening position.
    pub y: usize,
    /// Width in cells.
    pub width: usize,
    /// Height in cells.
    pub height: usize,
    /// The number of its starting place.
    pub start: u8,
    /// The cells that it covers at each of its places, as masks. The places are those between the
    /// walls of its line, leftmost or topmost first; a block that can never move has one.
    pub(super) footprints: Vec<u64>,
}

impl Block {
    /// How many places the block has between the walls and edges of its line, ignoring other
    /// blocks.
    #[must_use]
    pub fn places(&self) -> usize {
        self.footprints.len()
    }

    /// Column and row of its first cell at a place.
    #[must_use]
    pub fn corner(&self, place: u8) -> (usize, usize) {
        let shift = usize::from(place);
        let start = usize::from(self.start);
        match self.axis {
            Some(Axis::Horizontal) => (self.x + shift - start, self.y),
            Some(Axis::Vertical) => (self.x, self.y + shift - start),
            None => (self.x, self.y),
        }
    }
}

/// A checked board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) walls: u64,
    pub(super) blocks: Vec<Block>,
    pub(super) key: usize,
    pub(super) lantern: Lantern,
    pub(super) win: Win,
    pub(super) emit: Direction,
    pub(super) teaches: Option<Teaches>,
    pub(super) packing: Packing,
}

impl Board {
    /// Checks a level (docs/rules-slide.md, Board).
    ///
    /// ```
    /// use levels_core::family::slide::{Board, Lantern, Level, Win};
    /// use levels_core::grid::Side;
    ///
    /// let level = Level {
    ///     rows: ["..b.", "KKb.", "....", ".cc."].map(String::from).to_vec(),
    ///     blocks: Vec::new(), // all are crystal
    ///     lantern: Lantern { side: Side::Right, line: 1 },
    ///     win: Win::Exit,
    ///     emit: None,
    ///     teaches: None,
    /// };
    /// let board = Board::new(&level)?;
    /// assert_eq!((board.width(), board.blocks().len()), (4, 3));
    ///
    /// let no_key = Level { rows: vec![String::from("...."); 4], ..level };
    /// assert!(Board::new(&no_key).is_err());
    /// # Ok::<(), levels_core::finding::Faults>(())
    /// ```
    ///
    /// # Errors
    /// Every fault of the level.
    pub fn new(level: &Level) -> Result<Self, Faults> {
        check(level)
    }

    /// Width in cells, 1 to 8.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in cells, 1 to 8.
    #[must_use]
    pub fn height(&self) -> usize {
        self.height
    }

    /// Whether a cell is a wall.
    #[must_use]
    pub fn is_wall(&self, x: usize, y: usize) -> bool {
        self.walls & cell_bit(x, y) != 0
    }

    pub(super) fn walls(&self) -> u64 {
        self.walls
    }

    /// The blocks, including the Key, by their first cell in reading order of the opening position:
    /// the order in which moves are tried.
    #[must_use]
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The Key's index among the blocks.
    #[must_use]
    pub fn key(&self) -> usize {
        self.key
    }

    /// The opening.
    #[must_use]
    pub fn lantern(&self) -> Lantern {
        self.lantern
    }

    /// How the level is won.
    #[must_use]
    pub fn win(&self) -> Win {
        self.win
    }

    /// Where the ray leaves the Key; it has a meaning only on beam levels.
    #[must_use]
    pub fn emit(&self) -> Direction {
        self.emit
    }

    /// What a tutorial teaches; the letters are those of blocks other than the Key.
    #[must_use]
    pub fn teaches(&self) -> Option<&Teaches> {
        self.teaches.as_ref()
    }

    /// How states of this board are packed.
    #[must_use]
    pub fn packing(&self) -> &Packing {
        &self.packing
    }

    /// Calls `f` with the rules over the smallest state that holds this board's positions.
    pub fn with_sliding<R>(&self, f: impl ForSliding<R>) -> R {
        super::rules::dispatch(self, f)
    }

    /// The board as rows of glyphs with every block at the given place.
    #[must_use]
    pub fn rows(&self, places: &[u8]) -> Vec<String> {
        let mut grid = alloc::vec![alloc::vec!['.'; self.width]; self.height];
        for (y, row) in grid.iter_mut().enumerate() {
            for (x, glyph) in row.iter_mut().enumerate() {
                if self.is_wall(x, y) {
                    *glyph = '#';
                }
            }
        }
        for (block, &place) in self.blocks.iter().zip(places) {
            let (x, y) = block.corner(place);
            for row in &mut grid[y..y + block.height] {
                row[x..x + block.width].fill(block.letter);
            }
        }
        grid.into_iter().map(String::from_iter).collect()
    }
}
