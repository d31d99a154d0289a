//! Folders of packs as on real disks: which files are packs, which are skipped and named, and that no verb
//! skips a file silently.

use std::fs;
use std::path::Path;

mod support;
use support::{folder, run};

const DEMO: &str = include_str!("../../levels-macro/tests/demo.json");
const FROST_RUN: &str = include_str!("../../levels/frost-run.json");

fn put(at: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    let path = at.join(name);
    let parent = path.parent().unwrap_or(at);
    fs::create_dir_all(parent)
        .and_then(|()| fs::write(&path, bytes))
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
}

/// The demo under another name, with an edit.
fn demo(id: &str, from: &str, to: &str) -> String {
    assert!(DEMO.contains(from), "{from}");
    DEMO.replace("demo", id).replacen(from, to, 1)
}

/// Files that are not valid packs: name, content, and the finding with its place.
fn bad() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let utf16 = DEMO.encode_utf16().flat_map(u16::to_le_bytes);
    vec![
        (
            "WORLD2.JSON",
            demo("world2", "KKb.", "KK#.").into(),
            "error[LV0003]: level `world2/1`: it cannot be won @ WORLD2.JSON:13:12",
        ),
        (
            "capital.json",
            demo("capital", "\"format\"", "\"Format\"").into(),
            "error[LV0001]: not a pack: it has no `format`, but `Format` @ capital.json:3:3",
        ),
        (
            "without.json",
            demo("without", "\"format\": 1,", "").into(),
            "error[LV0001]: not a pack: it has no `format` @ without.json:1:1",
        ),
        (
            "list.json",
            format!("[{DEMO}]").into(),
            "error[LV0001]: not a pack: it is a list @ list.json:1:1",
        ),
        (
            "tools/package.json",
            "{ \"name\": \"tools\", \"version\": \"1.0.0\" }".into(),
            "error[LV0001]: not a pack: it has no `format` @ tools/package.json:1:1",
        ),
        (
            "empty.json",
            Vec::new(),
            "error[LV0001]: not JSON: the file is empty @ empty.json:1:1",
        ),
        (
            "cut.json",
            DEMO[..200].into(),
            "error[LV0001]: not JSON: @ cut.json:",
        ),
        (
            "utf16.json",
            [0xFF, 0xFE].into_iter().chain(utf16).collect(),
            "error[LV0001]: the file is not UTF-8 from here on @ utf16.json:1:1",
        ),
    ]
}

#[test]
fn every_bad_file_of_a_folder_is_reported_in_one_run() {
    let folder = folder();
    let at = folder.path();
    for (name, bytes, _) in bad() {
        put(at, &format!("levels/{name}"), bytes);
    }
    put(at, "levels/bom.json", format!("\u{FEFF}{FROST_RUN}"));
    put(at, "levels/._bom.json", b"\x00\x05\x16\x07Mac OS X\xFF");
    put(at, "levels/.DS_Store", b"\x00\x00\x00\x01Bud1\xFF");
    let done = run(at, &["verify", "levels"]);
    assert_eq!(done.code, Some(1), "{}", done.err);
    let lines: Vec<&str> = done.err.lines().map(str::trim).collect();
    for (_, _, expected) in bad() {
        let (message, place) = expected.split_once(" @ ").unwrap_or((expected, ""));
        let place = format!("--> levels/{place}");
        let there = lines
            .windows(2)
            .any(|pair| pair[0].starts_with(message) && pair[1].starts_with(&place));
        assert!(there, "no {expected:?} in\n{}", done.err);
    }
    assert!(done.err.contains("8 errors, "), "{}", done.err);
    let skipped = "skipped, because the name begins with a dot: levels/._bom.json\n";
    assert_eq!(done.err.matches("skipped").count(), 1, "{}", done.err);
    assert!(done.err.contains(skipped), "{}", done.err);
    assert!(
        done.out.contains("frost-run: 30/30 solvable"),
        "{}",
        done.out
    );
}

/// Every verb that reads folders of packs.
const VERBS: [&[&str]; 8] = [
    &["verify"],
    &["rate", "--write"],
    &["report", "--format", "md"],
    &["diff", "levels"],
    &["reproduce"],
    &["records"],
    &["selftest"],
    &["progression", "build"],
];

/// The files of a folder, the exit status (-1 for any), and the expected messages.
type Case = (&'static [(&'static str, &'static str)], i32, &'static str);

#[test]
fn every_verb_knows_the_same_packs() {
    let folders: [Case; 5] = [
        (
            &[("demo.json", DEMO), ("tools/package.json", "{}")],
            1,
            "levels/tools/package.json:1:1",
        ),
        (
            &[("demo.json", DEMO), ("WORLD2.JSON", "[]")],
            1,
            "levels/WORLD2.JSON:1:1",
        ),
        (
            &[("._demo.json", DEMO), ("profiles/demo.json", DEMO)],
            3,
            "levels: it has no packs",
        ),
        (
            &[("._demo.json", DEMO)],
            3,
            "skipped, because the name begins with a dot: levels/._demo.json",
        ),
        (
            &[("demo.json", DEMO), (".trash/demo.json", DEMO)],
            -1,
            "skipped, because the name begins with a dot: levels/.trash",
        ),
    ];
    for (files, code, said) in folders {
        for verb in VERBS {
            let folder = folder();
            let at = folder.path();
            for (name, text) in files {
                put(at, &format!("levels/{name}"), text);
            }
            let done = run(at, &[verb, &["levels"]].concat());
            assert!(
                done.err.contains(said),
                "{verb:?}: no {said:?} in\n{}",
                done.err
            );
            assert!(
                code < 0 || done.code == Some(code),
                "{verb:?}: {:?}\n{}",
                done.code,
                done.err
            );
        }
    }
}

#[test]
fn what_goes_with_packs_is_no_pack() {
    let folder = folder();
    let at = folder.path();
    put(at, "levels/demo.json", DEMO);
    for other in [
        "schema/pack.schema.json",
        "profiles/a.json",
        "campaigns/run1/pool.json",
        "more/campaigns/run1/manifest.json",
        "notes.txt",
    ] {
        put(at, &format!("levels/{other}"), "[]");
    }
    let done = run(at, &["verify", "levels"]);
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    // An order of stages in a subfolder is not checked, and that is reported.
    put(at, "levels/more/progression.json", "{}");
    let done = run(at, &["verify", "levels"]);
    let expected = "skipped, because an order of stages is read only with its own folder: levels/more/progression.json\n";
    assert_eq!((done.code, done.err.as_str()), (Some(0), expected));
}

#[test]
fn packs_of_several_paths_are_rated_each_once() {
    let folder = folder();
    let at = folder.path();
    let unrated = |id| demo(id, "\"optimal\": 3,", "");
    put(at, "levels/one.json", unrated("one"));
    put(
        at,
        "more/two.json",
        unrated("two")
            .replace("..b.", ".bb.")
            .replace("KKb.", "KK.."),
    );
    put(at, "levels/three.json", "{ \"format\": 1 }");
    let refused = run(at, &["rate"]);
    refused.ends(2, &["2 packs: add --write"]);
    let done = run(
        at,
        &[
            "rate",
            "--write",
            "levels",
            "levels/one.json",
            "more/two.json",
        ],
    );
    done.ends(
        1,
        &[
            "rated levels/one.json\n",
            "rated more/two.json\n",
            "levels/three.json was not written: rating cannot fix these\n",
        ],
    );
    for name in ["levels/one.json", "more/two.json"] {
        let text = fs::read_to_string(at.join(name)).unwrap_or_default();
        assert!(text.contains("\"optimal\": "), "{name}");
    }
    let again = run(at, &["rate", "levels/one.json", "levels/one.json"]);
    assert_eq!(again.code, Some(0), "{}", again.err);
}
