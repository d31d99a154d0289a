//! Beam layouts: the path of the light is drawn first, with a mirror at each corner, and nothing
//! else may be on it (docs/rules-slide.md, Layouts).

use alloc::vec::Vec;

use super::board::cell_bit;
use super::dials::Dials;
use super::level::{BlockSpec, KindWord, Lantern, Tilt};
use super::propose::{Canvas, Piece, draw, key, pick};
use crate::grid::{Axis, Direction, Side};
use crate::rng::Rng;

/// How many paths are tried before the draw is given up.
const TRIES: u32 = 64;

/// A board on which the ray leaves through the lantern.
pub(super) struct Lit {
    /// The Key, then the corner mirrors; the path counts as taken but not as covered.
    pub canvas: Canvas,
    pub lantern: Lantern,
    pub emit: Direction,
}

/// Draws a Key, a path and its mirrors.
pub(super) fn lit(dials: &Dials, canvas: Canvas, rng: &mut Rng) -> Option<Lit> {
    let corners = draw(dials.corners, rng);
    let mut found = (0..TRIES).find_map(|_| path(dials, canvas.clone(), corners, rng))?;
    let mut mirrors: Vec<usize> = (1..found.canvas.pieces.len()).collect();
    rng.shuffle(&mut mirrors);
    for index in mirrors.into_iter().take(draw(dials.gliding, rng) as usize) {
        found.canvas.pieces[index].spec.axis = pick(&Axis::ALL, rng).copied();
    }
    Some(found)
}

/// One try: straight on from the Key, a turn at a random free cell for each corner, and out.
fn path(dials: &Dials, mut canvas: Canvas, corners: u32, rng: &mut Rng) -> Option<Lit> {
    let axis = *pick(&Axis::ALL, rng)?;
    let emit = *pick(&axis.directions(), rng)?;
    let long = *pick(&dials.key, rng)? as usize;
    let (room_x, room_y) = match axis {
        Axis::Horizontal => (canvas.width.checked_sub(long)?, canvas.height - 1),
        Axis::Vertical => (canvas.width - 1, canvas.height.checked_sub(long)?),
    };
    let x = rng.below(room_x as u32 + 1) as usize;
    let y = rng.below(room_y as u32 + 1) as usize;
    canvas.put(key(x, y, long, axis));
    let mut at = match emit {
        Direction::Left | Direction::Up => (x, y),
        Direction::Right => (x + long - 1, y),
        Direction::Down => (x, y + long - 1),
    };
    let mut direction = emit;
    let mut light = 0;
    for _ in 0..corners {
        let ahead = straight(&canvas, at, direction);
        // A mirror on the light's own path would turn it earlier.
        let free = |&&(x, y): &&(usize, usize)| cell_bit(x, y) & light == 0;
        let stops: Vec<&(usize, usize)> = ahead.iter().filter(free).collect();
        let &&corner = pick(&stops, rng)?;
        for &(x, y) in ahead.iter().take_while(|&&cell| cell != corner) {
            light |= cell_bit(x, y);
        }
        let tilt = *pick(&Tilt::ALL, rng)?;
        canvas.put(Piece {
            x: corner.0,
            y: corner.1,
            width: 1,
            height: 1,
            spec: BlockSpec {
                kind: KindWord::Mirror,
                tilt: Some(tilt),
                axis: None,
            },
        });
        direction = tilt.turn(direction);
        at = corner;
    }
    let last = straight(&canvas, at, direction);
    let (x, y) = last.last().copied().unwrap_or(at);
    let at_the_edge = match direction {
        Direction::Left => x == 0,
        Direction::Right => x + 1 == canvas.width,
        Direction::Up => y == 0,
        Direction::Down => y + 1 == canvas.height,
    };
    if !at_the_edge {
        return None;
    }
    for &(x, y) in &last {
        light |= cell_bit(x, y);
    }
    canvas.taken |= light;
    let side = Side::ALL
        .into_iter()
        .find(|side| side.outward() == direction)?;
    let line = match direction.axis() {
        Axis::Horizontal => y,
        Axis::Vertical => x,
    };
    Some(Lit {
        canvas,
        lantern: Lantern {
            side,
            line: line as u32,
        },
        emit,
    })
}

/// The cells ahead, up to the edge or the first piece.
fn straight(canvas: &Canvas, from: (usize, usize), direction: Direction) -> Vec<(usize, usize)> {
    let (dx, dy) = direction.delta();
    let (mut x, mut y) = (from.0 as i32, from.1 as i32);
    let mut cells = Vec::new();
    loop {
        (x, y) = (x + dx, y + dy);
        let inside =
            (0..canvas.width as i32).contains(&x) && (0..canvas.height as i32).contains(&y);
        if !inside || canvas.covered & cell_bit(x as usize, y as usize) != 0 {
            return cells;
        }
        cells.push((x as usize, y as usize));
    }
}
