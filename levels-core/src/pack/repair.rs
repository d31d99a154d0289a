//! The smallest change of cells that makes a level valid, and the smallest part of a board that
//! cannot be won.
//!
//! Changes of one cell are tried first, then of two, in reading order. Each is judged by the same
//! verification as everything else, so what is found here may ship.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::check::{OtherVersion, Reading, rows};
use super::file::{LevelFile, PackFile};
use super::finding::{Finding, Severity};
use super::rate::rate;
use super::stored::{AnyFamily, Families};
use super::verify::{Options, verify};
use crate::MODEL_VERSION;
use crate::finding::Cell;
use crate::json::source::Source;
use crate::lint_id::LintId;
use crate::quality::Outcome;
use crate::search::Limits;

/// How many changed boards are judged before the search gives up, by default.
pub const MAX_TRIES: usize = 100_000;

/// One cell that is written differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The cell.
    pub cell: Cell,
    /// What it was.
    pub from: char,
    /// What it is now.
    pub to: char,
}

/// A level that was repaired.
#[derive(Debug, Clone, PartialEq)]
pub struct Repaired {
    /// The cells that changed: one or two.
    pub changes: Vec<Change>,
    /// The rows before.
    pub before: Vec<String>,
    /// The rows after.
    pub after: Vec<String>,
    /// The proven optimum now, in moves.
    pub optimal: u32,
    /// How many of the earlier changes a limit on states left undecided: a smaller change may be
    /// among them.
    pub undecided: usize,
    /// The whole pack with the level replaced, in canonical form.
    pub text: String,
}

/// The result of trying to repair a level.
#[derive(Debug, Clone, PartialEq)]
pub enum Repair {
    /// It is valid as it is.
    Valid,
    /// A limit on states was hit before it was known whether it is valid as it is.
    Undecided,
    /// It was repaired.
    Repaired(Repaired),
    /// No change of one or two cells makes it valid.
    Hopeless {
        /// How many changed boards were judged.
        tried: usize,
    },
    /// No change was found before the search ended, but not all of them were decided.
    GaveUp {
        /// How many changed boards were tried.
        tried: usize,
        /// How many of those a limit on states left undecided.
        undecided: usize,
        /// Whether there are changes that were not tried.
        more: bool,
    },
}

/// A part of a board that still cannot be won.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsolvablePart {
    /// The rows of the part.
    pub rows: Vec<String>,
    /// How many smaller parts a limit on states left undecided; if 0, nothing more can be removed.
    pub undecided: usize,
}

/// How a board is judged under everything that its pack and its level say.
enum Judged {
    Valid(Box<LevelFile>),
    Invalid,
    /// A limit on states was hit, and nothing else is wrong.
    Undecided,
}

/// A level of a pack that is being repaired.
pub struct Bench<'a> {
    families: &'a Families,
    options: Options,
    pack: PackFile,
    index: usize,
    family: &'static dyn AnyFamily,
    rows: Vec<String>,
}

impl<'a> Bench<'a> {
    /// Takes the level `id` from a pack.
    ///
    /// # Errors
    /// The findings of a file that cannot be read that far; a level that is not a board; an id that
    /// no level has (the message lists the ids there are).
    pub fn new(
        source: &Source,
        families: &'a Families,
        id: &str,
        options: &Options,
    ) -> Result<Self, Vec<Finding>> {
        let mut reading = Reading::open(source, families, OtherVersion::Adopt);
        let mut files = Vec::new();
        let mut bench = None;
        for level in reading.by_ref() {
            if bench.is_none() && level.file.id == id {
                let rows = rows(&level.node, level.family.grid());
                let family = level.level.as_ref().map(|_| level.family);
                bench = Some((files.len(), family, rows));
            }
            files.push(level.file);
        }
        let mut findings = reading.findings;
        let Some(pack) = reading.pack else {
            return Err(findings);
        };
        let Some((index, family, rows)) = bench else {
            let ids: Vec<&str> = files.iter().map(|level| level.id.as_str()).collect();
            return Err(alloc::vec![super::check::finding(
                source,
                LintId::Malformed,
                0..1,
                format!("no level is called `{id}`"),
                format!("one of {}", ids.join(", ")),
            )]);
        };
        let Some(family) = family else {
            findings.retain(|found| found.level.as_deref().is_none_or(|of| of == id));
            return Err(findings);
        };
        let mut file = pack.file;
        file.levels = files;
        Ok(Self {
            families,
            options: Options {
                threads: 1,
                ..options.clone()
            },
            pack: file,
            index,
            family,
            rows,
        })
    }

    /// The rows of the board as it is.
    #[must_use]
    pub fn rows(&self) -> &[String] {
        &self.rows
    }

    /// The most states that the search of one board keeps.
    #[must_use]
    pub fn max_states(&self) -> u32 {
        let own = self.options.max_states;
        own.unwrap_or(self.family.max_states())
    }

    /// Looks for the smallest change, on as many threads as given (0: as many as the machine has).
    /// The first one in order is the result, whatever the number of threads.
    #[must_use]
    pub fn repair(&self, threads: usize, max_tries: usize) -> Repair {
        match self.judge(&self.rows) {
            Judged::Valid(_) => return Repair::Valid,
            Judged::Undecided => return Repair::Undecided,
            Judged::Invalid => {}
        }
        let ones = self.single_changes();
        let (mut tried, mut undecided) = (0, 0);
        let single: Vec<Vec<Change>> = ones.iter().map(|change| alloc::vec![*change]).collect();
        let pairs = ones.iter().enumerate().flat_map(|(at, first)| {
            let later = ones[at + 1..].iter();
            let other = later.filter(move |second| second.cell != first.cell);
            other.map(move |second| alloc::vec![*first, *second])
        });
        let mut rest = single.into_iter().chain(pairs).peekable();
        while rest.peek().is_some() {
            if tried >= max_tries {
                return Repair::GaveUp {
                    tried,
                    undecided,
                    more: true,
                };
            }
            let batch: Vec<Vec<Change>> = rest.by_ref().take(512.min(max_tries - tried)).collect();
            tried += batch.len();
            let (found, left_open) = self.first_valid(&batch, threads);
            undecided += left_open;
            if let Some((at, level)) = found {
                return Repair::Repaired(self.repaired(&batch[at], level, undecided));
            }
        }
        if undecided > 0 {
            return Repair::GaveUp {
                tried,
                undecided,
                more: false,
            };
        }
        Repair::Hopeless { tried }
    }

    /// A smallest part of the board that still cannot be won. Pieces are removed one by one, as
    /// long as the rest cannot be won, until no single piece can be removed. Another order might
    /// give another part. `None` if the board can be won, or if a limit left that undecided.
    #[must_use]
    pub fn unsolvable_part(&self) -> Option<UnsolvablePart> {
        if self.is_unsolvable(&self.rows) != Some(true) {
            return None;
        }
        let pieces = self.family.pieces(&self.rows);
        let empty = self.family.glyphs().chars().next().unwrap_or('.');
        let mut part = self.rows.clone();
        loop {
            let (mut undecided, mut taken) = (0, false);
            for piece in &pieces {
                let mut smaller = part.clone();
                for cell in piece {
                    put(&mut smaller, *cell, empty);
                }
                if smaller == part {
                    continue;
                }
                match self.is_unsolvable(&smaller) {
                    Some(true) => (part, taken) = (smaller, true),
                    Some(false) => {}
                    None => undecided += 1,
                }
            }
            // A piece that had to stay may become removable once others are gone.
            if !taken {
                let rows = part;
                return Some(UnsolvablePart { rows, undecided });
            }
        }
    }

    /// Whether a board cannot be won; `None` if a limit left that undecided.
    fn is_unsolvable(&self, rows: &[String]) -> Option<bool> {
        let text = self.pack_of(rows).to_text();
        let source = Source::new("<repair>", text);
        let mut reading = Reading::open(&source, self.families, OtherVersion::Adopt);
        // What is not a board is not a part of one.
        let Some(level) = reading.next().and_then(|level| level.level) else {
            return Some(false);
        };
        match level.survey(Limits::states(self.max_states())).outcome {
            Outcome::Unsolvable { .. } => Some(true),
            Outcome::Solved { .. } => Some(false),
            Outcome::Exhausted { .. } => None,
        }
    }

    /// Every way to change one cell: first to what the family names, then to the letters on the
    /// board, which makes blocks longer.
    fn single_changes(&self) -> Vec<Change> {
        let mut glyphs: Vec<char> = self.family.glyphs().chars().collect();
        let mut letters: Vec<char> = self.rows.iter().flat_map(|row| row.chars()).collect();
        letters.sort_unstable();
        for letter in letters {
            if !glyphs.contains(&letter) {
                glyphs.push(letter);
            }
        }
        let mut changes = Vec::new();
        for (row, text) in self.rows.iter().enumerate() {
            for (col, from) in text.chars().enumerate() {
                let cell = Cell { row, col };
                let others = glyphs.iter().filter(|&&to| to != from);
                changes.extend(others.map(|&to| Change { cell, from, to }));
            }
        }
        changes
    }

    /// The first change of a batch that makes the level valid, and how many before it (or of all,
    /// if there is none) were left undecided.
    fn first_valid(
        &self,
        batch: &[Vec<Change>],
        threads: usize,
    ) -> (Option<(usize, LevelFile)>, usize) {
        let best: Mutex<Option<(usize, LevelFile)>> = Mutex::new(None);
        let open: Mutex<Vec<usize>> = Mutex::new(Vec::new());
        let (next, found) = (AtomicUsize::new(0), AtomicUsize::new(usize::MAX));
        let run = || loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            // What comes after a change that was found is no longer needed.
            if at >= batch.len() || at > found.load(Ordering::Relaxed) {
                return;
            }
            let level = match self.judge(&changed(&self.rows, &batch[at])) {
                Judged::Valid(level) => *level,
                Judged::Invalid => continue,
                Judged::Undecided => {
                    open.lock().unwrap_or_else(PoisonError::into_inner).push(at);
                    continue;
                }
            };
            found.fetch_min(at, Ordering::Relaxed);
            let mut best = best.lock().unwrap_or_else(PoisonError::into_inner);
            if best.as_ref().is_none_or(|(first, _)| at < *first) {
                *best = Some((at, level));
            }
        };
        let machine = std::thread::available_parallelism().map_or(1, usize::from);
        std::thread::scope(|scope| {
            for _ in 1..if threads == 0 { machine } else { threads } {
                scope.spawn(run);
            }
            run();
        });
        let best = best.into_inner().unwrap_or_else(PoisonError::into_inner);
        let open = open.into_inner().unwrap_or_else(PoisonError::into_inner);
        // Everything before the first one was judged, whichever thread was faster.
        let end = best.as_ref().map_or(batch.len(), |(first, _)| *first);
        let undecided = open.into_iter().filter(|&at| at < end).count();
        (best, undecided)
    }

    /// Judges the level with these rows, rated.
    fn judge(&self, rows: &[String]) -> Judged {
        let source = Source::new("<repair>", self.pack_of(rows).to_text());
        let rated = match rate(&source, self.families, &self.options) {
            Ok(rated) => Source::new("<repair>", rated),
            Err(findings) if findings.iter().all(is_limit) => source,
            Err(_) => return Judged::Invalid,
        };
        // A board that a limit leaves undecided may break a rule that needs no search.
        let verification = verify(&[rated], self.families, &self.options);
        let level = verification
            .packs
            .iter()
            .find_map(|pack| pack.verified.as_ref()?.file().levels.first());
        if let Some(level) = level {
            return Judged::Valid(level.clone().into());
        }
        let errors = verification
            .findings()
            .filter(|found| found.severity == Severity::Error && found.lint.id != LintId::Unrated);
        let mut errors = errors.peekable();
        if errors.peek().is_some() && errors.all(is_limit) {
            Judged::Undecided
        } else {
            Judged::Invalid
        }
    }

    /// A pack with only this level, with other rows.
    fn pack_of(&self, rows: &[String]) -> PackFile {
        let level = &self.pack.levels[self.index];
        let own = self.family.with_rows(&level.own, rows);
        let mut alone = LevelFile::unrated(level.id.clone(), own);
        alone.content.clone_from(&level.content);
        alone.lints.clone_from(&level.lints);
        alone.band.clone_from(&level.band);
        PackFile {
            levels: alloc::vec![alone],
            recipe: None,
            ..self.pack.clone()
        }
    }

    fn repaired(&self, changes: &[Change], level: LevelFile, undecided: usize) -> Repaired {
        let optimal = level.optimal.and_then(|moves| u32::try_from(moves).ok());
        let mut pack = self.pack.clone();
        pack.levels[self.index] = level;
        // The level is rated under the linked version; a pack that names none gets that one.
        pack.model_version
            .get_or_insert_with(|| MODEL_VERSION.into());
        Repaired {
            changes: changes.to_vec(),
            before: self.rows.clone(),
            after: changed(&self.rows, changes),
            optimal: optimal.unwrap_or(0),
            undecided,
            text: pack.to_text(),
        }
    }
}

/// Whether a finding says that a limit was hit.
fn is_limit(found: &Finding) -> bool {
    found.lint.id == LintId::Exhausted
}

/// The rows with some cells written differently.
fn changed(rows: &[String], changes: &[Change]) -> Vec<String> {
    let mut rows = rows.to_vec();
    for change in changes {
        put(&mut rows, change.cell, change.to);
    }
    rows
}

fn put(rows: &mut [String], cell: Cell, glyph: char) {
    if let Some(row) = rows.get_mut(cell.row) {
        *row = row
            .chars()
            .enumerate()
            .map(|(col, was)| if col == cell.col { glyph } else { was })
            .collect();
    }
}

impl core::fmt::Display for Change {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { cell, from, to } = self;
        write!(f, "{cell}: `{to}` instead of `{from}`")
    }
}
