//! A picture as things with places, which a drawing shows and a replay animates.

use levels_core::grid::Side;
use levels_core::picture::{Picture, PictureCell, Ray, Role, Symbol};

/// What a thing looks like, independent of its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// What it is.
    pub role: Role,
    /// The glyph that names it.
    pub glyph: char,
    /// The mark of its kind.
    pub mark: char,
    /// What is drawn on it.
    pub symbol: Symbol,
    /// Width and height in cells.
    pub size: (usize, usize),
}

/// The identity of a thing, to find it again in the next picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// Something that does not move: the number of its cell.
    Cell(usize),
    /// The piece of that number, and which part of it.
    Piece(u8, usize),
    /// The hero, and which one.
    Hero(usize),
}

/// One thing of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thing {
    /// Which one.
    pub key: Key,
    /// What it looks like.
    pub look: Look,
    /// The column and row of its first cell.
    pub at: (usize, usize),
}

/// A picture as things.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// Width and height in cells.
    pub size: (usize, usize),
    /// Whether there is a frame around the board: its cells are all floor.
    pub framed: bool,
    /// Openings in the frame.
    pub openings: Vec<(Side, usize)>,
    /// The things: what does not move, pieces, heroes.
    pub things: Vec<Thing>,
    /// The light.
    pub ray: Option<Ray>,
}

impl Scene {
    /// The things of a picture.
    #[must_use]
    pub fn of(picture: &Picture) -> Self {
        let mut things = Vec::new();
        let mut seen = vec![false; picture.cells.len()];
        let floor =
            |cell: &PictureCell| matches!(cell.role, Role::Empty | Role::Wall | Role::Piece(_));
        let all_floor = !picture.cells.iter().any(|cell| cell.role == Role::Void);
        for (at, cell) in picture.cells.iter().enumerate() {
            if seen[at] || matches!(cell.role, Role::Empty | Role::Void) {
                continue;
            }
            let parts = match cell.role {
                Role::Piece(_) | Role::Hero => rectangles(picture, at, &mut seen),
                _ => vec![(at, (1, 1))],
            };
            for (at, size) in parts {
                let part = |kind: fn(&Key) -> bool| {
                    let earlier = things.iter().map(|thing: &Thing| thing.key);
                    earlier.filter(kind).count()
                };
                let key = match cell.role {
                    Role::Hero => Key::Hero(part(|key| matches!(key, Key::Hero(_)))),
                    Role::Piece(number) => {
                        let earlier = things.iter().filter(
                            |thing: &&Thing| matches!(thing.key, Key::Piece(n, _) if n == number),
                        );
                        Key::Piece(number, earlier.count())
                    }
                    _ => Key::Cell(at),
                };
                things.push(Thing {
                    key,
                    look: Look {
                        role: cell.role,
                        glyph: cell.glyph,
                        mark: if cell.role == Role::Hero {
                            ' '
                        } else {
                            cell.mark
                        },
                        symbol: cell.symbol,
                        size,
                    },
                    at: (at % picture.width, at / picture.width),
                });
            }
        }
        things.sort_by_key(|thing| thing.key);
        Self {
            size: (picture.width, picture.height),
            framed: all_floor && (picture.cells.iter().any(floor) || !picture.openings.is_empty()),
            openings: picture.openings.clone(),
            things,
            ray: picture.ray.clone(),
        }
    }
}

/// The scenes of a replay. A picture does not show the tile under a hero: it is the tile that was there
/// before the hero came, or, at its start, the one that it leaves behind.
#[must_use]
pub fn scenes(pictures: &[Picture]) -> Vec<Scene> {
    let mut scenes: Vec<Scene> = pictures.iter().map(Scene::of).collect();
    let covered = |at: usize, picture: &Picture| {
        let cell = picture.cells.get(at);
        cell.is_some_and(|cell| cell.role == Role::Hero && cell.symbol == Symbol::Cube)
    };
    for (index, scene) in scenes.iter_mut().enumerate() {
        for at in 0..pictures[index].cells.len() {
            if !covered(at, &pictures[index]) {
                continue;
            }
            let before = pictures[..index].iter().rev();
            let after = pictures[index..].iter();
            let known = before.chain(after).find(|picture| !covered(at, picture));
            let Some(cell) = known.map(|picture| picture.cells[at]) else {
                continue;
            };
            if let Role::Tile(_) = cell.role {
                let width = scene.size.0;
                scene.things.push(Thing {
                    key: Key::Cell(at),
                    look: Look {
                        role: cell.role,
                        glyph: cell.glyph,
                        mark: cell.mark,
                        symbol: cell.symbol,
                        size: (1, 1),
                    },
                    at: (at % width, at / width),
                });
            }
        }
        scene.things.sort_by_key(|thing| thing.key);
    }
    scenes
}

/// The cells that belong together with the one at `at`: as one rectangle, or one by one if they do not
/// form one.
fn rectangles(picture: &Picture, at: usize, seen: &mut [bool]) -> Vec<(usize, (usize, usize))> {
    let role = picture.cells[at].role;
    let (width, height) = (picture.width, picture.height);
    let mut part = vec![at];
    let mut next = 0;
    seen[at] = true;
    while let Some(&cell) = part.get(next) {
        next += 1;
        let (x, y) = (cell % width, cell / width);
        let around = [
            (x > 0).then(|| cell - 1),
            (x + 1 < width).then_some(cell + 1),
            (y > 0).then(|| cell - width),
            (y + 1 < height).then_some(cell + width),
        ];
        for other in around.into_iter().flatten() {
            let same = picture
                .cells
                .get(other)
                .is_some_and(|cell| cell.role == role);
            if same && !seen[other] {
                seen[other] = true;
                part.push(other);
            }
        }
    }
    part.sort_unstable();
    let columns = || part.iter().map(|cell| cell % width);
    let (left, right) = (columns().min().unwrap_or(0), columns().max().unwrap_or(0));
    let top = part.first().map_or(0, |cell| cell / width);
    let bottom = part.last().map_or(0, |cell| cell / width);
    let size = (right + 1 - left, bottom + 1 - top);
    if size.0 * size.1 == part.len() {
        vec![(top * width + left, size)]
    } else {
        part.into_iter().map(|cell| (cell, (1, 1))).collect()
    }
}
