//! The forward pass: every world that can be reached, rank by rank, with the tiles that the cube
//! can stand on in it.
//!
//! When the worlds of a rank are processed, every step into them has been seen, since a step out
//! of a world raises the rank; and so a world's set of reached tiles is whole but for the rolls
//! among lasting tiles of a world in which nothing burns, which lead back into the same world and
//! are closed on the spot.

use alloc::vec::Vec;

use super::super::board::Board;
use super::landing::Landings;
use super::plan::{NO_TILE, Plan};
use super::table::Table;
use super::word::Bits;

/// No world: a world without a state stands in its place.
pub(super) const NO_WORLD: u32 = 0;
/// No firing.
const NO_FIRING: u32 = u32::MAX;

/// The engine would have to keep more states than it may.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooMany;

/// One world and what is known of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct World<B> {
    pub word: B,
    /// The tiles that the cube can stand on.
    pub reached: B,
    /// Those of them from which a win can be reached.
    pub can_win: B,
    /// The first of its children.
    pub first_child: u32,
    /// The world after an action that leaves nothing behind: itself where nothing burns, else the
    /// world after a tick, or [`NO_WORLD`] where no state of that is reached.
    pub stay: u32,
    /// The first of its firings.
    first_firing: u32,
    /// The first of its states in the numbering of those that can win.
    pub first_win: u32,
}

impl<B: Bits> World<B> {
    pub fn new(word: B) -> Self {
        Self {
            word,
            reached: B::NONE,
            can_win: B::NONE,
            first_child: 0,
            stay: NO_WORLD,
            first_firing: NO_FIRING,
            first_win: 0,
        }
    }
}

/// Landing on a line that has not fired: the one step whose world depends on where it ends.
#[derive(Debug, Clone, Copy)]
pub(super) struct Firing {
    /// The tile that the cube leaves.
    pub from: u8,
    /// The line's tile.
    pub line: u8,
    /// Whether it is its world's last.
    last: bool,
    /// The world that it leads to.
    pub world: u32,
}

/// All worlds of a board, numbered in order of discovery.
#[derive(Debug, Clone)]
pub(super) struct Worlds<B> {
    pub plan: Plan<B>,
    pub landings: Landings<B>,
    pub list: Vec<World<B>>,
    /// For each reached tile that leaving changes, the world that leaving it leads to, or
    /// [`NO_WORLD`] where no roll from it is survived.
    pub children: Vec<u32>,
    firings: Vec<Firing>,
    /// The worlds in topological order; empty where that is the order of discovery.
    order: Vec<u32>,
    /// How many states there are.
    pub states: u32,
    /// Tiles that the cube rests on or passes, or that vanish.
    pub touched: B,
}

impl<B: Bits> Worlds<B> {
    /// Explores a board whose worlds fit into `B`.
    ///
    /// # Errors
    /// [`TooMany`] where there are more than `max_states` states.
    pub fn explore(board: &Board, max_states: u32) -> Result<Self, TooMany> {
        let plan = Plan::<B>::new(board);
        let worlds = Self {
            landings: Landings::new(board, &plan),
            list: alloc::vec![World::new(B::NONE)],
            children: Vec::new(),
            firings: Vec::new(),
            order: Vec::new(),
            states: 0,
            touched: B::bit(0),
            plan,
        };
        let mut explorer = Explorer {
            ranks: Vec::new(),
            worlds,
        };
        explorer.run(board, max_states)?;
        Ok(explorer.worlds)
    }

    /// How many worlds there are.
    pub fn len(&self) -> usize {
        self.list.len() - 1
    }

    /// The number of the world at a place of the topological order, counted from 0.
    #[inline]
    pub fn at(&self, place: usize) -> usize {
        match self.order.get(place) {
            Some(&number) => number as usize,
            None => place + 1,
        }
    }

    /// The base where everything has been cleared: a won state, if it is reached.
    #[inline]
    pub fn won(&self, word: B) -> B {
        if word.meets(self.plan.wins) {
            B::NONE
        } else {
            B::bit(0)
        }
    }

    /// The firings of a world.
    #[inline]
    pub fn firings(&self, world: &World<B>) -> &[Firing] {
        if world.first_firing == NO_FIRING {
            return &[];
        }
        let rest = &self.firings[world.first_firing as usize..];
        let last = rest.iter().position(|firing| firing.last);
        &rest[..last.map_or(0, |last| last + 1)]
    }

    /// The world that leaving a tile leads to, unless the roll ends on an unfired line.
    #[inline]
    pub fn child(&self, world: &World<B>, from: u32) -> u32 {
        let changers = self.plan.changers;
        if changers.has(from) {
            let index = (world.reached & changers).count_below(from);
            self.children[(world.first_child + index) as usize]
        } else {
            world.stay
        }
    }

    /// The world that a roll leads to, which ends on the tile `to`; [`NO_WORLD`] where it is lost.
    /// `child` is the world that leaving the tile leads to.
    #[inline]
    pub fn after(&self, world: &World<B>, from: u32, to: u8, unfired: B, child: u32) -> u32 {
        if to == NO_TILE {
            return NO_WORLD;
        }
        let end = u32::from(to);
        if unfired.has(end) {
            return self
                .firings(world)
                .iter()
                .find(|firing| u32::from(firing.from) == from && firing.line == to)
                .map_or(NO_WORLD, |firing| firing.world);
        }
        if self.list[child as usize].reached.has(end) {
            child
        } else {
            NO_WORLD
        }
    }
}

/// The worlds of one rank.
#[derive(Debug, Clone, Default)]
struct Rank {
    table: Table,
    numbers: Vec<u32>,
}

/// What the forward pass writes into.
struct Explorer<B> {
    ranks: Vec<Rank>,
    worlds: Worlds<B>,
}

impl<B: Bits> Explorer<B> {
    /// The number of a world of a rank, in which the cube can stand on the tiles `on`.
    #[inline]
    fn reach(&mut self, word: B, rank: u32, on: B) -> u32 {
        let rank = rank as usize;
        if rank >= self.ranks.len() {
            self.ranks.resize_with(rank + 1, Rank::default);
        }
        let of_rank = &mut self.ranks[rank];
        let (number, new) = of_rank.table.find_or_add(&mut self.worlds.list, word);
        self.worlds.list[number as usize].reached |= on;
        if new {
            of_rank.numbers.push(number);
        }
        number
    }

    fn run(&mut self, board: &Board, max_states: u32) -> Result<(), TooMany> {
        let start = self.worlds.plan.start;
        self.reach(start, 0, B::bit(0));
        let mut rank = 0;
        let in_order = self.worlds.plan.mines.is_none() && self.worlds.plan.lines.is_none();
        while rank < self.ranks.len() {
            let numbers = core::mem::take(&mut self.ranks[rank]).numbers;
            for &number in &numbers {
                self.process(board, number as usize, rank as u32);
                if self.worlds.states > max_states {
                    return Err(TooMany);
                }
            }
            if !in_order {
                self.worlds.order.extend_from_slice(&numbers);
            }
            rank += 1;
        }
        Ok(())
    }

    /// Takes every step out of a world whose reached tiles are known.
    fn process(&mut self, board: &Board, number: usize, rank: u32) {
        let worlds = &mut self.worlds;
        let World { word, mut reached, .. } = worlds.list[number];
        let table = worlds.landings.of(board, &worlds.plan, word);
        let won = worlds.won(word);
        let plan = &worlds.plan;
        let (lasting, changers) = (plan.lasting, plan.changers);
        let unfired = plan.unfired(word);
        let burning = plan.burning(word);
        if burning.is_none() {
            let ends = &worlds.landings.table(table).ends;
            let mut todo = (reached & lasting).minus(won);
            while !todo.is_none() {
                let tile = todo.first();
                todo = todo.without_first();
                let new = (ends[tile as usize] & word).minus(unfired | reached);
                reached |= new;
                todo |= (new & lasting).minus(won);
            }
            worlds.list[number].reached = reached;
        }
        worlds.states += reached.count();
        worlds.touched |= reached | plan.all.minus(word);
        worlds.list[number].first_child = worlds.children.len() as u32;
        let open = reached.minus(won);
        let (ticked, ticked_rank) = if burning.is_none() {
            worlds.list[number].stay = number as u32;
            (word, rank)
        } else {
            let (ticked, blast) = plan.tick(word, burning);
            let ticked_rank = if blast { plan.rank(ticked) } else { rank + burning.count() };
            let ends = &worlds.landings.table(table).ends;
            let rolls = (open & lasting)
                .ones()
                .fold(B::NONE, |rolls, tile| rolls | ends[tile as usize]);
            // Rolls from lasting tiles, and waiting where the cube is.
            let on = ((rolls & word).minus(unfired) | open) & ticked;
            if !on.is_none() {
                let stay = self.reach(ticked, ticked_rank, on);
                self.worlds.list[number].stay = stay;
            }
            (ticked, ticked_rank)
        };
        for tile in (open & changers).ones() {
            let plan = &self.worlds.plan;
            let (child, child_rank) = if plan.wins.has(tile) {
                // A green has no part in what a tick does, so it can be taken away afterwards.
                let still = u32::from(ticked.has(tile));
                (ticked.minus(B::bit(tile)), ticked_rank + still)
            } else {
                let left = plan.leave(word, tile);
                if left == word {
                    (ticked, ticked_rank)
                } else {
                    let (child, _) = plan.tick(left, plan.burning(left));
                    (child, plan.rank(child))
                }
            };
            let ends = self.worlds.landings.table(table).ends[tile as usize];
            let on = (ends & child).minus(unfired);
            let child = if on.is_none() { NO_WORLD } else { self.reach(child, child_rank, on) };
            self.worlds.children.push(child);
        }
        if !unfired.is_none() {
            self.fire(number, table, open, unfired);
        }
        self.pass(number, table, open, unfired);
    }

    /// Takes every roll that ends on a line that has not fired.
    fn fire(&mut self, number: usize, table: usize, open: B, unfired: B) {
        let word = self.worlds.list[number].word;
        let first = self.worlds.firings.len();
        for tile in open.ones() {
            let ends = self.worlds.landings.table(table).ends[tile as usize] & unfired;
            for line in ends.ones() {
                let plan = &self.worlds.plan;
                let fired = plan.fire(plan.leave(word, tile), B::bit(line));
                let (child, _) = plan.tick(fired, plan.burning(fired));
                if child.has(line) {
                    let rank = plan.rank(child);
                    let world = self.reach(child, rank, B::bit(line));
                    self.worlds.firings.push(Firing {
                        from: tile as u8,
                        line: line as u8,
                        last: false,
                        world,
                    });
                }
            }
        }
        if let Some(last) = self.worlds.firings[first..].last_mut() {
            last.last = true;
            self.worlds.list[number].first_firing = first as u32;
        }
    }

    /// Notes the arrows and teleports that surviving rolls pass, until all of them are noted.
    fn pass(&mut self, number: usize, table: usize, open: B, unfired: B) {
        let worlds = &mut self.worlds;
        let missing = worlds.plan.chains.minus(worlds.touched);
        if missing.is_none() {
            return;
        }
        let world = worlds.list[number];
        for tile in open.ones() {
            let table = worlds.landings.table(table);
            let (to, passes) = (table.to[tile as usize], table.passes[tile as usize]);
            for (to, passed) in to.into_iter().zip(passes) {
                if passed.meets(missing) {
                    let child = worlds.child(&world, tile);
                    if worlds.after(&world, tile, to, unfired, child) != NO_WORLD {
                        worlds.touched |= passed;
                    }
                }
            }
        }
    }
}
