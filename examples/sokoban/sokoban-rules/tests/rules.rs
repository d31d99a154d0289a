//! The rules compared with a naive game that walks step by step and shares no code with them.

use std::collections::{HashMap, VecDeque};
use std::path::Path;

use levels_core::json::source::Source;
use levels_core::pack::{Families, Stored as _, any, levels};
use levels_core::play::{Hint, Play};
use levels_core::puzzle::Family as _;
use levels_core::quality::{Measure as _, Outcome};
use levels_core::search::Limits;
use sokoban_rules::{Board, Sokoban};

/// The fewest pushes, found by walking: steps are free, pushes cost one.
fn naive(rows: &[&str]) -> Option<u32> {
    let grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let at = |x: i32, y: i32| {
        let row = usize::try_from(y).ok().and_then(|y| grid.get(y));
        row.zip(usize::try_from(x).ok())
            .and_then(|(row, x)| row.get(x).copied())
            .unwrap_or('#')
    };
    let find = |glyphs: &str| {
        let mut found = Vec::new();
        for (y, row) in (0..).zip(&grid) {
            for (x, glyph) in (0..).zip(row) {
                if glyphs.contains(*glyph) {
                    found.push((x, y));
                }
            }
        }
        found
    };
    let (player, boxes, goals) = (find("@+")[0], find("$*"), find(".*+"));
    let mut best = HashMap::from([((player, boxes.clone()), 0_u32)]);
    let mut queue = VecDeque::from([(player, boxes, 0)]);
    while let Some((player, boxes, pushes)) = queue.pop_front() {
        if boxes == goals {
            return Some(pushes);
        }
        if best[&(player, boxes.clone())] < pushes {
            continue;
        }
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let there = (player.0 + dx, player.1 + dy);
            if at(there.0, there.1) == '#' {
                continue;
            }
            let mut moved = boxes.clone();
            let mut cost = pushes;
            if let Some(pushed) = moved.iter().position(|&b| b == there) {
                let ahead = (there.0 + dx, there.1 + dy);
                if at(ahead.0, ahead.1) == '#' || boxes.contains(&ahead) {
                    continue;
                }
                moved[pushed] = ahead;
                // In reading order, as the goals are.
                moved.sort_by_key(|&(x, y)| (y, x));
                cost += 1;
            }
            let known = best.entry((there, moved.clone())).or_insert(u32::MAX);
            if cost < *known {
                *known = cost;
                if cost == pushes {
                    queue.push_front((there, moved, cost));
                } else {
                    queue.push_back((there, moved, cost));
                }
            }
        }
    }
    None
}

fn board(text: &str) -> Board {
    let level = Sokoban::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}"));
    Sokoban::build(&level).unwrap_or_else(|faults| panic!("{faults:?}"))
}

fn optimum(board: &Board) -> Option<u32> {
    let outcome = Sokoban::survey(board, Limits::default()).outcome;
    assert!(!matches!(outcome, Outcome::Exhausted { .. }));
    outcome.optimal()
}

/// Random rooms, some of which can be won.
fn rooms() -> impl Iterator<Item = String> {
    let mut seed = 0x2545_F491_4F6C_DD1D_u64;
    let mut pick = move |bound: u64| {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 20) % bound
    };
    (0..1_500).map(move |_| {
        let mut cells: Vec<char> = (0..20)
            .map(|_| if pick(5) == 0 { '#' } else { ' ' })
            .collect();
        for glyph in ['@', '$', '.', '$', '.'] {
            cells[pick(20) as usize] = glyph;
        }
        let rows = cells.chunks(5).map(String::from_iter);
        let rows: Vec<String> = rows.map(|row| format!("#{row}#\n")).collect();
        format!("#######\n{}#######\n", rows.concat())
    })
}

#[test]
fn random_rooms() {
    let (mut won, mut lost) = (0, 0);
    for text in rooms() {
        let level = Sokoban::from_text(&text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let Ok(board) = Sokoban::build(&level) else {
            continue;
        };
        let rows: Vec<&str> = text.lines().collect();
        let found = optimum(&board);
        assert_eq!(found, naive(&rows), "{text}");
        *(if found.is_some() { &mut won } else { &mut lost }) += 1;
    }
    assert!(won > 60 && lost > 300, "{won} won, {lost} lost");
}

#[test]
fn the_levels_of_the_game() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels/yard.json");
    let text = std::fs::read_to_string(path).unwrap_or_else(|fault| panic!("{fault}"));
    let source = Source::new("yard.json", text);
    let families = Families::new(&[any::<Sokoban>()]);
    let levels = levels(&source, &families).unwrap_or_else(|found| panic!("{found:?}"));
    assert!(levels.len() >= 20);
    for level in levels {
        let opened = level.level.unwrap_or_else(|found| panic!("{found:?}"));
        let text = opened.to_text();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(level.file.optimal, naive(&rows).map(u64::from), "{text}");
    }
}

#[test]
fn a_line_of_play_is_read_back() {
    let board = board("#####\n#@$.#\n#$. #\n#####");
    let mut play = Play::<Sokoban>::new(board.clone());
    while let Hint::Move { action, .. } = play.hint(1_000) {
        assert!(play.apply(action).is_ok());
    }
    // The box in the lower row has a wall to its left: it cannot be won.
    assert_eq!(play.hint(1_000), Hint::Lost);
    let board = self::board("######\n#@$ .#\n# $. #\n######");
    let line = "c2> d2> c3>";
    let replay = Sokoban::replay(&board, line).unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(replay.won_after, Some(3));
    assert_eq!(Sokoban::write_line(&board, &replay.moves), line);
    let fault = Sokoban::replay(&board, "c2> e2>").map(|_| ());
    assert_eq!(
        fault.map_err(|fault| (fault.index, fault.range, fault.message)),
        Err((1, 4..7, "`e2>` is not a legal move here".to_string()))
    );
}

#[test]
fn text_is_xsb() {
    for (text, rows) in [
        ("####\n#@ #\n####\n", None),
        (
            "  #####\n###   #\n# +$* #\n#######\n",
            // The player is drawn on the first cell that it can walk to.
            Some("#######\n###   #\n#@.$* #\n#######\n"),
        ),
        ("#####\n#@$.#\n#####", Some("#####\n#@$.#\n#####\n")),
        (
            "#####\n#-@_#\n#$-.#\n#####",
            Some("#####\n#@  #\n#$ .#\n#####\n"),
        ),
    ] {
        let level = Sokoban::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let built = Sokoban::build(&level).ok();
        let drawn = built.map(|board| Sokoban::frame(&board).rows.join("\n") + "\n");
        assert_eq!(drawn.as_deref(), rows, "{text}");
        let again = Sokoban::from_text(&Sokoban::to_text(&level));
        assert_eq!(again, Ok(level));
    }
}

#[test]
fn what_is_no_board_is_refused_with_its_cell() {
    for (text, fault) in [
        ("####\n#  #\n####", "0 boxes and 0 goals"),
        ("#####\n#@@ #\n#####", "0 boxes and 0 goals"),
        ("#####\n#@$ #\n#####", "1 boxes and 0 goals"),
        (
            "#####\n#@$.\n#####",
            "row 2, column 4: the wall has a gap here",
        ),
        (
            "#####\n#@$x#\n#. ##\n#####",
            "row 2, column 4: `x` has no meaning",
        ),
        (
            "#######\n#@$.#*#\n#######",
            "row 2, column 6: the player cannot get here, even without boxes",
        ),
    ] {
        let level = Sokoban::from_text(text).unwrap_or_else(|faults| panic!("{faults:?}"));
        let found = Sokoban::build(&level).map(|_| ());
        let found = found.map_err(|faults| faults[0].to_string());
        assert_eq!(found, Err(fault.to_string()), "{text}");
    }
}

#[test]
fn mirrored_boards_are_one() {
    let one = board("######\n#@$ .#\n#    #\n######");
    let same = [
        "######\n#    #\n#@$ .#\n######",
        "######\n#. $@#\n#    #\n######",
        // Only the cells that the player can walk to count.
        "######\n# $ .#\n#   @#\n######",
        "####\n#@ #\n#$ #\n#  #\n#. #\n####",
        "########\n########\n##@$ .##\n##    ##\n########",
    ];
    for text in same {
        assert_eq!(
            Sokoban::canonical(&board(text)),
            Sokoban::canonical(&one),
            "{text}"
        );
    }
    let other = board("######\n#@ $.#\n#    #\n######");
    assert_ne!(Sokoban::canonical(&other), Sokoban::canonical(&one));
}

/// `repair` takes pieces away until the rest is no longer stuck: what is left must be floor, since a
/// goal in place of a wall would make another puzzle.
#[test]
fn pieces_are_all_that_is_not_floor() {
    let rows = ["#@ $.#".to_string(), "  *   ".to_string()];
    let pieces = Sokoban::pieces(&rows);
    let cells: Vec<(usize, usize)> = pieces.iter().flatten().map(|c| (c.row, c.col)).collect();
    assert_eq!(cells, [(0, 0), (0, 1), (0, 3), (0, 4), (0, 5), (1, 2)]);
}
