//! The order of stages as a designer uses it: built over packs, locked, changed on purpose and by
//! accident.

use std::collections::BTreeMap;

use serde_json::Value as Json;

mod support;
use support::{folder, json, read, run, write};

/// A copy of a shipped pack, in its own folder.
fn library() -> tempfile::TempDir {
    let folder = folder();
    write(
        folder.path(),
        "classics.json",
        include_str!("../../levels/classics.json"),
    );
    folder
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
    assert_eq!(json(&first)["packs"], serde_json::json!(["classics"]));
    run(at, &["progression", "check", "."]).ends(0, &["48 stages", "not locked yet"]);
    run(at, &["progression", "lock", "."]).ends(0, &["levels-1/1 (48 stages) recorded"]);
    run(at, &["progression", "lock", "."]).ends(0, &["was already recorded"]);
    run(at, &["verify", "."]).ends(
        0,
        &["48 stages as the builder gives them · levels-1/1, locked"],
    );

    // Building again gives the same bytes.
    run(at, &["progression", "build", "classics.json"]).ends(0, &[]);
    assert_eq!(read(at, "progression.json"), first);

    // A level is withdrawn. Without a new version, a changed order is not written.
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

    // The map finds every old stage's level again.
    let map = run(
        at,
        &["progression", "migrate", "levels-1/1", "levels-1/2", "."],
    );
    let map = json(&map.ends(0, &["1 withdrawn"]));
    assert_eq!(map["withdrawn"], serde_json::json!([stage]));
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
    .ends(2, &["levels-1/9", "it has"]);
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

/// Gives every block of every level another letter.
fn relettered(pack: &str) -> String {
    let letters: Vec<char> = ('a'..='z').chain('A'..='Z').filter(|&c| c != 'K').collect();
    let rename = |text: &str| -> String {
        let new = |c: char| {
            let at = letters.iter().position(|&letter| letter == c);
            at.map_or(c, |at| letters[(at + 7) % letters.len()])
        };
        text.chars().map(new).collect()
    };
    let renamed = |value: &Json| Json::from(rename(value.as_str().unwrap_or_default()));
    let mut pack = json(pack);
    for level in pack["levels"].as_array_mut().into_iter().flatten() {
        for row in level["grid"].as_array_mut().into_iter().flatten() {
            *row = renamed(row);
        }
        if let Some(blocks) = level["blocks"].as_object() {
            let blocks = blocks.iter();
            level["blocks"] = blocks
                .map(|(key, kind)| (rename(key), kind.clone()))
                .collect();
        }
        for key in ["block", "needs"] {
            if level["teaches"].is_object() {
                level["teaches"][key] = renamed(&level["teaches"][key]);
            }
        }
    }
    pack.to_string()
}

/// The first level that is won to the right, mirrored.
fn mirrored(pack: &str) -> String {
    let mut pack = json(pack);
    let levels = pack["levels"].as_array_mut().into_iter().flatten();
    let mut right =
        levels.filter(|level| level["lantern"]["side"] == "right" && level.get("blocks").is_none());
    let level = right
        .next()
        .unwrap_or_else(|| panic!("no level is won to the right"));
    level["lantern"]["side"] = "left".into();
    for row in level["grid"].as_array_mut().into_iter().flatten() {
        *row = row
            .as_str()
            .unwrap_or_default()
            .chars()
            .rev()
            .collect::<String>()
            .into();
    }
    pack.to_string()
}

/// With other letters, and mirrored, a level is the same puzzle for duplicates and stages: nothing is
/// withdrawn, and no new version is needed.
#[test]
fn a_puzzle_keeps_its_stage_whatever_its_letters() {
    let folder = library();
    let at = folder.path();
    let change = |pack: &str| {
        write(at, "classics.json", pack);
        run(at, &["rate", "classics.json", "--write"]).ends(0, &[]);
    };
    run(at, &["progression", "build", "."]).ends(0, &["48 stages"]);
    let order = read(at, "progression.json");
    assert_eq!(order.matches("\"content\":\"puzzle:").count(), 48);
    run(at, &["progression", "lock", "."]).ends(0, &["recorded"]);
    change(&relettered(&read(at, "classics.json")));
    run(at, &["progression", "check", "."]).ends(0, &["48 stages", "locked"]);
    run(at, &["verify", "."]).ends(0, &["48/48 solvable", "levels-1/1, locked"]);
    run(at, &["progression", "build", "."]).ends(0, &[]);
    assert_eq!(read(at, "progression.json"), order);
    // For the mirrored level the recorded data changes, but the level is the same.
    change(&mirrored(&read(at, "classics.json")));
    let check = run(at, &["progression", "check", "."]);
    assert!(
        !check.err.contains("LV0030") && !check.err.contains("LV0032"),
        "{}",
        check.err
    );
    run(at, &["progression", "build", "."]).ends(0, &[]);
    run(at, &["progression", "check", "."]).ends(0, &["48 stages", "locked"]);
    run(at, &["progression", "lock", "."]).ends(0, &["was already recorded"]);
    assert_eq!(stages(&read(at, "progression.json")), stages(&order));
}

/// A level that was recorded by the hash of its text is read, kept and found again.
#[test]
fn an_order_that_was_recorded_by_texts_stays_as_it_is() {
    let folder = folder();
    let at = folder.path();
    let pack = include_str!("../../levels/willow-hollow.json");
    write(at, "willow-hollow.json", pack);
    run(at, &["progression", "build", "."]).ends(0, &[]);
    let shipped = json(include_str!("../../levels/progression.json"));
    let mut order = read(at, "progression.json");
    let mut recorded = 0;
    for stage in json(&order)["stages"].as_array().into_iter().flatten() {
        let known = shipped["stages"].as_array().into_iter().flatten();
        let known = known.filter(|known| known["level"] == stage["level"]);
        for known in known {
            let [new, old] =
                [stage, known].map(|record| record["content"].as_str().unwrap_or_default());
            assert!(
                new.starts_with("puzzle:") && !old.contains(':'),
                "{new} {old}"
            );
            order = order.replace(new, old);
            recorded += 1;
        }
    }
    assert!(recorded > 20, "{recorded}");
    write(at, "progression.json", &order);
    run(at, &["progression", "check", "."]).ends(0, &["not locked yet"]);
    run(at, &["progression", "lock", "."]).ends(0, &["recorded"]);
    let lock = read(at, "model.lock");
    assert!(!lock.contains("puzzle:"));
    for pack in [pack.to_string(), relettered(pack)] {
        write(at, "willow-hollow.json", &pack);
        run(at, &["rate", "willow-hollow.json", "--write"]).ends(0, &[]);
        run(at, &["progression", "check", "."]).ends(0, &["levels-1/1, locked"]);
        run(at, &["progression", "build", "."]).ends(0, &[]);
        run(at, &["progression", "lock", "."]).ends(0, &["was already recorded"]);
        assert_eq!(read(at, "progression.json"), order);
        assert_eq!(read(at, "model.lock"), lock);
    }
}
