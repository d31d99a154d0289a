//! Floor 3: turns a seed into a board that is kept, or into the reason why not (docs/rules-roll.md,
//! Filter of a campaign).

use core::fmt;

use super::board::Board;
use super::campaign_spec::{SeedSpec, Settings};
use super::measures::{Budget, Figures, GreedyEnd, Score, Structure, figures, figures_where};
use super::mechanic::Mechanics;
use super::propose::{Draft, Spec, anneal_easy, backbone, mutate};
use super::screen::{Verdict, witness};
use crate::rng::Rng;

/// A board that is worth keeping.
#[derive(Debug, Clone, PartialEq)]
pub struct Kept {
    /// The board.
    pub board: Board,
    /// Its figures under [`Budget::DEEP`] with the settings' limit on states: all its states have
    /// been seen, but the count of its solutions may have met a cap.
    pub figures: Figures,
    /// Its difficulty.
    pub score: Score,
}

/// Why a seed gives nothing, in the order of the checks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reject {
    /// No loop fits on the board, or annealing found no board that can be scored.
    NoProposal,
    /// More special tiles than the share allows.
    TooManySpecials,
    /// A line or a mine with nothing to clear.
    UselessSpecial,
    /// It cannot be won.
    Unsolvable,
    /// The screen met its limit: nothing is known.
    Undecided,
    /// The greedy player wins.
    Greedy,
    /// There are more states than the limit allows: nothing more is known.
    Exhausted,
    /// Too few states.
    FewStates,
    /// A tile that nothing occupies or clears.
    DeadTile,
    /// The cube cannot rest on a green and still win.
    NotLandable,
    /// Too short a solution.
    Short,
    /// Random keys win too often.
    Random,
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl core::error::Error for Reject {}

impl Reject {
    /// All of them, in order.
    pub const ALL: [Self; 12] = [
        Self::NoProposal,
        Self::TooManySpecials,
        Self::UselessSpecial,
        Self::Unsolvable,
        Self::Undecided,
        Self::Greedy,
        Self::Exhausted,
        Self::FewStates,
        Self::DeadTile,
        Self::NotLandable,
        Self::Short,
        Self::Random,
    ];

    /// The word that counters are printed under.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::NoProposal => "no-proposal",
            Self::TooManySpecials => "too-many-specials",
            Self::UselessSpecial => "useless-special",
            Self::Unsolvable => "unsolvable",
            Self::Undecided => "undecided",
            Self::Greedy => "greedy-solves",
            Self::Exhausted => "exhausted",
            Self::FewStates => "few-states",
            Self::DeadTile => "dead-tile",
            Self::NotLandable => "not-landable",
            Self::Short => "short",
            Self::Random => "random-solves",
        }
    }
}

/// What a seed gives under some settings: always the same. Combined boards are bred from `parent`,
/// if there is one.
///
/// # Errors
/// Why it gives nothing.
pub fn candidate(seed: u64, settings: &Settings, parent: Option<&Board>) -> Result<Kept, Reject> {
    match SeedSpec::of(seed, settings) {
        SeedSpec::Tutorial(_, spec) => tutorial(seed, &spec, settings),
        SeedSpec::Combined(spec) => {
            let draft = match parent {
                Some(parent) => mutated(parent, spec.allowed, &mut combined_rng(seed)),
                None => draft(seed, &spec),
            };
            let board = draft.ok_or(Reject::NoProposal)?.board();
            screen(&board, settings)?;
            deep(board, settings)
        }
    }
}

/// The combined board of a seed before it is screened: a backbone and a number of changes.
#[must_use]
pub fn draft(seed: u64, spec: &Spec) -> Option<Draft> {
    draft_of(spec, &mut combined_rng(seed))
}

fn combined_rng(seed: u64) -> Rng {
    Rng::new(seed ^ 0x9E37_79B9_7F4A_7C15)
}

/// A backbone and a number of random changes.
pub(super) fn draft_of(spec: &Spec, rng: &mut Rng) -> Option<Draft> {
    let mut draft = backbone(spec.cols, spec.rows, spec.target, rng)?;
    let most = (spec.cols * spec.rows / 2).max(4) as u32;
    for _ in 0..3 + rng.below(most - 2) {
        mutate(&mut draft, spec.allowed, spec.axis, rng);
    }
    Some(draft)
}

/// The most changes at once to a bred board.
const MOST_CHANGES: u32 = 4;

/// A board with one to four random changes.
pub(super) fn mutated(parent: &Board, allowed: Mechanics, rng: &mut Rng) -> Option<Draft> {
    let mut draft = Draft::of(parent)?;
    for _ in 0..1 + rng.below(MOST_CHANGES) {
        mutate(&mut draft, allowed, None, rng);
    }
    Some(draft)
}

/// The first tier: what can be seen without measuring, and whether there is a solution.
///
/// # Errors
/// Why the board is not worth measuring.
pub fn screen(board: &Board, settings: &Settings) -> Result<(), Reject> {
    let structure = Structure::of(board);
    if structure.specials > structure.max_specials(settings.special_share) {
        return Err(Reject::TooManySpecials);
    }
    if structure.useless_specials > 0 {
        return Err(Reject::UselessSpecial);
    }
    match witness(board, settings.max_nodes) {
        Verdict::Solvable(_) => Ok(()),
        Verdict::Unsolvable => Err(Reject::Unsolvable),
        Verdict::Undecided => Err(Reject::Undecided),
    }
}

/// The second tier: all figures, and what is required of a combined board.
fn deep(board: Board, settings: &Settings) -> Result<Kept, Reject> {
    if GreedyEnd::of(&board).solves {
        return Err(Reject::Greedy);
    }
    let budget = Budget {
        max_states: settings.max_states,
        ..Budget::DEEP
    };
    let mut fault = None;
    let figures = figures_where(&board, &budget, |explored| {
        fault = [
            (
                explored.reachable_states < settings.min_states,
                Reject::FewStates,
            ),
            (explored.dead_tiles > 0, Reject::DeadTile),
            (!explored.rests_on_green, Reject::NotLandable),
        ]
        .into_iter()
        .find_map(|(holds, reject)| holds.then_some(reject));
        fault.is_none()
    })
    .map_err(|_| Reject::Exhausted)?
    .ok_or(fault.unwrap_or(Reject::Unsolvable))?;
    let play = figures.play.as_ref().ok_or(Reject::Unsolvable)?;
    let moves = figures.exploration.shortest_path.unwrap_or(0);
    if moves < settings.min_moves {
        return Err(Reject::Short);
    }
    if play.random_solve_prob > settings.max_random {
        return Err(Reject::Random);
    }
    let score = Score::of(play, &settings.weights);
    Ok(Kept {
        board,
        figures,
        score,
    })
}

fn tutorial(seed: u64, spec: &Spec, settings: &Settings) -> Result<Kept, Reject> {
    let mut rng = Rng::new(seed);
    let annealed = anneal_easy(
        spec,
        &Budget::DEEP,
        &settings.weights,
        |annealed| {
            let structure = Structure::of(&annealed.draft.board());
            structure.specials <= structure.max_specials(settings.special_share)
                && annealed.figures.exploration.rests_on_green
        },
        &mut rng,
    )
    .ok_or(Reject::NoProposal)?;
    // Once more for the record, with the whole count of solutions.
    let board = annealed.draft.board();
    let figures = figures(&board, &Budget::DEEP).map_err(|_| Reject::Exhausted)?;
    Ok(Kept {
        board,
        figures,
        score: annealed.score,
    })
}
