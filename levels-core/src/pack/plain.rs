//! Findings as plain text, for compilers and log files.

use alloc::format;
use alloc::string::String;
use core::fmt::Write as _;

use super::finding::Finding;
use super::verify::PackReport;
use crate::finding::Cell;
use crate::wording::printable;

/// A finding as a compiler prints it after `error: `: the location is on the second line, in the
/// form that editors can jump to.
#[must_use]
pub fn plain(found: &Finding) -> String {
    let mut text = format!(
        "{} {}: {}\n --> {}:{}:{}\n",
        found.lint.code,
        found.lint.name,
        found.message,
        found.file,
        found.start.line,
        found.start.column
    );
    let (rows, marks) = &found.board;
    if !rows.is_empty() {
        text.push('\n');
        text.push_str(&drawing(rows, marks));
        text.push('\n');
    }
    // Writing to a string cannot fail.
    let _ = write!(text, "  = help: {}", found.help);
    text
}

/// The most rows and columns of a board that are drawn. A larger board is not a level, but a file
/// may contain one.
const MOST_DRAWN: usize = 64;

/// A board with some of its cells in brackets; only the first rows and columns of a very large one.
#[must_use]
pub fn drawing(rows: &[String], marks: &[Cell]) -> String {
    let mut text = String::new();
    for (row, cells) in rows.iter().enumerate().take(MOST_DRAWN + 1) {
        if row == MOST_DRAWN {
            text.push_str("    …\n");
            break;
        }
        text.push_str("   ");
        let marked = |col: usize| marks.contains(&Cell { row, col });
        let width = cells.chars().take(MOST_DRAWN + 1).count();
        // A mark just past the end of a short row shows where a cell is missing.
        let end = MOST_DRAWN.min(width + usize::from(marked(width)));
        for (col, cell) in cells.chars().chain([' ']).take(end).enumerate() {
            text.push(match (marked(col), col > 0 && marked(col - 1)) {
                (true, _) => '[',
                (false, true) => ']',
                (false, false) => ' ',
            });
            text.push(if cell.is_control() { '?' } else { cell });
        }
        if end > 0 && marked(end - 1) {
            text.push(']');
        }
        if width > MOST_DRAWN {
            text.push_str(" …");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    text
}

/// The line that sums up a pack, and its histogram, which names the holes.
#[must_use]
pub fn summary(report: &PackReport) -> String {
    let name = if report.id.is_empty() {
        &report.file
    } else {
        &report.id
    };
    let name = printable(name);
    let total = report.levels;
    let mut text = format!(
        "{name}: {}/{total} solvable · {}/{total} optimal counts confirmed",
        report.solvable, report.confirmed
    );
    let decided = report.solvable + report.already_won + report.unsolvable + report.undecided;
    for (count, what) in [
        (report.already_won, "won at the start"),
        (report.unsolvable, "unsolvable"),
        (report.undecided, "not decided"),
        (total.saturating_sub(decided), "not a board"),
        (report.unmeasured, "solved but not fully measured"),
    ] {
        if count > 0 {
            let _ = write!(text, " · {count} {what}");
        }
    }
    if let (Some((first, _)), Some((last, _))) = (
        report.histogram.first_key_value(),
        report.histogram.last_key_value(),
    ) {
        text.push_str("\n  moves→levels");
        for (moves, levels) in &report.histogram {
            let _ = write!(text, " {moves}:{levels}");
        }
        let mut holes = String::new();
        let mut moves = *first;
        while moves < *last {
            if report.histogram.contains_key(&moves) {
                moves += 1;
                continue;
            }
            let start = moves;
            while !report.histogram.contains_key(&moves) {
                moves += 1;
            }
            if !holes.is_empty() {
                holes.push_str(", ");
            }
            let _ = if moves - start == 1 {
                write!(holes, "{start}")
            } else {
                write!(holes, "{start}–{}", moves - 1)
            };
        }
        if holes.is_empty() {
            text.push_str("  (no holes)");
        } else {
            let _ = write!(text, "  (holes: {holes})");
        }
    }
    text
}
