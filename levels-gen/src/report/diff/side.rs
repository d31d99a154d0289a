//! One version of packs and their order of stages, read for comparing.

use std::collections::BTreeMap;

use levels_core::json::source::Source;
use levels_core::pack::{AnyLevel, Families, levels, plain};
use levels_core::progression::Order;
use serde_json::{Map, Value as Json};

use crate::exit::Fault;
use crate::library::ORDER;
use levels_core::wording::plural;

/// One version.
pub struct Side {
    /// The name that the user gave.
    pub name: String,
    /// Its packs.
    pub packs: Vec<Pack>,
    /// Its order of stages.
    pub order: Option<Order>,
    /// The bytes of every file, for telling whether anything differs at all.
    pub(super) bytes: BTreeMap<String, String>,
}

/// A pack of one version.
pub struct Pack {
    /// Its id.
    pub id: String,
    /// Its fields other than its levels.
    pub(super) head: Map<String, Json>,
    /// Its levels.
    pub(super) levels: Vec<Level>,
}

/// A level of one version.
pub struct Level {
    /// Its id.
    pub id: String,
    /// The board.
    pub board: Option<Box<dyn AnyLevel>>,
    /// The fields of its family.
    pub(super) own: Json,
    /// All its fields.
    pub(super) fields: Map<String, Json>,
}

impl Level {
    /// The optimum that is recorded.
    #[must_use]
    pub fn moves(&self) -> Option<u64> {
        self.fields.get("optimal").and_then(Json::as_u64)
    }

    /// Size and optimum in words.
    #[must_use]
    pub fn facts(&self) -> String {
        let mut facts = Vec::new();
        if let Some(board) = &self.board {
            let (width, height) = board.frame().size();
            facts.push(format!("{width}×{height}"));
        }
        facts.push(match self.moves() {
            Some(moves) => plural(moves, "move"),
            None => "unrated".to_string(),
        });
        facts.join(", ")
    }
}

impl Side {
    /// A version from its files: packs, and perhaps an order.
    ///
    /// # Errors
    /// A file that is neither, or a pack whose levels cannot be read.
    pub fn of(name: &str, sources: Vec<Source>, families: &Families) -> Result<Self, Fault> {
        let mut side = Self {
            name: name.to_string(),
            packs: Vec::new(),
            order: None,
            bytes: BTreeMap::new(),
        };
        for source in sources {
            let file = source.name().rsplit(['/', ':']).next().unwrap_or_default();
            if file == ORDER {
                let order = Order::from_json(source.text())
                    .map_err(|fault| Fault::Invalid(format!("{}: {fault}", source.name())))?;
                side.bytes
                    .insert(ORDER.to_string(), source.text().to_string());
                side.order = Some(order);
                continue;
            }
            let pack = Pack::of(&source, families)?;
            side.bytes
                .insert(format!("pack {}", pack.id), source.text().to_string());
            side.packs.push(pack);
        }
        Ok(side)
    }
}

impl Pack {
    fn of(source: &Source, families: &Families) -> Result<Self, Fault> {
        let invalid = |why: String| Fault::Invalid(format!("{}: {why}", source.name()));
        let read = levels(source, families).map_err(|findings| {
            Fault::Invalid(findings.iter().map(plain).collect::<Vec<_>>().join("\n"))
        })?;
        let raw: Json = serde_json::from_str(source.text())
            .map_err(|fault| invalid(format!("not JSON: {fault}")))?;
        let mut head = raw.as_object().cloned().unwrap_or_default();
        let raw = head.remove("levels").unwrap_or_default();
        let raw = raw.as_array().cloned().unwrap_or_default();
        let levels = read.into_iter().zip(raw).map(|(level, raw)| {
            let mut fields = raw.as_object().cloned().unwrap_or_default();
            fields.remove("id");
            let own: Map<String, Json> = level.file.own.into_iter().collect();
            fields.retain(|key, _| !own.contains_key(key));
            Level {
                id: level.id,
                board: level.level.ok(),
                own: Json::Object(own),
                fields,
            }
        });
        Ok(Self {
            id: head
                .get("id")
                .and_then(Json::as_str)
                .unwrap_or_default()
                .to_string(),
            levels: levels.collect(),
            head,
        })
    }
}
