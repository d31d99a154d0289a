//! Hostile and huge packs: every limit is hit in bounded time and memory, and named; "a limit was
//! hit" never means "unsolvable".
//!
//! Times are printed and must stay below bounds that only a wrong order of growth exceeds. The
//! longest runs are ignored by default: `cargo test --release -p levels-core --test limits --
//! --ignored`.

#![allow(clippy::print_stdout)]

use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

use levels_core::json::source::Source;
use levels_core::pack::{
    Finding, MAX_BYTES, Options, PACK_STATES, Verification, levels, plain, rate, verify,
};
use levels_core::registry::built_in;
use levels_core::wording::plural;

/// No run whose time is linear in the size of its file takes this long, but every quadratic one
/// does.
const LONG: Duration = Duration::from_secs(60);

fn source(text: String) -> Source {
    Source::new("hostile.json", text)
}

fn options(max_states: u32) -> Options {
    Options {
        max_states: Some(max_states),
        threads: 1,
        ..Options::default()
    }
}

/// Verifies, and prints how long it took.
fn verified(what: &str, source: &Source, options: &Options) -> Verification {
    let started = Instant::now();
    let found = verify(std::slice::from_ref(source), &built_in(), options);
    let took = started.elapsed();
    println!(
        "{what}: {} bytes, {} findings, {:.2} s, {} MiB at most",
        source.text().len(),
        found.findings().count(),
        took.as_secs_f64(),
        peak().map_or("?".to_string(), |kib| (kib / 1024).to_string())
    );
    assert!(took < LONG, "{what} took {took:?}");
    found
}

/// The most memory that this process has had so far, in KiB, where the system tells.
fn peak() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

fn pack(family: &str, levels: &[String]) -> String {
    format!(
        r#"{{"format":1,"id":"hostile","family":"{family}","levels":[{}]}}"#,
        levels.join(",")
    )
}

fn slide(id: usize, rows: &[String], rest: &str) -> String {
    let rows = serde_json::json!(rows);
    format!(
        r#"{{"id":"h/{id}","grid":{rows},"lantern":{{"side":"right","line":0}},"win":"exit"{rest}}}"#
    )
}

fn roll(id: usize, rows: &[String], rest: &str) -> String {
    let rows = serde_json::json!(rows);
    format!(r#"{{"id":"h/{id}","layout":{rows}{rest}}}"#)
}

#[track_caller]
fn says<'a>(verification: &'a Verification, lint: &str, parts: &[&str]) -> &'a Finding {
    assert!(!verification.is_valid());
    let found = verification.findings().find(|found| {
        found.lint.name == lint
            && parts
                .iter()
                .all(|part| found.message.contains(part) || found.help.contains(part))
    });
    found.unwrap_or_else(|| {
        let all: Vec<String> = verification.findings().take(5).map(plain).collect();
        panic!("no {lint} {parts:?} in {all:#?}")
    })
}

/// Boards with too many states to search: eight by eight, a dozen blocks, almost empty; and a
/// rolling board of 128 cells.
fn sparse() -> [(&'static str, String); 3] {
    let row = |text: &str| text.to_string();
    let short: Vec<String> = [
        "KK.....#", "a.......", "a..bb...", ".....c..", ".dd..c..", ".......e", "ff.....e",
        "...ggg..",
    ]
    .map(row)
    .to_vec();
    let single: Vec<String> = [
        "KKa....#", "b.......", ".c......", "...d....", "....e...", ".....f..", "......g.",
        "......hh",
    ]
    .map(row)
    .to_vec();
    let axes: Vec<String> = ('a'..='g')
        .map(|c| format!(r#""{c}":{{"kind":"crystal","axis":"vertical"}}"#))
        .collect();
    let axes = format!(r#","blocks":{{{}}}"#, axes.join(","));
    let cube: Vec<String> = (0..8)
        .map(|y| {
            if y == 4 {
                row("nnnnnnnnbnnnnnnn")
            } else {
                row("nnnnxnnnnnnnxnnn")
            }
        })
        .collect();
    [
        ("slide", pack("slide", &[slide(1, &short, "")])),
        ("slide", pack("slide", &[slide(1, &single, &axes)])),
        ("roll", pack("roll", &[roll(1, &cube, "")])),
    ]
}

#[test]
fn a_hostile_board_is_exhausted_and_not_unsolvable() {
    for (index, (family, text)) in sparse().into_iter().enumerate() {
        let source = source(text);
        for max_states in [1, 1_000, 300_000] {
            let what = format!("sparse board {index} ({family}), {max_states} states");
            let found = verified(&what, &source, &options(max_states));
            let limit = format!(
                "the limit of {} was hit before",
                plural(max_states, "state")
            );
            let mend = format!("--max-states {}", max_states * 4);
            says(&found, "exhausted", &[&limit, &mend]);
            assert!(
                found
                    .findings()
                    .all(|found| found.lint.name != "unsolvable")
            );
            let rated = rate(&source, &built_in(), &options(max_states));
            let findings = rated.err().unwrap_or_default();
            assert!(
                findings.iter().all(|found| found.lint.name == "exhausted") && !findings.is_empty()
            );
        }
    }
    // A state has at most 32 bytes, and each of its edges a few bytes.
    assert!(
        peak().is_none_or(|kib| kib < 1024 * 1024),
        "{:?} KiB",
        peak()
    );
}

/// At the default limit, like the macro. The first board has about 1.6 million states, all of which
/// are seen.
#[test]
#[ignore = "half a minute without optimisation"]
fn a_hostile_board_at_the_default_limit() {
    for (index, (family, text)) in sparse().into_iter().enumerate().skip(1) {
        let what = format!("sparse board {index} ({family}), default");
        let found = verified(
            &what,
            &source(text),
            &Options {
                threads: 1,
                ..Options::default()
            },
        );
        let limit = if family == "roll" {
            "400000"
        } else {
            "4000000"
        };
        says(&found, "exhausted", &[limit]);
    }
    assert!(
        peak().is_none_or(|kib| kib < 4 * 1024 * 1024),
        "{:?} KiB",
        peak()
    );
}

/// Each level is within its limit, but together they would make a build that never ends.
#[test]
#[ignore = "searches as many states as a pack may have"]
fn a_pack_of_hostile_boards_is_cut_short() {
    let [_, (_, text), _] = sparse();
    let level = text
        .split_once("\"levels\":[")
        .map_or("", |(_, levels)| levels.trim_end_matches("]}"));
    let levels: Vec<String> = (0..60)
        .map(|n| level.replacen("h/1", &format!("h/{n}"), 1))
        .collect();
    let source = source(pack("slide", &levels));
    let started = Instant::now();
    let found = verify(
        std::slice::from_ref(&source),
        &built_in(),
        &Options::default(),
    );
    println!(
        "{PACK_STATES} states: {:.1} s",
        started.elapsed().as_secs_f64()
    );
    says(
        &found,
        "exhausted",
        &[
            &format!("the limit of {PACK_STATES} states for all levels"),
            "10 in all",
        ],
    );
}

#[test]
fn a_file_that_is_too_large_is_refused_unread() {
    let found = verified(
        "spaces",
        &source(" ".repeat(MAX_BYTES + 1)),
        &Options::default(),
    );
    says(
        &found,
        "malformed",
        &[
            "too large",
            &MAX_BYTES.to_string(),
            "split it into several packs",
        ],
    );
}

#[test]
fn boards_of_nothing_but_faults() {
    const MANY: usize = 100_000;
    let long = |glyph: char, count: usize| glyph.to_string().repeat(count);
    let rows = |row: &str, count: usize| vec![row.to_string(); count];
    let keys = |value: &str| {
        let entries: Vec<String> = (0..MANY).map(|n| format!("\"k{n}\":{value}")).collect();
        entries.join(",")
    };
    let plain_rows = rows("KK.", 1);
    let one = [long('?', MANY)];
    let mut ragged = rows("KK.", MANY);
    ragged[0].push('.');
    let files: &[(&str, String)] = &[
        (
            "slide: a row without end",
            pack("slide", &[slide(1, &one, "")]),
        ),
        (
            "slide: rows without end",
            pack("slide", &[slide(1, &ragged, "")]),
        ),
        (
            "slide: kinds without end",
            pack(
                "slide",
                &[slide(
                    1,
                    &plain_rows,
                    &format!(",\"blocks\":{{{}}}", keys("\"ice\"")),
                )],
            ),
        ),
        (
            "roll: a row without end",
            pack("roll", &[roll(1, &one, "")]),
        ),
        (
            "roll: rows without end",
            pack("roll", &[roll(1, &ragged, "")]),
        ),
        (
            "roll: bases without end",
            pack("roll", &[roll(1, &[long('b', MANY)], "")]),
        ),
        (
            "fields without end",
            pack(
                "slide",
                &[slide(1, &plain_rows, &format!(",{}", keys("1")))],
            ),
        ),
        (
            "the same field without end",
            pack(
                "slide",
                &[slide(1, &plain_rows, &",\"win\":\"exit\"".repeat(MANY))],
            ),
        ),
        (
            "measures without end",
            pack(
                "slide",
                &[slide(
                    1,
                    &plain_rows,
                    &format!(",\"measures\":{{{}}}", keys("1")),
                )],
            ),
        ),
        (
            "content of one key without end",
            pack(
                "slide",
                &[slide(
                    1,
                    &plain_rows,
                    &format!(
                        ",\"content\":{{{}}}",
                        "\"a\":1,".repeat(MANY).trim_end_matches(',')
                    ),
                )],
            ),
        ),
        (
            "an id without end",
            pack(
                "slide",
                &[slide(1, &plain_rows, "").replace("h/1", &long('ü', MANY))],
            ),
        ),
        (
            "a solution without end",
            pack(
                "slide",
                &[slide(
                    1,
                    &plain_rows,
                    &format!(",\"solution\":\"{}\"", "K>1 K<1 ".repeat(MANY)),
                )],
            ),
        ),
        (
            "a number without end",
            pack(
                "slide",
                &[slide(
                    1,
                    &plain_rows,
                    &format!(",\"optimal\":{}", long('9', MANY)),
                )],
            ),
        ),
        (
            "a lint without end",
            pack(
                "slide",
                &[slide(
                    1,
                    &plain_rows,
                    &format!(",\"allow\":{{\"{}\":\"why\"}}", long('x', MANY)),
                )],
            ),
        ),
    ];
    for (what, text) in files {
        let found = verified(what, &source(text.clone()), &options(100_000));
        assert!(!found.is_valid(), "{what}");
        assert!(found.findings().count() < 400, "{what}");
        for found in found.findings().take(100) {
            assert!(
                found.board.0.len() <= 128
                    && found.board.0.iter().all(|row| row.chars().count() <= 128),
                "{what}"
            );
            assert!(plain(found).len() < 4 * MANY, "{what}");
        }
    }
    assert!(
        peak().is_none_or(|kib| kib < 2 * 1024 * 1024),
        "{:?} KiB",
        peak()
    );
}

#[test]
fn faults_without_end_are_cut_short() {
    let rows = vec!["????????".to_string(); 8];
    let levels: Vec<String> = (0..20_000).map(|n| slide(n, &rows, "")).collect();
    let source = source(pack("slide", &levels));
    let found = verified("20,000 levels of 64 faults", &source, &Options::default());
    says(
        &found,
        "malformed",
        &["after more than 10000 findings", "was not checked"],
    );
    assert!(found.findings().count() < 10_200);
}

#[test]
fn deep_nesting_is_refused_or_kept() {
    for depth in [100, 200, 600, 50_000] {
        let content = format!(
            ",\"content\":{}1{}",
            "{\"a\":".repeat(depth),
            "}".repeat(depth)
        );
        let text = pack("slide", &[slide(1, &["KK.".to_string()], &content)]);
        let source = source(text);
        let found = verified(
            &format!("content {depth} deep"),
            &source,
            &Options::default(),
        );
        let rated = rate(&source, &built_in(), &Options::default());
        if depth < 500 {
            assert!(found.findings().all(|found| found.lint.name == "unrated"));
            let rated = Source::new(
                "hostile.json",
                rated.unwrap_or_else(|found| panic!("{found:#?}")),
            );
            assert!(verified("written", &rated, &Options::default()).is_valid());
        } else {
            says(&found, "malformed", &["nesting depth"]);
            assert!(rated.is_err());
        }
    }
}

/// `count` different levels, all solved in three moves.
fn many(count: usize, title: &str) -> String {
    let mut text = format!(
        r#"{{"format":1,"id":"many","title":"{title}","family":"slide","lints":{{"near-duplicate-neighbours":"allow","dead-tile":"allow"}},"levels":["#
    );
    for number in 0..count {
        // Walls by the bits of the number; the block in the way keeps its column.
        let wall = |bit: usize| if number >> bit & 1 == 1 { '#' } else { '.' };
        let row = |first: usize| -> String {
            let cells = (0..5).map(|col| wall(first + col));
            cells.chain(['.']).collect::<String>()
        };
        let comma = if number == 0 { "" } else { "," };
        let (a, b, c) = (row(0), row(5), row(10));
        let two: String = (15..17).map(wall).chain("....".chars()).collect();
        let _ = write!(
            text,
            r#"{comma}{{"id":"many/{number}","grid":["{two}","KK...b",".....b","{a}","{b}","{c}"],"lantern":{{"side":"right","line":1}},"win":"exit"}}"#
        );
    }
    text.push_str("]}");
    text
}

/// Twice as many levels take twice as long, not four times: reading, solving, comparing, showing.
fn scale(counts: [usize; 2]) {
    let mut times = Vec::new();
    for count in counts {
        let unrated = source(many(count, "Viele Lösungen"));
        let started = Instant::now();
        let rated = rate(&unrated, &built_in(), &Options::default());
        let rated = rated.unwrap_or_else(|found| panic!("{}", plain(&found[0])));
        println!(
            "{count} levels rated in {:.2} s",
            started.elapsed().as_secs_f64()
        );
        // Also on one line: the place of a level must not be counted from the beginning of the
        // line.
        let value: serde_json::Value =
            serde_json::from_str(&rated).unwrap_or_else(|fault| panic!("{fault}"));
        let started = Instant::now();
        for text in [rated, value.to_string()] {
            let source = source(text);
            let found = verified(&format!("{count} levels"), &source, &Options::default());
            assert!(found.is_valid(), "{:?}", found.findings().next().map(plain));
            assert_eq!(found.packs[0].confirmed, count);
        }
        let broken = source(many(count, "").replace("KK...b", "KK...!"));
        let looked = levels(&broken, &built_in()).unwrap_or_else(|_| Vec::new());
        assert!(looked.iter().all(|level| level.level.is_err()));
        times.push(started.elapsed().as_secs_f64());
    }
    let growth = times[1] / times[0] / (counts[1] as f64 / counts[0] as f64);
    println!(
        "{} times the levels took {:.1} times as long",
        counts[1] / counts[0],
        times[1] / times[0]
    );
    assert!(growth < 2.5, "{times:?}");
}

#[test]
fn five_thousand_levels() {
    scale([1_000, 5_000]);
}

#[test]
#[ignore = "a minute without optimisation"]
fn a_hundred_thousand_levels() {
    scale([20_000, 100_000]);
}
