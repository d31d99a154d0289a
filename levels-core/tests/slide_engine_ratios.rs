//! How much faster words are than the plain search, suite by suite, in CPU time of one thread.
//!
//! `cargo test --release -p levels-core --features solve --test slide_engine_ratios -- --ignored --nocapture`
#![cfg(feature = "solve")]
#![allow(clippy::print_stdout)]

use std::env;
use std::time::Duration;

use cpu_time::ThreadTime;
use levels_core::family::slide::engine::{Component, Figures, Layout, solve};
use levels_core::family::slide::{BlockSpec, Board, KindWord, Level, Slide, rush};
use levels_core::puzzle::Family;
use levels_core::search::Limits;

struct Row {
    suite: String,
    id: String,
    level: Level,
    /// The letters of three blocks with the twists that they may have.
    kinds: Vec<(String, KindWord)>,
}

fn rows() -> Vec<Row> {
    let text = include_str!("data/bench_slide.jsonl");
    text.lines().map(row).collect()
}

fn row(line: &str) -> Row {
    let row: serde_json::Value =
        serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}"));
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_string();
    let side = |name: &str| row[name].as_u64().unwrap_or_default() as usize;
    let read = rush::read(&text("board"), side("width"), side("height"))
        .unwrap_or_else(|faults| panic!("{faults:?}: {line}"));
    let ours = |letter: &str| {
        ('A'..='Z')
            .map(String::from)
            .find(|ours| {
                read.in_input_letters(ours) == letter
                    && read.level.rows.iter().any(|row| row.contains(ours))
            })
            .unwrap_or_else(|| panic!("no block {letter}: {line}"))
    };
    let kinds = row["kinds"].as_object().into_iter().flatten();
    Row {
        suite: text("suite"),
        id: text("id"),
        kinds: kinds
            .map(|(letter, kind)| {
                let kind = KindWord::from_word(kind.as_str().unwrap_or_default());
                (ours(letter), kind.unwrap_or_default())
            })
            .collect(),
        level: read.level,
    }
}

fn board(level: &Level) -> Board {
    Slide::build(level).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// The level with some of its blocks twisted.
fn twisted(level: &Level, kinds: &[(String, KindWord)]) -> Board {
    let blocks = kinds.iter().map(|(letter, kind)| {
        let spec = BlockSpec {
            kind: *kind,
            ..BlockSpec::default()
        };
        (letter.clone(), spec)
    });
    board(&Level {
        blocks: blocks.collect(),
        ..level.clone()
    })
}

/// The least CPU time of some runs, in seconds, with what the last one returned.
#[derive(Default)]
struct Best(Option<Duration>);

impl Best {
    fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = ThreadTime::now();
        let result = work();
        let time = start.elapsed();
        self.0 = Some(self.0.map_or(time, |best| best.min(time)));
        result
    }

    fn seconds(&self) -> f64 {
        self.0.unwrap_or_default().as_secs_f64()
    }
}

fn geometric(values: &[f64]) -> f64 {
    (values.iter().map(|x| x.ln()).sum::<f64>() / values.len() as f64).exp()
}

fn wanted(suite: &str) -> bool {
    env::var("SUITES").map_or(true, |suites| suites.split(',').any(|s| s == suite))
}

fn runs() -> u32 {
    env::var("RUNS").ok().and_then(|runs| runs.parse().ok()).unwrap_or(3)
}

#[test]
#[ignore = "takes a minute and wants a release build"]
fn ratios() {
    let rows = rows();
    let limits = Limits::states(30_000_000);
    for suite in ["tight", "large", "generator_mix"] {
        if !wanted(suite) {
            continue;
        }
        let (mut plain, mut words, mut solves) = (Vec::new(), Vec::new(), Vec::new());
        let (mut states, mut bytes, mut filled) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows.iter().filter(|row| row.suite == suite) {
            let board = board(&row.level);
            let (mut slow, mut fast, mut solved) = Default::default();
            for _ in 0..runs() {
                let theirs = Best::time(&mut slow, || Figures::by_plain_search(&board, limits));
                let ours = Best::time(&mut fast, || Figures::by_words(&board, limits));
                assert_eq!(ours, theirs, "{}", row.id);
                let line = Best::time(&mut solved, || solve(&board, limits));
                let length = line.ok().flatten().map(|line| line.len() as u32);
                assert_eq!(length, ours.ok().and_then(|ours| ours.optimum), "{}", row.id);
            }
            let component = Component::explore(&board, limits)
                .unwrap_or_else(|limit| panic!("{}: {limit:?}", row.id));
            let count = component.states() as f64;
            plain.push(slow.seconds());
            words.push(fast.seconds());
            solves.push(solved.seconds() * 1e6);
            states.push(count);
            bytes.push(component.bytes() as f64 / count);
            filled.push(count / component.words() as f64);
            if env::var("VERBOSE").is_ok() {
                println!(
                    "{:16} {:8} states, plain {:5.0} ns, words {:5.1} ns a state, {:5.1} times, {:5.1} states a word, {:5.1} bytes a state, solve {:6.0} us",
                    row.id,
                    count,
                    slow.seconds() * 1e9 / count,
                    fast.seconds() * 1e9 / count,
                    slow.seconds() / fast.seconds(),
                    count / component.words() as f64,
                    component.bytes() as f64 / count,
                    solved.seconds() * 1e6,
                );
            }
        }
        let each = |times: &[f64]| -> Vec<f64> {
            times.iter().zip(&states).map(|(time, n)| time * 1e9 / n).collect()
        };
        let ratio: Vec<f64> = plain.iter().zip(&words).map(|(p, w)| p / w).collect();
        let (all_plain, all_words): (f64, f64) = (plain.iter().sum(), words.iter().sum());
        let heavy: Vec<f64> = bytes
            .iter()
            .zip(&states)
            .filter(|(_, n)| **n >= 100_000.0)
            .map(|(b, _)| *b)
            .collect();
        println!(
            "{suite}: {} boards, {:.0} states; plain {:.0} ns a state, words {:.1}; words {:.2} times as fast (geometric mean), {:.2} (total); {:.0} boards a second; {:.1} states a word; at most {:.1} bytes a state from 100,000 states on; solve {:.0} us a board",
            states.len(),
            states.iter().sum::<f64>(),
            geometric(&each(&plain)),
            geometric(&each(&words)),
            geometric(&ratio),
            all_plain / all_words,
            states.len() as f64 / all_words,
            geometric(&filled),
            heavy.iter().copied().fold(0.0, f64::max),
            geometric(&solves),
        );
    }
    if wanted("shallow") {
        let mut times = Vec::new();
        for row in rows.iter().filter(|row| row.suite == "shallow") {
            let board = board(&row.level);
            let mut best = Best::default();
            for _ in 0..runs() {
                let solved = best.time(|| solve(&board, Limits::default()));
                assert!(matches!(solved, Ok(Some(_))), "{}", row.id);
            }
            println!("shallow {}: solve {:.0} us", row.id, best.seconds() * 1e6);
            times.push(best.seconds() * 1e6);
        }
        println!("shallow: solve {:.0} us a board", geometric(&times));
    }
    if wanted("twist_layouts") {
        twists(&rows, limits);
    }
    if wanted("huge") && env::var("SUITES").is_ok() {
        for row in rows.iter().filter(|row| row.suite == "huge") {
            let board = board(&row.level);
            let mut best = Best::default();
            let component = best.time(|| Component::explore(&board, limits));
            let component = component.unwrap_or_else(|limit| panic!("{limit:?}"));
            println!(
                "huge: {} states, {:.1} s, {:.1} bytes a state, greatest distance {:?}",
                component.states(),
                best.seconds(),
                component.bytes() as f64 / component.states() as f64,
                component.greatest(),
            );
        }
    }
}

fn twists(rows: &[Row], limits: Limits) {
    for kind in [Some(KindWord::Sand), Some(KindWord::Ice), Some(KindWord::Rime), None] {
        let mut ratio = Vec::new();
        for row in rows.iter().filter(|row| row.suite == "twist_layouts") {
            let kinds: Vec<_> = row
                .kinds
                .iter()
                .filter(|(_, k)| kind.is_none_or(|kind| kind == *k))
                .cloned()
                .collect();
            let (flat, exact) = (board(&row.level), twisted(&row.level, &kinds));
            let (mut slow, mut fast) = (Best::default(), Best::default());
            for _ in 0..runs() {
                let layout = fast.time(|| Layout::explore(&flat, limits).map(|l| l.histogram()));
                assert!(layout.is_ok(), "{}", row.id);
                let layout = slow.time(|| Layout::explore(&exact, limits).map(|l| l.histogram()));
                assert!(layout.is_ok(), "{}", row.id);
            }
            ratio.push(slow.seconds() / fast.seconds());
        }
        println!(
            "{}: exact {:.2} times the flattened sweep (geometric mean)",
            kind.map_or("one of each", KindWord::word),
            geometric(&ratio),
        );
    }
}
