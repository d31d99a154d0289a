//! The shape of a file, defined once: it drives the reader's checks, the order in which the
//! canonical writer puts fields, and the published schema.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use serde_json::{Value as Json, json};

use super::{Entry, Node, Value};

/// What a value may be.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Any string.
    Text,
    /// One of a few strings.
    Word(&'static [&'static str]),
    /// A whole number, 0 or more.
    Count,
    /// A number.
    Number,
    /// Anything.
    Any,
    /// An object with any content.
    AnyRecord,
    /// A list.
    List(&'static Self),
    /// An object with these fields.
    Record(&'static [Field]),
    /// An object with free keys.
    Map(&'static Self),
    /// The first of these whose kind of JSON value fits.
    Either(&'static [Self]),
}

/// One field of an object.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// What it holds.
    pub shape: Shape,
    /// Whether a reader refuses an object without it.
    pub required: bool,
    /// What it means, for the schema.
    pub about: &'static str,
}

impl Field {
    /// A field that must be there.
    #[must_use]
    pub const fn required(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self {
            name,
            shape,
            required: true,
            about,
        }
    }

    /// A field that may be left out.
    #[must_use]
    pub const fn optional(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Self {
            name,
            shape,
            required: false,
            about,
        }
    }
}

/// A place at which a value does not have its shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ShapeFault {
    /// Byte range of the value or key.
    pub span: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// Checks an object against fields and collects every fault.
pub fn check_record(node: &Node, what: &str, fields: &[Field], faults: &mut Vec<ShapeFault>) {
    let Value::Record(entries) = &node.value else {
        faults.push(wrong_kind(node, what, "an object"));
        return;
    };
    let mut keys = BTreeSet::new();
    for entry in entries {
        if !keys.insert(entry.key.as_str()) {
            faults.push(twice(entry, what));
            continue;
        }
        match fields.iter().find(|field| field.name == entry.key) {
            Some(field) if entry.node.value == Value::Null && !field.required => {}
            Some(field) => check(
                &entry.node,
                &format!("`{}`", field.name),
                field.shape,
                faults,
            ),
            None => faults.push(ShapeFault {
                span: entry.key_span.clone(),
                message: format!("unknown field `{}` in {what}", entry.key),
                help: match nearest(&entry.key, fields.iter().map(|field| field.name)) {
                    Some(name) => format!("did you mean `{name}`?"),
                    None => format!(
                        "known fields: {}",
                        fields
                            .iter()
                            .map(|field| field.name)
                            .collect::<Vec<_>>()
                            .join(", ")
                    ),
                },
            }),
        }
    }
    for field in fields.iter().filter(|field| field.required) {
        if !keys.contains(field.name) {
            faults.push(ShapeFault {
                span: node.span.start..node.span.start + 1,
                message: format!("{what} has no `{}`", field.name),
                help: format!("add it: {}", field.about),
            });
        }
    }
}

/// Checks a value against a shape and collects every fault.
pub fn check(node: &Node, what: &str, shape: Shape, faults: &mut Vec<ShapeFault>) {
    match (shape, &node.value) {
        (Shape::Any, _)
        | (Shape::AnyRecord, Value::Record(_))
        | (Shape::Text, Value::Text(_))
        | (Shape::Number, Value::Number(_)) => {}
        (Shape::Word(words), Value::Text(text)) => {
            if !words.contains(&text.as_str()) {
                faults.push(ShapeFault {
                    span: node.span.clone(),
                    message: format!("{what} cannot be `{text}`"),
                    help: match nearest(text, words.iter().copied()) {
                        Some(word) => format!("did you mean `{word}`?"),
                        None => format!("one of {}", words.join(", ")),
                    },
                });
            }
        }
        (Shape::Count, Value::Number(number)) => {
            if node.count().is_none() {
                faults.push(ShapeFault {
                    span: node.span.clone(),
                    message: format!("{what} cannot be {number}"),
                    help: "write a whole number from 0 on".into(),
                });
            }
        }
        (Shape::List(item), Value::List(items)) => {
            for element in items {
                check(element, &format!("an entry of {what}"), *item, faults);
            }
        }
        (Shape::Record(fields), Value::Record(_)) => check_record(node, what, fields, faults),
        (Shape::Map(item), Value::Record(entries)) => {
            let mut keys = BTreeSet::new();
            for entry in entries {
                if !keys.insert(entry.key.as_str()) {
                    faults.push(twice(entry, what));
                }
                check(
                    &entry.node,
                    &format!("`{}` in {what}", entry.key),
                    *item,
                    faults,
                );
            }
        }
        (Shape::Either(shapes), _) => match shapes.iter().find(|shape| fits(**shape, node)) {
            Some(shape) => check(node, what, *shape, faults),
            None => {
                let kinds: Vec<_> = shapes.iter().map(|shape| kind(*shape)).collect();
                faults.push(wrong_kind(node, what, &kinds.join(" or ")));
            }
        },
        (shape, _) => faults.push(wrong_kind(node, what, kind(shape))),
    }
}

/// Checks that a value of any shape survives being written again: a key that occurs twice would
/// lose one of its values, and a number that is too large or too long would become another.
pub fn check_kept(node: &Node, what: &str, faults: &mut Vec<ShapeFault>) {
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| check_kept(item, what, faults)),
        Value::Record(entries) => {
            let mut keys = BTreeSet::new();
            for entry in entries {
                if !keys.insert(entry.key.as_str()) {
                    faults.push(twice(entry, what));
                }
                check_kept(&entry.node, what, faults);
            }
        }
        Value::Number(number) => {
            let whole = !number.contains(['.', 'e', 'E']);
            let kept = match node.to_json() {
                // A whole number that no integer holds has become the nearest float; `-0` is one.
                Json::Number(kept) => !whole || !kept.is_f64() || kept.as_f64() == Some(0.0),
                _ => false,
            };
            if !kept {
                faults.push(ShapeFault {
                    span: node.span.clone(),
                    message: format!("the number {number} in {what} cannot be kept as it is"),
                    help: "write it as a string, or as a number that fits into 64 bits".into(),
                });
            }
        }
        Value::Null | Value::Flag(_) | Value::Text(_) => {}
    }
}

/// The JSON Schema of an object with these fields.
#[must_use]
pub fn record_schema(fields: &[Field]) -> Json {
    let mut properties = serde_json::Map::new();
    for field in fields {
        let mut inner = schema(field.shape);
        if !field.required {
            inner = json!({ "anyOf": [inner, { "type": "null" }] });
        }
        if let Json::Object(map) = &mut inner {
            map.insert("description".into(), Json::String(field.about.into()));
        }
        properties.insert(field.name.into(), inner);
    }
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| field.required)
        .map(|field| field.name)
        .collect();
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

/// The JSON Schema of a shape.
#[must_use]
pub fn schema(shape: Shape) -> Json {
    match shape {
        Shape::Text => json!({ "type": "string" }),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::Count => json!({ "type": "integer", "minimum": 0 }),
        Shape::Number => json!({ "type": "number" }),
        Shape::Any => json!({}),
        Shape::AnyRecord => json!({ "type": "object" }),
        Shape::List(item) => json!({ "type": "array", "items": schema(*item) }),
        Shape::Record(fields) => record_schema(fields),
        Shape::Map(item) => json!({ "type": "object", "additionalProperties": schema(*item) }),
        Shape::Either(shapes) => {
            json!({ "anyOf": shapes.iter().map(|shape| schema(*shape)).collect::<Vec<_>>() })
        }
    }
}

fn fits(shape: Shape, node: &Node) -> bool {
    match shape {
        Shape::Any => true,
        Shape::Text | Shape::Word(_) => matches!(node.value, Value::Text(_)),
        Shape::Count | Shape::Number => matches!(node.value, Value::Number(_)),
        Shape::AnyRecord | Shape::Record(_) | Shape::Map(_) => {
            matches!(node.value, Value::Record(_))
        }
        Shape::List(_) => matches!(node.value, Value::List(_)),
        Shape::Either(shapes) => shapes.iter().any(|shape| fits(*shape, node)),
    }
}

fn kind(shape: Shape) -> &'static str {
    match shape {
        Shape::Any | Shape::Either(_) => "a value",
        Shape::Text | Shape::Word(_) => "a string",
        Shape::Count => "a whole number",
        Shape::Number => "a number",
        Shape::AnyRecord | Shape::Record(_) | Shape::Map(_) => "an object",
        Shape::List(_) => "a list",
    }
}

fn twice(entry: &Entry, what: &str) -> ShapeFault {
    ShapeFault {
        span: entry.key_span.clone(),
        message: format!("`{}` is in {what} twice", entry.key),
        help: "keep one of the two".into(),
    }
}

fn wrong_kind(node: &Node, what: &str, wanted: &str) -> ShapeFault {
    ShapeFault {
        span: node.span.clone(),
        message: format!("{what} is {}, not {wanted}", node.kind()),
        help: format!("write {wanted} here"),
    }
}

/// The known word that is at most two edits away, the nearest first.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|name| (edits(word, name), name))
        .filter(|(distance, name)| *distance <= 2 && *distance < name.chars().count())
        .min()
        .map(|(_, name)| name)
}

/// Edit distance (insert, delete, replace), by the table of Wagner and Fischer, 1974.
fn edits(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    // A hostile file may have a key of any length, but names are short.
    if a.chars().count() > b.len() + 2 {
        return usize::MAX;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    const FIELDS: &[Field] = &[
        Field::required("id", Shape::Text, "the name"),
        Field::optional("size", Shape::Count, "cells"),
        Field::optional("side", Shape::Word(&["left", "right"]), "the side"),
        Field::optional(
            "band",
            Shape::Either(&[
                Shape::Text,
                Shape::Record(&[Field::required("min", Shape::Count, "least")]),
            ]),
            "the band",
        ),
        Field::optional("rows", Shape::List(&Shape::Text), "rows"),
    ];

    #[test]
    fn every_fault_of_an_object_is_found() {
        let cases = [
            (r#"{"id": "a", "size": null}"#, alloc::vec![]),
            (
                r#"{"id": "a", "band": "easy", "rows": ["x"], "size": 3}"#,
                alloc::vec![],
            ),
            (r#"[]"#, alloc::vec!["the level is a list, not an object"]),
            (
                r#"{"size": -1, "side": "rihgt", "bnd": 1, "rows": ["", 2], "size": 2}"#,
                alloc::vec![
                    "`size` cannot be -1",
                    "`side` cannot be `rihgt`",
                    "unknown field `bnd` in the level",
                    "an entry of `rows` is a number, not a string",
                    "`size` is in the level twice",
                    "the level has no `id`",
                ],
            ),
            (
                r#"{"id": null, "band": {"min": 1, "max": 2}}"#,
                alloc::vec![
                    "`id` is null, not a string",
                    "unknown field `max` in `band`"
                ],
            ),
            (
                r#"{"id": "a", "band": 3}"#,
                alloc::vec!["`band` is a number, not a string or an object"],
            ),
        ];
        for (text, expected) in cases {
            let node = super::super::parse(text).unwrap_or_else(|e| panic!("{e:?}"));
            let mut faults = Vec::new();
            check_record(&node, "the level", FIELDS, &mut faults);
            let messages: Vec<String> = faults.iter().map(|f| f.message.to_string()).collect();
            assert_eq!(messages, expected, "{text}");
        }
    }

    #[test]
    fn suggestions_are_near() {
        let known = ["optimal", "stars", "solution"];
        let cases = [
            ("optmal", Some("optimal")),
            ("star", Some("stars")),
            ("x", None),
            ("solutoin", Some("solution")),
        ];
        for (word, expected) in cases {
            assert_eq!(nearest(word, known.into_iter()), expected, "{word}");
        }
    }
}
