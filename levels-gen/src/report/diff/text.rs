//! A difference for a terminal of 80 columns, without colour.

use std::fmt::Write as _;

use super::{Diff, PackDiff};
use levels_core::wrap::wrapped;

use crate::report::WIDTH;

/// How many moved stages are listed one by one.
const STAGES: usize = 40;
/// How many columns the longest bar has.
const BAR: usize = 24;

/// The difference as text.
#[must_use]
pub fn text(diff: &Diff) -> String {
    let [old, new] = &diff.names;
    // Writing to a string cannot fail.
    let mut text = format!("{old} → {new}\n");
    text.push_str(&wrapped(diff.summary().split(' '), "  ", WIDTH));
    for pack in &diff.packs {
        text.push('\n');
        text.push_str(&self::pack(pack));
    }
    if let Some(order) = &diff.order {
        let _ = writeln!(text, "\nprogression: {}", order.summary());
        if order.breaks_progress() {
            text.push_str("  ! stages moved under the same version: players lose their place\n");
        }
        for shift in order.shifts.iter().take(STAGES) {
            let _ = writeln!(
                text,
                "  {:<16} {:<24} {}",
                shift.place(),
                shift.level,
                shift.rating()
            );
        }
        if order.shifts.len() > STAGES {
            let _ = writeln!(
                text,
                "  and {} more: --format md or html lists all",
                order.shifts.len() - STAGES
            );
        }
    }
    text
}

fn pack(pack: &PackDiff) -> String {
    let mut text = format!("{}: {}\n", pack.id, pack.summary());
    for field in &pack.head {
        text.push_str(&wrapped(field.words().split(' '), "    ", WIDTH));
    }
    for (sign, levels) in [('-', &pack.withdrawn), ('+', &pack.added)] {
        for level in levels {
            let _ = writeln!(text, "  {sign} {:<28} {}", level.id, level.facts());
        }
    }
    for (old, new) in &pack.renamed {
        let _ = writeln!(text, "  = {old} is now {new}");
    }
    for change in &pack.changed {
        let words = change.words().join("; ");
        let _ = writeln!(text, "  ~ {}", change.id);
        text.push_str(&wrapped(words.split(' '), "      ", WIDTH));
        if let Some(boards) = &change.boards {
            text.push_str(&side_by_side(boards));
        }
    }
    if pack.histogram_changed() {
        text.push_str(&histogram(pack));
    }
    text
}

/// Levels by number of moves before and after, holes among them.
#[must_use]
pub fn histogram(pack: &PackDiff) -> String {
    let counts = &pack.histogram;
    let most = counts.values().flatten().copied().max().unwrap_or(1).max(1);
    let (Some(first), Some(last)) = (counts.keys().next(), counts.keys().next_back()) else {
        return String::new();
    };
    let mut text = format!("  moves  {:<w$} after\n", "before", w = BAR + 4);
    for moves in *first..=*last {
        let [old, new] = counts.get(&moves).copied().unwrap_or_default();
        let bar = |count: usize| match count {
            0 => "░ hole".to_string(),
            count => format!("{} {count}", "█".repeat((count * BAR).div_ceil(most))),
        };
        let sign = if old == new { ' ' } else { '*' };
        let line = format!(
            "{sign} {moves:>5}  {:<w$} {}",
            bar(old),
            bar(new),
            w = BAR + 4
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Two boards beside each other, or below each other if there is no room.
#[must_use]
pub fn side_by_side(boards: &[Option<Box<dyn levels_core::pack::AnyLevel>>; 2]) -> String {
    let drawn = boards.each_ref().map(|board| match board {
        Some(board) => board.picture(&board.frame()).to_string(),
        None => "   not a board\n".to_string(),
    });
    let lines = drawn
        .each_ref()
        .map(|drawn| drawn.lines().collect::<Vec<_>>());
    let width = |lines: &[&str]| {
        lines
            .iter()
            .map(|line| line.chars().count())
            .max()
            .unwrap_or(0)
    };
    let (left, right) = (width(&lines[0]), width(&lines[1]));
    if left + right + 6 > WIDTH {
        return format!("{}{}", drawn[0], drawn[1]);
    }
    let mut text = String::new();
    let middle = lines[0].len().min(lines[1].len()) / 2;
    for row in 0..lines[0].len().max(lines[1].len()) {
        let part = |side: usize| lines[side].get(row).copied().unwrap_or_default();
        let arrow = if row == middle { "→" } else { " " };
        let pad = left - part(0).chars().count().min(left);
        let line = format!("{}{} {arrow} {}", part(0), " ".repeat(pad), part(1));
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
