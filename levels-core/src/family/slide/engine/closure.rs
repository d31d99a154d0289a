//! Everything that a board's blocks can reach if they all move back and forth freely.
//!
//! Such moves can be undone, so the order in which states are found does not matter and unit steps
//! are enough: a word is closed under the inner blocks' moves, then pushed one step outward in every
//! direction. Each link between entries is stored both ways for the sweep.

use alloc::vec::Vec;

use super::entries::{Entries, NO_ENTRY};
use super::field::Cell;
use super::lanes::Lanes;
use super::space::Space;
use crate::family::slide::board::MAX_SIDE;
use crate::search::Room;

/// A set of states under construction.
#[derive(Debug, Clone)]
pub(super) struct Closure<W> {
    pub entries: Entries,
    /// `open` is what has been reached; `pending` is what must still be closed.
    pub cells: Vec<Cell<W>>,
    /// How many states have been reached.
    pub states: u64,
    waiting: Vec<u32>,
    visits: usize,
    /// The memory for all of this.
    pub room: Room,
}

/// The most entries one step away from an entry.
const MOST_STEPS: usize = u64::BITS as usize;

/// How a closure ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Complete,
    /// As many entries were visited as were asked for.
    Paused,
    /// More states were reached than were allowed, or there was no more memory.
    Exhausted,
}

/// On how many lines of each block some states are (see [`super::inner`]).
#[derive(Debug, Clone)]
pub(super) struct Lines {
    /// How many states were counted.
    pub states: u64,
    pub inner: Vec<u64>,
    pub outer: Vec<u64>,
}

impl<W: Lanes> Closure<W> {
    /// Starts from the opening position; about `expected` entries are expected.
    pub fn new(space: &Space<W>, expected: usize, room: Room) -> Self {
        let (key, arrangement) = space.start();
        let mut closure = Self {
            entries: Entries::new(space.outer.len(), expected),
            cells: Vec::with_capacity(expected),
            states: 0,
            waiting: alloc::vec![0],
            visits: 0,
            room,
        };
        closure.entries.find_or_add(key);
        closure.cells.push(Cell {
            open: W::NONE,
            pending: W::bit(arrangement),
        });
        closure
    }

    /// Goes on until everything is reached, there are more than `max_states` states, or `visits`
    /// entries have been visited.
    pub fn run(&mut self, space: &Space<W>, max_states: u64, visits: usize) -> Ended {
        let mut none = Lines {
            states: 0,
            inner: Vec::new(),
            outer: Vec::new(),
        };
        self.go_on::<false>(space, max_states, visits, &mut none)
    }

    /// Like [`run`](Closure::run), and also counts lines.
    pub fn survey(
        &mut self,
        space: &Space<W>,
        max_states: u64,
        visits: usize,
        lines: &mut Lines,
    ) -> Ended {
        self.go_on::<true>(space, max_states, visits, lines)
    }

    fn go_on<const SURVEY: bool>(
        &mut self,
        space: &Space<W>,
        max_states: u64,
        visits: usize,
        lines: &mut Lines,
    ) -> Ended {
        let Self {
            entries,
            cells,
            states,
            waiting,
            visits: visited,
            room,
        } = self;
        let mut digits = [0_u8; 32];
        let digits = &mut digits[..space.outer.len()];
        let outer = space.outer.as_slice();
        let digit_mask = (1_u64 << space.width) - 1;
        // The last entry added is visited next: the closure goes deep before it goes wide. This
        // keeps its data in the caches, and a survey sees states far from the start.
        while let Some(entry) = waiting.pop() {
            if *visited == visits {
                waiting.push(entry);
                return Ended::Paused;
            }
            *visited += 1;
            if !entries.has_room(MOST_STEPS) {
                let made = entries.make_room(room, MOST_STEPS);
                let made = made.is_some_and(|all| room.hold(cells, all) && room.hold(waiting, all));
                if !made {
                    return Ended::Exhausted;
                }
            }
            let key = entries.key(entry);
            let cell = &mut cells[entry as usize];
            let new = core::mem::take(&mut cell.pending);
            let mut unreached = space.base & !cell.open;
            let mut occupied = space.fixed;
            let mut rest = key;
            for (digit, block) in digits.iter_mut().zip(outer) {
                *digit = (rest & digit_mask) as u8;
                rest >>= space.width;
                let place = &block.digits[usize::from(*digit) % MAX_SIDE];
                unreached &= place.free;
                occupied |= place.cells;
            }
            let closed = space.closed(new, unreached);
            cell.open |= closed;
            let count = u64::from(closed.count());
            *states += count;
            // Every entry has at least one state that can be reached.
            if (*states).max(entries.len() as u64) > max_states {
                return Ended::Exhausted;
            }
            if SURVEY {
                lines.states += count;
                for (lines, inner) in lines.inner.iter_mut().zip(&space.inner) {
                    let starts = closed & !((closed << inner.stride) & inner.above);
                    *lines += u64::from(starts.count());
                }
                for lines in &mut lines.outer {
                    *lines += count;
                }
            }
            let mut steps = 0_u64;
            for (&digit, block) in digits.iter().zip(outer).rev() {
                let [down, up] = block.digits[usize::from(digit) % MAX_SIDE].enter;
                steps = steps << 2
                    | u64::from(down & occupied == 0)
                    | u64::from(up & occupied == 0) << 1;
            }
            let mut taken = 0;
            // A survey begins the steps at a varying place, so that the same blocks are not always
            // last and thus explored first.
            let from = if SURVEY {
                (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 58) as u32
            } else {
                0
            };
            steps = steps.rotate_right(from);
            while steps != 0 {
                let step = (steps.trailing_zeros() + from) as usize % 64;
                steps &= steps - 1;
                let (j, up) = (step / 2, step & 1);
                let to = (usize::from(digits[j]) + 2 * up).wrapping_sub(1) % MAX_SIDE;
                let go = closed & outer[j].digits[to].free;
                if !go.any() {
                    continue;
                }
                if SURVEY && up == 0 {
                    lines.outer[j] -= u64::from(go.count());
                }
                taken |= 1 << step;
                let mut next = entries.link(entry, step);
                if next == NO_ENTRY {
                    next = entries.find_or_add(space.stepped(key, step));
                    if next as usize == cells.len() {
                        cells.push(Cell::default());
                    }
                    entries.set_link(entry, step, next);
                }
                let cell = &mut cells[next as usize];
                let go = go & !cell.open;
                if go.any() {
                    if !cell.pending.any() {
                        waiting.push(next);
                    }
                    cell.pending |= go;
                }
            }
            entries.add_steps(entry, taken);
        }
        Ended::Complete
    }
}

impl Lines {
    pub fn new<W: Lanes>(space: &Space<W>) -> Self {
        Self {
            states: 0,
            inner: alloc::vec![0; space.inner.len()],
            outer: alloc::vec![0; space.outer.len()],
        }
    }
}
