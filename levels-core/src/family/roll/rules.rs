//! What an action does: a board as the search sees it (docs/rules-roll.md, State and actions).

use alloc::vec::Vec;
use core::ops::BitOrAssign;

use super::board::{Board, MAX_CELLS};
use super::notation::Move;
use super::state::{GONE, Packing, Width};
use super::tile::Tile;
use crate::bits::{Wide, Widest, Word};
use crate::picture::Frame;
use crate::puzzle::Puzzle;

/// How long a lit mine burns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fuse {
    /// Ticks from lighting to the blast, 1 to 6.
    pub ticks: u8,
    /// Whether a fuse lit by leaving the mine or by landing on a line is spared its first tick, the
    /// one at the end of that same action. A fuse lit within a tick is always spared it.
    pub first_tick_free: bool,
}

/// The fuse of the game: a mine that is stepped off or swept explodes at the end of the fourth
/// action after that one; a mine lit by a blast explodes at the end of the fifth
/// (docs/rules-roll.md, Mines).
pub const FUSE: Fuse = Fuse {
    ticks: 5,
    first_tick_free: false,
};

/// Work to do with the rules once the width of the state is known.
pub trait ForRolling<R> {
    /// Runs with states of type `W`.
    fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> R;
}

pub(super) fn dispatch<R>(board: &Board, fuse: Fuse, f: impl ForRolling<R>) -> R {
    match Width::of(board.packing().bits()) {
        Width::Bits64 => f.call(&Rolling::<u64>::new(board, fuse)),
        Width::Bits128 => f.call(&Rolling::<u128>::new(board, fuse)),
        Width::Bits256 => f.call(&Rolling::<Wide>::new(board, fuse)),
        Width::Bits512 => f.call(&Rolling::<Widest>::new(board, fuse)),
    }
}

/// Calls `f` with the rules on a board with another fuse. This is for experiments: packs and
/// measures use [`FUSE`].
pub fn with_fuse<R>(board: &Board, fuse: Fuse, f: impl ForRolling<R>) -> R {
    let fuse = Fuse {
        ticks: fuse.ticks.clamp(1, GONE as u8 - 1),
        ..fuse
    };
    dispatch(board, fuse, f)
}

/// The rules on one board, with states packed into `W`.
#[derive(Debug, Clone)]
pub struct Rolling<'a, W> {
    board: &'a Board,
    packing: &'a Packing,
    /// The cells of all mines.
    mines: Vec<u8>,
    fuse: Fuse,
    start: W,
}

/// The cells that a move occupied or whose tile it removed, as a mask. The cells that a chain of
/// arrows and teleports passes through count as occupied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Touched(pub u128);

impl BitOrAssign for Touched {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// What a surviving move set off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effects {
    /// Cells occupied or cleared.
    pub touched: Touched,
    /// Lines fired, including those fired by a blast.
    pub lines: u32,
    /// Mines detonated.
    pub blasts: u32,
    /// Teleport hops.
    pub hops: u32,
    /// Arrow pushes.
    pub pushes: u32,
}

/// Why a move loses the level.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loss {
    /// The cube rolled or was pushed off the board or onto a hole.
    Fell,
    /// Arrows and teleports move the cube round for ever.
    Endless,
    /// A sweep or a blast removed the tile under the cube.
    Caught,
}

/// The result of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outcome<W> {
    /// Play goes on in this state.
    Survives(W, Effects),
    /// The level is lost.
    Lost(Loss),
    /// Waiting where no fuse burns: not a move.
    Unavailable,
}

impl<'a, W: Word> Rolling<'a, W> {
    fn new(board: &'a Board, fuse: Fuse) -> Self {
        Self {
            board,
            packing: board.packing(),
            mines: (0..)
                .zip(board.tiles())
                .filter_map(|(cell, &tile)| (tile == Tile::Mine).then_some(cell))
                .collect(),
            fuse,
            start: board.packing().start(board.base()),
        }
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// Whether any fuse burns: only then can the player wait.
    #[inline]
    #[must_use]
    pub fn burns(&self, state: W) -> bool {
        self.mines.iter().any(|&mine| {
            self.packing
                .fuse(state, usize::from(mine))
                .is_some_and(|left| left > 0)
        })
    }

    /// What a move does in a state that is not won.
    #[inline]
    #[must_use]
    pub fn act(&self, state: W, action: Move) -> Outcome<W> {
        let mut turn = Turn {
            rules: self,
            state,
            cube: self.packing.cell(state),
            caught: false,
            fresh: 0,
            effects: Effects::default(),
        };
        if action == Move::Wait {
            if !self.burns(state) {
                return Outcome::Unavailable;
            }
        } else if let Err(loss) = turn.roll(action) {
            return Outcome::Lost(loss);
        }
        turn.tick();
        if turn.caught {
            return Outcome::Lost(Loss::Caught);
        }
        Outcome::Survives(self.packing.with_cell(turn.state, turn.cube), turn.effects)
    }
}

/// One action while it happens.
struct Turn<'r, 'a, W> {
    rules: &'r Rolling<'a, W>,
    /// The state, still with the cube's cell from before.
    state: W,
    cube: usize,
    /// Whether the tile under the cube has been removed.
    caught: bool,
    /// The mines that this action has lit.
    fresh: u128,
    effects: Effects,
}

impl<W: Word> Turn<'_, '_, W> {
    fn tile(&self, cell: usize) -> Tile {
        self.rules.board.tiles()[cell]
    }

    fn stands(&self, cell: usize) -> bool {
        self.rules.packing.stands(self.state, cell)
    }

    /// The standing neighbour in the direction of a roll.
    fn beside(&self, cell: usize, roll: Move) -> Result<usize, Loss> {
        self.rules
            .board
            .link(cell, roll)
            .filter(|&to| self.stands(to))
            .ok_or(Loss::Fell)
    }

    /// Rolls, slides and teleports to where the cube rests, and fires a line there.
    fn roll(&mut self, roll: Move) -> Result<(), Loss> {
        let mut from = self.cube;
        let mut to = self.beside(from, roll)?;
        // A longer chain has passed some step twice.
        for _ in 0..4 * self.rules.board.tiles().len() + 8 {
            self.cube = to;
            self.effects.touched.0 |= 1 << to;
            self.leave(from);
            let next = match self.tile(to) {
                Tile::Arrow(direction) => {
                    self.effects.pushes += 1;
                    self.beside(to, Move::from_direction(direction))?
                }
                Tile::Teleport(id) => match self.partner(to, id) {
                    Some(partner) if partner != from => {
                        self.effects.hops += 1;
                        partner
                    }
                    _ => return Ok(()),
                },
                Tile::Line(_) => {
                    self.fire(to);
                    return Ok(());
                }
                Tile::Hole | Tile::Base | Tile::Green | Tile::Info | Tile::Mine => return Ok(()),
            };
            (from, to) = (to, next);
        }
        Err(Loss::Endless)
    }

    /// The lowest standing teleport of an id, except the one landed on.
    fn partner(&self, cell: usize, id: u8) -> Option<usize> {
        let tiles = self.rules.board.tiles();
        (0..tiles.len()).find(|&other| {
            other != cell && tiles[other] == Tile::Teleport(id) && self.stands(other)
        })
    }

    fn leave(&mut self, cell: usize) {
        match self.tile(cell) {
            Tile::Green | Tile::Info => self.remove(cell),
            Tile::Mine => self.light(cell),
            _ => {}
        }
    }

    /// Removes a tile that is not a mine, if it is still there.
    fn remove(&mut self, cell: usize) {
        self.state = self.rules.packing.without(self.state, cell);
        self.effects.touched.0 |= 1 << cell;
        self.caught |= cell == self.cube;
    }

    /// Lights a mine that stands and does not burn.
    fn light(&mut self, cell: usize) {
        if self.rules.packing.fuse(self.state, cell) == Some(0) {
            let ticks = u32::from(self.rules.fuse.ticks);
            self.state = self.rules.packing.with_fuse(self.state, cell, ticks);
            self.fresh |= 1 << cell;
        }
    }

    /// Fires a line and every line that its sweep meets; each line fires only once.
    fn fire(&mut self, cell: usize) {
        let Tile::Line(axis) = self.tile(cell) else {
            return;
        };
        if self.rules.packing.fired(self.state, cell) {
            return;
        }
        self.state = self.rules.packing.with_fired(self.state, cell);
        self.effects.lines += 1;
        for swept in self.rules.board.line(cell, axis) {
            match self.tile(swept) {
                Tile::Green | Tile::Info => self.remove(swept),
                Tile::Mine => self.light(swept),
                Tile::Line(_) => self.fire(swept),
                _ => {}
            }
        }
    }

    /// Takes one tick off every burning fuse and detonates all mines that are due at the same
    /// instant.
    fn tick(&mut self) {
        let packing = self.rules.packing;
        let spared = if self.rules.fuse.first_tick_free {
            self.fresh
        } else {
            0
        };
        let mut due = 0_u128;
        for &mine in &self.rules.mines {
            let cell = usize::from(mine);
            match packing.fuse(self.state, cell) {
                Some(left) if left > 0 && spared >> cell & 1 == 0 => {
                    self.state = packing.with_fuse(self.state, cell, left - 1);
                    due |= u128::from(left == 1) << cell;
                }
                _ => {}
            }
        }
        if due == 0 {
            return;
        }
        // All of them are removed first, so that none lights another.
        for cell in cells(due) {
            self.state = packing.with_fuse(self.state, cell, GONE);
            self.effects.blasts += 1;
            self.effects.touched.0 |= 1 << cell;
            self.caught |= cell == self.cube;
        }
        for cell in cells(due) {
            for hit in self.rules.board.neighbours(cell) {
                self.blast(hit);
            }
        }
    }

    fn blast(&mut self, cell: usize) {
        if !self.stands(cell) {
            return;
        }
        match self.tile(cell) {
            Tile::Hole | Tile::Base => {}
            Tile::Mine => self.light(cell),
            Tile::Line(_) => {
                self.fire(cell);
                self.remove(cell);
            }
            Tile::Green | Tile::Info | Tile::Arrow(_) | Tile::Teleport(_) => self.remove(cell),
        }
    }
}

/// The cells of a mask, lowest first.
fn cells(mut mask: u128) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let cell = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (cell < MAX_CELLS).then_some(cell)
    })
}

impl<W: Word> Puzzle for Rolling<'_, W> {
    type State = W;
    type Move = Move;
    type Trace = Touched;

    const WON_IS_FINAL: bool = true;

    fn start(&self) -> W {
        self.start
    }

    #[inline]
    fn is_won(&self, state: W) -> bool {
        self.packing.cell(state) == self.board.base() && self.packing.is_clear(state)
    }

    /// A roll that arrows or teleports bring back to where it began changes nothing. It is still
    /// yielded, since the player can press that key.
    #[inline]
    fn expand(&self, state: W, mut visit: impl FnMut(Move, W, Touched)) -> u32 {
        let mut lost = 0;
        for action in Move::ALL {
            match self.act(state, action) {
                Outcome::Survives(next, effects) => visit(action, next, effects.touched),
                Outcome::Lost(_) => lost += 1,
                Outcome::Unavailable => {}
            }
        }
        lost
    }

    /// `@` is the cube, `.` a tile that is gone; burning mines and fired lines are in upper case.
    fn frame(&self, state: W) -> Frame {
        let cols = self.board.cols();
        let glyph = |cell| self.packing.glyph(self.board, state, cell);
        let row = |row| (row * cols..(row + 1) * cols).map(glyph).collect();
        (0..self.board.rows()).map(row).collect::<Vec<_>>().into()
    }
}
