//! Counting solutions: depth-first over simple paths of states that can win.
//!
//! Runs of forced moves are one step, and so are ways through the states of one world that can be
//! on a cycle. Once left, such states are not met again, so the ways through them depend only on
//! where they are entered. The rest has no cycle.
//!
//! The search finds lines in the order of their actions. So a line is new unless its mirror (the
//! same line walked backward) is a solution and comes first in that order: no set of lines is
//! needed. Lines are written out only if a mirror must be compared or a line may be kept.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use super::super::notation::Move;
use super::wins::Wins;
use super::word::Bits;

/// How far the count may go, and what it keeps.
#[derive(Debug, Clone, Copy)]
pub(super) struct Caps {
    /// The most solutions.
    pub count: u32,
    /// The most nodes entered.
    pub visits: u32,
    /// How many solutions are kept,
    pub keep: usize,
    /// out of how many of the first found.
    pub buffer: usize,
}

/// What the count finds.
#[derive(Debug, Clone, Default)]
pub(super) struct Counted {
    pub count: u32,
    /// Whether a cap stopped it.
    pub capped: bool,
    /// The shortest of the first found, by length and then by byte.
    pub kept: Vec<Kept>,
}

/// A solution that is kept.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    pub line: Vec<Move>,
    /// Whether it fires a line, detonates a mine or teleports.
    pub loud: bool,
}

/// Counts the solutions of a start that can win and is not won.
pub(super) fn count<B: Bits>(wins: &Wins<'_, B>, caps: Caps) -> Counted {
    let plan = &wins.worlds.plan;
    let special_free = plan.lasting.count() == 1 && plan.mines.is_none() && plan.chains.is_none();
    let mut counter = Counter {
        wins,
        steps: Steps::of(wins),
        ways: Vec::new(),
        caps,
        reversible: special_free,
        path: Vec::new(),
        visits: 1,
        line: Vec::new(),
        written: 0,
        mirrors: Vec::new(),
        met: Vec::new(),
        walk: 0,
        found: Counted::default(),
    };
    counter.found.capped = counter.search().is_none();
    counter.found
}

/// One or more moves taken as one step: up to the first node that has a choice, can be on a cycle
/// or is won, or up to a number of moves.
#[derive(Debug, Clone, Copy, Default)]
struct Step {
    end: u32,
    /// From the lowest bit: the last action (three bits), [`LOUD`], [`WON`], [`CYCLIC`], and from
    /// bit [`LENGTH`] on the number of moves.
    info: u32,
    /// How many nodes are entered since the step before it from the same node.
    enters: u32,
    /// Where its actions begin.
    text: u32,
}

const LOUD: u32 = 1 << 3;
const WON: u32 = 1 << 4;
/// The end can be on a cycle.
const CYCLIC: u32 = 1 << 5;
const LENGTH: u32 = 6;
/// Runs are cut at this length, so that their actions do not take up more room than the edges.
const MAX_LENGTH: u32 = 32;

impl Step {
    #[inline]
    fn length(self) -> u32 {
        self.info >> LENGTH
    }

    #[inline]
    fn last(self) -> Move {
        Move::ALL[(self.info & 7) as usize]
    }

    #[inline]
    fn text(self) -> Range<usize> {
        let start = self.text as usize;
        start..start + self.length() as usize
    }
}

/// All steps.
struct Steps {
    /// The steps that begin with each edge, then those from nodes that can be on a cycle.
    list: Vec<Step>,
    /// Their actions.
    text: Vec<Move>,
}

impl Steps {
    /// The steps that begin with each edge.
    fn of<B: Bits>(wins: &Wins<'_, B>) -> Self {
        let mut steps = Self {
            list: alloc::vec![Step::default(); wins.edge_count()],
            text: Vec::with_capacity(2 * wins.edge_count()),
        };
        wins.for_each_part(|nodes| {
            for number in nodes.iter().flat_map(|&node| wins.edge_range(node)) {
                steps.list[number as usize] = steps.along(wins, number);
            }
        });
        steps
    }

    fn along<B: Bits>(&mut self, wins: &Wins<'_, B>, number: u32) -> Step {
        let edge = wins.edge(number);
        let target = edge.target();
        let node = &wins.nodes()[target];
        let onward = wins.edge_range(target);
        let flag = |holds: bool, flag: u32| if holds { flag } else { 0 };
        let loud = flag(edge.loud(), LOUD);
        let text = self.text.len() as u32;
        self.text.push(edge.action());
        let rest = self.list.get(onward.start as usize).copied();
        let rest = rest.filter(|rest| rest.length() < MAX_LENGTH);
        if let Some(rest) = rest.filter(|_| onward.len() == 1 && !node.cyclic()) {
            self.text.extend_from_within(rest.text());
            return Step {
                end: rest.end,
                info: (rest.info + (1 << LENGTH)) | loud,
                enters: rest.enters + 1,
                text,
            };
        }
        let flags = loud | flag(node.moves == 0, WON) | flag(node.cyclic(), CYCLIC);
        Step {
            end: target as u32,
            info: edge.action() as u32 | flags | 1 << LENGTH,
            enters: 1,
            text,
        }
    }
}

/// A node with a choice on the path, and which of its steps is taken.
#[derive(Debug, Clone, Copy)]
struct Frame {
    /// The step to be tried next; the one before it is on the path.
    next: u32,
    /// Where its steps end.
    end: u32,
    /// Moves from the start to the node.
    length: u32,
    /// [`LOUD`] or 0.
    loud: u32,
}

/// Where the mirror of a last step leads from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mirror {
    Unknown,
    /// Out of the states that can win.
    Nowhere,
    /// To this node, without passing a node that can be on a cycle.
    To(u32),
    /// It must be walked each time.
    Cyclic,
}

struct Counter<'c, B> {
    wins: &'c Wins<'c, B>,
    steps: Steps,
    /// The steps from nodes that can be on a cycle, once they are known.
    ways: Vec<(u32, u32)>,
    caps: Caps,
    /// Whether the mirror of every solution is a solution: on boards without special tiles.
    reversible: bool,
    path: Vec<Frame>,
    visits: u32,
    /// The path's actions, as far as they have been written: up to the frame `written`.
    line: Vec<Move>,
    written: usize,
    /// The mirrors, by the last step of a line, filled in when needed.
    mirrors: Vec<Mirror>,
    /// For each node, the number of the last walk backward that met it, if it can be on a cycle;
    /// and the number of the current walk. Empty until it is needed.
    met: Vec<u32>,
    walk: u32,
    found: Counted,
}

impl<B: Bits> Counter<'_, B> {
    /// Searches everything; `None` if a cap stopped it.
    fn search(&mut self) -> Option<()> {
        if self.caps.count == 0 || self.caps.visits == 0 {
            return None;
        }
        // The start is on the path even if it has no choice.
        self.push(0, 0, 0, self.wins.nodes()[0].cyclic());
        let mut first = Move::Wait;
        while let Some(frame) = self.path.last_mut() {
            let number = frame.next;
            if number == frame.end {
                self.path.pop();
                continue;
            }
            frame.next += 1;
            let (length, loud) = (frame.length, frame.loud);
            let depth = self.path.len();
            self.written = self.written.min(depth - 1);
            let step = self.steps.list[number as usize];
            if step.enters > 0 {
                self.enter(step.enters)?;
            }
            if step.length() == 0 {
                continue;
            }
            if depth == 1 {
                first = self.steps.text[step.text as usize];
            }
            let length = length + step.length();
            let loud = loud | step.info & LOUD;
            if step.info & WON == 0 {
                self.push(step.end, length, loud, step.info & CYCLIC != 0);
            } else if self.is_new(number, step.last().inverse().cmp(&first)) {
                self.take(length, loud);
            }
        }
        Some(())
    }

    /// Enters some nodes one after the other; `None` if a cap is hit before the last of them.
    #[inline]
    fn enter(&mut self, nodes: u32) -> Option<()> {
        if self.found.count >= self.caps.count || nodes > self.caps.visits - self.visits {
            return None;
        }
        self.visits += nodes;
        Some(())
    }

    #[inline]
    fn push(&mut self, node: u32, length: u32, loud: u32, cyclic: bool) {
        let steps = if cyclic {
            self.ways_from(node)
        } else {
            self.wins.edge_range(node as usize)
        };
        self.path.push(Frame {
            next: steps.start,
            end: steps.end,
            length,
            loud,
        });
    }

    /// The steps from a node that can be on a cycle.
    fn ways_from(&mut self, node: u32) -> Range<u32> {
        if self.ways.is_empty() {
            self.ways = alloc::vec![(0, 0); self.wins.len()];
        }
        let (first, end) = self.ways[node as usize];
        if first < end {
            return first..end;
        }
        let first = self.steps.list.len() as u32;
        // No more than may still be entered is needed.
        let room = u64::from(self.caps.visits - self.visits) + 1;
        Ways {
            wins: self.wins,
            steps: &mut self.steps,
            met: alloc::vec![node],
            taken: Vec::new(),
            entered: 0,
            room,
        }
        .explore(node as usize);
        let end = self.steps.list.len() as u32;
        self.ways[node as usize] = (first, end);
        first..end
    }

    /// Takes the solution that the path is.
    #[inline]
    fn take(&mut self, length: u32, loud: u32) {
        self.found.count += 1;
        if self.found.count as usize > self.caps.buffer {
            return;
        }
        let kept = &self.found.kept;
        if kept.len() < self.caps.keep
            || kept
                .last()
                .is_some_and(|worst| worst.line.len() >= length as usize)
        {
            self.write_line();
            self.keep(loud != 0);
        }
    }

    /// Whether the line's mirror is not a solution or comes later. `step` is the line's last step;
    /// `order` is how the mirror's first action compares with the line's.
    #[inline]
    fn is_new(&mut self, step: u32, order: Ordering) -> bool {
        match order {
            Ordering::Greater => true,
            Ordering::Less if self.reversible => false,
            _ if self.mirrors.get(step as usize) == Some(&Mirror::Nowhere) => true,
            _ => {
                self.write_line();
                let comes_first = order == Ordering::Less || {
                    let mirror = self.line.iter().rev().map(|m| m.inverse());
                    mirror.lt(self.line.iter().copied())
                };
                !(comes_first && (self.reversible || self.mirror_solves(step)))
            }
        }
    }

    /// Whether the mirror of the line keeps the win, ends on it and meets no state twice.
    fn mirror_solves(&mut self, step: u32) -> bool {
        if self.mirrors.len() <= step as usize {
            self.mirrors.resize(self.steps.list.len(), Mirror::Unknown);
            self.met.resize(self.wins.len(), 0);
        }
        let length = self.line.len();
        let rest = length - self.steps.list[step as usize].length() as usize;
        self.walk += 1;
        if self.mirrors[step as usize] == Mirror::Unknown {
            self.mirrors[step as usize] = match self.walk_back(0, rest, length) {
                (None, _) => Mirror::Nowhere,
                (Some(node), false) => Mirror::To(node),
                (Some(_), true) => Mirror::Cyclic,
            };
            self.walk += 1;
        }
        let (end, _) = match self.mirrors[step as usize] {
            Mirror::Nowhere => (None, false),
            Mirror::To(node) => self.walk_back(node, 0, rest),
            Mirror::Cyclic | Mirror::Unknown => self.walk_back(0, 0, length),
        };
        end.is_some_and(|node| self.wins.is_won(node as usize))
    }

    /// Walks a part of the line backward from a node, meeting no state twice. The first value is
    /// where that leads, `None` if it leaves the states that can win; the second says whether it
    /// met a node that can be on a cycle.
    fn walk_back(&mut self, node: u32, from: usize, to: usize) -> (Option<u32>, bool) {
        let mut node = node as usize;
        let mut cyclic = false;
        for &action in self.line[from..to].iter().rev() {
            if self.wins.nodes()[node].cyclic() {
                cyclic = true;
                if self.met[node] == self.walk {
                    return (None, cyclic);
                }
                self.met[node] = self.walk;
            }
            match self.wins.after(node, action.inverse()) {
                Some(next) => node = next,
                None => return (None, cyclic),
            }
        }
        (Some(node as u32), cyclic)
    }

    /// Writes the rest of the path's actions into `line`.
    fn write_line(&mut self) {
        if let Some(frame) = self.path.get(self.written) {
            self.line.truncate(frame.length as usize);
        }
        for frame in &self.path[self.written..] {
            let step = self.steps.list[frame.next as usize - 1];
            self.line.extend_from_slice(&self.steps.text[step.text()]);
        }
        self.written = self.path.len();
    }

    /// Keeps `line` if it is among the best.
    fn keep(&mut self, loud: bool) {
        let line = &self.line;
        let kept = &mut self.found.kept;
        let place = kept.partition_point(|other| before(&other.line, line));
        if place >= self.caps.keep {
            return;
        }
        let mut slot = if kept.len() == self.caps.keep {
            kept.pop().unwrap_or_default()
        } else {
            Kept::default()
        };
        slot.line.clear();
        slot.line.extend_from_slice(line);
        slot.loud = loud;
        kept.insert(place, slot);
    }
}

/// Collects the ways from a node through nodes that can be on a cycle, in action order.
struct Ways<'c, B> {
    wins: &'c Wins<'c, B>,
    steps: &'c mut Steps,
    /// The nodes of the way, and its actions.
    met: Vec<u32>,
    taken: Vec<Move>,
    /// Nodes entered since the last step.
    entered: u32,
    /// How many more nodes matter.
    room: u64,
}

impl<B: Bits> Ways<'_, B> {
    fn explore(mut self, node: usize) {
        self.explore_from(node, 0);
        // The nodes entered after the last way out; so the list is never empty.
        self.steps.list.push(Step {
            enters: self.entered,
            ..Step::default()
        });
    }

    /// The depth is at most the number of lasting tiles.
    fn explore_from(&mut self, node: usize, loud: u32) {
        for number in self.wins.edge_range(node) {
            if self.room == 0 {
                return;
            }
            let step = self.steps.list[number as usize];
            let loud = loud | step.info & LOUD;
            if step.length() == 1 && step.info & CYCLIC != 0 && self.same_world(node, step.end) {
                if self.met.contains(&step.end) {
                    continue;
                }
                self.entered += 1;
                self.room -= 1;
                self.met.push(step.end);
                self.taken.push(step.last());
                self.explore_from(step.end as usize, loud);
                self.taken.pop();
                self.met.pop();
                continue;
            }
            let text = self.steps.text.len() as u32;
            self.steps.text.extend_from_slice(&self.taken);
            self.steps.text.extend_from_within(step.text());
            let moves = self.taken.len() as u32;
            self.steps.list.push(Step {
                end: step.end,
                info: (step.info + (moves << LENGTH)) | loud,
                enters: self.entered + step.enters,
                text,
            });
            self.room = self.room.saturating_sub(u64::from(step.enters));
            self.entered = 0;
        }
    }

    fn same_world(&self, node: usize, other: u32) -> bool {
        let nodes = self.wins.nodes();
        nodes[node].world == nodes[other as usize].world
    }
}

/// Whether a line comes before another by length and then by byte.
fn before(a: &[Move], b: &[Move]) -> bool {
    let by_byte = || {
        a.iter()
            .map(|m| m.byte_rank())
            .lt(b.iter().map(|m| m.byte_rank()))
    };
    a.len() < b.len() || a.len() == b.len() && by_byte()
}
