//! Follows every page that users read, from top to bottom: runs commands, writes files, compiles snippets,
//! and compares the shown output with the printed output (`pages_support`).
#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

mod pages_support;
use pages_support::{Instead, Page, Prints, copy, follow, put, repository, shown};

/// Pages without anything to follow: one is a map, the other is history.
const NO_PAGES: [&str; 2] = ["ARCHITECTURE.md", "CHANGELOG.md"];

const PAGE: Page = Page {
    path: "",
    workshop: levels,
    fresh: false,
    names: &[],
    drawings: &[],
    dependencies: "",
    instead: &[],
};

/// Compares four ways to propose levels; takes minutes.
const STRATEGIES: &str = "cargo run --release -p levels-bench -- --strategies levels/profiles/rime-vault.toml --bucket 4 --seed 20260804 --candidates 10000";

const README: Page = Page {
    path: "README.md",
    workshop: |_| {},
    instead: &[
        in_the_repository(
            "cargo run -p game-assets",
            "cargo run --quiet --manifest-path $REPO/Cargo.toml --target-dir $TARGET -p game-assets",
        ),
        in_the_repository(
            "cargo run -p game-assets -- play",
            "cargo run --quiet --manifest-path $REPO/Cargo.toml --target-dir $TARGET -p game-assets -- play",
        ),
        Instead {
            command: "cargo test --workspace",
            run: "cargo tree --workspace --manifest-path $REPO/Cargo.toml --depth 0",
            why: "it is what runs this test",
            prints: Prints::All,
        },
        INSTALL_PATH,
        Instead {
            command: "cargo run -p levels-gen --",
            run: "levels-gen --version",
            why: "it needs a verb after it",
            prints: Prints::All,
        },
        Instead {
            command: "cargo build",
            run: "sed -i 's/KKb\\./KK#./' levels/mine.json; cargo build --quiet; sed -i 's/KK#\\./KKb./' levels/mine.json",
            why: "the text says what is changed in the pack; the last build needs the pack as it was",
            prints: Prints::All,
        },
    ],
    ..PAGE
};

const COMMANDS: Page = Page {
    path: "docs/commands.md",
    ..PAGE
};

const GAME: Page = Page {
    path: "docs/game.md",
    workshop: |at| {
        for name in ["classics.json", "frost-run.json"] {
            put(at, &format!("levels/{name}"), &shipped(name));
        }
    },
    instead: &[Instead {
        command: "cargo package",
        run: "cargo package --list --allow-dirty | grep -x levels/classics.json",
        why: "the text is about what is part of it",
        prints: Prints::All,
    }],
    ..PAGE
};

const GENERATE: Page = Page {
    path: "docs/generate.md",
    instead: &[
        smaller(
            "levels-gen generate --profile levels/profiles/prism-court.toml --seed 20260805 --out levels/prism-court.json",
            "levels-gen generate --profile small.toml --seed 20260804 --out levels/small.json",
        ),
        smaller(
            "levels-gen reproduce levels/",
            "levels-gen reproduce levels/ --only small",
        ),
        Instead {
            command: STRATEGIES,
            run: "grep -F -e '--test pages' $REPO/.ci/nightly",
            why: "it takes minutes in a release build: `strategies_at_full_size` runs it at night",
            prints: Prints::Elsewhere,
        },
    ],
    ..PAGE
};

const ORDER: Page = Page {
    path: "docs/order.md",
    ..PAGE
};

const OWN_FAMILY: Page = Page {
    path: "docs/own-family.md",
    workshop: |_| {},
    // What the programs use.
    dependencies: "levels-gen = { path = \"$REPO/levels-gen\" }\n\
                   sokoban-rules = { path = \"$REPO/examples/sokoban/sokoban-rules\", features = [\"verify\"] }\n",
    ..PAGE
};

const RECORDS: Page = Page {
    path: "docs/records.md",
    instead: &[
        smaller(
            "levels-gen campaign --settings levels/profiles/records-walls.toml --propose archive --name walls --seeds 256000",
            "levels-gen campaign --settings levels/profiles/records-walls.toml --propose archive --name walls --seeds 256",
        ),
        smaller(
            "levels-gen enumerate --size 5x5",
            "levels-gen enumerate --size 4x5",
        ),
    ],
    ..PAGE
};

const REPORTS: Page = Page {
    path: "docs/reports.md",
    workshop: history,
    ..PAGE
};

const CONTRIBUTING: Page = Page {
    path: "CONTRIBUTING.md",
    workshop: |at| {
        history(at);
        put(at, "docs/lints.md", "");
    },
    names: &[("FILE", "levels/classics.json")],
    instead: &[
        Instead {
            command: "cargo test --workspace",
            run: "cargo tree --workspace --manifest-path $REPO/Cargo.toml --depth 0",
            why: "it is what runs this test",
            prints: Prints::All,
        },
        Instead {
            command: "cargo run --release -p levels-bench -- --suite tight",
            run: "grep -F 'cargo run --quiet --release -p levels-bench -- --suite tight' $REPO/.ci/nightly",
            why: "it needs a release build; .ci/nightly runs it",
            prints: Prints::All,
        },
        Instead {
            command: "cargo bench -p levels-core --bench slide",
            run: "test -f $REPO/levels-core/benches/slide.rs",
            why: "it takes minutes; clippy compiles it",
            prints: Prints::All,
        },
        Instead {
            command: "cargo package -p levels-core -p levels-macro -p levels-gen",
            run: "grep -F 'cargo package --locked -p levels-core -p levels-macro -p levels-gen' $REPO/.ci/nightly",
            why: ".ci/nightly runs it",
            prints: Prints::All,
        },
        Instead {
            command: "cargo deny check",
            run: "grep -F 'cargo deny --locked check' $REPO/.ci/nightly",
            why: "it needs the network; .ci/nightly runs it",
            prints: Prints::All,
        },
    ],
    ..PAGE
};

const FAULTS: Page = Page {
    path: "docs/faults.md",
    workshop: faults,
    fresh: true,
    ..PAGE
};

const LINTS: Page = Page {
    path: "docs/lints.md",
    workshop: own,
    names: &[("FILE", "mine.json"), ("LEVEL", "mine/1"), ("ID", "mine/1")],
    instead: &[
        Instead {
            command: "levels-gen repair FILE LEVEL",
            run: "levels-gen repair broken.json mine/1",
            why: "this one cannot be won",
            prints: Prints::All,
        },
        Instead {
            command: "levels-gen progression build levels/",
            run: "mv levels/model.lock . && levels-gen progression build levels/ && mv model.lock levels/",
            why: "the text is about an order that has not shipped",
            prints: Prints::All,
        },
    ],
    ..PAGE
};

const MANY_MACHINES: Page = Page {
    path: "docs/many-machines.md",
    workshop: machines,
    instead: &[
        smaller(
            "levels-gen campaign --name shard-3 --shard 3/16 --seeds 1000000 --threads 4 --resume",
            "for k in $(seq 16); do levels-gen campaign --name shard-$k --shard $k/16 --seeds 4096 --threads 4 --resume || exit 1; done",
        ),
        Instead {
            command: "levels-gen campaign-merge shard-1 shard-2 … shard-16 --into whole",
            run: "levels-gen campaign-merge shard-{1..16} --into whole",
            why: "`…` stands for names",
            prints: Prints::All,
        },
        Instead {
            command: "job=$(sbatch --parsable --export=ALL array.sbatch)",
            run: "bash -n array.sbatch && job=1",
            why: "there is no Slurm here; tests/shards.rs runs the script as it would",
            prints: Prints::All,
        },
        Instead {
            command: "sbatch --dependency=afterok:$job --export=ALL merge.sh",
            run: "bash -n merge.sh",
            why: "there is no Slurm here; tests/shards.rs runs the script as it would",
            prints: Prints::All,
        },
    ],
    ..PAGE
};

const SPEED: Page = Page {
    path: "docs/speed.md",
    instead: &[
        Instead {
            command: "cargo run --release -p levels-bench -- --suite NAME",
            run: "grep -F 'cargo run --quiet --release -p levels-bench -- --suite' $REPO/.ci/nightly",
            why: "it needs a release build; .ci/nightly runs it",
            prints: Prints::All,
        },
        Instead {
            command: "cargo bench -p levels-core",
            run: "test -d $REPO/levels-core/benches",
            why: "it takes minutes; clippy compiles it",
            prints: Prints::All,
        },
    ],
    ..PAGE
};

const MY_GAME: Page = Page {
    path: "examples/my-game/README.md",
    workshop: |at| example(at, "my-game"),
    ..PAGE
};

const SOKOBAN: Page = Page {
    path: "examples/sokoban/README.md",
    workshop: |at| example(at, "sokoban"),
    ..PAGE
};

const CORE: Page = Page {
    path: "levels-core/README.md",
    workshop: |at| {
        let pack = repository().join("levels/classics.json");
        fs::create_dir(at.join("levels")).unwrap_or_else(|fault| panic!("{fault}"));
        fs::copy(pack, at.join("levels/mine.json")).unwrap_or_else(|fault| panic!("{fault}"));
    },
    ..PAGE
};

const MACRO: Page = Page {
    path: "levels-macro/README.md",
    ..PAGE
};

const GEN: Page = Page {
    path: "levels-gen/README.md",
    workshop: own,
    instead: &[INSTALL],
    ..PAGE
};

const PROFILES: Page = Page {
    path: "levels/profiles/README.md",
    instead: &[
        smaller(
            "levels-gen generate --profile levels/profiles/frost-run.toml --seed 20260802 --out levels/frost-run.json",
            "levels-gen generate --profile small.toml --seed 20260802 --out levels/small.json",
        ),
        smaller(
            "levels-gen reproduce levels/",
            "levels-gen reproduce levels/ --only small",
        ),
        smaller(
            "levels-gen campaign --settings levels/profiles/records-walls.toml --propose archive --seeds 25600 --name walls",
            "levels-gen campaign --settings levels/profiles/records-walls.toml --propose archive --seeds 256 --name walls",
        ),
    ],
    ..PAGE
};

const ROLL_ENGINE: Page = Page {
    path: "levels-core/src/family/roll/engine/DESIGN.md",
    drawings: &["bit    ", "word    "],
    ..PAGE
};

const SLIDE_ENGINE: Page = Page {
    path: "levels-core/src/family/slide/engine/DESIGN.md",
    drawings: &["arrangement  ", "key  "],
    ..PAGE
};

/// Pages without commands today; if they get some, these are followed.
const RULES: [Page; 3] = [
    Page {
        path: "docs/progression.md",
        ..PAGE
    },
    Page {
        path: "docs/rules-roll.md",
        ..PAGE
    },
    Page {
        path: "docs/rules-slide.md",
        ..PAGE
    },
];

const INSTALL_PATH: Instead = Instead {
    command: "cargo install --path levels-gen",
    ..INSTALL
};

const INSTALL: Instead = Instead {
    command: "cargo install levels-gen",
    run: "command -v levels-gen",
    why: "it is a release build of everything",
    prints: Prints::All,
};

const fn in_the_repository(command: &'static str, run: &'static str) -> Instead {
    Instead {
        command,
        run,
        why: "the crates are not in the folder",
        prints: Prints::All,
    }
}

const fn smaller(command: &'static str, run: &'static str) -> Instead {
    Instead {
        command,
        run,
        why: "it takes from many seconds to half an hour: the same in small",
        prints: Prints::All,
    }
}

/// The levels of the repository.
fn levels(at: &Path) {
    copy(&repository().join("levels"), &at.join("levels"));
    let small = "family = \"slide\"\nid = \"small\"\ntitle = \"Small\"\n\n[[bucket]]\nlevels = 3\nmoves = [2, 4]\nlayouts = 4000\n\n\
[bucket.board]\nsizes = [\"4x4\"]\nwin = \"exit\"\nshapes = [\"2\", \"2\", \"3\"]\nfill = [45, 65]\n";
    put(at, "small.toml", small);
}

/// The levels of the repository, under version control.
fn history(at: &Path) {
    levels(at);
    let commit = "git init -q -b main . && git add levels && \
                  git -c user.name=a -c user.email=a@example.org commit -q -m levels";
    let status = Command::new("bash")
        .args(["-c", commit])
        .current_dir(at)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "{commit}");
}

/// A copy of an example, with its paths changed as its README asks.
fn example(at: &Path, name: &str) {
    copy(&repository().join("examples").join(name), at);
    let manifests = [
        "Cargo.toml",
        "sokoban-rules/Cargo.toml",
        "sokoban-game/Cargo.toml",
        "sokoban-levels/Cargo.toml",
    ];
    for manifest in manifests.map(|manifest| at.join(manifest)) {
        let Ok(text) = fs::read_to_string(&manifest) else {
            continue;
        };
        let root = format!("path = \"{}/levels-", repository().display());
        let text = text
            .replace("path = \"../../../levels-", &root)
            .replace("path = \"../../levels-", &root);
        fs::write(&manifest, text).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

fn machines(at: &Path) {
    copy(&repository().join("docs/many-machines"), at);
}

/// The levels of the repository, a level that is not rated and one that cannot be won.
fn own(at: &Path) {
    levels(at);
    let level = |rows: &str| {
        format!(
            "\"grid\": [{rows}], \"lantern\": {{ \"side\": \"right\", \"line\": 1 }}, \"win\": \"exit\""
        )
    };
    for (name, rows) in [
        ("mine.json", r#""..b.", "KKb.", "....", ".cc.""#),
        ("broken.json", r#""..b.", "KKb.", "..b.", "....""#),
    ] {
        put(at, name, &pack("slide", "mine", &level(rows)));
    }
}

fn pack(family: &str, id: &str, level: &str) -> String {
    format!(
        "{{ \"format\": 1, \"id\": \"{id}\", \"family\": \"{family}\", \"levels\": [{{ \"id\": \"{id}/1\", {level} }}] }}"
    )
}

/// A pack of the repository.
fn shipped(name: &str) -> String {
    let path = repository().join("levels").join(name);
    fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{name}: {fault}"))
}

/// What the commands of `docs/faults.md` work on.
fn faults(at: &Path) {
    fs::create_dir(at.join("disk")).unwrap_or_else(|fault| panic!("{fault}"));
    let frost_run = shipped("frost-run.json");
    put(at, "levels/frost-run.json", &frost_run);
    put(at, "more.json", &shipped("classics.json"));
    let mine =
        frost_run
            .replace("frost-run", "mine")
            .replacen("\"optimal\": 3", "\"optimal\": 30", 1);
    put(at, "mine.json", &mine);
    let rows = ["\"nnnnnnnn\""; 7].join(", ");
    let green = format!("\"layout\": [\"bnnnnnnn\", {rows}]");
    put(at, "green.json", &pack("roll", "h", &green));
    let broken = "\"grid\": [\"KK#.\"], \"lantern\": { \"side\": \"right\", \"line\": 0 }, \"win\": \"exit\"";
    put(at, "broken.json", &pack("slide", "h", broken));
    put(
        at,
        "small.toml",
        "family = \"slide\"\nid = \"small\"\ntitle = \"Small\"\n\n[[bucket]]\nlevels = 3\nmoves = [2, 4]\nlayouts = 4000\n\n\
[bucket.board]\nsizes = [\"4x4\"]\nwin = \"exit\"\nshapes = [\"2\", \"2\", \"3\"]\nfill = [45, 65]\n",
    );
}

macro_rules! followed {
    ($($test:ident: $page:expr;)*) => {
        $(
            #[test]
            fn $test() {
                follow(&$page);
            }
        )*

        /// A page that is not followed could become wrong.
        #[test]
        fn every_page_is_followed() {
            let mut followed: BTreeSet<String> = NO_PAGES.map(str::to_string).into();
            $(followed.insert($page.path.to_string());)*
            followed.extend(RULES.map(|page| page.path.to_string()));
            let mut pages = BTreeSet::new();
            markdown(&repository(), "", &mut pages);
            assert_eq!(pages, followed);
        }
    };
}

followed! {
    readme: README;
    contributing: CONTRIBUTING;
    docs_commands: COMMANDS;
    docs_faults: FAULTS;
    docs_game: GAME;
    docs_generate: GENERATE;
    docs_lints: LINTS;
    docs_many_machines: MANY_MACHINES;
    docs_order: ORDER;
    docs_own_family: OWN_FAMILY;
    docs_records: RECORDS;
    docs_reports: REPORTS;
    docs_speed: SPEED;
    examples_my_game: MY_GAME;
    examples_sokoban: SOKOBAN;
    levels_core: CORE;
    levels_macro: MACRO;
    engine_roll: ROLL_ENGINE;
    engine_slide: SLIDE_ENGINE;
    levels_gen: GEN;
    levels_profiles: PROFILES;
}

/// The command that takes too long for every change (`.ci/nightly`); the last column is a time.
#[test]
#[ignore = "minutes"]
fn strategies_at_full_size() {
    let output = Command::new("bash")
        .args(["-c", STRATEGIES])
        .current_dir(repository())
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    let rows = |text: &str| -> Vec<String> {
        let rows = text.lines().map(|line| line.rsplit_once(' '));
        rows.flatten().map(|row| row.0.trim().to_string()).collect()
    };
    let printed = String::from_utf8_lossy(&output.stdout);
    assert_eq!(rows(&printed), rows(&shown(GENERATE.path, STRATEGIES)));
}

#[test]
fn docs_rules() {
    for page in &RULES {
        follow(page);
    }
}

fn markdown(folder: &Path, name: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let own = entry.file_name().to_string_lossy().to_string();
        // The texts of lints make up docs/lints.md.
        if own.starts_with('.') || own == "target" || own == "explain" {
            continue;
        }
        let name = format!("{name}{own}");
        if path.is_dir() {
            markdown(&path, &format!("{name}/"), found);
        } else if name.ends_with(".md") {
            found.insert(name);
        }
    }
}

/// The keys that a reader accepts, as its own message lists them, are in their section of
/// `levels/profiles/README.md`.
#[test]
fn every_key_of_a_profile_is_explained() {
    let page = fs::read_to_string(repository().join("levels/profiles/README.md"))
        .unwrap_or_else(|fault| panic!("{fault}"));
    let section = |title: &str| {
        let start = page.find(&format!("\n{title}\n"));
        let start = start.unwrap_or_else(|| panic!("no section `{title}`")) + title.len() + 2;
        let depth = title.split(' ').next().unwrap_or_default();
        let rest = &page[start..];
        let ends = [format!("\n{depth} "), "\n## ".to_string()];
        let end = ends.iter().filter_map(|end| rest.find(end)).min();
        &rest[..end.unwrap_or(rest.len())]
    };
    let generate = [
        "generate",
        "--profile",
        "x.toml",
        "--seed",
        "1",
        "--out",
        "x.json",
    ];
    let campaign = ["campaign", "--settings", "x.toml", "--seeds", "256"];
    let head = |family: &str, rest: &str| format!("family = \"{family}\"\n{rest}");
    let bucket = "id = \"x\"\n[[bucket]]\nlevels = 1\nlayouts = 1\n";
    for (arguments, text, title) in [
        (&generate[..], head("slide", "zzz = 1\n"), "## The pack"),
        (
            &generate,
            head("slide", &format!("{bucket}zzz = 1\n")),
            "## A bucket",
        ),
        (
            &generate,
            head("slide", &format!("{bucket}[bucket.board]\nzzz = 1\n")),
            "## A board of sliding blocks",
        ),
        (
            &generate,
            head("roll", &format!("{bucket}[bucket.board]\nzzz = 1\n")),
            "## A board of the rolling cube",
        ),
        (
            &campaign,
            "zzz = 1\n".to_string(),
            "## The settings of a campaign",
        ),
        (
            &campaign,
            head("slide", "[search]\nzzz = 1\n"),
            "### Sliding blocks",
        ),
        (
            &campaign,
            head("roll", "[search]\nzzz = 1\n"),
            "### The rolling cube",
        ),
        (
            &campaign,
            head("roll", "[search.weights]\nzzz = 1\n"),
            "### The rolling cube",
        ),
    ] {
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        put(folder.path(), "x.toml", &text);
        let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap_or_else(|fault| panic!("{fault}"));
        let said = String::from_utf8_lossy(&output.stderr);
        let (_, keys) = said
            .split_once("unknown field `zzz`, expected one of ")
            .unwrap_or_else(|| panic!("{text}: {said}"));
        let keys = keys.split([';', '\n']).next().unwrap_or_default();
        let section = section(title);
        for key in keys.split('`').skip(1).step_by(2) {
            let forms = [format!("`{key}`"), format!("[{key}]"), format!(".{key}]")];
            let is_there = forms.iter().any(|form| section.contains(form.as_str()));
            assert!(is_there, "no `{key}` in `{title}`");
        }
    }
}
