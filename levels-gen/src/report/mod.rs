//! What a person or a program reads: findings in four forms, boards as drawings, reports as pages.

pub mod board;
pub mod diff;
pub mod generation;
mod github;
pub mod html;
mod human;
mod inputs;
mod json;
pub mod markdown;
pub mod overview;
pub mod scene;
pub mod svg;

use std::path::Path;

use clap::ValueEnum;
use levels_core::json::source::Source;
use levels_core::lint_id::LintId;
use levels_core::pack::{Finding, Severity, Verification, summary};

use crate::exit::{Exit, Fault};
use crate::library::Orders;
use crate::output;
use levels_core::wording::plural;

/// How findings are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal: the source line, a caret under the cell, the board and how to fix it
    Human,
    /// One JSON object
    Json,
    /// Annotations for GitHub Actions
    Github,
}

/// Prints the result of verifying packs: summaries on standard output, and what was found.
///
/// # Errors
/// A closed pipe.
pub fn verification(
    sources: &[Source],
    verification: &Verification,
    orders: &Orders,
    format: Format,
) -> Result<(), Fault> {
    if format == Format::Json {
        return output::out(&json::verification(verification, orders));
    }
    let all = || verification.findings().chain(orders.findings());
    findings(sources.iter().chain(orders.sources()), all(), format)?;
    let mut text = String::new();
    for pack in &verification.packs {
        text.push_str(&summary(pack));
        text.push('\n');
    }
    text.push_str(&orders.summary());
    output::out(&text)?;
    if format == Format::Human {
        let (errors, warnings) = count(all());
        if errors + warnings > 0 {
            output::note(&format!(
                "{}, {}",
                plural(errors, "error"),
                plural(warnings, "warning")
            ));
        }
    }
    Ok(())
}

/// Prints findings alone.
///
/// # Errors
/// A closed pipe.
pub fn findings<'a>(
    sources: impl IntoIterator<Item = &'a Source>,
    findings: impl Iterator<Item = &'a Finding>,
    format: Format,
) -> Result<(), Fault> {
    match format {
        Format::Human => {
            let sources: Vec<&Source> = sources.into_iter().collect();
            for found in findings {
                let source = sources.iter().find(|source| source.name() == found.file);
                output::styled_note(&human::render(source.copied(), found));
            }
            Ok(())
        }
        Format::Json => output::out(&json::findings(findings)),
        Format::Github => {
            let lines: Vec<String> = findings.map(github::annotation).collect();
            output::out(&lines.concat())
        }
    }
}

/// What to do about a finding, with the name of this program in its commands: a command line that was
/// extended with families has another name.
fn help(found: &Finding) -> String {
    let program = std::env::args_os().next();
    let name = program.as_deref().map(Path::new).and_then(Path::file_stem);
    match name.and_then(|name| name.to_str()) {
        Some(name) => found.with_command(name).help,
        None => found.help.clone(),
    }
}

/// The exit code for findings: 1 if anything is invalid, 4 if there are only limits that were hit.
pub fn exit<'a>(findings: impl Iterator<Item = &'a Finding>) -> Exit {
    findings
        .filter(|found| found.severity == Severity::Error)
        .map(|found| {
            if found.lint.id == LintId::Exhausted {
                Exit::Exhausted
            } else {
                Exit::Invalid
            }
        })
        .fold(Exit::Ok, Exit::and)
}

fn count<'a>(findings: impl Iterator<Item = &'a Finding>) -> (usize, usize) {
    findings.fold((0, 0), |(errors, warnings), found| match found.severity {
        Severity::Error => (errors + 1, warnings),
        Severity::Warning => (errors, warnings + 1),
    })
}

/// How many columns a terminal has.
pub const WIDTH: usize = 80;

/// Messages one after the other on one line.
#[must_use]
pub fn on_one_line<T: ToString>(messages: &[T]) -> String {
    let list: Vec<String> = messages.iter().map(ToString::to_string).collect();
    list.join("; ")
}
