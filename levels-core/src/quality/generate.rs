//! A family whose levels can be generated.
//!
//! The processing of a proposal is the same for every family and belongs to the command line:
//! screen, solve, measure, filter, put into a bucket. A family defines how proposals are made and
//! what else a solved level must have.

use alloc::string::String;
use core::fmt::Debug;
use core::ops::ControlFlow;

use super::filters::Reason;
use super::survey::{Measure, Survey};
use crate::rng::Rng;

/// A family that can propose levels.
///
/// Proposals are a pure function of the dials, the wanted optima and the random numbers: the same
/// seed gives the same proposals on every machine and thread.
pub trait Generate: Measure {
    /// How proposals are drawn; read from a profile.
    type Dials: Clone + Debug + Send + Sync + 'static;

    /// The family's own reasons to refuse a level, in the order in which they are tested: those of
    /// [`Survey::hits`] first, then those of [`refuse`](Generate::refuse).
    const REASONS: &'static [Reason];

    /// Checks that the dials fit together.
    ///
    /// # Errors
    /// The first fault, in one line.
    fn check(dials: &Self::Dials) -> Result<(), String>;

    /// Proposals from one seed: a layout's harvest, a mutated parent, an annealed board; each goes
    /// to `emit`, which returns when to stop. `wanted` are the requested optima, in moves, the most
    /// wanted first.
    fn candidates(
        dials: &Self::Dials,
        wanted: &[u32],
        source: Source<'_, Self::Level>,
        rng: &mut Rng,
        emit: &mut dyn FnMut(Proposal<Self::Level>) -> ControlFlow<()>,
    ) -> Drawn<Self::Level>;

    /// Why the dials refuse a level that was solved and is in its band; `None` if they do not. The
    /// reason is one of [`REASONS`](Generate::REASONS).
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
    /// A fresh draw, or the parent with a few changes; the result may be an [`Elite`].
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

/// What one seed gave besides its proposals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn<L> {
    /// The effort.
    pub effort: Effort,
    /// The hardest board found, if the source is an archive. A family without elites can be
    /// generated, but not bred or searched by campaigns.
    pub elite: Option<Elite<L>>,
}

impl<L> Drawn<L> {
    /// Only the effort.
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
    /// The cell that it competes for. It describes what the board is made of, never how hard it is.
    pub cell: String,
    /// Its rank in the cell, in the family's own unit; greater is better.
    pub rank: u32,
}

/// A level that may be worth keeping.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal<L> {
    /// The level.
    pub level: L,
    /// The optimum, in moves, if the proposer knows it. It is not trusted: the level is solved
    /// again and put into a bucket by the proven optimum.
    pub claim: Option<u32>,
}

/// The effort for one seed's proposals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Layouts drawn: 1, or 0 if nothing fitted.
    pub layouts: u64,
    /// Layouts dropped because their search hit its limit.
    pub too_large: u64,
    /// Layouts dropped because none of their openings can pass, which one look at the whole shows.
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
