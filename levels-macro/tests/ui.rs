//! What a user sees after embedding a wrong pack: one case per mistake, with the compiler's whole
//! output beside it.

use std::fs;
use std::path::Path;

/// A valid pack, and the edit that makes each case wrong.
const DEMO: &str = include_str!("demo.json");
const PACKS: &[(&str, &[(&str, &str)])] = &[
    ("good", &[]),
    ("unsolvable", &[("\"KKb.\"", "\"KK#.\"")]),
    ("too-high", &[("\"optimal\": 3", "\"optimal\": 4")]),
    ("too-low", &[("\"optimal\": 3", "\"optimal\": 2")]),
    ("two-stars", &[("\"two\": 5", "\"two\": 6")]),
    ("old-model", &[("\"levels-1\"", "\"levels-0\"")]),
    ("new-format", &[("\"format\": 1", "\"format\": 2")]),
    ("duplicate", &[("\"demo/2\"", "\"demo/1\"")]),
    ("ragged", &[("\"KKb.\"", "\"KKb\"")]),
    (
        "split",
        &[("\"....\",\n        \".cc.\"", "\"...b\",\n        \".cc.\"")],
    ),
    ("unknown-field", &[("\"optimal\": 3", "\"optimum\": 3")]),
    ("syntax", &[("\"format\": 1,", "\"format\": 1")]),
    ("under-band", &[("\"min\": 3", "\"min\": 4")]),
    ("unrated", &[("\"optimal\": 3,", "")]),
    (
        "several",
        &[
            ("\"KKb.\"", "\"KK#.\""),
            ("\"KK..b\"", "\"KK..x\""),
            ("\"title\"", "\"titel\""),
        ],
    ),
];

#[test]
fn a_wrong_pack_fails_the_build_where_it_is_wrong() {
    // The cases are compiled in a project that trybuild makes below the target folder; paths in
    // them are relative to it, as in a user's own crate.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    let packs = target.map(|target| target.join("tests/trybuild/levels-macro/packs"));
    let Some(packs) = packs else {
        panic!("no target folder")
    };
    fs::create_dir_all(&packs).unwrap_or_else(|fault| panic!("{}: {fault}", packs.display()));
    for (name, edits) in PACKS {
        let mut text = DEMO.to_string();
        for (from, to) in *edits {
            assert!(text.contains(from), "{name}: {from} is not in the pack");
            text = text.replacen(from, to, 1);
        }
        let path = packs.join(format!("{name}.json"));
        fs::write(&path, text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    }
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/good.rs");
    for entry in fs::read_dir("tests/ui")
        .unwrap_or_else(|fault| panic!("{fault}"))
        .flatten()
    {
        let path = entry.path();
        if path.extension().is_some_and(|e| e == "rs")
            && path.file_stem().is_some_and(|s| s != "good")
        {
            cases.compile_fail(path);
        }
    }
}
