//! Fills in or corrects what is derived, so that no number is computed by hand.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::check::{OtherVersion, Reading, finding, place_span};
use super::file::PackText;
use super::finding::Finding;
use super::judge::repair_command;
use super::solve::each_level;
use super::stored::Families;
use super::verify::Options;
use crate::MODEL_VERSION;
use crate::finding::Place;
use crate::json::source::Source;
use crate::lint_id::LintId;
use crate::quality::Outcome;

/// The pack with every derived field filled and the linked model version adopted, in canonical form.
///
/// Rating does not judge: [`verify`](super::verify) decides whether the result is valid.
///
/// # Errors
/// What rating cannot fix: a malformed file or board, a level that cannot be won, or a level that a
/// limit left undecided. Then nothing is rated.
pub fn rate(
    source: &Source,
    families: &Families,
    options: &Options,
) -> Result<String, Vec<Finding>> {
    let mut readings = [Reading::open(source, families, OtherVersion::Adopt)];
    let mut text = None;
    if let Some(pack) = &readings[0].pack {
        let mut file = pack.file.clone();
        file.model_version = Some(MODEL_VERSION.to_string());
        text = Some(PackText::new(&file));
    }
    let mut findings = Vec::new();
    let spent = each_level(&mut readings, options, |_, level, survey| {
        let Some(survey) = survey else { return };
        let mend = format!(
            "find the smallest change that fixes it: {}",
            repair_command(source, &level.file.id)
        );
        let (name, place, message, help) = match &survey.outcome {
            Outcome::Solved { line } => {
                let mut file = level.file;
                let solution = survey.solution.unwrap_or_default();
                file.set_derived(line.len() as u32, solution, &survey.figures);
                if let Some(text) = &mut text {
                    text.push(&file);
                }
                return;
            }
            Outcome::Unsolvable { cells, why } if cells.is_empty() => (
                LintId::Unsolvable,
                Place::Level,
                format!("it cannot be won: {why}"),
                mend,
            ),
            Outcome::Unsolvable { cells, why } => (
                LintId::Unsolvable,
                Place::Cells(cells.clone()),
                format!("it cannot be won: {why}"),
                mend,
            ),
            Outcome::Exhausted { limit } => (
                LintId::Exhausted,
                Place::Level,
                format!("{limit} before it was known whether it can be won"),
                limit.help(),
            ),
        };
        let span = place_span(source, &level.node, level.family.grid(), &place);
        let message = format!("level `{}`: {message}", level.file.id);
        let mut found = finding(source, name, span, message, help);
        found.level = Some(level.file.id.to_string());
        if let Place::Cells(cells) = place {
            found.board = (super::check::rows(&level.node, level.family.grid()), cells);
        }
        findings.push(found);
    });
    let [reading] = readings;
    let cut = spent.iter().filter_map(|spent| spent.cut_short(source));
    let mut findings: Vec<Finding> = reading
        .findings
        .into_iter()
        .chain(cut)
        .chain(findings)
        .collect();
    match text.filter(|_| findings.is_empty()) {
        Some(text) => Ok(text.finish()),
        None => {
            findings.sort_by_key(|found| found.span.start);
            Err(findings)
        }
    }
}
