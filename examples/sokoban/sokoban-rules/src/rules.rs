//! Pushes and wins: a board as the search sees it.

use levels_core::grid::Direction;
use levels_core::picture::Frame;
use levels_core::puzzle::{NoTrace, Puzzle};

use crate::{Board, Push};

/// A position: where the boxes are, and which part of the floor the player can walk on, identified by
/// its first cell. The player's cell within that part does not matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State {
    /// The cells of the boxes, as a set.
    pub boxes: u64,
    /// The first cell that the player can walk to.
    pub player: u8,
}

impl State {
    /// The position with the player on a cell.
    pub(crate) fn new(board: &Board, boxes: u64, player: u8) -> Self {
        let player = walk(board, boxes, player).trailing_zeros() as u8;
        Self { boxes, player }
    }
}

/// The cells that the player can walk to, as a set.
pub(crate) fn walk(board: &Board, boxes: u64, from: u8) -> u64 {
    let mut seen = 1_u64 << from;
    let mut edge = seen;
    while edge != 0 {
        let cell = edge.trailing_zeros() as u8;
        edge &= edge - 1;
        for direction in Direction::ALL {
            if let Some(there) = board.beside(cell, direction)
                && (seen | boxes) >> there & 1 == 0
            {
                seen |= 1 << there;
                edge |= 1 << there;
            }
        }
    }
    seen
}

/// The rules on one board.
#[derive(Debug, Clone, Copy)]
pub struct Pushing<'a>(pub &'a Board);

impl Puzzle for Pushing<'_> {
    type State = State;
    type Move = Push;
    type Trace = NoTrace;

    const WON_IS_FINAL: bool = true;

    fn start(&self) -> State {
        self.0.start
    }

    fn is_won(&self, state: State) -> bool {
        state.boxes == self.0.goals
    }

    /// Boxes in reading order, each in the order of the directions.
    fn expand(&self, state: State, mut visit: impl FnMut(Push, State, NoTrace)) -> u32 {
        let board = self.0;
        let region = walk(board, state.boxes, state.player);
        let mut rest = state.boxes;
        while rest != 0 {
            let cell = rest.trailing_zeros() as u8;
            rest &= rest - 1;
            for direction in Direction::ALL {
                let (Some(behind), Some(ahead)) = (
                    board.beside(cell, direction.opposite()),
                    board.beside(cell, direction),
                ) else {
                    continue;
                };
                if region >> behind & 1 == 1 && state.boxes >> ahead & 1 == 0 {
                    let boxes = state.boxes & !(1 << cell) | 1 << ahead;
                    let push = Push { cell, direction };
                    visit(push, State::new(board, boxes, cell), NoTrace);
                }
            }
        }
        0
    }

    fn frame(&self, state: State) -> Frame {
        self.0.rows(state.boxes, 1 << state.player).into()
    }
}
