//! Twisted blocks: which of them have a plane bit, and which moves depend on them.
//!
//! A plane is a set of marks: sand that is spent, rime that has thawed. The arrangements of a plane
//! are those of the plain board. Planes differ in which blocks may move and to which plane a move
//! leads.

use alloc::vec::Vec;

use super::lanes::Lanes;
use super::space::{Coordinate, Space};
use super::tracks::Scope;
use crate::family::slide::board::{Board, MAX_SIDE};
use crate::family::slide::level::Kind;
use crate::family::slide::rules::neighbours;

/// The most bits that tell planes apart.
const MAX_BITS: usize = 6;

/// The planes of one board.
#[derive(Debug, Clone)]
pub(super) struct Planes<W> {
    /// How many marks tell planes apart.
    pub bits: u32,
    /// For each plane, the unit steps of the outer blocks that move back and forth freely in it.
    pub free_steps: Vec<u64>,
    /// For each plane, the inner blocks that do.
    pub free_inner: Vec<u32>,
    /// The blocks that do not, or not in every plane.
    pub special: Vec<Special>,
    plain: bool,
    rimes: Vec<Rime<W>>,
    rime_bits: u32,
    marks: Vec<Mark>,
}

/// A block whose moves are not all reversible.
#[derive(Debug, Clone, Copy)]
pub(super) struct Special {
    pub at: Coordinate,
    pub rule: Rule,
}

/// How a special block moves.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rule {
    /// It stops only where something blocks it.
    Ice,
    /// Sand on a level: it moves from the digit at which it starts, and is spent at any other.
    SandFrom(u8),
    /// Sand on a layout, where it may start anywhere: it moves in planes without this bit, to the
    /// plane with it.
    SandUnless(u32),
    /// The Key, if it thaws something.
    Key,
}

/// A rime block with a plane bit.
#[derive(Debug, Clone)]
struct Rime<W> {
    /// Its bit as a mask of planes.
    bit: u32,
    key: Coordinate,
    rime: Coordinate,
    /// By outer digit of the Key and of the rime block (0 for one that is not outer), the
    /// arrangements in which the two share an edge.
    beside: Vec<W>,
}

/// How to tell whether a block's mark is set.
#[derive(Debug, Clone, Copy)]
enum Mark {
    Always(bool),
    /// Set if it is not at this place.
    MovedFrom(u8),
    /// Set if the plane has this bit.
    Bit(u32),
}

impl<W: Lanes> Planes<W> {
    /// The single plane of a board whose blocks all move back and forth freely.
    pub fn plain(board: &Board) -> Self {
        Self {
            bits: 0,
            free_steps: alloc::vec![u64::MAX],
            free_inner: alloc::vec![u32::MAX],
            special: Vec::new(),
            plain: true,
            rimes: Vec::new(),
            rime_bits: 0,
            marks: alloc::vec![Mark::Always(false); board.blocks().len()],
        }
    }

    /// The planes of a board; `None` if there would be too many.
    pub fn new(board: &Board, space: &Space<W>, scope: Scope) -> Option<Self> {
        let mut planes = Self::plain(board);
        let mut next_bit = 0;
        let mut take_bit = || {
            next_bit += 1;
            1 << (next_bit - 1)
        };
        // By block, the planes in which it moves freely: those that have all the bits of the mask.
        let mut needs: Vec<Option<u32>> = alloc::vec![Some(0); board.blocks().len()];
        let (start_key, start_bit) = space.start();
        for (index, block) in board.blocks().iter().enumerate() {
            let at = space.coordinates[index];
            let fixed = matches!(at, Coordinate::Fixed(_));
            match block.kind {
                Kind::Crystal | Kind::Mirror(_) => {}
                Kind::Ice => {
                    needs[index] = None;
                    planes.add_special(at, Rule::Ice);
                }
                Kind::Sand if fixed => {}
                Kind::Sand => {
                    needs[index] = None;
                    let rule = match scope {
                        Scope::Level => {
                            planes.marks[index] = Mark::MovedFrom(block.start);
                            Rule::SandFrom(block.start - first_place(space, at))
                        }
                        Scope::Layout => Rule::SandUnless(take_bit()),
                    };
                    planes.add_special(at, rule);
                }
                Kind::Rime if fixed && scope == Scope::Layout => {}
                Kind::Rime => {
                    let mut rime = Rime {
                        bit: 0,
                        key: space.coordinates[board.key()],
                        rime: at,
                        beside: beside(board, space, index),
                    };
                    let thawed = (rime.beside(space, start_key) & W::bit(start_bit)).any();
                    if scope == Scope::Level && thawed {
                        planes.marks[index] = Mark::Always(true);
                    } else if rime.beside.iter().any(|word| word.any()) {
                        rime.bit = take_bit();
                        needs[index] = Some(rime.bit);
                        planes.marks[index] = Mark::Bit(rime.bit);
                        planes.rime_bits |= rime.bit;
                        planes.rimes.push(rime);
                    } else {
                        // Frozen for ever.
                        needs[index] = None;
                    }
                }
            }
        }
        if next_bit > MAX_BITS {
            return None;
        }
        planes.bits = next_bit as u32;
        if planes.rime_bits != 0 {
            // The Key moves freely where nothing is left to thaw.
            needs[board.key()] = Some(planes.rime_bits);
            planes.add_special(space.coordinates[board.key()], Rule::Key);
        }
        let mut blocks = space.coordinates.iter().zip(&needs);
        planes.plain =
            blocks.all(|(at, needs)| matches!(at, Coordinate::Fixed(_)) || *needs == Some(0));
        planes.free_steps = alloc::vec![0; planes.count() as usize];
        planes.free_inner = alloc::vec![0; planes.count() as usize];
        for plane in 0..planes.count() {
            for (&at, &needs) in space.coordinates.iter().zip(&needs) {
                if needs.is_some_and(|bits| plane & bits == bits) {
                    match at {
                        Coordinate::Fixed(_) => {}
                        Coordinate::Inner(i) => planes.free_inner[plane as usize] |= 1 << i,
                        Coordinate::Outer(j) => planes.free_steps[plane as usize] |= 3 << (2 * j),
                    }
                }
            }
        }
        Some(planes)
    }

    fn add_special(&mut self, at: Coordinate, rule: Rule) {
        if !matches!(at, Coordinate::Fixed(_)) {
            self.special.push(Special { at, rule });
        }
    }

    /// How many planes there are.
    pub fn count(&self) -> u32 {
        1 << self.bits
    }

    /// Whether there is a single plane in which all blocks move back and forth freely.
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// The rime that is frozen in a plane and that the Key may thaw.
    #[inline]
    pub fn frozen(&self, plane: u32) -> u32 {
        self.rime_bits & !plane
    }

    /// The rime that has thawed in a plane.
    #[inline]
    pub fn thawed(&self, plane: u32) -> u32 {
        self.rime_bits & plane
    }

    /// The arrangements of an entry in which the Key is beside all of this rime.
    pub fn beside_all(&self, space: &Space<W>, key: u64, set: u32) -> W {
        self.rimes
            .iter()
            .filter(|rime| set & rime.bit != 0)
            .fold(!W::NONE, |beside, rime| beside & rime.beside(space, key))
    }

    /// The arrangements of an entry in which the Key is beside none of this rime.
    pub fn beside_none(&self, space: &Space<W>, key: u64, set: u32) -> W {
        self.rimes
            .iter()
            .filter(|rime| set & rime.bit != 0)
            .fold(!W::NONE, |apart, rime| apart & !rime.beside(space, key))
    }

    /// The rime that thaws when the Key comes to rest in a single arrangement, coming from `plane`.
    pub fn thawing(&self, space: &Space<W>, key: u64, plane: u32, arrangement: W) -> u32 {
        self.rimes
            .iter()
            .filter(|rime| plane & rime.bit == 0)
            .filter(|rime| (rime.beside(space, key) & arrangement).any())
            .fold(0, |set, rime| set | rime.bit)
    }

    /// The arrangements that can occur in a plane: the Key is not beside frozen rime.
    pub fn settled(&self, space: &Space<W>, key: u64, plane: u32) -> W {
        self.beside_none(space, key, self.frozen(plane))
    }

    /// The arrangements of a plane in which a level may start: no sand is spent, and exactly the
    /// rime beside the Key has thawed.
    #[cfg(feature = "make")]
    pub fn fresh(&self, space: &Space<W>, key: u64, plane: u32) -> W {
        if plane & !self.rime_bits != 0 {
            return W::NONE;
        }
        self.beside_all(space, key, self.thawed(plane)) & self.settled(space, key, plane)
    }

    /// Which blocks are marked in a plane when they are at these places.
    pub fn marks(&self, plane: u32, places: &[u8]) -> Vec<bool> {
        self.marks
            .iter()
            .zip(places)
            .map(|(mark, &place)| match *mark {
                Mark::Always(set) => set,
                Mark::MovedFrom(start) => place != start,
                Mark::Bit(bit) => plane & bit != 0,
            })
            .collect()
    }
}

impl<W: Lanes> Rime<W> {
    /// The arrangements of an entry in which the Key is beside the block.
    #[inline]
    fn beside(&self, space: &Space<W>, key: u64) -> W {
        let digit = |at| match at {
            Coordinate::Outer(j) => space.digit(key, j),
            _ => 0,
        };
        self.beside[digit(self.key) * MAX_SIDE + digit(self.rime)]
    }
}

/// The place of a block at digit 0.
fn first_place<W: Lanes>(space: &Space<W>, at: Coordinate) -> u8 {
    match at {
        Coordinate::Fixed(place) => place,
        Coordinate::Inner(i) => space.inner[i].track.first,
        Coordinate::Outer(j) => space.outer[j].track.first,
    }
}

/// A block's places, each with its outer digit and its arrangements.
fn stands<W: Lanes>(space: &Space<W>, at: Coordinate) -> Vec<(u8, usize, W)> {
    match at {
        Coordinate::Fixed(place) => alloc::vec![(place, 0, !W::NONE)],
        Coordinate::Inner(i) => {
            let inner = &space.inner[i];
            (0..inner.track.count)
                .map(|digit| (inner.track.first + digit, 0, inner.at[usize::from(digit)]))
                .collect()
        }
        Coordinate::Outer(j) => {
            let track = &space.outer[j].track;
            (0..track.count)
                .map(|digit| (track.first + digit, usize::from(digit), !W::NONE))
                .collect()
        }
    }
}

/// The table [`Rime::beside`] of a block.
fn beside<W: Lanes>(board: &Board, space: &Space<W>, rime: usize) -> Vec<W> {
    let mut table = alloc::vec![W::NONE; MAX_SIDE * MAX_SIDE];
    let [key_block, rime_block] = [board.key(), rime].map(|index| &board.blocks()[index]);
    for (key_place, key_digit, key_at) in stands(space, space.coordinates[board.key()]) {
        let near = neighbours(key_block.footprints[usize::from(key_place)]);
        for (place, digit, at) in stands(space, space.coordinates[rime]) {
            if near & rime_block.footprints[usize::from(place)] != 0 {
                table[key_digit * MAX_SIDE + digit] |= key_at & at;
            }
        }
    }
    table
}

/// The subsets of a set of bits, the whole set first and the empty one last.
pub(super) fn subsets(set: u32) -> impl Iterator<Item = u32> {
    core::iter::successors(Some(set), move |&subset| {
        (subset != 0).then(|| (subset - 1) & set)
    })
}
