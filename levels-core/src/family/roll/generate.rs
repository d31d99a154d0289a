//! Floor 3: how rolling-cube levels are generated from a profile.
//!
//! A seed gives one board: a loop with a few random changes, or an annealed one. Cheap checks come
//! before the board is proposed. A campaign does the same over a range of seeds and keeps the best.

use alloc::string::String;
use core::ops::ControlFlow;

use super::Roll;
use super::board::Board;
use super::campaign_spec::Settings;
use super::candidate::{Reject, draft_of, mutated, screen};
use super::descriptors::bucket;
use super::dials::Dials;
use super::level::Level;
use super::measures::{Band, Budget, Score, Weights, figures_where};
use super::notation::Move;
use super::propose::{Draft, anneal};
use crate::quality::filters::Reason;
use crate::quality::{Drawn, Effort, Elite, Figure, Generate, Proposal, Source, Survey};
use crate::rng::Rng;

const REASONS: &[Reason] = &[
    Reason::new(
        "unpaired-shift",
        "the proposer lost a teleport: this is a bug in the program",
    ),
    Reason::new(
        "useless-special",
        "lines and mines far from greens: fewer kinds, or larger boards",
    ),
    Reason::new(
        "too-many-specials",
        "fewer kinds, or a lower special_percent",
    ),
    Reason::new(
        "dead-tile",
        "tiles that nothing reaches: smaller boards, or a lower target",
    ),
    Reason::new(
        "not-landable",
        "every green is swept or blasted: fewer lines and mines",
    ),
    Reason::new(
        "greedy-solves",
        "boards play themselves: a higher target, or greedy = true",
    ),
    Reason::new(
        "few-states",
        "boards are small: larger sizes, or fewer min_states",
    ),
    Reason::new(
        "short",
        "solutions are short: a higher target, or fewer min_moves",
    ),
    Reason::new(
        "random-solves",
        "random keys win: a higher target, or a higher max_random",
    ),
    Reason::new(
        "missing-kind",
        "what `require` names was lost: more iterations",
    ),
];

impl Generate for Roll {
    type Dials = Dials;

    const REASONS: &'static [Reason] = REASONS;

    fn check(dials: &Dials) -> Result<(), String> {
        dials.check()
    }

    fn candidates(
        dials: &Dials,
        _wanted: &[u32],
        source: Source<'_, Level>,
        rng: &mut Rng,
        emit: &mut dyn FnMut(Proposal<Level>) -> ControlFlow<()>,
    ) -> Drawn<Level> {
        let mut effort = Effort::default();
        let draft = match source.parent() {
            Some(parent) => bred(dials, parent, rng),
            None => propose(dials, rng),
        };
        let Some(draft) = draft else {
            return Drawn::no_elite(effort);
        };
        effort.layouts = 1;
        let board = draft.board();
        let settings = Settings {
            special_share: dials.special_percent,
            ..Settings::default()
        };
        // Nearly all drafts end here, before any measuring.
        match screen(&board, &settings) {
            Ok(()) => {}
            Err(Reject::Undecided) => {
                effort.too_large = 1;
                return Drawn::no_elite(effort);
            }
            Err(_) => {
                effort.hopeless = 1;
                return Drawn::no_elite(effort);
            }
        }
        let level = board.level();
        let elite = match source {
            Source::Archive(_) => elite(&board, &level, &settings, &mut effort),
            Source::Random => None,
        };
        let _ = emit(Proposal { level, claim: None });
        Drawn { effort, elite }
    }

    fn refuse(dials: &Dials, board: &Board, survey: &Survey<Move>) -> Option<&'static str> {
        let flag = |name| survey.figures.get(name) == Some(&Figure::Flag(true));
        let number = |name| survey.figures.number(name).unwrap_or(0.0);
        let required = dials.require.iter();
        let held = super::survey::mechanics(board);
        let tests = [
            (!dials.greedy && flag("greedy_solves"), "greedy-solves"),
            (
                number("reachable_states") < dials.min_states as f64,
                "few-states",
            ),
            (survey.outcome.optimal() < Some(dials.min_moves), "short"),
            (
                number("random_solve_prob_exact") * 100.0 > f64::from(dials.max_random),
                "random-solves",
            ),
            (
                required.clone().any(|kind| !held.contains(&kind.as_str())),
                "missing-kind",
            ),
        ];
        tests
            .into_iter()
            .find_map(|(holds, name)| holds.then_some(name))
    }
}

/// The parent with a few changes.
fn bred(dials: &Dials, parent: &Level, rng: &mut Rng) -> Option<Draft> {
    let parent = Board::new(parent).ok()?;
    let allowed = dials.spec(rng)?.allowed;
    mutated(&parent, allowed, rng)
}

/// A board as an elite of its bucket, ranked by difficulty; `None` if it has no difficulty or a
/// dead tile.
fn elite(
    board: &Board,
    level: &Level,
    settings: &Settings,
    effort: &mut Effort,
) -> Option<Elite<Level>> {
    let budget = Budget {
        max_states: settings.max_states,
        ..Budget::DEEP
    };
    let figures = figures_where(board, &budget, |seen| seen.dead_tiles == 0).ok()??;
    effort.states += u64::from(figures.exploration.reachable_states);
    let score = Score::of(figures.play.as_ref()?, &settings.weights);
    Some(Elite {
        level: level.clone(),
        cell: bucket(board, Band::of(&figures)?),
        rank: score.rank(),
    })
}

fn propose(dials: &Dials, rng: &mut Rng) -> Option<Draft> {
    let spec = dials.spec(rng)?;
    if spec.iterations == 0 {
        return draft_of(&spec, rng);
    }
    let weights = Weights::default();
    anneal(&spec, &Budget::ANNEAL, &weights, |_| true, rng).map(|annealed| annealed.draft)
}
