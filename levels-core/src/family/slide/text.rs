//! The plain text form of a level: the grid, then one line per property.
//!
//! ```text
//! aa...b
//! c.KK.b
//! c.....
//! lantern right 1
//! win exit
//! block c ice
//! ```

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;

use super::level::{BlockSpec, KindWord, Lantern, Level, Teaches, Tilt, Win};
use crate::finding::{Fault, Faults, Place};
use crate::grid::{Axis, Direction, Side};

/// Writes the text form.
pub(super) fn write(level: &Level) -> String {
    let mut text = String::new();
    for row in &level.rows {
        text.push_str(row);
        text.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "lantern {} {}",
        level.lantern.side.word(),
        level.lantern.line
    );
    let _ = writeln!(text, "win {}", level.win.word());
    if let Some(emit) = level.emit {
        let _ = writeln!(text, "emit {}", emit.word());
    }
    for (letter, spec) in &level.blocks {
        let _ = write!(text, "block {letter} {}", spec.kind.word());
        if let Some(tilt) = spec.tilt {
            let _ = write!(text, " {}", tilt.word());
        }
        if let Some(axis) = spec.axis {
            let _ = write!(text, " {}", axis.word());
        }
        text.push('\n');
    }
    if let Some(teaches) = &level.teaches {
        let _ = writeln!(
            text,
            "teaches {} {} {}",
            teaches.kind.word(),
            teaches.block,
            teaches.needs
        );
    }
    text
}

/// Reads the text form.
pub(super) fn read(text: &str) -> Result<Level, Faults> {
    let mut faults = Vec::new();
    let mut level = Level {
        rows: Vec::new(),
        blocks: Vec::new(),
        lantern: Lantern {
            side: Side::Right,
            line: 0,
        },
        win: Win::Exit,
        emit: None,
        teaches: None,
    };
    // The properties so far; each may be given only once.
    let mut said: Vec<&str> = Vec::new();
    for line in text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.is_empty())
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let read = match words.as_slice() {
            [row] => {
                level.rows.push((*row).to_string());
                Some(())
            }
            ["lantern", side, line] => read_lantern(side, line).map(|read| level.lantern = read),
            ["win", word] => Win::from_word(word).map(|read| level.win = read),
            ["emit", word] => Direction::from_word(word).map(|read| level.emit = Some(read)),
            ["block", letter, rest @ ..] => {
                read_spec(rest).map(|spec| level.blocks.push(((*letter).to_string(), spec)))
            }
            ["teaches", kind, block, needs] => KindWord::from_word(kind).map(|kind| {
                level.teaches = Some(Teaches {
                    kind,
                    block: (*block).to_string(),
                    needs: (*needs).to_string(),
                });
            }),
            _ => None,
        };
        if read.is_none() {
            faults.push(Fault::new(
                Place::Level,
                format!("`{line}` is not understood"),
            ));
        } else if let [name @ ("lantern" | "win" | "emit" | "teaches"), _, ..] = words[..] {
            if said.contains(&name) {
                faults.push(
                    Fault::new(Place::field(&[name]), format!("two lines say `{name}`"))
                        .with_help("remove one"),
                );
            }
            said.push(name);
        }
    }
    for (name, form) in [("lantern", "lantern right 2"), ("win", "win exit")] {
        if !said.contains(&name) {
            faults.push(
                Fault::new(Place::field(&[name]), format!("no line says `{name}`"))
                    .with_help(format!("write a line such as `{form}`")),
            );
        }
    }
    if faults.is_empty() {
        Ok(level)
    } else {
        Err(faults.into())
    }
}

fn read_lantern(side: &str, line: &str) -> Option<Lantern> {
    Some(Lantern {
        side: Side::from_word(side)?,
        line: line.parse().ok()?,
    })
}

fn read_spec(words: &[&str]) -> Option<BlockSpec> {
    let mut spec = BlockSpec::default();
    let (kind, rest) = words.split_first()?;
    spec.kind = KindWord::from_word(kind)?;
    for word in rest {
        let before = if let Some(tilt) = Tilt::from_word(word) {
            spec.tilt.replace(tilt).is_some()
        } else {
            spec.axis.replace(Axis::from_word(word)?).is_some()
        };
        if before {
            return None;
        }
    }
    Some(spec)
}
