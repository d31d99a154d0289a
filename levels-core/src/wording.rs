//! How messages show counts and texts from files.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::fmt::Display;

/// A count with its word: "1 move", "2 moves".
#[must_use]
pub fn plural<N: Display + PartialEq + From<u8>>(count: N, what: &str) -> String {
    if count == N::from(1) {
        format!("1 {what}")
    } else {
        format!("{count} {what}s")
    }
}

/// A clause: the search saw every position.
#[must_use]
pub fn all_seen(positions: usize) -> String {
    match positions {
        1 => String::from("the one position that can be reached was seen"),
        more => format!("all {more} positions that can be reached were seen"),
    }
}

/// A text from a file, made safe for one line of a message or table: control characters and
/// characters that change the direction of writing are escaped as in JSON. Otherwise a line break
/// could fake a message, an escape code could recolour a terminal, and a change of direction could
/// show a different text from the file's.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    escaped(text, is_unprintable)
}

/// The same for a text of several lines; its line feeds and tabs are kept.
#[must_use]
pub fn printable_lines(text: &str) -> Cow<'_, str> {
    escaped(text, |c| is_unprintable(c) && c != '\n' && c != '\t')
}

/// Whether a character is escaped by [`printable`]: control characters, separators of lines and
/// paragraphs, the byte-order mark, and characters that set the direction of the text after them.
#[must_use]
pub fn is_unprintable(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FEFF}')
}

fn escaped(text: &str, acts: fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let mut line = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            _ if !acts(c) => line.push(c),
            '\n' => line.push_str("\\n"),
            '\r' => line.push_str("\\r"),
            '\t' => line.push_str("\\t"),
            // All of them have four digits.
            _ => line.push_str(&format!("\\u{:04x}", u32::from(c))),
        }
    }
    Cow::Owned(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_not_many() {
        for (count, text) in [(0_u32, "0 moves"), (1, "1 move"), (2, "2 moves")] {
            assert_eq!(plural(count, "move"), text);
            assert_eq!(plural(u64::from(count), "move"), text);
        }
        assert_eq!(all_seen(1), "the one position that can be reached was seen");
    }

    #[test]
    fn what_acts_on_a_terminal_is_escaped_and_nothing_else() {
        for (text, line, lines) in [
            (
                "mine/1 – Grüße, 世界",
                "mine/1 – Grüße, 世界",
                "mine/1 – Grüße, 世界",
            ),
            ("a\u{1b}[31mb", r"a\u001b[31mb", r"a\u001b[31mb"),
            ("a\nb\r\tc", r"a\nb\r\tc", "a\nb\\r\tc"),
            ("\u{7f}\u{9b}31m", r"\u007f\u009b31m", r"\u007f\u009b31m"),
            (
                "\u{202e}cba\u{2069}",
                r"\u202ecba\u2069",
                r"\u202ecba\u2069",
            ),
            ("\u{feff}\u{2028}", r"\ufeff\u2028", r"\ufeff\u2028"),
        ] {
            assert_eq!(printable(text), line, "{text:?}");
            assert_eq!(printable_lines(text), lines, "{text:?}");
        }
    }
}
