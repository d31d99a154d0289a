//! Boards from packs and from one-line notations, in the order of the input.

use std::path::Path;

use clap::ValueEnum;
use levels_core::family::roll::{self, Roll};
use levels_core::family::slide::{MAX_SIDE, Slide, rush};
use levels_core::finding::{Cell, Fault as BoardFault, Faults, Place};
use levels_core::json::source::{Position, Source};
use levels_core::json::{Node, parse};
use levels_core::pack::{AnyFamily, AnyLevel, Families, any};
use levels_core::picture::{Frame, Picture};
use levels_core::puzzle::Family as _;
use levels_core::quality::Measure as _;

#[cfg(test)]
mod fuzz;

use crate::exit::Fault;
use crate::files;

/// How boards are written in an input file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum From {
    /// A pack.
    Pack,
    /// One sliding board a line: the bare 36 cells, the public database's `moves board states`, or
    /// a JSON object with `board`, `width`, `height` and perhaps `id`.
    Rush,
    /// One rolling-cube board a line: a JSON object with `layout` (a list of rows) and perhaps `id`
    Roll,
    /// Boards in the plain text form of the family that `--family` names, with blank lines between
    /// them; a line that begins with `;` is a comment, and one right above a board is its id
    Text,
}

/// One board of an input file.
pub struct Board {
    /// Its id: what the input says, or the number of its line.
    pub id: String,
    /// The tag of its family.
    pub family: &'static str,
    /// The most states that its search keeps unless told otherwise.
    pub max_states: u32,
    /// The board, or the messages that say why it is none, with their places.
    pub level: Result<Box<dyn AnyLevel>, Vec<Message>>,
    /// Puts a line of play into the letters of the input.
    letters: Option<rush::RushBoard>,
}

/// A fault of an input line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Where.
    pub position: Position,
    /// What is wrong and what to do.
    pub text: String,
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

impl Board {
    /// The picture of a frame, with the glyphs of the input.
    #[must_use]
    pub fn picture(&self, level: &dyn AnyLevel, frame: &Frame) -> Picture {
        let mut picture = level.picture(frame);
        if let Some(rush) = &self.letters {
            for cell in &mut picture.cells {
                cell.glyph = rush.in_input_letter(cell.glyph);
            }
        }
        picture
    }

    /// A line of play in the letters of the input.
    #[must_use]
    pub fn in_input_letters(&self, line: &str) -> String {
        match &self.letters {
            Some(rush) => rush.in_input_letters(line),
            None => line.to_string(),
        }
    }
}

/// Reads the boards of a file.
///
/// # Errors
/// A file that cannot be read, or one that is no pack although it should be.
pub fn boards(
    path: &Path,
    from: Option<From>,
    family: Option<&str>,
    families: &Families,
) -> Result<Vec<Board>, Fault> {
    read(&files::source(path)?, from, family, families)
}

/// Reads the boards of a text.
///
/// # Errors
/// A text that is not what it should be.
pub fn read(
    source: &Source,
    from: Option<From>,
    family: Option<&str>,
    families: &Families,
) -> Result<Vec<Board>, Fault> {
    let from = match (from, family) {
        (Some(from), _) => from,
        (None, Some(_)) => From::Text,
        (None, None) => guess(source),
    };
    match from {
        From::Rush => Ok(rush_boards(source)),
        From::Roll => Ok(roll_boards(source)),
        From::Pack => pack_boards(source, families),
        From::Text => {
            let known: Vec<&str> = families.iter().map(AnyFamily::tag).collect();
            let known = known.join(", ");
            let tag = family.ok_or_else(|| {
                Fault::Usage(format!("--from text needs --family, one of: {known}"))
            })?;
            let family = families.get(tag).ok_or_else(|| {
                Fault::Usage(format!("no family is called `{tag}`; known: {known}"))
            })?;
            Ok(text_boards(source, family))
        }
    }
}

/// A file that is one JSON object with a `format` is a pack; where the first line is an object with a
/// `layout` there is a rolling-cube board a line, in any other file a sliding board a line.
fn guess(source: &Source) -> From {
    let whole = parse(source.text());
    let first = source
        .text()
        .lines()
        .find(|line| !line.trim().is_empty())
        .map(parse);
    let has = |root: &Node, key: &str| root.entry(key).is_some();
    match (&whole, &first) {
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
            id: level.id,
            family: level.family,
            max_states: families.get(level.family).map_or(0, AnyFamily::max_states),
            level: level.level.map_err(|findings| {
                findings
                    .into_iter()
                    .map(|found| Message {
                        position: found.start,
                        text: with_help(&found.message, &found.help),
                    })
                    .collect()
            }),
            letters: None,
        })
        .collect())
}

/// The boards of a text in the family's own form, with blank lines between them.
fn text_boards(source: &Source, family: &'static dyn AnyFamily) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut board = TextBoard::default();
    let ends = source.text().lines().chain([""]).enumerate();
    for (index, line) in ends {
        if let Some(comment) = line.trim_start().strip_prefix(';') {
            board.id = Some(comment.trim().to_string()).filter(|id| !id.is_empty());
        } else if !line.trim().is_empty() {
            if board.text.is_empty() {
                board.first = index + 1;
            }
            board.text.push_str(line);
            board.text.push('\n');
        } else if !board.text.is_empty() {
            boards.push(std::mem::take(&mut board).open(family));
        }
    }
    boards
}

/// One board of a text.
#[derive(Default)]
struct TextBoard {
    id: Option<String>,
    /// The number of its first line.
    first: usize,
    text: String,
}

impl TextBoard {
    fn open(self, family: &'static dyn AnyFamily) -> Board {
        // Rows of a board come first in every form, so a cell's row is a line.
        let message = |fault: BoardFault| {
            let cell = match &fault.place {
                Place::Cells(cells) => cells.first().copied(),
                _ => None,
            };
            let Cell { row, col } = cell.unwrap_or(Cell { row: 0, col: 0 });
            Message {
                position: Position {
                    line: self.first + row,
                    column: col + 1,
                },
                text: with_help(&fault.message, &fault.help),
            }
        };
        let level = family.open_text(&self.text);
        Board {
            id: self.id.unwrap_or_else(|| format!("line-{}", self.first)),
            family: family.tag(),
            max_states: family.max_states(),
            level: level.map_err(|faults| faults.into_iter().map(message).collect()),
            letters: None,
        }
    }
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
            (!text.is_empty()).then_some((index + 1, at, text))
        })
}

/// The rolling-cube boards of a text: one JSON object a line, or one object over all lines.
fn roll_boards(source: &Source) -> Vec<Board> {
    if let Ok(root) = parse(source.text()) {
        return vec![roll_board(source, 0, "line-1".to_string(), &root)];
    }
    lines(source)
        .map(|(number, start, text)| {
            let id = format!("line-{number}");
            match parse(text) {
                Ok(root) => roll_board(source, start, id, &root),
                Err(fault) => Board {
                    id,
                    family: Roll::TAG,
                    max_states: Roll::MAX_STATES,
                    level: Err(vec![Message {
                        position: source.position(start + fault.span.start),
                        text: format!("not JSON: {}", fault.message),
                    }]),
                    letters: None,
                },
            }
        })
        .collect()
}

/// The board of an object that stands at byte `start` of the file.
fn roll_board(source: &Source, start: usize, id: String, root: &Node) -> Board {
    let id = named(root).unwrap_or(id);
    let at = |offset: usize, text: String| Message {
        position: source.position(start + offset),
        text,
    };
    let rows = root.get("layout").map(Node::items).unwrap_or_default();
    let texts: Option<Vec<String>> = rows
        .iter()
        .map(|row| row.text().map(str::to_string))
        .collect();
    let level = match texts {
        Some(layout) if root.get("layout").is_some() => {
            let level = roll::Level { layout };
            any::<Roll>()
                .open_text(&Roll::to_text(&level))
                .and_then(|opened| {
                    // The text form drops empty rows; the level itself may not have any.
                    Roll::build(&level).map(|_| opened)
                })
        }
        _ => {
            let found = root.get("layout").unwrap_or(root);
            let text = "an object needs a `layout`: a list of strings, one a row".to_string();
            return Board {
                id,
                family: Roll::TAG,
                max_states: Roll::MAX_STATES,
                level: Err(vec![at(found.span.start, text)]),
                letters: None,
            };
        }
    };
    let place = |fault: BoardFault| {
        let offset = match &fault.place {
            Place::Cells(cells) => cells.first().and_then(|cell| {
                let row = rows.get(cell.row)?;
                let moved = row.span.start + start..row.span.end + start;
                Some(source.char_in_literal(&moved, cell.col).start - start)
            }),
            _ => None,
        };
        at(
            offset.unwrap_or(root.span.start),
            with_help(&fault.message, &fault.help),
        )
    };
    Board {
        id,
        family: Roll::TAG,
        max_states: Roll::MAX_STATES,
        level: level.map_err(|faults| faults.into_iter().map(place).collect()),
        letters: None,
    }
}

/// What an object calls its board.
fn named(root: &Node) -> Option<String> {
    root.get("id").map(|id| match id.text() {
        Some(text) => text.to_string(),
        None => id.to_json().to_string(),
    })
}

/// The boards of a text with one board a line; blank lines are passed over.
fn rush_boards(source: &Source) -> Vec<Board> {
    lines(source)
        .map(|(number, start, text)| {
            RushLine {
                source,
                start,
                text,
                number,
            }
            .board()
        })
        .collect()
}

/// One line of one-line notation.
struct RushLine<'a> {
    source: &'a Source,
    /// Byte offset of the line in the text.
    start: usize,
    text: &'a str,
    number: usize,
}

/// The cells of a board and where they stand.
struct Cells {
    id: Option<String>,
    text: String,
    width: usize,
    height: usize,
    /// Byte offset in the file of each cell, and of the end.
    offsets: Vec<usize>,
}

impl RushLine<'_> {
    fn board(&self) -> Board {
        let line_id = format!("line-{}", self.number);
        let cells = if self.text.trim_start().starts_with('{') {
            self.object()
        } else {
            self.plain()
        };
        let cells = match cells {
            Ok(cells) => cells,
            Err((id, message)) => {
                return Board {
                    id: id.unwrap_or(line_id),
                    family: Slide::TAG,
                    max_states: Slide::MAX_STATES,
                    level: Err(vec![message]),
                    letters: None,
                };
            }
        };
        let id = cells.id.clone().unwrap_or(line_id);
        let place = |fault: BoardFault| self.message(&cells, fault);
        let places = |faults: Faults| faults.into_iter().map(place).collect();
        let (level, letters) = match rush::read(&cells.text, cells.width, cells.height) {
            Err(faults) => (Err(places(faults)), None),
            Ok(board) => {
                let opened = any::<Slide>().open_text(&Slide::to_text(&board.level));
                (opened.map_err(places), Some(board))
            }
        };
        Board {
            id,
            family: Slide::TAG,
            max_states: Slide::MAX_STATES,
            level,
            letters,
        }
    }

    fn at(&self, offset: usize, text: String) -> Message {
        Message {
            position: self.source.position(self.start + offset),
            text,
        }
    }

    fn message(&self, cells: &Cells, fault: BoardFault) -> Message {
        let index = match &fault.place {
            Place::Cells(found) => found
                .first()
                .map(|Cell { row, col }| row * cells.width + col),
            _ => None,
        };
        let end = cells.offsets.len() - 1;
        let offset = cells.offsets[index.unwrap_or(0).min(end)];
        Message {
            position: self.source.position(offset),
            text: with_help(&fault.message, &fault.help),
        }
    }

    /// A bare board, or `moves board states`.
    fn plain(&self) -> Result<Cells, (Option<String>, Message)> {
        let words: Vec<&str> = self
            .text
            .split(' ')
            .filter(|word| !word.is_empty())
            .collect();
        let number = |word: &str| word.parse::<u64>().is_ok();
        let board = match words.as_slice() {
            [board] => *board,
            [moves, board, states] if number(moves) && number(states) => *board,
            _ => {
                let text =
                    "not a board: a line is 36 cells, `moves board states`, or a JSON object";
                return Err((None, self.at(0, text.to_string())));
            }
        };
        // The words are slices of the line, so the board's place is known from its address in it.
        let before = self.text.find(board).unwrap_or(0);
        let offsets = board
            .char_indices()
            .map(|(at, _)| self.start + before + at)
            .chain([self.start + before + board.len()])
            .collect();
        Ok(Cells {
            id: None,
            text: board.to_string(),
            width: 6,
            height: 6,
            offsets,
        })
    }

    /// A JSON object with `board`, `width`, `height` and perhaps `id`; what else it holds is ignored.
    fn object(&self) -> Result<Cells, (Option<String>, Message)> {
        let root = parse(self.text).map_err(|fault| {
            (
                None,
                self.at(fault.span.start, format!("not JSON: {}", fault.message)),
            )
        })?;
        let id = named(&root);
        let fail =
            |node: &Node, text: &str| (id.clone(), self.at(node.span.start, text.to_string()));
        let Some(board) = root.get("board") else {
            return Err(fail(&root, "the object has no `board`"));
        };
        let Some(text) = board.text() else {
            return Err(fail(board, "`board` is not a string"));
        };
        let size = |key: &str| match root.get(key) {
            None => Ok(None),
            Some(node) => match node.count() {
                Some(size) => Ok(Some(usize::try_from(size).unwrap_or(usize::MAX))),
                None => Err(fail(node, &format!("`{key}` is not a whole number"))),
            },
        };
        let (width, height) = match (size("width")?, size("height")?) {
            (Some(width), Some(height)) => (width, height),
            (None, None) => (6, 6),
            _ => return Err(fail(&root, "`width` and `height` go together")),
        };
        // Offsets in this line's own source, moved to where the line stands in the file; no further
        // than a board reaches and one cell more, since each is looked for from the first.
        let local = Source::new("", self.text);
        let count = text.chars().count().min(MAX_SIDE * MAX_SIDE + 1);
        let offsets = (0..=count)
            .map(|index| self.start + local.char_in_literal(&board.span, index).start)
            .collect();
        Ok(Cells {
            id: id.clone(),
            text: text.to_string(),
            width,
            height,
            offsets,
        })
    }
}

fn with_help(message: &str, help: &str) -> String {
    if help.is_empty() {
        message.to_string()
    } else {
        format!("{message} ({help})")
    }
}
