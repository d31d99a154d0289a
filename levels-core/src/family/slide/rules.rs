//! The moves and the win: a board as the search sees it.

use alloc::vec::Vec;

use super::board::{Block, Board, MAX_SIDE, cell_bit};
use super::level::{Kind, Tilt, Win};
use super::notation::Move;
use crate::bits::{Wide, Word};
use crate::grid::{Direction, Side};
use crate::picture::Frame;
use crate::puzzle::{NoTrace, Puzzle};

/// Work to do with the rules once the width of the state is known.
pub trait ForSliding<R> {
    /// Runs with states of type `W`.
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> R;
}

pub(super) fn dispatch<R>(board: &Board, f: impl ForSliding<R>) -> R {
    match board.packing().bits() {
        0..=64 => f.call(&Sliding::<u64>::new(board)),
        65..=128 => f.call(&Sliding::<u128>::new(board)),
        _ => f.call(&Sliding::<Wide>::new(board)),
    }
}

/// The rules on one board, with states packed into `W`.
#[derive(Debug, Clone)]
pub struct Sliding<'a, W> {
    board: &'a Board,
    /// The movable blocks, in move order.
    movers: Vec<Mover>,
    /// The cells of walls and of blocks that have one place.
    fixed: u64,
    /// For each place of the Key, the marks of the rime blocks that it touches there.
    thaws: Vec<W>,
    goal: Goal,
    start: W,
}

/// A block with more than one place.
#[derive(Debug, Clone)]
struct Mover {
    index: u8,
    /// First bit and width of its place in a state.
    at: u32,
    width: u32,
    kind: Kind,
    mark: u32,
    is_key: bool,
    directions: [Direction; 2],
    footprints: [u64; MAX_SIDE],
    last: u8,
}

#[derive(Debug, Clone, Copy)]
enum Goal {
    /// The Key's field holds this place; `None` if a wall always keeps it from the opening.
    Exit(Option<u8>),
    Beam,
}

impl<'a, W: Word> Sliding<'a, W> {
    /// The rules on a board whose packing fits into `W`.
    fn new(board: &'a Board) -> Self {
        let fields = board.packing().fields();
        let mut fixed = board.walls();
        let mut movers = Vec::new();
        for (index, (block, fields)) in board.blocks().iter().zip(fields).enumerate() {
            let Some(axis) = block.axis.filter(|_| block.places() > 1) else {
                fixed |= block.footprints[0];
                continue;
            };
            let mut footprints = [0; MAX_SIDE];
            footprints[..block.places()].copy_from_slice(&block.footprints);
            movers.push(Mover {
                index: index as u8,
                at: fields.place.0,
                width: fields.place.1,
                kind: block.kind,
                mark: fields.mark.unwrap_or(0),
                is_key: index == board.key(),
                directions: axis.directions(),
                footprints,
                last: block.places() as u8 - 1,
            });
        }
        let key = &board.blocks()[board.key()];
        let thaws: Vec<W> = key
            .footprints
            .iter()
            .map(|&cells| {
                let beside = neighbours(cells);
                board
                    .blocks()
                    .iter()
                    .zip(fields)
                    .fold(W::default(), |thaw, (block, fields)| {
                        // A frozen block is where it was at the start.
                        let lies = block.footprints[usize::from(block.start)];
                        match fields.mark {
                            Some(at) if block.kind == Kind::Rime && lies & beside != 0 => {
                                thaw.with_field(at, 1, 1)
                            }
                            _ => thaw,
                        }
                    })
            })
            .collect();
        let places: Vec<u8> = board.blocks().iter().map(|block| block.start).collect();
        let marks = alloc::vec![false; places.len()];
        let start = board
            .packing()
            .encode::<W>(&places, &marks)
            .or(thaws[usize::from(key.start)]);
        let goal = match board.win() {
            Win::Exit => Goal::Exit(exit_place(board, key)),
            Win::Beam => Goal::Beam,
        };
        Self {
            board,
            movers,
            fixed,
            thaws,
            goal,
            start,
        }
    }

    /// The same rules without thawing, for a caller that tests thawing itself. The thawing in these
    /// rules is right only if frozen blocks are where the level opened with them.
    #[cfg(feature = "make")]
    pub(super) fn without_thaws(mut self) -> Self {
        self.thaws.fill(W::default());
        self
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// The place of every block, and its mark: spent sand, thawed rime.
    #[must_use]
    pub fn decode(&self, state: W) -> (Vec<u8>, Vec<bool>) {
        self.board.packing().decode(state)
    }

    /// The cells that walls and blocks cover.
    #[inline]
    fn occupied(&self, state: W) -> u64 {
        self.movers.iter().fold(self.fixed, |cells, mover| {
            cells | mover.footprints[state.field(mover.at, mover.width) as usize]
        })
    }

    fn beam_reaches(&self, state: W) -> bool {
        let lantern = self.board.lantern();
        self.ray(state, |_, _| {})
            .is_some_and(|(side, line)| side == lantern.side && line == lantern.line as usize)
    }

    /// Follows the Key's ray over a position: `visit` gets the cells (column, row) that it enters,
    /// including the one that absorbs it; returns where it leaves the board, if it does.
    pub(super) fn ray(
        &self,
        state: W,
        mut visit: impl FnMut(usize, usize),
    ) -> Option<(Side, usize)> {
        let (mut opaque, mut slash, mut backslash) = (self.board.walls(), 0, 0);
        let fields = self.board.packing().fields();
        for (block, fields) in self.board.blocks().iter().zip(fields) {
            let cells = block.footprints[usize::from(fields.get(state))];
            match block.kind {
                Kind::Mirror(Tilt::Slash) => slash |= cells,
                Kind::Mirror(Tilt::Backslash) => backslash |= cells,
                _ => opaque |= cells,
            }
        }
        let key = &self.board.blocks()[self.board.key()];
        let (x, y) = key.corner(fields[self.board.key()].get(state));
        let emit = self.board.emit();
        let (x, y) = match emit {
            Direction::Left | Direction::Up => (x, y),
            Direction::Right => (x + key.width - 1, y),
            Direction::Down => (x, y + key.height - 1),
        };
        let size = (self.board.width(), self.board.height());
        trace_ray((x, y), emit, size, |x, y| {
            visit(x, y);
            let cell = cell_bit(x, y);
            if opaque & cell != 0 {
                Optics::Opaque
            } else if slash & cell != 0 {
                Optics::Mirror(Tilt::Slash)
            } else if backslash & cell != 0 {
                Optics::Mirror(Tilt::Backslash)
            } else {
                Optics::Clear
            }
        })
    }
}

/// What a ray meets in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Optics {
    /// Nothing: it goes on.
    Clear,
    /// A mirror: it turns.
    Mirror(Tilt),
    /// Anything else: it is absorbed.
    Opaque,
}

/// Follows a ray that leaves the cell `from` in `direction`; returns the side and the line through
/// which it leaves a board of `size` (width, height), or `None` if it is absorbed or has not left
/// after width × height × 4 steps (docs/rules-slide.md, Beam).
pub fn trace_ray(
    from: (usize, usize),
    mut direction: Direction,
    size: (usize, usize),
    mut optics: impl FnMut(usize, usize) -> Optics,
) -> Option<(Side, usize)> {
    let (width, height) = size;
    let (mut x, mut y) = from;
    for _ in 0..width * height * 4 {
        let (dx, dy) = direction.delta();
        let (next_x, next_y) = (x as i32 + dx, y as i32 + dy);
        match direction {
            Direction::Left if next_x < 0 => return Some((Side::Left, y)),
            Direction::Right if next_x >= width as i32 => return Some((Side::Right, y)),
            Direction::Up if next_y < 0 => return Some((Side::Top, x)),
            Direction::Down if next_y >= height as i32 => return Some((Side::Bottom, x)),
            _ => {}
        }
        (x, y) = (next_x as usize, next_y as usize);
        match optics(x, y) {
            Optics::Clear => {}
            Optics::Mirror(tilt) => direction = tilt.turn(direction),
            Optics::Opaque => return None,
        }
    }
    None
}

/// The cells that share an edge with cells of the mask, including off-board bits, where no block
/// can be.
pub(super) fn neighbours(cells: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = LEFT << 7;
    let across = (cells & !LEFT) >> 1 | (cells & !RIGHT) << 1;
    (across | cells >> 8 | cells << 8) & !cells
}

/// The place at which the Key's leading cell is the boundary cell of the opening.
pub(super) fn exit_place(board: &Board, key: &Block) -> Option<u8> {
    let last = key.places() as u8 - 1;
    let lantern = board.lantern();
    let boundary = match lantern.side {
        Side::Left => cell_bit(0, lantern.line as usize),
        Side::Right => cell_bit(board.width() - 1, lantern.line as usize),
        Side::Top => cell_bit(lantern.line as usize, 0),
        Side::Bottom => cell_bit(lantern.line as usize, board.height() - 1),
    };
    let toward_start = matches!(lantern.side, Side::Left | Side::Top);
    let place = if toward_start { 0 } else { last };
    (key.footprints[usize::from(place)] & boundary != 0).then_some(place)
}

impl<W: Word> Puzzle for Sliding<'_, W> {
    type State = W;
    type Move = Move;
    type Trace = NoTrace;

    /// A player may play on.
    const WON_IS_FINAL: bool = false;

    fn start(&self) -> W {
        self.start
    }

    #[inline]
    fn is_won(&self, state: W) -> bool {
        match self.goal {
            Goal::Exit(place) => {
                let key = self.board.packing().fields()[self.board.key()];
                place == Some(key.get(state))
            }
            Goal::Beam => self.beam_reaches(state),
        }
    }

    #[inline]
    fn expand(&self, state: W, mut visit: impl FnMut(Move, W, NoTrace)) -> u32 {
        let occupied = self.occupied(state);
        for mover in &self.movers {
            let ice = match mover.kind {
                Kind::Sand if state.field(mover.mark, 1) == 1 => continue,
                Kind::Rime if state.field(mover.mark, 1) == 0 => continue,
                kind => kind == Kind::Ice,
            };
            let from = state.field(mover.at, mover.width);
            let others = occupied & !mover.footprints[from as usize];
            let land = |to: u32| {
                let mut next = state.with_field(mover.at, mover.width, to);
                if mover.kind == Kind::Sand {
                    next = next.with_field(mover.mark, 1, 1);
                } else if mover.is_key {
                    next = next.or(self.thaws[to as usize]);
                }
                next
            };
            for (direction, end) in mover.directions.into_iter().zip([0, u32::from(mover.last)]) {
                let mut to = from;
                while to != end {
                    let next = if end == 0 { to - 1 } else { to + 1 };
                    if mover.footprints[next as usize] & others != 0 {
                        break;
                    }
                    to = next;
                    if !ice {
                        visit(
                            Move {
                                block: mover.index,
                                direction,
                                cells: to.abs_diff(from) as u8,
                            },
                            land(to),
                            NoTrace,
                        );
                    }
                }
                if ice && to != from {
                    visit(
                        Move {
                            block: mover.index,
                            direction,
                            cells: to.abs_diff(from) as u8,
                        },
                        land(to),
                        NoTrace,
                    );
                }
            }
        }
        0
    }

    fn frame(&self, state: W) -> Frame {
        let (places, marks) = self.decode(state);
        let blocks = self.board.blocks().iter().zip(marks);
        Frame {
            rows: self.board.rows(&places),
            marked: blocks
                .filter(|(_, mark)| *mark)
                .map(|(block, _)| block.letter)
                .collect(),
        }
    }
}
