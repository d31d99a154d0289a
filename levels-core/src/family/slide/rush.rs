//! Boards in the one-line notation of the public Rush Hour databases.
//!
//! `A` is the Key, on its row and leaving to the right; `o` or `.` is empty, `x` a wall, every other
//! capital letter a block; cells in reading order.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board::MAX_SIDE;
use super::level::{Lantern, Level, Win};
use crate::finding::{Fault, Faults, Place};
use crate::grid::Side;

/// A board read from one-line notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RushBoard {
    /// The level: the Key is `K`, and a block that was `K` has another letter.
    pub level: Level,
    /// Which letter of the level stands for which letter of the input.
    letters: Vec<(char, char)>,
}

impl RushBoard {
    /// A line of play of the level in the letters of the input.
    #[must_use]
    pub fn in_input_letters(&self, line: &str) -> String {
        line.chars().map(|c| self.in_input_letter(c)).collect()
    }

    /// The letter that the input has for a letter of the level.
    #[must_use]
    pub fn in_input_letter(&self, letter: char) -> char {
        let found = self.letters.iter().find(|(ours, _)| *ours == letter);
        found.map_or(letter, |&(_, theirs)| theirs)
    }
}

/// Reads the cells of a board of `width` × `height`.
///
/// # Errors
/// Every fault. Cell `n` of the text is placed at row `n / width`, column `n % width`, also where the
/// text is too long; a text that is too short is placed on the first cell that is missing.
pub fn read(cells: &str, width: usize, height: usize) -> Result<RushBoard, Faults> {
    if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
        let message =
            format!("a board of {width}×{height} is not between 1×1 and {MAX_SIDE}×{MAX_SIDE}");
        return Err(Faults::from(
            Fault::new(Place::Level, message).with_help("crop the board"),
        ));
    }
    let cells: Vec<char> = cells.chars().collect();
    let faults = faults(&cells, width, height);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    // The next letter after `K` that no block uses, round the alphabet; `A` is free as soon as the
    // Key is called `K`, so there is always one.
    let spare = ('L'..='Z')
        .chain('A'..='J')
        .find(|&c| c == 'A' || !cells.contains(&c));
    let mut letters = alloc::vec![('K', 'A')];
    if cells.contains(&'K')
        && let Some(spare) = spare
    {
        letters.push((spare, 'K'));
    }
    let key_row = cells
        .iter()
        .position(|&c| c == 'A')
        .map_or(0, |at| at / width);
    let glyph = |c: char| match c {
        'o' | '.' => '.',
        'x' => '#',
        letter => letters
            .iter()
            .find(|(_, theirs)| *theirs == letter)
            .map_or(letter, |l| l.0),
    };
    let rows = cells
        .chunks(width)
        .map(|row| row.iter().map(|&c| glyph(c)).collect())
        .collect();
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
        letters,
    })
}

/// How many stray characters of one board are reported: a line of another kind of file is full of
/// them.
const MOST_FAULTS: usize = 8;

const CELLS: &str = "one character a cell: `o` or `.` empty, `x` a wall, a capital letter a block";

fn faults(cells: &[char], width: usize, height: usize) -> Vec<Fault> {
    let place = |at: usize| Place::cell(at / width, at % width);
    let mut faults: Vec<Fault> = cells
        .iter()
        .enumerate()
        .filter(|(_, c)| !matches!(c, 'o' | '.' | 'x' | 'A'..='Z'))
        .take(MOST_FAULTS)
        .map(|(at, &c)| {
            let name = match c {
                '\t' => "a tab".to_string(),
                ' ' => "a blank".to_string(),
                other => format!("`{}`", other.escape_default()),
            };
            Fault::new(place(at), format!("{name} is not a cell")).with_help(CELLS)
        })
        .collect();
    let (count, wanted) = (cells.len(), width * height);
    // A stray character often is what makes the count wrong; it alone is reported then.
    if faults.is_empty() && count != wanted {
        let message = format!("{count} cells, a board of {width}×{height} has {wanted}");
        faults.push(Fault::new(place(count.min(wanted)), message).with_help(CELLS));
    }
    if !cells.contains(&'A') {
        faults.push(
            Fault::new(Place::Level, "no Key: no cell holds `A`")
                .with_help("write the block that has to leave as `A`"),
        );
    }
    faults
}
