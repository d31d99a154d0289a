//! Check: whether a recorded progression matches its settings, its pool and the lock.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::lock::{ModelLock, OrderMoved};
use super::number::milli;
use super::order::Order;
use super::pool::Pool;
use super::settings::Progression;
use crate::lint_id::LintId;

/// What is wrong with a recorded progression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrderFinding {
    /// The lint.
    pub lint: LintId,
    /// The stage it is about, from 1; 0 for the order as a whole.
    pub stage: usize,
    /// What, in one line.
    pub message: String,
    /// What to do about it, in one line.
    pub help: &'static str,
}

impl fmt::Display for OrderFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}: {}",
            self.lint.code(),
            self.lint.name(),
            self.message
        )
    }
}

/// Everything that is wrong with a recorded order, by stage within each lint.
///
/// - LV0032 `missing-level`: a stage names a level that is not in the pool.
/// - LV0022 `measure-mismatch`: a recorded rating is not the pool's.
/// - LV0031 `order-mismatch`: the order is neither what the builder gives nor what it gives when it
///   keeps the version before (`--pin`).
/// - LV0030 `order-moved`: the lock has this version with a different order.
#[must_use]
pub fn check(
    settings: &Progression,
    pool: &Pool,
    order: &Order,
    lock: Option<&ModelLock>,
) -> Vec<OrderFinding> {
    let pool = &pool.clone().recorded_in(Some(order), lock);
    let mut findings = Vec::new();
    for record in &order.stages {
        let stage = record.stage;
        match pool.get(&record.level) {
            Some(level) if level.content == record.content => {
                if milli(level.rating) != milli(record.rating) {
                    findings.push(OrderFinding {
                        lint: LintId::MeasureMismatch,
                        stage,
                        message: format!(
                            "stage {stage}: `{}` is rated {} but recorded as {}",
                            record.level, level.rating, record.rating
                        ),
                        help: "run `levels-gen progression build` and review the difference",
                    });
                }
            }
            found => findings.push(OrderFinding {
                lint: LintId::MissingLevel,
                stage,
                message: match found {
                    Some(_) => format!("stage {stage}: `{}` is a different board now", record.level),
                    None => format!("stage {stage}: there is no level `{}`", record.level),
                },
                help: "bring the level back, or raise the game's number and run `levels-gen progression build --pin`",
            }),
        }
    }
    if let Err(moved) = lock.map_or(Ok(()), |lock| lock.check(order)) {
        findings.push(OrderFinding {
            lint: OrderMoved::LINT,
            stage: moved.stage,
            message: named(&moved, pool),
            help: "stage numbers are saved progress: restore the order, or ship another one on purpose: levels-gen progression build --model-version with the next number",
        });
    }
    findings.extend(mismatch(settings, pool, order, lock));
    findings
}

/// LV0031 for an order whose levels are in the right places but whose other records differ. A
/// rating that differs is a separate finding.
fn record_mismatch(order: &Order, built: &Order) -> Option<OrderFinding> {
    let records = order.stages.iter().zip(&built.stages);
    let mut differing = records
        .filter(|(record, built)| milli(record.rating) == milli(built.rating) && record != built);
    let (record, _) = differing.next()?;
    Some(OrderFinding {
        lint: LintId::OrderMismatch,
        stage: record.stage,
        message: format!(
            "the record of stage {} is not the one that the builder writes",
            record.stage
        ),
        help: "records are derived: run `levels-gen progression build`",
    })
}

/// What moved, with the ids of levels that are still in the pool.
fn named(moved: &OrderMoved, pool: &Pool) -> String {
    let contents = pool.by_content();
    let name = |content: &Option<String>| match content {
        None => "no level".into(),
        Some(content) => match contents.get(content.as_str()) {
            Some(&level) => format!("`{}`", pool.levels()[level].id),
            None => format!("a level that is gone (content {content})"),
        },
    };
    format!(
        "stage {} of `{}` was {} when it shipped and is {} now",
        moved.stage,
        moved.version,
        name(&moved.was),
        name(&moved.now)
    )
}

/// LV0031. The order may be built from scratch or pinned to any locked version, with as many stages
/// as the settings say or as are recorded.
fn mismatch(
    settings: &Progression,
    pool: &Pool,
    order: &Order,
    lock: Option<&ModelLock>,
) -> Option<OrderFinding> {
    let with = |stages: Option<usize>| Progression {
        seed: order.seed,
        variant: order.variant,
        stages,
        ..settings.clone()
    };
    let fresh = with(settings.stages).build(pool);
    let recorded = with(Some(order.len()));
    // The other valid orders are tried one after another, since building is slow.
    let over_as_many = || (fresh.len() != order.len()).then(|| recorded.build(pool));
    let pins = lock.into_iter().flat_map(ModelLock::versions);
    let pinned = pins.flat_map(|(_, pin)| {
        [with(settings.stages), recorded.clone()].map(|settings| settings.build_pinned(pool, pin))
    });
    let others = core::iter::once_with(over_as_many).flatten().chain(pinned);
    let same = |other: &Order| other.contents() == order.contents();
    let found = if same(&fresh) {
        Some(fresh.clone())
    } else {
        others.into_iter().find(same)
    };
    if let Some(built) = found {
        return record_mismatch(order, &built);
    }
    let (recorded, built) = (order.contents(), fresh.contents());
    let stages = recorded.len().max(built.len());
    let at = (0..stages).find(|&at| recorded.get(at) != built.get(at))?;
    let name = |order: &Order| match order.stage(at + 1) {
        Some(record) => format!("`{}`", record.level),
        None => "no level".into(),
    };
    Some(OrderFinding {
        lint: LintId::OrderMismatch,
        stage: at + 1,
        message: if name(order) == name(&fresh) {
            format!(
                "stage {} records a different board of {} from the packs",
                at + 1,
                name(order)
            )
        } else {
            format!(
                "stage {} has {}, but the builder gives {}",
                at + 1,
                name(order),
                name(&fresh)
            )
        },
        help: "run `levels-gen progression build`, with `--pin` to keep an order that shipped",
    })
}
