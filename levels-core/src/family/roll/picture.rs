//! A rolling-cube board as something to draw.

use super::board::Board;
use super::notation::CUBE;
use super::tile::Tile;
use crate::grid::Axis;
use crate::picture::{Frame, Picture, PictureCell, Role, Symbol};

/// The cells of a frame: the kind of tile is in its glyph, the cube is the hero.
pub(super) fn picture(board: &Board, frame: &Frame) -> Picture {
    Picture {
        width: board.cols(),
        height: board.rows(),
        cells: frame.glyphs().map(cell).collect(),
        openings: alloc::vec::Vec::new(),
        ray: None,
    }
}

fn cell(glyph: char) -> PictureCell {
    let (role, symbol) = look(glyph);
    PictureCell {
        role,
        glyph,
        mark: ' ',
        symbol,
    }
}

fn look(glyph: char) -> (Role, Symbol) {
    if glyph == CUBE {
        return (Role::Hero, Symbol::Cube);
    }
    // A burning mine or a fired line is upper case in a frame.
    match glyph {
        'R' => return (Role::Tile(5), Symbol::Swept(Axis::Horizontal)),
        'C' => return (Role::Tile(5), Symbol::Swept(Axis::Vertical)),
        'X' => return (Role::Tile(7), Symbol::Lit),
        _ => {}
    }
    match Tile::from_glyph(glyph) {
        None | Some(Tile::Hole) => (Role::Void, Symbol::None),
        Some(Tile::Base) => (Role::Tile(0), Symbol::House),
        Some(Tile::Green) => (Role::Tile(2), Symbol::Leaf),
        Some(Tile::Info) => (Role::Tile(6), Symbol::Info),
        Some(Tile::Arrow(direction)) => (Role::Tile(4), Symbol::Arrow(direction)),
        Some(Tile::Teleport(id)) => (Role::Tile(9), Symbol::Portal(id)),
        Some(Tile::Line(axis)) => (Role::Tile(5), Symbol::Sweep(axis)),
        Some(Tile::Mine) => (Role::Tile(7), Symbol::Bomb),
    }
}
