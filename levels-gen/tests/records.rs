//! Records: the hardest board of each class, chosen, written, printed and made again.

mod support;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value as Json;
use support::{folder, json, read, run, write};

const SETTINGS: &str = r#"
family = "slide"
topk = 2

[search]
moves = [1, 99]
let_off = ["many-solutions", "furniture", "shuttling"]

[search.board]
sizes = ["4x4", "5x4"]
win = "exit"
middle = true
shapes = ["2", "3"]
fill = [40, 80]
walls = [0, 1]
"#;

/// Size, blocks and whether there are walls.
fn class(level: &Json) -> (usize, usize, usize, bool) {
    let rows: Vec<&str> = level["grid"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|row| row.as_str())
        .collect();
    let (a, b) = (rows.len(), rows[0].len());
    let letters: BTreeSet<char> = rows
        .iter()
        .flat_map(|row| row.chars())
        .filter(char::is_ascii_alphabetic)
        .collect();
    let walls = rows.iter().any(|row| row.contains('#'));
    (a.max(b), a.min(b), letters.len() - 1, walls)
}

#[test]
fn the_hardest_of_each_class_is_kept_and_made_again() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "s.toml", SETTINGS);
    std::fs::create_dir(folder.join("packs")).unwrap_or_else(|fault| panic!("{fault}"));
    for (name, propose) in [("a", "archive"), ("r", "random")] {
        let settings = ["campaign", "--settings", "s.toml", "--name", name];
        let more = ["--seeds", "768", "--propose", propose];
        run(folder, &[&settings[..], &more[..]].concat()).ends(0, &[]);
    }
    let build = ["records", "build", "--from", "a", "--from", "r"];
    run(
        folder,
        &[&build[..], &["--out", "packs/records.json"]].concat(),
    )
    .ends(0, &[]);
    let pack = json(&read(folder, "packs/records.json"));
    // The oracle reads the pools itself.
    let mut best: BTreeMap<_, u64> = BTreeMap::new();
    for name in ["a", "r"] {
        let pool = json(&read(folder, &format!("campaigns/{name}/pool.json")));
        for record in pool.as_array().into_iter().flatten() {
            let held = best.entry(class(record)).or_default();
            *held = record["optimal"].as_u64().unwrap_or(0).max(*held);
        }
    }
    let levels = pack["levels"].as_array().cloned().unwrap_or_default();
    let moves = |level: &Json| level["optimal"].as_u64().unwrap_or(0);
    let held: BTreeMap<_, u64> = levels
        .iter()
        .map(|level| (class(level), moves(level)))
        .collect();
    assert_eq!((held.len(), &held), (levels.len(), &best));
    assert!(levels.len() > 15, "{}", levels.len());
    let of_four = held
        .iter()
        .filter(|((a, b, _, walls), _)| (*a, *b, *walls) == (4, 4, false));
    let greatest = of_four.map(|(_, moves)| *moves).max().unwrap_or(0);
    let text = run(folder, &["records", "packs/records.json"]).ends(
        0,
        &[
            "4x4, moves\n",
            &format!("4x4 plain: {greatest} moves here, 7 known: "),
            "6x6 plain: no board here, 51 known",
        ],
    );
    assert!(
        text.lines().all(|line| line.chars().count() <= 80),
        "{text}"
    );
    run(folder, &["reproduce", "packs/records.json"]).ends(0, &["records: the same bytes"]);
}

#[test]
fn families_do_not_mix_and_wrong_packs_do_not_compete() {
    let folder = folder();
    let folder = folder.path();
    write(folder, "s.toml", SETTINGS);
    let slide = [
        "campaign",
        "--settings",
        "s.toml",
        "--name",
        "s",
        "--seeds",
        "256",
    ];
    run(folder, &slide).ends(0, &[]);
    run(folder, &["campaign", "--name", "r", "--seeds", "256"]).ends(0, &[]);
    let build = |words: &[&str]| run(folder, &[&["records", "build", "--from"], words].concat());
    build(&["s", "--from", "r"]).ends(2, &["`r` is a campaign of `roll`"]);
    build(&["r", "--id", "roll", "--out", "roll.json"]).ends(0, &[]);
    build(&["s", "--pack", "roll.json"])
        .ends(2, &["a pack of `roll`, but the campaigns are of `slide`"]);
    let text = read(folder, "roll.json");
    write(
        folder,
        "roll.json",
        &text.replacen("\"optimal\": ", "\"optimal\": 1", 1),
    );
    build(&["r", "--pack", "roll.json"]).ends(1, &["levels-gen verify roll.json"]);
    run(folder, &["records", "nowhere.json"]).ends(3, &["nowhere.json"]);
}

/// The tables that the page shows are those of the packs.
#[test]
fn the_page_shows_what_the_packs_hold() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = run(&root, &["records"]).ends(0, &["Records: ", "Rolling records: "]);
    let page = read(&root, "docs/records.md");
    let from = text.find("6x6, moves").unwrap_or_else(|| panic!("{text}"));
    let lines: Vec<&str> = text[from..]
        .lines()
        .filter(|line| !line.is_empty())
        .collect();
    assert!(lines.len() > 20, "{text}");
    for line in lines {
        assert!(
            page.contains(&format!("{line}\n")),
            "docs/records.md lacks\n{line}"
        );
    }
}
