//! Findings for a terminal.

use std::ops::Range;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Padding, Renderer, Snippet};
use levels_core::json::source::Source;
use levels_core::pack::{Finding, Severity, drawing};
use levels_core::wording::{is_unprintable, printable};

/// The longest line, in bytes, that is shown as source; of a longer one only the place is named. The
/// renderer cuts what is wider than a terminal.
const LONGEST_LINE: usize = 4096;

/// A finding with its source line, a caret under the cell, the drawn board and what to do.
#[must_use]
pub fn render(source: Option<&Source>, found: &Finding) -> String {
    let level = match found.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(found.message.as_str())
        .id(found.lint.code);
    let line = source.map_or("", |source| source.line(found.start.line));
    let shown = |c: char| {
        if is_unprintable(c) && c != '\t' {
            '\u{fffd}'
        } else {
            c
        }
    };
    let line: String = line.chars().map(shown).collect();
    let file = printable(&found.file);
    let mut group = Group::with_title(title);
    if line.len() > LONGEST_LINE {
        let origin = Origin::path(&*file)
            .line(found.start.line)
            .char_column(found.start.column);
        group = group.element(origin);
    } else {
        let annotation = AnnotationKind::Primary
            .span(span_in_line(&line, found))
            .label(found.lint.name);
        let snippet = Snippet::source(&line)
            .line_start(found.start.line)
            .path(&*file)
            .annotation(annotation);
        group = group.element(snippet);
    }
    let board = drawing(&found.board.0, &found.board.1);
    if !board.is_empty() {
        let board = format!("the board:\n{}", board.trim_end());
        group = group.element(Padding).element(Level::NOTE.message(board));
    }
    let groups = [group.element(Level::HELP.message(super::help(found)))];
    let rendered = Renderer::styled()
        .decor_style(DecorStyle::Ascii)
        .render(&groups);
    format!("{rendered}\n")
}

/// The byte range of the finding in its first line.
fn span_in_line(line: &str, found: &Finding) -> Range<usize> {
    let offset = |column: usize| {
        line.char_indices()
            .nth(column - 1)
            .map_or(line.len(), |(at, _)| at)
    };
    let start = offset(found.start.column);
    let end = if found.end.line == found.start.line {
        offset(found.end.column)
    } else {
        line.len()
    };
    start..end.max(start)
}
