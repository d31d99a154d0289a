//! One solved level, checked against what its file claims.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde_json::Value as Json;

use super::check::{CheckedLevel, finding, place_span, rows, shell_word};
use super::file::figures_to_json;
use super::finding::Finding;
use super::stored::AnySurvey;
use super::verify::{PackReport, VerifiedLevel};
use crate::finding::{Cell, Place};
use crate::json::source::Source;
use crate::lint_id::LintId;
use crate::quality::Outcome;
use crate::runtime::Stars;
use crate::wording::plural;

/// The lints that a tutorial is exempt from (docs/rules-slide.md, Tutorials). There is a third,
/// LV0019: it compares levels and skips tutorials itself.
const NOT_FOR_TUTORIALS: [LintId; 2] = [LintId::Furniture, LintId::ManySolutions];

/// How many unknown measures of a level are reported: a hostile file may have any number.
const MOST_UNKNOWN: usize = 16;

/// Checks one level against what its file claims.
pub(super) struct LevelJudge<'a> {
    pub source: &'a Source,
    pub level: &'a CheckedLevel,
    pub findings: Vec<Finding>,
}

impl LevelJudge<'_> {
    /// Adds a finding about a part of the level.
    pub fn push(&mut self, lint: LintId, place: &Place, message: &str, help: String) {
        let id = &self.level.file.id;
        let span = place_span(
            self.source,
            &self.level.node,
            self.level.family.grid(),
            place,
        );
        let mut found = finding(
            self.source,
            lint,
            span,
            format!("level `{id}`: {message}"),
            help,
        );
        found.level = Some(id.clone());
        let marks = match place {
            Place::Cells(cells) => cells.clone(),
            _ => Vec::new(),
        };
        found.board = (rows(&self.level.node, self.level.family.grid()), marks);
        self.findings.push(found);
    }

    /// The command that finds the smallest change of cells that makes the level valid.
    fn repair_command(&self) -> String {
        repair_command(self.source, &self.level.file.id)
    }

    fn show_command(&self) -> String {
        format!(
            "look at it: levels-gen show {} --level {}",
            shell_word(self.source.name()),
            shell_word(&self.level.file.id)
        )
    }

    /// Checks the level against its file; returns it if it can be won.
    pub fn level(&mut self, survey: &AnySurvey, report: &mut PackReport) -> Option<VerifiedLevel> {
        // What needs no search is also reported of levels that cannot be won.
        let tutorial = self
            .level
            .level
            .as_ref()
            .is_some_and(|level| level.is_tutorial());
        for hit in &survey.hits {
            if tutorial && NOT_FOR_TUTORIALS.contains(&hit.lint) {
                continue;
            }
            self.push(hit.lint, &hit.place, &hit.message, hit.help.clone());
        }
        let optimal = match &survey.outcome {
            Outcome::Unsolvable { cells, why } => {
                report.unsolvable += 1;
                let place = place_of(cells);
                let help = format!(
                    "find the smallest change that fixes it: {}",
                    self.repair_command()
                );
                self.push(
                    LintId::Unsolvable,
                    &place,
                    &format!("it cannot be won: {why}"),
                    help,
                );
                return None;
            }
            Outcome::Exhausted { limit } => {
                report.undecided += 1;
                let message = format!("{limit} before it was known whether it can be won");
                let help = limit.help();
                self.push(LintId::Exhausted, &Place::Level, &message, help);
                return None;
            }
            Outcome::Solved { line } => line.len() as u32,
        };
        if optimal == 0 {
            report.already_won += 1;
            let help = self.show_command();
            self.push(
                LintId::AlreadyWon,
                &Place::Level,
                "it is won before the first move",
                help,
            );
            return None;
        }
        report.solvable += 1;
        *report.histogram.entry(optimal).or_default() += 1;
        let all_seen = survey.states.is_some();
        report.unmeasured += usize::from(!all_seen);
        self.derived(survey, optimal, report);
        self.band(survey, optimal);
        let level = self.level.level.as_ref()?;
        Some(VerifiedLevel {
            id: self.level.file.id.clone(),
            family: self.level.family,
            text: level.to_text(),
            optimal,
            solution: self.level.file.solution.clone().unwrap_or_default(),
            content: self.level.file.content.as_ref().map(ToString::to_string),
            figures: survey.figures.clone(),
            family_key: level.family_key(optimal),
            tutorial,
            mechanics: level.mechanics(),
            dimensions: level.dimensions(&survey.figures, optimal),
            size: level.frame().size().into(),
        })
    }

    /// The fields that the `rate` command fills.
    fn derived(&mut self, survey: &AnySurvey, optimal: u32, report: &mut PackReport) {
        let file = &self.level.file;
        let rate = rate_command(self.source);
        let missing: Vec<&str> = [
            ("optimal", file.optimal.is_none()),
            ("stars", file.stars.is_none()),
            ("solution", file.solution.is_none()),
            ("measures", file.measures.is_none()),
        ]
        .into_iter()
        .filter_map(|(name, missing)| missing.then_some(name))
        .collect();
        if !missing.is_empty() {
            let message = format!("it is unrated: no `{}`", missing.join("`, no `"));
            self.push(LintId::Unrated, &Place::Level, &message, rate.clone());
        }
        if let Some(recorded) = file.optimal {
            if recorded == u64::from(optimal) {
                report.confirmed += 1;
            } else {
                self.push(
                    LintId::OptimalMismatch,
                    &Place::field(&["optimal"]),
                    &format!("`optimal` is {recorded}, the proven optimum is {optimal}"),
                    rate.clone(),
                );
            }
        }
        if let Some((three, two)) = file.stars {
            let stars = Stars::of(optimal);
            for (name, recorded, wanted, rule) in [
                ("three", three, stars.three, "the optimum"),
                ("two", two, stars.two, "the optimum + 2"),
            ] {
                if recorded != u64::from(wanted) {
                    self.push(
                        LintId::StarThreshold,
                        &Place::field(&["stars", name]),
                        &format!(
                            "{name} stars for {}, but it must be {wanted}: {rule}",
                            plural(recorded, "move")
                        ),
                        rate.clone(),
                    );
                }
            }
        }
        self.solution(optimal, &rate);
        if let Some(recorded) = &file.measures {
            let measured = figures_to_json(&survey.figures);
            let mut unknown = 0;
            for (name, value) in recorded {
                let place = Place::field(&["measures", name]);
                match measured.get(name) {
                    None if unknown == MOST_UNKNOWN => {}
                    None => {
                        unknown += 1;
                        self.push(
                            LintId::MeasureMismatch,
                            &place,
                            &format!("no measure is called `{name}`"),
                            rate.clone(),
                        );
                    }
                    Some(wanted) if !same_number(wanted, value) => self.push(
                        LintId::MeasureMismatch,
                        &place,
                        &format!("`{name}` is {value}, but the measured value is {wanted}"),
                        rate.clone(),
                    ),
                    Some(_) => {}
                }
            }
            let absent: Vec<&str> = measured
                .keys()
                .filter(|name| !recorded.contains_key(*name))
                .map(String::as_str)
                .collect();
            if !absent.is_empty() {
                let message = format!(
                    "it is unrated: `measures` has no `{}`",
                    absent.join("`, no `")
                );
                self.push(
                    LintId::Unrated,
                    &Place::field(&["measures"]),
                    &message,
                    rate,
                );
            }
        }
    }

    fn solution(&mut self, optimal: u32, rate: &str) {
        let (Some(solution), Some(level)) = (&self.level.file.solution, &self.level.level) else {
            return;
        };
        let field = Place::field(&["solution"]);
        let wrong = match level.replay(solution) {
            Err(fault) => {
                self.push(
                    LintId::SolutionMismatch,
                    &field,
                    &format!("the solution's {fault}"),
                    rate.to_string(),
                );
                // The caret belongs under the move itself.
                if let (Some(found), Some(node)) =
                    (self.findings.last_mut(), self.level.node.get("solution"))
                {
                    let before = solution[..fault.range.start].chars().count();
                    let after = solution[..fault.range.end].chars().count();
                    let start = self.source.char_in_literal(&node.span, before).start;
                    let end = self.source.char_in_literal(&node.span, after).start;
                    if start < end {
                        found.span = start..end;
                        found.start = self.source.position(start);
                        found.end = self.source.position(end);
                    }
                }
                return;
            }
            Ok(replay) => {
                let moves = replay.moves.len();
                match replay.won_after {
                    None => format!(
                        "the solution does not win: after {} the level is not won",
                        plural(moves, "move")
                    ),
                    Some(won) if won < moves => {
                        format!(
                            "the solution wins after {} and goes on for {}",
                            plural(won, "move"),
                            moves - won
                        )
                    }
                    Some(_) if moves != optimal as usize => {
                        format!(
                            "the solution has {}, the optimum is {optimal}",
                            plural(moves, "move")
                        )
                    }
                    Some(_) => return,
                }
            }
        };
        self.push(LintId::SolutionMismatch, &field, &wrong, rate.to_string());
    }

    fn band(&mut self, survey: &AnySurvey, optimal: u32) {
        let Some(band) = &self.level.file.band else {
            return;
        };
        let field = Place::field(&["band"]);
        let grades = self.level.family.grades();
        if let Some(claimed) = band.as_str() {
            return self.grade(grades, claimed, survey.grade);
        }
        let bound = |key: &str| band.get(key).and_then(Json::as_u64);
        let (Some(min), Some(max)) = (bound("min"), bound("max")) else {
            return;
        };
        if !grades.is_empty() {
            return self.push(
                LintId::Malformed,
                &field,
                "a level of this family claims a grade, not a number of moves",
                format!("one of {}", grades.join(", ")),
            );
        }
        if min > max {
            self.push(
                LintId::Malformed,
                &field,
                &format!("the band from {min} to {max} is empty"),
                "`min` is the lower bound and `max` the upper; both are inside the band"
                    .to_string(),
            );
        } else if u64::from(optimal) < min {
            let help = format!(
                "make the level harder ({} finds the smallest change), or claim less: \"min\": {optimal}",
                self.repair_command()
            );
            self.push(
                LintId::UnderBand,
                &Place::field(&["band", "min"]),
                &format!(
                    "the optimum is {}, the band claims at least {min}",
                    plural(optimal, "move")
                ),
                help,
            );
        } else if u64::from(optimal) > max {
            let help = format!("make the level easier, or claim more: \"max\": {optimal}");
            self.push(
                LintId::OverBand,
                &Place::field(&["band", "max"]),
                &format!(
                    "the optimum is {}, the band claims at most {max}",
                    plural(optimal, "move")
                ),
                help,
            );
        }
    }

    /// Compares a claimed grade with the measured one.
    fn grade(&mut self, grades: &[&str], claimed: &str, measured: Option<&str>) {
        let field = Place::field(&["band"]);
        let rank = |grade: &str| grades.iter().position(|known| *known == grade);
        let Some(wanted) = rank(claimed) else {
            let help = if grades.is_empty() {
                "write { \"min\": 3, \"max\": 5 }: this family's band is a number of moves"
                    .to_string()
            } else {
                format!("one of {}", grades.join(", "))
            };
            return self.push(
                LintId::Malformed,
                &field,
                &format!("no grade is called `{claimed}`"),
                help,
            );
        };
        // The lints about limits report a grade that is not known.
        let Some((is, rank)) = measured.and_then(|is| Some((is, rank(is)?))) else {
            return;
        };
        let message = format!("the measured grade is {is}, the band claims {claimed}");
        match rank.cmp(&wanted) {
            core::cmp::Ordering::Less => {
                let help = format!(
                    "make the level harder ({} finds the smallest change), or claim less: \"band\": \"{is}\"",
                    self.repair_command()
                );
                self.push(LintId::UnderBand, &field, &message, help);
            }
            core::cmp::Ordering::Greater => {
                let help = format!("make the level easier, or claim more: \"band\": \"{is}\"");
                self.push(LintId::OverBand, &field, &message, help);
            }
            core::cmp::Ordering::Equal => {}
        }
    }
}

fn place_of(cells: &[Cell]) -> Place {
    if cells.is_empty() {
        Place::Level
    } else {
        Place::Cells(cells.to_vec())
    }
}

/// Whether two figures are equal as numbers: `1` and `1.0` are.
fn same_number(a: &Json, b: &Json) -> bool {
    // Beyond 2⁵³ a count and its neighbours have the same nearest float.
    let same = |count: Option<u64>, real: Option<f64>| {
        let (Some(count), Some(real)) = (count, real) else {
            return false;
        };
        count < 1 << 53 && count as f64 == real
    };
    a == b || same(a.as_u64(), b.as_f64()) || same(b.as_u64(), a.as_f64())
}

/// The command that looks for the smallest change of cells that makes a level valid.
pub(super) fn repair_command(source: &Source, id: &str) -> String {
    format!(
        "levels-gen repair {} {}",
        shell_word(source.name()),
        shell_word(id)
    )
}

/// The command that fills in what is derived.
pub(super) fn rate_command(source: &Source) -> String {
    format!(
        "fill in what is derived: levels-gen rate {} --write",
        shell_word(source.name())
    )
}
