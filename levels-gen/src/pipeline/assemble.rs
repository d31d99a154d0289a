//! Levels that were found, as a pack.

use levels_core::MODEL_VERSION;
use levels_core::pack::{LINTS, LevelFile, LintLevel, PackFile, Recipe, SCHEMA_PATH, Stored};
use levels_core::quality::filters::Claim;
use levels_core::quality::{Generate, Survey};
use serde_json::{Value as Json, json};

use super::attempt::Accepted;
use super::bucket::Bucket;
use super::order::{Placed, in_order};
use super::profile::Profile;

/// A hand-written level that opens a pack.
pub struct Tutorial<F: Generate> {
    /// The level.
    pub level: F::Level,
    /// The board.
    pub board: F::Board,
    /// What the solve found.
    pub survey: Survey<F::Move>,
    /// The optimum, in moves.
    pub optimal: u32,
}

impl<F: Generate> Placed for Accepted<F> {
    fn optimal(&self) -> u32 {
        self.optimal
    }

    fn twin_key(&self) -> &str {
        &self.twin_key
    }
}

/// The pack of a tutorial and the levels of buckets.
pub fn pack<F: Generate + Stored>(
    profile: &Profile<F::Dials>,
    tutorial: Option<Tutorial<F>>,
    buckets: Vec<Bucket<F>>,
    recipe: Recipe,
) -> PackFile {
    let count = buckets
        .iter()
        .map(|bucket| bucket.levels.len())
        .sum::<usize>()
        + usize::from(tutorial.is_some());
    let digits = count.to_string().len().max(2);
    let mut levels: Vec<LevelFile> = Vec::new();
    let id = |number: usize| format!("{}/{number:0digits$}", profile.id);
    if let Some(tutorial) = tutorial {
        let band = json!({ "min": tutorial.optimal, "max": tutorial.optimal });
        let Tutorial {
            level,
            board,
            survey,
            optimal,
        } = tutorial;
        levels.push(file::<F>(id(1), &level, &board, &survey, optimal, band));
    }
    let mut before: Option<String> = None;
    for bucket in buckets {
        let band = band::<F>(bucket.claim);
        for found in in_order(bucket.levels, before.as_deref()) {
            let Accepted {
                level,
                board,
                survey,
                optimal,
                twin_key,
                ..
            } = found;
            let id = id(levels.len() + 1);
            levels.push(file::<F>(
                id,
                &level,
                &board,
                &survey,
                optimal,
                band.clone(),
            ));
            before = Some(twin_key);
        }
    }
    PackFile {
        schema: SCHEMA_PATH.to_string(),
        id: profile.id.clone(),
        title: profile.title.clone(),
        family: F::TAG.to_string(),
        model_version: Some(MODEL_VERSION.to_string()),
        stars_to_open: profile.stars_to_open,
        lints: denied(),
        recipe: Some(recipe),
        levels,
    }
}

/// A generated pack denies the lints that are off by default.
fn denied() -> Vec<(String, String)> {
    let silent = LINTS.iter().filter(|lint| lint.level == LintLevel::Allow);
    silent
        .map(|lint| (lint.name.to_string(), LintLevel::Deny.word().to_string()))
        .collect()
}

fn band<F: Generate>(claim: Claim) -> Json {
    match claim {
        Claim::Moves { min, max } => json!({ "min": min, "max": max }),
        Claim::Grade(grade) => json!(F::GRADES.get(grade)),
    }
}

fn file<F: Generate + Stored>(
    id: String,
    level: &F::Level,
    board: &F::Board,
    survey: &Survey<F::Move>,
    optimal: u32,
    band: Json,
) -> LevelFile {
    let mut file = LevelFile::unrated(id, F::write(level));
    file.band = Some(band);
    let line = match &survey.outcome {
        levels_core::quality::Outcome::Solved { line } => F::write_line(board, line),
        _ => String::new(),
    };
    file.set_derived(optimal, line, &survey.figures);
    file
}
