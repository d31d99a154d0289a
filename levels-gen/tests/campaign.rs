//! Campaigns: the same bytes for any threads, sessions, shards and crashes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Duration;

const SEEDS: &str = "1536";

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

/// A settings file for small sliding boards.
const SLIDE: &str = r#"
family = "slide"
topk = 4

[search]
moves = [3, 40]
let_off = ["many-solutions", "furniture"]

[search.board]
sizes = ["5x5"]
win = "exit"
shapes = ["2", "2", "3"]
fill = [50, 80]
ice = [0, 1]
sand = [0, 1]
"#;

/// A campaign of each family and source; `{}` stands for the settings file above.
const CAMPAIGNS: [&[&str]; 4] = [
    &[],
    &["--propose", "archive"],
    &["--settings", "{}"],
    &["--settings", "{}", "--propose", "archive"],
];

impl Root {
    /// The flags of a campaign over `SEEDS` seeds.
    fn flags(&self, campaign: &[&str], name: &str) -> Vec<String> {
        let settings = self.0.path().join("slide.toml");
        fs::write(&settings, SLIDE).unwrap_or_else(|fault| panic!("{fault}"));
        let own = campaign.iter().map(|word| match *word {
            "{}" => settings.to_string_lossy().to_string(),
            word => word.to_string(),
        });
        let all = ["campaign", "--name", name, "--seeds", SEEDS].map(str::to_string);
        all.into_iter().chain(own).collect()
    }

    #[track_caller]
    fn runs(&self, campaign: &[&str], name: &str, more: &[&str]) -> String {
        let flags = self.flags(campaign, name);
        let flags: Vec<&str> = flags
            .iter()
            .map(String::as_str)
            .chain(more.iter().copied())
            .collect();
        self.succeeds(&flags);
        self.pool(name)
    }
}

#[test]
fn threads_and_sessions_change_no_byte() {
    for campaign in CAMPAIGNS {
        let root = Root::new();
        let pool = root.runs(campaign, "one", &["--threads", "1"]);
        let kept = pool.matches("\"seed\"").count();
        assert!(kept > 100, "{campaign:?}: {kept} are too few to tell");
        for threads in ["2", "8"] {
            let other = root.runs(campaign, threads, &["--threads", threads]);
            assert!(other == pool, "{campaign:?} on {threads} threads");
        }
        // The later flag wins.
        let half = ["--seeds", "768"];
        let flags = root.flags(campaign, "two");
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let first: Vec<&str> = flags[..3]
            .iter()
            .copied()
            .chain(half)
            .chain(flags[5..].iter().copied())
            .collect();
        root.succeeds(&first);
        let two = root.runs(campaign, "two", &["--resume"]);
        assert!(two == pool, "{campaign:?} in two sessions");
        let manifest = |name| read(&root.path(name, "manifest.json"));
        assert_eq!(manifest("two").replace("two", "one"), manifest("one"));
    }
}

/// The counters of a manifest; panics unless they count each seed exactly once.
#[track_caller]
fn counters(root: &Root, name: &str) -> BTreeMap<String, u64> {
    let text = read(&root.path(name, "manifest.json"));
    let manifest: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let refused: BTreeMap<String, u64> =
        serde_json::from_value(manifest["rejected"].clone()).unwrap_or_default();
    let kept = root.pool(name).matches("\"seed\":").count() as u64;
    assert!(kept > 0 && refused["outclassed"] > 0, "{text}");
    let counted = kept + refused.values().sum::<u64>();
    assert_eq!(
        Some(counted),
        manifest["generated"].as_u64(),
        "{name}: {text}"
    );
    refused
}

#[test]
fn every_seed_is_counted_once_under_a_reason() {
    for campaign in CAMPAIGNS {
        let root = Root::new();
        // Few places, so that many boards lose theirs.
        root.runs(campaign, "whole", &["--topk", "2"]);
        counters(&root, "whole");
        // A manifest of an earlier version, without a count of such boards, is corrected; one that counts
        // too much is refused.
        let path = root.path("whole", "manifest.json");
        let text = read(&path);
        let outclassed = counters(&root, "whole")["outclassed"];
        let with = |count: u64| {
            let (old, new) = (outclassed.to_string(), count.to_string());
            let changed = text.replacen(
                &format!("\"outclassed\": {old}"),
                &format!("\"outclassed\": {new}"),
                1,
            );
            fs::write(&path, changed).unwrap_or_else(|fault| panic!("{fault}"));
        };
        with(outclassed - 1);
        root.runs(campaign, "whole", &["--topk", "2", "--resume"]);
        assert_eq!(counters(&root, "whole")["outclassed"], outclassed);
        with(outclassed + 1);
        root.fails(
            &["campaign-status", "--name", "whole"],
            1,
            "its counters add up to more seeds than it has searched",
        );
    }
}

#[test]
fn shards_merge_into_the_pool_of_the_whole() {
    for (campaign, measured_at_once) in [(CAMPAIGNS[0], true), (CAMPAIGNS[2], false)] {
        let root = Root::new();
        let topk = ["--topk", "3"];
        let pool = root.runs(campaign, "whole", &topk);
        for (name, shard) in [("a", "1/4"), ("b", "2/4"), ("c", "3/4"), ("d", "4/4")] {
            root.runs(campaign, name, &["--shard", shard, topk[0], topk[1]]);
        }
        root.succeeds(&["campaign-merge", "--into", "merged", "c", "a", "d", "b"]);
        assert!(root.pool("merged") == pool, "{campaign:?}: four shards");
        let (whole, mut merged) = (counters(&root, "whole"), counters(&root, "merged"));
        if measured_at_once {
            assert_eq!(merged, whole);
        } else {
            // A shard measures boards that are outclassed in the whole run, so it refuses some for another
            // reason; the reasons before measuring are the same.
            for (reason, count) in &whole {
                let count_there = merged.remove(reason).unwrap_or(0);
                let before = [
                    "no-layout",
                    "too-large",
                    "hopeless",
                    "no-win",
                    "under-band",
                    "over-band",
                ];
                if before.contains(&reason.as_str()) {
                    assert_eq!(count_there, *count, "{reason}");
                } else if reason == "outclassed" {
                    assert!(count_there <= *count, "{count_there} {count}");
                } else {
                    assert!(count_there >= *count, "{reason}: {count_there} {count}");
                }
            }
        }
        root.fails(
            &["campaign-merge", "--into", "half", "a", "b", "d"],
            2,
            "shards are missing: 3/4",
        );
    }
}

#[test]
fn an_archive_finds_harder_boards_and_says_what_it_cannot_do() {
    let root = Root::new();
    let hard = |pool: String| {
        let records: serde_json::Value = serde_json::from_str(&pool).unwrap_or_default();
        let records = records.as_array().cloned().unwrap_or_default();
        let hard = |record: &&serde_json::Value| record["optimal"].as_u64() >= Some(14);
        records.iter().filter(hard).count()
    };
    let random = hard(root.runs(CAMPAIGNS[2], "random", &["--topk", "1000"]));
    let archive = hard(root.runs(CAMPAIGNS[3], "archive", &["--topk", "1000"]));
    assert!(archive > 2 * random, "{archive} against {random}");
    let archive = ["campaign", "--propose", "archive"];
    root.fails(
        &[&archive[..], &["--shard", "1/2"]].concat(),
        2,
        "cannot be cut into shards",
    );
    root.fails(
        &[&archive[..], &["--seeds", "1000"]].concat(),
        2,
        "--seeds 1024",
    );
}

/// The process is killed at many moments, also while it writes.
#[test]
fn killed_at_any_moment_it_ends_in_the_same_pool() {
    for (campaign, rounds) in [(CAMPAIGNS[0], 20), (CAMPAIGNS[3], 20)] {
        let root = Root::new();
        let whole = root.runs(campaign, "whole", &["--threads", "1"]);
        let flags = root.flags(campaign, "killed");
        let mut flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        flags.extend(["--threads", "1", "--resume", "--save-every", "0"]);
        for round in 0..rounds {
            let mut child = root
                .command(&flags)
                .spawn()
                .unwrap_or_else(|fault| panic!("{fault}"));
            // Moments spread over the run, the same ones every time.
            std::thread::sleep(Duration::from_millis(20 + (round * 37) % 190));
            let _ = child.kill();
            let _ = child.wait();
        }
        root.succeeds(&flags);
        assert!(root.pool("killed") == whole, "{campaign:?}");
    }
}

/// The moments around the renames of a save: the new pool is written but the manifest does not name it
/// yet; or the manifest names it but it is not renamed; or there is no manifest at all.
#[test]
fn killed_between_two_renames_it_goes_on() {
    let root = Root::new();
    let campaign = CAMPAIGNS[1];
    let whole = root.runs(campaign, "x", &[]);
    let [pool, next, manifest] =
        ["pool.json", "pool.next.json", "manifest.json"].map(|file| root.path("x", file));
    let after = read(&manifest);
    let write = |path: &Path, text: &str| {
        fs::write(path, text).unwrap_or_else(|fault| panic!("{fault}"));
    };
    let flags = [
        "campaign",
        "--name",
        "x",
        "--seeds",
        "768",
        "--propose",
        "archive",
    ];
    root.succeeds(&[&flags[..], &["--fresh"]].concat());
    let (before, early) = (read(&manifest), read(&pool));
    assert_ne!(early, whole);
    for (what, names, has_pool) in [
        ("not named yet", Some(&before), true),
        ("named", Some(&after), true),
        ("named, the first save", Some(&after), false),
        ("no manifest, the first save", None, false),
    ] {
        let _ = fs::remove_file(&manifest);
        let _ = fs::remove_file(&pool);
        write(&next, &whole);
        if has_pool {
            write(&pool, &early);
        }
        if let Some(text) = names {
            write(&manifest, text);
        }
        assert!(root.runs(campaign, "x", &["--resume"]) == whole, "{what}");
        assert!(!next.exists(), "{what}");
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
        ("{}", "not a list of records"),
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
fn a_settings_file_is_held_to_what_it_may_say() {
    let root = Root::new();
    let path = root.0.path().join("settings.toml");
    let flag = path.to_string_lossy().to_string();
    for (text, code, part) in [
        (
            "family = \"roll\"\ntopp = 3\n",
            1,
            "settings.toml:2:1: unknown field `topp`",
        ),
        ("family = \"cube\"\n", 2, "known families: slide, roll"),
        (
            "family = \"roll\"\n[search]\nmoves = 3\n",
            2,
            "unknown field `moves`",
        ),
        (
            "family = \"roll\"\n[search]\nmax_size = 9\n",
            2,
            "`max_size` is 9: a number from 4 to 8",
        ),
        (
            "family = \"roll\"\n[search.weights]\nplanning = 0.5\n",
            2,
            "add up to 1, not to 1.25",
        ),
        (&SLIDE.replace("[3, 40]", "[5, 4]"), 2, "`moves` is 5 to 4"),
        (
            &SLIDE.replace("furniture", "chairs"),
            2,
            "`let_off` names `chairs`",
        ),
        (&SLIDE.replace("5x5", "9x5"), 2, "`9x5` is not a size"),
    ] {
        fs::write(&path, text).unwrap_or_else(|fault| panic!("{fault}"));
        root.fails(&["campaign", "--settings", &flag], code, part);
    }
    fs::write(&path, SLIDE).unwrap_or_else(|fault| panic!("{fault}"));
    for (more, part) in [
        (
            ["--family", "roll"],
            "is for the family `slide`, but --family says `roll`",
        ),
        (
            ["--max-size", "6"],
            "--max-size is a setting of `roll` campaigns",
        ),
    ] {
        root.fails(
            &[&["campaign", "--settings", &flag], &more[..]].concat(),
            2,
            part,
        );
    }
    root.succeeds(&[
        "campaign",
        "--settings",
        &flag,
        "--name",
        "s",
        "--seeds",
        "256",
    ]);
    let other = SLIDE.replace("[3, 40]", "[4, 40]");
    fs::write(&path, other).unwrap_or_else(|fault| panic!("{fault}"));
    let again = [
        "campaign",
        "--settings",
        &flag,
        "--name",
        "s",
        "--seeds",
        "512",
        "--resume",
    ];
    root.fails(&again, 2, "`moves` is [4,40], was [3,40]");
    root.fails(
        &["rank", "--name", "s", "--family", "roll"],
        2,
        "of the family `slide`, not `roll`",
    );
    // Giving a default explicitly changes only the recorded settings.
    root.succeeds(&["campaign", "--name", "r", "--seeds", "256"]);
    let defaults = "family = \"roll\"\ntopk = 64\n[search]\nmin_states = 150\n[search.weights]\nplanning = 0.25\n";
    fs::write(&path, defaults).unwrap_or_else(|fault| panic!("{fault}"));
    root.succeeds(&[
        "campaign",
        "--settings",
        &flag,
        "--name",
        "d",
        "--seeds",
        "256",
    ]);
    assert!(root.pool("d") == root.pool("r"));
    let strict = defaults.replace("150", "5000");
    fs::write(&path, strict).unwrap_or_else(|fault| panic!("{fault}"));
    root.succeeds(&[
        "campaign",
        "--settings",
        &flag,
        "--name",
        "e",
        "--seeds",
        "256",
    ]);
    assert!(root.pool("e") != root.pool("r"));
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
            "known families: slide, roll",
        ),
        (vec!["curate", "--profile", "rampp"], "initial32"),
        (
            vec!["campaign", "--family", "slide"],
            "missing field `moves`; set it in the table `search` of a file: --settings FILE",
        ),
        (
            vec!["campaign", "--propose", "genetic"],
            "possible values: random, archive",
        ),
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

/// A ladder of another family: chosen, ranked, verified and made again from its recipe.
#[test]
fn a_ladder_of_sliding_boards_reproduces() {
    let root = Root::new();
    root.runs(CAMPAIGNS[3], "s", &[]);
    let out = root.0.path().join("packs").join("ladder.json");
    fs::create_dir_all(root.0.path().join("packs")).unwrap_or_else(|fault| panic!("{fault}"));
    let out_name = out.to_string_lossy().to_string();
    let curate = ["curate", "--name", "s", "--id", "ladder", "--count", "12"];
    root.fails(
        &["curate", "--name", "s", "--profile", "initial32"],
        2,
        "four grades, which levels of `slide` do not have",
    );
    // Campaigns skip some filters that apply to packs, so findings are printed.
    let output = root.run(&[&curate[..], &["--out", &out_name]].concat());
    let pack: serde_json::Value = serde_json::from_str(&read(&out)).unwrap_or_default();
    let levels = pack["levels"].as_array().cloned().unwrap_or_default();
    assert_eq!(levels.len(), 12, "{output:?}");
    let moves: Vec<u64> = levels
        .iter()
        .filter_map(|level| level["optimal"].as_u64())
        .collect();
    assert!(moves[4..].is_sorted(), "{moves:?}");
    assert_eq!(
        pack["recipe"]["inputs"]["../slide.toml"]
            .as_str()
            .map(|hash| hash.len()),
        Some(71)
    );
    let again = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(["reproduce", &out_name])
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    let text = String::from_utf8_lossy(&again.stdout).to_string();
    assert!(
        text.contains("ladder: the same bytes"),
        "{text}{}",
        String::from_utf8_lossy(&again.stderr)
    );
    let rank = root.run(&["rank", "--name", "s", "--per-bucket", "1"]);
    let text = String::from_utf8_lossy(&rank.stdout).to_string();
    assert!(
        text.contains(" moves · ") && text.contains(" shortest ways"),
        "{text}"
    );
}
