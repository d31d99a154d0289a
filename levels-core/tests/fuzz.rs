//! For any bytes, nothing panics, and what is read has the promised properties.
//!
//! Each target is a function of bytes with its own corpus in `tests/corpus/`.

#![allow(clippy::print_stdout)]

use std::path::Path;

mod fuzz_support;
#[path = "fuzz_support/targets.rs"]
mod targets;
use fuzz_support::Target;

fn fuzz(name: &str, executions: u64, words: &[&str], run: fn(&[u8])) {
    Target {
        corpus: &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"),
        name,
        run,
        words,
        executions,
    }
    .fuzz();
}

const JSON_WORDS: &[&str] = &[
    "null",
    "true",
    "false",
    "{}",
    "[]",
    "\"\"",
    "\\u0041",
    "\\ud83d\\ude00",
    "\\ud800",
    "\\n",
    "\\q",
    "//",
    "/*",
    "*/",
    "'",
    ",",
    ":",
    "1.5e3",
    "-",
    "+1",
    ".5",
    "0x1F",
    "NaN",
    "Infinity",
    "\u{feff}",
    "\u{2028}",
    "\r\n",
];

const PACK_WORDS: &[&str] = &[
    "$schema",
    "format",
    "id",
    "title",
    "family",
    "model_version",
    "stars_to_open",
    "lints",
    "recipe",
    "levels",
    "steps",
    "inputs",
    "grid",
    "layout",
    "blocks",
    "lantern",
    "side",
    "line",
    "win",
    "emit",
    "teaches",
    "kind",
    "block",
    "needs",
    "content",
    "allow",
    "warn",
    "deny",
    "band",
    "min",
    "max",
    "optimal",
    "stars",
    "three",
    "two",
    "solution",
    "measures",
    "steps",
    "reachable_states",
    "furniture",
    "duplicate",
    "measure-mismatch",
    "LV0013",
    "slide",
    "roll",
    "levels-1",
    "crystal",
    "sand",
    "ice",
    "rime",
    "mirror",
    "/",
    "\\",
    "horizontal",
    "vertical",
    "left",
    "right",
    "top",
    "bottom",
    "up",
    "down",
    "exit",
    "beam",
    "easy",
    "expert",
    "K",
    "KK",
    "..",
    "bn",
    "x1",
];

#[test]
fn json() {
    fuzz("json", 40_000, JSON_WORDS, targets::json);
}

#[test]
fn pack() {
    let words: Vec<&str> = [JSON_WORDS, PACK_WORDS].concat();
    fuzz("pack", 3_000, &words, targets::pack);
}

#[test]
fn slide_text() {
    let words = [
        "lantern",
        "left",
        "right",
        "top",
        "bottom",
        "win",
        "exit",
        "beam",
        "emit",
        "up",
        "down",
        "block",
        "teaches",
        "crystal",
        "sand",
        "ice",
        "rime",
        "mirror",
        "/",
        "\\",
        "horizontal",
        "vertical",
        "K",
        "KK",
        "\n",
        " ",
        "lantern right 1\n",
        "block a ice\n",
    ];
    fuzz("slide_text", 40_000, &words, targets::slide_text);
}

#[test]
fn roll_text() {
    let words = [
        "b", "n", "i", ">", "<", "^", "v", "1", "9", "r", "c", "x", ".", "a", "t", "\n", "nnnn",
        "1.1",
    ];
    fuzz("roll_text", 20_000, &words, targets::roll_text);
}

#[test]
fn rush() {
    let words = ["o", ".", "x", "A", "AA", "K", "BBB", "oooooo", " "];
    fuzz("rush", 60_000, &words, targets::rush);
}

#[test]
fn lines_of_play() {
    let words = [
        "K>2", "a^1", "d^", "b<", " ", "0", "9", "99", "256", ">", "<", "v", "^", "-", "ü",
    ];
    fuzz("line", 60_000, &words, targets::line);
}
