//! Layouts: boards in a won position, drawn by the densities of a profile.
//!
//! A layout starts won, so at least one win can be reached; the levels themselves open elsewhere in
//! its component (docs/rules-slide.md, Layouts). On exit levels the Key is at the lantern. On beam
//! levels the ray leaves through it: the path of the light is drawn first and kept free.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::board::{MAX_BLOCKS, cell_bit};
use super::dials::{Dials, Shape, Span};
use super::level::{BlockSpec, KindWord, Lantern, Level, Tilt, Win};
use super::light;
use crate::grid::{Axis, Direction, Side};
use crate::rng::Rng;

/// How many blocks in a row may find no room before the board counts as full.
const MOST_MISSES: u32 = 12;

/// A rectangle that becomes a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub x: usize,
    pub y: usize,
    pub width: usize,
    pub height: usize,
    pub spec: BlockSpec,
}

impl Piece {
    /// The axis along which it moves; `None` for a square without one.
    pub fn axis(&self) -> Option<Axis> {
        match self.width.cmp(&self.height) {
            core::cmp::Ordering::Greater => Some(Axis::Horizontal),
            core::cmp::Ordering::Less => Some(Axis::Vertical),
            core::cmp::Ordering::Equal => self.spec.axis,
        }
    }
}

/// A board under construction.
#[derive(Debug, Clone)]
pub(super) struct Canvas {
    pub width: usize,
    pub height: usize,
    /// Cells that nothing else may cover: pieces, walls and the path of the light.
    pub taken: u64,
    /// Cells that are covered: `taken` without the path.
    pub covered: u64,
    pub walls: u64,
    /// The first one is the Key.
    pub pieces: Vec<Piece>,
}

/// A layout and what is known about it.
#[derive(Debug, Clone)]
pub(super) struct Drawing {
    pub canvas: Canvas,
    pub lantern: Lantern,
    pub win: Win,
    /// Where the ray leaves the Key, on beam levels.
    pub emit: Option<Direction>,
}

/// Draws a layout, a board in a won position, by the dials; `None` if the draw does not fit on the
/// board.
#[must_use]
pub fn layout(dials: &Dials, rng: &mut Rng) -> Option<Level> {
    let size = *pick(&dials.sizes, rng)?;
    let canvas = Canvas {
        width: size.width,
        height: size.height,
        taken: 0,
        covered: 0,
        walls: 0,
        pieces: Vec::new(),
    };
    let mut drawing = match dials.win {
        Win::Exit => at_the_lantern(dials, canvas, rng)?,
        Win::Beam => {
            let light::Lit {
                canvas,
                lantern,
                emit,
            } = light::lit(dials, canvas, rng)?;
            Drawing {
                canvas,
                lantern,
                win: Win::Beam,
                emit: Some(emit),
            }
        }
    };
    let line = drawing.keys_line()?;
    let axis = drawing.keys_axis()?;
    let canvas = &mut drawing.canvas;
    let first = canvas.pieces.len();
    walls(dials, canvas, line, rng);
    blocks(dials, canvas, axis, line, rng);
    kinds(dials, &mut canvas.pieces[first..], rng);
    Some(drawing.level())
}

/// An exit level's Key, at the lantern.
fn at_the_lantern(dials: &Dials, mut canvas: Canvas, rng: &mut Rng) -> Option<Drawing> {
    let side = *pick(&dials.sides, rng)?;
    let long = *pick(&dials.key, rng)? as usize;
    let (room, lines) = match side {
        Side::Left | Side::Right => (canvas.width, canvas.height),
        Side::Top | Side::Bottom => (canvas.height, canvas.width),
    };
    // A Key that fills its line never moves.
    if long >= room {
        return None;
    }
    let line = if dials.middle {
        middle(lines)
    } else {
        rng.below(lines as u32) as usize
    };
    let (x, y) = match side {
        Side::Left => (0, line),
        Side::Right => (room - long, line),
        Side::Top => (line, 0),
        Side::Bottom => (line, room - long),
    };
    let axis = side.outward().axis();
    canvas.put(key(x, y, long, axis));
    Some(Drawing {
        canvas,
        lantern: Lantern {
            side,
            line: line as u32,
        },
        win: Win::Exit,
        emit: None,
    })
}

/// The middle one of so many lines; of an even number, the one before the middle.
pub(super) fn middle(lines: usize) -> usize {
    lines.saturating_sub(1) / 2
}

/// A Key of `long` cells along an axis.
pub(super) fn key(x: usize, y: usize, long: usize, axis: Axis) -> Piece {
    let (width, height) = match axis {
        Axis::Horizontal => (long, 1),
        Axis::Vertical => (1, long),
    };
    Piece {
        x,
        y,
        width,
        height,
        spec: BlockSpec {
            axis: (long == 1).then_some(axis),
            ..BlockSpec::default()
        },
    }
}

impl Drawing {
    /// The axis along which the Key moves; `None` if there is no Key.
    pub fn keys_axis(&self) -> Option<Axis> {
        let key = self.canvas.pieces.first()?;
        Some(key.axis().unwrap_or(self.lantern.side.outward().axis()))
    }

    /// The Key's line, which must stay free. On beam levels it has no cells, since the ray's path
    /// is reserved and the Key needs no free line.
    pub fn keys_line(&self) -> Option<u64> {
        let key = *self.canvas.pieces.first()?;
        Some(match self.win {
            Win::Beam => 0,
            Win::Exit => self.canvas.line(key, self.keys_axis()?),
        })
    }
}

fn walls(dials: &Dials, canvas: &mut Canvas, line: u64, rng: &mut Rng) {
    for _ in 0..draw(dials.walls, rng) {
        let free: Vec<u64> = canvas
            .cells()
            .filter(|cell| cell & (canvas.taken | line) == 0)
            .collect();
        if let Some(&cell) = pick(&free, rng) {
            canvas.build(cell);
        }
    }
}

/// Puts blocks down until the drawn share is covered, or nothing more finds room. A block with the
/// Key's axis is never put on the Key's line, which it could not leave.
fn blocks(dials: &Dials, canvas: &mut Canvas, axis: Axis, line: u64, rng: &mut Rng) {
    let cells = (canvas.width * canvas.height) as u32;
    let wanted = draw(dials.fill, rng) * cells / 100;
    let mut misses = 0;
    while misses < MOST_MISSES
        && canvas.covered.count_ones() < wanted
        && canvas.pieces.len() <= MAX_BLOCKS
    {
        match piece(dials, canvas, axis, line, rng) {
            None => misses += 1,
            Some(piece) => {
                misses = 0;
                canvas.put(piece);
            }
        }
    }
}

/// A block of a random shape at a random place; `None` if it finds no room. A block with the Key's
/// axis is never put on the Key's line.
pub(super) fn piece(
    dials: &Dials,
    canvas: &Canvas,
    axis: Axis,
    line: u64,
    rng: &mut Rng,
) -> Option<Piece> {
    let &Shape { long, thick } = pick(&dials.shapes, rng)?;
    let own_axis = match (rng.below(100) < dials.across, axis) {
        (true, Axis::Horizontal) | (false, Axis::Vertical) => Axis::Vertical,
        _ => Axis::Horizontal,
    };
    let (width, height) = match own_axis {
        Axis::Horizontal => (long, thick),
        Axis::Vertical => (thick, long),
    };
    let closed = canvas.taken | if own_axis == axis { line } else { 0 };
    let (x, y) = canvas.place(width, height, closed, rng)?;
    Some(Piece {
        x,
        y,
        width,
        height,
        spec: BlockSpec {
            axis: (width == height).then_some(own_axis),
            ..BlockSpec::default()
        },
    })
}

/// Makes some of the blocks ice, sand, rime or mirrors.
fn kinds(dials: &Dials, pieces: &mut [Piece], rng: &mut Rng) {
    let mut order: Vec<usize> = (0..pieces.len()).collect();
    rng.shuffle(&mut order);
    let mut order = order.into_iter();
    for (kind, span) in [
        (KindWord::Ice, dials.ice),
        (KindWord::Sand, dials.sand),
        (KindWord::Rime, dials.rime),
        (KindWord::Mirror, dials.mirrors),
    ] {
        for _ in 0..draw(span, rng) {
            if let Some(index) = order.next() {
                let spec = &mut pieces[index].spec;
                spec.kind = kind;
                if kind == KindWord::Mirror {
                    spec.tilt = pick(&Tilt::ALL, rng).copied();
                }
            }
        }
    }
}

impl Canvas {
    /// Every cell of the board as a mask, in reading order.
    pub fn cells(&self) -> impl Iterator<Item = u64> + use<> {
        let width = self.width;
        (0..self.height).flat_map(move |y| (0..width).map(move |x| cell_bit(x, y)))
    }

    /// The cells of a rectangle.
    pub fn rectangle(x: usize, y: usize, width: usize, height: usize) -> u64 {
        (y..y + height).fold(0, |mask, y| {
            (x..x + width).fold(mask, |mask, x| mask | cell_bit(x, y))
        })
    }

    /// The line of the board that a piece moves along.
    pub fn line(&self, piece: Piece, axis: Axis) -> u64 {
        match axis {
            Axis::Horizontal => Self::rectangle(0, piece.y, self.width, piece.height),
            Axis::Vertical => Self::rectangle(piece.x, 0, piece.width, self.height),
        }
    }

    /// Builds a wall.
    pub fn build(&mut self, cell: u64) {
        self.walls |= cell;
        self.taken |= cell;
        self.covered |= cell;
    }

    /// Tears a wall down.
    pub fn tear_down(&mut self, cell: u64) {
        self.walls &= !cell;
        self.taken &= !cell;
        self.covered &= !cell;
    }

    /// Takes a piece away.
    pub fn take(&mut self, index: usize) -> Piece {
        let piece = self.pieces.remove(index);
        let cells = Self::rectangle(piece.x, piece.y, piece.width, piece.height);
        self.taken &= !cells;
        self.covered &= !cells;
        piece
    }

    /// Puts a piece on free cells.
    pub fn put(&mut self, piece: Piece) {
        let cells = Self::rectangle(piece.x, piece.y, piece.width, piece.height);
        self.taken |= cells;
        self.covered |= cells;
        self.pieces.push(piece);
    }

    /// A uniformly random place for a rectangle outside the closed cells.
    pub fn place(
        &self,
        width: usize,
        height: usize,
        closed: u64,
        rng: &mut Rng,
    ) -> Option<(usize, usize)> {
        if width > self.width || height > self.height {
            return None;
        }
        let places: Vec<(usize, usize)> = (0..=self.height - height)
            .flat_map(|y| (0..=self.width - width).map(move |x| (x, y)))
            .filter(|&(x, y)| Self::rectangle(x, y, width, height) & closed == 0)
            .collect();
        pick(&places, rng).copied()
    }
}

impl Drawing {
    /// The layout as a level, blocks named in the order in which they were put down.
    pub fn level(&self) -> Level {
        let canvas = &self.canvas;
        let mut grid = alloc::vec![alloc::vec!['.'; canvas.width]; canvas.height];
        for (y, row) in grid.iter_mut().enumerate() {
            for (x, glyph) in row.iter_mut().enumerate() {
                if canvas.walls & cell_bit(x, y) != 0 {
                    *glyph = '#';
                }
            }
        }
        let names = core::iter::once('K').chain(('a'..='z').chain('A'..='Z').filter(|c| *c != 'K'));
        let mut blocks = Vec::new();
        for (piece, name) in canvas.pieces.iter().zip(names) {
            for row in &mut grid[piece.y..piece.y + piece.height] {
                row[piece.x..piece.x + piece.width].fill(name);
            }
            if piece.spec != BlockSpec::default() {
                blocks.push((name.to_string(), piece.spec));
            }
        }
        Level {
            rows: grid.into_iter().map(String::from_iter).collect(),
            blocks,
            lantern: self.lantern,
            win: self.win,
            emit: self.emit,
            teaches: None,
        }
    }
}

/// A uniformly random element.
pub(super) fn pick<'a, T>(items: &'a [T], rng: &mut Rng) -> Option<&'a T> {
    items.get(rng.below(items.len() as u32) as usize)
}

/// A uniformly random number of a range.
pub(super) fn draw(span: Span, rng: &mut Rng) -> u32 {
    span.least + rng.below(span.most - span.least + 1)
}
