//! Which arrangements of an entry are won.

use alloc::vec::Vec;

use super::lanes::Lanes;
use super::space::{Coordinate, Space};
use crate::family::slide::board::{Board, MAX_SIDE, cell_bit};
use crate::family::slide::level::{Kind, Tilt, Win};
use crate::family::slide::rules::exit_place;
use crate::grid::{Direction, Side};

/// The goal in the engine's coordinates.
#[derive(Debug, Clone)]
pub(super) enum Wins<W> {
    /// The Key must be at this place; `None` if it never can be.
    Exit { key: usize, place: Option<u8> },
    /// The Key's ray must leave through the lantern.
    Beam(Beam<W>),
}

/// The ray of one board, followed in all arrangements at once.
#[derive(Debug, Clone)]
pub(super) struct Beam<W> {
    /// Walls and blocks that never move.
    fixed: Sights<u64>,
    /// For each outer block and digit, what it covers.
    outer: Vec<[Sights<u64>; MAX_SIDE]>,
    /// For each cell, the arrangements in which an inner block covers it.
    inner: Vec<Sights<W>>,
    /// For each place of the Key, the cell that the ray leaves from.
    origins: Vec<(usize, usize)>,
    key: usize,
    emit: Direction,
    size: (usize, usize),
    lantern: (Side, usize),
}

/// What a ray meets: anything opaque, `/` and `\`.
#[derive(Debug, Clone, Copy, Default)]
struct Sights<T> {
    opaque: T,
    mirrors: [T; 2],
}

const TILTS: [Tilt; 2] = [Tilt::Slash, Tilt::Backslash];

impl<T> Sights<T> {
    /// The part for a block of some kind.
    fn of(&mut self, kind: Kind) -> &mut T {
        match kind {
            Kind::Mirror(Tilt::Slash) => &mut self.mirrors[0],
            Kind::Mirror(Tilt::Backslash) => &mut self.mirrors[1],
            _ => &mut self.opaque,
        }
    }
}

impl<W: Lanes> Wins<W> {
    pub fn new(board: &Board, space: &Space<W>) -> Self {
        let key = board.key();
        match board.win() {
            Win::Exit => Self::Exit {
                key,
                place: exit_place(board, &board.blocks()[key]),
            },
            Win::Beam => Self::Beam(Beam::new(board, space)),
        }
    }

    /// The won arrangements among some of an entry.
    #[inline]
    pub fn among(&self, space: &Space<W>, key: u64, bits: W) -> W {
        match self {
            Self::Exit { place: None, .. } => W::NONE,
            Self::Exit {
                key: block,
                place: Some(place),
            } => bits & space.standing(key, *block, *place),
            Self::Beam(beam) => beam.won(space, key, bits),
        }
    }
}

impl<W: Lanes> Beam<W> {
    fn new(board: &Board, space: &Space<W>) -> Self {
        let mut beam = Self {
            fixed: Sights {
                opaque: board.walls(),
                ..Sights::default()
            },
            outer: alloc::vec![[Sights::default(); MAX_SIDE]; space.outer.len()],
            inner: alloc::vec![Sights::default(); MAX_SIDE * MAX_SIDE],
            origins: Vec::new(),
            key: board.key(),
            emit: board.emit(),
            size: (board.width(), board.height()),
            lantern: (board.lantern().side, board.lantern().line as usize),
        };
        for (block, &at) in board.blocks().iter().zip(&space.coordinates) {
            match at {
                Coordinate::Fixed(place) => {
                    *beam.fixed.of(block.kind) |= block.footprints[usize::from(place)];
                }
                Coordinate::Outer(j) => {
                    let footprints = space.outer[j].track.footprints;
                    for (sights, footprint) in beam.outer[j].iter_mut().zip(footprints) {
                        *sights.of(block.kind) = footprint;
                    }
                }
                Coordinate::Inner(i) => {
                    let inner = &space.inner[i];
                    for (cell, sights) in beam.inner.iter_mut().enumerate() {
                        for (&at, footprint) in inner.at.iter().zip(inner.track.footprints) {
                            if footprint >> cell & 1 == 1 {
                                *sights.of(block.kind) |= at;
                            }
                        }
                    }
                }
            }
        }
        let key = &board.blocks()[board.key()];
        beam.origins = (0..key.places() as u8)
            .map(|place| {
                let (x, y) = key.corner(place);
                match beam.emit {
                    Direction::Left | Direction::Up => (x, y),
                    Direction::Right => (x + key.width - 1, y),
                    Direction::Down => (x, y + key.height - 1),
                }
            })
            .collect();
        beam
    }

    fn won(&self, space: &Space<W>, key: u64, bits: W) -> W {
        let mut entry = self.fixed;
        for (j, digits) in self.outer.iter().enumerate() {
            let sights = &digits[space.digit(key, j)];
            entry.opaque |= sights.opaque;
            entry.mirrors[0] |= sights.mirrors[0];
            entry.mirrors[1] |= sights.mirrors[1];
        }
        let mut won = W::NONE;
        for (place, &from) in self.origins.iter().enumerate() {
            let bits = bits & space.standing(key, self.key, place as u8);
            if bits.any() {
                let steps = self.size.0 * self.size.1 * 4;
                won |= self.follow(&entry, from, self.emit, bits, steps);
            }
        }
        won
    }

    /// The arrangements in which a ray that leaves `from` in a direction gets out through the
    /// lantern within the given number of steps. The ray splits where arrangements differ in what
    /// is in its way.
    fn follow(
        &self,
        entry: &Sights<u64>,
        from: (usize, usize),
        direction: Direction,
        mut bits: W,
        steps: usize,
    ) -> W {
        let (width, height) = self.size;
        let (dx, dy) = direction.delta();
        let (mut x, mut y) = from;
        let mut won = W::NONE;
        for left in (0..steps).rev() {
            let edge = match direction {
                Direction::Left if x == 0 => Some((Side::Left, y)),
                Direction::Right if x + 1 == width => Some((Side::Right, y)),
                Direction::Up if y == 0 => Some((Side::Top, x)),
                Direction::Down if y + 1 == height => Some((Side::Bottom, x)),
                _ => None,
            };
            if let Some(edge) = edge {
                return if edge == self.lantern {
                    won | bits
                } else {
                    won
                };
            }
            x = x.wrapping_add_signed(dx as isize);
            y = y.wrapping_add_signed(dy as isize);
            let cell = cell_bit(x, y);
            let inner = &self.inner[y * MAX_SIDE + x];
            for ((tilt, outer), inner) in TILTS.into_iter().zip(entry.mirrors).zip(inner.mirrors) {
                let turned = if outer & cell == 0 {
                    bits & inner
                } else {
                    bits
                };
                if turned.any() {
                    won |= self.follow(entry, (x, y), tilt.turn(direction), turned, left);
                    bits &= !turned;
                }
            }
            if entry.opaque & cell != 0 {
                return won;
            }
            bits &= !inner.opaque;
            if !bits.any() {
                return won;
            }
        }
        won
    }
}
