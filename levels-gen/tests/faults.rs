//! Faults outside the program: disks, folders, pipes, changes by other programs, `kill -9`. Each ends in
//! a message, the right exit status and no damaged file. Campaigns are in `tests/campaign_faults.rs`.
//! `docs/faults.md` shows what a user reads, and `tests/pages.rs` compares it with the program.
#![cfg(unix)]
#![allow(
    clippy::print_stdout,
    reason = "what is skipped, and what was counted, is for who runs the tests"
)]

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::FileTypeExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

mod support;
use support::{end, folder, read, run, shell, shell_that_mounts, start, write};

const FROST_RUN: &str = include_str!("../../levels/frost-run.json");
const CLASSICS: &str = include_str!("../../levels/classics.json");

/// A profile whose pack is found quickly.
const PROFILE: &str = r#"family = "slide"
id = "small"
title = "Small"

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

/// A pack with one level that cannot be won, as a person writes it.
const BROKEN: &str = r#"{
  "format": 1, "id": "broken", "family": "slide",
  "levels": [{ "id": "broken/1", "grid": ["..b.", "KKb.", "..b.", "...."],
               "lantern": { "side": "right", "line": 1 }, "win": "exit" }]
}"#;

/// A folder with everything that the commands below work on.
fn workshop() -> tempfile::TempDir {
    let folder = folder();
    let at = folder.path();
    // Derived figures that `rate` fixes.
    let unrated = FROST_RUN.replacen("\"optimal\": 3", "\"optimal\": 30", 1);
    assert_ne!(unrated, FROST_RUN);
    write(at, "frost-run.json", &unrated);
    write(at, "broken.json", BROKEN);
    write(at, "small.toml", PROFILE);
    write(at, "boards.txt", "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n");
    fs::create_dir(at.join("library")).unwrap_or_else(|fault| panic!("{fault}"));
    write(at, "library/classics.json", CLASSICS);
    run(at, &["campaign", "--seeds", "300"]).ends(0, &[]);
    folder
}

/// Every command that writes a file: the file, and the command. Campaigns first write their lock, which is
/// shorter than a block.
const WRITERS: &[(&str, &str)] = &[
    ("frost-run.json", "rate frost-run.json --write"),
    ("broken.json", "repair broken.json broken/1 --write"),
    (
        "small.json",
        "generate --profile small.toml --seed 11 --out small.json",
    ),
    ("library/progression.json", "progression build library"),
    ("report.html", "report library --out report.html"),
    (
        "boards.json",
        "import boards.txt --id boards --out boards.json",
    ),
    ("rank.md", "rank --out rank.md"),
    ("ladder.json", "curate --profile ramp --out ladder.json"),
    ("schema.json", "schema --out schema.json"),
    ("gen.json", "gen --out gen.json"),
    (
        "board.svg",
        "show library/classics.json --level classics/01 --svg --out board.svg",
    ),
    ("campaigns/run1/pool.json", "campaign --seeds 900 --resume"),
    (
        "campaigns/two/pool.json",
        "campaign-merge run1 --into two --fresh",
    ),
    (
        "diff.md",
        "diff frost-run.json library/classics.json --format md --out diff.md",
    ),
];

fn bytes(folder: &Path, name: &str) -> Option<Vec<u8>> {
    fs::read(folder.join(name)).ok()
}

/// The temporary files below a folder.
fn left_over(folder: &Path) -> Vec<String> {
    let find = shell(folder, "find . -name '.levels-*'");
    find.out.lines().map(str::to_string).collect()
}

/// A full disk, simulated for one process: no file may grow beyond a block.
fn cramped(command: &str, more: &str) -> String {
    let blocks = u32::from(command.starts_with("campaign"));
    format!("ulimit -c 0; ulimit -f {blocks}; {more} levels-gen {command}")
}

#[test]
fn a_disk_that_is_full_leaves_every_file_as_it_was() {
    let folder = workshop();
    let at = folder.path();
    for (file, command) in WRITERS {
        let before = bytes(at, file);
        // The signal of the limit is ignored, so that writing fails.
        let failed = shell(at, &cramped(command, "trap '' XFSZ;"));
        assert!(
            failed.err.contains("error: ") && failed.err.contains("(os error 27)"),
            "{command}: {}",
            failed.err
        );
        assert!(failed.err.contains("; nothing was written"), "{command}");
        assert_eq!(failed.code, Some(3), "{command}: {}", failed.err);
        assert_eq!(bytes(at, file), before, "{command}");
        assert_eq!(left_over(at), [""; 0], "{command}");
    }
}

#[test]
fn killed_in_the_middle_of_a_write_no_file_is_damaged_and_the_rest_is_cleaned_up() {
    let folder = workshop();
    let at = folder.path();
    for (file, command) in WRITERS {
        let before = bytes(at, file);
        // The signal ends the process while it writes.
        let killed = shell(at, &cramped(command, "exec"));
        assert_eq!(killed.code, None, "{command}: {}", killed.err);
        assert_eq!(bytes(at, file), before, "{command}");
        assert_eq!(left_over(at).len(), 1, "{command}");
        // Leftover files do no harm, and the next command that writes there removes them.
        let done = shell(at, &format!("levels-gen {command}"));
        assert!(matches!(done.code, Some(0 | 1)), "{command}: {}", done.err);
        assert!(
            bytes(at, file).is_some_and(|now| Some(now) != before),
            "{command}"
        );
        assert_eq!(left_over(at), [""; 0], "{command}");
    }
}

#[test]
fn a_small_disk_and_one_that_cannot_be_written() {
    let folder = workshop();
    let at = folder.path();
    fs::create_dir(at.join("disk")).unwrap_or_else(|fault| panic!("{fault}"));
    let small = "mount -t tmpfs -o size=48k none disk && cp frost-run.json disk/ && \
levels-gen rate disk/frost-run.json --write; echo $?; cmp disk/frost-run.json frost-run.json; ls -A disk";
    if let Some(done) = shell_that_mounts(at, small) {
        assert_eq!(done.out, "3\nfrost-run.json\n", "{}", done.err);
        assert_eq!(
            done.err,
            "error: disk/frost-run.json: No space left on device (os error 28); nothing was written\n"
        );
    }
    // The campaign continues from its last save once there is room.
    let campaign = "mount -t tmpfs -o size=100k none disk && \
levels-gen campaign --root disk --seeds 3000 --save-every 0; echo $?; \
mount -o remount,size=10M disk && levels-gen campaign --root disk --seeds 3000 --resume > out; echo $?; \
levels-gen campaign --name again --seeds 3000 >> out; cmp disk/run1/pool.json campaigns/again/pool.json; \
ls -A disk/run1";
    if let Some(done) = shell_that_mounts(at, campaign) {
        assert_eq!(
            done.out, "3\n0\n.lock\nmanifest.json\npool.json\n",
            "{}",
            done.err
        );
        assert!(
            done.err
                .contains("No space left on device (os error 28); nothing was written")
        );
    }
    let locked = "mount -t tmpfs none disk && cp frost-run.json small.toml disk/ && mount -o remount,ro disk; \
levels-gen rate disk/frost-run.json --write; echo $?; \
levels-gen generate --profile small.toml --seed 1 --out disk/new.json; echo $?; \
levels-gen campaign --root disk --seeds 100; echo $?";
    if let Some(done) = shell_that_mounts(at, locked) {
        assert_eq!(done.out, "3\n3\n3\n", "{}", done.err);
        assert_eq!(
            done.err,
            "error: disk/frost-run.json: Read-only file system (os error 30); nothing was written\n\
error: disk/new.json: Read-only file system (os error 30); nothing was written\n\
error: disk/run1: Read-only file system (os error 30)\n"
        );
    }
}

#[test]
fn what_is_no_file_is_said_before_the_work_begins() {
    let folder = workshop();
    let at = folder.path();
    fs::create_dir(at.join("folder.json")).unwrap_or_else(|fault| panic!("{fault}"));
    shell(at, "chmod a-w frost-run.json");
    for (command, message) in [
        (
            "generate --profile small.toml --seed 1 --out folder.json",
            "folder.json: is a directory; nothing was written",
        ),
        (
            "generate --profile small.toml --seed 1 --out boards.txt/no/a.json",
            "boards.txt/no/a.json: Not a directory (os error 20); nothing was written",
        ),
        (
            "report library --out boards.txt/a.html",
            "boards.txt/a.html: Not a directory (os error 20); nothing was written",
        ),
        (
            "rate folder.json",
            "folder.json: it has no packs (a pack is a *.json file)",
        ),
        (
            "rate frost-run.json --write",
            "frost-run.json: it is write-protected; nothing was written",
        ),
        (
            "verify nothing.json",
            "nothing.json: No such file or directory (os error 2)",
        ),
        (
            "verify folder.json",
            "folder.json: it has no packs (a pack is a *.json file)",
        ),
        (
            "campaign --root boards.txt --seeds 9",
            "boards.txt/run1: Not a directory (os error 20)",
        ),
    ] {
        let done = shell(at, &format!("levels-gen {command}"));
        assert_eq!(done.err, format!("error: {message}\n"), "{command}");
        assert_eq!(done.code, Some(3), "{command}");
    }
    // A lock that cannot be read is an error: without it, the record of shipped orders would be lost.
    fs::create_dir(at.join("library/model.lock")).unwrap_or_else(|fault| panic!("{fault}"));
    let build = ["progression", "build", "library"];
    run(at, &build).ends(3, &["error: library/model.lock: is a directory"]);
}

#[test]
fn devices_pipes_and_links_stay_what_they_are() {
    let folder = workshop();
    let at = folder.path();
    let done = shell(
        at,
        "mkfifo pipe; cat pipe > got.json & levels-gen schema --out pipe; wait; \
mkdir store; cp boards.txt store/old.json; ln -s store/old.json link.json; levels-gen schema --out link.json --force",
    );
    assert_eq!((done.code, done.err.as_str()), (Some(0), ""));
    let kind = |name: &str| fs::symlink_metadata(at.join(name)).map(|found| found.file_type());
    assert!(kind("pipe").is_ok_and(|kind| kind.is_fifo()));
    assert!(kind("link.json").is_ok_and(|kind| kind.is_symlink()));
    let schema = run(at, &["schema"]).ends(0, &[]);
    assert_eq!(read(at, "got.json"), schema);
    assert_eq!(read(at, "store/old.json"), schema);
    let done = shell(at, "levels-gen verify library > /dev/full");
    assert_eq!(
        done.err,
        "error: standard output: No space left on device (os error 28)\n"
    );
    assert_eq!(done.code, Some(3));
    for command in [
        "--help",
        "schema",
        "explain LV0003",
        "rate library/classics.json",
    ] {
        let done = shell(at, &format!("levels-gen {command} > /dev/full"));
        assert_eq!(done.code, Some(3), "{command}");
        // If no message can be written, the status still reports the fault.
        let done = shell(
            at,
            &format!("levels-gen {command} > /dev/null 2> /dev/full"),
        );
        assert_eq!(done.code, Some(0), "{command}");
    }
}

/// The output has no reader: no panic, no message, the same status.
#[test]
fn a_closed_pipe_changes_neither_status_nor_files() {
    let folder = workshop();
    let at = folder.path();
    for (command, status) in [
        ("verify library", 0),
        ("verify broken.json", 1),
        ("verify broken.json --format json", 1),
        ("verify broken.json --format github", 1),
        ("solve broken.json", 1),
        ("solve boards.txt --max-states 10", 4),
        ("solve library/classics.json --format jsonl", 0),
        ("show library/classics.json --solution", 0),
        ("show library/classics.json --level classics/01 --svg", 0),
        ("report library --format md", 0),
        ("diff frost-run.json library/classics.json", 1),
        ("import boards.txt --id boards", 0),
        ("rate library/classics.json", 0),
        ("repair broken.json broken/1", 0),
        (
            "generate --profile small.toml --seed 11 --out small.json",
            0,
        ),
        ("reproduce small.json", 0),
        ("daily --date 2026-12-01 --pack library/classics.json", 0),
        ("campaign --name b --seeds 300", 0),
        ("campaign-status", 0),
        ("campaign-merge run1 --into c", 0),
        ("rank", 0),
        ("curate --profile ramp", 0),
        ("gen --seed 1", 0),
        ("progression build library", 0),
        ("progression check library", 0),
        ("progression report library", 1),
        ("progression explain 1 library", 0),
        ("progression lock library", 0),
        ("explain", 0),
        ("schema", 0),
        ("completions bash", 0),
        ("--help", 0),
        ("--version", 0),
    ] {
        // `true` reads nothing; the pipe is closed before anything is printed.
        let script = format!(
            "(sleep 0.05; exec levels-gen {command}) 2> err | true; echo ${{PIPESTATUS[0]}}"
        );
        let done = shell(at, &script);
        let said = read(at, "err");
        assert_eq!(done.out, format!("{status}\n"), "{command}: {said}");
        assert!(
            !said.contains("panicked") && !said.contains("pipe"),
            "{command}: {said}"
        );
    }
    assert!(
        at.join("small.json").is_file(),
        "the pack was written all the same"
    );
}

/// The order is built from packs, one of which comes through a pipe: while the command waits for it,
/// another process writes the order.
#[test]
fn what_another_hand_wrote_meanwhile_is_kept() {
    let folder = workshop();
    let at = folder.path();
    run(at, &["progression", "build", "library"]).ends(0, &[]);
    shell(at, "mkfifo library/late.json");
    let child = start(at, &["progression", "build", "library"]);
    // Opening a pipe waits for its reader.
    let mut pipe = fs::OpenOptions::new()
        .write(true)
        .open(at.join("library/late.json"))
        .unwrap_or_else(|fault| panic!("{fault}"));
    let other = read(at, "library/progression.json").replacen("\"seed\": ", "\"seed\":  ", 1);
    write(at, "library/progression.json", &other);
    let late = pipe.write_all(FROST_RUN.as_bytes());
    drop(pipe);
    assert!(late.is_ok());
    let (status, said) = end(child);
    assert_eq!(
        said,
        "error: library/progression.json: it was changed after it was read; \
nothing was written: run the command again\n"
    );
    assert_eq!(status, Some(3));
    assert!(read(at, "library/progression.json") == other);
    // Input from a pipe cannot be written back at all.
    let done = shell(
        at,
        "mkfifo pipe.json; cat frost-run.json > pipe.json & levels-gen rate pipe.json --write; echo $?",
    );
    assert_eq!(done.out, "3\n");
    assert!(
        done.err
            .contains("pipe.json: a device or a pipe cannot be written back")
    );
}

#[test]
fn a_file_that_grows_while_it_is_read_is_not_taken_for_a_whole_one() {
    let folder = folder();
    let at = folder.path();
    write(at, "growing.json", &" ".repeat(40 << 20));
    let mut child = start(at, &["verify", "growing.json"]);
    let mut file = fs::OpenOptions::new()
        .append(true)
        .open(at.join("growing.json"))
        .unwrap_or_else(|fault| panic!("{fault}"));
    while matches!(child.try_wait(), Ok(None)) {
        assert!(file.write_all(b" ").is_ok());
        std::thread::sleep(Duration::from_micros(200));
    }
    let (status, said) = end(child);
    assert_eq!(
        said,
        "error: growing.json: it was written to while it was read; run the command again\n"
    );
    assert_eq!(status, Some(3));
}

/// Kills a command with -9 at moments spread over its run.
#[test]
fn killed_at_any_moment_a_file_is_the_old_one_or_the_new_one() {
    for (file, command) in [
        ("frost-run.json", "rate frost-run.json --write"),
        ("broken.json", "repair broken.json broken/1 --write"),
        (
            "small.json",
            "generate --profile small.toml --seed 11 --out small.json",
        ),
        ("library/progression.json", "progression build library"),
    ] {
        let folder = workshop();
        let at = folder.path();
        let before = bytes(at, file);
        let words: Vec<&str> = command.split(' ').collect();
        let began = std::time::Instant::now();
        let done = run(at, &words);
        assert_eq!(done.code, Some(0), "{command}: {}", done.err);
        let life = began.elapsed();
        let after = bytes(at, file);
        let (mut old, mut new) = (0, 0);
        for moment in 1..=16 {
            match &before {
                Some(before) => {
                    fs::write(at.join(file), before).unwrap_or_else(|fault| panic!("{fault}"))
                }
                // The file may be missing: the last round may have been killed early.
                None => drop(fs::remove_file(at.join(file))),
            }
            let child = start(at, &words);
            std::thread::sleep(life * moment / 14);
            signal_if_alive(&child);
            let _ = end(child);
            match bytes(at, file) {
                now if now == before => old += 1,
                now if now == after => new += 1,
                _ => panic!("{command}: damaged at moment {moment}"),
            }
        }
        println!("{command}: {old} times the old file, {new} times the new one");
        assert!(old > 0, "{command}: never in time");
        run(at, &words);
        assert_eq!(left_over(at), [""; 0], "{command}");
    }
}

fn signal_if_alive(child: &Child) {
    let _ = Command::new("kill")
        .args(["-KILL", &child.id().to_string()])
        .stderr(Stdio::null())
        .status();
}
