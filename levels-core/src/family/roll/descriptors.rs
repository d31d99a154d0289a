//! Floor 3: how a board looks and which bucket it belongs to (levels/profiles/README.md, How a
//! board looks).

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::board::Board;
use super::measures::{Band, Kinds, Structure, clamp01};
use super::tile::Tile;
use crate::grid::Symmetry;

/// How a board looks, and how interesting it is at its difficulty.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Descriptors {
    /// Best share of cells that look like their image under a flip, a half turn or, on a square
    /// board, the swap of rows and columns.
    pub symmetry: f64,
    /// How complex the board looks, 0 to 1.
    pub visual_complexity: f64,
    /// Symmetry made interesting by specials.
    pub uniqueness: f64,
    /// Hard, but plain to look at.
    pub deceptive: f64,
    /// The greater of the last two.
    pub interest: f64,
    /// How unfit the board is as a tutorial: lower is better.
    pub tutorial_score: f64,
}

impl Descriptors {
    /// The descriptors of a board with this difficulty; use 0 for a board without a score.
    #[must_use]
    pub fn of(board: &Board, difficulty: f64) -> Self {
        let structure = Structure::of(board);
        let tiles = structure.standing as f64;
        let share = structure.specials as f64 / tiles;
        let area = board.tiles().len() as f64;
        let kinds = Kinds::of(board.tiles()).count() as f64;
        let symmetry = symmetry(board);
        let visual_complexity = clamp01(
            0.4 * (tiles / 30.0).min(1.0)
                + 0.3 * share
                + 0.2 * kinds / 4.0
                + 0.1 * (area - tiles) / area,
        );
        let uniqueness = symmetry * clamp01(0.4 + 3.0 * share);
        let deceptive = difficulty * (1.0 - visual_complexity);
        let interest = uniqueness.max(deceptive);
        Self {
            symmetry,
            visual_complexity,
            uniqueness,
            deceptive,
            interest,
            tutorial_score: difficulty + 0.5 * visual_complexity - 0.15 * interest,
        }
    }
}

/// What a cell looks like, ignoring direction.
fn category(tile: Tile) -> u8 {
    match tile {
        Tile::Hole => 0,
        Tile::Base => 1,
        Tile::Green | Tile::Info => 2,
        Tile::Arrow(_) => 3,
        Tile::Teleport(_) => 4,
        Tile::Line(_) => 5,
        Tile::Mine => 6,
    }
}

/// The best share of cells that look like their image.
fn symmetry(board: &Board) -> f64 {
    let (cols, rows) = (board.cols(), board.rows());
    let looks = looks(board);
    let [_, flip_x, flip_y, turn, transpose, ..] = Symmetry::all();
    let mut images = alloc::vec![flip_x, flip_y, turn];
    if cols == rows {
        images.push(transpose);
    }
    let equal = |image: Symmetry| {
        (0..looks.len())
            .filter(|&cell| {
                let (x, y) = image.cell(cell % cols, cell / cols, cols, rows);
                looks[cell] == looks[y * cols + x]
            })
            .count()
    };
    let best = images.into_iter().map(equal).max().unwrap_or(0);
    best as f64 / looks.len() as f64
}

/// What each cell looks like, row by row: equal numbers look alike.
#[must_use]
pub fn looks(board: &Board) -> Vec<u8> {
    board.tiles().iter().map(|&tile| category(tile)).collect()
}

/// What a board can teach.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lesson {
    /// Rolling alone.
    Movement,
    /// A line that sweeps its row.
    LineRow,
    /// A line that sweeps its column.
    LineCol,
    /// A mine.
    Explosive,
    /// A teleport.
    Shift,
    /// An arrow.
    Arrow,
}

impl Lesson {
    /// All lessons, in teaching order.
    pub const ALL: [Self; 6] = [
        Self::Movement,
        Self::LineRow,
        Self::LineCol,
        Self::Explosive,
        Self::Shift,
        Self::Arrow,
    ];

    /// The word that reports use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Movement => "Movement",
            Self::LineRow => "LineRow",
            Self::LineCol => "LineCol",
            Self::Explosive => "Explosive",
            Self::Shift => "Shift",
            Self::Arrow => "Arrow",
        }
    }

    /// The one lesson of a board; `None` if it mixes kinds.
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        let kinds = Kinds::of(board.tiles());
        let taught: Vec<Self> = [
            (kinds.line_row, Self::LineRow),
            (kinds.line_col, Self::LineCol),
            (kinds.explosive, Self::Explosive),
            (kinds.shift, Self::Shift),
            (kinds.arrow, Self::Arrow),
        ]
        .into_iter()
        .filter_map(|(occurs, lesson)| occurs.then_some(lesson))
        .collect();
        match taught.as_slice() {
            [] => Some(Self::Movement),
            &[lesson] => Some(lesson),
            _ => None,
        }
    }
}

/// The bucket in which a board competes: size by cells, mechanic, band, such as `mid|line|hard`.
#[must_use]
pub fn bucket(board: &Board, band: Band) -> String {
    let size = match board.tiles().len() {
        ..=16 => "small",
        17..=30 => "mid",
        31..=48 => "large",
        _ => "huge",
    };
    let kinds = Kinds::of(board.tiles());
    let mechanic = match (kinds.line(), kinds.explosive, kinds.shift, kinds.arrow) {
        (false, false, false, false) => "none",
        (true, false, false, false) => "line",
        (false, true, false, false) => "explosive",
        (false, false, true, false) => "shift",
        (false, false, false, true) => "arrow",
        _ => "combined",
    };
    format!("{size}|{mechanic}|{}", band.word())
}
