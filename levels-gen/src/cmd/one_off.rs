//! `gen`: one rolling-cube board toward a difficulty, or a batch of them.

use std::path::PathBuf;

use clap::Args;
use levels_core::family::roll::measures::{Budget, SPECIAL_SHARE, Structure, Weights};
use levels_core::family::roll::propose::{Annealed, Spec, anneal, ramp, spread};
use levels_core::family::roll::{Mechanic, Mechanics, Roll};
use levels_core::pack::{
    Families, LevelFile, Lint, LintLevel, Options, PackFile, Recipe, SCHEMA_PATH,
};
use levels_core::puzzle::Family as _;
use levels_core::quality::filters::Tally;
use levels_core::quality::{Hit, Measure as _};
use levels_core::rng::Rng;
use levels_core::search::Limits;
use rayon::prelude::*;
use serde_json::json;

use super::made::{Again, HELP, Target, deliver};
use crate::exit::{Exit, Fault};
use crate::files::Force;
use crate::output;
use levels_core::wording::plural;

/// Make one rolling-cube board of a size and difficulty, or a batch, and write it as a pack.
#[derive(Debug, Clone, Args)]
#[command(after_help = format!("A draft that verification would refuse is made again from another seed. If a board cannot be made, nothing \
is written and the exit status is 5. {HELP}"))]
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
    /// The tiles that are allowed: arrow, shift, line, explosive; greens and the base always are
    #[arg(long, value_name = "KINDS", default_value = "n,arrow,shift,line,explosive", value_parser = kinds)]
    allow: Kinds,
    /// The seed; board i of a batch has the seed + i
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// How many changes are tried
    #[arg(long, value_name = "N", default_value_t = 600)]
    iters: u32,
    /// Make this many boards of a profile instead
    #[arg(long, value_name = "N", conflicts_with_all = ["cols", "rows", "difficulty", "allow"], value_parser = clap::value_parser!(u32).range(1..))]
    batch: Option<u32>,
    /// What a batch holds: ramp (single mechanics, then mixed and rising) or spread
    #[arg(long, default_value = "ramp", value_parser = ["ramp", "spread"], requires = "batch")]
    profile: String,
    /// The id of the pack
    #[arg(long, default_value = "gen")]
    id: String,
    /// Where to write the pack [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
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
        _ => Err("expected a number from 0 to 1".to_string()),
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

/// How many drafts are tried for each board.
const TRIES: u64 = 50;

/// A board that verification accepts.
struct Made {
    layout: Vec<String>,
    grade: &'static str,
    form: String,
    key: String,
}

impl OneOff {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let target = Target {
            out: self.out.as_deref(),
            force: self.force,
        };
        target.check(Some(&self.recipe()))?;
        let pool = super::pool(self.threads)?;
        self.deliver(target, families, &pool)
    }

    /// The same pack again, written to the place of a recipe that is run again.
    ///
    /// # Errors
    /// As for the command.
    pub fn again(
        &self,
        place: &Again<'_>,
        families: &Families,
        pool: &rayon::ThreadPool,
    ) -> Result<Exit, Fault> {
        self.deliver(place.target(), families, pool)
    }

    fn deliver(
        &self,
        target: Target<'_>,
        families: &Families,
        pool: &rayon::ThreadPool,
    ) -> Result<Exit, Fault> {
        let Some(pack) = self.make(pool) else {
            return Ok(Exit::Unfilled);
        };
        let options = Options {
            threads: self.threads,
            ..Options::default()
        };
        deliver(&pack, target, families, &options)
    }

    fn specs(&self) -> Vec<Spec> {
        match self.batch {
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
        }
    }

    /// The pack; `None` if a board could not be made, with the reasons printed.
    ///
    /// Annealing aims at the difficulty and does not check every lint, so a board that verification
    /// would refuse is tried again from another seed. All boards that are still missing are tried at
    /// once and taken in order, so that the result does not depend on the number of threads.
    fn make(&self, pool: &rayon::ThreadPool) -> Option<PackFile> {
        let specs = self.specs();
        let mut boards: Vec<Option<Made>> = specs.iter().map(|_| None).collect();
        let mut refused: Vec<Tally> = specs.iter().map(|_| Tally::new()).collect();
        for attempt in 0..TRIES {
            let open: Vec<usize> = (0..boards.len())
                .filter(|&index| boards[index].is_none())
                .collect();
            let made: Vec<_> = pool.install(|| {
                open.par_iter()
                    .map(|&index| self.attempt(&specs[index], index, attempt))
                    .collect()
            });
            for (index, made) in open.into_iter().zip(made) {
                match made.and_then(|made| fits(&boards, index, made)) {
                    Ok(made) => boards[index] = Some(made),
                    Err(reason) => refused[index].count(reason),
                }
            }
        }
        let mut all = Tally::new();
        for tally in &refused {
            all.add(tally);
        }
        let made: Vec<&Made> = boards.iter().flatten().collect();
        if let Some(open) = boards.iter().position(Option::is_none) {
            let spec = &specs[open];
            output::note(&format!(
                "nothing was written: {} of {} could be made; for board {}, {}x{} toward difficulty {}, {TRIES} drafts were refused ({}); \
try more --iters, another --seed, or another size and difficulty",
                made.len(),
                plural(boards.len(), "board"),
                open + 1,
                spec.cols,
                spec.rows,
                spec.target,
                counters(&refused[open]),
            ));
            return None;
        }
        if all.total() > 0 {
            output::note(&format!(
                "drafts that were refused and made again: {}",
                counters(&all)
            ));
        }
        let digits = made.len().to_string().len().max(2);
        let levels = made.iter().enumerate().map(|(index, made)| {
            let own = vec![("layout".to_string(), json!(made.layout))];
            let mut level = LevelFile::unrated(format!("{}/{:0digits$}", self.id, index + 1), own);
            level.band = Some(json!(made.grade));
            level
        });
        Some(PackFile {
            schema: SCHEMA_PATH.to_string(),
            id: self.id.clone(),
            title: None,
            family: Roll::TAG.to_string(),
            model_version: None,
            stars_to_open: None,
            lints: Vec::new(),
            recipe: Some(self.recipe()),
            levels: levels.collect(),
        })
    }

    /// One draft of a board, or why verification would refuse it.
    fn attempt(&self, spec: &Spec, index: usize, attempt: u64) -> Result<Made, &'static str> {
        let seed = self.seed.wrapping_add(index as u64);
        let mut rng = match attempt {
            0 => Rng::new(seed),
            attempt => Rng::for_candidate(seed, attempt),
        };
        let (budget, weights) = (&Budget::ANNEAL, &Weights::default());
        let annealed = anneal(spec, budget, weights, is_sparing, &mut rng).ok_or("no-draft")?;
        let board = annealed.draft.board();
        let survey = Roll::survey(&board, Limits::states(Roll::MAX_STATES));
        let optimal = survey.outcome.optimal().ok_or("unsolvable")?;
        let grade = survey.grade.ok_or("exhausted")?;
        let denied = |hit: &&Hit| Lint::of(hit.lint).level == LintLevel::Deny;
        if let Some(hit) = survey.hits.iter().find(denied) {
            return Err(hit.lint.name());
        }
        Ok(Made {
            layout: board.level().layout,
            grade,
            form: Roll::canonical(&board),
            key: Roll::twin_key(&board, optimal),
        })
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

/// Whether verification accepts the specials of a draft: hard targets lead to many of them.
fn is_sparing(annealed: &Annealed) -> bool {
    let structure = Structure::of(&annealed.draft.board());
    structure.useless_specials == 0
        && structure.unpaired_shift_ids == 0
        && structure.specials <= structure.max_specials(SPECIAL_SHARE)
}

/// The board, if it is equal to none of the others and not a near duplicate (LV0019) of the one
/// before or after it.
fn fits(boards: &[Option<Made>], index: usize, made: Made) -> Result<Made, &'static str> {
    if boards.iter().flatten().any(|other| other.form == made.form) {
        return Err("duplicate");
    }
    let beside = [index.checked_sub(1), Some(index + 1)];
    let beside = beside.into_iter().flatten().filter_map(|at| boards.get(at));
    if beside.flatten().any(|other| other.key == made.key) {
        return Err("near-duplicate-neighbours");
    }
    Ok(made)
}

/// Counters on one line.
fn counters(tally: &Tally) -> String {
    let list = tally.iter().map(|(name, count)| format!("{name} {count}"));
    list.collect::<Vec<_>>().join(", ")
}
