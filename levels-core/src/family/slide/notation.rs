//! Lines of play: `b>3` is block b, three cells right; an ice move has no number (`d^`).

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::board::Board;
use super::level::Kind;
use super::rules::{ForSliding, Sliding};
use crate::bits::Word;
use crate::grid::Direction;
use crate::puzzle::{LineFault, Puzzle, Replay};

/// One whole drag of one block along its axis.
///
/// Moves are ordered by block (its first cell in reading order of the opening position), then `<`
/// before `>` and `^` before `v`, then distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// The block's index on the board.
    pub block: u8,
    /// Where it goes.
    pub direction: Direction,
    /// How many cells it goes.
    pub cells: u8,
}

/// Writes a line of play in the board's letters.
pub(super) fn write(board: &Board, line: &[Move]) -> String {
    let mut text = String::new();
    for m in line {
        let block = &board.blocks()[usize::from(m.block)];
        if !text.is_empty() {
            text.push(' ');
        }
        text.push(block.letter);
        text.push(m.direction.arrow());
        if block.kind != Kind::Ice {
            let _ = write!(text, "{}", m.cells);
        }
    }
    text
}

/// A move as written, before it is known to be legal.
struct Written {
    letter: char,
    direction: Direction,
    cells: Option<u8>,
}

fn read_move(word: &str) -> Option<Written> {
    let mut chars = word.chars();
    let letter = chars.next()?;
    let direction = Direction::from_arrow(chars.next()?)?;
    let number = chars.as_str();
    let cells = if number.is_empty() {
        None
    } else {
        // No sign and no leading zero: a line of play has exactly one spelling.
        Some(
            number
                .parse()
                .ok()
                .filter(|n: &u8| n.to_string() == number)?,
        )
    };
    Some(Written {
        letter,
        direction,
        cells,
    })
}

/// The words of a text with their byte offsets.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split(' ')
        .scan(0, |at, word| {
            let start = *at;
            *at += word.len() + 1;
            Some((start, word))
        })
        .filter(|(_, word)| !word.is_empty())
}

/// Reads and replays a line of play.
pub(super) fn replay(board: &Board, line: &str) -> Result<Replay<Move>, LineFault> {
    struct Run<'a>(&'a str);
    impl ForSliding<Result<Replay<Move>, LineFault>> for Run<'_> {
        fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<Replay<Move>, LineFault> {
            run(puzzle, self.0)
        }
    }
    board.with_sliding(Run(line))
}

fn run<W: Word>(puzzle: &Sliding<'_, W>, line: &str) -> Result<Replay<Move>, LineFault> {
    let board = puzzle.board();
    let mut state = puzzle.start();
    let mut replay = Replay {
        moves: Vec::new(),
        frames: alloc::vec![puzzle.frame(state)],
        won_after: puzzle.is_won(state).then_some(0),
    };
    for (index, (at, word)) in words(line).enumerate() {
        let fault = |message: String| LineFault {
            index,
            range: at..at + word.len(),
            message,
        };
        let written = read_move(word).ok_or_else(|| {
            fault(format!(
                "`{word}` is not a move; a move reads `b>3`, an ice move `d^`"
            ))
        })?;
        let Some(block) = board
            .blocks()
            .iter()
            .position(|b| b.letter == written.letter)
        else {
            return Err(fault(format!("`{word}`: no block `{}`", written.letter)));
        };
        let ice = board.blocks()[block].kind == Kind::Ice;
        match written.cells {
            Some(_) if ice => {
                return Err(fault(format!("`{word}`: an ice move has no number")));
            }
            None if !ice => {
                return Err(fault(format!(
                    "`{word}`: how many cells? only ice moves have no number"
                )));
            }
            _ => {}
        }
        let mut found = None;
        puzzle.expand(state, |m, next, _| {
            if usize::from(m.block) == block
                && m.direction == written.direction
                && written.cells.is_none_or(|cells| cells == m.cells)
            {
                found = Some((m, next));
            }
        });
        let (m, next) = found.ok_or_else(|| fault(format!("`{word}` is not legal here")))?;
        state = next;
        replay.moves.push(m);
        replay.frames.push(puzzle.frame(state));
        if replay.won_after.is_none() && puzzle.is_won(state) {
            replay.won_after = Some(index + 1);
        }
    }
    Ok(replay)
}
