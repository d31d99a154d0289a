//! A report as Markdown, with drawn boards: for pull requests.

use std::fmt::Write as _;

use levels_core::progression::trace;
use serde_json::Value as Json;

use crate::files::MARK;

use super::overview::{Course, Group, Level, Overview};
use levels_core::wording::{plural, printable, printable_lines};

/// How many columns a difficulty trace has.
const TRACE: usize = 76;
/// How many columns the longest bar of a histogram has.
const BAR: usize = 40;
/// The boards of a pack with at least this many levels are folded.
const MANY: usize = 6;

/// The report.
#[must_use]
pub fn markdown(overview: &Overview, title: &str) -> String {
    // Writing to a string cannot fail.
    let mut text = format!("# {}\n", inline(title));
    let rows = overview.groups.iter().map(|group| {
        let optima = || group.histogram.keys();
        let moves = match (optima().next(), optima().next_back()) {
            (Some(least), Some(most)) => format!("{least}–{most}"),
            _ => "–".to_string(),
        };
        [
            inline(&group.id),
            group.family.clone(),
            group.levels.to_string(),
            group
                .proven
                .map_or("–".to_string(), |proven| proven.to_string()),
            moves,
            holes(group),
        ]
    });
    text.push('\n');
    text.push_str(&table(
        &[
            "pack",
            "family",
            "levels",
            "optima proven",
            "moves",
            "holes",
        ],
        rows,
    ));
    if !overview.findings.is_empty() {
        let _ = write!(
            text,
            "\n## Findings\n\n{}",
            fence(&overview.findings.join("\n\n"))
        );
    }
    for course in &overview.courses {
        text.push_str(&self::course(course));
    }
    for (number, group) in overview.groups.iter().enumerate() {
        let levels: Vec<&Level> = overview
            .levels
            .iter()
            .filter(|level| level.group == number)
            .collect();
        text.push_str(&self::group(group, &levels, &overview.courses));
    }
    let _ = write!(text, "\n{MARK}\n");
    text
}

fn course(course: &Course) -> String {
    let order = &course.order;
    let mut text = format!(
        "\n## Progression\n\n{} · {} · variant {} · seed {}\n\n{}",
        plural(order.stages.len(), "stage"),
        inline(&order.model_version),
        order.variant,
        order.seed,
        fence(trace(order, TRACE).trim_end())
    );
    if let Some(report) = &course.report {
        let rows = report.rows.iter().map(|row| {
            let mark = if row.met { "✓" } else { "✗" };
            let mut title = row.bound.title().to_string();
            for cause in &row.causes {
                title.push_str("<br>because ");
                title.push_str(&inline(cause));
            }
            [
                mark.to_string(),
                title,
                row.value.clone(),
                row.accept.clone(),
            ]
        });
        text.push('\n');
        text.push_str(&table(&["", "figure", "value", "accepted"], rows));
    }
    text
}

fn group(group: &Group, levels: &[&Level], courses: &[Course]) -> String {
    let title = group.title.as_ref().unwrap_or(&group.id);
    let mut text = format!("\n## {}\n\n", inline(title));
    let _ = writeln!(
        text,
        "`{}` · {}\n",
        group.file,
        plural(group.levels, "level")
    );
    text.push_str(&fence(&histogram(group)));
    if let Some(counters) = &group.counters {
        let _ = writeln!(text, "\n{} tried.\n", plural(counters.tried, "seed"));
        let rows = counters.refused.iter().filter(|(_, count)| *count > 0);
        let rows = rows.map(|(reason, count)| [reason.clone(), count.to_string()]);
        text.push_str(&table(&["not kept", "boards"], rows));
    }
    let fold = levels.len() >= MANY;
    if fold {
        let _ = write!(
            text,
            "\n<details><summary>{}</summary>\n",
            plural(levels.len(), "board")
        );
    }
    for level in levels {
        text.push_str(&self::level(level, courses));
    }
    if fold {
        text.push_str("\n</details>\n");
    }
    text
}

fn level(level: &Level, courses: &[Course]) -> String {
    let mut facts = Vec::new();
    if let Some(moves) = level.moves {
        facts.push(plural(moves, "move"));
    }
    if let Some((width, height)) = level.size() {
        facts.push(format!("{width}×{height}"));
    }
    facts.extend(level.band.as_deref().map(inline));
    facts.extend(level.bucket.as_deref().map(inline));
    for course in courses {
        let mut records = course.order.stages.iter();
        if let Some(record) = records.find(|record| record.level == level.id) {
            facts.push(format!(
                "stage {}: {:.2} ({}, {})",
                record.stage, record.rating, record.tier, record.tone
            ));
        }
    }
    for name in ["reachable_states", "optimal_sequences", "difficulty"] {
        if let Some(figure) = level.measures.get(name).filter(|figure| !figure.is_null()) {
            facts.push(format!("{} {}", name.replace('_', " "), number(figure)));
        }
    }
    let mut text = format!("\n### {}\n\n{}\n\n", inline(&level.id), facts.join(" · "));
    match &level.board {
        Ok(board) => {
            let picture = board.picture(&board.frame());
            text.push_str(&fence(picture.to_string().trim_end()));
        }
        Err(why) => {
            let _ = writeln!(text, "{}", inline(why));
        }
    }
    if let Some(line) = &level.solution {
        let _ = writeln!(text, "\nSolution: `{line}`");
    }
    text
}

/// A figure with at most four digits after the point.
fn number(figure: &Json) -> String {
    match figure.as_f64() {
        Some(real) if figure.is_f64() => format!("{real:.4}"),
        _ => figure.to_string(),
    }
}

/// One bar for each number of moves from the least to the greatest, holes marked.
#[must_use]
pub fn histogram(group: &Group) -> String {
    let counts = &group.histogram;
    let most = counts.values().copied().max().unwrap_or(1).max(1);
    let (Some(first), Some(last)) = (counts.keys().next(), counts.keys().next_back()) else {
        return "no level is solved".to_string();
    };
    let lines = (*first..=*last).map(|moves| match counts.get(&moves) {
        Some(&count) => {
            let long = (count * BAR).div_ceil(most);
            format!("{moves:>3} {} {count}", "█".repeat(long))
        }
        None => format!("{moves:>3} ░ hole"),
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The numbers of moves between the least and the greatest that no level has.
#[must_use]
pub fn holes(group: &Group) -> String {
    let counts = &group.histogram;
    let (Some(first), Some(last)) = (counts.keys().next(), counts.keys().next_back()) else {
        return "–".to_string();
    };
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for moves in (*first..=*last).filter(|moves| !counts.contains_key(moves)) {
        match runs.last_mut() {
            Some((_, end)) if *end + 1 == moves => *end = moves,
            _ => runs.push((moves, moves)),
        }
    }
    let runs = runs.iter().map(|(from, to)| {
        if from == to {
            from.to_string()
        } else {
            format!("{from}–{to}")
        }
    });
    let text = runs.collect::<Vec<_>>().join(", ");
    if text.is_empty() {
        "none".to_string()
    } else {
        text
    }
}

/// A table.
pub fn table<const N: usize>(head: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&head.map(str::to_string));
    text.push_str(&line(&head.map(|_| "---".to_string())));
    for row in rows {
        text.push_str(&line(&row));
    }
    text
}

/// A block of text that is shown as it is, whatever is in it.
pub fn fence(text: &str) -> String {
    let mut longest = 0;
    let mut run = 0;
    for c in text.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    let ticks = "`".repeat(longest.max(2) + 1);
    format!("{ticks}text\n{}\n{ticks}\n", printable_lines(text))
}

/// Text within a line, with everything escaped that Markdown or HTML would act on.
#[must_use]
pub fn inline(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let text = text.replace(['\n', '\r'], " ");
    for c in printable(&text).chars() {
        match c {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_from_files_has_no_force() {
        assert_eq!(
            inline("a|b <b>*x*</b>\n`c`"),
            "a\\|b &lt;b&gt;\\*x\\*&lt;/b&gt; \\`c\\`"
        );
        assert_eq!(fence("a ``` b"), "````text\na ``` b\n````\n");
    }
}
