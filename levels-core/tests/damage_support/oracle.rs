//! What is still true of a damaged pack, found without the pack reader, the verification, the
//! engines and the measures: a different JSON reader, and the naive rules of each family.

use std::collections::BTreeSet;

use levels_core::family::roll::measures::{Band, Budget, plain_figures};
use levels_core::family::roll::reference::Game;
use levels_core::family::roll::{Board, Level as RollLevel};
use levels_core::family::slide::reference::{self, Position, Solution};
use levels_core::family::slide::{BlockSpec, KindWord, Lantern, Level, Teaches, Tilt, Win};
use levels_core::grid::{Axis, Direction, Side};
use serde_json::{Map, Value};

/// The naive rules take microseconds and a kilobyte per state: no committed level has more states.
const MAX_STATES: usize = 500_000;

/// The fields of a level that are claims, or that decide whether claims are true.
const CLAIMS: [&str; 11] = [
    "grid", "layout", "blocks", "lantern", "win", "emit", "teaches", "optimal", "stars",
    "solution", "measures",
];

/// Proves that a file is a valid pack: its head is valid, and each of its levels is either a level
/// of the undamaged pack with every claim unchanged, or is solved here and fulfils its claims.
///
/// # Errors
/// What could not be shown.
pub fn holds(before: &Value, bytes: &[u8]) -> Result<(), String> {
    let text = std::str::from_utf8(bytes).map_err(|fault| fault.to_string())?;
    let text = text.trim_start_matches('\u{FEFF}');
    let pack: Value = serde_json::from_str(text).map_err(|fault| fault.to_string())?;
    for (key, wanted) in [
        ("format", "1"),
        ("model_version", "\"levels-1\""),
        ("family", &before["family"].to_string()),
    ] {
        let written = pack[key].to_string();
        if written != wanted {
            return Err(format!("`{key}` is {}", pack[key]));
        }
    }
    let levels = pack["levels"].as_array().ok_or("no levels")?;
    let known = before["levels"].as_array().ok_or("no levels")?;
    let (mut ids, mut boards) = (BTreeSet::new(), BTreeSet::new());
    for level in levels {
        let id = level["id"]
            .as_str()
            .filter(|id| !id.trim().is_empty())
            .ok_or("no id")?;
        let board: Vec<String> = CLAIMS[..7]
            .iter()
            .map(|key| level[*key].to_string())
            .collect();
        if !ids.insert(id.to_string()) || !boards.insert(board) {
            return Err(format!("`{id}` occurs twice"));
        }
        let same = |other: &Value| CLAIMS.iter().all(|key| equal(&level[*key], &other[*key]));
        match known.iter().find(|other| same(other)) {
            // The claim about the same figures may have changed.
            Some(other) if equal(&level["band"], &other["band"]) => {}
            Some(_) if pack["family"] == "slide" => band(level, None)?,
            Some(_) => return Err(format!("`{id}` claims another grade")),
            None => {
                let fields = level.as_object().ok_or("no level")?;
                let solved = if pack["family"] == "slide" {
                    slide(fields).map(|()| None)
                } else {
                    roll(fields).map(Some)
                };
                band(level, solved.map_err(|why| format!("`{id}`: {why}"))?)?;
            }
        }
    }
    (!levels.is_empty())
        .then_some(())
        .ok_or_else(|| "no levels".to_string())
}

/// Equal, where `1` and `1.0` are the same number.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len()
                && a.iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| equal(value, other)))
        }
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::String(a), Value::String(b)) => a.split_whitespace().eq(b.split_whitespace()),
        _ => a == b,
    }
}

/// The optimum lies in the band, or the band is the grade that was found.
fn band(level: &Value, found: Option<&str>) -> Result<(), String> {
    let band = &level["band"];
    let inside = |optimal: u64| {
        let (min, max) = (band["min"].as_u64()?, band["max"].as_u64()?);
        Some((min..=max).contains(&optimal))
    };
    match band {
        Value::Null => Ok(()),
        Value::String(grade) if found == Some(grade) => Ok(()),
        Value::Object(_) if level["optimal"].as_u64().and_then(inside) == Some(true) => Ok(()),
        _ => Err(format!("`{}`: the band is {band}", level["id"])),
    }
}

fn claims(level: &Map<String, Value>, name: &str, value: f64) -> Result<(), String> {
    let claimed = match name {
        "optimal" => level.get(name),
        name => level
            .get("measures")
            .and_then(|measures| measures.get(name)),
    };
    // Real measures are written with three decimals.
    let holds = claimed
        .and_then(Value::as_f64)
        .is_some_and(|claimed| (claimed - value).abs() < 0.00051);
    holds
        .then_some(())
        .ok_or_else(|| format!("`{name}` is {claimed:?}, it has to be {value}"))
}

fn stars(level: &Map<String, Value>, optimal: u32) -> Result<(), String> {
    let stars = level.get("stars").cloned().unwrap_or_default();
    let is = (stars["three"].as_u64(), stars["two"].as_u64());
    let wanted = (Some(u64::from(optimal)), Some(u64::from(optimal) + 2));
    (is == wanted)
        .then_some(())
        .ok_or_else(|| format!("the stars are {stars}"))
}

fn rows(level: &Map<String, Value>, field: &str) -> Result<Vec<String>, String> {
    let rows = level
        .get(field)
        .and_then(Value::as_array)
        .ok_or("no rows")?;
    rows.iter()
        .map(|row| {
            row.as_str()
                .map(str::to_string)
                .ok_or_else(|| format!("the row {row}"))
        })
        .collect()
}

fn slide(level: &Map<String, Value>) -> Result<(), String> {
    let read = slide_level(level)?;
    let Solution {
        figures,
        decisions,
        distances,
    } = reference::solve(&read, MAX_STATES).ok_or("too many states to tell")?;
    let optimal = figures
        .optimum
        .filter(|&moves| moves > 0)
        .ok_or("it cannot be won, or is")?;
    let decided = decisions.ok_or("nothing to decide")?;
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let sequences = u64::try_from(figures.optimal_sequences).unwrap_or(u64::MAX);
    for (name, value) in [
        ("optimal", f64::from(optimal)),
        ("steps", figures.steps.map_or(-1.0, f64::from)),
        ("reachable_states", figures.reachable_states as f64),
        ("won_states", figures.won_states as f64),
        ("optimal_sequences", sequences as f64),
        (
            "optimal_first_moves",
            figures.optimal_first_moves.len() as f64,
        ),
        (
            "component_max_moves",
            figures.greatest.map_or(-1.0, f64::from),
        ),
        ("component_hardest_states", figures.hardest_states as f64),
        ("must_move_blocks", decided.must_move as f64),
        ("forced_steps", decided.forced as f64),
        ("bottlenecks", decided.bottlenecks as f64),
        ("branching", mean(&decided.branching)),
        ("decision_bits", decided.bits.iter().sum()),
        (
            "worst_decision_bits",
            decided.bits.iter().copied().fold(0.0, f64::max),
        ),
    ] {
        claims(level, name, value)?;
    }
    stars(level, optimal)?;
    // Every move of the stored line brings the win one move nearer.
    let line = level
        .get("solution")
        .and_then(Value::as_str)
        .ok_or("no solution")?;
    let moves: Vec<&str> = line.split_whitespace().collect();
    let mut at = Position {
        grid: read.rows.iter().map(|row| row.chars().collect()).collect(),
        marked: BTreeSet::new(),
    };
    thaw(&read, &mut at);
    for (index, word) in moves.iter().enumerate() {
        make(&read, &mut at, word).ok_or_else(|| format!("`{word}` is not legal"))?;
        let left = (moves.len() - index - 1) as u32;
        if distances.get(&at) != Some(&Some(left)) {
            return Err(format!("after `{word}` the win is not {left} moves away"));
        }
    }
    (moves.len() == optimal as usize)
        .then_some(())
        .ok_or_else(|| format!("{} moves", moves.len()))
}

fn spec(level: &Level, letter: char) -> BlockSpec {
    let found = level
        .blocks
        .iter()
        .find(|(name, _)| name.chars().eq([letter]));
    found.map(|(_, spec)| *spec).unwrap_or_default()
}

/// Marks the rime blocks that the Key touches.
pub fn thaw(level: &Level, at: &mut Position) {
    let cell = |y: usize, x: usize| at.grid.get(y).and_then(|row| row.get(x)).copied();
    let mut touched = Vec::new();
    for (y, row) in at.grid.iter().enumerate() {
        for (x, _) in row.iter().enumerate().filter(|(_, c)| **c == 'K') {
            touched.extend([
                cell(y.wrapping_sub(1), x),
                cell(y + 1, x),
                cell(y, x.wrapping_sub(1)),
                cell(y, x + 1),
            ]);
        }
    }
    let rime = |letter: &char| spec(level, *letter).kind == KindWord::Rime;
    at.marked.extend(touched.into_iter().flatten().filter(rime));
}

/// Makes a move as it is written, a cell at a time.
pub fn make(level: &Level, at: &mut Position, word: &str) -> Option<()> {
    let mut chars = word.chars();
    let (letter, arrow) = (chars.next()?, chars.next()?);
    let (dy, dx) = match arrow {
        '<' => (0, -1),
        '>' => (0, 1),
        '^' => (-1, 0),
        'v' => (1, 0),
        _ => return None,
    };
    let kind = spec(level, letter).kind;
    let marked = at.marked.contains(&letter);
    if kind == KindWord::Sand && marked || kind == KindWord::Rime && !marked {
        return None;
    }
    let wanted: Option<u32> = if kind == KindWord::Ice {
        None
    } else {
        Some(chars.as_str().parse().ok()?)
    };
    let mut far = 0;
    while wanted.is_none_or(|wanted| far < wanted) {
        let mut next = at.grid.clone();
        next.iter_mut()
            .flatten()
            .filter(|c| **c == letter)
            .for_each(|c| *c = '.');
        let mut free = true;
        for (y, row) in at.grid.iter().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, c)| **c == letter) {
                let to = next
                    .get_mut(y.wrapping_add_signed(dy))
                    .and_then(|row| row.get_mut(x.wrapping_add_signed(dx)));
                match to.filter(|c| **c == '.') {
                    Some(cell) => *cell = letter,
                    None => free = false,
                }
            }
        }
        if !free {
            break;
        }
        at.grid = next;
        far += 1;
    }
    if far == 0 || wanted.is_some_and(|wanted| far != wanted) {
        return None;
    }
    if kind == KindWord::Sand {
        at.marked.insert(letter);
    }
    thaw(level, at);
    Some(())
}

fn slide_level(level: &Map<String, Value>) -> Result<Level, String> {
    let text = |value: &Value| value.as_str().map(str::to_string);
    let lantern = level.get("lantern").cloned().unwrap_or_default();
    let mut blocks = Vec::new();
    for (letter, value) in level
        .get("blocks")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let kind = text(value).or_else(|| text(&value["kind"]));
        let read = BlockSpec {
            kind: kind
                .and_then(|word| KindWord::from_word(&word))
                .unwrap_or_default(),
            tilt: text(&value["tilt"]).and_then(|word| Tilt::from_word(&word)),
            axis: text(&value["axis"]).and_then(|word| Axis::from_word(&word)),
        };
        blocks.push((letter.clone(), read));
    }
    let teaches = level
        .get("teaches")
        .filter(|teaches| !teaches.is_null())
        .map(|teaches| Teaches {
            kind: text(&teaches["kind"])
                .and_then(|word| KindWord::from_word(&word))
                .unwrap_or_default(),
            block: text(&teaches["block"]).unwrap_or_default(),
            needs: text(&teaches["needs"]).unwrap_or_default(),
        });
    Ok(Level {
        rows: rows(level, "grid")?,
        blocks,
        lantern: Lantern {
            side: text(&lantern["side"])
                .and_then(|word| Side::from_word(&word))
                .ok_or("no side")?,
            line: lantern["line"]
                .as_u64()
                .and_then(|line| u32::try_from(line).ok())
                .ok_or("no line")?,
        },
        win: level
            .get("win")
            .and_then(text)
            .and_then(|word| Win::from_word(&word))
            .ok_or("no win")?,
        emit: level
            .get("emit")
            .and_then(text)
            .and_then(|word| Direction::from_word(&word)),
        teaches,
    })
}

/// Solves a rolling level; its grade.
fn roll(level: &Map<String, Value>) -> Result<&'static str, String> {
    let layout = rows(level, "layout")?;
    let game = Game::new(&layout).ok_or("not a board")?;
    let report = game.explore(MAX_STATES).ok_or("too many states to tell")?;
    let optimal = report
        .shortest
        .filter(|&moves| moves > 0)
        .ok_or("it cannot be won, or is")?;
    for (name, value) in [
        ("optimal", optimal),
        ("reachable_states", report.states),
        ("dead_end_states", report.dead_ends),
    ] {
        claims(level, name, value as f64)?;
    }
    stars(level, optimal as u32)?;
    let line = level
        .get("solution")
        .and_then(Value::as_str)
        .ok_or("no solution")?;
    let mut at = game.start();
    for (index, key) in line.chars().enumerate() {
        let legal = "<>^v".contains(key) || key == '-' && game.keys(&at).contains(&'-');
        let next = legal.then(|| game.press(&at, key)).flatten();
        (at, _) = next.ok_or_else(|| format!("`{key}` is not legal"))?;
        if game.won(&at) != (index + 1 == optimal) {
            return Err(format!("won after {} moves", index + 1));
        }
    }
    if line.chars().count() != optimal {
        return Err(format!("{line} is too short"));
    }
    graded(level, layout)
}

/// The measures of a rolling level by the plain search, which shares no code with the engine; the
/// grade that they give.
fn graded(level: &Map<String, Value>, layout: Vec<String>) -> Result<&'static str, String> {
    let board = Board::new(&RollLevel { layout }).map_err(|faults| format!("{faults:?}"))?;
    let found = plain_figures(&board, &Budget::DEFAULT).map_err(|_| "too many states")?;
    let play = found.play.as_ref().ok_or("not played")?;
    for (name, value) in [
        ("solution_count", f64::from(found.solutions.count)),
        ("random_solve_prob", play.random_solve_prob),
        ("random_solve_prob_exact", play.random_solve_prob_exact),
        ("commitment", play.commitment),
        ("max_doom_delay", f64::from(play.max_doom_delay)),
        ("optimal_path_fraction", play.optimal_path_fraction),
        ("decision", play.decision),
        ("forced_fraction", play.forced_fraction),
        ("spectacle", play.spectacle),
    ] {
        claims(level, name, value)?;
    }
    for (name, flag) in [
        ("solution_count_capped", found.solutions.capped),
        ("lands_on_info", found.exploration.lands_on_any_info),
        ("rests_on_green", found.exploration.rests_on_green),
        ("greedy_solves", play.greedy_solves),
        ("spectacle_required", play.spectacle_required),
    ] {
        let claimed = level
            .get("measures")
            .and_then(|measures| measures.get(name));
        if claimed != Some(&Value::Bool(flag)) {
            return Err(format!("`{name}` is {claimed:?}, it has to be {flag}"));
        }
    }
    Band::grade(&found)
        .map(Band::word)
        .ok_or_else(|| "no grade".to_string())
}
