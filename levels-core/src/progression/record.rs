//! The record of a stage: which level is there and why.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use super::ask::Kind;
use super::fill::Filled;
use super::number::rounded;
use super::pool::{Facts, LevelIndex, Pool};
use super::relax::{Cut, Rung, family_rung, level_rung, rating_rung, streak_rung};
use super::scoring::Score;
use super::settings::Progression;
use super::tiers::Tier;
use super::tones::{Role, Tone};

/// How a level got its stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Placed {
    /// The fill placed it, and nothing moved it.
    Fill,
    /// It was set aside for a milestone.
    Reserve,
    /// Polishing moved it here.
    Polish,
    /// It was here in a recorded order that is kept.
    Pin,
}

/// A stage with its level, the ask for which the level was chosen, and how well it suits. Ratings
/// and scores are rounded to thousandths.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The stage, from 1.
    pub stage: usize,
    /// The level's id.
    pub level: String,
    /// The level's content hash.
    pub content: String,
    /// The level's rating.
    pub rating: f64,
    /// The level's tier.
    pub tier: Tier,
    /// How the stage should feel.
    pub tone: Tone,
    /// The place in the cycle of beats, from 0.
    pub beat: usize,
    /// Where in its window the stage aims, from 0 to 1.
    pub aim: f64,
    /// What the level's dimensions should look like.
    pub role: Role,
    /// The mechanic that the stage introduces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub teaches: Option<String>,
    /// The quantile of the remaining ratings that is the anchor.
    pub quantile: f64,
    /// The rating around which the tone's window is.
    pub anchor: f64,
    /// The window, low and high end, before the neighbours cut it.
    pub window: [f64; 2],
    /// The rating that was aimed at.
    pub target: f64,
    /// The highest rating that a nearby milestone allows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ceiling: Option<f64>,
    /// The rungs of the relax ladder that were climbed, lowest first; the last is for the hardest
    /// rule that the level breaks here.
    pub rungs: Vec<Rung>,
    /// How well the level suits; lower is better.
    pub score: Score,
    /// The best other levels that were left when the stage was filled.
    pub runners_up: Vec<RunnerUp>,
    /// How the level got here.
    pub placed: Placed,
    /// The size of the level's board.
    pub size: String,
    /// The mechanics of the level.
    pub mechanics: Vec<String>,
    /// The level's family key.
    pub family_key: String,
}

/// A level that could have been at a stage instead.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunnerUp {
    /// The level's id.
    pub level: String,
    /// The level's rating.
    pub rating: f64,
    /// The rungs that it would have needed.
    pub rungs: Vec<Rung>,
    /// How well it would have suited.
    pub score: Score,
}

impl Record {
    /// The highest rung that was climbed.
    #[must_use]
    pub fn rung(&self) -> Rung {
        self.rungs.last().copied().unwrap_or(Rung::Strict)
    }
}

/// The records of an order: `order` is the level of each filled stage, which polishing may have
/// changed. Rungs and scores are those of that level among its final neighbours.
pub(super) fn records(
    settings: &Progression,
    pool: &Pool,
    filled: &[Filled],
    order: &[LevelIndex],
) -> Vec<Record> {
    let facts = pool.facts();
    let variety = &settings.variety;
    let look_back = variety
        .family_window
        .max(variety.look_back)
        .max(variety.streak);
    let mut records = Vec::with_capacity(order.len());
    for (at, (stage, &index)) in filled.iter().zip(order).enumerate() {
        let earlier = order[..at].iter().rev().take(look_back);
        let before: Vec<Facts> = earlier.map(|&level| facts[level]).collect();
        let ask = &stage.ask;
        let level = &pool.levels()[index];
        let rung = rung(settings, stage, &facts[index], &before);
        records.push(Record {
            stage: ask.stage + 1,
            level: level.id.clone(),
            content: level.content.clone(),
            rating: level.rating,
            tier: level.tier,
            tone: ask.tone,
            beat: ask.beat,
            aim: ask.aim,
            role: ask.role,
            teaches: match ask.kind {
                Kind::Lesson(mechanic) => pool.mechanics().get(mechanic).cloned(),
                _ => None,
            },
            quantile: rounded(ask.quantile),
            anchor: rounded(ask.anchor),
            window: [rounded(ask.window.lo), rounded(ask.window.hi)],
            target: rounded(ask.target),
            ceiling: ask.ceiling.map(rounded),
            rungs: climbed(rung),
            score: Score::of(settings, ask, &facts[index], &before).rounded(),
            runners_up: stage
                .runners_up
                .iter()
                .map(|candidate| RunnerUp {
                    level: pool.levels()[candidate.level].id.clone(),
                    rating: pool.levels()[candidate.level].rating,
                    rungs: climbed(candidate.rung),
                    score: candidate.score.rounded(),
                })
                .collect(),
            placed: if index == stage.level {
                stage.placed
            } else {
                Placed::Polish
            },
            size: level.size.clone(),
            mechanics: level.mechanics.clone(),
            family_key: level.family_key.clone(),
        });
    }
    records
}

/// The rung that a level needs among its final neighbours, `before` nearest first.
fn rung(settings: &Progression, stage: &Filled, level: &Facts, before: &[Facts]) -> Rung {
    let ask = &stage.ask;
    let variety = &settings.variety;
    let mut cut = match before.first() {
        Some(previous) => Cut::after(previous.milli, &settings.steps),
        None => Cut::NONE,
    };
    cut.cap(ask.ceiling);
    let family = before.iter().position(|other| other.family == level.family);
    let distance = family.map_or(usize::MAX, |at| at + 1);
    rating_rung(ask, &cut, level)
        .max(level_rung(settings, ask, level).unwrap_or(Rung::AnyKnown))
        .max(family_rung(variety.family_window, distance))
        .max(streak_rung(variety.streak, level, before.iter()))
}

fn climbed(rung: Rung) -> Vec<Rung> {
    Rung::ALL[1..=rung.climbed()].to_vec()
}
