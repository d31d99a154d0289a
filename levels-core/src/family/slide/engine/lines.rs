//! Optimal lines: from words back to single moves.
//!
//! Moves and their order come from the rules; the words only say which positions are on optimal
//! lines. So every engine finds the same lines in the same order.

use alloc::vec::Vec;

use super::field::Field;
use super::lanes::Lanes;
use super::log::{Leveled, Log};
use super::space::Coordinate;
use super::wins::Wins;
use crate::bits::Word;
use crate::family::slide::board::Board;
use crate::family::slide::notation::Move;
use crate::family::slide::rules::{ForSliding, Sliding};
use crate::grid::Direction;
use crate::puzzle::Puzzle;
use crate::search::{OptimalEdge, OptimalLines, Visited};

/// One state of a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct State {
    pub node: u32,
    pub arrangement: u32,
}

impl State {
    fn number(self) -> u64 {
        u64::from(self.node) << 32 | u64::from(self.arrangement)
    }
}

impl<W: Lanes> Field<W> {
    /// The opening position.
    pub fn start(&self) -> Option<State> {
        let (key, arrangement) = self.space.start();
        let plane = self
            .planes
            .thawing(&self.space, key, 0, W::bit(arrangement));
        let node = self.node(self.entries.find(key)?, plane);
        Some(State { node, arrangement })
    }

    /// Where a legal move leads; `None` if no search has reached it.
    fn after(&self, board: &Board, from: State, m: Move) -> Option<State> {
        let (mut entry, mut plane) = self.split(from.node);
        let mut arrangement = from.arrangement;
        let up = matches!(m.direction, Direction::Right | Direction::Down);
        let block = usize::from(m.block);
        match self.space.coordinates[block] {
            Coordinate::Fixed(_) => return None,
            Coordinate::Inner(i) => {
                let by = self.space.inner[i].stride * u32::from(m.cells);
                arrangement = if up {
                    arrangement + by
                } else {
                    arrangement - by
                };
            }
            Coordinate::Outer(j) => {
                for _ in 0..m.cells {
                    entry = self.known(entry, 2 * j + usize::from(up))?;
                }
            }
        }
        if block == board.key() {
            let bit = W::bit(arrangement);
            plane |= self
                .planes
                .thawing(&self.space, self.entries.key(entry), plane, bit);
        }
        let node = self.node(entry, plane);
        Some(State { node, arrangement })
    }
}

/// A set of states, by node.
struct Marks<W>(Vec<W>);

impl<W: Lanes> Marks<W> {
    fn new(field: &Field<W>) -> Self {
        Self(alloc::vec![W::NONE; field.cells.len()])
    }

    fn set(&mut self, words: impl Iterator<Item = (u32, W)>) {
        for (node, bits) in words {
            self.0[node as usize] = bits;
        }
    }

    fn clear(&mut self, words: impl Iterator<Item = (u32, W)>) {
        self.set(words.map(|(node, _)| (node, W::NONE)));
    }

    fn has(&self, state: State) -> bool {
        (self.0[state.node as usize] & W::bit(state.arrangement)).any()
    }
}

/// The optimal lines of a field whose distances to a win are in the log; the start is `optimum`
/// moves from a win.
pub(super) fn optimal_lines<W: Lanes>(
    board: &Board,
    field: &Field<W>,
    log: &Log<W>,
    optimum: u32,
) -> OptimalLines<Move> {
    board.with_sliding(Collect {
        field,
        log,
        optimum,
    })
}

struct Collect<'a, W> {
    field: &'a Field<W>,
    log: &'a Log<W>,
    optimum: u32,
}

impl<L: Lanes> ForSliding<OptimalLines<Move>> for Collect<'_, L> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> OptimalLines<Move> {
        let Self {
            field,
            log,
            optimum,
        } = self;
        let board = puzzle.board();
        let mut marks = Marks::new(field);
        let mut widths = alloc::vec![1];
        let mut edges = Vec::new();
        let mut layer: Vec<(State, W)> = field
            .start()
            .map(|start| (start, puzzle.start()))
            .into_iter()
            .collect();
        for left in (0..optimum as usize).rev() {
            marks.set(log.level(left));
            let mut numbers = Visited::new();
            let mut next = Vec::new();
            let mut out = Vec::new();
            for (from, &(state, packed)) in layer.iter().enumerate() {
                puzzle.expand(packed, |action, target, _| {
                    let Some(to) = field.after(board, state, action) else {
                        return;
                    };
                    if !marks.has(to) {
                        return;
                    }
                    // There is always room for one more number.
                    let number = numbers.insert(to.number(), u32::MAX).unwrap_or(u32::MAX);
                    if number as usize == next.len() {
                        next.push((to, target));
                    }
                    out.push(OptimalEdge {
                        from: from as u32,
                        to: number,
                        action,
                    });
                });
            }
            marks.clear(log.level(left));
            widths.push(next.len() as u32);
            edges.push(out);
            layer = next;
        }
        OptimalLines::from_layers(widths, edges)
    }
}

/// The first optimal line of a field that was searched forward until the last level of the log had
/// wins. Consumes the field: nothing is open or pending afterwards.
pub(super) fn first_line<W: Lanes>(
    board: &Board,
    field: &mut Field<W>,
    log: &impl Leveled<W>,
    wins: &Wins<W>,
) -> Vec<Move> {
    let on_lines = on_optimal_lines(field, log, wins);
    board.with_sliding(Follow {
        field,
        on_lines: &on_lines,
    })
}

/// For each level of a forward search, its states on optimal lines.
fn on_optimal_lines<W: Lanes>(
    field: &mut Field<W>,
    log: &impl Leveled<W>,
    wins: &Wins<W>,
) -> Vec<Vec<(u32, W)>> {
    for cell in &mut field.cells {
        *cell = Default::default();
    }
    field.touched.clear();
    let Some(last) = log.levels().checked_sub(1) else {
        return Vec::new();
    };
    let won = |(node, bits)| {
        let key = field.entries.key(field.split(node).0);
        (node, wins.among(&field.space, key, bits))
    };
    let mut words: Vec<(u32, W)> = log
        .level(last)
        .map(won)
        .filter(|(_, bits)| bits.any())
        .collect();
    let mut levels = Vec::new();
    for level in (0..last).rev() {
        for (node, bits) in log.level(level) {
            field.cells[node as usize].open |= bits;
        }
        for &(node, bits) in &words {
            field.retreat_free(node, bits);
            field.retreat_special(node, bits);
        }
        let mut before = Vec::with_capacity(field.touched.len());
        for &node in &field.touched {
            before.push((
                node,
                core::mem::take(&mut field.cells[node as usize].pending),
            ));
        }
        field.touched.clear();
        for (node, _) in log.level(level) {
            field.cells[node as usize].open = W::NONE;
        }
        levels.push(core::mem::replace(&mut words, before));
    }
    levels.push(words);
    levels.reverse();
    levels
}

struct Follow<'a, W> {
    field: &'a Field<W>,
    on_lines: &'a [Vec<(u32, W)>],
}

impl<L: Lanes> ForSliding<Vec<Move>> for Follow<'_, L> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Vec<Move> {
        let Self { field, on_lines } = self;
        let board = puzzle.board();
        let mut marks = Marks::new(field);
        let mut line = Vec::new();
        let mut at = field.start().map(|start| (start, puzzle.start()));
        for words in on_lines.iter().skip(1) {
            let Some((state, packed)) = at.take() else {
                break;
            };
            marks.set(words.iter().copied());
            puzzle.expand(packed, |action, target, _| {
                if at.is_none()
                    && let Some(to) = field.after(board, state, action)
                    && marks.has(to)
                {
                    line.push(action);
                    at = Some((to, target));
                }
            });
            marks.clear(words.iter().copied());
        }
        line
    }
}
