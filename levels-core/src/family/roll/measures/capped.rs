//! The exploration of a board that is too large, cut at the state limit.
//!
//! These numbers describe what is within the limit and nothing else. They exist so that the golden
//! rows of such boards can be compared; no decision uses them.

use alloc::vec::Vec;

use super::super::board::Board;
use super::super::rules::{ForRolling, Rolling, Touched};
use super::figures::Exploration;
use super::plain::landings;
use crate::bits::Word;
use crate::puzzle::Puzzle;
use crate::search::Visited;

/// Explores in breadth-first order until, before a state is expanded, more than `max_states` have
/// been numbered (docs/rules-roll.md, Budgets). The states not expanded count as dead ends unless
/// they are won. On a board that fits, the exploration is complete and `capped` is false.
#[must_use]
pub fn capped_exploration(board: &Board, max_states: u32) -> Exploration {
    board.with_rolling(Capped { max_states })
}

struct Capped {
    max_states: u32,
}

impl ForRolling<Exploration> for Capped {
    fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> Exploration {
        let mut visited = Visited::new();
        let _ = visited.insert(puzzle.start(), u32::MAX);
        let mut touched = Touched(1 << puzzle.board().base());
        // Edges as (from, to): those from one state are together, in order of discovery.
        let mut edges: Vec<(u32, u32)> = Vec::new();
        let mut depths = alloc::vec![0_u32];
        let mut capped = false;
        let mut next = 0;
        while next < visited.len() {
            if visited.len() > self.max_states as usize {
                capped = true;
                break;
            }
            let state = visited.states()[next];
            if !puzzle.is_won(state) {
                puzzle.expand(state, |_, target, trace| {
                    touched |= trace;
                    if let Some(to) = visited.insert(target, u32::MAX) {
                        if to as usize == depths.len() {
                            depths.push(depths[next] + 1);
                        }
                        edges.push((next as u32, to));
                    }
                });
            }
            next += 1;
        }
        let states = visited.states();
        let mut can_win: Vec<bool> = states.iter().map(|&s| puzzle.is_won(s)).collect();
        let shortest = can_win.iter().position(|&won| won).map(|s| depths[s]);
        // An edge leads forward or within a few depths back, so a handful of passes settles it.
        let mut changed = true;
        while changed {
            changed = false;
            for &(from, to) in edges.iter().rev() {
                if can_win[to as usize] && !can_win[from as usize] {
                    can_win[from as usize] = true;
                    changed = true;
                }
            }
        }
        let winning = can_win.iter().filter(|&&can| can).count();
        let unused = puzzle.board().standing() & !touched.0;
        Exploration {
            solvable: can_win[0],
            shortest_path: shortest,
            reachable_states: states.len() as u32,
            dead_end_states: (states.len() - winning) as u32,
            dead_tiles: if capped { 0 } else { unused.count_ones() },
            capped,
            ..landings(
                puzzle,
                states
                    .iter()
                    .zip(&can_win)
                    .filter(|&(_, &can)| can)
                    .map(|(&s, _)| s),
            )
        }
    }
}
