//! The pack file: its fields, defined once, and its canonical form.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value as Json, json};

use super::FORMAT;
use crate::json::Node;
use crate::json::shape::{Field, Shape};
use crate::json::write;
use crate::quality::{Figure, Figures};
use crate::runtime::Stars;

/// Where a pack's `$schema` points, relative to the pack's folder.
pub const SCHEMA_PATH: &str = "schema/pack.schema.json";

const LINT_LEVELS: Shape = Shape::Word(&["allow", "warn", "deny"]);

const RECIPE: &[Field] = &[
    Field::required(
        "steps",
        Shape::List(&Shape::List(&Shape::Text)),
        "the commands that made the pack, as lists of arguments",
    ),
    Field::optional(
        "inputs",
        Shape::Map(&Shape::Text),
        "the files read, each with its `blake3:` hash",
    ),
];

/// The fields of a pack, in canonical order.
pub(super) const PACK: &[Field] = &[
    Field::optional("$schema", Shape::Text, "the path of the JSON Schema"),
    Field::required("format", Shape::Count, "the number of the pack format: 1"),
    Field::required("id", Shape::Text, "the pack's id, such as \"frost-run\""),
    Field::optional("title", Shape::Text, "the title that players see"),
    Field::required(
        "family",
        Shape::Text,
        "the kind of puzzle, such as \"slide\"",
    ),
    Field::optional(
        "model_version",
        Shape::Text,
        "the model version that the pack was rated under (derived)",
    ),
    Field::optional(
        "stars_to_open",
        Shape::Count,
        "how many stars open the pack",
    ),
    Field::optional(
        "lints",
        Shape::Map(&LINT_LEVELS),
        "lint levels for the whole pack",
    ),
    Field::optional(
        "recipe",
        Shape::Record(RECIPE),
        "how the pack was generated",
    ),
    Field::required(
        "levels",
        Shape::List(&Shape::AnyRecord),
        "the levels, in order",
    ),
];

/// The fields of a level that come before those of its family.
pub(super) const LEVEL_HEAD: &[Field] = &[Field::required(
    "id",
    Shape::Text,
    "the level's id, such as \"frost-run/07\"",
)];

const BAND: &[Field] = &[
    Field::required("min", Shape::Count, "the least optimum, in moves"),
    Field::required("max", Shape::Count, "the greatest optimum, in moves"),
];

const STARS: &[Field] = &[
    Field::required(
        "three",
        Shape::Count,
        "the most moves for three stars: the optimum",
    ),
    Field::required(
        "two",
        Shape::Count,
        "the most moves for two stars: the optimum + 2",
    ),
];

/// The fields of a level that come after those of its family.
pub(super) const LEVEL_TAIL: &[Field] = &[
    Field::optional(
        "content",
        Shape::AnyRecord,
        "the game's own data: any object",
    ),
    Field::optional(
        "allow",
        Shape::Map(&Shape::Text),
        "lints that are allowed on this level, each with the reason",
    ),
    Field::optional(
        "warn",
        Shape::Map(&Shape::Text),
        "lints that only warn on this level, each with the reason",
    ),
    Field::optional(
        "deny",
        Shape::Map(&Shape::Text),
        "lints that are denied on this level, each with the reason",
    ),
    Field::optional(
        "band",
        Shape::Either(&[Shape::Record(BAND), Shape::Text]),
        "what the author claims: moves from `min` to `max`, or a grade",
    ),
    Field::optional(
        "optimal",
        Shape::Count,
        "the proven optimum, in moves (derived)",
    ),
    Field::optional(
        "stars",
        Shape::Record(STARS),
        "the star thresholds, in moves (derived)",
    ),
    Field::optional("solution", Shape::Text, "the first optimal line (derived)"),
    Field::optional(
        "measures",
        Shape::Map(&Shape::Any),
        "raw figures of this level alone (derived)",
    ),
];

/// A pack as a file says it.
#[derive(Debug, Clone, PartialEq)]
pub struct PackFile {
    /// The path of the JSON Schema.
    pub schema: String,
    /// The pack's id.
    pub id: String,
    /// The title that players see.
    pub title: Option<String>,
    /// The tag of the family.
    pub family: String,
    /// The model version it was rated under.
    pub model_version: Option<String>,
    /// How many stars open it.
    pub stars_to_open: Option<u64>,
    /// Lint levels, by name.
    pub lints: Vec<(String, String)>,
    /// How it was generated.
    pub recipe: Option<Recipe>,
    /// The levels.
    pub levels: Vec<LevelFile>,
}

/// How a pack was generated.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recipe {
    /// The commands, as lists of arguments after the program's name.
    pub steps: Vec<Vec<String>>,
    /// The files read, each with its hash.
    pub inputs: Vec<(String, String)>,
}

/// A level as a file says it.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelFile {
    /// The level's id.
    pub id: String,
    /// The family's own fields in canonical form.
    pub own: Vec<(String, Json)>,
    /// The game's own content.
    pub content: Option<Json>,
    /// Lint levels of this level: the word of the level, the lint's name, the reason.
    pub lints: Vec<(&'static str, String, String)>,
    /// What the author claims, as written.
    pub band: Option<Json>,
    /// The optimum, in moves.
    pub optimal: Option<u64>,
    /// The star thresholds, in moves.
    pub stars: Option<(u64, u64)>,
    /// The first optimal line.
    pub solution: Option<String>,
    /// The raw figures, as written.
    pub measures: Option<Map<String, Json>>,
}

impl PackFile {
    /// Reads an object that has been checked against the fields of a pack; the levels are read one
    /// by one with [`LevelFile::read`].
    pub(super) fn read(root: &Node) -> Self {
        let text = |key: &str| root.text_at(key).map(ToString::to_string);
        Self {
            schema: text("$schema").unwrap_or_else(|| SCHEMA_PATH.to_string()),
            id: text("id").unwrap_or_default(),
            title: text("title"),
            family: text("family").unwrap_or_default(),
            model_version: text("model_version"),
            stars_to_open: root.count_at("stars_to_open"),
            lints: pairs(root.get("lints")),
            recipe: root.get("recipe").map(|recipe| Recipe {
                steps: recipe
                    .get("steps")
                    .map_or(&[][..], Node::items)
                    .iter()
                    .map(|step| {
                        step.items()
                            .iter()
                            .filter_map(Node::text)
                            .map(ToString::to_string)
                            .collect()
                    })
                    .collect(),
                inputs: pairs(recipe.get("inputs")),
            }),
            levels: Vec::new(),
        }
    }

    /// The canonical text: the same data always gives the same bytes.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = PackText::new(self);
        for level in &self.levels {
            text.push(level);
        }
        text.finish()
    }

    /// The fields before the levels.
    fn head(&self) -> Map<String, Json> {
        let mut map = Map::new();
        map.insert("$schema".into(), json!(self.schema));
        map.insert("format".into(), json!(FORMAT));
        map.insert("id".into(), json!(self.id));
        let mut put = |key: &str, value: Option<Json>| {
            if let Some(value) = value {
                map.insert(key.into(), value);
            }
        };
        put("title", self.title.as_ref().map(|title| json!(title)));
        put("family", Some(json!(self.family)));
        put(
            "model_version",
            self.model_version.as_ref().map(|version| json!(version)),
        );
        put(
            "stars_to_open",
            self.stars_to_open.map(|stars| json!(stars)),
        );
        put(
            "lints",
            (!self.lints.is_empty()).then(|| object(&self.lints)),
        );
        put(
            "recipe",
            self.recipe.as_ref().map(|recipe| {
                let mut map = Map::new();
                map.insert("steps".into(), json!(recipe.steps));
                if !recipe.inputs.is_empty() {
                    map.insert("inputs".into(), object(&recipe.inputs));
                }
                Json::Object(map)
            }),
        );
        map
    }
}

/// The canonical text of a pack, to which its levels are added one by one.
pub(super) struct PackText(write::Growing<fn(&[&str]) -> bool>);

impl PackText {
    /// A text with what the pack says besides its levels.
    pub fn new(pack: &PackFile) -> Self {
        fn spread(path: &[&str]) -> bool {
            matches!(
                path,
                ["levels", "*"]
                    | ["levels", "*", "grid" | "layout"]
                    | ["recipe"]
                    | ["recipe", "steps" | "inputs"]
            )
        }
        Self(write::Growing::new(&pack.head(), "levels", spread))
    }

    /// Adds a level.
    pub fn push(&mut self, level: &LevelFile) {
        self.0.push(&level.to_json());
    }

    /// The text.
    pub fn finish(self) -> String {
        self.0.finish()
    }
}

impl LevelFile {
    /// Reads an object that has been checked against the fields of a level; `own` are the family's
    /// fields in canonical form.
    pub(super) fn read(node: &Node, own: Vec<(String, Json)>) -> Self {
        let lints = ["allow", "warn", "deny"]
            .into_iter()
            .flat_map(|level| {
                pairs(node.get(level))
                    .into_iter()
                    .map(move |(name, why)| (level, name, why))
            })
            .collect();
        Self {
            id: node.text_at("id").unwrap_or_default().to_string(),
            own,
            content: node.get("content").map(Node::to_json),
            lints,
            band: node.get("band").map(Node::to_json),
            optimal: node.count_at("optimal"),
            stars: node
                .get("stars")
                .and_then(|stars| Some((stars.count_at("three")?, stars.count_at("two")?))),
            solution: node.text_at("solution").map(ToString::to_string),
            measures: node.get("measures").map(measures_of),
        }
    }

    /// A level of which only the id and the family's own fields are known.
    #[must_use]
    pub fn unrated(id: impl Into<String>, own: Vec<(String, Json)>) -> Self {
        Self {
            id: id.into(),
            own,
            content: None,
            lints: Vec::new(),
            band: None,
            optimal: None,
            stars: None,
            solution: None,
            measures: None,
        }
    }

    /// Fills every derived field.
    pub fn set_derived(&mut self, optimal: u32, solution: String, figures: &Figures) {
        let stars = Stars::of(optimal);
        self.optimal = Some(u64::from(optimal));
        self.stars = Some((u64::from(stars.three), u64::from(stars.two)));
        self.solution = Some(solution);
        self.measures = Some(figures_to_json(figures));
    }

    fn to_json(&self) -> Json {
        let mut map = Map::new();
        map.insert("id".into(), json!(self.id));
        for (key, value) in &self.own {
            map.insert(key.clone(), value.clone());
        }
        if let Some(content) = &self.content {
            map.insert("content".into(), content.clone());
        }
        for level in ["allow", "warn", "deny"] {
            let mut lints = Map::new();
            for (_, name, why) in self.lints.iter().filter(|(word, ..)| *word == level) {
                lints.insert(name.clone(), json!(why));
            }
            if !lints.is_empty() {
                map.insert(level.into(), Json::Object(lints));
            }
        }
        if let Some(band) = &self.band {
            map.insert("band".into(), band.clone());
        }
        if let Some(optimal) = self.optimal {
            map.insert("optimal".into(), json!(optimal));
        }
        if let Some((three, two)) = self.stars {
            map.insert("stars".into(), json!({ "three": three, "two": two }));
        }
        if let Some(solution) = &self.solution {
            map.insert("solution".into(), json!(solution));
        }
        if let Some(measures) = &self.measures {
            map.insert("measures".into(), Json::Object(measures.clone()));
        }
        Json::Object(map)
    }
}

/// Figures as a pack records them; unknown ones are null.
pub(super) fn figures_to_json(figures: &Figures) -> Map<String, Json> {
    figures
        .iter()
        .map(|(name, figure)| (name.to_string(), figure_to_json(figure)))
        .collect()
}

/// One figure as JSON; an unknown one is null.
#[must_use]
pub fn figure_to_json(figure: &Figure) -> Json {
    match figure {
        Figure::Count(count) => json!(count),
        Figure::Real(real) => json!(real),
        Figure::Flag(flag) => json!(flag),
        Figure::Text(text) => json!(text),
        Figure::Unknown => Json::Null,
    }
}

/// The measures as written, nulls included: here null means "not known".
fn measures_of(node: &Node) -> Map<String, Json> {
    match node.to_json() {
        Json::Object(map) => map,
        _ => Map::new(),
    }
}

fn pairs(node: Option<&Node>) -> Vec<(String, String)> {
    node.into_iter()
        .flat_map(Node::entries)
        .filter_map(|entry| Some((entry.key.clone(), entry.node.text()?.to_string())))
        .collect()
}

fn object(pairs: &[(String, String)]) -> Json {
    Json::Object(
        pairs
            .iter()
            .map(|(key, value)| (key.clone(), json!(value)))
            .collect(),
    )
}
