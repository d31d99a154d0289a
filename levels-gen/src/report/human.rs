//! Findings for a terminal.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Padding, Renderer, Snippet};
use levels_core::json::source::Source;
use levels_core::pack::{Finding, Severity, drawing};

/// The most characters of a source line that are shown around the caret.
const WINDOW: usize = 120;

/// A finding with its source line, a caret under the very cell, the drawn board and what to do.
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
    let (text, span) = window(line, found);
    let label = found.lint.name;
    let snippet = Snippet::source(text)
        .line_start(found.start.line)
        .path(location(found))
        .annotation(AnnotationKind::Primary.span(span).label(label));
    let mut group = Group::with_title(title).element(snippet);
    let board = drawing(&found.board.0, &found.board.1);
    if !board.is_empty() {
        let board = format!("the board:\n{}", board.trim_end());
        group = group.element(Padding).element(Level::NOTE.message(board));
    }
    let groups = [group.element(Level::HELP.message(found.help.as_str()))];
    let rendered = Renderer::styled()
        .decor_style(DecorStyle::Ascii)
        .render(&groups);
    format!("{rendered}\n")
}

/// The place as terminals make it clickable.
fn location(found: &Finding) -> String {
    found.file.clone()
}

/// The part of a line that is shown, and the byte range of the finding in it. A finding that spans
/// lines is marked to the end of its first.
fn window(line: &str, found: &Finding) -> (String, std::ops::Range<usize>) {
    let chars: Vec<char> = line.chars().collect();
    let start = (found.start.column - 1).min(chars.len());
    let end = if found.end.line == found.start.line {
        (found.end.column - 1).clamp(start, chars.len())
    } else {
        chars.len()
    };
    let from = if chars.len() > WINDOW {
        start.saturating_sub(WINDOW / 3)
    } else {
        0
    };
    let to = (from + WINDOW).min(chars.len());
    let end = end.min(to);
    let bytes = |range: &[char]| range.iter().map(|c| c.len_utf8()).sum::<usize>();
    let text: String = chars[from..to].iter().collect();
    let first = bytes(&chars[from..start.max(from)]);
    let length = bytes(&chars[start..end.max(start)]);
    (text, first..first + length)
}
