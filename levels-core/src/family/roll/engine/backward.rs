//! The backward pass: from which states a win can be reached, world by world.

use super::explore::Worlds;
use super::word::Bits;

/// What the backward pass counts.
#[derive(Debug, Clone, Copy)]
pub(super) struct Winning<B> {
    /// How many states can win.
    pub states: u32,
    /// The tiles that the cube is on in them.
    pub rests: B,
}

impl<B: Bits> Worlds<B> {
    /// Marks the tiles of each world from which a win can be reached.
    pub fn mark_winning(&mut self) -> Winning<B> {
        let mut winning = Winning {
            states: 0,
            rests: B::NONE,
        };
        self.can_win = alloc::vec![B::NONE; self.list.len()];
        for place in (0..self.len()).rev() {
            let number = self.at(place);
            let can_win = self.can_win(number);
            self.can_win[number] = can_win;
            winning.states += can_win.count();
            winning.rests |= can_win;
        }
        winning
    }

    fn can_win(&self, number: usize) -> B {
        let world = &self.list[number];
        let won = self.won(world.word) & world.reached;
        let open = world.reached.minus(won);
        let ends = &self.landings.get(world.word).ends;
        let unfired = self.plan.unfired(world.word);
        let mut can_win = won;
        let children = &self.children[world.first_child as usize..];
        for ((tile, bit), &child) in (open & self.plan.changers).bits().zip(children) {
            let next = self.can_win[child as usize];
            if !(ends[tile as usize] & next).minus(unfired).is_none() {
                can_win |= bit;
            }
        }
        for firing in self.firings(world) {
            if self.can_win[firing.world as usize].has(u32::from(firing.line)) {
                can_win |= B::bit(u32::from(firing.from));
            }
        }
        let lasting = open & self.plan.lasting;
        if world.stay as usize != number {
            let next = self.can_win[world.stay as usize];
            if !next.is_none() {
                can_win |= open & next;
                for (tile, bit) in lasting.bits() {
                    if !(ends[tile as usize] & next).minus(unfired).is_none() {
                        can_win |= bit;
                    }
                }
            }
            return can_win;
        }
        // Nothing burns: rolls among lasting tiles stay in this world.
        loop {
            let before = can_win;
            for (tile, bit) in lasting.minus(can_win).bits() {
                if !(ends[tile as usize] & can_win).minus(unfired).is_none() {
                    can_win |= bit;
                }
            }
            if can_win == before {
                return can_win;
            }
        }
    }
}
