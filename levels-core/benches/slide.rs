//! The word engine and the plain search on sliding boards, one board of each suite.
//!
//! `cargo bench -p levels-core --features solve --bench slide`. For ratios over whole suites, in
//! CPU time, run the ignored test `ratios` in `tests/slide_engine_ratios.rs` in a release build.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use levels_core::family::slide::engine::{Figures, Layout, solve};
use levels_core::family::slide::{Board, Slide, rush};
use levels_core::puzzle::Family;
use levels_core::search::Limits;

/// One board of a suite, by its name in the data.
const BOARDS: [(&str, &str); 4] = [
    ("tight", "b51"),
    ("large", "r6_10_0"),
    ("generator_mix", "L30_9"),
    ("shallow", "hr7_14_0s2"),
];

fn board(suite: &str, id: &str) -> Board {
    let text = include_str!("../tests/data/bench_slide.jsonl");
    let row = text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e}: {line}")))
        .find(|row: &serde_json::Value| row["suite"] == suite && row["id"] == id)
        .unwrap_or_else(|| panic!("no board {id} in {suite}"));
    let side = |name: &str| row[name].as_u64().unwrap_or_default() as usize;
    let cells = row["board"].as_str().unwrap_or_default();
    let read = rush::read(cells, side("width"), side("height"))
        .unwrap_or_else(|faults| panic!("{faults:?}"));
    Slide::build(&read.level).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn engines(criterion: &mut Criterion) {
    let limits = Limits::default();
    for (suite, id) in BOARDS {
        let board = board(suite, id);
        let mut group = criterion.benchmark_group(suite);
        group.sample_size(10);
        if suite != "shallow" {
            group.bench_function("plain", |b| {
                b.iter(|| Figures::by_plain_search(black_box(&board), limits));
            });
            group.bench_function("words", |b| {
                b.iter(|| Figures::by_words(black_box(&board), limits));
            });
            group.bench_function("layout", |b| {
                b.iter(|| Layout::explore(black_box(&board), limits).map(|l| l.histogram()));
            });
        }
        group.bench_function("solve", |b| b.iter(|| solve(black_box(&board), limits)));
        group.finish();
    }
}

criterion_group!(benches, engines);
criterion_main!(benches);
