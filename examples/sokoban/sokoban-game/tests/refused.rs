//! A level that was made unsolvable fails the build, with its cell marked.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// A copy of the example in its own folder, with the paths to the library adjusted.
struct Copy {
    folder: tempfile::TempDir,
}

impl Copy {
    fn new() -> Self {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        let library = from.join("../..");
        let library = fs::canonicalize(&library).unwrap_or_else(|fault| panic!("{fault}"));
        for file in [
            "Cargo.toml",
            "Cargo.lock",
            "levels/yard.json",
            "levels/progression.json",
            "levels/model.lock",
            "sokoban-rules/Cargo.toml",
            "sokoban-rules/src/lib.rs",
            "sokoban-rules/src/board.rs",
            "sokoban-rules/src/rules.rs",
            "sokoban-rules/src/pack.rs",
            "sokoban-game/Cargo.toml",
            "sokoban-game/build.rs",
            "sokoban-game/src/main.rs",
            "sokoban-levels/Cargo.toml",
            "sokoban-levels/src/main.rs",
        ] {
            let text = fs::read_to_string(from.join(file))
                .unwrap_or_else(|fault| panic!("{file}: {fault}"));
            let text = text.replace("../../../levels", &format!("{}/levels", library.display()));
            let path = folder.path().join(file);
            let parent = path.parent().unwrap_or(folder.path());
            let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text));
            written.unwrap_or_else(|fault| panic!("{file}: {fault}"));
        }
        Self { folder }
    }

    fn build(&self) -> Output {
        // Uses what was built for this test. The whole workspace is built, since Cargo chooses features
        // for all of its packages together.
        let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
        Command::new(env!("CARGO"))
            .args(["build", "--offline", "--workspace"])
            .env("CARGO_TARGET_DIR", target)
            .current_dir(self.folder.path())
            .output()
            .unwrap_or_else(|fault| panic!("{fault}"))
    }

    fn edit(&self, from: &str, to: &str) {
        let path = self.folder.path().join("levels/yard.json");
        let text = fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{fault}"));
        assert!(text.contains(from));
        let edited = fs::write(&path, text.replacen(from, to, 1));
        edited.unwrap_or_else(|fault| panic!("{fault}"));
    }
}

#[test]
fn an_unsolvable_level_fails_the_build_with_the_cell_marked() {
    let copy = Copy::new();
    let built = copy.build();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    // The box of the first level goes into a corner.
    copy.edit(
        "\"## @ #\",\n        \"#  $ #\"",
        "\"## @$#\",\n        \"#    #\"",
    );
    let built = copy.build();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(!built.status.success());
    for expected in [
        "LV0003 unsolvable: level `yard/01`: it cannot be won: the box at row 2, column 5 cannot be pushed to any goal, even if it were alone",
        "levels/yard.json:13:14",
        "# #   @[$]#",
        "cargo run -p sokoban-levels -- repair levels/yard.json yard/01",
    ] {
        assert!(said.contains(expected), "{expected} is missing from {said}");
    }
}
