//! One form for all boards that are equal up to the eight symmetries and to letters.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::board::{Block, Board};
use super::level::{BlockSpec, Kind, Lantern, Level, Tilt, Win};
use crate::grid::{Axis, Side, Symmetry};

/// The least written form of a board over the eight symmetries, with blocks named in reading order:
/// two boards are the same puzzle exactly if their forms are equal (docs/rules-slide.md, Lints).
#[must_use]
pub fn canonical(board: &Board) -> String {
    let mut forms: Vec<String> = Symmetry::all()
        .into_iter()
        .map(|s| form(board, s))
        .collect();
    forms.sort_unstable();
    forms.swap_remove(0)
}

/// The texts of the eight images of a board, each with its blocks lettered in reading order, like
/// generated levels. Records from before the canonical form name a puzzle by its text, so they are
/// found by these texts.
#[must_use]
pub fn spellings(board: &Board) -> Vec<String> {
    let images = Symmetry::all().into_iter();
    images
        .map(|symmetry| super::text::write(&image(board, symmetry).lettered()))
        .collect()
}

/// The level that is the image of a board.
fn image(board: &Board, symmetry: Symmetry) -> Level {
    let level = board.level();
    let (width, height) = (board.width(), board.height());
    let (out_width, out_height) = symmetry.size(width, height);
    let mut rows = alloc::vec![alloc::vec!['.'; out_width]; out_height];
    for (y, row) in level.rows.iter().enumerate() {
        for (x, glyph) in row.chars().enumerate() {
            let (x, y) = symmetry.cell(x, y, width, height);
            rows[y][x] = glyph;
        }
    }
    let blocks = level.blocks.into_iter().map(|(letter, spec)| {
        let spec = BlockSpec {
            tilt: spec.tilt.map(|tilt| image_of_tilt(tilt, symmetry)),
            axis: spec.axis.map(|axis| match (axis, symmetry.transpose) {
                (axis, false) => axis,
                (Axis::Horizontal, true) => Axis::Vertical,
                (Axis::Vertical, true) => Axis::Horizontal,
            }),
            ..spec
        };
        (letter, spec)
    });
    let (side, line) = image_of_lantern(board, symmetry);
    Level {
        rows: rows.into_iter().map(String::from_iter).collect(),
        blocks: blocks.collect(),
        lantern: Lantern {
            side,
            line: line as u32,
        },
        emit: level.emit.map(|emit| symmetry.direction(emit)),
        ..level
    }
}

/// A flip exchanges the tilts; swapping rows and columns keeps them.
fn image_of_tilt(tilt: Tilt, symmetry: Symmetry) -> Tilt {
    match (tilt, symmetry.flip_x == symmetry.flip_y) {
        (tilt, true) => tilt,
        (Tilt::Slash, false) => Tilt::Backslash,
        (Tilt::Backslash, false) => Tilt::Slash,
    }
}

fn form(board: &Board, symmetry: Symmetry) -> String {
    let (width, height) = (board.width(), board.height());
    let (out_width, out_height) = symmetry.size(width, height);
    // 0 empty, 1 wall, a block's index + 2.
    let mut cells = alloc::vec![0; out_width * out_height];
    let mut put = |x, y, what| {
        let (x, y) = symmetry.cell(x, y, width, height);
        cells[y * out_width + x] = what;
    };
    for y in 0..height {
        for x in 0..width {
            if board.is_wall(x, y) {
                put(x, y, 1);
            }
        }
    }
    for (index, block) in board.blocks().iter().enumerate() {
        for y in block.y..block.y + block.height {
            for x in block.x..block.x + block.width {
                put(x, y, index + 2);
            }
        }
    }
    let mut names: Vec<usize> = Vec::new();
    let mut text = String::new();
    let _ = write!(text, "{out_width}x{out_height} ");
    for &cell in &cells {
        match cell {
            0 => text.push('.'),
            1 => text.push('#'),
            cell => {
                let index = cell - 2;
                let name = names.iter().position(|&n| n == index).unwrap_or_else(|| {
                    names.push(index);
                    names.len() - 1
                });
                let _ = write!(text, "{name},");
            }
        }
    }
    for &index in &names {
        text.push(' ');
        if index == board.key() {
            text.push('K');
        }
        write_block(&mut text, &board.blocks()[index], symmetry);
    }
    let (side, line) = image_of_lantern(board, symmetry);
    let _ = write!(text, " {side}{line} {}", board.win().word());
    if board.win() == Win::Beam {
        text.push(symmetry.direction(board.emit()).arrow());
    }
    text
}

fn write_block(text: &mut String, block: &Block, symmetry: Symmetry) {
    match block.kind {
        Kind::Mirror(tilt) => text.push_str(image_of_tilt(tilt, symmetry).word()),
        kind => text.push_str(&kind.word().word()[..1]),
    }
    if block.width == block.height {
        let axis = match (block.axis, symmetry.transpose) {
            (Some(Axis::Horizontal), false) | (Some(Axis::Vertical), true) => 'h',
            (Some(_), _) => 'v',
            (None, _) => '-',
        };
        text.push(axis);
    }
}

/// Side and line of the lantern on the image of a board.
pub(super) fn image_of_lantern(board: &Board, symmetry: Symmetry) -> (Side, usize) {
    let lantern = board.lantern();
    let (flipped, lines) = match lantern.side {
        Side::Left | Side::Right => (symmetry.flip_y, board.height()),
        Side::Top | Side::Bottom => (symmetry.flip_x, board.width()),
    };
    let line = lantern.line as usize;
    let line = if flipped { lines - 1 - line } else { line };
    (image_of_side(lantern.side, symmetry), line)
}

fn image_of_side(side: Side, symmetry: Symmetry) -> Side {
    let direction = symmetry.direction(side.outward());
    Side::ALL
        .into_iter()
        .find(|s| s.outward() == direction)
        .unwrap_or(side)
}
