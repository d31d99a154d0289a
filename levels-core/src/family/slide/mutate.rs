//! A level with a few random changes, from which a similar layout grows.
//!
//! A parent from the archive opens in its hardest position, so a change meets blocks that are
//! already in each other's way.

use alloc::vec::Vec;

use super::board::{Board, MAX_BLOCKS};
use super::dials::Dials;
use super::level::{KindWord, Level, Win};
use super::propose::{Canvas, Drawing, Piece, pick, piece};
use super::rebuild::spec;
use crate::grid::{Axis, Direction};
use crate::rng::Rng;

/// The most changes at once.
const MOST_CHANGES: u32 = 2;

/// The parent with one or two changes within the dials; `None` if the parent is not a board.
/// Blocks, walls and kinds are moved, added, removed or exchanged; lantern, Key and mirrors stay as
/// they are.
pub(super) fn mutated(dials: &Dials, parent: &Level, rng: &mut Rng) -> Option<Level> {
    let board = Board::new(parent).ok()?;
    let mut drawing = drawing(&board);
    let (axis, line) = (drawing.keys_axis()?, drawing.keys_line()?);
    for _ in 0..1 + rng.below(MOST_CHANGES) {
        let change = Change {
            dials,
            axis,
            line,
            canvas: &mut drawing.canvas,
        };
        change.make(rng);
    }
    kinds(dials, &mut drawing.canvas.pieces, rng);
    Some(drawing.level())
}

/// A board as a drawing, the Key first.
fn drawing(board: &Board) -> Drawing {
    let walls = board.walls();
    let mut canvas = Canvas {
        width: board.width(),
        height: board.height(),
        taken: walls,
        covered: walls,
        walls,
        pieces: Vec::new(),
    };
    let key = &board.blocks()[board.key()];
    let others = board.blocks().iter().enumerate();
    let others = others.filter(|&(index, _)| index != board.key());
    for block in core::iter::once(key).chain(others.map(|(_, block)| block)) {
        canvas.put(Piece {
            x: block.x,
            y: block.y,
            width: block.width,
            height: block.height,
            spec: spec(block),
        });
    }
    Drawing {
        canvas,
        lantern: board.lantern(),
        win: board.win(),
        emit: (board.win() == Win::Beam).then(|| board.emit()),
    }
}

/// One change of a board.
struct Change<'a> {
    dials: &'a Dials,
    /// The Key's axis and its line.
    axis: Axis,
    line: u64,
    canvas: &'a mut Canvas,
}

impl Change<'_> {
    /// A random change, or none if the drawn one is not possible.
    fn make(mut self, rng: &mut Rng) {
        match rng.below(11) {
            0..=1 => self.shift(rng),
            2..=3 => self.nudge(rng),
            4..=5 => self.exchange(rng),
            6..=7 => self.add(rng),
            8 => self.remove(rng),
            9 => self.wall(rng),
            _ => self.slide_key(rng),
        }
    }

    /// A random block that may be changed: neither the Key nor a mirror.
    fn victim(&self, rng: &mut Rng) -> Option<usize> {
        let own = |&index: &usize| self.canvas.pieces[index].spec.kind != KindWord::Mirror;
        let victims: Vec<usize> = (1..self.canvas.pieces.len()).filter(own).collect();
        pick(&victims, rng).copied()
    }

    /// How much of the board is covered, in percent.
    fn fill(&self) -> u32 {
        let cells = (self.canvas.width * self.canvas.height) as u32;
        self.canvas.covered.count_ones() * 100 / cells.max(1)
    }

    /// The cells that a piece may not cover.
    fn closed(&self, piece: &Piece) -> u64 {
        let line = if piece.axis() == Some(self.axis) {
            self.line
        } else {
            0
        };
        self.canvas.taken | line
    }

    /// Puts a block somewhere else.
    fn shift(&mut self, rng: &mut Rng) {
        self.put_elsewhere(rng, |change, piece, rng| {
            let closed = change.closed(piece);
            change.canvas.place(piece.width, piece.height, closed, rng)
        });
    }

    /// Moves a block by one cell, along its line or across it.
    fn nudge(&mut self, rng: &mut Rng) {
        self.put_elsewhere(rng, |change, piece, rng| {
            let (dx, dy) = Direction::ALL[rng.below(4) as usize].delta();
            let x = piece.x.checked_add_signed(dx as isize)?;
            let y = piece.y.checked_add_signed(dy as isize)?;
            let canvas = &change.canvas;
            let on_board = x + piece.width <= canvas.width && y + piece.height <= canvas.height;
            let free = on_board && {
                let cells = Canvas::rectangle(x, y, piece.width, piece.height);
                cells & change.closed(piece) == 0
            };
            free.then_some((x, y))
        });
    }

    /// Takes a random block and puts it where `place` says, or back.
    fn put_elsewhere(
        &mut self,
        rng: &mut Rng,
        place: impl FnOnce(&Self, &Piece, &mut Rng) -> Option<(usize, usize)>,
    ) {
        let Some(index) = self.victim(rng) else {
            return;
        };
        let piece = self.canvas.take(index);
        let (x, y) = place(self, &piece, rng).unwrap_or((piece.x, piece.y));
        self.canvas.put(Piece { x, y, ..piece });
    }

    /// Replaces a block with one of the same kind and a random shape.
    fn exchange(&mut self, rng: &mut Rng) {
        let Some(index) = self.victim(rng) else {
            return;
        };
        let old = self.canvas.take(index);
        let new = piece(self.dials, self.canvas, self.axis, self.line, rng);
        let mut new = new.filter(|piece| self.fits(piece)).unwrap_or(old);
        new.spec.kind = old.spec.kind;
        self.canvas.put(new);
    }

    fn fits(&self, piece: &Piece) -> bool {
        let cells = (self.canvas.width * self.canvas.height) as u32;
        let covered = self.canvas.covered.count_ones() + (piece.width * piece.height) as u32;
        covered * 100 <= self.dials.fill.most * cells
    }

    fn add(&mut self, rng: &mut Rng) {
        if self.canvas.pieces.len() > MAX_BLOCKS {
            return;
        }
        let new = piece(self.dials, self.canvas, self.axis, self.line, rng);
        if let Some(new) = new.filter(|piece| self.fits(piece)) {
            self.canvas.put(new);
        }
    }

    fn remove(&mut self, rng: &mut Rng) {
        let Some(index) = self.victim(rng) else {
            return;
        };
        let piece = self.canvas.take(index);
        if self.fill() < self.dials.fill.least {
            self.canvas.put(piece);
        }
    }

    /// Adds a wall, removes one, or both, within the dials.
    fn wall(&mut self, rng: &mut Rng) {
        let standing = self.canvas.walls.count_ones();
        let span = self.dials.walls;
        let tear = rng.chance(1, 2) && standing > 0;
        let build = rng.chance(1, 2);
        let after = standing - u32::from(tear) + u32::from(build);
        if after < span.least || after > span.most {
            return;
        }
        let cells = |canvas: &Canvas, wanted: &dyn Fn(u64) -> bool| {
            let cells = canvas.cells().filter(|&cell| wanted(cell));
            cells.collect::<Vec<u64>>()
        };
        let free = cells(self.canvas, &|cell| {
            cell & (self.canvas.taken | self.line) == 0
        });
        if tear {
            let walls = cells(self.canvas, &|cell| cell & self.canvas.walls != 0);
            if let Some(cell) = pick(&walls, rng) {
                self.canvas.tear_down(*cell);
            }
        }
        if build && let Some(cell) = pick(&free, rng) {
            self.canvas.build(*cell);
        }
    }

    /// Moves the Key to another place on its line.
    fn slide_key(&mut self, rng: &mut Rng) {
        let key = self.canvas.take(0);
        let line = self.canvas.line(key, self.axis);
        let closed = self.canvas.taken | !line;
        let place = self.canvas.place(key.width, key.height, closed, rng);
        let (x, y) = place.unwrap_or((key.x, key.y));
        self.canvas.put(Piece { x, y, ..key });
        // The Key stays the first piece.
        self.canvas.pieces.rotate_right(1);
    }
}

/// Gives random blocks the kinds that the dials ask for, and removes kinds that are too many;
/// sometimes two blocks exchange theirs.
fn kinds(dials: &Dials, pieces: &mut [Piece], rng: &mut Rng) {
    let Some((_, pieces)) = pieces.split_first_mut() else {
        return;
    };
    let of = |pieces: &[Piece], kind: KindWord| {
        let all = 0..pieces.len();
        all.filter(|&index| pieces[index].spec.kind == kind)
            .collect::<Vec<usize>>()
    };
    for (kind, span) in [
        (KindWord::Ice, dials.ice),
        (KindWord::Sand, dials.sand),
        (KindWord::Rime, dials.rime),
    ] {
        let mut wanted = (of(pieces, kind).len() as u32).clamp(span.least, span.most);
        if span.least < span.most && rng.chance(1, 4) {
            wanted = super::propose::draw(span, rng);
        }
        while (of(pieces, kind).len() as u32) < wanted {
            let Some(&index) = pick(&of(pieces, KindWord::Crystal), rng) else {
                break;
            };
            pieces[index].spec.kind = kind;
        }
        while of(pieces, kind).len() as u32 > wanted {
            let Some(&index) = pick(&of(pieces, kind), rng) else {
                break;
            };
            pieces[index].spec.kind = KindWord::Crystal;
        }
        // Two blocks exchange their kinds, so a twist moves to another block.
        if rng.chance(1, 4)
            && let (Some(&a), Some(&b)) = (
                pick(&of(pieces, kind), rng),
                pick(&of(pieces, KindWord::Crystal), rng),
            )
        {
            pieces[a].spec.kind = KindWord::Crystal;
            pieces[b].spec.kind = kind;
        }
    }
}
