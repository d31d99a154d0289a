//! Floor 0: JSON with the place of every value.
//!
//! A library does the parsing. This module turns its tree into an owned one with byte spans, checks
//! it against a [`shape`] and writes the canonical form.

mod pieces;
pub mod shape;
pub mod source;
pub mod write;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use jsonc_parser::ast;
use jsonc_parser::common::Ranged;

pub use pieces::Pieces;

/// A value with the byte range that it has in the file.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Byte range in the text, quotes and brackets included.
    pub span: Range<usize>,
    /// The value.
    pub value: Value,
}

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Flag(bool),
    /// A number, as it is written.
    Number(String),
    /// A string, unescaped.
    Text(String),
    /// An array.
    List(Vec<Node>),
    /// An object, in the order of the file. A key may occur twice; checking against a shape reports
    /// it.
    Record(Vec<Entry>),
}

/// One key of an object with its value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The key, unescaped.
    pub key: String,
    /// Byte range of the key, quotes included.
    pub key_span: Range<usize>,
    /// The value.
    pub node: Node,
}

/// Why a text is not JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxFault {
    /// Byte range at which the parser gave up.
    pub span: Range<usize>,
    /// Its message.
    pub message: String,
}

impl fmt::Display for SyntaxFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.span.start, self.message)
    }
}

impl core::error::Error for SyntaxFault {}

/// Parses strict JSON: no comments, no trailing commas, no other extensions.
///
/// # Errors
/// The first place at which the text is not JSON. Nesting is limited (by the library, to 512), so
/// hostile input gives an error, not a stack overflow.
pub fn parse(text: &str) -> Result<Node, SyntaxFault> {
    let value = tree(text)?;
    check_strict(text).map(|()| node(value, 0))
}

/// The library's tree of a text. The library accepts [slightly more](check_strict) than JSON.
fn tree(text: &str) -> Result<ast::Value<'_>, SyntaxFault> {
    let strict = jsonc_parser::ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed =
        jsonc_parser::parse_to_ast(text, &jsonc_parser::CollectOptions::default(), &strict)
            .map_err(|fault| SyntaxFault {
                span: fault.range().start..fault.range().end,
                message: lower_first(&fault.kind().to_string()),
            })?;
    parsed.value.ok_or_else(|| SyntaxFault {
        span: 0..0,
        message: "the file is empty".to_string(),
    })
}

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(chars).collect()
    })
}

/// Refuses what the library accepts and JSON does not: control characters in strings, and
/// whitespace between values other than JSON's four characters. `text` has been parsed, so all its
/// quotes are those of strings.
fn check_strict(text: &str) -> Result<(), SyntaxFault> {
    let (mut quoted, mut escaped) = (false, false);
    for (at, c) in text.char_indices() {
        let message = match c {
            _ if escaped => None,
            '"' | '\\' => None,
            '\0'..='\u{1F}' if quoted => {
                Some("a control character in a string; write it as `\\n`, `\\t` or `\\u001f`")
            }
            ' ' | '\n' | '\r' | '\t' => None,
            c if quoted || c.is_ascii_graphic() => None,
            _ => Some("a character between values that is not JSON whitespace; remove it"),
        };
        if let Some(message) = message {
            return Err(SyntaxFault {
                span: at..at + c.len_utf8(),
                message: message.to_string(),
            });
        }
        quoted ^= c == '"' && !escaped;
        escaped = quoted && c == '\\' && !escaped;
    }
    Ok(())
}

/// An owned tree, with the spans of a text that begins `offset` bytes into another.
fn node(value: ast::Value<'_>, offset: usize) -> Node {
    let range = value.range();
    let span = range.start + offset..range.end + offset;
    let value = match value {
        ast::Value::NullKeyword(_) => Value::Null,
        ast::Value::BooleanLit(flag) => Value::Flag(flag.value),
        ast::Value::NumberLit(number) => Value::Number(number.value.to_string()),
        ast::Value::StringLit(text) => Value::Text(text.value.into_owned()),
        ast::Value::Array(array) => {
            let elements = array.elements.into_iter();
            Value::List(elements.map(|element| node(element, offset)).collect())
        }
        ast::Value::Object(object) => Value::Record(
            object
                .properties
                .into_iter()
                .map(|property| {
                    let range = property.name.range();
                    Entry {
                        key_span: range.start + offset..range.end + offset,
                        key: property.name.into_string(),
                        node: node(property.value, offset),
                    }
                })
                .collect(),
        ),
    };
    Node { span, value }
}

impl Node {
    /// The entry of an object under `key`, the first if there are several. `null` counts as absent:
    /// an optional field may be written as null.
    #[must_use]
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        match &self.value {
            Value::Record(entries) => entries
                .iter()
                .find(|entry| entry.key == key && entry.node.value != Value::Null),
            _ => None,
        }
    }

    /// The value of an object under `key`; `null` counts as absent.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.node)
    }

    /// The strings of a list under `key`, such as the rows of a board; other values are left out.
    #[must_use]
    pub fn texts_at(&self, key: &str) -> Vec<String> {
        let items = self.get(key).map_or(&[][..], Self::items);
        let texts = items.iter().filter_map(Self::text);
        texts.map(ToString::to_string).collect()
    }

    /// The entries of an object that are not null, none if it is something else.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        let entries = match &self.value {
            Value::Record(entries) => entries.as_slice(),
            _ => &[],
        };
        entries
            .iter()
            .filter(|entry| entry.node.value != Value::Null)
    }

    /// The elements of an array, none if it is something else.
    #[must_use]
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The string, if it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The string under `key`.
    #[must_use]
    pub fn text_at(&self, key: &str) -> Option<&str> {
        self.get(key).and_then(Self::text)
    }

    /// The whole number, if it is one that fits.
    #[must_use]
    pub fn count(&self) -> Option<u64> {
        match &self.value {
            Value::Number(number) => number.parse().ok(),
            _ => None,
        }
    }

    /// The whole number under `key`.
    #[must_use]
    pub fn count_at(&self, key: &str) -> Option<u64> {
        self.get(key).and_then(Self::count)
    }

    /// The value without positions.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        use serde_json::Value as Json;
        match &self.value {
            Value::Null => Json::Null,
            Value::Flag(flag) => Json::Bool(*flag),
            // serde_json accepts every JSON number; one that it cannot hold exactly becomes the
            // nearest float.
            Value::Number(number) => serde_json::from_str(number).unwrap_or(Json::Null),
            Value::Text(text) => Json::String(text.clone()),
            Value::List(items) => Json::Array(items.iter().map(Self::to_json).collect()),
            Value::Record(entries) => Json::Object(
                entries
                    .iter()
                    .map(|entry| (entry.key.clone(), entry.node.to_json()))
                    .collect(),
            ),
        }
    }

    /// What kind of value it is, for messages.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Flag(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a string",
            Value::List(_) => "a list",
            Value::Record(_) => "an object",
        }
    }
}
