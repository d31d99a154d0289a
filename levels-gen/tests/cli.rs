//! The command line as a user sees it: output, places in messages, exit status.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::Value as Json;

const GOLDEN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../levels-core/tests/data/golden_slide.jsonl"
);
const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../levels");
const SIXTY: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";
const FIRST: &str = "ooBoCCooBoooAABoooDDDooEoooooEoooooE";

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

fn levels_gen(arguments: &[&str], input: &[u8]) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(arguments)
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|fault| panic!("{fault}"));
    if let Some(mut stdin) = child.stdin.take() {
        // A program that does not read its input closes the pipe early.
        let _ = stdin.write_all(input);
    }
    let output = child
        .wait_with_output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).to_string(),
        err: String::from_utf8_lossy(&output.stderr).to_string(),
    }
}

/// A file in a folder that is removed after the test.
fn file(folder: &tempfile::TempDir, name: &str, text: &str) -> String {
    let path: PathBuf = folder.path().join(name);
    fs::write(&path, text).unwrap_or_else(|fault| panic!("{fault}"));
    path.to_string_lossy().to_string()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"))
}

fn objects(text: &str) -> Vec<Json> {
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|fault| panic!("{line}: {fault}")))
        .collect()
}

/// A limit is not a verdict: every message says what it left open, with the command that decides more.
#[test]
fn what_a_limit_leaves_open_is_said() {
    let folder = folder();
    let pack = r#"{ "format": 1, "id": "mine", "family": "slide", "levels": [ { "id": "mine/1",
        "grid": ["..b...", "KKb..c", "..b..c", "......"],
        "lantern": { "side": "right", "line": 1 }, "win": "exit", "band": { "min": 3, "max": 9 } } ] }"#;
    let path = file(&folder, "mine.json", pack);
    // 20 states decide that one cell is enough; 8 leave all changes that help undecided, 12 the first ones, 3
    // the level itself.
    for (max_states, code, said) in [
        ("20", 0, "with 1 cell changed"),
        ("12", 0, "not decided within 12 states"),
        ("8", 4, "not decided within 8 states"),
        ("3", 4, "whether `mine/1` is valid as it is"),
    ] {
        let words = ["repair", &path, "mine/1", "--max-states", max_states];
        let run = levels_gen(&words, b"");
        let all = format!("{}{}", run.out, run.err);
        assert_eq!(run.code, Some(code), "{all}");
        assert!(all.contains(said), "{all}");
        if max_states != "20" {
            let more = max_states.parse::<u32>().unwrap_or(0) * 4;
            let command = format!("levels-gen repair {path} mine/1 --max-states {more}");
            assert!(all.contains(&command), "{all}");
        }
    }
    let words = [
        "repair",
        &path,
        "mine/1",
        "--max-states",
        "8",
        "--max-tries",
        "100",
    ];
    let run = levels_gen(&words, b"");
    assert_eq!(run.code, Some(4), "{}", run.err);
    assert!(
        run.err.contains("the first 100 were tried") && run.err.contains("--max-tries"),
        "{}",
        run.err
    );
    let verify = ["verify", &path, "--max-states", "3", "--format", "json"];
    let found: Json = serde_json::from_str(&levels_gen(&verify, b"").out).unwrap_or_default();
    assert_eq!(found["packs"][0]["undecided"], 1, "{found}");
}

#[test]
fn a_level_that_is_won_at_the_start_is_not_counted_as_solvable() {
    let folder = folder();
    let pack = r#"{ "format": 1, "id": "mine", "family": "slide", "levels": [ { "id": "mine/1",
        "grid": ["..KK", "b...", "b..."], "lantern": { "side": "right", "line": 0 }, "win": "exit" } ] }"#;
    let path = file(&folder, "mine.json", pack);
    for format in ["human", "github"] {
        let run = levels_gen(&["verify", &path, "--format", format], b"");
        assert_eq!(run.code, Some(1));
        let line = "mine: 0/1 solvable · 0/1 optimal counts confirmed · 1 won at the start\n";
        assert!(run.out.ends_with(line), "{}", run.out);
    }
    let run = levels_gen(&["verify", &path, "--format", "json"], b"");
    let found: Json = serde_json::from_str(&run.out).unwrap_or_default();
    let pack = &found["packs"][0];
    let counts = [
        "levels",
        "solvable",
        "already_won",
        "unsolvable",
        "undecided",
        "confirmed",
    ];
    assert_eq!(
        counts.map(|count| pack[count].as_u64()),
        [1, 0, 1, 0, 0, 0].map(Some),
        "{found}"
    );
    assert_eq!(pack["histogram"], serde_json::json!({}));
}

#[test]
fn solve_agrees_with_every_golden_row_in_order_on_any_number_of_threads() {
    let golden = objects(&fs::read_to_string(GOLDEN).unwrap_or_else(|fault| panic!("{fault}")));
    let run = |threads| {
        levels_gen(
            &[
                "solve",
                "--from",
                "rush",
                "--format",
                "jsonl",
                "--threads",
                threads,
                GOLDEN,
            ],
            b"",
        )
    };
    let one = run("1");
    assert_eq!(one.code, Some(1), "some golden boards cannot be won");
    let solved = objects(&one.out);
    assert_eq!(solved.len(), golden.len());
    for (row, result) in golden.iter().zip(&solved) {
        let outcome = if row["solvable"] == true {
            "solved"
        } else {
            "unsolvable"
        };
        assert_eq!(result["outcome"], outcome, "{row}");
        for (theirs, ours) in [
            ("id", "id"),
            ("optimal_moves", "optimal"),
            ("reachable_states", "reachable_states"),
            ("won_states", "won_states"),
            ("optimal_sequences", "optimal_sequences"),
            ("min_steps_at_min_moves", "steps"),
            ("optimal_first_moves", "optimal_first_moves"),
            ("component_max_moves", "component_max_moves"),
            ("component_hardest_states", "component_hardest_states"),
        ] {
            assert_eq!(result[ours], row[theirs], "{ours} of {row}");
        }
        assert_eq!(result["error"], Json::Null);
    }
    assert_eq!(run("8").out, one.out);
}

#[test]
fn solve_reads_the_three_forms_and_answers_in_their_letters() {
    let text = format!(
        "\u{FEFF}{FIRST}\r\n\r\n  \n60 {SIXTY} 2332  \n{{\"id\": \"small\", \"board\": \"AAoBoooB\", \"width\": 4, \"height\": 2, \"more\": 1}}\n{{\"id\": 7, \"board\": \"KKoooo\", \"width\": 6, \"height\": 1}}\n{{\"board\": \"oooKooAAoKQQ\", \"width\": 6, \"height\": 2}}"
    );
    let run = levels_gen(&["solve", "--format", "jsonl", "-"], text.as_bytes());
    let rows = objects(&run.out);
    let brief: Vec<(&str, &str, &Json)> = rows
        .iter()
        .map(|row| {
            let text = |key: &str| row[key].as_str().unwrap_or("");
            (text("id"), text("outcome"), &row["optimal"])
        })
        .collect();
    assert_eq!(
        brief,
        [
            ("line-1", "solved", &Json::from(9)),
            ("line-4", "solved", &Json::from(60)),
            ("small", "unsolvable", &Json::Null),
            ("7", "invalid", &Json::Null),
            ("line-7", "unsolvable", &Json::Null),
        ]
    );
    assert_eq!(rows[0]["solution"], "C<1 E^3 D>3 Bv3 A>3 B^3 D<1 Ev3 A>1");
    assert_eq!(run.code, Some(1));
}

#[test]
fn what_is_no_board_is_refused_with_line_and_column() {
    let tab = FIRST.replacen("CC", "C\t", 1);
    let lower = FIRST.replacen("DDD", "Dd.", 1);
    let no_key = FIRST.replace("AA", "oo");
    let long = format!("{FIRST}o");
    let nine = format!(
        "{{\"board\": \"{}\", \"width\": 9, \"height\": 9}}",
        "o".repeat(81)
    );
    let cases: &[(&str, &str)] = &[
        (&tab, "line 1, column 1: not a board"),
        (&lower, "line 1, column 20: `d`"),
        (&FIRST[..35], "line 1, column 36: 35 cells"),
        (&long, "line 1, column 37: 37 cells"),
        (&no_key, "line 1, column 1: no Key"),
        (&nine, "line 1, column 12: a board of 9×9"),
        ("one two", "line 1, column 1: not a board"),
        (
            "{\"board\": 3}",
            "line 1, column 11: `board` is not a string",
        ),
        (
            "{\"width\": 3}",
            "line 1, column 1: the object has no `board`",
        ),
        (
            "{\"board\": \"AA\", \"width\": 2}",
            "line 1, column 1: `width` and `height`",
        ),
        (
            "{\"board\": \"AA\", \"width\": -2, \"height\": 1}",
            "line 1, column 26: `width` is not a whole number",
        ),
        (
            "{\"board\": \"AA\"",
            "line 1, column 1: not JSON: unterminated object",
        ),
        (
            "BBoBooooooooAAoooooooooooooooooooooo",
            "line 1, column 4: block `B` is split",
        ),
        (
            "AoooooAooooooooooooooooooooooooooooo",
            "line 1, column 1: the Key `A` stands upright",
        ),
    ];
    for (text, expected) in cases {
        // The place is also right on a later line.
        for before in ["", "ooBoCCooBoooAABoooDDDooEoooooEoooooE\r\n"] {
            let input = format!("{before}{text}\n");
            let run = levels_gen(
                &["solve", "--from", "rush", "--format", "jsonl", "-"],
                input.as_bytes(),
            );
            let rows = objects(&run.out);
            let last = rows
                .last()
                .unwrap_or_else(|| panic!("no row for {text}: {}", run.err));
            let error = last["error"].as_str().unwrap_or("");
            let expected = if before.is_empty() {
                (*expected).to_string()
            } else {
                expected.replace("line 1", "line 2")
            };
            assert!(
                error.contains(&expected),
                "{text:?}: {error:?} lacks {expected:?}"
            );
            assert_eq!(last["outcome"], "invalid");
            assert_eq!(run.code, Some(1));
        }
    }
}

#[test]
fn hostile_input_never_crashes() {
    let deep = "[".repeat(10_000_000);
    for (arguments, input, code) in [
        (vec!["solve", "--from", "rush", "-"], deep.as_bytes(), 1),
        (vec!["solve", "--from", "pack", "-"], deep.as_bytes(), 1),
        (vec!["verify", "-"], deep.as_bytes(), 1),
        (vec!["verify", "-"], b"\xff\xfe{", 1),
        (vec!["rate", "-"], b"{}", 1),
        (vec!["solve", "-"], b"", 1),
        (vec!["show", "--solution", "-"], b"AA", 1),
    ] {
        let run = levels_gen(&arguments, input);
        assert_eq!(
            run.code,
            Some(code),
            "{arguments:?}: {}",
            &run.err[..run.err.len().min(400)]
        );
        assert!(!run.err.contains("panicked"), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_limit_ends_as_exhausted_with_4() {
    let run = levels_gen(
        &[
            "solve",
            "--from",
            "rush",
            "--format",
            "jsonl",
            "--max-states",
            "500",
            "-",
        ],
        SIXTY.as_bytes(),
    );
    let rows = objects(&run.out);
    assert_eq!(
        (rows[0]["outcome"].as_str(), &rows[0]["optimal"]),
        (Some("exhausted"), &Json::Null)
    );
    assert!(
        rows[0]["error"]
            .as_str()
            .is_some_and(|e| e.contains("500") && e.contains("--max-states"))
    );
    assert!(!run.out.contains("unsolvable"));
    assert_eq!(run.code, Some(4));
    // An optimum that is proven within the limit counts as solved; unknown figures are null.
    let run = levels_gen(
        &[
            "solve",
            "--from",
            "rush",
            "--format",
            "jsonl",
            "--max-states",
            "2331",
            "-",
        ],
        SIXTY.as_bytes(),
    );
    let rows = objects(&run.out);
    assert_eq!(
        (rows[0]["outcome"].as_str(), rows[0]["optimal"].as_u64()),
        (Some("solved"), Some(60))
    );
    assert_eq!(
        (&rows[0]["reachable_states"], &rows[0]["optimal_sequences"]),
        (&Json::Null, &Json::Null)
    );
    assert_eq!(run.code, Some(0));
}

const MINE: &str = r#"{ "format": 1, "id": "mine", "family": "slide", "levels": [
  { "id": "mine/1", "grid": ["..b.", "KKb.", "....", ".cc."],
    "lantern": { "side": "right", "line": 1 }, "win": "exit" }
] }"#;

#[test]
fn rating_turns_a_hand_written_pack_into_one_that_verifies() {
    let folder = folder();
    let path = file(&folder, "mine.json", MINE);
    let before = levels_gen(&["verify", &path], b"");
    assert_eq!(before.code, Some(1));
    assert!(
        before.err.contains("LV0009")
            && before
                .err
                .contains(&format!("levels-gen rate {path} --write")),
        "{}",
        before.err
    );
    let rated = levels_gen(&["rate", &path, "--write"], b"");
    assert_eq!(rated.code, Some(0), "{}", rated.err);
    let after = levels_gen(&["verify", &path], b"");
    assert_eq!(after.code, Some(0), "{}", after.err);
    assert_eq!(
        after.out,
        "mine: 1/1 solvable · 1/1 optimal counts confirmed\n  moves→levels 3:1  (no holes)\n"
    );
    let text = fs::read_to_string(&path).unwrap_or_default();
    // Rating again changes nothing, and leaves no other file beside it.
    assert_eq!(levels_gen(&["rate", &path, "--write"], b"").code, Some(0));
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text);
    assert_eq!(
        fs::read_dir(folder.path()).map(Iterator::count).ok(),
        Some(1)
    );
    // A level that cannot be won is not rated, and the file does not change.
    let broken = text.replace("KKb.", "KK#.");
    let path = file(&folder, "broken.json", &broken);
    let run = levels_gen(&["rate", &path, "--write"], b"");
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("LV0003"), "{}", run.err);
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), broken);
}

#[test]
fn exit_codes_are_those_of_the_manual() {
    let folder = folder();
    let good = levels_gen(&["rate", "-"], MINE.as_bytes()).out;
    let good = file(&folder, "good.json", &good);
    let bad = file(&folder, "bad.json", &MINE.replace("KKb.", "KK#."));
    let one = file(&folder, "one.txt", FIRST);
    let missing = folder
        .path()
        .join("missing.json")
        .to_string_lossy()
        .to_string();
    let here = folder.path().to_string_lossy().to_string();
    let unwritable = format!("{one}/out.json");
    let cases: &[(&[&str], i32)] = &[
        (&["verify", &good], 0),
        (&["verify", LEVELS], 0),
        (&["verify", &bad], 1),
        (&["verify", &here], 1),
        (&["verify", &missing], 3),
        (&["verify", &bad, &missing], 3),
        (&["verify", &good, "--max-states", "2"], 4),
        (&["verify", &bad, "--max-states", "2"], 1),
        (&["verify"], 2),
        (&["verify", &good, "--deny", "nothing-of-that-name"], 2),
        (&["verify", &good, "--allow", "unsolvable"], 2),
        (&["verify", &good, "--max-states", "0"], 2),
        (&["solve", &one], 0),
        (&["solve", &missing], 3),
        (&["solve", &good, "--level", "nobody"], 2),
        (&["solve", &good, "--from", "nowhere"], 2),
        (&["show", &one, "--solution"], 0),
        (&["show", &bad, "--solution"], 1),
        (&["import", &one, "--id", "x"], 0),
        (&["import", &one, "--id", "x", "--out", &unwritable], 3),
        (&["explain", "LV0003"], 0),
        (&["explain", "LV9999"], 2),
        (&["schema"], 0),
        (&["completions", "bash"], 0),
        (&["completions", "cobol"], 2),
        (&["--help"], 0),
        (&["--version"], 0),
        (&["dance"], 2),
        (&[], 2),
    ];
    for (arguments, code) in cases {
        let run = levels_gen(arguments, b"");
        assert_eq!(
            run.code,
            Some(*code),
            "{arguments:?}\n{}\n{}",
            run.out,
            run.err
        );
    }
}

#[test]
fn import_maps_the_key_and_a_block_called_k() {
    // A block K and no L: K becomes L.
    let text = "{\"id\": \"a\", \"board\": \"ooKoAAKoooooBBoo\", \"width\": 4, \"height\": 4}\n";
    let run = levels_gen(&["import", "--id", "in", "-"], text.as_bytes());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let pack: Json = serde_json::from_str(&run.out).unwrap_or_else(|fault| panic!("{fault}"));
    let level = &pack["levels"][0];
    assert_eq!(
        level["grid"],
        serde_json::json!(["..L.", "KKL.", "....", "BB.."])
    );
    assert_eq!(
        (level["optimal"].as_u64(), level["id"].as_str()),
        (Some(2), Some("in/01"))
    );
    // For the same board, the answer uses its own letters.
    let run = levels_gen(&["solve", "--format", "jsonl", "-"], text.as_bytes());
    assert_eq!(objects(&run.out)[0]["solution"], "Kv2 A>2");
}

#[test]
fn import_leaves_out_what_it_is_told_to_and_nothing_else() {
    let folder = folder();
    let out = folder.path().join("out.json").to_string_lossy().to_string();
    let upside_down: String = FIRST
        .as_bytes()
        .chunks(6)
        .rev()
        .map(|row| String::from_utf8_lossy(row).to_string())
        .collect();
    let text = format!(
        "{SIXTY}\n{FIRST}\n{upside_down}\noooooooooooooooAAooooooooooooooooooo\nnonsense\nooooooooooooAAooBBoooooooooooooooooo\nooooooooooooooooAAoooooooooooooooooo\n"
    );
    let strict = levels_gen(
        &["import", "--id", "c", "--out", &out, "-"],
        text.as_bytes(),
    );
    assert_eq!(strict.code, Some(1));
    assert!(!Path::new(&out).exists(), "nothing is written");
    let run = levels_gen(
        &[
            "import", "--id", "c", "--sort", "--skip", "--out", &out, "-",
        ],
        text.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    for line in [
        "line-3: left out: the same board as line-2",
        "line-5: left out: line 5, column 1",
        "line-6: left out: unsolvable",
        "line-7: left out: already won",
    ] {
        assert!(run.err.contains(line), "{line} not in {}", run.err);
    }
    let pack: Json =
        serde_json::from_str(&fs::read_to_string(&out).unwrap_or_default()).unwrap_or_default();
    let optima: Vec<u64> = pack["levels"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|l| l["optimal"].as_u64())
        .collect();
    assert_eq!(optima, [1, 9, 60]);
    assert_eq!(levels_gen(&["verify", &out], b"").code, Some(0));
}

#[test]
fn one_finding_reads_the_same_in_every_format() {
    let folder = folder();
    let path = file(&folder, "bad, 100%.json", &MINE.replace("KKb.", "KK#."));
    let json = levels_gen(&["verify", &path, "--format", "json"], b"");
    let report: Json = serde_json::from_str(&json.out).unwrap_or_default();
    let findings = report["packs"][0]["findings"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    let brief: Vec<_> = findings
        .iter()
        .map(|f| (f["code"].as_str(), f["line"].as_u64(), f["column"].as_u64()))
        .collect();
    assert_eq!(
        brief,
        [
            (Some("LV0003"), Some(2), Some(41)),
            (Some("LV0009"), Some(1), Some(1))
        ]
    );
    let human = levels_gen(&["verify", &path], b"");
    for part in [
        "error[LV0003]: level `mine/1`: it cannot be won",
        &format!(" --> {path}:2:41"),
        "^ unsolvable",
        "K K[#].",
        "= help: find the smallest change that fixes it: levels-gen repair '",
        "2 errors, 0 warnings",
    ] {
        assert!(human.err.contains(part), "{part} not in {}", human.err);
    }
    assert!(!human.err.contains('\u{1b}'), "no colour into a pipe");
    let github = levels_gen(&["verify", &path, "--format", "github"], b"");
    let escaped = path.replace('%', "%25").replace(',', "%2C");
    assert!(
        github.out.contains(&format!("::error file={escaped},line=2,endLine=2,col=41,endColumn=42,title=LV0003 unsolvable::level `mine/1`")),
        "{}",
        github.out
    );
    assert_eq!([json.code, human.code, github.code], [Some(1); 3]);
}

#[test]
fn a_solution_is_drawn_step_by_step() {
    let run = levels_gen(&["show", "--solution", "-"], FIRST.as_bytes());
    assert_eq!(
        run.out.matches("┌──").count(),
        10,
        "the opening and nine moves"
    );
    let expected = "1/9  C<1\n   ┌──────────────────┐\n   │ ·  ·  B  C  C  · │\n   │ ·  ·  B  ·  ·  · │\n   │ A  A  B  ·  ·  ·   ▶\n   │ D  D  D  ·  ·  E │\n";
    assert!(run.out.contains(expected), "{}", run.out);
    let colored = levels_gen(&["show", "--color", "always", "-"], FIRST.as_bytes());
    assert!(
        colored.out.contains("\u{1b}["),
        "colour when it is asked for"
    );
}

#[test]
fn every_lint_is_explained() {
    let list = levels_gen(&["explain"], b"");
    assert_eq!(list.code, Some(0));
    let codes: Vec<&str> = list
        .out
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert!(codes.len() >= 15);
    for code in codes {
        let run = levels_gen(&["explain", code], b"");
        assert!(
            run.code == Some(0) && run.out.starts_with(code) && run.out.lines().count() > 4,
            "{code}: {}",
            run.out
        );
    }
    assert_eq!(
        levels_gen(&["explain", "many_solutions"], b"").out,
        levels_gen(&["explain", "lv0020"], b"").out
    );
}

#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(["solve", "--from", "rush", GOLDEN])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|fault| panic!("{fault}"));
    drop(child.stdout.take());
    let output = child
        .wait_with_output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    // Some boards of the golden data cannot be won.
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn boards_in_plain_text_are_read_by_their_family() {
    let text = "; first\nbn\n\n; comment\n\n\nbnn\nnn.\n\n; second\nbx?\n";
    let run = levels_gen(
        &["solve", "--family", "roll", "--format", "jsonl", "-"],
        text.as_bytes(),
    );
    assert_eq!(run.code, Some(1), "{}", run.err);
    let found: Vec<(String, String)> = objects(&run.out)
        .iter()
        .map(|board| {
            let text = |key: &str| board[key].as_str().unwrap_or_default().to_string();
            (text("id"), text("outcome"))
        })
        .collect();
    let expected = [
        ("first", "solved"),
        ("comment", "unsolvable"),
        ("second", "invalid"),
    ];
    let expected = expected.map(|(id, outcome)| (id.to_string(), outcome.to_string()));
    assert_eq!(found, expected);
    // A fault has its place in the text.
    assert!(run.out.contains("line 11, column 3"), "{}", run.out);

    let sliding = "..b.\nKKb.\n....\n....\nlantern right 1\nwin exit\n";
    let run = levels_gen(
        &["import", "--family", "slide", "--id", "mine", "-"],
        sliding.as_bytes(),
    );
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.out.contains("\"solution\": \"bv2 K>2\""), "{}", run.out);

    for (arguments, said) in [
        (&["solve", "--from", "text", "-"][..], "needs --family"),
        (
            &["solve", "--family", "go", "-"][..],
            "no family is called `go`",
        ),
    ] {
        let run = levels_gen(arguments, b"bn\n");
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(run.err.contains(said), "{}", run.err);
    }
}

#[test]
fn the_page_of_lints_is_the_committed_one() {
    let committed = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/lints.md");
    let committed = fs::read_to_string(committed).unwrap_or_else(|fault| panic!("{fault}"));
    let page = levels_gen(&["explain", "--page"], b"");
    assert_eq!(
        page.out, committed,
        "write it again: levels-gen explain --page > docs/lints.md"
    );
}

#[test]
fn enumerate_prints_the_known_counts_whatever_the_number_of_threads() {
    let run = |arguments: &[&str]| levels_gen(&[&["enumerate"], arguments].concat(), b"");
    let object = |threads: &str| {
        let run = run(&["--size", "4x4", "--format", "json", "--threads", threads]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let mut object = objects(&run.out).remove(0);
        for time in ["threads", "seconds", "cpu_seconds"] {
            assert!(object[time].is_number(), "{time}: {}", run.out);
            object[time] = Json::Null;
        }
        object
    };
    let one = object("1");
    for (figure, expected) in [
        ("components", 880),
        ("solvable", 493),
        ("minimal", 32),
        ("minimal_up_to_mirror", 32),
        ("most_moves", 7),
        ("key_row", 1),
    ] {
        assert_eq!(one[figure], expected, "{figure}");
    }
    assert_eq!(one["hardest"]["grid"].as_array().map(Vec::len), Some(4));
    assert_eq!(one, object("3"));

    let human = run(&["--size", "4x4"]);
    assert_eq!(human.code, Some(0), "{}", human.err);
    for part in [
        "all              880       493       32           7\n",
        "minimal up to the top–bottom mirror: 32\n",
        "the hardest that is minimal: 7 moves\n",
        "│ K  K  ",
    ] {
        assert!(human.out.contains(part), "no {part:?} in {}", human.out);
    }
    let help = run(&["--help"]).out;
    assert!(help.contains("lowers the optimum"), "{help}");
    let smallest = run(&["--size", "3x3"]).out;
    assert!(smallest.contains("minimal: 1 move\n"), "{smallest}");

    for (size, message) in [
        ("6x6", "each side has to be 3 to 5 cells"),
        ("4", "such as 5x5"),
    ] {
        let run = run(&["--size", size]);
        assert_eq!(run.code, Some(2), "{}", run.out);
        assert!(run.err.contains(message), "{}", run.err);
    }
}
