//! The rules over whole-board words: one bit per cell, one plane for each thing that changes.
//!
//! The witness search visits few states of many boards, so only masks are prepared in advance;
//! ticks, blasts and the tests of a position work on all cells at once.

use super::super::board::Board;
use super::super::engine::word::Bits;
use super::super::notation::Move;
use super::super::rules::FUSE;
use super::super::tile::Tile;
use crate::grid::Axis;

// Fuses count up from 1 at lighting, one bit per plane: at 6, five ticks later, the mine explodes;
// the action that lights the fuse takes its first tick.
const _: () = assert!(FUSE.ticks == 5 && !FUSE.first_tick_free);

/// A board as masks of cells.
#[derive(Debug, Clone)]
pub(super) struct Flat<B> {
    cols: u32,
    cells: u32,
    is_row: bool,
    /// Cells that are not in the first column, and not in the last.
    inner_left: B,
    inner_right: B,
    all: B,
    pub base: B,
    pub wins: B,
    pub lines: B,
    pub mines: B,
    pub teleports: B,
    pub arrows: B,
    /// Arrows by the roll that they push.
    pushes: [B; 4],
    /// Teleports by id less 1.
    pairs: [B; 9],
    /// Cells of the base's colour, with the board coloured like a chessboard.
    pub base_colour: B,
    /// Lines that sweep their row.
    rows: B,
    first_row: B,
    first_col: B,
    start: B,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FlatState<B> {
    pub standing: B,
    pub fired: B,
    /// The bits of each mine's phase: 0 unlit or gone, 1 to 5 burning.
    pub phase: [B; 3],
    /// The cube's cell.
    pub cube: u32,
}

impl<B: Bits> core::hash::Hash for FlatState<B> {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        let planes = self.phase[0].spread()
            ^ self.phase[1].spread().rotate_left(21)
            ^ self.phase[2].spread().rotate_left(42);
        state.write_u64(self.standing.spread());
        state.write_u64(planes ^ self.fired.spread().rotate_left(13) ^ u64::from(self.cube));
    }
}

impl<B: Bits> Flat<B> {
    /// The masks of a board of at most as many cells as `B` has bits.
    pub fn new(board: &Board) -> Self {
        let (cols, rows) = (board.cols() as u32, board.rows() as u32);
        let mut flat = Self {
            cols,
            cells: cols * rows,
            is_row: rows == 1,
            inner_left: B::NONE,
            inner_right: B::NONE,
            all: B::NONE,
            base: B::bit(board.base() as u32),
            wins: B::NONE,
            lines: B::NONE,
            mines: B::NONE,
            teleports: B::NONE,
            arrows: B::NONE,
            pushes: [B::NONE; 4],
            pairs: [B::NONE; 9],
            base_colour: B::NONE,
            rows: B::NONE,
            first_row: B::NONE,
            first_col: B::NONE,
            start: B::NONE,
        };
        let base_colour = (board.base() as u32 / cols + board.base() as u32 % cols) % 2;
        let (mut row, mut col) = (0, 0);
        for (cell, &tile) in (0..).zip(board.tiles()) {
            let bit = B::bit(cell);
            flat.all |= bit;
            if col > 0 {
                flat.inner_left |= bit;
            } else {
                flat.first_col |= bit;
            }
            if col + 1 < cols {
                flat.inner_right |= bit;
            }
            if row == 0 {
                flat.first_row |= bit;
            }
            if (row + col) % 2 == base_colour {
                flat.base_colour |= bit;
            }
            col += 1;
            if col == cols {
                (row, col) = (row + 1, 0);
            }
            if tile == Tile::Hole {
                continue;
            }
            flat.start |= bit;
            match tile {
                Tile::Hole | Tile::Base => {}
                Tile::Green | Tile::Info => flat.wins |= bit,
                Tile::Mine => flat.mines |= bit,
                Tile::Line(axis) => {
                    flat.lines |= bit;
                    if axis == Axis::Horizontal {
                        flat.rows |= bit;
                    }
                }
                Tile::Teleport(id) => {
                    flat.teleports |= bit;
                    flat.pairs[usize::from(id) - 1] |= bit;
                }
                Tile::Arrow(direction) => {
                    flat.arrows |= bit;
                    flat.pushes[Move::from_direction(direction) as usize] |= bit;
                }
            }
        }
        flat
    }

    pub fn start(&self) -> FlatState<B> {
        FlatState {
            standing: self.start,
            fired: B::NONE,
            phase: [B::NONE; 3],
            cube: self.base.first(),
        }
    }

    /// Whether the cube is home and everything cleared.
    #[inline]
    pub fn is_won(&self, position: &FlatState<B>) -> bool {
        self.base.has(position.cube) && !position.standing.meets(self.wins)
    }

    /// The cells one step on in the direction of a roll.
    #[inline]
    fn shift(&self, cells: B, roll: Move) -> B {
        match roll {
            Move::Right => (cells & self.inner_right) << 1,
            Move::Left => (cells & self.inner_left) >> 1,
            // One row may be as wide as the word; then there is nothing to shift.
            Move::Down if self.is_row => B::NONE,
            Move::Up if self.is_row => B::NONE,
            Move::Down => (cells << self.cols) & self.all,
            Move::Up => cells >> self.cols,
            Move::Wait => cells,
        }
    }

    /// The cells beside any of some cells.
    #[inline]
    pub fn beside(&self, cells: B) -> B {
        Move::ROLLS
            .into_iter()
            .fold(B::NONE, |beside, roll| beside | self.shift(cells, roll))
    }

    /// Of `cells`, those that have at least one and at least two of the cells `near` beside them.
    #[inline]
    pub fn neighbours(&self, cells: B, near: B) -> (B, B) {
        let (mut one, mut two) = (B::NONE, B::NONE);
        for roll in Move::ROLLS {
            let beside = self.shift(near, roll) & cells;
            two |= one & beside;
            one |= beside;
        }
        (one, two)
    }

    /// What can be reached from some cells over standing tiles, arrows taken as open both ways.
    pub fn flood(&self, from: B, standing: B) -> B {
        let mut met = from;
        loop {
            let mut wider = met | (self.beside(met) & standing);
            if wider.meets(self.teleports) {
                for pair in self.pairs {
                    if wider.meets(pair) {
                        wider |= pair & standing;
                    }
                }
            }
            if wider == met {
                return met;
            }
            met = wider;
        }
    }

    /// The cells that a line sweeps.
    #[inline]
    pub fn sweep(&self, line: u32) -> B {
        let sweep = if self.rows.has(line) {
            self.first_row << (line - line % self.cols)
        } else {
            self.first_col << (line % self.cols)
        };
        sweep.minus(B::bit(line))
    }

    /// The lines that have not fired; they stand.
    #[inline]
    pub fn unfired(&self, position: &FlatState<B>) -> B {
        self.lines.minus(position.fired)
    }

    /// The mines that burn.
    #[inline]
    pub fn burning(&self, position: &FlatState<B>) -> B {
        position.phase[0] | position.phase[1] | position.phase[2]
    }

    fn light(&self, position: &mut FlatState<B>, mines: B) {
        let unlit = position.standing.minus(self.burning(position)) & self.mines;
        position.phase[0] |= mines & unlit;
    }

    fn fire(&self, position: &mut FlatState<B>, lines: B) {
        let mut todo = lines.minus(position.fired);
        while !todo.is_none() {
            let line = todo.first();
            let sweep = self.sweep(line);
            position.fired |= B::bit(line);
            position.standing = position.standing.minus(sweep & self.wins);
            self.light(position, sweep);
            todo = (todo | sweep & self.lines).minus(position.fired);
        }
    }

    fn tick(&self, position: &mut FlatState<B>) {
        let burning = self.burning(position);
        if burning.is_none() {
            return;
        }
        let [one, two, four] = position.phase;
        let carry = one & burning;
        let (one, two, four) = (one ^ burning, two ^ carry, four | (two & carry));
        let due = four & two.minus(one);
        position.phase = [one.minus(due), two.minus(due), four.minus(due)];
        if due.is_none() {
            return;
        }
        position.standing = position.standing.minus(due);
        let hit = self.beside(due) & position.standing;
        self.light(position, hit);
        self.fire(position, hit & self.lines);
        position.standing = position.standing.minus(hit.minus(self.base | self.mines));
    }

    /// Calls `visit` for every surviving move in action order.
    pub fn expand(&self, position: &FlatState<B>, mut visit: impl FnMut(Move, FlatState<B>)) {
        let cube = B::bit(position.cube);
        let mut left = *position;
        if self.wins.meets(cube) {
            left.standing = left.standing.minus(cube);
        } else {
            self.light(&mut left, cube);
        }
        let mut ticked = left;
        self.tick(&mut ticked);
        let unfired = self.unfired(&left);
        for roll in Move::ROLLS {
            let Some(to) = self.land(left.standing, cube, roll) else {
                continue;
            };
            let mut next = ticked;
            if unfired.meets(to) {
                next = left;
                self.fire(&mut next, to);
                self.tick(&mut next);
            }
            if next.standing.meets(to) {
                next.cube = to.first();
                visit(roll, next);
            }
        }
        if !self.burning(position).is_none() {
            let mut next = *position;
            self.tick(&mut next);
            if next.standing.meets(cube) {
                visit(Move::Wait, next);
            }
        }
    }

    /// The cell that a roll from `cube` ends on; `None` if it loses.
    #[inline]
    fn land(&self, standing: B, cube: B, roll: Move) -> Option<B> {
        let to = self.shift(cube, roll) & standing;
        if to.is_none() {
            None
        } else if to.meets(self.arrows | self.teleports) {
            self.chase(standing, cube, to)
        } else {
            Some(to)
        }
    }

    /// Follows a chain of arrows and teleports.
    fn chase(&self, standing: B, mut from: B, mut to: B) -> Option<B> {
        // A longer chain has passed some step twice.
        for _ in 0..4 * self.cells + 8 {
            let next = if to.meets(self.arrows) {
                let roll = Move::ROLLS
                    .into_iter()
                    .find(|&roll| self.pushes[roll as usize].meets(to))?;
                self.shift(to, roll) & standing
            } else if to.meets(self.teleports) {
                let pair = self.pairs.into_iter().find(|pair| pair.meets(to))?;
                let others = (pair & standing).minus(to);
                let partner = others.minus(others.without_first());
                if partner.is_none() || partner == from {
                    return Some(to);
                }
                partner
            } else {
                return Some(to);
            };
            if next.is_none() {
                return None;
            }
            (from, to) = (to, next);
        }
        None
    }
}
