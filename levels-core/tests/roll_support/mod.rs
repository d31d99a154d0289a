//! What the tests of the rolling cube share: golden rows, random boards.

#![allow(dead_code)]

use levels_core::family::roll::{Board, Level};
use levels_core::rng::Rng;
use serde_json::Value;

/// The rows of a file in `tests/data`.
pub fn rows(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/data/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{path}: {e}: {line}")))
        .collect()
}

/// The `layout` of a golden row.
pub fn level(row: &Value) -> Level {
    let layout = row["layout"]
        .as_array()
        .unwrap_or_else(|| panic!("no layout in {row}"))
        .iter()
        .map(|line| String::from(line.as_str().unwrap_or_else(|| panic!("{row}"))))
        .collect();
    Level { layout }
}

/// The board of rows separated by blanks or slashes.
pub fn board(rows: &str) -> Board {
    let rows: Vec<&str> = rows.split(['/', ' ']).collect();
    Board::new(&Level::of(&rows)).unwrap_or_else(|faults| panic!("{rows:?}: {faults:?}"))
}

/// A random board of 128 cells with few standing tiles: few states can be reached, but a state
/// needs many bits.
pub fn sparse_board(seed: u64) -> Level {
    const MIXES: [&[u8]; 3] = [b"nnnnnnnn", b"nnnnnxr1", b"nnxxxrc>1"];
    let mut rng = Rng::for_candidate(20_260_805, seed);
    let mut pick = |bound: usize| rng.below(bound as u32) as usize;
    let mix = MIXES[pick(MIXES.len())];
    let standing = 3 + pick(4);
    let base = pick(128);
    let layout = (0..8)
        .map(|row| {
            (0..16)
                .map(|col| match row * 16 + col {
                    cell if cell == base => 'b',
                    _ if pick(10) < standing => char::from(mix[pick(mix.len())]),
                    _ => '.',
                })
                .collect()
        })
        .collect();
    Level { layout }
}

/// A random board of at most `side` columns and rows, with all kinds of tile in a random mix:
/// without specials, crowded, or with many teleports, lines or mines.
pub fn random_board(seed: u64, side: u32) -> Level {
    const MIXES: [&[u8]; 8] = [
        b"nnnnnni",
        b"nnnnnnnnnnn1122333444",
        b"nnnnnnnnix",
        b"nnnnnnnnirc",
        b"nnnnnnnn><^v11",
        b"nnnnnnnnnnnnix11rc><^v22",
        b"nnnnxxrc",
        b"ni><^v1122333xxrrcc",
    ];
    let mut rng = Rng::for_candidate(20_260_804, seed);
    let mut pick = |bound: usize| rng.below(bound as u32) as usize;
    let (cols, rows) = (1 + pick(side as usize), 1 + pick(side as usize));
    let mix = MIXES[pick(MIXES.len())];
    let holes = pick(6);
    let base = pick(cols * rows);
    let layout = (0..rows)
        .map(|row| {
            (0..cols)
                .map(|col| {
                    if row * cols + col == base {
                        'b'
                    } else if pick(10) < holes {
                        '.'
                    } else {
                        char::from(mix[pick(mix.len())])
                    }
                })
                .collect()
        })
        .collect();
    Level { layout }
}
