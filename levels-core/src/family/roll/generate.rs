//! Floor 3: how rolling-cube levels are searched for from a profile.
//!
//! A seed gives one board: a loop with a few random changes, or an annealed one. What is cheap to see
//! is looked at before the board is proposed; a campaign does the same over a range of seeds and
//! keeps the best.

use alloc::string::String;
use core::ops::ControlFlow;

use super::Roll;
use super::board::Board;
use super::campaign_spec::Settings;
use super::candidate::{draft_of, screen};
use super::dials::Dials;
use super::level::Level;
use super::measures::{Budget, Weights};
use super::notation::Move;
use super::propose::{Draft, anneal};
use crate::quality::filters::Reason;
use crate::quality::{Effort, Figure, Generate, Proposal, Survey};
use crate::rng::Rng;

const REASONS: &[Reason] = &[
    Reason::new(
        "unpaired-shift",
        "the proposer lost a teleport: that is a fault of the program",
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
        _parent: Option<&Level>,
        rng: &mut Rng,
        emit: &mut dyn FnMut(Proposal<Level>) -> ControlFlow<()>,
    ) -> Effort {
        let mut effort = Effort::default();
        let Some(draft) = propose(dials, rng) else {
            return effort;
        };
        effort.layouts = 1;
        let board = draft.board();
        let settings = Settings {
            special_share: dials.special_percent,
            ..Settings::default()
        };
        if screen(&board, &settings).is_err() {
            // Refuted or undecided before any measuring: nearly all drafts end here.
            effort.hopeless = 1;
            return effort;
        }
        let _ = emit(Proposal {
            level: board.level(),
            claim: None,
        });
        effort
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

fn propose(dials: &Dials, rng: &mut Rng) -> Option<Draft> {
    let spec = dials.spec(rng)?;
    if spec.iterations == 0 {
        return draft_of(&spec, rng);
    }
    let weights = Weights::default();
    anneal(&spec, &Budget::ANNEAL, &weights, rng).map(|annealed| annealed.draft)
}
