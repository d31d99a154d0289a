//! Packs from a profile and a seed: always the same bytes, and exit status 5 if there are no such levels.

use std::fs;
use std::path::Path;

mod support;
use support::{Run, folder, read, run, write};

const PROFILE: &str = r#"family = "slide"
id = "small"
title = "Small"
tutorial = "first.txt"

[[bucket]]
levels = 3
moves = [2, 4]
layouts = 4000

[bucket.board]
sizes = ["4x4"]
win = "exit"
sides = ["right", "top"]
shapes = ["2", "2", "3"]
fill = [45, 65]

[[bucket]]
levels = 4
moves = [4, 7]
layouts = 8000

[bucket.board]
sizes = ["5x4", "5x5"]
win = "exit"
shapes = ["2", "2", "3"]
fill = [50, 70]
walls = [0, 2]
ice = [1, 2]
rime = [0, 1]
uses = ["ice"]
felt = true
"#;

const TUTORIAL: &str = "....\nKK.a\n...a\n....\nlantern right 1\nwin exit\nteaches crystal a a\n";

/// A folder with a profile and its tutorial.
fn with_profile(profile: &str) -> tempfile::TempDir {
    let folder = folder();
    write(folder.path(), "small.toml", profile);
    write(folder.path(), "first.txt", TUTORIAL);
    folder
}

fn generate(folder: &Path, out: &str, threads: &str) -> Run {
    let words = [
        "generate",
        "--profile",
        "small.toml",
        "--seed",
        "11",
        "--out",
        out,
    ];
    run(folder, &[&words[..], &["--threads", threads]].concat())
}

#[test]
fn the_same_bytes_on_any_number_of_threads_and_again_from_the_recipe() {
    let folder = with_profile(PROFILE);
    let at = folder.path();
    generate(at, "one.json", "1").ends(
        0,
        &[
            "small: 8/8 solvable · 8/8 optimal counts confirmed",
            "under-band",
            "wanted",
            "from small.toml, seed 11:",
            "blake3:",
        ],
    );
    generate(at, "eight.json", "8").ends(0, &[]);
    let pack = read(at, "one.json");
    assert_eq!(read(at, "eight.json"), pack);
    fs::remove_file(at.join("eight.json")).unwrap_or_else(|fault| panic!("{fault}"));

    run(at, &["reproduce", "."]).ends(
        0,
        &["small: the same bytes", "1 reproduced, 0 without a recipe"],
    );
    run(at, &["reproduce", ".", "--only", "large"]).ends(2, &["`large`"]);
    // The game's own content is not part of the recipe, so the pack is not the one that the recipe makes.
    let edited = pack.replacen("\"title\": \"Small\"", "\"title\": \"Smaller\"", 1);
    assert_ne!(edited, pack);
    write(at, "one.json", &edited);
    run(at, &["reproduce", "."]).ends(1, &["differs from line"]);
    write(at, "one.json", &pack);
    write(at, "small.toml", &PROFILE.replace("[45, 65]", "[45, 66]"));
    run(at, &["reproduce", "."]).ends(
        1,
        &["small.toml is not the file that the pack was made from"],
    );
    // A checkout with the line ends of another system makes neither file invalid or different.
    let crlf = |text: &str| text.replace('\n', "\r\n");
    write(at, "small.toml", &crlf(PROFILE));
    run(at, &["reproduce", "."]).ends(0, &["small: the same bytes"]);
    write(at, "one.json", &crlf(&pack));
    run(at, &["reproduce", "."]).ends(
        0,
        &[
            "small: the same except for line endings (CRLF)",
            "*.json text eol=lf",
            ".gitattributes",
            "1 reproduced",
        ],
    );
    write(at, "one.json", &crlf(&edited));
    run(at, &["reproduce", "."]).ends(1, &["differs from line 5 on"]);
    write(at, "small.toml", PROFILE);
    write(at, "one.json", &pack.replace("\"generate\"", "\"conjure\""));
    run(at, &["reproduce", "."]).ends(1, &["a step that this command cannot run: conjure"]);
}

/// Hard levels of a small size, which are rare among fresh layouts.
const HARD: &str = r#"family = "slide"
id = "small"

[[bucket]]
levels = 4
moves = [12, 20]
layouts = 20000

[bucket.board]
sizes = ["5x5"]
win = "exit"
shapes = ["2", "2", "3"]
fill = [55, 85]
"#;

/// A bucket of rolling cubes for the same.
const HARD_CUBES: &str = r#"family = "roll"
id = "small"

[[bucket]]
levels = 2
grade = "hard"
layouts = 60000

[bucket.board]
sizes = ["5x5"]
target = [60, 90]
allow = ["arrow", "shift", "line", "explosive"]
"#;

#[test]
fn an_archive_meets_more_hard_boards_and_gives_the_same_bytes() {
    for (profile, more) in [(HARD, 2.0), (HARD_CUBES, 2.0)] {
        let folder = with_profile(profile);
        let at = folder.path();
        // Boards that are in the band, or pass the screen, by the layout.
        let yielded = |text: &str| {
            let row = |name: &str| {
                let line = text.lines().find(|line| line.starts_with(name));
                let line = line.unwrap_or_else(|| panic!("no {name} in {text}"));
                let digits: String = line.chars().filter(char::is_ascii_digit).collect();
                digits.parse::<f64>().unwrap_or_default()
            };
            row("candidates") / row("layouts")
        };
        let fresh = yielded(&generate(at, "fresh.json", "2").ends(0, &[]));
        fs::remove_file(at.join("fresh.json")).unwrap_or_else(|fault| panic!("{fault}"));
        let bred = |out: &str, threads: &str| {
            let words = ["generate", "--profile", "small.toml", "--seed", "11"];
            let more = ["--propose", "archive", "--out", out, "--threads", threads];
            run(at, &[&words[..], &more[..]].concat()).ends(0, &[])
        };
        let many = yielded(&bred("one.json", "1"));
        assert!(many > more * fresh, "{many} against {fresh}");
        bred("eight.json", "8");
        let pack = read(at, "one.json");
        assert_eq!(read(at, "eight.json"), pack);
        assert!(pack.contains("\"--propose\", \"archive\""));
        fs::remove_file(at.join("eight.json")).unwrap_or_else(|fault| panic!("{fault}"));
        run(at, &["reproduce", "."]).ends(0, &["small: the same bytes"]);
    }
}

#[test]
fn a_bucket_that_cannot_be_filled_ends_the_run_and_writes_nothing() {
    let starved = PROFILE.replace(
        "moves = [4, 7]\nlayouts = 8000",
        "moves = [60, 61]\nlayouts = 300",
    );
    let folder = with_profile(&starved);
    let at = folder.path();
    generate(at, "one.json", "2").ends(
        5,
        &[
            "nothing was written: the bucket of 60–61 moves holds 0 of 4 levels after 300 layouts",
            "other moves",
        ],
    );
    assert!(!at.join("one.json").exists());

    // Too many alike: the counters name the filter that refuses most.
    let alike = PROFILE.replace(
        "levels = 3\nmoves = [2, 4]\nlayouts = 4000",
        "levels = 400\nmoves = [2, 2]\nlayouts = 3000",
    );
    write(at, "small.toml", &alike);
    generate(at, "one.json", "2").ends(5, &["the bucket of 2 moves", "furniture"]);
}

#[test]
fn a_wrong_profile_is_refused_where_it_is_wrong() {
    let folder = with_profile(PROFILE);
    let at = folder.path();
    for (from, to, parts) in [
        (
            "walls =",
            "wall =",
            ["small.toml:28:1", "unknown field `wall`"],
        ),
        (
            "[4, 7]",
            "[7, 4]",
            ["small.toml:18:1", "no level has 7 to 4 moves"],
        ),
        ("\"4x4\"", "\"9x4\"", ["small.toml:12:9", "each 1 to 8"]),
        (
            "uses = [\"ice\"]",
            "uses = [\"fire\"]",
            ["small.toml:31:", "none of crystal"],
        ),
        (
            "family = \"slide\"",
            "family = \"chess\"",
            ["known families", "slide"],
        ),
        ("first.txt", "second.txt", ["second.txt", "No such file"]),
    ] {
        let edited = PROFILE.replacen(from, to, 1);
        assert_ne!(edited, PROFILE);
        write(at, "small.toml", &edited);
        let code = if from == "first.txt" { 3 } else { 1 };
        generate(at, "one.json", "1").ends(code, &parts);
        assert!(!at.join("one.json").exists());
    }
    write(at, "small.toml", PROFILE);
    write(
        at,
        "first.txt",
        &TUTORIAL.replace("teaches crystal a a\n", ""),
    );
    generate(at, "one.json", "1").ends(1, &["first.txt", "does not say what it teaches"]);
}

#[test]
fn every_day_has_a_puzzle() {
    let folder = with_profile(PROFILE);
    let at = folder.path();
    generate(at, "dailies.json", "2").ends(0, &[]);
    let daily = |date: &str| {
        let run = run(at, &["daily", "--date", date, "--pack", "dailies.json"]);
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out.lines().next().unwrap_or_default().to_string()
    };
    let mut week: Vec<String> = (1..=8)
        .map(|day| daily(&format!("2026-03-{day:02}")))
        .collect();
    assert!(week[0].starts_with("2026-03-01 · small/"), "{}", week[0]);
    assert_eq!(daily("2026-03-09")[13..], week[0][13..]);
    for day in &mut week {
        day.drain(..13);
    }
    week.sort();
    week.dedup();
    assert_eq!(week.len(), 8);
    run(
        at,
        &["daily", "--date", "2026-02-30", "--pack", "dailies.json"],
    )
    .ends(2, &["2026-02-30"]);
}
