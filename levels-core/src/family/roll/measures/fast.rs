//! All figures from the engine that suits the board.

use super::super::board::Board;
use super::super::engine::{self, Findings, PlayFindings, PlayLimits};
use super::super::tile::Tile;
use super::budget::Budget;
use super::figures::{Exhausted, Exploration, Figures, Play, Solutions};
use super::plain::{MAX_DOOM, choices, plain_figures};
use super::walks::{GreedyEnd, Spectacle, is_quiet};

/// All figures of a board.
///
/// # Errors
/// [`Exhausted`] where the board has more states than the budget allows.
pub fn figures(board: &Board, budget: &Budget) -> Result<Figures, Exhausted> {
    let limits = PlayLimits {
        count: budget.count_cap,
        visits: budget.visit_cap,
        keep: budget.keep,
        buffer: budget.buffer,
        doom: MAX_DOOM,
    };
    match engine::explore(board, budget.max_states, budget.play.then_some(&limits)) {
        None => plain_figures(board, budget),
        Some(Err(_)) => Err(Exhausted {
            max_states: budget.max_states,
        }),
        Some(Ok(found)) => {
            let exploration = exploration(board, &found);
            let Some(found) = found.play else {
                return Ok(Figures {
                    exploration,
                    solutions: Solutions::default(),
                    play: None,
                });
            };
            Ok(play(board, exploration, found))
        }
    }
}

fn exploration(board: &Board, found: &Findings) -> Exploration {
    let infos = board.mask(|tile| tile == Tile::Info);
    let first_info = infos & infos.wrapping_neg();
    let rests = found.rests;
    Exploration {
        solvable: found.winning > 0,
        shortest_path: found.optimum,
        reachable_states: found.states,
        dead_end_states: found.states - found.winning,
        dead_tiles: found.dead_tiles,
        lands_on_info: infos == 0 || rests & first_info != 0,
        lands_on_any_info: infos == 0 || rests & infos != 0,
        rests_on_green: rests & board.mask(|tile| tile == Tile::Green) != 0,
        rests_on_win_tile: rests & board.mask(Tile::is_win) != 0,
        capped: false,
    }
}

fn play(board: &Board, exploration: Exploration, found: PlayFindings) -> Figures {
    let winning = exploration.reachable_states - exploration.dead_end_states;
    let (decision, forced_fraction) = choices(&found.choices);
    let steps = found.bad_keys.len();
    let bad: f64 = found
        .bad_keys
        .iter()
        .map(|&(bad, keys)| f64::from(bad) / f64::from(keys))
        .sum();
    let spectacle_required = !is_quiet(board) && found.kept.iter().all(|&(_, loud)| loud);
    let first = found.kept.first().map(|(line, _)| line);
    let shortest = match first {
        Some(line) if line.len() == found.shortest.len() => line.clone(),
        _ => found.shortest,
    };
    let spectacle = first.map_or(0.0, |line| Spectacle::of(board, line).measure());
    let spectacle_of_shortest = if first == Some(&shortest) {
        spectacle
    } else {
        Spectacle::of(board, &shortest).measure()
    };
    let play = Play {
        shortest_solution: shortest,
        random_solve_prob: found.original_chance,
        random_solve_prob_exact: found.chance,
        greedy_solves: GreedyEnd::of(board).solves,
        commitment: if steps == 0 { 0.0 } else { bad / steps as f64 },
        max_doom_delay: found.doom,
        optimal_path_fraction: f64::from(found.near) / f64::from(winning),
        decision,
        forced_fraction,
        spectacle,
        spectacle_of_shortest,
        spectacle_required,
    };
    Figures {
        exploration,
        solutions: Solutions {
            count: found.solutions,
            capped: found.solutions_capped,
            kept: found.kept.into_iter().map(|(line, _)| line).collect(),
        },
        play: Some(play),
    }
}
