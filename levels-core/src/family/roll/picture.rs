//! A rolling-cube board as something to draw.

use alloc::string::String;

use super::board::Board;
use super::notation::CUBE;
use super::tile::Tile;
use crate::picture::{Picture, PictureCell, Role};

/// The cells of a frame: the kind of tile is in its glyph, the cube is the hero.
pub(super) fn picture(board: &Board, frame: &[String]) -> Picture {
    let cells = frame
        .iter()
        .flat_map(|row| row.chars())
        .map(|glyph| PictureCell {
            role: role(glyph),
            glyph,
            mark: ' ',
        })
        .collect();
    Picture {
        width: board.cols(),
        height: board.rows(),
        cells,
        openings: alloc::vec::Vec::new(),
    }
}

fn role(glyph: char) -> Role {
    if glyph == CUBE {
        return Role::Hero;
    }
    // What burns or has fired is upper case in a frame.
    match Tile::from_glyph(glyph.to_ascii_lowercase()) {
        None | Some(Tile::Hole) => Role::Void,
        Some(Tile::Base) => Role::Tile(0),
        Some(Tile::Green) => Role::Tile(2),
        Some(Tile::Info) => Role::Tile(6),
        Some(Tile::Arrow(_)) => Role::Tile(4),
        Some(Tile::Teleport(_)) => Role::Tile(9),
        Some(Tile::Line(_)) => Role::Tile(5),
        Some(Tile::Mine) => Role::Tile(7),
    }
}
