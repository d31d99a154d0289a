//! One kept board with its figures (design, "Records and command line").

use levels_core::family::roll::campaign_spec::{SeedSpec, Settings};
use levels_core::family::roll::candidate::{Kept, candidate};
use levels_core::family::roll::descriptors::bucket;
use levels_core::family::roll::measures::Band;
use levels_core::family::roll::{Board, Level, canonical};
use serde_json::{Map, Value as Json, json};

/// One kept board with its figures.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The seed that gives it.
    pub seed: u64,
    /// Its rows.
    pub layout: Vec<String>,
    /// The bucket that it competes in.
    pub bucket: String,
    /// One form for all boards that are equal up to symmetry, margins and teleport ids.
    pub form: String,
    /// The difficulty in billionths: records are compared by it, never by a float.
    pub rank: u32,
    /// What is written.
    json: Map<String, Json>,
}

impl Record {
    /// The record of a board that a seed gave.
    #[must_use]
    pub fn new(seed: u64, kept: &Kept, settings: &Settings) -> Option<Self> {
        let (figures, play) = (&kept.figures, kept.figures.play.as_ref()?);
        let band = Band::of(figures)?;
        let grade = Band::grade(figures)?;
        let (target, spec) = match SeedSpec::of(seed, settings) {
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
            "shortestSolution": levels_core::family::roll::write_line(&play.shortest_solution),
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
        let Json::Object(json) = value else {
            return None;
        };
        Some(Self {
            seed,
            bucket: bucket(&kept.board, band),
            form: canonical(&kept.board),
            rank: kept.score.rank(),
            layout,
            json,
        })
    }

    /// Reads a record of a pool.
    ///
    /// # Errors
    /// One line that says what is missing or wrong.
    pub fn read(value: &Json) -> Result<Self, String> {
        let Json::Object(json) = value else {
            return Err("a record is not an object".to_string());
        };
        let seed = json
            .get("seed")
            .and_then(Json::as_u64)
            .ok_or("a record has no `seed`")?;
        let fault = |what: &str| format!("the record of seed {seed} {what}");
        let rows = json.get("layout").and_then(Json::as_array);
        let layout: Option<Vec<String>> = rows.and_then(|rows| {
            rows.iter()
                .map(|row| row.as_str().map(str::to_string))
                .collect()
        });
        let layout = layout.ok_or_else(|| fault("has no `layout`"))?;
        let board = Board::new(&Level {
            layout: layout.clone(),
        })
        .map_err(|faults| fault(&format!("holds no board: {}", faults[0])))?;
        let band = json
            .get("band")
            .and_then(Json::as_str)
            .and_then(Band::from_word);
        let band = band.ok_or_else(|| fault("has no `band`"))?;
        let difficulty = json.get("difficulty").and_then(Json::as_f64);
        let difficulty = difficulty.filter(|d| (0.0..=1.0).contains(d));
        let difficulty = difficulty.ok_or_else(|| fault("has no `difficulty` from 0 to 1"))?;
        Ok(Self {
            seed,
            bucket: bucket(&board, band),
            form: canonical(&board),
            rank: (difficulty * 1e9 + 0.5) as u32,
            layout,
            json: json.clone(),
        })
    }

    /// What is written.
    #[must_use]
    pub fn to_json(&self) -> Json {
        Json::Object(self.json.clone())
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> Option<Board> {
        Board::new(&Level {
            layout: self.layout.clone(),
        })
        .ok()
    }

    /// The text under a key.
    #[must_use]
    pub fn text(&self, key: &str) -> &str {
        self.json
            .get(key)
            .and_then(Json::as_str)
            .unwrap_or_default()
    }

    /// The number under a key.
    #[must_use]
    pub fn number(&self, key: &str) -> f64 {
        self.json.get(key).and_then(Json::as_f64).unwrap_or(0.0)
    }

    /// The flag under a key.
    #[must_use]
    pub fn flag(&self, key: &str) -> bool {
        self.json.get(key).and_then(Json::as_bool).unwrap_or(false)
    }

    /// Whether the record's seed gives this very record.
    #[must_use]
    pub fn is_of_its_seed(&self, settings: &Settings) -> bool {
        let again = candidate(self.seed, settings).ok();
        again
            .and_then(|kept| Self::new(self.seed, &kept, settings))
            .as_ref()
            == Some(self)
    }

    /// Whether this record stands before another one: harder first, then the smaller layout row by
    /// row as text, then the lower seed. A total order, so that nothing depends on who came first.
    #[must_use]
    pub fn stands_before(&self, other: &Self) -> bool {
        (other.rank, &self.layout, self.seed) < (self.rank, &other.layout, other.seed)
    }
}
