//! `gen`: one rolling-cube board toward a difficulty, or a batch of them.

use std::path::PathBuf;

use clap::Args;
use levels_core::family::roll::measures::{Band, Budget, Weights, figures};
use levels_core::family::roll::propose::{Mechanic, Mechanics, Spec, anneal, ramp, spread};
use levels_core::pack::{Families, LevelFile, PackFile, Recipe, SCHEMA_PATH};
use levels_core::rng::Rng;
use rayon::prelude::*;
use serde_json::json;

use super::made::{proven, rated};
use crate::exit::{Exit, Fault};
use crate::{files, output};

/// Make one rolling-cube board of a size and difficulty, or a batch, and write it as a pack.
#[derive(Debug, Clone, Args)]
pub struct OneOff {
    /// Columns
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=8))]
    cols: u64,
    /// Rows
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(2..=8))]
    rows: u64,
    /// The difficulty to aim at, 0 to 1
    #[arg(long, value_name = "D", default_value_t = 0.4, value_parser = share)]
    difficulty: f64,
    /// The tiles that may stand: arrow, shift, line, explosive; greens and the base always may
    #[arg(long, value_name = "KINDS", default_value = "n,arrow,shift,line,explosive", value_parser = kinds)]
    allow: Kinds,
    /// The seed; board i of a batch has the seed + i
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many changes are tried
    #[arg(long, value_name = "N", default_value_t = 600)]
    iters: u32,
    /// Make so many boards of a profile instead
    #[arg(long, value_name = "N", conflicts_with_all = ["cols", "rows", "difficulty", "allow"], value_parser = clap::value_parser!(u32).range(1..))]
    batch: Option<u32>,
    /// What a batch holds: ramp (single mechanics, then mixed and rising) or spread
    #[arg(long, default_value = "ramp", value_parser = ["ramp", "spread"], requires = "batch")]
    profile: String,
    /// The id of the pack
    #[arg(long, default_value = "gen")]
    id: String,
    /// Where to write the pack; it is printed without one
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How many threads work; 0 for as many as the machine has. The result does not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

/// Mechanics as they were given.
#[derive(Debug, Clone)]
pub struct Kinds {
    text: String,
    mechanics: Mechanics,
}

fn share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(value) if (0.0..=1.0).contains(&value) => Ok(value),
        _ => Err("a number from 0 to 1".to_string()),
    }
}

fn kinds(text: &str) -> Result<Kinds, String> {
    let mut mechanics = Mechanics::NONE;
    for word in text.split(',').map(|word| word.trim().to_lowercase()) {
        let mechanic = match word.as_str() {
            "n" | "green" | "b" | "base" | "" => continue,
            "arrow" | "a" | ">" | "<" | "^" | "v" => Mechanic::Arrow,
            "shift" | "t" | "teleport" => Mechanic::Shift,
            "line" | "r" | "c" | "sweep" => Mechanic::Line,
            "explosive" | "x" | "bomb" => Mechanic::Explosive,
            _ => {
                return Err(format!(
                    "no kind of tile is called `{word}`; there are n, arrow, shift, line, explosive"
                ));
            }
        };
        mechanics = mechanics.with(mechanic);
    }
    Ok(Kinds {
        text: text.to_string(),
        mechanics,
    })
}

impl OneOff {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        if let Some(path) = &self.out {
            files::check_writable(path)?;
        }
        let pool = super::pool(self.threads)?;
        let (exit, text) = self.make(families, &pool)?;
        let Some(text) = text else { return Ok(exit) };
        match &self.out {
            Some(path) => {
                files::write(path, &text)?;
                output::note(&format!("wrote {}", files::name(path)));
            }
            None => output::out(&text)?,
        }
        Ok(exit)
    }

    /// The text of the pack; `None` where no board could be made of any spec.
    ///
    /// # Errors
    /// A pack that is not valid is a fault of the program and reported as findings.
    pub fn make(
        &self,
        families: &Families,
        pool: &rayon::ThreadPool,
    ) -> Result<(Exit, Option<String>), Fault> {
        let specs: Vec<Spec> = match self.batch {
            None => vec![Spec {
                cols: self.cols as usize,
                rows: self.rows as usize,
                target: self.difficulty,
                allowed: self.allow.mechanics,
                required: Mechanics::NONE,
                axis: None,
                iterations: self.iters,
                min_greens: 3,
            }],
            Some(count) if self.profile == "spread" => spread(count as usize, self.iters),
            Some(count) => ramp(count as usize, self.iters),
        };
        let weights = Weights::default();
        let boards: Vec<Option<(Vec<String>, Band)>> = pool.install(|| {
            let specs = specs.par_iter().enumerate();
            let made = specs.map(|(index, spec)| {
                let seed = self.seed.wrapping_add(index as u64);
                let annealed = anneal(spec, &Budget::ANNEAL, &weights, &mut Rng::new(seed))?;
                let board = annealed.draft.board();
                let figures = figures(&board, &Budget::DEFAULT).ok()?;
                Some((board.level().layout, Band::grade(&figures)?))
            });
            made.collect()
        });
        let missing = boards.iter().filter(|board| board.is_none()).count();
        if missing > 0 {
            output::note(&format!(
                "{missing} of {} boards could not be made: no draft that can be won was found; try more --iters or another --seed",
                boards.len()
            ));
        }
        let made: Vec<&(Vec<String>, Band)> = boards.iter().flatten().collect();
        if made.is_empty() {
            return Ok((Exit::Unfilled, None));
        }
        let digits = made.len().to_string().len().max(2);
        let levels = made.iter().enumerate().map(|(index, (layout, grade))| {
            let own = vec![("layout".to_string(), json!(layout))];
            let mut level = LevelFile::unrated(format!("{}/{:0digits$}", self.id, index + 1), own);
            level.band = Some(json!(grade.word()));
            level
        });
        let file = PackFile {
            schema: SCHEMA_PATH.to_string(),
            id: self.id.clone(),
            title: None,
            family: "roll".to_string(),
            model_version: None,
            stars_to_open: None,
            lints: Vec::new(),
            recipe: Some(self.recipe()),
            levels: levels.collect(),
        };
        let options = levels_core::pack::Options::default();
        let rated = match rated(&file, "<gen>", families, &options)? {
            Ok(rated) => rated,
            Err(exit) => return Ok((exit, None)),
        };
        let text = rated.text().to_string();
        // Annealing minds the difficulty, not every lint: what is left to mend is said here.
        Ok((proven(rated, families, &options)?, Some(text)))
    }

    fn recipe(&self) -> Recipe {
        let mut step: Vec<String> = vec!["gen".into()];
        let mut word = |name: &str, value: String| step.extend([name.to_string(), value]);
        match self.batch {
            Some(count) => {
                word("--batch", count.to_string());
                word("--profile", self.profile.clone());
            }
            None => {
                word("--cols", self.cols.to_string());
                word("--rows", self.rows.to_string());
                word("--difficulty", self.difficulty.to_string());
                word("--allow", self.allow.text.clone());
            }
        }
        word("--seed", self.seed.to_string());
        word("--iters", self.iters.to_string());
        word("--id", self.id.clone());
        Recipe {
            steps: vec![step],
            inputs: Vec::new(),
        }
    }
}
