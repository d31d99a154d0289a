//! How a board plays: everything that is measured on the states that can win.

use alloc::vec::Vec;

use super::super::notation::Move;
use super::chance::{Odds, original_chance};
use super::count::{Caps, Counted, Kept, count};
use super::doom::longest_walk;
use super::explore::NO_WORLD;
use super::wins::Wins;
use super::word::Bits;

/// The limits for measuring the play of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayLimits {
    /// The most solutions that are counted.
    pub count: u32,
    /// The most nodes that the count enters.
    pub visits: u32,
    /// How many solutions are kept.
    pub keep: usize,
    /// Out of how many of the first found.
    pub buffer: usize,
    /// The longest walk after a mistake that is followed, in actions.
    pub doom: u32,
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
    /// The first shortest solution by byte.
    pub shortest: Vec<Move>,
    /// The probability that random keys win, by the sweeps of the original.
    pub original_chance: f64,
    /// The exact probability.
    pub chance: f64,
    /// For each state on the path of `shortest` except the won one: the number of bad keys and of
    /// all keys.
    pub bad_keys: Vec<(u32, u32)>,
    /// The longest walk after a mistake on that path.
    pub doom: u32,
    /// States that can win on a path of at most 1.15 times the optimum.
    pub near: u32,
    /// Counts of states that can win and are not won, by the number of surviving moves and the
    /// number of those that keep the win.
    pub choices: [[u32; 6]; 6],
}

/// Measures the play of a board that can be won.
pub(super) fn measure<B: Bits>(
    wins: &Wins<'_, B>,
    odds: &Odds,
    limits: &PlayLimits,
) -> PlayFindings {
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
        (longest_walk(wins.worlds, &exits, limits.doom) + 1).min(limits.doom)
    };
    let counted = if optimum == 0 {
        Counted {
            count: 1,
            capped: false,
            kept: alloc::vec![Kept::default()],
        }
    } else {
        count(
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
/// passes, except the won one.
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

/// The states that cannot win and that surviving moves from the nodes of a path lead to.
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
            if next != NO_WORLD && !worlds.can_win[next as usize].has(u32::from(to)) {
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
