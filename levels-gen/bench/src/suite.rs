//! `--suite`: engines compared with their oracles, as ratios in one run.

use std::time::Duration;

use clap::{Args, ValueEnum};
use levels_core::search::Limits;
use serde_json::{Value as Json, json};

use crate::measure::geometric_mean;
use crate::roll;
use crate::slide::{self, Measured, Plan, Row, TWISTS, What};

/// What to measure and how.
#[derive(Debug, Args)]
pub struct Bench {
    /// Compare engines with their oracles: CPU time of one thread, as ratios in one run
    #[arg(long, value_enum)]
    suite: Option<Suite>,
    /// How to print the results
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Repeat each measurement until it has taken this long in all; the least time counts
    #[arg(long, value_name = "MS", default_value_t = 60)]
    enough: u64,
    /// The most states that a search may keep; components with more are reported as exhausted
    #[arg(long, value_name = "N", default_value_t = 40_000_000)]
    max_states: u32,
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
    /// One sliding board of 19 million states: only the engine, because the plain search takes minutes
    Huge,
    /// Wide sliding boards with short solutions: optimal solves
    Shallow,
    /// 400 random sliding layouts as a generator draws them
    GeneratorMix,
    /// 150 sliding layouts with twists: the exact sweep compared with the flattened one
    TwistLayouts,
    /// 365 rolling-cube boards, all figures; the screen and a campaign on seeds 1 to 6000
    Roll,
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
    /// The figures as a table or one JSON object; empty without a suite.
    ///
    /// # Errors
    /// The engine and its oracle disagree, or a limit is hit.
    pub fn run(&self) -> Result<String, String> {
        let Some(suite) = self.suite else {
            return Ok(String::new());
        };
        let measure: fn(&Row, &Plan) -> Result<Vec<Measured>, String> = match suite {
            Suite::Tight | Suite::Large | Suite::Huge | Suite::GeneratorMix => {
                |row, plan| row.component(plan).map(|row| vec![row])
            }
            Suite::TightSolve | Suite::Shallow => |row, plan| row.solve(plan).map(|row| vec![row]),
            Suite::TwistLayouts => Row::twists,
            Suite::Roll => {
                let measured = roll::run(Duration::from_millis(self.enough))?;
                return Ok(match self.format {
                    Format::Human => measured.to_text(),
                    Format::Json => measured.to_json(),
                });
            }
        };
        let plan = Plan {
            enough: Duration::from_millis(self.enough),
            limits: Limits::states(self.max_states),
            plain: suite != Suite::Huge,
        };
        let mut measured = Vec::new();
        for row in slide::rows(&suite.boards())? {
            measured.extend(measure(&row, &plan)?);
        }
        Ok(match self.format {
            Format::Human => human(suite, &measured),
            Format::Json => json(suite, &measured),
        })
    }
}

/// The figures of a suite as a whole.
struct Whole {
    /// `None` where only the engine ran.
    ratio: Option<f64>,
    states: u64,
    plain_ns: Option<f64>,
    engine_ns: f64,
    bytes_per_state: Option<f64>,
}

fn whole(suite: Suite, rows: &[Measured]) -> Whole {
    let states: u64 = rows.iter().map(|row| row.states).sum();
    let engine: Duration = rows.iter().map(|row| row.engine.cpu).sum();
    let plain: Option<Duration> = rows.iter().map(|row| Some(row.reference?.cpu)).sum();
    let ratios: Option<Vec<f64>> = rows.iter().map(Measured::ratio).collect();
    let ratio = match suite {
        Suite::GeneratorMix => {
            plain.map(|plain| plain.as_secs_f64() / engine.as_secs_f64().max(1e-9))
        }
        _ => ratios.map(|ratios| geometric_mean(&ratios)),
    };
    // On small boards the setup takes more than the states, so they do not count here.
    let big: Vec<&Measured> = rows.iter().filter(|row| row.states >= 100_000).collect();
    let bytes: usize = big.iter().map(|row| row.engine.bytes).sum();
    let big_states: u64 = big.iter().map(|row| row.states).sum();
    let ns = |time: Duration| time.as_secs_f64() * 1e9 / states as f64;
    Whole {
        ratio,
        states,
        plain_ns: plain.map(ns),
        engine_ns: ns(engine),
        bytes_per_state: (big_states > 0).then(|| bytes as f64 / big_states as f64),
    }
}

/// The rows of one kind of twist.
struct Twisted {
    what: What,
    /// All exact sweeps against all flattened ones.
    in_all: f64,
    geometric_mean: f64,
}

fn by_twist(rows: &[Measured]) -> Vec<Twisted> {
    let of = |what: What| {
        let rows: Vec<&Measured> = rows.iter().filter(|row| row.what == what).collect();
        let exact: Duration = rows.iter().map(|row| row.engine.cpu).sum();
        let references = rows.iter().filter_map(|row| row.reference);
        let flat: Duration = references.map(|cost| cost.cpu).sum();
        let ratios: Vec<f64> = rows.iter().filter_map(|row| row.ratio()).collect();
        Twisted {
            what,
            in_all: exact.as_secs_f64() / flat.as_secs_f64().max(1e-9),
            geometric_mean: geometric_mean(&ratios),
        }
    };
    TWISTS
        .into_iter()
        .map(|kind| of(What::Exact(kind)))
        .collect()
}

fn json(suite: Suite, rows: &[Measured]) -> String {
    let total = whole(suite, rows);
    let list: Vec<_> = rows
        .iter()
        .map(|row| {
            json!({
                "id": row.id,
                "what": row.what.word(),
                "states": row.states,
                "exhausted": row.exhausted,
                "ratio": row.ratio(),
                "plain_seconds": row.reference.map(|cost| cost.cpu.as_secs_f64()),
                "engine_seconds": row.engine.cpu.as_secs_f64(),
                "plain_bytes": row.reference.map(|cost| cost.bytes),
                "engine_bytes": row.engine.bytes,
            })
        })
        .collect();
    let mut object = json!({
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
    if suite == Suite::TwistLayouts {
        let twists = by_twist(rows).into_iter().map(|twist| {
            let figures = json!({
                "in_all": twist.in_all,
                "geometric_mean": twist.geometric_mean,
            });
            (twist.what.word().to_string(), figures)
        });
        object["exact_over_flattened"] = Json::Object(twists.collect());
    }
    format!("{object}\n")
}

fn human(suite: Suite, rows: &[Measured]) -> String {
    let (slow, fast) = match suite {
        Suite::TwistLayouts => ("flattened", "exact"),
        _ => ("plain", "engine"),
    };
    let mut text = format!(
        "{:<14} {:<12} {:>11} {:>13} {:>13} {:>9}\n",
        "board", "", "states", slow, fast, "ratio"
    );
    let micros = |time: Duration| format!("{:.1} µs", time.as_secs_f64() * 1e6);
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_string());
    for row in rows {
        text.push_str(&format!(
            "{:<14} {:<12} {:>11} {:>13} {:>13} {:>9}\n",
            row.id,
            row.what.word(),
            row.states,
            or_dash(row.reference.map(|cost| micros(cost.cpu))),
            micros(row.engine.cpu),
            or_dash(row.ratio().map(|ratio| format!("{ratio:.2}"))),
        ));
        if row.exhausted {
            text.push_str(&format!(
                "{}: exhausted at the limit of {} states; the engine had allocated {:.1} MiB at most\n",
                row.id,
                row.states,
                row.engine.bytes as f64 / f64::from(1 << 20)
            ));
        }
    }
    if suite == Suite::TwistLayouts {
        for twist in by_twist(rows) {
            text.push_str(&format!(
                "{}: exact / flattened {:.2} in all, {:.2} in the geometric mean\n",
                twist.what.word(),
                twist.in_all,
                twist.geometric_mean
            ));
        }
        return text;
    }
    let total = whole(suite, rows);
    let mean = if suite == Suite::GeneratorMix {
        "of the totals"
    } else {
        "geometric mean"
    };
    text.push_str(&format!("{}: ", suite.name()));
    if let Some((ratio, plain_ns)) = total.ratio.zip(total.plain_ns) {
        text.push_str(&format!(
            "ratio {ratio:.2} ({mean}) · plain {plain_ns:.0} ns per state, "
        ));
    }
    text.push_str(&format!("engine {:.1} ns per state", total.engine_ns));
    if let Some(bytes) = total.bytes_per_state {
        text.push_str(&format!(
            " · {bytes:.1} bytes per state at 100,000 states and more"
        ));
    }
    text.push('\n');
    text
}
