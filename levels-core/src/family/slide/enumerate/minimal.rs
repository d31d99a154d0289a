//! Whether every block is needed: without it, the board takes fewer moves.

use super::components::Distances;
use super::position::Position;
use super::setup::Node;
use super::{Boards, MAX_SIDE};
use crate::visited::Visited;

/// Whether removing any one block, except the Key, lowers the fewest moves to a win.
///
/// A block that moves on one shortest line is needed: without it the rest of the line can still be
/// played, and is shorter. Only the other blocks must be tried.
pub(super) fn is_minimal(distances: &Distances<'_>, node: Node) -> bool {
    let boards = distances.setup.rows.boards;
    let movers = movers(distances, node);
    // One move less than the optimum; no board takes fewer moves than none.
    let fewer = distances.of(node).checked_sub(1);
    let lines = 0..boards.height + boards.width;
    lines.filter(|&line| line != boards.key_row).all(|line| {
        let place = node.position.place(line);
        let rests = boards.line(line).without(place).iter().enumerate();
        let mut unmoved = rests.filter(|(block, _)| movers[line] >> block & 1 == 0);
        unmoved.all(|(_, &rest)| {
            let without = node.position.with(line, rest);
            fewer.is_some_and(|fewer| can_win_within(boards, without, fewer))
        })
    })
}

/// The blocks that move on one shortest line: for each line of the board, one bit per block.
fn movers(distances: &Distances<'_>, mut node: Node) -> [u8; 2 * MAX_SIDE] {
    let boards = distances.setup.rows.boards;
    let mut movers = [0; 2 * MAX_SIDE];
    for left in (0..distances.of(node)).rev() {
        let mut nearer = None;
        distances.setup.neighbours(node, |next| {
            if distances.of(next) == left {
                nearer = Some(next);
            }
        });
        let Some(next) = nearer else { break };
        for (line, movers) in movers
            .iter_mut()
            .enumerate()
            .take(boards.height + boards.width)
        {
            let (from, to) = (node.position.place(line), next.position.place(line));
            if from != to {
                *movers |= 1 << boards.line(line).mover(from, to);
            }
        }
        node = next;
    }
    movers
}

/// Whether a position can be won in at most `moves` moves.
fn can_win_within(boards: &Boards, start: Position, moves: u32) -> bool {
    match boards.at_least(start) {
        0 => return true,
        bound if bound > moves => return false,
        _ => {}
    }
    let mut seen = Visited::new();
    seen.insert(start, u32::MAX);
    let mut at = 0;
    for left in (0..moves).rev() {
        let end = seen.len();
        for number in at..end {
            let position: Position = seen.states()[number];
            let mut is_won = false;
            boards.moves(position, boards.transposed(position), |line, place| {
                let next = position.with(line, place);
                let bound = boards.at_least(next);
                is_won |= bound == 0;
                if bound <= left {
                    seen.insert(next, u32::MAX);
                }
            });
            if is_won {
                return true;
            }
        }
        at = end;
    }
    false
}
