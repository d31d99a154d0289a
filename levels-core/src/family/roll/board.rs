//! A rolling-cube board that cannot be wrong.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::level::Level;
use super::notation::Move;
use super::rules::ForRolling;
use super::state::Packing;
use super::tile::Tile;
use crate::finding::{Cell, Fault, Faults, Place};
use crate::grid::{Axis, Direction};
use crate::wording::plural;

/// The most cells a board may have, holes included: a mask of cells has 128 bits.
pub const MAX_CELLS: usize = 128;

/// A checked board. Cells are numbered row by row from the top left corner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    cols: usize,
    rows: usize,
    tiles: Vec<Tile>,
    base: usize,
    /// The neighbours of each cell in the order of [`Move::ROLLS`].
    links: Vec<[Option<u8>; 4]>,
    packing: Packing,
}

impl Board {
    /// Checks a level (docs/rules-roll.md, Board).
    ///
    /// # Errors
    /// Every fault of the level: no rows, no columns, ragged rows, unknown characters, not exactly
    /// one base, more than [`MAX_CELLS`] cells.
    pub fn new(level: &Level) -> Result<Self, Faults> {
        let mut faults = Vec::new();
        let (cols, rows) = size(level, &mut faults);
        let tiles = tiles(level, &mut faults);
        let base = base(level, &mut faults);
        match base {
            Some(base) if faults.is_empty() => Ok(Self::of_tiles(cols, rows, tiles, base)),
            _ => Err(faults.into()),
        }
    }

    /// A board of tiles that are known to be right: `cols * rows` of them, at most [`MAX_CELLS`],
    /// the only base at `base`.
    pub(super) fn of_tiles(cols: usize, rows: usize, tiles: Vec<Tile>, base: usize) -> Self {
        debug_assert!(tiles.len() == cols * rows && tiles.len() <= MAX_CELLS);
        let mut board = Self {
            cols,
            rows,
            tiles,
            base,
            links: Vec::new(),
            packing: Packing::default(),
        };
        board.links = links(cols, rows);
        board.packing = Packing::new(&board);
        board
    }

    /// Columns, at least 1.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// Rows, at least 1.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The tiles of the opening position, holes included, row by row.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The cell of the base.
    #[must_use]
    pub fn base(&self) -> usize {
        self.base
    }

    /// How states of this board are packed.
    #[must_use]
    pub fn packing(&self) -> &Packing {
        &self.packing
    }

    /// The cell next to `cell` in a direction, if it lies on the board.
    #[must_use]
    pub fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        let (row, col) = (cell / self.cols, cell % self.cols);
        match direction {
            Direction::Left => (col > 0).then(|| cell - 1),
            Direction::Right => (col + 1 < self.cols).then(|| cell + 1),
            Direction::Up => (row > 0).then(|| cell - self.cols),
            Direction::Down => (row + 1 < self.rows).then(|| cell + self.cols),
        }
    }

    /// The neighbours of a cell that lie on the board.
    pub fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        self.links[cell].into_iter().flatten().map(usize::from)
    }

    /// The neighbour of a cell in the direction of a roll.
    #[inline]
    pub(super) fn link(&self, cell: usize, roll: Move) -> Option<usize> {
        let link = self.links[cell].get(roll as usize).copied().flatten();
        link.map(usize::from)
    }

    /// The cells of the row or the column of a cell, except that cell.
    pub fn line(&self, cell: usize, axis: Axis) -> impl Iterator<Item = usize> + use<> {
        let (first, step, count) = match axis {
            Axis::Horizontal => (cell - cell % self.cols, 1, self.cols),
            Axis::Vertical => (cell % self.cols, self.cols, self.rows),
        };
        (0..count)
            .map(move |i| first + i * step)
            .filter(move |&swept| swept != cell)
    }

    /// The cells whose tile satisfies a condition, as a mask: bit `c` is cell `c`.
    #[must_use]
    pub fn mask(&self, condition: impl Fn(Tile) -> bool) -> u128 {
        self.tiles
            .iter()
            .enumerate()
            .filter(|&(_, &tile)| condition(tile))
            .fold(0, |mask, (cell, _)| mask | 1 << cell)
    }

    /// The cells with a tile in the opening position, as a mask.
    #[must_use]
    pub fn standing(&self) -> u128 {
        self.mask(|tile| tile != Tile::Hole)
    }

    /// How many tiles satisfy a condition.
    #[must_use]
    pub fn count(&self, condition: impl Fn(Tile) -> bool) -> usize {
        self.tiles.iter().filter(|&&tile| condition(tile)).count()
    }

    /// The level in canonical characters.
    #[must_use]
    pub fn level(&self) -> Level {
        Level {
            layout: self
                .tiles
                .chunks(self.cols)
                .map(|row| row.iter().map(|tile| tile.glyph()).collect())
                .collect(),
        }
    }

    /// Calls `f` with the rules over the smallest state that holds this board's positions.
    pub fn with_rolling<R>(&self, f: impl ForRolling<R>) -> R {
        super::rules::dispatch(self, super::rules::FUSE, f)
    }
}

/// The neighbours of each cell in the order of [`Move::ROLLS`].
fn links(cols: usize, rows: usize) -> Vec<[Option<u8>; 4]> {
    let mut links = Vec::with_capacity(cols * rows);
    for row in 0..rows {
        for col in 0..cols {
            let cell = row * cols + col;
            links.push([
                (col + 1 < cols).then_some(cell as u8 + 1),
                (col > 0).then(|| cell as u8 - 1),
                (row + 1 < rows).then(|| (cell + cols) as u8),
                (row > 0).then(|| (cell - cols) as u8),
            ]);
        }
    }
    links
}

/// Columns and rows; adds faults if the layout is not a rectangle of an allowed size.
fn size(level: &Level, faults: &mut Vec<Fault>) -> (usize, usize) {
    let cols = level.layout.first().map_or(0, |row| row.chars().count());
    let rows = level.layout.len();
    if cols == 0 {
        faults.push(
            Fault::new(Place::field(&["layout"]), "the layout is empty")
                .with_help("write one string a row, such as \"bn\""),
        );
    }
    // Rows beyond the limit are not checked: a file may hold a million of them.
    for (row, text) in level.layout.iter().enumerate().take(MAX_CELLS) {
        let cells = text.chars().count();
        if cells != cols {
            faults.push(
                Fault::new(
                    Place::cell(row, cells.min(cols)),
                    format!(
                        "ragged layout: row {} has {}, row 1 has {cols}",
                        row + 1,
                        plural(cells, "cell")
                    ),
                )
                .with_help("every row needs as many cells as the first; `.` is a hole"),
            );
        }
    }
    let cells = cols.saturating_mul(rows);
    if cells > MAX_CELLS {
        let place = Place::cell(MAX_CELLS / cols, MAX_CELLS % cols);
        let message = format!("a board of {cols}×{rows} has {}", plural(cells, "cell"));
        faults.push(
            Fault::new(place, message)
                .with_help(format!("at most {MAX_CELLS} cells, holes included")),
        );
    }
    (cols, rows)
}

/// The tiles in reading order, up to the largest board size; adds a fault for each character that
/// is not a tile.
fn tiles(level: &Level, faults: &mut Vec<Fault>) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for (row, text) in level.layout.iter().enumerate().take(MAX_CELLS) {
        for (col, glyph) in text.chars().enumerate().take(MAX_CELLS) {
            if let Some(tile) = Tile::from_glyph(glyph) {
                tiles.push(tile);
                continue;
            }
            let name = match glyph {
                '\t' => "a tab".to_string(),
                ' ' => "a blank".to_string(),
                other => format!("`{}`", other.escape_default()),
            };
            let lower = glyph.to_ascii_lowercase();
            let help = if glyph == '0' {
                String::from("teleport ids are 1 to 9")
            } else if lower != glyph && Tile::from_glyph(lower).is_some() {
                format!("tiles are written in lower case: `{lower}`")
            } else {
                String::from(
                    "`.` hole, `b` base, `n` green, `i` info, `>` `<` `^` `v` arrow, `1` to `9` teleport, `r` `c` line, `x` mine",
                )
            };
            faults.push(
                Fault::new(Place::cell(row, col), format!("{name} is not a tile")).with_help(help),
            );
        }
    }
    tiles
}

/// The cell of the base; adds a fault if there is not exactly one.
fn base(level: &Level, faults: &mut Vec<Fault>) -> Option<usize> {
    let cols = level.layout.first().map_or(0, |row| row.chars().count());
    let bases: Vec<Cell> = level
        .layout
        .iter()
        .enumerate()
        .flat_map(|(row, text)| {
            text.chars()
                .enumerate()
                .filter(|&(_, glyph)| glyph == 'b')
                .map(move |(col, _)| Cell { row, col })
        })
        .collect();
    match bases.as_slice() {
        [base] => return Some(base.row * cols + base.col),
        [] => faults.push(
            Fault::new(Place::field(&["layout"]), "no base: no cell holds `b`")
                .with_help("write the cell where the cube starts as `b`"),
        ),
        _ => {
            // The fault marks the bases after the first.
            let count = bases.len();
            let mut cells = bases;
            cells.truncate(MAX_CELLS);
            cells.rotate_left(1);
            faults.push(
                Fault::new(
                    Place::Cells(cells),
                    format!("{count} bases, but a board has exactly one"),
                )
                .with_help("keep one `b`"),
            );
        }
    }
    None
}
