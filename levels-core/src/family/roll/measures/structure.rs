//! Counts that need no search, and the repair of teleports (docs/rules-roll.md, Lints).

use super::super::board::Board;
use super::super::tile::Tile;
use crate::grid::Axis;

/// The largest share of special tiles among the standing ones, in percent.
pub const SPECIAL_SHARE: usize = 30;

/// Counts of the opening position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Structure {
    /// Tiles that are not holes, the base included.
    pub standing: usize,
    /// `n` alone.
    pub greens: usize,
    /// `n` and `i`: the tiles that must be cleared.
    pub win_tiles: usize,
    /// Arrows, teleports, lines and mines.
    pub specials: usize,
    /// Lines with nothing to clear in their row or column and mines with nothing to clear beside
    /// them.
    pub useless_specials: usize,
    /// Teleport ids that do not occur exactly twice.
    pub unpaired_shift_ids: usize,
}

impl Structure {
    /// Counts a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let tiles = board.tiles();
        let mut of_id = [0; 10];
        for &tile in tiles {
            if let Tile::Teleport(id) = tile {
                of_id[usize::from(id)] += 1;
            }
        }
        Self {
            standing: board.count(|tile| tile != Tile::Hole),
            greens: board.count(|tile| tile == Tile::Green),
            win_tiles: board.count(Tile::is_win),
            specials: board.count(Tile::is_special),
            useless_specials: (0..tiles.len())
                .filter(|&cell| Self::is_useless(board, cell))
                .count(),
            unpaired_shift_ids: of_id.iter().filter(|&&n| n != 0 && n != 2).count(),
        }
    }

    /// Whether the tile of a cell is a line or mine with nothing to clear in its reach.
    #[must_use]
    pub fn is_useless(board: &Board, cell: usize) -> bool {
        let win = |cell: usize| board.tiles()[cell].is_win();
        match board.tiles()[cell] {
            Tile::Line(axis) => !board.line(cell, axis).any(win),
            Tile::Mine => !board.neighbours(cell).any(win),
            _ => false,
        }
    }

    /// How many special tiles a board of this size may carry at a share in percent, at least two
    /// (docs/rules-roll.md, Lints).
    #[must_use]
    pub fn max_specials(&self, share: usize) -> usize {
        (self.standing * share / 100).max(2)
    }
}

/// The mechanics that occur on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kinds {
    /// Any arrow.
    pub arrow: bool,
    /// Any teleport.
    pub shift: bool,
    /// Any line that sweeps its row.
    pub line_row: bool,
    /// Any line that sweeps its column.
    pub line_col: bool,
    /// Any mine.
    pub explosive: bool,
}

impl Kinds {
    /// What occurs among tiles.
    #[must_use]
    pub fn of(tiles: &[Tile]) -> Self {
        let any = |kind: fn(Tile) -> bool| tiles.iter().any(|&tile| kind(tile));
        Self {
            arrow: any(|tile| matches!(tile, Tile::Arrow(_))),
            shift: any(|tile| matches!(tile, Tile::Teleport(_))),
            line_row: any(|tile| tile == Tile::Line(Axis::Horizontal)),
            line_col: any(|tile| tile == Tile::Line(Axis::Vertical)),
            explosive: any(|tile| tile == Tile::Mine),
        }
    }

    /// Any line.
    #[must_use]
    pub fn line(self) -> bool {
        self.line_row || self.line_col
    }

    /// How many of arrow, shift, line and explosive occur.
    #[must_use]
    pub fn count(self) -> usize {
        [self.arrow, self.shift, self.line(), self.explosive]
            .into_iter()
            .filter(|&occurs| occurs)
            .count()
    }
}

/// Makes every teleport id occur exactly twice or not at all: a lone teleport becomes green; of
/// three or more the two lowest cells stay and the others become green.
pub fn normalise(tiles: &mut [Tile]) {
    let mut of_id = [0_u8; 10];
    for &tile in tiles.iter() {
        if let Tile::Teleport(id) = tile {
            of_id[usize::from(id)] += 1;
        }
    }
    if of_id.iter().all(|&count| count == 0 || count == 2) {
        return;
    }
    let mut kept = [0_u8; 10];
    for tile in tiles {
        if let Tile::Teleport(id) = *tile {
            let id = usize::from(id);
            if of_id[id] == 1 || kept[id] == 2 {
                *tile = Tile::Green;
            } else {
                kept[id] += 1;
            }
        }
    }
}
