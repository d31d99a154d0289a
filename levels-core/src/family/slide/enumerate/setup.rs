//! Set-ups: which blocks each line holds, and every position that they can stand in, numbered.
//!
//! Blocks in rows and blocks in columns only get into each other's way. With the rows arranged, the columns
//! know nothing of each other: the positions are all combinations of free places, column by
//! column, and a position's number is a mixed-radix number of ranks behind the first number of its
//! arrangement. So a position is found in an array, and no hash table is needed.

use alloc::vec::Vec;
use core::ops::Range;

use super::position::Position;
use super::{Boards, MAX_SIDE};

/// The loads of a set of lines.
pub(super) type Loads = [u8; MAX_SIDE];

/// Every arrangement of the blocks of all rows, the Key among them.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    pub(super) boards: &'a Boards,
    loads: Loads,
    /// How far the number of an arrangement changes from one place of a row to the next.
    strides: [usize; MAX_SIDE],
    arrangements: Vec<Arrangement>,
}

#[derive(Debug)]
struct Arrangement {
    /// The rows' places; the columns are empty.
    position: Position,
    /// What crosses each column.
    crossings: [u8; MAX_SIDE],
}

/// A position of a set-up with its numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub(super) number: u32,
    arrangement: u32,
    pub(super) position: Position,
}

/// Which blocks every line holds.
#[derive(Debug)]
pub(super) struct Setup<'a> {
    pub(super) rows: &'a Rows<'a>,
    columns: Loads,
    /// The arrangements of rows that leave room for the columns.
    live: &'a [u32],
    /// The number of the first position of each of them, by arrangement.
    first: Vec<u32>,
    positions: u32,
}

impl<'a> Rows<'a> {
    pub(super) fn new(boards: &'a Boards, loads: Loads) -> Self {
        let mut strides = [1; MAX_SIDE];
        let mut count = 1;
        for y in 0..boards.height {
            strides[y] = count;
            count *= usize::from(boards.rows.places(loads[y]).1);
        }
        let mut arrangements = Vec::with_capacity(count);
        for number in 0..count {
            let mut position = Position::default();
            let mut crossings = [0; MAX_SIDE];
            for y in 0..boards.height {
                let (first, places) = boards.rows.places(loads[y]);
                let digit = number / strides[y] % usize::from(places);
                position = position.with(y, first + digit as u8);
                let covered = boards.rows.mask(first + digit as u8);
                for (x, crossing) in crossings.iter_mut().enumerate() {
                    *crossing |= (covered >> x & 1) << y;
                }
            }
            arrangements.push(Arrangement {
                position,
                crossings,
            });
        }
        Self {
            boards,
            loads,
            strides,
            arrangements,
        }
    }

    /// Calls `visit` with each set-up of these rows that has a position.
    pub(super) fn setups(&self, visit: &mut impl FnMut(&Setup<'_>)) {
        let all: Vec<u32> = (0..self.arrangements.len() as u32).collect();
        self.fill(0, [0; MAX_SIDE], &all, visit);
    }

    /// Chooses the load of column `x` and of those behind it; `live` are the arrangements that have room
    /// for what stands in the columns before.
    fn fill(&self, x: usize, columns: Loads, live: &[u32], visit: &mut impl FnMut(&Setup<'_>)) {
        if x == self.boards.width {
            return visit(&Setup::new(self, columns, live));
        }
        let line = &self.boards.columns;
        for load in 0..line.loads() {
            let has_room = |&&number: &&u32| {
                let crossing = self.arrangements[number as usize].crossings[x];
                !line.free(load, crossing).is_empty()
            };
            let still: Vec<u32> = live.iter().filter(has_room).copied().collect();
            if !still.is_empty() {
                let mut columns = columns;
                columns[x] = load;
                self.fill(x + 1, columns, &still, visit);
            }
        }
    }
}

impl<'a> Setup<'a> {
    fn new(rows: &'a Rows<'a>, columns: Loads, live: &'a [u32]) -> Self {
        let mut setup = Self {
            rows,
            columns,
            live,
            first: alloc::vec![0; rows.arrangements.len()],
            positions: 0,
        };
        for &arrangement in live {
            setup.first[arrangement as usize] = setup.positions;
            let free = (0..rows.boards.width).map(|x| setup.free(arrangement, x).len() as u32);
            setup.positions += free.product::<u32>();
        }
        setup
    }

    /// How many positions there are; they are numbered from 0.
    pub(super) fn positions(&self) -> usize {
        self.positions as usize
    }

    /// How many blocks there are beside the Key.
    pub(super) fn blocks(&self) -> usize {
        let boards = self.rows.boards;
        let rows = (0..boards.height).map(|y| boards.rows.blocks(self.rows.loads[y]));
        let columns = (0..boards.width).map(|x| boards.columns.blocks(self.columns[x]));
        rows.chain(columns).sum::<usize>() - 1
    }

    /// The positions whose numbers `wanted` picks, of arrangements with the Key at the opening alone or
    /// of all.
    pub(super) fn nodes(
        &self,
        only_won: bool,
        mut wanted: impl FnMut(u32) -> bool,
        mut visit: impl FnMut(Node),
    ) {
        for (at, &arrangement) in self.live.iter().enumerate() {
            let rows = self.rows.arrangements[arrangement as usize].position;
            if only_won && !self.rows.boards.is_won(rows) {
                continue;
            }
            let behind = self.live.get(at + 1);
            let end = behind.map_or(self.positions, |&next| self.first[next as usize]);
            let numbers: Range<u32> = self.first[arrangement as usize]..end;
            for number in numbers.filter(|&number| wanted(number)) {
                visit(self.node(arrangement, number));
            }
        }
    }

    /// The node of a position of this set-up.
    pub(super) fn find(&self, position: Position) -> Node {
        let arrangement: usize = (0..self.rows.boards.height)
            .map(|y| {
                let first = self.rows.boards.rows.places(self.rows.loads[y]).0;
                usize::from(position.place(y) - first) * self.rows.strides[y]
            })
            .sum();
        Node {
            number: self.number(arrangement, position),
            arrangement: arrangement as u32,
            position,
        }
    }

    /// Calls `visit` with every position that one drag leads to.
    #[inline]
    pub(super) fn neighbours(&self, node: Node, mut visit: impl FnMut(Node)) {
        let boards = self.rows.boards;
        boards.moves(node.position, |line, place| {
            let mut arrangement = node.arrangement as usize;
            if line < boards.height {
                arrangement += usize::from(place) * self.rows.strides[line];
                arrangement -= usize::from(node.position.place(line)) * self.rows.strides[line];
            }
            let position = node.position.with(line, place);
            visit(Node {
                number: self.number(arrangement, position),
                arrangement: arrangement as u32,
                position,
            });
        });
    }

    #[inline]
    fn number(&self, arrangement: usize, position: Position) -> u32 {
        let boards = self.rows.boards;
        let crossings = &self.rows.arrangements[arrangement].crossings;
        let mut number = 0;
        for (x, &crossing) in crossings.iter().enumerate().take(boards.width) {
            let place = position.place(boards.height + x);
            let crossed = boards.columns.crossed(place, crossing);
            number = number * u32::from(crossed.free) + u32::from(crossed.rank);
        }
        self.first[arrangement] + number
    }

    fn node(&self, arrangement: u32, number: u32) -> Node {
        let boards = self.rows.boards;
        let mut rest = (number - self.first[arrangement as usize]) as usize;
        let mut position = self.rows.arrangements[arrangement as usize].position;
        for x in (0..boards.width).rev() {
            let free = self.free(arrangement, x);
            position = position.with(boards.height + x, free[rest % free.len()]);
            rest /= free.len();
        }
        Node {
            number,
            arrangement,
            position,
        }
    }

    /// The free places of a column in an arrangement.
    fn free(&self, arrangement: u32, x: usize) -> &'a [u8] {
        let crossing = self.rows.arrangements[arrangement as usize].crossings[x];
        self.rows.boards.columns.free(self.columns[x], crossing)
    }
}
