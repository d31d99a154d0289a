//! Tests of the sliding rules one by one. `tests/slide_golden.rs` and `tests/slide_reference.rs`
//! check whole boards against measured results and the oracle.

use alloc::string::ToString as _;
use alloc::vec::Vec;

use super::*;
use crate::grid::Side;

mod canonical;
#[cfg(feature = "solve")]
mod distances;
mod faults;
mod packing;
#[cfg(feature = "solve")]
mod proposals;
mod ray;
mod replay;
mod rush;
mod text;

/// A level from its text form.
fn level(text: &str) -> Level {
    Slide::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

/// A board from the text form of a valid level.
fn board(text: &str) -> Board {
    Slide::build(&level(text)).unwrap_or_else(|faults| panic!("{faults:?}\n{text}"))
}

/// An exit level with only these rows and the lantern on the right at line 0.
fn exit_level(rows: &[&str]) -> Level {
    Level {
        rows: rows.iter().map(|&row| row.to_string()).collect(),
        blocks: Vec::new(),
        lantern: Lantern {
            side: Side::Right,
            line: 0,
        },
        win: Win::Exit,
        emit: None,
        teaches: None,
    }
}
