//! The components of a set-up, and how far each position is from the nearest win.
//!
//! One breadth-first search from all wins at once gives the distances in every solvable component
//! and visits every move between their positions. So it also finds which wins belong together, and
//! the components need no separate search. Positions that it has not seen cannot win.

use alloc::vec::Vec;

use super::position::Order;
use super::setup::{Node, Setup};

/// The distance of a position that has not been seen.
const UNSEEN: u32 = u32::MAX;
/// The distance of a position that has been seen and cannot win.
const NEVER: u32 = u32::MAX - 1;

/// The positions of a set-up with their distances.
#[derive(Debug)]
pub(super) struct Distances<'s> {
    pub(super) setup: &'s Setup<'s>,
    /// The moves to the nearest win, by number.
    moves: Vec<u32>,
    /// The win that each position was first reached from, by number; it is one of the component's.
    wins: Vec<u32>,
    /// Which wins belong together: each points to another of its component, or to itself.
    joined: Vec<u32>,
    /// The positions that can win, by distance.
    order: Vec<Node>,
}

/// A component that holds a win.
#[derive(Debug, Clone, Copy)]
pub(super) struct Solvable {
    /// The greatest distance of a position to the nearest win, in moves.
    pub(super) greatest: u32,
    /// The first of the positions at that distance.
    pub(super) hardest: Node,
    /// The hardest position whose mirror image is the first of the images.
    pub(super) hardest_mirrored: Node,
    /// Whether it is its own mirror image; false if this was not computed.
    pub(super) is_own_mirror: bool,
    /// The sort keys of the first hardest position and of the first image.
    first: Order,
    first_mirrored: Order,
}

impl<'s> Distances<'s> {
    /// Searches back from all wins.
    pub(super) fn new(setup: &'s Setup<'s>) -> Self {
        let mut moves = alloc::vec![UNSEEN; setup.positions()];
        let mut wins = alloc::vec![0; setup.positions()];
        let mut order: Vec<Node> = Vec::new();
        setup.nodes(
            |is_won, _| is_won,
            |node| {
                moves[node.number as usize] = 0;
                wins[node.number as usize] = order.len() as u32;
                order.push(node);
            },
        );
        let mut joined: Vec<u32> = (0..order.len() as u32).collect();
        let mut at = 0;
        while let Some(&node) = order.get(at) {
            at += 1;
            let (distance, win) = (moves[node.number as usize], wins[node.number as usize]);
            // A drag can be undone, so every move can be reversed.
            setup.neighbours(node, |next| {
                let number = next.number as usize;
                if moves[number] == UNSEEN {
                    moves[number] = distance + 1;
                    wins[number] = win;
                    order.push(next);
                } else if wins[number] != win {
                    let (a, b) = (root(&mut joined, win), root(&mut joined, wins[number]));
                    joined[a.max(b) as usize] = a.min(b);
                }
            });
        }
        Self {
            setup,
            moves,
            wins,
            joined,
            order,
        }
    }

    /// The moves to the nearest win from a position that can win.
    #[inline]
    pub(super) fn of(&self, node: Node) -> u32 {
        self.moves[node.number as usize]
    }

    /// How many components hold no win.
    pub(super) fn unsolvable(&mut self) -> u64 {
        let (setup, moves) = (self.setup, &mut self.moves);
        let mut unseen = Vec::new();
        setup.nodes(
            |_, number| moves[number as usize] == UNSEEN,
            |node| unseen.push(node),
        );
        let mut components = 0;
        let mut open = Vec::new();
        for node in unseen {
            if moves[node.number as usize] != UNSEEN {
                continue;
            }
            components += 1;
            moves[node.number as usize] = NEVER;
            open.push(node);
            while let Some(node) = open.pop() {
                setup.neighbours(node, |next| {
                    if moves[next.number as usize] == UNSEEN {
                        moves[next.number as usize] = NEVER;
                        open.push(next);
                    }
                });
            }
        }
        components
    }

    /// The components that hold a win, the one with the greatest distance first.
    pub(super) fn solvable(&mut self) -> Vec<Solvable> {
        let boards = self.setup.rows.boards;
        let mut found: Vec<Solvable> = Vec::new();
        // The number of the component in `found`, by the win that its wins are joined to.
        let mut numbers = alloc::vec![None; self.joined.len()];
        for &node in self.order.iter().rev() {
            let distance = self.moves[node.number as usize];
            let root = root(&mut self.joined, self.wins[node.number as usize]);
            let known = numbers[root as usize].map(|number: usize| &mut found[number]);
            if known
                .as_ref()
                .is_some_and(|component| component.greatest != distance)
            {
                continue;
            }
            let order = boards.order(node.position);
            let mirrored = boards.mirrored_order(order);
            let Some(component) = known else {
                numbers[root as usize] = Some(found.len());
                found.push(Solvable {
                    greatest: distance,
                    hardest: node,
                    hardest_mirrored: node,
                    is_own_mirror: false,
                    first: order,
                    first_mirrored: mirrored,
                });
                continue;
            };
            if order < component.first {
                (component.hardest, component.first) = (node, order);
            }
            if mirrored < component.first_mirrored {
                (component.hardest_mirrored, component.first_mirrored) = (node, mirrored);
            }
        }
        found
    }

    /// Notes which components are their own mirror images; for set-ups that are their own mirror
    /// images.
    pub(super) fn find_own_mirrors(&mut self, components: &mut [Solvable]) {
        let boards = self.setup.rows.boards;
        for component in components {
            let node = component.hardest;
            let mirrored = self.setup.find(boards.mirrored(node.position));
            let mut root = |node: Node| root(&mut self.joined, self.wins[node.number as usize]);
            component.is_own_mirror = root(node) == root(mirrored);
        }
    }
}

/// The win that identifies a win's component; shortens the path to it.
fn root(joined: &mut [u32], mut win: u32) -> u32 {
    while joined[win as usize] != win {
        let next = joined[joined[win as usize] as usize];
        joined[win as usize] = next;
        win = next;
    }
    win
}
