//! A library: verified packs, the order of stages over them, and the lock of what shipped.
//!
//! Ratings compare levels with each other, so they are derived from all packs together, and derived
//! again whenever the order is verified (docs/progression.md, Rating).

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::check::{OrderFinding, check};
use super::keyed_hash::digest;
use super::lock::ModelLock;
use super::order::Order;
use super::pool::Pool;
use super::rate::{MeasuredLevel, rate};
use super::settings::Progression;
use crate::MODEL_VERSION;
use crate::finding::{Faults, Place};
use crate::json::source::Source;
use crate::json::{Node, Value, parse};
use crate::lint_id::LintId;
use crate::pack::{Finding, VerifiedPack, finding};

/// The rated pool of all levels of some packs. Tutorials are left out, and so are levels whose
/// figures are not all known: they cannot be compared.
///
/// # Errors
/// What [`rate`] finds, such as packs without a single level that can be rated.
pub fn pool_of(packs: &[&VerifiedPack]) -> Result<Pool, Faults> {
    let mut levels = Vec::new();
    let mut aliases = BTreeMap::new();
    for pack in packs {
        let family = &pack.file().family;
        for level in pack.levels().iter().filter(|level| !level.is_tutorial()) {
            let Some(raw) = level.dimensions() else {
                continue;
            };
            let [width, height] = level.size();
            let hash = |what: &str| digest([Some(family.as_str()), Some(what)].into_iter());
            // A puzzle is identified by its canonical form; older records use its text.
            let mut texts = alloc::vec![hash(level.text())];
            let board = level.open();
            let content = match &board {
                Some(board) => format!("puzzle:{}", hash(&board.canonical())),
                None => hash(level.text()),
            };
            let spellings = board.iter().flat_map(|board| board.spellings());
            texts.extend(spellings.map(|text| hash(&text)));
            aliases.insert(level.id().into(), texts);
            levels.push(MeasuredLevel {
                id: level.id().into(),
                family: family.clone(),
                raw: raw.clone(),
                size: format!("{width}x{height}"),
                area: (width * height) as u32,
                mechanics: level.mechanics().to_vec(),
                family_key: format!("{family} {}", level.family_key()),
                content,
                evidence: None,
            });
        }
    }
    Ok(rate(levels)?.with_aliases(aliases))
}

/// The files beside the packs.
#[derive(Debug, Clone, Copy)]
pub struct Library<'a> {
    /// `progression.json`.
    pub order: &'a Source,
    /// `model.lock`, once something has shipped.
    pub lock: Option<&'a Source>,
}

/// The result of verifying a library's order.
#[derive(Debug)]
pub struct LibraryReport {
    /// The order, if it could be read and nothing was found.
    pub order: Option<Order>,
    /// The lock, if there is one and it could be read.
    pub lock: Option<ModelLock>,
    /// All findings, by place in the file; all are errors.
    pub findings: Vec<Finding>,
    /// The ids of packs that the order is built from but that are not valid, so the order could not
    /// be checked.
    pub waiting: Vec<String>,
}

impl Library<'_> {
    /// Builds the order again from the packs that it names, and compares the file with the result.
    ///
    /// `packs` are the valid packs of the library, in any order; there may be others. `known` lists
    /// all pack ids that exist, valid or not.
    #[must_use]
    pub fn verify(&self, packs: &[&VerifiedPack], known: &[&str]) -> LibraryReport {
        let mut report = LibraryReport {
            order: None,
            lock: None,
            findings: Vec::new(),
            waiting: Vec::new(),
        };
        let order = self.read_order(&mut report.findings);
        report.lock = self.read_lock(&mut report.findings);
        let Some(order) = order else { return report };
        let whole = 0..1;
        let (library, _) = order
            .model_version
            .split_once('/')
            .unwrap_or((&order.model_version, ""));
        if library != MODEL_VERSION {
            report.findings.push(finding(
                self.order,
                LintId::ModelVersion,
                whole,
                format!(
                    "the order is for model version `{}`, but this library is {MODEL_VERSION}",
                    order.model_version
                ),
                format!("build it again: levels-gen progression build --pin --model-version {MODEL_VERSION}/1"),
            ));
            return report;
        }
        let mut own = Vec::new();
        for id in &order.packs {
            match packs.iter().find(|pack| pack.file().id == *id) {
                Some(pack) => own.push(*pack),
                None if known.contains(&id.as_str()) => report.waiting.push(id.clone()),
                None => report.findings.push(finding(
                    self.order,
                    LintId::MissingLevel,
                    whole.clone(),
                    format!("the order is built from the pack `{id}`, which does not exist"),
                    "bring the pack back, or build the order from other packs: levels-gen progression build --pin".into(),
                )),
            }
        }
        if !report.waiting.is_empty() || !report.findings.is_empty() {
            return report;
        }
        match pool_of(&own) {
            Ok(pool) => {
                let settings = Progression::default();
                let found = check(&settings, &pool, &order, report.lock.as_ref());
                let places = stage_spans(self.order.text());
                let places = |stage: usize| {
                    let at = order.stages.iter().position(|record| record.stage == stage);
                    at.and_then(|at| places.get(at).cloned())
                };
                report.findings = found
                    .into_iter()
                    .map(|found| self.placed(found, &places))
                    .collect();
            }
            Err(faults) => report.findings.extend(faults.into_iter().map(|fault| {
                finding(
                    self.order,
                    LintId::MissingLevel,
                    0..1,
                    fault.message,
                    fault.help,
                )
            })),
        }
        if report.findings.is_empty() {
            report.order = Some(order);
        }
        report
    }

    fn placed(
        &self,
        found: OrderFinding,
        places: &impl Fn(usize) -> Option<Range<usize>>,
    ) -> Finding {
        let span = places(found.stage).unwrap_or(0..1);
        finding(
            self.order,
            found.lint,
            span,
            found.message,
            found.help.into(),
        )
    }

    fn read_order(&self, findings: &mut Vec<Finding>) -> Option<Order> {
        match Order::from_json(self.order.text()) {
            Ok(order) => Some(order),
            Err(fault) => {
                let span = match parse(self.order.text()) {
                    Err(fault) => fault.span,
                    Ok(_) => stage_of(&fault.place)
                        .and_then(|at| stage_spans(self.order.text()).get(at).cloned())
                        .unwrap_or(0..1),
                };
                findings.push(finding(
                    self.order,
                    LintId::Malformed,
                    span,
                    fault.message,
                    "write it again: levels-gen progression build".into(),
                ));
                None
            }
        }
    }

    fn read_lock(&self, findings: &mut Vec<Finding>) -> Option<ModelLock> {
        let source = self.lock?;
        match ModelLock::from_json(source.text()) {
            Ok(lock) => Some(lock),
            Err(faults) => {
                findings.extend(faults.into_iter().map(|fault| {
                    let help = if fault.help.is_empty() {
                        "restore it from version control".into()
                    } else {
                        fault.help.clone()
                    };
                    finding(source, LintId::Malformed, 0..1, format!("{fault}"), help)
                }));
                None
            }
        }
    }
}

/// The index of the record that a place of the order names.
fn stage_of(place: &Place) -> Option<usize> {
    let Place::Field(path) = place else {
        return None;
    };
    let index = path.first()?.strip_prefix("stages[")?.strip_suffix(']')?;
    index.parse().ok()
}

/// Where each record of an order is in its text.
fn stage_spans(text: &str) -> Vec<Range<usize>> {
    let records = parse(text).ok();
    let records = records.as_ref().and_then(|node| node.get("stages"));
    match records {
        Some(Node {
            value: Value::List(records),
            ..
        }) => records.iter().map(|record| record.span.clone()).collect(),
        _ => Vec::new(),
    }
}
