//! A level as written, and a board that cannot be wrong.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use levels_core::finding::{Cell, Fault, Place};
use levels_core::grid::Direction;

use crate::State;

/// The most cells of floor: a set of them is a word of 64 bits.
pub const MAX_CELLS: usize = 64;
/// The greatest width, in cells: columns have letters.
const MAX_WIDTH: usize = 26;

/// A level as written in XSB: it may be wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    /// The rows; blanks at their ends may be missing. `-` and `_` are floor as well.
    pub rows: Vec<String>,
}

/// A checked board: the floor that the player could walk on if there were no boxes, its cells numbered
/// in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    /// Column and row of each cell.
    places: Vec<(usize, usize)>,
    /// The neighbours of each cell in the order of [`Direction::ALL`].
    neighbours: Vec<[Option<u8>; 4]>,
    goals: u64,
    boxes: u64,
    player: u8,
}

impl Board {
    /// Checks a level.
    ///
    /// # Errors
    /// Every fault: characters that mean nothing, not exactly one player, a gap in the wall, boxes
    /// out of reach, another number of boxes than of goals, a board too large.
    pub fn new(level: &Level) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        let grid = grid(level, &mut faults);
        let find = |glyphs: &str| -> Vec<Cell> {
            let rows = grid.iter().enumerate();
            rows.flat_map(|(row, line)| {
                let cells = line
                    .iter()
                    .enumerate()
                    .filter(|(_, c)| glyphs.contains(**c));
                cells.map(move |(col, _)| Cell { row, col })
            })
            .collect()
        };
        let players = find("@+");
        let [player] = players.as_slice() else {
            let (place, count) = match players.len() {
                0 => (Place::Level, "no player"),
                _ => (Place::Cells(players), "more than one player"),
            };
            let help = "exactly one cell is `@`, or `+` on a goal";
            faults.push(Fault::new(place, format!("there is {count}")).with_help(help));
            return Err(faults);
        };
        let (boxes, goals) = (find("$*"), find(".*+"));
        if boxes.len() != goals.len() || boxes.is_empty() {
            let (boxes, goals) = (boxes.len(), goals.len());
            let message = format!("{boxes} boxes and {goals} goals");
            let help = "as many boxes `$` as goals `.`, at least one; `*` is a box on a goal";
            faults.push(Fault::new(Place::Level, message).with_help(help));
        }
        let floor = floor(&grid, *player, &mut faults);
        let stray = boxes
            .iter()
            .chain(&goals)
            .find(|cell| !floor.contains(cell));
        if let Some(cell) = stray.filter(|_| faults.is_empty()) {
            let message = "no way leads there, even without boxes";
            faults.push(Fault::new(Place::cell(cell.row, cell.col), message));
        }
        if floor.len() > MAX_CELLS {
            let message = format!("{} cells of floor", floor.len());
            let help = format!("at most {MAX_CELLS}");
            faults.push(Fault::new(Place::Level, message).with_help(help));
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let number = |cell: &Cell| floor.iter().position(|other| other == cell);
        let number = |cell: &Cell| number(cell).map(|number| number as u8);
        let set = |cells: &[Cell]| {
            cells
                .iter()
                .filter_map(number)
                .fold(0, |set, n| set | 1 << n)
        };
        let beside = |cell: &Cell| Direction::ALL.map(|d| number(&step(*cell, d)?));
        Ok(Self {
            width: grid.iter().map(Vec::len).max().unwrap_or(0),
            height: grid.len(),
            places: floor.iter().map(|cell| (cell.col, cell.row)).collect(),
            neighbours: floor.iter().map(beside).collect(),
            goals: set(&goals),
            boxes: set(&boxes),
            player: number(player).unwrap_or(0),
        })
    }

    /// Width in cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Height in cells.
    pub fn height(&self) -> usize {
        self.height
    }

    /// How many cells of floor there are, at most [`MAX_CELLS`].
    pub fn cells(&self) -> usize {
        self.places.len()
    }

    /// Column and row of a cell.
    pub fn place(&self, cell: u8) -> (usize, usize) {
        self.places[usize::from(cell)]
    }

    /// The cell beside another, if it is floor.
    pub fn beside(&self, cell: u8, direction: Direction) -> Option<u8> {
        self.neighbours[usize::from(cell)][direction as usize]
    }

    /// The goals, as a set of cells.
    pub fn goals(&self) -> u64 {
        self.goals
    }

    /// The opening position.
    pub fn start(&self) -> State {
        State::new(self, self.boxes, self.player)
    }

    /// A position in XSB, without blanks cut off.
    pub fn rows(&self, state: State) -> Vec<String> {
        let mut rows = alloc::vec![alloc::vec!['#'; self.width]; self.height];
        for (cell, &(col, row)) in (0..).zip(&self.places) {
            let goal = self.goals >> cell & 1 == 1;
            rows[row][col] = match (state.boxes >> cell & 1 == 1, state.player == cell) {
                (true, _) if goal => '*',
                (true, _) => '$',
                (_, true) if goal => '+',
                (_, true) => '@',
                _ if goal => '.',
                _ => ' ',
            };
        }
        rows.into_iter().map(String::from_iter).collect()
    }
}

fn grid(level: &Level, faults: &mut Vec<Fault>) -> Vec<Vec<char>> {
    let grid: Vec<Vec<char>> = level.rows.iter().map(|row| row.chars().collect()).collect();
    for (row, line) in grid.iter().enumerate() {
        for (col, glyph) in line.iter().enumerate() {
            if !"#@+$*. -_".contains(*glyph) {
                let message = format!("`{}` means nothing", glyph.escape_default());
                let help = "`#` wall, ` ` floor, `@` player, `$` box, `.` goal, `*` box on a goal, `+` player on a goal";
                faults.push(Fault::new(Place::cell(row, col), message).with_help(help));
            }
        }
        if line.len() > MAX_WIDTH {
            let message = format!("a row of {} cells", line.len());
            let help = format!("at most {MAX_WIDTH}");
            faults.push(Fault::new(Place::cell(row, MAX_WIDTH), message).with_help(help));
        }
    }
    grid
}

/// The cells that a player could walk to without boxes, in reading order; a fault where that leads out
/// of the board.
fn floor(grid: &[Vec<char>], player: Cell, faults: &mut Vec<Fault>) -> Vec<Cell> {
    let mut floor = alloc::vec![player];
    let mut next = 0;
    while let Some(&cell) = floor.get(next) {
        next += 1;
        for direction in Direction::ALL {
            let there = step(cell, direction);
            let glyph = there.and_then(|there| grid.get(there.row)?.get(there.col));
            let (Some(there), Some(glyph)) = (there, glyph) else {
                let help = "close the wall: the player must not get out";
                let fault = Fault::new(Place::cell(cell.row, cell.col), "the wall has a gap here");
                faults.push(fault.with_help(help));
                return floor;
            };
            if *glyph != '#' && !floor.contains(&there) {
                floor.push(there);
            }
        }
    }
    floor.sort_unstable();
    floor
}

fn step(cell: Cell, direction: Direction) -> Option<Cell> {
    let (dx, dy) = direction.delta();
    Some(Cell {
        row: cell.row.checked_add_signed(dy as isize)?,
        col: cell.col.checked_add_signed(dx as isize)?,
    })
}
