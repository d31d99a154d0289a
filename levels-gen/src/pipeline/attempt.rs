//! One layout: its candidates go through the filters until one is good.

use std::ops::ControlFlow;

use levels_core::puzzle::{ForPuzzle, Puzzle};
use levels_core::quality::filters::{Claim, Kept, Tally, by_verdict};
use levels_core::quality::{Drawn, Effort, Elite, Generate, Proposal, Source, Survey};
use levels_core::rng::Rng;
use levels_core::search::Limits;

/// How candidates are proposed: the family's own way, or another one that is compared with it.
pub type Proposer<'a, F> = &'a (
        dyn Fn(
    &<F as Generate>::Dials,
    &[u32],
    Source<'_, Level<F>>,
    &mut Rng,
    &mut dyn FnMut(Proposal<Level<F>>) -> ControlFlow<()>,
) -> Drawn<Level<F>>
            + Sync
    );

type Level<F> = <F as levels_core::puzzle::Family>::Level;

/// A level that passed every filter.
pub struct Accepted<F: Generate> {
    /// The level.
    pub level: F::Level,
    /// The board.
    pub board: F::Board,
    /// What the new solve found.
    pub survey: Survey<F::Move>,
    /// The optimum, in moves.
    pub optimal: u32,
    /// Its canonical form.
    pub form: String,
    /// Its family key.
    pub key: String,
    /// Its family key up to symmetry.
    pub twin_key: String,
}

/// The result of one layout.
pub struct Attempt<F: Generate> {
    /// The effort of the proposer and of the searches after it.
    pub effort: Effort,
    /// How many candidates were looked at.
    pub candidates: u64,
    /// Why candidates were refused.
    pub refused: Tally,
    /// The first candidate that passed.
    pub found: Option<Accepted<F>>,
    /// The layout's hardest board, if an archive needs it.
    pub elite: Option<Elite<F::Level>>,
}

/// What candidates are checked against.
pub struct Gate<'a, F: Generate> {
    /// How levels are drawn, and what the family requires of them.
    pub dials: &'a F::Dials,
    /// What the bucket's levels claim.
    pub claim: Claim,
    /// What had been kept before.
    pub kept: &'a Kept,
}

impl<F: Generate> Gate<'_, F> {
    /// Draws one layout and looks at its candidates until one passes.
    pub fn attempt(
        &self,
        propose: Proposer<'_, F>,
        wanted: &[u32],
        source: Source<'_, F::Level>,
        rng: &mut Rng,
    ) -> Attempt<F> {
        let mut candidates = 0;
        let mut states = 0;
        let mut refused = Tally::new();
        let mut found = None;
        let drawn = propose(self.dials, wanted, source, rng, &mut |proposal| {
            candidates += 1;
            match self.judge(proposal, &mut states) {
                Ok(good) => {
                    found = Some(good);
                    ControlFlow::Break(())
                }
                Err(reason) => {
                    refused.count(reason);
                    ControlFlow::Continue(())
                }
            }
        });
        let Drawn { mut effort, elite } = drawn;
        effort.states += states;
        Attempt {
            effort,
            candidates,
            refused,
            found,
            elite,
        }
    }

    /// The filters, cheapest first: what needs no search, the verdict, then what the search
    /// measured.
    fn judge(
        &self,
        proposal: Proposal<F::Level>,
        states: &mut u64,
    ) -> Result<Accepted<F>, &'static str> {
        let Proposal { level, claim } = proposal;
        let board = F::build(&level).map_err(|_| "malformed")?;
        if F::with_puzzle(&board, OpensWon) {
            return Err("already-won");
        }
        let form = F::canonical(&board);
        if self.kept.has_form(&form) {
            return Err("duplicate");
        }
        let enough = |optimal| {
            let key = F::family_key(&board, optimal);
            if self.kept.has_enough_of(&key) {
                Err("near-duplicate")
            } else {
                Ok(key)
            }
        };
        if let Some(claim) = claim {
            enough(claim)?;
        }
        let survey = F::survey(&board, Limits::states(F::MAX_STATES));
        *states += survey.states.unwrap_or(0);
        if let Some(reason) = by_verdict::<F>(&survey, self.claim) {
            return Err(reason);
        }
        let optimal = survey.outcome.optimal().ok_or("unsolvable")?;
        let key = enough(optimal)?;
        // A generated pack denies every lint that has a hit.
        if let Some(hit) = survey.hits.first() {
            return Err(hit.lint.name());
        }
        if let Some(reason) = F::refuse(self.dials, &board, &survey) {
            return Err(reason);
        }
        Ok(Accepted {
            twin_key: F::twin_key(&board, optimal),
            level,
            board,
            survey,
            optimal,
            form,
            key,
        })
    }
}

struct OpensWon;

impl<M> ForPuzzle<M, bool> for OpensWon {
    fn call<P: Puzzle<Move = M>>(self, puzzle: &P) -> bool {
        puzzle.is_won(puzzle.start())
    }
}
