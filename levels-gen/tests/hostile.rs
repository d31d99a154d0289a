//! Malicious or nonsensical input on the command line: every case ends soon, within its memory, with a
//! message that names what is wrong and the status that `docs/commands.md` promises.
#![cfg(unix)]

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

mod support;
use support::{folder, read, shell, write};

const FROST_RUN: &str = include_str!("../../levels/frost-run.json");

/// A pack with one sliding board.
fn slide(rows: &[&str]) -> String {
    let level = json!({ "id": "h/1", "grid": rows, "lantern": { "side": "right", "line": 0 }, "win": "exit" });
    json!({ "format": 1, "id": "h", "family": "slide", "levels": [level] }).to_string()
}

/// A pack with one rolling-cube board.
fn roll(rows: &[&str]) -> String {
    let level = json!({ "id": "h/1", "layout": rows });
    json!({ "format": 1, "id": "h", "family": "roll", "levels": [level] }).to_string()
}

/// 33,712,376 arrangements, and won in 3 moves.
const SPARSE: [&str; 8] = [
    "KK.a..b.", "...a..b.", "cc......", "..d..ee.", "..d.....", ".f...gg.", ".f..h...", "....h.ii",
];

/// As sparse, with a wall in front of the Key: it cannot be won, and all positions are needed to prove it.
const HOPELESS: [&str; 8] = [
    "KK.a..b#", "...a..b.", "cc......", "..d..ee.", "..d.....", ".f...gg.", ".f..h...", "....h.ii",
];

const GREEN: [&str; 8] = [
    "bnnnnnnn", "nnnnnnnn", "nnnnnnnn", "nnnnnnnn", "nnnnnnnn", "nnnnnnnn", "nnnnnnnn", "nnnnnnnn",
];

/// Runs a command with limits on memory (address space, in megabytes) and on seconds of CPU.
fn within(megabytes: u32, seconds: u32, folder: &Path, command: &str) -> support::Run {
    let kilobytes = megabytes * 1000;
    shell(
        folder,
        &format!(
            "ulimit -c 0; ulimit -v {kilobytes}; ulimit -t {seconds}; exec levels-gen {command}"
        ),
    )
}

#[test]
fn boards_with_too_many_states_are_exhausted_and_the_limit_is_named() {
    let folder = folder();
    let at = folder.path();
    write(at, "sparse.json", &slide(&SPARSE));
    write(at, "hopeless.json", &slide(&HOPELESS));
    write(at, "green.json", &roll(&GREEN));
    let limit = |states: &str| format!("exhausted: the limit of {states} was hit");
    for (command, status, message) in [
        // A win near the start is found, however many states are beyond the limit.
        (
            "solve sparse.json",
            0,
            "solved in 3 moves · more states than the limit".to_string(),
        ),
        (
            "solve sparse.json --max-states 1000",
            0,
            "solved in 3 moves".to_string(),
        ),
        ("solve hopeless.json", 4, limit("4000000 states")),
        ("solve green.json", 4, limit("400000 states")),
        ("solve green.json --max-states 1", 4, limit("1 state")),
        (
            "solve green.json --max-states 50000",
            4,
            limit("50000 states"),
        ),
        (
            "verify green.json --max-states 50000",
            1,
            "LV0004".to_string(),
        ),
        ("rate green.json", 4, "LV0004".to_string()),
        (
            "show green.json --solution --max-states 9",
            4,
            String::new(),
        ),
        ("report green.json --format md", 1, "LV0004".to_string()),
        (
            "solve green.json --max-states 0",
            2,
            "0 is not in 1..".to_string(),
        ),
        (
            "solve green.json --max-states 99999999999",
            2,
            "is not in 1..".to_string(),
        ),
    ] {
        let done = within(2000, 30, at, command);
        assert_eq!(
            done.code,
            Some(status),
            "{command}: {}{}",
            done.out,
            done.err
        );
        assert!(
            done.out.contains(&message) || done.err.contains(&message),
            "{command}: {}{}",
            done.out,
            done.err
        );
    }
}

#[test]
fn json_that_is_deep_long_or_cut_is_malformed() {
    let folder = folder();
    let at = folder.path();
    let deep = "[".repeat(1_000_000);
    let in_levels = format!(
        "{{\"format\": 1, \"id\": \"x\", \"family\": \"slide\", \"levels\": {}{}}}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    let keys: Vec<String> = (0..20_000)
        .map(|key| format!("\"k{key}\": {key}"))
        .collect();
    let wide = format!(
        "{{\"format\": 1, \"id\": \"x\", \"family\": \"slide\", \"levels\": [], {}}}",
        keys.join(",")
    );
    let row = "K".repeat(2_000_000);
    let long = slide(&[&row]);
    let number = format!("{{\"format\": {}}}", "9".repeat(100_000));
    for (name, text, message) in [
        ("deep", deep.as_str(), "maximum nesting depth exceeded"),
        ("levels", &in_levels, "maximum nesting depth exceeded"),
        ("wide", &wide, "faults not listed, from here on: "),
        ("long", &long, "h/1"),
        ("number", &number, "unknown pack format"),
        ("cut", &FROST_RUN[..FROST_RUN.len() / 2], "LV0001"),
        ("empty", "", "LV0001"),
        ("null", "null", "LV0001"),
        ("zeros", "\0\0\0\0", "LV0001"),
    ] {
        let file = format!("{name}.json");
        write(at, &file, text);
        for command in ["verify", "rate", "solve", "show"] {
            let done = within(3000, 60, at, &format!("{command} {file}"));
            let said = format!("{}{}", done.out, done.err);
            assert_eq!(done.code, Some(1), "{command} {name}: {}", head(&said));
            // Messages do not quote megabytes of one board or number; of many faults only some are listed.
            assert!(
                said.len() < 10_000 || name == "wide",
                "{command} {name}: {} bytes",
                said.len()
            );
            assert!(
                said.contains(message) || command != "verify",
                "{command} {name}: {}",
                head(&said)
            );
        }
    }
}

/// The beginning of a text, enough to recognise it.
fn head(text: &str) -> String {
    text.chars().take(2000).collect()
}

#[test]
fn what_is_no_text_and_what_never_ends_is_named() {
    let folder = folder();
    let at = folder.path();
    fs::write(at.join("latin.json"), b"{\n  \"id\": \"caf\xe9\"\n}")
        .unwrap_or_else(|fault| panic!("{fault}"));
    for (command, message) in [
        (
            "solve latin.json",
            "latin.json:2:13: not UTF-8 from here on; save the file as UTF-8",
        ),
        (
            "solve - < latin.json",
            "<stdin>:2:13: not UTF-8 from here on; save the file as UTF-8",
        ),
        (
            "verify /dev/zero",
            "/dev/zero: more than 256 MiB: no file of levels is that large",
        ),
        (
            "solve - < /dev/zero",
            "standard input: more than 256 MiB: no file of levels is that large",
        ),
        (
            "verify - < .",
            "standard input: Is a directory (os error 21)",
        ),
    ] {
        let done = within(2000, 60, at, command);
        assert_eq!(
            (done.code, done.err),
            (Some(3), format!("error: {message}\n")),
            "{command}"
        );
    }
}

#[test]
fn a_folder_that_leads_back_into_itself_is_read_once() {
    let folder = folder();
    let at = folder.path();
    shell(
        at,
        "mkdir -p levels/more; ln -s .. levels/more/back; ln -s . levels/loop; ln -s more levels/again",
    );
    write(at, "levels/frost-run.json", FROST_RUN);
    let done = shell(at, "levels-gen verify levels");
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    assert_eq!(
        done.out.matches("frost-run: 30/30").count(),
        1,
        "{}",
        done.out
    );
    shell(
        at,
        "ln -s nowhere.json levels/gone.json; ln -s self.json levels/self.json",
    );
    let done = shell(at, "levels-gen verify levels");
    assert_eq!(done.code, Some(3));
    assert_eq!(
        done.err,
        "error: levels/gone.json: No such file or directory (os error 2)\n\
error: levels/self.json: Too many levels of symbolic links (os error 40)\n"
    );
}

/// Thousands of levels in one pack; time and memory grow with their number, not faster.
#[test]
fn a_pack_of_thousands_of_levels_is_verified_in_proportion() {
    let folder = folder();
    let at = folder.path();
    let pack: Json = support::json(FROST_RUN);
    let levels = pack["levels"].as_array().cloned().unwrap_or_default();
    let mut big = pack.clone();
    big["lints"] = json!({ "duplicate": "allow" });
    big["recipe"].take();
    if let Some(fields) = big.as_object_mut() {
        fields.remove("recipe");
    }
    let copies: Vec<Json> = (0..3000)
        .map(|index| {
            let mut level = levels[index % levels.len()].clone();
            level["id"] = json!(format!("frost-run/{index:05}"));
            level
        })
        .collect();
    big["levels"] = copies.into();
    write(at, "big.json", &big.to_string());
    let done = within(1500, 60, at, "verify big.json");
    assert_eq!((done.code, head(&done.err)), (Some(0), String::new()));
    assert!(
        done.out
            .starts_with("frost-run: 3000/3000 solvable · 3000/3000 optimal counts confirmed\n")
    );
    assert_eq!(read(at, "big.json").len(), big.to_string().len());
}

#[test]
fn settings_without_sense_are_refused_or_harmless() {
    let folder = folder();
    let at = folder.path();
    write(at, "frost-run.json", FROST_RUN);
    for (command, status, message) in [
        (
            "campaign --seeds 300 --shard 1/18446744073709551615",
            0,
            "1 seed from 1",
        ),
        (
            "campaign --seeds 18446744073709551615 --shard 9/10 --duration 1s --name a",
            0,
            "seeds from 1",
        ),
        (
            "campaign --seeds 300 --seed-base 18446744073709551615 --name b",
            0,
            "300 seeds",
        ),
        ("campaign --seeds 18446744073709551616", 2, "too large"),
        ("campaign --shard 0/4", 2, "its number, from 1,"),
        (
            "campaign --duration 99999999999999999999h",
            2,
            "positive whole number",
        ),
        (
            "campaign-merge run1 --into c",
            2,
            "shards are missing: 2/18446744073709551615, 3/18446744073709551615",
        ),
        ("verify frost-run.json --threads 99999", 0, "30/30"),
        (
            "verify frost-run.json --threads -1",
            2,
            "unexpected argument",
        ),
        (
            "generate --profile frost-run.json --seed 1 --out x.json",
            1,
            "frost-run.json",
        ),
    ] {
        let done = within(200_000, 60, at, command);
        let said = format!("{}{}", done.out, done.err);
        assert_eq!(done.code, Some(status), "{command}: {said}");
        assert!(
            said.contains(message) && !said.contains("panicked"),
            "{command}: {said}"
        );
    }
}
