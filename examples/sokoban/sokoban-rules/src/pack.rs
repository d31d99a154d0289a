//! How levels are written in packs, and messages for designers.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use levels_core::finding::Cell;
use levels_core::glyphs::Glyphs;
use levels_core::grid::Direction;
use levels_core::json::Node;
use levels_core::json::shape::{Field, Shape};
use levels_core::pack::{Json, Stored};
use levels_core::quality::Measure;

use crate::rules::walk;
use crate::{Board, Sokoban, State};

impl Measure for Sokoban {
    fn unsolvable(board: &Board) -> (Vec<Cell>, String) {
        unsolvable(board)
    }

    fn canonical(board: &Board) -> String {
        // Only the cells that the player can walk to count, not its own cell.
        let State { boxes, player } = board.start;
        let rows = board.rows(boxes, walk(board, boxes, player));
        Glyphs::of(&rows).least_image('#')
    }

    fn family_key(board: &Board, optimal: u32) -> String {
        let boxes = board.start.boxes.count_ones();
        format!("{boxes} boxes {} cells {optimal}", board.places.len())
    }
}

impl Stored for Sokoban {
    const GLYPHS: &'static str = " #.$";

    const FIELDS: &'static [Field] = &[Field::required(
        "grid",
        Shape::List(&Shape::Text),
        "one string per row in XSB: `#` wall, ` ` floor, `@` player, `$` box, `.` goal, `*` box on a goal, `+` player on a goal",
    )];

    fn read(record: &Node) -> Vec<String> {
        record.texts_at("grid")
    }

    fn write(level: &Vec<String>) -> Vec<(String, Json)> {
        alloc::vec![("grid".to_string(), Json::from(level.clone()))]
    }
}

/// Names a box that cannot be pushed to a goal even if it were alone, or the first that is not on one.
fn unsolvable(board: &Board) -> (Vec<Cell>, String) {
    let live = live(board);
    let boxes = board.start.boxes;
    let cell_of = |set: u64| board.place(set.trailing_zeros() as u8);
    let dead = boxes & !live;
    if dead != 0 {
        let cell = cell_of(dead);
        let why = format!("the box at {cell} cannot be pushed to any goal, even if it were alone");
        return (alloc::vec![cell], why);
    }
    let why = "the boxes block each other".to_string();
    (alloc::vec![cell_of(boxes & !board.goals)], why)
}

/// The cells from which a single box can be pushed to some goal, for any place of the player: found
/// by pulling backward from the goals.
fn live(board: &Board) -> u64 {
    let mut live = board.goals;
    let mut edge = live;
    while edge != 0 {
        let cell = edge.trailing_zeros() as u8;
        edge &= edge - 1;
        for direction in Direction::ALL {
            // A push in this direction ends here: it came from behind, with the player behind that.
            let from = board.beside(cell, direction.opposite());
            let player = from.and_then(|from| board.beside(from, direction.opposite()));
            if let (Some(from), Some(_)) = (from, player)
                && live >> from & 1 == 0
            {
                live |= 1 << from;
                edge |= 1 << from;
            }
        }
    }
    live
}
