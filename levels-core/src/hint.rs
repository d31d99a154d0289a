//! The next move of a shortest way to a win, by a bounded breadth-first search from the player's
//! position.
//!
//! It searches with the rules that proved the level and shares nothing else with the solver, so a
//! game can link it without any feature.

use alloc::vec::Vec;

use crate::puzzle::Puzzle;
use crate::visited::Visited;

/// What is known about the way to a win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hint<M> {
    /// The first move of the first shortest line, in move order.
    Move {
        /// The move.
        action: M,
        /// How many moves the line has, this one included.
        left: u32,
    },
    /// The position is already won.
    Won,
    /// No win can be reached from here: every position that can be reached was seen. Undo or start
    /// again.
    Lost,
    /// The limit was hit first. This says nothing about the position.
    Unknown {
        /// The limit, in states.
        max_states: u32,
    },
}

/// Searches for a shortest line from `state` to a win, keeping at most `max_states` states.
///
/// A state takes its own size and 20 to 68 bytes more. A few hundred thousand states take a
/// fraction of a second.
#[must_use]
pub fn hint<P: Puzzle>(puzzle: &P, state: P::State, max_states: u32) -> Hint<P::Move> {
    if puzzle.is_won(state) {
        return Hint::Won;
    }
    let unknown = Hint::Unknown { max_states };
    let mut visited = Visited::new();
    if visited.insert(state, max_states).is_none() {
        return unknown;
    }
    // For each state except the first, the first move of the line that reached it first. A
    // breadth-first search that tries moves in order reaches each state first by its first shortest
    // line.
    let mut openings: Vec<P::Move> = Vec::new();
    let mut opened_by: Vec<u32> = alloc::vec![0];
    let (mut depth, mut depth_end) = (0, 1);
    let mut next = 0;
    while next < visited.len() {
        if next == depth_end {
            depth += 1;
            depth_end = visited.len();
        }
        let mut full = false;
        let mut won = None;
        puzzle.expand(visited.states()[next], |action, target, _| {
            if full || won.is_some() {
                return;
            }
            let Some(number) = visited.insert(target, max_states) else {
                full = true;
                return;
            };
            if number as usize != opened_by.len() {
                return;
            }
            let opening = if next == 0 {
                openings.push(action);
                openings.len() as u32 - 1
            } else {
                opened_by[next]
            };
            opened_by.push(opening);
            if puzzle.is_won(target) {
                won = Some(opening);
            }
        });
        if let Some(&action) = won.and_then(|opening| openings.get(opening as usize)) {
            return Hint::Move {
                action,
                left: depth + 1,
            };
        }
        if full {
            return unknown;
        }
        next += 1;
    }
    Hint::Lost
}
