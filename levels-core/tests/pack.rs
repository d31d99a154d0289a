//! The pack format and the one verification: each damage to a good pack gives exactly the right
//! findings in the right places.
#![cfg(feature = "verify")]

use std::fs;
use std::path::Path;

use levels_core::json::source::Source;
use levels_core::pack::{
    Entry, LintLevel, LintLevels, Options, PackReport, Severity, Verification, file_entry, plain,
    rate, schema, summary, verify,
};
use levels_core::registry::built_in;

const GOOD: &str = r#"{
  "$schema": "schema/pack.schema.json",
  "format": 1,
  "id": "demo",
  "title": "Demo",
  "family": "slide",
  "model_version": "levels-1",
  "stars_to_open": 3,
  "lints": { "furniture": "deny" },
  "levels": [
    {
      "id": "demo/1",
      "grid": [
        "..b.",
        "KKb.",
        "....",
        ".cc."
      ],
      "blocks": { "c": "ice" },
      "lantern": { "side": "right", "line": 1 },
      "win": "exit",
      "content": { "word": "frost", "n": [1, 2.5, null] },
      "allow": { "furniture": "the sled is the decoy" },
      "band": { "min": 3, "max": 5 },
      "optimal": 3,
      "stars": { "three": 3, "two": 5 },
      "solution": "c< bv2 K>2",
      "measures": {
        "steps": 5,
        "reachable_states": 14,
        "won_states": 2,
        "optimal_sequences": 1,
        "optimal_first_moves": 1,
        "component_max_moves": 3,
        "component_hardest_states": 4,
        "movable_blocks": 2,
        "idle_blocks": 0
      }
    }
  ]
}
"#;

/// The good pack, rated by the library itself, so that its numbers need no upkeep by hand.
fn good() -> String {
    let unrated = GOOD.replace("\"steps\": 5", "\"steps\": 0");
    rate(&source(&unrated), &built_in(), &Options::default()).unwrap_or_else(|f| panic!("{f:#?}"))
}

fn source(text: &str) -> Source {
    Source::new("demo.json", text)
}

fn verified(texts: &[&str], options: &Options) -> Verification {
    let sources: Vec<Source> = texts.iter().map(|text| source(text)).collect();
    verify(&sources, &built_in(), options)
}

/// What was found: code and the text of the file under the finding.
fn found(text: &str) -> Vec<(String, String)> {
    let source = source(text);
    let verification = verify(
        std::slice::from_ref(&source),
        &built_in(),
        &Options::default(),
    );
    verification
        .findings()
        .map(|found| {
            let under = source.text().get(found.span.clone()).unwrap_or("?");
            (found.lint.code.to_string(), under.to_string())
        })
        .collect()
}

#[test]
fn the_good_pack_is_good() {
    let text = good();
    assert_eq!(found(&text), []);
    let verification = verified(&[&text], &Options::default());
    let pack = verification.packs[0]
        .verified
        .as_ref()
        .unwrap_or_else(|| panic!("invalid"));
    let level = &pack.levels()[0];
    assert_eq!((level.id(), level.optimal()), ("demo/1", 3));
    assert_eq!(level.solution(), "c< bv2 K>2");
    assert_eq!(
        level.content(),
        Some(r#"{"word":"frost","n":[1,2.5,null]}"#)
    );
    assert_eq!(
        verification.packs[0].histogram.iter().collect::<Vec<_>>(),
        [(&3, &1)]
    );
}

#[test]
fn reading_and_writing_keeps_every_field() {
    let text = good();
    let again = rate(&source(&text), &built_in(), &Options::default());
    assert_eq!(again.as_deref(), Ok(text.as_str()));
    for line in GOOD
        .lines()
        .filter(|line| !line.contains("solution") && !line.contains("_"))
    {
        assert!(text.contains(line.trim_end_matches(',')), "{line}\n{text}");
    }
}

#[test]
fn line_ends_and_a_byte_order_mark_do_not_matter() {
    for text in [good().replace('\n', "\r\n"), format!("\u{FEFF}{}", good())] {
        assert_eq!(found(&text), []);
    }
    let broken = good().replace("KKb.", "KKbx.").replace('\n', "\r\n");
    let verification = verified(&[&broken], &Options::default());
    let place = verification
        .findings()
        .map(|f| (f.start.line, f.start.column))
        .next();
    assert_eq!(place, Some((15, 14)));
}

/// An edit of the good pack, and the code and text of each finding that it must give.
type Damage = (
    &'static str,
    &'static str,
    &'static [(&'static str, &'static str)],
);

const DAMAGES: &[Damage] = &[
    // Syntax and header.
    ("\"format\": 1,", "\"format\": 1,,", &[("LV0001", ",")]),
    ("\"format\": 1,", "", &[("LV0001", "{")]),
    (
        "\"format\": 1,",
        "\"format\": 2, \"levels\": 3,",
        &[("LV0001", "2")],
    ),
    (
        "\"format\": 1,",
        "\"format\": \"1\",",
        &[("LV0001", "\"1\"")],
    ),
    ("levels-1", "levels-0", &[("LV0002", "\"levels-0\"")]),
    ("\"model_version\": \"levels-1\",", "", &[("LV0009", "{")]),
    (
        "\"family\": \"slide\"",
        "\"family\": \"slid\"",
        &[("LV0001", "\"slid\"")],
    ),
    ("\"family\": \"slide\",", "", &[("LV0001", "{")]),
    ("\"title\"", "\"titel\"", &[("LV0001", "\"titel\"")]),
    (
        "\"stars_to_open\": 3",
        "\"stars_to_open\": -3",
        &[("LV0001", "-3")],
    ),
    (
        "\"furniture\": \"deny\"",
        "\"furnitur\": \"deny\"",
        &[("LV0001", "\"furnitur\"")],
    ),
    (
        "\"furniture\": \"deny\"",
        "\"furniture\": \"forbid\"",
        &[("LV0001", "\"forbid\"")],
    ),
    (
        "\"furniture\": \"deny\"",
        "\"unsolvable\": \"allow\"",
        &[("LV0001", "\"unsolvable\"")],
    ),
    // The level's fields.
    ("\"id\": \"demo/1\"", "\"id\": \"\"", &[("LV0001", "\"\"")]),
    ("\"win\": \"exit\",", "", &[("LV0001", "{")]),
    (
        "\"win\": \"exit\"",
        "\"win\": \"beam\"",
        &[("LV0001", "\"beam\"")],
    ),
    (
        "\"win\": \"exit\"",
        "\"win\": \"exit\", \"emit\": \"right\"",
        &[("LV0001", "\"right\"")],
    ),
    (
        "\"win\": \"exit\"",
        "\"win\": \"exit\", \"win\": \"exit\"",
        &[("LV0001", "\"win\"")],
    ),
    ("\"optimal\":", "\"optmal\":", &[("LV0001", "\"optmal\"")]),
    (
        "\"c\": \"ice\"",
        "\"c\": \"mirror\"",
        &[("LV0001", "\"mirror\"")],
    ),
    ("\"c\": \"ice\"", "\"d\": \"ice\"", &[("LV0001", "\"ice\"")]),
    ("\"line\": 1", "\"line\": 4", &[("LV0001", "4")]),
    (
        "\"line\": 1",
        "\"line\": 2",
        &[("LV0001", "{ \"side\": \"right\", \"line\": 2 }")],
    ),
    ("the sled is the decoy", " ", &[("LV0001", "\"furniture\"")]),
    (
        "\"max\": 5",
        "\"max\": 2",
        &[("LV0001", "{ \"min\": 3, \"max\": 2 }")],
    ),
    (
        "{ \"min\": 3, \"max\": 5 }",
        "\"easy\"",
        &[("LV0001", "\"easy\"")],
    ),
    // The board.
    ("\"KKb.\"", "\"KKb\"", &[("LV0001", "\"")]),
    ("\"KKb.\"", "\"KKb..\"", &[("LV0001", ".")]),
    ("\"KKb.\"", "\"KK?.\"", &[("LV0001", "?")]),
    ("\"....\"", "\"...b\"", &[("LV0001", "b")]),
    (
        "\"KKb.\"",
        "\"..b.\"",
        &[(
            "LV0001",
            "[\n        \"..b.\",\n        \"..b.\",\n        \"....\",\n        \".cc.\"\n      ]",
        )],
    ),
    // Two faults at once are both found.
    ("\".cc.\"", "\".c1!\"", &[("LV0001", "1"), ("LV0001", "!")]),
    // The verdict. The Key never gets past the wall.
    ("\"KKb.\"", "\"KK#.\"", &[("LV0003", "#")]),
    ("\"KKb.\"", "\"b.KK\"", &[("LV0001", "b")]),
    // What is derived.
    ("\"optimal\": 3", "\"optimal\": 4", &[("LV0005", "4")]),
    ("\"optimal\": 3", "\"optimal\": 2", &[("LV0005", "2")]),
    ("\"optimal\": 3,", "", &[("LV0009", "\"demo/1\"")]),
    ("\"three\": 3", "\"three\": 4", &[("LV0006", "4")]),
    ("\"two\": 5", "\"two\": 6", &[("LV0006", "6")]),
    ("bv2", "bv9", &[("LV0008", "bv9")]),
    ("bv2", "bx1", &[("LV0008", "bx1")]),
    ("c< bv2", "c<1 bv2", &[("LV0008", "c<1")]),
    (" K>2\"", "\"", &[("LV0008", "\"c< bv2\"")]),
    ("c< bv2", "c> c< bv2", &[("LV0008", "\"c> c< bv2 K>2\"")]),
    ("K>2\"", "K>2 K<1\"", &[("LV0008", "\"c< bv2 K>2 K<1\"")]),
    ("\"steps\": ", "\"steps\": 1", &[("LV0022", "15")]),
    (
        "\"steps\"",
        "\"stepz\"",
        &[("LV0022", "5"), ("LV0009", "{\n")],
    ),
    ("\"min\": 3", "\"min\": 4", &[("LV0010", "4")]),
    (
        "\"min\": 3, \"max\": 5",
        "\"min\": 1, \"max\": 2",
        &[("LV0011", "2")],
    ),
];

#[test]
fn every_damage_is_found_where_it_is() {
    let good = good();
    for (from, to, expected) in DAMAGES {
        assert!(good.contains(from), "{from} is not in the pack");
        let damaged = good.replacen(from, to, 1);
        let found = found(&damaged);
        let same = found.len() == expected.len()
            && found.iter().zip(*expected).all(|(found, expected)| {
                found.0 == expected.0
                    && (found.1 == expected.1 || expected.1 == "{\n" && found.1.starts_with("{\n"))
            });
        assert!(
            same,
            "{from} → {to}\nfound {found:#?}\nexpected {expected:#?}"
        );
    }
}

#[test]
fn an_opening_that_is_won_is_refused() {
    let won = good()
        .replacen("\"KKb.\"", "\"..KK\"", 1)
        .replacen("\"..b.\"", "\"....\"", 1);
    let codes: Vec<String> = found(&won).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["LV0007"]);
}

/// Every level of a pack is counted in the summary, by what is known about it.
#[test]
fn a_summary_counts_every_level_once() {
    let level = |id: &str, key_row: &str| {
        format!(
            r#"{{ "id": "{id}", "grid": ["....", "{key_row}", "..b.", "..b."],
            "lantern": {{ "side": "right", "line": 1 }}, "win": "exit" }}"#
        )
    };
    let levels = [
        level("p/1", "KK.."),
        level("p/2", "..KK"),
        level("p/3", "KK#."),
        level("p/4", "KK?."),
    ];
    let text = format!(
        r#"{{ "format": 1, "id": "p", "family": "slide", "levels": [{}] }}"#,
        levels.join(",")
    );
    let report = |max_states| {
        let options = Options {
            max_states,
            ..Options::default()
        };
        verified(&[&text], &options).packs.remove(0)
    };
    let all = report(None);
    assert_eq!(
        summary(&all),
        "p: 1/4 solvable · 0/4 optimal counts confirmed · 1 won at the start · 1 unsolvable · 1 not a board\n  \
         moves→levels 1:1  (no holes)"
    );
    let counts = |report: &PackReport| {
        [
            report.solvable,
            report.already_won,
            report.unsolvable,
            report.undecided,
            report.unmeasured,
        ]
    };
    assert_eq!(counts(&all), [1, 1, 1, 0, 0]);
    // The one state is the opening: it shows that the second level is already won, and it is the
    // third level's only state.
    let few = report(Some(1));
    assert_eq!(counts(&few), [0, 1, 1, 1, 0]);
    assert!(summary(&few).contains("1 not decided"), "{}", summary(&few));
    // The first win is found before all positions are seen.
    let some = report(Some(4));
    assert_eq!(some.unmeasured, 1, "{:?}", counts(&some));
    assert!(summary(&some).contains("1 solved but not fully measured"));
}

#[test]
fn what_rating_mends_comes_after_what_it_cannot_mend() {
    let text = good().replacen("\"KKb.\"", "\"KK#.\"", 1).replacen(
        "\"model_version\": \"levels-1\",\n",
        "",
        1,
    );
    let codes: Vec<String> = found(&text).into_iter().map(|(code, _)| code).collect();
    assert_eq!(codes, ["LV0003", "LV0009"]);
}

#[test]
fn a_limit_is_exhausted_and_never_unsolvable() {
    let unsolvable = good().replacen("\"KKb.\"", "\"KK#.\"", 1);
    for (text, max_states, code) in [
        (good(), 3, Some("LV0004")),
        (good(), 1_000, None),
        (unsolvable.clone(), 2, Some("LV0004")),
        (unsolvable, 1_000, Some("LV0003")),
    ] {
        let options = Options {
            max_states: Some(max_states),
            ..Options::default()
        };
        let verification = verified(&[&text], &options);
        let codes: Vec<_> = verification
            .findings()
            .map(|found| found.lint.code)
            .collect();
        assert_eq!(codes.first().copied(), code, "{max_states} {codes:?}");
    }
}

#[test]
fn the_level_nearest_to_the_level_wins() {
    // Both of the two blocks are idle: furniture.
    let base = good()
        .replacen("\"....\"", "\".#..\"", 1)
        .replacen("\"..b.\"", "\"....\"", 1)
        .replacen("\"KKb.\"", "\"KK..\"", 1);
    let base = base.replacen("\"min\": 3", "\"min\": 1", 1);
    let base =
        rate(&source(&base), &built_in(), &Options::default()).unwrap_or_else(|f| panic!("{f:#?}"));
    let on_level = "      \"allow\": { \"furniture\": \"the sled is the decoy\" },\n";
    let on_pack = "  \"lints\": { \"furniture\": \"deny\" },\n";
    assert!(base.contains(on_level) && base.contains(on_pack));
    let outer = |level| {
        let mut lints = LintLevels::new();
        lints
            .set("LV0013", level)
            .unwrap_or_else(|fault| panic!("{fault}"));
        Options {
            lints,
            ..Options::default()
        }
    };
    let without_level = base.replacen(on_level, "", 1);
    let bare = without_level.replacen(on_pack, "", 1);
    let warned = base.replacen("\"allow\"", "\"warn\"", 1);
    let cases: &[(&str, Options, Option<Severity>)] = &[
        (&bare, Options::default(), None),
        (&bare, outer(LintLevel::Warn), Some(Severity::Warning)),
        (&bare, outer(LintLevel::Deny), Some(Severity::Error)),
        (&without_level, Options::default(), Some(Severity::Error)),
        (
            &without_level,
            outer(LintLevel::Allow),
            Some(Severity::Error),
        ),
        (&base, outer(LintLevel::Deny), None),
        (&warned, outer(LintLevel::Deny), Some(Severity::Warning)),
    ];
    for (index, (text, options, expected)) in cases.iter().enumerate() {
        let verification = verified(&[text], options);
        let severity: Vec<_> = verification
            .findings()
            .map(|f| (f.lint.name, f.severity))
            .collect();
        assert_eq!(
            severity.first().copied(),
            expected.map(|s| ("furniture", s)),
            "case {index}"
        );
        assert_eq!(
            verification.is_valid(),
            *expected != Some(Severity::Error),
            "case {index}"
        );
    }
}

#[test]
fn duplicates_are_found_among_all_packs() {
    let one = good();
    // The same puzzle upside down, with other letters.
    let rows = |text: &str, rows: [&str; 4]| {
        let from = "        \"..b.\",\n        \"KKb.\",\n        \"....\",\n        \".cc.\"\n";
        assert!(text.contains(from));
        let to: Vec<String> = rows
            .iter()
            .map(|row| format!("        \"{row}\""))
            .collect();
        text.replacen(from, &format!("{}\n", to.join(",\n")), 1)
    };
    let mirrored = rows(&one, [".ee.", "....", "KKz.", "..z."])
        .replace("\"c\": \"ice\"", "\"e\": \"ice\"")
        .replace("\"line\": 1", "\"line\": 2");
    let mirrored = rate(&source(&mirrored), &built_in(), &Options::default())
        .unwrap_or_else(|f| panic!("{f:#?}"));
    let renamed = mirrored.replace("demo", "other");
    let crystal = one
        .replace("\"c\": \"ice\"", "\"c\": \"crystal\"")
        .replace("\"blocks\": { \"c\": \"crystal\" },", "")
        .replace("demo", "other")
        .replace("\"min\": 3", "\"min\": 1");
    let crystal = rate(&source(&crystal), &built_in(), &Options::default())
        .unwrap_or_else(|f| panic!("{f:#?}"));
    let cases: [(&str, &[&str]); 3] = [
        (
            &mirrored,
            &[
                "pack id `demo` is already used by",
                "the same level (id and board) is already at",
            ],
        ),
        (&renamed, &["the board is already used by `demo/1`"]),
        (&crystal, &[]),
    ];
    // The id of one level and the board of another: two causes.
    let two = one.replacen("demo", "other", 1);
    let crossed = [&crystal, &two.replacen("demo/1", "other/2", 1), &renamed];
    let crossed = verified(&crossed.map(String::as_str), &Options::default());
    let found: Vec<_> = crossed.packs[2]
        .findings
        .iter()
        .map(|f| f.message.as_str())
        .collect();
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(
        found
            .iter()
            .any(|m| m.contains("the id is already used at")),
        "{found:#?}"
    );
    assert!(
        found
            .iter()
            .any(|m| m.contains("the board is already used by `other/2`")),
        "{found:#?}"
    );
    for (second, expected) in cases {
        let verification = verified(&[&one, second], &Options::default());
        let messages: Vec<_> = verification.findings().map(|f| f.message.clone()).collect();
        assert_eq!(messages.len(), expected.len(), "{messages:#?}");
        assert!(
            messages
                .iter()
                .zip(expected)
                .all(|(m, part)| m.contains(part)),
            "{messages:#?}"
        );
        assert!(verification.packs[0].verified.is_some());
    }
    // Whichever of the two packs allows it, and whichever comes first.
    let lints = "{ \"furniture\": \"deny\" }";
    assert!(one.contains(lints));
    let lax = |text: &str| text.replacen(lints, "{ \"duplicate\": \"allow\" }", 1);
    let (lax, lax_other) = (lax(&one), lax(&renamed));
    for pair in [
        [&lax, &renamed],
        [&renamed, &lax],
        [&one, &lax_other],
        [&lax_other, &one],
    ] {
        let texts = pair.map(String::as_str);
        let verification = verified(&texts, &Options::default());
        let messages: Vec<_> = verification.findings().map(|f| &f.message).collect();
        assert!(messages.is_empty(), "{messages:?}");
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let levels: Vec<String> = (0..40)
        .map(|n| {
            let cell = if n % 2 == 0 { '.' } else { '#' };
            format!(
                r#"{{"id":"t/{n}","grid":["..b.","KKb.","...{cell}","{}"],"lantern":{{"side":"right","line":1}},"win":"exit"}}"#,
                ["....", ".cc.", ".cc.", "c..."][n % 4],
            )
        })
        .collect();
    let text = format!(
        r#"{{"format":1,"id":"t","family":"slide","levels":[{}]}}"#,
        levels.join(",")
    );
    let run = |threads| {
        let options = Options {
            threads,
            ..Options::default()
        };
        let verification = verified(&[&text], &options);
        let findings: Vec<String> = verification.findings().map(plain).collect();
        (findings, rate(&source(&text), &built_in(), &options).ok())
    };
    let one = run(1);
    assert!(one.0.len() > 40);
    assert_eq!(one, run(8));
}

#[test]
fn hostile_files_end_in_a_message() {
    let deep = "[".repeat(10_000_000);
    let nested = format!("{}1{}", "{\"a\":".repeat(100_000), "}".repeat(100_000));
    let cases: [(&str, &str); 9] = [
        ("", "not JSON"),
        ("   \n", "not JSON"),
        ("null", "no `format`"),
        ("[]", "it is a list"),
        ("{\"format\": 1e999}", "unknown pack format"),
        (
            "{\"format\": 1, \"family\": \"slide\", \"id\": \"x\", \"levels\": []}",
            "has no levels",
        ),
        (
            "{\"format\": 1, \"family\": \"slide\", \"id\": \"x\", \"levels\": [7]}",
            "is a number",
        ),
        (&deep, "nesting depth"),
        (&nested, "nesting depth"),
    ];
    for (text, expected) in cases {
        let verification = verified(&[text], &Options::default());
        let messages: Vec<_> = verification.findings().map(|f| f.message.clone()).collect();
        assert!(
            messages.iter().any(|m| m.contains(expected)),
            "{messages:#?} lack {expected}"
        );
        assert!(!verification.is_valid());
    }
}

#[test]
fn messages_read_well() {
    let text = good().replacen("\"KKb.\"", "\"KK#.\"", 1);
    let verification = verified(&[&text], &Options::default());
    let messages: Vec<String> = verification.findings().map(plain).collect();
    let expected = "LV0003 unsolvable: level `demo/1`: it cannot be won: the Key never gets past row 2, column 3: a wall stands there; all 3 positions that can be reached were seen
 --> demo.json:15:12

    . . b .
    K K[#].
    . . . .
    . c c .

  = help: find the smallest change that fixes it: levels-gen repair demo.json demo/1";
    assert_eq!(messages, [expected]);
}

#[test]
fn the_schema_is_the_committed_one() {
    let committed = include_str!("../../levels/schema/pack.schema.json");
    assert_eq!(
        schema(&built_in()),
        committed,
        "write it again: levels-gen schema --out levels/schema/pack.schema.json"
    );
}

#[test]
fn every_shipped_pack_is_canonical() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels");
    let entries = fs::read_dir(folder).unwrap_or_else(|fault| panic!("{fault}"));
    let mut packs = 0;
    for path in entries.flatten().map(|entry| entry.path()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if file_entry(&name) == Entry::Pack {
            let text = fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let source = Source::new(path.to_string_lossy(), text.as_str());
            packs += 1;
            let again = rate(&source, &built_in(), &Options::default());
            assert_eq!(again.as_deref(), Ok(text.as_str()), "{}", path.display());
        }
    }
    assert!(packs >= 2);
}
