//! One reverse pass over the states that can win: the distance to a win and the exact probability
//! that random keys win. Also the sweeps of the original, which are not exact.

use alloc::vec::Vec;

use super::wins::Wins;
use super::word::Bits;

/// What is known of each node, by number.
#[derive(Debug, Clone)]
pub(super) struct Odds {
    /// Fewest actions to a win.
    pub to_win: Vec<u32>,
    /// Probability that uniformly random keys win from here.
    pub chance: Vec<f64>,
}

impl Odds {
    /// Goes through the worlds from the last to the first. If nothing burns, lasting tiles may lead
    /// to each other in a circle: repetition settles their distances, and linear equations give
    /// their probabilities.
    pub fn of<B: Bits>(wins: &Wins<'_, B>) -> Self {
        let mut odds = Self {
            to_win: alloc::vec![u32::MAX; wins.len()],
            chance: alloc::vec![0.0; wins.len()],
        };
        wins.for_each_part(|nodes| match nodes {
            &[node] if !wins.nodes()[node].cyclic() => odds.settle(wins, node),
            group => odds.settle_group(wins, group),
        });
        odds
    }

    /// Settles a node all of whose edges lead to settled ones.
    fn settle<B: Bits>(&mut self, wins: &Wins<'_, B>, node: usize) {
        if wins.is_won(node) {
            self.to_win[node] = 0;
            self.chance[node] = 1.0;
            return;
        }
        let (mut least, mut sum) = (u32::MAX, 0.0);
        for edge in wins.edges(node) {
            least = least.min(self.to_win[edge.target()]);
            sum += self.chance[edge.target()];
        }
        self.to_win[node] = least + 1;
        self.chance[node] = sum / f64::from(wins.nodes()[node].keys);
    }

    /// Settles nodes that lead to each other.
    fn settle_group<B: Bits>(&mut self, wins: &Wins<'_, B>, group: &[usize]) {
        let mut changed = true;
        while changed {
            changed = false;
            for &node in group {
                let targets = wins.edges(node).iter().map(|edge| edge.target());
                let least = targets.map(|target| self.to_win[target]).min();
                let new = least.unwrap_or(u32::MAX).saturating_add(1);
                if new < self.to_win[node] {
                    self.to_win[node] = new;
                    changed = true;
                }
            }
        }
        // keys * p - (sum of p over the group) = sum of p over the rest, for every node. Some node
        // loses or leaves, so the matrix is an M-matrix and elimination needs no pivoting.
        let size = group.len();
        let width = size + 1;
        let mut rows = alloc::vec![0.0; size * width];
        for (row, &node) in group.iter().enumerate() {
            rows[row * width + row] += f64::from(wins.nodes()[node].keys);
            for edge in wins.edges(node) {
                match group.iter().position(|&other| other == edge.target()) {
                    Some(column) => rows[row * width + column] -= 1.0,
                    None => rows[row * width + size] += self.chance[edge.target()],
                }
            }
        }
        for pivot in 0..size {
            for row in pivot + 1..size {
                let factor = rows[row * width + pivot] / rows[pivot * width + pivot];
                if factor != 0.0 {
                    for column in pivot..width {
                        rows[row * width + column] -= factor * rows[pivot * width + column];
                    }
                }
            }
        }
        for row in (0..size).rev() {
            let known: f64 = (row + 1..size)
                .map(|column| rows[row * width + column] * self.chance[group[column]])
                .sum();
            self.chance[group[row]] = (rows[row * width + size] - known) / rows[row * width + row];
        }
    }
}

/// The probability that the original computes: sweeps in place in order of discovery, at most 128,
/// until a sweep changes nothing by 1e-4 or more (docs/rules-roll.md, Random keys).
pub(super) fn original_chance<B: Bits>(wins: &Wins<'_, B>) -> f64 {
    let won = |node| if wins.is_won(node) { 1.0 } else { 0.0 };
    let mut chances: Vec<f64> = (0..wins.len()).map(won).collect();
    // All chances before this node are 0. An edge leads at most one level of depth down, so a
    // sweep changes nothing before the level above that of the first chance.
    let mut first = chances.iter().position(|&chance| chance > 0.0).unwrap_or(0);
    for _ in 0..128 {
        let level = wins
            .depth_ends
            .partition_point(|&end| end as usize <= first);
        let begin = level
            .checked_sub(2)
            .map_or(0, |above| wins.depth_ends[above] as usize);
        let mut change = 0.0_f64;
        for node in begin..wins.len() {
            if wins.is_won(node) {
                continue;
            }
            let targets = wins.edges(node).iter().map(|edge| edge.target());
            let sum: f64 = targets.map(|target| chances[target]).sum();
            let new = sum / f64::from(wins.nodes()[node].keys);
            change = change.max((new - chances[node]).abs());
            chances[node] = new;
        }
        if change < 1e-4 {
            break;
        }
        first = chances[begin..]
            .iter()
            .position(|&c| c > 0.0)
            .map_or(first, |at| begin + at);
    }
    chances[0]
}
