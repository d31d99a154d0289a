//! Wraps words into lines of a limited width, for text in a terminal.

use alloc::string::String;

/// Words in lines of at most `width` columns, each with an indent before it and a line feed after
/// it. A longer word gets its own line.
pub fn wrapped<'a>(words: impl Iterator<Item = &'a str>, indent: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in words {
        let long = word.chars().count();
        if column > 0 && column + 1 + long <= width {
            lines.push(' ');
            column += 1 + long;
        } else {
            if column > 0 {
                lines.push('\n');
            }
            lines.push_str(indent);
            column = indent.chars().count() + long;
        }
        lines.push_str(word);
    }
    lines.push('\n');
    lines
}
