//! All figures from the engine that suits the board.

use super::super::board::Board;
use super::super::engine::{Findings, PlayFindings, PlayLimits, Reached, Want, explore};
use super::super::tile::Tile;
use super::budget::Budget;
use super::figures::{Exhausted, Exploration, Figures, Play, Solutions};
use super::plain::{MAX_DOOM, choices, plain_figures};
use super::walks::{GreedyEnd, Spectacle, is_quiet};

/// All figures of a board.
///
/// # Errors
/// [`Exhausted`] if the board has more states than the budget allows.
pub fn figures(board: &Board, budget: &Budget) -> Result<Figures, Exhausted> {
    match find(board, budget, |_| true) {
        Some(found) => found.map(|found| assemble(board, found)),
        None => plain_figures(board, budget),
    }
}

/// All figures of a board that can be won and whose play is worth measuring; `None` for another.
/// `worth` decides by the exploration, before the length of a shortest solution is known.
///
/// # Errors
/// [`Exhausted`] if the board has more states than the budget allows.
pub fn figures_where(
    board: &Board,
    budget: &Budget,
    mut worth: impl FnMut(&Exploration) -> bool,
) -> Result<Option<Figures>, Exhausted> {
    let found = find(board, budget, |reached| {
        worth(&exploration(board, reached, None))
    });
    let figures = match found {
        Some(found) => assemble(board, found?),
        None => {
            let figures = plain_figures(board, budget)?;
            let explored = Exploration {
                shortest_path: None,
                ..figures.exploration
            };
            if !explored.solvable || !worth(&explored) {
                return Ok(None);
            }
            figures
        }
    };
    Ok(Some(figures).filter(|figures| figures.play.is_some()))
}

/// Searches with the engine; `None` if plain search must do it.
fn find(
    board: &Board,
    budget: &Budget,
    worth: impl FnOnce(&Reached) -> bool,
) -> Option<Result<Findings, Exhausted>> {
    let limits = PlayLimits {
        count: budget.count_cap,
        visits: budget.visit_cap,
        keep: budget.keep,
        buffer: budget.buffer,
        doom: MAX_DOOM,
    };
    let found = explore(board, budget.max_states, |reached| {
        if !budget.play {
            Want::Optimum
        } else if worth(reached) {
            Want::Play(limits)
        } else {
            Want::Nothing
        }
    })?;
    Some(found.map_err(|limit| Exhausted { limit }))
}

fn assemble(board: &Board, found: Findings) -> Figures {
    let exploration = exploration(board, &found.reached, found.optimum);
    match found.play {
        Some(found) => play(board, exploration, found),
        None => Figures {
            exploration,
            solutions: Solutions::default(),
            play: None,
        },
    }
}

fn exploration(board: &Board, reached: &Reached, shortest_path: Option<u32>) -> Exploration {
    let infos = board.mask(|tile| tile == Tile::Info);
    let first_info = infos & infos.wrapping_neg();
    let rests = reached.rests;
    Exploration {
        solvable: reached.winning > 0,
        shortest_path,
        reachable_states: reached.states,
        dead_end_states: reached.states - reached.winning,
        dead_tiles: reached.dead_tiles,
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
