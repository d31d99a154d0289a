//! The smallest repair of a level: it is judged by the same verification, nothing smaller is
//! enough, and the first in order is the result on any number of threads.
#![cfg(feature = "verify")]

use std::collections::BTreeSet;

use levels_core::json::source::Source;
use levels_core::pack::{Bench, Families, Options, Repair, Repaired, verify};
use levels_core::registry::built_in;
use levels_core::rng::Rng;

/// A pack of one sliding level: its rows and its other fields.
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
    // The repaired level passes verification.
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
    // Nothing smaller is enough, and other repairs come later: tried here one by one.
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
    assert!(
        matches!(bench.repair(2, 100), Repair::GaveUp { tried, undecided: 0, more: true } if tried >= 100)
    );
}

#[test]
fn the_part_that_cannot_be_won_is_no_larger_than_it_must_be() {
    let families = built_in();
    let text = slide(&["aa...c", "KK..dc", "....d.", ".ee.ff"], "");
    assert_eq!(bench(&text, &families).unsolvable_part(), None);
    let text = slide(&["aab..c", "KKb.dc", "..b.d.", ".ee.ff"], "");
    assert_eq!(part(&text), ["..b...", "KKb...", "..b...", "......"]);
    let text = slide(&["aab..c", "KKb#dc", "..b.d.", ".ee.ff"], "");
    assert_eq!(part(&text), ["......", "KK.#..", "......", "......"]);
    // With the ice, the block beside it must stay; once the ice is gone, it can also be removed.
    let families = built_in();
    for seed in 0..400 {
        let text = random_ice(seed);
        let Some(part) = bench(&text, &families).unsolvable_part() else {
            continue;
        };
        assert_eq!(part.undecided, 0);
        // Nothing more can be removed: without any one piece of the part, the board can be won.
        let letters: BTreeSet<char> = part.rows.iter().flat_map(|row| row.chars()).collect();
        for letter in letters
            .into_iter()
            .filter(|&letter| letter != '.' && letter != 'K')
        {
            let rows: Vec<String> = part
                .rows
                .iter()
                .map(|row| row.replace(letter, "."))
                .collect();
            let smaller = with_rows(&text, &rows);
            assert_eq!(
                bench(&smaller, &families).unsolvable_part(),
                None,
                "{rows:?}"
            );
        }
    }
}

fn part(text: &str) -> Vec<String> {
    let families = built_in();
    let part = bench(text, &families).unsolvable_part();
    part.map_or_else(Vec::new, |part| {
        assert_eq!(part.undecided, 0);
        part.rows
    })
}

/// A board of 5×4 with the Key, a column in its way and single ice blocks: removing one can make
/// the others slide further, so what can be removed depends on what is gone.
fn random_ice(seed: u64) -> String {
    let mut rng = Rng::for_candidate(20_260_807, seed);
    let mut rows = vec![vec!['.'; 5]; 4];
    (rows[1][0], rows[1][1]) = ('K', 'K');
    let mut blocks = Vec::new();
    for letter in 'a'..='e' {
        let (x, y) = (rng.below(5) as usize, rng.below(4) as usize);
        if rows[y][x] != '.' {
            continue;
        }
        rows[y][x] = letter;
        let axis = ["horizontal", "vertical"][rng.below(2) as usize];
        blocks.push(format!(
            r#""{letter}": {{ "kind": "ice", "axis": "{axis}" }}"#
        ));
    }
    let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    slide(
        &rows,
        &format!(r#", "blocks": {{ {} }}"#, blocks.join(", ")),
    )
}

/// The pack with other rows; blocks that are no longer on them are left out.
fn with_rows(text: &str, rows: &[String]) -> String {
    let mut pack: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
    let level = &mut pack["levels"][0];
    level["grid"] = serde_json::json!(rows);
    if let Some(blocks) = level["blocks"].as_object_mut() {
        blocks.retain(|letter, _| rows.iter().any(|row| row.contains(letter.as_str())));
    }
    pack.to_string()
}

/// A limit on states never becomes a verdict: what it left undecided is counted, however the search
/// ends.
#[test]
fn what_a_limit_leaves_open_is_not_hopeless() {
    let families = built_in();
    let text = slide(&["..b.", "KKb.", "..b.", "...."], "");
    let source = Source::new("p.json", text);
    let (mut open, mut skipped, mut not_even) = (0, 0, 0);
    for max_states in 1..30 {
        let options = Options {
            max_states: Some(max_states),
            ..Options::default()
        };
        let bench = Bench::new(&source, &families, "p/1", &options);
        let bench = bench.unwrap_or_else(|findings| panic!("{findings:#?}"));
        let found = bench.repair(1, 50_000);
        assert_eq!(bench.repair(3, 50_000), found);
        match found {
            // One cell is enough.
            Repair::Valid | Repair::Hopeless { .. } => panic!("{max_states}: {found:?}"),
            Repair::GaveUp {
                undecided, more, ..
            } => {
                assert!(undecided > 0 && !more, "{max_states}");
                open += 1;
            }
            Repair::Repaired(found) => {
                assert!(found.changes.len() == 1 || found.undecided > 0, "{found:?}");
                skipped += usize::from(found.undecided > 0);
            }
            Repair::Undecided => {
                assert_eq!(bench.unsolvable_part(), None);
                not_even += 1;
            }
        }
    }
    assert!(
        open + skipped > 0 && not_even > 0,
        "{open} {skipped} {not_even}"
    );
    // The part that cannot be won: if a smaller one was not decided, the result does not say that
    // nothing more can be removed.
    let kinds = r#", "blocks": { "c": { "kind": "crystal", "axis": "vertical" } }"#;
    let text = slide(&["..b.#c", "KKb.##", "..b...", "..b..."], kinds);
    let source = Source::new("p.json", text);
    let options = Options {
        max_states: Some(1),
        ..Options::default()
    };
    let bench = Bench::new(&source, &families, "p/1", &options);
    let part = bench.ok().and_then(|bench| bench.unsolvable_part());
    assert!(
        part.as_ref().is_some_and(|part| part.undecided > 0),
        "{part:?}"
    );
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
