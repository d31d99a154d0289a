//! Boards of any family that proposes elites: the hardest opening of each layout, solved and measured
//! if it is hard enough to be kept.

use levels_core::json;
use levels_core::pack::{LevelFile, Stored};
use levels_core::quality::filters::{Claim, by_verdict};
use levels_core::quality::{Generate, Outcome, Source as From};
use levels_core::rng::Rng;
use levels_core::search::Limits;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json, json};
use std::ops::ControlFlow;

use super::record::{Record, Standing};
use super::search::{Find, Kept, Lesson, Looks, Search};
use crate::report::on_one_line;
use levels_core::wording::plural;

/// The search settings of a settings file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Settings<D> {
    /// The least and the greatest rank of a board: for sliding blocks its optimum, in moves.
    moves: (u32, u32),
    /// The names of filters that are not applied.
    #[serde(default)]
    let_off: Vec<String>,
    /// How layouts are drawn, and what their boards must satisfy.
    board: D,
}

/// A family under some settings.
pub struct Generated<F: Generate> {
    said: Map<String, Json>,
    settings: Settings<F::Dials>,
}

impl<F: Generate + Stored> Generated<F>
where
    F::Dials: DeserializeOwned,
{
    /// Reads the settings.
    ///
    /// # Errors
    /// What is missing, unknown or does not go together, in one line.
    pub fn new(said: Map<String, Json>) -> Result<Self, String> {
        let settings: Settings<F::Dials> = serde_json::from_value(Json::Object(said.clone()))
            .map_err(|fault| {
                format!("{fault}; set it in the table `search` of a file: --settings FILE")
            })?;
        F::check(&settings.board)?;
        let (least, most) = settings.moves;
        if least == 0 || least > most {
            return Err(format!("`moves` is {least} to {most}: no board has that"));
        }
        let known = || F::REASONS.iter().map(|reason| reason.name);
        if let Some(unknown) = settings
            .let_off
            .iter()
            .find(|name| known().all(|known| known != name.as_str()))
        {
            return Err(format!(
                "`let_off` names `{unknown}`, but the filters are {}",
                known().collect::<Vec<_>>().join(", ")
            ));
        }
        Ok(Self { said, settings })
    }

    fn level(json: &Map<String, Json>) -> Result<F::Level, String> {
        let text = Json::Object(json.clone()).to_string();
        let node = json::parse(&text).map_err(|fault| fault.message)?;
        Ok(F::read(&node))
    }

    fn is_held_to(&self, filter: &str) -> bool {
        self.settings.let_off.iter().all(|name| name != filter)
    }

    /// Solves and measures a board that is good enough to be kept.
    fn measure(
        &self,
        seed: u64,
        bucket: &str,
        level: &F::Level,
        board: &F::Board,
    ) -> Result<Map<String, Json>, &'static str> {
        let survey = F::survey(board, Limits::states(F::MAX_STATES));
        let any = Claim::Moves {
            min: 1,
            max: u32::MAX,
        };
        if let Some(reason) = by_verdict::<F>(&survey, any) {
            return Err(reason);
        }
        let hits = survey.hits.iter().map(|hit| hit.lint.name());
        if let Some(name) = hits.into_iter().find(|name| self.is_held_to(name)) {
            return Err(name);
        }
        if let Some(reason) = F::refuse(&self.settings.board, board, &survey)
            && self.is_held_to(reason)
        {
            return Err(reason);
        }
        let Outcome::Solved { line } = &survey.outcome else {
            return Err("unsolvable");
        };
        let moves = line.len() as u32;
        let mut file = LevelFile::unrated("", F::write(level));
        file.set_derived(moves, F::write_line(board, line), &survey.figures);
        let mut json = Map::new();
        json.insert("name".into(), json!(format!("gen-{moves}-s{seed}")));
        json.insert("seed".into(), json!(seed));
        json.extend(file.own);
        json.insert("optimal".into(), json!(moves));
        json.insert("solution".into(), json!(file.solution));
        json.insert("bucket".into(), json!(bucket));
        if let Some(grade) = survey.grade {
            json.insert("grade".into(), json!(grade));
        }
        json.insert("measures".into(), json!(file.measures));
        Ok(json)
    }
}

impl<F: Generate + Stored> Search for Generated<F>
where
    F::Dials: DeserializeOwned,
    F::Level: Send + Sync,
    F::Board: Send + Sync,
{
    fn family(&self) -> &'static str {
        F::TAG
    }

    fn settings(&self) -> &Map<String, Json> {
        &self.said
    }

    fn reasons(&self) -> Vec<&'static str> {
        let own = F::REASONS.iter().map(|reason| reason.name);
        let general = [
            "no-layout",
            "too-large",
            "hopeless",
            "no-win",
            "under-band",
            "over-band",
            "malformed",
        ];
        general.into_iter().chain(own).collect()
    }

    fn find(&self, seed: u64, parent: Option<&Record>) -> Result<Find<'_>, &'static str> {
        let parent = parent.and_then(|record| Self::level(&record.json).ok());
        let source = From::Archive(parent.as_ref());
        let mut rng = Rng::for_candidate(seed, 0);
        let drawn = F::candidates(&self.settings.board, &[], source, &mut rng, &mut |_| {
            ControlFlow::Break(())
        });
        let Some(elite) = drawn.elite else {
            let effort = drawn.effort;
            return Err(match (effort.layouts, effort.too_large, effort.hopeless) {
                (0, ..) => "no-layout",
                (_, 1.., _) => "too-large",
                (.., 1..) => "hopeless",
                _ => "no-win",
            });
        };
        let (least, most) = self.settings.moves;
        if elite.rank < least {
            return Err("under-band");
        }
        if elite.rank > most {
            return Err("over-band");
        }
        let board = F::build(&elite.level).map_err(|_| "malformed")?;
        let standing = Standing {
            seed,
            bucket: elite.cell,
            form: F::canonical(&board),
            rank: elite.rank,
            rows: F::frame(&board).rows,
        };
        let (bucket, level) = (standing.bucket.clone(), elite.level);
        Ok(Find {
            standing,
            measure: Box::new(move || self.measure(seed, &bucket, &level, &board)),
        })
    }

    fn read(&self, json: Map<String, Json>) -> Result<Record, String> {
        let seed = json.get("seed").and_then(Json::as_u64);
        let seed = seed.ok_or("a record has no `seed`")?;
        let fault = |what: &str| format!("the record of seed {seed} {what}");
        let level = Self::level(&json).map_err(|why| fault(&why))?;
        let board = F::build(&level)
            .map_err(|faults| fault(&format!("has no valid board: {}", on_one_line(&faults))))?;
        let bucket = json.get("bucket").and_then(Json::as_str);
        let bucket = bucket.ok_or_else(|| fault("has no `bucket`"))?.to_string();
        let rank = json.get("optimal").and_then(Json::as_u64);
        let rank = rank.and_then(|rank| u32::try_from(rank).ok());
        let standing = Standing {
            seed,
            bucket,
            form: F::canonical(&board),
            rank: rank.ok_or_else(|| fault("has no `optimal`"))?,
            rows: F::frame(&board).rows,
        };
        Ok(Record { standing, json })
    }

    fn score(&self, rank: u32) -> String {
        plural(rank, "move")
    }

    fn caption(&self, record: &Record) -> String {
        let measure = |key: &str| record.json.get("measures").and_then(|all| all.get(key));
        let count = |key| measure(key).and_then(Json::as_u64);
        let known = [
            count("reachable_states").map(|n| plural(n, "state")),
            count("optimal_sequences").map(|n| plural(n, "shortest way")),
            count("must_move_blocks").map(|n| match n {
                1 => "1 block must move".to_string(),
                _ => format!("{n} blocks must move"),
            }),
            count("idle_blocks").map(|n| format!("{n} idle")),
        ];
        let parts = [Some(self.score(record.standing.rank))];
        let parts: Vec<String> = parts.into_iter().chain(known).flatten().collect();
        parts.join(" · ")
    }

    fn board(&self, record: &Record) -> Option<Kept> {
        let level = Self::level(&record.json).ok()?;
        let moves = u64::from(record.standing.rank);
        let grade = record.json.get("grade").cloned();
        let measures = record.json.get("measures").and_then(Json::as_object);
        Some(Kept {
            own: F::write(&level),
            band: grade.unwrap_or_else(|| json!({ "min": moves, "max": moves })),
            text: F::to_text(&level),
            solution: record.text("solution").to_string(),
            moves,
            figures: measures.cloned().unwrap_or_default(),
        })
    }

    fn looks(&self, record: &Record) -> Option<Looks> {
        let level = Self::level(&record.json).ok()?;
        let board = F::build(&level).ok()?;
        let lesson = match F::mechanics(&board).as_slice() {
            [] => Some((0, "plain".to_string())),
            [only] => Some((1, only.clone())),
            _ => None,
        };
        let rank = i64::from(record.standing.rank);
        Some(Looks {
            lesson: lesson.map(|(place, name)| Lesson {
                place,
                kind: name.clone(),
                name,
            }),
            grade: F::GRADES
                .iter()
                .position(|grade| *grade == record.text("grade")),
            tutorial: rank,
            interest: 0,
            key: F::twin_key(&board, record.standing.rank),
            cells: cells(&record.standing.rows),
        })
    }
}

/// What each cell looks like, independent of the letters: a letter that continues beside or below is
/// a horizontal or vertical bar, anything else is its character.
fn cells(rows: &[String]) -> Vec<Vec<u8>> {
    let grid: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let at = |y: usize, x: usize| grid.get(y).and_then(|row| row.get(x)).copied();
    let look = |y: usize, x: usize| {
        let own = at(y, x).filter(|c| c.is_ascii_alphabetic() && *c != 'K');
        let Some(own) = own else {
            return at(y, x).map_or(0, |c| c as u8);
        };
        let same = |y: Option<usize>, x: Option<usize>| {
            y.zip(x).is_some_and(|(y, x)| at(y, x) == Some(own))
        };
        let lies = same(Some(y), Some(x + 1)) || same(Some(y), x.checked_sub(1));
        let stands = same(Some(y + 1), Some(x)) || same(y.checked_sub(1), Some(x));
        1 + u8::from(lies) + 2 * u8::from(stands)
    };
    (0..grid.len())
        .map(|y| (0..grid[y].len()).map(|x| look(y, x)).collect())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_do_not_matter_to_how_a_board_looks() {
        let rows = |rows: [&str; 3]| rows.map(str::to_string);
        let a = cells(&rows(["KKab", "..ab", "#cc."]));
        assert_eq!(a, cells(&rows(["KKxy", "..xy", "#dd."])));
        assert_ne!(a, cells(&rows(["KKaa", "..bb", "#cc."])));
    }
}
