//! What follows from playing one line on the rules: the greedy player, and what a solution sets
//! off (docs/rules-roll.md, Play figures).

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::super::board::Board;
use super::super::notation::Move;
use super::super::rules::{ForRolling, Outcome, Rolling, Touched};
use super::super::tile::Tile;
use crate::bits::Word;
use crate::puzzle::Puzzle;

/// The end of the greedy player. It always takes the surviving move that leaves the fewest tiles to
/// clear, then the one nearest the base, then the first by byte. It gives up if there is no such
/// move or if it has been in that state before.
///
/// The screen and the measures use the same player (docs/rules-roll.md, Greedy player).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GreedyEnd {
    /// Whether it wins.
    pub solves: bool,
    /// Tiles left to clear where it ends.
    pub left: u32,
    /// Tiles that it has neither occupied nor cleared by then; the base counts as occupied.
    pub idle: u32,
}

impl GreedyEnd {
    /// Plays the greedy player.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        board.with_rolling(Greedy)
    }
}

struct Greedy;

impl ForRolling<GreedyEnd> for Greedy {
    fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> GreedyEnd {
        let board = puzzle.board();
        let packing = board.packing();
        let (cols, base) = (board.cols(), board.base());
        let mut state = puzzle.start();
        let mut met = BTreeSet::new();
        let mut touched = Touched(1 << base);
        while !puzzle.is_won(state) && met.insert(state) {
            let mut best: Option<((u32, usize, char), W, Touched)> = None;
            puzzle.expand(state, |m, next, trace| {
                let cell = packing.cell(next);
                let rows = (cell / cols).abs_diff(base / cols);
                let key = (
                    packing.left(next),
                    rows + (cell % cols).abs_diff(base % cols),
                    m.glyph(),
                );
                if best.is_none_or(|(least, ..)| key < least) {
                    best = Some((key, next, trace));
                }
            });
            let Some((_, next, trace)) = best else { break };
            state = next;
            touched |= trace;
        }
        GreedyEnd {
            solves: puzzle.is_won(state),
            left: packing.left(state),
            idle: (board.standing() & !touched.0).count_ones(),
        }
    }
}

/// What a line of play sets off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spectacle {
    /// Lines fired, including those fired by a blast.
    pub lines: u32,
    /// Mines detonated.
    pub blasts: u32,
    /// Teleport hops.
    pub hops: u32,
    /// Arrow pushes.
    pub pushes: u32,
}

impl Spectacle {
    /// What a line sets off until it ends or a move loses.
    #[must_use]
    pub fn of(board: &Board, line: &[Move]) -> Self {
        board.with_rolling(Play(line))
    }

    /// Whether a line was fired, a mine detonated or a teleport used.
    #[must_use]
    pub fn is_any(self) -> bool {
        self.lines + self.blasts + self.hops > 0
    }

    /// The measure, 0 (nothing) to 1.
    #[must_use]
    pub fn measure(self) -> f64 {
        let x = (1.5 * f64::from(self.blasts)
            + f64::from(self.lines)
            + f64::from(self.hops)
            + 0.3 * f64::from(self.pushes))
            / 3.0;
        saturate(x)
    }
}

/// `x / (1 + x)`.
pub(super) fn saturate(x: f64) -> f64 {
    x / (1.0 + x)
}

struct Play<'a>(&'a [Move]);

impl ForRolling<Spectacle> for Play<'_> {
    fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> Spectacle {
        let mut seen = Spectacle::default();
        let mut state = puzzle.start();
        for &action in self.0 {
            let Outcome::Survives(next, effects) = puzzle.act(state, action) else {
                break;
            };
            state = next;
            seen.lines += effects.lines;
            seen.blasts += effects.blasts;
            seen.hops += effects.hops;
            seen.pushes += effects.pushes;
        }
        seen
    }
}

/// Whether a board has nothing that can be set off and no teleport.
pub(super) fn is_quiet(board: &Board) -> bool {
    !board
        .tiles()
        .iter()
        .any(|tile| matches!(tile, Tile::Line(_) | Tile::Mine | Tile::Teleport(_)))
}

/// Whether every solution of a board fires a line, detonates a mine or teleports, judging by the
/// kept ones.
pub(super) fn spectacle_required(board: &Board, kept: &[Vec<Move>]) -> bool {
    !is_quiet(board) && kept.iter().all(|line| Spectacle::of(board, line).is_any())
}
