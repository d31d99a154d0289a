//! One form for all boards that are equal up to the eight symmetries, to margins of holes and to
//! the numbers of teleports (design, A17).
//!
//! Two ends of one teleport are each other's partner, whichever comes first. With three or more ends
//! the partner is the first in reading order that stands, so the order of the ends is part of the
//! puzzle: a mirror image of such a board plays differently.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::board::Board;
use super::tile::Tile;
use crate::grid::{Axis, Symmetry};

/// The least written form of a board over the eight symmetries, margins trimmed and teleport ids
/// renamed in reading order; an end of a teleport with more than two ends carries its number in the
/// reading order of the board as it is written. Boards of one form are the same puzzle.
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
    // The bounding box of what stands; the base always stands.
    let (mut left, mut top, mut right, mut bottom) = (out_cols, out_rows, 0, 0);
    for (cell, &tile) in board.tiles().iter().enumerate() {
        if tile == Tile::Hole {
            continue;
        }
        let (col, row) = symmetry.cell(cell % cols, cell / cols, cols, rows);
        (left, right) = (left.min(col), right.max(col));
        (top, bottom) = (top.min(row), bottom.max(row));
        let tile = match tile {
            Tile::Arrow(direction) => Tile::Arrow(symmetry.direction(direction)),
            Tile::Line(axis) if symmetry.transpose => Tile::Line(match axis {
                Axis::Horizontal => Axis::Vertical,
                Axis::Vertical => Axis::Horizontal,
            }),
            same => same,
        };
        image[row * out_cols + col] = (tile, ranks[cell]);
    }
    let mut new_ids = [0_u8; 10];
    let mut used = 0;
    let mut text = String::with_capacity((out_cols + 1) * out_rows);
    for row in top..=bottom {
        for col in left..=right {
            let (tile, rank) = image[row * out_cols + col];
            let tile = match tile {
                Tile::Teleport(id) => {
                    let new = &mut new_ids[usize::from(id)];
                    if *new == 0 {
                        used += 1;
                        *new = used;
                    }
                    Tile::Teleport(*new)
                }
                same => same,
            };
            text.push(tile.glyph());
            if rank > 0 {
                let _ = write!(text, "#{rank},");
            }
        }
        text.push('/');
    }
    text
}
