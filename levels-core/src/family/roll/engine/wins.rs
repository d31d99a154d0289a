//! The part of the graph that can win, about a seventh of the whole on most boards, as a separate
//! graph: nodes in the order in which breadth-first search discovers them.
//!
//! This is the order of the whole graph without the rest, since a state that leads to one that can
//! win can win itself.

use alloc::vec::Vec;
use core::ops::Range;

use super::super::notation::Move;
use super::explore::{NO_WORLD, Worlds};
use super::word::Bits;

/// No node.
const NO_NODE: u32 = u32::MAX;

/// The most states that can be numbered.
pub(super) const MAX_NODES: u32 = 1 << 28;

/// A state that can win.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node {
    pub world: u32,
    /// The first of its edges; its edges end where those of the next node begin.
    first_edge: u32,
    pub tile: u8,
    /// Surviving moves; 0 for a won state.
    pub moves: u8,
    /// Available keys.
    pub keys: u8,
    /// A bit for each action that keeps the win, and [`CYCLIC`].
    flags: u8,
}

/// A roll leads to a lasting tile of the same world: only such nodes can be on a cycle.
const CYCLIC: u8 = 1 << 7;

impl Node {
    /// Whether a roll leads from it to a lasting tile of the same world: only such nodes can be on
    /// a cycle.
    #[inline]
    pub fn cyclic(&self) -> bool {
        self.flags & CYCLIC != 0
    }
}

/// A move that keeps the win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Edge(u32);

impl Edge {
    #[inline]
    fn new(action: u32, loud: bool, target: u32) -> Self {
        Self(target << 4 | u32::from(loud) << 3 | action)
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
    /// The nodes, the start first, and one more that only marks the end of the last node's edges.
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    /// For each world, the first of its states among `numbers`.
    first_win: Vec<u32>,
    /// The nodes of all states that can win: worlds in reverse topological order, tiles from the
    /// lowest.
    numbers: Vec<u32>,
    /// For each depth, the first deeper node.
    pub depth_ends: Vec<u32>,
    /// Counts of nodes that are not won, by the number of surviving moves and the number of safe
    /// ones.
    pub choices: [[u32; 6]; 6],
}

impl<'w, B: Bits> Wins<'w, B> {
    /// Collects the graph of worlds whose start can win; `states` is the number of states that can
    /// win.
    pub fn new(worlds: &'w Worlds<B>, states: u32) -> Self {
        let mut first_win = alloc::vec![0; worlds.list.len()];
        let mut first = 0;
        for place in (0..worlds.len()).rev() {
            let number = worlds.at(place);
            if !worlds.can_win[number].is_none() {
                first_win[number] = first;
                first += worlds.can_win[number].count();
            }
        }
        let mut wins = Self {
            worlds,
            first_win,
            nodes: Vec::with_capacity(states as usize + 1),
            edges: Vec::with_capacity(2 * states as usize),
            numbers: alloc::vec![NO_NODE; states as usize],
            depth_ends: Vec::new(),
            choices: [[0; 6]; 6],
        };
        let start = worlds.at(0);
        wins.discover(start as u32, 0);
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
            flags: 0,
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

    /// How many edges there are.
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// The numbers of a node's edges.
    #[inline]
    pub fn edge_range(&self, node: usize) -> Range<u32> {
        self.nodes[node].first_edge..self.nodes[node + 1].first_edge
    }

    /// The edges of a node, in action order.
    #[inline]
    pub fn edges(&self, node: usize) -> &[Edge] {
        let range = self.edge_range(node);
        &self.edges[range.start as usize..range.end as usize]
    }

    /// The node that an action which keeps the win leads to.
    #[inline]
    pub fn after(&self, node: usize, action: Move) -> Option<usize> {
        let node = &self.nodes[node];
        let bit = 1 << action as u8;
        if node.flags & bit == 0 {
            return None;
        }
        let edge = node.first_edge + (node.flags & (bit - 1)).count_ones();
        Some(self.edges[edge as usize].target())
    }

    /// An edge by its number.
    #[inline]
    pub fn edge(&self, number: u32) -> Edge {
        self.edges[number as usize]
    }

    /// Calls `visit` for the parts of the graph, each after all parts that its edges lead to:
    /// single nodes, or together the nodes of a world that can be on a cycle.
    pub fn for_each_part(&self, mut visit: impl FnMut(&[usize])) {
        let lasting = self.worlds.plan.lasting;
        let mut cyclic = Vec::new();
        for place in (0..self.worlds.len()).rev() {
            let number = self.worlds.at(place);
            let can_win = self.worlds.can_win[number];
            if can_win.is_none() {
                continue;
            }
            // Rolls within the world lead from lasting tiles to other lasting tiles, which have
            // higher numbers.
            let first = self.first_win[number] as usize;
            let lasts = (can_win & lasting).count() as usize;
            let numbers = &self.numbers[first..first + can_win.count() as usize];
            cyclic.clear();
            for &number in numbers[lasts..].iter().chain(&numbers[..lasts]) {
                let number = number as usize;
                if self.nodes[number].cyclic() {
                    cyclic.push(number);
                } else {
                    visit(&[number]);
                }
            }
            if !cyclic.is_empty() {
                visit(&cyclic);
            }
        }
    }

    /// Whether a node is won.
    #[inline]
    pub fn is_won(&self, node: usize) -> bool {
        self.nodes[node].moves == 0
    }

    /// The node of a state that can win; it gets a number if it is new.
    #[inline]
    fn discover(&mut self, world: u32, tile: u32) -> u32 {
        let below = self.worlds.can_win[world as usize].count_below(tile);
        let index = (self.first_win[world as usize] + below) as usize;
        if self.numbers[index] == NO_NODE {
            self.numbers[index] = self.nodes.len() as u32;
            self.nodes.push(Node {
                world,
                first_edge: 0,
                tile: tile as u8,
                moves: 0,
                keys: 0,
                flags: 0,
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
        let world = &worlds.list[node.world as usize];
        if worlds.won(world.word).has(from) {
            self.nodes[number].first_edge = first_edge;
            return;
        }
        let (mut moves, mut keys, mut flags) = (0, 4, 0);
        let table = worlds.landings.get(world.word);
        let hops = table.hops[from as usize];
        let unfired = plan.unfired(world.word);
        let noisy = plan.fired | plan.mines;
        let child = worlds.child(world, from);
        let lasting = if child == node.world {
            plan.lasting
        } else {
            B::NONE
        };
        for (key, &to) in table.to[from as usize].iter().enumerate() {
            let next = worlds.after(world, from, to, unfired, child);
            if next == NO_WORLD {
                continue;
            }
            moves += 1;
            let to = u32::from(to);
            if worlds.can_win[next as usize].has(to) {
                let changed = world.word ^ worlds.list[next as usize].word;
                let loud = hops[key] || changed.meets(noisy);
                flags |= 1 << key | if lasting.has(to) { CYCLIC } else { 0 };
                let target = self.discover(next, to);
                self.edges.push(Edge::new(key as u32, loud, target));
            }
        }
        if !plan.burning(world.word).is_none() {
            keys = 5;
            let next = &worlds.list[world.stay as usize];
            moves += u8::from(next.reached.has(from));
            if worlds.can_win[world.stay as usize].has(from) {
                let loud = (world.word ^ next.word).meets(noisy);
                flags |= 1 << Move::Wait as u8;
                let target = self.discover(world.stay, from);
                self.edges.push(Edge::new(Move::Wait as u32, loud, target));
            }
        }
        let safe = self.edges.len() - first_edge as usize;
        self.choices[usize::from(moves)][safe] += 1;
        self.nodes[number] = Node {
            first_edge,
            moves,
            keys,
            flags,
            ..node
        };
    }
}
