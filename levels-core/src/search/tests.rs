use alloc::vec::Vec;

use super::*;
use crate::picture::Frame;
use crate::puzzle::{NoTrace, Puzzle};

/// A walk on the numbers below `size`: one up, three up, or (from 7) one down; 5 is won.
struct Walk {
    size: u8,
}

impl Puzzle for Walk {
    type State = u8;
    type Move = i8;
    type Trace = NoTrace;
    const WON_IS_FINAL: bool = false;

    fn start(&self) -> u8 {
        0
    }

    fn is_won(&self, state: u8) -> bool {
        state == 5
    }

    fn expand(&self, state: u8, mut visit: impl FnMut(i8, u8, NoTrace)) -> u32 {
        if state == 7 {
            visit(-1, 6, NoTrace);
        }
        for step in [1, 3] {
            if state + step < self.size {
                visit(step as i8, state + step, NoTrace);
            }
        }
        u32::from(state == 0)
    }

    fn frame(&self, state: u8) -> Frame {
        alloc::vec![alloc::format!("{state}")].into()
    }
}

#[test]
fn explores_sweeps_and_counts() {
    let walk = Walk { size: 9 };
    let graph = explore(&walk, Limits::default()).unwrap_or_else(|_| panic!("limit"));
    assert_eq!(graph.states(), [0, 1, 3, 2, 4, 6, 5, 7, 8]);
    assert_eq!(graph.depth_ends(), [1, 3, 6, 8, 9]);
    assert_eq!(graph.deaths(0), 1);
    let distances = Distances::of(&graph);
    let by_state: Vec<u32> = (0..9)
        .map(|s| distances.to_win(graph.states().iter().position(|&x| x == s).unwrap_or(0) as u32))
        .collect();
    let no = UNREACHED;
    assert_eq!(by_state, [3, 2, 1, 2, 1, 0, no, no, no]);
    assert_eq!(
        (distances.greatest(), distances.hardest_states()),
        (Some(3), 1)
    );
    let lines = OptimalLines::of(&walk, &graph, &distances).unwrap_or_else(|| panic!("no win"));
    // 1 1 3, 1 3 1, 3 1 1
    assert_eq!(lines.sequences(), 3);
    assert_eq!(lines.first_line(), [1, 1, 3]);
    assert_eq!(lines.widths(), [1, 2, 2, 1]);
    assert_eq!(lines.least_cost(|m| m as u32), 5);
}

#[test]
fn a_limit_is_never_a_verdict() {
    let walk = Walk { size: 9 };
    for max_states in 0..9 {
        match explore(&walk, Limits::states(max_states)) {
            Ok(_) => panic!("nine states fit into {max_states}"),
            // 5 is the seventh state.
            Err(limit) => assert_eq!(
                limit.line,
                (max_states >= 7).then(|| alloc::vec![1, 1, 3]),
                "{max_states}"
            ),
        }
    }
    assert!(explore(&walk, Limits::states(9)).is_ok());
}

#[test]
fn several_starts_make_one_graph() {
    let walk = Walk { size: 9 };
    // A start that is given twice counts once, and the starts come first in the order given.
    let graph =
        explore_from(&walk, [7, 4, 7], Limits::states(5)).unwrap_or_else(|_| panic!("limit"));
    assert_eq!(graph.states(), [7, 4, 6, 8, 5]);
    assert_eq!(graph.depth_ends(), [2, 5]);
    let distances = Distances::of(&graph);
    assert_eq!(distances.all(), [UNREACHED, 1, UNREACHED, UNREACHED, 0]);
    let limit = explore_from(&walk, [7, 4], Limits::states(4)).err();
    assert_eq!(
        limit,
        Some(LimitReached {
            limit: Limit::States(4),
            line: None
        })
    );
    assert!(explore_from(&walk, [7, 4], Limits::states(1)).is_err());
}

/// Any number of states, of a kilobyte each.
struct Wide;

impl Puzzle for Wide {
    type State = [u64; 128];
    type Move = u8;
    type Trace = NoTrace;
    const WON_IS_FINAL: bool = false;

    fn start(&self) -> Self::State {
        [0; 128]
    }

    fn is_won(&self, state: Self::State) -> bool {
        state[0] == 7
    }

    fn expand(
        &self,
        mut state: Self::State,
        mut visit: impl FnMut(u8, Self::State, NoTrace),
    ) -> u32 {
        state[0] += 1;
        visit(0, state, NoTrace);
        0
    }

    fn frame(&self, state: Self::State) -> Frame {
        alloc::vec![alloc::format!("{}", state[0])].into()
    }
}

#[test]
fn memory_is_a_limit_of_its_own() {
    let found = explore(&Wide, Limits::states(1_000_000)).map(|graph| graph.len());
    let Err(cut) = found else {
        panic!("{found:?} states of a kilobyte in 256 MiB");
    };
    assert_eq!(cut.limit, Limit::Memory(1_000_000));
    // The known line is still reported.
    assert_eq!(cut.line, Some(alloc::vec![0; 7]));
    let few = explore(&Wide, Limits::states(1_000)).map(|graph| graph.len());
    assert_eq!(few.map_err(|cut| cut.limit), Err(Limit::States(1_000)));
}
