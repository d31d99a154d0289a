//! The JSON Schema of a pack, from the same field tables that the reader checks.

use alloc::string::String;
use alloc::vec::Vec;

use serde_json::{Value as Json, json};

use super::FORMAT;
use super::file::{LEVEL_HEAD, LEVEL_TAIL, PACK};
use super::lint::LINTS;
use super::stored::Families;
use crate::json::shape::{Field, record_schema};
use crate::json::write;

/// The schema as text, in canonical form like everything that is committed.
#[must_use]
pub fn schema(families: &Families) -> String {
    let lints: Vec<&str> = LINTS
        .iter()
        .filter(|lint| !lint.fixed)
        .map(|lint| lint.name)
        .collect();
    let levels: Vec<Json> = families
        .iter()
        .map(|family| {
            let fields: Vec<Field> = LEVEL_HEAD
                .iter()
                .chain(family.fields())
                .chain(LEVEL_TAIL)
                .copied()
                .collect();
            json!({
                "if": { "properties": { "family": { "const": family.tag() } } },
                "then": { "properties": { "levels": { "items": record_schema(&fields) } } },
            })
        })
        .collect();
    let tags: Vec<&str> = families.iter().map(super::stored::AnyFamily::tag).collect();
    let mut schema = record_schema(PACK);
    if let Json::Object(map) = &mut schema {
        let mut head = serde_json::Map::new();
        head.insert(
            "$schema".into(),
            json!("https://json-schema.org/draft/2020-12/schema"),
        );
        head.insert("title".into(), json!("A pack of puzzle levels"));
        head.append(map);
        head.insert("allOf".into(), Json::Array(levels));
        *map = head;
    }
    let properties = &mut schema["properties"];
    properties["format"]["const"] = json!(FORMAT);
    properties["family"]["enum"] = json!(tags);
    properties["levels"]["minItems"] = json!(1);
    if let Some(options) = properties["lints"]["anyOf"].as_array_mut()
        && let Some(first) = options.first_mut()
    {
        first["propertyNames"] = json!({ "enum": lints });
    }
    write::canonical(&schema, |path| path.len() < 3)
}
