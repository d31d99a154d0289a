//! A sliding board as something to draw.

use alloc::string::String;

use super::board::Board;
use super::level::{Kind, Tilt};
use crate::picture::{Picture, PictureCell, Role};

/// The cells of a frame with their roles; each kind has a mark of its own.
pub(super) fn picture(board: &Board, frame: &[String]) -> Picture {
    let cells = frame
        .iter()
        .flat_map(|row| row.chars())
        .map(|glyph| cell(board, glyph))
        .collect();
    let lantern = board.lantern();
    Picture {
        width: board.width(),
        height: board.height(),
        cells,
        openings: alloc::vec![(lantern.side, lantern.line as usize)],
    }
}

fn cell(board: &Board, glyph: char) -> PictureCell {
    let block = board
        .blocks()
        .iter()
        .enumerate()
        .find(|(_, block)| block.letter == glyph);
    let (role, mark) = match block {
        Some((index, _)) if index == board.key() => (Role::Hero, ' '),
        Some((index, block)) => {
            let mark = match block.kind {
                Kind::Crystal if block.axis.is_none() => '=',
                Kind::Crystal => ' ',
                Kind::Sand => ':',
                Kind::Ice => '*',
                Kind::Rime => '%',
                Kind::Mirror(Tilt::Slash) => '/',
                Kind::Mirror(Tilt::Backslash) => '\\',
            };
            (Role::Piece(index as u8), mark)
        }
        None if glyph == '#' => (Role::Wall, ' '),
        None => (Role::Empty, ' '),
    };
    PictureCell { role, glyph, mark }
}
