//! `docs/faults.md`, followed step by step: each block of commands runs in a shell, in a fresh folder,
//! and prints what the page shows.
#![cfg(unix)]

use std::fs;
use std::path::Path;

mod support;
use support::{Run, folder, shell, shell_that_mounts, write};

const FROST_RUN: &str = include_str!("../../levels/frost-run.json");
const CLASSICS: &str = include_str!("../../levels/classics.json");
/// What stands between the outputs of two commands.
const MARK: &str = "\u{1}";

/// One block: its commands, what each prints, and whether it mounts file systems.
struct Block {
    commands: Vec<String>,
    prints: Vec<String>,
    mounts: bool,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let Some(mode) = line.strip_prefix("```console") else {
            continue;
        };
        let mut block = Block {
            commands: Vec::new(),
            prints: Vec::new(),
            mounts: mode.trim() == "mount",
        };
        for line in lines.by_ref().take_while(|line| *line != "```") {
            match (line.strip_prefix("$ "), block.prints.last_mut()) {
                (Some(command), _) => {
                    block.commands.push(command.to_string());
                    block.prints.push(String::new());
                }
                (None, Some(prints)) => *prints += &format!("{line}\n"),
                (None, None) => panic!("output before a command: {line}"),
            }
        }
        blocks.push(block);
    }
    blocks
}

/// What the commands of the page work on.
fn workshop() -> tempfile::TempDir {
    let folder = folder();
    let at = folder.path();
    for name in ["disk", "levels"] {
        fs::create_dir(at.join(name)).unwrap_or_else(|fault| panic!("{fault}"));
    }
    write(at, "levels/frost-run.json", FROST_RUN);
    write(at, "more.json", CLASSICS);
    let mine =
        FROST_RUN
            .replace("frost-run", "mine")
            .replacen("\"optimal\": 3", "\"optimal\": 30", 1);
    write(at, "mine.json", &mine);
    let pack = |family: &str, level: &str| {
        format!(
            "{{ \"format\": 1, \"id\": \"h\", \"family\": \"{family}\", \"levels\": [{{ \"id\": \"h/1\", {level} }}] }}"
        )
    };
    let rows = ["\"nnnnnnnn\""; 7].join(", ");
    write(
        at,
        "green.json",
        &pack("roll", &format!("\"layout\": [\"bnnnnnnn\", {rows}]")),
    );
    let broken = "\"grid\": [\"KK#.\"], \"lantern\": { \"side\": \"right\", \"line\": 0 }, \"win\": \"exit\"";
    write(at, "broken.json", &pack("slide", broken));
    write(
        at,
        "small.toml",
        "family = \"slide\"\nid = \"small\"\ntitle = \"Small\"\n\n[[bucket]]\nlevels = 3\nmoves = [2, 4]\nlayouts = 4000\n\n\
[bucket.board]\nsizes = [\"4x4\"]\nwin = \"exit\"\nshapes = [\"2\", \"2\", \"3\"]\nfill = [45, 65]\n",
    );
    folder
}

/// Numbers of processes differ from run to run.
fn plain(text: &str) -> String {
    let mut words = text.split_inclusive(' ').peekable();
    let mut plain = String::new();
    while let Some(word) = words.next() {
        plain.push_str(word);
        if word == "process "
            && words
                .next_if(|next| next.trim().parse::<u32>().is_ok())
                .is_some()
        {
            plain.push_str("N ");
        }
    }
    plain
}

fn follow(block: &Block, at: &Path) -> Option<Run> {
    let mut script = "exec 2>&1\n".to_string();
    for command in &block.commands {
        script += &format!("{command}\nprintf '{MARK}'\n");
    }
    if block.mounts {
        shell_that_mounts(at, &script)
    } else {
        Some(shell(at, &script))
    }
}

#[test]
fn what_the_page_shows_is_what_a_user_reads() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/faults.md");
    let page = fs::read_to_string(page).unwrap_or_else(|fault| panic!("{fault}"));
    let blocks = blocks(&page);
    assert!(blocks.len() >= 10, "{}", blocks.len());
    for block in &blocks {
        let folder = workshop();
        let Some(run) = follow(block, folder.path()) else {
            continue;
        };
        let printed: Vec<String> = run.out.split(MARK).map(plain).collect();
        for (index, command) in block.commands.iter().enumerate() {
            let got = printed.get(index).map(String::as_str).unwrap_or_default();
            assert_eq!(got, block.prints[index], "$ {command}");
        }
    }
}
