//! Moves of special blocks, forward and backward.

use super::field::Field;
use super::lanes::Lanes;
use super::planes::{Rule, subsets};
use super::space::{Coordinate, Inner};

/// A block that is not fixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mover {
    Inner(usize),
    Outer(usize),
}

const UP: [usize; 2] = [0, 1];

impl<W: Lanes> Field<W> {
    /// Everything that `from` leads to by one move of a special block becomes pending.
    pub fn advance_special(&mut self, node: u32, from: W) {
        let (entry, plane) = self.split(node);
        for index in 0..self.planes.special.len() {
            let special = self.planes.special[index];
            let Some(mover) = mover(special.at) else {
                continue;
            };
            match special.rule {
                Rule::Ice => self.slide(mover, entry, plane, from),
                Rule::SandFrom(start) => {
                    let fresh = from & self.standing_at(mover, entry, start);
                    self.drag::<true>(mover, entry, fresh, &mut |field, to, bits| {
                        field.land(field.node(to, plane), bits);
                    });
                }
                Rule::SandUnless(bit) => {
                    if plane & bit == 0 {
                        self.drag::<true>(mover, entry, from, &mut |field, to, bits| {
                            field.land(field.node(to, plane | bit), bits);
                        });
                    }
                }
                Rule::Key => {
                    if self.planes.frozen(plane) != 0 {
                        self.drag::<true>(mover, entry, from, &mut |field, to, bits| {
                            field.rest(to, plane, bits);
                        });
                    }
                }
            }
        }
    }

    /// Everything open from which one move of a block that moves back and forth freely leads to
    /// `to` becomes pending, whether or not the states on the way are open. This is for open states
    /// that are only part of a level.
    pub fn retreat_free(&mut self, node: u32, to: W) {
        let (entry, plane) = self.split(node);
        let mut land = |field: &mut Self, from, bits| field.land(field.node(from, plane), bits);
        for i in 0..self.space.inner.len() {
            if self.planes.free_inner[plane as usize] >> i & 1 == 1 {
                self.drag::<false>(Mover::Inner(i), entry, to, &mut land);
            }
        }
        let mut steps = self.entries.steps(entry) & self.planes.free_steps[plane as usize];
        while steps != 0 {
            let step = steps.trailing_zeros() as usize;
            steps &= steps - 1;
            self.drag_one_way::<false>(Mover::Outer(step / 2), entry, to, step & 1, &mut land);
        }
    }

    /// Everything from which one move of a special block leads to `to` becomes pending.
    pub fn retreat_special(&mut self, node: u32, to: W) {
        let (entry, plane) = self.split(node);
        for index in 0..self.planes.special.len() {
            let special = self.planes.special[index];
            let Some(mover) = mover(special.at) else {
                continue;
            };
            match special.rule {
                Rule::Ice => {
                    for up in UP {
                        let stopped = to & !self.able::<false>(mover, entry, to, up);
                        self.drag_one_way::<false>(
                            mover,
                            entry,
                            stopped,
                            up ^ 1,
                            &mut |field, from, bits| {
                                field.land(field.node(from, plane), bits);
                            },
                        );
                    }
                }
                Rule::SandFrom(start) => {
                    let spent = to & !self.standing_at(mover, entry, start);
                    self.drag::<false>(mover, entry, spent, &mut |field, from, bits| {
                        let fresh = bits & field.standing_at(mover, from, start);
                        field.land(field.node(from, plane), fresh);
                    });
                }
                Rule::SandUnless(bit) => {
                    if plane & bit != 0 {
                        self.drag::<false>(mover, entry, to, &mut |field, from, bits| {
                            field.land(field.node(from, plane & !bit), bits);
                        });
                    }
                }
                Rule::Key => self.retreat_key(mover, entry, plane, to),
            }
        }
    }

    /// The Key comes to rest, coming from `plane`: rime beside it thaws.
    fn rest(&mut self, entry: u32, plane: u32, bits: W) {
        let key = self.entries.key(entry);
        let frozen = self.planes.frozen(plane);
        for thawing in subsets(frozen) {
            let bits = bits
                & self.planes.beside_all(&self.space, key, thawing)
                & self.planes.beside_none(&self.space, key, frozen & !thawing);
            if bits.any() {
                self.land(self.node(entry, plane | thawing), bits);
            }
        }
    }

    /// The Key came to rest: it may have thawed any rime beside it.
    fn retreat_key(&mut self, mover: Mover, entry: u32, plane: u32, to: W) {
        let key = self.entries.key(entry);
        for thawing in subsets(self.planes.thawed(plane)) {
            let from_plane = plane & !thawing;
            if self.planes.frozen(from_plane) == 0 {
                // Nothing was left to thaw: then the Key moves back and forth freely.
                continue;
            }
            let bits = to & self.planes.beside_all(&self.space, key, thawing);
            self.drag::<false>(mover, entry, bits, &mut |field, from, bits| {
                field.land(field.node(from, from_plane), bits);
            });
        }
    }

    /// An ice block goes as far as it can, both ways.
    fn slide(&mut self, mover: Mover, entry: u32, plane: u32, from: W) {
        for up in UP {
            self.drag_one_way::<true>(mover, entry, from, up, &mut |field, to, bits| {
                let stopped = bits & !field.able::<true>(mover, to, bits, up);
                field.land(field.node(to, plane), stopped);
            });
        }
    }

    /// Drags a block both ways as far as it goes, calling `visit` with everything on the way.
    fn drag<const GROW: bool>(
        &mut self,
        mover: Mover,
        entry: u32,
        from: W,
        visit: &mut impl FnMut(&mut Self, u32, W),
    ) {
        for up in UP {
            self.drag_one_way::<GROW>(mover, entry, from, up, visit);
        }
    }

    fn drag_one_way<const GROW: bool>(
        &mut self,
        mover: Mover,
        mut entry: u32,
        mut go: W,
        up: usize,
        visit: &mut impl FnMut(&mut Self, u32, W),
    ) {
        while go.any() {
            match mover {
                Mover::Inner(i) => {
                    go = moved(&self.space.inner[i], go, up) & self.valid[entry as usize];
                }
                Mover::Outer(j) => {
                    let Some(to) = self.next::<GROW>(entry, 2 * j + up, go) else {
                        return;
                    };
                    entry = to;
                    go &= self.valid[to as usize];
                }
            }
            if go.any() {
                visit(self, entry, go);
            }
        }
    }

    /// The arrangements in which a block can move on by one cell.
    fn able<const GROW: bool>(&mut self, mover: Mover, entry: u32, bits: W, up: usize) -> W {
        match mover {
            Mover::Inner(i) => {
                let inner = &self.space.inner[i];
                let there = moved(inner, bits, up) & self.valid[entry as usize];
                moved(inner, there, up ^ 1)
            }
            Mover::Outer(j) => match self.next::<GROW>(entry, 2 * j + up, bits) {
                Some(to) => bits & self.valid[to as usize],
                None => W::NONE,
            },
        }
    }

    /// The arrangements of an entry in which a block is at a digit.
    fn standing_at(&self, mover: Mover, entry: u32, digit: u8) -> W {
        match mover {
            Mover::Inner(i) => self.space.inner[i].at[usize::from(digit)],
            Mover::Outer(j) => {
                if self.space.digit(self.entries.key(entry), j) == usize::from(digit) {
                    !W::NONE
                } else {
                    W::NONE
                }
            }
        }
    }
}

fn mover(at: Coordinate) -> Option<Mover> {
    match at {
        Coordinate::Fixed(_) => None,
        Coordinate::Inner(i) => Some(Mover::Inner(i)),
        Coordinate::Outer(j) => Some(Mover::Outer(j)),
    }
}

/// Moves an inner block by one cell, ignoring other blocks.
fn moved<W: Lanes>(inner: &Inner<W>, bits: W, up: usize) -> W {
    if up == 1 {
        (bits << inner.stride) & inner.above
    } else {
        (bits >> inner.stride) & inner.below
    }
}
