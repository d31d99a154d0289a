//! The one function that decides whether a pack may ship.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::check::{Checked, CheckedLevel, OtherVersion, check, finding, place_span};
use super::file::PackFile;
use super::finding::{Finding, Severity};
use super::judge::{LevelJudge, rate_command};
use super::lint::{LintLevel, LintLevels, lint};
use super::solve::{Surveys, survey_all};
use super::stored::{AnyFamily, AnyLevel, AnySurvey, Families};
use crate::finding::{Cell, Place};
use crate::json::source::Source;
use crate::quality::{Figures, RawDimensions};
use crate::runtime::Stars;

/// How to verify.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The most states that one level's search may keep; the family's own limit if nobody says. All
    /// levels of a pack together have [`PACK_STATES`](super::PACK_STATES), or fifty times this
    /// limit where that is more.
    pub max_states: Option<u32>,
    /// Lint levels of whoever asks (the macro's arguments, the builder, flags). What a pack or a
    /// level says is nearer and wins.
    pub lints: LintLevels,
    /// How many threads solve; 0 for as many as the machine has.
    pub threads: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            max_states: None,
            lints: LintLevels::new(),
            threads: 0,
        }
    }
}

/// The result for all packs that were verified together.
#[derive(Debug)]
pub struct Verification {
    /// One report a file, in the order given.
    pub packs: Vec<PackReport>,
}

impl Verification {
    /// All findings, file by file, by their place.
    pub fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.packs.iter().flat_map(|pack| &pack.findings)
    }

    /// Whether every pack is valid.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.packs.iter().all(|pack| pack.verified.is_some())
    }
}

/// What was found out about one file.
#[derive(Debug)]
pub struct PackReport {
    /// The file's name.
    pub file: String,
    /// The pack's id; empty if the file could not be read that far.
    pub id: String,
    /// The pack, if it is valid.
    pub verified: Option<VerifiedPack>,
    /// Everything found, by place in the file.
    pub findings: Vec<Finding>,
    /// How many levels the file holds, broken ones included.
    pub levels: usize,
    /// How many of them can be won and are not won before the first move.
    pub solvable: usize,
    /// How many are won before the first move.
    pub already_won: usize,
    /// How many are proven to be unsolvable.
    pub unsolvable: usize,
    /// How many boards a limit left undecided. What is in none of these four counts is no board.
    pub undecided: usize,
    /// How many of the solvable levels have more positions than the limit allows to see: their optimum
    /// is proven, and what needs all positions (most measures, and the lints that go by them) is not
    /// known.
    pub unmeasured: usize,
    /// In how many the recorded optimum is the proven one.
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

    /// The level with its rules, opened from its text. What is proven can be opened, so there is one.
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

/// Verifies packs together: every level is solved again and held against what its file claims.
///
/// All findings are reported, not the first alone; the result does not depend on the number of
/// threads.
#[must_use]
pub fn verify(sources: &[Source], families: &Families, options: &Options) -> Verification {
    let mut checked: Vec<Checked<'_>> = sources
        .iter()
        .map(|source| check(source, families, OtherVersion::Refuse))
        .collect();
    let surveys = survey_all(&checked, options);
    let mut reports = Vec::new();
    for (pack, surveys) in checked.iter_mut().zip(&surveys) {
        reports.push(judge(pack, surveys));
    }
    duplicates(&checked, &mut reports);
    for (report, pack) in reports.iter_mut().zip(&mut checked) {
        settle(report, pack, options);
    }
    Verification {
        packs: reports.into_iter().map(|report| report.report).collect(),
    }
}

/// A report on the way: the levels that passed are collected beside the findings.
struct Judged {
    report: PackReport,
    levels: Vec<VerifiedLevel>,
}

fn judge(checked: &mut Checked<'_>, surveys: &Surveys) -> Judged {
    let source = checked.source;
    let mut findings = core::mem::take(&mut checked.findings);
    let mut report = PackReport {
        file: source.name().to_string(),
        id: String::new(),
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
    let mut levels = Vec::new();
    if let Some(pack) = &checked.pack {
        report.id.clone_from(&pack.file.id);
        report.levels = pack.levels.len();
        if pack.file.model_version.is_none() {
            findings.push(finding(
                source,
                "unrated",
                0..1,
                "the pack has no `model_version`".to_string(),
                rate_command(source),
            ));
        }
        for (level, survey) in pack.levels.iter().zip(&surveys.levels) {
            let Some(survey) = survey else {
                // What was not looked at is not decided.
                report.undecided += usize::from(level.level.is_some());
                continue;
            };
            let mut judge = LevelJudge {
                source,
                level,
                findings: Vec::new(),
            };
            if let Some(verified) = judge.level(survey, &mut report) {
                levels.push(verified);
            }
            findings.append(&mut judge.findings);
        }
        findings.extend(surveys.cut_short(source, &pack.levels));
        neighbours(source, &pack.levels, &surveys.levels, &mut findings);
    }
    report.findings = findings;
    Judged { report, levels }
}

/// Finds levels that are near twins of the one before them. A level without a proven optimum has no
/// key, so it is like none; tutorials are exempt, and equal boards are a matter of another lint.
fn neighbours(
    source: &Source,
    levels: &[CheckedLevel],
    surveys: &[Option<AnySurvey>],
    findings: &mut Vec<Finding>,
) {
    let form = |level: &CheckedLevel| level.level.as_ref().map(|board| board.canonical());
    let mut before: Option<(&CheckedLevel, String)> = None;
    for (level, survey) in levels.iter().zip(surveys) {
        let optimal = survey.as_ref().and_then(|survey| survey.outcome.optimal());
        let board = level.level.as_ref().filter(|board| !board.is_tutorial());
        let own = board
            .zip(optimal)
            .map(|(board, optimal)| (level, board.twin_key(optimal)));
        if let (Some((first, key)), Some((_, own_key))) = (&before, &own)
            && key == own_key
            && form(first) != form(level)
        {
            let first = if first.file.id == level.file.id {
                "the level of the same id".to_string()
            } else {
                format!("`{}`", first.file.id)
            };
            let mut judge = LevelJudge {
                source,
                level,
                findings: Vec::new(),
            };
            judge.push(
                "near-duplicate-neighbours",
                &Place::Level,
                &format!("it has the same size, pieces and optimum as {first} before it (mirrored and turned boards count as the same)"),
                "put another level between the two, change one of them, or allow it with a reason: \"allow\": { \"near-duplicate-neighbours\": \"…\" }".to_string(),
            );
            findings.append(&mut judge.findings);
        }
        before = own;
    }
}

/// Finds ids and boards that stand twice, among all packs given. A level that was pasted as a whole is
/// found once.
fn duplicates(checked: &[Checked<'_>], reports: &mut [Judged]) {
    // The levels met so far, each with its place, by id and by board.
    let mut met: Vec<(&str, String)> = Vec::new();
    let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
    let mut boards: BTreeMap<String, usize> = BTreeMap::new();
    let mut packs: BTreeMap<&str, &str> = BTreeMap::new();
    let Some(lint_of_boards) = lint("duplicate") else {
        return;
    };
    for (pack, judged) in checked.iter().zip(reports) {
        let Some(inner) = &pack.pack else { continue };
        let source = pack.source;
        if let Some(first) = packs.insert(&inner.file.id, source.name()) {
            judged.report.findings.push(finding(
                source,
                "duplicate",
                0..1,
                format!("pack id `{}` is already used by {first}", inner.file.id),
                "give one of the two packs another id".to_string(),
            ));
        }
        for level in &inner.levels {
            let mut judge = LevelJudge {
                source,
                level,
                findings: Vec::new(),
            };
            let id = level.file.id.as_str();
            let span = place_span(source, &level.node, level.family.grid(), &Place::Level);
            let position = source.position(span.start);
            let here = format!("{}:{}:{}", source.name(), position.line, position.column);
            // A board that is let off stands beside the others: a collection of records may hold the
            // boards of other packs, and those its boards.
            let let_off = |lints: &LintLevels| lints.get(lint_of_boards);
            let own = let_off(&level.lints).or_else(|| let_off(&inner.lints));
            let board = level
                .level
                .as_ref()
                .filter(|_| own != Some(LintLevel::Allow));
            let form = board.map(|board| format!("{} {}", inner.file.family, board.canonical()));
            let same_id = ids.get(id).copied();
            let same_board = form.as_ref().and_then(|form| boards.get(form).copied());
            if let Some(first) = same_id {
                let (_, first_at) = &met[first];
                let (message, help) = if same_board == Some(first) {
                    (
                        format!("the same level, id and board, stands at {first_at}"),
                        "take one of the two away, or give it another id and another board",
                    )
                } else {
                    (
                        format!("the id is already used at {first_at}"),
                        "give one of the two levels another id",
                    )
                };
                judge.push("duplicate", &Place::Level, &message, help.to_string());
                // Games look levels up by their id, so no lint level allows this.
                if let Some(found) = judge.findings.last_mut() {
                    found.fixed = true;
                }
            }
            if let Some(first) = same_board.filter(|_| same_board != same_id) {
                let (first, first_at) = &met[first];
                judge.push(
                    "duplicate",
                    &Place::Cells(alloc::vec![Cell { row: 0, col: 0 }]),
                    &format!("the board is that of `{first}` at {first_at} (mirrored, turned or renamed boards are equal)"),
                    "take one of the two away, or change it until it is another puzzle".to_string(),
                );
            }
            ids.entry(id).or_insert(met.len());
            if let Some(form) = form {
                boards.entry(form).or_insert(met.len());
            }
            met.push((id, here));
            judged.report.findings.append(&mut judge.findings);
        }
    }
}

/// Applies the lint levels, sorts, and makes the verified pack if nothing is denied.
fn settle(judged: &mut Judged, checked: &mut Checked<'_>, options: &Options) {
    let report = &mut judged.report;
    let inner = checked.pack.as_ref();
    let generated = inner.is_some_and(|pack| pack.file.recipe.is_some());
    let own_levels: BTreeMap<&str, &LintLevels> = inner
        .into_iter()
        .flat_map(|pack| &pack.levels)
        .map(|level| (level.file.id.as_str(), &level.lints))
        .collect();
    report.findings.retain_mut(|found| {
        let own = found
            .level
            .as_ref()
            .and_then(|id| own_levels.get(id.as_str())?.get(found.lint));
        let level = own
            .or_else(|| inner.and_then(|pack| pack.lints.get(found.lint)))
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
    // In the order of the file, and last what is derived: the command that fills it in refuses a pack
    // as long as anything else is wrong with it.
    report.findings.sort_by(|a, b| {
        let key = |found: &Finding| {
            (
                found.lint.name == "unrated",
                found.span.start,
                found.lint.code,
            )
        };
        (key(a), &a.message).cmp(&(key(b), &b.message))
    });
    let valid = report
        .findings
        .iter()
        .all(|found| found.severity != Severity::Error);
    let inner = checked.pack.take();
    if let Some(pack) = inner.filter(|pack| valid && pack.levels.len() == judged.levels.len()) {
        report.verified = Some(VerifiedPack {
            file: pack.file,
            levels: core::mem::take(&mut judged.levels),
        });
    }
}
