//! The elite of a layout in an archive: its hardest opening, in a cell that describes what the
//! layout is made of.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Level;
use super::board::{Block, Board};
use super::distances::Explored;
use super::harvest::Candidate;
use super::level::Kind;
use crate::quality::Elite;

/// A block of at least this many cells is long.
const LONG: usize = 3;

/// The hardest opening of a layout as an elite; its rank is its optimum, in moves.
pub(super) fn elite(layout: &Board, hardest: &Candidate, explored: Explored) -> Elite<Level> {
    Elite {
        level: layout.level_at(&hardest.places).lettered(),
        cell: cell(layout, explored.states),
        rank: hardest.depth,
    }
}

/// The cell of a layout: size and win, kinds, blocks without the Key, long blocks among them, and the
/// logarithm of its states, such as `6x6|plain|09 blocks|4 long|2^12`.
fn cell(layout: &Board, states: u64) -> String {
    let blocks: Vec<&Block> = layout
        .blocks()
        .iter()
        .enumerate()
        .filter(|&(index, block)| index != layout.key() && block.axis.is_some())
        .map(|(_, block)| block)
        .collect();
    let long = blocks
        .iter()
        .filter(|block| block.width.max(block.height) >= LONG)
        .count();
    format!(
        "{}x{}|{}|{:02} blocks|{long} long|2^{:02}",
        layout.width(),
        layout.height(),
        kinds(layout),
        blocks.len(),
        states.max(1).ilog2()
    )
}

/// The kinds that make a level not plain, including beams.
fn kinds(layout: &Board) -> String {
    let has = |wanted: fn(Kind) -> bool| layout.blocks().iter().any(|block| wanted(block.kind));
    let words = [
        (layout.win() == super::Win::Beam, "beam"),
        (has(|kind| matches!(kind, Kind::Mirror(_))), "mirror"),
        (has(|kind| kind == Kind::Ice), "ice"),
        (has(|kind| kind == Kind::Sand), "sand"),
        (has(|kind| kind == Kind::Rime), "rime"),
    ];
    let present: Vec<&str> = words
        .iter()
        .filter_map(|&(holds, word)| holds.then_some(word))
        .collect();
    if present.is_empty() {
        "plain".into()
    } else {
        present.join("+")
    }
}
