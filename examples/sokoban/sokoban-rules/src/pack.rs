//! How levels stand in packs, and what a designer is told.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use levels_core::finding::Cell;
use levels_core::grid::{Direction, Symmetry};
use levels_core::json::Node;
use levels_core::json::shape::{Field, Shape};
use levels_core::pack::{Json, Stored};
use levels_core::quality::Measure;

use crate::rules::{opposite, walk};
use crate::{Board, Level, Sokoban};

impl Measure for Sokoban {
    fn unsolvable(board: &Board) -> (Vec<Cell>, String) {
        unsolvable(board)
    }

    fn canonical(board: &Board) -> String {
        let forms = Symmetry::all().map(|symmetry| form(board, symmetry));
        forms.into_iter().min().unwrap_or_default()
    }

    fn family_key(board: &Board, optimal: u32) -> String {
        let boxes = board.start().boxes.count_ones();
        format!("{boxes} boxes {} cells {optimal}", board.cells())
    }
}

impl Stored for Sokoban {
    const FIELDS: &'static [Field] = &[Field::required(
        "grid",
        Shape::List(&Shape::Text),
        "one string a row in XSB: `#` wall, ` ` floor, `@` player, `$` box, `.` goal, `*` box on a goal, `+` player on a goal",
    )];

    fn read(record: &Node) -> Level {
        Level {
            rows: record.texts_at("grid"),
        }
    }

    fn write(level: &Level) -> Vec<(String, Json)> {
        alloc::vec![("grid".to_string(), Json::from(level.rows.clone()))]
    }
}

/// The board as one of the eight symmetries shows it, without what the walls do not close in.
fn form(board: &Board, symmetry: Symmetry) -> String {
    let (width, height) = (board.width(), board.height());
    let start = board.start();
    let region = walk(board, start.boxes, start.player);
    let of = |set: u64, cell: usize| set >> cell & 1;
    let mut cells: Vec<(usize, usize, u64)> = (0..board.cells())
        .map(|cell| {
            let (col, row) = board.place(cell as u8);
            let (col, row) = symmetry.cell(col, row, width, height);
            let goal = of(board.goals(), cell);
            (
                row,
                col,
                of(start.boxes, cell) << 2 | goal << 1 | of(region, cell),
            )
        })
        .collect();
    cells.sort_unstable();
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    let text =
        |(row, col, what): (usize, usize, u64)| format!("{},{},{what};", row - top, col - left);
    cells.into_iter().map(text).collect()
}

/// Names a box that no push brings to a goal even if it were alone, or the first that is not home.
fn unsolvable(board: &Board) -> (Vec<Cell>, String) {
    let live = live(board);
    let boxes = board.start().boxes;
    let cell_of = |set: u64| {
        let (col, row) = board.place(set.trailing_zeros() as u8);
        Cell { row, col }
    };
    let dead = boxes & !live;
    if dead != 0 {
        let cell = cell_of(dead);
        let why = format!("the box at {cell} cannot be pushed to any goal, were it alone");
        return (alloc::vec![cell], why);
    }
    let why = "the boxes block each other".to_string();
    (alloc::vec![cell_of(boxes & !board.goals())], why)
}

/// The cells from which a box that is alone can be pushed to some goal, wherever the player stands:
/// found by pulling backward from the goals.
fn live(board: &Board) -> u64 {
    let mut live = board.goals();
    let mut edge = live;
    while edge != 0 {
        let cell = edge.trailing_zeros() as u8;
        edge &= edge - 1;
        for direction in Direction::ALL {
            // A push in this direction ends here: it came from behind, with the player behind that.
            let from = board.beside(cell, opposite(direction));
            let player = from.and_then(|from| board.beside(from, opposite(direction)));
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
