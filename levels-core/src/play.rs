//! Playing a level: the functions for a game, without any feature and without `std`.
//!
//! The rules are those that proved the level, so a game cannot drift from its verifier. There are
//! two ways in. [`legal_moves`], [`apply`] and [`hint`] work on states, which are `Copy`: a game
//! for one family keeps a list of them to undo. [`Play`] is a game in progress on a board of any
//! family, whatever the size of its states:
//!
//! ```
//! use levels_core::family::slide::Slide;
//! use levels_core::play::{Hint, Play};
//! use levels_core::puzzle::Family;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let level = Slide::from_text("..b.\nKKb.\n....\n....\nlantern right 1\nwin exit\n")?;
//! let mut play = Play::<Slide>::new(Slide::build(&level)?);
//! while let Hint::Move { action, .. } = play.hint(100_000) {
//!     play.apply(action)?;
//! }
//! assert!(play.is_won());
//! assert_eq!(Slide::write_line(play.board(), play.moves()), "bv2 K>2");
//! # Ok(())
//! # }
//! ```

use alloc::vec::Vec;
use core::fmt;

pub use crate::hint::{Hint, hint};
use crate::line;
use crate::picture::{Frame, Picture};
use crate::puzzle::{Family, ForPuzzle, Puzzle};

/// A move that cannot be made in the position, or that loses the level at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotLegal;

impl fmt::Display for NotLegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl core::error::Error for NotLegal {}

/// The moves that can be made in a state without losing the level at once, in the family's order;
/// none if the level is won and a win ends it.
#[must_use]
pub fn legal_moves<P: Puzzle>(puzzle: &P, state: P::State) -> Vec<P::Move> {
    let mut moves = Vec::new();
    if !is_over(puzzle, state) {
        puzzle.expand(state, |m, _, _| moves.push(m));
    }
    moves
}

/// The state that a move leads to.
///
/// # Errors
/// The move is not one of [`legal_moves`].
pub fn apply<P: Puzzle>(
    puzzle: &P,
    state: P::State,
    action: P::Move,
) -> Result<P::State, NotLegal> {
    let mut found = Err(NotLegal);
    if !is_over(puzzle, state) {
        puzzle.expand(state, |m, next, _| {
            if m == action {
                found = Ok(next);
            }
        });
    }
    found
}

fn is_over<P: Puzzle>(puzzle: &P, state: P::State) -> bool {
    P::WON_IS_FINAL && puzzle.is_won(state)
}

/// A game in progress: a board and the moves made on it.
///
/// It keeps moves instead of states, because the type of a state depends on the size of the board.
/// After each change it plays the line again from the opening: one expansion per move, some
/// microseconds. Everything else is stored.
///
/// ```
/// use levels_core::family::slide::Slide;
/// use levels_core::play::Play;
/// use levels_core::puzzle::Family;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let text = "..b.\nKKb.\n....\n....\nlantern right 1\nwin exit\n";
/// let mut play = Play::<Slide>::new(Slide::build(&Slide::from_text(text)?)?);
/// assert!(play.read_move("K>2").is_none(), "block b is in the way");
///
/// let (down, _) = play.read_move("bv2").ok_or("not legal")?;
/// play.apply(down)?;
/// assert_eq!(play.undo(), Some(down));
/// assert_eq!((play.moves().len(), play.is_won()), (0, false));
/// # Ok(())
/// # }
/// ```
pub struct Play<F: Family> {
    board: F::Board,
    moves: Vec<F::Move>,
    now: Position<F::Move>,
}

/// What is known about the position that a line leads to.
#[derive(Debug, Clone)]
struct Position<M> {
    frame: Frame,
    legal: Vec<M>,
    losing: u32,
    won: bool,
}

impl<F: Family> Play<F> {
    /// The opening position of a board.
    #[must_use]
    pub fn new(board: F::Board) -> Self {
        let now = F::with_puzzle(&board, Walk(&[], Look));
        Self {
            board,
            moves: Vec::new(),
            now,
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &F::Board {
        &self.board
    }

    /// The moves made, oldest first; without those that were undone.
    #[must_use]
    pub fn moves(&self) -> &[F::Move] {
        &self.moves
    }

    /// The moves that can be made now without losing the level at once, in the family's order.
    #[must_use]
    pub fn legal_moves(&self) -> &[F::Move] {
        &self.now.legal
    }

    /// How many more moves are possible now that lose the level at once.
    #[must_use]
    pub fn losing_moves(&self) -> u32 {
        self.now.losing
    }

    /// Whether the level is won in this position.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.now.won
    }

    /// The board as it is shown: rows of glyphs, and which pieces are marked.
    #[must_use]
    pub fn frame(&self) -> &Frame {
        &self.now.frame
    }

    /// The board as something to draw.
    #[must_use]
    pub fn picture(&self) -> Picture {
        F::picture(&self.board, &self.now.frame)
    }

    /// Makes a move.
    ///
    /// # Errors
    /// The move is not one of [`legal_moves`](Play::legal_moves); nothing has changed.
    pub fn apply(&mut self, action: F::Move) -> Result<(), NotLegal> {
        if !self.now.legal.contains(&action) {
            return Err(NotLegal);
        }
        self.moves.push(action);
        self.look();
        Ok(())
    }

    /// Takes the last move back and returns it; `None` in the opening position.
    pub fn undo(&mut self) -> Option<F::Move> {
        let last = self.moves.pop()?;
        self.look();
        Some(last)
    }

    /// Goes back to the opening position.
    pub fn restart(&mut self) {
        self.moves.clear();
        self.look();
    }

    /// The next move of a shortest way to a win, by a search that keeps at most `max_states` states.
    #[must_use]
    pub fn hint(&self, max_states: u32) -> Hint<F::Move> {
        F::with_puzzle(&self.board, Walk(&self.moves, Ahead(max_states)))
    }

    /// The legal move that `text` begins with in the family's notation, and how many bytes of the
    /// text name it. Blanks before it are not skipped.
    #[must_use]
    pub fn read_move(&self, text: &str) -> Option<(F::Move, usize)> {
        let read = Read::<F> {
            board: &self.board,
            text,
        };
        F::with_puzzle(&self.board, Walk(&self.moves, read))
    }

    fn look(&mut self) {
        self.now = F::with_puzzle(&self.board, Walk(&self.moves, Look));
    }
}

impl<F: Family> Clone for Play<F> {
    fn clone(&self) -> Self {
        Self {
            board: self.board.clone(),
            moves: self.moves.clone(),
            now: self.now.clone(),
        }
    }
}

impl<F: Family> fmt::Debug for Play<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Play")
            .field("board", &self.board)
            .field("moves", &self.moves)
            .field("now", &self.now)
            .finish()
    }
}

/// A question about the position that a line leads to.
trait Ask<M, R> {
    fn of<P: Puzzle<Move = M>>(self, puzzle: &P, state: P::State) -> R;
}

/// Plays a line from the opening and asks at its end. Every move of the line was legal when it was
/// made.
struct Walk<'a, M, A>(&'a [M], A);

impl<M: Copy + Eq, R, A: Ask<M, R>> ForPuzzle<M, R> for Walk<'_, M, A> {
    fn call<P: Puzzle<Move = M>>(self, puzzle: &P) -> R {
        let state = self.0.iter().fold(puzzle.start(), |state, &m| {
            apply(puzzle, state, m).unwrap_or(state)
        });
        self.1.of(puzzle, state)
    }
}

struct Look;

impl<M> Ask<M, Position<M>> for Look {
    fn of<P: Puzzle<Move = M>>(self, puzzle: &P, state: P::State) -> Position<M> {
        let won = puzzle.is_won(state);
        let mut legal = Vec::new();
        let mut losing = 0;
        if !is_over(puzzle, state) {
            losing = puzzle.expand(state, |m, _, _| legal.push(m));
        }
        Position {
            frame: puzzle.frame(state),
            legal,
            losing,
            won,
        }
    }
}

struct Ahead(u32);

impl<M> Ask<M, Hint<M>> for Ahead {
    fn of<P: Puzzle<Move = M>>(self, puzzle: &P, state: P::State) -> Hint<M> {
        hint(puzzle, state, self.0)
    }
}

struct Read<'a, F: Family> {
    board: &'a F::Board,
    text: &'a str,
}

impl<F: Family> Ask<F::Move, Option<(F::Move, usize)>> for Read<'_, F> {
    fn of<P: Puzzle<Move = F::Move>>(
        self,
        puzzle: &P,
        state: P::State,
    ) -> Option<(F::Move, usize)> {
        if is_over(puzzle, state) {
            return None;
        }
        line::begins::<F, P>(self.board, puzzle, state, self.text).map(|(m, _, length)| (m, length))
    }
}
