//! `bench`: engines against their oracles, as ratios in one run.

use std::time::Duration;

use clap::{Args, ValueEnum};
use serde_json::json;

use crate::bench::slide::{self, Measured};
use crate::bench::{Meter, geometric_mean};
use crate::exit::{Exit, Fault};
use crate::output;

/// Measure engines against their oracles: CPU time of one thread, as ratios in one run.
#[derive(Debug, Args)]
pub struct Bench {
    /// What to measure
    #[arg(long, value_enum)]
    suite: Suite,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Repeat each measurement until it has taken this long in all; the least time counts
    #[arg(long, value_name = "MS", default_value_t = 60)]
    enough: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table
    Human,
    /// One JSON object
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
#[value(rename_all = "snake_case")]
enum Suite {
    /// 40 sliding boards of 20 to 60 moves: component and exact distances
    Tight,
    /// The same boards: optimal solves
    TightSolve,
    /// 11 sliding boards of 95,000 to 1.4 million states
    Large,
    /// One sliding board of 19 million states
    Huge,
    /// Wide sliding boards with short solutions: optimal solves
    Shallow,
    /// 400 random sliding layouts as a generator meets them
    GeneratorMix,
    /// 150 sliding layouts with twists: exact sweep against the flattened one
    TwistLayouts,
}

impl Suite {
    fn name(self) -> String {
        self.to_possible_value()
            .map_or_else(String::new, |value| value.get_name().to_string())
    }

    /// The suite of the built-in data that the boards come from.
    fn boards(self) -> String {
        match self {
            Self::TightSolve => Self::Tight.name(),
            suite => suite.name(),
        }
    }
}

impl Bench {
    pub fn run(self, meter: Option<Meter>) -> Result<Exit, Fault> {
        let enough = Duration::from_millis(self.enough);
        let mut measured = Vec::new();
        for row in slide::rows(&self.suite.boards()).map_err(Fault::Invalid)? {
            let found = match self.suite {
                Suite::Tight | Suite::Large | Suite::Huge | Suite::GeneratorMix => {
                    row.component(meter, enough).map(|row| vec![row])
                }
                Suite::TightSolve | Suite::Shallow => row.solve(meter, enough).map(|row| vec![row]),
                Suite::TwistLayouts => row.twists(meter, enough),
            };
            measured.extend(found.map_err(Fault::Invalid)?);
        }
        let text = match self.format {
            Format::Human => human(self.suite, &measured),
            Format::Json => json(self.suite, &measured),
        };
        output::out(&text)?;
        Ok(Exit::Ok)
    }
}

/// The figures of a suite as a whole.
struct Whole {
    ratio: f64,
    states: u64,
    plain_ns: f64,
    engine_ns: f64,
    bytes_per_state: Option<f64>,
}

fn whole(suite: Suite, rows: &[Measured]) -> Whole {
    let states: u64 = rows.iter().map(|row| row.states).sum();
    let sum = |of: fn(&Measured) -> Duration| rows.iter().map(of).sum::<Duration>().as_secs_f64();
    let plain = sum(|row| row.reference.cpu);
    let engine = sum(|row| row.engine.cpu);
    let ratio = match suite {
        Suite::GeneratorMix => plain / engine.max(1e-9),
        _ => geometric_mean(&rows.iter().map(|row| row.ratio).collect::<Vec<_>>()),
    };
    // Small boards say nothing about what a state takes: what is set up for a board counts for more.
    let big: Vec<&Measured> = rows.iter().filter(|row| row.states >= 100_000).collect();
    let bytes: Option<usize> = big.iter().map(|row| row.engine.bytes).sum();
    let big_states: u64 = big.iter().map(|row| row.states).sum();
    Whole {
        ratio,
        states,
        plain_ns: plain * 1e9 / states as f64,
        engine_ns: engine * 1e9 / states as f64,
        bytes_per_state: bytes
            .filter(|_| big_states > 0)
            .map(|bytes| bytes as f64 / big_states as f64),
    }
}

fn json(suite: Suite, rows: &[Measured]) -> String {
    let total = whole(suite, rows);
    let list: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "id": row.id,
                "what": row.what,
                "states": row.states,
                "ratio": row.ratio,
                "plain_seconds": row.reference.cpu.as_secs_f64(),
                "engine_seconds": row.engine.cpu.as_secs_f64(),
                "plain_bytes": row.reference.bytes,
                "engine_bytes": row.engine.bytes,
            })
        })
        .collect();
    let object = json!({
        "suite": suite.name(),
        "ratio": total.ratio,
        "boards": slide::rows(&suite.boards()).map_or(0, |rows| rows.len()),
        "states": total.states,
        "plain_ns_per_state": total.plain_ns,
        "engine_ns_per_state": total.engine_ns,
        "states_per_second": 1e9 / total.engine_ns,
        "bytes_per_state": total.bytes_per_state,
        "rows": list,
    });
    format!("{object}\n")
}

fn human(suite: Suite, rows: &[Measured]) -> String {
    let (slow, fast, better) = match suite {
        Suite::TwistLayouts => ("flattened", "exact", "exact / flattened"),
        _ => ("plain", "engine", "ratio"),
    };
    let mut text = format!(
        "{:<14} {:<12} {:>11} {:>13} {:>13} {:>9}\n",
        "board", "", "states", slow, fast, "ratio"
    );
    let micros = |time: Duration| format!("{:.1} µs", time.as_secs_f64() * 1e6);
    for row in rows {
        text.push_str(&format!(
            "{:<14} {:<12} {:>11} {:>13} {:>13} {:>9.2}\n",
            row.id,
            row.what,
            row.states,
            micros(row.reference.cpu),
            micros(row.engine.cpu),
            row.ratio
        ));
    }
    let total = whole(suite, rows);
    if suite == Suite::TwistLayouts {
        for what in ["sand", "ice", "rime", "one of each"] {
            let of: Vec<&Measured> = rows.iter().filter(|row| row.what == what).collect();
            let sum = |of_row: fn(&Measured) -> Duration| {
                of.iter()
                    .map(|row| of_row(row))
                    .sum::<Duration>()
                    .as_secs_f64()
            };
            let ratios: Vec<f64> = of.iter().map(|row| row.ratio).collect();
            text.push_str(&format!(
                "{what}: {better} {:.2} in all, {:.2} in the geometric mean\n",
                sum(|row| row.engine.cpu) / sum(|row| row.reference.cpu),
                geometric_mean(&ratios)
            ));
        }
        return text;
    }
    let mean = if suite == Suite::GeneratorMix {
        "of the totals"
    } else {
        "geometric mean"
    };
    text.push_str(&format!(
        "{}: ratio {:.2} ({mean}) · plain {:.0} ns a state, engine {:.1} ns a state",
        suite.name(),
        total.ratio,
        total.plain_ns,
        total.engine_ns
    ));
    if let Some(bytes) = total.bytes_per_state {
        text.push_str(&format!(
            " · {bytes:.1} bytes a state at 100,000 states and more"
        ));
    }
    text.push('\n');
    text
}
