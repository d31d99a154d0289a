//! Proposals for the rolling cube: the requirements of all of them, and the same board for the same
//! seed.

mod roll_support;

use levels_core::family::roll::campaign_spec::{SeedSpec, Settings};
use levels_core::family::roll::candidate::{Reject, candidate, draft, screen};
use levels_core::family::roll::descriptors::{Descriptors, Lesson, looks};
use levels_core::family::roll::measures::{
    Band, Budget, Score, Structure, Weights, figures, normalise,
};
use levels_core::family::roll::propose::{Spec, anneal, backbone, mutate, ramp, spread};
use levels_core::family::roll::screen::{Verdict, witness};
use levels_core::family::roll::{Board, Level, Mechanic, Mechanics, Tile};
use levels_core::grid::Axis;
use levels_core::rng::Rng;
use roll_support::board;

#[test]
fn backbones_are_loops() {
    for seed in 0..2_000 {
        let mut rng = Rng::new(seed);
        let (cols, rows) = (2 + rng.below(9) as usize, 2 + rng.below(9) as usize);
        let target = rng.unit();
        let draft = backbone(cols, rows, target, &mut rng);
        let Some(draft) = draft else {
            panic!("no loop on {cols}×{rows}");
        };
        let board = draft.board();
        let length = board.count(|tile| tile != Tile::Hole);
        assert_eq!(length % 2, 0);
        assert_eq!(board.count(Tile::is_win) + 1, length);
        let cells = cols * rows;
        let least = ((0.25 + 0.10 * target) * cells as f64) as usize;
        let least = least.clamp(4, (cells / 2).clamp(6, 16));
        // On narrow boards a shorter loop is enough.
        if cols.min(rows) > 3 {
            assert!(length >= least, "{length} of {least} on {cols}×{rows}");
        }
        assert!(
            length <= least + 2 + cells / 3 + 1,
            "{length} on {cols}×{rows}"
        );
        let found = witness(&board, 10_000);
        assert!(matches!(found, Verdict::Solvable(_)), "{:?}", board.level());
    }
    for (cols, rows) in [(1, 9), (9, 1), (0, 4), (12, 11), (usize::MAX, 2)] {
        assert_eq!(backbone(cols, rows, 0.5, &mut Rng::new(1)), None);
    }
}

#[test]
fn changes_keep_the_rules() {
    let mut met = Mechanics::NONE;
    for seed in 0..600 {
        let mut rng = Rng::new(seed);
        let allowed = Mechanic::ALL
            .into_iter()
            .filter(|_| rng.chance(1, 2))
            .fold(Mechanics::NONE, Mechanics::with);
        let axis = [None, Some(Axis::Horizontal), Some(Axis::Vertical)][rng.below(3) as usize];
        let Some(mut draft) = backbone(5, 6, 0.5, &mut rng) else {
            panic!("no loop");
        };
        let base = draft.board().base();
        for _ in 0..60 {
            mutate(&mut draft, allowed, axis, &mut rng);
            let board = draft.board();
            assert_eq!(board.base(), base);
            assert_eq!(Structure::of(&board).unpaired_shift_ids, 0);
            assert_eq!(board.count(|tile| tile == Tile::Info), 0);
            let lines = board.count(|tile| matches!(tile, Tile::Line(_)));
            let along = board.count(|tile| axis.is_none_or(|axis| tile == Tile::Line(axis)));
            assert!(axis.is_none() || lines == along);
            assert!(draft.mechanics().minus(allowed).is_empty());
            met = draft.mechanics().iter().fold(met, Mechanics::with);
        }
    }
    assert_eq!(met, Mechanics::ALL);
}

#[test]
fn teleports_are_paired() {
    for (rows, paired) in [
        ("b1n", "bnn"),
        ("b11", "b11"),
        ("b1121", "b11nn"),
        ("3b3/2n2/232", "3b3/2n2/nnn"),
    ] {
        let mut tiles = board(rows).tiles().to_vec();
        normalise(&mut tiles);
        assert_eq!(tiles, board(paired).tiles(), "{rows}");
    }
}

#[test]
fn annealing_comes_near_its_target() {
    let weights = Weights::default();
    let mut near = 0;
    for seed in 0..12 {
        let spec = Spec {
            cols: 4,
            rows: 4,
            target: 0.7,
            allowed: Mechanics::ALL,
            required: Mechanics::only(Mechanic::ALL[seed as usize % 4]),
            axis: None,
            iterations: 60,
            min_greens: 4,
        };
        let run = || {
            anneal(
                &spec,
                &Budget::ANNEAL,
                &weights,
                |_| true,
                &mut Rng::new(seed),
            )
        };
        let Some(annealed) = run() else {
            panic!("seed {seed} gives nothing");
        };
        assert_eq!(run().as_ref(), Some(&annealed));
        let board = annealed.draft.board();
        let structure = Structure::of(&board);
        assert_eq!(structure.useless_specials, 0);
        assert!(structure.greens >= 4);
        let Ok(figures) = figures(&board, &Budget::DEFAULT) else {
            panic!("{:?}", board.level());
        };
        assert_eq!(figures.exploration.dead_tiles, 0);
        let score = figures.play.as_ref().map(|play| Score::of(play, &weights));
        assert_eq!(score, Some(annealed.score));
        near += u32::from((annealed.score.difficulty - spec.target).abs() < 0.05);
    }
    assert!(near >= 6, "{near} of 12");
}

#[test]
fn batches_follow_their_tables() {
    let short = |spec: &Spec| {
        let kinds: Vec<&str> = spec.allowed.iter().map(Mechanic::word).collect();
        let axis = spec.axis.map(Axis::word).unwrap_or("-");
        let target = format!("{:.3}", spec.target);
        (
            spec.cols,
            spec.rows,
            kinds.join("+"),
            axis,
            target,
            spec.min_greens,
        )
    };
    let all = "arrow+shift+line+explosive";
    for (specs, i, (cols, rows, kinds, axis, target, greens)) in [
        (ramp(40, 9), 0, (4, 4, "", "-", "0.120", 3)),
        (ramp(40, 9), 6, (4, 5, "line", "-", "0.180", 3)),
        (ramp(40, 9), 19, (5, 5, "arrow", "-", "0.120", 3)),
        (ramp(40, 9), 20, (5, 5, all, "-", "0.250", 4)),
        (ramp(40, 9), 39, (6, 6, all, "-", "0.820", 4)),
        (ramp(8, 9), 7, (4, 5, "explosive", "-", "0.180", 3)),
        (spread(20, 9), 1, (3, 3, "line", "horizontal", "0.080", 3)),
        (spread(20, 9), 7, (4, 3, "line", "horizontal", "0.080", 3)),
        (spread(20, 9), 2, (3, 3, "line", "vertical", "0.080", 3)),
        (spread(20, 9), 8, (4, 4, all, "-", "0.200", 4)),
        (spread(20, 9), 15, (4, 4, all, "-", "0.730", 4)),
        (spread(20, 9), 16, (6, 6, all, "-", "0.784", 4)),
    ] {
        let (cols, rows, kinds, axis, target) = (cols, rows, String::from(kinds), axis, target);
        let should = (cols, rows, kinds, axis, String::from(target), greens);
        assert_eq!(short(&specs[i]), should, "{i} of {}", specs.len());
        assert_eq!(specs[i].iterations, 9);
    }
    assert!(ramp(0, 1).is_empty() && spread(0, 1).is_empty());
}

#[test]
fn seeds_say_what_they_propose() {
    let settings = Settings::default();
    let small = Settings {
        max_size: 5,
        ..settings
    };
    for (seed, settings, lesson, size, target) in [
        (0, settings, Some(Lesson::Movement), (4, 4), 0.1),
        (17, settings, Some(Lesson::Movement), (4, 4), 0.1),
        (18, settings, None, (4, 4), 0.6 + 0.35 * 0.002),
        (100, settings, Some(Lesson::LineRow), (4, 4), 0.1),
        (203, settings, Some(Lesson::LineCol), (4, 4), 0.1),
        (1817, settings, Some(Lesson::Movement), (5, 5), 0.1),
        (699, settings, None, (7, 6), 0.6 + 0.35 * 0.099),
        (1099, settings, None, (8, 8), 0.6 + 0.35 * 0.157),
        (1199, settings, None, (4, 4), 0.6 + 0.35 * 0.171),
        (299, small, None, (4, 4), 0.6 + 0.35 * 0.042),
        (399, small, None, (5, 5), 0.6 + 0.35 * 0.057),
    ] {
        let (is, spec) = match SeedSpec::of(seed, &settings) {
            SeedSpec::Tutorial(lesson, spec) => (Some(lesson), spec),
            SeedSpec::Combined(spec) => (None, spec),
        };
        let target: f64 = target;
        assert_eq!((is, (spec.cols, spec.rows)), (lesson, size), "{seed}");
        assert!(
            (spec.target - target).abs() < 1e-12,
            "{seed}: {}",
            spec.target
        );
    }
}

#[test]
fn what_is_kept_is_worth_it() {
    let settings = Settings::default();
    let (mut tutorials, mut easy, mut combined) = (0, 0, 0);
    for seed in (1..=1_200).chain(6_018..=6_600) {
        let spec = SeedSpec::of(seed, &settings);
        let Ok(kept) = candidate(seed, &settings, None) else {
            continue;
        };
        let structure = Structure::of(&kept.board);
        let exploration = kept.figures.exploration;
        assert_eq!(structure.unpaired_shift_ids, 0);
        assert_eq!(structure.useless_specials, 0);
        assert!(structure.specials <= structure.max_specials(30));
        assert_eq!(exploration.dead_tiles, 0);
        assert!(exploration.rests_on_green);
        let Some(play) = &kept.figures.play else {
            panic!("seed {seed} was not measured");
        };
        assert_eq!(kept.score, Score::of(play, &settings.weights));
        match spec {
            SeedSpec::Tutorial(lesson, _) => {
                tutorials += 1;
                easy += u32::from(Band::of(&kept.figures) == Some(Band::Easy));
                assert_eq!(Lesson::of(&kept.board), Some(lesson), "seed {seed}");
            }
            SeedSpec::Combined(_) => {
                combined += 1;
                assert!(!play.greedy_solves && play.random_solve_prob <= 0.15);
                assert!(exploration.reachable_states >= 150);
                assert!(exploration.shortest_path >= Some(5));
            }
        }
        if seed % 10 == 0 {
            assert_eq!(
                candidate(seed, &settings, None).as_ref(),
                Ok(&kept),
                "seed {seed}"
            );
        }
    }
    assert!(
        tutorials > 250 && easy * 5 > tutorials,
        "{easy} of {tutorials} easy"
    );
    assert!(combined > 40, "{combined}");
}

#[test]
fn the_first_tier_names_its_reasons() {
    let settings = Settings::default();
    let few = Settings {
        max_nodes: 1,
        ..settings
    };
    for (rows, settings, result) in [
        ("bn/nn", settings, Ok(())),
        ("bn11/nn22", settings, Err(Reject::TooManySpecials)),
        ("bn/nn/.r", settings, Err(Reject::UselessSpecial)),
        ("bnn", settings, Err(Reject::Unsolvable)),
        ("bnn/nnn", few, Err(Reject::Undecided)),
    ] {
        assert_eq!(screen(&board(rows), &settings), result, "{rows}");
    }
    for reject in Reject::ALL {
        assert!(!reject.word().is_empty());
    }
    let SeedSpec::Combined(spec) = SeedSpec::of(50, &settings) else {
        panic!("seed 50 is a tutorial");
    };
    assert_eq!(draft(50, &spec), draft(50, &spec));
}

#[test]
fn looks_that_are_alike() {
    let level = |rows: &[&str]| Board::new(&Level::of(rows)).unwrap_or_else(|e| panic!("{e:?}"));
    let board = level(&["bnn1", "nr.n", "n..1"]);
    // One of twelve cells is another kind, then two; ids, axes and infos make no difference. Base,
    // green, info and green again, teleport; a line is a line whichever axis it sweeps.
    assert_eq!(looks(&level(&["bni2", "nc.2"])), [1, 2, 2, 4, 2, 5, 0, 4]);
    assert_eq!(looks(&level(&["b>x", "nr."])), [1, 3, 6, 2, 5, 0]);
    let looks = Descriptors::of(&board, 0.5);
    let score = 0.5 + 0.5 * looks.visual_complexity - 0.15 * looks.interest;
    assert_eq!(looks.tutorial_score, score);
}
