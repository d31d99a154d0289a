//! Boards in the one-line notation of the public Rush Hour databases.
//!
//! `A` is the Key, on its row and leaving to the right; `o` or `.` is empty, `x` a wall, every other
//! capital letter a block; cells in reading order.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board::MAX_SIDE;
use super::level::{Lantern, Level, Win};
use crate::finding::{Fault, Place};
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
        line.chars()
            .map(|c| {
                let found = self.letters.iter().find(|(ours, _)| *ours == c);
                found.map_or(c, |&(_, theirs)| theirs)
            })
            .collect()
    }
}

/// Reads the cells of a board of `width` × `height`.
///
/// # Errors
/// Every fault, each placed on the cell by row and column of the board; a wrong number of cells is
/// placed on the first cell too many or the first that is missing, on a single row.
pub fn read(cells: &str, width: usize, height: usize) -> Result<RushBoard, Vec<Fault>> {
    let mut faults = Vec::new();
    if width == 0 || height == 0 || width > MAX_SIDE || height > MAX_SIDE {
        return Err(alloc::vec![
            Fault::new(
                Place::Level,
                format!("a board of {width}×{height} is not between 1×1 and {MAX_SIDE}×{MAX_SIDE}"),
            )
            .with_help("split or crop the board")
        ]);
    }
    let count = cells.chars().count();
    if count != width * height {
        let message = format!(
            "{count} cells, a board of {width}×{height} has {}",
            width * height
        );
        return Err(alloc::vec![
            Fault::new(Place::cell(0, count.min(width * height)), message).with_help(
                "one character a cell: `o` or `.` empty, `x` wall, a capital letter a block"
            )
        ]);
    }
    let taken: Vec<char> = cells.chars().collect();
    // The next letter after `K` that no block uses, round the alphabet; `A` is free as soon as the
    // Key is called `K`, so there is always one.
    let spare = ('L'..='Z')
        .chain('A'..='J')
        .find(|&c| c == 'A' || !taken.contains(&c));
    let key_row = taken.iter().position(|&c| c == 'A').map(|at| at / width);
    if key_row.is_none() {
        faults.push(
            Fault::new(Place::Level, "no Key: no cell holds `A`")
                .with_help("write the block that has to leave as `A`"),
        );
    }
    let mut letters = alloc::vec![('K', 'A')];
    if taken.contains(&'K')
        && let Some(spare) = spare
    {
        letters.push((spare, 'K'));
    }
    let mut rows: Vec<String> = alloc::vec![String::new(); height];
    for (at, &c) in taken.iter().enumerate() {
        let glyph = match c {
            'o' | '.' => '.',
            'x' => '#',
            'A'..='Z' => letters
                .iter()
                .find(|(_, theirs)| *theirs == c)
                .map_or(c, |l| l.0),
            other => {
                let name = match other {
                    '\t' => "a tab".to_string(),
                    ' ' => "a blank".to_string(),
                    other => format!("`{}`", other.escape_default()),
                };
                faults.push(
                    Fault::new(
                        Place::cell(at / width, at % width),
                        format!("{name} is not a cell"),
                    )
                    .with_help("`o` or `.` is empty, `x` a wall, a capital letter a block"),
                );
                '.'
            }
        };
        rows[at / width].push(glyph);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(RushBoard {
        level: Level {
            rows,
            blocks: Vec::new(),
            lantern: Lantern {
                side: Side::Right,
                line: key_row.unwrap_or(0) as u32,
            },
            win: Win::Exit,
            emit: None,
            teaches: None,
        },
        letters,
    })
}
