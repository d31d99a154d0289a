//! A pack that gets hurt, and the kinds of damage.

#![allow(dead_code)]

pub mod kinds;

use levels_core::rng::Rng;
use serde_json::{Map, Value, json};

/// A few levels of a committed pack, including the damaged one.
pub struct Hurt {
    /// The pack with those levels.
    pub pack: Value,
    /// Which of its levels is damaged.
    pub at: usize,
    pub rng: Rng,
    /// The text of the file, if no JSON value can express the damage.
    pub text: Option<Vec<u8>>,
}

/// One kind of damage.
pub struct Kind {
    pub name: &'static str,
    /// Why a pack with this damage may be valid; empty where it never may.
    pub why: &'static str,
    /// Does the damage; `None` if the level has nothing to damage in this way.
    pub hurt: fn(&mut Hurt) -> Option<()>,
}

impl Hurt {
    /// The level at `at` with its neighbours.
    pub fn new(pack: &Value, at: usize, seed: u64) -> Self {
        let levels = pack["levels"].as_array().map_or(&[][..], Vec::as_slice);
        let (first, last) = (at.saturating_sub(1), (at + 2).min(levels.len()));
        let head = pack.as_object().into_iter().flatten();
        let pack = head
            .map(|(key, value)| match key.as_str() {
                "levels" => (key.clone(), Value::from(levels[first..last].to_vec())),
                _ => (key.clone(), value.clone()),
            })
            .collect();
        Self {
            pack,
            at: at - first,
            rng: Rng::new(seed),
            text: None,
        }
    }

    /// The current text of the file.
    pub fn bytes(&self) -> Vec<u8> {
        self.text.clone().unwrap_or_else(|| pretty(&self.pack))
    }

    pub fn slide(&self) -> Option<()> {
        (self.pack["family"] == "slide").then_some(())
    }

    pub fn roll(&self) -> Option<()> {
        (self.pack["family"] == "roll").then_some(())
    }

    pub fn level(&mut self) -> &mut Map<String, Value> {
        let at = self.at;
        self.level_at(at).unwrap_or_else(|| panic!("no level {at}"))
    }

    pub fn level_at(&mut self, at: usize) -> Option<&mut Map<String, Value>> {
        self.pack["levels"].get_mut(at)?.as_object_mut()
    }

    /// The index of the level beside the damaged one.
    pub fn other(&self) -> Option<usize> {
        let count = self.pack["levels"].as_array().map_or(0, Vec::len);
        if self.at + 1 < count {
            Some(self.at + 1)
        } else {
            self.at.checked_sub(1)
        }
    }

    pub fn root(&mut self) -> &mut Map<String, Value> {
        self.pack
            .as_object_mut()
            .unwrap_or_else(|| panic!("no pack"))
    }

    pub fn below(&mut self, bound: usize) -> usize {
        self.rng
            .below(u32::try_from(bound.max(1)).unwrap_or(u32::MAX)) as usize
    }

    pub fn pick<T: Clone>(&mut self, of: &[T]) -> Option<T> {
        let at = self.below(of.len());
        of.get(at).cloned()
    }

    /// The rows of the board.
    pub fn rows(&mut self) -> Vec<Vec<char>> {
        let field = self.grid();
        let rows = self
            .level()
            .get(field)
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        rows.iter()
            .map(|row| row.as_str().unwrap_or_default().chars().collect())
            .collect()
    }

    pub fn set_rows(&mut self, rows: &[Vec<char>]) {
        let field = self.grid();
        let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
        self.level().insert(field.to_string(), json!(rows));
    }

    pub fn grid(&self) -> &'static str {
        if self.slide().is_some() {
            "grid"
        } else {
            "layout"
        }
    }

    /// A random cell that satisfies a condition.
    pub fn cell(&mut self, which: impl Fn(char) -> bool) -> Option<(usize, usize)> {
        let rows = self.rows();
        let cells: Vec<(usize, usize)> = rows
            .iter()
            .enumerate()
            .flat_map(|(y, row)| (0..row.len()).map(move |x| (y, x)))
            .filter(|&(y, x)| which(rows[y][x]))
            .collect();
        self.pick(&cells)
    }

    /// Puts a glyph into a random cell that satisfies a condition.
    pub fn put(&mut self, which: impl Fn(char) -> bool, glyph: char) -> Option<()> {
        let (y, x) = self.cell(which)?;
        let mut rows = self.rows();
        rows[y][x] = glyph;
        self.set_rows(&rows);
        Some(())
    }

    /// A letter that no cell has.
    pub fn free_letter(&mut self) -> Option<char> {
        let rows = self.rows();
        ('a'..='z').find(|letter| !rows.iter().flatten().any(|cell| cell == letter))
    }

    /// Changes a number of the damaged level.
    pub fn number(&mut self, path: &[&str], change: fn(i64) -> i64) -> Option<()> {
        let value = self.field(path)?;
        *value = json!(change(value.as_i64()?));
        Some(())
    }

    /// A value of the damaged level.
    pub fn field(&mut self, path: &[&str]) -> Option<&mut Value> {
        let (first, rest) = path.split_first()?;
        rest.iter()
            .try_fold(self.level().get_mut(*first)?, |at, key| at.get_mut(*key))
    }

    pub fn set(&mut self, path: &[&str], value: Value) -> Option<()> {
        *self.field(path)? = value;
        Some(())
    }

    pub fn remove(&mut self, key: &str) -> Option<()> {
        self.level().shift_remove(key).map(|_| ())
    }

    pub fn remove_from_pack(&mut self, key: &str) -> Option<()> {
        self.root().shift_remove(key).map(|_| ())
    }

    /// The name of a random measure whose value satisfies a condition.
    pub fn measure(&mut self, which: impl Fn(&Value) -> bool) -> Option<String> {
        let measures = self.level().get("measures")?.as_object()?.clone();
        let names: Vec<String> = measures
            .iter()
            .filter(|m| which(m.1))
            .map(|m| m.0.clone())
            .collect();
        self.pick(&names)
    }

    pub fn solution(&mut self) -> Option<String> {
        Some(self.level().get("solution")?.as_str()?.to_string())
    }

    /// The moves of the solution, and the separator between two.
    pub fn moves(&mut self) -> Option<(Vec<String>, &'static str)> {
        let line = self.solution()?;
        if self.slide().is_some() {
            Some((line.split(' ').map(str::to_string).collect(), " "))
        } else {
            Some((line.chars().map(|c| c.to_string()).collect(), ""))
        }
    }

    pub fn set_moves(&mut self, moves: &[String]) {
        let between = if self.slide().is_some() { " " } else { "" };
        self.level()
            .insert("solution".into(), json!(moves.join(between)));
    }

    /// Replaces a part of the text of the file.
    pub fn replace(&mut self, from: &str, to: &str) -> Option<()> {
        let text = String::from_utf8(self.bytes()).ok()?;
        text.contains(from)
            .then(|| self.text = Some(text.replacen(from, to, 1).into_bytes()))
    }
}

pub fn list(value: &mut Value) -> &mut Vec<Value> {
    value.as_array_mut().unwrap_or_else(|| panic!("no list"))
}

pub fn pretty(value: &Value) -> Vec<u8> {
    serde_json::to_vec_pretty(value).unwrap_or_else(|fault| panic!("{fault}"))
}
