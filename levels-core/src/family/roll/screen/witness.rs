//! The search: depth-first, fewest exits first, each position once, and each tested with `hope`.

use alloc::vec::Vec;

use super::super::engine::word::Bits;
use super::super::notation::Move;
use super::Verdict;
use super::flat::{Flat, FlatState};
use super::hope::{Hope, is_cut, test};
use crate::search::Visited;

/// A position to be expanded.
struct Open<B> {
    position: FlatState<B>,
    /// The number of the position before it, and the move from there.
    parent: u32,
    action: Move,
}

/// Looks for a solution.
pub(super) fn search<B: Bits + Send + Sync>(flat: &Flat<B>, max_nodes: u32) -> Verdict {
    let start = flat.start();
    if flat.is_won(&start) {
        return Verdict::Solvable(Vec::new());
    }
    if test(flat, &start) == Hope::None || is_cut(flat, &start) {
        return Verdict::Unsolvable;
    }
    let mut visited = Visited::new();
    // By number: the position before, and the move from there.
    let mut came: Vec<(u32, Move)> = Vec::new();
    let mut open = alloc::vec![Open {
        position: start,
        parent: 0,
        action: Move::Wait,
    }];
    let mut next: Vec<(u32, Open<B>)> = Vec::new();
    while let Some(Open {
        position,
        parent,
        action,
    }) = open.pop()
    {
        let known = visited.len();
        match visited.insert(position, max_nodes) {
            None => return Verdict::Undecided,
            Some(number) if (number as usize) < known => continue,
            Some(_) => came.push((parent, action)),
        }
        let number = known as u32;
        let hope = if number == 0 {
            Hope::Open
        } else {
            test(flat, &position)
        };
        if hope == Hope::None {
            continue;
        }
        let mut won = None;
        flat.expand(&position, |action, position| {
            if let Hope::Only(cell) = hope
                && action != Move::Wait
                && position.cube != cell
            {
                return;
            }
            if flat.is_won(&position) {
                won = won.or(Some(action));
            }
            let beside = flat.beside(B::bit(position.cube)) & position.standing;
            let exits = beside.count();
            next.push((
                exits,
                Open {
                    position,
                    parent: number,
                    action,
                },
            ));
        });
        if let Some(action) = won {
            return Verdict::Solvable(line(&came, number, action));
        }
        // The last one pushed is the next one expanded.
        next.sort_by_key(|&(exits, _)| core::cmp::Reverse(exits));
        open.extend(next.drain(..).map(|(_, open)| open));
    }
    Verdict::Unsolvable
}

/// The line to a position and one more move.
fn line(came: &[(u32, Move)], number: u32, last: Move) -> Vec<Move> {
    let mut line = alloc::vec![last];
    let mut at = number;
    while at != 0 {
        let (parent, action) = came[at as usize];
        line.push(action);
        at = parent;
    }
    line.reverse();
    line
}
