//! Many changes toward a difficulty (docs/rules-roll.md, Annealing), or toward a board
//! that is easy (docs/rules-roll.md, Easy boards).

use super::super::board::Board;
use super::super::measures::{
    Band, Budget, Figures, GreedyEnd, Score, Structure, Weights, figures_where,
};
use super::super::screen::{Verdict, witness};
use super::mutate::introduce;
use super::{Draft, Spec, backbone, mutate};
use crate::rng::Rng;

/// The result of annealing.
#[derive(Debug, Clone, PartialEq)]
pub struct Annealed {
    /// The best board found.
    pub draft: Draft,
    /// Its figures under the budget of the annealing, except for the count of solutions, which
    /// stops at the number from which the kept ones are chosen.
    pub figures: Figures,
    /// Its difficulty.
    pub score: Score,
}

/// The first and the last temperature, in units of difficulty.
const HOT: f64 = 0.20;
const COLD: f64 = 0.005;
/// The cost of an absent required mechanic, in units of difficulty.
const ABSENT: f64 = 0.5;
/// The cost of each tile that the greedy player leaves.
const LEFT: f64 = 0.4;

/// The temperature of a step, falling geometrically.
fn temperature(step: u32, steps: u32) -> f64 {
    HOT * libm::pow(COLD / HOT, f64::from(step) / f64::from(steps.max(1)))
}

/// Whether a change for the worse is accepted.
fn takes(now: f64, new: f64, temperature: f64, rng: &mut Rng) -> bool {
    new <= now || now.is_finite() && rng.unit() < libm::exp((now - new) / temperature)
}

/// How many nodes a search for a solution expands before all states are explored.
const WITNESS_NODES: u32 = 2_000;

/// Whether a board has no fault that is visible without solving it: too few greens, unpaired
/// teleports, useless specials.
fn is_sound(board: &Board, spec: &Spec) -> bool {
    let structure = Structure::of(board);
    structure.greens >= spec.min_greens
        && structure.unpaired_shift_ids == 0
        && structure.useless_specials == 0
}

fn absent(draft: &Draft, spec: &Spec) -> usize {
    spec.required.minus(draft.mechanics()).len()
}

/// A random change. One in three introduces an absent required mechanic, which otherwise would
/// rarely be drawn and would be removed before it is of any use.
fn change(draft: &mut Draft, spec: &Spec, rng: &mut Rng) {
    let absent = spec.required.minus(draft.mechanics());
    match absent.iter().next() {
        Some(mechanic) if rng.chance(1, 3) => introduce(draft, mechanic, spec.axis, rng),
        _ => mutate(draft, spec.allowed, spec.axis, rng),
    }
}

/// Anneals from a backbone toward the requested difficulty. Drafts with dead tiles, unsolvable
/// drafts and drafts beyond the budget are skipped. The result is the nearest of those that `keep`
/// accepts. A required mechanic may still be absent from it. `None` if no draft could be scored and
/// was accepted.
#[must_use]
pub fn anneal(
    spec: &Spec,
    budget: &Budget,
    weights: &Weights,
    keep: impl Fn(&Annealed) -> bool,
    rng: &mut Rng,
) -> Option<Annealed> {
    let near = |cost: f64, _: &Annealed| cost < 0.01;
    descend(spec, budget, weights, keep, near, rng)
}

/// Anneals on measured cost. The result is the cheapest `eligible` draft; the first of them that is
/// `enough` ends the search.
fn descend(
    spec: &Spec,
    budget: &Budget,
    weights: &Weights,
    eligible: impl Fn(&Annealed) -> bool,
    enough: impl Fn(f64, &Annealed) -> bool,
    rng: &mut Rng,
) -> Option<Annealed> {
    let mut now = backbone(spec.cols, spec.rows, spec.target, rng)?;
    let mut now_cost = f64::INFINITY;
    let mut best: Option<(f64, Annealed)> = None;
    for step in 0..=spec.iterations {
        let mut draft = now.clone();
        // The backbone itself comes first.
        if step > 0 {
            change(&mut draft, spec, rng);
            if draft == now {
                continue;
            }
        }
        let Some((cost, annealed)) = appraise(draft, spec, budget, weights) else {
            continue;
        };
        if !takes(now_cost, cost, temperature(step, spec.iterations), rng) {
            continue;
        }
        now = annealed.draft.clone();
        now_cost = cost;
        if best.as_ref().is_none_or(|(least, _)| cost < *least) && eligible(&annealed) {
            let done = enough(cost, &annealed);
            best = Some((cost, annealed));
            if done {
                break;
            }
        }
    }
    best.map(|(_, annealed)| annealed)
}

/// The cost of a draft with its figures; `None` if it is infinite.
fn appraise(
    draft: Draft,
    spec: &Spec,
    budget: &Budget,
    weights: &Weights,
) -> Option<(f64, Annealed)> {
    let board = draft.board();
    if !is_sound(&board, spec) {
        return None;
    }
    // Most changes make the board unsolvable, which a search for one solution finds out long before
    // all states have been seen.
    if witness(&board, WITNESS_NODES) == Verdict::Unsolvable {
        return None;
    }
    // The score needs no more solutions than those from which the kept ones are chosen.
    let counted = Budget {
        count_cap: budget.count_cap.min(budget.buffer as u32),
        ..*budget
    };
    let figures = figures_where(&board, &counted, |explored| explored.dead_tiles == 0).ok()??;
    let score = Score::of(figures.play.as_ref()?, weights);
    let cost = (score.difficulty - spec.target).abs() + ABSENT * absent(&draft, spec) as f64;
    Some((
        cost,
        Annealed {
            draft,
            figures,
            score,
        },
    ))
}

/// The most states of a board that is easy to take in.
const EASY_STATES: u32 = 1_000;

/// Anneals from a backbone toward an easy board with everything that is required.
///
/// Boards that the greedy player wins are easy, and playing it costs a fraction of a solve. So the
/// cost here is the tiles that it leaves and the tiles that it does not use. A board that it wins
/// is solved once, and the first that `keep` accepts is the result. If none is found, annealing on
/// the measured difficulty follows, on boards of at most 1,000 states.
#[must_use]
pub fn anneal_easy(
    spec: &Spec,
    budget: &Budget,
    weights: &Weights,
    keep: impl Fn(&Annealed) -> bool,
    rng: &mut Rng,
) -> Option<Annealed> {
    let accept = |draft: &Draft| {
        if absent(draft, spec) > 0 {
            return None;
        }
        let (_, annealed) = appraise(draft.clone(), spec, budget, weights)?;
        keep(&annealed).then_some(annealed)
    };
    let mut now = backbone(spec.cols, spec.rows, spec.target, rng)?;
    let mut now_cost = f64::INFINITY;
    for step in 0..spec.iterations {
        let mut draft = now.clone();
        if step > 0 {
            change(&mut draft, spec, rng);
            if draft == now {
                continue;
            }
        }
        let board = draft.board();
        if !is_sound(&board, spec) {
            continue;
        }
        let end = GreedyEnd::of(&board);
        let cost = LEFT * f64::from(end.left + end.idle) + ABSENT * absent(&draft, spec) as f64;
        if end.solves
            && let Some(annealed) = accept(&draft)
        {
            return Some(annealed);
        }
        if takes(now_cost, cost, temperature(step, spec.iterations), rng) {
            now = draft;
            now_cost = cost;
        }
    }
    let small = Budget {
        max_states: EASY_STATES.min(budget.max_states),
        ..*budget
    };
    let eligible = |annealed: &Annealed| absent(&annealed.draft, spec) == 0 && keep(annealed);
    let easy = |_: f64, annealed: &Annealed| annealed.band() == Some(Band::Easy);
    descend(spec, &small, weights, eligible, easy, rng)
}

impl Annealed {
    /// The band. It is never `None`, since the play of an annealed board has been measured.
    #[must_use]
    pub fn band(&self) -> Option<Band> {
        Band::of(&self.figures)
    }
}
