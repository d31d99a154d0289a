//! A random closed loop of greens through the base, which can be won by walking along it
//! (docs/rules-roll.md, Backbone).

use alloc::vec::Vec;

use super::super::board::MAX_CELLS;
use super::super::tile::Tile;
use super::Draft;
use crate::rng::Rng;

/// How many bases are tried before a shorter loop is accepted.
const BASES: u32 = 30;
/// How often a walk is restarted from one base, and how many nodes each may take. Many short tries
/// find a loop sooner than one long one, since a walk that went wrong early rarely recovers.
const RESTARTS: u32 = 100;
const NODES: u32 = 300;

/// A loop on a board of `cols` × `rows` cells, longer for a greater `target` (0 to 1). `None` if
/// there is no loop at all: on fewer than four cells, in one row or column, or above the largest
/// board.
#[must_use]
pub fn backbone(cols: usize, rows: usize, target: f64, rng: &mut Rng) -> Option<Draft> {
    let cells = cols.checked_mul(rows)?;
    if cols < 2 || rows < 2 || cells > MAX_CELLS {
        return None;
    }
    let want = ((0.25 + 0.10 * target) * cells as f64) as usize;
    let cap = (cells / 2).clamp(6, 16);
    let mut min_len = even_up(want.clamp(4, cap)).max(4);
    while min_len >= 4 {
        let max_len = even_up((min_len + cells / 3).min(cells)).max(min_len);
        for _ in 0..BASES {
            let base = rng.below(cells as u32) as usize;
            for _ in 0..RESTARTS {
                let mut walk = Walk {
                    cols,
                    rows,
                    min_len,
                    max_len,
                    path: alloc::vec![base],
                    taken: 1 << base,
                    nodes: 0,
                };
                match walk.extend(rng) {
                    Some(true) => return walk.draft(),
                    // All walks have been tried; another try would repeat them.
                    Some(false) => break,
                    None => {}
                }
            }
        }
        min_len -= 2;
    }
    None
}

fn even_up(x: usize) -> usize {
    x + x % 2
}

/// A self-avoiding walk from the base.
struct Walk {
    cols: usize,
    rows: usize,
    min_len: usize,
    max_len: usize,
    /// The base and the cells after it.
    path: Vec<usize>,
    /// The same as a mask.
    taken: u128,
    nodes: u32,
}

impl Walk {
    /// Extends the walk depth-first until it is accepted as a loop: true. False if no extension is
    /// a loop, `None` if the limit on nodes was hit. The recursion is at most as deep as the board
    /// has cells.
    fn extend(&mut self, rng: &mut Rng) -> Option<bool> {
        self.nodes += 1;
        if self.nodes > NODES {
            return None;
        }
        let length = self.path.len();
        let (base, head) = (self.path[0], self.path[length - 1]);
        let closes = length >= self.min_len
            && length.is_multiple_of(2)
            && self.beside(head).any(|cell| cell == base);
        if closes && (length >= self.max_len || rng.chance(1, 4)) {
            return Some(true);
        }
        if length < self.max_len {
            let mut next = [0; 4];
            let mut count = 0;
            for cell in self.beside(head) {
                if self.taken >> cell & 1 == 0 {
                    next[count] = cell;
                    count += 1;
                }
            }
            rng.shuffle(&mut next[..count]);
            for &cell in &next[..count] {
                self.path.push(cell);
                self.taken |= 1 << cell;
                if self.extend(rng)? {
                    return Some(true);
                }
                self.taken &= !(1 << cell);
                self.path.pop();
            }
        }
        // It cannot be extended to a loop, so it is taken as it is, if it is one.
        Some(closes)
    }

    fn beside(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        let (cols, rows) = (self.cols, self.rows);
        let (row, col) = (cell / cols, cell % cols);
        [
            (col > 0).then(|| cell - 1),
            (col + 1 < cols).then(|| cell + 1),
            (row > 0).then(|| cell - cols),
            (row + 1 < rows).then(|| cell + cols),
        ]
        .into_iter()
        .flatten()
    }

    fn draft(&self) -> Option<Draft> {
        let mut draft = Draft::new(self.cols, self.rows, self.path[0])?;
        for &cell in &self.path[1..] {
            draft.put(cell, Tile::Green);
        }
        Some(draft)
    }
}
