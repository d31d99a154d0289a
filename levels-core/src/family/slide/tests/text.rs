//! The plain text form.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::super::*;
use super::exit_level;
use crate::grid::{Axis, Direction, Side};

/// A level with everything that the form can express.
fn everything() -> Level {
    let spec = |kind, tilt, axis| BlockSpec { kind, tilt, axis };
    let mut level = exit_level(&["KK..a", "##bb.", "c.bb.", "c..m."]);
    level.blocks = [
        (
            "m",
            spec(
                KindWord::Mirror,
                Some(Tilt::Backslash),
                Some(Axis::Vertical),
            ),
        ),
        ("a", spec(KindWord::Rime, None, Some(Axis::Horizontal))),
        ("c", spec(KindWord::Ice, None, None)),
        ("b", spec(KindWord::Crystal, None, None)),
    ]
    .map(|(letter, spec)| (letter.to_string(), spec))
    .to_vec();
    level.lantern = Lantern {
        side: Side::Bottom,
        line: 3,
    };
    level.win = Win::Beam;
    level.emit = Some(Direction::Right);
    level.teaches = Some(Teaches {
        kind: KindWord::Mirror,
        block: "m".to_string(),
        needs: "a".to_string(),
    });
    level
}

#[test]
fn writes_and_reads_everything() {
    let text = r"KK..a
##bb.
c.bb.
c..m.
lantern bottom 3
win beam
emit right
block m mirror \ vertical
block a rime horizontal
block c ice
block b crystal
teaches mirror m a
";
    assert_eq!(Slide::to_text(&everything()), text);
    assert_eq!(Slide::from_text(text), Ok(everything()));
    assert!(Slide::build(&everything()).is_ok());
    // Empty lines, blanks at the ends of lines and other line ends have no meaning.
    let loose = text.replace('\n', " \r\n\r\n");
    assert_eq!(Slide::from_text(&loose), Ok(everything()));
}

#[test]
fn every_word_comes_back() {
    for side in Side::ALL {
        for win in Win::ALL {
            let emits = Direction::ALL.map(Some);
            for emit in emits.into_iter().chain([None]) {
                for kind in KindWord::ALL {
                    for tilt in [None, Some(Tilt::Slash), Some(Tilt::Backslash)] {
                        for axis in [None, Some(Axis::Horizontal), Some(Axis::Vertical)] {
                            let mut level = everything();
                            level.blocks[1].1 = BlockSpec { kind, tilt, axis };
                            level.lantern.side = side;
                            (level.win, level.emit) = (win, emit);
                            let text = Slide::to_text(&level);
                            assert_eq!(Slide::from_text(&text).as_ref(), Ok(&level), "{text}");
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn names_every_line_that_it_does_not_understand() {
    let rows: [(&str, &[&str]); 22] = [
        (
            "",
            &[
                "`lantern`: no line says `lantern`",
                "`win`: no line says `win`",
            ],
        ),
        ("KK..\nwin exit", &["`lantern`: no line says `lantern`"]),
        ("KK..\nlantern right 0", &["`win`: no line says `win`"]),
        (
            "KK..\nlantern right 0\nwin exit\nK K",
            &["`K K` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nwin\tboth",
            &["`win\tboth` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nemit sideways",
            &["`emit sideways` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nlantern east 0",
            &["`lantern east 0` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock a",
            &["`block a` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock a lava",
            &["`block a lava` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock a ice |",
            &["`block a ice |` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock a mirror / \\",
            &["`block a mirror / \\` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nblock a ice vertical vertical",
            &["`block a ice vertical vertical` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nteaches ice a",
            &["`teaches ice a` is not understood"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nteaches lava a b",
            &["`teaches lava a b` is not understood"],
        ),
        (
            "KK..\nlantern right -1\nwin exit",
            &[
                "`lantern right -1` is not understood",
                "`lantern`: no line says `lantern`",
            ],
        ),
        (
            "KK..\nlantern right 4294967296\nwin exit",
            &[
                "`lantern right 4294967296` is not understood",
                "`lantern`: no line says `lantern`",
            ],
        ),
        (
            "KK..\nlantern right 0\nlantern right 1\nwin exit",
            &["`lantern`: two lines say `lantern`"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nwin exit",
            &["`win`: two lines say `win`"],
        ),
        (
            "KK..\nlantern right 0\nwin beam\nemit left\nemit up",
            &["`emit`: two lines say `emit`"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nteaches ice a b\nteaches ice b a",
            &["`teaches`: two lines say `teaches`"],
        ),
        (
            "KK..\nlantern right 0\nwin exit\nexit left 0",
            &["`exit left 0` is not understood"],
        ),
        (
            "a b\nlantern up 0\nwin\nemit x",
            &[
                "`a b` is not understood",
                "`lantern up 0` is not understood",
                "`emit x` is not understood",
                "`lantern`: no line says `lantern`",
                "`win`: no line says `win`",
            ],
        ),
    ];
    for (text, expected) in rows {
        let Err(faults) = Slide::from_text(text) else {
            panic!("accepted: {text}");
        };
        let found: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(found, expected, "{text}");
    }
}
