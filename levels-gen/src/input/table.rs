//! Collections in columns: a header that names them, then one board per line.

use levels_core::json::source::Source;
use levels_core::wording::plural;

use super::claims::{MOVES, STATES};
use super::collection::{Written, offset_in};
use super::{Claims, Message};

const BOARDS: &[&str] = &["board", "puzzle", "position", "grid"];
const IDS: &[&str] = &["id", "name", "title", "level"];
const WIDTHS: &[&str] = &["width", "columns", "cols"];
const HEIGHTS: &[&str] = &["height", "rows"];

/// The header of a table.
pub(super) struct Header<'a> {
    separator: Option<char>,
    /// The names of the columns, in lower case.
    names: Vec<String>,
    /// The line itself, for messages.
    text: &'a str,
    board: usize,
    id: Option<usize>,
    moves: Option<usize>,
    states: Option<usize>,
    width: Option<usize>,
    height: Option<usize>,
}

/// A field of a line: its text, and its byte offset in the file.
struct Field {
    text: String,
    start: usize,
}

impl<'a> Header<'a> {
    /// The header that a line is: `None` if it names no column with boards, a message if two columns mean the
    /// same.
    pub fn read(source: &Source, start: usize, text: &'a str) -> Option<Result<Self, Message>> {
        let separator = [',', '\t', ';'].into_iter().find(|&c| text.contains(c));
        let fields = fields(source, start, text, separator).ok()?;
        let names: Vec<String> = fields
            .iter()
            .map(|field| field.text.trim().to_lowercase())
            .collect();
        if !names.iter().any(|name| BOARDS.contains(&name.as_str())) {
            return None;
        }
        let mut twice = None;
        let mut column = |known: &[&str]| {
            let mut found = names
                .iter()
                .enumerate()
                .filter(|(_, name)| known.contains(&name.as_str()));
            let first = found.next().map(|(at, _)| at);
            if let (Some(first), Some((second, _))) = (first, found.next()) {
                twice = twice.or(Some((first, second)));
            }
            first
        };
        let header = Self {
            separator,
            text,
            board: column(BOARDS)?,
            id: column(IDS),
            moves: column(MOVES),
            states: column(STATES),
            width: column(WIDTHS),
            height: column(HEIGHTS),
            names: names.clone(),
        };
        if let Some((first, second)) = twice {
            let message = format!(
                "columns `{}` and `{}` mean the same",
                names[first], names[second]
            );
            let position = source.position(fields[second].start);
            return Some(Err(Message::new(position, &message, "rename one of them")));
        }
        Some(Ok(header))
    }

    /// Whether a line has as many fields as the header, so that it is not a comment.
    pub fn fits(&self, text: &str) -> bool {
        let source = Source::new("", text);
        fields(&source, 0, text, self.separator)
            .is_ok_and(|fields| fields.len() == self.names.len())
    }

    /// The board of a line under this header, and its id.
    pub fn line(
        &self,
        source: &Source,
        start: usize,
        text: &str,
    ) -> Result<(Option<String>, Written), Message> {
        let at = |offset: usize, message: &str, help: &str| {
            Message::new(source.position(offset), message, help)
        };
        let fields = fields(source, start, text, self.separator)?;
        if fields.len() != self.names.len() {
            let message = format!(
                "{}, but the header has {}: {}",
                plural(fields.len(), "field"),
                self.names.len(),
                self.text
            );
            let help = "put a field with a separator in it into double quotes";
            return Err(at(start, &message, help));
        }
        let field = |column: Option<usize>| column.and_then(|column| fields.get(column));
        let number = |column: Option<usize>| -> Result<Option<(u64, usize)>, Message> {
            let Some(field) = field(column) else {
                return Ok(None);
            };
            match field.text.trim() {
                "" | "-" | "?" => Ok(None),
                word => match word.parse() {
                    Ok(count) => Ok(Some((count, field.start))),
                    Err(_) => Err(at(
                        field.start,
                        &format!("`{word}` is not a whole number"),
                        "leave the field empty if it is not known",
                    )),
                },
            }
        };
        let claim = |column| -> Result<_, Message> {
            let found = number(column)?;
            Ok(found.map(|(count, offset)| (count, source.position(offset))))
        };
        let claims = Claims {
            moves: claim(self.moves)?,
            states: claim(self.states)?,
        };
        let size = |column| -> Result<Option<usize>, Message> {
            let found = number(column)?;
            Ok(found.map(|(size, _)| usize::try_from(size).unwrap_or(usize::MAX)))
        };
        let Some(board) = field(Some(self.board)) else {
            return Err(at(start, "no board", ""));
        };
        let written = Written {
            claims,
            ..Written::of(board.text.trim_end(), board.start)
        };
        let written = match (size(self.width)?, size(self.height)?) {
            (Some(width), Some(height)) => Written {
                width,
                height,
                ..written
            },
            (None, None) => written.six_by_six(),
            _ => return Err(at(start, "width and height go together", "")),
        };
        let id = field(self.id).map(|field| field.text.trim().to_string());
        Ok((id.filter(|id| !id.is_empty()), written))
    }
}

/// The fields of a line. A field in double quotes may hold the separator; two quotes in it are one.
fn fields(
    source: &Source,
    start: usize,
    text: &str,
    separator: Option<char>,
) -> Result<Vec<Field>, Message> {
    let mut fields = Vec::new();
    let mut rest = text;
    loop {
        let at = start + offset_in(text, rest);
        let Some(quoted) = rest.strip_prefix('"') else {
            let end = separator.and_then(|c| rest.find(c)).unwrap_or(rest.len());
            fields.push(Field {
                text: rest[..end].to_string(),
                start: at,
            });
            match separator.and_then(|c| rest[end..].strip_prefix(c)) {
                Some(next) => rest = next,
                None => return Ok(fields),
            }
            continue;
        };
        let mut field = String::new();
        let mut left = quoted;
        loop {
            let Some(end) = left.find('"') else {
                let message = "a quote that does not end on its line";
                return Err(Message::new(source.position(at), message, ""));
            };
            field.push_str(&left[..end]);
            left = &left[end + 1..];
            match left.strip_prefix('"') {
                Some(more) => {
                    field.push('"');
                    left = more;
                }
                None => break,
            }
        }
        fields.push(Field {
            text: field,
            start: at + 1,
        });
        match separator.and_then(|c| left.strip_prefix(c)) {
            Some(next) => rest = next,
            None if left.is_empty() => return Ok(fields),
            None => {
                let offset = start + offset_in(text, left);
                let message = "text after the end of a quote";
                return Err(Message::new(source.position(offset), message, ""));
            }
        }
    }
}
