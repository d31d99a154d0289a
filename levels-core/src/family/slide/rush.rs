//! Boards in the notations of collections of Rush Hour boards.
//!
//! | a cell | meaning |
//! |---|---|
//! | `.` `o` `-` `_` `0` | nothing |
//! | `x` | a wall, unless the Key is called `x` |
//! | `A` to `Z` | a block |
//! | a number from 1 | a block |
//! | `O` | a block where another character says "nothing" on the same board; otherwise nothing |
//!
//! The Key lies along its row and leaves to the right. It is called `A` in the public databases,
//! `X` or `R` elsewhere. If only one of them can be the Key, it is the Key; if several can, the
//! board is refused unless the caller says which.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board::MAX_SIDE;
use super::level::{Lantern, Level, Win};
use crate::finding::{Cell, Fault, Faults, Place};
use crate::grid::Side;
use crate::wording::plural;

/// A board read from a collection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RushBoard {
    /// The level: the Key is `K`, and every other block a letter.
    pub level: Level,
    /// What the input calls the blocks.
    pub names: Names,
}

/// What the input calls the blocks of a level, by their letters in the level.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names(Vec<(char, String)>);

impl Names {
    /// The name in the input of a letter of the level, or the letter if there is none.
    #[must_use]
    pub fn of(&self, letter: char) -> String {
        let found = self.0.iter().find(|(ours, _)| *ours == letter);
        found.map_or_else(|| letter.to_string(), |(_, theirs)| theirs.clone())
    }

    /// The same for a picture, in which a cell has room for one character: a block with a longer name
    /// keeps its letter, which [`legend`](Self::legend) explains.
    #[must_use]
    pub fn glyph(&self, letter: char) -> char {
        let name = self.of(letter);
        let mut characters = name.chars();
        match (characters.next(), characters.next()) {
            (Some(only), None) => only,
            _ => letter,
        }
    }

    /// The letters of the blocks whose names are too long for a cell of a picture, with those names.
    pub fn legend(&self) -> impl Iterator<Item = (char, &str)> + '_ {
        let long = |(_, name): &&(char, String)| name.chars().count() > 1;
        self.0
            .iter()
            .filter(long)
            .map(|(letter, name)| (*letter, name.as_str()))
    }

    /// A line of play of the level in the names of the input.
    #[must_use]
    pub fn line(&self, line: &str) -> String {
        let mut text = String::with_capacity(line.len());
        let mut first = true;
        for c in line.chars() {
            if first && !c.is_whitespace() {
                text.push_str(&self.of(c));
            } else {
                text.push(c);
            }
            first = c.is_whitespace();
        }
        text
    }

    /// A line of play in the names of the input as one of the level; an unknown block becomes `?`.
    #[must_use]
    pub fn level_line(&self, line: &str) -> String {
        let word = |word: &str| {
            let end = word.find(['<', '>', '^', 'v']).unwrap_or(word.len());
            let (name, rest) = word.split_at(end);
            let found = self.0.iter().find(|(_, theirs)| theirs == name);
            format!("{}{rest}", found.map_or('?', |&(ours, _)| ours))
        };
        let words: Vec<String> = line.split_whitespace().map(word).collect();
        words.join(" ")
    }

    /// A message about the level with the names of the input: a letter between backticks is a
    /// block.
    #[must_use]
    pub fn message(&self, message: &str) -> String {
        let part = |(index, part): (usize, &str)| {
            let mut characters = part.chars();
            match (index % 2, characters.next(), characters.next()) {
                (1, Some(letter), None) => self.of(letter),
                _ => part.to_owned(),
            }
        };
        let parts: Vec<String> = message.split('`').enumerate().map(part).collect();
        parts.join("`")
    }
}

/// Reads the cells of a board of the public databases, one character per cell, with `A` as the Key.
///
/// # Errors
/// As [`read_cells`].
pub fn read(cells: &str, width: usize, height: usize) -> Result<RushBoard, Faults> {
    read_cells(&characters(cells), width, height, Some("A"))
}

/// The characters of a text, each as a cell.
#[must_use]
pub fn characters(text: &str) -> Vec<&str> {
    text.char_indices()
        .map(|(at, c)| &text[at..at + c.len_utf8()])
        .collect()
}

/// Whether it is a valid name of a block, and so of the Key: a capital letter, `x`, or a number
/// from 1.
#[must_use]
pub fn is_name(name: &str) -> bool {
    name == "x" || is_block(name)
}

/// The usual names (`A`, `X`, `R` or `x`) that could be the Key's on a board of `width` cells per
/// row: the cells of that name lie side by side in one row.
#[must_use]
pub fn possible_keys(cells: &[&str], width: usize) -> Vec<&'static str> {
    let lies = |name: &&str| match shape(cells, width, name) {
        // A single wall is a wall, and so are four in a row.
        Shape::Row(length) => *name != "x" || length <= 3,
        _ => false,
    };
    KEYS.iter().chain(&["x"]).copied().filter(lies).collect()
}

/// Reads the cells of a board of `width` × `height`, in reading order. `key` is the name of the
/// Key; without it, the Key is the only block that can be it.
///
/// # Errors
/// Every fault. Cell `n` of the list is at row `n / width`, column `n % width`, even if the list is
/// too long. The fault of a list that is too short is at the first missing cell.
pub fn read_cells(
    cells: &[&str],
    width: usize,
    height: usize,
    key: Option<&str>,
) -> Result<RushBoard, Faults> {
    if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
        let message =
            format!("a board of {width}×{height} is not between 1×1 and {MAX_SIDE}×{MAX_SIDE}");
        return Err(Faults::from(
            Fault::new(Place::Level, message).with_help("crop the board"),
        ));
    }
    let mut faults = faults(cells, width, height, key);
    let empty_o = match reading_of_o(cells, width, key) {
        Ok(empty) => empty,
        Err(fault) => {
            faults.push(fault);
            false
        }
    };
    let key = match find_key(cells, width, key) {
        Ok(key) => key,
        Err(fault) => {
            faults.push(fault);
            return Err(faults.into());
        }
    };
    if faults.is_empty() {
        faults.extend(key_fault(cells, width, key));
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let is_block = |name: &str| name == key || is_block(name) && !(name == "O" && empty_o);
    let blocks = cells.iter().copied().filter(|name| is_block(name));
    let names = letters(blocks, key)?;
    let glyph = |name: &str| {
        let block = names.0.iter().find(|(_, theirs)| theirs == name);
        match (block, name) {
            (Some((letter, _)), _) => *letter,
            (None, "x") => '#',
            (None, _) => '.',
        }
    };
    let rows = cells
        .chunks(width)
        .map(|row| row.iter().map(|name| glyph(name)).collect())
        .collect();
    let key_row = cells_of(cells, width, key).first().map_or(0, |at| at.row);
    Ok(RushBoard {
        level: Level {
            rows,
            blocks: Vec::new(),
            lantern: Lantern {
                side: Side::Right,
                line: key_row as u32,
            },
            win: Win::Exit,
            emit: None,
            teaches: None,
        },
        names,
    })
}

/// The usual names of the Key.
const KEYS: [&str; 3] = ["A", "X", "R"];

/// How many stray characters of one board are reported: a line from another kind of file is full of
/// them.
const MOST_FAULTS: usize = 8;

const CELLS: &str =
    "a cell is `.` or `o` (empty), `x` (a wall), or a capital letter or number (a block)";

fn is_empty(cell: &str) -> bool {
    matches!(cell, "." | "o" | "-" | "_" | "0")
}

fn is_block(cell: &str) -> bool {
    let number = cell.starts_with(|c: char| matches!(c, '1'..='9'))
        && cell.len() <= 3
        && cell.bytes().all(|byte| byte.is_ascii_digit());
    number || matches!(cell.as_bytes(), [b'A'..=b'Z'])
}

fn cells_of(cells: &[&str], width: usize, name: &str) -> Vec<Cell> {
    let named = cells.iter().enumerate().filter(|(_, cell)| **cell == name);
    named
        .map(|(at, _)| Cell {
            row: at / width,
            col: at % width,
        })
        .collect()
}

/// How the cells of one name lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Absent,
    /// One cell.
    Single,
    /// Side by side in one row, that many.
    Row(usize),
    /// One above the other in one column.
    Column,
    /// A filled rectangle that is thicker than one cell.
    Thick,
    /// No filled rectangle.
    Split,
}

fn shape(cells: &[&str], width: usize, name: &str) -> Shape {
    let cells = cells_of(cells, width, name);
    let span = |of: fn(&Cell) -> usize| {
        let least = cells.iter().map(of).min().unwrap_or(0);
        cells.iter().map(of).max().unwrap_or(0) - least + 1
    };
    let (across, down) = (span(|cell| cell.col), span(|cell| cell.row));
    match (cells.len(), across, down) {
        (0, ..) => Shape::Absent,
        (1, ..) => Shape::Single,
        (count, ..) if count != across * down => Shape::Split,
        (count, _, 1) => Shape::Row(count),
        (_, 1, _) => Shape::Column,
        _ => Shape::Thick,
    }
}

/// The faults of single cells, or of their number.
fn faults(cells: &[&str], width: usize, height: usize, key: Option<&str>) -> Vec<Fault> {
    let place = |at: usize| Place::cell(at / width, at % width);
    let known = |cell: &str| is_empty(cell) || is_block(cell) || cell == "x" || Some(cell) == key;
    let mut faults: Vec<Fault> = cells
        .iter()
        .enumerate()
        .filter(|(_, cell)| !known(cell))
        .take(MOST_FAULTS)
        .map(|(at, &cell)| {
            let name = match cell {
                "\t" => "a tab".to_string(),
                " " => "a blank".to_string(),
                other => {
                    let shown: String = other.chars().take(MOST_SHOWN).collect();
                    format!("`{}`", shown.escape_default())
                }
            };
            Fault::new(place(at), format!("{name} is not a cell")).with_help(CELLS)
        })
        .collect();
    let (count, wanted) = (cells.len(), width * height);
    // A stray character is often why the count is wrong, so then only it is reported.
    if faults.is_empty() && count != wanted {
        let message = format!(
            "{}, but a board of {width}×{height} has {wanted}",
            plural(count, "cell")
        );
        faults.push(Fault::new(place(count.min(wanted)), message).with_help(CELLS));
    }
    faults
}

/// How many characters of a stray word are shown.
const MOST_SHOWN: usize = 12;

/// Whether `O` is an empty cell.
fn reading_of_o(cells: &[&str], width: usize, key: Option<&str>) -> Result<bool, Fault> {
    let form = shape(cells, width, "O");
    if form == Shape::Absent || key == Some("O") || cells.iter().any(|cell| is_empty(cell)) {
        return Ok(false);
    }
    // If it were a block, the board would have no empty cell.
    if form == Shape::Split {
        return Ok(true);
    }
    let at = cells_of(cells, width, "O");
    Err(Fault::new(
        Place::Cells(at),
        "`O` can be read in two ways: as empty, or as a block on a board without an empty cell",
    )
    .with_help("write `.` for an empty cell"))
}

/// The name of the Key.
fn find_key<'a>(cells: &[&str], width: usize, key: Option<&'a str>) -> Result<&'a str, Fault> {
    if let Some(key) = key {
        if cells.contains(&key) {
            return Ok(key);
        }
        return Err(
            Fault::new(Place::Level, format!("no Key: no cell holds `{key}`"))
                .with_help(format!("write the block that has to leave as `{key}`")),
        );
    }
    let possible = possible_keys(cells, width);
    match possible.as_slice() {
        [] => KEYS
            .into_iter()
            .find(|key| cells.contains(key))
            .ok_or_else(|| {
                Fault::new(Place::Level, "no Key: no block is called `A`, `X` or `R`").with_help(
                    format!("say which block has to leave: --key {}", example(cells)),
                )
            }),
        [key] => Ok(key),
        [first, ..] => {
            let reading = |key: &&str| {
                let row = cells_of(cells, width, key).first().map_or(0, |at| at.row);
                format!("`{key}` in row {}", row + 1)
            };
            let readings: Vec<String> = possible.iter().map(reading).collect();
            let flags: Vec<String> = possible.iter().map(|key| format!("--key {key}")).collect();
            Err(Fault::new(
                Place::Cells(cells_of(cells, width, first)),
                format!(
                    "this can be read in {} ways: the Key is {}",
                    possible.len(),
                    readings.join(", or ")
                ),
            )
            .with_help(format!("say which: {}", flags.join(" or "))))
        }
    }
}

/// A block that lies along a row and could be the Key, to show how `--key` is written.
fn example<'a>(cells: &[&'a str]) -> &'a str {
    let block = cells.iter().copied().find(|cell| is_block(cell));
    block.unwrap_or("A")
}

/// Why the block of that name cannot leave to the right; `None` if it can, or if the check of the
/// level reports it better.
fn key_fault(cells: &[&str], width: usize, key: &str) -> Option<Fault> {
    let (message, help) = match shape(cells, width, key) {
        Shape::Column => (
            format!("the Key `{key}` stands upright, but it leaves to the right, along its row"),
            "turn the board, or name another block: --key LETTER",
        ),
        Shape::Single => (
            format!("the Key `{key}` is one cell, and a block of one cell cannot move"),
            "write it with two cells or more, or name another block: --key LETTER",
        ),
        _ => return None,
    };
    Some(Fault::new(Place::Cells(cells_of(cells, width, key)), message).with_help(help))
}

/// A letter for each name: `K` for the Key; for another capital letter, itself; for a number, the
/// letter at that place in the alphabet. If a letter is taken, the next free letter after `K` is
/// used.
fn letters<'a>(blocks: impl Iterator<Item = &'a str>, key: &str) -> Result<Names, Fault> {
    let mut names: Vec<&str> = Vec::new();
    for name in blocks {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let own = |name: &str| match name.parse::<u8>() {
        Ok(number @ 1..=26) => Some(char::from(b'A' + number - 1)),
        Ok(_) => None,
        Err(_) => name.chars().next().filter(char::is_ascii_uppercase),
    };
    let mut letters = alloc::vec![('K', key.to_owned())];
    let taken = |letters: &[(char, String)], c: char| letters.iter().any(|(own, _)| *own == c);
    let mut late = Vec::new();
    for name in names.into_iter().filter(|name| *name != key) {
        match own(name).filter(|letter| !taken(&letters, *letter)) {
            Some(letter) => letters.push((letter, name.to_owned())),
            None => late.push(name),
        }
    }
    for name in late {
        let mut spare = ('L'..='Z').chain('A'..='J').chain('a'..='z');
        let Some(letter) = spare.find(|letter| !taken(&letters, *letter)) else {
            return Err(Fault::new(
                Place::Level,
                "more blocks than letters: a board has at most 52",
            )
            .with_help("write what cannot move as walls: `x`"));
        };
        letters.push((letter, name.to_owned()));
    }
    Ok(Names(letters))
}
