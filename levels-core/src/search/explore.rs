//! Breadth-first exploration into a graph of states.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::iter::once;
use core::ops::Range;

use super::{Claim, Distances, Limit, Limits, Room, Visited};
use crate::puzzle::Puzzle;

/// Every state that can be reached from the start, with the surviving moves between them.
///
/// States are numbered in the order of a breadth-first search that tries moves in the puzzle's
/// order: the start is 0. In a graph with several starts, these come first, in the order given.
#[derive(Debug, Clone)]
pub struct StateGraph<P: Puzzle> {
    states: Vec<P::State>,
    /// The edges of state `s` are `targets[first_edge[s]..first_edge[s + 1]]`, in move order.
    first_edge: Vec<u32>,
    targets: Vec<u32>,
    deaths: Vec<u8>,
    won: Vec<u32>,
    depth_ends: Vec<u32>,
    trace: P::Trace,
}

/// The search hit the limit of states, or had no more memory, before it had seen everything.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LimitReached<M> {
    /// The limit.
    pub limit: Limit,
    /// The first optimal line, if a win was found within the limit. Breadth-first search finds the
    /// nearest win first, so its length is the optimum, even though the rest was not seen.
    pub line: Option<Vec<M>>,
}

impl<M> fmt::Display for LimitReached<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} before all states were seen", self.limit)
    }
}

impl<M: fmt::Debug> core::error::Error for LimitReached<M> {}

/// Explores everything that can be reached from the start.
///
/// # Errors
/// [`LimitReached`] if it would have to keep more states, or use more memory, than `limits` allows.
pub fn explore<P: Puzzle>(
    puzzle: &P,
    limits: Limits,
) -> Result<StateGraph<P>, LimitReached<P::Move>> {
    let grown = grow(puzzle, once(puzzle.start()), limits);
    let (graph, _) = grown.map_err(|cut| cut.reached(puzzle))?;
    Ok(graph)
}

/// Explores everything that can be reached from the start, with the distances of all states.
///
/// # Errors
/// Like [`explore`].
pub fn explore_and_sweep<P: Puzzle>(
    puzzle: &P,
    limits: Limits,
) -> Result<(StateGraph<P>, Distances), LimitReached<P::Move>> {
    let _claim = Claim::open();
    let grown = grow(puzzle, once(puzzle.start()), limits);
    let (graph, mut room) = grown.map_err(|cut| cut.reached(puzzle))?;
    if !room.expect(graph.edge_count() * size_of::<u32>() + graph.len() * SWEEP_BYTES) {
        return Err(LimitReached {
            limit: room.limit(),
            line: None,
        });
    }
    let distances = Distances::of(&graph);
    Ok((graph, distances))
}

/// Explores everything that can be reached from any of several states. Generators use it to get the
/// distance to a win of every position with which a level might open.
///
/// # Errors
/// [`LimitReached`] if it would have to keep more states than `limits` allows. It has no line,
/// since there is no single start.
pub fn explore_from<P: Puzzle>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
    limits: Limits,
) -> Result<StateGraph<P>, LimitReached<P::Move>> {
    let grown = grow(puzzle, starts, limits);
    let (graph, _) = grown.map_err(|cut| LimitReached {
        limit: cut.limit,
        line: None,
    })?;
    Ok(graph)
}

/// More moves than a state usually has: room for this many is reserved in advance.
const MANY_MOVES: usize = 256;

/// Bytes that a sweep and the optimal lines take for each state: five numbers.
const SWEEP_BYTES: usize = 5 * size_of::<u32>();

/// What had been seen when the limit was hit.
struct Cut<P: Puzzle> {
    graph: StateGraph<P>,
    visited: Visited<P::State, Room>,
    limit: Limit,
}

impl<P: Puzzle> Cut<P> {
    fn reached(&self, puzzle: &P) -> LimitReached<P::Move> {
        let line = match self.limit {
            Limit::System(_) => None,
            _ => first_line(puzzle, &self.graph, self.visited.states()),
        };
        LimitReached {
            limit: self.limit,
            line,
        }
    }
}

fn grow<P: Puzzle>(
    puzzle: &P,
    starts: impl IntoIterator<Item = P::State>,
    limits: Limits,
) -> Result<(StateGraph<P>, Room), Box<Cut<P>>> {
    let _claim = Claim::open();
    let mut visited = Visited::within(Room::new(limits));
    let mut graph = StateGraph {
        states: Vec::new(),
        first_edge: alloc::vec![0],
        targets: Vec::new(),
        deaths: Vec::new(),
        won: Vec::new(),
        depth_ends: Vec::new(),
        trace: P::Trace::default(),
    };
    let mut full = false;
    for start in starts {
        full |= visited.insert(start, limits.max_states).is_none();
    }
    let mut depth_end = visited.len();
    let mut next = 0;
    while next < visited.len() && !full {
        if next == depth_end {
            graph.depth_ends.push(depth_end as u32);
            depth_end = visited.len();
        }
        let room = visited.grant();
        full = !(room.reserve(&mut graph.targets, MANY_MOVES)
            && room.reserve(&mut graph.deaths, 1)
            && room.reserve(&mut graph.first_edge, 1));
        if full {
            break;
        }
        let state = visited.states()[next];
        let won = puzzle.is_won(state);
        if won {
            graph.won.push(next as u32);
        }
        let mut deaths = 0;
        if !(won && P::WON_IS_FINAL) {
            deaths = puzzle.expand(state, |_, target, trace| {
                match visited.insert(target, limits.max_states) {
                    Some(number) => graph.targets.push(number),
                    None => full = true,
                }
                graph.trace |= trace;
            });
        }
        graph.deaths.push(deaths.min(255) as u8);
        graph.first_edge.push(graph.targets.len() as u32);
        // Edge numbers are 32 bits wide; a graph beyond that is beyond any sensible limit.
        full |= graph.targets.len() > u32::MAX as usize - 4096;
        next += 1;
    }
    if full {
        let limit = visited.grant().limit();
        return Err(Box::new(Cut {
            graph,
            visited,
            limit,
        }));
    }
    graph.depth_ends.push(visited.len() as u32);
    let room = visited.grant().clone();
    graph.states = visited.into_states();
    Ok((graph, room))
}

/// The first optimal line of a graph that was cut short, if its states include a win.
///
/// Breadth-first numbering makes the first edge into a state the last move of the first shortest
/// line to it, so walking those edges back from the first won state gives the first optimal line.
fn first_line<P: Puzzle>(
    puzzle: &P,
    graph: &StateGraph<P>,
    states: &[P::State],
) -> Option<Vec<P::Move>> {
    let won = states.iter().position(|&state| puzzle.is_won(state))? as u32;
    let mut parent = alloc::vec![u32::MAX; won as usize + 1];
    for from in 0..graph.first_edge.len() - 1 {
        for &to in &graph.targets[graph.edge_range(from as u32)] {
            if let Some(slot) = parent.get_mut(to as usize)
                && *slot == u32::MAX
            {
                *slot = from as u32;
            }
        }
    }
    let mut line = Vec::new();
    let mut at = won;
    while at != 0 {
        let from = parent[at as usize];
        let target = states[at as usize];
        let mut step = None;
        puzzle.expand(states[from as usize], |m, to, _| {
            if to == target && step.is_none() {
                step = Some(m);
            }
        });
        line.push(step?);
        at = from;
    }
    line.reverse();
    Some(line)
}

impl<P: Puzzle> StateGraph<P> {
    fn edge_range(&self, state: u32) -> Range<usize> {
        let s = state as usize;
        self.first_edge[s] as usize..self.first_edge[s + 1] as usize
    }

    /// How many states can be reached, including the start.
    #[must_use]
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Never true: the start is always there.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    /// The states in order of discovery.
    #[must_use]
    pub fn states(&self) -> &[P::State] {
        &self.states
    }

    /// The states that one surviving move leads to, in move order.
    #[must_use]
    pub fn targets(&self, state: u32) -> &[u32] {
        &self.targets[self.edge_range(state)]
    }

    /// How many moves in this state lose the level at once.
    #[must_use]
    pub fn deaths(&self, state: u32) -> u32 {
        u32::from(self.deaths[state as usize])
    }

    /// The won states in order of discovery.
    #[must_use]
    pub fn won(&self) -> &[u32] {
        &self.won
    }

    /// How many stored moves there are in all.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        self.targets.len()
    }

    /// For each depth, in moves from the start, the number of the first deeper state.
    #[must_use]
    pub fn depth_ends(&self) -> &[u32] {
        &self.depth_ends
    }

    /// Everything that surviving moves pass, clear or set off, over the whole graph.
    #[must_use]
    pub fn trace(&self) -> P::Trace {
        self.trace
    }

    /// Calls `visit` for every surviving move of a state with the number of the state it leads to,
    /// in move order.
    pub fn for_moves(&self, puzzle: &P, state: u32, mut visit: impl FnMut(P::Move, u32)) {
        let mut targets = self.targets(state).iter();
        if targets.len() == 0 {
            return;
        }
        puzzle.expand(self.states[state as usize], |m, _, _| {
            if let Some(&target) = targets.next() {
                visit(m, target);
            }
        });
    }
}
