//! A board under construction: its tiles can be changed one by one.

use alloc::vec::Vec;

use super::super::board::{Board, MAX_CELLS};
use super::super::tile::Tile;
use crate::family::roll::mechanic::{Mechanic, Mechanics};
use crate::rng::Rng;

/// A board under construction. It always has exactly one base and at most [`MAX_CELLS`] cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    cols: usize,
    rows: usize,
    base: usize,
    tiles: Vec<Tile>,
}

impl Draft {
    /// A base and nothing else; `None` if the size is 0 or above [`MAX_CELLS`], or the base is
    /// outside.
    #[must_use]
    pub fn new(cols: usize, rows: usize, base: usize) -> Option<Self> {
        let cells = cols.checked_mul(rows)?;
        if cells > MAX_CELLS || base >= cells {
            return None;
        }
        let mut tiles = alloc::vec![Tile::Hole; cells];
        tiles[base] = Tile::Base;
        Some(Self {
            cols,
            rows,
            base,
            tiles,
        })
    }

    /// A draft of a board; `None` if it has more than [`MAX_CELLS`] cells. Content markers become
    /// greens again, since where a marker may be depends on the finished board.
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        let tiles = board.tiles();
        let base = tiles.iter().position(|&tile| tile == Tile::Base)?;
        let mut draft = Self::new(board.cols(), board.rows(), base)?;
        for (cell, &tile) in tiles.iter().enumerate() {
            let tile = if tile == Tile::Info {
                Tile::Green
            } else {
                tile
            };
            draft.put(cell, tile);
        }
        Some(draft)
    }

    /// The tiles, row by row.
    #[must_use]
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The finished board.
    #[must_use]
    pub fn board(&self) -> Board {
        Board::of_tiles(self.cols, self.rows, self.tiles.clone(), self.base)
    }

    /// Puts a tile into a cell. The base cannot be replaced, and no second one can be added.
    pub(super) fn put(&mut self, cell: usize, tile: Tile) {
        if cell != self.base && tile != Tile::Base {
            self.tiles[cell] = tile;
        }
    }

    pub(super) fn tiles_mut(&mut self) -> &mut [Tile] {
        &mut self.tiles
    }

    /// How many neighbours of a cell stand.
    pub(super) fn standing_beside(&self, cell: usize) -> usize {
        let (row, col) = (cell / self.cols, cell % self.cols);
        let stands = |on_board: bool, step: isize| {
            on_board
                && self
                    .tiles
                    .get(cell.wrapping_add_signed(step))
                    .is_some_and(|&tile| tile != Tile::Hole)
        };
        let cols = self.cols as isize;
        [
            stands(col > 0, -1),
            stands(col + 1 < self.cols, 1),
            stands(row > 0, -cols),
            stands(row + 1 < self.rows, cols),
        ]
        .into_iter()
        .filter(|&stands| stands)
        .count()
    }

    /// A uniformly random cell among those that satisfy a condition.
    pub(super) fn pick(
        &self,
        rng: &mut Rng,
        condition: impl Fn(usize, Tile) -> bool,
    ) -> Option<usize> {
        let mut found = [0_u8; MAX_CELLS];
        let mut count = 0;
        for (cell, &tile) in self.tiles.iter().enumerate() {
            if condition(cell, tile) {
                found[count] = cell as u8;
                count += 1;
            }
        }
        (count > 0).then(|| usize::from(found[rng.below(count as u32) as usize]))
    }

    /// How many greens there are.
    #[must_use]
    pub fn greens(&self) -> usize {
        self.count(|tile| tile == Tile::Green)
    }

    fn count(&self, condition: impl Fn(Tile) -> bool) -> usize {
        self.tiles.iter().filter(|&&tile| condition(tile)).count()
    }

    /// The mechanics that occur; a single teleport does not count.
    #[must_use]
    pub fn mechanics(&self) -> Mechanics {
        let mut mechanics = Mechanics::NONE;
        let mut teleports = 0;
        for &tile in &self.tiles {
            let mechanic = match tile {
                Tile::Arrow(_) => Mechanic::Arrow,
                Tile::Line(_) => Mechanic::Line,
                Tile::Mine => Mechanic::Explosive,
                Tile::Teleport(_) => {
                    teleports += 1;
                    continue;
                }
                _ => continue,
            };
            mechanics = mechanics.with(mechanic);
        }
        if teleports >= 2 {
            mechanics = mechanics.with(Mechanic::Shift);
        }
        mechanics
    }
}
