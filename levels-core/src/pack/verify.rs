//! The function that decides whether a pack may ship.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::check::{CheckedLevel, OtherVersion, Reading, finding, place_span};
use super::file::PackFile;
use super::finding::{Finding, Severity};
use super::judge::{LevelJudge, rate_command};
use super::lint::{Lint, LintLevel, LintLevels};
use super::solve::each_level;
use super::stored::{AnyFamily, AnyLevel, AnySurvey, Families};
use crate::finding::{Cell, Place};
use crate::json::source::Source;
use crate::lint_id::LintId;
use crate::quality::{Figures, RawDimensions};
use crate::runtime::Stars;

/// How to verify.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The most states that one level's search may keep; by default the family's own limit. All
    /// levels of a pack together have [`PACK_STATES`](super::PACK_STATES), or fifty times this
    /// limit if that is more.
    pub max_states: Option<u32>,
    /// Lint levels of the caller (the macro's arguments, the builder, flags). A level's own
    /// settings override the pack's, and the pack's override these.
    pub lints: LintLevels,
    /// How many threads solve; 0 for as many as the machine has.
    pub threads: usize,
    /// Whether valid packs are kept, as [`PackReport::verified`]. If not, memory use hardly grows
    /// with the number of levels, apart from the files themselves.
    pub keep: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_states: None,
            lints: LintLevels::new(),
            threads: 0,
            keep: true,
        }
    }
}

/// The result for all packs that were verified together.
#[derive(Debug)]
pub struct Verification {
    /// One report per file, in the order given.
    pub packs: Vec<PackReport>,
}

impl Verification {
    /// All findings, file by file, in order of place.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.packs.iter().flat_map(|pack| &pack.findings)
    }

    /// Whether every pack is valid.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.packs.iter().all(|pack| pack.valid)
    }
}

/// What was found out about one file.
#[derive(Debug)]
pub struct PackReport {
    /// The file's name.
    pub file: String,
    /// The pack's id; empty if the file could not be read that far.
    pub id: String,
    /// Whether the pack may ship.
    pub valid: bool,
    /// The pack, if it is valid and was to be [kept](Options::keep).
    pub verified: Option<VerifiedPack>,
    /// All findings, by place in the file.
    pub findings: Vec<Finding>,
    /// How many levels the file holds, broken ones included.
    pub levels: usize,
    /// How many of them can be won and are not won before the first move.
    pub solvable: usize,
    /// How many are won before the first move.
    pub already_won: usize,
    /// How many are proven to be unsolvable.
    pub unsolvable: usize,
    /// How many boards a limit left undecided. A level in none of these four counts is not a board.
    pub undecided: usize,
    /// How many of the solvable levels have more states than the limit allows. Their optimum is
    /// proven, but what needs all states (most measures, and the lints that use them) is not known.
    pub unmeasured: usize,
    /// In how many levels the recorded optimum is the proven one.
    pub confirmed: usize,
    /// How many solvable levels have each optimum.
    pub histogram: BTreeMap<u32, usize>,
}

/// A pack in which every level is proven: there is no other way to make one than [`verify`].
#[derive(Debug, Clone)]
pub struct VerifiedPack {
    file: PackFile,
    levels: Vec<VerifiedLevel>,
}

impl VerifiedPack {
    /// The pack as its file says it.
    #[must_use]
    pub fn file(&self) -> &PackFile {
        &self.file
    }

    /// The proven levels, in order.
    #[must_use]
    pub fn levels(&self) -> &[VerifiedLevel] {
        &self.levels
    }
}

/// A proven level.
#[derive(Debug, Clone)]
pub struct VerifiedLevel {
    pub(super) id: String,
    pub(super) family: &'static dyn AnyFamily,
    pub(super) text: String,
    pub(super) optimal: u32,
    pub(super) solution: String,
    pub(super) content: Option<String>,
    pub(super) figures: Figures,
    pub(super) family_key: String,
    pub(super) tutorial: bool,
    pub(super) mechanics: Vec<String>,
    pub(super) dimensions: Option<RawDimensions>,
    pub(super) size: [usize; 2],
}

impl VerifiedLevel {
    /// The id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The level in its family's plain text form.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The level with its rules, opened from its text. A proven level can always be opened, so this
    /// is never `None`.
    #[must_use]
    pub fn open(&self) -> Option<Box<dyn AnyLevel>> {
        self.family.open_text(&self.text).ok()
    }

    /// The proven optimum, in moves.
    #[must_use]
    pub fn optimal(&self) -> u32 {
        self.optimal
    }

    /// The star thresholds.
    #[must_use]
    pub fn stars(&self) -> Stars {
        Stars::of(self.optimal)
    }

    /// The recorded solution, which was replayed.
    #[must_use]
    pub fn solution(&self) -> &str {
        &self.solution
    }

    /// The game's own content, as JSON on one line.
    #[must_use]
    pub fn content(&self) -> Option<&str> {
        self.content.as_deref()
    }

    /// The measured figures.
    #[must_use]
    pub fn figures(&self) -> &Figures {
        &self.figures
    }

    /// What the level is made of, positions ignored.
    #[must_use]
    pub fn family_key(&self) -> &str {
        &self.family_key
    }

    /// Whether it is a tutorial.
    #[must_use]
    pub fn is_tutorial(&self) -> bool {
        self.tutorial
    }

    /// The mechanics that a player has to know for it.
    #[must_use]
    pub fn mechanics(&self) -> &[String] {
        &self.mechanics
    }

    /// The numbers that the dimensions of its difficulty are made of; `None` where they are not
    /// known.
    #[must_use]
    pub fn dimensions(&self) -> Option<&RawDimensions> {
        self.dimensions.as_ref()
    }

    /// Width and height of its board, in cells.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        self.size
    }
}

/// Verifies packs together: every level is solved again and checked against what its file claims.
///
/// All findings are reported, not only the first. The result does not depend on the number of
/// threads.
///
/// ```
/// use levels_core::json::source::Source;
/// use levels_core::pack::{Options, rate, verify};
/// use levels_core::registry::built_in;
///
/// let written = Source::new(
///     "mine.json",
///     r#"{ "format": 1, "id": "mine", "family": "slide", "levels": [{
///         "id": "mine/1", "grid": ["..b.", "KKb.", "....", ".cc."],
///         "lantern": { "side": "right", "line": 1 }, "win": "exit"
///     }] }"#,
/// );
/// let (families, options) = (built_in(), Options::default());
/// let found = verify(std::slice::from_ref(&written), &families, &options);
/// assert!(found.findings().any(|finding| finding.lint.name == "unrated"));
///
/// let text = rate(&written, &families, &options).expect("it can be won");
/// let rated = Source::new("mine.json", text);
/// let proven = verify(&[rated], &families, &options);
/// assert!(proven.is_valid());
/// assert_eq!(proven.packs[0].histogram[&3], 1); // one level of 3 moves
/// ```
#[must_use]
pub fn verify(sources: &[Source], families: &Families, options: &Options) -> Verification {
    let mut readings: Vec<Reading<'_>> = sources
        .iter()
        .map(|source| Reading::open(source, families, OtherVersion::Refuse))
        .collect();
    let mut judged: Vec<Judged> = readings.iter().map(Judged::new).collect();
    let mut duplicates = Duplicates::new(sources);
    for (pack, judged) in judged.iter_mut().enumerate() {
        duplicates.pack(pack, judged);
    }
    let spent = each_level(&mut readings, options, |pack, level, survey| {
        let judged = &mut judged[pack];
        let (verified, key) = judged.level(&sources[pack], &level, survey.as_ref());
        duplicates.level(pack, &level, judged);
        judged.proven += usize::from(verified.is_some());
        judged.keep(level, key, verified.filter(|_| options.keep));
    });
    let reports = readings.into_iter().zip(judged).zip(spent);
    let reports = reports.map(|((reading, mut judged), spent)| {
        let cut = spent.cut_short(reading.source);
        judged.report.findings.extend(cut);
        judged.settle(reading.findings, options)
    });
    Verification {
        packs: reports.collect(),
    }
}

/// A report in progress.
struct Judged {
    report: PackReport,
    /// What the pack says besides its levels, with the levels that are kept; absent if the levels
    /// were not read.
    file: Option<PackFile>,
    lints: LintLevels,
    /// How many levels passed.
    proven: usize,
    /// The ones that are kept.
    levels: Vec<VerifiedLevel>,
    /// The lint levels that levels set themselves, by id.
    own_lints: BTreeMap<String, LintLevels>,
    /// The previous level with its key, if that is known.
    before: Option<Twin>,
}

/// A level that the next one is compared with.
struct Twin {
    id: String,
    key: String,
    board: Box<dyn AnyLevel>,
}

impl Judged {
    fn new(reading: &Reading<'_>) -> Self {
        let source = reading.source;
        let pack = reading.pack.as_ref();
        let mut report = PackReport {
            file: source.name().to_string(),
            id: pack.map_or_else(String::new, |pack| pack.file.id.clone()),
            valid: false,
            verified: None,
            findings: Vec::new(),
            levels: 0,
            solvable: 0,
            already_won: 0,
            unsolvable: 0,
            undecided: 0,
            unmeasured: 0,
            confirmed: 0,
            histogram: BTreeMap::new(),
        };
        if pack.is_some_and(|pack| pack.file.model_version.is_none()) {
            report.findings.push(finding(
                source,
                LintId::Unrated,
                0..1,
                "the pack has no `model_version`".to_string(),
                rate_command(source),
            ));
        }
        Self {
            report,
            file: pack.map(|pack| pack.file.clone()),
            lints: pack.map_or_else(LintLevels::new, |pack| pack.lints.clone()),
            proven: 0,
            levels: Vec::new(),
            own_lints: BTreeMap::new(),
            before: None,
        }
    }

    /// Judges the next level by its survey, if there is one; returns the level if it is proven, and
    /// its key for [`Twin`].
    fn level(
        &mut self,
        source: &Source,
        level: &CheckedLevel,
        survey: Option<&AnySurvey>,
    ) -> (Option<VerifiedLevel>, Option<String>) {
        self.report.levels += 1;
        let mut judge = LevelJudge {
            source,
            level,
            findings: Vec::new(),
        };
        let verified = match survey {
            Some(survey) => judge.level(survey, &mut self.report),
            None => {
                // A level that was not solved is undecided.
                self.report.undecided += usize::from(level.level.is_some());
                None
            }
        };
        let key = twin_key(level, survey);
        self.neighbour(&mut judge, key.as_deref());
        self.report.findings.append(&mut judge.findings);
        (verified, key)
    }

    /// Checks whether a level is a near twin of the one before it. A level without a proven optimum
    /// has no key, so it has no twin. Tutorials are exempt, and another lint reports equal boards.
    fn neighbour(&self, judge: &mut LevelJudge<'_>, key: Option<&str>) {
        let level = judge.level;
        let Some(before) = &self.before else { return };
        if key != Some(&before.key) {
            return;
        }
        let form = level.level.as_ref().map(|board| board.canonical());
        if form == Some(before.board.canonical()) {
            return;
        }
        let first = if before.id == level.file.id {
            "the level of the same id".to_string()
        } else {
            format!("`{}`", before.id)
        };
        judge.push(
            LintId::NearDuplicateNeighbours,
            &Place::Level,
            &format!("it has the same size, pieces and optimum as {first} before it (mirrored and turned boards count as the same)"),
            "put another level between the two, change one of them, or allow it with a reason: \"allow\": { \"near-duplicate-neighbours\": \"…\" }".to_string(),
        );
    }

    /// Keeps what is needed later of a level that was judged.
    fn keep(&mut self, level: CheckedLevel, key: Option<String>, verified: Option<VerifiedLevel>) {
        self.before = key.zip(level.level).map(|(key, board)| Twin {
            id: level.file.id.clone(),
            key,
            board,
        });
        // If two levels have the same id, the later level's settings count for both.
        if level.lints == LintLevels::new() {
            self.own_lints.remove(&level.file.id);
        } else {
            let id = level.file.id.clone();
            self.own_lints.insert(id, level.lints);
        }
        if let (Some(file), Some(verified)) = (&mut self.file, verified) {
            file.levels.push(level.file);
            self.levels.push(verified);
        }
    }

    /// Applies the lint levels, sorts, and makes the verified pack if nothing is denied. `read` was found
    /// when the file was read.
    fn settle(self, read: Vec<Finding>, options: &Options) -> PackReport {
        let mut report = self.report;
        let generated = self.file.as_ref().is_some_and(|file| file.recipe.is_some());
        let found = core::mem::replace(&mut report.findings, read);
        report.findings.extend(found);
        report.findings.retain_mut(|found| {
            let own = found
                .level
                .as_ref()
                .and_then(|id| self.own_lints.get(id)?.get(found.lint));
            let level = own
                .or_else(|| self.lints.get(found.lint))
                .or_else(|| options.lints.get(found.lint))
                .filter(|_| !found.fixed)
                .unwrap_or(if generated {
                    found.lint.generated
                } else {
                    found.lint.level
                });
            found.severity = match level {
                LintLevel::Warn => Severity::Warning,
                _ => Severity::Error,
            };
            level != LintLevel::Allow
        });
        // In the order of the file, with derived fields last: the command that fills them in
        // refuses a pack if anything else is wrong with it.
        report.findings.sort_by(|a, b| {
            let key = |found: &Finding| {
                (
                    found.lint.id == LintId::Unrated,
                    found.span.start,
                    found.lint.code,
                )
            };
            (key(a), &a.message).cmp(&(key(b), &b.message))
        });
        let denied = |found: &Finding| found.severity == Severity::Error;
        report.valid = self.file.is_some()
            && self.proven == report.levels
            && !report.findings.iter().any(denied);
        if report.valid && options.keep {
            report.verified = self.file.map(|file| VerifiedPack {
                file,
                levels: self.levels,
            });
        }
        report
    }
}

/// The key that near twins share. A tutorial has none, and neither does a level without a proven
/// optimum.
fn twin_key(level: &CheckedLevel, survey: Option<&AnySurvey>) -> Option<String> {
    let optimal = survey?.outcome.optimal()?;
    let board = level.level.as_ref().filter(|board| !board.is_tutorial())?;
    Some(board.twin_key(optimal))
}

/// Finds ids and boards that occur twice in all packs given. A level that was pasted as a whole is
/// reported once.
struct Duplicates<'a> {
    sources: &'a [Source],
    packs: BTreeMap<String, usize>,
    /// The levels so far: the id, the number of the pack and the place in its text.
    met: Vec<(String, usize, usize)>,
    /// The first level of each id and of each board, by its number among those.
    ids: BTreeMap<String, usize>,
    boards: BTreeMap<String, usize>,
}

impl<'a> Duplicates<'a> {
    fn new(sources: &'a [Source]) -> Self {
        Self {
            sources,
            packs: BTreeMap::new(),
            met: Vec::new(),
            ids: BTreeMap::new(),
            boards: BTreeMap::new(),
        }
    }

    /// The id of such a level, and its place as messages name it.
    fn place(&self, number: usize) -> (&str, String) {
        let (id, pack, at) = &self.met[number];
        let source = &self.sources[*pack];
        let position = source.position(*at);
        let place = format!("{}:{}:{}", source.name(), position.line, position.column);
        (id, place)
    }

    /// The pack, before its levels.
    fn pack(&mut self, pack: usize, judged: &mut Judged) {
        let Some(file) = &judged.file else { return };
        if let Some(first) = self.packs.insert(file.id.clone(), pack) {
            let first = self.sources[first].name();
            judged.report.findings.push(finding(
                &self.sources[pack],
                LintId::Duplicate,
                0..1,
                format!("pack id `{}` is already used by {first}", file.id),
                "give one of the two packs another id".to_string(),
            ));
        }
    }

    /// The next level of a pack.
    fn level(&mut self, pack: usize, level: &CheckedLevel, judged: &mut Judged) {
        let source = &self.sources[pack];
        let mut judge = LevelJudge {
            source,
            level,
            findings: Vec::new(),
        };
        let id = level.file.id.as_str();
        let grid = level.family.grid();
        let at = place_span(source, &level.node, grid, &Place::Level).start;
        // A board that allows the lint is not compared with others: a collection of records may
        // share boards with other packs.
        let exempt = |lints: &LintLevels| lints.get(Lint::of(LintId::Duplicate));
        let own = exempt(&level.lints).or_else(|| exempt(&judged.lints));
        let board = level
            .level
            .as_ref()
            .filter(|_| own != Some(LintLevel::Allow));
        let form = board.map(|board| format!("{} {}", level.family.tag(), board.canonical()));
        let same_id = self.ids.get(id).copied();
        let same_board = form
            .as_ref()
            .and_then(|form| self.boards.get(form).copied());
        if let Some(first) = same_id {
            let (_, first_at) = self.place(first);
            let (message, help) = if same_board == Some(first) {
                (
                    format!("the same level (id and board) is already at {first_at}"),
                    "remove one of the two, or give it another id and another board",
                )
            } else {
                (
                    format!("the id is already used at {first_at}"),
                    "give one of the two levels another id",
                )
            };
            judge.push(LintId::Duplicate, &Place::Level, &message, help.to_string());
            // Games look levels up by their id, so no lint level allows this.
            if let Some(found) = judge.findings.last_mut() {
                found.fixed = true;
            }
        }
        if let Some(first) = same_board.filter(|_| same_board != same_id) {
            let (first, first_at) = self.place(first);
            judge.push(
                LintId::Duplicate,
                &Place::Cells(alloc::vec![Cell { row: 0, col: 0 }]),
                &format!("the board is already used by `{first}` at {first_at} (mirrored, turned or renamed boards count as equal)"),
                "remove one of the two, or change it until it is a different puzzle".to_string(),
            );
        }
        if same_id.is_none() {
            self.ids.insert(id.to_string(), self.met.len());
        }
        if let Some(form) = form.filter(|_| same_board.is_none()) {
            self.boards.insert(form, self.met.len());
        }
        self.met.push((id.to_string(), pack, at));
        judged.report.findings.append(&mut judge.findings);
    }
}
