//! What a campaign needs from a family: a board from a seed, and its description.

use serde_json::{Map, Value as Json};

use super::record::{Record, Standing};

/// A family under the settings of one campaign.
pub trait Search: Send + Sync {
    /// The family's tag.
    fn family(&self) -> &'static str;

    /// The settings as they were given: a manifest records them, and a campaign is only resumed with
    /// the same ones.
    fn settings(&self) -> &Map<String, Json>;

    /// The reasons for which a seed gives nothing.
    fn reasons(&self) -> Vec<&'static str>;

    /// What a seed gives, grown from `parent` if there is one: always the same.
    ///
    /// # Errors
    /// The reason why it gives nothing.
    fn find(&self, seed: u64, parent: Option<&Record>) -> Result<Find<'_>, &'static str>;

    /// Reads a record of a pool.
    ///
    /// # Errors
    /// One line that says what is missing or wrong.
    fn read(&self, json: Map<String, Json>) -> Result<Record, String>;

    /// How hard a board is, as text.
    fn score(&self, rank: u32) -> String;

    /// One line about a record, for people.
    fn caption(&self, record: &Record) -> String;

    /// The board of a record, for a pack or a report; `None` where the record holds none.
    fn board(&self, record: &Record) -> Option<Kept>;

    /// What a ladder chooses by; `None` for a board that no ladder takes.
    fn looks(&self, record: &Record) -> Option<Looks>;
}

/// A board that a seed gave and that may be worth measuring.
pub struct Find<'a> {
    /// What decides whether it is kept.
    pub standing: Standing,
    /// Measures it, or gives the reason why it is refused after all.
    pub measure: Box<dyn FnOnce() -> Result<Map<String, Json>, &'static str> + Send + 'a>,
}

/// The board of a record.
pub struct Kept {
    /// The family's own fields in a pack.
    pub own: Vec<(String, Json)>,
    /// What a pack claims about it.
    pub band: Json,
    /// The family's plain text form.
    pub text: String,
    /// The first optimal line.
    pub solution: String,
    /// Its length, in moves.
    pub moves: u64,
    /// The figures, by the names that packs use.
    pub figures: Map<String, Json>,
}

/// What a ladder chooses by.
pub struct Looks {
    /// What the board teaches; `None` where it mixes kinds. Lessons sort in teaching order.
    pub lesson: Option<Lesson>,
    /// The grade, by its place among the family's grades.
    pub grade: Option<usize>,
    /// How unfit as a tutorial, and how interesting, in billionths.
    pub tutorial: i64,
    /// See `tutorial`.
    pub interest: i64,
    /// What it is made of, positions ignored.
    pub key: String,
    /// What each cell looks like, row by row.
    pub cells: Vec<Vec<u8>>,
}

/// What a board teaches.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lesson {
    /// Its place in teaching order.
    pub place: usize,
    /// Its name.
    pub name: String,
    /// The name of the lesson in a rising ladder, where sweeping a row and sweeping a column are
    /// one lesson.
    pub kind: String,
}

impl Looks {
    /// Whether two boards of one size look equal in more than 85 % of their cells
    /// (levels/profiles/README.md, How a board looks).
    #[must_use]
    pub fn similar(&self, other: &Self) -> bool {
        let size = |looks: &Self| (looks.cells.len(), looks.cells.first().map_or(0, Vec::len));
        if size(self) != size(other) {
            return false;
        }
        let (mut equal, mut cells) = (0, 0);
        for (a, b) in self
            .cells
            .iter()
            .flatten()
            .zip(other.cells.iter().flatten())
        {
            equal += usize::from(a == b);
            cells += 1;
        }
        equal * 100 > cells * 85
    }
}

/// A settings file: `family`, `topk` and the table `search`, whose keys the family checks.
#[derive(Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// The family's tag.
    pub family: String,
    /// How many boards a bucket keeps.
    pub topk: Option<u64>,
    /// The family's own settings.
    #[serde(default)]
    pub search: Map<String, Json>,
}
