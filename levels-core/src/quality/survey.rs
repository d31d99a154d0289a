//! The result of solving and measuring one level.

use alloc::string::String;
use alloc::vec::Vec;

use crate::finding::{Cell, Place};
use crate::lint_id::LintId;
use crate::puzzle::Family;
use crate::search::{Limit, Limits};

/// A family that can be solved and measured.
pub trait Measure: Family {
    /// The grades that a level of this family may claim as its band, from easiest to hardest; none
    /// for a family whose bands are numbers of moves.
    const GRADES: &'static [&'static str] = &[];

    /// The most states that one level's search keeps by default.
    const MAX_STATES: u32 = Limits::DEFAULT_STATES;

    /// Solves a board exactly and measures it.
    ///
    /// By default the plain search explores the family's [`Puzzle`](crate::puzzle::Puzzle).
    ///
    /// ```
    /// use levels_core::family::slide::Slide;
    /// use levels_core::puzzle::Family;
    /// use levels_core::quality::{Measure, Outcome};
    /// use levels_core::search::Limits;
    ///
    /// let text = "..b.\nKKb.\n....\n....\nlantern right 1\nwin exit\n";
    /// let board = Slide::build(&Slide::from_text(text)?)?;
    /// match Slide::survey(&board, Limits::default()).outcome {
    ///     Outcome::Solved { line } => assert_eq!(Slide::write_line(&board, &line), "bv2 K>2"),
    ///     Outcome::Unsolvable { why, .. } => panic!("{why}"),
    ///     Outcome::Exhausted { limit } => panic!("{limit}"),
    /// }
    /// // A limit that was hit says nothing about the board.
    /// let cut = Slide::survey(&board, Limits::states(1)).outcome;
    /// assert!(matches!(cut, Outcome::Exhausted { .. }));
    /// # Ok::<(), levels_core::finding::Faults>(())
    /// ```
    fn survey(board: &Self::Board, limits: Limits) -> Survey<Self::Move> {
        super::plain::survey::<Self>(board, limits)
    }

    /// Figures of the part of a board that was seen when a limit on states was hit, only for printing.
    /// They may need a second exploration, so a survey leaves them out. By default there are none.
    fn partial(_board: &Self::Board, _limits: Limits) -> Figures {
        Figures::new()
    }

    /// Why a board cannot be won, for the plain search to report once it has seen everything: the
    /// cells to show, the most important first, and one line. Authors act on it, so it must say
    /// only what is proven.
    fn unsolvable(_board: &Self::Board) -> (Vec<Cell>, String) {
        (Vec::new(), String::from("no position is won"))
    }

    /// One form for all boards that are the same puzzle up to symmetry and naming.
    fn canonical(board: &Self::Board) -> String;

    /// Other texts of the same puzzle: an order recorded before canonical forms were used may name
    /// it by the hash of one of them. By default there are none.
    fn spellings(_board: &Self::Board) -> Vec<String> {
        Vec::new()
    }

    /// What a level is made of, positions ignored: two levels with the same key look alike to a
    /// player.
    fn family_key(board: &Self::Board, optimal: u32) -> String;

    /// The family key up to the eight symmetries: a level and the next one of its pack are near
    /// twins if their keys are equal (LV0019). By default the family key itself.
    fn twin_key(board: &Self::Board, optimal: u32) -> String {
        Self::family_key(board, optimal)
    }

    /// The numbers that each dimension of a level's difficulty is made of, from its recorded
    /// figures and optimum; a progression ranks them among the levels of the family. `None` if a
    /// figure is not known; such a level cannot be rated.
    ///
    /// By default a family is rated by the figures of the plain search; one with its own figures is
    /// rated by the optimum alone.
    fn dimensions(figures: &Figures, optimal: u32) -> Option<RawDimensions> {
        super::plain::dimensions(figures, optimal)
    }

    /// The mechanics that a player must know for a level, each once; a progression introduces them
    /// one by one. The name of a mechanic must sort after those of the mechanics it builds on.
    fn mechanics(_board: &Self::Board) -> Vec<String> {
        Vec::new()
    }

    /// The figure that ranks levels in records; by default the optimum.
    const HARDNESS: Option<&'static str> = None;

    /// The class in which a board competes for records; by default none.
    fn class(_board: &Self::Board) -> Option<Class> {
        None
    }

    /// Whether a level is a tutorial: it is exempt from the lints about looks, and must teach what
    /// it says.
    fn is_tutorial(_board: &Self::Board) -> bool {
        false
    }
}

/// The class in which a board competes for records; classes sort in the order of the tables.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// Longer and shorter side, in cells: a board and its transposed image have the same class.
    pub size: (usize, usize),
    /// How many pieces it is made of, in a family that counts them.
    pub pieces: Option<u32>,
    /// The place of its kind in a table, and the kind's name.
    pub kind: (usize, &'static str),
}

/// Numbers in any unit, greater is harder, for deduction, peak, scale and sameness
/// (docs/progression.md, Dimensions). All levels of a family have the same count of numbers.
pub type RawDimensions = [Vec<f64>; 4];

/// What is known about a level after the search.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey<M> {
    /// The verdict.
    pub outcome: Outcome<M>,
    /// The grade, in a family that has grades; `None` where it is not known.
    pub grade: Option<&'static str>,
    /// How many states can be reached: what the search cost. `None` if a limit was hit before all of
    /// them were seen.
    pub states: Option<u64>,
    /// The raw figures that a pack records, in the order in which they are written.
    pub figures: Figures,
    /// Further figures, only for printing.
    pub details: Figures,
    /// What a filter with the default bounds would reject.
    pub hits: Vec<Hit>,
}

/// The verdict on a level: three outcomes that are never merged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome<M> {
    /// It can be won; the optimum is the length of `line`, the first optimal line in move order.
    Solved {
        /// The line, in moves.
        line: Vec<M>,
    },
    /// Everything that can be reached was seen and holds no win.
    Unsolvable {
        /// The cells that show why, if any.
        cells: Vec<Cell>,
        /// One line that says why.
        why: String,
    },
    /// A limit was hit first.
    Exhausted {
        /// The limit.
        limit: Limit,
    },
}

impl<M> Outcome<M> {
    /// The optimum in moves, if the level is solved.
    #[must_use]
    pub fn optimal(&self) -> Option<u32> {
        match self {
            Self::Solved { line } => Some(line.len() as u32),
            _ => None,
        }
    }
}

/// A flaw that a level may be allowed to have. The name is that of a lint and of a filter's
/// counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The lint.
    pub lint: LintId,
    /// Where.
    pub place: Place,
    /// What, in one line.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

/// One raw figure of a level.
#[derive(Debug, Clone, PartialEq)]
pub enum Figure {
    /// A count, saturating at `u64::MAX`.
    Count(u64),
    /// A real number.
    Real(f64),
    /// A yes or no.
    Flag(bool),
    /// A word or a line of play.
    Text(String),
    /// Not known: the part of the search that would give it hit its limit, or it does not apply.
    Unknown,
}

impl Figure {
    /// A count that may be missing.
    #[must_use]
    pub fn count(value: Option<u64>) -> Self {
        value.map_or(Self::Unknown, Self::Count)
    }

    /// A count, saturated at `u64::MAX`.
    #[must_use]
    pub fn saturating(value: u128) -> Self {
        Self::Count(u64::try_from(value).unwrap_or(u64::MAX))
    }
}

/// Named figures in a fixed order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Figures(Vec<(&'static str, Figure)>);

impl Figures {
    /// No figures.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a figure at the end.
    pub fn push(&mut self, name: &'static str, figure: Figure) {
        self.0.push((name, figure));
    }

    /// The figure of that name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Figure> {
        self.0
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, figure)| figure)
    }

    /// The count of that name, if it is a known count.
    #[must_use]
    pub fn count(&self, name: &str) -> Option<u64> {
        match self.get(name) {
            Some(Figure::Count(count)) => Some(*count),
            _ => None,
        }
    }

    /// The number of that name, if it is a known count or real number.
    #[must_use]
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.get(name) {
            Some(Figure::Count(count)) => Some(*count as f64),
            Some(Figure::Real(value)) => Some(*value),
            _ => None,
        }
    }

    /// All figures in order.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Figure)> + '_ {
        self.0.iter().map(|(name, figure)| (*name, figure))
    }
}
