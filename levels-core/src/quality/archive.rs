//! An archive of elites: the best board of each cell. New boards are bred from them.
//!
//! Changing good boards finds hard ones sooner than drawing boards at random, and the cells keep
//! the search from ending in one corner (Mouret and Clune, "Illuminating search spaces by mapping
//! elites", 2015).

use alloc::collections::BTreeMap;
use alloc::string::String;

use super::generate::{Elite, Source};
use crate::rng::Rng;

/// One in this many draws is a fresh one, so that cells to which no elite leads are also found.
const FRESH: u32 = 16;

/// A parent is the hardest of this many random elites. Two find twice as many hard boards as one;
/// with more, too few cells are used for breeding.
const RIVALS: u32 = 2;

/// Which of `count` elites the next board is bred from, by their ranks: the better of two random
/// ones, or sometimes none.
#[must_use]
pub fn choose_parent(count: usize, rank: impl Fn(usize) -> u32, rng: &mut Rng) -> Option<usize> {
    if count == 0 || rng.chance(1, FRESH) {
        return None;
    }
    let rivals = (0..RIVALS).map(|_| rng.below(count as u32) as usize);
    rivals.reduce(|a, b| if rank(b) > rank(a) { b } else { a })
}

/// The best board of each cell. Its content is a function of the boards offered and their order.
#[derive(Debug, Clone)]
pub struct Archive<L> {
    cells: BTreeMap<String, Elite<L>>,
}

impl<L> Default for Archive<L> {
    fn default() -> Self {
        Self {
            cells: BTreeMap::new(),
        }
    }
}

impl<L> Archive<L> {
    /// An empty archive.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a board if it is at least as good as the one in its cell. Of equals the later one is
    /// kept, so that a cell changes even while it does not improve.
    pub fn offer(&mut self, elite: Elite<L>) {
        match self.cells.get_mut(&elite.cell) {
            Some(held) if held.rank > elite.rank => {}
            Some(held) => *held = elite,
            None => {
                self.cells.insert(elite.cell.clone(), elite);
            }
        }
    }

    /// How many cells hold a board.
    #[must_use]
    pub fn len(&self) -> usize {
        self.cells.len()
    }

    /// Whether it is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The elites, by cell.
    pub fn elites(&self) -> impl Iterator<Item = &Elite<L>> {
        self.cells.values()
    }

    /// Where the next board comes from.
    pub fn source(&self, rng: &mut Rng) -> Source<'_, L> {
        let at = |cell| self.cells.values().nth(cell);
        let rank = |cell| at(cell).map_or(0, |elite| elite.rank);
        let elite = choose_parent(self.cells.len(), rank, rng).and_then(at);
        Source::Archive(elite.map(|elite| &elite.level))
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    fn elite(level: u32, cell: &str, rank: u32) -> Elite<u32> {
        Elite {
            level,
            cell: cell.into(),
            rank,
        }
    }

    #[test]
    fn each_cell_holds_its_best_and_of_equals_the_later() {
        let mut archive = Archive::new();
        for (level, cell, rank) in [
            (1, "b", 5),
            (2, "a", 3),
            (3, "b", 4),
            (4, "a", 3),
            (5, "b", 6),
        ] {
            archive.offer(elite(level, cell, rank));
        }
        let held: Vec<u32> = archive.elites().map(|elite| elite.level).collect();
        assert_eq!(held, [4, 5]);
    }

    #[test]
    fn every_cell_is_drawn_from_and_some_draws_are_fresh() {
        let mut archive = Archive::new();
        assert_eq!(archive.source(&mut Rng::new(1)), Source::Archive(None));
        for level in 0..5 {
            archive.offer(elite(level, &alloc::format!("{level}"), level));
        }
        let mut rng = Rng::new(7);
        let mut drawn = [0; 6];
        for _ in 0..16_000 {
            let at = archive.source(&mut rng).parent().map_or(5, |&level| level);
            drawn[at as usize] += 1;
        }
        // Of 25 pairs, 2 k + 1 have k as the greater one.
        let expected = [600, 1800, 3000, 4200, 5400, 1000];
        let near = |(n, expected): (&i32, i32)| (n - expected).abs() < expected / 8;
        assert!(drawn.iter().zip(expected).all(near), "{drawn:?}");
    }
}
