//! The order of stages as Rust source.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write as _;

use super::table;
use crate::progression::{Migration, ModelLock, Order};

/// The expression of a `Stages` with an order and the migrations from every version that shipped.
/// `core` is the path under which the generated code finds this crate.
#[must_use]
pub fn stages_expression(order: &Order, lock: Option<&ModelLock>, core: &str) -> String {
    let mut stages = String::new();
    let mut index = alloc::vec::Vec::new();
    for number in 1..=order.len() {
        // Writing to a string cannot fail.
        let _ = match order.stage(number) {
            None => writeln!(stages, "    ::core::option::Option::None,"),
            Some(record) => {
                index.push((record.level.clone(), number.to_string()));
                writeln!(
                    stages,
                    "    ::core::option::Option::Some({core}::Stage {{ level: {:?}, rating: {}, tier: {:?}, tone: {:?} }}),",
                    record.level,
                    libm::round(record.rating * 1000.0) as u32,
                    record.tier.name(),
                    record.tone.name(),
                )
            }
        };
    }
    let mut migrations = String::new();
    for (version, locked) in lock.into_iter().flat_map(ModelLock::versions) {
        if version == order.model_version {
            continue;
        }
        let map = Migration::to_order(version, locked, order);
        let numbers = map
            .stages
            .iter()
            .map(|stage| stage.unwrap_or(0).to_string());
        let numbers: alloc::vec::Vec<String> = numbers.collect();
        let _ = writeln!(migrations, "    ({version:?}, &[{}]),", numbers.join(", "));
    }
    format!(
        "{core}::Stages {{\n  model_version: {:?},\n  stages: &[\n{stages}  ],\n  index: {},\n  migrations: &[\n{migrations}  ],\n}}",
        order.model_version,
        table(core, index),
    )
}
