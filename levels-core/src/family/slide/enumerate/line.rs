//! One line of a board: the ways to place blocks in it, and the moves between them.

use alloc::vec::Vec;

use super::MAX_SIDE;

/// How long blocks are, in cells.
const LENGTHS: [u8; 2] = [2, 3];
/// Room for the places of a line: a line of five cells has eleven, so a place fits into four bits.
const PLACES: usize = 16;
/// How many sets of a line's cells there are.
const CROSSINGS: usize = 1 << MAX_SIDE;

/// Which blocks a line holds, in order.
#[derive(Debug, Clone)]
pub(super) struct Load {
    /// Their lengths.
    lengths: Vec<u8>,
    /// The first of the load's places; they follow one another.
    first: u8,
    /// How many places the load has.
    places: u8,
}

/// The blocks of a load with their positions.
#[derive(Debug, Clone)]
struct LoadPlace {
    load: u8,
    /// Where the blocks begin.
    starts: Vec<u8>,
    /// The place that is left without each block.
    without: Vec<u8>,
    /// The place seen from the other end of the line.
    mirrored: u8,
}

/// A place, given which cells of the line other lines' blocks cover.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Crossed {
    /// The places that one drag leads to, a bit for each.
    pub(super) drags: u16,
    /// How many free places of the same load come before this one.
    pub(super) rank: u8,
}

/// A line of some number of cells. Loads and places are numbered; number 0 is the empty one of each.
#[derive(Debug, Clone)]
pub(super) struct Line {
    cells: usize,
    loads: Vec<Load>,
    places: Vec<LoadPlace>,
    /// The cells that each place covers, the line's first cell lowest.
    masks: [u8; PLACES],
    /// The same with one byte per cell.
    spread: [u64; PLACES],
    /// By place and by the crossed cells.
    crossed: [[Crossed; CROSSINGS]; PLACES],
    /// By load and by the crossed cells: the free places, in order.
    free: Vec<Vec<u8>>,
}

impl Line {
    /// The tables of a line of up to [`MAX_SIDE`] cells.
    pub(super) fn new(cells: usize) -> Self {
        let mut line = Self {
            cells,
            loads: Vec::new(),
            places: Vec::new(),
            masks: [0; PLACES],
            spread: [0; PLACES],
            crossed: [[Crossed::default(); CROSSINGS]; PLACES],
            free: Vec::new(),
        };
        for lengths in loads(cells) {
            let first = line.places.len() as u8;
            line.add_places(&lengths, &mut Vec::new());
            line.loads.push(Load {
                places: line.places.len() as u8 - first,
                lengths,
                first,
            });
        }
        line.relate_places();
        for load in &line.loads {
            for crossing in 0..1 << cells {
                let free = load
                    .numbers()
                    .filter(|&place| line.is_free(place, crossing));
                line.free.push(free.collect());
            }
        }
        for place in 0..line.places.len() as u8 {
            for crossing in 0..1 << cells {
                line.crossed[usize::from(place)][usize::from(crossing)] =
                    line.cross(place, crossing);
            }
        }
        line
    }

    /// How many loads there are.
    pub(super) fn loads(&self) -> u8 {
        self.loads.len() as u8
    }

    /// The load of one block as long as the Key.
    pub(super) fn key(&self) -> u8 {
        let key = |load: &Load| load.lengths == [LENGTHS[0]];
        self.loads.iter().position(key).unwrap_or(0) as u8
    }

    /// How many blocks a load holds.
    pub(super) fn blocks(&self, load: u8) -> usize {
        self.loads[usize::from(load)].lengths.len()
    }

    /// The first place of a load, and how many it has.
    pub(super) fn places(&self, load: u8) -> (u8, u8) {
        let load = &self.loads[usize::from(load)];
        (load.first, load.places)
    }

    /// The cells that a place covers, the line's first cell lowest.
    #[inline]
    pub(super) fn mask(&self, place: u8) -> u8 {
        self.masks[usize::from(place) % PLACES]
    }

    /// The cells that a place covers, one byte per cell: bit `8 i` for cell `i`.
    #[inline]
    pub(super) fn spread(&self, place: u8) -> u64 {
        self.spread[usize::from(place) % PLACES]
    }

    /// The blocks at a place: first cell and length.
    pub(super) fn blocks_at(&self, place: u8) -> impl Iterator<Item = (u8, u8)> {
        let place = &self.places[usize::from(place)];
        let lengths = &self.loads[usize::from(place.load)].lengths;
        place.starts.iter().copied().zip(lengths.iter().copied())
    }

    /// What is left of a place without each of its blocks, in order.
    pub(super) fn without(&self, place: u8) -> &[u8] {
        &self.places[usize::from(place)].without
    }

    /// A place seen from the other end of the line.
    pub(super) fn mirrored(&self, place: u8) -> u8 {
        self.places[usize::from(place)].mirrored
    }

    /// Which block differs between two places of one load.
    pub(super) fn mover(&self, from: u8, to: u8) -> usize {
        let (from, to) = (
            &self.places[usize::from(from)],
            &self.places[usize::from(to)],
        );
        let mut pairs = from.starts.iter().zip(&to.starts);
        pairs.position(|(a, b)| a != b).unwrap_or(0)
    }

    /// A place, given the cells that crossing blocks cover.
    #[inline]
    pub(super) fn crossed(&self, place: u8, crossing: u8) -> Crossed {
        self.crossed[usize::from(place) % PLACES][usize::from(crossing) % CROSSINGS]
    }

    /// The places of a load that cover none of the crossed cells.
    #[inline]
    pub(super) fn free(&self, load: u8, crossing: u8) -> &[u8] {
        &self.free[usize::from(load) << self.cells | usize::from(crossing)]
    }

    fn add_places(&mut self, lengths: &[u8], starts: &mut Vec<u8>) {
        let placed = starts.len();
        if placed == lengths.len() {
            let blocks = starts.iter().zip(lengths);
            let mask = blocks.fold(0, |mask, (&start, &length)| mask | block(start, length));
            let cells = (0..8).filter(|cell| mask >> cell & 1 == 1);
            let number = self.places.len();
            self.masks[number] = mask;
            self.spread[number] = cells.fold(0, |spread, cell| spread | 1 << (8 * cell));
            self.places.push(LoadPlace {
                load: self.loads.len() as u8,
                starts: starts.clone(),
                without: Vec::new(),
                mirrored: 0,
            });
            return;
        }
        let before = placed
            .checked_sub(1)
            .map(|last| starts[last] + lengths[last]);
        let needed: u8 = lengths[placed..].iter().sum();
        for start in before.unwrap_or(0)..=self.cells as u8 - needed {
            starts.push(start);
            self.add_places(lengths, starts);
            starts.pop();
        }
    }

    /// Fills in the moves from one place to another.
    fn relate_places(&mut self) {
        let blocks: Vec<Vec<(u8, u8)>> = (0..self.places.len() as u8)
            .map(|place| self.blocks_at(place).collect())
            .collect();
        let number = |wanted: &[(u8, u8)]| {
            let found = blocks.iter().position(|blocks| blocks == wanted);
            found.unwrap_or(0) as u8
        };
        let cells = self.cells as u8;
        for (place, blocks) in self.places.iter_mut().zip(&blocks) {
            let mut mirrored: Vec<(u8, u8)> = blocks
                .iter()
                .map(|&(start, length)| (cells - start - length, length))
                .collect();
            mirrored.reverse();
            place.mirrored = number(&mirrored);
            place.without = (0..blocks.len())
                .map(|taken| {
                    let mut rest = blocks.clone();
                    rest.remove(taken);
                    number(&rest)
                })
                .collect();
        }
    }

    fn is_free(&self, place: u8, crossing: u8) -> bool {
        self.mask(place) & crossing == 0
    }

    fn cross(&self, place: u8, crossing: u8) -> Crossed {
        let load = self.places[usize::from(place)].load;
        let free = self.free(load, crossing);
        let mut drags = 0;
        if self.is_free(place, crossing) {
            for to in self.loads[usize::from(load)].numbers() {
                if self.is_drag(place, to, crossing) {
                    drags |= 1 << to;
                }
            }
        }
        Crossed {
            drags,
            rank: free.iter().filter(|&&before| before < place).count() as u8,
        }
    }

    /// Whether exactly one block differs and every cell that it passes is empty.
    fn is_drag(&self, from: u8, to: u8, crossing: u8) -> bool {
        let pairs = || self.blocks_at(from).zip(self.blocks_at(to));
        let mut moved = pairs().filter(|(a, b)| a != b);
        let (Some(((start, length), (end, _))), None) = (moved.next(), moved.next()) else {
            return false;
        };
        let passed = block(start.min(end), start.abs_diff(end) + length);
        let others = self.mask(from) & !block(start, length);
        passed & (crossing | others) == 0
    }
}

impl Load {
    fn numbers(&self) -> core::ops::Range<u8> {
        self.first..self.first + self.places
    }
}

/// The cells of a block.
fn block(start: u8, length: u8) -> u8 {
    ((1 << length) - 1) << start
}

/// The loads that leave a cell of the line empty, fewest and shortest blocks first.
fn loads(cells: usize) -> Vec<Vec<u8>> {
    let mut loads: Vec<Vec<u8>> = alloc::vec![Vec::new()];
    let mut at = 0;
    while at < loads.len() {
        for length in LENGTHS {
            let mut longer = loads[at].clone();
            longer.push(length);
            if longer
                .iter()
                .map(|&length| usize::from(length))
                .sum::<usize>()
                < cells
            {
                loads.push(longer);
            }
        }
        at += 1;
    }
    loads
}
