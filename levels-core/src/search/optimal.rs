//! The part of a graph that is on shortest lines.

use alloc::vec::Vec;

use super::{Distances, StateGraph, UNREACHED};
use crate::puzzle::Puzzle;

/// One move of an optimal line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptimalEdge<M> {
    /// Index in its layer of the position that the move starts from.
    pub from: u32,
    /// Index in the next layer of the position that it leads to.
    pub to: u32,
    /// The move.
    pub action: M,
}

/// All optimal lines from the start, as layers of positions with the moves between them.
///
/// Layer `d` holds the positions of optimal lines after `d` moves, in the order in which lines,
/// taken in move order, first meet them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptimalLines<M> {
    /// How many positions each layer has; one more layer than the optimum has moves.
    widths: Vec<u32>,
    /// The moves out of each layer but the last, by the position they start from, in move order.
    edges: Vec<Vec<OptimalEdge<M>>>,
}

impl<M: Copy> OptimalLines<M> {
    /// Collects the optimal lines of a graph; `None` if the start cannot win.
    pub fn of<P: Puzzle<Move = M>>(
        puzzle: &P,
        graph: &StateGraph<P>,
        distances: &Distances,
    ) -> Option<Self> {
        let optimum = distances.optimum()?;
        let mut lines = Self {
            widths: alloc::vec![1],
            edges: Vec::new(),
        };
        let mut layer = alloc::vec![0_u32];
        // Position of a state in the layer being built, found by a scan of a dense table.
        let mut place = alloc::vec![UNREACHED; graph.len()];
        for left in (0..optimum).rev() {
            let mut next: Vec<u32> = Vec::new();
            let mut edges = Vec::new();
            for (from, &state) in layer.iter().enumerate() {
                graph.for_moves(puzzle, state, |action, target| {
                    if distances.to_win(target) != left {
                        return;
                    }
                    let slot = &mut place[target as usize];
                    if *slot == UNREACHED {
                        *slot = next.len() as u32;
                        next.push(target);
                    }
                    edges.push(OptimalEdge {
                        from: from as u32,
                        to: *slot,
                        action,
                    });
                });
            }
            lines.widths.push(next.len() as u32);
            lines.edges.push(edges);
            layer = next;
        }
        Some(lines)
    }

    /// Builds the lines from layers that another engine found: `widths` gives the positions per
    /// layer, and `edges` the moves out of each layer but the last, sorted by `from` and then in
    /// move order.
    #[must_use]
    pub fn from_layers(widths: Vec<u32>, edges: Vec<Vec<OptimalEdge<M>>>) -> Self {
        Self { widths, edges }
    }

    /// The optimum in moves.
    #[must_use]
    pub fn optimum(&self) -> u32 {
        self.edges.len() as u32
    }

    /// How many positions each layer has.
    #[must_use]
    pub fn widths(&self) -> &[u32] {
        &self.widths
    }

    /// The moves out of each layer but the last.
    #[must_use]
    pub fn edges(&self) -> &[Vec<OptimalEdge<M>>] {
        &self.edges
    }

    /// The first optimal line in move order.
    #[must_use]
    pub fn first_line(&self) -> Vec<M> {
        let mut at = 0;
        let mut line = Vec::new();
        for edges in &self.edges {
            if let Some(edge) = edges.iter().find(|edge| edge.from == at) {
                line.push(edge.action);
                at = edge.to;
            }
        }
        line
    }

    /// How many distinct strings of moves are optimal lines, saturating at `u128::MAX`. Strings of
    /// moves, not paths of states: two moves between the same states would count twice.
    #[must_use]
    pub fn sequences(&self) -> u128 {
        let mut counts = alloc::vec![1_u128];
        for (edges, &width) in self.edges.iter().zip(&self.widths[1..]) {
            let mut next = alloc::vec![0_u128; width as usize];
            for edge in edges {
                let slot = &mut next[edge.to as usize];
                *slot = slot.saturating_add(counts[edge.from as usize]);
            }
            counts = next;
        }
        counts.into_iter().fold(0, u128::saturating_add)
    }

    /// The least total cost of an optimal line, where a move costs what `cost` says.
    #[must_use]
    pub fn least_cost(&self, mut cost: impl FnMut(M) -> u32) -> u64 {
        let mut costs = alloc::vec![0_u64];
        for (edges, &width) in self.edges.iter().zip(&self.widths[1..]) {
            let mut next = alloc::vec![u64::MAX; width as usize];
            for edge in edges {
                let slot = &mut next[edge.to as usize];
                *slot = (*slot).min(costs[edge.from as usize] + u64::from(cost(edge.action)));
            }
            costs = next;
        }
        costs.into_iter().min().unwrap_or(0)
    }

    /// Calls `visit` for every move in some optimal line, layer by layer.
    pub fn for_each_move(&self, mut visit: impl FnMut(u32, M)) {
        for (layer, edges) in self.edges.iter().enumerate() {
            for edge in edges {
                visit(layer as u32, edge.action);
            }
        }
    }
}
