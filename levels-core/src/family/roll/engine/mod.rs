//! Floor 2: the fast engine.
//!
//! A state is a world and the tile that the cube is on in it. There are far fewer worlds than
//! states, and the search handles all tiles of a world at once.
//!
//! | file | what it holds |
//! |---|---|
//! | `word` | words that serve as worlds and as sets of tiles |
//! | `plan` | a board laid out: the order of tiles, what an action does to a world |
//! | `landing` | where rolls end; chains of arrows and teleports are followed in advance |
//! | `table` | the hash tables of worlds |
//! | `explore` | the forward pass |
//! | `backward` | the backward pass |
//! | `wins` | the part of the graph that can win |
//! | `chance` | distances to a win, random players |
//! | `doom` | walks that cannot win any more |
//! | `count` | solutions |
//! | `play` | all figures of play |
//!
//! The plain search is the oracle: tests compare every figure of this engine with it.

mod backward;
mod chance;
mod count;
mod doom;
mod explore;
mod landing;
mod plan;
mod play;
mod table;
mod wins;
pub(super) mod word;

use super::board::Board;
use crate::search::{Claim, Limit, Limits, Room};
use chance::Odds;
use explore::{Stop, Worlds};
use wins::{MAX_NODES, Wins};
use word::Bits;

pub use play::{PlayFindings, PlayLimits};

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
            "the limit on states is greater than the engine can number",
        ),
        ..=64 => (Engine::Worlds64, "a world fits into 64 bits"),
        65..=128 => (Engine::Worlds128, "a world fits into 128 bits"),
        _ => (Engine::Plain, "a world does not fit into 128 bits"),
    };
    Choice { engine, reason }
}

/// What exploring a board shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reached {
    /// States that can be reached.
    pub states: u32,
    /// How many of them can win; 0 exactly if the board cannot be won.
    pub winning: u32,
    /// Tiles of the start that no surviving move occupies or removes.
    pub dead_tiles: u32,
    /// The cells on which the cube rests in states that can win, as a mask.
    pub rests: u128,
}

/// What else to find out about an explored board that can be won.
#[derive(Debug, Clone, Copy)]
pub enum Want {
    /// Nothing more.
    Nothing,
    /// The fewest actions to a win.
    Optimum,
    /// The optimum, and everything about its play.
    Play(PlayLimits),
}

/// What the engine finds out about a board.
#[derive(Debug, Clone)]
pub struct Findings {
    /// What exploring it shows.
    pub reached: Reached,
    /// Fewest actions to a win, if that was wanted and there is one.
    pub optimum: Option<u32>,
    /// How the board plays, if that was wanted and it can be won.
    pub play: Option<PlayFindings>,
}

/// The most bytes that the measures of play take for each state that can win, and for each world.
const PLAY_BYTES: usize = 160;

/// Explores a board with the engine chosen for it and finds out what is `want`ed. `None` if plain
/// search must do it: it was chosen, or blasts change where arrows and teleports lead in thousands
/// of ways.
///
/// # Errors
/// The limit that was hit: there are more than `max_states` states, or they take more memory.
pub fn explore(
    board: &Board,
    max_states: u32,
    want: impl FnOnce(&Reached) -> Want,
) -> Option<Result<Findings, Limit>> {
    let found = match choose(board, max_states).engine {
        Engine::Worlds64 => find::<u64>(board, max_states, want),
        Engine::Worlds128 => find::<u128>(board, max_states, want),
        Engine::Plain => return None,
    };
    match found {
        Ok(findings) => Some(Ok(findings)),
        Err(Stop::Limit(limit)) => Some(Err(limit)),
        Err(Stop::Tables) => None,
    }
}

fn find<B: Bits>(
    board: &Board,
    max_states: u32,
    want: impl FnOnce(&Reached) -> Want,
) -> Result<Findings, Stop> {
    let _claim = Claim::open();
    let room = Room::new(Limits::states(max_states));
    let (mut worlds, mut room) = Worlds::<B>::explore(board, room)?;
    if !room.expect(worlds.list.len() * size_of::<B>()) {
        return Err(Stop::Limit(room.limit()));
    }
    let winning = worlds.mark_winning();
    let rests = winning
        .rests
        .ones()
        .fold(0, |rests, tile| rests | 1 << worlds.plan.cell(tile));
    let reached = Reached {
        states: worlds.states,
        winning: winning.states,
        dead_tiles: worlds.plan.all.minus(worlds.touched).count(),
        rests,
    };
    let mut findings = Findings {
        reached,
        optimum: None,
        play: None,
    };
    // Everything is reached from the start, so if any state can win, the start can.
    if winning.states == 0 {
        return Ok(findings);
    }
    let limits = match want(&reached) {
        Want::Nothing => return Ok(findings),
        Want::Optimum => None,
        Want::Play(limits) => Some(limits),
    };
    let nodes = worlds.list.len() / 4 + winning.states as usize;
    if !room.expect(nodes * PLAY_BYTES) {
        return Err(Stop::Limit(room.limit()));
    }
    let wins = Wins::new(&worlds, winning.states);
    let odds = Odds::of(&wins);
    findings.optimum = odds.to_win.first().copied();
    findings.play = limits.map(|limits| play::measure(&wins, &odds, &limits));
    Ok(findings)
}
