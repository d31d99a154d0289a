//! The rules once more, as naively as they can be written: a grid of characters, ordered maps, no
//! masks, and nothing shared with the other files of this folder. Tests compare everything with it.
//!
//! It is written from `docs/rules-roll.md` alone and takes
//! microseconds a state.

use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::string::String;
use alloc::vec::Vec;

/// A place on the grid: row, column.
pub type Place = (i32, i32);

/// A position: what is where, which lines have fired, and how many ticks each burning mine has
/// left.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    cube: Place,
    tiles: BTreeMap<Place, char>,
    fired: BTreeSet<Place>,
    burning: BTreeMap<Place, u8>,
}

impl Position {
    /// Row and column of the cube.
    #[must_use]
    pub fn cube(&self) -> Place {
        self.cube
    }

    /// The tile at a row and column; `None` if there is none.
    #[must_use]
    pub fn tile(&self, place: Place) -> Option<char> {
        self.tiles.get(&place).copied()
    }
}

/// A board and its start.
#[derive(Debug, Clone)]
pub struct Game {
    rows: i32,
    cols: i32,
    base: Place,
    start: Position,
    fuse: u8,
    first_tick_free: bool,
}

/// What the naive search finds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// States that can be reached, including the start.
    pub states: usize,
    /// States from which no win can be reached.
    pub dead_ends: usize,
    /// Fewest actions to a win.
    pub shortest: Option<usize>,
    /// Surviving actions over all states that are not won.
    pub edges: usize,
    /// Lethal actions over all states that are not won.
    pub deaths: usize,
    /// Tiles of the start that no surviving action occupies or removes.
    pub dead_tiles: usize,
}

impl Game {
    /// Reads a layout with a fuse of 5 ticks; `None` if it is not a board.
    #[must_use]
    pub fn new(layout: &[String]) -> Option<Self> {
        let rows = i32::try_from(layout.len()).ok()?;
        let cols = i32::try_from(layout.first()?.chars().count()).ok()?;
        if cols == 0 || rows * cols > 128 {
            return None;
        }
        let mut tiles = BTreeMap::new();
        for (r, row) in layout.iter().enumerate() {
            if row.chars().count() != cols as usize {
                return None;
            }
            for (c, ch) in row.chars().enumerate() {
                let ch = match ch {
                    'a' => '>',
                    't' => '1',
                    other => other,
                };
                match ch {
                    '.' => {}
                    'b' | 'n' | 'i' | '>' | '<' | '^' | 'v' | 'r' | 'c' | 'x' | '1'..='9' => {
                        tiles.insert((r as i32, c as i32), ch);
                    }
                    _ => return None,
                }
            }
        }
        let mut bases = tiles.iter().filter(|(_, ch)| **ch == 'b');
        let (&base, _) = bases.next()?;
        if bases.next().is_some() {
            return None;
        }
        Some(Self {
            rows,
            cols,
            base,
            start: Position {
                cube: base,
                tiles,
                fired: BTreeSet::new(),
                burning: BTreeMap::new(),
            },
            fuse: 5,
            first_tick_free: false,
        })
    }

    /// The same board with another fuse.
    #[must_use]
    pub fn with_fuse(mut self, ticks: u8, first_tick_free: bool) -> Self {
        self.fuse = ticks;
        self.first_tick_free = first_tick_free;
        self
    }

    /// The opening position.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start.clone()
    }

    /// Whether the cube is home and no green or info is left.
    #[must_use]
    pub fn won(&self, position: &Position) -> bool {
        position.cube == self.base && !position.tiles.values().any(|&ch| ch == 'n' || ch == 'i')
    }

    /// The actions that a player could press.
    #[must_use]
    pub fn keys(&self, position: &Position) -> Vec<char> {
        let mut keys = Vec::from(['>', '<', 'v', '^']);
        if !position.burning.is_empty() {
            keys.push('-');
        }
        keys
    }

    /// What an action leads to, and the places that it occupied; `None` if it is lethal.
    #[must_use]
    pub fn press(&self, before: &Position, key: char) -> Option<(Position, BTreeSet<Place>)> {
        let mut now = before.clone();
        let mut occupied = BTreeSet::new();
        let mut lit = BTreeSet::new();
        let mut lost = false;
        if key != '-' {
            let mut src = now.cube;
            let mut dst = step(src, key);
            if !now.tiles.contains_key(&dst) {
                return None;
            }
            let mut seen = BTreeSet::new();
            loop {
                if !seen.insert((src, dst)) {
                    return None;
                }
                occupied.insert(dst);
                match now.tiles.get(&src) {
                    Some('n' | 'i') => {
                        now.tiles.remove(&src);
                    }
                    Some('x') if !now.burning.contains_key(&src) => {
                        now.burning.insert(src, self.fuse);
                        lit.insert(src);
                    }
                    _ => {}
                }
                now.cube = dst;
                match *now.tiles.get(&dst)? {
                    arrow @ ('>' | '<' | '^' | 'v') => {
                        let next = step(dst, arrow);
                        if !now.tiles.contains_key(&next) {
                            return None;
                        }
                        (src, dst) = (dst, next);
                    }
                    id @ '1'..='9' => {
                        let partner = now
                            .tiles
                            .iter()
                            .filter(|(place, ch)| **ch == id && **place != dst)
                            .map(|(place, _)| *place)
                            .next();
                        match partner {
                            Some(p) if p != src => (src, dst) = (dst, p),
                            _ => break,
                        }
                    }
                    'r' | 'c' => {
                        self.fire(&mut now, dst, &mut lit, &mut lost);
                        break;
                    }
                    _ => break,
                }
            }
        }
        if !now.burning.is_empty() {
            let mut due = Vec::new();
            for (place, left) in &mut now.burning {
                if self.first_tick_free && lit.contains(place) {
                    continue;
                }
                *left -= 1;
                if *left == 0 {
                    due.push(*place);
                }
            }
            for place in &due {
                now.burning.remove(place);
                now.tiles.remove(place);
                lost |= now.cube == *place;
            }
            for place in due {
                for key in ['>', '<', 'v', '^'] {
                    self.hit(&mut now, step(place, key), &mut lost);
                }
            }
        }
        (!lost).then_some((now, occupied))
    }

    fn hit(&self, now: &mut Position, place: Place, lost: &mut bool) {
        let mut lit = BTreeSet::new();
        match now.tiles.get(&place) {
            None | Some('b') => {}
            Some('x') => {
                now.burning.entry(place).or_insert(self.fuse);
            }
            Some(&ch) => {
                if ch == 'r' || ch == 'c' {
                    self.fire(now, place, &mut lit, lost);
                }
                now.tiles.remove(&place);
                *lost |= now.cube == place;
            }
        }
    }

    fn fire(&self, now: &mut Position, line: Place, lit: &mut BTreeSet<Place>, lost: &mut bool) {
        if !now.fired.insert(line) {
            return;
        }
        let along_row = now.tiles.get(&line) == Some(&'r');
        let length = if along_row { self.cols } else { self.rows };
        for i in 0..length {
            let place = if along_row { (line.0, i) } else { (i, line.1) };
            if place == line {
                continue;
            }
            match now.tiles.get(&place) {
                Some('n' | 'i') => {
                    now.tiles.remove(&place);
                    *lost |= now.cube == place;
                }
                Some('x') if !now.burning.contains_key(&place) => {
                    now.burning.insert(place, self.fuse);
                    lit.insert(place);
                }
                Some('r' | 'c') => self.fire(now, place, lit, lost),
                _ => {}
            }
        }
    }

    /// Explores everything that can be reached; `None` if that is more than `max_states`.
    #[must_use]
    pub fn explore(&self, max_states: usize) -> Option<Report> {
        let mut numbers = BTreeMap::new();
        let mut queue = VecDeque::from([self.start()]);
        numbers.insert(self.start(), 0_usize);
        let mut depth = Vec::from([0_usize]);
        let mut sources: Vec<Vec<usize>> = Vec::from([Vec::new()]);
        let mut won = Vec::new();
        let (mut edges, mut deaths, mut shortest) = (0, 0, None);
        let mut used = BTreeSet::from([self.base]);
        while let Some(position) = queue.pop_front() {
            let number = numbers[&position];
            if self.won(&position) {
                won.push(number);
                shortest = shortest.or(Some(depth[number]));
                continue;
            }
            for key in self.keys(&position) {
                let Some((next, occupied)) = self.press(&position, key) else {
                    deaths += 1;
                    continue;
                };
                edges += 1;
                used.extend(occupied);
                used.extend(
                    self.start
                        .tiles
                        .keys()
                        .filter(|p| !next.tiles.contains_key(*p)),
                );
                let count = numbers.len();
                let target = *numbers.entry(next.clone()).or_insert(count);
                if target == count {
                    depth.push(depth[number] + 1);
                    sources.push(Vec::new());
                    queue.push_back(next);
                    if numbers.len() > max_states {
                        return None;
                    }
                }
                sources[target].push(number);
            }
        }
        let mut can_win: BTreeSet<usize> = won.iter().copied().collect();
        while let Some(number) = won.pop() {
            for &source in &sources[number] {
                if can_win.insert(source) {
                    won.push(source);
                }
            }
        }
        Some(Report {
            states: numbers.len(),
            dead_ends: numbers.len() - can_win.len(),
            shortest,
            edges,
            deaths,
            dead_tiles: self
                .start
                .tiles
                .keys()
                .filter(|place| !used.contains(*place))
                .count(),
        })
    }
}

fn step((row, col): Place, key: char) -> Place {
    match key {
        '>' => (row, col + 1),
        '<' => (row, col - 1),
        'v' => (row + 1, col),
        _ => (row - 1, col),
    }
}
