//! Turns a level as written into a checked board.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use levels_core::finding::{Cell, Fault, Faults, Place};
use levels_core::glyphs::Glyphs;
use levels_core::grid::Direction;

use crate::State;

/// The most cells of floor: a set of them is a word of 64 bits.
pub const MAX_CELLS: usize = 64;
/// The greatest width: columns have letters.
const MAX_WIDTH: usize = 26;

const KNOWN: &str = "#@+$*. -_";
const LEGEND: &str =
    "`#` wall, ` ` floor, `@` player, `$` box, `.` goal, `*` and `+` box and player on a goal";

/// A checked board: the floor that the player could walk on if there were no boxes, its cells numbered
/// in reading order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    width: usize,
    height: usize,
    /// Where each cell is.
    pub(crate) places: Vec<Cell>,
    /// The neighbours of each cell in the order of [`Direction::ALL`].
    neighbours: Vec<[Option<u8>; 4]>,
    /// The goals, as a set of cells.
    pub(crate) goals: u64,
    /// The opening position.
    pub(crate) start: State,
}

impl Board {
    /// Checks a level.
    ///
    /// # Errors
    /// Every fault: unknown characters, not exactly one player, a gap in the wall, boxes out of reach,
    /// different numbers of boxes and goals, a board that is too large.
    pub fn new(level: &[String]) -> Result<Self, Faults> {
        let glyphs = Glyphs::of(level);
        let mut faults = glyphs.unknown(KNOWN, LEGEND);
        let (players, boxes, goals) = (glyphs.find("@+"), glyphs.find("$*"), glyphs.find(".*+"));
        if boxes.len() != goals.len() || boxes.is_empty() {
            let message = format!("{} boxes and {} goals", boxes.len(), goals.len());
            faults.push(Fault::new(Place::Level, message).with_help(LEGEND));
        }
        let &[player] = players.as_slice() else {
            let message = format!("{} players, but a board has exactly one", players.len());
            let place = match players.is_empty() {
                true => Place::Level,
                false => Place::Cells(players),
            };
            faults.push(Fault::new(place, message).with_help(LEGEND));
            return Err(faults.into());
        };
        match floor(&glyphs, player) {
            Ok(floor) if faults.is_empty() => Self::of_floor(&glyphs, floor, player),
            Ok(_) => Err(faults.into()),
            Err(gap) => {
                faults.push(gap);
                Err(faults.into())
            }
        }
    }

    fn of_floor(glyphs: &Glyphs, floor: Vec<Cell>, player: Cell) -> Result<Self, Faults> {
        let things = glyphs.find("$*.+");
        if let Some(cell) = things.iter().find(|cell| !floor.contains(cell)) {
            let message = "the player cannot get here, even without boxes";
            return Err(Faults::from(Fault::new(
                Place::cell(cell.row, cell.col),
                message,
            )));
        }
        if floor.len() > MAX_CELLS || glyphs.width() > MAX_WIDTH {
            let message = format!(
                "{} columns and {} cells of floor",
                glyphs.width(),
                floor.len()
            );
            let help = format!("at most {MAX_WIDTH} and {MAX_CELLS}");
            return Err(Faults::from(
                Fault::new(Place::Level, message).with_help(help),
            ));
        }
        let number = |cell: Cell| floor.binary_search(&cell).ok().map(|number| number as u8);
        let set = |found: &str| {
            let cells = glyphs.find(found).into_iter().filter_map(number);
            cells.fold(0_u64, |set, number| set | 1 << number)
        };
        let beside = |cell: &Cell| Direction::ALL.map(|d| cell.step(d).and_then(number));
        let (boxes, player) = (set("$*"), number(player).unwrap_or(0));
        let mut board = Self {
            width: glyphs.width(),
            height: glyphs.height(),
            neighbours: floor.iter().map(beside).collect(),
            goals: set(".*+"),
            start: State { boxes, player },
            places: floor,
        };
        board.start = State::new(&board, boxes, player);
        Ok(board)
    }

    /// Width in cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Where a cell of floor is.
    pub fn place(&self, cell: u8) -> Cell {
        self.places[usize::from(cell)]
    }

    /// The cell beside another, if it is floor.
    pub fn beside(&self, cell: u8, direction: Direction) -> Option<u8> {
        self.neighbours[usize::from(cell)][direction as usize]
    }

    /// A position in XSB, with the player on every cell of a set.
    pub fn rows(&self, boxes: u64, players: u64) -> Vec<String> {
        let mut rows = alloc::vec![alloc::vec!['#'; self.width]; self.height];
        for (cell, place) in self.places.iter().enumerate() {
            let is_in = |set: u64| set >> cell & 1 == 1;
            rows[place.row][place.col] = match (is_in(boxes), is_in(players), is_in(self.goals)) {
                (true, _, goal) => {
                    if goal {
                        '*'
                    } else {
                        '$'
                    }
                }
                (_, true, goal) => {
                    if goal {
                        '+'
                    } else {
                        '@'
                    }
                }
                (_, _, goal) => {
                    if goal {
                        '.'
                    } else {
                        ' '
                    }
                }
            };
        }
        rows.into_iter().map(String::from_iter).collect()
    }
}

/// The cells that a player could walk to without boxes, in reading order.
fn floor(glyphs: &Glyphs, player: Cell) -> Result<Vec<Cell>, Fault> {
    let mut floor = alloc::vec![player];
    let mut next = 0;
    while let Some(&cell) = floor.get(next) {
        next += 1;
        for direction in Direction::ALL {
            let there = cell.step(direction);
            let Some((there, glyph)) = there.and_then(|there| Some((there, glyphs.get(there)?)))
            else {
                let gap = Fault::new(Place::cell(cell.row, cell.col), "the wall has a gap here");
                return Err(gap.with_help("close it: the player must not get out"));
            };
            if glyph != '#' && !floor.contains(&there) {
                floor.push(there);
            }
        }
    }
    floor.sort_unstable();
    Ok(floor)
}
