//! A crate outside this workspace that embeds packs by both routes: what Cargo rebuilds when, and
//! what its user reads.

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
    /// A crate of that name, in a folder with a blank in its path.
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("a {name}"));
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        // What an earlier run left behind is not what a user starts from.
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
        consumer.write("my packs/notes.json", "{ \"what\": \"not a pack\" }");
        // The versions that this workspace was tested with, and no look at a registry.
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
        // Cargo compares times of modification; a file system may keep them no finer than this.
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

    // A pack that is wrong fails the build: the build script names the cell, one line for Cargo.
    consumer.write("my packs/demo.json", &DEMO.replace("\"KKb.\"", "\"KK#.\""));
    consumer.run().fails_with(&[
        "error: LV0003 unsolvable: level `demo/1`",
        " --> my packs/demo.json:13:12",
        "K K[#].",
        "error: consumer@0.1.0: my packs/demo.json:13:12: LV0003 unsolvable",
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

    // Without the build script the macro alone says the same.
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

    // Back to both routes; a new file in a nested folder is seen, and so is one that goes.
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

/// `progression.json` of the demo pack under a version, and a lock that holds it.
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

    // A version of its own makes the way from the old stages to the new ones.
    let second = order("levels-1/2", &mut lock);
    consumer.write("my packs/progression.json", &second);
    consumer.write("my packs/model.lock", &lock.to_json());
    consumer.run().prints(&format!(
        "levels-1/2 {} {} [Some(1), Some(2), None]",
        ids[1], ids[2]
    ));
}
