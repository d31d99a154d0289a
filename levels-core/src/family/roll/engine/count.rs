//! Counting solutions: depth-first over simple paths of states that can win, with runs of forced
//! moves taken at one go.
//!
//! The search finds lines in the order of their actions. So a line is new unless its mirror (the
//! same line walked backward) is a solution and comes first in that order: no set of lines is
//! needed.

use alloc::vec::Vec;

use super::super::notation::Move;
use super::wins::Wins;
use super::word::Bits;

/// How far the count may go, and what it keeps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caps {
    /// The most solutions.
    pub count: u32,
    /// The most nodes that are entered.
    pub visits: u32,
    /// How many solutions are kept,
    pub keep: usize,
    /// out of how many of the first found.
    pub buffer: usize,
}

/// What the count finds.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted {
    pub count: u32,
    /// Whether a cap stopped it.
    pub capped: bool,
    /// The shortest of the first found, by length and then by byte.
    pub kept: Vec<Kept>,
}

/// A solution that is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    pub line: Vec<Move>,
    /// Whether it fires a line, detonates a mine or teleports.
    pub loud: bool,
}

/// Where forced moves lead from a node.
#[derive(Debug, Clone, Copy)]
struct Run {
    /// The first node that has a choice, or is won.
    end: u32,
    /// How many moves away it is.
    length: u32,
    /// The last of them; anything where there is none.
    last: Move,
    loud: bool,
}

/// A node with a choice on the path.
#[derive(Debug, Clone, Copy)]
struct Frame {
    node: u32,
    /// How many of its edges have been tried.
    tried: u32,
    /// Moves from the start to the node.
    length: u32,
    loud: bool,
}

/// Counts the solutions of a start that can win and is not won.
pub(super) fn count<B: Bits>(wins: &Wins<'_, B>, caps: Caps) -> Counted {
    let plan = &wins.worlds.plan;
    let special_free = plan.lasting.count() == 1 && plan.mines.is_none() && plan.chains.is_none();
    let mut counter = Counter {
        wins,
        runs: runs(wins),
        caps,
        reversible: special_free,
        path: Vec::new(),
        on_path: alloc::vec![false; wins.len()],
        visits: 0,
        line: Vec::new(),
        mirror: Vec::new(),
        found: Counted::default(),
    };
    counter.found.capped = counter.search().is_none();
    counter.found
}

/// The run from every node. A node that can lie on a cycle is never passed over.
fn runs<B: Bits>(wins: &Wins<'_, B>) -> Vec<Run> {
    let mut runs: Vec<Run> = (0..wins.len() as u32)
        .map(|end| Run {
            end,
            length: 0,
            last: Move::Wait,
            loud: false,
        })
        .collect();
    let worlds = wins.worlds;
    for place in (0..worlds.len()).rev() {
        let number = worlds.at(place) as u32;
        let can_win = worlds.list[number as usize].can_win;
        let lasting = worlds.plan.lasting;
        for part in [can_win.minus(lasting), can_win & lasting] {
            for tile in part.ones() {
                let node = wins.number(number, tile) as usize;
                let &[edge] = wins.edges(node) else { continue };
                if wins.nodes()[node].cyclic {
                    continue;
                }
                let rest = runs[edge.target()];
                runs[node] = Run {
                    end: rest.end,
                    length: rest.length + 1,
                    last: if rest.length == 0 { edge.action() } else { rest.last },
                    loud: rest.loud | edge.loud(),
                };
            }
        }
    }
    runs
}

struct Counter<'c, B> {
    wins: &'c Wins<'c, B>,
    runs: Vec<Run>,
    caps: Caps,
    /// Whether the mirror of every solution is one: on boards without special tiles.
    reversible: bool,
    path: Vec<Frame>,
    on_path: Vec<bool>,
    visits: u32,
    /// Scratch.
    line: Vec<Move>,
    mirror: Vec<Move>,
    found: Counted,
}

impl<B: Bits> Counter<'_, B> {
    /// Searches everything; `None` where a cap stopped it.
    fn search(&mut self) -> Option<()> {
        let start = self.runs[0];
        self.enter(1 + start.length)?;
        if self.wins.is_won(start.end as usize) {
            self.take(start.length, start.last, start.loud);
            return Some(());
        }
        self.push(start.end, start.length, start.loud);
        while let Some(&Frame { node, tried, length, loud }) = self.path.last() {
            let Some(&edge) = self.wins.edges(node as usize).get(tried as usize) else {
                self.on_path[node as usize] = false;
                self.path.pop();
                continue;
            };
            if let Some(frame) = self.path.last_mut() {
                frame.tried += 1;
            }
            let target = edge.target();
            if self.on_path[target] {
                continue;
            }
            let run = self.runs[target];
            self.enter(1 + run.length)?;
            let length = length + 1 + run.length;
            let loud = loud | edge.loud() | run.loud;
            if self.wins.is_won(run.end as usize) {
                let last = if run.length == 0 { edge.action() } else { run.last };
                self.take(length, last, loud);
            } else {
                self.push(run.end, length, loud);
            }
        }
        Some(())
    }

    /// Enters some nodes one after the other; `None` where a cap is met before the last of them.
    fn enter(&mut self, nodes: u32) -> Option<()> {
        let left = self.caps.visits - self.visits;
        if self.found.count >= self.caps.count || nodes > left {
            return None;
        }
        self.visits += nodes;
        Some(())
    }

    fn push(&mut self, node: u32, length: u32, loud: bool) {
        // Paths lead back to a node only along a cycle.
        self.on_path[node as usize] = self.wins.nodes()[node as usize].cyclic;
        self.path.push(Frame {
            node,
            tried: 0,
            length,
            loud,
        });
    }

    /// Takes the solution that the path makes up.
    fn take(&mut self, length: u32, last: Move, loud: bool) {
        // Whether the line has been written out.
        let mut known = false;
        if last.inverse() <= self.first() {
            self.write_line();
            self.mirror.clear();
            self.mirror.extend(self.line.iter().rev().map(|m| m.inverse()));
            if self.mirror < self.line && (self.reversible || self.solves()) {
                return;
            }
            known = true;
        }
        // Its mirror is no solution or comes later: it is new.
        self.found.count += 1;
        if self.found.count as usize > self.caps.buffer || self.caps.keep == 0 {
            return;
        }
        let full = self.found.kept.len() >= self.caps.keep;
        if full && self.found.kept.last().is_some_and(|worst| worst.line.len() < length as usize) {
            return;
        }
        if !known {
            self.write_line();
        }
        self.keep(loud, full);
    }

    /// The first action of the line.
    fn first(&self) -> Move {
        // Where the start has a choice, it is the first node of the path.
        let chosen = match self.path.first() {
            Some(frame) if self.runs[0].length == 0 => frame.tried as usize - 1,
            _ => 0,
        };
        self.wins.edges(0)[chosen].action()
    }

    /// Writes the actions of the path into `line`.
    fn write_line(&mut self) {
        self.line.clear();
        let mut node = self.write_run(0);
        for at in 0..self.path.len() {
            let frame = self.path[at];
            debug_assert_eq!(node, frame.node as usize);
            let edge = self.wins.edges(frame.node as usize)[frame.tried as usize - 1];
            self.line.push(edge.action());
            node = self.write_run(edge.target());
        }
    }

    /// Writes the run from a node; returns its end.
    fn write_run(&mut self, mut node: usize) -> usize {
        for _ in 0..self.runs[node].length {
            let edge = self.wins.edges(node)[0];
            self.line.push(edge.action());
            node = edge.target();
        }
        node
    }

    /// Whether `mirror` is a solution: its moves keep the win, end on it and meet no state twice.
    fn solves(&self) -> bool {
        let mut node = 0;
        let mut met: Vec<usize> = Vec::new();
        for &action in &self.mirror {
            if self.wins.nodes()[node].cyclic {
                if met.contains(&node) {
                    return false;
                }
                met.push(node);
            }
            let mut edges = self.wins.edges(node).iter();
            match edges.find(|edge| edge.action() == action) {
                Some(edge) => node = edge.target(),
                None => return false,
            }
        }
        self.wins.is_won(node)
    }

    /// Keeps `line` if it is among the best.
    fn keep(&mut self, loud: bool, full: bool) {
        let line = &self.line;
        let kept = &mut self.found.kept;
        let place = kept.partition_point(|other| before(&other.line, line));
        if place >= self.caps.keep {
            return;
        }
        let mut slot = if full {
            kept.pop().map(|worst| worst.line).unwrap_or_default()
        } else {
            Vec::new()
        };
        slot.clear();
        slot.extend_from_slice(line);
        kept.insert(place, Kept { line: slot, loud });
    }
}

/// Whether a line comes before another by length and then by byte.
fn before(a: &[Move], b: &[Move]) -> bool {
    a.len() < b.len()
        || a.len() == b.len()
            && a.iter().map(|m| m.glyph()).lt(b.iter().map(|m| m.glyph()))
}
