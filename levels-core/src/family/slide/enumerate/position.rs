//! A position: the place of every line, and the moves between positions.

use alloc::string::String;
use alloc::vec::Vec;

use super::Boards;
use crate::family::slide::{Lantern, Level, Win};
use crate::grid::Side;

/// The place of each line in four bits; rows first, then columns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Position(u64);

impl Position {
    #[inline]
    pub(super) fn place(self, line: usize) -> u8 {
        (self.0 >> (4 * line) & 15) as u8
    }

    #[inline]
    pub(super) fn with(self, line: usize, place: u8) -> Self {
        let at = 4 * line;
        Self(self.0 & !(15 << at) | u64::from(place) << at)
    }
}

/// Cells of a board, eight bits a row. The first cell in reading order is the lowest bit.
pub(super) type Cells = u64;

/// The sort key of positions: the cells of horizontal blocks, then those of vertical ones. No two
/// positions have the same key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Order {
    horizontal: Cells,
    vertical: Cells,
}

impl Boards {
    /// The cells that blocks in columns cover: byte `y` is what crosses row `y`.
    #[inline]
    pub(super) fn vertical(&self, position: Position) -> Cells {
        let columns = (0..self.width).map(|x| {
            let place = position.place(self.height + x);
            self.columns.spread(place) << x
        });
        columns.fold(0, |cells, column| cells | column)
    }

    /// The cells that blocks in rows cover, with rows and columns exchanged: byte `x` is what
    /// crosses column `x`.
    pub(super) fn transposed(&self, position: Position) -> u64 {
        let rows = (0..self.height).map(|y| self.rows.spread(position.place(y)) << y);
        rows.fold(0, |cells, row| cells | row)
    }

    /// Calls `visit` with each line that one drag changes and the place that it then has. `transposed` is
    /// what [`transposed`](Self::transposed) gives for the position.
    #[inline]
    pub(super) fn moves(
        &self,
        position: Position,
        transposed: u64,
        mut visit: impl FnMut(usize, u8),
    ) {
        let vertical = self.vertical(position);
        for line in 0..self.height + self.width {
            let place = position.place(line);
            let crossed = match line.checked_sub(self.height) {
                None => self.rows.crossed(place, (vertical >> (8 * line)) as u8),
                Some(x) => self.columns.crossed(place, (transposed >> (8 * x)) as u8),
            };
            let mut drags = crossed.drags;
            while drags != 0 {
                visit(line, drags.trailing_zeros() as u8);
                drags &= drags - 1;
            }
        }
    }

    /// Whether the Key's leading cell is at the right edge.
    #[inline]
    pub(super) fn is_won(&self, position: Position) -> bool {
        let key = self.rows.mask(position.place(self.key_row));
        key >> (self.width - 1) & 1 == 1
    }

    /// A lower bound on the moves to a win: one for the Key, unless it is won, and one for each
    /// block in front of it. Those blocks are in different columns, as the Key's row has no other
    /// block.
    #[inline]
    pub(super) fn at_least(&self, position: Position) -> u32 {
        if self.is_won(position) {
            return 0;
        }
        let key = self.rows.mask(position.place(self.key_row));
        let ahead = (8 - key.leading_zeros()) as usize..self.width;
        let blocks = ahead.filter(|x| {
            let column = self.columns.mask(position.place(self.height + x));
            column >> self.key_row & 1 == 1
        });
        1 + blocks.count() as u32
    }

    /// The sort key of the position.
    pub(super) fn order(&self, position: Position) -> Order {
        let rows = (0..self.height).map(|y| {
            let mask = self.rows.mask(position.place(y));
            u64::from(mask) << (8 * y)
        });
        Order {
            horizontal: rows.fold(0, |cells, row| cells | row),
            vertical: self.vertical(position),
        }
    }

    /// The sort key of the position upside down, from that of the position.
    pub(super) fn mirrored_order(&self, order: Order) -> Order {
        let unused = 64 - 8 * self.height;
        Order {
            horizontal: order.horizontal.swap_bytes() >> unused,
            vertical: order.vertical.swap_bytes() >> unused,
        }
    }

    /// The position upside down. It is one of these boards if the Key's row is the middle one.
    pub(super) fn mirrored(&self, position: Position) -> Position {
        let mut mirrored = Position::default();
        for y in 0..self.height {
            mirrored = mirrored.with(y, position.place(self.height - 1 - y));
        }
        for line in self.height..self.height + self.width {
            mirrored = mirrored.with(line, self.columns.mirrored(position.place(line)));
        }
        mirrored
    }

    /// The position as a level; blocks are lettered in reading order.
    pub(super) fn level(&self, position: Position) -> Level {
        // First cell, length, whether it is the Key, and the step from one cell to the next.
        let mut blocks: Vec<(usize, usize, bool, usize)> = Vec::new();
        for line in 0..self.height + self.width {
            for (start, length) in self.line(line).blocks_at(position.place(line)) {
                let (start, length) = (usize::from(start), usize::from(length));
                blocks.push(match line.checked_sub(self.height) {
                    None => {
                        let first = line * self.width + start;
                        (first, length, line == self.key_row, 1)
                    }
                    Some(x) => (start * self.width + x, length, false, self.width),
                });
            }
        }
        blocks.sort_unstable();
        let mut cells = alloc::vec!['.'; self.width * self.height];
        let mut letters = 'a'..='z';
        for (first, length, is_key, step) in blocks {
            let letter = if is_key { Some('K') } else { letters.next() };
            for at in 0..length {
                cells[first + at * step] = letter.unwrap_or('?');
            }
        }
        Level {
            rows: cells.chunks(self.width).map(String::from_iter).collect(),
            blocks: Vec::new(),
            lantern: Lantern {
                side: Side::Right,
                line: self.key_row as u32,
            },
            win: Win::Exit,
            emit: None,
            teaches: None,
        }
    }
}
