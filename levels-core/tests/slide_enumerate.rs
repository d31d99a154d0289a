//! All plain boards of small sizes: the counts that are known, and a naive enumeration over the naive
//! rules that shares no code with the fast one.

use std::collections::{BTreeMap, BTreeSet};

use levels_core::family::slide::enumerate::{Boards, Counts};
use levels_core::family::slide::reference::{Solution, solve};
use levels_core::family::slide::{Lantern, Level, Win};
use levels_core::grid::Side;

fn counts(width: usize, height: usize) -> Counts {
    let boards = Boards::new(width, height).unwrap_or_else(|fault| panic!("{fault}"));
    let parts: Vec<Counts> = boards.parts().iter().map(|part| part.count()).collect();
    let sum = |parts: &mut dyn Iterator<Item = &Counts>| {
        let mut sum = Counts::default();
        for part in parts {
            sum.add(part.clone());
        }
        sum
    };
    let all = sum(&mut parts.iter());
    assert_eq!(all, sum(&mut parts.iter().rev()), "the order of the parts");
    all
}

#[test]
fn the_known_counts_come_out() {
    // Side; components, solvable, minimal, minimal up to the mirror; the greatest distance.
    let known = [
        (3, [12, 8, 1, 1], 1),
        (4, [880, 493, 32, 32], 7),
        (5, [130_299, 62_106, 1_730, 904], 20),
    ];
    for (side, expected, greatest) in known {
        let counts = counts(side, side);
        let total = counts.total();
        let found = [
            total.components,
            total.solvable,
            total.minimal,
            counts.minimal_up_to_mirror,
        ];
        assert_eq!(found, expected, "{side}×{side}");
        assert_eq!(total.greatest, Some(greatest), "{side}×{side}");
        let hardest = counts.hardest.unwrap_or_else(|| panic!("{side}×{side}"));
        let solved = solve(&hardest.level, 100_000);
        let optimum = solved.and_then(|solution| solution.figures.optimum);
        assert_eq!((hardest.moves, optimum), (greatest, Some(greatest)));
    }
}

#[test]
fn sizes_that_are_not_enumerated_are_refused() {
    for (width, height) in [(2, 4), (4, 2), (6, 6), (5, 6), (0, 0)] {
        let message = Boards::new(width, height).err().map(|f| f.to_string());
        let expected = format!(
            "boards of {width}×{height} are not enumerated: each side has to be 3 to 5 cells"
        );
        assert_eq!(message, Some(expected));
    }
}

#[test]
fn a_naive_enumeration_counts_the_same() {
    for (width, height) in [(3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (3, 5)] {
        let naive = Naive::new(width, height).count();
        let counts = counts(width, height);
        let by_blocks: Vec<Numbers> = counts
            .by_blocks
            .iter()
            .map(|count| Numbers {
                components: count.components,
                solvable: count.solvable,
                minimal: count.minimal,
                greatest: count.greatest,
            })
            .collect();
        let hardest = counts.hardest.map(|hardest| {
            let grid = hardest.level.rows.iter().map(|row| row.chars().collect());
            (hardest.moves, grid.collect())
        });
        let found = Figures {
            positions: counts.positions,
            by_blocks,
            up_to_mirror: counts.minimal_up_to_mirror,
            hardest,
        };
        assert_eq!(found, naive, "{width}×{height}");
    }
}

type Grid = Vec<Vec<char>>;

#[derive(Debug, PartialEq)]
struct Figures {
    positions: u64,
    by_blocks: Vec<Numbers>,
    up_to_mirror: u64,
    hardest: Option<(u32, Grid)>,
}

#[derive(Debug, Clone, PartialEq, Default)]
struct Numbers {
    components: u64,
    solvable: u64,
    minimal: u64,
    greatest: Option<u32>,
}

/// All boards of a size as grids of letters, one block after another in reading order: `K`, and `a`, `b`, …
struct Naive {
    width: usize,
    height: usize,
    key_row: usize,
    grids: BTreeSet<Grid>,
}

impl Naive {
    fn new(width: usize, height: usize) -> Self {
        let mut naive = Self {
            width,
            height,
            key_row: (height - 1) / 2,
            grids: BTreeSet::new(),
        };
        naive.place(0, &mut vec![vec!['.'; width]; height], &mut Vec::new());
        naive
    }

    /// Puts every block or none at a cell, then goes on to the next one.
    fn place(&mut self, cell: usize, grid: &mut Grid, horizontal: &mut Vec<char>) {
        let (x, y) = (cell % self.width, cell / self.width);
        if y == self.height {
            if let Some(grid) = self.accept(grid, horizontal) {
                self.grids.insert(grid);
            }
            return;
        }
        self.place(cell + 1, grid, horizontal);
        let letter = char::from(b'a' + cell as u8);
        for (length, dx, dy) in [(2, 1, 0), (3, 1, 0), (2, 0, 1), (3, 0, 1)] {
            let cells: Vec<(usize, usize)> =
                (0..length).map(|at| (x + at * dx, y + at * dy)).collect();
            let is_free = |&(x, y): &(usize, usize)| {
                grid.get(y).and_then(|row| row.get(x)).copied() == Some('.')
            };
            if cells.iter().all(is_free) {
                cells.iter().for_each(|&(x, y)| grid[y][x] = letter);
                horizontal.extend((dx == 1).then_some(letter));
                self.place(cell + 1, grid, horizontal);
                horizontal.retain(|&other| other != letter);
                cells.iter().for_each(|&(x, y)| grid[y][x] = '.');
            }
        }
    }

    /// The board of a grid of blocks, its Key named; `None` if it is not one of those.
    fn accept(&self, grid: &Grid, horizontal: &[char]) -> Option<Grid> {
        let is_horizontal = |letter: &char| horizontal.contains(letter);
        let is_vertical = |letter: &char| *letter != '.' && !horizontal.contains(letter);
        let full_row = grid.iter().any(|row| row.iter().all(is_horizontal));
        let full_column = (0..self.width).any(|x| grid.iter().all(|row| is_vertical(&row[x])));
        let key_row = grid[self.key_row].iter().filter(|c| is_horizontal(c));
        let key: Vec<char> = key_row.copied().collect();
        if full_row || full_column || key.len() != 2 || key[0] != key[1] {
            return None;
        }
        let mut named = grid.clone();
        for cell in named.iter_mut().flatten().filter(|cell| **cell == key[0]) {
            *cell = 'K';
        }
        Some(letters_in_order(&named))
    }

    fn count(&self) -> Figures {
        // Each component by one of its positions, what it counts, and the image of its first.
        let mut component_of: BTreeMap<Grid, usize> = BTreeMap::new();
        let mut minimal: Vec<bool> = Vec::new();
        let mut by_blocks: Vec<Numbers> = Vec::new();
        let mut hardest: Vec<(u32, Grid)> = Vec::new();
        for grid in &self.grids {
            if component_of.contains_key(grid) {
                continue;
            }
            let solution = self.solve(grid);
            for position in solution.distances.keys() {
                let grid = letters_in_order(&position.grid);
                assert!(self.grids.contains(&grid), "{grid:?}");
                component_of.insert(grid, minimal.len());
            }
            let letters: BTreeSet<char> = grid.iter().flatten().copied().collect();
            let blocks = letters.len() - 1 - usize::from(letters.contains(&'.'));
            by_blocks.resize(by_blocks.len().max(blocks + 1), Numbers::default());
            let numbers = &mut by_blocks[blocks];
            numbers.components += 1;
            let greatest = solution.figures.greatest;
            numbers.greatest = numbers.greatest.max(greatest);
            let Some(greatest) = greatest else {
                minimal.push(false);
                continue;
            };
            numbers.solvable += 1;
            let at_greatest = solution
                .distances
                .iter()
                .filter(|(_, d)| **d == Some(greatest));
            let first = at_greatest
                .map(|(position, _)| letters_in_order(&position.grid))
                .min_by_key(order)
                .unwrap_or_else(|| panic!("{grid:?}"));
            let is_minimal = self.every_block_is_needed(&first, greatest);
            minimal.push(is_minimal);
            if is_minimal {
                numbers.minimal += 1;
                hardest.push((greatest, first));
            }
        }
        // A component and its image, both by number; on even heights there is no image.
        let classes: BTreeSet<BTreeSet<usize>> = component_of
            .iter()
            .filter(|(_, number)| minimal[**number])
            .map(|(grid, &number)| {
                let upside_down: Grid = grid.iter().rev().cloned().collect();
                let image = component_of.get(&letters_in_order(&upside_down));
                [Some(number), image.copied()]
                    .into_iter()
                    .flatten()
                    .collect()
            })
            .collect();
        hardest.sort_by_key(|(moves, grid)| (std::cmp::Reverse(*moves), order(grid)));
        Figures {
            positions: self.grids.len() as u64,
            by_blocks,
            up_to_mirror: classes.len() as u64,
            hardest: hardest.into_iter().next(),
        }
    }

    fn every_block_is_needed(&self, grid: &Grid, optimum: u32) -> bool {
        let letters: BTreeSet<char> = grid.iter().flatten().copied().collect();
        let mut blocks = letters.iter().filter(|letter| !['.', 'K'].contains(letter));
        blocks.all(|taken| {
            let keep = |cell: char| if cell == *taken { '.' } else { cell };
            let rest: Grid = grid
                .iter()
                .map(|row| row.iter().copied().map(keep).collect())
                .collect();
            let without = self.solve(&rest).figures.optimum;
            without.is_some_and(|without| without < optimum)
        })
    }

    fn solve(&self, grid: &Grid) -> Solution {
        let level = Level {
            rows: grid.iter().map(|row| row.iter().collect()).collect(),
            blocks: Vec::new(),
            lantern: Lantern {
                side: Side::Right,
                line: self.key_row as u32,
            },
            win: Win::Exit,
            emit: None,
            teaches: None,
        };
        solve(&level, usize::MAX).unwrap_or_else(|| panic!("{grid:?}"))
    }
}

/// The grid with its blocks renamed in reading order.
fn letters_in_order(grid: &Grid) -> Grid {
    let mut names = BTreeMap::from([('.', '.'), ('K', 'K')]);
    let mut fresh = 'a'..='z';
    let mut name = |cell: &char| {
        *names
            .entry(*cell)
            .or_insert_with(|| fresh.next().unwrap_or('?'))
    };
    grid.iter()
        .map(|row| row.iter().map(&mut name).collect())
        .collect()
}

/// The sort key of positions: which cells horizontal blocks cover, from the last one back, then the
/// same for vertical ones.
fn order(grid: &Grid) -> (Vec<bool>, Vec<bool>) {
    let cells = |horizontal: bool| {
        let mut covered = Vec::new();
        for row in grid.iter().rev() {
            for x in (0..row.len()).rev() {
                let beside = |other: Option<usize>| other.and_then(|x| row.get(x)) == Some(&row[x]);
                let is_horizontal = beside(x.checked_sub(1)) || beside(Some(x + 1));
                covered.push(row[x] != '.' && is_horizontal == horizontal);
            }
        }
        covered
    };
    (cells(true), cells(false))
}
