//! Every command that writes: it reports what `verify` would refuse, replaces no other work without
//! `--force`, and makes the folders that it needs.

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

mod support;
use support::{folder, json, read, run, write};

const CLASSICS: &str = include_str!("../../levels/classics.json");
const LADDER: &str = include_str!("../../levels/roll-ladder.json");

/// A profile whose pack is found quickly.
const PROFILE: &str = r#"family = "slide"
id = "small"

[[bucket]]
levels = 3
moves = [2, 4]
layouts = 4000

[bucket.board]
sizes = ["4x4"]
win = "exit"
shapes = ["2", "2", "3"]
fill = [45, 65]
"#;

/// A board with more specials than a level may have and no green to rest on, and a good one.
const CUBES: &str = "{\"layout\": [\"br.n\"]}\n{\"layout\": [\"bnn\", \"nnn\"]}\n";

/// One that takes two moves, and one whose search sees more than ten states.
const BOARDS: &str = "ooKoAAKoooooBBooooooooooooooooooooooo\n\
ooooooooooooAAoooooooooooooooooooooo\n\
IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n";

fn workshop() -> tempfile::TempDir {
    let folder = folder();
    let at = folder.path();
    fs::create_dir(at.join("library")).unwrap_or_else(|fault| panic!("{fault}"));
    write(at, "library/classics.json", CLASSICS);
    write(at, "ladder.json", LADDER);
    write(at, "content.json", "[{ \"heading\": \"Welcome\" }]");
    write(at, "small.toml", PROFILE);
    write(at, "cubes.txt", CUBES);
    run(at, &["campaign", "--seeds", "300"]).ends(0, &[]);
    folder
}

fn words(command: &str) -> Vec<&str> {
    command.split(' ').collect()
}

/// Commands that write to `--out`, and whether they may replace what they wrote themselves.
const WRITERS: &[(&str, bool)] = &[
    ("generate --profile small.toml --seed 11", true),
    ("import cubes.txt --from roll --id cubes", false),
    ("gen --cols 4 --rows 4 --iters 20", true),
    ("curate", true),
    ("records build --from run1", true),
    ("wire ladder.json --content content.json", true),
    ("schema", true),
    ("rank", true),
    ("report library", true),
    ("report library --format md", true),
    ("diff ladder.json library/classics.json --format md", true),
    ("diff ladder.json library/classics.json --format html", true),
    ("show library/classics.json --level classics/01 --svg", true),
    ("progression build library", true),
];

#[test]
fn a_file_that_is_somebody_elses_is_replaced_only_with_force() {
    let folder = workshop();
    let at = folder.path();
    for (number, (command, again)) in WRITERS.iter().enumerate() {
        // The folders are also made.
        let out = format!("out/{number}/new/file");
        let command = [&words(command)[..], &["--out", &out]].concat();
        let ends = |words: &[&str], code: Option<i32>, parts: &[&str]| {
            let done = run(at, words);
            let said = format!("{words:?}: {:?}\n{}", done.code, done.err);
            match code {
                Some(code) => assert_eq!(done.code, Some(code), "{said}"),
                None => assert!(matches!(done.code, Some(0 | 1)), "{said}"),
            }
            for part in parts {
                assert!(done.err.contains(part), "no {part} in {said}");
            }
        };
        ends(&command, None, &[]);
        let own = read(at, &out);
        for other in ["my notes\n", "{ \"mine\": 1 }", CLASSICS, "<svg></svg>"] {
            write(at, &out, other);
            ends(&command, Some(2), &[&out, "nothing was written", "--force"]);
            assert_eq!(read(at, &out), other, "{command:?}");
        }
        ends(&[&command[..], &["--force"]].concat(), None, &[]);
        assert_eq!(read(at, &out), own, "{command:?}");
        ends(&command, if *again { None } else { Some(2) }, &[]);
        // An empty file may be replaced.
        write(at, &out, "");
        ends(&command, None, &[]);
    }
}

#[test]
fn a_pack_is_replaced_by_its_own_recipe_alone() {
    let folder = workshop();
    let at = folder.path();
    let generate = |more: &str, code: i32, parts: &[&str]| {
        let command = format!("generate --profile small.toml --out packs/small.json {more}");
        run(at, &words(&command)).ends(code, parts);
    };
    generate("--seed 11", 0, &[]);
    let refused = [
        "packs/small.json: it holds the pack `small` (3 levels, made by `generate --profile small.toml --seed 11`)",
        "replace this one with --force",
    ];
    generate("--seed 12", 2, &refused);
    generate("--seed 11 --propose archive", 2, &refused);
    // A changed profile is still the same profile.
    write(at, "small.toml", &PROFILE.replace("[45, 65]", "[45, 66]"));
    generate("--seed 11", 0, &[]);
    generate("--seed 12 --force", 0, &[]);
    generate("--seed 12", 0, &[]);
    // A pack made by somebody else has no recipe.
    let pack = "library/classics.json";
    let import = [
        "import",
        "cubes.txt",
        "--from",
        "roll",
        "--id",
        "x",
        "--out",
        pack,
    ];
    run(at, &import).ends(2, &["it holds the pack `classics`", "without a recipe"]);
    assert_eq!(read(at, pack), CLASSICS);
}

/// The commands in the documents write the shipped packs again, with the same levels.
#[test]
fn documents_name_the_recipes_of_the_shipped_packs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut met = 0;
    let docs = fs::read_dir(root.join("docs")).unwrap_or_else(|fault| panic!("{fault}"));
    let docs = docs.filter_map(|entry| Some(format!("docs/{}", entry.ok()?.file_name().to_str()?)));
    let documents = docs.filter(|name| name.ends_with(".md"));
    for document in documents.chain(["README.md".into(), "levels/profiles/README.md".into()]) {
        let document = document.as_str();
        for line in read(&root, document).lines() {
            let words: Vec<&str> = line.trim_start_matches("$ ").split(' ').collect();
            let [
                "levels-gen",
                "generate",
                "--profile",
                profile,
                "--seed",
                seed,
                "--out",
                out,
            ] = words[..]
            else {
                continue;
            };
            if !root.join(out).is_file() {
                continue;
            }
            met += 1;
            let recipe = &json(&read(&root, out))["recipe"];
            let profile = profile.trim_start_matches("levels/");
            let step = ["generate", "--profile", profile, "--seed", seed];
            assert_eq!(
                recipe["steps"],
                serde_json::json!([step]),
                "{document}: {line}"
            );
        }
    }
    assert!(met > 0, "no document says how a shipped pack was made");
}

/// The lints that were named.
fn lints(text: &str) -> Vec<String> {
    let found = text
        .match_indices("error[LV")
        .map(|(at, _)| text[at..].chars().take(13).collect());
    found.collect()
}

#[test]
fn what_verification_refuses_is_said_by_who_writes_it() {
    let folder = workshop();
    let at = folder.path();
    let done = run(
        at,
        &words("import cubes.txt --from roll --id cubes --out cubes.json"),
    );
    let verify = run(at, &["verify", "cubes.json"]);
    assert!(
        lints(&verify.err).contains(&"error[LV0017]".to_string()),
        "{}",
        verify.err
    );
    assert_eq!(lints(&done.err), lints(&verify.err));
    assert_eq!((done.code, verify.code), (Some(1), Some(1)));
    assert!(
        done.err.contains("wrote 2 levels to cubes.json"),
        "{}",
        done.err
    );
    // A printed pack is also verified.
    let printed = run(at, &words("import cubes.txt --from roll --id cubes"));
    assert_eq!(lints(&printed.err), lints(&verify.err));
    assert_eq!(printed.code, Some(1));
}

/// Two levels, of which one is fixed: what is wrong with the other is reported.
const TWO: &str = r#"{
  "format": 1, "id": "two", "family": "slide",
  "levels": [
    { "id": "two/1", "grid": ["..b.", "KKb.", "..b.", "...."],
      "lantern": { "side": "right", "line": 1 }, "win": "exit" },
    { "id": "two/2", "grid": ["....", "KK#.", "....", "...."],
      "lantern": { "side": "right", "line": 1 }, "win": "exit" }
  ]
}"#;

#[test]
fn a_mended_level_does_not_make_a_valid_pack() {
    let folder = folder();
    let at = folder.path();
    write(at, "two.json", TWO);
    let repair = words("repair two.json two/1 --write");
    run(at, &repair).ends(1, &["fixed two.json", "error[LV0003]: level `two/2`"]);
    // A printed rated pack is also verified.
    let pack = json(&read(at, "two.json"));
    let banded = pack["levels"][0].clone();
    let mut pack = pack;
    pack["levels"] = serde_json::json!([banded]);
    pack["levels"][0]["band"] = serde_json::json!({ "min": 50, "max": 60 });
    write(at, "one.json", &pack.to_string());
    run(at, &["rate", "one.json"]).ends(1, &["error[LV0010]"]);
}

#[test]
fn a_board_that_is_left_out_undecided_shows_in_the_status() {
    let folder = workshop();
    let at = folder.path();
    write(at, "boards.txt", BOARDS);
    let import = "import boards.txt --id b --skip --out b.json --force";
    run(at, &words(&format!("{import} --max-states 100"))).ends(
        4,
        &[
            "line-3: left out: the limit of 100 states was hit; raise --max-states",
            "1 board left out undecided",
        ],
    );
    let levels = |name| {
        json(&read(at, name))["levels"]
            .as_array()
            .map_or(0, Vec::len)
    };
    assert_eq!(levels("b.json"), 1);
    run(at, &words(import)).ends(0, &["line-1: left out: "]);
    assert_eq!(levels("b.json"), 2);
    // Undecided is not "invalid" either.
    write(at, "boards.txt", BOARDS.lines().last().unwrap_or_default());
    run(at, &words(&format!("{import} --max-states 100")))
        .ends(4, &["no board is left for a pack; nothing was written"]);
}

#[test]
fn boards_that_verification_refuses_are_made_anew() {
    let folder = folder();
    let at = folder.path();
    for (command, anew) in [
        (
            "gen --cols 5 --rows 5 --difficulty 0.9 --seed 3 --iters 100 --out a.json",
            "",
        ),
        (
            "gen --batch 30 --profile spread --iters 40 --out b.json",
            "",
        ),
        (
            "gen --batch 40 --iters 1 --out c.json",
            "drafts that were refused and made again: ",
        ),
    ] {
        run(at, &words(command)).ends(0, &[anew]);
    }
    run(at, &["verify", "b.json"]).ends(0, &["30/30 solvable"]);
    run(at, &["verify", "c.json"]).ends(0, &["40/40 solvable"]);
    // There are not that many boards with only greens.
    let done = run(
        at,
        &words("gen --batch 400 --profile spread --iters 1 --out d.json"),
    );
    done.ends(
        5,
        &[
            "nothing was written: ",
            " of 400 boards could be made",
            "duplicate ",
        ],
    );
    assert!(!at.join("d.json").exists());
}

#[test]
fn a_ladder_that_the_pool_cannot_fill_names_what_it_lacks() {
    let folder = workshop();
    let at = folder.path();
    for (profile, part) in [
        ("--profile initial128", "it lacks "),
        ("--profile initial128", " expert ("),
        ("--count 500", " of 500 levels; it lacks "),
    ] {
        let command = format!("curate {profile} --out ladder/new.json");
        run(at, &words(&command)).ends(5, &["nothing was written: the pool gives ", part]);
        assert!(!at.join("ladder").exists(), "{profile}");
    }
    let pack = run(at, &words("curate --count 12")).out;
    assert_eq!(json(&pack)["levels"].as_array().map(Vec::len), Some(12));
}

/// Every valid level of a pack is drawn on some day with status 0; the invalid one is never drawn.
#[test]
fn a_puzzle_of_the_day_is_verified_before_it_is_drawn() {
    let folder = folder();
    let at = folder.path();
    let mut pack = json(CLASSICS);
    // Walls on every free cell.
    let level = &mut pack["levels"][1];
    let id = level["id"].as_str().unwrap_or_default().to_string();
    walled(level);
    write(at, "pack.json", &pack.to_string());
    let mut wrong = 0;
    for day in 1..=28 {
        let date = format!("2026-12-{day:02}");
        let done = run(at, &["daily", "--pack", "pack.json", "--date", &date]);
        let bad = done.err.contains(&format!("error[LV0003]: level `{id}`"));
        assert_eq!(done.code, Some(i32::from(bad)), "{date}: {}", done.err);
        assert_eq!(done.out.is_empty(), bad, "{date}");
        wrong += usize::from(bad);
    }
    assert!(wrong > 0, "the level is drawn on no day of the month");
}

/// Puts walls on every free cell of a level.
fn walled(level: &mut Json) {
    for row in level["grid"].as_array_mut().into_iter().flatten() {
        *row = Json::from(row.as_str().unwrap_or_default().replace('.', "#"));
    }
}

/// A recipe names its files relative to the folder of the pack: it runs again from any folder, and the two
/// may be moved together.
#[test]
fn a_recipe_is_run_again_from_any_folder() {
    let folder = workshop();
    let at = folder.path();
    fs::create_dir_all(at.join("game/profiles")).unwrap_or_else(|fault| panic!("{fault}"));
    write(at, "game/profiles/small.toml", PROFILE);
    let recorded = |pack: &str| {
        let pack = json(&read(at, pack));
        pack["recipe"]["steps"][0][2].as_str().map(str::to_string)
    };
    for (from, profile, out, named) in [
        (
            "",
            "game/profiles/small.toml",
            "game/a.json",
            "profiles/small.toml",
        ),
        (
            "game/profiles",
            "small.toml",
            "../a.json",
            "profiles/small.toml",
        ),
        (
            "game",
            "profiles/small.toml",
            "../far/new/a.json",
            "../../game/profiles/small.toml",
        ),
    ] {
        let words = [
            "generate",
            "--profile",
            profile,
            "--seed",
            "11",
            "--out",
            out,
        ];
        run(&at.join(from), &words).ends(0, &[&format!("from {profile}, seed 11")]);
        let pack = Path::new(from).join(out);
        let pack = fs::canonicalize(at.join(pack)).unwrap_or_default();
        let pack = pack.to_string_lossy();
        assert_eq!(recorded(&pack).as_deref(), Some(named), "{from} {out}");
        for place in ["", "game", "library"] {
            run(&at.join(place), &["reproduce", &pack]).ends(0, &["small: the same bytes"]);
        }
    }
    fs::rename(at.join("game"), at.join("moved")).unwrap_or_else(|fault| panic!("{fault}"));
    run(at, &["reproduce", "moved/a.json"]).ends(0, &["small: the same bytes"]);
    run(at, &["reproduce", "far/new/a.json"]).ends(
        3,
        &[
            "far/new/a.json: its recipe names `../../game/profiles/small.toml`, relative to the folder of the pack",
            "there is no far/new/../../game/profiles/small.toml",
        ],
    );
}

/// For a pack behind a link, the recipe names files relative to the real folder.
#[cfg(unix)]
#[test]
fn a_recipe_behind_a_link_counts_from_the_real_place() {
    let folder = workshop();
    let at = folder.path();
    fs::create_dir_all(at.join("store/deep")).unwrap_or_else(|fault| panic!("{fault}"));
    write(at, "store/deep/real.json", "");
    std::os::unix::fs::symlink("store/deep/real.json", at.join("link.json"))
        .unwrap_or_else(|fault| panic!("{fault}"));
    run(
        at,
        &words("generate --profile small.toml --seed 11 --out link.json"),
    )
    .ends(0, &[]);
    for pack in ["link.json", "store/deep/real.json"] {
        run(at, &["reproduce", pack]).ends(0, &["small: the same bytes"]);
    }
}
