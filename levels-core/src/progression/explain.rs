//! Explain: the record of a stage as a sentence and a small table.

use alloc::format;
use alloc::string::String;

use super::order::Order;
use super::record::{Placed, Record};
use super::relax::Rung;
use super::scoring::Score;
use super::tones::Role;

/// Why a stage, counted from 1, is as hard as it is: a sentence, the scores of its level and of the
/// runners-up, and its neighbours. `None` for a stage that is vacant or does not exist.
#[must_use]
pub fn explain(order: &Order, stage: usize) -> Option<String> {
    let record = order.stage(stage)?;
    let mut text = sentence(record, order.seed);
    text += "\n\n";
    text += &format!(
        "  {:<20} {:>6} {:>6} {:>6} {:>9} {:>7} {:>7}  {}\n",
        "level", "rating", "fit", "role", "mechanics", "variety", "score", "gives up"
    );
    text += &line(&record.level, record.rating, &record.score, &record.rungs);
    for other in &record.runners_up {
        text += &line(&other.level, other.rating, &other.score, &other.rungs);
    }
    text += "\n  around it:\n";
    let near = stage.saturating_sub(3)..=stage.saturating_add(3);
    for record in order.stages.iter().filter(|r| near.contains(&r.stage)) {
        let mark = if record.stage == stage { '>' } else { ' ' };
        text += &format!(
            "  {mark} {:>5} {:>6.2} {:<7} {:<10} {}\n",
            record.stage, record.rating, record.tier, record.tone, record.level
        );
    }
    Some(text)
}

fn sentence(record: &Record, seed: u64) -> String {
    let Record {
        stage,
        level,
        rating,
        tier,
        tone,
        ..
    } = record;
    let mut text = format!("Stage {stage} is a {rating:.2} ({tier}): ");
    if let Some(mechanic) = &record.teaches {
        text += &format!("it introduces `{mechanic}`; ");
    }
    text += &format!(
        "beat {} asks for {tone}, the anchor at quantile {:.3} of what was left is {:.2}, \
         the window runs from {:.2} to {:.2} and is aimed at {:.2}",
        record.beat + 1,
        record.quantile,
        record.anchor,
        record.window[0],
        record.window[1],
        record.target
    );
    if let Some(ceiling) = record.ceiling {
        text += &format!(", a nearby milestone allows at most {ceiling:.2}");
    }
    text += &match record.placed {
        Placed::Fill => format!("; `{level}` was the best level left"),
        Placed::Reserve => format!("; `{level}` was set aside for this milestone"),
        Placed::Polish => format!("; polishing swapped `{level}` in"),
        Placed::Pin => format!("; `{level}` stays here from the locked order"),
    };
    let [lo, hi] = record.window;
    text += &match record.rung() {
        Rung::Strict => ", nothing relaxed".into(),
        rung => format!(", {} rungs up the ladder ({rung})", rung.climbed()),
    };
    if *rating < lo {
        text += &format!(", {:.2} below the window", lo - rating);
    } else if *rating > hi {
        text += &format!(", {:.2} above the window", rating - hi);
    }
    let role = match record.role {
        Role::Flow => "no dimension that stands out",
        Role::Think => "deduction above the rating",
        Role::Boss => "a peak above the rating",
        Role::Breather => "deduction below the rating",
        Role::Teach => "a small level to learn on",
    };
    text += &format!(". The role is {} ({role}); seed {seed}.", record.role);
    text
}

fn line(level: &str, rating: f64, score: &Score, rungs: &[Rung]) -> String {
    let gives_up = match rungs.last() {
        None => "",
        Some(rung) => rung.meaning(),
    };
    let line = format!(
        "  {level:<20} {rating:>6.2} {:>6.3} {:>6.3} {:>9.3} {:>7.3} {:>7.3}  {gives_up}",
        score.fit, score.role, score.mechanics, score.variety, score.total
    );
    format!("{}\n", line.trim_end())
}
