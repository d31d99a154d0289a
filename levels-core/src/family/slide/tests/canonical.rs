//! The canonical form of a puzzle. `tests/slide_reference.rs` tests that symmetry and renaming keep
//! it and that it distinguishes random puzzles. These tests list what it must distinguish, one by
//! one.

use alloc::collections::BTreeMap;
use alloc::string::String;

use super::super::*;
use super::board;

#[test]
fn every_detail_makes_another_puzzle() {
    let puzzles = [
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit",
        // Another place, shape or number of blocks, walls, size.
        "KK..\n...a\n.bba\nlantern right 0\nwin exit",
        "KK.a\n...a\nbb..\nlantern right 0\nwin exit",
        "KK.a\n...a\n.b..\nlantern right 0\nwin exit",
        "KK.a\n...a\n....\nlantern right 0\nwin exit",
        "KK.a\n...a\n.bc.\nlantern right 0\nwin exit",
        "KK.a\n...a\n.##.\nlantern right 0\nwin exit",
        "KK.a\n...a\n.bb#\nlantern right 0\nwin exit",
        "KK.a\n...a\n.bb.\n....\nlantern right 0\nwin exit",
        "KK.a.\n...a.\n.bb..\nlantern right 0\nwin exit",
        // Another block is the Key.
        "aa.b\n...b\n.KK.\nlantern right 2\nwin exit",
        "KKaa\n....\nlantern right 0\nwin exit",
        "aaKK\n....\nlantern right 0\nwin exit",
        // The same cells, otherwise divided into blocks.
        "KK..\naabb\nccdd\nlantern right 0\nwin exit",
        "KK..\nabcd\nabcd\nlantern right 0\nwin exit",
        // The other end of the Key's line.
        "KK.a\n...a\n.bb.\nlantern left 0\nwin exit",
        // Kinds.
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock a sand",
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock a ice",
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock a rime",
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock b ice",
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock a ice\nblock b ice",
        // Tilts.
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock a mirror /",
        "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock a mirror \\",
        // A square block's axis.
        "KK.a\n....\n.bb.\nlantern right 0\nwin exit",
        "KK.a\n....\n.bb.\nlantern right 0\nwin exit\nblock a crystal horizontal",
        "KK.a\n....\n.bb.\nlantern right 0\nwin exit\nblock a crystal vertical",
        // The ray and its way out.
        "KK.a\n...a\n.bb.\nlantern right 0\nwin beam\nemit right",
        "KK.a\n...a\n.bb.\nlantern right 0\nwin beam\nemit left",
        "KK.a\n...a\n.bb.\nlantern left 0\nwin beam\nemit right",
        "KK.a\n...a\n.bb.\nlantern right 1\nwin beam\nemit right",
        "KK.a\n...a\n.bb.\nlantern top 0\nwin beam\nemit right",
        "KK.a\n...a\n.bb.\nlantern top 1\nwin beam\nemit right",
        "KK.a\n...a\n.bb.\nlantern bottom 0\nwin beam\nemit right",
    ];
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for text in puzzles {
        if let Some(other) = seen.insert(canonical(&board(text)), text) {
            panic!("one form for\n{text}\nand\n{other}");
        }
    }
}

#[test]
fn the_same_puzzle_has_one_form() {
    // Each row has images of one puzzle: turned, mirrored, renamed, or with its blocks in another
    // order.
    let rows: [&[&str]; 4] = [
        &[
            "KK.a\n...a\n.bb.\nlantern right 0\nwin exit\nblock a ice\nblock b sand",
            "KK.Z\n...Z\n.kk.\nlantern right 0\nwin exit\nblock k sand\nblock Z ice",
            "a.KK\na...\n.bb.\nlantern left 0\nwin exit\nblock a ice\nblock b sand",
            ".bb.\n...a\nKK.a\nlantern right 2\nwin exit\nblock a ice\nblock b sand",
            ".bb.\na...\na.KK\nlantern left 2\nwin exit\nblock a ice\nblock b sand",
            "K..\nK.b\n..b\naa.\nlantern bottom 0\nwin exit\nblock a ice\nblock b sand",
            "..K\nb.K\nb..\n.aa\nlantern bottom 2\nwin exit\nblock a ice\nblock b sand",
        ],
        // A mirror that is turned or mirrored leans the other way; one that is flipped twice does
        // not.
        &[
            "K..m\n....\nlantern bottom 3\nwin beam\nemit right\nblock m mirror \\ vertical",
            "m..K\n....\nlantern bottom 0\nwin beam\nemit left\nblock m mirror / vertical",
            "....\nK..m\nlantern top 3\nwin beam\nemit right\nblock m mirror / vertical",
            "....\nm..K\nlantern top 0\nwin beam\nemit left\nblock m mirror \\ vertical",
            "K.\n..\n..\nm.\nlantern right 3\nwin beam\nemit down\nblock m mirror \\ horizontal",
            ".K\n..\n..\n.m\nlantern left 3\nwin beam\nemit down\nblock m mirror / horizontal",
        ],
        // An axis given by the shape and a default kind need no word.
        &[
            "KK.\n.aa\nlantern right 0\nwin exit",
            "KK.\n.aa\nlantern right 0\nwin exit\nblock a crystal\nblock K crystal",
        ],
        // What a tutorial teaches is not part of the puzzle.
        &[
            "KK.\n.aa\nlantern right 0\nwin exit\nblock a ice",
            "KK.\n.aa\nlantern right 0\nwin exit\nblock a ice\nteaches ice a a",
        ],
    ];
    for row in rows {
        let form = canonical(&board(row[0]));
        for text in &row[1..] {
            assert_eq!(canonical(&board(text)), form, "{text}");
        }
    }
}
