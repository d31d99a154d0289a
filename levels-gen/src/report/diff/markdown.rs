//! A difference as Markdown: for the body of a pull request.

use crate::files::MARK;
use std::fmt::Write as _;

use super::{Diff, PackDiff, text};
use crate::report::markdown::{fence, inline, table};
use levels_core::wording::plural;

/// A part with more rows than this is folded.
const MANY: usize = 20;

/// The difference as Markdown.
#[must_use]
pub fn markdown(diff: &Diff) -> String {
    let [old, new] = &diff.names;
    // Writing to a string cannot fail.
    let mut md = format!(
        "# {} → {}\n\n{}\n",
        inline(old),
        inline(new),
        inline(&diff.summary())
    );
    for pack in &diff.packs {
        md.push_str(&self::pack(pack));
    }
    if let Some(order) = &diff.order {
        let _ = write!(md, "\n## Progression\n\n{}\n", inline(&order.summary()));
        if order.breaks_progress() {
            md.push_str("\n**Stages moved under the same version: players lose their place.**\n");
        }
        let rows = order
            .shifts
            .iter()
            .map(|shift| [shift.place(), inline(&shift.level), shift.rating()]);
        let table = table(&["stage", "level", "rating"], rows);
        if order.shifts.len() > MANY {
            let count = plural(order.shifts.len(), "level");
            let _ = write!(
                md,
                "\n<details><summary>{count}</summary>\n\n{table}\n</details>\n"
            );
        } else if !order.shifts.is_empty() {
            let _ = write!(md, "\n{table}");
        }
    }
    let _ = write!(md, "\n{MARK}\n");
    md
}

fn pack(pack: &PackDiff) -> String {
    let mut md = format!("\n## {}\n\n{}\n", inline(&pack.id), inline(&pack.summary()));
    for field in &pack.head {
        let _ = write!(md, "\n- {}", inline(&field.words()));
    }
    if !pack.head.is_empty() {
        md.push('\n');
    }
    let mut rows = Vec::new();
    for (what, levels) in [("withdrawn", &pack.withdrawn), ("added", &pack.added)] {
        for level in levels {
            rows.push([what.to_string(), inline(&level.id), level.facts()]);
        }
    }
    for (old, new) in &pack.renamed {
        rows.push([
            "renamed".into(),
            format!("{} → {}", inline(old), inline(new)),
            String::new(),
        ]);
    }
    for change in &pack.changed {
        rows.push([
            "changed".into(),
            inline(&change.id),
            inline(&change.words().join("; ")),
        ]);
    }
    if !rows.is_empty() {
        let _ = write!(md, "\n{}", table(&["", "level", ""], rows.into_iter()));
    }
    for change in &pack.changed {
        if let Some(boards) = &change.boards {
            let drawn = text::side_by_side(boards);
            let _ = write!(
                md,
                "\n{}\n\n{}",
                inline(&change.id),
                fence(drawn.trim_end())
            );
        }
    }
    let boards: Vec<String> = pack
        .added
        .iter()
        .filter_map(|level| {
            let board = level.board.as_ref()?;
            let drawn = board.picture(&board.frame()).to_string();
            Some(format!(
                "\n{}\n\n{}",
                inline(&level.id),
                fence(drawn.trim_end())
            ))
        })
        .collect();
    if !boards.is_empty() {
        let _ = write!(
            md,
            "\n<details><summary>Boards that were added</summary>\n{}\n</details>\n",
            boards.concat()
        );
    }
    if pack.histogram_changed() {
        let _ = write!(md, "\n{}", fence(text::histogram(pack).trim_end()));
    }
    md
}
