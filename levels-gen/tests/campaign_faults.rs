//! Campaigns when something goes wrong: two on one folder, signals, pools cut short, clocks that jump.
#![cfg(unix)]
#![allow(
    clippy::print_stdout,
    reason = "what is skipped is for who runs the tests"
)]

use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use std::time::Duration;

mod support;
use support::{end, folder, read, run, shell, start, write};

const CAMPAIGN: [&str; 7] = [
    "campaign",
    "--duration",
    "60s",
    "--threads",
    "1",
    "--save-every",
    "0",
];

#[track_caller]
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill")
        .args([name, &child.id().to_string()])
        .status();
    assert!(sent.is_ok_and(|status| status.success()), "{name}");
}

/// Waits until a campaign has saved its first portion.
#[track_caller]
fn has_saved(folder: &Path, name: &str) {
    let pool = folder.join("campaigns").join(name).join("pool.json");
    for _ in 0..2000 {
        if pool.is_file() {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("{} never came", pool.display());
}

#[test]
fn one_campaign_a_folder() {
    let folder = folder();
    let at = folder.path();
    let mut first = start(at, &CAMPAIGN);
    has_saved(at, "run1");
    let message = format!(
        "error: campaigns/run1: process {} is running this campaign; wait until it ends, or use another --name\n",
        first.id()
    );
    for second in [
        vec!["campaign", "--seeds", "100"],
        vec!["campaign", "--seeds", "100", "--resume"],
        vec!["campaign", "--seeds", "100", "--fresh"],
        vec!["campaign-merge", "run1", "--into", "run1", "--fresh"],
    ] {
        let done = run(at, &second);
        assert_eq!((done.code, done.err.as_str()), (Some(3), message.as_str()));
    }
    // Reading needs no lock.
    run(at, &["campaign-status"]).ends(0, &["seeds from 1"]);
    run(at, &["campaign", "--name", "other", "--seeds", "100"]).ends(0, &[]);
    // A killed process holds no lock.
    assert!(first.kill().is_ok());
    let _ = end(first);
    run(at, &["campaign", "--seeds", "100", "--resume"]).ends(0, &[]);
}

/// On every signal to end, a campaign finishes the current portion and saves. A stop and a continue, as
/// after ^Z or a closed lid, change nothing.
#[test]
fn signals_lose_nothing() {
    let folder = folder();
    let at = folder.path();
    for name in ["INT", "TERM", "HUP"] {
        let child = start(at, &[&CAMPAIGN[..], &["--name", name]].concat());
        has_saved(at, name);
        for stop in ["-STOP", "-CONT"] {
            signal(&child, stop);
            std::thread::sleep(Duration::from_millis(100));
        }
        signal(&child, &format!("-{name}"));
        let (status, said) = end(child);
        assert_eq!(status, Some(130), "{name}: {said}");
        let manifest = support::json(&read(at, &format!("campaigns/{name}/manifest.json")));
        let seeds = manifest["generated"].to_string();
        assert_eq!(
            manifest["generated"].as_u64().map(|seeds| seeds % 256),
            Some(0)
        );
        let whole = ["campaign", "--fresh", "--name", "whole", "--seeds", &seeds];
        run(at, &whole).ends(0, &[]);
        let pool = |name: &str| read(at, &format!("campaigns/{name}/pool.json"));
        assert!(pool(name) == pool("whole"), "{name} after {seeds} seeds");
    }
}

#[test]
fn a_pool_cut_short_anywhere_is_refused_and_left() {
    let folder = folder();
    let at = folder.path();
    run(at, &["campaign", "--seeds", "300"]).ends(0, &[]);
    for file in ["pool.json", "manifest.json"] {
        let path = format!("campaigns/run1/{file}");
        let whole = read(at, &path);
        for part in 0..24 {
            let cut = &whole[..whole.len() * part / 24];
            write(at, &path, cut);
            for command in [
                "campaign --seeds 400 --resume",
                "campaign-status",
                "rank",
                "curate",
                "campaign-merge run1 --into b",
            ] {
                let words: Vec<&str> = command.split(' ').collect();
                let done = run(at, &words);
                assert_eq!(done.code, Some(1), "{command}: {}", done.err);
                assert!(
                    done.err.contains(&path) && done.err.contains("it is left as it is"),
                    "{}",
                    done.err
                );
                assert!(read(at, &path) == cut);
            }
        }
        write(at, &path, &whole);
    }
    run(at, &["campaign-status"]).ends(0, &["300 seeds"]);
}

/// Only the puzzle of the day reads the date; durations use a clock that never jumps.
#[test]
fn no_clock_that_jumps_is_asked() {
    let mut asked = Vec::new();
    let mut folders = vec![
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels-core/src"),
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels-macro/src"),
    ];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files += 1;
                let text = fs::read_to_string(&path).unwrap_or_default();
                if text.contains("SystemTime") {
                    asked.push(path);
                }
            }
        }
    }
    assert!(files > 150, "{files}");
    assert!(
        matches!(asked.as_slice(), [only] if only.ends_with("cmd/daily.rs")),
        "{asked:?}"
    );
    // With a clock that runs a thousand times too fast, backwards and from another century.
    let folder = folder();
    let at = folder.path();
    run(at, &["campaign", "--name", "plain", "--seeds", "600"]).ends(0, &[]);
    if shell(at, "faketime --version").code != Some(0) {
        println!("skipped: no `faketime` here");
        return;
    }
    for (name, clock) in [
        ("fast", "+0 x1000"),
        ("back", "2000-01-01 00:00:00"),
        ("ahead", "2090-01-01 00:00:00"),
    ] {
        let script = format!(
            "FAKETIME_DONT_FAKE_MONOTONIC=1 faketime -f '{clock}' levels-gen campaign --name {name} --seeds 600 --duration 1h"
        );
        shell(at, &script).ends(0, &["600 seeds"]);
        let pool = |name: &str| read(at, &format!("campaigns/{name}/pool.json"));
        assert!(pool(name) == pool("plain"), "{name}");
    }
}
