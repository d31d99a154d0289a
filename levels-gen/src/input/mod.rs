//! Boards of input files, in the order of the input.
//!
//! | file | what it reads |
//! |---|---|
//! | `collection` | sliding boards as collections write them: [`NOTATIONS`] |
//! | `table` | the header of a collection in columns, and its lines |
//! | `roll` | rolling-cube boards, one JSON object per line |
//! | `text` | boards in a family's plain text form |
//! | `claims` | what an input claims about its boards: moves, states |
//! | `named` | a level in the names of the input |

use std::path::Path;

use clap::{Args, ValueEnum};
use levels_core::family::slide::rush::is_name;
use levels_core::json::source::{LineColumn, Source};
use levels_core::json::{Node, Pieces, parse};
use levels_core::pack::{AnyFamily, AnyLevel, Families};
use levels_core::wording::printable;

mod claims;
mod collection;
#[cfg(test)]
mod fuzz;
mod named;
mod roll;
mod table;
mod text;

pub use claims::{Claims, disagreements};

use crate::exit::Fault;
use crate::files;
use crate::unknown::unknown;

/// How boards are written in an input file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// A pack.
    Pack,
    /// Sliding boards as collections write them: 36 cells on a line, `moves board states`, rows on lines of
    /// their own with blank lines between boards, a table with a header, or one JSON object per line;
    /// `--help` lists what is read
    Rush,
    /// One rolling-cube board per line: a JSON object with `layout` (a list of rows) and perhaps `id`
    Roll,
    /// Boards in the plain text form of the family that `--family` names, with blank lines between
    /// them; a line that begins with `;` is a comment, and one right above a board is its id
    Text,
}

/// What is read as a collection of sliding boards, for the help of the verbs that read them.
pub const NOTATIONS: &str = "\
Sliding boards of collections (--from rush), any of these in one file:
  a line of 36 cells              a board of 6x6
  61 CELLS 2332                   the same with its optimum and its number of states, which are checked
  rows on lines of their own      a board; a blank line or a comment ends it, a comment right above it is its id
  board,moves,states,id           a header, then one board per line, in columns between commas, tabs or semicolons.
                                  Columns: board; perhaps id, moves, states, width and height. Others are ignored
  {\"board\": \"CELLS\", ...}        one object per line, with the same fields
  ; comment  # comment            are ignored
Cells:
  .  o  -  _  0                   empty; also O, on a board without any of these
  x                               a wall
  A to Z, 1 2 3 ...               blocks; numbers of two digits need blanks or commas between the cells
The block that has to leave lies along its row and leaves to the right. It is called A, X or R. If it has another name,
or if several of these could be it on all boards of the file, give its name: --key NAME.";

/// How the boards of a file are to be read.
#[derive(Debug, Clone, Default, Args)]
pub struct How {
    /// How the boards are written [default: guessed from the file]
    #[arg(long, value_enum)]
    pub from: Option<From>,
    /// The family of boards in plain text
    #[arg(long, value_name = "TAG")]
    pub family: Option<String>,
    /// The name in a collection of the block that has to leave: a capital letter, x or a number. Needed
    /// if more than one block could be it
    #[arg(long, value_name = "NAME", value_parser = key_name)]
    pub key: Option<String>,
}

impl How {
    /// A pack.
    #[must_use]
    pub fn pack() -> Self {
        Self {
            from: Some(From::Pack),
            ..Self::default()
        }
    }
}

fn key_name(word: &str) -> Result<String, String> {
    if is_name(word) {
        Ok(word.to_string())
    } else {
        Err("the name of a block is a capital letter, `x`, or a number from 1".to_string())
    }
}

/// One board of an input file.
pub struct Board {
    /// Its id, printable: from the input, or the number of its line.
    pub id: String,
    /// The tag of its family.
    pub family: &'static str,
    /// The most states that its search keeps by default.
    pub max_states: u32,
    /// The board in the names of the input, or messages that say why it is not valid, with their places.
    pub level: Result<Box<dyn AnyLevel>, Vec<Message>>,
    /// The legend of names that are too long for a cell of a picture; mostly empty.
    pub legend: String,
    /// What the input claims about it.
    pub claims: Claims,
}

impl Board {
    fn new(
        id: &str,
        family: &dyn AnyFamily,
        level: Result<Box<dyn AnyLevel>, Vec<Message>>,
    ) -> Self {
        Self {
            id: printable(id).into_owned(),
            family: family.tag(),
            max_states: family.max_states(),
            level,
            legend: String::new(),
            claims: Claims::default(),
        }
    }
}

/// A fault of an input line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Where.
    pub position: LineColumn,
    /// What is wrong and what to do.
    pub text: String,
}

impl Message {
    fn new(position: LineColumn, message: &str, help: &str) -> Self {
        let text = if help.is_empty() {
            message.to_string()
        } else {
            format!("{message} ({help})")
        };
        let text = printable(&text).into_owned();
        Self { position, text }
    }
}

impl std::fmt::Display for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "line {}, column {}: {}",
            self.position.line, self.position.column, self.text
        )
    }
}

/// Reads the boards of a file.
///
/// # Errors
/// A file that cannot be read, or a file that is not a pack although it should be.
pub fn boards(path: &Path, how: &How, families: &Families) -> Result<Vec<Board>, Fault> {
    read(&files::source(path)?, how, families)
}

/// The boards of a file, or the one of that id.
///
/// # Errors
/// As [`boards`], and an id that no board has.
pub fn chosen(
    path: &Path,
    how: &How,
    id: Option<&str>,
    families: &Families,
) -> Result<Vec<Board>, Fault> {
    let mut boards = boards(path, how, families)?;
    if let Some(id) = id {
        if !boards.iter().any(|board| board.id == id) {
            let known = boards.iter().map(|board| board.id.as_str());
            return Err(unknown("level", id, &files::name(path), known));
        }
        boards.retain(|board| board.id == id);
    }
    Ok(boards)
}

/// Reads the boards of a text.
pub fn read(source: &Source, how: &How, families: &Families) -> Result<Vec<Board>, Fault> {
    let from = match (how.from, &how.family) {
        (Some(from), _) => from,
        (None, Some(_)) => From::Text,
        (None, None) => guess(source),
    };
    if how.key.is_some() && from != From::Rush {
        return Err(Fault::Usage(format!(
            "--key names the block that has to leave in a collection (--from rush), but {} is not read as one",
            source.name()
        )));
    }
    match from {
        From::Rush => Ok(collection::boards(source, how.key.as_deref())),
        From::Roll => Ok(roll::boards(source)),
        From::Pack => pack_boards(source, families),
        From::Text => {
            let known: Vec<&str> = families.iter().map(AnyFamily::tag).collect();
            let known = known.join(", ");
            let tag = how.family.as_deref().ok_or_else(|| {
                Fault::Usage(format!("--from text needs --family, one of: {known}"))
            })?;
            let family = families.get(tag).ok_or_else(|| {
                Fault::Usage(format!("no family is called `{tag}`; known: {known}"))
            })?;
            Ok(text::boards(source, family))
        }
    }
}

/// A file that is one JSON object with a `format` is a pack. If the first line is an object with a
/// `layout`, each line is a rolling-cube board. Any other file is a collection of sliding boards.
fn guess(source: &Source) -> From {
    let whole = Pieces::parse(source.text(), "levels");
    let whole = whole.as_ref().map(Pieces::root);
    let first = source
        .text()
        .lines()
        .find(|line| !line.trim().is_empty())
        .map(parse);
    let has = |root: &Node, key: &str| root.entry(key).is_some();
    match (whole, &first) {
        (Ok(root), _) if has(root, "format") => From::Pack,
        (Ok(root), _) if has(root, "layout") => From::Roll,
        (_, Some(Ok(root))) if has(root, "layout") => From::Roll,
        _ if Path::new(source.name())
            .extension()
            .is_some_and(|e| e == "json") =>
        {
            From::Pack
        }
        _ => From::Rush,
    }
}

fn pack_boards(source: &Source, families: &Families) -> Result<Vec<Board>, Fault> {
    let levels = levels_core::pack::levels(source, families).map_err(|findings| {
        let lines: Vec<String> = findings.iter().map(levels_core::pack::plain).collect();
        Fault::Invalid(lines.join("\n"))
    })?;
    Ok(levels
        .into_iter()
        .map(|level| Board {
            id: printable(&level.id).into_owned(),
            family: level.family,
            max_states: families.get(level.family).map_or(0, AnyFamily::max_states),
            level: level.level.map_err(|findings| {
                findings
                    .into_iter()
                    .map(|found| Message::new(found.start, &found.message, &found.help))
                    .collect()
            }),
            legend: String::new(),
            claims: Claims::default(),
        })
        .collect())
}

/// The lines of a text that are not blank: number from 1, byte offset, text without trailing blanks.
fn lines(source: &Source) -> impl Iterator<Item = (usize, usize, &str)> {
    let mut start = 0;
    source
        .text()
        .split('\n')
        .enumerate()
        .filter_map(move |(index, line)| {
            let at = start;
            start += line.len() + 1;
            let text = line.trim_end_matches([' ', '\r']);
            (!text.trim().is_empty()).then_some((index + 1, at, text))
        })
}

/// The id that an object gives its board.
fn named(root: &Node) -> Option<String> {
    root.get("id").map(|id| match id.text() {
        Some(text) => text.to_string(),
        None => id.to_json().to_string(),
    })
}
