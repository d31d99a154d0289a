//! An archive of elites: the best board of each cell, from which new ones are bred.
//!
//! Looking for boards by changing good ones finds hard ones sooner than drawing them at random does,
//! and the cells keep the search from ending in one corner (Mouret and Clune, "Illuminating search
//! spaces by mapping elites", 2015).

use alloc::collections::BTreeMap;
use alloc::string::String;

use super::generate::{Elite, Source};
use crate::rng::Rng;

/// One of so many draws is a fresh one, so that cells which no elite leads to are found, too.
pub const FRESH: u32 = 8;

/// The best board of each cell. What it holds is a function of the boards offered and their order.
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
    /// An empty one.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps a board that is better than the one in its cell, or as good: of equals the later one
    /// stays, so that a cell moves on while it does not improve.
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

    /// Whether nothing is held.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The elites, by cell.
    pub fn elites(&self) -> impl Iterator<Item = &Elite<L>> {
        self.cells.values()
    }

    /// Where the next board comes from: the elite of a uniformly random cell, or now and then a
    /// fresh draw.
    pub fn source(&self, rng: &mut Rng) -> Source<'_, L> {
        if self.cells.is_empty() || rng.chance(1, FRESH) {
            return Source::Archive(None);
        }
        let cell = rng.below(self.cells.len() as u32) as usize;
        let elite = self.cells.values().nth(cell);
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
            archive.offer(elite(level, &alloc::format!("{level}"), 1));
        }
        let mut rng = Rng::new(7);
        let mut drawn = [0; 6];
        for _ in 0..4000 {
            let at = archive.source(&mut rng).parent().map_or(5, |&level| level);
            drawn[at as usize] += 1;
        }
        assert!(drawn.iter().all(|n| (400..900).contains(n)), "{drawn:?}");
    }
}
