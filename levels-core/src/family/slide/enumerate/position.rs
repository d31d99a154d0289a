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

impl Boards {
    /// Calls `visit` with each line that one drag changes and the place that it then has.
    #[inline]
    pub(super) fn moves(&self, position: Position, mut visit: impl FnMut(usize, u8)) {
        // What crosses a line, a byte a line.
        let (mut rows, mut columns) = (0, 0);
        for x in 0..self.width {
            rows |= self.columns.spread(position.place(self.height + x)) << x;
        }
        for y in 0..self.height {
            columns |= self.rows.spread(position.place(y)) << y;
        }
        let crossings = [(0, self.height, rows), (self.height, self.width, columns)];
        for (first, count, crossings) in crossings {
            for at in 0..count {
                let line = first + at;
                let crossing = (crossings >> (8 * at)) as u8;
                let crossed = self.line(line).crossed(position.place(line), crossing);
                let mut drags = crossed.drags;
                while drags != 0 {
                    visit(line, drags.trailing_zeros() as u8);
                    drags &= drags - 1;
                }
            }
        }
    }

    /// Whether the Key's leading cell lies at the right edge.
    #[inline]
    pub(super) fn is_won(&self, position: Position) -> bool {
        let key = self.rows.mask(position.place(self.key_row));
        key >> (self.width - 1) & 1 == 1
    }

    /// A lower bound on the moves to a win: one for the Key, unless it is won, and one for each block in
    /// front of it. They stand in different columns, as the Key's row holds no other block.
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

    /// What positions are ordered by: the cells of horizontal blocks as a binary number with the first
    /// cell in reading order lowest, then those of vertical ones. No two positions have the same.
    pub(super) fn cells(&self, position: Position) -> (u64, u64) {
        let (mut horizontal, mut vertical) = (0, 0);
        for y in 0..self.height {
            horizontal |= u64::from(self.rows.mask(position.place(y))) << (y * self.width);
        }
        for x in 0..self.width {
            let column = self.columns.mask(position.place(self.height + x));
            for y in (0..self.height).filter(|y| column >> y & 1 == 1) {
                vertical |= 1 << (y * self.width + x);
            }
        }
        (horizontal, vertical)
    }

    /// The position upside down. It is one of these boards where the Key's row is the middle one.
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
        // First cell, length, whether it is the Key, and the way from one cell to the next.
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
