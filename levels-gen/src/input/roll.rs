//! Rolling-cube boards, one JSON object per line.

use levels_core::family::roll::{self, Roll};
use levels_core::finding::{Fault, Place};
use levels_core::json::source::Source;
use levels_core::json::{Node, parse};
use levels_core::pack::any;
use levels_core::puzzle::Family as _;

use super::{Board, Claims, Message, lines, named};

/// The rolling-cube boards of a text: one JSON object per line, or one object over all lines.
pub(super) fn boards(source: &Source) -> Vec<Board> {
    if let Ok(root) = parse(source.text()) {
        return vec![board(source, 0, "line-1", &root)];
    }
    lines(source)
        .map(|(number, start, text)| {
            let id = format!("line-{number}");
            match parse(text) {
                Ok(root) => board(source, start, &id, &root),
                Err(fault) => {
                    let position = source.position(start + fault.span.start);
                    let text = format!("not JSON: {}", fault.message);
                    let message = Message::new(position, &text, "");
                    Board::new(&id, any::<Roll>(), Err(vec![message]))
                }
            }
        })
        .collect()
}

/// The board of an object at byte `start` of the file.
fn board(source: &Source, start: usize, line_id: &str, root: &Node) -> Board {
    let id = named(root).unwrap_or_else(|| line_id.to_string());
    let at = |offset: usize, message: &str, help: &str| {
        Message::new(source.position(start + offset), message, help)
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
            let text = "an object needs a `layout`: a list of strings, one per row";
            let message = at(found.span.start, text, "");
            return Board::new(&id, any::<Roll>(), Err(vec![message]));
        }
    };
    let place = |fault: Fault| {
        let offset = match &fault.place {
            Place::Cells(cells) => cells.first().and_then(|cell| {
                let row = rows.get(cell.row)?;
                let moved = row.span.start + start..row.span.end + start;
                Some(source.char_in_literal(&moved, cell.col).start - start)
            }),
            _ => None,
        };
        let offset = offset.unwrap_or(root.span.start);
        at(offset, &fault.message, &fault.help)
    };
    let level = level.map_err(|faults| faults.into_iter().map(place).collect());
    Board {
        claims: Claims::of_object(root, |offset| source.position(start + offset)),
        ..Board::new(&id, any::<Roll>(), level)
    }
}
