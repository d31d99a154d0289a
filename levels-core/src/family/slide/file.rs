//! Floor 4: how a pack stores a sliding level.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Map, Value as Json, json};

use super::Slide;
use super::level::{BlockSpec, KindWord, Lantern, Level, Teaches, Tilt, Win};
use crate::finding::Cell;
use crate::grid::{Axis, Direction, Side};
use crate::json::Node;
use crate::json::shape::{Field, Shape};
use crate::pack::Stored;

const KINDS: &[&str] = &["crystal", "sand", "ice", "rime", "mirror"];
const SIDES: &[&str] = &["left", "right", "top", "bottom"];

const BLOCK: &[Field] = &[
    Field::optional(
        "kind",
        Shape::Word(KINDS),
        "what the block is; crystal (plain) if nothing is said",
    ),
    Field::optional("tilt", Shape::Word(&["/", "\\"]), "how a mirror leans"),
    Field::optional(
        "axis",
        Shape::Word(&["horizontal", "vertical"]),
        "the axis of a square block, which is fixed without one",
    ),
];

const LANTERN: &[Field] = &[
    Field::required(
        "side",
        Shape::Word(SIDES),
        "the side of the board that the opening is on",
    ),
    Field::required(
        "line",
        Shape::Count,
        "the row (left, right) or column (top, bottom) of the opening, counted from 0",
    ),
];

const TEACHES: &[Field] = &[
    Field::required(
        "kind",
        Shape::Word(KINDS),
        "the kind of block that is taught",
    ),
    Field::required(
        "block",
        Shape::Text,
        "the letter of the block that shows it",
    ),
    Field::required(
        "needs",
        Shape::Text,
        "the letter of the block without which the lesson fails",
    ),
];

impl Stored for Slide {
    const GLYPHS: &'static str = ".#";

    /// Each block is one piece, and each wall cell is one piece.
    fn pieces(rows: &[String]) -> Vec<Vec<Cell>> {
        let mut pieces: Vec<(char, Vec<Cell>)> = Vec::new();
        for (row, text) in rows.iter().enumerate() {
            for (col, glyph) in text.chars().enumerate().filter(|(_, glyph)| *glyph != '.') {
                let cell = Cell { row, col };
                match pieces
                    .iter_mut()
                    .find(|(own, _)| *own == glyph && glyph != '#')
                {
                    Some((_, cells)) => cells.push(cell),
                    None => pieces.push((glyph, alloc::vec![cell])),
                }
            }
        }
        pieces.into_iter().map(|(_, cells)| cells).collect()
    }

    /// Keeps only the kinds of blocks that are still on the grid.
    fn with_rows(fields: &[(String, Json)], rows: &[String]) -> Vec<(String, Json)> {
        let mut fields = fields.to_vec();
        for (key, value) in &mut fields {
            match (key.as_str(), value) {
                ("grid", grid) => *grid = json!(rows),
                ("blocks", Json::Object(kinds)) => {
                    kinds.retain(|letter, _| rows.iter().any(|row| row.contains(letter.as_str())));
                }
                _ => {}
            }
        }
        fields.retain(|(key, value)| key != "blocks" || *value != json!({}));
        fields
    }

    const FIELDS: &'static [Field] = &[
        Field::required(
            "grid",
            Shape::List(&Shape::Text),
            "one string a row: `.` empty, `#` wall, a letter for each cell of a block, `K` the Key",
        ),
        Field::optional(
            "blocks",
            Shape::Map(&Shape::Either(&[Shape::Word(KINDS), Shape::Record(BLOCK)])),
            "kinds by letter, such as { \"d\": \"ice\" }; blocks not named are crystal",
        ),
        Field::required(
            "lantern",
            Shape::Record(LANTERN),
            "the opening, such as { \"side\": \"right\", \"line\": 2 }",
        ),
        Field::required(
            "win",
            Shape::Word(&["exit", "beam"]),
            "\"exit\" (the Key leaves) or \"beam\" (its ray leaves)",
        ),
        Field::optional(
            "emit",
            Shape::Word(&["left", "right", "up", "down"]),
            "where the Key's ray leaves it, on beam levels",
        ),
        Field::optional("teaches", Shape::Record(TEACHES), "what a tutorial teaches"),
    ];

    fn read(record: &Node) -> Level {
        let rows = record.get("grid").map_or(&[][..], Node::items);
        let lantern = record.get("lantern");
        Level {
            rows: rows
                .iter()
                .filter_map(Node::text)
                .map(ToString::to_string)
                .collect(),
            blocks: record
                .get("blocks")
                .into_iter()
                .flat_map(Node::entries)
                .map(|entry| (entry.key.clone(), read_spec(&entry.node)))
                .collect(),
            lantern: Lantern {
                side: lantern
                    .and_then(|l| l.text_at("side"))
                    .and_then(Side::from_word)
                    .unwrap_or(Side::Right),
                line: lantern
                    .and_then(|l| l.count_at("line"))
                    .map_or(0, |line| u32::try_from(line).unwrap_or(u32::MAX)),
            },
            win: record
                .text_at("win")
                .and_then(Win::from_word)
                .unwrap_or(Win::Exit),
            emit: record.text_at("emit").and_then(Direction::from_word),
            teaches: record.get("teaches").map(|teaches| Teaches {
                kind: teaches
                    .text_at("kind")
                    .and_then(KindWord::from_word)
                    .unwrap_or_default(),
                block: teaches.text_at("block").unwrap_or_default().to_string(),
                needs: teaches.text_at("needs").unwrap_or_default().to_string(),
            }),
        }
    }

    fn write(level: &Level) -> Vec<(String, Json)> {
        let mut fields = alloc::vec![("grid".to_string(), json!(level.rows))];
        let mut blocks: Vec<_> = level.blocks.iter().collect();
        blocks.sort_by(|a, b| a.0.cmp(&b.0));
        if !blocks.is_empty() {
            let map: Map<String, Json> = blocks
                .into_iter()
                .map(|(letter, spec)| (letter.clone(), write_spec(*spec)))
                .collect();
            fields.push(("blocks".to_string(), Json::Object(map)));
        }
        fields.push((
            "lantern".to_string(),
            json!({ "side": level.lantern.side.word(), "line": level.lantern.line }),
        ));
        fields.push(("win".to_string(), json!(level.win.word())));
        if let Some(emit) = level.emit {
            fields.push(("emit".to_string(), json!(emit.word())));
        }
        if let Some(teaches) = &level.teaches {
            fields.push((
                "teaches".to_string(),
                json!({
                    "kind": teaches.kind.word(),
                    "block": teaches.block,
                    "needs": teaches.needs,
                }),
            ));
        }
        fields
    }
}

fn read_spec(node: &Node) -> BlockSpec {
    let kind = node.text().or_else(|| node.text_at("kind"));
    BlockSpec {
        kind: kind.and_then(KindWord::from_word).unwrap_or_default(),
        tilt: node.text_at("tilt").and_then(Tilt::from_word),
        axis: node.text_at("axis").and_then(Axis::from_word),
    }
}

fn write_spec(spec: BlockSpec) -> Json {
    let BlockSpec { kind, tilt, axis } = spec;
    if tilt.is_none() && axis.is_none() {
        return json!(kind.word());
    }
    let mut map = Map::new();
    map.insert("kind".into(), json!(kind.word()));
    if let Some(tilt) = tilt {
        map.insert("tilt".into(), json!(tilt.word()));
    }
    if let Some(axis) = axis {
        map.insert("axis".into(), json!(axis.word()));
    }
    Json::Object(map)
}
