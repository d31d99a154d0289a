//! Rolling-cube boards: single lessons that are annealed, and boards of all kinds
//! (docs/rules-roll.md, Seeds of a campaign).

use levels_core::family::roll::campaign_spec::{SeedSpec, Settings};
use levels_core::family::roll::candidate::{Kept as Candidate, Reject, candidate};
use levels_core::family::roll::descriptors::{self, Descriptors, bucket, looks};
use levels_core::family::roll::measures::{Band, Structure};
use levels_core::family::roll::{Board, Level, Roll, canonical, write_line};
use levels_core::puzzle::Family as _;
use levels_core::quality::Measure as _;
use serde_json::{Map, Value as Json, json};

use super::record::{Record, Standing};
use super::search::{Find, Kept, Lesson, Looks, Search};

/// The rolling cube under some settings.
pub struct RollSearch {
    said: Map<String, Json>,
    settings: Settings,
}

impl RollSearch {
    /// Missing settings have their defaults.
    ///
    /// # Errors
    /// What is unknown, of the wrong kind or out of range, in one line.
    pub fn new(said: Map<String, Json>) -> Result<Self, String> {
        let settings: Settings = serde_json::from_value(Json::Object(said.clone()))
            .map_err(|fault| fault.to_string())?;
        settings.check()?;
        Ok(Self { said, settings })
    }

    fn json(&self, seed: u64, kept: &Candidate) -> Option<Map<String, Json>> {
        let (figures, play) = (&kept.figures, kept.figures.play.as_ref()?);
        let band = Band::of(figures)?;
        let grade = Band::grade(figures)?;
        let (target, spec) = match SeedSpec::of(seed, &self.settings) {
            SeedSpec::Tutorial(_, spec) | SeedSpec::Combined(spec) => (spec.target, spec),
        };
        let allow: Vec<&str> = std::iter::once("n")
            .chain(spec.allowed.iter().map(|mechanic| mechanic.word()))
            .collect();
        let (cols, rows) = (kept.board.cols(), kept.board.rows());
        let layout = kept.board.level().layout;
        let seen = &figures.exploration;
        let value = json!({
            "name": format!("gen-{cols}x{rows}-{}-s{seed}", band.word()),
            "seed": seed,
            "layout": layout,
            "request": { "targetDifficulty": target, "allow": allow, "cols": cols, "rows": rows },
            "solutions": figures.solutions.lines(),
            "shortestSolution": write_line(&play.shortest_solution),
            "shortestPath": seen.shortest_path,
            "solutionCount": figures.solutions.count,
            "solutionCountCapped": figures.solutions.capped,
            "reachableStates": seen.reachable_states,
            "deadEndStates": seen.dead_end_states,
            "difficulty": kept.score.difficulty,
            "band": band.word(),
            "grade": grade.word(),
            "exact": figures.exact(),
            "randomSolveProb": play.random_solve_prob,
            "randomSolveProbExact": play.random_solve_prob_exact,
            "greedySolves": play.greedy_solves,
            "commitment": play.commitment,
            "maxDoomDelay": play.max_doom_delay,
            "optimalPathFraction": play.optimal_path_fraction,
            "decision": play.decision,
            "forcedFraction": play.forced_fraction,
            "spectacle": play.spectacle,
            "spectacleRequired": play.spectacle_required,
        });
        match value {
            Json::Object(json) => Some(json),
            _ => None,
        }
    }
}

fn board(record: &Record) -> Option<Board> {
    Board::new(&Level {
        layout: record.standing.rows.clone(),
    })
    .ok()
}

impl Search for RollSearch {
    fn family(&self) -> &'static str {
        Roll::TAG
    }

    fn settings(&self) -> &Map<String, Json> {
        &self.said
    }

    fn reasons(&self) -> Vec<&'static str> {
        Reject::ALL.iter().map(|reason| reason.word()).collect()
    }

    fn find(&self, seed: u64, parent: Option<&Record>) -> Result<Find<'_>, &'static str> {
        let parent = parent.and_then(board);
        let kept = candidate(seed, &self.settings, parent.as_ref()).map_err(Reject::word)?;
        // A candidate has been measured, so nothing is missing.
        let band = Band::of(&kept.figures).ok_or(Reject::Exhausted.word())?;
        Ok(Find {
            standing: Standing {
                seed,
                bucket: bucket(&kept.board, band),
                form: canonical(&kept.board),
                rank: kept.score.rank(),
                rows: kept.board.level().layout,
            },
            measure: Box::new(move || self.json(seed, &kept).ok_or(Reject::Exhausted.word())),
        })
    }

    fn read(&self, json: Map<String, Json>) -> Result<Record, String> {
        let seed = json.get("seed").and_then(Json::as_u64);
        let seed = seed.ok_or("a record has no `seed`")?;
        let fault = |what: &str| format!("the record of seed {seed} {what}");
        let rows = json.get("layout").and_then(Json::as_array);
        let rows: Option<Vec<String>> = rows.and_then(|rows| {
            rows.iter()
                .map(|row| row.as_str().map(str::to_string))
                .collect()
        });
        let rows = rows.ok_or_else(|| fault("has no `layout`"))?;
        let board = Board::new(&Level {
            layout: rows.clone(),
        })
        .map_err(|faults| fault(&format!("has no valid board: {}", faults[0])))?;
        let band = json
            .get("band")
            .and_then(Json::as_str)
            .and_then(Band::from_word);
        let band = band.ok_or_else(|| fault("has no `band`"))?;
        let difficulty = json.get("difficulty").and_then(Json::as_f64);
        let difficulty = difficulty.filter(|d| (0.0..=1.0).contains(d));
        let difficulty = difficulty.ok_or_else(|| fault("has no `difficulty` from 0 to 1"))?;
        let standing = Standing {
            seed,
            bucket: bucket(&board, band),
            form: canonical(&board),
            rank: (difficulty * 1e9 + 0.5) as u32,
            rows,
        };
        Ok(Record { standing, json })
    }

    fn score(&self, rank: u32) -> String {
        format!("{:.3}", f64::from(rank) / 1e9)
    }

    fn caption(&self, record: &Record) -> String {
        format!(
            "score {:.3} · random {:.4} · {} actions · {} solutions{} · {} states · doom {} · spectacle {}",
            record.number("difficulty"),
            record.number("randomSolveProbExact"),
            record.number("shortestPath"),
            record.number("solutionCount"),
            if record.flag("solutionCountCapped") {
                " and more"
            } else {
                ""
            },
            record.number("reachableStates"),
            record.number("maxDoomDelay"),
            if record.flag("spectacleRequired") {
                "required"
            } else {
                "not required"
            },
        )
    }

    fn board(&self, record: &Record) -> Option<Kept> {
        // Keys that are shown elsewhere or are not figures.
        let other = [
            "name",
            "seed",
            "layout",
            "request",
            "solutions",
            "shortestSolution",
        ];
        let figures = record.json.iter();
        let figures = figures.filter(|(key, _)| !other.contains(&key.as_str()));
        Some(Kept {
            own: vec![("layout".to_string(), json!(record.standing.rows))],
            band: json!(record.text("grade")),
            text: record.standing.rows.join("\n"),
            solution: record.text("shortestSolution").to_string(),
            moves: record.number("shortestPath") as u64,
            figures: figures
                .map(|(key, value)| (snake(key), value.clone()))
                .collect(),
        })
    }

    fn looks(&self, record: &Record) -> Option<Looks> {
        let board = board(record)?;
        let structure = Structure::of(&board);
        if structure.useless_specials > 0 || structure.unpaired_shift_ids > 0 {
            return None;
        }
        let seen = Descriptors::of(&board, record.number("difficulty"));
        let billionths = |x: f64| (x * 1e9) as i64;
        let lesson = descriptors::Lesson::of(&board).map(|lesson| {
            let earlier = descriptors::Lesson::ALL.iter();
            let kind = match lesson {
                descriptors::Lesson::LineCol => descriptors::Lesson::LineRow,
                lesson => lesson,
            };
            Lesson {
                place: earlier.take_while(|&&known| known != lesson).count(),
                name: lesson.word().to_string(),
                kind: kind.word().to_string(),
            }
        });
        let grade = Band::from_word(record.text("grade"))?;
        Some(Looks {
            lesson,
            grade: Roll::GRADES.iter().position(|word| *word == grade.word()),
            tutorial: billionths(seen.tutorial_score),
            interest: billionths(seen.interest),
            key: Roll::twin_key(&board, record.number("shortestPath") as u32),
            cells: looks(&board)
                .chunks(board.cols())
                .map(<[u8]>::to_vec)
                .collect(),
        })
    }
}

/// A record's key as packs write it: `shortest_path` for `shortestPath`.
fn snake(key: &str) -> String {
    let mut text = String::new();
    for c in key.chars() {
        if c.is_ascii_uppercase() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    text
}
