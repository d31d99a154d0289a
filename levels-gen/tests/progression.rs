//! The order of stages as a designer meets it: built over packs, locked, changed on purpose and by
//! accident.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

/// A copy of a pack that everybody has, in a folder of its own.
fn library() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
    write(
        folder.path(),
        "classics.json",
        include_str!("../../levels/classics.json"),
    );
    folder
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
}

fn read(folder: &Path, name: &str) -> String {
    fs::read_to_string(folder.join(name)).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

fn json(text: &str) -> Json {
    serde_json::from_str(text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn ends(self, code: i32, parts: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        for part in parts {
            assert!(
                self.out.contains(part) || self.err.contains(part),
                "no {part:?} in\n{}\n{}",
                self.out,
                self.err
            );
        }
        self
    }
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).to_string(),
        err: String::from_utf8_lossy(&output.stderr).to_string(),
    }
}

/// The levels by stage; a vacant stage has none.
fn stages(order: &str) -> BTreeMap<u64, String> {
    let order = json(order);
    let stages = order["stages"].as_array().cloned().unwrap_or_default();
    let entry = |stage: &Json| {
        let level = stage["level"].as_str()?.to_string();
        Some((stage["stage"].as_u64()?, level))
    };
    stages.iter().filter_map(entry).collect()
}

#[test]
fn build_lock_and_move_on() {
    let folder = library();
    let at = folder.path();
    run(at, &["progression", "check", "."]).ends(3, &["progression.json", "progression build ."]);
    run(at, &["progression", "build", "."]).ends(0, &["48 stages, levels-1/1"]);
    let first = read(at, "progression.json");
    assert_eq!(json(&first)["packs"], json!(["classics"]));
    run(at, &["progression", "check", "."]).ends(0, &["48 stages", "not locked yet"]);
    run(at, &["progression", "lock", "."]).ends(0, &["levels-1/1 (48 stages) recorded"]);
    run(at, &["progression", "lock", "."]).ends(0, &["was recorded before"]);
    run(at, &["verify", "."]).ends(
        0,
        &["48 stages as the builder gives them · levels-1/1, locked"],
    );

    // Other bytes from other numbers of threads there are none: the same once more.
    run(at, &["progression", "build", "classics.json"]).ends(0, &[]);
    assert_eq!(read(at, "progression.json"), first);

    // A level is withdrawn. Without a version of its own no other order is written.
    let mut pack = json(&read(at, "classics.json"));
    let gone = pack["levels"]
        .as_array_mut()
        .map(|levels| levels.remove(20));
    let gone = gone.unwrap_or_default()["id"]
        .as_str()
        .unwrap_or_default()
        .to_string();
    write(at, "classics.json", &pack.to_string());
    let (old, gap) = (stages(&first), |id: &String| *id == gone);
    let stage = old
        .iter()
        .find(|(_, id)| gap(id))
        .map_or(0, |(stage, _)| *stage);
    run(at, &["verify", "."]).ends(
        1,
        &[
            "LV0032",
            &format!("stage {stage}: there is no level `{gone}`"),
            "progression build --pin",
        ],
    );
    run(at, &["progression", "build", "."]).ends(1, &["nothing was written", "--model-version"]);
    assert_eq!(read(at, "progression.json"), first);

    // Pinned, only the gap is filled.
    let pinned = [
        "progression",
        "build",
        ".",
        "--pin",
        "--model-version",
        "levels-1/2",
    ];
    run(at, &pinned).ends(0, &["levels-1/2"]);
    let second = read(at, "progression.json");
    let new = stages(&second);
    for (number, level) in &old {
        let now = new.get(number);
        assert!(
            *number == stage || now == Some(level),
            "stage {number}: {now:?}"
        );
    }
    run(at, &["progression", "lock", "."]).ends(0, &["levels-1/2"]);
    run(at, &["verify", "."]).ends(0, &["levels-1/2, locked"]);

    // Everybody's progress finds its level again.
    let map = run(
        at,
        &["progression", "migrate", "levels-1/1", "levels-1/2", "."],
    );
    let map = json(&map.ends(0, &["1 withdrawn"]).out);
    assert_eq!(map["withdrawn"], json!([stage]));
    let moved = map["stages"].as_object().cloned().unwrap_or_default();
    assert_eq!(moved.len(), 47);
    for (from, to) in moved {
        let from: u64 = from.parse().unwrap_or(0);
        assert_eq!(old.get(&from), new.get(&to.as_u64().unwrap_or(0)));
    }
    run(
        at,
        &["progression", "migrate", "levels-1/9", "levels-1/2", "."],
    )
    .ends(2, &["levels-1/9", "it knows"]);
}

#[test]
fn what_was_edited_by_hand_is_found_where_it_stands() {
    let folder = library();
    let at = folder.path();
    run(at, &["progression", "build", "."]).ends(0, &[]);
    let order = read(at, "progression.json");
    let rating = json(&order)["stages"][4]["rating"].to_string();
    let line = order.lines().nth(10).unwrap_or_default();
    let other = line.replacen(&format!("\"rating\":{rating},"), "\"rating\":9.99,", 1);
    assert_ne!(other, line);
    let edited = order.replace(line, &other);
    let beat = order.replacen("\"beat\":3", "\"beat\":4", 1);
    for (text, parts) in [
        (edited, ["LV0022", "recorded as 9.99"]),
        (beat, ["LV0031", "the record of stage 4"]),
        (
            order.replace("\"full\"", "\"sort\""),
            ["LV0031", "the builder gives"],
        ),
        (
            order.replace("levels-1/1", "levels-7/1"),
            ["LV0002", "levels-7/1"],
        ),
        (
            order.replace("[\"classics\"]", "[\"other\"]"),
            ["LV0032", "`other`"],
        ),
        (
            order.replace("\"stages\"", "\"stage\""),
            ["LV0001", "progression.json:"],
        ),
        (order.replacen('}', "", 1), ["LV0001", "progression.json:"]),
    ] {
        write(at, "progression.json", &text);
        run(at, &["verify", "."]).ends(1, &parts);
        run(at, &["progression", "lock", "."]).ends(1, &["nothing was locked"]);
    }
    write(at, "progression.json", &order);
    write(
        at,
        "model.lock",
        "{ \"levels-1/1\": { \"digest\": \"0\", \"order\": [] } }",
    );
    run(at, &["verify", "."]).ends(1, &["model.lock:1:1", "digest", "version control"]);
    run(
        at,
        &["progression", "build", ".", "--model-version", "mine"],
    )
    .ends(2, &["levels-1/"]);
}

#[test]
fn a_pack_that_is_not_valid_leaves_the_order_unchecked_and_says_so() {
    let folder = library();
    let at = folder.path();
    run(at, &["progression", "build", "."]).ends(0, &[]);
    let pack = read(at, "classics.json");
    write(
        at,
        "classics.json",
        &pack.replacen("\"optimal\": 4", "\"optimal\": 5", 1),
    );
    let ended = run(at, &["verify", "."]);
    ended.ends(
        1,
        &[
            "LV0005",
            "not checked, since packs that it is built from are not valid: classics",
        ],
    );
    run(at, &["progression", "build", "."]).ends(1, &["LV0005", "cannot be ordered"]);
}
