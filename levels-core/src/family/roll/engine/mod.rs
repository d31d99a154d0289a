//! Floor 2: the fast engine.
//!
//! A state is a world and the tile that the cube stands on in it; the worlds are far fewer than
//! the states, and what the search does, it does for all tiles of a world at once.
//!
//! | file | what it holds |
//! |---|---|
//! | `word` | words that serve as worlds and as sets of tiles |
//! | `plan` | a board laid out: the order of tiles, what an action does to a world |
//! | `landing` | where rolls end, chains of arrows and teleports followed ahead |
//! | `table` | the hash tables of worlds |
//! | `explore` | the forward pass |
//! | `backward` | the backward pass |
//! | `wins` | the part of the graph that can win |
//! | `chance` | distances to a win, random players |
//! | `doom` | walks that cannot win any more |
//! | `count` | solutions |
//!
//! The plain search stays the oracle: tests hold every figure of this engine equal to its own.

mod backward;
mod chance;
mod count;
mod doom;
mod explore;
mod landing;
mod plan;
mod table;
mod wins;
mod word;

use alloc::vec::Vec;

use super::board::Board;
use super::notation::Move;
use chance::{Odds, original_chance};
use count::Caps;
use explore::{NO_WORLD, Worlds};
use wins::{MAX_NODES, Wins};
use word::Bits;

pub use explore::TooMany;

/// Which search suits a board, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The search.
    pub engine: Engine,
    /// Why, for reports.
    pub reason: &'static str,
}

/// A way to search a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Engine {
    /// This engine, with worlds of 64 bits.
    Worlds64,
    /// This engine, with worlds of 128 bits.
    Worlds128,
    /// Plain breadth-first search over packed states.
    Plain,
}

/// Chooses the search for a board and a limit on states.
#[must_use]
pub fn choose(board: &Board, max_states: u32) -> Choice {
    let (engine, reason) = match plan::bits(board) {
        _ if max_states >= MAX_NODES => (
            Engine::Plain,
            "the limit on states is beyond what the engine numbers",
        ),
        ..=64 => (Engine::Worlds64, "a world fits into 64 bits"),
        65..=128 => (Engine::Worlds128, "a world fits into 128 bits"),
        _ => (Engine::Plain, "a world does not fit into 128 bits"),
    };
    Choice { engine, reason }
}

/// What the play of a board is measured by.
#[derive(Debug, Clone, Copy)]
pub struct PlayLimits {
    /// The most solutions that are counted.
    pub count: u32,
    /// The most nodes that the count enters.
    pub visits: u32,
    /// How many solutions are kept.
    pub keep: usize,
    /// Out of how many of the first found.
    pub buffer: usize,
    /// The longest walk that doom is followed for, in actions.
    pub doom: u32,
}

/// What the engine finds out about a board.
#[derive(Debug, Clone)]
pub struct Findings {
    /// States that can be reached.
    pub states: u32,
    /// Those of them that can win; 0 exactly where the board cannot be won.
    pub winning: u32,
    /// Tiles of the start that no surviving move occupies or removes.
    pub dead_tiles: u32,
    /// The cells on which the cube rests in states that can win, as a mask.
    pub rests: u128,
    /// How the board plays, where it can be won and that was asked for.
    pub play: Option<PlayFindings>,
    /// Fewest actions to a win, where that was asked for and there is one.
    pub optimum: Option<u32>,
}

/// What the engine finds out about the play of a board that can be won.
#[derive(Debug, Clone)]
pub struct PlayFindings {
    /// Solutions, a line and its mirror counted as one.
    pub solutions: u32,
    /// Whether a cap stopped the count.
    pub solutions_capped: bool,
    /// Kept solutions and whether each fires a line, detonates a mine or teleports.
    pub kept: Vec<(Vec<Move>, bool)>,
    /// The least shortest solution by byte.
    pub shortest: Vec<Move>,
    /// The probability of the random player as the original sweeps it out, and exactly.
    pub original_chance: f64,
    /// The exact one.
    pub chance: f64,
    /// For each state on the path of `shortest` but the won one: bad keys and all keys.
    pub bad_keys: Vec<(u32, u32)>,
    /// The longest walk after a mistake on that path.
    pub doom: u32,
    /// States that can win on a path of at most 1.15 times the optimum.
    pub near: u32,
    /// How many states that can win and are not won have how many surviving moves, and how many
    /// of those keep the win.
    pub choices: [[u32; 6]; 6],
}

/// Explores a board with the engine that was chosen and, if `play` is given, measures its play.
/// `None` where plain search was chosen.
///
/// # Errors
/// [`TooMany`] where there are more than `max_states` states.
pub fn explore(
    board: &Board,
    max_states: u32,
    play: Option<&PlayLimits>,
) -> Option<Result<Findings, TooMany>> {
    match choose(board, max_states).engine {
        Engine::Worlds64 => Some(find::<u64>(board, max_states, play)),
        Engine::Worlds128 => Some(find::<u128>(board, max_states, play)),
        Engine::Plain => None,
    }
}

fn find<B: Bits>(
    board: &Board,
    max_states: u32,
    play: Option<&PlayLimits>,
) -> Result<Findings, TooMany> {
    let mut worlds = Worlds::<B>::explore(board, max_states)?;
    let winning = worlds.mark_winning();
    let rests = winning
        .rests
        .ones()
        .fold(0, |rests, tile| rests | 1 << worlds.plan.cell(tile));
    let mut findings = Findings {
        states: worlds.states,
        winning: winning.states,
        dead_tiles: worlds.plan.all.minus(worlds.touched).count(),
        rests,
        play: None,
        optimum: None,
    };
    // Whatever is reached is reached from the start: if anything can win, the start can.
    if winning.states > 0 {
        let wins = Wins::new(&worlds, winning.states);
        let odds = Odds::of(&wins);
        findings.optimum = odds.to_win.first().copied();
        findings.play = play.map(|limits| measure(&wins, &odds, limits));
    }
    Ok(findings)
}

fn measure<B: Bits>(wins: &Wins<'_, B>, odds: &Odds, limits: &PlayLimits) -> PlayFindings {
    let optimum = odds.to_win[0];
    let slack = optimum * 115 / 100;
    let mut near = 0;
    let mut first = 0;
    for (depth, &end) in wins.depth_ends.iter().enumerate() {
        let left = &odds.to_win[first..end as usize];
        near += left
            .iter()
            .filter(|&&left| depth as u32 + left <= slack)
            .count() as u32;
        first = end as usize;
    }
    let (shortest, path) = optimal_path(wins, odds);
    let bad_keys = path
        .iter()
        .map(|&node| {
            let keys = u32::from(wins.nodes()[node].keys);
            (keys - wins.edges(node).len() as u32, keys)
        })
        .collect();
    let exits = exits(wins, &path);
    let doom = if exits.is_empty() {
        0
    } else {
        (doom::longest_walk(wins.worlds, &exits, limits.doom) + 1).min(limits.doom)
    };
    let counted = if optimum == 0 {
        count::Counted {
            count: 1,
            capped: false,
            kept: alloc::vec![count::Kept::default()],
        }
    } else {
        count::count(
            wins,
            Caps {
                count: limits.count,
                visits: limits.visits,
                keep: limits.keep,
                buffer: limits.buffer,
            },
        )
    };
    PlayFindings {
        solutions: counted.count,
        solutions_capped: counted.capped,
        kept: counted
            .kept
            .into_iter()
            .map(|kept| (kept.line, kept.loud))
            .collect(),
        shortest,
        original_chance: original_chance(wins),
        chance: odds.chance[0],
        bad_keys,
        doom,
        near,
        choices: wins.choices,
    }
}

/// The shortest line that always takes the first of the best moves by byte, and the nodes that it
/// passes, the won one left out.
fn optimal_path<B: Bits>(wins: &Wins<'_, B>, odds: &Odds) -> (Vec<Move>, Vec<usize>) {
    let (mut line, mut path) = (Vec::new(), Vec::new());
    let mut node = 0;
    while odds.to_win[node] > 0 {
        let left = odds.to_win[node] - 1;
        let best = wins
            .edges(node)
            .iter()
            .filter(|edge| odds.to_win[edge.target()] == left)
            .min_by_key(|edge| edge.action().glyph());
        let Some(edge) = best else { break };
        path.push(node);
        line.push(edge.action());
        node = edge.target();
    }
    (line, path)
}

/// The states that surviving moves from the nodes of a path lead to and that cannot win.
fn exits<B: Bits>(wins: &Wins<'_, B>, path: &[usize]) -> Vec<(u32, u8)> {
    let worlds = wins.worlds;
    let mut exits = Vec::new();
    for &number in path {
        let node = wins.nodes()[number];
        if usize::from(node.moves) == wins.edges(number).len() {
            continue;
        }
        let from = u32::from(node.tile);
        let world = worlds.list[node.world as usize];
        let unfired = worlds.plan.unfired(world.word);
        let child = worlds.child(&world, from);
        let mut exit = |next: u32, to: u8| {
            if next != NO_WORLD && !worlds.list[next as usize].can_win.has(u32::from(to)) {
                exits.push((next, to));
            }
        };
        for to in worlds.landings.get(world.word).to[from as usize] {
            exit(worlds.after(&world, from, to, unfired, child), to);
        }
        if !worlds.plan.burning(world.word).is_none()
            && worlds.list[world.stay as usize].reached.has(from)
        {
            exit(world.stay, node.tile);
        }
    }
    exits
}
