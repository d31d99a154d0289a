//! The figures of one board.
//!
//! If there is a better number than that of the golden data, both are here, the golden one under
//! its own name (docs/rules-roll.md, The original).

use alloc::string::String;
use alloc::vec::Vec;

use super::super::notation::{self, Move};
use crate::search::Limit;

/// Everything that is measured by search.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// What exploring the whole board shows.
    pub exploration: Exploration,
    /// The solutions; none if the board cannot be won or the budget asks for none.
    pub solutions: Solutions,
    /// How it plays; `None` if the board cannot be won or the budget does not ask for it.
    pub play: Option<Play>,
}

impl Figures {
    /// Whether neither the states nor the count of solutions was cut short.
    #[must_use]
    pub fn exact(&self) -> bool {
        !self.exploration.capped && !self.solutions.capped
    }
}

/// A limit was hit: nothing is known. In particular, this does not mean that it cannot be won.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exhausted {
    /// The limit.
    pub limit: Limit,
}

impl core::fmt::Display for Exhausted {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        self.limit.fmt(f)
    }
}

impl core::error::Error for Exhausted {}

/// What exploring a board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Exploration {
    /// Whether a win can be reached.
    pub solvable: bool,
    /// Fewest actions to a win, waits included.
    pub shortest_path: Option<u32>,
    /// States that can be reached, including the start.
    pub reachable_states: u32,
    /// States from which no win can be reached.
    pub dead_end_states: u32,
    /// Tiles that no surviving move occupies or clears; 0 if the exploration was cut short.
    pub dead_tiles: u32,
    /// Whether the cube can land on the first `i` and still win; true if there is none.
    pub lands_on_info: bool,
    /// The same for any `i` (docs/rules-roll.md, Exploration).
    pub lands_on_any_info: bool,
    /// Whether the cube can rest on an `n` and still win.
    pub rests_on_green: bool,
    /// The same with `i` counted as green (docs/rules-roll.md, Exploration).
    pub rests_on_win_tile: bool,
    /// Whether the state limit cut it short.
    pub capped: bool,
}

/// Distinct solutions; a line and the same line walked backward count as one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Solutions {
    /// How many there are, as far as they were counted.
    pub count: u32,
    /// Whether a cap stopped the count.
    pub capped: bool,
    /// Some of them, shortest first; not always the shortest of all (docs/rules-roll.md,
    /// Solutions).
    pub kept: Vec<Vec<Move>>,
}

impl Solutions {
    /// The kept solutions in the notation.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        self.kept.iter().map(|line| notation::write(line)).collect()
    }
}

/// How a board that can be won plays (docs/rules-roll.md, Play figures).
#[derive(Debug, Clone, PartialEq)]
pub struct Play {
    /// A shortest solution: the first kept one if that is a shortest, else the first by byte.
    pub shortest_solution: Vec<Move>,
    /// Probability that a player who presses uniformly random keys wins, as a fixed number of
    /// sweeps in order of discovery gives it; 0 for most deep boards (docs/rules-roll.md, Random
    /// keys).
    pub random_solve_prob: f64,
    /// The exact probability.
    pub random_solve_prob_exact: f64,
    /// Whether the greedy player wins.
    pub greedy_solves: bool,
    /// Mean share of bad keys along the optimal path.
    pub commitment: f64,
    /// The most actions for which play can go on after a mistake on the optimal path, at most 40.
    pub max_doom_delay: u32,
    /// Of the states that can win, the share on a path of at most 1.15 times the optimum.
    pub optimal_path_fraction: f64,
    /// Mean share of surviving moves that throw the win away, over states with a choice.
    pub decision: f64,
    /// Share of the states with exactly one move that keeps the win.
    pub forced_fraction: f64,
    /// How much the first kept solution sets off, 0 to 1.
    pub spectacle: f64,
    /// The same for the shortest solution (docs/rules-roll.md, Solutions).
    pub spectacle_of_shortest: f64,
    /// Whether every kept solution fires a line, detonates a mine or teleports.
    pub spectacle_required: bool,
}
