//! Set-ups: which blocks each line holds, and all their positions, numbered.
//!
//! Blocks in rows and blocks in columns only get into each other's way. Once the rows are arranged,
//! the columns are independent: the positions are all combinations of free places, column by
//! column. A position's number is a mixed-radix number of ranks, added to the first number of its
//! arrangement. So positions are looked up in an array, without a hash table.

use alloc::vec::Vec;

use super::position::Position;
use super::{Boards, MAX_SIDE};

/// The loads of a set of lines.
pub(super) type Loads = [u8; MAX_SIDE];

/// Every arrangement of the blocks of all rows, including the Key.
#[derive(Debug)]
pub(super) struct Rows<'a> {
    pub(super) boards: &'a Boards,
    loads: Loads,
    /// How much the number of an arrangement changes from one place of a row to the next.
    strides: [usize; MAX_SIDE],
    arrangements: Vec<Arrangement>,
}

#[derive(Debug)]
struct Arrangement {
    /// The rows' places; the columns are empty.
    position: Position,
    /// What crosses column `x`, in byte `x`.
    crossings: u64,
}

/// How the positions of an arrangement are numbered in a set-up.
#[derive(Debug, Clone, Copy, Default)]
struct Numbering {
    /// The first number.
    first: u32,
    /// The weight of a rank, by column.
    weights: [u32; MAX_SIDE],
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
    /// Their numberings, by arrangement; those of other arrangements have no meaning.
    numberings: &'a [Numbering],
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
            for y in 0..boards.height {
                let (first, places) = boards.rows.places(loads[y]);
                let digit = number / strides[y] % usize::from(places);
                position = position.with(y, first + digit as u8);
            }
            arrangements.push(Arrangement {
                position,
                crossings: boards.transposed(position),
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
        let mut numberings = alloc::vec![Numbering::default(); self.arrangements.len()];
        self.fill(0, [0; MAX_SIDE], &all, &mut numberings, visit);
    }

    /// Chooses the load of column `x` and of those after it; `live` are the arrangements with room
    /// for the loads of the columns before.
    fn fill(
        &self,
        x: usize,
        columns: Loads,
        live: &[u32],
        numberings: &mut [Numbering],
        visit: &mut impl FnMut(&Setup<'_>),
    ) {
        if x == self.boards.width {
            return visit(&Setup::new(self, columns, live, numberings));
        }
        let line = &self.boards.columns;
        for load in 0..line.loads() {
            let has_room = |&&number: &&u32| {
                let crossing = self.arrangements[number as usize].crossing(x);
                !line.free(load, crossing).is_empty()
            };
            let still: Vec<u32> = live.iter().filter(has_room).copied().collect();
            if !still.is_empty() {
                let mut columns = columns;
                columns[x] = load;
                self.fill(x + 1, columns, &still, numberings, visit);
            }
        }
    }
}

impl Arrangement {
    /// What crosses a column.
    #[inline]
    fn crossing(&self, x: usize) -> u8 {
        (self.crossings >> (8 * x)) as u8
    }
}

impl<'a> Setup<'a> {
    fn new(
        rows: &'a Rows<'a>,
        columns: Loads,
        live: &'a [u32],
        numberings: &'a mut [Numbering],
    ) -> Self {
        let line = &rows.boards.columns;
        let mut positions = 0;
        for &number in live {
            let arrangement = &rows.arrangements[number as usize];
            let numbering = &mut numberings[number as usize];
            numbering.first = positions;
            let mut count = 1;
            for (x, &load) in columns.iter().enumerate().take(rows.boards.width) {
                numbering.weights[x] = count;
                count *= line.free(load, arrangement.crossing(x)).len() as u32;
            }
            positions += count;
        }
        Self {
            rows,
            columns,
            live,
            numberings,
            positions,
        }
    }

    /// How many positions there are; they are numbered from 0.
    pub(super) fn positions(&self) -> usize {
        self.positions as usize
    }

    /// How many blocks there are besides the Key.
    pub(super) fn blocks(&self) -> usize {
        let boards = self.rows.boards;
        let rows = (0..boards.height).map(|y| boards.rows.blocks(self.rows.loads[y]));
        let columns = (0..boards.width).map(|x| boards.columns.blocks(self.columns[x]));
        rows.chain(columns).sum::<usize>() - 1
    }

    /// Calls `visit` with each position that `wanted` selects, given whether it is won and its
    /// number.
    pub(super) fn nodes(
        &self,
        mut wanted: impl FnMut(bool, u32) -> bool,
        mut visit: impl FnMut(Node),
    ) {
        for (at, &arrangement) in self.live.iter().enumerate() {
            let rows = self.rows.arrangements[arrangement as usize].position;
            let is_won = self.rows.boards.is_won(rows);
            let behind = self.live.get(at + 1);
            let end = behind.map_or(self.positions, |&next| self.numberings[next as usize].first);
            for number in self.numberings[arrangement as usize].first..end {
                if wanted(is_won, number) {
                    visit(self.node(arrangement, number));
                }
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
        let (boards, here) = (self.rows.boards, node.arrangement as usize);
        let arrangement = &self.rows.arrangements[here];
        boards.moves(node.position, arrangement.crossings, |line, place| {
            let before = node.position.place(line);
            let position = node.position.with(line, place);
            let (number, arrangement) = match line.checked_sub(boards.height) {
                None => {
                    let stride = self.rows.strides[line];
                    let there = here + usize::from(place) * stride - usize::from(before) * stride;
                    (self.number(there, position), there)
                }
                Some(x) => {
                    let crossing = arrangement.crossing(x);
                    let rank = |place| u32::from(boards.columns.crossed(place, crossing).rank);
                    let weight = self.numberings[here].weights[x];
                    let change = rank(place) * weight;
                    (node.number + change - rank(before) * weight, here)
                }
            };
            visit(Node {
                number,
                arrangement: arrangement as u32,
                position,
            });
        });
    }

    #[inline]
    fn number(&self, arrangement: usize, position: Position) -> u32 {
        let boards = self.rows.boards;
        let numbering = &self.numberings[arrangement];
        let arrangement = &self.rows.arrangements[arrangement];
        let mut number = numbering.first;
        for (x, weight) in numbering.weights.iter().enumerate().take(boards.width) {
            let place = position.place(boards.height + x);
            let crossed = boards.columns.crossed(place, arrangement.crossing(x));
            number += u32::from(crossed.rank) * weight;
        }
        number
    }

    fn node(&self, arrangement: u32, number: u32) -> Node {
        let boards = self.rows.boards;
        let mut rest = (number - self.numberings[arrangement as usize].first) as usize;
        let mut position = self.rows.arrangements[arrangement as usize].position;
        for x in 0..boards.width {
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
        let crossing = self.rows.arrangements[arrangement as usize].crossing(x);
        self.rows.boards.columns.free(self.columns[x], crossing)
    }
}
