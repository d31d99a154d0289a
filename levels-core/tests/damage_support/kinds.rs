//! The kinds of damage, by what they change.

use serde_json::{Value, json};

use super::{Hurt, Kind, list};

/// The board is different, but everything that its file claims is also true of it.
const HOLDS: &str = "every claim is also true of the changed board: the reference solved it";
const SAME_DATA: &str = "another spelling of the same data";
const AUTHOR: &str = "the author's own words, which claim nothing; all levels are unchanged";
const RECIPE: &str = "`reproduce` checks recipes; all levels are unchanged and proven again";
const ORDER: &str = "each level is proven alone; the order of stages checks which level is where";
const LINE: &str = "another shortest line: it wins in the optimum";
const CLAIM: &str = "a band is what its author claims, and it is true of the level";

const fn kind(name: &'static str, why: &'static str, hurt: fn(&mut Hurt) -> Option<()>) -> Kind {
    Kind { name, why, hurt }
}

/// A pack of records allows equal boards, so a twin does not damage it.
fn denies_twins(h: &Hurt) -> Option<()> {
    (h.pack["lints"]["duplicate"] != "allow").then_some(())
}

fn is_block(cell: char) -> bool {
    cell.is_ascii_alphabetic()
}

fn is_plain_block(cell: char) -> bool {
    is_block(cell) && cell != 'K'
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    // The cells of a sliding board.
    kind("slide: an empty cell becomes a wall", HOLDS, |h| {
        h.slide()?;
        h.put(|c| c == '.', '#')
    }),
    kind("slide: a wall becomes empty", HOLDS, |h| {
        h.slide()?;
        h.put(|c| c == '#', '.')
    }),
    kind("slide: a cell of a block becomes empty", HOLDS, |h| {
        h.slide()?;
        h.put(is_plain_block, '.')
    }),
    kind("slide: a cell of a block becomes a wall", HOLDS, |h| {
        h.slide()?;
        h.put(is_plain_block, '#')
    }),
    kind("slide: a block of one cell more", HOLDS, |h| {
        h.slide()?;
        let letter = h.free_letter()?;
        h.put(|c| c == '.', letter)
    }),
    kind("slide: a block grows into an empty cell", HOLDS, |h| {
        h.slide()?;
        let (y, x) = h.cell(is_plain_block)?;
        let letter = h.rows()[y][x];
        h.put(|c| c == '.', letter)
    }),
    kind("slide: a cell of the Key becomes empty", HOLDS, |h| {
        h.slide()?;
        h.put(|c| c == 'K', '.')
    }),
    kind("slide: a cell of the Key becomes a block", HOLDS, |h| {
        h.slide()?;
        let letter = h.free_letter()?;
        h.put(|c| c == 'K', letter)
    }),
    kind("slide: an unknown glyph", "", |h| {
        h.slide()?;
        h.put(|_| true, '?')
    }),
    kind("slide: the Key in lower case", "", |h| {
        h.slide()?;
        let mut rows = h.rows();
        rows.iter_mut()
            .flatten()
            .filter(|c| **c == 'K')
            .for_each(|c| *c = 'k');
        h.set_rows(&rows);
        Some(())
    }),
    kind(
        "slide: two blocks exchange their letters on the grid alone",
        HOLDS,
        |h| {
            h.slide()?;
            let (y, x) = h.cell(is_plain_block)?;
            let a = h.rows()[y][x];
            let (y, x) = h.cell(move |c| is_plain_block(c) && c != a)?;
            let b = h.rows()[y][x];
            let mut rows = h.rows();
            for cell in rows.iter_mut().flatten() {
                *cell = if *cell == a {
                    b
                } else if *cell == b {
                    a
                } else {
                    *cell
                };
            }
            h.set_rows(&rows);
            Some(())
        },
    ),
    kind("slide: a block is renamed on the grid alone", HOLDS, |h| {
        h.slide()?;
        let (y, x) = h.cell(is_plain_block)?;
        let (old, new) = (h.rows()[y][x], h.free_letter()?);
        let mut rows = h.rows();
        rows.iter_mut()
            .flatten()
            .filter(|c| **c == old)
            .for_each(|c| *c = new);
        h.set_rows(&rows);
        Some(())
    }),
    kind("slide: a block moved by a cell", HOLDS, |h| {
        h.slide()?;
        let (y, x) = h.cell(is_plain_block)?;
        let mut rows = h.rows();
        let letter = rows[y][x];
        let mut next: Vec<Vec<char>> = rows.clone();
        next.iter_mut()
            .flatten()
            .filter(|c| **c == letter)
            .for_each(|c| *c = '.');
        for (y, row) in rows.iter_mut().enumerate() {
            for (x, _) in row.iter().enumerate().filter(|(_, c)| **c == letter) {
                let cell = next[y].get_mut(x + 1).filter(|c| **c == '.')?;
                *cell = letter;
            }
        }
        h.set_rows(&next);
        Some(())
    }),
    kind("slide: two cells of a row exchanged", HOLDS, |h| {
        h.slide()?;
        let mut rows = h.rows();
        let y = h.below(rows.len());
        let x = h.below(rows[y].len() - 1);
        rows[y].swap(x, x + 1);
        h.set_rows(&rows);
        Some(())
    }),
    kind("slide: the board mirrored and nothing else", HOLDS, |h| {
        h.slide()?;
        let mut rows = h.rows();
        rows.iter_mut().for_each(|row| row.reverse());
        h.set_rows(&rows);
        Some(())
    }),
    kind("slide: the first column put last", HOLDS, |h| {
        h.slide()?;
        let mut rows = h.rows();
        rows.iter_mut().for_each(|row| row.rotate_left(1));
        h.set_rows(&rows);
        Some(())
    }),
    // The rest of a sliding level.
    kind("slide: the opening on another side", HOLDS, |h| {
        h.slide()?;
        let side = h.pick(&["left", "right", "top", "bottom"])?;
        h.set(&["lantern", "side"], json!(side))
    }),
    kind("slide: the opening a line on", HOLDS, |h| {
        h.slide()?;
        h.number(&["lantern", "line"], |n| n + 1)
    }),
    kind("slide: the opening a line back", HOLDS, |h| {
        h.slide()?;
        h.number(&["lantern", "line"], |n| n - 1)
    }),
    kind("slide: the opening 2³² lines on", "", |h| {
        h.slide()?;
        h.number(&["lantern", "line"], |n| n + (1 << 32))
    }),
    kind("slide: the opening's line as a real number", "", |h| {
        h.slide()?;
        let line = h.field(&["lantern", "line"])?.as_f64()?;
        h.set(&["lantern", "line"], json!(line))
    }),
    kind("slide: no opening", "", |h| {
        h.slide().and_then(|()| h.remove("lantern"))
    }),
    kind("slide: the opening has no side", "", |h| {
        h.slide()?;
        h.field(&["lantern"])?
            .as_object_mut()?
            .shift_remove("side")
            .map(|_| ())
    }),
    kind("slide: won in the other way", HOLDS, |h| {
        h.slide()?;
        let win = if h.field(&["win"])? == "exit" {
            "beam"
        } else {
            "exit"
        };
        h.set(&["win"], json!(win))
    }),
    kind("slide: no way to win", "", |h| {
        h.slide().and_then(|()| h.remove("win"))
    }),
    kind("slide: no ray", "", |h| h.remove("emit")),
    kind("slide: the ray the other way", HOLDS, |h| {
        let other = match h.field(&["emit"])?.as_str()? {
            "left" => "right",
            "right" => "left",
            "up" => "down",
            _ => "up",
        };
        h.set(&["emit"], json!(other))
    }),
    kind("slide: a ray where none is", "", |h| {
        h.slide()?;
        let exit = h.field(&["win"])? == "exit";
        exit.then(|| h.level().insert("emit".into(), json!("right")))
            .map(|_| ())
    }),
    kind("slide: a block of another kind", HOLDS, |h| {
        let blocks = h.field(&["blocks"])?.as_object()?.clone();
        let letters: Vec<String> = blocks.keys().cloned().collect();
        let letter = h.pick(&letters)?;
        let kind = h.pick(&["crystal", "sand", "ice", "rime"])?;
        h.set(&["blocks", &letter], json!(kind))
    }),
    kind("slide: all kinds of blocks forgotten", HOLDS, |h| {
        h.remove("blocks")
    }),
    kind("slide: a plain block is ice", HOLDS, |h| {
        plain_block_becomes(h, json!("ice"))
    }),
    kind("slide: a plain block is sand", HOLDS, |h| {
        plain_block_becomes(h, json!("sand"))
    }),
    kind("slide: a plain block is rime", HOLDS, |h| {
        plain_block_becomes(h, json!("rime"))
    }),
    kind("slide: a plain block is a mirror", HOLDS, |h| {
        plain_block_becomes(h, json!({ "kind": "mirror", "tilt": "/" }))
    }),
    kind("slide: a kind for a block that does not stand", "", |h| {
        h.slide()?;
        let letter = h.free_letter()?;
        set_block(h, &letter.to_string(), json!("ice"))
    }),
    kind("slide: a kind for the Key", "", |h| {
        h.slide()?;
        set_block(h, "K", json!("ice"))
    }),
    kind("slide: a mirror leans the other way", HOLDS, |h| {
        let (letter, spec) = mirror(h)?;
        let other = if spec["tilt"] == "/" { "\\" } else { "/" };
        h.set(&["blocks", &letter, "tilt"], json!(other))
    }),
    kind("slide: a mirror without a tilt", "", |h| {
        let (letter, _) = mirror(h)?;
        h.field(&["blocks", &letter])?
            .as_object_mut()?
            .shift_remove("tilt")
            .map(|_| ())
    }),
    kind("slide: a square block has the other axis", HOLDS, |h| {
        let blocks = h.field(&["blocks"])?.as_object()?.clone();
        let (letter, spec) = blocks.iter().find(|(_, spec)| !spec["axis"].is_null())?;
        let other = if spec["axis"] == "vertical" {
            "horizontal"
        } else {
            "vertical"
        };
        h.set(&["blocks", letter, "axis"], json!(other))
    }),
    kind("slide: a lesson about another kind", "", |h| {
        let kind = h.field(&["teaches", "kind"])?.clone();
        let kinds: Vec<Value> = ["sand", "ice", "rime", "mirror"]
            .iter()
            .map(|k| json!(k))
            .collect();
        let others: Vec<Value> = kinds.into_iter().filter(|k| *k != kind).collect();
        let other = h.pick(&others)?;
        h.set(&["teaches", "kind"], other)
    }),
    kind(
        "slide: a lesson about a block that does not stand",
        "",
        |h| {
            let letter = h.free_letter()?;
            h.set(&["teaches", "needs"], json!(letter.to_string()))
        },
    ),
    kind("slide: a lesson about the Key", "", |h| {
        h.set(&["teaches", "block"], json!("K"))
    }),
    kind(
        "slide: no lesson",
        "one tutorial less; the level is as proven as before",
        |h| h.remove("teaches"),
    ),
    // The cells of a rolling board.
    kind("roll: a green becomes a hole", HOLDS, |h| {
        roll_cell(h, 'n', '.')
    }),
    kind("roll: a hole becomes a green", HOLDS, |h| {
        roll_cell(h, '.', 'n')
    }),
    kind("roll: a green becomes an info", HOLDS, |h| {
        roll_cell(h, 'n', 'i')
    }),
    kind("roll: a green becomes a mine", HOLDS, |h| {
        roll_cell(h, 'n', 'x')
    }),
    kind("roll: a green becomes an arrow", HOLDS, |h| {
        roll_cell(h, 'n', '>')
    }),
    kind("roll: a green becomes a line", HOLDS, |h| {
        roll_cell(h, 'n', 'r')
    }),
    kind("roll: a green becomes a teleport", HOLDS, |h| {
        roll_cell(h, 'n', '9')
    }),
    kind("roll: no base", "", |h| roll_cell(h, 'b', 'n')),
    kind("roll: a second base", "", |h| roll_cell(h, 'n', 'b')),
    kind("roll: an unknown glyph", "", |h| roll_cell(h, 'n', '?')),
    kind("roll: a tile in upper case", "", |h| roll_cell(h, 'n', 'N')),
    kind("roll: an arrow turned", HOLDS, |h| {
        h.roll()?;
        let (y, x) = h.cell(|c| "<>^v".contains(c))?;
        let mut rows = h.rows();
        rows[y][x] = match rows[y][x] {
            '<' => '^',
            '^' => '>',
            '>' => 'v',
            _ => '<',
        };
        h.set_rows(&rows);
        Some(())
    }),
    kind("roll: a teleport of another pair", HOLDS, |h| {
        h.roll()?;
        let (y, x) = h.cell(|c| c.is_ascii_digit())?;
        let mut rows = h.rows();
        rows[y][x] = if rows[y][x] == '9' {
            '1'
        } else {
            char::from(rows[y][x] as u8 + 1)
        };
        h.set_rows(&rows);
        Some(())
    }),
    kind("roll: a line along the other way", HOLDS, |h| {
        h.roll()?;
        let (y, x) = h.cell(|c| c == 'r' || c == 'c')?;
        let mut rows = h.rows();
        rows[y][x] = if rows[y][x] == 'r' { 'c' } else { 'r' };
        h.set_rows(&rows);
        Some(())
    }),
    kind("roll: the board mirrored and nothing else", HOLDS, |h| {
        h.roll()?;
        let mut rows = h.rows();
        rows.iter_mut().for_each(|row| row.reverse());
        h.set_rows(&rows);
        Some(())
    }),
    // The rows of a board of either family.
    kind("a row a cell short", "", |h| {
        let mut rows = h.rows();
        let y = h.below(rows.len());
        (rows.len() > 1).then(|| rows[y].pop())?;
        h.set_rows(&rows);
        Some(())
    }),
    kind("a row a cell too long", "", |h| {
        let mut rows = h.rows();
        let y = h.below(rows.len());
        (rows.len() > 1).then(|| rows[y].push('.'))?;
        h.set_rows(&rows);
        Some(())
    }),
    kind("a row taken out", HOLDS, |h| {
        let mut rows = h.rows();
        let y = h.below(rows.len());
        rows.remove(y);
        h.set_rows(&rows);
        Some(())
    }),
    kind("a row twice", HOLDS, |h| {
        let mut rows = h.rows();
        let y = h.below(rows.len());
        rows.insert(y, rows[y].clone());
        h.set_rows(&rows);
        Some(())
    }),
    kind("two rows exchanged", HOLDS, |h| {
        let mut rows = h.rows();
        let y = h.below(rows.len() - 1);
        rows.swap(y, y + 1);
        h.set_rows(&rows);
        Some(())
    }),
    kind("rows without end", "", |h| {
        let mut rows = h.rows();
        rows.resize(200, rows[0].clone());
        h.set_rows(&rows);
        Some(())
    }),
    kind("no rows", "", |h| {
        h.set_rows(&[]);
        Some(())
    }),
    kind("the board as one string", "", |h| {
        let text: String = h.rows().concat().into_iter().collect();
        let field = h.grid();
        h.set(&[field], json!(text))
    }),
    kind("a row that is a number", "", |h| {
        let field = h.grid();
        list(h.field(&[field])?)[0] = json!(7);
        Some(())
    }),
    kind("no board", "", |h| {
        let field = h.grid();
        h.remove(field)
    }),
    kind("the board of the level beside it", "", |h| {
        let (field, other) = (h.grid(), h.other()?);
        let board = h.level_at(other)?.get(field)?.clone();
        h.set(&[field], board)
    }),
    // What is derived.
    kind("the optimum a move more", "", |h| {
        h.number(&["optimal"], |n| n + 1)
    }),
    kind("the optimum a move less", "", |h| {
        h.number(&["optimal"], |n| n - 1)
    }),
    kind("an optimum of 0", "", |h| h.set(&["optimal"], json!(0))),
    kind("an optimum 2³² moves more", "", |h| {
        h.number(&["optimal"], |n| n + (1 << 32))
    }),
    kind("no optimum", "", |h| h.remove("optimal")),
    kind("an optimum of null", "", |h| {
        h.set(&["optimal"], Value::Null)
    }),
    kind("the optimum as a string", "", |h| {
        let text = h.field(&["optimal"])?.to_string();
        h.set(&["optimal"], json!(text))
    }),
    kind("the optimum as a real number", "", |h| {
        let real = h.field(&["optimal"])?.as_f64()?;
        h.set(&["optimal"], json!(real))
    }),
    kind("a negative optimum", "", |h| h.number(&["optimal"], |n| -n)),
    kind("three stars for a move more", "", |h| {
        h.number(&["stars", "three"], |n| n + 1)
    }),
    kind("three stars for a move less", "", |h| {
        h.number(&["stars", "three"], |n| n - 1)
    }),
    kind("two stars for a move more", "", |h| {
        h.number(&["stars", "two"], |n| n + 1)
    }),
    kind("two stars for a move less", "", |h| {
        h.number(&["stars", "two"], |n| n - 1)
    }),
    kind("the thresholds exchanged", "", |h| {
        let (three, two) = (
            h.field(&["stars", "three"])?.clone(),
            h.field(&["stars", "two"])?.clone(),
        );
        h.set(&["stars"], json!({ "three": two, "two": three }))
    }),
    kind("no stars", "", |h| h.remove("stars")),
    kind("a threshold missing", "", |h| {
        h.field(&["stars"])?
            .as_object_mut()?
            .shift_remove("two")
            .map(|_| ())
    }),
    kind("a threshold for one star", "", |h| {
        h.field(&["stars"])?
            .as_object_mut()?
            .insert("one".into(), json!(9))
            .is_none()
            .then_some(())
    }),
    kind("no solution", "", |h| h.remove("solution")),
    kind("an empty solution", "", |h| h.set(&["solution"], json!(""))),
    kind("the last move dropped", "", |h| {
        let (mut moves, _) = h.moves()?;
        moves.pop();
        h.set_moves(&moves);
        Some(())
    }),
    kind("the first move dropped", "", |h| {
        let (mut moves, _) = h.moves()?;
        moves.remove(0);
        h.set_moves(&moves);
        Some(())
    }),
    kind("a move twice", "", |h| {
        let (mut moves, _) = h.moves()?;
        let at = h.below(moves.len());
        moves.insert(at, moves[at].clone());
        h.set_moves(&moves);
        Some(())
    }),
    kind("two moves exchanged", LINE, |h| {
        let (mut moves, _) = h.moves()?;
        let pairs = moves.windows(2).len();
        let at = (pairs > 0).then(|| h.below(pairs))?;
        moves.swap(at, at + 1);
        h.set_moves(&moves);
        Some(())
    }),
    kind("a move the other way", "", |h| {
        let (mut moves, _) = h.moves()?;
        let at = h.below(moves.len());
        let turn = |c| match c {
            '<' => '>',
            '>' => '<',
            '^' => 'v',
            'v' => '^',
            c => c,
        };
        let mut chars = moves[at].chars();
        // A block's letter may be a `v`: the arrow is the last character before the number.
        let turned: String = if h.slide().is_some() {
            chars.next().into_iter().chain(chars.map(turn)).collect()
        } else {
            chars.map(turn).collect()
        };
        moves[at] = turned;
        h.set_moves(&moves);
        Some(())
    }),
    kind("a move after the win", "", |h| {
        let (mut moves, _) = h.moves()?;
        moves.push(moves[0].clone());
        h.set_moves(&moves);
        Some(())
    }),
    kind("a move that is none", "", |h| {
        let (mut moves, _) = h.moves()?;
        let at = h.below(moves.len());
        moves[at] = "?".to_string();
        h.set_moves(&moves);
        Some(())
    }),
    kind("slide: a move a cell further", LINE, |h| {
        h.slide()?;
        let (mut moves, _) = h.moves()?;
        let at = h.below(moves.len());
        let last = moves[at].pop()?.to_digit(10)?;
        moves[at].push_str(&(last + 1).to_string());
        h.set_moves(&moves);
        Some(())
    }),
    kind("the solution of the level beside it", "", |h| {
        let other = h.other()?;
        let line = h.level_at(other)?.get("solution")?.clone();
        h.set(&["solution"], line)
    }),
    kind("slide: a blank more in the solution", SAME_DATA, |h| {
        h.slide()?;
        let line = h.solution()?;
        h.set(&["solution"], json!(line.replacen(' ', "  ", 1)))
    }),
    kind("roll: a blank in the solution", "", |h| {
        h.roll()?;
        let line = h.solution()?;
        h.set(&["solution"], json!(format!("{line} ")))
    }),
    kind("a count among the measures one more", "", |h| {
        let name = h.measure(Value::is_u64)?;
        h.number(&["measures", &name], |n| n + 1)
    }),
    kind("a count among the measures one less", "", |h| {
        let name = h.measure(|m| m.as_u64().is_some_and(|n| n > 0))?;
        h.number(&["measures", &name], |n| n - 1)
    }),
    kind("a real measure a hair off", "", |h| {
        let name = h.measure(Value::is_f64)?;
        let value = h.field(&["measures", &name])?.as_f64()?;
        h.set(&["measures", &name], json!(value.next_up()))
    }),
    kind("a measure with its sign changed", "", |h| {
        let name = h.measure(|m| m.as_f64().is_some_and(|n| n > 0.0))?;
        let value = h.field(&["measures", &name])?.as_f64()?;
        h.set(&["measures", &name], json!(-value))
    }),
    kind("a flag among the measures negated", "", |h| {
        let name = h.measure(Value::is_boolean)?;
        let flag = h.field(&["measures", &name])?.as_bool()?;
        h.set(&["measures", &name], json!(!flag))
    }),
    kind("a measure missing", "", |h| {
        let name = h.measure(|_| true)?;
        h.field(&["measures"])?
            .as_object_mut()?
            .shift_remove(&name)
            .map(|_| ())
    }),
    kind("a measure of null", "", |h| {
        let name = h.measure(|m| !m.is_null())?;
        h.set(&["measures", &name], Value::Null)
    }),
    kind("a measure as a string", "", |h| {
        let name = h.measure(Value::is_number)?;
        let text = h.field(&["measures", &name])?.to_string();
        h.set(&["measures", &name], json!(text))
    }),
    kind(
        "a count among the measures as a real number",
        SAME_DATA,
        |h| {
            let name = h.measure(Value::is_u64)?;
            let real = h.field(&["measures", &name])?.as_f64()?;
            h.set(&["measures", &name], json!(real))
        },
    ),
    kind("a measure that nobody knows", "", |h| {
        let measures = h.field(&["measures"])?.as_object_mut()?;
        measures
            .insert("charm".into(), json!(1))
            .is_none()
            .then_some(())
    }),
    kind("two measures exchanged", "", |h| {
        let (a, b) = (h.measure(Value::is_u64)?, h.measure(Value::is_u64)?);
        let (x, y) = (
            h.field(&["measures", &a])?.clone(),
            h.field(&["measures", &b])?.clone(),
        );
        h.set(&["measures", &a], y)?;
        h.set(&["measures", &b], x)
    }),
    kind("no measures", "", |h| h.remove("measures")),
    kind("measures as a list", "", |h| {
        h.set(&["measures"], json!([]))
    }),
    kind("the measures of the level beside it", "", |h| {
        let other = h.other()?;
        let measures = h.level_at(other)?.get("measures")?.clone();
        h.set(&["measures"], measures)
    }),
    kind(
        "all that is derived exchanged with the level beside it",
        "",
        |h| {
            let other = h.other()?;
            for key in ["optimal", "stars", "solution", "measures"] {
                let theirs = h.level_at(other)?.get(key)?.clone();
                let ours = std::mem::replace(h.field(&[key])?, theirs);
                h.level_at(other)?.insert(key.into(), ours);
            }
            Some(())
        },
    ),
    kind("a rating on the level", "", |h| {
        h.level()
            .insert("rating".into(), json!(5_000))
            .is_none()
            .then_some(())
    }),
    kind("roll: the grade among the measures changed", "", |h| {
        let now = h.field(&["measures", "band"])?.clone();
        let other = other_grade(h, &now)?;
        h.set(&["measures", "band"], other)
    }),
    // What the author claims.
    kind("slide: a band above the optimum", "", |h| {
        let optimal = h.field(&["optimal"])?.as_u64()?;
        h.set(&["band"], json!({ "min": optimal + 1, "max": optimal + 2 }))
    }),
    kind("slide: a band below the optimum", "", |h| {
        let optimal = h.field(&["optimal"])?.as_u64()?;
        h.set(&["band"], json!({ "min": 1, "max": optimal - 1 }))
    }),
    kind("slide: the ends of a band exchanged", CLAIM, |h| {
        let (min, max) = (
            h.field(&["band", "min"])?.clone(),
            h.field(&["band", "max"])?.clone(),
        );
        h.set(&["band"], json!({ "min": max, "max": min }))
    }),
    kind("slide: an end of a band missing", "", |h| {
        h.field(&["band"])?
            .as_object_mut()?
            .shift_remove("max")
            .map(|_| ())
    }),
    kind("slide: a wider band", CLAIM, |h| {
        h.number(&["band", "max"], |n| n + 7)
    }),
    kind("slide: a grade for a band", "", |h| {
        h.slide()?;
        h.set(&["band"], json!("easy"))
    }),
    kind("roll: another grade", "", |h| {
        h.roll()?;
        let now = h.field(&["band"])?.clone();
        let other = other_grade(h, &now)?;
        h.set(&["band"], other)
    }),
    kind("roll: a number of moves for a grade", "", |h| {
        h.roll()?;
        let optimal = h.field(&["optimal"])?.clone();
        h.set(&["band"], json!({ "min": optimal, "max": optimal }))
    }),
    kind("no band on a level of a generated pack", "", |h| {
        h.pack.get("recipe")?;
        h.remove("band")
    }),
    // Names and order.
    kind("a level without a name", "", |h| h.remove("id")),
    kind("a level with an empty name", "", |h| {
        h.set(&["id"], json!(" "))
    }),
    kind("a level with the name of the one beside it", "", |h| {
        let other = h.other()?;
        let id = h.level_at(other)?.get("id")?.clone();
        h.set(&["id"], id)
    }),
    kind("two levels of one name, which the pack allows", "", |h| {
        let other = h.other()?;
        let id = h.level_at(other)?.get("id")?.clone();
        h.root()
            .insert("lints".into(), json!({ "duplicate": "allow" }));
        h.set(&["id"], id)
    }),
    kind("another name for a level", AUTHOR, |h| {
        let id = h.field(&["id"])?.as_str()?.to_string();
        h.set(&["id"], json!(format!("{id}-new")))
    }),
    kind("a level twice", "", |h| {
        let level = Value::Object(h.level().clone());
        list(&mut h.pack["levels"]).push(level);
        Some(())
    }),
    kind("a level twice under two names", "", |h| {
        denies_twins(h)?;
        let mut level = Value::Object(h.level().clone());
        level["id"] = json!("twin");
        list(&mut h.pack["levels"]).push(level);
        Some(())
    }),
    kind("slide: a level twice with other letters", "", |h| {
        denies_twins(h)?;
        h.slide()?;
        let (y, x) = h.cell(is_plain_block)?;
        let (old, new) = (h.rows()[y][x], h.free_letter()?);
        let text = Value::Object(h.level().clone());
        let mut twin = text;
        twin["id"] = json!("twin");
        let rows: Vec<String> = h
            .rows()
            .iter()
            .map(|row| {
                row.iter()
                    .map(|&c| if c == old { new } else { c })
                    .collect()
            })
            .collect();
        twin["grid"] = json!(rows);
        if let Some(spec) = twin["blocks"]
            .as_object_mut()
            .and_then(|b| b.shift_remove(&old.to_string()))
        {
            twin["blocks"][new.to_string()] = spec;
        }
        for word in ["block", "needs"] {
            if twin["teaches"][word] == old.to_string() {
                twin["teaches"][word] = json!(new.to_string());
            }
        }
        let line = h.solution()?;
        let moves = line.split(' ').map(|m| {
            if m.starts_with(old) {
                m.replacen(old, &new.to_string(), 1)
            } else {
                m.to_string()
            }
        });
        twin["solution"] = json!(moves.collect::<Vec<_>>().join(" "));
        list(&mut h.pack["levels"]).push(twin);
        Some(())
    }),
    kind("two levels exchanged", ORDER, |h| {
        let (at, other) = (h.at, h.other()?);
        list(&mut h.pack["levels"]).swap(at, other);
        Some(())
    }),
    kind("a level taken out", ORDER, |h| {
        let at = h.at;
        list(&mut h.pack["levels"]).remove(at);
        Some(())
    }),
    kind("no levels", "", |h| {
        list(&mut h.pack["levels"]).clear();
        Some(())
    }),
    kind("a list for levels that is none", "", |h| {
        h.root().insert("levels".into(), json!({})).map(|_| ())
    }),
    kind("a level of null", "", |h| {
        let at = h.at;
        list(&mut h.pack["levels"])[at] = Value::Null;
        Some(())
    }),
    // The head of the pack.
    kind("another format", "", |h| {
        h.root().insert("format".into(), json!(2)).map(|_| ())
    }),
    kind("a format as a string", "", |h| {
        h.root().insert("format".into(), json!("1")).map(|_| ())
    }),
    kind("no format", "", |h| h.remove_from_pack("format")),
    kind("an older model version", "", |h| {
        h.root()
            .insert("model_version".into(), json!("levels-0"))
            .map(|_| ())
    }),
    kind("a model version with a blank", "", |h| {
        h.root()
            .insert("model_version".into(), json!("levels-1 "))
            .map(|_| ())
    }),
    kind("a model version of a game's order", "", |h| {
        h.root()
            .insert("model_version".into(), json!("levels-1/1"))
            .map(|_| ())
    }),
    kind("no model version", "", |h| {
        h.remove_from_pack("model_version")
    }),
    kind("the other family", "", |h| {
        let other = if h.slide().is_some() { "roll" } else { "slide" };
        h.root().insert("family".into(), json!(other)).map(|_| ())
    }),
    kind("an unknown family", "", |h| {
        h.root().insert("family".into(), json!("Slide")).map(|_| ())
    }),
    kind("no family", "", |h| h.remove_from_pack("family")),
    kind("a pack without a name", "", |h| h.remove_from_pack("id")),
    kind("a pack with an empty name", "", |h| {
        h.root().insert("id".into(), json!("")).map(|_| ())
    }),
    kind("another name for the pack", AUTHOR, |h| {
        h.root().insert("id".into(), json!("another")).map(|_| ())
    }),
    kind("no title", AUTHOR, |h| h.remove_from_pack("title")),
    kind("a title that is a number", "", |h| {
        h.root().insert("title".into(), json!(7)).map(|_| ())
    }),
    kind("stars to open the pack one more", AUTHOR, |h| {
        let stars = h.pack["stars_to_open"].as_u64()?;
        h.root()
            .insert("stars_to_open".into(), json!(stars + 1))
            .map(|_| ())
    }),
    kind("stars to open the pack below 0", "", |h| {
        h.root().insert("stars_to_open".into(), json!(-1));
        Some(())
    }),
    kind("stars to open the pack that no game can count", "", |h| {
        h.root().insert("stars_to_open".into(), json!(1_u64 << 32));
        Some(())
    }),
    kind("an unknown lint", "", |h| {
        h.root()
            .insert("lints".into(), json!({ "furnitures": "deny" }));
        Some(())
    }),
    kind("an unknown lint level", "", |h| {
        h.root()
            .insert("lints".into(), json!({ "furniture": "forbid" }));
        Some(())
    }),
    kind("a lint set twice under two names", "", |h| {
        h.root().insert(
            "lints".into(),
            json!({ "furniture": "deny", "LV0013": "allow" }),
        );
        Some(())
    }),
    kind("the pack allows what cannot be won", "", |h| {
        h.root()
            .insert("lints".into(), json!({ "unsolvable": "allow" }));
        Some(())
    }),
    kind("the level allows a wrong optimum", "", |h| {
        h.level()
            .insert("allow".into(), json!({ "optimal-mismatch": "it is close" }));
        h.number(&["optimal"], |n| n + 1)
    }),
    kind("the level allows without a reason", "", |h| {
        h.level().insert("allow".into(), json!({ "furniture": "" }));
        Some(())
    }),
    kind("the level allows and denies the same", "", |h| {
        h.level()
            .insert("allow".into(), json!({ "furniture": "why not" }));
        h.level()
            .insert("deny".into(), json!({ "furniture": "why" }));
        Some(())
    }),
    kind("no lints", AUTHOR, |h| h.remove_from_pack("lints")),
    kind("a recipe with another seed", RECIPE, |h| {
        let step = h.pack["recipe"]["steps"].get_mut(0)?.as_array_mut()?;
        *step.last_mut()? = json!("1");
        Some(())
    }),
    kind("a recipe whose input has another hash", RECIPE, |h| {
        let inputs = h.pack["recipe"]
            .as_object_mut()?
            .get_mut("inputs")?
            .as_object_mut()?;
        *inputs.values_mut().next()? = json!("blake3:0");
        Some(())
    }),
    kind("a recipe whose step is a string", "", |h| {
        *h.pack["recipe"]["steps"].get_mut(0)? = json!("generate");
        Some(())
    }),
    kind("a recipe without steps", "", |h| {
        h.pack
            .get_mut("recipe")?
            .as_object_mut()?
            .shift_remove("steps")
            .map(|_| ())
    }),
    kind("no recipe", RECIPE, |h| h.remove_from_pack("recipe")),
    kind("another schema", AUTHOR, |h| {
        h.root()
            .insert("$schema".into(), json!("nowhere.json"))
            .map(|_| ())
    }),
    // Fields.
    kind("an unknown field in the pack", "", |h| {
        h.root().insert("author".into(), json!("nobody"));
        Some(())
    }),
    kind("an unknown field in the level", "", |h| {
        h.level().insert("hint".into(), json!("go left"));
        Some(())
    }),
    kind("a field in upper case", "", |h| {
        let optimal = h.level().shift_remove("optimal")?;
        h.level().insert("Optimal".into(), optimal);
        Some(())
    }),
    kind("a field twice", "", |h| {
        h.replace("\"optimal\": ", "\"optimal\": 1, \"optimal\": ")
    }),
    kind("a content that no object is", "", |h| {
        h.level().insert("content".into(), json!("frost"));
        Some(())
    }),
    kind("a content", AUTHOR, |h| {
        h.level()
            .insert("content".into(), json!({ "word": "frost" }));
        Some(())
    }),
    kind("a key twice in the content", "", |h| {
        h.replace(
            "\"optimal\": ",
            "\"content\": {\"a\": 1, \"a\": 2}, \"optimal\": ",
        )
    }),
    kind("a number in the content that cannot be kept", "", |h| {
        h.replace(
            "\"optimal\": ",
            "\"content\": {\"a\": 123456789012345678901}, \"optimal\": ",
        )
    }),
    kind("a number in the content beyond all numbers", "", |h| {
        h.replace(
            "\"optimal\": ",
            "\"content\": {\"a\": 1e999}, \"optimal\": ",
        )
    }),
    kind("the fields of the level in another order", SAME_DATA, |h| {
        let level = h.level();
        *level = std::mem::take(level).into_iter().rev().collect();
        Some(())
    }),
    // The text of the file.
    kind("a byte that is no UTF-8", "", |h| {
        let mut bytes = h.bytes();
        let at = h.below(bytes.len());
        bytes[at] = 0xFF;
        h.text = Some(bytes);
        Some(())
    }),
    kind("a NUL byte", "", |h| {
        let mut bytes = h.bytes();
        let at = h.below(bytes.len());
        bytes.insert(at, 0);
        h.text = Some(bytes);
        Some(())
    }),
    kind("the file cut short", "", |h| {
        let mut bytes = h.bytes();
        let at = h.below(bytes.len());
        bytes.truncate(at);
        h.text = Some(bytes);
        Some(())
    }),
    kind("an empty file", "", |h| {
        h.text = Some(Vec::new());
        Some(())
    }),
    kind("the file twice", "", |h| {
        h.text = Some(h.bytes().repeat(2));
        Some(())
    }),
    kind("a comma too many", "", |h| h.replace("\n  ]", ",\n  ]")),
    kind("a comma missing", "", |h| h.replace("\",\n", "\"\n")),
    kind("a comment", "", |h| h.replace("{", "{ // a pack\n")),
    kind("single quotes", "", |h| h.replace("\"format\"", "'format'")),
    kind("a name without quotes", "", |h| {
        h.replace("\"format\"", "format")
    }),
    kind("a tab in a string", "", |h| {
        h.replace("\"levels-1\"", "\"levels-1\t\"")
    }),
    kind("a number with a leading zero", "", |h| {
        h.replace("\"format\": 1", "\"format\": 01")
    }),
    kind("a blank that JSON does not know", "", |h| {
        h.replace("\"format\": 1", "\"format\":\u{a0}1")
    }),
    kind("a byte-order mark", SAME_DATA, |h| {
        h.text = Some([b"\xEF\xBB\xBF", h.bytes().as_slice()].concat());
        Some(())
    }),
    kind("line ends of another system", SAME_DATA, |h| {
        let text = String::from_utf8(h.bytes()).ok()?;
        h.text = Some(text.replace('\n', "\r\n").into_bytes());
        Some(())
    }),
    kind("all on one line", SAME_DATA, |h| {
        h.text = serde_json::to_vec(&h.pack).ok();
        Some(())
    }),
    kind("letters written as escapes", SAME_DATA, |h| {
        h.replace("\"levels-1\"", "\"\\u006cevels-1\"")
    }),
];

fn roll_cell(h: &mut Hurt, from: char, to: char) -> Option<()> {
    h.roll()?;
    h.put(move |c| c == from, to)
}

fn set_block(h: &mut Hurt, letter: &str, spec: Value) -> Option<()> {
    let blocks = h.level().entry("blocks").or_insert_with(|| json!({}));
    blocks.as_object_mut()?.insert(letter.to_string(), spec);
    Some(())
}

fn plain_block_becomes(h: &mut Hurt, spec: Value) -> Option<()> {
    h.slide()?;
    let known = h.level().get("blocks").cloned().unwrap_or_default();
    let (y, x) = h.cell(move |c| is_plain_block(c) && known[c.to_string()].is_null())?;
    let letter = h.rows()[y][x].to_string();
    set_block(h, &letter, spec)
}

fn mirror(h: &mut Hurt) -> Option<(String, Value)> {
    let blocks = h.field(&["blocks"])?.as_object()?.clone();
    let mirrors: Vec<(String, Value)> = blocks
        .into_iter()
        .filter(|(_, spec)| spec["kind"] == "mirror")
        .collect();
    h.pick(&mirrors)
}

fn other_grade(h: &mut Hurt, now: &Value) -> Option<Value> {
    let grades = ["easy", "medium", "hard", "expert"]
        .iter()
        .map(|grade| json!(grade));
    let others: Vec<Value> = grades.filter(|grade| grade != now).collect();
    h.pick(&others)
}
