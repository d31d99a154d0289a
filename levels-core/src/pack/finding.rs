//! One thing that verification found, with its place in the file.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::lint::Lint;
use crate::finding::Cell;
use crate::json::source::LineColumn;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// It is worth a look.
    Warning,
    /// The pack is not valid.
    Error,
}

impl Severity {
    /// The word that messages use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// One thing that verification found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The lint.
    pub lint: &'static Lint,
    /// Whether no lint level can allow it: neither the lint's nor this finding's.
    pub fixed: bool,
    /// Whether it makes the pack invalid.
    pub severity: Severity,
    /// What is wrong, in one line.
    pub message: String,
    /// The name of the file, with `/`.
    pub file: String,
    /// Byte range in the file's text.
    pub span: Range<usize>,
    /// Where that range begins.
    pub start: LineColumn,
    /// Where it ends.
    pub end: LineColumn,
    /// The id of the level, if the finding is about one.
    pub level: Option<String>,
    /// The rows of the level's board and the cells to mark on it; no rows where no board helps.
    pub board: (Vec<String>, Vec<Cell>),
    /// What to do: a command or an edit, in one line.
    pub help: String,
}

impl Finding {
    /// The same finding with another command in place of `levels-gen` in its help: one that has the
    /// user's own families.
    #[must_use]
    pub fn with_command(&self, command: &str) -> Self {
        Self {
            help: self.help.replace("levels-gen ", &format!("{command} ")),
            ..self.clone()
        }
    }
}
