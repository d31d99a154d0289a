//! The contents of a report, read and proven: packs, pools of campaigns and orders of stages.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use levels_core::json::source::Source;
use levels_core::pack::{
    AnyLevel, Families, Finding, LevelFile, Options, Verification, levels, plain, verify,
};
use levels_core::picture::Picture;
use levels_core::progression::{Order, Pool, Progression, Report, pool_of};
use levels_core::quality::Outcome;
use levels_core::search::Limits;
use serde_json::{Map, Value as Json};

use super::inputs::Inputs;
use crate::campaign::Saved;
use crate::exit::{Exit, Fault};
use crate::library::OrderFiles;
use crate::pipeline::Generators;
use crate::{files, report};
use levels_core::wording::plural;

/// Everything that a report shows.
pub struct Overview {
    /// Packs and pools, in the order given.
    pub groups: Vec<Group>,
    /// Their levels, group by group.
    pub levels: Vec<Level>,
    /// Orders of stages over them.
    pub courses: Vec<Course>,
    /// What was found, as a compiler prints it.
    pub findings: Vec<String>,
    /// The exit code for the findings.
    pub exit: Exit,
}

/// A pack or the pool of a campaign.
pub struct Group {
    /// Its id or the campaign's name.
    pub id: String,
    /// The title that players see.
    pub title: Option<String>,
    /// The tag of its family.
    pub family: String,
    /// The file.
    pub file: String,
    /// The stars that open it.
    pub stars_to_open: Option<u64>,
    /// The commands that made it.
    pub recipe: Vec<String>,
    /// How many levels its file holds.
    pub levels: usize,
    /// How many were proven to be as the file says; a pool is taken as it is.
    pub proven: Option<usize>,
    /// How many levels have each number of moves.
    pub histogram: BTreeMap<u64, usize>,
    /// What a campaign did not keep, by reason, and how many seeds it tried.
    pub counters: Option<Counters>,
}

/// The counters of a campaign.
pub struct Counters {
    /// Seeds that were tried.
    pub tried: u64,
    /// Boards that gave nothing, by reason.
    pub refused: Vec<(String, u64)>,
}

/// One level.
pub struct Level {
    /// The number of its group.
    pub group: usize,
    /// Its id.
    pub id: String,
    /// The tag of its family.
    pub family: String,
    /// The board, or what is wrong with it.
    pub board: Result<Box<dyn AnyLevel>, String>,
    /// Its solution in notation, as recorded; solved again if none is recorded.
    pub solution: Option<String>,
    /// The number of moves.
    pub moves: Option<u64>,
    /// What the author claims.
    pub band: Option<String>,
    /// The bucket of a campaign that it was kept in.
    pub bucket: Option<String>,
    /// The figures.
    pub measures: Map<String, Json>,
}

/// A solution as pictures.
pub struct Replay {
    /// The moves in notation.
    pub moves: Vec<String>,
    /// The board before the first move and after each.
    pub pictures: Vec<Picture>,
    /// After how many moves it is won.
    pub won_after: Option<usize>,
}

/// An order of stages with its report.
pub struct Course {
    /// The file.
    pub file: String,
    /// The order.
    pub order: Order,
    /// The rated levels that it is built from, if they are all valid.
    pub pool: Option<Pool>,
    /// The figures and bounds.
    pub report: Option<Report>,
}

impl Level {
    /// Width and height in cells.
    #[must_use]
    pub fn size(&self) -> Option<(usize, usize)> {
        Some(self.board.as_ref().ok()?.frame().size())
    }

    /// The recorded solution played on the board; only the opening if there is none or it cannot be
    /// played.
    #[must_use]
    pub fn replay(&self) -> Option<Replay> {
        let board = self.board.as_ref().ok()?;
        let played = self
            .solution
            .as_ref()
            .and_then(|line| board.replay(line).ok());
        Some(match played {
            Some(replay) => Replay {
                pictures: replay
                    .frames
                    .iter()
                    .map(|frame| board.picture(frame))
                    .collect(),
                moves: replay.moves,
                won_after: replay.won_after,
            },
            None => Replay {
                moves: Vec::new(),
                pictures: vec![board.picture(&board.frame())],
                won_after: None,
            },
        })
    }
}

impl Overview {
    /// Reads and verifies what the paths hold.
    ///
    /// # Errors
    /// A path that cannot be read or has nothing to report on. What is wrong with levels is part of the
    /// report.
    pub fn of(
        paths: &[PathBuf],
        families: &Families,
        generators: &Generators,
    ) -> Result<Self, Fault> {
        let mut found = Inputs::default();
        for path in paths {
            found.add(path, generators)?;
        }
        let options = Options::default();
        let verification = verify(&found.packs, families, &options);
        let mut overview = Self {
            groups: Vec::new(),
            levels: Vec::new(),
            courses: Vec::new(),
            findings: verification.findings().map(plain).collect(),
            exit: report::exit(verification.findings()),
        };
        for (source, report) in found.packs.iter().zip(&verification.packs) {
            overview.add_pack(source, report, families);
        }
        for (path, saved) in &found.campaigns {
            overview.add_campaign(path, saved, families);
        }
        for files in &found.orders {
            overview.add_order(files, &verification);
        }
        Ok(overview)
    }

    fn add_pack(
        &mut self,
        source: &Source,
        report: &levels_core::pack::PackReport,
        families: &Families,
    ) {
        let group = self.groups.len();
        let raw: Json = serde_json::from_str(source.text()).unwrap_or_default();
        let text = |key: &str| raw.get(key).and_then(Json::as_str).map(str::to_string);
        let steps = raw.pointer("/recipe/steps").and_then(Json::as_array);
        let words = |step: &Json| {
            let words = step
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Json::as_str);
            words.collect::<Vec<_>>().join(" ")
        };
        self.groups.push(Group {
            id: if report.id.is_empty() {
                source.name().to_string()
            } else {
                report.id.clone()
            },
            title: text("title"),
            family: text("family").unwrap_or_default(),
            file: source.name().to_string(),
            stars_to_open: raw.get("stars_to_open").and_then(Json::as_u64),
            recipe: steps.into_iter().flatten().map(words).collect(),
            levels: report.levels,
            proven: Some(report.confirmed),
            histogram: report
                .histogram
                .iter()
                .map(|(moves, count)| (u64::from(*moves), *count))
                .collect(),
            counters: None,
        });
        // A file that is not a pack has findings, but no levels to show.
        for level in levels(source, families).unwrap_or_default() {
            let LevelFile {
                band,
                optimal,
                solution,
                measures,
                ..
            } = level.file;
            let mut measures = measures.unwrap_or_default();
            let (mut solution, mut moves) = (solution, optimal);
            if let (Ok(board), None) = (&level.level, &solution) {
                let max_states = families
                    .get(level.family)
                    .map_or(0, |family| family.max_states());
                let survey = board.survey(Limits { max_states });
                if let Outcome::Solved { line } = &survey.outcome {
                    moves = Some(line.len() as u64);
                }
                for (name, figure) in survey.figures.iter() {
                    let figure = levels_core::pack::figure_to_json(figure);
                    measures.entry(name.to_string()).or_insert(figure);
                }
                solution = survey.solution;
            }
            self.levels.push(Level {
                group,
                id: level.id,
                family: level.family.to_string(),
                board: level.level.map_err(|findings| messages(&findings)),
                solution,
                moves,
                band: band.as_ref().map(claim),
                bucket: None,
                measures,
            });
        }
    }

    fn add_campaign(&mut self, path: &Path, saved: &Saved, families: &Families) {
        let group = self.groups.len();
        let mut histogram = BTreeMap::new();
        let search = &saved.manifest.settings.search;
        let family = search.family();
        for record in saved.pool.records() {
            let Some(kept) = search.board(record) else {
                continue;
            };
            let board = families
                .get(family)
                .ok_or_else(|| "no such family".to_string())
                .and_then(|family| {
                    let opened = family.open_text(&kept.text);
                    opened.map_err(|faults| report::on_one_line(&faults))
                });
            *histogram.entry(kept.moves).or_insert(0) += 1;
            self.levels.push(Level {
                group,
                id: record.text("name").to_string(),
                family: family.to_string(),
                board,
                solution: Some(kept.solution),
                moves: Some(kept.moves),
                band: kept.band.as_str().map(str::to_string),
                bucket: Some(record.standing.bucket.clone()),
                measures: kept.figures.into_iter().collect(),
            });
        }
        self.groups.push(Group {
            id: saved.manifest.name.clone(),
            title: None,
            family: family.to_string(),
            file: files::name(path),
            stars_to_open: None,
            recipe: Vec::new(),
            levels: saved.pool.len(),
            proven: None,
            histogram,
            counters: Some(Counters {
                tried: saved.manifest.finished,
                refused: saved
                    .manifest
                    .rejected
                    .iter()
                    .map(|(reason, count)| (reason.clone(), *count))
                    .collect(),
            }),
        });
    }

    fn add_order(&mut self, files: &OrderFiles, verification: &Verification) {
        let held = files.verify(verification);
        self.findings.extend(held.findings.iter().map(plain));
        self.exit = self.exit.and(report::exit(held.findings.iter()));
        let Ok(order) = Order::from_json(files.order.text()) else {
            return;
        };
        let packs: Vec<_> = verification
            .packs
            .iter()
            .filter(|pack| order.packs.contains(&pack.id))
            .filter_map(|pack| pack.verified.as_ref())
            .collect();
        let whole = packs.len() == order.packs.len();
        let pool = whole.then(|| pool_of(&packs).ok()).flatten();
        let settings = Progression {
            seed: order.seed,
            model_version: order.model_version.clone(),
            variant: order.variant,
            ..Progression::default()
        };
        self.courses.push(Course {
            file: files.order.name().to_string(),
            report: pool
                .as_ref()
                .map(|pool| Report::new(&settings, pool, &order)),
            pool,
            order,
        });
    }
}

/// What an author claims, in words.
fn claim(band: &Json) -> String {
    let end = |key: &str| band.get(key).and_then(Json::as_u64);
    match (band.as_str(), end("min"), end("max")) {
        (Some(grade), ..) => grade.to_string(),
        (None, Some(min), Some(max)) if min == max => plural(min, "move"),
        (None, Some(min), Some(max)) => format!("{min}–{max} moves"),
        _ => band.to_string(),
    }
}

fn messages(findings: &[Finding]) -> String {
    let list: Vec<&str> = findings
        .iter()
        .map(|found| found.message.as_str())
        .collect();
    list.join("; ")
}
