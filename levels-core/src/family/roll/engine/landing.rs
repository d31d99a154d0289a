//! Where a roll ends: chains of arrows and teleports are followed before the search.
//!
//! Only blasts remove arrows and teleports, so where chains lead depends on which of those beside a
//! mine still stand. There is one table for each subset of them, built when it is first needed. The
//! tile at the end of a chain must also stand; the search checks that.

use alloc::vec::Vec;

use super::super::board::Board;
use super::super::notation::Move;
use super::super::tile::Tile;
use super::plan::{NO_TILE, Plan};
use super::word::Bits;

/// Where each roll ends while certain arrows and teleports stand.
#[derive(Debug, Clone)]
pub(super) struct Table<B> {
    /// The tiles that rolls from a tile end on.
    pub ends: Vec<B>,
    /// The tile that each roll from a tile ends on, [`NO_TILE`] if it loses.
    pub to: Vec<[u8; 4]>,
    /// The arrows and teleports that each roll passes, not counting the one it ends on.
    pub passes: Vec<[B; 4]>,
    /// Whether each roll teleports.
    pub hops: Vec<[bool; 4]>,
}

/// The tables of one board.
#[derive(Debug, Clone)]
pub(super) struct Landings<B> {
    /// The arrows and teleports beside a mine.
    changing: B,
    tables: Vec<Table<B>>,
    /// The number of the table for each set of those that stand, in order of the sets.
    numbers: Vec<(B, usize)>,
}

/// The most tables that are kept.
const MAX_TABLES: usize = 2_048;

impl<B: Bits> Landings<B> {
    pub fn new(board: &Board, plan: &Plan<B>) -> Self {
        let beside_mine = |tile: &u32| {
            let mut beside = board.neighbours(plan.cell(*tile));
            beside.any(|cell| board.tiles()[cell] == Tile::Mine)
        };
        let changing = plan
            .chains
            .ones()
            .filter(beside_mine)
            .fold(B::NONE, |set, tile| set | B::bit(tile));
        Self {
            changing,
            tables: alloc::vec![Table::new(board, plan, plan.start)],
            numbers: alloc::vec![(changing, 0)],
        }
    }

    /// The number of a world's table, which is built if it is new; `None` if there would be too
    /// many.
    #[inline]
    pub fn of(&mut self, board: &Board, plan: &Plan<B>, world: B) -> Option<usize> {
        if self.changing.is_none() {
            return Some(0);
        }
        match self.find(world) {
            Ok(place) => Some(self.numbers[place].1),
            Err(_) if self.tables.len() == MAX_TABLES => None,
            Err(place) => {
                let number = self.tables.len();
                self.tables.push(Table::new(board, plan, world));
                self.numbers.insert(place, (world & self.changing, number));
                Some(number)
            }
        }
    }

    fn find(&self, world: B) -> Result<usize, usize> {
        let chains = world & self.changing;
        self.numbers.binary_search_by(|&(of, _)| of.cmp(&chains))
    }

    /// A world's table once it has been built.
    #[inline]
    pub fn get(&self, world: B) -> &Table<B> {
        if self.changing.is_none() {
            return &self.tables[0];
        }
        let place = self.find(world).unwrap_or(0);
        &self.tables[self.numbers[place].1]
    }

    /// A table by its number.
    #[inline]
    pub fn table(&self, number: usize) -> &Table<B> {
        &self.tables[number]
    }
}

impl<B: Bits> Table<B> {
    fn new(board: &Board, plan: &Plan<B>, world: B) -> Self {
        let rest = (plan.lasting | plan.changers).count() as usize;
        let mut table = Self {
            ends: alloc::vec![B::NONE; rest],
            to: alloc::vec![[NO_TILE; 4]; rest],
            passes: alloc::vec![[B::NONE; 4]; rest],
            hops: alloc::vec![[false; 4]; rest],
        };
        let chase = Chase { board, plan, world };
        for from in 0..rest {
            for (key, roll) in Move::ROLLS.into_iter().enumerate() {
                if let Some(end) = chase.roll(plan.cell(from as u32), roll) {
                    let to = plan.tiles[end.cell];
                    table.ends[from] |= B::bit(u32::from(to));
                    table.to[from][key] = to;
                    table.passes[from][key] = end.passed;
                    table.hops[from][key] = end.hops;
                }
            }
        }
        table
    }
}

/// Follows chains in one world.
struct Chase<'a, B> {
    board: &'a Board,
    plan: &'a Plan<B>,
    world: B,
}

/// Where a roll ends.
struct End<B> {
    cell: usize,
    passed: B,
    hops: bool,
}

impl<B: Bits> Chase<'_, B> {
    /// Whether the chain may go on over a cell: arrows and teleports must stand; the search checks
    /// other tiles.
    fn open(&self, cell: usize) -> bool {
        match self.board.tiles()[cell] {
            Tile::Hole => false,
            Tile::Arrow(_) | Tile::Teleport(_) => self.world.has(u32::from(self.plan.tiles[cell])),
            _ => true,
        }
    }

    /// Where a roll from a cell ends; `None` if it falls or never stops.
    fn roll(&self, cell: usize, roll: Move) -> Option<End<B>> {
        let tiles = self.board.tiles();
        let mut from = cell;
        let mut to = self.board.neighbour(cell, roll.direction()?)?;
        let mut end = End {
            cell,
            passed: B::NONE,
            hops: false,
        };
        for _ in 0..4 * tiles.len() + 8 {
            if !self.open(to) {
                return None;
            }
            let next = match tiles[to] {
                Tile::Arrow(direction) => self.board.neighbour(to, direction)?,
                Tile::Teleport(id) => {
                    let partner = (0..tiles.len()).find(|&other| {
                        other != to && tiles[other] == Tile::Teleport(id) && self.open(other)
                    });
                    match partner.filter(|&partner| partner != from) {
                        Some(partner) => {
                            end.hops = true;
                            partner
                        }
                        None => return Some(End { cell: to, ..end }),
                    }
                }
                _ => return Some(End { cell: to, ..end }),
            };
            end.passed |= B::bit(u32::from(self.plan.tiles[to]));
            (from, to) = (to, next);
        }
        None
    }
}
