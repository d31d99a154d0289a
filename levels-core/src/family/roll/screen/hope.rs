//! Tests that prove a position lost without search (docs/rules-roll.md, Screen).
//!
//! The greens that **must be walked** are those that no sweep and no standing mine can reach any
//! more. Each of them is entered once and left once, over tiles beside it.

use super::super::engine::word::Bits;
use super::flat::{Flat, FlatState};

/// The result of the tests of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hope {
    /// It cannot be won.
    None,
    /// It can be won only if the next roll goes to this cell.
    Only(u32),
    /// Nothing is known.
    Open,
}

/// Tests a position that is not won.
pub(super) fn test<B: Bits>(flat: &Flat<B>, position: &FlatState<B>) -> Hope {
    let must = must_walk(flat, position);
    let lasting = lasting(flat, position);
    let hope = entries(flat, position, must, lasting);
    if hope == Hope::None
        || !colours_agree(flat, position, must, lasting)
        || !in_one_piece(flat, position, must)
    {
        return Hope::None;
    }
    hope
}

/// Whether some green that must be walked cuts others off from the base: it can be passed only
/// once, so there is no way back. Only for the start, since it costs one flood per green.
pub(super) fn is_cut<B: Bits>(flat: &Flat<B>, start: &FlatState<B>) -> bool {
    let must = must_walk(flat, start);
    must.ones().any(|green| {
        let rest = start.standing.minus(B::bit(green));
        let met = flat.flood(flat.base, rest);
        !(must & rest).minus(met).is_none()
    })
}

fn must_walk<B: Bits>(flat: &Flat<B>, position: &FlatState<B>) -> B {
    let mut must = position.standing & flat.wins;
    for line in flat.unfired(position).ones() {
        must = must.minus(flat.sweep(line));
    }
    must.minus(flat.beside(flat.mines & position.standing))
}

/// Standing tiles that can be entered any number of times: base, lines, teleports, mines.
fn lasting<B: Bits>(flat: &Flat<B>, position: &FlatState<B>) -> B {
    position.standing.minus(flat.wins | flat.arrows)
}

/// Each green that must be walked needs a lasting neighbour, by which it can be entered and left,
/// or two others. The cube's own cell is a third way in while the cube is on a crumbling tile
/// beside it, but then the next roll must take it.
fn entries<B: Bits>(flat: &Flat<B>, position: &FlatState<B>, must: B, lasting: B) -> Hope {
    let cube = B::bit(position.cube);
    let crumbling = position.standing.minus(lasting | cube);
    let wanting = must.minus(cube).minus(flat.beside(lasting));
    if wanting.is_none() {
        return Hope::Open;
    }
    let (one, two) = flat.neighbours(wanting, crumbling);
    let lonely = wanting.minus(two);
    if lonely.is_none() {
        return Hope::Open;
    }
    // One neighbour besides the cube, and the cube on a tile that crumbles.
    let saved = lonely & one & flat.beside(cube.minus(lasting));
    if saved == lonely && lonely.without_first().is_none() {
        Hope::Only(lonely.first())
    } else {
        Hope::None
    }
}

/// Every roll changes the colour of the chessboard, as long as no arrow or teleport stands. So on
/// the walk from the cube to the base both colours are visited equally often, or the base's colour
/// once more if the walk starts on it; greens are visited once, those that must be walked at least
/// once, and only lasting tiles more often.
fn colours_agree<B: Bits>(flat: &Flat<B>, position: &FlatState<B>, must: B, lasting: B) -> bool {
    let standing = position.standing;
    if standing.meets(flat.arrows | flat.teleports) {
        return true;
    }
    let own = flat.base_colour;
    if !lasting.minus(own).is_none() {
        return true;
    }
    let greens = standing & flat.wins;
    let cube = B::bit(position.cube);
    // No lasting tile of the other colour stands: it is visited as often as it has greens.
    let most_other = greens.minus(own).count();
    let least_other = must.minus(own).count();
    let most_own = (greens & own).count();
    let least_own = (must & own).count();
    // Visits of lasting tiles of the base's colour: the last of all, and the first if the cube is
    // on one. The visit that begins a walk on the base's colour is one more than the other has.
    let begins_own = u32::from(own.meets(cube));
    let least_lasting = 1 + u32::from(lasting.meets(cube));
    if most_other + begins_own < least_own + least_lasting {
        return false;
    }
    if lasting != flat.base {
        return true;
    }
    // The base is arrived at from greens, each once.
    let arrivals = (flat.beside(flat.base) & greens).count();
    let most_lasting = u32::from(lasting.meets(cube)) + arrivals;
    least_other + begins_own <= most_own + most_lasting
}

/// The greens that must be walked and the base must be connected to the cube.
fn in_one_piece<B: Bits>(flat: &Flat<B>, position: &FlatState<B>, must: B) -> bool {
    let met = flat.flood(B::bit(position.cube), position.standing);
    (must | flat.base).minus(met).is_none()
}
