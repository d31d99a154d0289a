//! A crate outside this workspace that embeds packs by both routes: what Cargo rebuilds and when,
//! and what its user sees.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use levels_core::json::source::Source;
use levels_core::pack::{Options, VerifiedPack, verify};
use levels_core::progression::{ModelLock, Progression, pool_of};
use levels_core::registry::built_in;

const DEMO: &str = include_str!("demo.json");

const MAIN: &str = r#"
mod built {
    include!(concat!(env!("OUT_DIR"), "/levels.rs"));
}

renamed_macro::include_pack! {
    pub static DEMO = "my packs/demo.json", crate = renamed_core;
}

fn main() {
    let ids: Vec<&str> = built::PACKS.iter().map(|pack| pack.id).collect();
    println!("{} {} | {}", DEMO.title, DEMO.levels.len(), ids.join(" "));
    assert!(built::LEVEL_IDS.contains_key("demo/2"));
}
"#;

const BUILD: &str = r#"
fn main() -> std::process::ExitCode {
    renamed_core::embed::Builder::new().directory("my packs").crate_path("::renamed_core").emit()
}
"#;

const STAGED_MAIN: &str = r#"
mod built {
    include!(concat!(env!("OUT_DIR"), "/levels.rs"));
}

fn main() {
    let stages: Vec<&str> = built::STAGES.stages.iter().flatten().map(|stage| stage.level).collect();
    let moved: Vec<Option<u32>> = (1..=3).map(|old| built::STAGES.migrate("levels-1/1", old)).collect();
    println!("{} {} {moved:?}", built::STAGES.model_version, stages.join(" "));
}
"#;

const STAGED_BUILD: &str = r#"
fn main() -> std::process::ExitCode {
    renamed_core::embed::Builder::new().progression("my packs").crate_path("::renamed_core").emit()
}
"#;

struct Consumer {
    folder: PathBuf,
}

impl Consumer {
    /// A crate with that name, in a folder with a blank in its path.
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("a {name}"));
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        // Removes the leftovers of earlier runs: a user starts without them.
        let _ = fs::remove_dir_all(&folder);
        let consumer = Self { folder };
        let toml = format!(
            r#"
[package]
name = {name:?}
version = "0.1.0"
edition = "2024"

[dependencies]
renamed_core = {{ package = "levels-core", path = {core:?} }}
renamed_macro = {{ package = "levels-macro", path = {macros:?} }}

[build-dependencies]
renamed_core = {{ package = "levels-core", path = {core:?}, features = ["build"] }}

[workspace]
"#,
            core = workspace.join("levels-core"),
            macros = workspace.join("levels-macro"),
        );
        consumer.write("Cargo.toml", &toml);
        consumer.write("build.rs", BUILD);
        consumer.write("src/main.rs", MAIN);
        consumer.write("my packs/demo.json", DEMO);
        // The versions that this workspace was tested with, without access to a registry.
        let lock = fs::read_to_string(workspace.join("Cargo.lock"));
        consumer.write(
            "Cargo.lock",
            &lock.unwrap_or_else(|fault| panic!("{fault}")),
        );
        consumer
    }

    fn write(&self, path: &str, text: &str) {
        let path = self.folder.join(path);
        let parent = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(parent).unwrap_or_else(|fault| panic!("{}: {fault}", parent.display()));
        fs::write(&path, text).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
        // Cargo compares modification times; some file systems store them no finer than this.
        std::thread::sleep(std::time::Duration::from_millis(20));
    }

    fn remove(&self, path: &str) {
        let path = self.folder.join(path);
        fs::remove_file(&path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    }

    /// Runs the crate, which builds it first if Cargo finds that necessary.
    fn run(&self) -> Run {
        let output = Command::new(env!("CARGO"))
            .args(["run", "--offline"])
            .current_dir(&self.folder)
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("consumer-target"),
            )
            .env_remove("RUSTFLAGS")
            .output()
            .unwrap_or_else(|fault| panic!("cargo: {fault}"));
        Run {
            ok: output.status.success(),
            out: String::from_utf8_lossy(&output.stdout).trim().to_string(),
            err: String::from_utf8_lossy(&output.stderr).to_string(),
        }
    }
}

struct Run {
    ok: bool,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn prints(&self, expected: &str) -> &Self {
        assert!(self.ok, "{}", self.err);
        assert_eq!(self.out, expected);
        self
    }

    #[track_caller]
    fn fails_with(&self, parts: &[&str]) {
        assert!(!self.ok, "it was built:\n{}\n{}", self.out, self.err);
        for part in parts {
            assert!(self.err.contains(part), "no {part:?} in\n{}", self.err);
        }
    }

    fn compiled(&self) -> bool {
        self.err.contains("Compiling consumer")
    }
}

#[test]
fn a_consumer_is_rebuilt_when_a_pack_changes_and_only_then() {
    let consumer = Consumer::new("consumer");
    assert!(consumer.run().prints("Demo 2 | demo").compiled());
    assert!(
        !consumer.run().prints("Demo 2 | demo").compiled(),
        "nothing changed"
    );

    // An edit is seen by both routes.
    consumer.write(
        "my packs/demo.json",
        &DEMO.replace("\"Demo\"", "\"Edited\""),
    );
    assert!(consumer.run().prints("Edited 2 | demo").compiled());

    // A pack that is wrong fails the build: the build script names the cell.
    consumer.write("my packs/demo.json", &DEMO.replace("\"KKb.\"", "\"KK#.\""));
    consumer.run().fails_with(&[
        "error: LV0003 unsolvable: level `demo/1`",
        " --> my packs/demo.json:13:12",
        "K K[#].",
    ]);
    // No variable of the environment makes the build skip verification.
    for variable in [
        "LEVELS_SKIP_VERIFY",
        "SKIP_VERIFY",
        "LEVELS_MACRO_SKIP",
        "CI",
        "DOCS_RS",
    ] {
        let output = Command::new(env!("CARGO"))
            .args(["build", "--offline"])
            .current_dir(&consumer.folder)
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("consumer-target"),
            )
            .env(variable, "1")
            .output()
            .unwrap_or_else(|fault| panic!("cargo: {fault}"));
        assert!(
            !output.status.success(),
            "{variable} let an unsolvable level through"
        );
    }

    // Without the build script the macro alone reports the same.
    consumer.write(
        "build.rs",
        "fn main() { println!(\"cargo::rerun-if-changed=build.rs\"); }",
    );
    consumer.write("src/main.rs", &MAIN.replace("include!(concat!(env!(\"OUT_DIR\"), \"/levels.rs\"));", "pub static PACKS: &[&renamed_core::Pack] = &[]; pub static LEVEL_IDS: std::sync::LazyLock<std::collections::HashMap<&str, ()>> = std::sync::LazyLock::new(|| [(\"demo/2\", ())].into());"));
    consumer.run().fails_with(&[
        "error: LV0003 unsolvable: level `demo/1`",
        " --> my packs/demo.json:13:12",
    ]);
    consumer.write("my packs/demo.json", DEMO);
    consumer.run().prints("Demo 2 |");
    consumer.remove("my packs/demo.json");
    consumer.run().fails_with(&["my packs/demo.json"]);

    // Back to both routes; a new file in a nested folder is seen, and so is its removal.
    consumer.write("build.rs", BUILD);
    consumer.write("src/main.rs", MAIN);
    consumer.write("my packs/demo.json", DEMO);
    consumer.run().prints("Demo 2 | demo");
    let second = DEMO
        .replace("demo", "second")
        .replace("\".cc.\"", "\"..cc\"")
        .replace("\"..ddd\"", "\".ddd.\"");
    consumer.write("my packs/more/second.json", &second);
    consumer
        .run()
        .fails_with(&["my packs/more/second.json", "LV0022"]);
    consumer.remove("my packs/more/second.json");
    consumer.run().prints("Demo 2 | demo");
}

/// Build scripts that must fail, and what Cargo shows of them: every line once.
const WRONG: &[(&str, &str)] = &[
    (
        "directory(\"my packs\")",
        r"  error: LV0003 unsolvable: level `demo/1`: it cannot be won: the Key never gets past row 2, column 3: a wall stands there; all 3 positions that can be reached were seen
   --> my packs/demo.json:13:12

      . . b .
      K K[#].
      . . . .
      . c c .

    = help: find the smallest change that fixes it: levels-gen repair 'my packs/demo.json' demo/1
",
    ),
    (
        "directory(\"nowhere\")",
        r"  error: cannot read the folder of packs `nowhere`: No such file or directory (os error 2)
   --> nowhere
    = help: the path is relative to the folder of Cargo.toml; make the folder and put a pack there, or correct the path in the build script
",
    ),
    (
        "directory(\"src\")",
        r"  error: no pack in the folder `src`: a pack is a *.json file
   --> src
    = help: the path is relative to the folder of Cargo.toml; put a pack there, or correct the path in the build script
",
    ),
    (
        "pack(\"my packs/../packs/x.json\")",
        r"  error: cannot read the pack: No such file or directory (os error 2)
   --> packs/x.json
    = help: the path is relative to the folder of Cargo.toml; put the pack there, or correct the path in the build script
",
    ),
    (
        "progression(\"my packs\")",
        r"  error: cannot read the order of stages: No such file or directory (os error 2)
   --> my packs/progression.json
    = help: the path is relative to the folder of Cargo.toml; build the order: levels-gen progression build 'my packs'
",
    ),
    (
        "directory(\"tools\")",
        r#"  error: LV0001 malformed: not a pack: it has no `format`
   --> tools/npm/package.json:1:1
    = help: a pack begins { "format": 1, "id": "…", "family": "slide", "levels": […] }; every *.json in a folder of packs is read as a pack: move other files out, or into a folder whose name begins with a dot
"#,
    ),
    (
        "max_states(9)",
        r#"  error: there is no pack to verify
    = help: name one in the build script: Builder::new().directory("levels")
"#,
    ),
];

#[test]
fn a_build_script_says_once_what_is_wrong_and_where() {
    let consumer = Consumer::new("failing");
    // A build script may be anywhere, and it runs only when something changed.
    consumer.remove("build.rs");
    consumer.write("build/main.rs", BUILD);
    let toml = fs::read_to_string(consumer.folder.join("Cargo.toml"));
    let toml = toml.unwrap_or_else(|fault| panic!("{fault}"));
    let named = toml.replacen("[package]", "[package]\nbuild = \"build/main.rs\"", 1);
    consumer.write("Cargo.toml", &named);
    consumer.write("my packs/._demo.json", "Mac OS X");
    let skipped =
        "warning: failing@0.1.0: my packs/._demo.json: skipped, because its name begins with a dot";
    let first = consumer.run();
    assert!(
        first.prints("Demo 2 | demo").err.contains(skipped),
        "{}",
        first.err
    );
    let again = consumer.run();
    again.prints("Demo 2 | demo");
    assert!(!again.err.contains("Compiling failing"), "{}", again.err);

    consumer.write("tools/npm/package.json", "{}");
    consumer.write("my packs/demo.json", &DEMO.replace("\"KKb.\"", "\"KK#.\""));
    for (call, expected) in WRONG {
        consumer.write(
            "build/main.rs",
            &BUILD.replace("directory(\"my packs\")", call),
        );
        let done = consumer.run();
        assert!(!done.ok, "{call}");
        assert!(
            done.err.contains(expected),
            "{call}: no\n{expected}in\n{}",
            done.err
        );
        for line in expected.lines().filter(|line| !line.is_empty()) {
            assert_eq!(
                done.err.matches(line).count(),
                1,
                "{call}: {line}\n{}",
                done.err
            );
        }
    }
}

/// `progression.json` of the demo pack under a version, and a lock that has it.
fn order(version: &str, lock: &mut ModelLock) -> String {
    let source = Source::new("demo.json", DEMO);
    let verification = verify(&[source], &built_in(), &Options::default());
    let packs: Vec<&VerifiedPack> = verification
        .packs
        .iter()
        .filter_map(|pack| pack.verified.as_ref())
        .collect();
    let pool = pool_of(&packs).unwrap_or_else(|faults| panic!("{faults:?}"));
    let settings = Progression {
        model_version: version.to_string(),
        ..Progression::default()
    };
    let mut order = settings.build(&pool);
    order.packs = vec!["demo".to_string()];
    lock.record(&order)
        .unwrap_or_else(|moved| panic!("{moved}"));
    order.to_json()
}

#[test]
fn a_stage_that_moved_under_the_same_version_fails_the_build() {
    let consumer = Consumer::new("staged");
    let mut lock = ModelLock::default();
    let first = order("levels-1/1", &mut lock);
    consumer.write("build.rs", STAGED_BUILD);
    consumer.write("src/main.rs", STAGED_MAIN);
    consumer.write("my packs/progression.json", &first);
    consumer.write("my packs/model.lock", &lock.to_json());
    let built = consumer.run();
    let ids: Vec<&str> = built.out.split_whitespace().collect();
    assert!(built.ok && ids.len() >= 3, "{}\n{}", built.out, built.err);
    built.prints(&format!(
        "levels-1/1 {} {} [Some(1), Some(2), None]",
        ids[1], ids[2]
    ));

    // The two stages change places and the version stays.
    let swapped = first
        .replace(ids[1], "~")
        .replace(ids[2], ids[1])
        .replace('~', ids[2]);
    assert_ne!(swapped, first);
    let contents: Vec<&str> = lock
        .get("levels-1/1")
        .map(|order| order.order.iter().flatten().map(String::as_str).collect())
        .unwrap_or_default();
    let swapped = swapped
        .replace(contents[0], "~")
        .replace(contents[1], contents[0])
        .replace('~', contents[1]);
    consumer.write("my packs/progression.json", &swapped);
    consumer.run().fails_with(&[
        &format!(
            "LV0030 order-moved: stage 1 of `levels-1/1` was `{}` when it shipped and is `{}` now",
            ids[1], ids[2]
        ),
        "my packs/progression.json:7:5",
        "LV0031 order-mismatch",
        "--model-version",
    ]);

    // A new version gives a migration from the old stages to the new ones.
    let second = order("levels-1/2", &mut lock);
    consumer.write("my packs/progression.json", &second);
    consumer.write("my packs/model.lock", &lock.to_json());
    consumer.run().prints(&format!(
        "levels-1/2 {} {} [Some(1), Some(2), None]",
        ids[1], ids[2]
    ));
}
