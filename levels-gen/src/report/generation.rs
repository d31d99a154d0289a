//! The result of a search for levels: the table of rejections, why a bucket was not filled, and the
//! line for the commit message.

use levels_core::pack::PackFile;
use levels_core::quality::Generate;
use levels_core::quality::filters::{BEFORE_SOLVING, BY_BUCKET, BY_VERDICT, Claim, Reason, Tally};

use crate::pipeline::Bucket;
use levels_core::wording::plural;

/// The counters of one bucket.
#[derive(Debug, Clone)]
pub struct Column {
    /// What its levels claim.
    pub claim: String,
    /// How many levels were asked for.
    pub wanted: u64,
    /// How many were found.
    pub accepted: u64,
    /// Layouts drawn.
    pub drawn: u64,
    /// Layouts for which nothing fitted on the board.
    pub unfit: u64,
    /// Layouts whose search hit its limit.
    pub too_large: u64,
    /// Layouts none of whose openings can pass.
    pub hopeless: u64,
    /// Candidates looked at.
    pub candidates: u64,
    /// Why candidates were refused.
    pub refused: Tally,
    /// States that the searches kept.
    pub states: u64,
}

impl Column {
    /// The counters of a bucket.
    #[must_use]
    pub fn of<F: Generate>(bucket: &Bucket<F>) -> Self {
        Self {
            claim: claim_text::<F>(bucket.claim),
            wanted: u64::from(bucket.wanted),
            accepted: bucket.levels.len() as u64,
            drawn: bucket.drawn,
            unfit: bucket.drawn - bucket.effort.layouts,
            too_large: bucket.effort.too_large,
            hopeless: bucket.effort.hopeless,
            candidates: bucket.candidates,
            refused: bucket.refused.clone(),
            states: bucket.effort.states,
        }
    }

    fn sum(columns: &[Self]) -> Self {
        let add = |of: fn(&Self) -> u64| columns.iter().map(of).sum();
        let mut refused = Tally::new();
        for column in columns {
            refused.add(&column.refused);
        }
        Self {
            claim: "all".to_string(),
            wanted: add(|column| column.wanted),
            accepted: add(|column| column.accepted),
            drawn: add(|column| column.drawn),
            unfit: add(|column| column.unfit),
            too_large: add(|column| column.too_large),
            hopeless: add(|column| column.hopeless),
            candidates: add(|column| column.candidates),
            refused,
            states: add(|column| column.states),
        }
    }
}

/// What a bucket's levels claim, in words.
#[must_use]
pub fn claim_text<F: Generate>(claim: Claim) -> String {
    match claim {
        Claim::Moves { min, max } if min == max => plural(min, "move"),
        Claim::Moves { min, max } => format!("{min}–{max} moves"),
        Claim::Grade(grade) => F::GRADES.get(grade).copied().unwrap_or("?").to_string(),
    }
}

/// Every reason to refuse a level of a family, in the order in which they are tested.
#[must_use]
pub fn reasons<F: Generate>() -> Vec<Reason> {
    [BEFORE_SOLVING, BY_VERDICT, F::REASONS, BY_BUCKET].concat()
}

/// The counters of all buckets, one column each, and their sum.
#[must_use]
pub fn table(columns: &[Column], reasons: &[Reason]) -> String {
    let mut all = columns.to_vec();
    if columns.len() > 1 {
        all.push(Column::sum(columns));
    }
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    let mut row = |name: &str, of: &dyn Fn(&Column) -> u64| {
        let cells = all.iter().map(|column| grouped(of(column)));
        rows.push((name.to_string(), cells.collect()));
    };
    row("layouts", &|column| column.drawn);
    row("  nothing fits", &|column| column.unfit);
    row("  too large", &|column| column.too_large);
    row("  hopeless", &|column| column.hopeless);
    row("candidates", &|column| column.candidates);
    for reason in reasons {
        row(&format!("  {}", reason.name), &|column| {
            column.refused.get(reason.name)
        });
    }
    row("accepted", &|column| column.accepted);
    row("wanted", &|column| column.wanted);
    row("states", &|column| column.states);
    let head = all.iter().map(|column| column.claim.clone()).collect();
    aligned(head, &rows)
}

/// Rows of cells under heads, right-aligned.
#[must_use]
pub fn aligned(head: Vec<String>, rows: &[(String, Vec<String>)]) -> String {
    let width = |text: &str| text.chars().count();
    let names = rows.iter().map(|(name, _)| width(name)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len())
        .map(|at| {
            let cells = rows.iter().filter_map(|(_, cells)| cells.get(at));
            cells
                .chain([&head[at]])
                .map(|cell| width(cell))
                .max()
                .unwrap_or(0)
        })
        .collect();
    let mut text = String::new();
    let lines =
        std::iter::once(("", &head)).chain(rows.iter().map(|(name, cells)| (name.as_str(), cells)));
    for (name, cells) in lines {
        let mut line = format!("{name:names$}");
        for (cell, &width) in cells.iter().zip(&widths) {
            line.push_str(&format!("  {cell:>width$}"));
        }
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// Why a bucket could not be filled, and what to change.
#[must_use]
pub fn starved(column: &Column, reasons: &[Reason]) -> String {
    let head = format!(
        "the bucket of {} holds {} of {} after {}",
        column.claim,
        column.accepted,
        plural(column.wanted, "level"),
        counted(column.drawn, "layout")
    );
    if column.unfit * 2 > column.drawn {
        return format!(
            "{head}: most layouts do not fit on the board; change sizes, shapes, corners or fill"
        );
    }
    if column.too_large * 2 > column.drawn {
        return format!(
            "{head}: most layouts are too large; fill the boards more, or raise max_states"
        );
    }
    let usable = column.drawn - column.unfit - column.too_large - column.hopeless;
    if usable * 20 < column.drawn {
        return format!(
            "{head}: almost all layouts have a part that can never be used; use fewer walls, less fill, or shorter blocks"
        );
    }
    // Fewer candidates than one in ten layouts: the filters are not the cause.
    let scarce = column.candidates * 10 < usable;
    let Some((name, count)) = column.refused.greatest().filter(|_| !scarce) else {
        return format!(
            "{head}: very few layouts have a wanted opening ({} from {}); use other moves, larger boards, or require less of the opening",
            counted(column.candidates, "candidate"),
            counted(usable, "layout")
        );
    };
    let hint = reasons.iter().find(|reason| reason.name == name);
    format!(
        "{head}: of {}, {} refused as {name}: {}",
        counted(column.candidates, "candidate"),
        grouped(count),
        hint.map_or("", |reason| reason.hint)
    )
}

/// The line for the commit message.
#[must_use]
pub fn commit_line(
    pack: &PackFile,
    columns: &[Column],
    profile: &str,
    seed: u64,
    text_hash: &str,
) -> String {
    let all = Column::sum(columns);
    let optima = || pack.levels.iter().filter_map(|level| level.optimal);
    format!(
        "{}: {} of {} to {} from {profile}, seed {seed}: {}, {}, {}; {}",
        pack.id,
        plural(pack.levels.len(), "level"),
        optima().min().unwrap_or(0),
        plural(optima().max().unwrap_or(0), "move"),
        counted(all.drawn, "layout"),
        counted(all.candidates, "candidate"),
        counted(all.states, "state"),
        text_hash
    )
}

/// A number with its thousands separated, and its word.
fn counted(count: u64, what: &str) -> String {
    match count {
        1 => plural(count, what),
        _ => format!("{} {what}s", grouped(count)),
    }
}

/// A number with its thousands separated.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column(refused: &[(&'static str, u32)], unfit: u64, too_large: u64) -> Column {
        let mut tally = Tally::new();
        for &(name, count) in refused {
            for _ in 0..count {
                tally.count(name);
            }
        }
        Column {
            claim: "3–4 moves".to_string(),
            wanted: 6,
            accepted: 2,
            drawn: 1_000,
            unfit,
            too_large,
            hopeless: 0,
            candidates: tally.total() + 2,
            refused: tally,
            states: 1_234_567,
        }
    }

    #[test]
    fn a_table_lines_up_and_sums() {
        let columns = [column(&[("duplicate", 3)], 0, 1), column(&[], 2, 0)];
        let reasons = [Reason::new("duplicate", "")];
        let expected = [
            "                3–4 moves  3–4 moves        all",
            "layouts             1,000      1,000      2,000",
            "  nothing fits          0          2          2",
            "  too large             1          0          1",
            "  hopeless              0          0          0",
            "candidates              5          2          7",
            "  duplicate             3          0          3",
            "accepted                2          2          4",
            "wanted                  6          6         12",
            "states          1,234,567  1,234,567  2,469,134",
        ];
        let table = table(&columns, &reasons);
        assert_eq!(table.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn what_starved_a_bucket_is_named_with_what_to_turn() {
        let reasons = [Reason::new("furniture", "fewer blocks")];
        let cases = [
            (
                column(&[("furniture", 90), ("other", 80)], 0, 0),
                "of 172 candidates, 90 refused as furniture: fewer blocks",
            ),
            (
                column(&[("furniture", 90)], 0, 0),
                "very few layouts have a wanted opening (92 candidates from 1,000",
            ),
            (
                column(&[("furniture", 1)], 501, 0),
                "do not fit on the board",
            ),
            (column(&[("furniture", 1)], 0, 501), "raise max_states"),
        ];
        for (column, expected) in cases {
            let text = starved(&column, &reasons);
            assert!(
                text.contains(expected) && text.contains("holds 2 of 6"),
                "{text}"
            );
        }
    }

    #[test]
    fn thousands_are_told_apart() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_234_567, "1,234,567"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }
}
