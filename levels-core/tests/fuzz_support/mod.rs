//! Fuzzing on stable Rust: a target, a committed corpus, and a mutator of bytes, lines and JSON values.
//!
//! Every run first replays the corpus, including old crashes, and then the requested number of
//! mutants. The same seed and corpus give the same mutants on every machine.
//!
//! `FUZZ_EXECUTIONS` sets the number of mutants per target, `FUZZ_SEED` selects another series of
//! them.

#![allow(dead_code, clippy::print_stdout)]

use std::cell::{Cell, RefCell};
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::{Duration, Instant};

use levels_core::rng::Rng;
use serde_json::{Map, Value};

/// The longest mutant, in bytes: longer ones test speed rather than reading.
const MOST_BYTES: usize = 16 * 1024;

/// What is fuzzed.
pub struct Target<'a> {
    /// The folder with one folder per target.
    pub corpus: &'a Path,
    /// The name, which is also that of its folder.
    pub name: &'a str,
    /// Must not panic for any bytes; it panics if a property does not hold.
    pub run: fn(&[u8]),
    /// Words that have a meaning for it.
    pub words: &'a [&'a str],
    /// How many mutants a run has by default.
    pub executions: u64,
}

thread_local! {
    /// What the last panic on this thread said, with its place.
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
    /// Whether this thread runs a target.
    static ATTEMPT: Cell<bool> = const { Cell::new(false) };
}

impl Target<'_> {
    /// Replays the corpus and runs the mutants.
    ///
    /// # Panics
    /// At the first input that crashes the target; it is written to `crashes/` in the corpus.
    pub fn fuzz(&self) {
        let folder = self.corpus.join(self.name);
        let crashes = folder.join("crashes");
        let seeds = files(&folder);
        assert!(!seeds.is_empty(), "no corpus in {}", folder.display());
        listen();
        for (path, bytes) in seeds.iter().chain(&files(&crashes)) {
            if let Err(message) = self.attempt(bytes) {
                panic!("{}: {message}", path.display());
            }
        }
        let executions = number("FUZZ_EXECUTIONS").unwrap_or(self.executions);
        let seed = number("FUZZ_SEED").unwrap_or(20_261_130);
        let started = Instant::now();
        let mut slowest = Duration::ZERO;
        for index in 0..executions {
            let mut mutator = Mutator {
                rng: Rng::for_candidate(seed, index),
                seeds: &seeds,
                words: self.words,
            };
            let bytes = mutator.mutant();
            let before = Instant::now();
            if let Err(message) = self.attempt(&bytes) {
                let path = keep(&crashes, &bytes);
                panic!(
                    "{}: mutant {index} of seed {seed} crashes it: {message}\nkept as {}",
                    self.name,
                    path.display()
                );
            }
            slowest = slowest.max(before.elapsed());
        }
        println!(
            "{}: {} of the corpus and {executions} mutants in {:.1} s, the slowest {:.0} ms",
            self.name,
            seeds.len(),
            started.elapsed().as_secs_f64(),
            slowest.as_secs_f64() * 1e3
        );
    }

    fn attempt(&self, bytes: &[u8]) -> Result<(), String> {
        ATTEMPT.set(true);
        let result = panic::catch_unwind(AssertUnwindSafe(|| (self.run)(bytes)));
        ATTEMPT.set(false);
        result.map_err(|_| LAST.with_borrow(String::clone))
    }
}

/// Keeps the message of a panic instead of printing it, on threads that run a target.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            LAST.with_borrow_mut(|last| *last = info.to_string());
            if !ATTEMPT.get() {
                print(info);
            }
        }));
    });
}

fn number(variable: &str) -> Option<u64> {
    let value = std::env::var(variable).ok()?;
    let number = value.replace('_', "").parse();
    Some(number.unwrap_or_else(|fault| panic!("{variable}={value}: {fault}")))
}

/// The files right in a folder, by name.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<(PathBuf, Vec<u8>)> = entries
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.is_file())
        .map(|path| {
            let bytes = fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            (path, bytes)
        })
        .collect();
    files.sort();
    files
}

/// Writes an input that crashes a target, under a name derived from its bytes.
fn keep(folder: &Path, bytes: &[u8]) -> PathBuf {
    // FNV-1a, Fowler, Noll and Vo.
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let path = folder.join(format!("{hash:016x}"));
    let written = fs::create_dir_all(folder).and_then(|()| fs::write(&path, bytes));
    written.unwrap_or_else(|fault| panic!("{}: {fault}", path.display()));
    path
}

/// Makes mutants of a corpus.
struct Mutator<'a> {
    rng: Rng,
    seeds: &'a [(PathBuf, Vec<u8>)],
    words: &'a [&'a str],
}

impl Mutator<'_> {
    fn mutant(&mut self) -> Vec<u8> {
        let mut bytes = self.seed().to_vec();
        for _ in 0..=self.below(4) {
            let whole = self.rng.chance(1, 2);
            bytes = match (whole, serde_json::from_slice::<Value>(&bytes)) {
                (true, Ok(value)) => self.json(value),
                _ => self.bytes(bytes),
            };
            bytes.truncate(MOST_BYTES);
        }
        bytes
    }

    fn below(&mut self, bound: usize) -> usize {
        self.rng
            .below(u32::try_from(bound.max(1)).unwrap_or(u32::MAX)) as usize
    }

    fn seed(&mut self) -> &[u8] {
        let at = self.below(self.seeds.len());
        &self.seeds[at].1
    }

    fn word(&mut self) -> &str {
        let at = self.below(self.words.len());
        self.words.get(at).copied().unwrap_or("")
    }

    /// A range of a text of `length` bytes, mostly short.
    fn range(&mut self, length: usize) -> std::ops::Range<usize> {
        let start = self.below(length + 1);
        let most = if self.rng.chance(1, 4) { length } else { 12 };
        let end = (start + self.below(most + 1)).min(length);
        start..end
    }

    fn bytes(&mut self, mut bytes: Vec<u8>) -> Vec<u8> {
        let length = bytes.len();
        let at = self.below(length + 1);
        match self.below(10) {
            0 if at < length => bytes[at] ^= 1 << self.below(8),
            1 if at < length => bytes[at] = self.rng.bits() as u8,
            2 => {
                bytes.drain(self.range(length));
            }
            3 => {
                let slice = bytes[self.range(length)].to_vec();
                let times = if self.rng.chance(1, 8) { 200 } else { 1 };
                bytes.splice(at..at, slice.repeat(times));
            }
            4 => {
                let other = self.seed().to_vec();
                let slice = &other[self.range(other.len())];
                let replaced = self.range(length);
                bytes.splice(replaced, slice.iter().copied());
            }
            5 | 6 => {
                let word = self.word().as_bytes().to_vec();
                let replaced = if self.rng.chance(1, 2) {
                    self.range(length)
                } else {
                    at..at
                };
                bytes.splice(replaced, word);
            }
            7 => self.digits(&mut bytes),
            8 => self.lines(&mut bytes),
            _ => {
                let glyph = [
                    '\u{0}', '\n', '\t', ' ', '"', '\\', 'ü', '\u{1b}', '\u{202e}', '💥',
                ];
                let glyph = glyph[self.below(glyph.len())];
                bytes.splice(at..at, glyph.to_string().into_bytes());
            }
        }
        bytes
    }

    /// Replaces one number with another.
    fn digits(&mut self, bytes: &mut Vec<u8>) {
        let from = self.below(bytes.len());
        let Some(start) = (from..bytes.len()).find(|&at| bytes[at].is_ascii_digit()) else {
            return;
        };
        let end = (start..bytes.len()).find(|&at| !bytes[at].is_ascii_digit());
        let number = self.number();
        bytes.splice(start..end.unwrap_or(bytes.len()), number.into_bytes());
    }

    fn number(&mut self) -> String {
        const NUMBERS: &[&str] = &[
            "0",
            "1",
            "2",
            "7",
            "8",
            "9",
            "16",
            "127",
            "128",
            "255",
            "256",
            "65536",
            "4294967295",
            "4294967296",
            "9007199254740993",
            "18446744073709551615",
            "18446744073709551616",
            "-1",
            "-0",
            "1.0",
            "0.1",
            "1e9",
            "1e400",
            "1e-400",
            "00",
            "99999999999999999999999999",
        ];
        NUMBERS[self.below(NUMBERS.len())].to_string()
    }

    /// Swaps, drops or doubles a line.
    fn lines(&mut self, bytes: &mut Vec<u8>) {
        let mut lines: Vec<Vec<u8>> = bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect();
        let (a, b) = (self.below(lines.len()), self.below(lines.len()));
        match self.below(3) {
            0 => lines.swap(a, b),
            1 => {
                lines.remove(a);
            }
            _ => lines.insert(b, lines[a].clone()),
        }
        *bytes = lines.join(&b'\n');
    }

    /// Changes one value of a JSON text and writes it again, on one line or on many.
    fn json(&mut self, mut value: Value) -> Vec<u8> {
        let count = count(&value);
        let donor = match serde_json::from_slice::<Value>(self.seed()) {
            Ok(other) => {
                let at = self.below(self::count(&other));
                nth(&other, at).cloned().unwrap_or(Value::Null)
            }
            Err(_) => Value::Null,
        };
        let at = self.below(count);
        if let Some(node) = nth_mut(&mut value, at) {
            self.change(node, donor);
        }
        let text = if self.rng.chance(1, 2) {
            serde_json::to_vec(&value)
        } else {
            serde_json::to_vec_pretty(&value)
        };
        text.unwrap_or_default()
    }

    fn change(&mut self, node: &mut Value, donor: Value) {
        let number = self.number();
        let word = self.word().to_string();
        match (self.below(8), &mut *node) {
            (0, _) => *node = donor,
            (1, _) => *node = serde_json::from_str(&number).unwrap_or(Value::Null),
            (2, _) => *node = Value::String(word),
            (3, _) => *node = Value::Array(vec![node.take()]),
            (4, _) => *node = Value::Object(Map::from_iter([(word, node.take())])),
            (_, Value::Object(map)) => {
                let keys: Vec<String> = map.keys().cloned().collect();
                let key = keys
                    .get(self.below(keys.len()))
                    .cloned()
                    .unwrap_or_default();
                let removed = map.remove(&key).unwrap_or(donor);
                match self.below(3) {
                    0 => {}
                    1 => {
                        map.insert(word, removed);
                    }
                    _ => {
                        map.insert(format!("{key}{word}"), removed.clone());
                        map.insert(key, removed);
                    }
                }
            }
            (_, Value::Array(items)) if !items.is_empty() => {
                let (a, b) = (self.below(items.len()), self.below(items.len()));
                match self.below(4) {
                    0 => items.swap(a, b),
                    1 => {
                        items.remove(a);
                    }
                    2 => items.insert(b, donor),
                    _ => items.insert(b, items[a].clone()),
                }
            }
            (_, Value::String(text)) => {
                let mut chars: Vec<char> = text.chars().collect();
                let at = self.below(chars.len() + 1);
                let glyphs: Vec<char> = ".#Kabnirx1><^v9 \u{7}ü\u{2028}".chars().collect();
                let glyph = glyphs[self.below(glyphs.len())];
                match self.below(3) {
                    0 => chars.insert(at, glyph),
                    _ if at == chars.len() => chars.push(glyph),
                    1 => chars[at] = glyph,
                    _ => {
                        chars.remove(at);
                    }
                }
                *text = chars.into_iter().collect();
            }
            _ => *node = donor,
        }
    }
}

/// How many values a value holds, including itself.
fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(map) => map.values().map(count).sum(),
        _ => 0,
    }
}

fn nth(value: &Value, at: usize) -> Option<&Value> {
    fn walk<'a>(value: &'a Value, left: &mut usize) -> Option<&'a Value> {
        if *left == 0 {
            return Some(value);
        }
        *left -= 1;
        match value {
            Value::Array(items) => items.iter().find_map(|item| walk(item, left)),
            Value::Object(map) => map.values().find_map(|item| walk(item, left)),
            _ => None,
        }
    }
    walk(value, &mut { at })
}

fn nth_mut(value: &mut Value, at: usize) -> Option<&mut Value> {
    fn walk<'a>(value: &'a mut Value, left: &mut usize) -> Option<&'a mut Value> {
        if *left == 0 {
            return Some(value);
        }
        *left -= 1;
        match value {
            Value::Array(items) => items.iter_mut().find_map(|item| walk(item, left)),
            Value::Object(map) => map.values_mut().find_map(|item| walk(item, left)),
            _ => None,
        }
    }
    walk(value, &mut { at })
}
