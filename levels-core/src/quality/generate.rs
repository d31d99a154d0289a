//! A family whose levels can be searched for.
//!
//! What happens to a proposal is the same for every family and lives with the command line: screen,
//! solve, measure, filter, file into a bucket. A family says how proposals come about and what else
//! it asks of a solved level.

use alloc::string::String;
use core::fmt::Debug;
use core::ops::ControlFlow;

use super::filters::Reason;
use super::survey::{Measure, Survey};
use crate::rng::Rng;

/// A family that can propose levels.
///
/// Proposals are a pure function of the dials, what is wanted and the random numbers: the same seed
/// gives the same proposals on every machine and thread.
pub trait Generate: Measure {
    /// How proposals are drawn; read from a profile.
    type Dials: Clone + Debug + Send + Sync + 'static;

    /// The family's own reasons to refuse a level, in the order in which they are tested: those of
    /// [`Survey::hits`] first, then those of [`refuse`](Generate::refuse).
    const REASONS: &'static [Reason];

    /// What does not go together in the dials.
    ///
    /// # Errors
    /// The first fault, in one line.
    fn check(dials: &Self::Dials) -> Result<(), String>;

    /// Proposals from one seed: a layout's harvest, a mutated parent, an annealed board; each goes
    /// to `emit`, which says when enough have been seen. `wanted` are the optima that are asked for,
    /// in moves, the most wanted first.
    fn candidates(
        dials: &Self::Dials,
        wanted: &[u32],
        source: Source<'_, Self::Level>,
        rng: &mut Rng,
        emit: &mut dyn FnMut(Proposal<Self::Level>) -> ControlFlow<()>,
    ) -> Drawn<Self::Level>;

    /// Why the dials refuse a level that was solved and lies in its band; `None` if they do not.
    /// The reason is one of [`REASONS`](Generate::REASONS).
    fn refuse(
        dials: &Self::Dials,
        board: &Self::Board,
        survey: &Survey<Self::Move>,
    ) -> Option<&'static str>;
}

/// Where a seed's proposals come from.
#[derive(Debug, PartialEq, Eq)]
pub enum Source<'a, L> {
    /// A fresh draw.
    Random,
    /// A fresh draw or the parent changed a little; what comes of it may be an [`Elite`].
    Archive(Option<&'a L>),
}

impl<L> Clone for Source<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Source<'_, L> {}

impl<'a, L> Source<'a, L> {
    /// The level that is to be changed.
    #[must_use]
    pub fn parent(self) -> Option<&'a L> {
        match self {
            Self::Random => None,
            Self::Archive(parent) => parent,
        }
    }
}

/// What one seed gave, beside its proposals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn<L> {
    /// What it took.
    pub effort: Effort,
    /// The hardest board that was met; looked for where the source is an archive. Without elites a
    /// family can be generated, and neither bred nor searched by campaigns.
    pub elite: Option<Elite<L>>,
}

impl<L> Drawn<L> {
    /// Nothing beside the effort.
    #[must_use]
    pub fn no_elite(effort: Effort) -> Self {
        Self {
            effort,
            elite: None,
        }
    }
}

/// A board that competes for a cell of an archive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elite<L> {
    /// The board.
    pub level: L,
    /// The cell that it competes for: what it is made of, never how hard it is.
    pub cell: String,
    /// What it competes with, greater is better; in a unit of the family's own.
    pub rank: u32,
}

/// A level that may be worth keeping.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal<L> {
    /// The level.
    pub level: L,
    /// The optimum, in moves, as far as the proposer knows it. It is never believed: the level is
    /// solved again and filed by that number.
    pub claim: Option<u32>,
}

/// What one seed's proposals took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Layouts drawn: 1, or 0 where nothing fitted.
    pub layouts: u64,
    /// Layouts dropped because their search hit its limit.
    pub too_large: u64,
    /// Layouts dropped because no opening of theirs can pass: one look at the whole says so.
    pub hopeless: u64,
    /// States that the searches kept.
    pub states: u64,
}

impl core::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Self) {
        self.layouts += other.layouts;
        self.too_large += other.too_large;
        self.hopeless += other.hopeless;
        self.states += other.states;
    }
}
