//! The one-line notation of the public databases.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::super::rush::{characters, possible_keys, read, read_cells};
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
    let alphabet = "AABCDEFGHIJKLMNOPQRSTUVWXYZooooo";
    let rows: [Renamed<'_>; 5] = [
        (
            "AAoB..oBx...",
            4,
            3,
            &["KK.B", "...B", "#..."],
            "Bv1 K>2",
            "Bv1 A>2",
        ),
        // `K` is reserved for the Key, so that block takes the next free letter.
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
            &["KKBCDEFG", "HIJALMNO", "PQRSTUVW", "XYZ....."],
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
        assert_eq!(board.names.line(ours), theirs, "{text}");
        assert_eq!(board.names.level_line(theirs), ours, "{text}");
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
            &[(Place::cell(1, 1), "3 cells, but a board of 2×2 has 4")],
        ),
        (
            "AAooo",
            2,
            2,
            &[(Place::cell(2, 0), "5 cells, but a board of 2×2 has 4")],
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
        // A stray character may be why the count is wrong or the Key is missing.
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

/// What the notation allows and the rules do not is found when the board is built, and reported in
/// the names of the input.
#[test]
fn a_board_that_breaks_the_rules_is_left_to_the_check() {
    for (text, said) in [
        ("AooAoooo", "block `A` is split"),
        ("BooBAAoo", "block `B` is split"),
        ("KooKAAoo", "block `K` is split"),
        ("AAooAAoo", "the Key is 2×2 cells"),
    ] {
        let board = read(text, 4, 2).unwrap_or_else(|faults| panic!("{faults:?}"));
        let Err(faults) = Slide::build(&board.level) else {
            panic!("accepted: {text}");
        };
        let messages = faults
            .iter()
            .map(|fault| board.names.message(&fault.message));
        let messages: Vec<String> = messages.collect();
        assert!(
            messages.iter().any(|message| message.contains(said)),
            "{text}: {messages:?}"
        );
    }
}

/// Cells of three rows; the name of the Key, if one is given; the Key that is found and its row, or
/// a part of the message.
type Found<'a> = (&'a str, Option<&'a str>, Result<(&'a str, u32), &'a str>);

#[test]
fn the_key_is_the_block_that_alone_can_be_it_or_the_one_that_is_named() {
    let rows: [Found<'_>; 14] = [
        ("AA../..B./..B.", None, Ok(("A", 0))),
        ("C.../XXB./..B.", None, Ok(("X", 1))),
        ("C.../..B./RRB.", None, Ok(("R", 2))),
        // Only one of them lies along a row.
        ("A.../AXX./....", None, Ok(("X", 1))),
        ("AA../..X./..X.", None, Ok(("A", 0))),
        (
            "AA../XX../....",
            None,
            Err("this can be read in 2 ways: the Key is `A` in row 1, or `X` in row 2"),
        ),
        (
            "AA../XX../..RR",
            None,
            Err("3 ways: the Key is `A` in row 1, or `X` in row 2, or `R` in row 3"),
        ),
        ("AA../XX../....", Some("X"), Ok(("X", 1))),
        (
            "AA../.xx./....",
            None,
            Err("the Key is `A` in row 1, or `x` in row 2"),
        ),
        ("AA../.xx./....", Some("A"), Ok(("A", 0))),
        ("AA../.xx./....", Some("x"), Ok(("x", 1))),
        (
            "BB../..C./..C.",
            None,
            Err("no block is called `A`, `X` or `R`"),
        ),
        ("BB../..C./..C.", Some("B"), Ok(("B", 0))),
        ("A.../A.../....", None, Err("the Key `A` stands upright")),
    ];
    for (text, key, expected) in rows {
        let text = text.replace('/', "");
        let read = read_cells(&characters(&text), 4, 3, key);
        match (&read, expected) {
            (Ok(board), Ok((name, row))) => {
                assert_eq!(
                    (board.names.of('K').as_str(), board.level.lantern.line),
                    (name, row),
                    "{text}"
                );
                assert!(Slide::build(&board.level).is_ok(), "{text}");
            }
            (Err(faults), Err(part)) => {
                assert!(faults[0].message.contains(part), "{text}: {faults:?}");
                assert!(faults[0].help.contains("--key"), "{text}: {faults:?}");
            }
            _ => panic!("{text}: {read:?}"),
        }
    }
    assert_eq!(
        possible_keys(&characters("AA.XXRRRxx"), 10),
        ["A", "X", "R", "x"]
    );
}

#[test]
fn o_is_a_block_where_something_else_is_empty() {
    for (text, expected) in [
        ("AA.OBB.O", Ok(["KK.O", "BB.O"])),
        ("AAOOBBBO", Ok(["KK..", "BBB."])),
        ("AAOBBBOB", Err("`O` can be read in two ways")),
    ] {
        let read = read_cells(&characters(text), 4, 2, None);
        match (&read, expected) {
            (Ok(board), Ok(rows)) => assert_eq!(board.level.rows, rows, "{text}"),
            (Err(faults), Err(part)) => assert!(faults[0].message.contains(part), "{faults:?}"),
            _ => panic!("{text}: {read:?}"),
        }
    }
}

#[test]
fn numbers_are_blocks_and_come_back_in_lines_messages_and_pictures() {
    let text = "1 1 0 11 2 2 0 11 0 30 30 0";
    let cells: Vec<&str> = text.split(' ').collect();
    let board = read_cells(&cells, 4, 3, Some("1")).unwrap_or_else(|faults| panic!("{faults:?}"));
    // The eleventh letter is `K`, which is reserved for the Key; there is no thirtieth.
    assert_eq!(board.level.rows, ["KK.L", "BB.L", ".MM."]);
    assert_eq!(board.names.line("Lv1 M<1 K>2"), "11v1 30<1 1>2");
    assert_eq!(board.names.level_line("11v1 30<1 1>2"), "Lv1 M<1 K>2");
    assert_eq!(
        board.names.message("block `L` stops block `B`"),
        "block `11` stops block `2`"
    );
    assert_eq!(
        ['K', 'L', 'B'].map(|letter| board.names.glyph(letter)),
        ['1', 'L', '2']
    );
    let legend: Vec<_> = board.names.legend().collect();
    assert_eq!(legend, [('L', "11"), ('M', "30")]);
}
