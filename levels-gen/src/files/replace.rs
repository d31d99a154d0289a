//! What a file was made from, so that no command replaces the work of another one unasked.
//!
//! A pack says it in its recipe, an order of stages in its settings, and pages and pictures have a
//! mark. Any other file may be somebody's own work.

use std::fs;
use std::path::Path;

use levels_core::pack::Recipe;
use serde_json::Value as Json;

use super::{name, write};
use crate::exit::Fault;
use levels_core::wording::plural;

/// The mark of a page or a text that this program wrote; a comment in HTML and in Markdown.
pub const MARK: &str = "<!-- written by levels-gen -->";

/// The origin of every marked file: any of them may be replaced, since its command makes it again.
pub const PAGE: &str = "page";

/// How far from either end of a file its mark is, at most, in characters.
const MARK_REACH: usize = 512;

/// Whether a file may be replaced that was not made from the same thing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, clap::Args)]
pub struct Force {
    /// Replace any file. Without this flag, only a file of the same recipe is replaced
    #[arg(long, requires = "out")]
    pub force: bool,
}

/// Writes a file, unless one is there that was not made from the same thing.
///
/// # Errors
/// As [`check_replaceable`] and [`write()`].
pub fn put(path: &Path, text: &str, force: Force) -> Result<(), Fault> {
    check_replaceable(path, origin(text).as_deref(), force)?;
    write(path, text)
}

/// Refuses to write to `path` if a file is there that was not made from `origin`; `None` is for a text
/// that does not say what it was made from.
///
/// # Errors
/// A usage fault that names the file, what is in it, and `--force`.
pub fn check_replaceable(path: &Path, origin: Option<&str>, force: Force) -> Result<(), Fault> {
    // Devices and pipes have no old content, and reading one would take data from another process.
    if force.force || !fs::metadata(path).is_ok_and(|old| old.is_file() && old.len() > 0) {
        return Ok(());
    }
    let old = super::read(path)?;
    let old = String::from_utf8_lossy(&old);
    let found = Old::of(&old);
    if origin.is_some() && found.origin.as_deref() == origin {
        return Ok(());
    }
    Err(Fault::Usage(format!(
        "{}: it holds {}, which this command would not make again; nothing was written: name another file, or replace this one with --force",
        name(path),
        found.what
    )))
}

/// What a recipe makes a pack from: its steps, with files by their names alone, so that a pack and its
/// profile may be moved.
#[must_use]
pub fn recipe_origin(recipe: &Recipe) -> String {
    let steps = recipe.steps.iter().map(|step| {
        let words = step.iter().map(|word| {
            let is_file = recipe.inputs.iter().any(|(path, _)| path == word);
            word.rsplit('/').next().filter(|_| is_file).unwrap_or(word)
        });
        words.collect::<Vec<_>>().join(" ")
    });
    steps.collect::<Vec<_>>().join("; ")
}

/// What a text was made from, if it says so.
fn origin(text: &str) -> Option<String> {
    Old::of(text).origin
}

/// What is known about the text of a file.
struct Old {
    /// What it holds, in words.
    what: String,
    /// What it was made from.
    origin: Option<String>,
}

impl Old {
    fn of(text: &str) -> Self {
        if text.trim_start().starts_with('{')
            && let Ok(json) = serde_json::from_str::<Json>(text)
        {
            return Self::of_json(&json);
        }
        let head: String = text.chars().take(MARK_REACH).collect();
        let tail: String = text.chars().rev().take(MARK_REACH).collect();
        let tail: String = tail.chars().rev().collect();
        if head.contains(MARK) || tail.contains(MARK) {
            return Self::made("a page of levels-gen", PAGE);
        }
        let first = text.lines().next().unwrap_or_default();
        if first.starts_with("<svg ") && first.contains("class=\"board\"") {
            return Self::made("a picture of a board", "picture");
        }
        Self::other()
    }

    fn of_json(json: &Json) -> Self {
        let text = |key: &str| json[key].as_str();
        if let (Some(levels), Some(_)) = (json["levels"].as_array(), json.get("format")) {
            let id = text("id").unwrap_or_default().escape_debug();
            let count = plural(levels.len(), "level");
            return match recipe(&json["recipe"]) {
                Some(recipe) => Self {
                    what: format!(
                        "the pack `{id}` ({count}, made by `{}`)",
                        short(&recipe_origin(&recipe))
                    ),
                    origin: Some(recipe_origin(&recipe)),
                },
                None => Self {
                    what: format!("the pack `{id}` ({count}, without a recipe)"),
                    origin: None,
                },
            };
        }
        if text("$schema").is_some() && text("title") == Some("A pack of puzzle levels") {
            return Self::made("a schema of packs", "schema");
        }
        if let (Some(variant), Some(_)) = (text("variant"), json["stages"].as_array()) {
            let origin = format!("order {variant} {} {}", json["seed"], json["packs"]);
            return Self::made("an order of stages", &origin);
        }
        if let (Some(from), Some(to), Some(_)) =
            (text("from"), text("to"), json["withdrawn"].as_array())
        {
            return Self::made("a map of stages", &format!("migration {from} {to}"));
        }
        Self::other()
    }

    fn made(what: &str, origin: &str) -> Self {
        Self {
            what: what.to_string(),
            origin: Some(origin.to_string()),
        }
    }

    fn other() -> Self {
        Self {
            what: "something that levels-gen did not write".to_string(),
            origin: None,
        }
    }
}

/// A recipe as a pack records it.
fn recipe(json: &Json) -> Option<Recipe> {
    let words = |step: &Json| -> Option<Vec<String>> {
        let words = step.as_array()?.iter();
        words.map(|word| Some(word.as_str()?.to_string())).collect()
    };
    let inputs = json["inputs"].as_object();
    let inputs = inputs.map(|inputs| inputs.keys().map(|path| (path.clone(), String::new())));
    Some(Recipe {
        steps: json["steps"]
            .as_array()?
            .iter()
            .map(words)
            .collect::<Option<_>>()?,
        inputs: inputs.into_iter().flatten().collect(),
    })
}

/// The last step of a long recipe: the one that wrote the pack.
fn short(origin: &str) -> String {
    let last = origin.rsplit("; ").next().unwrap_or(origin);
    last.escape_debug().to_string()
}
