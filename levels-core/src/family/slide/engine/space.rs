//! The engine's coordinates of a board: which blocks are inner and which are outer, where their
//! digits are, and the masks of compatible arrangements.

use alloc::vec::Vec;

use super::lanes::Lanes;
use super::tracks::{Track, Tracks};
use crate::bits::bits_for;
use crate::family::slide::board::{Board, MAX_SIDE};

/// The most outer blocks: an entry's unit steps, two per block, are bits of a `u64`.
const MAX_OUTER: usize = 32;

/// Coordinates of one board.
#[derive(Debug, Clone)]
pub(super) struct Space<W> {
    pub inner: Vec<Inner<W>>,
    pub outer: Vec<Outer<W>>,
    /// Where each block of the board is found.
    pub coordinates: Vec<Coordinate>,
    /// The arrangements in which inner blocks meet neither each other nor anything fixed.
    pub base: W,
    /// The cells of walls and of blocks that never move.
    pub fixed: u64,
    /// How many bits of a key hold a digit.
    pub width: u32,
}

/// Where a block is found in an engine's state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coordinate {
    /// Nowhere: it is always at this place.
    Fixed(u8),
    /// In the number of the arrangement.
    Inner(usize),
    /// In the key.
    Outer(usize),
}

/// A block inside the word.
#[derive(Debug, Clone)]
pub(super) struct Inner<W> {
    pub track: Track,
    /// How much the number of an arrangement grows with this block's digit.
    pub stride: u32,
    /// The arrangements with this block at each digit.
    pub at: [W; MAX_SIDE],
    /// The arrangements whose digit is not the lowest.
    pub above: W,
    /// The arrangements whose digit is not the highest.
    pub below: W,
}

/// A block in the key.
#[derive(Debug, Clone)]
pub(super) struct Outer<W> {
    pub track: Track,
    pub digits: [Digit<W>; MAX_SIDE],
}

/// An outer block at one digit.
#[derive(Debug, Clone, Copy)]
pub(super) struct Digit<W> {
    /// The arrangements of the inner blocks that leave its cells free.
    pub free: W,
    /// The cells that it covers.
    pub cells: u64,
    /// The cells that a unit step down and one up enter; all cells if there is no such step.
    pub enter: [u64; 2],
}

impl<W: Lanes> Space<W> {
    /// Coordinates with the given set of movable blocks as inner ones; `None` if the others do not
    /// fit into a key.
    pub fn new(board: &Board, tracks: &Tracks, set: u64) -> Option<Self> {
        let mut coordinates: Vec<Coordinate> = board
            .blocks()
            .iter()
            .map(|block| Coordinate::Fixed(block.start))
            .collect();
        let mut inner_tracks = Vec::new();
        let mut outer_tracks = Vec::new();
        for (index, track) in tracks.movable.iter().enumerate() {
            coordinates[track.block] = if set >> index & 1 == 1 {
                inner_tracks.push(track);
                Coordinate::Inner(inner_tracks.len() - 1)
            } else {
                outer_tracks.push(track);
                Coordinate::Outer(outer_tracks.len() - 1)
            };
        }
        let widest = outer_tracks.iter().map(|track| track.count).max();
        let width = bits_for(u32::from(widest.unwrap_or(2)));
        if outer_tracks.len() > MAX_OUTER || outer_tracks.len() as u32 * width > u64::BITS {
            return None;
        }
        let (inner, count) = inner_blocks::<W>(&inner_tracks);
        let all = W::below(count);
        let mut base = all & !covering(&inner, tracks.fixed);
        for (index, block) in inner.iter().enumerate() {
            for (&at, &cells) in block.at.iter().zip(&block.track.footprints) {
                base &= !(at & covering(&inner[index + 1..], cells));
            }
        }
        let outer = outer_tracks
            .into_iter()
            .map(|track| Outer {
                track: track.clone(),
                digits: digits(track, |cells| all & !covering(&inner, cells)),
            })
            .collect();
        Some(Self {
            inner,
            outer,
            coordinates,
            base,
            fixed: tracks.fixed,
            width,
        })
    }

    /// The key and the number of the arrangement at the start.
    pub fn start(&self) -> (u64, u32) {
        let key = self.outer.iter().rev().fold(0, |key, outer| {
            key << self.width | u64::from(outer.track.start)
        });
        let arrangement = self
            .inner
            .iter()
            .map(|inner| u32::from(inner.track.start) * inner.stride)
            .sum();
        (key, arrangement)
    }

    /// The digit of an outer block in a key.
    #[inline]
    pub fn digit(&self, key: u64, outer: usize) -> usize {
        (key >> (outer as u32 * self.width)) as usize & (MAX_SIDE - 1) & ((1 << self.width) - 1)
    }

    /// The key after a unit step: block × 2, plus 1 for a step up.
    #[inline]
    pub fn stepped(&self, key: u64, step: usize) -> u64 {
        let unit = 1 << ((step / 2) as u32 * self.width);
        if step & 1 == 1 {
            key + unit
        } else {
            key - unit
        }
    }

    /// The arrangements that inner blocks can get to from `from` through `unreached`, in any number
    /// of moves.
    #[inline]
    pub fn closed(&self, from: W, unreached: W) -> W {
        let mut closed = from;
        loop {
            let before = closed;
            for inner in &self.inner {
                closed |= inner.step(closed) & unreached;
            }
            if closed == before {
                return closed;
            }
        }
    }

    /// The place of a block on the board.
    pub fn place(&self, key: u64, arrangement: u32, block: usize) -> u8 {
        match self.coordinates[block] {
            Coordinate::Fixed(place) => place,
            Coordinate::Inner(i) => {
                let inner = &self.inner[i];
                let digit = arrangement / inner.stride % u32::from(inner.track.count);
                inner.track.first + digit as u8
            }
            Coordinate::Outer(j) => self.outer[j].track.first + self.digit(key, j) as u8,
        }
    }

    /// The place of every block on the board.
    pub fn places(&self, key: u64, arrangement: u32) -> Vec<u8> {
        let mut places = Vec::new();
        self.write_places(key, arrangement, &mut places);
        places
    }

    /// Replaces the contents of `places` with the place of every block on the board.
    pub fn write_places(&self, key: u64, arrangement: u32, places: &mut Vec<u8>) {
        places.clear();
        places.extend((0..self.coordinates.len()).map(|block| self.place(key, arrangement, block)));
    }

    /// The arrangements of an entry in which a block is at a place.
    pub fn standing(&self, key: u64, block: usize, place: u8) -> W {
        let all = |holds: bool| if holds { !W::NONE } else { W::NONE };
        match self.coordinates[block] {
            Coordinate::Fixed(at) => all(at == place),
            Coordinate::Inner(i) => {
                let inner = &self.inner[i];
                let digit = inner.track.digit(place);
                digit.map_or(W::NONE, |digit| inner.at[usize::from(digit)])
            }
            Coordinate::Outer(j) => {
                let digit = self.outer[j].track.digit(place);
                all(digit.map(usize::from) == Some(self.digit(key, j)))
            }
        }
    }
}

/// Places the inner blocks in the word; also returns how many arrangements there are.
fn inner_blocks<W: Lanes>(tracks: &[&Track]) -> (Vec<Inner<W>>, u32) {
    let count = tracks.iter().map(|track| u32::from(track.count)).product();
    let all = W::below(count);
    let mut stride = 1;
    let inner = tracks
        .iter()
        .map(|&track| {
            let radix = u32::from(track.count);
            // One run of `stride` arrangements, repeated every `stride × radix`.
            let run = W::below(stride);
            let lowest = (0..count)
                .step_by((stride * radix) as usize)
                .fold(W::NONE, |word, at| word | run << at);
            let mut at = [W::NONE; MAX_SIDE];
            for (digit, at) in (0..radix).zip(&mut at) {
                *at = lowest << (digit * stride);
            }
            let block = Inner {
                track: track.clone(),
                stride,
                at,
                above: all & !lowest,
                below: all & !at[radix as usize - 1],
            };
            stride *= radix;
            block
        })
        .collect();
    (inner, count)
}

/// The arrangements in which one of the inner blocks covers one of the cells.
pub(super) fn covering<W: Lanes>(inner: &[Inner<W>], cells: u64) -> W {
    let blocks = inner.iter().map(|block| block.covering(cells));
    blocks.fold(W::NONE, |all, block| all | block)
}

fn digits<W: Lanes>(track: &Track, free: impl Fn(u64) -> W) -> [Digit<W>; MAX_SIDE] {
    let count = usize::from(track.count);
    core::array::from_fn(|digit| {
        if digit >= count {
            return Digit {
                free: W::NONE,
                cells: 0,
                enter: [u64::MAX; 2],
            };
        }
        let cells = track.footprints[digit];
        let entered = |to: usize| match track.footprints.get(to) {
            Some(&there) if to < count => there & !cells,
            _ => u64::MAX,
        };
        Digit {
            free: free(cells),
            cells,
            enter: [entered(digit.wrapping_sub(1)), entered(digit + 1)],
        }
    })
}

impl<W: Lanes> Inner<W> {
    /// The arrangements in which this block covers one of the cells.
    pub fn covering(&self, cells: u64) -> W {
        let digits = self.at.iter().zip(self.track.footprints);
        digits
            .filter(|&(_, footprint)| footprint & cells != 0)
            .fold(W::NONE, |covering, (&at, _)| covering | at)
    }

    /// The arrangements after moving this block by one cell, ignoring other blocks.
    #[inline]
    pub fn step(&self, from: W) -> W {
        (from << self.stride) & self.above | (from >> self.stride) & self.below
    }

    /// The arrangements that one drag of this block reaches through `open`.
    #[inline]
    pub fn drag(&self, from: W, open: W) -> W {
        let (up_open, down_open) = (open & self.above, open & self.below);
        let (mut up, mut down) = (from, from);
        let mut reached = W::NONE;
        for _ in 1..self.track.count {
            up = (up << self.stride) & up_open;
            down = (down >> self.stride) & down_open;
            if !(up | down).any() {
                break;
            }
            reached |= up | down;
        }
        reached
    }
}
