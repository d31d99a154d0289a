//! Floor 4: how a pack stores a rolling-cube level.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::{Value as Json, json};

use super::Roll;
use super::level::Level;
use crate::json::Node;
use crate::json::shape::{Field, Shape};
use crate::pack::Stored;

impl Stored for Roll {
    const GRID: &'static str = "layout";

    const GLYPHS: &'static str = ".n><^vrcx";

    const FIELDS: &'static [Field] = &[Field::required(
        "layout",
        Shape::List(&Shape::Text),
        "one string a row: `b` base, `n` green, `i` info, `>` `<` `^` `v` arrows, `1`–`9` teleports, `r` `c` lines, `x` mine, `.` hole",
    )];

    fn read(record: &Node) -> Level {
        Level {
            layout: record.texts_at("layout"),
        }
    }

    fn write(level: &Level) -> Vec<(String, Json)> {
        alloc::vec![("layout".to_string(), json!(level.layout))]
    }
}
