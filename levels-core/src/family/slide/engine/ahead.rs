//! The search for the optimum of a plain exit level: A*, word by word.
//!
//! States are taken up in order of the sum of the moves to them and their
//! [estimate](super::estimate), and states with the same sum in order of moves. The estimate is
//! consistent, so when a state is first taken up, its number of moves is the least (`DESIGN.md`,
//! A*).
//!
//! A state that was taken up stops a drag, as in a search without an estimate: if it was taken up
//! before another state of its line, it had as many moves or fewer, so the rest of the line is
//! already pending or waiting.

use alloc::vec::Vec;

use super::estimate::{Estimate, MAX_ESTIMATE, Outlook};
use super::field::Field;
use super::forward::Ended;
use super::lanes::Lanes;
use super::log::Leveled;

/// About how many words wait or are taken up on a small board.
const EXPECTED: usize = 1024;

/// The end of a chain of numbers.
const NO_NUMBER: u32 = u32::MAX;

/// States by the number of moves that they take; a node may be in a level more than once.
#[derive(Debug)]
pub(super) struct Levels<W> {
    words: Vec<(u32, W)>,
    /// Consecutive words of one level.
    runs: Vec<WordRange>,
    /// The last run of each level.
    last: Vec<u32>,
}

#[derive(Debug, Clone, Copy)]
struct WordRange {
    first: usize,
    end: usize,
    /// The run before it of the same level.
    before: u32,
}

impl<W: Lanes> Levels<W> {
    fn new() -> Self {
        Self {
            words: Vec::with_capacity(EXPECTED),
            runs: Vec::new(),
            last: Vec::new(),
        }
    }

    /// Ends a run: the words from `first` on belong to a level.
    fn end_run(&mut self, level: usize, first: usize) {
        let before = core::mem::replace(&mut self.last[level], self.runs.len() as u32);
        self.runs.push(WordRange {
            first,
            end: self.words.len(),
            before,
        });
    }
}

impl<W: Lanes> Leveled<W> for Levels<W> {
    fn levels(&self) -> usize {
        self.last.len()
    }

    fn level(&self, level: usize) -> impl Iterator<Item = (u32, W)> + '_ {
        let run = |number: u32| self.runs.get(number as usize);
        let runs = core::iter::successors(run(self.last[level]), move |later| run(later.before));
        runs.flat_map(|run| self.words[run.first..run.end].iter().copied())
    }
}

/// Words that wait for a greater sum of moves and estimate than the one that is searched.
struct Waiting<W> {
    /// Node, word, and the number of the next in the same chain.
    words: Vec<(u32, W, u32)>,
    /// By level, the chain of each sum, in ring order.
    chains: Vec<[u32; SUMS]>,
    /// The chain of numbers that may be used again.
    free: u32,
    /// How many wait.
    count: usize,
}

/// More sums than an estimate can be ahead.
const SUMS: usize = (MAX_ESTIMATE + 1).next_power_of_two();

impl<W: Lanes> Waiting<W> {
    fn new() -> Self {
        Self {
            words: Vec::with_capacity(EXPECTED),
            chains: Vec::new(),
            free: NO_NUMBER,
            count: 0,
        }
    }

    #[inline]
    fn push(&mut self, level: usize, sum: usize, node: u32, bits: W) {
        let chain = &mut self.chains[level][sum % SUMS];
        let word = (node, bits, *chain);
        self.count += 1;
        match self.words.get_mut(self.free as usize) {
            Some(free) => {
                *chain = self.free;
                self.free = free.2;
                *free = word;
            }
            None => {
                *chain = self.words.len() as u32;
                self.words.push(word);
            }
        }
    }

    #[inline]
    fn pop(&mut self, level: usize, sum: usize) -> Option<(u32, W)> {
        let chain = &mut self.chains[level][sum % SUMS];
        let word = self.words.get_mut(*chain as usize)?;
        let next = core::mem::replace(&mut word.2, self.free);
        self.free = core::mem::replace(chain, next);
        self.count -= 1;
        Some((word.0, word.1))
    }
}

impl<W: Lanes> Field<W> {
    /// Searches a plain level from the opening position until a win is known to be the nearest. The
    /// levels hold all states on optimal lines, and others; the last one holds only wins.
    pub fn search_ahead(
        &mut self,
        mut estimate: Estimate<W>,
        max_states: u64,
    ) -> (Levels<W>, Ended) {
        let mut taken = Levels::new();
        let mut waiting = Waiting::new();
        let mut outlooks = Vec::with_capacity(EXPECTED);
        let mut states = 0;
        for sum in estimate.at_start(&self.space) as usize.. {
            // Everything pending takes as many moves as the number of the next level.
            for level in 0..=sum {
                if taken.last.len() == level {
                    taken.last.push(NO_NUMBER);
                    waiting.chains.push([NO_NUMBER; SUMS]);
                }
                let first = taken.words.len();
                while let Some((node, bits)) = waiting.pop(level, sum) {
                    self.room.reserve(&mut taken.words, 1);
                    let cell = &mut self.cells[node as usize];
                    let bits = bits & cell.open;
                    if cell.pending.any() {
                        cell.pending |= bits;
                    } else if bits.any() {
                        cell.open &= !bits;
                        taken.words.push((node, bits));
                    }
                }
                let room = &mut self.room;
                if !(room.hold(&mut outlooks, self.cells.len())
                    && room.reserve(&mut taken.words, self.touched.len()))
                {
                    return (taken, Ended::Exhausted);
                }
                outlooks.resize(self.cells.len(), Outlook::UNKNOWN);
                for &node in &self.touched {
                    let outlook = &mut outlooks[node as usize];
                    if !outlook.is_known() {
                        *outlook = estimate.outlook(&self.space, self.entries.key(node));
                    }
                    let cell = &mut self.cells[node as usize];
                    let bits = core::mem::take(&mut cell.pending);
                    let most = (sum - level).min(MAX_ESTIMATE);
                    let near = bits & estimate.within(*outlook, most);
                    if near.any() {
                        cell.open &= !near;
                        taken.words.push((node, near));
                    }
                    let mut far = bits & !near;
                    self.room.reserve(&mut waiting.words, MAX_ESTIMATE + 1);
                    for most in most + 1..=MAX_ESTIMATE {
                        if !far.any() {
                            break;
                        }
                        let bits = far & estimate.within(*outlook, most);
                        if bits.any() {
                            waiting.push(level, level + most, node, bits);
                            far &= !bits;
                        }
                    }
                }
                self.touched.clear();
                let new = &taken.words[first..];
                states += new
                    .iter()
                    .map(|(_, bits)| u64::from(bits.count()))
                    .sum::<u64>();
                let refused = self.room.refused().is_some();
                if refused || states.max(self.cells.len() as u64) > max_states {
                    return (taken, Ended::Exhausted);
                }
                if new.is_empty() {
                    continue;
                }
                taken.end_run(level, first);
                if level == sum {
                    return (taken, Ended::Won);
                }
                for index in first..taken.words.len() {
                    let (node, bits) = taken.words[index];
                    self.spread::<true>(node, bits);
                }
            }
            if waiting.count == 0 {
                break;
            }
        }
        (taken, Ended::Complete)
    }
}
