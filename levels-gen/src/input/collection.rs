//! Sliding boards as collections write them; [`NOTATIONS`](super::NOTATIONS) is the table of what is read.
//!
//! The kind of a line follows from its own characters. Only two things depend on other lines: a table
//! begins with its header, and rows follow each other. What could be read in two ways is refused.

use levels_core::family::slide::rush::{self, Names};
use levels_core::family::slide::{MAX_SIDE, Slide};
use levels_core::finding::{Cell, Fault, Place};
use levels_core::json::source::Source;
use levels_core::json::{Node, parse};
use levels_core::pack::any;
use levels_core::puzzle::Family as _;
use levels_core::wording::plural;

use super::named::Named;
use super::table::Header;
use super::{Board, Claims, Message, lines, named};

/// The sliding boards of a collection. `key` is the name of the Key; without it, the name is found from each
/// board, or from all of them together.
pub(super) fn boards(source: &Source, key: Option<&str>) -> Vec<Board> {
    let records = Reader::new(source).records();
    let common = key.is_none().then(|| common_key(&records)).flatten();
    records
        .into_iter()
        .map(|record| record.board(source, key, common))
        .collect()
}

/// The only usual name that can be the Key's on all boards, since a collection writes its boards alike.
/// Boards on which no usual name can be the Key's do not count.
fn common_key(records: &[Record]) -> Option<&'static str> {
    let possible = records
        .iter()
        .filter_map(|record| Some(record.written.as_ref().ok()?.possible_keys()))
        .filter(|keys| !keys.is_empty());
    let common = possible.reduce(|mut common, keys| {
        common.retain(|key| keys.contains(key));
        common
    })?;
    match common.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// One board as it is written, or what is wrong with its line.
struct Record {
    id: String,
    written: Result<Written, Message>,
}

/// The cells of a board and where they are.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// The cells in reading order: characters, or words with blanks between them.
    pub text: String,
    /// Whether the cells are words.
    pub words: bool,
    pub width: usize,
    pub height: usize,
    /// Byte offset in the file of each cell, and of the end.
    pub offsets: Vec<usize>,
    pub claims: Claims,
}

impl Written {
    fn cells(&self) -> Vec<&str> {
        if self.words {
            self.text.split(' ').collect()
        } else {
            rush::characters(&self.text)
        }
    }

    fn possible_keys(&self) -> Vec<&'static str> {
        // The text in place of a board can have any length.
        if self.text.len() > 8 * MAX_SIDE * MAX_SIDE || self.width == 0 {
            return Vec::new();
        }
        rush::possible_keys(&self.cells(), self.width)
    }

    /// The cells of a text: words if blanks, tabs or commas separate them, otherwise characters.
    /// `start` is the byte offset of the text in the file.
    pub fn of(text: &str, start: usize) -> Self {
        let place = |part: &str| start + offset_in(text, part);
        let cells = cells(text);
        let words = cells.is_some();
        let parts = cells.unwrap_or_else(|| rush::characters(text));
        let offsets = parts.iter().map(|part| place(part));
        let offsets = offsets.chain([start + text.len()]).collect();
        Self {
            text: parts.join(if words { " " } else { "" }),
            words,
            offsets,
            ..Self::default()
        }
    }

    /// How many cells a row has that was read by [`of`](Self::of).
    fn width(&self) -> usize {
        self.offsets.len() - 1
    }

    /// The same as a board of six by six cells: the size of every board on one line without a size.
    pub fn six_by_six(self) -> Self {
        Self {
            width: 6,
            height: 6,
            ..self
        }
    }
}

impl Record {
    fn board(self, source: &Source, key: Option<&str>, common: Option<&'static str>) -> Board {
        let written = match self.written {
            Ok(written) => written,
            Err(message) => return Board::new(&self.id, any::<Slide>(), Err(vec![message])),
        };
        let common = common.filter(|common| written.possible_keys().contains(common));
        let place = |fault: Fault, names: &Names| {
            let index = match &fault.place {
                Place::Cells(found) => found
                    .first()
                    .map(|Cell { row, col }| row * written.width + col),
                _ => None,
            };
            let end = written.offsets.len() - 1;
            let offset = written.offsets[index.unwrap_or(0).min(end)];
            let (message, help) = (names.message(&fault.message), names.message(&fault.help));
            Message::new(source.position(offset), &message, &help)
        };
        let cells = written.cells();
        let read = rush::read_cells(&cells, written.width, written.height, key.or(common));
        let mut legend = String::new();
        let level = match read {
            // These messages already use the names of the input.
            Err(faults) => Err((faults, Names::default())),
            Ok(board) => {
                let long: Vec<String> = board
                    .names
                    .legend()
                    .map(|(letter, name)| format!("{letter} = {name}"))
                    .collect();
                legend = long.join(", ");
                match any::<Slide>().open_text(&Slide::to_text(&board.level)) {
                    Ok(level) => Ok(Box::new(Named {
                        level,
                        names: board.names,
                    }) as Box<_>),
                    Err(faults) => Err((faults, board.names)),
                }
            }
        };
        let level = level.map_err(|(faults, names)| {
            let messages = faults.into_iter().map(|fault| place(fault, &names));
            messages.collect()
        });
        Board {
            legend,
            claims: written.claims.clone(),
            ..Board::new(&self.id, any::<Slide>(), level)
        }
    }
}

/// What a line of a collection is.
enum Line<'a> {
    Comment(&'a str),
    /// A comment, or a row that begins with `#` for a wall: as many characters.
    Doubtful(usize),
    /// A row of a board.
    Row(Written),
    /// A whole board.
    Board(Written),
    /// A JSON object.
    Object,
    Other(Message),
}

const NO_BOARD: &str = "not a board: a line is 36 cells, `moves board states`, a row of a board, a table's \
header, or a JSON object";
const NO_BOARD_HELP: &str = "begin a comment with `;`; levels-gen solve --help lists what is read";

/// Goes through the lines of a collection.
struct Reader<'a> {
    source: &'a Source,
    records: Vec<Record>,
    /// The rows of the board that is being read.
    rows: Vec<Row>,
    /// The comment on the line before.
    comment: Option<(usize, String)>,
    /// The line before, if it is taken for a comment and could be a row: its number, place and width.
    doubtful: Option<(usize, usize, usize)>,
    /// Whether a line among the rows was refused, so that they are not a board.
    spoiled: bool,
    /// The header, once it was seen.
    header: Option<Header<'a>>,
}

/// One row of a board.
struct Row {
    number: usize,
    written: Written,
}

impl<'a> Reader<'a> {
    fn new(source: &'a Source) -> Self {
        Self {
            source,
            records: Vec::new(),
            rows: Vec::new(),
            comment: None,
            doubtful: None,
            spoiled: false,
            header: None,
        }
    }

    fn records(mut self) -> Vec<Record> {
        // One JSON value over all lines: an object, or a list, which is refused.
        let text = self.source.text();
        if text.trim_start().starts_with(['{', '['])
            && let Ok(root) = parse(text)
        {
            let (id, written) = if text.trim_start().starts_with('[') {
                let help = "write one object per line, as `jq -c '.[]' FILE` does";
                let message = "a JSON list of boards is not read";
                (None, Err(self.message(root.span.start, message, help)))
            } else {
                (named(&root), self.object(text, 0, &root))
            };
            let number = self.source.position(root.span.start).line;
            self.push(number, id, written);
            return self.records;
        }
        let mut last = 0;
        for (number, start, line) in lines(self.source) {
            if number > last + 1 {
                self.end_board();
            }
            last = number;
            self.line(number, start, line);
        }
        self.end_board();
        self.records
    }

    fn message(&self, offset: usize, message: &str, help: &str) -> Message {
        Message::new(self.source.position(offset), message, help)
    }

    fn push(&mut self, number: usize, id: Option<String>, written: Result<Written, Message>) {
        let id = id.unwrap_or_else(|| format!("line-{number}"));
        self.records.push(Record { id, written });
    }

    fn line(&mut self, number: usize, start: usize, text: &'a str) {
        if let Some(header) = &self.header {
            if !is_comment(text) || header.fits(text) {
                let read = header.line(self.source, start, text);
                let (id, written) = match read {
                    Ok((id, written)) => (id, Ok(written)),
                    Err(message) => (None, Err(message)),
                };
                self.push(number, id, written);
            }
            return;
        }
        // A header comes before all boards.
        if self.records.is_empty()
            && self.rows.is_empty()
            && let Some(header) = Header::read(self.source, start, text)
        {
            match header {
                Ok(header) => self.header = Some(header),
                Err(message) => self.push(number, None, Err(message)),
            }
            return;
        }
        match self.kind(start, text) {
            Line::Row(written) => {
                let width = written.width();
                if let Some((line, start)) = self.doubtful_row(number, width) {
                    self.refuse_doubtful(line, start);
                }
                self.rows.push(Row { number, written });
            }
            Line::Comment(comment) => {
                self.end_board();
                self.comment = Some((number, comment.to_string()));
            }
            Line::Doubtful(width) => {
                if self
                    .rows
                    .first()
                    .is_some_and(|row| row.written.width() == width)
                {
                    self.refuse_doubtful(number, start);
                } else if let Some((line, start)) = self.doubtful_row(number, width) {
                    self.refuse_doubtful(line, start);
                } else {
                    self.end_board();
                    let comment = text.trim_start().trim_start_matches('#').trim();
                    self.comment = Some((number, comment.to_string()));
                }
                self.doubtful = Some((number, start, width));
            }
            Line::Board(written) => {
                self.end_board();
                self.push(number, None, Ok(written.six_by_six()));
            }
            Line::Object => {
                self.end_board();
                match parse(text) {
                    Ok(root) => {
                        let written = self.object(text, start, &root);
                        self.push(number, named(&root), written);
                    }
                    Err(fault) => {
                        let text = format!("not JSON: {}", fault.message);
                        let message = self.message(start + fault.span.start, &text, "");
                        self.push(number, None, Err(message));
                    }
                }
            }
            Line::Other(message) => {
                self.end_board();
                self.push(number, None, Err(message));
            }
        }
    }

    /// The line before this one, if it was taken for a comment and is as wide as this row.
    fn doubtful_row(&self, number: usize, width: usize) -> Option<(usize, usize)> {
        self.doubtful
            .filter(|&(line, _, wide)| line + 1 == number && wide == width)
            .map(|(line, start, _)| (line, start))
    }

    fn refuse_doubtful(&mut self, number: usize, start: usize) {
        let message = self.message(
            start,
            "this could be a row that begins with a wall, or a comment",
            "write a wall as `x`, and begin a comment with `;` or with `#` and a blank",
        );
        if !self.spoiled {
            self.push(number, None, Err(message));
        }
        self.spoiled = true;
    }

    fn kind(&self, start: usize, text: &'a str) -> Line<'a> {
        let trimmed = text.trim_start();
        if is_comment(trimmed) {
            return match could_be_row(trimmed) {
                Some(width) => Line::Doubtful(width),
                None => Line::Comment(trimmed.trim_start_matches([';', '#']).trim()),
            };
        }
        if trimmed.starts_with('{') {
            return Line::Object;
        }
        let start = start + (text.len() - trimmed.len());
        if cells(trimmed).is_some() {
            let written = Written::of(trimmed, start);
            return if written.width() <= MAX_SIDE {
                Line::Row(written)
            } else {
                Line::Board(written)
            };
        }
        let words = words(trimmed);
        let number = |word: &str| word.parse::<u64>().ok();
        let at = |word: &str| start + offset_in(trimmed, word);
        match words.as_slice() {
            [row] if row.chars().count() <= MAX_SIDE => Line::Row(Written::of(row, at(row))),
            [board] => Line::Board(Written::of(board, at(board))),
            [moves, board, states] => match (number(moves), number(states)) {
                (Some(count), Some(reachable)) => {
                    let claim = |count, word| Some((count, self.source.position(at(word))));
                    Line::Board(Written {
                        claims: Claims {
                            moves: claim(count, moves),
                            states: claim(reachable, states),
                        },
                        ..Written::of(board, at(board))
                    })
                }
                _ => Line::Other(self.message(start, NO_BOARD, NO_BOARD_HELP)),
            },
            [one, two]
                if number(one).is_some() != number(two).is_some()
                    && words.iter().any(|word| word.chars().count() > MAX_SIDE) =>
            {
                let message = "a board and one number, which may be its moves or its states";
                let help = "say which in a header: `board,moves` or `board,states`";
                Line::Other(self.message(start, message, help))
            }
            _ => Line::Other(self.message(start, NO_BOARD, NO_BOARD_HELP)),
        }
    }

    /// The rows so far are a board.
    fn end_board(&mut self) {
        let comment = self.comment.take();
        let rows = std::mem::take(&mut self.rows);
        if std::mem::take(&mut self.spoiled) {
            return;
        }
        let Some(first) = rows.first() else {
            return;
        };
        let number = first.number;
        let id = comment
            .filter(|(line, comment)| line + 1 == number && !comment.is_empty())
            .map(|(_, comment)| comment);
        let width = first.written.width();
        let start = first.written.offsets[0];
        let ragged = rows
            .iter()
            .enumerate()
            .find(|(_, row)| row.written.width() != width);
        let wrong = if rows.len() == 1 {
            let message = format!("one row of {}", plural(width, "cell"));
            let help = "a board on one line has 36 cells, one in rows has two rows or more";
            Some(self.message(start, &message, help))
        } else if rows.len() > MAX_SIDE {
            let message = format!("{} rows, but a board has at most {MAX_SIDE}", rows.len());
            let help = "put a blank line between two boards";
            Some(self.message(start, &message, help))
        } else if let Some((index, row)) = ragged {
            let count = row.written.width();
            let message = format!(
                "row {} has {}, but row 1 has {width}",
                index + 1,
                plural(count, "cell")
            );
            let help = "every row needs as many cells as the first; `.` is an empty cell";
            Some(self.message(row.written.offsets[count.min(width)], &message, help))
        } else {
            None
        };
        let written = match wrong {
            Some(message) => Err(message),
            None => Ok(together(&rows, width)),
        };
        self.push(number, id, written);
    }

    /// A JSON object with `board`, `width`, `height`, perhaps `id`, and claims; other fields are ignored.
    fn object(&self, line: &str, start: usize, root: &Node) -> Result<Written, Message> {
        let fail = |node: &Node, text: &str| self.message(start + node.span.start, text, "");
        let Some(board) = root.get("board") else {
            return Err(fail(root, "the object has no `board`"));
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
            _ => return Err(fail(root, "`width` and `height` go together")),
        };
        // Offsets in this line, moved to its place in the file. No more than a board has cells and one
        // more, since the search for each starts at the first cell.
        let local = Source::new("", line);
        let count = text.chars().count().min(MAX_SIDE * MAX_SIDE + 1);
        let offsets = (0..=count)
            .map(|index| start + local.char_in_literal(&board.span, index).start)
            .collect();
        Ok(Written {
            text: text.to_string(),
            words: false,
            width,
            height,
            offsets,
            claims: Claims::of_object(root, |offset| self.source.position(start + offset)),
        })
    }
}

/// The rows of a board as one.
fn together(rows: &[Row], width: usize) -> Written {
    let cells: Vec<&str> = rows.iter().flat_map(|row| row.written.cells()).collect();
    let end = rows.last().and_then(|row| row.written.offsets.last());
    let offsets = rows
        .iter()
        .flat_map(|row| &row.written.offsets[..width])
        .chain(end);
    Written {
        text: cells.join(" "),
        words: true,
        width,
        height: rows.len(),
        offsets: offsets.copied().collect(),
        claims: Claims::default(),
    }
}

fn is_comment(text: &str) -> bool {
    text.trim_start().starts_with([';', '#'])
}

/// How many cells a line that begins with `#` has, if it could be a row with walls.
fn could_be_row(text: &str) -> Option<usize> {
    let cell = |c: char| matches!(c, '#' | '.' | 'o' | 'x' | '-' | '_' | '0'..='9' | 'A'..='Z');
    let count = text.chars().take(MAX_SIDE + 1).count();
    let row = text.starts_with('#')
        && (2..=MAX_SIDE).contains(&count)
        && text.chars().all(cell)
        && text.contains(|c| c != '#');
    row.then_some(count)
}

/// The words of a line: between commas where there are any, between blanks otherwise.
fn words(text: &str) -> Vec<&str> {
    if text.contains(',') {
        text.split(',').map(str::trim).collect()
    } else {
        text.split_whitespace().collect()
    }
}

/// The cells of a text that writes them as words, a character or a number each.
fn cells(text: &str) -> Option<Vec<&str>> {
    let words = words(text);
    let cell = |word: &&str| {
        let number =
            !word.is_empty() && word.len() <= 3 && word.bytes().all(|b| b.is_ascii_digit());
        number || word.chars().count() == 1
    };
    (words.len() > 1 && words.iter().all(cell)).then_some(words)
}

/// The byte offset of a part of a text.
pub(super) fn offset_in(text: &str, part: &str) -> usize {
    (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize)
}
