//! The forward pass: every world that can be reached, rank by rank, with the tiles that the cube
//! can be on in it.
//!
//! When the worlds of a rank are processed, every step into them has been seen, since a step out of
//! a world raises the rank. So a world's set of reached tiles is complete, except for rolls among
//! lasting tiles of a world in which nothing burns. These lead back into the same world, and the
//! set is closed under them at once.

use alloc::vec::Vec;

use crate::search::{Limit, Room};

use super::super::board::Board;
use super::landing::Landings;
use super::plan::{NO_TILE, Plan};
use super::table::Table;
use super::word::Bits;

/// No world: number 0 is a world without states.
pub(super) const NO_WORLD: u32 = 0;
/// The initial room for worlds.
const FIRST_WORLDS: usize = 256;
/// As many entries as a world usually adds to a list: room for this many is reserved in advance.
const MOST_TILES: usize = 128;
/// No firing.
const NO_FIRING: u32 = u32::MAX;

/// Why the engine stops before it has seen everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
    /// The limit that was hit.
    Limit(Limit),
    /// Blasts change where arrows and teleports lead in more ways than there may be tables.
    Tables,
}

/// One world and what is known of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct World<B> {
    pub word: B,
    /// The tiles that the cube can be on.
    pub reached: B,
    /// The first of its children.
    pub first_child: u32,
    /// The world after an action that leaves nothing behind: itself where nothing burns, else the
    /// world after a tick, or [`NO_WORLD`] if no state of that world is reached.
    pub stay: u32,
    /// The first of its firings.
    first_firing: u32,
}

impl<B: Bits> World<B> {
    pub fn new(word: B) -> Self {
        Self {
            word,
            reached: B::NONE,
            first_child: 0,
            stay: NO_WORLD,
            first_firing: NO_FIRING,
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
    /// The tiles of each world from which a win can be reached, once the backward pass has marked
    /// them.
    pub can_win: Vec<B>,
    /// For each reached tile that leaving changes, the world that leaving it leads to, or
    /// [`NO_WORLD`] if no roll from it survives.
    pub children: Vec<u32>,
    firings: Vec<Firing>,
    /// The worlds in topological order; empty if that is the order of discovery.
    order: Vec<u32>,
    /// How many states there are.
    pub states: u32,
    /// Tiles that the cube rests on or passes, or that vanish.
    pub touched: B,
}

impl<B: Bits> Worlds<B> {
    /// Explores a board; its worlds must fit into `B`.
    ///
    /// # Errors
    /// Why it had to stop.
    pub fn explore(board: &Board, room: Room) -> Result<(Self, Room), Stop> {
        let plan = Plan::<B>::new(board);
        let mut worlds = Self {
            landings: Landings::new(board, &plan),
            list: Vec::with_capacity(FIRST_WORLDS),
            can_win: Vec::new(),
            children: Vec::with_capacity(2 * FIRST_WORLDS),
            firings: Vec::new(),
            order: Vec::new(),
            states: 0,
            touched: B::bit(0),
            plan,
        };
        worlds.list.push(World::new(B::NONE));
        let mut explorer = Explorer {
            frontier: Frontier {
                ranks: Vec::new(),
                rank: 0,
                spare: Vec::new(),
                room,
                in_order: worlds.plan.mines.is_none() && worlds.plan.lines.is_none(),
            },
            worlds,
        };
        explorer.run(board)?;
        Ok((explorer.worlds, explorer.frontier.room))
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

    /// The base, if everything has been cleared: a won state, if it is reached.
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

    /// The world that a roll to the tile `to` leads to; [`NO_WORLD`] if it loses. `child` is the
    /// world that leaving the tile leads to.
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
    /// Their numbers, if they are not consecutive.
    numbers: Vec<u32>,
}

/// The worlds that have been met and not yet processed, by rank.
struct Frontier {
    ranks: Vec<Rank>,
    /// The rank that is being processed.
    rank: usize,
    /// Processed ranks, to be used again.
    spare: Vec<Rank>,
    /// What the tables take.
    room: Room,
    /// Whether the worlds of each rank have consecutive numbers: every step raises the rank by one.
    in_order: bool,
}

impl Frontier {
    /// The number of a world in which the cube can be on the tiles `on`; its rank is `ahead` of the
    /// one that is being processed.
    #[inline]
    fn reach<B: Bits>(&mut self, list: &mut Vec<World<B>>, word: B, ahead: u32, on: B) -> u32 {
        let rank = self.rank + ahead as usize;
        if rank >= self.ranks.len() {
            self.extend(rank);
        }
        let rank = &mut self.ranks[rank];
        let (number, new) = rank.table.find_or_add(list, word, &mut self.room);
        list[number as usize].reached |= on;
        if new && !self.in_order && self.room.reserve(&mut rank.numbers, 1) {
            rank.numbers.push(number);
        }
        number
    }

    #[cold]
    fn extend(&mut self, rank: usize) {
        while rank >= self.ranks.len() {
            self.ranks.push(self.spare.pop().unwrap_or_default());
        }
    }
}

/// What the forward pass builds.
struct Explorer<B> {
    frontier: Frontier,
    worlds: Worlds<B>,
}

/// The world whose steps are being taken.
#[derive(Clone, Copy)]
struct Here<B> {
    number: usize,
    word: B,
    /// The number of its landing table.
    table: usize,
    /// The tiles that play goes on from.
    open: B,
    unfired: B,
    burning: B,
}

impl<B: Bits> Explorer<B> {
    fn run(&mut self, board: &Board) -> Result<(), Stop> {
        let max_states = self.frontier.room.limits().max_states;
        let start = self.worlds.plan.start;
        self.frontier
            .reach(&mut self.worlds.list, start, 0, B::bit(0));
        let in_order = self.frontier.in_order;
        let mut first = 1;
        while let Some(rank) = self.frontier.ranks.get_mut(self.frontier.rank) {
            let mut used = core::mem::take(rank);
            let last = self.worlds.list.len();
            let count = if in_order {
                last - first
            } else {
                used.numbers.len()
            };
            for place in 0..count {
                let number = if in_order {
                    first + place
                } else {
                    used.numbers[place] as usize
                };
                self.process(board, number).ok_or(Stop::Tables)?;
                let room = &mut self.frontier.room;
                if self.worlds.states > max_states
                    || !room.reserve(&mut self.worlds.children, MOST_TILES)
                    || !room.reserve(&mut self.worlds.firings, MOST_TILES)
                {
                    return Err(Stop::Limit(room.limit()));
                }
            }
            let room = &mut self.frontier.room;
            if !room.reserve(&mut self.worlds.order, used.numbers.len()) {
                return Err(Stop::Limit(room.limit()));
            }
            self.worlds.order.extend_from_slice(&used.numbers);
            first = last;
            used.table.clear();
            used.numbers.clear();
            self.frontier.spare.push(used);
            self.frontier.rank += 1;
        }
        Ok(())
    }

    /// Takes every step out of a world whose reached tiles are known; `None` if there would be too
    /// many landing tables.
    fn process(&mut self, board: &Board, number: usize) -> Option<()> {
        let worlds = &mut self.worlds;
        let World {
            word, mut reached, ..
        } = worlds.list[number];
        let table = worlds.landings.of(board, &worlds.plan, word)?;
        let won = worlds.won(word);
        let plan = &worlds.plan;
        let unfired = plan.unfired(word);
        let burning = plan.burning(word);
        if burning.is_none() {
            let ends = &worlds.landings.table(table).ends;
            let mut todo = (reached & plan.lasting).minus(won);
            while !todo.is_none() {
                let tile = todo.first();
                todo = todo.without_first();
                let new = (ends[tile as usize] & word).minus(unfired | reached);
                reached |= new;
                todo |= (new & plan.lasting).minus(won);
            }
        }
        worlds.states += reached.count();
        worlds.touched |= reached | plan.all.minus(word);
        let here = Here {
            number,
            word,
            table,
            open: reached.minus(won),
            unfired,
            burning,
        };
        let world = &mut worlds.list[number];
        world.reached = reached;
        world.first_child = worlds.children.len() as u32;
        if burning.is_none() {
            world.stay = number as u32;
            self.leave_calm(here);
        } else {
            self.leave_burning(here);
        }
        if !unfired.is_none() {
            self.fire(here);
        }
        if !self.worlds.plan.chains.minus(self.worlds.touched).is_none() {
            self.pass(here);
        }
        Some(())
    }

    /// Takes the rolls that leave something behind in a world in which nothing burns.
    fn leave_calm(&mut self, here: Here<B>) {
        let Worlds {
            plan,
            landings,
            list,
            children,
            ..
        } = &mut self.worlds;
        let ends = &landings.table(here.table).ends;
        for (tile, bit) in (here.open & plan.changers).bits() {
            let (child, ahead) = if plan.wins.meets(bit) {
                (here.word.minus(bit), 1)
            } else {
                // The mine is lit and has taken one tick.
                let left = plan.leave(here.word, tile);
                (plan.tick(left, plan.burning(left)).0, 2)
            };
            let on = (ends[tile as usize] & child).minus(here.unfired);
            children.push(if on.is_none() {
                NO_WORLD
            } else {
                self.frontier.reach(list, child, ahead, on)
            });
        }
    }

    /// Takes the wait and the rolls of a world in which something burns.
    fn leave_burning(&mut self, here: Here<B>) {
        let Worlds {
            plan,
            landings,
            list,
            children,
            ..
        } = &mut self.worlds;
        let ends = &landings.table(here.table).ends;
        let rank = self.frontier.rank as u32;
        let (ticked, blast) = plan.tick(here.word, here.burning);
        let ticked_ahead = if blast {
            plan.rank(ticked) - rank
        } else {
            here.burning.count()
        };
        let rolls = (here.open & plan.lasting)
            .ones()
            .fold(B::NONE, |rolls, tile| rolls | ends[tile as usize]);
        // Rolls from lasting tiles, and waiting where the cube is.
        let on = ((rolls & here.word).minus(here.unfired) | here.open) & ticked;
        if !on.is_none() {
            let stay = self.frontier.reach(list, ticked, ticked_ahead, on);
            list[here.number].stay = stay;
        }
        for (tile, bit) in (here.open & plan.changers).bits() {
            let (child, ahead) = if plan.wins.meets(bit) {
                // A green does not affect a tick, so it can be removed afterwards.
                let still = u32::from(ticked.meets(bit));
                (ticked.minus(bit), ticked_ahead + still)
            } else {
                let left = plan.leave(here.word, tile);
                if left == here.word {
                    (ticked, ticked_ahead)
                } else {
                    let (child, _) = plan.tick(left, plan.burning(left));
                    (child, plan.rank(child) - rank)
                }
            };
            let on = (ends[tile as usize] & child).minus(here.unfired);
            children.push(if on.is_none() {
                NO_WORLD
            } else {
                self.frontier.reach(list, child, ahead, on)
            });
        }
    }

    /// Takes every roll that ends on a line that has not fired.
    fn fire(&mut self, here: Here<B>) {
        let Worlds {
            plan,
            landings,
            list,
            firings,
            ..
        } = &mut self.worlds;
        let ends = &landings.table(here.table).ends;
        let first = firings.len();
        for tile in here.open.ones() {
            for line in (ends[tile as usize] & here.unfired).ones() {
                let fired = plan.fire(plan.leave(here.word, tile), B::bit(line));
                let (child, _) = plan.tick(fired, plan.burning(fired));
                if child.has(line) {
                    let ahead = plan.rank(child) - self.frontier.rank as u32;
                    let world = self.frontier.reach(list, child, ahead, B::bit(line));
                    firings.push(Firing {
                        from: tile as u8,
                        line: line as u8,
                        last: false,
                        world,
                    });
                }
            }
        }
        if let Some(last) = firings[first..].last_mut() {
            last.last = true;
            list[here.number].first_firing = first as u32;
        }
    }

    /// Notes the arrows and teleports that surviving rolls pass.
    fn pass(&mut self, here: Here<B>) {
        let worlds = &mut self.worlds;
        let missing = worlds.plan.chains.minus(worlds.touched);
        let world = worlds.list[here.number];
        for tile in here.open.ones() {
            let table = worlds.landings.table(here.table);
            let (to, passes) = (table.to[tile as usize], table.passes[tile as usize]);
            for (to, passed) in to.into_iter().zip(passes) {
                if passed.meets(missing) {
                    let child = worlds.child(&world, tile);
                    if worlds.after(&world, tile, to, here.unfired, child) != NO_WORLD {
                        worlds.touched |= passed;
                    }
                }
            }
        }
    }
}
