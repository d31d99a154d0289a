//! Families as values: how a pack stores their levels, behind one object-safe interface.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use serde_json::Value as Json;

use crate::finding::{Cell, Faults};
use crate::json::Node;
use crate::json::shape::Field;
use crate::picture::{Frame, Picture};
use crate::puzzle::{Family, LineFault};
use crate::quality::{Class, Figures, Hit, Measure, Outcome, RawDimensions};
use crate::search::{Limit, Limits, in_memory};

/// A family whose levels can be written into packs.
pub trait Stored: Measure {
    /// The fields of a level that belong to this family, in the order in which they are written.
    const FIELDS: &'static [Field];

    /// The field that holds the board as a list of rows, one character per cell. The canonical form
    /// puts the rows of a field called `grid` or `layout` on lines of their own.
    const GRID: &'static str = "grid";

    /// What a cell may hold on any board, an empty cell first: `repair` tries these, and the
    /// characters already on the board.
    const GLYPHS: &'static str = ".";

    /// The cells of each piece of a board that can be removed alone, given its rows. By default
    /// every cell that is not empty is a piece.
    fn pieces(rows: &[String]) -> Vec<Vec<Cell>> {
        let cells = rows.iter().enumerate().flat_map(|(row, text)| {
            let cells = text.chars().enumerate();
            let filled = cells.filter(|(_, glyph)| !Self::GLYPHS.starts_with(*glyph));
            filled.map(move |(col, _)| alloc::vec![Cell { row, col }])
        });
        cells.collect()
    }

    /// A level's own fields with other rows in [`GRID`](Stored::GRID): this is how `repair` writes
    /// boards. If other fields name pieces, leave out the entries of removed pieces.
    fn with_rows(fields: &[(String, Json)], rows: &[String]) -> Vec<(String, Json)> {
        let mut fields = fields.to_vec();
        for (key, value) in &mut fields {
            if key == Self::GRID {
                *value = serde_json::json!(rows);
            }
        }
        fields
    }

    /// The level in an object that has been checked against [`FIELDS`](Stored::FIELDS).
    fn read(record: &Node) -> Self::Level;

    /// The level's own fields in canonical form.
    fn write(level: &Self::Level) -> Vec<(String, Json)>;
}

/// Any family.
pub trait AnyFamily: Send + Sync {
    /// The family's tag.
    fn tag(&self) -> &'static str;

    /// The fields of a level that belong to this family.
    fn fields(&self) -> &'static [Field];

    /// The most states that one level's search keeps by default.
    fn max_states(&self) -> u32;

    /// The figure that ranks levels in records; `None` for the optimum.
    fn hardness(&self) -> Option<&'static str>;

    /// The grades that a level may claim, from easiest to hardest.
    fn grades(&self) -> &'static [&'static str];

    /// The field that holds the board's rows.
    fn grid(&self) -> &'static str;

    /// What a cell may hold on any board.
    fn glyphs(&self) -> &'static str;

    /// The cells of each piece that can be removed alone.
    fn pieces(&self, rows: &[String]) -> Vec<Vec<Cell>>;

    /// A level's own fields with other rows.
    fn with_rows(&self, fields: &[(String, Json)], rows: &[String]) -> Vec<(String, Json)>;

    /// Checks a level; its object has already been checked against the fields.
    ///
    /// # Errors
    /// Every fault of the level.
    fn open(&self, record: &Node) -> Result<Box<dyn AnyLevel>, Faults>;

    /// Checks a level in the family's plain text form.
    ///
    /// # Errors
    /// Every fault of the level.
    fn open_text(&self, text: &str) -> Result<Box<dyn AnyLevel>, Faults>;
}

impl core::fmt::Debug for dyn AnyFamily {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.tag())
    }
}

/// A checked level of any family.
pub trait AnyLevel: Send + Sync {
    /// Solves and measures it.
    fn survey(&self, limits: Limits) -> AnySurvey;

    /// Figures of what was seen when a limit on states was hit ([`Measure::partial`]).
    fn partial(&self, limits: Limits) -> Figures;

    /// Replays a line of play.
    ///
    /// # Errors
    /// The first move that cannot be read or is not legal.
    fn replay(&self, line: &str) -> Result<AnyReplay, LineFault>;

    /// A frame of a replay as something to draw.
    fn picture(&self, frame: &Frame) -> Picture;

    /// The opening position as a frame.
    fn frame(&self) -> Frame;

    /// One form for all levels that are the same puzzle.
    fn canonical(&self) -> String;

    /// Other texts of the same puzzle, which earlier records may use for it.
    fn spellings(&self) -> Vec<String>;

    /// What the level is made of, positions ignored.
    fn family_key(&self, optimal: u32) -> String;

    /// The same up to the eight symmetries.
    fn twin_key(&self, optimal: u32) -> String;

    /// Whether the level is a tutorial.
    fn is_tutorial(&self) -> bool;

    /// The class in which the level competes for records.
    fn class(&self) -> Option<Class>;

    /// The mechanics that a player has to know for the level.
    fn mechanics(&self) -> Vec<String>;

    /// The numbers that the dimensions of its difficulty are made of; `None` where they are not
    /// known.
    fn dimensions(&self, figures: &Figures, optimal: u32) -> Option<RawDimensions>;

    /// The family's plain text form.
    fn to_text(&self) -> String;

    /// The level's own fields in canonical form.
    fn write(&self) -> Vec<(String, Json)>;
}

/// A survey with its line in notation.
#[derive(Debug, Clone, PartialEq)]
pub struct AnySurvey {
    /// The verdict; the moves themselves are left out.
    pub outcome: Outcome<()>,
    /// The grade, in a family that has grades.
    pub grade: Option<&'static str>,
    /// How many states can be reached; `None` if a limit was hit before all of them were seen.
    pub states: Option<u64>,
    /// The first optimal line, if the level is solved.
    pub solution: Option<String>,
    /// The raw figures that a pack records.
    pub figures: Figures,
    /// Further figures, only for printing.
    pub details: Figures,
    /// What a filter would reject.
    pub hits: Vec<Hit>,
}

/// A replay with its moves in notation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyReplay {
    /// The moves, one string each.
    pub moves: Vec<String>,
    /// The board before the first move and after each.
    pub frames: Vec<Frame>,
    /// After how many moves the level is won for the first time.
    pub won_after: Option<usize>,
}

/// The families that are known, by tag.
#[derive(Clone)]
pub struct Families(Vec<&'static dyn AnyFamily>);

impl Families {
    /// A registry of these families.
    #[must_use]
    pub fn new(families: &[&'static dyn AnyFamily]) -> Self {
        Self(families.to_vec())
    }

    /// The same registry with one more family; a family of the same tag is replaced.
    #[must_use]
    pub fn with<F: Stored>(mut self) -> Self {
        self.0.retain(|family| family.tag() != F::TAG);
        self.0.push(any::<F>());
        self
    }

    /// The family with that tag.
    #[must_use]
    pub fn get(&self, tag: &str) -> Option<&'static dyn AnyFamily> {
        self.0.iter().copied().find(|family| family.tag() == tag)
    }

    /// All families in order.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn AnyFamily> + '_ {
        self.0.iter().copied()
    }
}

impl core::fmt::Debug for Families {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_list()
            .entries(self.0.iter().map(|family| family.tag()))
            .finish()
    }
}

/// A family as a value.
#[must_use]
pub fn any<F: Stored>() -> &'static dyn AnyFamily {
    struct Erased<F>(core::marker::PhantomData<fn() -> F>);
    struct Opened<F: Family> {
        level: F::Level,
        board: F::Board,
    }

    fn open<F: Stored>(level: F::Level) -> Result<Box<dyn AnyLevel>, Faults> {
        let board = F::build(&level)?;
        Ok(Box::new(Opened::<F> { level, board }))
    }

    impl<F: Stored> AnyFamily for Erased<F> {
        fn tag(&self) -> &'static str {
            F::TAG
        }

        fn fields(&self) -> &'static [Field] {
            F::FIELDS
        }

        fn max_states(&self) -> u32 {
            F::MAX_STATES
        }

        fn hardness(&self) -> Option<&'static str> {
            F::HARDNESS
        }

        fn grades(&self) -> &'static [&'static str] {
            F::GRADES
        }

        fn grid(&self) -> &'static str {
            F::GRID
        }

        fn glyphs(&self) -> &'static str {
            F::GLYPHS
        }

        fn pieces(&self, rows: &[String]) -> Vec<Vec<Cell>> {
            F::pieces(rows)
        }

        fn with_rows(&self, fields: &[(String, Json)], rows: &[String]) -> Vec<(String, Json)> {
            F::with_rows(fields, rows)
        }

        fn open(&self, record: &Node) -> Result<Box<dyn AnyLevel>, Faults> {
            open::<F>(F::read(record))
        }

        fn open_text(&self, text: &str) -> Result<Box<dyn AnyLevel>, Faults> {
            open::<F>(F::from_text(text)?)
        }
    }

    impl<F: Stored> AnyLevel for Opened<F> {
        fn survey(&self, limits: Limits) -> AnySurvey {
            let Some(survey) = in_memory(|| F::survey(&self.board, limits)) else {
                let limit = Limit::System(limits.max_states);
                return AnySurvey {
                    outcome: Outcome::Exhausted { limit },
                    grade: None,
                    states: None,
                    solution: None,
                    figures: Figures::new(),
                    details: Figures::new(),
                    hits: Vec::new(),
                };
            };
            let mut solution = None;
            let outcome = match survey.outcome {
                Outcome::Solved { line } => {
                    solution = Some(F::write_line(&self.board, &line));
                    Outcome::Solved {
                        line: alloc::vec![(); line.len()],
                    }
                }
                Outcome::Unsolvable { cells, why } => Outcome::Unsolvable { cells, why },
                Outcome::Exhausted { limit } => Outcome::Exhausted { limit },
            };
            AnySurvey {
                outcome,
                grade: survey.grade,
                states: survey.states,
                solution,
                figures: survey.figures,
                details: survey.details,
                hits: survey.hits,
            }
        }

        fn partial(&self, limits: Limits) -> Figures {
            in_memory(|| F::partial(&self.board, limits)).unwrap_or_default()
        }

        fn replay(&self, line: &str) -> Result<AnyReplay, LineFault> {
            let replay = F::replay(&self.board, line)?;
            Ok(AnyReplay {
                moves: replay
                    .moves
                    .iter()
                    .map(|m| F::write_line(&self.board, &[*m]))
                    .collect(),
                frames: replay.frames,
                won_after: replay.won_after,
            })
        }

        fn picture(&self, frame: &Frame) -> Picture {
            F::picture(&self.board, frame)
        }

        fn frame(&self) -> Frame {
            F::frame(&self.board)
        }

        fn canonical(&self) -> String {
            F::canonical(&self.board)
        }

        fn spellings(&self) -> Vec<String> {
            F::spellings(&self.board)
        }

        fn family_key(&self, optimal: u32) -> String {
            F::family_key(&self.board, optimal)
        }

        fn twin_key(&self, optimal: u32) -> String {
            F::twin_key(&self.board, optimal)
        }

        fn is_tutorial(&self) -> bool {
            F::is_tutorial(&self.board)
        }

        fn class(&self) -> Option<Class> {
            F::class(&self.board)
        }

        fn mechanics(&self) -> Vec<String> {
            F::mechanics(&self.board)
        }

        fn dimensions(&self, figures: &Figures, optimal: u32) -> Option<RawDimensions> {
            F::dimensions(figures, optimal)
        }

        fn to_text(&self) -> String {
            F::to_text(&self.level)
        }

        fn write(&self) -> Vec<(String, Json)> {
            F::write(&self.level)
        }
    }

    // The value has no size, so nothing is allocated and nothing leaks.
    Box::leak(Box::new(Erased::<F>(core::marker::PhantomData)))
}
