//! Random sliding levels, and their images under symmetry and renaming.
//!
//! The transforms are written here a second time, as quarter turns and a mirror, so that they share
//! no code with the crate's own.

use std::ops::Range;

use levels_core::family::slide::{BlockSpec, KindWord, Lantern, Level, Tilt, Win};
use levels_core::grid::{Axis, Direction, Side};
use proptest::prelude::*;

/// A level before it is fitted: every draft becomes a valid level.
#[derive(Debug, Clone)]
pub struct Draft {
    width: usize,
    height: usize,
    /// How many cells may stay empty; walls fill the others.
    empty: usize,
    win: Win,
    key: Piece,
    /// Which end of the Key's line, or where on the boundary, the lantern is.
    lantern: u32,
    /// Every block one cell large and free to move: states of many bits.
    tiny: bool,
    pieces: Vec<Piece>,
    /// Decides which cells become walls: those with the smallest numbers.
    noise: Vec<u16>,
}

/// A block that is put down where it fits.
#[derive(Debug, Clone)]
struct Piece {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
    kind: KindWord,
    tilt: Tilt,
    axis: Option<Axis>,
    /// Whether it is a mirror on beam levels, whatever its kind.
    lit: bool,
}

/// Sides of boards: mostly of a size at which blocks can move.
pub fn board_side() -> impl Strategy<Value = usize> + Clone {
    prop_oneof![
        1 => Just(1_usize),
        1 => Just(2_usize),
        12 => 3..=6_usize,
        2 => 7..=8_usize,
    ]
}

fn piece() -> impl Strategy<Value = Piece> {
    let side = || prop_oneof![4 => Just(1_usize), 4 => Just(2_usize), 2 => Just(3_usize)];
    (
        (0..8_usize, 0..8_usize, side(), side()),
        prop::sample::select(KindWord::ALL.to_vec()),
        prop::sample::select(Tilt::ALL.to_vec()),
        prop_oneof![
            1 => Just(None),
            3 => Just(Some(Axis::Horizontal)),
            3 => Just(Some(Axis::Vertical)),
        ],
        prop::bool::ANY,
    )
        .prop_map(|((x, y, width, height), kind, tilt, axis, lit)| Piece {
            x,
            y,
            width,
            height,
            kind,
            tilt,
            axis,
            lit,
        })
}

/// Drafts of every win and kind with sides of the given lengths, 1 to 8, crowded enough to have few
/// states.
pub fn draft(side: impl Strategy<Value = usize> + Clone) -> impl Strategy<Value = Draft> {
    draft_of(false, side, 4..20, 0..20)
}

/// Drafts of large boards with as many blocks as there are letters.
pub fn draft_of_many_blocks() -> impl Strategy<Value = Draft> {
    draft_of(true, 7..=8_usize, 1..4, 90..120)
}

fn draft_of(
    tiny: bool,
    side: impl Strategy<Value = usize> + Clone,
    empty: Range<usize>,
    pieces: Range<usize>,
) -> impl Strategy<Value = Draft> {
    (
        (side.clone(), side, empty),
        prop::sample::select(Win::ALL.to_vec()),
        piece(),
        0..100_000_u32,
        prop::collection::vec(piece(), pieces),
        prop::collection::vec(0..1_000_u16, 64),
    )
        .prop_map(
            move |((width, height, empty), win, key, lantern, pieces, noise)| Draft {
                width,
                height,
                empty,
                win,
                key,
                lantern,
                tiny,
                pieces,
                noise,
            },
        )
}

impl Draft {
    /// The level of a draft.
    pub fn level(&self) -> Level {
        let mut grid = vec![vec!['.'; self.width]; self.height];
        let key = self.key();
        fill(&mut grid, &key, 'K');
        let mut blocks = Vec::new();
        if key.width == key.height && key.axis.is_some() {
            let axis = key.axis;
            let spec = BlockSpec {
                axis,
                ..BlockSpec::default()
            };
            blocks.push(("K".to_string(), spec));
        }
        let emit = self.emit(&key);
        let (corner, lantern) = self.corner_and_lantern(&key, emit);
        let pieces = self.pieces.iter().enumerate();
        let pieces = pieces.map(|(nth, piece)| self.fitted(piece, nth, &key));
        let mut letters = letters().into_iter();
        for piece in corner.into_iter().chain(pieces) {
            if !is_free(&grid, &piece) {
                continue;
            }
            let Some(letter) = letters.next() else { break };
            fill(&mut grid, &piece, letter);
            let spec = BlockSpec {
                kind: piece.kind,
                tilt: (piece.kind == KindWord::Mirror).then_some(piece.tilt),
                axis: piece.axis.filter(|_| piece.width == piece.height),
            };
            if spec != BlockSpec::default() {
                blocks.push((letter.to_string(), spec));
            }
        }
        self.wall_up(&mut grid, &key);
        Level {
            rows: grid.into_iter().map(String::from_iter).collect(),
            blocks,
            lantern,
            win: self.win,
            emit: (self.win == Win::Beam).then_some(emit),
            teaches: None,
        }
    }

    /// The Key: one cell thick, with an axis where it needs one, and on exit levels away from
    /// the lantern.
    fn key(&self) -> Piece {
        let mut key = self.key.clone();
        if self.tiny || key.axis.is_none() {
            (key.width, key.height) = (1, 1);
        }
        if self.win == Win::Exit && key.axis.is_none() {
            key.axis = Some(Axis::Horizontal);
        }
        match key.axis {
            Some(Axis::Vertical) => key.width = 1,
            _ => key.height = 1,
        }
        key.width = key.width.min(self.width);
        key.height = key.height.min(self.height);
        let (room_x, room_y) = (self.width - key.width, self.height - key.height);
        key.x %= room_x + 1;
        key.y %= room_y + 1;
        if self.win == Win::Exit {
            // Among many blocks there is room for one cell at best.
            let near = |room: usize| if self.tiny { room.min(1) } else { room };
            match self.emit(&key) {
                Direction::Left => key.x = near(room_x),
                Direction::Right => key.x = room_x - near(room_x),
                Direction::Up => key.y = near(room_y),
                Direction::Down => key.y = room_y - near(room_y),
            }
        }
        key
    }

    /// Where the Key's ray leaves it, or on exit levels the Key itself.
    fn emit(&self, key: &Piece) -> Direction {
        let any = Direction::ALL[self.lantern as usize % 4];
        // A Key one cell large sends its ray any way, whatever its axis.
        if self.win == Win::Beam && key.width == key.height {
            return any;
        }
        match key.axis {
            Some(axis) => axis.directions()[self.lantern as usize % 2],
            None => any,
        }
    }

    /// The lantern; on most beam levels also a mirror that turns the ray to it, somewhere on the
    /// line where it must be.
    fn corner_and_lantern(&self, key: &Piece, emit: Direction) -> (Option<Piece>, Lantern) {
        let at = |direction: Direction, (x, y): (usize, usize)| {
            let (side, line) = match direction {
                Direction::Left => (Side::Left, y),
                Direction::Right => (Side::Right, y),
                Direction::Up => (Side::Top, x),
                Direction::Down => (Side::Bottom, x),
            };
            Lantern {
                side,
                line: line as u32,
            }
        };
        let choice = self.lantern as usize / 4;
        let cells: Vec<(usize, usize)> = match emit {
            Direction::Left => (0..key.x).map(|x| (x, key.y)).collect(),
            Direction::Right => (key.x + key.width..self.width)
                .map(|x| (x, key.y))
                .collect(),
            Direction::Up => (0..key.y).map(|y| (key.x, y)).collect(),
            Direction::Down => (key.y + key.height..self.height)
                .map(|y| (key.x, y))
                .collect(),
        };
        if self.win == Win::Exit || choice.is_multiple_of(8) || cells.is_empty() {
            return (None, at(emit, (key.x, key.y)));
        }
        let mut corner = self.key.clone();
        let turned = match (corner.tilt, emit) {
            (Tilt::Slash, Direction::Right) | (Tilt::Backslash, Direction::Left) => Direction::Up,
            (Tilt::Slash, Direction::Left) | (Tilt::Backslash, Direction::Right) => Direction::Down,
            (Tilt::Slash, Direction::Up) | (Tilt::Backslash, Direction::Down) => Direction::Right,
            (Tilt::Slash, Direction::Down) | (Tilt::Backslash, Direction::Up) => Direction::Left,
        };
        let (x, y) = cells[choice / 8 % cells.len()];
        let lantern = at(turned, (x, y));
        (corner.width, corner.height) = (1, 1);
        corner.kind = KindWord::Mirror;
        let axis = Axis::ALL[usize::from(self.key.lit)];
        corner.axis = Some(axis);
        (corner.x, corner.y) = match axis {
            Axis::Horizontal => (elsewhere(x, self.key.x, self.width), y),
            Axis::Vertical => (x, elsewhere(y, self.key.y, self.height)),
        };
        (Some(corner), lantern)
    }

    /// A piece with its first cell on the board, and of this draft's size and kind. On exit levels
    /// some of the first ones are in the Key's way.
    fn fitted(&self, piece: &Piece, nth: usize, key: &Piece) -> Piece {
        let mut piece = piece.clone();
        piece.x %= self.width;
        piece.y %= self.height;
        if self.tiny {
            (piece.width, piece.height) = (1, 1);
            piece.axis = piece.axis.or(Some(Axis::Vertical));
        }
        match self.win {
            Win::Beam if piece.lit => piece.kind = KindWord::Mirror,
            Win::Exit if piece.lit && nth < 4 => match key.axis {
                Some(Axis::Vertical) => {
                    (piece.height, piece.axis) = (1, Some(Axis::Horizontal));
                    piece.x = key.x.saturating_sub(piece.x % piece.width);
                }
                _ => {
                    (piece.width, piece.axis) = (1, Some(Axis::Vertical));
                    piece.y = key.y.saturating_sub(piece.y % piece.height);
                }
            },
            _ => {}
        }
        piece
    }

    /// Makes walls of all but a few of the empty cells; those on the Key's line are taken last.
    fn wall_up(&self, grid: &mut [Vec<char>], key: &Piece) {
        let mut empty: Vec<(usize, usize)> = (0..self.width * self.height)
            .map(|cell| (cell % self.width, cell / self.width))
            .filter(|&(x, y)| grid[y][x] == '.')
            .collect();
        empty.sort_by_key(|&(x, y)| {
            let on_line = match key.axis {
                Some(Axis::Horizontal) => y == key.y,
                Some(Axis::Vertical) => x == key.x,
                None => false,
            };
            (!on_line, self.noise[y * 8 + x])
        });
        for &(x, y) in empty.iter().skip(self.empty) {
            grid[y][x] = '#';
        }
    }
}

/// One of the `len` numbers other than `at`, if there is one.
fn elsewhere(at: usize, choice: usize, len: usize) -> usize {
    if len == 1 {
        at
    } else {
        (at + 1 + choice % (len - 1)) % len
    }
}

/// The letters that a block other than the Key may have.
fn letters() -> Vec<char> {
    ('A'..='Z')
        .chain('a'..='z')
        .filter(|&letter| letter != 'K')
        .collect()
}

fn is_free(grid: &[Vec<char>], piece: &Piece) -> bool {
    let (right, bottom) = (piece.x + piece.width, piece.y + piece.height);
    let rows = grid.get(piece.y..bottom);
    rows.is_some_and(|rows| {
        rows.iter().all(|row| {
            let cells = row.get(piece.x..right);
            cells.is_some_and(|cells| cells.iter().all(|&cell| cell == '.'))
        })
    })
}

fn fill(grid: &mut [Vec<char>], piece: &Piece, letter: char) {
    for row in &mut grid[piece.y..piece.y + piece.height] {
        row[piece.x..piece.x + piece.width].fill(letter);
    }
}

/// The eight images of a level, each with its blocks renamed.
pub fn images(level: &Level) -> Vec<Level> {
    let letters = letters();
    orbit(level)
        .iter()
        .enumerate()
        .map(|(image, level)| {
            rename(level, |letter| {
                let at = letters.iter().position(|&l| l == letter).unwrap_or(0);
                letters[(at * 2 + image * 7) % letters.len()]
            })
        })
        .collect()
}

/// One text for all levels that are equal up to symmetry and letters: the least over the eight
/// images, blocks named and listed in reading order.
pub fn normal_form(level: &Level) -> String {
    let forms = orbit(level).into_iter().map(|image| {
        let mut order: Vec<char> = Vec::new();
        for letter in image.rows.iter().flat_map(|row| row.chars()) {
            if letter.is_ascii_alphabetic() && letter != 'K' && !order.contains(&letter) {
                order.push(letter);
            }
        }
        let mut named = rename(&image, |letter| {
            letters()[order.iter().position(|&l| l == letter).unwrap_or(0)]
        });
        named.blocks.sort_by(|a, b| a.0.cmp(&b.0));
        format!("{named:?}")
    });
    forms.min().unwrap_or_default()
}

/// The level in its four rotations, each also mirrored.
fn orbit(level: &Level) -> Vec<Level> {
    let mut images = Vec::new();
    for mut image in [level.clone(), mirrored(level)] {
        for _ in 0..4 {
            image = turned(&image);
            images.push(image.clone());
        }
    }
    images
}

/// The level with every letter but the Key's replaced.
fn rename(level: &Level, name: impl Fn(char) -> char) -> Level {
    let name = |letter: char| match letter {
        '.' | '#' | 'K' => letter,
        letter => name(letter),
    };
    let mut level = level.clone();
    for row in &mut level.rows {
        *row = row.chars().map(name).collect();
    }
    for (letter, _) in &mut level.blocks {
        *letter = letter.chars().map(name).collect();
    }
    level
}

/// The level mirrored left to right.
fn mirrored(level: &Level) -> Level {
    let width = level.rows[0].len() as u32;
    let mut image = level.clone();
    for row in &mut image.rows {
        *row = row.chars().rev().collect();
    }
    for (_, spec) in &mut image.blocks {
        spec.tilt = spec.tilt.map(other);
    }
    image.emit = level.emit.map(|emit| match emit {
        Direction::Left => Direction::Right,
        Direction::Right => Direction::Left,
        other => other,
    });
    let Lantern { side, line } = level.lantern;
    let (side, line) = match side {
        Side::Left => (Side::Right, line),
        Side::Right => (Side::Left, line),
        Side::Top | Side::Bottom => (side, width - 1 - line),
    };
    image.lantern = Lantern { side, line };
    image
}

/// The level turned clockwise by a quarter.
fn turned(level: &Level) -> Level {
    let rows: Vec<Vec<char>> = level.rows.iter().map(|row| row.chars().collect()).collect();
    let height = rows.len() as u32;
    let mut image = level.clone();
    image.rows = (0..rows[0].len())
        .map(|x| rows.iter().rev().map(|row| row[x]).collect())
        .collect();
    for (_, spec) in &mut image.blocks {
        spec.tilt = spec.tilt.map(other);
        spec.axis = spec.axis.map(|axis| match axis {
            Axis::Horizontal => Axis::Vertical,
            Axis::Vertical => Axis::Horizontal,
        });
    }
    image.emit = level.emit.map(|emit| match emit {
        Direction::Up => Direction::Right,
        Direction::Right => Direction::Down,
        Direction::Down => Direction::Left,
        Direction::Left => Direction::Up,
    });
    let Lantern { side, line } = level.lantern;
    let (side, line) = match side {
        Side::Top => (Side::Right, line),
        Side::Bottom => (Side::Left, line),
        Side::Right => (Side::Bottom, height - 1 - line),
        Side::Left => (Side::Top, height - 1 - line),
    };
    image.lantern = Lantern { side, line };
    image
}

/// A quarter turn or a mirror exchanges the tilts.
fn other(tilt: Tilt) -> Tilt {
    match tilt {
        Tilt::Slash => Tilt::Backslash,
        Tilt::Backslash => Tilt::Slash,
    }
}
