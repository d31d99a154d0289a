//! What is fuzzed: functions of bytes that panic if a property does not hold.
//!
//! `tests/fuzz.rs` runs them on mutants of the corpus, and so can a coverage-guided fuzzer
//! (`fuzz/`).

use std::ops::Range;

use levels_core::embed::pack_expression;
use levels_core::family::roll::Roll;
use levels_core::family::slide::{Slide, rush};
use levels_core::finding::{Fault, Place};
use levels_core::json::source::Source;
use levels_core::json::{Node, Value, parse, write};
use levels_core::pack::{
    Finding, Options, PackReport, Severity, Stored, Verification, levels, plain, rate, summary,
    verify,
};
use levels_core::puzzle::Family;
use levels_core::quality::Outcome;
use levels_core::registry::built_in;
use levels_core::search::Limits;

/// Just enough to prove the boards of the corpus, since there are many mutants.
const MAX_STATES: u32 = 2_000;

/// JSON: spans are in the text, another reader agrees on what JSON is, and what is written is read
/// back as the same.
pub fn json(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let other = serde_json::from_str::<serde_json::Value>(text);
    match (parse(text), other) {
        (Ok(root), other) => {
            inside(text, &root, &(0..text.len()));
            let value = root.to_json();
            let written = write::canonical(&value, |path| path.len() < 2);
            let again = parse(&written).unwrap_or_else(|fault| panic!("{fault:?}\n{written}"));
            assert_eq!(again.to_json(), value);
            assert_eq!(
                write::canonical(&again.to_json(), |path| path.len() < 2),
                written
            );
            // Another reader also accepts it, except for what it cannot represent.
            if let Err(fault) = other {
                let fault = fault.to_string();
                let cannot = ["number out of range", "recursion limit"];
                assert!(
                    cannot.iter().any(|part| fault.contains(part)),
                    "{fault}\n{text}"
                );
            }
        }
        (Err(fault), other) => {
            within(text, &fault.span);
            assert!(other.is_err(), "{fault:?}\n{text}");
        }
    }
}

/// A pack: findings point into the file, a pack without any is proven, and nothing is lost by writing
/// it or by rating it.
pub fn pack(bytes: &[u8]) {
    let source = match Source::from_bytes("fuzz.json", bytes.to_vec()) {
        Ok(source) => source,
        Err((source, at)) => {
            assert!(at <= source.text().len());
            assert!(!verified(&source).is_valid());
            return;
        }
    };
    let found = verified(&source);
    let report = &found.packs[0];
    for finding in &report.findings {
        placed(&source, finding);
    }
    let _ = summary(report);
    let errors = report
        .findings
        .iter()
        .any(|f| f.severity == Severity::Error);
    assert_eq!(report.verified.is_none(), errors);
    if let Ok(levels) = levels(&source, &built_in()) {
        // Reading levels works with any model version.
        assert!(report.levels == 0 || levels.len() == report.levels);
    }
    proven(&source, report);
    rated(&source);
}

/// A sliding level in plain text.
pub fn slide_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    plain_text::<Slide>(text);
}

/// A rolling level in plain text.
pub fn roll_text(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    plain_text::<Roll>(text);
}

/// A board of the public databases: two digits for its size, then its cells.
pub fn rush(bytes: &[u8]) {
    let [width, height, cells @ ..] = bytes else {
        return;
    };
    let size = |byte: u8| usize::from(byte.wrapping_sub(b'0'));
    let Ok(cells) = std::str::from_utf8(cells) else {
        return;
    };
    let board = match rush::read(cells, size(*width), size(*height)) {
        Ok(board) => board,
        Err(faults) => return said(&faults, cells),
    };
    // The letters of the input come back, cell by cell.
    let rows = board.level.rows.concat();
    for (ours, theirs) in rows.chars().zip(cells.chars()) {
        match board.names.glyph(ours) {
            '#' => assert_eq!(theirs, 'x', "{cells}"),
            '.' => assert!("._-0oO".contains(theirs), "{cells}"),
            letter => assert_eq!(letter, theirs, "{cells}"),
        }
    }
    assert_eq!(rows.chars().count(), cells.chars().count());
    plain_text::<Slide>(&Slide::to_text(&board.level));
}

/// A board in its family's plain text, an empty line, and a line of play.
pub fn line(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Some((board, line)) = text.split_once("\n\n") else {
        return;
    };
    let line = line.trim_end_matches('\n');
    line_of_play::<Slide>(board, line);
    line_of_play::<Roll>(board, line);
}

/// A value's span is in the text, and those of its parts are in its own.
fn inside(text: &str, node: &Node, outer: &Range<usize>) {
    within(text, &node.span);
    assert!(outer.start <= node.span.start && node.span.end <= outer.end);
    match &node.value {
        Value::List(items) => items.iter().for_each(|item| inside(text, item, &node.span)),
        Value::Record(entries) => {
            for entry in entries {
                within(text, &entry.key_span);
                inside(text, &entry.node, &node.span);
            }
        }
        _ => {}
    }
}

fn within(text: &str, span: &Range<usize>) {
    assert!(span.start <= span.end, "{span:?}");
    // A span may point at the end, where something is missing.
    let end = span.end.min(text.len());
    assert!(
        text.get(span.start.min(end)..end).is_some(),
        "{span:?} cuts a character"
    );
    assert!(span.end <= text.len() + 1, "{span:?} of {}", text.len());
}

fn options() -> Options {
    Options {
        max_states: Some(MAX_STATES),
        threads: 1,
        ..Options::default()
    }
}

fn verified(source: &Source) -> Verification {
    verify(std::slice::from_ref(source), &built_in(), &options())
}

/// A finding points into the file, and each of its texts is one line.
fn placed(source: &Source, found: &Finding) {
    within(source.text(), &found.span);
    assert_eq!(found.start, source.position(found.span.start));
    assert_eq!(found.end, source.position(found.span.end));
    for line in [&found.message, &found.help] {
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    let text = plain(found);
    let place = format!(" --> fuzz.json:{}:{}", found.start.line, found.start.column);
    assert_eq!(text.lines().nth(1), Some(place.as_str()), "{text}");
}

/// A pack without findings is right: every solution replays on the board that a game would open,
/// the pack can be embedded, and writing it loses nothing.
fn proven(source: &Source, report: &PackReport) {
    let Some(pack) = &report.verified else { return };
    for level in pack.levels() {
        let family = built_in()
            .get(&pack.file().family)
            .unwrap_or_else(|| panic!("no family"));
        let opened = family
            .open_text(level.text())
            .unwrap_or_else(|faults| panic!("{faults:?}"));
        let replay = opened
            .replay(level.solution())
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(replay.moves.len(), level.optimal() as usize);
        assert_eq!(replay.won_after, Some(level.optimal() as usize));
    }
    assert!(pack_expression(pack, "::levels_core").contains("::levels_core::Pack"));
    let written = Source::new("fuzz.json", pack.file().to_text());
    let again = verified(&written);
    let outline = |report: &PackReport| {
        let findings = report
            .findings
            .iter()
            .map(|f| (f.lint.code, f.message.clone()));
        let mut findings: Vec<_> = findings.collect();
        findings.sort();
        let levels = report.verified.iter().flat_map(|pack| pack.levels());
        let levels: Vec<_> = levels.map(|level| format!("{level:?}")).collect();
        (findings, levels, report.histogram.clone())
    };
    assert_eq!(
        outline(&again.packs[0]),
        outline(report),
        "{}",
        source.text()
    );
    let text = again.packs[0]
        .verified
        .as_ref()
        .map(|pack| pack.file().to_text());
    assert_eq!(text.as_deref(), Some(written.text()));
}

/// What rating writes is stable, and nothing derived is wrong in it.
fn rated(source: &Source) {
    match rate(source, &built_in(), &options()) {
        Err(findings) => {
            assert!(!findings.is_empty());
            findings.iter().for_each(|found| placed(source, found));
        }
        Ok(text) => {
            let written = Source::new("fuzz.json", text);
            for found in verified(&written).findings() {
                let derived = [
                    "LV0001", "LV0002", "LV0003", "LV0004", "LV0005", "LV0006", "LV0008", "LV0009",
                    "LV0022",
                ];
                let claims = found.message.contains("band") || found.message.contains("grade");
                assert!(
                    !derived.contains(&found.lint.code) || claims,
                    "{}\n{}",
                    plain(found),
                    written.text()
                );
            }
            let again = rate(&written, &built_in(), &options());
            assert_eq!(again.as_deref(), Ok(written.text()));
        }
    }
}

/// The plain text form of a family: what is read is written so that it is read as the same, and a
/// proven board is won by its line.
fn plain_text<F: Stored>(text: &str) {
    let level = match F::from_text(text) {
        Ok(level) => level,
        Err(faults) => return said(&faults, text),
    };
    let written = F::to_text(&level);
    assert_eq!(F::from_text(&written).as_ref(), Ok(&level), "{written}");
    let board = match F::build(&level) {
        Ok(board) => board,
        Err(faults) => return said(&faults, text),
    };
    let frame = F::frame(&board);
    let _ = (
        F::canonical(&board),
        F::picture(&board, &frame),
        F::mechanics(&board),
    );
    let survey = F::survey(&board, Limits::states(MAX_STATES));
    if let Outcome::Solved { line } = survey.outcome {
        let text = F::write_line(&board, &line);
        let replay = F::replay(&board, &text).unwrap_or_else(|fault| panic!("{fault}: {text}"));
        assert_eq!(replay.moves, line);
        assert_eq!(replay.won_after, Some(line.len()));
    }
}

/// Faults have a message and are on the board, or right beside it if a cell is missing.
fn said(faults: &[Fault], text: &str) {
    assert!(!faults.is_empty());
    for fault in faults {
        assert!(!fault.message.is_empty());
        if let Place::Cells(cells) = &fault.place {
            for cell in cells {
                assert!(
                    cell.row <= text.len() && cell.col <= text.len(),
                    "{fault:?}"
                );
            }
        }
    }
}

fn line_of_play<F: Family>(board: &str, line: &str) {
    let Ok(Ok(board)) = F::from_text(board).map(|level| F::build(&level)) else {
        return;
    };
    match F::replay(&board, line) {
        Ok(replay) => {
            assert_eq!(replay.frames.len(), replay.moves.len() + 1);
            let written = F::write_line(&board, &replay.moves);
            assert_eq!(F::replay(&board, &written), Ok(replay), "{line}");
        }
        Err(fault) => {
            assert!(line.get(fault.range.clone()).is_some(), "{fault:?} {line}");
            assert!(!fault.message.is_empty());
        }
    }
}
