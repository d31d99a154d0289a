//! The rolling cube: all figures by the engine and by the plain search, the screen, a campaign.

use std::time::Duration;

use cpu_time::ThreadTime;
use levels_core::family::roll::campaign_spec::{SeedSpec, Settings};
use levels_core::family::roll::candidate::{Reject, candidate, draft, screen};
use levels_core::family::roll::measures::{Band, Budget, figures, plain_figures};
use levels_core::family::roll::{Board, Level};
use serde_json::{Value as Json, json};

use crate::measure::{Cost, measure};

/// The boards of the golden data, and ten large ones that a campaign kept.
const BOARDS: &str = include_str!("../data/bench_roll.jsonl");

/// The seeds for the campaign and the screen.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=6000;

/// Boards with more states than this are large.
const LARGE: u64 = 80_000;

/// One board, all its figures.
struct Row {
    id: String,
    states: u64,
    plain: Cost,
    engine: Cost,
}

impl Row {
    fn ratio(&self) -> f64 {
        self.plain.cpu.as_secs_f64() / self.engine.cpu.as_secs_f64().max(1e-9)
    }
}

/// Everything that was measured.
pub struct Roll {
    rows: Vec<Row>,
    screen: Screen,
    campaign: Campaign,
}

/// The screen on the combined boards of the seeds.
struct Screen {
    seeds: u64,
    undecided: u64,
    time: Duration,
}

/// A whole campaign, without its files.
struct Campaign {
    seeds: u64,
    tutorials: u64,
    easy: u64,
    combined: u64,
    time: Duration,
}

/// Measures everything, on one thread.
///
/// # Errors
/// Engine and plain search do not agree, or the built-in data has a line that is not a board: both are
/// bugs of the program.
pub fn run(enough: Duration) -> Result<Roll, String> {
    Ok(Roll {
        rows: rows(enough)?,
        screen: run_screen(),
        campaign: run_campaign(),
    })
}

fn rows(enough: Duration) -> Result<Vec<Row>, String> {
    let mut rows = Vec::new();
    for line in BOARDS.lines() {
        let row: Json = serde_json::from_str(line).map_err(|fault| fault.to_string())?;
        let id = row["id"].as_str().unwrap_or_default().to_string();
        let layout = row["layout"].as_array().cloned().unwrap_or_default();
        let layout = layout.iter().filter_map(Json::as_str).map(str::to_string);
        let level = Level {
            layout: layout.collect(),
        };
        let board = Board::new(&level).map_err(|faults| format!("{id}: {}", faults[0]))?;
        let budget = Budget::DEFAULT;
        let (by_engine, engine) = measure(enough, || figures(&board, &budget));
        let (by_plain, plain) = measure(enough, || plain_figures(&board, &budget));
        match (by_engine, by_plain) {
            (Ok(engine_found), Ok(plain_found)) => {
                if engine_found.exploration != plain_found.exploration {
                    return Err(format!("{id}: engine and plain search do not agree"));
                }
                rows.push(Row {
                    id,
                    states: engine_found.exploration.reachable_states.into(),
                    plain,
                    engine,
                });
            }
            // Beyond the limit, only the time until it is hit is measured.
            (Err(_), Err(_)) => {}
            _ => return Err(format!("{id}: engine and plain search do not agree")),
        }
    }
    Ok(rows)
}

fn run_screen() -> Screen {
    let settings = Settings::default();
    let specs = SEEDS.filter_map(|seed| match SeedSpec::of(seed, &settings) {
        SeedSpec::Combined(spec) => Some((seed, spec)),
        SeedSpec::Tutorial(..) => None,
    });
    let specs: Vec<_> = specs.collect();
    let start = ThreadTime::now();
    let mut undecided = 0;
    for (seed, spec) in &specs {
        if let Some(draft) = draft(*seed, spec) {
            let verdict = screen(&draft.board(), &settings);
            undecided += u64::from(verdict == Err(Reject::Undecided));
        }
    }
    Screen {
        seeds: specs.len() as u64,
        undecided,
        time: start.elapsed(),
    }
}

fn run_campaign() -> Campaign {
    let settings = Settings::default();
    let mut campaign = Campaign {
        seeds: 0,
        tutorials: 0,
        easy: 0,
        combined: 0,
        time: Duration::ZERO,
    };
    let start = ThreadTime::now();
    for seed in SEEDS {
        campaign.seeds += 1;
        let Ok(kept) = candidate(seed, &settings, None) else {
            continue;
        };
        match SeedSpec::of(seed, &settings) {
            SeedSpec::Combined(_) => campaign.combined += 1,
            SeedSpec::Tutorial(..) => {
                campaign.tutorials += 1;
                campaign.easy += u64::from(Band::of(&kept.figures) == Some(Band::Easy));
            }
        }
    }
    campaign.time = start.elapsed();
    campaign
}

impl Roll {
    /// The sums of engine times, plain times and states, over the rows that a condition picks.
    fn total(&self, of: impl Fn(&&Row) -> bool) -> (f64, f64, f64) {
        let rows = self.rows.iter().filter(of);
        rows.fold((0.0, 0.0, 0.0), |(engine, plain, states), row| {
            (
                engine + row.engine.cpu.as_secs_f64(),
                plain + row.plain.cpu.as_secs_f64(),
                states + row.states as f64,
            )
        })
    }

    /// Bytes per state of boards over 200,000 states; `None` if there is no such board.
    fn bytes_per_state(&self) -> Option<f64> {
        let big: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| row.states > 200_000)
            .collect();
        let bytes: usize = big.iter().map(|row| row.engine.bytes).sum();
        let states: u64 = big.iter().map(|row| row.states).sum();
        (states > 0).then_some(bytes as f64 / states as f64)
    }

    /// One JSON object.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (engine, plain, states) = self.total(|row| row.states <= LARGE);
        let (large, large_plain, large_states) = self.total(|row| row.states > LARGE);
        let rows: Vec<Json> = self
            .rows
            .iter()
            .map(|row| {
                json!({
                    "id": row.id,
                    "states": row.states,
                    "ratio": row.ratio(),
                    "plain_seconds": row.plain.cpu.as_secs_f64(),
                    "engine_seconds": row.engine.cpu.as_secs_f64(),
                    "engine_bytes": row.engine.bytes,
                })
            })
            .collect();
        let per_second = |count: u64, time: Duration| count as f64 / time.as_secs_f64();
        let object = json!({
            "suite": "roll",
            "ratio": plain / engine,
            "boards": self.rows.len(),
            "plain_ns_per_state": plain * 1e9 / states,
            "engine_ns_per_state": engine * 1e9 / states,
            "large": {
                "ratio": large_plain / large,
                "engine_ns_per_state": large * 1e9 / large_states,
            },
            "bytes_per_state": self.bytes_per_state(),
            "screen": {
                "seeds_per_second": per_second(self.screen.seeds, self.screen.time),
                "seeds": self.screen.seeds,
                "undecided": self.screen.undecided,
            },
            "campaign": {
                "seeds_per_second": per_second(self.campaign.seeds, self.campaign.time),
                "seeds": self.campaign.seeds,
                "tutorials": self.campaign.tutorials,
                "easy_tutorials": self.campaign.easy,
                "combined": self.campaign.combined,
            },
            "rows": rows,
        });
        format!("{object}\n")
    }

    /// A table of the ten boards that take longest, and the totals.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{:<14} {:>9} {:>13} {:>13} {:>7}\n",
            "board", "states", "plain", "engine", "ratio"
        );
        let micros = |time: Duration| format!("{:.1} µs", time.as_secs_f64() * 1e6);
        let mut longest: Vec<&Row> = self.rows.iter().collect();
        longest.sort_by_key(|row| std::cmp::Reverse(row.states));
        for row in longest.iter().take(10) {
            text += &format!(
                "{:<14} {:>9} {:>13} {:>13} {:>7.2}\n",
                row.id,
                row.states,
                micros(row.plain.cpu),
                micros(row.engine.cpu),
                row.ratio()
            );
        }
        let (engine, plain, states) = self.total(|row| row.states <= LARGE);
        let (large, large_plain, large_states) = self.total(|row| row.states > LARGE);
        text += &format!(
            "all figures, boards of up to {LARGE} states: ratio {:.2} (of the totals) · plain {:.0} ns per state, engine {:.1}\n",
            plain / engine,
            plain * 1e9 / states,
            engine * 1e9 / states,
        );
        text += &format!(
            "larger boards: ratio {:.2} · engine {:.1} ns per state",
            large_plain / large,
            large * 1e9 / large_states
        );
        if let Some(bytes) = self.bytes_per_state() {
            text += &format!(" · {bytes:.1} bytes per state over 200,000 states");
        }
        let Screen {
            seeds,
            undecided,
            time,
        } = self.screen;
        text += &format!(
            "\nscreen: {:.0} combined seeds per second, {undecided} of {seeds} undecided\n",
            seeds as f64 / time.as_secs_f64()
        );
        let campaign = &self.campaign;
        text += &format!(
            "campaign: {:.0} seeds per second on {} seeds · {} tutorials kept, {} of them easy · {} combined boards kept\n",
            campaign.seeds as f64 / campaign.time.as_secs_f64(),
            campaign.seeds,
            campaign.tutorials,
            campaign.easy,
            campaign.combined
        );
        text
    }
}
