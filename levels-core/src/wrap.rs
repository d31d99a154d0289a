//! Words in lines of a limited width, for whatever is read in a terminal.

use alloc::string::String;

/// Words in lines of at most `width` columns, each line after an indent and ended with a line feed. A
/// word that is longer stands alone.
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
