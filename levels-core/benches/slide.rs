//! The parts of the searches over sliding boards, on one board of each suite of `levels-bench`:
//! exploring and sweeping by words and by the plain search, the openings of a layout, and solving.
//! For ratios over whole suites, in CPU time, run `levels-bench`.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use levels_core::bits::Word;
use levels_core::family::slide::engine::{Component, solve};
use levels_core::family::slide::{Board, ForSliding, Slide, Sliding, fresh_distances, rush};
use levels_core::puzzle::Family as _;
use levels_core::search::{Distances, Limits, StateGraph, explore};

const LIMITS: Limits = Limits {
    max_states: Limits::DEFAULT_STATES,
};

/// A suite and a board of it, six cells per row.
const BOARDS: [(&str, &str); 3] = [
    ("tight", "BBoKMxDDDKMoIAALooIoJLEEooJFFNoGGoxN"),
    ("generator mix", "oDDDoIGGFFFIoJooAAEJCCooEoBKHHooBKLL"),
    ("shallow", "GEEoooGoJHHIAAJoDIKFFoDoKoooBBooooCC"),
];

fn board(cells: &str) -> Board {
    let read = rush::read(cells, 6, 6).unwrap_or_else(|faults| panic!("{faults:?}"));
    Slide::build(&read.level).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// Times the two halves of the plain search.
struct Plain<'a>(&'a mut Criterion, &'a str);

impl ForSliding<()> for Plain<'_> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) {
        let Self(criterion, suite) = self;
        let mut group = criterion.benchmark_group(suite);
        group.bench_function("plain search: explore", |b| {
            b.iter(|| explore(black_box(puzzle), LIMITS).map(|graph| graph.len()));
        });
        if let Ok(graph) = explore(puzzle, LIMITS) {
            let graph: StateGraph<_> = graph;
            group.bench_function("plain search: sweep", |b| {
                b.iter(|| Distances::of(black_box(&graph)).greatest());
            });
        }
        group.finish();
    }
}

fn parts(criterion: &mut Criterion) {
    for (suite, cells) in BOARDS {
        let board = board(cells);
        board.with_sliding(Plain(criterion, suite));
        let mut group = criterion.benchmark_group(suite);
        group.bench_function("words: component", |b| {
            b.iter(|| Component::explore(black_box(&board), LIMITS).map(|found| found.states()));
        });
        group.bench_function("words: layout", |b| {
            b.iter(|| fresh_distances(black_box(&board), LIMITS, 0..=u32::MAX, |_| {}));
        });
        // No distance is wanted: only the closure, and a sweep that stops at once.
        group.bench_function("words: closure", |b| {
            b.iter(|| fresh_distances(black_box(&board), LIMITS, 0..=0, |_| {}));
        });
        group.bench_function("words: solve", |b| {
            b.iter(|| solve(black_box(&board), LIMITS))
        });
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(100))
        .measurement_time(std::time::Duration::from_millis(400));
    targets = parts
}
criterion_main!(benches);
