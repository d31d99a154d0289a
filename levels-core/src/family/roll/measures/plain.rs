//! All figures from the plain search: the oracle for the fast engine.
//!
//! Everything is computed as `docs/rules-roll.md` defines it, over the stored graph of states.

use alloc::vec::Vec;

use super::super::board::Board;
use super::super::notation::Move;
use super::super::rules::{ForRolling, Rolling};
use super::super::tile::Tile;
use super::budget::Budget;
use super::figures::{Exhausted, Exploration, Figures, Play, Solutions};
use super::solutions::Collector;
use super::walks::{GreedyEnd, Spectacle, spectacle_required};
use crate::bits::Word;
use crate::search::{Distances, Limits, StateGraph, UNREACHED, explore_and_sweep};

/// The longest walk after a mistake that is followed, in actions.
pub(super) const MAX_DOOM: u32 = 40;

/// All figures of a board, from the plain search.
///
/// # Errors
/// [`Exhausted`] if the board has more states than the budget allows.
pub fn plain_figures(board: &Board, budget: &Budget) -> Result<Figures, Exhausted> {
    board.with_rolling(Plain { budget })
}

struct Plain<'b> {
    budget: &'b Budget,
}

impl ForRolling<Result<Figures, Exhausted>> for Plain<'_> {
    fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> Result<Figures, Exhausted> {
        let budget = self.budget;
        let explored = explore_and_sweep(puzzle, Limits::states(budget.max_states));
        let (graph, distances) = explored.map_err(|cut| Exhausted { limit: cut.limit })?;
        let states = graph.states();
        let winning = (0..states.len()).filter(|&s| distances.all()[s] != UNREACHED);
        let used = graph.trace().0 | 1 << puzzle.board().base();
        let exploration = Exploration {
            solvable: distances.optimum().is_some(),
            shortest_path: distances.optimum(),
            reachable_states: states.len() as u32,
            dead_end_states: states.len() as u32 - distances.can_win(),
            dead_tiles: (puzzle.board().standing() & !used).count_ones(),
            capped: false,
            ..landings(puzzle, winning.map(|s| states[s]))
        };
        if !budget.play || !exploration.solvable {
            return Ok(Figures {
                exploration,
                solutions: Solutions::default(),
                play: None,
            });
        }
        let net = Net::new(puzzle, graph, distances);
        let solutions = net.solutions(budget);
        let play = net.play(puzzle.board(), &solutions);
        Ok(Figures {
            exploration,
            solutions,
            play: Some(play),
        })
    }
}

/// Where the cube can rest and still win; the other fields stay empty.
pub(super) fn landings<W: Word>(
    puzzle: &Rolling<'_, W>,
    winning: impl Iterator<Item = W>,
) -> Exploration {
    let board = puzzle.board();
    let rests = winning.fold(0_u128, |rests, state| {
        rests | 1 << board.packing().cell(state)
    });
    let infos = board.mask(|tile| tile == Tile::Info);
    let first_info = infos & infos.wrapping_neg();
    Exploration {
        solvable: false,
        shortest_path: None,
        reachable_states: 0,
        dead_end_states: 0,
        dead_tiles: 0,
        lands_on_info: infos == 0 || rests & first_info != 0,
        lands_on_any_info: infos == 0 || rests & infos != 0,
        rests_on_green: rests & board.mask(|tile| tile == Tile::Green) != 0,
        rests_on_win_tile: rests & board.mask(Tile::is_win) != 0,
        capped: false,
    }
}

/// The graph of states, with what play needs.
struct Net<'p, 'a, W: Word> {
    graph: StateGraph<Rolling<'a, W>>,
    /// Fewest actions to a win, and from the start.
    to_win: Vec<u32>,
    from_start: Vec<u32>,
    /// The states that can win, in order of discovery.
    winning: Vec<u32>,
    puzzle: &'p Rolling<'a, W>,
}

impl<'p, 'a, W: Word> Net<'p, 'a, W> {
    fn new(
        puzzle: &'p Rolling<'a, W>,
        graph: StateGraph<Rolling<'a, W>>,
        distances: Distances,
    ) -> Self {
        let mut from_start = Vec::with_capacity(graph.len());
        for (depth, &end) in graph.depth_ends().iter().enumerate() {
            from_start.resize(end as usize, depth as u32);
        }
        let to_win = distances.all().to_vec();
        let states = 0..graph.len() as u32;
        Self {
            winning: states
                .filter(|&s| to_win[s as usize] != UNREACHED)
                .collect(),
            to_win,
            from_start,
            graph,
            puzzle,
        }
    }

    fn can_win(&self, state: u32) -> bool {
        self.to_win[state as usize] != UNREACHED
    }

    fn is_won(&self, state: u32) -> bool {
        self.to_win[state as usize] == 0
    }

    /// The number of available keys of a state, including lethal ones.
    fn keys(&self, state: u32) -> u32 {
        self.graph.targets(state).len() as u32 + self.graph.deaths(state)
    }

    /// How many surviving moves keep the win.
    fn safe(&self, state: u32) -> u32 {
        let targets = self.graph.targets(state).iter();
        targets.filter(|&&t| self.can_win(t)).count() as u32
    }

    /// The moves that keep the win, with the states that they lead to, in action order.
    fn winning_moves(&self, state: u32) -> Vec<(Move, u32)> {
        let mut moves = Vec::new();
        self.graph.for_moves(self.puzzle, state, |m, target| {
            if self.can_win(target) {
                moves.push((m, target));
            }
        });
        moves
    }

    /// Depth-first over simple paths, edges in action order.
    fn solutions(&self, budget: &Budget) -> Solutions {
        let mut found = Collector::new(budget.buffer);
        let moves: Vec<Vec<(Move, u32)>> = (0..self.graph.len() as u32)
            .map(|s| {
                if self.can_win(s) {
                    self.winning_moves(s)
                } else {
                    Vec::new()
                }
            })
            .collect();
        let mut on_path = alloc::vec![false; self.graph.len()];
        let mut line: Vec<Move> = Vec::new();
        // The states of the path, each with how many of its moves have been tried.
        let mut path = alloc::vec![(0_u32, 0_usize)];
        let mut visits = 1;
        if budget.count_cap == 0 || budget.visit_cap == 0 {
            return found.finish(true, budget);
        }
        if self.is_won(0) {
            found.take(&line);
            return found.finish(false, budget);
        }
        on_path[0] = true;
        while let Some((state, tried)) = path.last_mut() {
            let state = *state;
            let Some(&(action, target)) = moves[state as usize].get(*tried) else {
                on_path[state as usize] = false;
                path.pop();
                line.pop();
                continue;
            };
            *tried += 1;
            if on_path[target as usize] {
                continue;
            }
            if found.count() >= budget.count_cap || visits >= budget.visit_cap {
                return found.finish(true, budget);
            }
            visits += 1;
            line.push(action);
            if self.is_won(target) {
                found.take(&line);
                line.pop();
            } else {
                on_path[target as usize] = true;
                path.push((target, 0));
            }
        }
        found.finish(false, budget)
    }

    /// The path that always takes the first of the best moves by byte: its states, the won one
    /// last, and its moves.
    fn optimal_path(&self) -> (Vec<u32>, Vec<Move>) {
        let mut states = alloc::vec![0];
        let mut line = Vec::new();
        let mut state = 0;
        while !self.is_won(state) {
            let left = self.to_win[state as usize] - 1;
            let best = self
                .winning_moves(state)
                .into_iter()
                .filter(|&(_, t)| self.to_win[t as usize] == left)
                .min_by_key(|&(m, _)| m.glyph());
            let Some((action, target)) = best else { break };
            line.push(action);
            states.push(target);
            state = target;
        }
        (states, line)
    }

    fn play(&self, board: &Board, solutions: &Solutions) -> Play {
        let (path, optimal_line) = self.optimal_path();
        let optimum = self.to_win[0];
        let first = solutions.kept.first();
        let shortest = first
            .filter(|line| line.len() == optimum as usize)
            .cloned()
            .unwrap_or(optimal_line);
        let slack = optimum * 115 / 100;
        let through = |&s: &u32| self.from_start[s as usize] + self.to_win[s as usize];
        let near = self.winning.iter().filter(|&s| through(s) <= slack).count();
        let (decision, forced_fraction) = self.choices();
        Play {
            random_solve_prob: self.random_original(),
            random_solve_prob_exact: self.random_exact(),
            greedy_solves: GreedyEnd::of(board).solves,
            commitment: self.commitment(&path),
            max_doom_delay: self.doom(&path),
            optimal_path_fraction: near as f64 / self.winning.len() as f64,
            decision,
            forced_fraction,
            spectacle: first.map_or(0.0, |line| Spectacle::of(board, line).measure()),
            spectacle_of_shortest: Spectacle::of(board, &shortest).measure(),
            spectacle_required: spectacle_required(board, &solutions.kept),
            shortest_solution: shortest,
        }
    }

    /// One sweep in place over some states; returns the largest change, absolute and relative.
    fn sweep<'s>(&self, chances: &mut [f64], states: impl Iterator<Item = &'s u32>) -> (f64, f64) {
        let (mut change, mut relative) = (0.0_f64, 0.0_f64);
        for &s in states {
            if self.is_won(s) {
                continue;
            }
            let sum: f64 = self
                .graph
                .targets(s)
                .iter()
                .map(|&t| chances[t as usize])
                .sum();
            let new = sum / f64::from(self.keys(s).max(1));
            let step = (new - chances[s as usize]).abs();
            change = change.max(step);
            if new > 0.0 {
                relative = relative.max(step / new);
            }
            chances[s as usize] = new;
        }
        (change, relative)
    }

    fn chances(&self) -> Vec<f64> {
        let all = 0..self.graph.len() as u32;
        all.map(|s| if self.is_won(s) { 1.0 } else { 0.0 })
            .collect()
    }

    /// Sweeps in order of discovery, at most 128, until a sweep changes nothing by 1e-4 or more
    /// (docs/rules-roll.md, Random keys).
    fn random_original(&self) -> f64 {
        let mut chances = self.chances();
        for _ in 0..128 {
            let (change, _) = self.sweep(&mut chances, self.winning.iter());
            if change < 1e-4 {
                break;
            }
        }
        chances[0]
    }

    /// Sweeps in reverse order until no probability changes in its twelfth digit.
    fn random_exact(&self) -> f64 {
        let mut chances = self.chances();
        for _ in 0..100_000 {
            let (_, relative) = self.sweep(&mut chances, self.winning.iter().rev());
            if relative < 1e-13 {
                break;
            }
        }
        chances[0]
    }

    /// Mean share of bad keys over the states of a path that are not won.
    fn commitment(&self, path: &[u32]) -> f64 {
        let before_win = &path[..path.len() - 1];
        if before_win.is_empty() {
            return 0.0;
        }
        let bad = |&s: &u32| f64::from(self.keys(s) - self.safe(s)) / f64::from(self.keys(s));
        before_win.iter().map(bad).sum::<f64>() / before_win.len() as f64
    }

    /// Mean share of moves that throw the win away where there are two or more, and the share of
    /// states with one safe move.
    fn choices(&self) -> (f64, f64) {
        // Counted first and added up in a fixed order, so that the sum does not depend on the
        // order of the states.
        let mut counts = [[0_u32; 6]; 6];
        for &s in self.winning.iter().filter(|&&s| !self.is_won(s)) {
            counts[self.graph.targets(s).len()][self.safe(s) as usize] += 1;
        }
        choices(&counts)
    }

    /// The most actions for which play can go on after leaving a path for a state that cannot win.
    fn doom(&self, path: &[u32]) -> u32 {
        let mut live: Vec<Option<u32>> = alloc::vec![None; self.graph.len()];
        let mut longest = 0;
        for &s in path.iter().filter(|&&s| !self.is_won(s)) {
            for &t in self.graph.targets(s) {
                if !self.can_win(t) {
                    longest = longest.max((self.live(t, &mut live) + 1).min(MAX_DOOM));
                }
            }
        }
        longest
    }

    /// The length of the longest walk from a doomed state, at most [`MAX_DOOM`], which is also the
    /// result if a walk reaches a cycle.
    fn live(&self, from: u32, live: &mut [Option<u32>]) -> u32 {
        let mut open = alloc::vec![false; self.graph.len()];
        let mut path = alloc::vec![(from, 0_usize, 0_u32)];
        if let Some(known) = live[from as usize] {
            return known;
        }
        open[from as usize] = true;
        let mut done = 0;
        while let Some((state, tried, longest)) = path.last_mut() {
            let Some(&target) = self.graph.targets(*state).get(*tried) else {
                done = *longest;
                live[*state as usize] = Some(done);
                open[*state as usize] = false;
                path.pop();
                if let Some((_, _, above)) = path.last_mut() {
                    *above = (*above).max((done + 1).min(MAX_DOOM));
                }
                continue;
            };
            *tried += 1;
            if open[target as usize] {
                *longest = MAX_DOOM;
            } else if let Some(known) = live[target as usize] {
                *longest = (*longest).max((known + 1).min(MAX_DOOM));
            } else {
                open[target as usize] = true;
                path.push((target, 0, 0));
            }
        }
        done
    }
}

/// `decision` and `forced_fraction` from the counts of states by surviving moves and by safe ones.
pub(super) fn choices(counts: &[[u32; 6]; 6]) -> (f64, f64) {
    let (mut share, mut choosing, mut forced, mut all) = (0.0, 0_u32, 0_u32, 0_u32);
    for (moves, row) in counts.iter().enumerate() {
        for (safe, &states) in row.iter().enumerate().filter(|&(_, &states)| states > 0) {
            all += states;
            forced += if safe == 1 { states } else { 0 };
            if moves >= 2 {
                choosing += states;
                share += f64::from(states) * (moves - safe) as f64 / moves as f64;
            }
        }
    }
    (
        share / f64::from(choosing.max(1)),
        f64::from(forced) / f64::from(all.max(1)),
    )
}
