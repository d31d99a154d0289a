//! What a tutorial teaches, checked in *every* optimal sequence (docs/rules-slide.md, Tutorials).
//!
//! A shortest solution takes the cheapest route, not the one that the author had in mind. So it is
//! not enough that the lesson can be learned on some line. Also, without the block in `needs` the
//! same test must fail.

use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::board::{Block, Board};
use super::level::{Kind, KindWord, Level, Teaches};
use super::notation::Move;
use super::rules::{ForSliding, Sliding};
use crate::bits::Word;
use crate::finding::Place;
use crate::lint_id::LintId;
use crate::puzzle::Puzzle;
use crate::quality::Hit;
use crate::search::{Distances, Limit, Limits, OptimalLines, StateGraph, explore_and_sweep};

/// Why there is no answer, or that the lesson fails.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Miss {
    /// A limit was hit: nothing is known.
    Unknown(Limit),
    /// The lesson is not learned, and why.
    Fails(String),
}

/// The finding of a tutorial whose lesson a limit left undecided; `None` if the level is not a
/// tutorial.
pub(super) fn undecided(board: &Board, limit: Limit) -> Option<Hit> {
    board.teaches().map(|_| Hit {
        lint: LintId::Exhausted,
        place: Place::field(&["teaches"]),
        message: format!("{limit} before it was known whether the level teaches what it says"),
        help: limit.help(),
    })
}

/// The finding of a tutorial that does not teach what it says, or for which a limit left that
/// undecided; `None` if it does teach it, or if the level is not a tutorial.
pub(super) fn hit(board: &Board, limits: Limits) -> Option<Hit> {
    let teaches = board.teaches()?;
    let fails = |field: &str, message: String, help: &str| {
        Some(Hit {
            lint: LintId::TutorialTeachesNothing,
            place: Place::field(&["teaches", field]),
            message,
            help: help.to_string(),
        })
    };
    match learned(board, teaches, limits) {
        Err(Miss::Unknown(limit)) => return undecided(board, limit),
        Err(Miss::Fails(why)) => {
            return fails(
                "kind",
                format!("the lesson is not learned: {why}"),
                "change the board until every shortest solution shows it: levels-gen show --solution draws one",
            );
        }
        Ok(()) => {}
    }
    let bare = board.level_without(teaches.needs.chars().next()?);
    match on_level(&bare, teaches, limits) {
        Ok(()) => fails(
            "needs",
            format!(
                "the lesson is also learned without block `{}`",
                teaches.needs
            ),
            "name a block that the lesson depends on, or change the board so that it does",
        ),
        Err(Miss::Unknown(limit)) => undecided(board, limit),
        Err(Miss::Fails(_)) => None,
    }
}

/// The lesson on another level than the tutorial itself.
fn on_level(level: &Level, teaches: &Teaches, limits: Limits) -> Result<(), Miss> {
    let board = Board::new(level).map_err(|_| Miss::Fails("it is not a board".into()))?;
    learned(&board, teaches, limits)
}

/// Whether every optimal sequence shows the lesson.
fn learned(board: &Board, teaches: &Teaches, limits: Limits) -> Result<(), Miss> {
    let fail = |why: String| Err(Miss::Fails(why));
    let name = &teaches.block;
    let Some(block) = board
        .blocks()
        .iter()
        .position(|block| block.letter.to_string() == *name)
    else {
        return fail(format!("block `{name}` is not there"));
    };
    let kind = board.blocks()[block].kind;
    if kind.word() != teaches.kind {
        return fail(format!("block `{name}` is {}", kind.word().word()));
    }
    let lesson = Lesson { block, limits };
    let optimum = board.with_sliding(lesson)?;
    if kind == Kind::Sand {
        let same = |other: &Block| other.letter == board.blocks()[block].letter;
        let easy = Board::new(&board.level_with_crystal(same));
        let easy = easy.map_err(|_| Miss::Fails("it is not a board".into()))?;
        if easy.with_sliding(Optimum(limits))? >= optimum {
            return fail(format!(
                "the level is as short if block `{name}` is crystal"
            ));
        }
    }
    Ok(())
}

/// Walks the optimal sequences of a board; the result is the optimum.
struct Lesson {
    block: usize,
    limits: Limits,
}

impl ForSliding<Result<u32, Miss>> for Lesson {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<u32, Miss> {
        let board = puzzle.board();
        let block = &board.blocks()[self.block];
        let name = block.letter;
        let fail = |why: String| Err(Miss::Fails(why));
        let (graph, distances, lines) = solve(puzzle, self.limits)?;
        let moves = |test: &dyn Fn(Move) -> bool| lines.least_cost(|m| u32::from(test(m))) > 0;
        let own = |m: Move| usize::from(m.block) == self.block;
        match block.kind.word() {
            KindWord::Crystal => {
                if !moves(&|m| usize::from(m.block) != board.key()) {
                    return fail("a shortest solution moves the Key alone".into());
                }
            }
            KindWord::Ice => {
                if !moves(&|m| own(m) && m.cells >= 2) {
                    return fail(format!(
                        "in a shortest solution block `{name}` does not glide two cells"
                    ));
                }
            }
            KindWord::Sand | KindWord::Rime | KindWord::Mirror => {
                if !moves(&own) {
                    return fail(format!(
                        "in a shortest solution block `{name}` does not move"
                    ));
                }
            }
        }
        if block.kind == Kind::Rime && puzzle.decode(puzzle.start()).1[self.block] {
            return fail(format!("block `{name}` is already thawed at the start"));
        }
        if block.kind.word() == KindWord::Mirror
            && optimal_ends(&graph, &distances)
                .iter()
                .any(|&end| !turns_at(puzzle, end, block))
        {
            return fail(format!(
                "in a shortest solution the ray does not turn at block `{name}`"
            ));
        }
        Ok(lines.optimum())
    }
}

/// The optimum of a board.
struct Optimum(Limits);

impl ForSliding<Result<u32, Miss>> for Optimum {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> Result<u32, Miss> {
        solve(puzzle, self.0).map(|(_, _, lines)| lines.optimum())
    }
}

type Solved<'a, W> = (StateGraph<Sliding<'a, W>>, Distances, OptimalLines<Move>);

fn solve<'a, W: Word>(puzzle: &Sliding<'a, W>, limits: Limits) -> Result<Solved<'a, W>, Miss> {
    let explored = explore_and_sweep(puzzle, limits);
    let (graph, distances) = explored.map_err(|cut| Miss::Unknown(cut.limit))?;
    match OptimalLines::of(puzzle, &graph, &distances) {
        Some(lines) => Ok((graph, distances, lines)),
        None => Err(Miss::Fails("the level cannot be won".into())),
    }
}

/// The won states in which an optimal sequence ends.
fn optimal_ends<P: Puzzle>(graph: &StateGraph<P>, distances: &Distances) -> Vec<P::State> {
    let mut layer = alloc::vec![0_u32];
    for left in (0..distances.optimum().unwrap_or(0)).rev() {
        let mut next: Vec<u32> = layer
            .iter()
            .flat_map(|&state| graph.targets(state))
            .copied()
            .filter(|&target| distances.to_win(target) == left)
            .collect();
        next.sort_unstable();
        next.dedup();
        layer = next;
    }
    layer
        .iter()
        .map(|&state| graph.states()[state as usize])
        .collect()
}

/// Whether the ray enters a cell of a mirror.
fn turns_at<W: Word>(puzzle: &Sliding<'_, W>, state: W, mirror: &Block) -> bool {
    let index = puzzle
        .board()
        .blocks()
        .iter()
        .position(|block| block.letter == mirror.letter);
    let Some(place) = index.map(|index| puzzle.decode(state).0[index]) else {
        return false;
    };
    let (left, top) = mirror.corner(place);
    let mut turns = false;
    puzzle.ray(state, |x, y| {
        turns |=
            (left..left + mirror.width).contains(&x) && (top..top + mirror.height).contains(&y);
    });
    turns
}
