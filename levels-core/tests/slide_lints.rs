//! The lints that are about sliding boards alone: blocks that can never move, neighbours made of
//! the same blocks, and tutorials that teach nothing.
#![cfg(feature = "verify")]

use levels_core::family::slide::Slide;
use levels_core::json::source::Source;
use levels_core::pack::{
    LevelFile, LintLevel, LintLevels, Options, PackFile, SCHEMA_PATH, Severity, any, rate, verify,
};
use levels_core::registry::built_in;

/// A pack of levels in their text form, rated.
fn pack(levels: &[&str]) -> String {
    let level = |(index, text): (usize, &&str)| {
        let level = any::<Slide>().open_text(text);
        let level = level.unwrap_or_else(|faults| panic!("{faults:?}\n{text}"));
        LevelFile::unrated(format!("p/{}", index + 1), level.write())
    };
    let file = PackFile {
        schema: SCHEMA_PATH.to_string(),
        id: "p".to_string(),
        title: None,
        family: "slide".to_string(),
        model_version: None,
        stars_to_open: None,
        lints: Vec::new(),
        recipe: None,
        levels: levels.iter().enumerate().map(level).collect(),
    };
    let source = Source::new("p.json", file.to_text());
    rate(&source, &built_in(), &Options::default()).unwrap_or_else(|found| panic!("{found:#?}"))
}

/// What is found in a pack: code, level and message.
fn found(text: &str, options: &Options) -> Vec<(&'static str, String, String)> {
    let source = Source::new("p.json", text);
    let verification = verify(&[source], &built_in(), options);
    let rows = verification.findings().map(|found| {
        let level = found.level.clone().unwrap_or_default();
        (found.lint.code, level, found.message.clone())
    });
    rows.collect()
}

fn codes(levels: &[&str], options: &Options) -> Vec<String> {
    let rows = found(&pack(levels), options);
    rows.into_iter()
        .map(|(code, level, _)| format!("{code} {level}"))
        .collect()
}

/// Options that enable every lint that is allowed by default.
fn strict() -> Options {
    let mut lints = LintLevels::new();
    for name in ["furniture", "many-solutions"] {
        let set = lints.set(name, LintLevel::Deny);
        set.unwrap_or_else(|fault| panic!("{fault}"));
    }
    Options {
        lints,
        ..Options::default()
    }
}

#[test]
fn a_block_that_can_never_move_is_found() {
    let options = Options::default();
    let cases: &[(&str, &[&str])] = &[
        (
            "KK.a.\n...a.\n.....\n#bb#.\nlantern right 0\nwin exit\n",
            &["LV0012 p/1"],
        ),
        // Blocks in each other's way.
        (
            "KK.a.\n...a.\n.....\nbbcc#\nlantern right 0\nwin exit\n",
            &["LV0012 p/1", "LV0012 p/1"],
        ),
        // A square block has no axis unless it is given one.
        ("KK.a\n...a\n....\nd###\nlantern right 0\nwin exit\n", &[]),
        (
            "KK.a\n...a\n....\nd###\nlantern right 0\nwin exit\nblock d crystal horizontal\n",
            &["LV0012 p/1"],
        ),
        // Rime that the Key never touches stays frozen; rime that thaws can move.
        (
            "KK.a.\n...a.\n.....\n.rr..\nlantern right 0\nwin exit\nblock r rime\n",
            &["LV0012 p/1"],
        ),
        (
            "KK..r\n....r\n.....\nlantern right 0\nwin exit\nblock r rime\n",
            &[],
        ),
        // The Key does not count: on this beam level it cannot move.
        (
            "#K#.\n.bb.\n....\n....\nlantern bottom 1\nwin beam\nemit down\nblock K crystal horizontal\n",
            &[],
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(codes(&[text], &options), *expected, "{text}");
    }
}

#[test]
fn what_a_limit_left_open_is_no_finding() {
    let dead = "KK.a...\n...a...\n.......\nccc....\n#bb#...\nlantern right 0\nwin exit\n";
    let lesson = "KK.a...\n...a...\n.......\nccc....\n.......\nlantern right 0\nwin exit\nteaches crystal a c\n";
    for (text, code) in [(dead, "LV0012"), (lesson, "LV0021")] {
        let text = pack(&[text]);
        let at = |max_states| {
            let options = Options {
                max_states,
                ..Options::default()
            };
            let rows = found(&text, &options);
            rows.iter().map(|row| row.0).collect::<Vec<_>>()
        };
        assert!(at(None).contains(&code));
        // The win is found within the limit, but the component is larger: it is solved, but the
        // rest is not known.
        let cut = at(Some(20));
        assert!(!cut.contains(&code), "{cut:?}");
        // What a tutorial teaches must be proven; the rest is counted in the summary.
        assert_eq!(cut.contains(&"LV0004"), code == "LV0021", "{cut:?}");
    }
}

const ONE: &str = "KK.a\n...a\nbb..\n....\nlantern right 0\nwin exit\n";
const TWIN: &str = "KK.a\n...a\n..bb\n....\nlantern right 0\nwin exit\n";
const OTHER: &str = "KK.a\n...a\n...a\n....\nlantern right 0\nwin exit\n";

#[test]
fn neighbours_of_one_family_key_are_found() {
    let options = Options::default();
    // TWIN needs three moves more, so build two with one key: same blocks, same optimum.
    let moved = ONE.replacen("bb..\n....", "....\nbb..", 1);
    let lesson = format!("{moved}teaches crystal a a\n");
    let cases: &[(&[&str], &[&str])] = &[
        (&[ONE, &moved], &["LV0019 p/2"]),
        (&[ONE, OTHER, &moved], &[]),
        (&[ONE, TWIN], &[]),
        // A tutorial has no twin, on either side.
        (&[ONE, &lesson], &[]),
        (&[&lesson, ONE], &[]),
    ];
    for (levels, expected) in cases {
        assert_eq!(codes(levels, &options), *expected, "{levels:?}");
    }
    // Twins remain twins when they are mirrored, turned or given other letters.
    for twin in [
        "a.KK\na...\n....\n..bb\nlantern left 0\nwin exit\n",
        "bb..\n....\n...a\nKK.a\nlantern right 3\nwin exit\n",
        "K..x\nK..x\n....\nyy..\nlantern bottom 0\nwin exit\n",
    ] {
        assert_eq!(codes(&[ONE, twin], &options), ["LV0019 p/2"], "{twin}");
    }
}

/// A warning in a hand-written pack, an error in a generated one; the level or the pack may
/// override this, and the message has no internal key.
#[test]
fn near_twins_are_denied_in_generated_packs() {
    let moved = ONE.replacen("bb..\n....", "....\nbb..", 1);
    let written = pack(&[ONE, &moved]);
    let recipe = r#""recipe": { "steps": [["generate"]] }, "levels""#;
    let band = r#""band": { "min": 1, "max": 9 }, "optimal""#;
    let generated = written
        .replacen("\"levels\"", recipe, 1)
        .replace("\"optimal\"", band);
    let allowed = generated.replacen(
        recipe,
        &format!(r#""lints": {{ "LV0019": "allow" }}, {recipe}"#),
        1,
    );
    for (text, expected) in [
        (&written, Some(Severity::Warning)),
        (&generated, Some(Severity::Error)),
        (&allowed, None),
    ] {
        let source = Source::new("p.json", text.as_str());
        let verification = verify(&[source], &built_in(), &Options::default());
        let found: Vec<_> = verification.findings().collect();
        let severities: Vec<_> = found.iter().map(|found| found.severity).collect();
        assert_eq!(severities, Vec::from_iter(expected), "{found:#?}");
        assert_eq!(verification.is_valid(), expected != Some(Severity::Error));
        for found in found {
            assert!(
                found.message.contains("as `p/1` before it"),
                "{}",
                found.message
            );
            assert!(!found.message.contains("crystal"), "{}", found.message);
        }
    }
}

/// A level that was pasted is one mistake, and one finding.
#[test]
fn a_pasted_level_is_found_once() {
    let options = Options::default();
    let twice = pack(&[ONE, ONE]);
    assert_eq!(found(&twice, &options).len(), 1, "another id: the board");
    let pasted = twice.replace("p/2", "p/1");
    let rows = found(&pasted, &options);
    assert_eq!(rows.len(), 1, "{rows:?}");
    assert!(
        rows[0]
            .2
            .contains("the same level (id and board) is already at p.json:"),
        "{rows:?}"
    );
    // The same id on a near twin: two mistakes, and neither says that a level resembles itself.
    let moved = ONE.replacen("bb..\n....", "....\nbb..", 1);
    let rows = found(&pack(&[ONE, &moved]).replace("p/2", "p/1"), &options);
    let codes: Vec<_> = rows.iter().map(|row| row.0).collect();
    assert_eq!(codes, ["LV0018", "LV0019"]);
    assert!(
        rows[1].2.contains("as the level of the same id before it"),
        "{rows:?}"
    );
}

#[test]
fn a_tutorial_is_let_off_looks_and_nothing_else() {
    let idle = "KK.a\n...a\n....\nbbcc\n....\nlantern right 0\nwin exit\n";
    let idle = idle.replacen("bbcc", "bb.d", 1);
    let many = "KK.a..\n...a..\nb.c.d.\nb.c.d.\n......\n.eeff.\nlantern right 0\nwin exit\n";
    assert_eq!(codes(&[&idle], &strict()), ["LV0013 p/1"]);
    let lesson = format!("{idle}teaches crystal a a\n");
    assert_eq!(codes(&[&lesson], &strict()), Vec::<String>::new());
    assert!(!codes(&[many], &strict()).is_empty());
    let lesson = format!("{many}teaches crystal a a\n");
    assert_eq!(codes(&[&lesson], &strict()), Vec::<String>::new());
    let dead = "KK.a.\n...a.\n.....\n#bb#.\nlantern right 0\nwin exit\nteaches crystal a a\n";
    assert_eq!(codes(&[dead], &strict()), ["LV0012 p/1"]);
}

/// Tutorials, and what their lesson lacks: nothing, or a part of the message.
const LESSONS: &[(&str, &str)] = &[
    (
        "....\nKK.a\n...a\n....\nlantern right 1\nwin exit\nteaches crystal a a\n",
        "",
    ),
    (
        "....\nKK.a\n...a\n....\nb...\nlantern right 1\nwin exit\nblock b crystal horizontal\nteaches crystal a b\n",
        "also learned without block `b`",
    ),
    (
        "....\nKK..\n..a.\n..a.\nlantern right 1\nwin exit\nteaches crystal a a\n",
        "moves the Key alone",
    ),
    (
        "....\nKK.a\n...a\n....\nlantern right 1\nwin exit\nblock a ice\nteaches crystal a a\n",
        "block `a` is ice",
    ),
    (
        "...a.\nKK.a.\n..bb.\n.....\nlantern right 1\nwin exit\nblock b ice\nteaches ice b a\n",
        "",
    ),
    // It glides only one cell.
    (
        "....a.\nKK..a.\n...bb.\n......\nlantern right 1\nwin exit\nblock b ice\nteaches ice b a\n",
        "",
    ),
    (
        "...a\nKK.a\n..bb\n....\nlantern right 1\nwin exit\nblock b ice\nteaches ice b a\n",
        "",
    ),
    (
        "...a\nKK.a\n#.bb\n....\nlantern right 1\nwin exit\nblock b ice\nteaches ice b a\n",
        "does not glide two cells",
    ),
    // A way round: a may go up instead.
    (
        "....\n....\nKK.a\n...a\n..bb\n....\nlantern right 2\nwin exit\nblock b ice\nteaches ice b a\n",
        "does not glide two cells",
    ),
    (
        "KK..r\n....r\n....r\n.....\nlantern right 0\nwin exit\nblock r rime\nteaches rime r r\n",
        "",
    ),
    (
        "KK.r.\n...r.\n...r.\n.....\nlantern right 0\nwin exit\nblock r rime\nteaches rime r r\n",
        "",
    ),
    (
        "KKr..\n..r..\n..r..\n.....\nlantern right 0\nwin exit\nblock r rime\nteaches rime r r\n",
        "is already thawed at the start",
    ),
    (
        "KK..\n..rr\nlantern right 0\nwin exit\nblock r rime\nteaches rime r r\n",
        "`r` does not move",
    ),
    (
        "KKs.\n..s.\n....\n....\nlantern right 0\nwin exit\nblock s sand\nteaches sand s s\n",
        "as short if block `s` is crystal",
    ),
    (
        "KK...\n..bb.\n...m.\n...n.\nlantern right 3\nwin beam\nemit right\nblock m mirror \\ vertical\nblock n mirror \\\nteaches mirror m n\n",
        "",
    ),
    // The mirror must get out of the way; the ray goes straight on.
    (
        "KK.m\n....\n....\nlantern right 0\nwin beam\nemit right\nblock m mirror \\ vertical\nteaches mirror m m\n",
        "does not turn at block `m`",
    ),
    // The mirror that turns the ray is already there.
    (
        "KK..m\n...b.\n...b.\n.....\nlantern bottom 4\nwin beam\nemit right\nblock m mirror \\ vertical\nblock b crystal\nteaches mirror m m\n",
        "won before",
    ),
];

#[test]
fn a_tutorial_teaches_what_it_says_in_every_shortest_solution() {
    for (text, lacks) in LESSONS {
        let rows = found(&pack(&[text]), &Options::default());
        let lesson: Vec<&str> = rows
            .iter()
            .filter(|row| row.0 == "LV0021")
            .map(|row| row.2.as_str())
            .collect();
        if lacks.is_empty() {
            assert_eq!(rows, [], "{text}");
        } else if *lacks == "won before" {
            assert!(rows.iter().any(|row| row.0 == "LV0007"), "{text}\n{rows:?}");
        } else {
            assert!(
                lesson.len() == 1 && lesson[0].contains(lacks),
                "{text}\n{rows:?}"
            );
        }
    }
}
