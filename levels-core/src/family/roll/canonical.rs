//! One form for all boards that are equal up to the eight symmetries, to margins of holes and to
//! the numbers of teleports (docs/rules-roll.md, Lints).
//!
//! Two ends of one teleport are each other's partner, whichever comes first. With three or more
//! ends the partner is the first standing one in reading order, so the order of the ends is part of
//! the puzzle: a mirror image of such a board plays differently.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::board::Board;
use super::level::Level;
use super::tile::Tile;
use crate::grid::{Axis, Symmetry};

/// The least written form of a board over the eight symmetries, margins trimmed and teleport ids
/// renamed in reading order; an end of a teleport with more than two ends carries its number in the
/// reading order of the board as it is written. Boards with the same form are the same puzzle.
#[must_use]
pub fn canonical(board: &Board) -> String {
    let ranks = ranks(board);
    let mut least = String::new();
    for symmetry in Symmetry::all() {
        let form = form(board, symmetry, &ranks);
        if least.is_empty() || form < least {
            least = form;
        }
    }
    least
}

/// The texts of the images of a board that are the same puzzle, each with its teleports numbered in
/// reading order if possible. Records from before the canonical form are found by these texts.
#[must_use]
pub fn spellings(board: &Board) -> Vec<String> {
    let form = canonical(board);
    let images = Symmetry::all().into_iter().filter_map(|symmetry| {
        let level = image(board, symmetry);
        let same = Board::new(&level).is_ok_and(|board| canonical(&board) == form);
        same.then(|| super::text::write(&level))
    });
    images.collect()
}

/// The level that is the image of a board, with its teleports numbered in reading order.
fn image(board: &Board, symmetry: Symmetry) -> Level {
    let (cols, rows) = (board.cols(), board.rows());
    let (out_cols, out_rows) = symmetry.size(cols, rows);
    let mut tiles = alloc::vec![Tile::Hole; cols * rows];
    for (cell, &tile) in board.tiles().iter().enumerate() {
        let (col, row) = symmetry.cell(cell % cols, cell / cols, cols, rows);
        tiles[row * out_cols + col] = image_of_tile(tile, symmetry);
    }
    let mut ids = Ids::default();
    let glyphs: Vec<char> = tiles
        .into_iter()
        .map(|tile| ids.new_id(tile).glyph())
        .collect();
    debug_assert_eq!(glyphs.len(), out_cols * out_rows);
    Level {
        layout: glyphs.chunks(out_cols).map(String::from_iter).collect(),
    }
}

fn image_of_tile(tile: Tile, symmetry: Symmetry) -> Tile {
    match tile {
        Tile::Arrow(direction) => Tile::Arrow(symmetry.direction(direction)),
        Tile::Line(axis) if symmetry.transpose => Tile::Line(match axis {
            Axis::Horizontal => Axis::Vertical,
            Axis::Vertical => Axis::Horizontal,
        }),
        same => same,
    }
}

/// Teleports, renumbered in the order in which they are met.
#[derive(Default)]
struct Ids {
    new: [u8; 10],
    used: u8,
}

impl Ids {
    fn new_id(&mut self, tile: Tile) -> Tile {
        let Tile::Teleport(id) = tile else {
            return tile;
        };
        let new = &mut self.new[usize::from(id)];
        if *new == 0 {
            self.used += 1;
            *new = self.used;
        }
        Tile::Teleport(*new)
    }
}

/// For each cell its number among the ends of its teleport, from 1; 0 where no order matters.
fn ranks(board: &Board) -> Vec<u8> {
    let mut seen = [0; 10];
    let rank = |&tile: &Tile| match tile {
        Tile::Teleport(id) if board.count(|other| other == tile) > 2 => {
            let seen = &mut seen[usize::from(id)];
            *seen += 1;
            *seen
        }
        _ => 0,
    };
    board.tiles().iter().map(rank).collect()
}

fn form(board: &Board, symmetry: Symmetry, ranks: &[u8]) -> String {
    let (cols, rows) = (board.cols(), board.rows());
    let (out_cols, out_rows) = symmetry.size(cols, rows);
    let mut image = alloc::vec![(Tile::Hole, 0); cols * rows];
    // The bounding box of the standing tiles; the base always stands.
    let (mut left, mut top, mut right, mut bottom) = (out_cols, out_rows, 0, 0);
    for (cell, &tile) in board.tiles().iter().enumerate() {
        if tile == Tile::Hole {
            continue;
        }
        let (col, row) = symmetry.cell(cell % cols, cell / cols, cols, rows);
        (left, right) = (left.min(col), right.max(col));
        (top, bottom) = (top.min(row), bottom.max(row));
        image[row * out_cols + col] = (image_of_tile(tile, symmetry), ranks[cell]);
    }
    let mut ids = Ids::default();
    let mut text = String::with_capacity((out_cols + 1) * out_rows);
    for row in top..=bottom {
        for col in left..=right {
            let (tile, rank) = image[row * out_cols + col];
            text.push(ids.new_id(tile).glyph());
            if rank > 0 {
                let _ = write!(text, "#{rank},");
            }
        }
        text.push('/');
    }
    text
}
