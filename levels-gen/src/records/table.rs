//! Records as tables: one table per size in a family that counts pieces, otherwise one row per size.

use std::collections::BTreeMap;

use levels_core::quality::Class;

use super::book::{Book, Entry};
use super::marks::MARKS;
use crate::report::generation::aligned;
use levels_core::wording::plural;

type Row<'a> = BTreeMap<(usize, &'static str), &'a Entry>;

/// The tables of a book, and how its best boards compare with published marks.
pub fn tables(book: &Book) -> String {
    let mut by_pieces: BTreeMap<(usize, usize), BTreeMap<u32, Row<'_>>> = BTreeMap::new();
    let mut by_size: BTreeMap<(usize, usize), Row<'_>> = BTreeMap::new();
    for (class, entry) in book.entries() {
        let row = match class.pieces {
            Some(pieces) => by_pieces
                .entry(class.size)
                .or_default()
                .entry(pieces)
                .or_default(),
            None => by_size.entry(class.size).or_default(),
        };
        row.insert(class.kind, entry);
    }
    let unit = match book.family().hardness() {
        None => "moves".to_string(),
        Some(figure) => format!("{figure} (moves)"),
    };
    let show = |entry: &Entry| match book.family().hardness() {
        None => entry.moves.to_string(),
        Some(_) => format!("{:.3} ({})", entry.hardness, entry.moves),
    };
    let mut text = String::new();
    for (size, rows) in &by_pieces {
        let rows = rows
            .iter()
            .map(|(pieces, row)| (plural(*pieces, "block"), row));
        text.push_str(&table(&format!("{}, {unit}", name(*size)), rows, &show));
    }
    if !by_size.is_empty() {
        let rows = by_size.iter().map(|(size, row)| (name(*size), row));
        text.push_str(&table(&unit, rows, &show));
    }
    text.push_str(&standing(book));
    text
}

fn name((long, short): (usize, usize)) -> String {
    format!("{long}x{short}")
}

fn table<'a>(
    title: &str,
    rows: impl Iterator<Item = (String, &'a Row<'a>)>,
    show: &impl Fn(&Entry) -> String,
) -> String {
    let rows: Vec<_> = rows.collect();
    let kinds: std::collections::BTreeSet<(usize, &str)> = rows
        .iter()
        .flat_map(|(_, row)| row.keys().copied())
        .collect();
    let head = kinds.iter().map(|(_, kind)| (*kind).to_string()).collect();
    let cells: Vec<(String, Vec<String>)> = rows
        .iter()
        .map(|(name, row)| {
            let cell = |kind| row.get(kind).map_or("–".to_string(), |entry| show(entry));
            (name.clone(), kinds.iter().map(cell).collect())
        })
        .collect();
    format!("{title}\n{}\n", aligned(head, &cells))
}

/// Which boards are ahead of or behind a published mark.
fn standing(book: &Book) -> String {
    let mut text = String::new();
    let own = MARKS
        .iter()
        .filter(|mark| mark.family == book.family().tag());
    for mark in own {
        let of_class =
            |(class, _): &(&Class, &Entry)| class.size == mark.size && class.kind.1 == mark.kind;
        let best = book
            .entries()
            .filter(of_class)
            .max_by_key(|(class, entry)| (entry.moves, std::cmp::Reverse(class.pieces)));
        let known = i64::from(mark.moves);
        let line = match best {
            None => format!("no board here, {known} known"),
            Some((_, entry)) => {
                let ours = entry.moves as i64;
                let gap = match ours - known {
                    0 => "level".to_string(),
                    ahead @ 1.. => format!("ahead by {ahead}"),
                    behind => format!("behind by {}", -behind),
                };
                format!("{} here, {known} known: {gap}", plural(entry.moves, "move"))
            }
        };
        text.push_str(&format!(
            "{} {}: {line} ({})\n",
            name(mark.size),
            mark.kind,
            mark.source
        ));
    }
    text
}
