//! The Key's ray.

use core::cell::Cell;

use super::super::rules::Optics;
use super::super::*;
use crate::grid::{Direction, Side};

/// Every way out of a square of four mirrors that send a ray round for ever.
#[test]
fn a_ray_among_four_mirrors_ends_by_its_cap() {
    for (width, height) in [(2, 2), (3, 3), (5, 4), (8, 8)] {
        for (left, top) in [(0, 0), (width - 2, height - 2)] {
            for (right, bottom) in [(left + 1, top + 1), (width - 1, height - 1)] {
                let steps = Cell::new(0);
                let optics = |x: usize, y: usize| {
                    steps.set(steps.get() + 1);
                    match ((x, y), x == left, y == top) {
                        ((x, y), ..) if (x != left && x != right) || (y != top && y != bottom) => {
                            Optics::Clear
                        }
                        (_, true, true) | (_, false, false) => Optics::Mirror(Tilt::Slash),
                        _ => Optics::Mirror(Tilt::Backslash),
                    }
                };
                let cap = width * height * 4;
                let mut trapped = 0;
                for y in top..=bottom {
                    for x in left..=right {
                        for direction in Direction::ALL {
                            steps.set(0);
                            let out = trace_ray((x, y), direction, (width, height), optics);
                            // The ray goes round if it runs along a side of the square and does not
                            // leave at once by a corner or a side cell.
                            let round = match direction {
                                Direction::Left => (y == top || y == bottom) && x > left,
                                Direction::Right => (y == top || y == bottom) && x < right,
                                Direction::Up => (x == left || x == right) && y > top,
                                Direction::Down => (x == left || x == right) && y < bottom,
                            };
                            if round {
                                assert_eq!((out, steps.get()), (None, cap));
                                trapped += 1;
                            } else {
                                let (side, line) = match direction {
                                    Direction::Left => (Side::Left, y),
                                    Direction::Right => (Side::Right, y),
                                    Direction::Up => (Side::Top, x),
                                    Direction::Down => (Side::Bottom, x),
                                };
                                assert_eq!(out, Some((side, line)));
                                assert!(steps.get() < width.max(height));
                            }
                        }
                    }
                }
                assert_eq!(trapped, 4 * (right - left + bottom - top));
            }
        }
    }
}

#[test]
fn a_mirror_turns_a_ray_at_each_of_its_cells() {
    use Direction::{Down, Left, Right, Up};
    for (tilt, from, to) in [
        (Tilt::Slash, Right, Up),
        (Tilt::Slash, Left, Down),
        (Tilt::Slash, Up, Right),
        (Tilt::Slash, Down, Left),
        (Tilt::Backslash, Right, Down),
        (Tilt::Backslash, Left, Up),
        (Tilt::Backslash, Up, Left),
        (Tilt::Backslash, Down, Right),
    ] {
        let (dx, dy) = from.delta();
        let formula = match tilt {
            Tilt::Slash => (-dy, -dx),
            Tilt::Backslash => (dy, dx),
        };
        assert_eq!(
            (tilt.turn(from), to.delta()),
            (to, formula),
            "{tilt:?} {from:?}"
        );
    }
}
