//! The static reduction of a board: how far each block can possibly go.

use alloc::vec::Vec;

use crate::family::slide::board::{Block, Board, MAX_SIDE};
use crate::family::slide::level::Kind;
use crate::family::slide::rules::neighbours;
use crate::grid::Axis;

/// Which moves a reduction must allow for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    /// The level's own: a rime block that the Key can never be beside is a wall.
    Level,
    /// The moves of the layout with every block made plain.
    Layout,
}

/// A block that may have more than one place, with the run of places that it can possibly take.
#[derive(Debug, Clone)]
pub(super) struct Track {
    /// The block's index on the board.
    pub block: usize,
    /// The lowest place of the run: the engine's digit 0.
    pub first: u8,
    /// How many places the run has, at least two.
    pub count: u8,
    /// The digit at which the block starts.
    pub start: u8,
    /// The cells that the block covers, by digit.
    pub footprints: [u64; MAX_SIDE],
}

/// The blocks that may move and the cells that are never free.
#[derive(Debug, Clone)]
pub(super) struct Tracks {
    /// In the board's order of blocks.
    pub movable: Vec<Track>,
    /// The cells of walls and of blocks that can never move.
    pub fixed: u64,
}

impl Tracks {
    /// Narrows every block's run until nothing changes. A block cannot enter walls or cells that
    /// another block covers at all its places, and it cannot pass a block in its own lane. A block
    /// with one place left is a wall.
    pub fn new(board: &Board, scope: Scope) -> Self {
        let blocks = board.blocks();
        let mut runs: Vec<(u8, u8)> = blocks
            .iter()
            .map(|block| (0, block.places() as u8 - 1))
            .collect();
        loop {
            let before = runs.clone();
            for index in 0..blocks.len() {
                runs[index] = narrowed(board, scope, &runs, index);
            }
            if runs == before {
                break;
            }
        }
        let mut tracks = Self {
            movable: Vec::new(),
            fixed: board.walls(),
        };
        for (index, (block, &(first, last))) in blocks.iter().zip(&runs).enumerate() {
            let run = &block.footprints[usize::from(first)..=usize::from(last)];
            if let [only] = run {
                tracks.fixed |= only;
                continue;
            }
            let mut footprints = [0; MAX_SIDE];
            footprints[..run.len()].copy_from_slice(run);
            tracks.movable.push(Track {
                block: index,
                first,
                count: run.len() as u8,
                start: block.start - first,
                footprints,
            });
        }
        tracks
    }

    /// The cells that are covered while every block is at the given digit.
    pub fn occupied(&self, digits: &[u8]) -> u64 {
        self.movable
            .iter()
            .zip(digits)
            .fold(self.fixed, |cells, (track, &digit)| {
                cells | track.footprints[usize::from(digit)]
            })
    }
}

impl Track {
    /// The digit of a place; `None` for a place that the block can never take.
    pub fn digit(&self, place: u8) -> Option<u8> {
        place
            .checked_sub(self.first)
            .filter(|&digit| digit < self.count)
    }
}

/// The run of one block, given the runs of the others.
fn narrowed(board: &Board, scope: Scope, runs: &[(u8, u8)], index: usize) -> (u8, u8) {
    let blocks = board.blocks();
    let block = &blocks[index];
    let start = block.start;
    if scope == Scope::Level && block.kind == Kind::Rime && !thaws(board, runs, block) {
        return (start, start);
    }
    let (mut first, mut last) = runs[index];
    let mut never_free = board.walls();
    for (other, (neighbour, &(low, high))) in blocks.iter().zip(runs).enumerate() {
        if other == index {
            continue;
        }
        never_free |=
            neighbour.footprints[usize::from(low)] & neighbour.footprints[usize::from(high)];
        match shares_lane(neighbour, block) {
            Some(Order::Before) => {
                let end = edge(neighbour, low) + length(neighbour);
                first = (first..=start)
                    .find(|&p| edge(block, p) >= end)
                    .unwrap_or(start);
            }
            Some(Order::After) => {
                let end = edge(neighbour, high);
                let fits = |&p: &u8| edge(block, p) + length(block) <= end;
                last = (start..=last).rev().find(fits).unwrap_or(start);
            }
            None => {}
        }
    }
    let free = |place: &u8| block.footprints[usize::from(*place)] & never_free == 0;
    (
        (first..start)
            .rev()
            .take_while(free)
            .last()
            .unwrap_or(start),
        (start + 1..=last).take_while(free).last().unwrap_or(start),
    )
}

/// Whether the Key can ever rest beside a rime block at its starting place.
fn thaws(board: &Board, runs: &[(u8, u8)], rime: &Block) -> bool {
    let key = &board.blocks()[board.key()];
    let (first, last) = runs[board.key()];
    let lies = rime.footprints[usize::from(rime.start)];
    key.footprints[usize::from(first)..=usize::from(last)]
        .iter()
        .any(|&cells| neighbours(cells) & lies != 0)
}

enum Order {
    Before,
    After,
}

/// On which side of `b` block `a` is, if the two can never pass each other because they move along
/// the same axis and their lanes overlap.
fn shares_lane(a: &Block, b: &Block) -> Option<Order> {
    let axis = b.axis?;
    if a.axis != Some(axis) {
        return None;
    }
    let (a_at, a_width, b_at, b_width) = match axis {
        Axis::Horizontal => (a.y, a.height, b.y, b.height),
        Axis::Vertical => (a.x, a.width, b.x, b.width),
    };
    if a_at >= b_at + b_width || b_at >= a_at + a_width {
        return None;
    }
    Some(if edge(a, a.start) < edge(b, b.start) {
        Order::Before
    } else {
        Order::After
    })
}

/// The first cell of a block along its axis.
fn edge(block: &Block, place: u8) -> usize {
    let (x, y) = block.corner(place);
    match block.axis {
        Some(Axis::Vertical) => y,
        _ => x,
    }
}

/// The length of a block along its axis.
fn length(block: &Block) -> usize {
    match block.axis {
        Some(Axis::Vertical) => block.height,
        _ => block.width,
    }
}
