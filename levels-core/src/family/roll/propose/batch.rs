//! The two profiles of specs for a whole batch (docs/rules-roll.md, Batches).

use alloc::vec::Vec;

use super::Spec;
use crate::family::roll::mechanic::{Mechanic, Mechanics};
use crate::grid::Axis;

/// What a single-mechanic board shows; `None` for greens alone.
type Lesson = Option<(Mechanic, Option<Axis>)>;

const LINE: Lesson = Some((Mechanic::Line, None));
const EXPLOSIVE: Lesson = Some((Mechanic::Explosive, None));
const SHIFT: Lesson = Some((Mechanic::Shift, None));
const ARROW: Lesson = Some((Mechanic::Arrow, None));
const ROW: Lesson = Some((Mechanic::Line, Some(Axis::Horizontal)));
const COLUMN: Lesson = Some((Mechanic::Line, Some(Axis::Vertical)));

/// A spec for one mechanic alone, which is required.
pub(in super::super) fn single(lesson: Lesson, size: (usize, usize), spec: Spec) -> Spec {
    let mechanics = lesson.map_or(Mechanics::NONE, |(mechanic, _)| Mechanics::only(mechanic));
    Spec {
        cols: size.0,
        rows: size.1,
        allowed: mechanics,
        required: mechanics,
        axis: lesson.and_then(|(_, axis)| axis),
        ..spec
    }
}

fn mixed(size: (usize, usize), target: f64, iterations: u32) -> Spec {
    Spec {
        cols: size.0,
        rows: size.1,
        target,
        allowed: Mechanics::ALL,
        required: Mechanics::NONE,
        axis: None,
        iterations,
        min_greens: 4,
    }
}

/// The profile `ramp` for `count` boards: half of them, at least ten, single mechanics on small
/// boards, the rest mixed and rising. Board `i` is annealed with the batch's seed + `i`.
#[must_use]
pub fn ramp(count: usize, iterations: u32) -> Vec<Spec> {
    let lessons = [None, LINE, EXPLOSIVE, SHIFT, ARROW];
    let small = [(4, 4), (4, 5), (5, 4), (5, 5)];
    let large = [(5, 5), (5, 6), (6, 5), (6, 6)];
    let singles = (count / 2).max(10);
    (0..count)
        .map(|i| {
            if i < singles {
                let target = 0.12 + 0.06 * (i / 5 % 3) as f64;
                let spec = Spec {
                    min_greens: 3,
                    ..mixed((0, 0), target, iterations)
                };
                return single(lessons[i % 5], small[i / 5 % 4], spec);
            }
            let j = i - singles;
            let target = 0.25 + 0.6 * j as f64 / (count - singles) as f64;
            mixed(large[j % 4], target.clamp(0.2, 0.9), iterations)
        })
        .collect()
}

/// The profile `spread` for `count` boards: two fifths single mechanics on the smallest boards,
/// then mixed ones over the whole range of difficulty.
#[must_use]
pub fn spread(count: usize, iterations: u32) -> Vec<Spec> {
    let lessons = [None, ROW, COLUMN, EXPLOSIVE, SHIFT, ARROW];
    let small = [(3, 3), (4, 3), (3, 4), (4, 4)];
    let middle = [(4, 4), (5, 4), (4, 5), (5, 5), (5, 6), (6, 5), (6, 6)];
    let large = [(5, 6), (6, 5), (6, 6)];
    let singles = 2 * count / 5;
    (0..count)
        .map(|i| {
            if i < singles {
                let spec = Spec {
                    min_greens: 3,
                    ..mixed((0, 0), 0.08, iterations)
                };
                return single(lessons[i % 6], small[i / 6 % 4], spec);
            }
            let j = i - singles;
            let f = j as f64 / (count - singles) as f64;
            if f > 0.66 {
                let target = 0.78 + 0.18 * (f - 0.66) / 0.34;
                mixed(large[j % 3], target.clamp(0.7, 0.96), iterations)
            } else {
                let target = 0.2 + 0.6 * f / 0.66;
                mixed(middle[j % 7], target.clamp(0.18, 0.8), iterations)
            }
        })
        .collect()
}
