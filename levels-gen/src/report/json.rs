//! Findings as JSON.

use crate::library::Orders;
use levels_core::pack::{Finding, Verification};
use serde_json::{Map, Value as Json, json};

/// The result for all packs as one object.
#[must_use]
pub fn verification(verification: &Verification, orders: &Orders) -> String {
    let packs: Vec<Json> = verification
        .packs
        .iter()
        .map(|pack| {
            let histogram: Map<String, Json> = pack
                .histogram
                .iter()
                .map(|(moves, levels)| (moves.to_string(), json!(levels)))
                .collect();
            json!({
                "file": pack.file,
                "id": pack.id,
                "valid": pack.valid,
                "levels": pack.levels,
                "solvable": pack.solvable,
                "already_won": pack.already_won,
                "unsolvable": pack.unsolvable,
                "undecided": pack.undecided,
                "unmeasured": pack.unmeasured,
                "confirmed": pack.confirmed,
                "histogram": histogram,
                "findings": pack.findings.iter().map(finding).collect::<Vec<_>>(),
            })
        })
        .collect();
    let found: Vec<Json> = orders.findings().map(finding).collect();
    let whole = json!({
        "valid": verification.is_valid() && orders.are_valid(),
        "packs": packs,
        "progression": { "summary": orders.summary().trim_end(), "findings": found },
    });
    format!("{whole}\n")
}

/// Findings alone as one object.
#[must_use]
pub fn findings<'a>(findings: impl Iterator<Item = &'a Finding>) -> String {
    let list: Vec<Json> = findings.map(finding).collect();
    format!("{}\n", json!({ "findings": list }))
}

/// Lines and columns of the file count from 1; `marks` are cells of `board` as `[row, column]`, both from 0.
fn finding(found: &Finding) -> Json {
    let (rows, marks) = &found.board;
    json!({
        "code": found.lint.code,
        "name": found.lint.name,
        "severity": found.severity.word(),
        "message": found.message,
        "file": found.file,
        "line": found.start.line,
        "column": found.start.column,
        "end_line": found.end.line,
        "end_column": found.end.column,
        "level": found.level,
        "board": rows,
        "marks": marks.iter().map(|cell| json!([cell.row, cell.col])).collect::<Vec<_>>(),
        "help": super::help(found),
    })
}
