//! The part of the graph that can win, a seventh of the whole on most boards, as a graph of its
//! own: nodes in the order in which breadth-first search discovers them.
//!
//! That is the order of the whole graph with the rest left out, since what discovers a state that
//! can win can win itself.

use alloc::vec::Vec;

use super::super::notation::Move;
use super::explore::{NO_WORLD, Worlds};
use super::word::Bits;

/// No node.
const NO_NODE: u32 = u32::MAX;

/// The most states that the numbering of nodes has room for.
pub(super) const MAX_NODES: u32 = 1 << 28;

/// A state that can win.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub world: u32,
    /// The first of its edges; they end where those of the next node begin.
    first_edge: u32,
    pub tile: u8,
    /// Surviving moves; 0 for a won state.
    pub moves: u8,
    /// Available keys.
    pub keys: u8,
    /// Whether a roll leads from it to a lasting tile of the same world: only such nodes can lie on
    /// a cycle.
    pub cyclic: bool,
}

/// A move that keeps the win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge(u32);

impl Edge {
    fn new(action: Move, loud: bool, target: u32) -> Self {
        Self(target << 4 | u32::from(loud) << 3 | action as u32)
    }

    /// The node that it leads to.
    #[inline]
    pub fn target(self) -> usize {
        (self.0 >> 4) as usize
    }

    /// Whether it fires a line, detonates a mine or teleports.
    #[inline]
    pub fn loud(self) -> bool {
        self.0 & 8 != 0
    }

    /// The move.
    #[inline]
    pub fn action(self) -> Move {
        Move::ALL[(self.0 & 7) as usize]
    }
}

/// The states that can win and the moves between them.
#[derive(Debug)]
pub(super) struct Wins<'w, B> {
    pub worlds: &'w Worlds<B>,
    /// The nodes, the start first, and one more that only ends the edges of the last.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// The node of each state in the numbering of the backward pass.
    numbers: Vec<u32>,
    /// For each depth, the first node that lies deeper.
    pub depth_ends: Vec<u32>,
    /// How many nodes that are not won have how many surviving moves, and how many of those safe.
    pub choices: [[u32; 6]; 6],
}

impl<'w, B: Bits> Wins<'w, B> {
    /// Collects the graph of worlds whose start can win; `states` of them can.
    pub fn new(worlds: &'w Worlds<B>, states: u32) -> Self {
        let mut wins = Self {
            worlds,
            nodes: Vec::with_capacity(states as usize + 1),
            edges: Vec::with_capacity(2 * states as usize),
            numbers: alloc::vec![NO_NODE; states as usize],
            depth_ends: Vec::new(),
            choices: [[0; 6]; 6],
        };
        wins.discover(worlds.at(0) as u32, 0);
        let mut depth_end = 1;
        let mut next = 0;
        while next < wins.nodes.len() {
            if next == depth_end {
                wins.depth_ends.push(next as u32);
                depth_end = wins.nodes.len();
            }
            wins.expand(next);
            next += 1;
        }
        wins.depth_ends.push(next as u32);
        wins.nodes.push(Node {
            world: NO_WORLD,
            first_edge: wins.edges.len() as u32,
            tile: 0,
            moves: 0,
            keys: 0,
            cyclic: false,
        });
        wins
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len() - 1
    }

    /// The nodes in order.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes[..self.len()]
    }

    /// The edges of a node, in action order.
    #[inline]
    pub fn edges(&self, node: usize) -> &[Edge] {
        &self.edges[self.nodes[node].first_edge as usize..self.nodes[node + 1].first_edge as usize]
    }

    /// Whether a node is won.
    #[inline]
    pub fn is_won(&self, node: usize) -> bool {
        self.nodes[node].moves == 0
    }

    /// The node of a state that can win: a tile of a world.
    #[inline]
    pub fn number(&self, world: u32, tile: u32) -> u32 {
        self.numbers[self.index(world, tile)]
    }

    #[inline]
    fn index(&self, world: u32, tile: u32) -> usize {
        let world = &self.worlds.list[world as usize];
        (world.first_win + world.can_win.count_below(tile)) as usize
    }

    #[inline]
    fn discover(&mut self, world: u32, tile: u32) -> u32 {
        let index = self.index(world, tile);
        if self.numbers[index] == NO_NODE {
            self.numbers[index] = self.nodes.len() as u32;
            self.nodes.push(Node {
                world,
                first_edge: 0,
                tile: tile as u8,
                moves: 0,
                keys: 0,
                cyclic: false,
            });
        }
        self.numbers[index]
    }

    fn expand(&mut self, number: usize) {
        let first_edge = self.edges.len() as u32;
        let node = self.nodes[number];
        let worlds = self.worlds;
        let plan = &worlds.plan;
        let from = u32::from(node.tile);
        let world = worlds.list[node.world as usize];
        let (mut moves, mut keys, mut cyclic) = (0, 0, false);
        if !worlds.won(world.word).has(from) {
            let table = worlds.landings.get(world.word);
            let unfired = plan.unfired(world.word);
            let child = worlds.child(&world, from);
            let noisy = plan.fired | plan.mines;
            keys = 4;
            for (key, &to) in table.to[from as usize].iter().enumerate() {
                let next = worlds.after(&world, from, to, unfired, child);
                if next == NO_WORLD {
                    continue;
                }
                moves += 1;
                let target = &worlds.list[next as usize];
                if target.can_win.has(u32::from(to)) {
                    let loud = table.hops[from as usize][key]
                        || (world.word ^ target.word).meets(noisy);
                    cyclic |= next == node.world && plan.lasting.has(u32::from(to));
                    let target = self.discover(next, u32::from(to));
                    self.edges.push(Edge::new(Move::ROLLS[key], loud, target));
                }
            }
            if !plan.burning(world.word).is_none() {
                keys = 5;
                let next = &worlds.list[world.stay as usize];
                moves += u8::from(next.reached.has(from));
                if next.can_win.has(from) {
                    let loud = (world.word ^ next.word).meets(noisy);
                    let target = self.discover(world.stay, from);
                    self.edges.push(Edge::new(Move::Wait, loud, target));
                }
            }
            let safe = self.edges.len() - first_edge as usize;
            self.choices[usize::from(moves)][safe] += 1;
        }
        let node = &mut self.nodes[number];
        node.first_edge = first_edge;
        node.moves = moves;
        node.keys = keys;
        node.cyclic = cyclic;
    }
}
