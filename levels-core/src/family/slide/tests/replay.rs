//! Lines of play: the notation, and what is refused.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::super::*;
use super::board;

/// A board with a block of every kind: sand `a`, ice `b`, rime `c`, a thick crystal `d`, a mirror
/// `m` and a Key one cell large.
const KINDS: &str = "\
..K.a
bc..a
b.dd.
..dd.
m....
lantern left 0
win exit
block K crystal horizontal
block a sand
block b ice
block c rime vertical
block d crystal vertical
block m mirror / horizontal";

#[test]
fn replays_moves_of_every_kind() {
    let board = board(KINDS);
    let line = "K<1 cv2 bv av3 d^1 m>3 K<1 K>4 K<4";
    let replay = Slide::replay(&board, line).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(replay.moves.len(), 9);
    assert_eq!(replay.frames.len(), 10);
    assert_eq!(
        replay.frames[0].rows,
        board.rows(&board.blocks().iter().map(|b| b.start).collect::<Vec<_>>())
    );
    assert_eq!(
        replay.frames[7].rows,
        ["K....", "..dd.", "b.dd.", "bc..a", "...ma"]
    );
    assert_eq!(replay.frames[8].rows[0], "....K");
    // Play goes on past the win; the first one counts.
    assert_eq!(replay.won_after, Some(7));
    assert_eq!(Slide::write_line(&board, &replay.moves), line);

    // There may be several blanks, and blanks at the ends.
    let wide = Slide::replay(&board, "  K<1   cv2 ").unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(wide.moves, replay.moves[..2]);
    assert_eq!(wide.won_after, None);

    let none = Slide::replay(&board, "").unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(
        (none.moves.len(), none.frames.len(), none.won_after),
        (0, 1, None)
    );
}

#[test]
fn what_is_spent_or_thawed_is_marked_and_drawn_so() {
    let board = board(KINDS);
    let replay = Slide::replay(&board, "K<1 cv2 bv av3 d^1").unwrap_or_else(|f| panic!("{f}"));
    // The Key thaws the rime block beside it; sand is spent by its move.
    let marked: Vec<String> = replay
        .frames
        .iter()
        .map(|frame| frame.marked.iter().collect())
        .collect();
    assert_eq!(marked, ["", "c", "c", "c", "ac", "ac"]);
    let marks = |frame: &Frame| -> BTreeMap<char, char> {
        let cells = Slide::picture(&board, frame).cells;
        cells.iter().map(|cell| (cell.glyph, cell.mark)).collect()
    };
    assert_eq!(marks(&replay.frames[3])[&'a'], ':');
    assert_eq!(marks(&replay.frames[4])[&'a'], '=');
    assert_eq!(marks(&replay.frames[4])[&'c'], '°');
    assert_eq!(marks(&replay.frames[4])[&'b'], '*');
}

#[test]
fn a_board_that_opens_won_is_won_after_no_move() {
    let board = board(".KK\nlantern right 0\nwin exit");
    for line in ["", "K<1"] {
        let replay = Slide::replay(&board, line).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(replay.won_after, Some(0), "{line}");
    }
}

#[test]
fn refuses_what_is_no_move_or_not_legal() {
    let board = board(KINDS);
    // The line, the number of the refused move, its place in the text, a part of the message.
    let rows: [(&str, usize, Range<usize>, &str); 25] = [
        ("K", 0, 0..1, "`K` is not a move"),
        ("K-1", 0, 0..3, "is not a move"),
        (">1", 0, 0..2, "is not a move"),
        ("K>1x", 0, 0..4, "is not a move"),
        ("K>01", 0, 0..4, "is not a move"),
        ("K>+1", 0, 0..4, "is not a move"),
        ("K>-1", 0, 0..4, "is not a move"),
        ("K>256", 0, 0..5, "is not a move"),
        ("K<1\tK<1", 0, 0..7, "is not a move"),
        ("K>", 0, 0..2, "how many cells?"),
        ("b^1", 0, 0..3, "an ice move has no number"),
        ("z>1", 0, 0..3, "no block `z`"),
        ("é>1", 0, 0..4, "no block `é`"),
        ("#>1", 0, 0..3, "no block `#`"),
        (".>1", 0, 0..3, "no block `.`"),
        // Into another block, off the board, across the axis, nowhere.
        ("K>2", 0, 0..3, "is not legal here"),
        ("K<3", 0, 0..3, "is not legal here"),
        ("Kv1", 0, 0..3, "is not legal here"),
        ("K>0", 0, 0..3, "is not legal here"),
        // Rime that the Key has not rested beside, spent sand, ice against the edge.
        ("cv1 K<1", 0, 0..3, "is not legal here"),
        ("K<1 cv1 K>1 cv1 c^4", 4, 16..19, "is not legal here"),
        ("av1 K<1 av1", 2, 8..11, "is not legal here"),
        ("av1  a^1", 1, 5..8, "is not legal here"),
        ("b^ b^", 1, 3..5, "is not legal here"),
        ("K<1 cv2 bv av3 d^1 m>4", 5, 19..22, "is not legal here"),
    ];
    for (line, index, range, part) in rows {
        let Err(fault) = Slide::replay(&board, line) else {
            panic!("`{line}` is accepted");
        };
        assert_eq!(
            (fault.index, &fault.range),
            (index, &range),
            "`{line}`: {fault}"
        );
        assert!(fault.message.contains(part), "`{line}`: {fault}");
        assert!(fault.message.contains(&line[range]), "`{line}`: {fault}");
    }
}
