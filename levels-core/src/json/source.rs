//! A file's text and the way from byte offsets to lines and columns.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::ops::Range;

/// A line and a column, both counted from 1, columns in characters, as in editors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A named text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    name: String,
    text: String,
    line_starts: Vec<usize>,
    /// How many characters begin before each block of [`BLOCK`] bytes; empty if the whole text is
    /// ASCII, when a column is a difference of offsets.
    characters: Vec<usize>,
    is_cut: bool,
}

/// A file may be one line of many megabytes: columns are counted from the nearest block.
const BLOCK: usize = 1024;

impl Source {
    /// A text with its name in messages: a path with `/`.
    ///
    /// A byte-order mark at the beginning is dropped; line ends may be `\n` or `\r\n`.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let mut text = text.into();
        if text.starts_with('\u{FEFF}') {
            text.drain(..'\u{FEFF}'.len_utf8());
        }
        let line_starts = core::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let mut characters = Vec::new();
        if !text.is_ascii() {
            let mut before = 0;
            for block in text.as_bytes().chunks(BLOCK) {
                characters.push(before);
                before += starts(block);
            }
        }
        Self {
            name: name.into(),
            text,
            line_starts,
            characters,
            is_cut: false,
        }
    }

    /// A source from the bytes of a file.
    ///
    /// # Errors
    /// The readable text up to the first byte that is not UTF-8, and the position of that byte.
    /// Verification accepts this source and reports that byte.
    pub fn from_bytes(name: &str, bytes: Vec<u8>) -> Result<Self, (Self, usize)> {
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self::new(name, text)),
            Err(fault) => {
                let at = fault.utf8_error().valid_up_to();
                let text = String::from_utf8_lossy(&fault.as_bytes()[..at]).to_string();
                let mut source = Self::new(name, text);
                source.is_cut = true;
                let end = source.text.len();
                Err((source, end))
            }
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text, without a byte-order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the text ends before a byte that is not UTF-8.
    #[must_use]
    pub fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The line and column of a byte offset; offsets past the end give the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> LineColumn {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line_starts.partition_point(|&start| start <= offset);
        let start = self.line_starts[line - 1];
        LineColumn {
            line,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    /// How many characters begin before a byte offset.
    fn characters_before(&self, offset: usize) -> usize {
        // The end of the text may be right after its last block.
        let last = self.characters.len().saturating_sub(1);
        let block = (offset / BLOCK).min(last);
        match self.characters.get(block) {
            None => offset,
            Some(before) => before + starts(&self.text.as_bytes()[block * BLOCK..offset]),
        }
    }

    /// A line's text by its number from 1, without its end.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let Some(&start) = self.line_starts.get(line.wrapping_sub(1)) else {
            return "";
        };
        let end = self
            .line_starts
            .get(line)
            .map_or(self.text.len(), |&next| next - 1);
        self.text[start..end].trim_end_matches('\r')
    }

    /// The byte range of character `index` (from 0) inside the string literal at `span`. A literal
    /// that uses escapes gives the whole literal: its characters and its bytes do not correspond.
    /// An index at or past the end gives the closing quote.
    #[must_use]
    pub fn char_in_literal(&self, span: &Range<usize>, index: usize) -> Range<usize> {
        let Some(inner) = self.text.get(span.start + 1..span.end.saturating_sub(1)) else {
            return span.clone();
        };
        if inner.contains('\\') {
            return span.clone();
        }
        match inner.char_indices().nth(index) {
            Some((at, c)) => {
                let start = span.start + 1 + at;
                start..start + c.len_utf8()
            }
            None => span.end - 1..span.end,
        }
    }
}

/// How many characters begin in some bytes of UTF-8: all bytes except continuation bytes.
fn starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_lines_of_either_ending() {
        let source = Source::new("a", "\u{FEFF}ab\r\nü–x\n\ny");
        let cases = [
            (0, 1, 1),
            (1, 1, 2),
            (4, 2, 1),
            (6, 2, 2),
            (9, 2, 3),
            (11, 3, 1),
            (12, 4, 1),
            (99, 4, 2),
        ];
        for (offset, line, column) in cases {
            assert_eq!(
                source.position(offset),
                LineColumn { line, column },
                "{offset}"
            );
        }
        assert_eq!(source.line(1), "ab");
        assert_eq!(source.line(2), "ü–x");
        assert_eq!(source.line(5), "");
    }

    #[test]
    fn columns_of_long_lines_are_counted_from_blocks() {
        let text = "aü–💥\n".repeat(300) + &"aü–💥".repeat(700);
        let source = Source::new("a", text.as_str());
        for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
            let column = text[start..offset].chars().count() + 1;
            assert_eq!(source.position(offset).column, column, "{offset}");
        }
    }

    #[test]
    fn a_cell_is_found_in_its_literal() {
        let source = Source::new("a", r#"["a-b", "x\u0041"]"#);
        assert_eq!(source.char_in_literal(&(1..6), 2), 4..5);
        assert_eq!(source.char_in_literal(&(1..6), 7), 5..6);
        assert_eq!(source.char_in_literal(&(8..17), 1), 8..17);
    }
}
