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
use super::elite::elite;
use super::harvest::{Candidate, Hardest, Harvest};
use super::{mutate, propose};
use crate::quality::{Drawn, Effort, Proposal, Source};
use crate::rng::{Rng, mix};
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

    /// Draws one layout and proposes levels from it, as [`Generate::candidates`] does. Only the exact
    /// strategy breeds: the others draw at random whatever the source is.
    ///
    /// [`Generate::candidates`]: crate::quality::Generate::candidates
    pub fn candidates(
        self,
        dials: &Dials,
        wanted: &[u32],
        source: Source<'_, Level>,
        rng: &mut Rng,
        emit: &mut dyn FnMut(Proposal<Level>) -> ControlFlow<()>,
    ) -> Drawn<Level> {
        let mut effort = Effort::default();
        let drawn = match source.parent() {
            Some(parent) if self == Self::Exact => mutate::mutated(dials, parent, rng),
            _ => propose::layout(dials, rng),
        };
        let layout = drawn.as_ref().and_then(|level| Board::new(level).ok());
        let Some(layout) = layout else {
            return Drawn::no_elite(effort);
        };
        effort.layouts = 1;
        let key = rng.bits();
        let harvest = Harvest::new(wanted, dials.per_depth, key);
        let limits = Limits::states(dials.max_states);
        let mut hardest = match source {
            Source::Archive(_) => Some(Hardest::new(mix(key))),
            Source::Random => None,
        };
        let found = match self {
            Self::Walk => walk::harvest(&layout, harvest, rng),
            Self::Single => single::harvest(&layout, limits, harvest),
            Self::Flattened => flattened::harvest(&layout, limits, harvest),
            Self::Exact => exact::harvest(&layout, dials.felt, limits, harvest, hardest.as_mut()),
        };
        let (harvest, explored) = match found {
            Err(TooLarge { states }) => {
                effort.too_large = 1;
                effort.states = states;
                return Drawn::no_elite(effort);
            }
            Ok(found) => found,
        };
        effort.states = explored.states;
        if self == Self::Exact && explored.dead_block {
            effort.hopeless = 1;
            return Drawn::no_elite(effort);
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
        let hardest = hardest.and_then(Hardest::found);
        Drawn {
            effort,
            elite: hardest.map(|hardest| elite(&layout, &hardest, explored)),
        }
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
