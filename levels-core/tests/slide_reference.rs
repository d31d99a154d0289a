//! The fast side of the sliding family compared with the oracle on random boards of every kind, win
//! and size: every figure, every distance, and what must stay the same under symmetry and renaming.

use std::cell::RefCell;
use std::collections::BTreeMap;

use levels_core::family::slide::reference::{self, Figures, write_line};
use levels_core::family::slide::{Board, Level, Slide, Win, canonical};
use levels_core::puzzle::Family as _;
use levels_core::quality::Measure as _;
use levels_core::search::Limits;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestRng, TestRunner};

mod slide_drafts;
mod slide_support;
use slide_drafts::{Draft, board_side, draft, draft_of_many_blocks, images, normal_form};
use slide_support::{build, by_position, fast, replays};

/// The most states of a board that is solved; both sides must give up on larger ones.
const MAX_STATES: u32 = 1_500;

/// A run that draws the same boards every time and leaves no files behind.
fn for_each(
    cases: u32,
    drafts: impl Strategy<Value = Draft>,
    check: impl Fn(&Level, &Board) -> Result<(), TestCaseError>,
) {
    let config = Config {
        cases,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let run = TestRunner::new_with_rng(config, rng).run(&drafts, |draft| {
        let level = draft.level();
        check(&level, &build(&level))
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

/// Checks that both sides agree on the boards of a strategy; returns what sorts of boards there
/// were.
fn census(cases: u32, drafts: impl Strategy<Value = Draft>) -> Census {
    let census = RefCell::new(Census::default());
    for_each(cases, drafts, |level, board| {
        let text = Slide::to_text(level);
        assert_eq!(Slide::from_text(&text).as_ref(), Ok(level), "{text}");
        let figures = same_figures(level, board);
        same_under_symmetry(level, figures.as_ref());
        census.borrow_mut().count(board, figures.as_ref());
        Ok(())
    });
    census.into_inner()
}

#[test]
fn what_there_is_to_decide() {
    let solved = RefCell::new(0);
    for_each(1_600, draft(board_side()), |level, board| {
        let Some(oracle) = reference::solve(level, MAX_STATES as usize) else {
            return Ok(());
        };
        let figures = Slide::survey(board, Limits::default()).figures;
        let Some(decided) = oracle.decisions else {
            proptest::prop_assert_eq!(figures.number("decision_bits"), None);
            return Ok(());
        };
        *solved.borrow_mut() += u32::from(decided.bits.len() > 1);
        let near = |name: &str, value: f64| {
            let is = figures.number(name);
            proptest::prop_assert!(
                is.is_some_and(|is| (is - value).abs() < 0.00051),
                "{}: {:?} against {}",
                name,
                is,
                value
            );
            Ok(())
        };
        let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
        near("decision_bits", decided.bits.iter().sum())?;
        near(
            "worst_decision_bits",
            decided.bits.iter().copied().fold(0.0, f64::max),
        )?;
        near("branching", mean(&decided.branching))?;
        near("bottlenecks", decided.bottlenecks as f64)?;
        near("forced_steps", decided.forced as f64)?;
        near("must_move_blocks", decided.must_move as f64)
    });
    assert!(solved.take() > 60);
}

#[test]
fn random_boards() {
    census(1_600, draft(board_side())).at_least(&[
        ("solved by moves", 300),
        ("won as it opens", 100),
        ("unsolvable", 300),
        ("limit", 5),
        ("two blocks move", 100),
        ("four moves and more", 20),
        ("crystal moves", 200),
        ("sand moves", 30),
        ("ice moves", 30),
        ("rime moves", 30),
        ("mirror moves", 100),
        ("a square block moves", 200),
        ("a thick block moves", 10),
        ("exit left", 40),
        ("exit right", 40),
        ("exit top", 40),
        ("exit bottom", 40),
        ("beam left", 20),
        ("beam right", 20),
        ("beam top", 20),
        ("beam bottom", 20),
        ("the ray turns", 70),
        ("eight cells wide or high", 20),
        ("64 bits", 1_000),
    ]);
}

#[test]
fn random_boards_of_many_blocks() {
    census(150, draft_of_many_blocks()).at_least(&[
        ("128 bits", 40),
        ("256 bits", 40),
        ("solved by moves", 15),
        ("won as it opens", 5),
        ("unsolvable", 50),
        ("limit", 5),
    ]);
}

/// Boards so small that the same puzzle comes up again and again.
#[test]
fn canonical_forms_tell_puzzles_apart() {
    let forms = RefCell::new(Forms::default());
    for_each(3_000, draft(1..=3_usize), |level, board| {
        forms.borrow_mut().add(level, board);
        Ok(())
    });
    forms.borrow().check();
}

/// Both sides agree on a level; its figures, unless it has too many states.
fn same_figures(level: &Level, board: &Board) -> Option<Figures> {
    let found = fast(board, MAX_STATES, true);
    let Some(solution) = reference::solve(level, MAX_STATES as usize) else {
        assert!(found.is_none(), "the fast side sees fewer states");
        return None;
    };
    let mut found = found.unwrap_or_else(|| panic!("the fast side sees more states"));
    assert_eq!(found.figures, solution.figures);
    assert_eq!(found.line, solution.figures.line.as_deref().map(write_line));
    let distances = by_position(std::mem::take(&mut found.distances));
    assert!(distances == solution.distances, "a distance differs");
    replays(level, &found);
    Some(solution.figures)
}

/// The eight images of a level have one canonical form and the same figures.
fn same_under_symmetry(level: &Level, figures: Option<&Figures>) {
    let form = canonical(&build(level));
    for image in images(level) {
        let board = build(&image);
        let text = Slide::to_text(&image);
        assert_eq!(canonical(&board), form, "{text}");
        let found = fast(&board, MAX_STATES, false).map(|found| found.figures);
        assert_eq!(
            found.as_ref().map(symmetric_figures),
            figures.map(symmetric_figures),
            "{text}"
        );
    }
}

/// The figures that symmetry and renaming keep.
fn symmetric_figures(figures: &Figures) -> impl PartialEq + std::fmt::Debug + use<> {
    (
        figures.reachable_states,
        figures.won_states,
        figures.optimum,
        figures.optimal_sequences,
        figures.steps,
        figures.optimal_first_moves.len(),
        figures.greatest,
        figures.hardest_states,
        figures.idle.len(),
    )
}

/// Canonical forms, with normal forms that share no code with them.
#[derive(Default)]
struct Forms {
    by_normal: BTreeMap<String, String>,
    boards: usize,
}

impl Forms {
    fn add(&mut self, level: &Level, board: &Board) {
        let form = canonical(board);
        let known = self
            .by_normal
            .entry(normal_form(level))
            .or_insert_with(|| form.clone());
        assert_eq!(*known, form);
        self.boards += 1;
    }

    /// Different puzzles have different forms, and some puzzles came up more than once.
    fn check(&self) {
        let mut forms: Vec<&String> = self.by_normal.values().collect();
        forms.sort_unstable();
        forms.dedup();
        assert_eq!(forms.len(), self.by_normal.len());
        assert!(
            self.boards - forms.len() > 10,
            "{} of {}",
            forms.len(),
            self.boards
        );
    }
}

/// How many boards of each sort the run has drawn.
#[derive(Default)]
struct Census(BTreeMap<String, u32>);

impl Census {
    fn add(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }

    fn count(&mut self, board: &Board, figures: Option<&Figures>) {
        let Some(figures) = figures else {
            self.add("limit");
            return;
        };
        self.add(match board.packing().bits() {
            0..=64 => "64 bits",
            65..=128 => "128 bits",
            _ => "256 bits",
        });
        let Some(optimum) = figures.optimum else {
            self.add("unsolvable");
            return;
        };
        self.add("solved");
        self.add(if optimum == 0 {
            "won as it opens"
        } else {
            "solved by moves"
        });
        if optimum == 0 {
            return;
        }
        if optimum >= 4 {
            self.add("four moves and more");
        }
        let lantern = board.lantern();
        self.add(format!("{} {}", board.win().word(), lantern.side));
        if board.win() == Win::Beam && lantern.side.outward() != board.emit() {
            self.add("the ray turns");
        }
        if board.width().max(board.height()) == 8 {
            self.add("eight cells wide or high");
        }
        if figures.idle.len() < board.blocks().len() - 1 {
            self.add("two blocks move");
        }
        for block in board.blocks() {
            if figures.idle.contains(&block.letter) {
                continue;
            }
            self.add(format!("{} moves", block.kind.word().word()));
            if block.width > 1 && block.height > 1 {
                self.add("a thick block moves");
            }
            if block.width == block.height {
                self.add("a square block moves");
            }
        }
    }

    /// Fails unless each sort has occurred as often as its row requires.
    fn at_least(&self, rows: &[(&str, u32)]) {
        for &(what, least) in rows {
            let met = self.0.get(what).copied().unwrap_or(0);
            assert!(
                met >= least,
                "{met} boards of the sort `{what}`, but {least} are required"
            );
        }
    }
}
