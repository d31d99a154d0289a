//! The smallest mend of a level: it is judged by the one verification, nothing smaller would do, and
//! the first in order wins on any number of threads.
#![cfg(feature = "verify")]

use levels_core::json::source::Source;
use levels_core::pack::{Bench, Families, Options, Repair, Repaired, verify};
use levels_core::registry::built_in;

/// A pack of one sliding level: rows, and what else it says.
fn slide(rows: &[&str], more: &str) -> String {
    format!(
        r#"{{ "format": 1, "id": "p", "family": "slide", "levels": [ {{ "id": "p/1", "grid": {rows:?},
        "lantern": {{ "side": "right", "line": 1 }}, "win": "exit"{more} }} ] }}"#
    )
}

fn roll(rows: &[&str], more: &str) -> String {
    format!(
        r#"{{ "format": 1, "id": "p", "family": "roll", "levels": [ {{ "id": "p/1", "layout": {rows:?}{more} }} ] }}"#
    )
}

fn bench<'a>(text: &str, families: &'a Families) -> Bench<'a> {
    let source = Source::new("p.json", text);
    let bench = Bench::new(&source, families, "p/1", &Options::default());
    bench.unwrap_or_else(|findings| panic!("{findings:#?}"))
}

#[track_caller]
fn repaired(text: &str) -> Repaired {
    let families = built_in();
    let bench = bench(text, &families);
    let found = bench.repair(1, 50_000);
    assert_eq!(bench.repair(5, 50_000), found);
    let Repair::Repaired(found) = found else {
        panic!("{found:?}")
    };
    // What was found ships.
    let source = Source::new("p.json", found.text.clone());
    let verification = verify(&[source], &families, &Options::default());
    assert!(verification.is_valid(), "{}", found.text);
    assert_eq!(
        Bench::new(
            &Source::new("p.json", found.text.clone()),
            &families,
            "p/1",
            &Options::default()
        )
        .map(|bench| bench.repair(1, 10))
        .ok(),
        Some(Repair::Valid)
    );
    found
}

#[test]
fn one_cell_is_enough_where_it_is() {
    for (text, change, optimal) in [
        (
            slide(&["..b.", "KKb.", "..b.", "...."], ""),
            "row 1, column 3: `.` instead of `b`",
            2,
        ),
        (
            slide(&["....", "KK#.", "...."], ""),
            "row 2, column 3: `.` instead of `#`",
            1,
        ),
        (
            roll(&["bnn.", "n.nn", "nn.n"], ""),
            "row 3, column 3: `n` instead of `.`",
            10,
        ),
    ] {
        let families = built_in();
        let found = repaired(&text);
        assert_eq!(found.changes.len(), 1);
        assert_eq!(found.changes[0].to_string(), change);
        assert_eq!(found.optimal, optimal);
        assert!(bench(&text, &families).unsolvable_part().is_some());
    }
}

#[test]
fn a_level_is_brought_into_its_band() {
    let rows = ["..b.", "KKb.", "....", "cc.."];
    let text = slide(&rows, r#", "band": { "min": 3, "max": 4 }"#);
    let found = repaired(&text);
    assert!((3..=4).contains(&found.optimal), "{found:?}");
    assert_eq!(found.before, rows);
    let families = built_in();
    assert_eq!(bench(&text, &families).unsolvable_part(), None);
}

#[test]
fn two_cells_where_one_is_not_enough() {
    let text = slide(&["......", "KK#.#.", "......"], "");
    let found = repaired(&text);
    let changes: Vec<String> = found.changes.iter().map(ToString::to_string).collect();
    assert_eq!(
        changes,
        [
            "row 2, column 3: `.` instead of `#`",
            "row 2, column 5: `.` instead of `#`"
        ]
    );
    // Nothing smaller would do, and what would do comes later: tried here one by one.
    let families = built_in();
    let rows = ["......", "KK#.#.", "......"];
    for row in 0..3 {
        for col in 0..6 {
            for glyph in [".", "#", "K"] {
                let mut rows: Vec<String> = rows.iter().map(ToString::to_string).collect();
                rows[row].replace_range(col..=col, glyph);
                let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
                let source = Source::new("p.json", slide(&rows, ""));
                let verification = verify(&[source], &families, &Options::default());
                assert_eq!(verification.packs[0].solvable, 0, "{rows:?}");
            }
        }
    }
}

#[test]
fn three_walls_are_hopeless_and_a_budget_is_not_hopeless() {
    let text = slide(&["KK#.#.#.", "KK#.#.#."], "").replace("KK#.#.#.\", \"", "........\", \"");
    let families = built_in();
    let bench = bench(&text, &families);
    assert!(matches!(
        bench.repair(2, 1_000_000),
        Repair::Hopeless { .. }
    ));
    assert!(matches!(bench.repair(2, 100), Repair::GaveUp { tried } if tried >= 100));
}

#[test]
fn the_part_that_cannot_be_won_is_no_larger_than_it_must_be() {
    let families = built_in();
    let text = slide(&["aa...c", "KK..dc", "....d.", ".ee.ff"], "");
    assert_eq!(bench(&text, &families).unsolvable_part(), None);
    let text = slide(&["aab..c", "KKb.dc", "..b.d.", ".ee.ff"], "");
    let part = bench(&text, &families)
        .unsolvable_part()
        .unwrap_or_default();
    assert_eq!(part, ["..b...", "KKb...", "..b...", "......"]);
    let text = slide(&["aab..c", "KKb#dc", "..b.d.", ".ee.ff"], "");
    let part = bench(&text, &families)
        .unsolvable_part()
        .unwrap_or_default();
    assert_eq!(part, ["......", "KK.#..", "......", "......"]);
}

#[test]
fn what_is_no_level_is_said() {
    let families = built_in();
    let source = Source::new("p.json", slide(&["KK.."], ""));
    let no_such = Bench::new(&source, &families, "p/2", &Options::default());
    let message = no_such.err().map(|findings| findings[0].help.clone());
    assert_eq!(message.as_deref(), Some("one of p/1"));
    let source = Source::new("p.json", slide(&["KK..", "K..."], ""));
    let broken = Bench::new(&source, &families, "p/1", &Options::default());
    assert!(broken.is_err_and(|findings| findings[0].lint.code == "LV0001"));
}
