//! Findings as annotations for GitHub Actions.

use levels_core::pack::{Finding, Severity};

/// One workflow command.
#[must_use]
pub fn annotation(found: &Finding) -> String {
    let kind = match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    format!(
        "::{kind} file={},line={},endLine={},col={},endColumn={},title={}::{}\n",
        property(&found.file),
        found.start.line,
        found.end.line,
        found.start.column,
        found.end.column.max(found.start.column),
        property(&format!("{} {}", found.lint.code, found.lint.name)),
        data(&format!("{}\nhelp: {}", found.message, super::help(found))),
    )
}

/// Escapes the message of a workflow command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// Escapes a property of a workflow command, where `:` and `,` also have a meaning.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
