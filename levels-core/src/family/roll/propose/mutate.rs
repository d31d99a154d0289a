//! One random change of a draft (docs/rules-roll.md, Mutations).

use super::super::measures::normalise;
use super::super::tile::Tile;
use super::Draft;
use crate::family::roll::mechanic::{Mechanic, Mechanics};
use crate::grid::{Axis, Direction};
use crate::rng::Rng;

/// One random change, or none if the drawn one is not possible. Lines sweep along `axis` if one is
/// given. Afterwards every teleport id occurs twice or not at all.
pub fn mutate(draft: &mut Draft, allowed: Mechanics, axis: Option<Axis>, rng: &mut Rng) {
    let green = |_, tile| tile == Tile::Green;
    match rng.below(14) {
        0..=3 => {
            let hole = draft.pick(rng, |cell, tile| {
                tile == Tile::Hole && draft.standing_beside(cell) > 0
            });
            put(draft, hole, Tile::Green);
        }
        4..=5 => {
            let cell = draft.pick(rng, green);
            put(draft, cell, Tile::Hole);
        }
        6 => {
            let cell = draft.pick(rng, green);
            if let Some(special) = special(allowed, axis, rng) {
                put(draft, cell, special);
            }
        }
        7..=9 => {
            let cell = draft.pick(rng, |_, tile| tile.is_special());
            put(draft, cell, Tile::Green);
        }
        10 => pair(draft, allowed, rng),
        11 => {
            let cell = draft.pick(rng, |_, tile| matches!(tile, Tile::Arrow(_)));
            put(draft, cell, Tile::Arrow(direction(rng)));
        }
        _ => {
            let cell = draft.pick(rng, |cell, tile| {
                tile == Tile::Green && draft.standing_beside(cell) >= 3
            });
            put(draft, cell, Tile::Hole);
        }
    }
    normalise(draft.tiles_mut());
}

/// Puts a required but absent mechanic on random greens.
pub(super) fn introduce(draft: &mut Draft, mechanic: Mechanic, axis: Option<Axis>, rng: &mut Rng) {
    let only = Mechanics::only(mechanic);
    if mechanic == Mechanic::Shift {
        pair(draft, only, rng);
    } else {
        let cell = draft.pick(rng, |_, tile| tile == Tile::Green);
        if let Some(special) = special(only, axis, rng) {
            put(draft, cell, special);
        }
    }
}

fn put(draft: &mut Draft, cell: Option<usize>, tile: Tile) {
    if let Some(cell) = cell {
        draft.put(cell, tile);
    }
}

fn direction(rng: &mut Rng) -> Direction {
    Direction::ALL[rng.below(4) as usize]
}

/// A random special tile that takes one cell, all allowed kinds equally likely.
fn special(allowed: Mechanics, axis: Option<Axis>, rng: &mut Rng) -> Option<Tile> {
    let kinds = allowed.minus(Mechanics::only(Mechanic::Shift));
    let kind = kinds.iter().nth(rng.below(kinds.len() as u32) as usize)?;
    Some(match kind {
        Mechanic::Arrow => Tile::Arrow(direction(rng)),
        Mechanic::Line => {
            let drawn = Axis::ALL[rng.below(2) as usize];
            Tile::Line(axis.unwrap_or(drawn))
        }
        Mechanic::Explosive | Mechanic::Shift => Tile::Mine,
    })
}

/// Turns two random greens into a pair of teleports with the lowest unused id.
fn pair(draft: &mut Draft, allowed: Mechanics, rng: &mut Rng) {
    let unused = (1..=9).find(|&id| !draft.tiles().contains(&Tile::Teleport(id)));
    let Some(id) = unused.filter(|_| allowed.has(Mechanic::Shift)) else {
        return;
    };
    let first = draft.pick(rng, |_, tile| tile == Tile::Green);
    let second = draft.pick(rng, |cell, tile| tile == Tile::Green && Some(cell) != first);
    if second.is_some() {
        put(draft, first, Tile::Teleport(id));
        put(draft, second, Tile::Teleport(id));
    }
}
