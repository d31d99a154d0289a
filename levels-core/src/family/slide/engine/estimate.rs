//! The estimate for A*: a lower bound on the moves to the nearest win of a plain exit level.
//!
//! It is 0 if the level is won. Otherwise the Key must move, and so must every block in front of
//! it. If one of those is *held*, then on each side on which it could leave the Key's way another
//! block is in the cells that it has to cross, so one of these must also move. All these blocks are
//! different and each moves at least once, so their number, the estimate, never exceeds the
//! distance.
//!
//! It is also consistent: a move changes it by at most one. If a set of blocks meets these
//! conditions after a move of some block, then with that block added it meets them before the move,
//! since nothing else moved and nothing was in the cells that it crossed. (The Key is one cell
//! thick, so what holds a block is beside the Key's way and not in front of the Key itself.)

use alloc::vec::Vec;

use super::lanes::Lanes;
use super::space::{Coordinate, Space, covering};
use super::tracks::Track;
use super::twist::Mover;
use crate::family::slide::board::{Board, MAX_SIDE};
use crate::family::slide::level::Win;
use crate::family::slide::rules::exit_place;
use crate::grid::Axis;

/// The greatest estimate, in moves: the Key, a block in each remaining cell of its line, and one
/// that holds.
pub(super) const MAX_ESTIMATE: usize = MAX_SIDE + 1;

/// The estimate in the engine's coordinates.
///
/// Without the blocks that hold, it depends on little of an entry: where the Key is, and which
/// outer blocks are in its way. Entries that are alike in this share a *row*.
#[derive(Debug, Clone)]
pub(super) struct Estimate<W> {
    key: Mover,
    /// The Key's digit at the exit.
    exit: usize,
    /// What may be in front of the Key, by the Key's digit.
    fronts: Vec<Front<W>>,
    /// By outer block and digit.
    places: Vec<[OuterBlock; MAX_SIDE]>,
    /// The outer blocks that may be in the way, and how they are held there, by digit.
    outer: Vec<(usize, [Held<W>; MAX_SIDE])>,
    /// How inner blocks in the way are held.
    inner: Vec<Held<W>>,
    /// The number of a row plus one, by the Key's digit and the marks of what is in its way; 0 for
    /// a row that has not been needed yet.
    numbers: Vec<u16>,
    /// The arrangements of a row that are at most this many moves from a win, judging only by the
    /// Key and what is in front of it.
    rows: Vec<[W; MAX_ESTIMATE + 1]>,
}

/// What may be in front of the Key at one of its digits.
#[derive(Debug, Clone)]
struct Front<W> {
    /// The lanes across the Key's way that are in front of it, a bit for each.
    lanes: u8,
    /// For each inner block that may be there, the arrangements in which it is.
    inner: Vec<W>,
}

/// An outer block at one digit.
#[derive(Debug, Clone, Copy, Default)]
struct OuterBlock {
    cells: u64,
    /// The lane across the Key's way that it is in, as a bit. A block in several lanes is marked in
    /// one, since it counts once.
    mark: u8,
}

/// A block in the Key's way.
#[derive(Debug, Clone, Copy, Default)]
struct Held<W> {
    mark: u8,
    /// The arrangements that this is about.
    when: W,
    /// For each side on which it could leave the way, the cells that it has to cross, and the
    /// arrangements in which an inner block is in one of them.
    sides: [(u64, W); 2],
}

/// What the estimate needs to know about an entry.
#[derive(Debug, Clone, Copy)]
pub(super) struct Outlook<W> {
    row: u16,
    /// The arrangements in which a block in front of the Key is held.
    held: W,
}

impl<W: Lanes> Outlook<W> {
    /// The outlook of an entry that was not examined.
    pub const UNKNOWN: Self = Self {
        row: u16::MAX,
        held: W::NONE,
    };

    #[inline]
    pub fn is_known(&self) -> bool {
        self.row != u16::MAX
    }
}

impl<W: Lanes> Estimate<W> {
    /// The estimate of a board; `None` if the Key can never be at the exit.
    pub fn new(board: &Board, space: &Space<W>) -> Option<Self> {
        if board.win() != Win::Exit {
            return None;
        }
        let block = &board.blocks()[board.key()];
        let (key, track) = match space.coordinates[board.key()] {
            Coordinate::Fixed(_) => return None,
            Coordinate::Inner(i) => (Mover::Inner(i), &space.inner[i].track),
            Coordinate::Outer(j) => (Mover::Outer(j), &space.outer[j].track),
        };
        let exit = usize::from(track.digit(exit_place(board, block)?)?);
        let way = Way {
            cells: covered(&track.footprints[..usize::from(track.count)]),
            axis: block.axis?,
        };
        let fronts: Vec<Front<W>> = (0..usize::from(track.count))
            .map(|digit| {
                let ahead = covered(&track.footprints[digit.min(exit)..=digit.max(exit)]);
                Front::new(space, &way, ahead & !track.footprints[digit], key)
            })
            .collect();
        let mut estimate = Self {
            key,
            exit,
            places: space.outer.iter().map(|_| Default::default()).collect(),
            outer: Vec::new(),
            inner: Vec::new(),
            numbers: alloc::vec![0; fronts.len() << MAX_SIDE],
            rows: Vec::new(),
            fronts,
        };
        for (j, outer) in space.outer.iter().enumerate() {
            let track = &outer.track;
            let crosses = key != Mover::Outer(j);
            for (place, &cells) in estimate.places[j].iter_mut().zip(&track.footprints) {
                let mark = if crosses { way.mark(cells) } else { 0 };
                *place = OuterBlock { cells, mark };
            }
            if estimate.places[j].iter().any(|place| place.mark != 0) {
                let held = |digit| estimate.held(space, &way, track, digit, !W::NONE);
                estimate.outer.push((j, core::array::from_fn(held)));
            }
        }
        for (i, inner) in space.inner.iter().enumerate() {
            if key != Mover::Inner(i) {
                let held = |(digit, &at)| estimate.held(space, &way, &inner.track, digit, at);
                let held = inner.at.iter().enumerate().map(held);
                let held: Vec<_> = held.filter(|held| held.mark != 0).collect();
                estimate.inner.extend(held);
            }
        }
        Some(estimate)
    }

    /// How a block is held at a digit, for the arrangements `when` it is there.
    fn held(&self, space: &Space<W>, way: &Way, track: &Track, digit: usize, when: W) -> Held<W> {
        let mark = way.mark(track.footprints[digit]);
        if mark == 0 {
            return Held::default();
        }
        let footprints = &track.footprints[..usize::from(track.count)];
        // A Key that is an inner block is behind it only in some arrangements.
        let when = match self.key {
            Mover::Outer(_) => when,
            Mover::Inner(i) => {
                let digits = self.fronts.iter().zip(&space.inner[i].at);
                let behind = digits.filter(|(front, _)| front.lanes & mark != 0);
                when & behind.fold(W::NONE, |behind, (_, &at)| behind | at)
            }
        };
        let clear = |&to: &usize| footprints[to] & way.cells == 0;
        let down = (0..digit).rev().find(clear).map(|to| to..digit);
        let up = (digit + 1..footprints.len())
            .find(clear)
            .map(|to| digit + 1..to + 1);
        let sides = [down, up].map(|crossed| match crossed {
            None => (0, !W::NONE),
            Some(crossed) => {
                let cells = covered(&footprints[crossed]) & !footprints[digit];
                // If the block itself is in them, it is at another digit, and `when` excludes that.
                (cells, covering(&space.inner, cells))
            }
        });
        Held { mark, when, sides }
    }

    /// The estimate of the opening position, in moves.
    pub fn at_start(&mut self, space: &Space<W>) -> u32 {
        let (key, arrangement) = space.start();
        let outlook = self.outlook(space, key);
        let within = |&most: &usize| (self.within(outlook, most) & W::bit(arrangement)).any();
        (0..MAX_ESTIMATE).find(within).unwrap_or(MAX_ESTIMATE) as u32
    }

    /// The outlook of an entry.
    pub fn outlook(&mut self, space: &Space<W>, key: u64) -> Outlook<W> {
        let (mut occupied, mut marks) = (0, 0);
        for (j, places) in self.places.iter().enumerate() {
            let place = &places[space.digit(key, j)];
            occupied |= place.cells;
            marks |= place.mark;
        }
        let (digit, lanes) = match self.key {
            Mover::Outer(j) => {
                let digit = space.digit(key, j);
                (digit, self.fronts[digit].lanes)
            }
            // Rows and held blocks cover the arrangements with the Key at each digit.
            Mover::Inner(_) => (0, u8::MAX),
        };
        let outer = self.outer.iter();
        let outer = outer.map(|(j, held)| &held[space.digit(key, *j)]);
        let held = outer
            .chain(&self.inner)
            .filter(|held| held.mark & lanes != 0)
            .fold(W::NONE, |all, held| all | held.among(occupied));
        let class = digit << MAX_SIDE | usize::from(marks);
        let row = match self.numbers[class].checked_sub(1) {
            Some(row) => row,
            None => self.add_row(space, class, digit, marks),
        };
        Outlook { row, held }
    }

    #[cold]
    fn add_row(&mut self, space: &Space<W>, class: usize, digit: usize, marks: u8) -> u16 {
        let row = core::array::from_fn(|most| match self.key {
            Mover::Outer(_) => self.in_front(digit, marks, most),
            Mover::Inner(i) => {
                let digits = (0..self.fronts.len()).zip(&space.inner[i].at);
                digits.fold(W::NONE, |row, (digit, &at)| {
                    row | at & self.in_front(digit, marks, most)
                })
            }
        });
        // There are fewer classes than 16 bits can number.
        let number = self.rows.len() as u16;
        self.rows.push(row);
        self.numbers[class] = number + 1;
        number
    }

    /// The arrangements in which the Key and the blocks in front of it are at most `most`, with the
    /// Key at a digit and outer blocks in the marked lanes.
    fn in_front(&self, digit: usize, marks: u8, most: usize) -> W {
        if digit == self.exit {
            return !W::NONE;
        }
        let front = &self.fronts[digit];
        let outer = (marks & front.lanes).count_ones() as usize;
        let Some(most) = most.checked_sub(1 + outer) else {
            return W::NONE;
        };
        // `more[n]` holds the arrangements with more than `n` inner blocks in front.
        let mut more = [W::NONE; MAX_ESTIMATE + 1];
        for &inner in &front.inner {
            for n in (1..=most).rev() {
                more[n] |= more[n - 1] & inner;
            }
            more[0] |= inner;
        }
        !more[most]
    }

    /// The arrangements of an entry whose estimate is at most `most`.
    #[inline]
    pub fn within(&self, outlook: Outlook<W>, most: usize) -> W {
        let row = &self.rows[usize::from(outlook.row)];
        row[most] & !outlook.held | row[most.saturating_sub(1)]
    }
}

impl<W: Lanes> Held<W> {
    /// The arrangements in which the block is held, with outer blocks on some cells.
    #[inline]
    fn among(&self, occupied: u64) -> W {
        self.sides.iter().fold(self.when, |held, &(cells, stands)| {
            if cells & occupied == 0 {
                held & stands
            } else {
                held
            }
        })
    }
}

/// The cells that the Key covers on its way.
struct Way {
    cells: u64,
    axis: Axis,
}

impl Way {
    /// The lanes across the way that contain some of the cells, a bit for each.
    fn lanes(&self, cells: u64) -> u8 {
        (0..MAX_SIDE).fold(0, |lanes, lane| {
            let across = match self.axis {
                Axis::Horizontal => 0x0101_0101_0101_0101 << lane,
                Axis::Vertical => 0xFF << (8 * lane),
            };
            lanes | u8::from(cells & self.cells & across != 0) << lane
        })
    }

    /// The first of these lanes, as a bit; 0 if there is none.
    fn mark(&self, cells: u64) -> u8 {
        let lanes = self.lanes(cells);
        lanes & lanes.wrapping_neg()
    }
}

fn covered(footprints: &[u64]) -> u64 {
    footprints
        .iter()
        .fold(0, |cells, footprint| cells | footprint)
}

impl<W: Lanes> Front<W> {
    fn new(space: &Space<W>, way: &Way, cells: u64, key: Mover) -> Self {
        let others = (0..).map(Mover::Inner).zip(&space.inner);
        let others = others.filter(|&(mover, _)| mover != key);
        let inner = others.map(|(_, inner)| inner.covering(cells));
        Self {
            lanes: way.lanes(cells),
            inner: inner.filter(|stands| stands.any()).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;
    use alloc::string::String;

    use super::*;
    use crate::family::slide::Slide;
    use crate::family::slide::engine::Component;
    use crate::family::slide::engine::explored::{ForWords, Stop, WIDE_WORTH_SPLIT, with_words};
    use crate::family::slide::engine::tracks::{Scope, Tracks};
    use crate::puzzle::Family as _;
    use crate::rng::Rng;
    use crate::search::Limits;

    /// Exit levels and the estimate of their opening positions, in moves.
    const BOARDS: [(&str, u32); 6] = [
        ("....\nKK..\n....\nlantern right 1\nwin exit", 1),
        (
            "......\nKK.a..\n...a..\n......\nlantern right 1\nwin exit",
            2,
        ),
        // Another block is below, but it can leave upwards.
        ("....\n....\nKKa.\n..a.\n.bb.\nlantern right 2\nwin exit", 2),
        // Too long to leave upwards.
        ("....\nKKa.\n..a.\n..a.\n.bb.\nlantern right 1\nwin exit", 3),
        // One in front is held, the other is not.
        (
            "..bb..\nKK.ac.\n...ac.\n..dd..\n......\nlantern right 1\nwin exit",
            4,
        ),
        (
            ".K..\n.K..\n.aab\n...b\n....\nlantern bottom 1\nwin exit",
            3,
        ),
    ];

    /// The estimate by its definition: the Key and what is in front of it, and whether one of those
    /// is held.
    fn naive(board: &Board, places: &[u8]) -> (u32, bool) {
        let blocks = board.blocks();
        let key = &blocks[board.key()];
        let at = |index: usize| blocks[index].footprints[usize::from(places[index])];
        let between = |index: usize, a: usize, b: usize| {
            covered(&blocks[index].footprints[a.min(b)..=a.max(b)]) & !at(index)
        };
        let here = usize::from(places[board.key()]);
        let exit = usize::from(exit_place(board, key).expect("an exit"));
        if here == exit {
            return (0, false);
        }
        let line = covered(&key.footprints[..key.places()]);
        let stand_in = |cells: u64| (0..blocks.len()).filter(move |&index| at(index) & cells != 0);
        let held = |index: usize| {
            let from = usize::from(places[index]);
            let clear = |&to: &usize| blocks[index].footprints[to] & line == 0;
            let sides = [
                (0..from).rev().find(clear),
                (from..blocks[index].places()).find(clear),
            ];
            sides.into_iter().flatten().all(|to| {
                let crossed = between(index, from, to);
                crossed & board.walls() != 0 || stand_in(crossed).next().is_some()
            })
        };
        let front: Vec<usize> = stand_in(between(board.key(), here, exit)).collect();
        (1 + front.len() as u32, front.into_iter().any(held))
    }

    /// The places that one move leads to.
    fn neighbours(board: &Board, places: &[u8]) -> Vec<Vec<u8>> {
        let blocks = board.blocks();
        let mut neighbours = Vec::new();
        for (index, block) in blocks.iter().enumerate() {
            let others = blocks.iter().zip(places).enumerate();
            let others = others.filter(|(other, _)| *other != index);
            let taken = others.fold(board.walls(), |taken, (_, (block, &place))| {
                taken | block.footprints[usize::from(place)]
            });
            let from = places[index];
            let free = |to: &u8| block.footprints[usize::from(*to)] & taken == 0;
            let down = (0..from).rev().take_while(free);
            let up = (from + 1..block.places() as u8).take_while(free);
            neighbours.extend(down.chain(up).map(|to| {
                let mut places = places.to_vec();
                places[index] = to;
                places
            }));
        }
        neighbours
    }

    /// The engine's estimates of some positions.
    struct Estimates<'a>(&'a Board, &'a [&'a [u8]]);

    impl ForWords<Vec<u32>> for Estimates<'_> {
        fn call<W: Lanes>(self, tracks: &Tracks, set: u64) -> Result<Vec<u32>, Stop> {
            let Self(board, positions) = self;
            let space = Space::<W>::new(board, tracks, set).expect("few blocks");
            let Some(mut estimate) = Estimate::new(board, &space) else {
                return Ok(Vec::new());
            };
            let of = |places: &&[u8]| {
                let (mut key, mut bits) = (0, space.base);
                for (block, &place) in places.iter().enumerate() {
                    match space.coordinates[block] {
                        Coordinate::Fixed(_) => {}
                        Coordinate::Inner(_) => bits &= space.standing(0, block, place),
                        Coordinate::Outer(j) => {
                            let digit = space.outer[j].track.digit(place).expect("a place");
                            key |= u64::from(digit) << (j as u32 * space.width);
                        }
                    }
                }
                assert_eq!(bits.count(), 1, "one arrangement");
                let outlook = estimate.outlook(&space, key);
                let within = |most: &usize| (estimate.within(outlook, *most) & bits).any();
                (0..=MAX_ESTIMATE).find(within).expect("an estimate") as u32
            };
            Ok(positions.iter().map(of).collect())
        }
    }

    /// A board from its text form; `None` if it is not valid, as random ones may be.
    fn board(text: &str) -> Option<Board> {
        Slide::build(&Slide::from_text(text).ok()?).ok()
    }

    /// The text of a level with a random grid, dense enough that blocks are in each other's way.
    fn random(rng: &mut Rng) -> String {
        let (width, height) = (4 + rng.below(3) as usize, 4 + rng.below(3) as usize);
        let mut rows = alloc::vec![alloc::vec!['.'; width]; height];
        let upright = rng.below(2) == 1;
        let line = rng.below(if upright { width } else { height } as u32) as usize;
        let mut put = |letter: char, x: usize, y: usize, w: usize, h: usize| {
            let cells = || (y..y + h).flat_map(|y| (x..x + w).map(move |x| (x, y)));
            if x + w > width || y + h > height || cells().any(|(x, y)| rows[y][x] != '.') {
                return;
            }
            for (x, y) in cells() {
                rows[y][x] = letter;
            }
        };
        match upright {
            true => put('K', line, 0, 1, 2),
            false => put('K', 0, line, 2, 1),
        }
        for letter in 'a'..='n' {
            let long = 2 + rng.below(2) as usize;
            let thick = 1 + usize::from(rng.below(8) == 0);
            let (x, y) = (rng.below(6) as usize, rng.below(6) as usize);
            match rng.below(2) {
                0 => put(letter, x, y, long, thick),
                _ => put(letter, x, y, thick, long),
            }
        }
        let mut text = String::new();
        for row in rows {
            text.extend(row);
            text.push('\n');
        }
        let side = if upright { "bottom" } else { "right" };
        text + &alloc::format!("lantern {side} {line}\nwin exit\n")
    }

    /// Checks the estimate of every position of a board against its definition, its distance and
    /// its neighbours; returns how many positions there are and in how many a block is held.
    fn check(board: &Board) -> (usize, usize) {
        let Ok(component) = Component::explore(board, Limits::states(20_000)) else {
            return (0, 0);
        };
        let levels = component.greatest().map_or(0, |greatest| greatest + 1);
        let at = |d| component.at(d).map(move |position| (position.places, d));
        let distances: BTreeMap<Vec<u8>, u32> = (0..levels).flat_map(at).collect();
        let positions: Vec<&[u8]> = distances.keys().map(|places| places.as_slice()).collect();
        let tracks = Tracks::new(board, Scope::Level);
        let estimates = with_words(&tracks, WIDE_WORTH_SPLIT, Estimates(board, &positions));
        let estimates: BTreeMap<&[u8], u32> = positions
            .iter()
            .copied()
            .zip(estimates.expect("a board for words"))
            .collect();
        let mut held = 0;
        for (&places, &estimate) in &estimates {
            let (in_front, is_held) = naive(board, places);
            assert_eq!(estimate, in_front + u32::from(is_held), "{places:?}");
            assert!(estimate <= distances[places], "{places:?}");
            for next in neighbours(board, places) {
                assert!(
                    estimates[next.as_slice()].abs_diff(estimate) <= 1,
                    "{next:?}"
                );
            }
            held += usize::from(is_held);
        }
        (estimates.len(), held)
    }

    #[test]
    fn what_it_is_at_the_start() {
        for (text, expected) in BOARDS {
            let board = board(text).unwrap_or_else(|| panic!("{text}"));
            let places: Vec<u8> = board.blocks().iter().map(|block| block.start).collect();
            let (in_front, is_held) = naive(&board, &places);
            assert_eq!(in_front + u32::from(is_held), expected, "{text}");
            check(&board);
        }
    }

    #[test]
    fn it_never_exceeds_the_distance_and_changes_by_at_most_one() {
        let (mut positions, mut held) = (0, 0);
        for index in 0..3000 {
            let text = random(&mut Rng::for_candidate(4, index));
            if let Some(board) = board(&text) {
                let found = check(&board);
                positions += found.0;
                held += found.1;
            }
        }
        assert!(positions > 300_000 && held > 50_000, "{positions} {held}");
    }
}
