//! Checks a level and builds its board: every fault that a level can have (docs/rules-slide.md,
//! Board).

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board::{Block, Board, MAX_SIDE, cell_bit};
use super::level::{BlockSpec, Kind, KindWord, Lantern, Level, Win};
use super::state::Packing;
use crate::finding::{Cell, Fault, Faults, Place};
use crate::grid::{Axis, Direction, Side};
use crate::wording::plural;

/// How many letters there are for blocks: `A` to `Z` and `a` to `z`.
const LETTERS: usize = 52;

/// Checks a level and builds the board.
pub(super) fn check(level: &Level) -> Result<Board, Faults> {
    let mut check = Check::default();
    match check.board(level) {
        Some(board) if check.faults.is_empty() => Ok(board),
        _ => Err(check.faults.into()),
    }
}

/// Collects every fault of a level while it builds the board.
#[derive(Default)]
struct Check {
    faults: Vec<Fault>,
}

/// The cells of one letter.
struct Patch {
    letter: char,
    cells: Vec<Cell>,
}

impl Check {
    fn fault(&mut self, place: Place, message: impl Into<String>, help: impl Into<String>) {
        self.faults.push(Fault::new(place, message).with_help(help));
    }

    fn board(&mut self, level: &Level) -> Option<Board> {
        let Some((width, height)) = self.size(level) else {
            // It is unclear which cells make a block, but invalid characters are still faults.
            self.cells(level);
            return None;
        };
        let (walls, patches) = self.cells(level);
        self.specs(level, &patches);
        let mut blocks = Vec::new();
        for patch in &patches {
            let spec = level
                .blocks
                .iter()
                .find(|(letter, _)| letter.chars().eq([patch.letter]))
                .map_or_else(BlockSpec::default, |(_, spec)| *spec);
            if let Some(mut block) = self.block(patch, spec) {
                block.footprints = footprints(&mut block, walls, width, height);
                blocks.push(block);
            }
        }
        if !patches.iter().any(|patch| patch.letter == 'K') {
            self.fault(
                Place::field(&["grid"]),
                "no Key: no cell holds `K`",
                "write the block that has to get out as `K`",
            );
        }
        let key = blocks.iter().position(|block| block.letter == 'K');
        if let Some(key) = key {
            self.key(&blocks[key]);
        }
        self.win(level, key.map(|key| &blocks[key]), width, height);
        self.teaches(level, &patches);
        let key = key.filter(|_| self.faults.is_empty())?;
        let packing = Packing::new(&blocks);
        Some(Board {
            width,
            height,
            walls,
            blocks,
            key,
            lantern: level.lantern,
            win: level.win,
            emit: level.emit.unwrap_or(Direction::Right),
            teaches: level.teaches.clone(),
            packing,
        })
    }

    /// Width and height, if the grid is a rectangle of an allowed size.
    fn size(&mut self, level: &Level) -> Option<(usize, usize)> {
        let before = self.faults.len();
        let width = level.rows.first().map_or(0, |row| row.chars().count());
        let height = level.rows.len();
        if width == 0 {
            self.fault(
                Place::field(&["grid"]),
                "the grid is empty",
                "write one string a row, such as \"KK..\"",
            );
            return None;
        }
        if width > MAX_SIDE || height > MAX_SIDE {
            let (row, col) = if width > MAX_SIDE {
                (0, MAX_SIDE)
            } else {
                (MAX_SIDE, 0)
            };
            self.fault(
                Place::cell(row, col),
                format!("a grid of {width}×{height} is too large"),
                format!("at most {MAX_SIDE}×{MAX_SIDE} cells"),
            );
        }
        // Rows beyond the limit are not checked: a file may hold a million of them.
        for (row, text) in level.rows.iter().enumerate().take(MAX_SIDE) {
            let cells = text.chars().count();
            if cells != width {
                let col = cells.min(width);
                self.fault(
                    Place::cell(row, col),
                    format!(
                        "ragged grid: row {} has {}, row 1 has {width}",
                        row + 1,
                        plural(cells, "cell")
                    ),
                    "every row needs as many cells as the first; `.` is an empty cell",
                );
            }
        }
        (self.faults.len() == before).then_some((width, height))
    }

    /// The walls and the cells of each letter, letters in reading order, up to the largest board
    /// size.
    fn cells(&mut self, level: &Level) -> (u64, Vec<Patch>) {
        let mut walls = 0;
        let mut patches: Vec<Patch> = Vec::new();
        for (row, text) in level.rows.iter().enumerate().take(MAX_SIDE) {
            for (col, glyph) in text.chars().enumerate().take(MAX_SIDE) {
                match glyph {
                    '.' => {}
                    '#' => walls |= cell_bit(col, row),
                    letter if letter.is_ascii_alphabetic() => {
                        let cell = Cell { row, col };
                        match patches.iter_mut().find(|patch| patch.letter == letter) {
                            Some(patch) => patch.cells.push(cell),
                            None => patches.push(Patch {
                                letter,
                                cells: alloc::vec![cell],
                            }),
                        }
                    }
                    other => {
                        let name = match other {
                            '\t' => "a tab".to_string(),
                            ' ' => "a blank".to_string(),
                            other => format!("`{}`", other.escape_default()),
                        };
                        self.fault(
                            Place::cell(row, col),
                            format!("{name} is not a cell"),
                            "a cell is `.` (empty), `#` (wall) or a letter (block)",
                        );
                    }
                }
            }
        }
        (walls, patches)
    }

    /// Faults for entries of `blocks` whose letters are not on the board.
    fn specs(&mut self, level: &Level, patches: &[Patch]) {
        if level.blocks.len() > LETTERS {
            self.fault(
                Place::field(&["blocks"]),
                format!(
                    "{} blocks are described, but there are only {LETTERS} letters for blocks",
                    level.blocks.len()
                ),
                "name each block on the grid once",
            );
        }
        let mut described = BTreeSet::new();
        for (letter, _) in level.blocks.iter().take(LETTERS + 1) {
            if !stands(letter, patches) {
                self.fault(
                    Place::field(&["blocks", letter]),
                    format!("no block `{letter}` is on the grid"),
                    "name a block by the letter that its cells have on the grid",
                );
            }
            if !described.insert(letter) {
                self.fault(
                    Place::field(&["blocks", letter]),
                    format!("block `{letter}` is described twice"),
                    "describe each block in one place",
                );
            }
        }
    }

    /// Faults for letters in `teaches` that are not on the board, or that name the Key: the Key is
    /// always plain, and a level cannot do without it.
    fn teaches(&mut self, level: &Level, patches: &[Patch]) {
        let Some(teaches) = &level.teaches else {
            return;
        };
        for (field, letter) in [("block", &teaches.block), ("needs", &teaches.needs)] {
            if !stands(letter, patches) {
                self.fault(
                    Place::field(&["teaches", field]),
                    format!("no block `{letter}` is on the grid"),
                    "name a block by the letter that its cells have on the grid",
                );
            } else if letter == "K" {
                self.fault(
                    Place::field(&["teaches", field]),
                    "a tutorial cannot be about the Key",
                    "name another block: the one that the player has to understand",
                );
            }
        }
    }

    /// The block that a patch of cells makes, if it is a filled rectangle.
    fn block(&mut self, patch: &Patch, spec: BlockSpec) -> Option<Block> {
        let letter = patch.letter;
        let key_text = letter.to_string();
        let first = *patch.cells.first()?;
        let x = patch.cells.iter().map(|cell| cell.col).min()?;
        let y = first.row;
        let right = patch.cells.iter().map(|cell| cell.col).max()?;
        let bottom = patch.cells.iter().map(|cell| cell.row).max()?;
        let (width, height) = (right - x + 1, bottom - y + 1);
        if patch.cells.len() != width * height {
            // The fault marks the cells that are not connected to the first one.
            let stray = strays(&patch.cells);
            let (mut cells, message) = if stray.is_empty() {
                (
                    patch.cells.clone(),
                    format!("block `{letter}` is not a filled rectangle"),
                )
            } else {
                let list: Vec<String> = stray
                    .iter()
                    .map(|c| format!("({}, {})", c.row + 1, c.col + 1))
                    .collect();
                (
                    stray,
                    format!(
                        "block `{letter}` is split: its cells at (row, column) {} lie apart from the others",
                        list.join(" ")
                    ),
                )
            };
            cells.extend(
                patch
                    .cells
                    .iter()
                    .filter(|c| !cells.contains(c))
                    .copied()
                    .collect::<Vec<_>>(),
            );
            self.fault(
                Place::Cells(cells),
                message,
                "a block is one filled rectangle; give a second block another letter",
            );
            return None;
        }
        let axis = match width.cmp(&height) {
            core::cmp::Ordering::Greater => Some(Axis::Horizontal),
            core::cmp::Ordering::Less => Some(Axis::Vertical),
            core::cmp::Ordering::Equal => spec.axis,
        };
        if width != height && spec.axis.is_some() {
            self.fault(
                Place::field(&["blocks", &key_text, "axis"]),
                format!("block `{letter}` is not square, so its shape sets its axis"),
                "remove the axis",
            );
        }
        let kind = match (spec.kind, spec.tilt) {
            (KindWord::Mirror, Some(tilt)) => Kind::Mirror(tilt),
            (KindWord::Mirror, None) => {
                self.fault(
                    Place::field(&["blocks", &key_text]),
                    format!("mirror `{letter}` has no tilt"),
                    r#"write { "kind": "mirror", "tilt": "/" } or "\\""#,
                );
                Kind::Crystal
            }
            (word, tilt) => {
                if tilt.is_some() {
                    self.fault(
                        Place::field(&["blocks", &key_text, "tilt"]),
                        format!(
                            "block `{letter}` is {}, but only a mirror has a tilt",
                            word.word()
                        ),
                        "remove the tilt, or make the block a mirror",
                    );
                }
                match word {
                    KindWord::Sand => Kind::Sand,
                    KindWord::Ice => Kind::Ice,
                    KindWord::Rime => Kind::Rime,
                    KindWord::Crystal | KindWord::Mirror => Kind::Crystal,
                }
            }
        };
        if letter == 'K' && kind != Kind::Crystal {
            self.fault(
                Place::field(&["blocks", "K"]),
                format!(
                    "the Key is always plain, it cannot be {}",
                    kind.word().word()
                ),
                "remove the kind",
            );
        }
        Some(Block {
            letter,
            kind,
            axis,
            x,
            y,
            width,
            height,
            start: 0,
            footprints: Vec::new(),
        })
    }

    fn key(&mut self, key: &Block) {
        if key.width > 1 && key.height > 1 {
            self.fault(
                Place::cell(key.y, key.x),
                format!("the Key is {}×{} cells", key.width, key.height),
                "it must be one cell thick across its axis",
            );
        }
    }

    /// The lantern, the win and the ray. If there is no Key, only what can be checked without it.
    fn win(&mut self, level: &Level, key: Option<&Block>, width: usize, height: usize) {
        let Lantern { side, line } = level.lantern;
        let (lines, line_name) = match side {
            Side::Left | Side::Right => (height, "row"),
            Side::Top | Side::Bottom => (width, "column"),
        };
        let on_board = (line as usize) < lines;
        if !on_board {
            self.fault(
                Place::field(&["lantern", "line"]),
                format!(
                    "`line` {line} is not a {line_name} of the grid: it has {lines}, and `line` counts from 0"
                ),
                format!("0 to {}", lines - 1),
            );
        }
        match (level.win, level.emit) {
            (Win::Exit, emit) => {
                if emit.is_some() {
                    self.fault(
                        Place::field(&["emit"]),
                        "`emit` belongs to beam levels, but this level is won by the exit",
                        "remove it, or write \"win\": \"beam\"",
                    );
                }
                let Some(key) = key else { return };
                let Some(axis) = key.axis else {
                    self.fault(
                        Place::cell(key.y, key.x),
                        "the Key has no axis, so it cannot leave by the exit",
                        r#"make it longer, or give it one: "blocks": { "K": { "axis": "horizontal" } }"#,
                    );
                    return;
                };
                let key_line = match axis {
                    Axis::Horizontal => key.y,
                    Axis::Vertical => key.x,
                };
                if on_board && (axis != side.outward().axis() || key_line != line as usize) {
                    let (own, ends) = match axis {
                        Axis::Horizontal => ("row", "left or right"),
                        Axis::Vertical => ("column", "top or bottom"),
                    };
                    self.fault(
                        Place::field(&["lantern"]),
                        format!(
                            "the Key moves along {own} {}, which does not run through the opening on the {side} at {line_name} {}",
                            key_line + 1,
                            u64::from(line) + 1
                        ),
                        format!(
                            "move the lantern to an end of the Key's line: {ends}, `line` {key_line} (`line` counts from 0)"
                        ),
                    );
                }
            }
            (Win::Beam, None) => self.fault(
                Place::field(&["win"]),
                "a beam level must say where the ray leaves the Key",
                r#"add "emit": "right" (or left, up, down)"#,
            ),
            (Win::Beam, Some(emit)) => {
                let Some(key) = key else { return };
                let long = match key.width.cmp(&key.height) {
                    core::cmp::Ordering::Greater => Some(Axis::Horizontal),
                    core::cmp::Ordering::Less => Some(Axis::Vertical),
                    core::cmp::Ordering::Equal => None,
                };
                if long.is_some_and(|axis| axis != emit.axis()) {
                    self.fault(
                        Place::field(&["emit"]),
                        format!(
                            "the Key cannot emit {}: a ray leaves along its axis",
                            emit.word()
                        ),
                        "choose a direction along the Key",
                    );
                }
            }
        }
    }
}

/// Whether a block of this name is on the grid, well-formed or not.
fn stands(letter: &str, patches: &[Patch]) -> bool {
    patches
        .iter()
        .any(|patch| letter.chars().eq([patch.letter]))
}

/// The cells that cannot be reached from the first one by steps to a neighbour in the list.
fn strays(cells: &[Cell]) -> Vec<Cell> {
    let mut rest = cells.to_vec();
    let mut frontier = Vec::new();
    if !rest.is_empty() {
        frontier.push(rest.remove(0));
    }
    while let Some(at) = frontier.pop() {
        rest.retain(|cell| {
            let near = cell.row.abs_diff(at.row) + cell.col.abs_diff(at.col) == 1;
            if near {
                frontier.push(*cell);
            }
            !near
        });
    }
    rest
}

/// The footprints of a block at all its places between walls and edges; sets its start.
fn footprints(block: &mut Block, walls: u64, width: usize, height: usize) -> Vec<u64> {
    let covered = |x: usize, y: usize| -> u64 {
        let row = ((1_u64 << block.width) - 1) << x;
        (y..y + block.height).fold(0, |mask, y| mask | row << (y * MAX_SIDE))
    };
    let (room, at) = match block.axis {
        None => return alloc::vec![covered(block.x, block.y)],
        Some(Axis::Horizontal) => (width - block.width, block.x),
        Some(Axis::Vertical) => (height - block.height, block.y),
    };
    let cover = |place: usize| match block.axis {
        Some(Axis::Vertical) => covered(block.x, place),
        _ => covered(place, block.y),
    };
    let free = |place: &usize| cover(*place) & walls == 0;
    let first = (0..at).rev().take_while(free).last().unwrap_or(at);
    let last = (at..=room).take_while(free).last().unwrap_or(at);
    let masks = (first..=last).map(cover).collect();
    block.start = (at - first) as u8;
    masks
}
