//! What a player must decide along the optimal lines.
//!
//! At a position with n legal moves of which k are on an optimal line, a player lacks log₂(n / k)
//! bits. The sum over the steps is how much there is to find out, and the worst step is where
//! people get stuck (docs/rules-slide.md, Decision bits).

use alloc::vec::Vec;

use crate::puzzle::Puzzle;
use crate::search::{OptimalEdge, OptimalLines};

/// Figures of the optimal lines of one level.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Decisions {
    /// Bits lacking, summed over the steps; a step counts the mean over its positions on optimal
    /// lines. Rounded to thousandths.
    pub bits: f64,
    /// The bits of the worst step. Rounded to thousandths.
    pub worst: f64,
    /// Mean number of legal moves, over the steps. Rounded to thousandths.
    pub branching: f64,
    /// At how many steps all optimal lines are in the same position, not counting the opening.
    pub bottlenecks: u32,
    /// At how many steps all optimal lines make the same move.
    pub forced: u32,
}

impl Decisions {
    /// Walks the optimal lines of a puzzle. Moves that lose the level count as legal ones: a player
    /// can make them.
    pub fn along<P: Puzzle>(puzzle: &P, lines: &OptimalLines<P::Move>) -> Self {
        let mut layer = alloc::vec![puzzle.start()];
        let mut sums = Self::default();
        for (edges, &width) in lines.edges().iter().zip(&lines.widths()[1..]) {
            let step = Step::of(puzzle, &layer, edges, width);
            sums.bits += step.bits;
            sums.worst = sums.worst.max(step.bits);
            sums.branching += step.branching;
            sums.bottlenecks += u32::from(width == 1);
            sums.forced += u32::from(edges.iter().all(|edge| edge.action == edges[0].action));
            layer = step.next;
        }
        let steps = lines.edges().len().max(1) as f64;
        Self {
            bits: thousandths(sums.bits),
            worst: thousandths(sums.worst),
            branching: thousandths(sums.branching / steps),
            ..sums
        }
    }
}

/// One step of all optimal lines.
struct Step<S> {
    bits: f64,
    branching: f64,
    /// The positions after it.
    next: Vec<S>,
}

impl<S: Copy> Step<S> {
    fn of<P: Puzzle<State = S>>(
        puzzle: &P,
        layer: &[S],
        edges: &[OptimalEdge<P::Move>],
        width: u32,
    ) -> Self {
        let mut next: Vec<Option<S>> = alloc::vec![None; width as usize];
        let (mut bits, mut branching) = (0.0, 0.0);
        let mut rest = edges;
        for (from, &state) in layer.iter().enumerate() {
            let own = rest.partition_point(|edge| edge.from <= from as u32);
            let (optimal, others) = rest.split_at(own);
            rest = others;
            let mut legal = 0_u32;
            legal += puzzle.expand(state, |action, target, _| {
                legal += 1;
                if let Some(edge) = optimal.iter().find(|edge| edge.action == action) {
                    next[edge.to as usize] = Some(target);
                }
            });
            bits += libm::log2(f64::from(legal) / optimal.len().max(1) as f64);
            branching += f64::from(legal);
        }
        let positions = layer.len().max(1) as f64;
        Self {
            bits: bits / positions,
            branching: branching / positions,
            next: next.into_iter().flatten().collect(),
        }
    }
}

/// Rounded, so that a file has only significant digits.
fn thousandths(value: f64) -> f64 {
    libm::round(value * 1000.0) / 1000.0
}
