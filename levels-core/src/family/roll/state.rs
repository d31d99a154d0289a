//! Positions packed into words: the cube's cell, what still stands, which lines have fired and how
//! many ticks each fuse has left (docs/rules-roll.md, State and actions).
//!
//! Only what can change takes up bits. A tile that nothing can remove has no bit: the base, and
//! arrows, teleports and lines without a mine beside them. A mine has one field of three bits,
//! which also says whether it stands.

use alloc::vec::Vec;

use super::board::Board;
use super::tile::Tile;
use crate::bits::{Layout, Wide, Word, bits_for};
use crate::grid::Axis;

/// The value of a mine's field once the mine is gone. Smaller values are the ticks left on its
/// fuse, 0 if unlit.
pub(super) const GONE: u32 = 7;

/// The bits of everything that changes in a packed state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Packing {
    fields: Vec<Fields>,
    cell: (u32, u32),
    /// The tiles that must be cleared have the first bits, so that a win is quick to check.
    win_tiles: u32,
    bits: u32,
}

/// The bits of one cell's tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Fields {
    /// Whether the tile is there in the opening position.
    stands: bool,
    /// The bit that says that it still stands; `None` if nothing can remove it or it is a mine.
    standing: Option<u32>,
    /// A line's fired bit.
    fired: Option<u32>,
    /// A mine's field.
    fuse: Option<u32>,
}

impl Packing {
    pub(super) fn new(board: &Board) -> Self {
        let mut layout = Layout::default();
        let tiles = board.tiles();
        let mut fields: Vec<Fields> = tiles
            .iter()
            .map(|&tile| Fields {
                stands: tile != Tile::Hole,
                standing: tile.is_win().then(|| layout.field(1)),
                ..Fields::default()
            })
            .collect();
        let win_tiles = layout.bits();
        for (cell, (fields, &tile)) in fields.iter_mut().zip(tiles).enumerate() {
            let beside_mine = || board.neighbours(cell).any(|n| tiles[n] == Tile::Mine);
            match tile {
                Tile::Arrow(_) | Tile::Teleport(_) | Tile::Line(_) if beside_mine() => {
                    fields.standing = Some(layout.field(1));
                }
                _ => {}
            }
            match tile {
                Tile::Line(_) => fields.fired = Some(layout.field(1)),
                Tile::Mine => fields.fuse = Some(layout.field(3)),
                _ => {}
            }
        }
        let width = bits_for(tiles.len() as u32);
        let cell = (layout.field(width), width);
        Self {
            fields,
            cell,
            win_tiles,
            bits: layout.bits(),
        }
    }

    /// How many bits a state of this board needs.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// The opening position: everything stands, nothing has fired or burns.
    pub(super) fn start<W: Word>(&self, base: usize) -> W {
        let word = self.with_cell(W::default(), base);
        self.fields
            .iter()
            .filter_map(|fields| fields.standing)
            .fold(word, |word, at| word.with_field(at, 1, 1))
    }

    /// The cube's cell.
    #[inline]
    #[must_use]
    pub fn cell<W: Word>(&self, state: W) -> usize {
        let (at, width) = self.cell;
        if width == 0 {
            0
        } else {
            state.field(at, width) as usize
        }
    }

    #[inline]
    pub(super) fn with_cell<W: Word>(&self, state: W, cell: usize) -> W {
        let (at, width) = self.cell;
        if width == 0 {
            state
        } else {
            state.with_field(at, width, cell as u32)
        }
    }

    /// How many of the tiles that must be cleared are left.
    #[must_use]
    pub fn left<W: Word>(&self, state: W) -> u32 {
        (0..self.win_tiles)
            .step_by(32)
            .map(|at| state.field(at, 32.min(self.win_tiles - at)).count_ones())
            .sum()
    }

    /// Whether every tile that must be cleared is gone.
    #[inline]
    #[must_use]
    pub fn is_clear<W: Word>(&self, state: W) -> bool {
        (0..self.win_tiles)
            .step_by(32)
            .all(|at| state.field(at, 32.min(self.win_tiles - at)) == 0)
    }

    /// Whether the tile of a cell still stands; false for a hole.
    #[inline]
    #[must_use]
    pub fn stands<W: Word>(&self, state: W, cell: usize) -> bool {
        let fields = &self.fields[cell];
        match (fields.standing, fields.fuse) {
            (Some(at), _) => state.field(at, 1) == 1,
            (None, Some(at)) => state.field(at, 3) != GONE,
            (None, None) => fields.stands,
        }
    }

    /// The state without the tile of a cell, which is not a mine.
    #[inline]
    pub(super) fn without<W: Word>(&self, state: W, cell: usize) -> W {
        match self.fields[cell].standing {
            Some(at) => state.with_field(at, 1, 0),
            None => state,
        }
    }

    /// Whether the line of a cell has fired; true if there is no line.
    #[inline]
    #[must_use]
    pub fn fired<W: Word>(&self, state: W, cell: usize) -> bool {
        self.fields[cell]
            .fired
            .is_none_or(|at| state.field(at, 1) == 1)
    }

    #[inline]
    pub(super) fn with_fired<W: Word>(&self, state: W, cell: usize) -> W {
        match self.fields[cell].fired {
            Some(at) => state.with_field(at, 1, 1),
            None => state,
        }
    }

    /// How many ticks the fuse of a cell's mine has left; `None` if there is no mine. An unlit mine
    /// has 0.
    #[inline]
    #[must_use]
    pub fn fuse<W: Word>(&self, state: W, cell: usize) -> Option<u32> {
        let at = self.fields[cell].fuse?;
        Some(state.field(at, 3)).filter(|&left| left != GONE)
    }

    /// The state with another value in the field of a cell's mine.
    #[inline]
    pub(super) fn with_fuse<W: Word>(&self, state: W, cell: usize, value: u32) -> W {
        match self.fields[cell].fuse {
            Some(at) => state.with_field(at, 3, value),
            None => state,
        }
    }

    /// A cell of a position as a person sees it: `@` the cube, `.` a tile that is gone; fired lines
    /// and burning mines are in upper case.
    pub(super) fn glyph<W: Word>(&self, board: &Board, state: W, cell: usize) -> char {
        if cell == self.cell(state) {
            return '@';
        }
        let tile = board.tiles()[cell];
        match tile {
            _ if !self.stands(state, cell) => '.',
            Tile::Line(Axis::Horizontal) if self.fired(state, cell) => 'R',
            Tile::Line(Axis::Vertical) if self.fired(state, cell) => 'C',
            Tile::Mine if self.fuse(state, cell) != Some(0) => 'X',
            tile => tile.glyph(),
        }
    }
}

/// The narrowest word that holds `bits` bits.
pub(super) enum Width {
    Bits64,
    Bits128,
    Bits256,
    Bits512,
}

impl Width {
    pub(super) fn of(bits: u32) -> Self {
        match bits {
            0..=64 => Self::Bits64,
            65..=128 => Self::Bits128,
            129..=Wide::BITS => Self::Bits256,
            _ => Self::Bits512,
        }
    }
}
