//! Boards in the plain text form of a family, with blank lines between them.

use levels_core::finding::{Cell, Fault, Place};
use levels_core::json::source::{LineColumn, Source};
use levels_core::pack::AnyFamily;

use super::{Board, Message};

/// The boards of a text in the family's own form, with blank lines between them.
pub(super) fn boards(source: &Source, family: &'static dyn AnyFamily) -> Vec<Board> {
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
        let message = |fault: Fault| {
            let cell = match &fault.place {
                Place::Cells(cells) => cells.first().copied(),
                _ => None,
            };
            let Cell { row, col } = cell.unwrap_or(Cell { row: 0, col: 0 });
            let position = LineColumn {
                line: self.first + row,
                column: col + 1,
            };
            Message::new(position, &fault.message, &fault.help)
        };
        let level = family.open_text(&self.text);
        let id = self.id.unwrap_or_else(|| format!("line-{}", self.first));
        let level = level.map_err(|faults| faults.into_iter().map(message).collect());
        Board::new(&id, family, level)
    }
}
