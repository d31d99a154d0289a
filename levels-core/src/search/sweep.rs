//! The backward sweep: exact distances to the nearest win, over the stored edges reversed.

use alloc::vec::Vec;

use super::StateGraph;
use crate::puzzle::Puzzle;

/// The distance of a state from which no win can be reached.
pub const UNREACHED: u32 = u32::MAX;

/// For every state of a graph, the fewest moves to the nearest of all wins.
#[derive(Debug, Clone)]
pub struct Distances {
    to_win: Vec<u32>,
    greatest: Option<u32>,
    hardest: u32,
    can_win: u32,
}

impl Distances {
    /// Sweeps backward from every won state at once.
    #[must_use]
    pub fn of<P: Puzzle>(graph: &StateGraph<P>) -> Self {
        let n = graph.len();
        let mut first = alloc::vec![0_u32; n + 1];
        for s in 0..n as u32 {
            for &t in graph.targets(s) {
                first[t as usize] += 1;
            }
        }
        let mut sum = 0;
        for slot in &mut first {
            sum += *slot;
            *slot = sum;
        }
        // `first[t]` is now the end of t's incoming edges; filling from the back makes it the start.
        let mut sources = alloc::vec![0_u32; graph.edge_count()];
        for s in 0..n as u32 {
            for &t in graph.targets(s) {
                first[t as usize] -= 1;
                sources[first[t as usize] as usize] = s;
            }
        }

        let mut to_win = alloc::vec![UNREACHED; n];
        let mut queue: Vec<u32> = graph.won().to_vec();
        for &won in graph.won() {
            to_win[won as usize] = 0;
        }
        let mut next = 0;
        while let Some(&t) = queue.get(next) {
            next += 1;
            let distance = to_win[t as usize] + 1;
            for &s in &sources[first[t as usize] as usize..first[t as usize + 1] as usize] {
                if to_win[s as usize] == UNREACHED {
                    to_win[s as usize] = distance;
                    queue.push(s);
                }
            }
        }
        let greatest = queue.last().map(|&s| to_win[s as usize]);
        let hardest = queue
            .iter()
            .rev()
            .take_while(|&&s| Some(to_win[s as usize]) == greatest)
            .count() as u32;
        Self {
            can_win: queue.len() as u32,
            to_win,
            greatest,
            hardest,
        }
    }

    /// Fewest moves from a state to the nearest win, [`UNREACHED`] if there is none.
    #[must_use]
    pub fn to_win(&self, state: u32) -> u32 {
        self.to_win[state as usize]
    }

    /// The distances of all states, by state number.
    #[must_use]
    pub fn all(&self) -> &[u32] {
        &self.to_win
    }

    /// The optimum from the start, in moves; `None` if the level cannot be won.
    #[must_use]
    pub fn optimum(&self) -> Option<u32> {
        self.to_win.first().copied().filter(|&d| d != UNREACHED)
    }

    /// The greatest distance to a win of any state that can win, in moves.
    #[must_use]
    pub fn greatest(&self) -> Option<u32> {
        self.greatest
    }

    /// How many states are at the greatest distance.
    #[must_use]
    pub fn hardest_states(&self) -> u32 {
        self.hardest
    }

    /// From how many states a win can be reached, won ones included.
    #[must_use]
    pub fn can_win(&self) -> u32 {
        self.can_win
    }
}
