//! Campaigns: the same bytes whatever happens on the way.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const SEEDS: &str = "1500";

struct Root(tempfile::TempDir);

impl Root {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}")))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_levels-gen"));
        command.args(arguments).arg("--root").arg(self.0.path());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn run(&self, arguments: &[&str]) -> Output {
        self.command(arguments)
            .output()
            .unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[track_caller]
    fn succeeds(&self, arguments: &[&str]) {
        let output = self.run(arguments);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }

    #[track_caller]
    fn fails(&self, arguments: &[&str], code: i32, part: &str) {
        let output = self.run(arguments);
        let text = String::from_utf8_lossy(&output.stderr).to_string();
        assert_eq!(output.status.code(), Some(code), "{text}");
        assert!(text.contains(part), "{text} lacks {part}");
    }

    fn path(&self, name: &str, file: &str) -> PathBuf {
        self.0.path().join(name).join(file)
    }

    fn pool(&self, name: &str) -> String {
        read(&self.path(name, "pool.json"))
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

#[test]
fn threads_shards_and_sessions_change_no_byte() {
    let root = Root::new();
    root.succeeds(&[
        "campaign",
        "--name",
        "one",
        "--seeds",
        SEEDS,
        "--threads",
        "1",
    ]);
    let pool = root.pool("one");
    assert!(
        pool.matches("\"seed\"").count() > 100,
        "enough is kept to tell"
    );
    for threads in ["2", "8"] {
        root.succeeds(&[
            "campaign",
            "--name",
            threads,
            "--seeds",
            SEEDS,
            "--threads",
            threads,
        ]);
        assert!(root.pool(threads) == pool, "{threads} threads");
    }
    for (name, shard) in [("a", "1/4"), ("b", "2/4"), ("c", "3/4"), ("d", "4/4")] {
        root.succeeds(&[
            "campaign", "--name", name, "--seeds", SEEDS, "--shard", shard,
        ]);
    }
    root.succeeds(&["campaign-merge", "--into", "merged", "c", "a", "d", "b"]);
    assert!(root.pool("merged") == pool, "four shards");
    root.fails(
        &["campaign-merge", "--into", "half", "a", "b", "d"],
        2,
        "shards are missing: 3/4",
    );
    root.succeeds(&["campaign", "--name", "two", "--seeds", "700"]);
    root.succeeds(&["campaign", "--name", "two", "--seeds", SEEDS, "--resume"]);
    assert!(root.pool("two") == pool, "two sessions");
    let forms: Vec<&str> = pool
        .lines()
        .filter(|line| line.contains("\"name\""))
        .collect();
    let unique: std::collections::BTreeSet<&&str> = forms.iter().collect();
    assert_eq!(unique.len(), forms.len());
}

/// The process is killed at many moments of its life, also while it writes.
#[test]
fn killed_at_any_moment_it_ends_in_the_same_pool() {
    let root = Root::new();
    root.succeeds(&[
        "campaign",
        "--name",
        "whole",
        "--seeds",
        SEEDS,
        "--threads",
        "1",
    ]);
    for round in 0..20_u64 {
        let mut child = root
            .command(&[
                "campaign",
                "--name",
                "killed",
                "--seeds",
                SEEDS,
                "--threads",
                "1",
                "--resume",
                "--save-every",
                "0",
            ])
            .spawn()
            .unwrap_or_else(|fault| panic!("{fault}"));
        // Moments spread over the run, the same ones every time.
        std::thread::sleep(Duration::from_millis(20 + (round * 37) % 190));
        let _ = child.kill();
        let _ = child.wait();
    }
    root.succeeds(&[
        "campaign",
        "--name",
        "killed",
        "--seeds",
        SEEDS,
        "--threads",
        "1",
        "--resume",
    ]);
    assert!(root.pool("killed") == root.pool("whole"));
}

/// The two moments around the very first pool: the manifest says that nothing is finished, and the
/// pool is not there yet, or is there already.
#[test]
fn killed_around_the_first_save_it_goes_on() {
    let root = Root::new();
    let run = ["campaign", "--name", "x", "--seeds", "400"];
    root.succeeds(&run);
    let pool = root.pool("x");
    let path = root.path("x", "manifest.json");
    let mut manifest: serde_json::Value =
        serde_json::from_str(&read(&path)).unwrap_or_else(|fault| panic!("{fault}"));
    manifest["generated"] = 0.into();
    manifest["nextSeed"] = 1.into();
    for with_pool in [false, true] {
        fs::write(&path, manifest.to_string()).unwrap_or_else(|fault| panic!("{fault}"));
        if !with_pool {
            fs::remove_file(root.path("x", "pool.json")).unwrap_or_else(|fault| panic!("{fault}"));
        }
        root.succeeds(&[&run[..], &["--resume"]].concat());
        assert!(root.pool("x") == pool, "with a pool: {with_pool}");
    }
}

#[test]
fn what_is_not_ours_is_refused_and_left_as_it_is() {
    let root = Root::new();
    let seeds = "400";
    root.succeeds(&["campaign", "--name", "x", "--seeds", seeds]);
    root.fails(
        &["campaign", "--name", "x", "--seeds", seeds],
        2,
        "--resume",
    );
    root.fails(
        &[
            "campaign",
            "--name",
            "x",
            "--seeds",
            seeds,
            "--resume",
            "--max-size",
            "6",
        ],
        2,
        "`max_size` is 6, was 8",
    );
    let good = root.pool("x");
    let path = root.path("x", "pool.json");
    let other = good.replacen("\"nn", "\"n.", 1);
    assert_ne!(other, good);
    for (damage, part) in [
        (&good[..good.len() / 2], "not a whole pool"),
        ("{}", "no list of records"),
        (other.as_str(), "pool.json"),
    ] {
        fs::write(&path, damage).unwrap_or_else(|fault| panic!("{fault}"));
        root.fails(
            &["campaign", "--name", "x", "--seeds", seeds, "--resume"],
            1,
            part,
        );
        root.fails(&["curate", "--name", "x"], 1, part);
        assert!(read(&path) == damage, "it was touched");
    }
    root.succeeds(&["campaign", "--name", "x", "--seeds", seeds, "--fresh"]);
    assert!(root.pool("x") == good);
    for arguments in [
        ["campaign-status", "--name", "nobody"],
        ["rank", "--name", "nobody"],
        ["curate", "--name", "nobody"],
    ] {
        root.fails(&arguments, 3, "no campaign there");
    }
    root.fails(&["campaign", "--name", "../x"], 2, "cannot be the name");
}

#[test]
fn wrong_settings_are_usage_errors_that_name_the_choices() {
    let root = Root::new();
    for (arguments, part) in [
        (
            vec!["campaign", "--duration", "0s"],
            "positive whole number",
        ),
        (
            vec!["campaign", "--duration", "1d"],
            "positive whole number",
        ),
        (vec!["campaign", "--max-random", "1.5"], "from 0 to 1"),
        (vec!["campaign", "--topk", "0"], "1.."),
        (vec!["campaign", "--max-size", "3"], "4..=8"),
        (vec!["campaign", "--shard", "5/4"], "3/16"),
        (
            vec!["campaign", "--family", "cube"],
            "possible values: roll",
        ),
        (vec!["curate", "--profile", "rampp"], "initial32"),
    ] {
        root.fails(&arguments, 2, part);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_and_ends_with_130() {
    let root = Root::new();
    let child = root
        .command(&[
            "campaign",
            "--name",
            "c",
            "--duration",
            "60s",
            "--threads",
            "1",
        ])
        .spawn()
        .unwrap_or_else(|fault| panic!("{fault}"));
    std::thread::sleep(Duration::from_millis(700));
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.is_ok_and(|status| status.success()));
    let output = child
        .wait_with_output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(output.status.code(), Some(130));
    root.succeeds(&["campaign-status", "--name", "c"]);
}

#[test]
fn a_ladder_is_a_pack_that_verifies() {
    let root = Root::new();
    root.succeeds(&["campaign", "--name", "l", "--seeds", "6000"]);
    let out = root.0.path().join("ladder.json");
    let out = out.to_string_lossy();
    root.succeeds(&[
        "curate",
        "--name",
        "l",
        "--profile",
        "initial32",
        "--out",
        &out,
    ]);
    let pack: serde_json::Value = serde_json::from_str(&read(Path::new(&*out))).unwrap_or_default();
    let levels = pack["levels"].as_array().cloned().unwrap_or_default();
    assert_eq!(levels.len(), 32);
    let kinds: Vec<String> = levels[..6]
        .iter()
        .map(|level| {
            assert_eq!(level["band"], "easy", "{level}");
            let rows = level["layout"].to_string();
            ["r", "c", "x", "1", ">", "<", "^", "v"]
                .into_iter()
                .filter(|k| rows.contains(k))
                .collect()
        })
        .collect();
    assert_eq!(kinds[..5], ["", "r", "c", "x", "1"]);
    assert!(kinds[5].chars().all(|c| "<>^v".contains(c)) && !kinds[5].is_empty());
    let rank = root.run(&["rank", "--name", "l", "--per-bucket", "2"]);
    let text = String::from_utf8_lossy(&rank.stdout).to_string();
    assert!(
        text.starts_with("# Campaign `l`\n") && text.contains("```text\n"),
        "{text}"
    );
}
