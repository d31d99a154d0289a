//! Reads lines of play by the legal moves: a text means the move that would be written that way.
//!
//! So a family that can write its moves does not need a reader.

use alloc::format;
use alloc::vec::Vec;

use crate::picture::Frame;
use crate::puzzle::{Family, ForPuzzle, LineFault, Puzzle, Replay};

/// The legal move in `state` that `text` begins with, the state it leads to, and how many bytes of
/// the text name it. The longest name counts.
pub(crate) fn begins<F: Family, P: Puzzle<Move = F::Move>>(
    board: &F::Board,
    puzzle: &P,
    state: P::State,
    text: &str,
) -> Option<(F::Move, P::State, usize)> {
    let mut found: Option<(F::Move, P::State, usize)> = None;
    puzzle.expand(state, |m, next, _| {
        let name = F::write_line(board, &[m]);
        let longer = found.is_none_or(|(.., length)| length < name.len());
        if longer && !name.is_empty() && text.starts_with(&name) {
            found = Some((m, next, name.len()));
        }
    });
    found
}

/// The opening position as a frame.
pub(crate) fn opening<F: Family>(board: &F::Board) -> Frame {
    struct Opening;
    impl<M> ForPuzzle<M, Frame> for Opening {
        fn call<P: Puzzle<Move = M>>(self, puzzle: &P) -> Frame {
            puzzle.frame(puzzle.start())
        }
    }
    F::with_puzzle(board, Opening)
}

/// Reads and replays a line of play.
pub(crate) fn replay<F: Family>(
    board: &F::Board,
    line: &str,
) -> Result<Replay<F::Move>, LineFault> {
    F::with_puzzle(board, ReplayLine::<F> { board, line })
}

struct ReplayLine<'a, F: Family> {
    board: &'a F::Board,
    line: &'a str,
}

impl<F: Family> ForPuzzle<F::Move, Result<Replay<F::Move>, LineFault>> for ReplayLine<'_, F> {
    fn call<P: Puzzle<Move = F::Move>>(self, puzzle: &P) -> Result<Replay<F::Move>, LineFault> {
        let mut state = puzzle.start();
        let mut replay = Replay {
            moves: Vec::new(),
            frames: alloc::vec![puzzle.frame(state)],
            won_after: puzzle.is_won(state).then_some(0),
        };
        let mut at = 0;
        loop {
            let rest = &self.line[at..];
            let text = rest.trim_start();
            at += rest.len() - text.len();
            if text.is_empty() {
                return Ok(replay);
            }
            let index = replay.moves.len();
            let over = P::WON_IS_FINAL && puzzle.is_won(state);
            let found = if over {
                None
            } else {
                begins::<F, P>(self.board, puzzle, state, text)
            };
            let Some((m, next, length)) = found else {
                let word = text.split_whitespace().next().unwrap_or(text);
                let message = if over {
                    format!("`{}`: the level is already won", word.escape_default())
                } else {
                    format!("`{}` is not a legal move here", word.escape_default())
                };
                return Err(LineFault {
                    index,
                    range: at..at + word.len(),
                    message,
                });
            };
            at += length;
            state = next;
            replay.moves.push(m);
            replay.frames.push(puzzle.frame(state));
            if replay.won_after.is_none() && puzzle.is_won(state) {
                replay.won_after = Some(index + 1);
            }
        }
    }
}
