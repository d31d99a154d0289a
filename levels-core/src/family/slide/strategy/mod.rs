//! Ways to propose levels from a layout: the one that generation uses, and the older ones that it is
//! compared with (design, "Strategy comparison").
//!
//! Each takes a won layout and says which of its arrangements might have a wanted optimum. Whatever
//! it claims, a candidate is solved again and filed by that number.

mod exact;
mod flattened;
mod single;
mod walk;

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::Level;
use super::board::Board;
use super::dials::Dials;
use super::distances::{Explored, TooLarge};
use super::harvest::{Candidate, Harvest};
use super::propose;
use crate::quality::{Effort, Proposal};
use crate::rng::Rng;
use crate::search::Limits;

/// A way to propose levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// A random walk of as many moves as are wanted, away from the won layout.
    Walk,
    /// The distance from the one win that the layout is, twists taken for crystal.
    Single,
    /// The distance to the nearest of all wins, twists taken for crystal and the band shifted.
    Flattened,
    /// The exact distance to the nearest of all wins, under the real rules.
    Exact,
}

impl Strategy {
    /// All of them, the oldest first.
    pub const ALL: [Self; 4] = [Self::Walk, Self::Single, Self::Flattened, Self::Exact];

    /// The word that a command line uses.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Single => "single",
            Self::Flattened => "flattened",
            Self::Exact => "exact",
        }
    }

    /// Draws one layout and proposes levels from it, as
    /// [`Generate::candidates`](crate::quality::Generate::candidates) does.
    pub fn candidates(
        self,
        dials: &Dials,
        wanted: &[u32],
        rng: &mut Rng,
        emit: &mut dyn FnMut(Proposal<Level>) -> ControlFlow<()>,
    ) -> Effort {
        let mut effort = Effort::default();
        let Some(layout) = propose::layout(dials, rng) else {
            return effort;
        };
        let Ok(layout) = Board::new(&layout) else {
            return effort;
        };
        effort.layouts = 1;
        let harvest = Harvest::new(wanted, dials.per_depth, rng.bits());
        let limits = Limits::states(dials.max_states);
        let found = match self {
            Self::Walk => walk::harvest(&layout, harvest, rng),
            Self::Single => single::harvest(&layout, limits, harvest),
            Self::Flattened => flattened::harvest(&layout, limits, harvest),
            Self::Exact => exact::harvest(&layout, dials.felt, limits, harvest),
        };
        match found {
            Err(TooLarge { states }) => {
                effort.too_large = 1;
                effort.states = states;
            }
            Ok((harvest, explored)) => {
                effort.states = explored.states;
                if self == Self::Exact && explored.dead_block {
                    effort.hopeless = 1;
                    return effort;
                }
                for Candidate { places, depth } in harvest.round_robin(dials.per_layout) {
                    let proposal = Proposal {
                        level: layout.level_at(&places).lettered(),
                        claim: (self == Self::Exact).then_some(depth),
                    };
                    if emit(proposal).is_break() {
                        break;
                    }
                }
            }
        }
        effort
    }
}

/// A harvest and what the search for it found.
type Found<'a> = Result<(Harvest<'a>, Explored), TooLarge>;

/// What the older strategies search: every block moves as crystal does.
fn flat(layout: &Board) -> Board {
    super::distances::flattened(layout).unwrap_or_else(|| layout.clone())
}

/// The kinds that bend distances: how many blocks are sand or ice, and how many rime.
fn twists(layout: &Board) -> (u32, u32) {
    use super::level::Kind;
    let kinds: Vec<Kind> = layout.blocks().iter().map(|block| block.kind).collect();
    let count = |wanted: &[Kind]| kinds.iter().filter(|kind| wanted.contains(kind)).count() as u32;
    (count(&[Kind::Sand, Kind::Ice]), count(&[Kind::Rime]))
}
