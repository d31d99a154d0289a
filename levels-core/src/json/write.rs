//! The canonical form: the same data always gives the same bytes.
//!
//! Two-space indent, `\n`, a final newline. A value is on one line if it fits into 100 columns. The
//! pack, its levels and everything that a reviewer reads line by line are always spread.

use alloc::string::String;

use serde_json::Value as Json;

use crate::wording::printable;

/// The greatest width, in columns, of a value that is written on one line.
const WIDTH: usize = 100;

/// Writes a value; `spread(path)` says which values are written one entry per line even if they
/// would fit on one. The path is that of keys, with `*` for an element of a list.
#[must_use]
pub fn canonical(value: &Json, spread: impl Fn(&[&str]) -> bool) -> String {
    let mut writer = Writer {
        out: String::new(),
        spread,
    };
    writer.value(value, &mut alloc::vec::Vec::new(), 0);
    writer.out.push('\n');
    writer.out
}

/// A canonical text under construction: an object whose last field is a list. The entries of the
/// list are added one by one, so they need not be in memory together.
pub struct Growing<F> {
    writer: Writer<F>,
    key: &'static str,
    entries: usize,
}

impl<F: Fn(&[&str]) -> bool> Growing<F> {
    /// Writes the fields before the list. The object and the list are always spread.
    pub fn new(fields: &serde_json::Map<String, Json>, key: &'static str, spread: F) -> Self {
        let mut writer = Writer {
            out: String::from("{"),
            spread,
        };
        for (index, (key, value)) in fields.iter().enumerate() {
            let label = writer.label(index, key, 1);
            writer.value(value, &mut alloc::vec![key.as_str()], label);
        }
        writer.label(fields.len(), key, 1);
        writer.out.push('[');
        Self {
            writer,
            key,
            entries: 0,
        }
    }

    /// Writes the next entry of the list.
    pub fn push(&mut self, value: &Json) {
        self.writer.open_line(self.entries, 2);
        self.writer.value(value, &mut alloc::vec![self.key, "*"], 1);
        self.entries += 1;
    }

    /// Ends the text.
    #[must_use]
    pub fn finish(self) -> String {
        let mut writer = self.writer;
        if self.entries > 0 {
            writer.close_line(1);
        }
        writer.out.push(']');
        writer.close_line(0);
        writer.out.push_str("}\n");
        writer.out
    }
}

struct Writer<F> {
    out: String,
    spread: F,
}

impl<F: Fn(&[&str]) -> bool> Writer<F> {
    fn value<'a>(&mut self, value: &'a Json, path: &mut alloc::vec::Vec<&'a str>, taken: usize) {
        let empty = match value {
            Json::Array(items) => items.is_empty(),
            Json::Object(entries) => entries.is_empty(),
            _ => true,
        };
        if empty || !(self.spread)(path) {
            let line = on_one_line(value);
            let indent = path.len() * 2;
            if empty || indent + taken + line.chars().count() < WIDTH {
                self.out.push_str(&line);
                return;
            }
        }
        match value {
            Json::Array(items) => {
                self.out.push('[');
                for (index, item) in items.iter().enumerate() {
                    self.open_line(index, path.len() + 1);
                    path.push("*");
                    self.value(item, path, 1);
                    path.pop();
                }
                self.close_line(path.len());
                self.out.push(']');
            }
            Json::Object(entries) => {
                self.out.push('{');
                for (index, (key, item)) in entries.iter().enumerate() {
                    let label = self.label(index, key, path.len() + 1);
                    path.push(key);
                    self.value(item, path, label);
                    path.pop();
                }
                self.close_line(path.len());
                self.out.push('}');
            }
            _ => {}
        }
    }

    /// Writes the key of an entry, and returns how many columns it takes with what may follow the entry.
    fn label(&mut self, index: usize, key: &str, depth: usize) -> usize {
        self.open_line(index, depth);
        let label = on_one_line(&Json::String(key.into()));
        self.out.push_str(&label);
        self.out.push_str(": ");
        label.chars().count() + 3
    }

    fn open_line(&mut self, index: usize, depth: usize) {
        if index > 0 {
            self.out.push(',');
        }
        self.close_line(depth);
    }

    fn close_line(&mut self, depth: usize) {
        self.out.push('\n');
        for _ in 0..depth {
            self.out.push_str("  ");
        }
    }
}

/// A value on one line: `{ "a": 1, "b": [1, 2] }`.
#[must_use]
pub fn on_one_line(value: &Json) -> String {
    match value {
        Json::Array(items) => {
            let mut text = String::from("[");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                text.push_str(&on_one_line(item));
            }
            text.push(']');
            text
        }
        Json::Object(entries) if entries.is_empty() => String::from("{}"),
        Json::Object(entries) => {
            let mut text = String::from("{ ");
            for (index, (key, item)) in entries.iter().enumerate() {
                if index > 0 {
                    text.push_str(", ");
                }
                text.push_str(&on_one_line(&Json::String(key.clone())));
                text.push_str(": ");
                text.push_str(&on_one_line(item));
            }
            text.push_str(" }");
            text
        }
        // JSON allows characters in strings that a terminal or an editor would act on.
        scalar => printable(&alloc::string::ToString::to_string(scalar)).into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spreads_what_must_be_and_what_does_not_fit() {
        let value = json!({
            "a": { "x": [1, 2.5, "q\"ü\n"], "y": {}, "z": null },
            "rows": ["ab", "cd"],
            "long": ["0123456789012345678901234567890123456789", "0123456789012345678901234567890123456789", "0123"],
            "none": [],
        });
        let text = canonical(&value, |path| matches!(path, [] | ["rows"]));
        let expected = r#"{
  "a": { "x": [1, 2.5, "q\"ü\n"], "y": {}, "z": null },
  "rows": [
    "ab",
    "cd"
  ],
  "long": [
    "0123456789012345678901234567890123456789",
    "0123456789012345678901234567890123456789",
    "0123"
  ],
  "none": []
}
"#;
        assert_eq!(text, expected);
        assert_eq!(serde_json::from_str::<Json>(&text).ok(), Some(value));
    }

    #[test]
    fn a_text_grows_into_what_it_is_as_a_whole() {
        let spread = |path: &[&str]| matches!(path, [] | ["levels"] | ["levels", "*"]);
        let level = json!({ "grid": ["ab"], "long": "x".repeat(90), "none": {} });
        for fields in [json!({}), json!({ "id": "a", "lints": { "b": "ü" } })] {
            for count in 0..3 {
                let Json::Object(mut fields) = fields.clone() else {
                    panic!("no object");
                };
                let mut text = Growing::new(&fields, "levels", spread);
                for _ in 0..count {
                    text.push(&level);
                }
                fields.insert("levels".into(), json!(alloc::vec![&level; count]));
                assert_eq!(text.finish(), canonical(&Json::Object(fields), spread));
            }
        }
    }
}
