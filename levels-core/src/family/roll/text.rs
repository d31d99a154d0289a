//! The plain text form of a level: its rows.

use alloc::string::{String, ToString};

use super::level::Level;
use crate::finding::Faults;

/// Writes the text form.
pub(super) fn write(level: &Level) -> String {
    let mut text = String::new();
    for row in &level.layout {
        text.push_str(row);
        text.push('\n');
    }
    text
}

/// Reads the text form. Any text is a layout, and the board checks it, so this function itself
/// never fails.
pub(super) fn read(text: &str) -> Result<Level, Faults> {
    Ok(Level {
        layout: text
            .lines()
            .map(|line| line.trim_end().to_string())
            .filter(|line| !line.is_empty())
            .collect(),
    })
}
