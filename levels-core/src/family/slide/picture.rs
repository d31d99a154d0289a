//! A sliding board as something to draw.

use super::board::Board;
use super::level::{Kind, Tilt, Win};
use super::rules::{Optics, trace_ray};
use crate::grid::Direction;
use crate::picture::{Frame, Picture, PictureCell, Ray, Role, Symbol};

/// The cells of a frame with their roles; each kind has its own mark and symbol, and so have spent
/// sand, which never moves again, and thawed rime, which moves like any block. On beam levels the
/// ray is drawn, and an arrow marks the end of the Key where it leaves.
pub(super) fn picture(board: &Board, frame: &Frame) -> Picture {
    let cells = frame
        .glyphs()
        .map(|glyph| cell(board, glyph, frame.marked.contains(&glyph)))
        .collect();
    let lantern = board.lantern();
    let mut picture = Picture {
        width: board.width(),
        height: board.height(),
        cells,
        openings: alloc::vec![(lantern.side, lantern.line as usize)],
        ray: None,
    };
    if board.win() == Win::Beam {
        picture.ray = ray(board.emit(), &picture);
    }
    if let Some(Ray {
        from: (x, y),
        direction,
        ..
    }) = picture.ray
        && let Some(end) = picture.cells.get_mut(y * picture.width + x)
    {
        end.mark = match direction {
            Direction::Left => '←',
            Direction::Right => '→',
            Direction::Up => '↑',
            Direction::Down => '↓',
        };
    }
    picture
}

/// The ray that leaves the Key in a frame; `None` if the frame has no Key.
fn ray(emit: Direction, picture: &Picture) -> Option<Ray> {
    let is_key = |at: &usize| picture.cells[*at].role == Role::Hero;
    let key = 0..picture.cells.len().min(picture.width * picture.height);
    let mut key = key.filter(is_key);
    // Cells are in reading order: the last one is the right or lower end.
    let end = match emit {
        Direction::Left | Direction::Up => key.next(),
        Direction::Right | Direction::Down => key.next_back(),
    }?;
    let from = (end % picture.width, end / picture.width);
    let (mut last, mut direction, mut path) = (from, emit, alloc::vec::Vec::new());
    let leaves = trace_ray(from, emit, (picture.width, picture.height), |x, y| {
        // The cell before this one may have turned the ray.
        direction = towards(last, (x, y)).unwrap_or(direction);
        last = (x, y);
        path.push((x, y, direction));
        match picture.cell(x, y) {
            Some(cell) if cell.role == Role::Empty => Optics::Clear,
            Some(cell) if cell.symbol == Symbol::Slash => Optics::Mirror(Tilt::Slash),
            Some(cell) if cell.symbol == Symbol::Backslash => Optics::Mirror(Tilt::Backslash),
            _ => Optics::Opaque,
        }
    });
    Some(Ray {
        from,
        direction: emit,
        path,
        leaves,
    })
}

/// The direction from a cell to its neighbour.
fn towards(from: (usize, usize), to: (usize, usize)) -> Option<Direction> {
    let step = (to.0 as i32 - from.0 as i32, to.1 as i32 - from.1 as i32);
    Direction::ALL
        .into_iter()
        .find(|direction| direction.delta() == step)
}

fn cell(board: &Board, glyph: char, marked: bool) -> PictureCell {
    let block = board
        .blocks()
        .iter()
        .enumerate()
        .find(|(_, block)| block.letter == glyph);
    let (role, mark, symbol) = match block {
        Some((index, _)) if index == board.key() => (Role::Hero, ' ', Symbol::Key),
        Some((index, block)) => {
            let (mark, symbol) = match block.kind {
                Kind::Crystal if block.axis.is_none() => ('=', Symbol::Bolts),
                Kind::Crystal => (' ', Symbol::None),
                Kind::Rime if marked => ('°', Symbol::FaintFrost),
                Kind::Sand if marked => ('=', Symbol::BoltedGrains),
                Kind::Sand => (':', Symbol::Grains),
                Kind::Ice => ('*', Symbol::Gloss),
                Kind::Rime => ('%', Symbol::Frost),
                Kind::Mirror(Tilt::Slash) => ('/', Symbol::Slash),
                Kind::Mirror(Tilt::Backslash) => ('\\', Symbol::Backslash),
            };
            (Role::Piece(index as u8), mark, symbol)
        }
        None if glyph == '#' => (Role::Wall, ' ', Symbol::None),
        None => (Role::Empty, ' ', Symbol::None),
    };
    PictureCell {
        role,
        glyph,
        mark,
        symbol,
    }
}
