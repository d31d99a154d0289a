//! One form for all boards that are equal up to the eight symmetries, to margins of holes and to
//! the numbers of teleports (design, A17).

use alloc::string::String;

use super::board::Board;
use super::tile::Tile;
use crate::grid::{Axis, Symmetry};

/// The least written form of a board over the eight symmetries, margins trimmed and teleport ids
/// renamed in reading order: two boards are the same puzzle exactly if their forms are equal.
#[must_use]
pub fn canonical(board: &Board) -> String {
    let mut least = String::new();
    for symmetry in Symmetry::all() {
        let form = form(board, symmetry);
        if least.is_empty() || form < least {
            least = form;
        }
    }
    least
}

fn form(board: &Board, symmetry: Symmetry) -> String {
    let (cols, rows) = (board.cols(), board.rows());
    let (out_cols, out_rows) = symmetry.size(cols, rows);
    let mut image = alloc::vec![Tile::Hole; cols * rows];
    // The bounding box of what stands; the base always stands.
    let (mut left, mut top, mut right, mut bottom) = (out_cols, out_rows, 0, 0);
    for (cell, &tile) in board.tiles().iter().enumerate() {
        if tile == Tile::Hole {
            continue;
        }
        let (col, row) = symmetry.cell(cell % cols, cell / cols, cols, rows);
        (left, right) = (left.min(col), right.max(col));
        (top, bottom) = (top.min(row), bottom.max(row));
        image[row * out_cols + col] = match tile {
            Tile::Arrow(direction) => Tile::Arrow(symmetry.direction(direction)),
            Tile::Line(axis) if symmetry.transpose => Tile::Line(match axis {
                Axis::Horizontal => Axis::Vertical,
                Axis::Vertical => Axis::Horizontal,
            }),
            same => same,
        };
    }
    let mut new_ids = [0_u8; 10];
    let mut used = 0;
    let mut text = String::with_capacity((out_cols + 1) * out_rows);
    for row in top..=bottom {
        for col in left..=right {
            let tile = match image[row * out_cols + col] {
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
        }
        text.push('/');
    }
    text
}
