//! The one-line notation of the public databases.

use alloc::string::{String, ToString as _};

use super::super::rush::read;
use super::super::*;
use crate::finding::Place;
use crate::grid::Side;

/// Cells, width and height; the rows read; a line of play of the level and the same in the letters
/// of the input.
type Renamed<'a> = (&'a str, usize, usize, &'a [&'a str], &'a str, &'a str);

/// Cells, width and height; each fault's place and a part of its message.
type Refused<'a> = (&'a str, usize, usize, &'a [(Place, &'a str)]);

#[test]
fn the_key_is_renamed_and_letters_come_back() {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZoooooo";
    let rows: [Renamed<'_>; 5] = [
        (
            "AAoB..oBx...",
            4,
            3,
            &["KK.B", "...B", "#..."],
            "Bv1 K>2",
            "Bv1 A>2",
        ),
        // `K` makes way for the Key, and takes the next letter that is free.
        (
            "AAoKoooKoooo",
            4,
            3,
            &["KK.L", "...L", "...."],
            "Lv1 K>2",
            "Kv1 A>2",
        ),
        (
            "AAoKLooKLooo",
            4,
            3,
            &["KK.M", "L..M", "L..."],
            "Mv1 L^1 K>2",
            "Kv1 L^1 A>2",
        ),
        (
            "AAoKZYXW.UTS",
            4,
            3,
            &["KK.L", "ZYXW", ".UTS"],
            "L>1 U<1",
            "K>1 U<1",
        ),
        // All the others are taken: `A` has become free.
        (
            alphabet,
            8,
            4,
            &["KBCDEFGH", "IJALMNOP", "QRSTUVWX", "YZ......"],
            "Kv1 A^1 Z>3",
            "Av1 K^1 Z>3",
        ),
    ];
    for (text, width, height, rows, ours, theirs) in rows {
        let board = read(text, width, height).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert_eq!(board.level.rows, rows, "{text}");
        assert_eq!(
            board.level.lantern,
            Lantern {
                side: Side::Right,
                line: 0
            }
        );
        assert_eq!((board.level.win, board.level.emit), (Win::Exit, None));
        assert!(board.level.blocks.is_empty());
        assert_eq!(board.in_input_letters(ours), theirs, "{text}");
    }
}

#[test]
fn the_lantern_is_on_the_row_of_the_key() {
    let board = read("ooo.BBAAoooo", 4, 3).unwrap_or_else(|faults| panic!("{faults:?}"));
    assert_eq!(board.level.lantern.line, 1);
    assert!(Slide::build(&board.level).is_ok());
}

#[test]
fn refuses_with_every_fault() {
    let cells = |width: usize, height: usize| "o".repeat(width * height);
    let rows: [Refused<'_>; 12] = [
        ("", 0, 1, &[(Place::Level, "a board of 0×1 is not between")]),
        ("", 1, 0, &[(Place::Level, "a board of 1×0 is not between")]),
        (
            &cells(9, 2),
            9,
            2,
            &[(Place::Level, "a board of 9×2 is not between")],
        ),
        (
            &cells(2, 9),
            2,
            9,
            &[(Place::Level, "a board of 2×9 is not between")],
        ),
        ("AA", usize::MAX, 2, &[(Place::Level, "is not between")]),
        (
            "AAo",
            2,
            2,
            &[(Place::cell(1, 1), "3 cells, a board of 2×2 has 4")],
        ),
        (
            "AAooo",
            2,
            2,
            &[(Place::cell(2, 0), "5 cells, a board of 2×2 has 4")],
        ),
        ("BBoo", 2, 2, &[(Place::Level, "no Key: no cell holds `A`")]),
        (
            "AA\too?",
            3,
            2,
            &[(Place::cell(0, 2), "a tab"), (Place::cell(1, 2), "`?`")],
        ),
        (
            "AA o",
            2,
            2,
            &[(Place::cell(1, 0), "a blank is not a cell")],
        ),
        // A stray character may be what makes the count wrong or stands for the Key.
        (
            "AA oo",
            2,
            2,
            &[(Place::cell(1, 0), "a blank is not a cell")],
        ),
        (
            "bb#é",
            2,
            2,
            &[
                (Place::cell(0, 0), "`b` is not a cell"),
                (Place::cell(0, 1), "`b` is not a cell"),
                (Place::cell(1, 0), "`#` is not a cell"),
                (Place::cell(1, 1), "`\\u{e9}` is not a cell"),
                (Place::Level, "no Key"),
            ],
        ),
    ];
    for (text, width, height, expected) in rows {
        let Err(faults) = read(text, width, height) else {
            panic!("accepted: {text}");
        };
        let found: String = faults
            .iter()
            .map(|fault| fault.to_string() + "\n")
            .collect();
        assert_eq!(faults.len(), expected.len(), "{text}: {found}");
        for ((place, part), fault) in expected.iter().zip(&faults) {
            assert_eq!(fault.place, *place, "{text}: {fault}");
            assert!(fault.message.contains(part), "{text}: {fault}");
            assert!(!fault.help.is_empty(), "{text}: {fault}");
        }
    }
}

/// What the notation lets through and the rules do not is found when the board is built.
#[test]
fn a_board_that_breaks_the_rules_is_left_to_the_check() {
    for text in ["AooAoooo", "BooBAAoo", "AoooAooo"] {
        let board = read(text, 4, 2).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(Slide::build(&board.level).is_err(), "{text}");
    }
}
