//! Fields in which two versions of a pack or a level differ.

use serde_json::{Map, Value as Json};

/// A field that differs.
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it was and is, as short text; empty for nothing.
    pub values: [String; 2],
    /// Whether it is one of the measures, which follow from the board.
    pub measure: bool,
}

impl Field {
    /// The change in words.
    #[must_use]
    pub fn words(&self) -> String {
        let [old, new] = &self.values;
        match (old.as_str(), new.as_str()) {
            ("", new) => format!("{} {new} (did not exist before)", self.name),
            (old, "") => format!("{} {old} is gone", self.name),
            (old, new) => format!("{} {old} → {new}", self.name),
        }
    }
}

/// The fields in which two objects differ; measures one by one.
pub fn fields(old: &Map<String, Json>, new: &Map<String, Json>) -> Vec<Field> {
    let mut names: Vec<&String> = old.keys().collect();
    names.extend(new.keys().filter(|key| !old.contains_key(*key)));
    let mut fields = Vec::new();
    for name in names {
        // Thresholds follow from the optimum.
        if old.get(name) == new.get(name) || name == "stars" {
            continue;
        }
        if let (Some(Json::Object(old)), Some(Json::Object(new)), "measures") =
            (old.get(name), new.get(name), name.as_str())
        {
            let measures = self::fields(old, new).into_iter();
            fields.extend(measures.map(|field| Field {
                measure: true,
                ..field
            }));
            continue;
        }
        let value = |side: &Map<String, Json>| side.get(name).map_or(String::new(), words);
        fields.push(Field {
            name: name.replace('_', " "),
            values: short([value(old), value(new)]),
            measure: false,
        });
    }
    fields
}

/// A value in words.
fn words(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Number(number) if number.is_f64() => {
            let text = format!("{:.4}", number.as_f64().unwrap_or(0.0));
            text.trim_end_matches('0').trim_end_matches('.').to_string()
        }
        Json::Null => "unknown".to_string(),
        Json::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        Json::Object(map) => match (map.get("min"), map.get("max")) {
            (Some(min), Some(max)) => format!("{min}–{max}"),
            _ => {
                let parts = map
                    .iter()
                    .map(|(key, value)| format!("{key} {}", words(value)));
                parts.collect::<Vec<_>>().join(", ")
            }
        },
        other => other.to_string(),
    }
}

/// Two texts cut to where they differ.
fn short(texts: [String; 2]) -> [String; 2] {
    const LONGEST: usize = 48;
    let chars = texts
        .each_ref()
        .map(|text| text.chars().collect::<Vec<char>>());
    let pairs = chars[0].iter().zip(&chars[1]);
    let shared = pairs.take_while(|(a, b)| a == b).count();
    // A little text before the difference shows where it is.
    let from = shared.saturating_sub(LONGEST / 3);
    chars.map(|chars| {
        if chars.len() <= LONGEST {
            return chars.into_iter().collect();
        }
        let head = if from > 0 { "…" } else { "" };
        let part: String = chars.iter().skip(from).take(LONGEST).collect();
        let tail = if chars.len() > from + LONGEST {
            "…"
        } else {
            ""
        };
        format!("{head}{part}{tail}")
    })
}

#[cfg(test)]
mod tests {
    use super::short;

    #[test]
    fn long_values_are_cut_to_where_they_differ() {
        let long = |end: &str| format!("{}{end}", "word ".repeat(30));
        let [old, new] = short([long("one"), long("two")]);
        assert!(old.starts_with("…") && old.ends_with("word one"), "{old}");
        assert!(
            new.ends_with("word two") && new.chars().count() < 50,
            "{new}"
        );
        assert_eq!(short(["a".into(), "b".into()]), ["a", "b"]);
    }
}
