//! Lines of play: one character per action, `>` `<` `v` `^` a roll and `-` a wait.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::board::Board;
use super::rules::{ForRolling, Loss, Outcome, Rolling};
use crate::bits::Word;
use crate::grid::Direction;
use crate::puzzle::{LineFault, Puzzle, Replay};

/// One action of the player, in the order in which actions are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Move {
    /// `>`: one column on.
    Right,
    /// `<`: one column back.
    Left,
    /// `v`: one row down.
    Down,
    /// `^`: one row up.
    Up,
    /// `-`: stay for one tick, possible while a fuse burns.
    Wait,
}

impl Move {
    /// All five, in order.
    pub const ALL: [Self; 5] = [Self::Right, Self::Left, Self::Down, Self::Up, Self::Wait];
    /// The four rolls, in order.
    pub const ROLLS: [Self; 4] = [Self::Right, Self::Left, Self::Down, Self::Up];

    /// The character in lines of play. Ties are broken "by byte" (docs/rules-roll.md, Solutions),
    /// by this character: `-`, `<`, `>`, `^`, `v`.
    #[must_use]
    pub fn glyph(self) -> char {
        match self {
            Self::Right => '>',
            Self::Left => '<',
            Self::Down => 'v',
            Self::Up => '^',
            Self::Wait => '-',
        }
    }

    /// The action that a character names.
    #[must_use]
    pub fn from_glyph(glyph: char) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.glyph() == glyph)
    }

    /// The place in the order "by byte": `-`, `<`, `>`, `^`, `v`.
    #[inline]
    #[must_use]
    pub fn byte_rank(self) -> u8 {
        match self {
            Self::Wait => 0,
            Self::Left => 1,
            Self::Right => 2,
            Self::Up => 3,
            Self::Down => 4,
        }
    }

    /// The direction of a roll.
    #[must_use]
    pub fn direction(self) -> Option<Direction> {
        match self {
            Self::Right => Some(Direction::Right),
            Self::Left => Some(Direction::Left),
            Self::Down => Some(Direction::Down),
            Self::Up => Some(Direction::Up),
            Self::Wait => None,
        }
    }

    /// The roll in a direction.
    #[must_use]
    pub fn from_direction(direction: Direction) -> Self {
        match direction {
            Direction::Right => Self::Right,
            Direction::Left => Self::Left,
            Direction::Down => Self::Down,
            Direction::Up => Self::Up,
        }
    }

    /// The action backward: the opposite roll; the inverse of a wait is a wait.
    #[must_use]
    pub fn inverse(self) -> Self {
        match self {
            Self::Right => Self::Left,
            Self::Left => Self::Right,
            Self::Down => Self::Up,
            Self::Up => Self::Down,
            Self::Wait => Self::Wait,
        }
    }
}

/// Writes a line of play.
#[must_use]
pub fn write(line: &[Move]) -> String {
    line.iter().map(|m| m.glyph()).collect()
}

/// Reads a line of play without playing it; `None` if a character is not an action.
#[must_use]
pub fn read(line: &str) -> Option<Vec<Move>> {
    line.chars().map(Move::from_glyph).collect()
}

/// The glyph of the cube in a frame.
pub(super) const CUBE: char = '@';

/// Reads and replays a line of play.
pub(super) fn replay(board: &Board, line: &str) -> Result<Replay<Move>, LineFault> {
    struct Run<'a>(&'a str);
    impl ForRolling<Result<Replay<Move>, LineFault>> for Run<'_> {
        fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> Result<Replay<Move>, LineFault> {
            run(puzzle, self.0)
        }
    }
    board.with_rolling(Run(line))
}

fn run<W: Word>(puzzle: &Rolling<'_, W>, line: &str) -> Result<Replay<Move>, LineFault> {
    let mut state = puzzle.start();
    let mut replay = Replay {
        moves: Vec::new(),
        frames: alloc::vec![puzzle.frame(state)],
        won_after: puzzle.is_won(state).then_some(0),
    };
    for (index, (at, glyph)) in line.char_indices().enumerate() {
        let fault = |message: String| LineFault {
            index,
            range: at..at + glyph.len_utf8(),
            message,
        };
        let Some(action) = Move::from_glyph(glyph) else {
            return Err(fault(format!(
                "`{}` is not an action; an action is `>`, `<`, `v`, `^` or `-`",
                glyph.escape_default()
            )));
        };
        if replay.won_after.is_some() {
            return Err(fault(format!("`{glyph}`: the level is already won")));
        }
        state = match puzzle.act(state, action) {
            Outcome::Survives(next, _) => next,
            Outcome::Unavailable => {
                return Err(fault(format!(
                    "`{glyph}`: no fuse is burning, so you cannot wait"
                )));
            }
            Outcome::Lost(loss) => {
                let how = match loss {
                    Loss::Fell => "the cube falls",
                    Loss::Endless => "the cube goes round for ever",
                    Loss::Caught => "the tile under the cube is removed",
                };
                return Err(fault(format!("`{glyph}`: {how}")));
            }
        };
        replay.moves.push(action);
        replay.frames.push(puzzle.frame(state));
        if puzzle.is_won(state) {
            replay.won_after = Some(index + 1);
        }
    }
    Ok(replay)
}
