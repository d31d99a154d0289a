//! For any content of a file: each board is valid or has messages that point into the file.

use std::path::Path;

use levels_core::json::source::Source;
use levels_core::registry::built_in;

use super::{From, How, read};

#[path = "../../../levels-core/tests/fuzz_support/mod.rs"]
mod fuzz_support;
use fuzz_support::Target;

const WORDS: &[&str] = &[
    "{\"layout\":[\"bn\"]}",
    "{\"board\":\"AAo\",\"width\":3,\"height\":1}",
    "\"id\":",
    "\"width\":",
    "\"height\":",
    "\"board\":",
    "\"layout\":",
    "\"format\":1",
    "\n",
    "\r\n",
    "; a comment\n",
    "\n\n",
    "AA",
    "oooooo",
    " 51 ",
    "AAoB..\n...B..\n",
    "board,moves,states,id\n",
    "board\twidth\theight\n",
    "\"A,A\"",
    "1 1 0 2\n",
    "XX",
    "OOO",
    "#AA.x\n",
    "# 1\n",
    ",",
    "\t",
    "[{\"board\":\"AA\"}]",
    "lantern right 0\n",
    "win exit\n",
];

fn within(source: &Source) {
    let lines = source.text().split('\n').count();
    let longest = source.text().chars().count() + 1;
    let ways = [
        (None, None, None),
        (Some(From::Pack), None, None),
        (Some(From::Rush), None, None),
        (Some(From::Rush), None, Some("X")),
        (Some(From::Rush), None, Some("2")),
        (Some(From::Roll), None, None),
        (None, Some("slide"), None),
        (Some(From::Text), Some("roll"), None),
    ];
    for (from, family, key) in ways {
        let how = How {
            from,
            family: family.map(str::to_string),
            key: key.map(str::to_string),
        };
        let Ok(boards) = read(source, &how, &built_in()) else {
            continue;
        };
        for board in boards {
            let messages = match &board.level {
                Ok(level) => {
                    let picture = level.picture(&level.frame());
                    assert!(!picture.cells.is_empty());
                    continue;
                }
                Err(messages) => messages,
            };
            assert!(!messages.is_empty());
            for message in messages {
                // A place may be one line on, where a row of a board is missing at the end.
                assert!(
                    (1..=lines + 1).contains(&message.position.line),
                    "{from:?} {message}"
                );
                assert!(
                    (1..=longest).contains(&message.position.column),
                    "{from:?} {message}"
                );
                assert!(!message.text.is_empty());
            }
        }
    }
}

#[test]
fn boards_of_a_file() {
    Target {
        corpus: &Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus"),
        name: "boards",
        words: WORDS,
        executions: 1_500,
        run: |bytes| {
            if let Ok(source) = Source::from_bytes("boards", bytes.to_vec()) {
                within(&source);
            }
        },
    }
    .fuzz();
}

/// The time grows with the line, not with its square.
#[test]
fn a_line_without_end() {
    for text in [
        format!("{{\"board\":\"{}\"}}", "A".repeat(2_000_000)),
        format!("{{\"layout\":[\"{}\"]}}", "b".repeat(2_000_000)),
        "1 20 ".repeat(400_000),
        format!("board,id\n{},1\n", "A".repeat(2_000_000)),
        format!("board\n\"{}", "\"\"".repeat(1_000_000)),
        "AA.B\n".repeat(100_000),
        "#AA.B\n".repeat(100_000),
        "?".repeat(2_000_000),
    ] {
        within(&Source::new("boards", text));
    }
}
