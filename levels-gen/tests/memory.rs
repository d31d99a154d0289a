//! How much memory commands take, measured from outside, as a build machine would see it.
#![cfg(target_os = "linux")]
#![allow(clippy::print_stdout, reason = "figures for who reads the log")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value as Json, json};

mod support;
use support::{folder, shell, write};

/// Runs a command and returns its status, its output and its peak memory, in KiB.
fn measured(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, u64) {
    let out = folder.join("out.txt");
    let made = fs::File::create(&out).unwrap_or_else(|fault| panic!("{fault}"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(arguments)
        .current_dir(folder)
        .stdout(made)
        .stderr(Stdio::null())
        .spawn()
        .unwrap_or_else(|fault| panic!("{fault}"));
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let code = loop {
        // The peak only rises, and disappears with the process: the last value seen is the highest.
        let text = fs::read_to_string(&status).unwrap_or_default();
        let mark = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let mark = mark.and_then(|mark| mark.trim().trim_end_matches(" kB").parse().ok());
        peak = mark.unwrap_or(0).max(peak);
        if let Some(status) = child.try_wait().unwrap_or_else(|fault| panic!("{fault}")) {
            break status.code();
        }
        sleep(Duration::from_millis(2));
    };
    let out = fs::read_to_string(&out).unwrap_or_else(|fault| panic!("{fault}"));
    println!("{arguments:?}: {peak} KiB");
    (code, out, peak)
}

/// `count` levels, all with different boards.
fn many(count: usize) -> String {
    let mut text = String::from(
        r#"{"format":1,"id":"many","title":"Viele Lösungen","family":"slide","lints":{"near-duplicate-neighbours":"allow","dead-tile":"allow"},"levels":["#,
    );
    for number in 0..count {
        // Walls by the bits of the number.
        let wall = |bit: usize| if number >> bit & 1 == 1 { '#' } else { '.' };
        let row = |first: usize| -> String { (0..5).map(|col| wall(first + col)).collect() };
        let comma = if number == 0 { "" } else { "," };
        let (a, b, c) = (row(0), row(5), row(10));
        let two: String = (15..17).map(wall).collect();
        let _ = write!(
            text,
            r#"{comma}{{"id":"many/{number}","grid":["{two}....","KK...b",".....b","{a}.","{b}.","{c}."],"lantern":{{"side":"right","line":1}},"win":"exit"}}"#
        );
    }
    text.push_str("]}");
    text
}

/// Rates and verifies many levels, each time with at most this many MiB.
fn many_levels(count: usize, most: u64) {
    let folder = folder();
    write(folder.path(), "many.json", &many(count));
    for arguments in [
        ["rate", "many.json", "--threads", "2"].as_slice(),
        &["rate", "many.json", "--threads", "2", "--write"],
        &["verify", "many.json", "--threads", "2"],
    ] {
        let (code, out, peak) = measured(folder.path(), arguments);
        assert_eq!(code, Some(0));
        if arguments[0] == "verify" {
            assert!(out.contains(&format!("{count}/{count} optimal counts confirmed")));
        }
        assert!(peak <= most << 10, "{arguments:?} took {peak} KiB");
    }
}

/// Sixteen for the program, forty for the levels in progress, and four for each megabyte of text.
#[test]
fn five_thousand_levels() {
    many_levels(5_000, 72);
}

#[test]
#[ignore = "minutes without optimisation"]
fn a_hundred_thousand_levels() {
    many_levels(100_000, 400);
}

/// A pack of different boards with 33 million arrangements each.
fn wide(count: usize) -> String {
    let rows = [
        "KK.a..b#", "...a..b.", "cc......", "..d..ee.", "..d.....", ".f...gg.", ".f..h...",
        "....h.ii",
    ];
    let levels: Vec<Json> = (0..count)
        .map(|number| {
            json!({ "id": format!("w/{number}"), "grid": rows, "lantern": { "side": "right", "line": 0 }, "win": "exit" })
        })
        .collect();
    json!({ "format": 1, "id": "w", "family": "slide", "levels": levels }).to_string()
}

/// Eight searches at once take the memory of one plus what they share, and give the same results as one
/// after the other.
fn threads_share(max_states: &str, most: u64) {
    let folder = folder();
    write(folder.path(), "wide.json", &wide(8));
    let solve = |threads| {
        let arguments = [
            "solve",
            "wide.json",
            "--max-states",
            max_states,
            "--threads",
            threads,
        ];
        measured(folder.path(), &arguments)
    };
    let (one, eight) = (solve("1"), solve("8"));
    assert_eq!((one.0, eight.0), (Some(4), Some(4)));
    assert_eq!(one.1, eight.1);
    assert!(
        one.1
            .contains(&format!("the limit of {max_states} states was hit"))
    );
    assert!(eight.2 <= one.2 + (most << 10), "{} KiB", eight.2);
}

#[test]
fn threads_share_one_bound() {
    threads_share("1000000", 220);
}

#[test]
#[ignore = "a minute without optimisation"]
fn threads_share_one_bound_at_the_default_limit() {
    threads_share("4000000", 220);
}

/// If a shell allows little memory, the answer is that it was not enough, for any number of threads.
#[test]
fn memory_that_the_system_refuses_is_a_limit() {
    let folder = folder();
    write(folder.path(), "wide.json", &wide(2));
    for threads in [1, 8] {
        for megabytes in [100, 150, 200] {
            let run = shell(
                folder.path(),
                &format!(
                    "ulimit -c 0; ulimit -v {megabytes}000; exec levels-gen solve wide.json --threads {threads}"
                ),
            );
            run.ends(
                4,
                &[
                    "the system had no more memory",
                    "give the process more memory",
                ],
            );
        }
    }
}
