//! Word-parallel.
#![allow(missing_docs, dead_code)]
mod choice;
mod closure;
mod component;
mod entries;
mod explored;
mod field;
mod forward;
mod inner;
mod lanes;
mod layout;
mod lines;
mod log;
mod plain;
mod planes;
mod solve;
mod space;
mod states;
mod sweep;
mod tracks;
mod twist;
mod wins;

pub use choice::{Choice, Reason, choose};
pub use component::Component;
pub use layout::{Layout, LayoutError};
pub use solve::solve;
pub use states::Position;

use alloc::vec::Vec;
use closure::{Closure, Ended, Lines};
use field::Field;
use inner::Gains;
use lanes::Lanes;
use planes::Planes;
use space::{Coordinate, Space};
use tracks::{Scope, Tracks};

use crate::family::slide::board::Board;

pub struct Stats {
    pub states: u64,
    pub won: u64,
    pub greatest: Option<u32>,
    pub hardest: u64,
    pub entries: usize,
    pub pops: usize,
    pub log: usize,
    pub bytes: usize,
}

pub fn proto(board: &Board, bits: u32) -> Stats {
    let tracks = Tracks::new(board, Scope::Level);
    match bits {
        64 => run::<u64>(board, &tracks),
        _ => run::<u128>(board, &tracks),
    }
}

fn run<W: Lanes>(board: &Board, tracks: &Tracks) -> Stats {
    let set = Gains::by_walk(tracks).best_set(tracks, W::BITS);
    let Some(space) = Space::<W>::new(board, tracks, set) else { panic!() };
    let Some(planes) = Planes::new(board, &space, Scope::Level) else { panic!() };
    if !planes.is_plain() {
        let mut field = Field::at_start(space, planes);
        let (_, ended) = field.search(None, 30_000_000);
        assert_eq!(ended, forward::Ended::Complete);
        field.turn();
        return finish(board, field);
    }
    let mut closure = Closure::<W>::new(&space, 512);
    let mut lines = Lines::new(&space);
    let ended = closure.survey(&space, u64::MAX, 256, &mut lines);
    if ended == Ended::Complete {
        return finish(board, Field { space, planes, entries: closure.entries, cells: closure.cells, valid: Vec::new(), touched: Vec::new() });
    }
    let lines: Vec<u64> = tracks.movable.iter().map(|t| match space.coordinates[t.block] {
        Coordinate::Inner(i) => lines.inner[i],
        Coordinate::Outer(j) => lines.outer[j],
        Coordinate::Fixed(_) => 1,
    }).collect();
    let gains = Gains::from_lines(closure.states, &lines);
    let set = gains.best_set(tracks, W::BITS);
    let Some(space) = Space::<W>::new(board, tracks, set) else { panic!() };
    let mut closure = Closure::<W>::new(&space, 2048);
    closure.run(&space, u64::MAX, usize::MAX);
    finish(board, Field { space, planes, entries: closure.entries, cells: closure.cells, valid: Vec::new(), touched: Vec::new() })
}

fn finish<W: Lanes>(board: &Board, mut field: Field<W>) -> Stats {
    let wins = wins::Wins::new(board, &field.space);
    let (log, _) = field.sweep(&wins, None);
    let mut states: u64 = field.cells.iter().map(|n| u64::from(n.open.count())).sum();
    for l in 0..log.levels() { states += log.count(l); }
    let levels = log.levels();
    Stats { states, won: if levels > 0 { log.count(0) } else { 0 }, greatest: (levels > 0).then(|| levels as u32 - 1), hardest: if levels > 0 { log.count(levels - 1) } else { 0 }, entries: field.entries.len(), pops: 0, log: 0,
      bytes: field.bytes() + log.bytes() }
}
pub fn experiment(board: &Board, visits: usize) -> Vec<(usize, u8, f64, f64)> {
    let tracks = Tracks::new(board, Scope::Level);
    let g0 = Gains::by_walk(&tracks);
    let set = g0.best_set(&tracks, 128);
    let Some(space) = Space::<u128>::new(board, &tracks, set) else { panic!() };
    let mut closure = Closure::<u128>::new(&space, 512);
    let mut lines = Lines::new(&space);
    closure.survey(&space, u64::MAX, visits, &mut lines);
    let lines: Vec<u64> = tracks.movable.iter().map(|t| match space.coordinates[t.block] {
        Coordinate::Inner(i) => lines.inner[i],
        Coordinate::Outer(j) => lines.outer[j],
        Coordinate::Fixed(_) => 1,
    }).collect();
    tracks.movable.iter().enumerate().map(|(i, t)| (t.block, t.count, libm::exp(g0.sum(1 << i) as f64 / 65536.0), closure.states as f64 / lines[i] as f64)).collect()
}

extern crate std;
pub fn params() -> (u32, usize) {
    static P: std::sync::OnceLock<(u32, usize)> = std::sync::OnceLock::new();
    *P.get_or_init(|| (std::env::var("A").map_or(1, |x| x.parse().unwrap_or(0)), std::env::var("B").map_or(0, |x| x.parse().unwrap_or(0))))
}
