use alloc::collections::BTreeSet;
use alloc::string::ToString as _;
use core::ops::ControlFlow;

use super::*;
use crate::grid::Axis;
use crate::quality::filters::{Claim, by_verdict};
use crate::quality::{Effort, Elite, Generate, Measure, Proposal, Source};
use crate::rng::Rng;
use crate::search::Limits;

fn span(least: u32, most: u32) -> Span {
    Span::new(least, most)
}

fn exits() -> Dials {
    let size = |width, height| Size { width, height };
    let shape = |long, thick| Shape { long, thick };
    Dials {
        sizes: alloc::vec![size(4, 4), size(5, 4)],
        win: Win::Exit,
        sides: Side::ALL.to_vec(),
        middle: false,
        key: alloc::vec![1, 2],
        shapes: alloc::vec![shape(2, 1), shape(3, 1), shape(1, 1)],
        fill: span(60, 75),
        walls: span(0, 1),
        across: 60,
        ice: span(0, 1),
        sand: span(0, 1),
        rime: span(0, 1),
        mirrors: Span::default(),
        corners: Span::default(),
        gliding: Span::default(),
        uses: Vec::new(),
        felt: false,
        fresh_percent: 0,
        sequences: None,
        idle_percent: None,
        max_states: 20_000,
        per_depth: 60,
        per_layout: 400,
    }
}

fn beams() -> Dials {
    Dials {
        win: Win::Beam,
        corners: span(1, 2),
        gliding: span(0, 2),
        mirrors: span(0, 1),
        ..exits()
    }
}

fn candidates(dials: &Dials, index: u64, wanted: &[u32]) -> (Vec<Proposal<Level>>, Effort) {
    let mut found = Vec::new();
    let mut rng = Rng::for_candidate(1, index);
    let drawn = Slide::candidates(dials, wanted, Source::Random, &mut rng, &mut |proposal| {
        found.push(proposal);
        ControlFlow::Continue(())
    });
    (found, drawn.effort)
}

#[test]
fn layouts_are_won_and_keep_to_the_dials() {
    let mut sides = BTreeSet::new();
    let mut lit = 0;
    for (dials, index) in (0..400).flat_map(|n| [(exits(), n), (beams(), n)]) {
        let Some(layout) = propose::layout(&dials, &mut Rng::for_candidate(3, index)) else {
            continue;
        };
        let board = Slide::build(&layout).unwrap_or_else(|f| panic!("{f:?}\n{layout:?}"));
        let outcome = Slide::survey(&board, Limits::states(200_000)).outcome;
        assert_eq!(outcome.optimal(), Some(0), "{}", Slide::to_text(&layout));
        sides.insert(board.lantern().side);
        lit +=
            u32::from(board.win() == Win::Beam && board.emit() != board.lantern().side.outward());
        assert!(dials.sizes.contains(&Size {
            width: board.width(),
            height: board.height()
        }));
        let cells = board.width() * board.height();
        let empty = layout
            .rows
            .iter()
            .flat_map(|row| row.chars())
            .filter(|c| *c == '.')
            .count();
        // One block may exceed the greatest share.
        assert!((cells - empty - 3) * 100 <= cells * 75, "{layout:?}");
        for (kind, most) in [(Kind::Ice, 1), (Kind::Sand, 1), (Kind::Rime, 1)] {
            assert!(board.blocks().iter().filter(|b| b.kind == kind).count() <= most);
        }
        let key = &board.blocks()[board.key()];
        for block in board.blocks().iter().filter(|_| board.win() == Win::Exit) {
            let on_line = match key.axis {
                Some(Axis::Horizontal) => (block.y..block.y + block.height).contains(&key.y),
                _ => (block.x..block.x + block.width).contains(&key.x),
            };
            assert!(
                block.letter == 'K' || block.axis != key.axis || !on_line,
                "{layout:?}"
            );
        }
    }
    assert_eq!((sides.len(), lit > 100), (4, true), "{lit}");
}

#[test]
fn a_lantern_in_the_middle_is_on_the_line_of_boards_that_are_sold() {
    let dials = Dials {
        middle: true,
        sizes: alloc::vec![
            Size {
                width: 4,
                height: 4
            },
            Size {
                width: 6,
                height: 5
            }
        ],
        sides: alloc::vec![Side::Right, Side::Top],
        ..exits()
    };
    let mut lines = BTreeSet::new();
    for index in 0..200 {
        if let Some(layout) = propose::layout(&dials, &mut Rng::for_candidate(3, index)) {
            lines.insert((layout.rows.len(), layout.lantern.side, layout.lantern.line));
        }
    }
    let expected = [
        (4, Side::Right, 1),
        (4, Side::Top, 1),
        (5, Side::Right, 2),
        (5, Side::Top, 2),
    ];
    assert_eq!(lines, BTreeSet::from(expected));
}

#[test]
fn what_the_exact_strategy_claims_is_what_a_new_solve_finds() {
    let wanted = [5, 2, 3, 4];
    let mut kinds = BTreeSet::new();
    for (dials, index) in (0..40).flat_map(|n| [(exits(), n), (beams(), n)]) {
        let (found, effort) = candidates(&dials, index, &wanted);
        assert!(effort.layouts <= 1 && found.len() <= 240);
        for Proposal { level, claim } in found.iter().step_by(7) {
            let board = Slide::build(level).unwrap_or_else(|f| panic!("{f:?}"));
            let optimal = Slide::survey(&board, Limits::default()).outcome.optimal();
            assert_eq!(optimal, *claim, "{}", Slide::to_text(level));
            assert!(claim.is_some_and(|moves| wanted.contains(&moves)));
            kinds.extend(board.blocks().iter().map(|block| block.kind.word()));
        }
        let (again, _) = candidates(&dials, index, &wanted);
        assert_eq!(again, found, "the same seed, the same candidates");
    }
    assert_eq!(kinds.len(), KindWord::ALL.len());
}

/// The elite of a layout that grows from `parent`, or of a fresh one.
fn bred_from(dials: &Dials, index: u64, parent: Option<&Level>) -> Option<Elite<Level>> {
    let mut rng = Rng::for_candidate(5, index);
    let source = Source::Archive(parent);
    Slide::candidates(
        dials,
        &[],
        source,
        &mut rng,
        &mut |_| ControlFlow::Break(()),
    )
    .elite
}

#[test]
fn elites_are_the_hardest_of_their_layouts_and_keep_to_the_dials() {
    let mut bred = 0;
    let mut cells = BTreeSet::new();
    for (dials, index) in (0..60).flat_map(|n| [(exits(), n), (beams(), n)]) {
        let mut parent: Option<Level> = None;
        for generation in 0..8 {
            let Some(elite) = bred_from(&dials, index * 8 + generation, parent.as_ref()) else {
                continue;
            };
            let board = Slide::build(&elite.level).unwrap_or_else(|f| panic!("{f:?}"));
            let text = Slide::to_text(&elite.level);
            let mut greatest = 0;
            let _ = fresh_distances(&board, Limits::default(), 0..=u32::MAX, |opening| {
                greatest = greatest.max(opening.distance);
            });
            let optimal = Slide::survey(&board, Limits::default()).outcome.optimal();
            assert_eq!(
                (optimal, greatest),
                (Some(elite.rank), elite.rank),
                "{text}"
            );
            for (kind, span) in [
                (KindWord::Ice, dials.ice),
                (KindWord::Sand, dials.sand),
                (KindWord::Rime, dials.rime),
            ] {
                let own = board.blocks().iter().filter(|b| b.kind.word() == kind);
                assert!(own.count() <= span.most as usize, "{text}");
            }
            assert!(board.walls().count_ones() <= dials.walls.most, "{text}");
            let again = bred_from(&dials, index * 8 + generation, parent.as_ref());
            assert_eq!(
                again.as_ref(),
                Some(&elite),
                "the same seed, the same elite"
            );
            if let Some(parent) = &parent {
                let before = Slide::build(parent).unwrap_or_else(|f| panic!("{f:?}"));
                assert_eq!(
                    (board.lantern(), board.emit(), board.width(), board.height()),
                    (
                        before.lantern(),
                        before.emit(),
                        before.width(),
                        before.height()
                    )
                );
                bred += u32::from(canonical(&board) != canonical(&before));
            }
            cells.insert(elite.cell.clone());
            parent = Some(elite.level);
        }
    }
    assert!(bred > 300 && cells.len() > 100, "{bred} {}", cells.len());
}

#[test]
fn a_layout_beyond_its_limit_is_counted_and_dropped() {
    let dials = Dials {
        max_states: 3,
        ..exits()
    };
    let all: Vec<Effort> = (0..40)
        .map(|index| candidates(&dials, index, &[1, 2, 3]).1)
        .collect();
    assert!(
        all.iter()
            .any(|effort| effort.too_large == 1 && effort.states == 3)
    );
}

#[test]
fn enough_is_enough() {
    let seen = (0..40).map(|index| {
        let mut seen = 0;
        let mut rng = Rng::for_candidate(1, index);
        Slide::candidates(&exits(), &[1, 2, 3], Source::Random, &mut rng, &mut |_| {
            seen += 1;
            ControlFlow::Break(())
        });
        seen
    });
    assert_eq!(seen.max(), Some(1));
}

#[test]
fn dials_that_do_not_go_together_are_refused() {
    let good = exits();
    assert_eq!((good.check(), beams().check()), (Ok(()), Ok(())));
    let cases = [
        (
            Dials {
                shapes: Vec::new(),
                ..good.clone()
            },
            "`shapes` is empty",
        ),
        (
            Dials {
                key: alloc::vec![5],
                ..good.clone()
            },
            "1 to 3 cells",
        ),
        (
            Dials {
                fill: span(50, 101),
                ..good.clone()
            },
            "101 is too much",
        ),
        (
            Dials {
                sequences: Some(15),
                ..good.clone()
            },
            "above 14",
        ),
        (
            Dials {
                idle_percent: Some(41),
                ..good.clone()
            },
            "above 40",
        ),
        (
            Dials {
                per_depth: 61,
                ..good.clone()
            },
            "between 1 and 60",
        ),
        (
            Dials {
                per_layout: 401,
                ..good.clone()
            },
            "between 1 and 400",
        ),
        (
            Dials {
                corners: span(1, 1),
                ..good.clone()
            },
            "beam levels",
        ),
        (
            Dials {
                corners: span(0, 0),
                ..beams()
            },
            "no `corners`",
        ),
    ];
    for (dials, expected) in cases {
        let fault = dials.check().err().unwrap_or_default();
        assert!(fault.contains(expected), "{fault:?} lacks {expected:?}");
    }
    // A beam level's own bounds are wider.
    assert_eq!(
        Dials {
            sequences: Some(40),
            ..beams()
        }
        .check(),
        Ok(())
    );
}

#[test]
fn the_verdict_is_held_against_the_claim() {
    let survey = |text: &str, max_states| Slide::survey(&board(text), Limits::states(max_states));
    // Two moves; already won; cannot be won; not known.
    let two = survey("KK.i\n...i\n....\n....\nlantern right 0\nwin exit\n", 100);
    let won = survey("..KK\nlantern right 0\nwin exit\n", 100);
    let never = survey("KK#.\nlantern right 0\nwin exit\n", 100);
    let open = survey("KK.i\n...i\n....\n....\nlantern right 0\nwin exit\n", 2);
    for (survey, min, max, expected) in [
        (&two, 2, 2, None),
        (&two, 1, 3, None),
        (&two, 3, 9, Some("under-band")),
        (&two, 1, 1, Some("over-band")),
        (&won, 0, 9, Some("already-won")),
        (&never, 0, 9, Some("unsolvable")),
        (&open, 0, 9, Some("exhausted")),
    ] {
        let found = by_verdict::<Slide>(survey, Claim::Moves { min, max });
        assert_eq!(found, expected, "{survey:?} {min} {max}");
    }
    // This family gives no grades.
    assert_eq!(
        by_verdict::<Slide>(&two, Claim::Grade(0)),
        Some("exhausted")
    );
}

#[test]
fn sizes_and_shapes_are_read_as_written() {
    let size = |text: &str| Size::try_from(text.to_string()).map(|s| (s.width, s.height));
    let shape = |text: &str| Shape::try_from(text.to_string()).map(|s| (s.long, s.thick));
    assert_eq!(
        (size("5x4"), shape("3"), shape("3x2")),
        (Ok((5, 4)), Ok((3, 1)), Ok((3, 2)))
    );
    for text in ["", "5", "5x", "x4", "5x9", "0x3", "5x4x3", "-1x2"] {
        assert!(size(text).is_err(), "{text}");
    }
    for text in ["", "0", "9", "2x3", "x", "2x"] {
        assert!(shape(text).is_err(), "{text}");
    }
    assert!(Span::try_from([3, 2]).is_err());
}
