//! A difference as one HTML file, with drawn boards. It needs neither network nor script.

use std::fmt::Write as _;

use levels_core::pack::AnyLevel;

use super::{Change, Diff, Field, Level, OrderDiff, PackDiff};
use crate::report::html::escape;
use crate::report::scene::Scene;
use crate::report::svg;
use levels_core::wording::plural;

/// The difference as a page.
#[must_use]
pub fn html(diff: &Diff) -> String {
    let [old, new] = &diff.names;
    let title = escape(&format!("{old} → {new}"));
    // Writing to a string cannot fail.
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<!-- written by levels-gen -->\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}</title>\n<style>\n{}\n{}\n{}\n</style>\n</head>\n<body>\n\
         <svg class=\"board defs\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n{}</defs></svg>\n\
         <header class=\"top\"><h1>{title}</h1></header>\n<main>\n<p id=\"summary\">{}</p>\n",
        svg::STYLE,
        include_str!("../html/page.css"),
        include_str!("../html/diff.css"),
        svg::DEFS,
        escape(&diff.summary())
    );
    for pack in &diff.packs {
        page.push_str(&self::pack(pack));
    }
    if let Some(order) = &diff.order {
        page.push_str(&self::order(order));
    }
    page.push_str("</main>\n</body>\n</html>\n");
    page
}

fn pack(pack: &PackDiff) -> String {
    let mut html = format!(
        "<h2>{}</h2>\n<p class=\"sub\">{}</p>\n",
        escape(&pack.id),
        escape(&pack.summary())
    );
    if !pack.head.is_empty() {
        let lines = pack
            .head
            .iter()
            .map(|field| format!("<li>{}</li>", escape(&field.words())));
        let _ = writeln!(html, "<ul>{}</ul>", lines.collect::<String>());
    }
    if pack.histogram_changed() {
        html.push_str(&histogram(pack));
    }
    if !pack.renamed.is_empty() {
        let lines = pack
            .renamed
            .iter()
            .map(|(old, new)| format!("<li>{} is now {}</li>", escape(old), escape(new)));
        let _ = writeln!(html, "<ul>{}</ul>", lines.collect::<String>());
    }
    html.push_str("<div class=\"panels\">\n");
    for change in &pack.changed {
        html.push_str(&self::change(change));
    }
    for (class, word, levels) in [
        ("gone", "withdrawn", &pack.withdrawn),
        ("new", "added", &pack.added),
    ] {
        for level in levels {
            html.push_str(&self::level(class, word, level));
        }
    }
    html.push_str("</div>\n");
    html
}

fn level(class: &str, word: &str, level: &Level) -> String {
    format!(
        "<article class=\"panel {class}\"><h3>{} <span class=\"chip\">{word}</span></h3><p class=\"sub\">{}</p><div class=\"pair\">{}</div></article>\n",
        escape(&level.id),
        escape(&level.facts()),
        drawn(level.board.as_deref(), &level.id)
    )
}

fn change(change: &Change) -> String {
    let rows = |measures: bool| -> Vec<String> {
        let fields = change
            .fields
            .iter()
            .filter(|field| field.measure == measures);
        fields.map(row).collect()
    };
    let (claims, measures) = (rows(false), rows(true));
    let mut html = format!(
        "<article class=\"panel\"><h3>{} <span class=\"chip\">changed</span></h3>",
        escape(&change.id)
    );
    if let Some([old, new]) = &change.boards {
        let _ = write!(
            html,
            "<div class=\"pair\">{}<span class=\"to\">→</span>{}</div>",
            drawn(old.as_deref(), "before"),
            drawn(new.as_deref(), "after")
        );
    }
    if !claims.is_empty() {
        let _ = write!(html, "<table>{}</table>", claims.concat());
    }
    if !measures.is_empty() {
        let count = plural(measures.len(), "measure");
        let open = if change.boards.is_some() { "" } else { " open" };
        let _ = write!(
            html,
            "<details{open}><summary>{count} changed</summary><table>{}</table></details>",
            measures.concat()
        );
    }
    html.push_str("</article>\n");
    html
}

fn row(field: &Field) -> String {
    let [old, new] = field.values.each_ref().map(|value| match value.as_str() {
        "" => "–".to_string(),
        value => escape(value),
    });
    format!(
        "<tr><td>{}</td><td class=\"num\">{old}</td><td class=\"num\">{new}</td></tr>",
        escape(&field.name)
    )
}

fn drawn(board: Option<&dyn AnyLevel>, title: &str) -> String {
    match board {
        Some(board) => svg::figure(&Scene::of(&board.picture(&board.frame())), title),
        None => "<p class=\"no\">not a board</p>".to_string(),
    }
}

fn histogram(pack: &PackDiff) -> String {
    let counts = &pack.histogram;
    let most = counts.values().flatten().copied().max().unwrap_or(1).max(1);
    let (Some(&first), Some(&last)) = (counts.keys().next(), counts.keys().next_back()) else {
        return String::new();
    };
    let (bar, height) = (30, 90);
    let wide = (last - first + 1) * bar;
    let mut html = format!(
        "<div class=\"panel\"><svg class=\"hist two-bars\" viewBox=\"0 0 {wide} {}\" style=\"max-width:{wide}px\" role=\"img\"><title>levels by moves, before and after</title>",
        height + 30
    );
    for moves in first..=last {
        let sides = counts.get(&moves).copied().unwrap_or_default();
        let x = (moves - first) * bar;
        for (side, count) in sides.into_iter().enumerate() {
            let tall = count * height / most;
            let left = x + 2 + side as u64 * 13;
            let class = ["before", "after"][side];
            let _ = write!(
                html,
                "<rect class=\"{class}\" x=\"{left}\" y=\"{}\" width=\"12\" height=\"{tall}\" rx=\"2\"/>",
                14 + height - tall
            );
            if count > 0 {
                let _ = write!(
                    html,
                    "<text class=\"n\" x=\"{}\" y=\"{}\">{count}</text>",
                    left + 6,
                    10 + height - tall
                );
            }
        }
        let class = if sides[1] == 0 { "hole" } else { "" };
        let _ = write!(
            html,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{moves}</text>",
            x + 15,
            height + 26
        );
    }
    html.push_str("</svg><p class=\"sub\">levels by number of moves: outlined before, filled after; numbers of moves that no level has now are marked</p></div>\n");
    html
}

fn order(order: &OrderDiff) -> String {
    let mut html = format!(
        "<h2>Progression</h2>\n<p class=\"sub\">{}</p>\n",
        escape(&order.summary())
    );
    if order.breaks_progress() {
        html.push_str(
            "<p class=\"no\">Stages moved under the same version: players lose their place.</p>\n",
        );
    }
    if order.shifts.is_empty() {
        return html;
    }
    html.push_str("<div class=\"panel scroll\"><table><thead><tr><th>stage</th><th>level</th><th>rating</th></tr></thead><tbody>\n");
    for shift in &order.shifts {
        let _ = writeln!(
            html,
            "<tr><td>{}</td><td>{}</td><td>{}</td></tr>",
            escape(&shift.place()),
            escape(&shift.level),
            escape(&shift.rating())
        );
    }
    html.push_str("</tbody></table></div>\n");
    html
}
