//! The result of solving and measuring one level.

use alloc::string::String;
use alloc::vec::Vec;

use crate::finding::{Cell, Place};
use crate::puzzle::Family;
use crate::search::{Limit, Limits};

/// A family that can be solved and measured.
pub trait Measure: Family {
    /// The grades that a level of this family may claim as its band, from easiest to hardest; none
    /// for a family whose bands are numbers of moves.
    const GRADES: &'static [&'static str] = &[];

    /// The most states that one level's search keeps unless told otherwise.
    const MAX_STATES: u32 = Limits::DEFAULT_STATES;

    /// Solves a board exactly and measures it.
    ///
    /// A family need not say how: without a method of its own its [`Puzzle`](crate::puzzle::Puzzle)
    /// is explored by the plain search.
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

    /// Why a board cannot be won, for the plain search to say once it has seen everything: the cells
    /// that tell best, the most telling first, and one line. Authors act on it: it may say only what is
    /// proven.
    fn unsolvable(_board: &Self::Board) -> (Vec<Cell>, String) {
        (Vec::new(), String::from("no position is won"))
    }

    /// One form for all boards that are the same puzzle up to symmetry and naming.
    fn canonical(board: &Self::Board) -> String;

    /// Other texts of the same puzzle: an order that was recorded before puzzles went by their canonical form
    /// may know it by the hash of one of them. None, unless a family says.
    fn spellings(_board: &Self::Board) -> Vec<String> {
        Vec::new()
    }

    /// What a level is made of, positions ignored: two levels of one key look alike to a player.
    fn family_key(board: &Self::Board, optimal: u32) -> String;

    /// The family key up to the eight symmetries: a level and the next one of its pack are near twins
    /// if theirs are equal (LV0019). The family key itself, unless a family says.
    fn twin_key(board: &Self::Board, optimal: u32) -> String {
        Self::family_key(board, optimal)
    }

    /// The numbers that each dimension of a level's difficulty is made of, from its recorded figures
    /// and optimum: a progression ranks them among the levels of the family. `None` where a figure is
    /// not known; such a level cannot be rated.
    ///
    /// A family that does not say is rated by what the plain search knows, and by the optimum alone
    /// where it has figures of its own.
    fn dimensions(figures: &Figures, optimal: u32) -> Option<RawDimensions> {
        super::plain::dimensions(figures, optimal)
    }

    /// The mechanics that a player has to know for a level, each once: a progression introduces them
    /// one by one. The names of mechanics that build on others sort after those.
    fn mechanics(_board: &Self::Board) -> Vec<String> {
        Vec::new()
    }

    /// The figure that says how hard a level is where records are kept; the optimum, unless a family
    /// knows better.
    const HARDNESS: Option<&'static str> = None;

    /// What a board competes in where records are kept; nothing, unless a family says.
    fn class(_board: &Self::Board) -> Option<Class> {
        None
    }

    /// Whether a level is a tutorial, which is let off the lints about looks and held to what it
    /// teaches.
    fn is_tutorial(_board: &Self::Board) -> bool {
        false
    }
}

/// What a board competes in where records are kept; classes sort in the order in which tables show
/// them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Class {
    /// Greater and lesser side, in cells: a board and its image that is swapped are one.
    pub size: (usize, usize),
    /// How many pieces it is made of, in a family that counts them.
    pub pieces: Option<u32>,
    /// The place of its kind in a table, and the kind's name.
    pub kind: (usize, &'static str),
}

/// Numbers in any unit, greater is harder, for deduction, peak, scale and sameness
/// (docs/progression.md, Dimensions). All levels of a family bring equally many.
pub type RawDimensions = [Vec<f64>; 4];

/// What is known about a level after the search.
#[derive(Debug, Clone, PartialEq)]
pub struct Survey<M> {
    /// The verdict.
    pub outcome: Outcome<M>,
    /// The grade, in a family that has grades; `None` where it is not known.
    pub grade: Option<&'static str>,
    /// The raw figures that a pack records, in the order in which they are written.
    pub figures: Figures,
    /// Further figures, for printing alone.
    pub details: Figures,
    /// What a filter would object to, with the default bounds.
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
        /// The cells that tell best why, if any do.
        cells: Vec<Cell>,
        /// One line that says what stands in the way.
        why: String,
    },
    /// A limit was hit before either was known.
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

/// A quality that a level may be let off: the name is that of a lint and of a filter's counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// The lint's name.
    pub name: &'static str,
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
    /// Not known: the part of the search that would tell hit its limit, or there is nothing to tell.
    Unknown,
}

impl Figure {
    /// A count that may be missing.
    #[must_use]
    pub fn count(value: Option<u64>) -> Self {
        value.map_or(Self::Unknown, Self::Count)
    }

    /// A count that saturates.
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
