//! Fills or mends what is derived, so that nobody computes a number by hand.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::check::{OtherVersion, check, finding, place_span};
use super::finding::Finding;
use super::judge::repair_command;
use super::solve::survey_all;
use super::stored::Families;
use super::verify::Options;
use crate::MODEL_VERSION;
use crate::finding::Place;
use crate::json::source::Source;
use crate::quality::Outcome;
use crate::wording::plural;

/// The pack with every derived field filled and the linked model version adopted, in canonical form.
///
/// Rating does not judge: whether the result is valid is for [`verify`](super::verify) to say.
///
/// # Errors
/// What rating cannot mend: a file or board that is malformed, a level that cannot be won, one that
/// a limit left undecided. Nothing is rated then.
pub fn rate(
    source: &Source,
    families: &Families,
    options: &Options,
) -> Result<String, Vec<Finding>> {
    let checked = [check(source, families, OtherVersion::Adopt)];
    let surveys = survey_all(&checked, options);
    let [checked] = checked;
    let mut findings = checked.findings;
    let Some(mut pack) = checked.pack else {
        return Err(findings);
    };
    pack.file.levels.clear();
    for surveys in &surveys {
        findings.extend(surveys.cut_short(source, &pack.levels));
    }
    let surveys = surveys.iter().flat_map(|surveys| &surveys.levels);
    for (level, survey) in pack.levels.iter().zip(surveys) {
        let Some(survey) = survey else { continue };
        let mend = format!(
            "find the smallest change that mends it: {}",
            repair_command(source, &level.file.id)
        );
        let (name, place, message, help) = match &survey.outcome {
            Outcome::Solved { line } => {
                let mut file = level.file.clone();
                file.set_derived(
                    line.len() as u32,
                    survey.solution.clone().unwrap_or_default(),
                    &survey.figures,
                );
                pack.file.levels.push(file);
                continue;
            }
            Outcome::Unsolvable { cells, why } if cells.is_empty() => (
                "unsolvable",
                Place::Level,
                format!("it cannot be won: {why}"),
                mend,
            ),
            Outcome::Unsolvable { cells, why } => (
                "unsolvable",
                Place::Cells(cells.clone()),
                format!("it cannot be won: {why}"),
                mend,
            ),
            Outcome::Exhausted { max_states } => (
                "exhausted",
                Place::Level,
                format!(
                    "the limit of {} was hit before it was known whether it can be won",
                    plural(*max_states, "state")
                ),
                format!(
                    "raise the limit: --max-states {}",
                    max_states.saturating_mul(4)
                ),
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
    }
    if findings.is_empty() {
        pack.file.model_version = Some(MODEL_VERSION.to_string());
        Ok(pack.file.to_text())
    } else {
        findings.sort_by_key(|found| found.span.start);
        Err(findings)
    }
}
