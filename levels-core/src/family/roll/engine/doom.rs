//! How long play can go on after a mistake: walks among the states that cannot win.

use alloc::vec::Vec;

use super::explore::{NO_WORLD, Worlds};
use super::word::Bits;

/// A set of states under construction: the tiles of some worlds.
struct Frontier<B> {
    /// The tiles of each world of the board.
    tiles: Vec<B>,
    /// The worlds that have any.
    worlds: Vec<u32>,
}

impl<B: Bits> Frontier<B> {
    #[inline]
    fn add(&mut self, world: u32, tiles: B) {
        if tiles.is_none() {
            return;
        }
        let slot = &mut self.tiles[world as usize];
        if slot.is_none() {
            self.worlds.push(world);
        }
        *slot |= tiles;
    }

    /// Moves the set into `list` and leaves the empty one.
    fn drain_into(&mut self, list: &mut Vec<(u32, B)>) {
        list.clear();
        for world in self.worlds.drain(..) {
            list.push((world, core::mem::take(&mut self.tiles[world as usize])));
        }
    }
}

/// The longest walk of surviving moves from any of the states `exits`, which cannot win, at most
/// `most`, which is also the answer if a walk can go round in a circle.
///
/// Walks are followed from all of them at once, with a set of states for each length: the number of
/// sets is the length of the longest walk.
pub(super) fn longest_walk<B: Bits>(worlds: &Worlds<B>, exits: &[(u32, u8)], most: u32) -> u32 {
    let mut next = Frontier {
        tiles: alloc::vec![B::NONE; worlds.list.len()],
        worlds: Vec::new(),
    };
    for &(world, tile) in exits {
        next.add(world, B::bit(u32::from(tile)));
    }
    let mut now = Vec::new();
    for length in 0..most {
        next.drain_into(&mut now);
        if now.is_empty() {
            return length.saturating_sub(1);
        }
        for &(world, tiles) in &now {
            if step(worlds, world, tiles, &mut next) {
                return most;
            }
        }
    }
    most
}

/// Takes every surviving move from some tiles of a world; true if they lead in a circle.
fn step<B: Bits>(worlds: &Worlds<B>, number: u32, tiles: B, next: &mut Frontier<B>) -> bool {
    let world = &worlds.list[number as usize];
    let plan = &worlds.plan;
    let ends = &worlds.landings.get(world.word).ends;
    let unfired = plan.unfired(world.word);
    let lasting = tiles & plan.lasting;
    // The children of other tiles are skipped.
    let children = &worlds.children[world.first_child as usize..];
    for (tile, &to) in (world.reached & plan.changers).ones().zip(children) {
        if tiles.has(tile) {
            let on = ends[tile as usize] & worlds.list[to as usize].reached;
            next.add(to, on.minus(unfired));
        }
    }
    for firing in worlds.firings(world) {
        if tiles.has(u32::from(firing.from)) {
            next.add(firing.world, B::bit(u32::from(firing.line)));
        }
    }
    if world.stay == NO_WORLD {
        return false;
    }
    let rolls = lasting
        .ones()
        .fold(B::NONE, |rolls, tile| rolls | ends[tile as usize]);
    let mut on = (rolls & worlds.list[world.stay as usize].reached).minus(unfired);
    if world.stay != number {
        on |= tiles & worlds.list[world.stay as usize].reached;
        next.add(world.stay, on);
        return false;
    }
    next.add(number, on);
    on.meets(plan.lasting)
        && circle(
            ends,
            on & plan.lasting,
            plan.lasting.minus(unfired),
            world.word,
        )
}

/// Whether rolls from the tiles `from` lead in a circle among lasting tiles.
fn circle<B: Bits>(ends: &[B], from: B, lasting: B, word: B) -> bool {
    let mut met = from;
    let mut todo = from;
    while !todo.is_none() {
        let tile = todo.first();
        let new = (ends[tile as usize] & lasting & word).minus(met);
        todo = todo.without_first() | new;
        met |= new;
    }
    // A tile that leads to none of the others is not on a circle. These are removed repeatedly;
    // what is left is on circles or leads to one.
    loop {
        let before = met;
        for tile in before.ones() {
            if !ends[tile as usize].meets(met) {
                met = met.minus(B::bit(tile));
            }
        }
        if met == before {
            return !met.is_none();
        }
    }
}
