//! Every fault of a level, with its place.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::*;
use super::{exit_level, level};
use crate::finding::{Cell, Place};

/// What is expected of one fault: its place and a part of its message.
type Expected<'a> = (Place, &'a str);

fn check_faults(level: &Level, expected: &[Expected<'_>]) {
    let Err(faults) = Slide::build(level) else {
        panic!("no fault in {level:?}");
    };
    let found: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), expected.len(), "{found:#?}");
    for ((place, part), fault) in expected.iter().zip(&faults) {
        assert_eq!(fault.place, *place, "{fault}");
        assert!(fault.message.contains(part), "{fault}: no `{part}`");
        assert!(!fault.message.ends_with('.') && !fault.message.contains('\n'));
    }
}

fn cells(list: &[(usize, usize)]) -> Place {
    Place::Cells(list.iter().map(|&(row, col)| Cell { row, col }).collect())
}

fn field(path: &str) -> Place {
    Place::field(&path.split('.').collect::<Vec<_>>())
}

#[test]
fn faults_of_the_grid() {
    let wide = "KK.......";
    let rows: [(&[&str], Expected<'_>); 17] = [
        (&[], (field("grid"), "the grid is empty")),
        (&[""], (field("grid"), "the grid is empty")),
        (
            &["KK..", "...", "...."],
            (cells(&[(1, 3)]), "row 2 has 3 cells, row 1 has 4"),
        ),
        (
            &["KK..", "....", "....."],
            (cells(&[(2, 4)]), "row 3 has 5 cells, row 1 has 4"),
        ),
        (&[wide], (cells(&[(0, 8)]), "a grid of 9×1 is too large")),
        (
            &["KK", "..", "..", "..", "..", "..", "..", "..", ".."],
            (cells(&[(8, 0)]), "a grid of 2×9 is too large"),
        ),
        (&["KK.\t"], (cells(&[(0, 3)]), "a tab is not a cell")),
        (
            &["KK..", ". .."],
            (cells(&[(1, 1)]), "a blank is not a cell"),
        ),
        (&["KK..", "..?."], (cells(&[(1, 2)]), "`?` is not a cell")),
        (
            &["KK..", "..é."],
            (cells(&[(1, 2)]), "`\\u{e9}` is not a cell"),
        ),
        (&["KK..", "..7."], (cells(&[(1, 2)]), "`7` is not a cell")),
        (
            &["KK.a", "...a", "a..."],
            (
                cells(&[(2, 0), (0, 3), (1, 3)]),
                "block `a` is split: its cells at (row, column) (3, 1)",
            ),
        ),
        (
            &["KK.a", "..aa"],
            (
                cells(&[(0, 3), (1, 2), (1, 3)]),
                "block `a` is not a filled rectangle",
            ),
        ),
        (
            &["KKa.", "..aa", "...."],
            (
                cells(&[(0, 2), (1, 2), (1, 3)]),
                "block `a` is not a filled rectangle",
            ),
        ),
        (
            &["KK..", "aaa.", "a.a.", "aaa."],
            (
                cells(&[
                    (1, 0),
                    (1, 1),
                    (1, 2),
                    (2, 0),
                    (2, 2),
                    (3, 0),
                    (3, 1),
                    (3, 2),
                ]),
                "block `a` is not a filled rectangle",
            ),
        ),
        (&["aa..", ".kk."], (field("grid"), "no Key")),
        (&["K..K"], (cells(&[(0, 3), (0, 0)]), "block `K` is split")),
    ];
    for (rows, expected) in rows {
        check_faults(&exit_level(rows), &[expected]);
    }
}

#[test]
fn faults_of_blocks_and_wins() {
    let rows: [(&str, &[Expected<'_>]); 25] = [
        // A thick Key also has no axis if it is square.
        (
            "KK..\nKK..\nlantern right 0\nwin exit",
            &[
                (cells(&[(0, 0)]), "the Key is 2×2 cells"),
                (cells(&[(0, 0)]), "the Key has no axis"),
            ],
        ),
        (
            "KKK.\nKKK.\nlantern right 0\nwin exit",
            &[(cells(&[(0, 0)]), "the Key is 3×2 cells")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock K ice",
            &[(field("blocks.K"), "cannot be ice")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock K sand",
            &[(field("blocks.K"), "cannot be sand")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock K rime",
            &[(field("blocks.K"), "cannot be rime")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock K mirror /",
            &[(field("blocks.K"), "cannot be mirror")],
        ),
        (
            "KK..\n..aa\nlantern right 0\nwin exit\nblock a crystal horizontal",
            &[(field("blocks.a.axis"), "block `a` is not square")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock K crystal vertical",
            &[(field("blocks.K.axis"), "block `K` is not square")],
        ),
        (
            "KK..\n..aa\nlantern right 0\nwin exit\nblock a ice /",
            &[(
                field("blocks.a.tilt"),
                "block `a` is ice, but only a mirror has a tilt",
            )],
        ),
        (
            "KK..\n..aa\nlantern right 0\nwin exit\nblock a mirror",
            &[(field("blocks.a"), "mirror `a` has no tilt")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock b ice",
            &[(field("blocks.b"), "no block `b` is on the grid")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock bb ice",
            &[(field("blocks.bb"), "no block `bb` is on the grid")],
        ),
        (
            "KK..\n..aa\nlantern right 0\nwin exit\nblock a ice\nblock a sand",
            &[(field("blocks.a"), "block `a` is described twice")],
        ),
        (
            "KK..\nlantern right 1\nwin exit",
            &[(
                field("lantern.line"),
                "`line` 1 is not a row of the grid: it has 1, and `line` counts from 0",
            )],
        ),
        (
            "KK..\nlantern left 7\nwin exit",
            &[(field("lantern.line"), "`line` 7 is not a row of the grid")],
        ),
        (
            "KK..\nlantern top 4\nwin exit",
            &[(
                field("lantern.line"),
                "`line` 4 is not a column of the grid: it has 4",
            )],
        ),
        (
            "KK..\n....\nlantern bottom 4294967295\nwin beam\nemit left",
            &[(
                field("lantern.line"),
                "`line` 4294967295 is not a column of the grid",
            )],
        ),
        (
            "KK..\n....\nlantern right 1\nwin exit",
            &[(
                field("lantern"),
                "the Key moves along row 1, which does not run through the opening on the right at row 2",
            )],
        ),
        (
            "KK..\n....\nlantern top 0\nwin exit",
            &[(
                field("lantern"),
                "does not run through the opening on the top at column 1",
            )],
        ),
        (
            ".K..\n.K..\nlantern top 0\nwin exit",
            &[(field("lantern"), "the Key moves along column 2")],
        ),
        (
            "K...\nlantern right 0\nwin exit",
            &[(cells(&[(0, 0)]), "the Key has no axis")],
        ),
        (
            "KK..\nlantern right 0\nwin beam\nemit up",
            &[(field("emit"), "the Key cannot emit up")],
        ),
        (
            "K...\nK...\nlantern right 0\nwin beam\nemit right",
            &[(field("emit"), "the Key cannot emit right")],
        ),
        (
            "KK..\nlantern right 0\nwin beam",
            &[(field("win"), "where the ray leaves the Key")],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nemit right",
            &[(field("emit"), "`emit` belongs to beam levels")],
        ),
    ];
    for (text, expected) in rows {
        check_faults(&level(text), expected);
    }
}

#[test]
fn every_fault_is_reported_at_once() {
    let text = "KK.a\n..aa\nb..b\n..?.\n.cc.\nlantern right 9\nwin exit\nemit left\n\
                block K ice\nblock c mirror horizontal\nblock d sand\nteaches ice a e";
    check_faults(
        &level(text),
        &[
            (cells(&[(3, 2)]), "`?` is not a cell"),
            (field("blocks.d"), "no block `d`"),
            (field("blocks.K"), "cannot be ice"),
            (
                cells(&[(0, 3), (1, 2), (1, 3)]),
                "block `a` is not a filled rectangle",
            ),
            (cells(&[(2, 3), (2, 0)]), "block `b` is split"),
            (field("blocks.c.axis"), "not square"),
            (field("blocks.c"), "has no tilt"),
            (field("lantern.line"), "`line` 9 is not a row of the grid"),
            (field("emit"), "`emit` belongs to beam levels"),
            (field("teaches.needs"), "no block `e`"),
        ],
    );
    // A grid that is not a rectangle still reports its wrong characters.
    check_faults(
        &level("KK..\n.?\n...!\nlantern right 0\nwin exit"),
        &[
            (cells(&[(1, 2)]), "row 2 has 2 cells"),
            (cells(&[(1, 1)]), "`?` is not a cell"),
            (cells(&[(2, 3)]), "`!` is not a cell"),
        ],
    );
    // Without a Key, what does not depend on it is still checked.
    check_faults(
        &level("aa..\nlantern top 5\nwin beam\nteaches ice b a"),
        &[
            (field("grid"), "no Key"),
            (
                field("lantern.line"),
                "`line` 5 is not a column of the grid",
            ),
            (field("win"), "where the ray leaves the Key"),
            (field("teaches.block"), "no block `b`"),
        ],
    );
}
