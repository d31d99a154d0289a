//! The backward sweep: exact distances to the nearest win, level by level.
//!
//! There is no distance array. The log of levels gives the number of states at each distance, the
//! hardest states, and which states are nearer to a win.

use super::field::Field;
use super::lanes::Lanes;
use super::lines::State;
use super::log::Log;
use super::wins::Wins;

impl<W: Lanes> Field<W> {
    /// Moves what is pending into the log as the next level; returns whether there was anything, and
    /// memory for it.
    pub fn end_level(&mut self, log: &mut Log<W>) -> bool {
        if !log.make_room(&mut self.room, self.touched.len()) {
            return false;
        }
        for &node in &self.touched {
            let cell = &mut self.cells[node as usize];
            let bits = core::mem::take(&mut cell.pending);
            cell.open &= !bits;
            log.push(node, bits);
        }
        self.touched.clear();
        log.end_level()
    }

    /// The won states among the open ones become pending.
    pub fn pend_wins(&mut self, wins: &Wins<W>) {
        let planes = self.planes.count();
        for entry in 0..self.entries.len() as u32 {
            let first = self.node(entry, 0);
            let open = (first..first + planes)
                .fold(W::NONE, |open, node| open | self.cells[node as usize].open);
            let won = wins.among(&self.space, self.entries.key(entry), open);
            if won.any() {
                for node in first..first + planes {
                    self.land(node, won);
                }
            }
        }
    }

    /// Sweeps backward from all wins among the open states. Level `d` of the log holds the states
    /// whose nearest win is `d` moves away; states that cannot win stay open, and so do those
    /// farther than `deepest` moves away. Also returns the level of `start`.
    pub fn sweep(
        &mut self,
        wins: &Wins<W>,
        start: Option<State>,
        deepest: usize,
    ) -> (Log<W>, Option<u32>) {
        let mut log = Log::new();
        let mut start = start.filter(|&state| self.is_open(state));
        let mut start_level = None;
        // A node is in the list at most once.
        if !self.room.hold(&mut self.touched, self.cells.len()) {
            return (log, None);
        }
        self.pend_wins(wins);
        let special = !self.planes.special.is_empty();
        while self.end_level(&mut log) {
            let level = log.levels() - 1;
            if start.is_some_and(|state| !self.is_open(state)) {
                start_level = Some(level as u32);
                start = None;
            }
            if level == deepest {
                break;
            }
            for index in log.range(level) {
                let (node, bits) = log.at(index);
                self.spread::<false>(node, bits);
                if special {
                    self.retreat_special(node, bits);
                }
            }
        }
        (log, start_level)
    }
}
