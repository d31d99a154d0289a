//! The verbs of the rolling cube other than campaigns: one board, a batch, a profile, content for a
//! ladder, and the selftest.

use std::fs;
use std::path::Path;

use serde_json::{Value as Json, json};

mod support;
use support::{folder, run, write};

fn read(folder: &Path, name: &str) -> Json {
    support::json(&support::read(folder, name))
}

fn levels(pack: &Json) -> Vec<Json> {
    pack["levels"].as_array().cloned().unwrap_or_default()
}

fn tiles(level: &Json) -> String {
    let rows = level["layout"].as_array().cloned().unwrap_or_default();
    rows.iter().filter_map(Json::as_str).collect()
}

#[test]
fn one_board_and_a_batch() {
    let folder = folder();
    let at = folder.path();
    let one = [
        "gen",
        "--cols",
        "5",
        "--rows",
        "4",
        "--difficulty",
        "0.6",
        "--allow",
        "n,arrow",
        "--seed",
        "3",
        "--iters",
        "150",
    ];
    let text = run(at, &one).ends(0, &[]);
    let pack: Json = serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}"));
    let board = &levels(&pack)[0];
    assert_eq!(tiles(board).len(), 20);
    assert!(
        tiles(board).chars().all(|tile| "nb.<>^v".contains(tile)),
        "{board}"
    );
    assert_eq!(run(at, &one).ends(0, &[]), text);

    let batch = [
        "gen", "--batch", "6", "--seed", "5", "--iters", "60", "--id", "six", "--out", "six.json",
    ];
    run(at, &[&batch[..], &["--threads", "1"]].concat()).ends(0, &["wrote 6 levels to six.json"]);
    let first = read(at, "six.json");
    assert_eq!(levels(&first).len(), 6);
    run(at, &[&batch[..], &["--threads", "4"]].concat()).ends(0, &[]);
    assert_eq!(read(at, "six.json"), first);
    run(at, &["reproduce", "six.json"]).ends(0, &["six: the same bytes"]);

    for (words, parts) in [
        (["--allow", "n,lava"], ["lava", "explosive"]),
        (["--cols", "9"], ["9", "2..=8"]),
        (["--difficulty", "1.5"], ["1.5", "from 0 to 1"]),
        (["--profile", "steep"], ["steep", "spread"]),
    ] {
        run(at, &[&["gen"][..], &words].concat()).ends(2, &parts);
    }
}

#[test]
fn a_profile_goes_through_the_same_pipeline() {
    let folder = folder();
    let at = folder.path();
    let profile = r#"family = "roll"
id = "cubes"
near_duplicates = 3

[[bucket]]
levels = 2
grade = "medium"
layouts = 20000

[bucket.board]
sizes = ["4x4", "5x4"]
target = [50, 80]
allow = ["arrow", "line"]

[[bucket]]
levels = 2
grade = "expert"
layouts = 60000

[bucket.board]
sizes = ["6x6"]
target = [70, 95]
allow = ["arrow", "shift", "line", "explosive"]
min_states = 150
max_random = 1
"#;
    write(at, "cubes.toml", profile);
    let words = [
        "generate",
        "--profile",
        "cubes.toml",
        "--seed",
        "4",
        "--out",
        "cubes.json",
    ];
    run(at, &words).ends(0, &["cubes: 4/4 solvable", "too-many-specials", "hopeless"]);
    let grades: Vec<Json> = levels(&read(at, "cubes.json"))
        .iter()
        .map(|level| level["band"].clone())
        .collect();
    assert_eq!(
        grades,
        [
            json!("medium"),
            json!("medium"),
            json!("expert"),
            json!("expert")
        ]
    );
    run(at, &["reproduce", "."]).ends(0, &["cubes: the same bytes"]);
    for (from, to, parts) in [
        (
            "\"line\"]",
            "\"lava\"]",
            ["cubes.toml:10:1", "no kind of tile is called `lava`"],
        ),
        (
            "grade = \"medium\"",
            "moves = [3, 4]",
            ["cubes.toml:5:1", "a bucket needs `grade`"],
        ),
        (
            "grade = \"medium\"",
            "grade = \"mild\"",
            ["cubes.toml:5:1", "not one of easy, medium, hard, expert"],
        ),
        (
            "\"4x4\", \"5x4\"",
            "\"3x1\"",
            ["cubes.toml:10:1", "at least four cells"],
        ),
    ] {
        write(at, "cubes.toml", &profile.replacen(from, to, 1));
        run(at, &words).ends(1, &parts);
    }
}

#[test]
fn content_is_wired_onto_tiles_that_can_be_landed_on() {
    let folder = folder();
    let at = folder.path();
    write(
        at,
        "ladder.json",
        include_str!("../../levels/roll-ladder.json"),
    );
    write(
        at,
        "content.json",
        r#"[{ "heading": "Welcome" }, { "heading": "Lines", "tag": "new" }, { "heading": "More" }]"#,
    );
    let words = [
        "wire",
        "ladder.json",
        "--content",
        "content.json",
        "--out",
        "wired.json",
    ];
    run(at, &words).ends(0, &["32 levels, 3 with content"]);
    let (before, after) = (
        levels(&read(at, "ladder.json")),
        levels(&read(at, "wired.json")),
    );
    for (index, (before, after)) in before.iter().zip(&after).enumerate() {
        let infos = tiles(after).matches('i').count();
        assert_eq!(infos, usize::from(index < 3), "{after}");
        assert_eq!(after["content"].is_object(), index < 3);
        assert_eq!(
            tiles(after).replace('i', "n"),
            tiles(before).replace('i', "n")
        );
        assert_eq!(after["band"], before["band"]);
        if index < 3 {
            assert_eq!(after["measures"]["lands_on_info"], json!(true));
        }
    }
    assert_eq!(after[1]["content"]["tag"], "new");
    // Easy levels stay as easy as possible: no other green would make the level easier.
    run(at, &["verify", "wired.json"]).ends(0, &["32/32 solvable"]);

    // A level without such a green is named, and nothing is written.
    let lone = r#"{ "format": 1, "id": "lone", "family": "roll", "levels": [
        { "id": "lone/1", "layout": ["br.n"], "allow": { "not-landable": "a test", "too-many-specials": "a test" } } ] }"#;
    write(at, "lone.json", lone);
    run(at, &["rate", "lone.json", "--write"]).ends(0, &[]);
    write(at, "one.json", "[{}]");
    let lone = [
        "wire",
        "lone.json",
        "--content",
        "one.json",
        "--out",
        "none.json",
    ];
    run(at, &lone).ends(1, &["level `lone/1`: no green can be its info tile"]);
    assert!(!at.join("none.json").exists());
    for (content, part) in [
        ("[1]", "entry 1 is not an object"),
        ("{}", "an array of objects"),
        ("[{}", "not JSON"),
    ] {
        write(at, "content.json", content);
        run(at, &words).ends(1, &["content.json", part]);
    }
    let many: Vec<Json> = (0..40).map(|_| json!({})).collect();
    write(at, "content.json", &json!(many).to_string());
    run(at, &words).ends(1, &["40 entries for 32 levels"]);
    write(at, "slide.json", include_str!("../../levels/classics.json"));
    let words = [
        "wire",
        "slide.json",
        "--content",
        "content.json",
        "--out",
        "w.json",
    ];
    run(at, &words).ends(1, &["family `roll`, but these are `slide`"]);
}

/// A recipe names files relative to the folder of its pack, and the wired pack is in another one.
#[test]
fn wired_into_another_folder_the_recipe_still_finds_its_files() {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("packs")).unwrap_or_else(|fault| panic!("{fault}"));
    let mut ladder: Json = support::json(include_str!("../../levels/roll-ladder.json"));
    write(at, "packs/others.json", &ladder.to_string());
    ladder["recipe"]["steps"][1] = json!(["curate", "--except", "others.json"]);
    ladder["recipe"]["inputs"] = json!({ "others.json": "blake3:0" });
    write(at, "packs/ladder.json", &ladder.to_string());
    write(at, "content.json", "[{}]");
    let words = ["wire", "packs/ladder.json", "--content", "content.json"];
    run(
        at,
        &[&words[..], &["--out", "game/deep/wired.json"]].concat(),
    )
    .ends(0, &[]);
    let recipe = &read(at, "game/deep/wired.json")["recipe"];
    assert_eq!(
        recipe["steps"][1],
        json!(["curate", "--except", "../../packs/others.json"])
    );
    assert_eq!(
        recipe["steps"][2],
        json!(["wire", "--content", "../../content.json"])
    );
    for input in ["../../packs/others.json", "../../content.json"] {
        assert!(recipe["inputs"][input].is_string(), "{recipe}");
        assert!(at.join("game/deep").join(input).exists(), "{input}");
    }
}

#[test]
fn the_selftest_proves_packs_and_the_demo_board() {
    let folder = folder();
    let at = folder.path();
    write(
        at,
        "ladder.json",
        include_str!("../../levels/roll-ladder.json"),
    );
    run(at, &["selftest", "."]).ends(0, &["demo: 1/1 solvable", "selftest passed: 33 levels"]);
    let broken = fs::read_to_string(at.join("ladder.json")).unwrap_or_default();
    let broken = broken.replacen("\"optimal\": 8", "\"optimal\": 9", 1);
    write(at, "ladder.json", &broken);
    run(at, &["selftest", "."]).ends(1, &["LV0005"]);
}
