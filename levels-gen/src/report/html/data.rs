//! The data of the page of a report, as JSON.
//!
//! A replay is written as the things of its opening and, for each move, what changed. The looks of
//! things are a separate list, written once for all levels.

use std::collections::BTreeMap;

use levels_core::progression::{Dimensions, Record, Tone};
use serde_json::{Map, Value as Json, json};

use crate::report::overview::{Course, Group, Level, Overview};
use crate::report::scene::{Key, Scene, scenes};
use crate::report::svg::{self, Looks};

/// Everything that the page shows.
#[must_use]
pub fn data(overview: &Overview, title: &str) -> Json {
    let mut looks = Looks::default();
    let stages: Vec<Stages<'_>> = overview.courses.iter().map(Stages::of).collect();
    let levels: Vec<Json> = overview
        .levels
        .iter()
        .map(|level| self::level(level, &stages, &mut looks))
        .collect();
    json!({
        "title": title,
        "tool": concat!("levels-gen ", env!("CARGO_PKG_VERSION")),
        "model_version": levels_core::MODEL_VERSION,
        "cell": svg::CELL,
        "margin": svg::MARGIN,
        "groups": overview.groups.iter().map(group).collect::<Vec<_>>(),
        "levels": levels,
        "courses": overview.courses.iter().map(course).collect::<Vec<_>>(),
        "findings": overview.findings,
        "looks": looks.into_texts(),
    })
}

/// What an order records about a level, by id.
struct Stages<'a> {
    records: BTreeMap<&'a str, &'a Record>,
    rated: BTreeMap<&'a str, Dimensions>,
}

impl<'a> Stages<'a> {
    fn of(course: &'a Course) -> Self {
        let records = course.order.stages.iter();
        let rated = course.pool.iter().flat_map(|pool| pool.levels());
        Self {
            records: records
                .map(|record| (record.level.as_str(), record))
                .collect(),
            rated: rated
                .map(|level| (level.id.as_str(), level.dimensions))
                .collect(),
        }
    }
}

fn group(group: &Group) -> Json {
    let histogram: Vec<Json> = group
        .histogram
        .iter()
        .map(|(moves, count)| json!([moves, count]))
        .collect();
    json!({
        "id": group.id,
        "title": group.title,
        "family": group.family,
        "file": group.file,
        "stars": group.stars_to_open,
        "recipe": group.recipe,
        "levels": group.levels,
        "proven": group.proven,
        "histogram": histogram,
        "counters": group.counters.as_ref().map(|counters| json!({
            "tried": counters.tried,
            "refused": counters.refused,
        })),
    })
}

fn level(level: &Level, courses: &[Stages<'_>], looks: &mut Looks) -> Json {
    let mut map = Map::new();
    let mut put = |key: &str, value: Json| {
        if !value.is_null() && value != json!([]) {
            map.insert(key.to_string(), value);
        }
    };
    put("id", json!(level.id));
    put("g", json!(level.group));
    put("fam", json!(level.family));
    put("n", json!(level.moves));
    put("sol", json!(level.solution));
    put("band", json!(level.band));
    put("bucket", json!(level.bucket));
    put("size", json!(level.size()));
    put("meas", Json::Object(level.measures.clone()));
    match &level.board {
        Ok(board) => {
            put("mech", json!(board.mechanics()));
            if board.is_tutorial() {
                put("tutorial", json!(true));
            }
        }
        Err(why) => put("wrong", json!(why)),
    }
    let stage = courses.iter().enumerate().find_map(|(number, course)| {
        let record = course.records.get(level.id.as_str())?;
        Some((number, *record, course.rated.get(level.id.as_str())))
    });
    if let Some((number, record, rated)) = stage {
        put("course", json!(number));
        put("stage", json!(record.stage));
        put("rating", json!(record.rating));
        put("tier", json!(record.tier.name()));
        put("dims", json!(rated.map(|dimensions| dimensions.values())));
    }
    if let Some(replay) = level.replay() {
        let scenes = scenes(&replay.pictures);
        put("play", play(&replay.moves, &scenes, looks));
        put("won", json!(replay.won_after));
    }
    Json::Object(map)
}

/// A thing in a frame: its look and its place.
type Stand = (usize, usize, usize);

/// The opening and what each move changes.
fn play(moves: &[String], scenes: &[Scene], looks: &mut Looks) -> Json {
    let mut numbers: BTreeMap<Key, usize> = BTreeMap::new();
    for thing in scenes.iter().flat_map(|scene| &scene.things) {
        numbers.insert(thing.key, 0);
    }
    for (number, place) in numbers.values_mut().enumerate() {
        *place = number;
    }
    let stands = |scene: &Scene, looks: &mut Looks| -> Vec<Option<Stand>> {
        let mut list = vec![None; numbers.len()];
        for thing in &scene.things {
            let look = looks.number(svg::look(&thing.look));
            list[numbers[&thing.key]] = Some((look, thing.at.0, thing.at.1));
        }
        list
    };
    let light = |scene: &Scene, looks: &mut Looks| {
        scene
            .ray
            .as_ref()
            .map(|ray| looks.number(svg::ray(ray, &scene.openings)))
    };
    let Some(opening) = scenes.first() else {
        return Json::Null;
    };
    let mut before = stands(opening, looks);
    let mut map = Map::new();
    map.insert("b".into(), json!(looks.number(svg::backdrop(opening))));
    map.insert("t".into(), json!(before));
    if let Some(ray) = light(opening, looks) {
        map.insert("r".into(), json!(ray));
    }
    let mut steps = Vec::new();
    for (name, scene) in moves.iter().zip(scenes.iter().skip(1)) {
        let after = stands(scene, looks);
        let changes: Vec<Json> = before
            .iter()
            .zip(&after)
            .enumerate()
            .filter(|(_, (before, after))| before != after)
            .map(|(number, (_, after))| match after {
                Some((look, x, y)) => json!([number, look, x, y]),
                None => json!([number]),
            })
            .collect();
        let mut step = vec![json!(name), json!(changes)];
        step.extend(light(scene, looks).map(|ray| json!(ray)));
        steps.push(Json::Array(step));
        before = after;
    }
    map.insert("m".into(), Json::Array(steps));
    Json::Object(map)
}

fn course(course: &Course) -> Json {
    let rows = course.report.as_ref().map(|report| {
        let rows = report.rows.iter().map(|row| {
            json!({
                "title": row.bound.title(),
                "value": row.value,
                "accept": row.accept,
                "met": row.met,
                "causes": row.causes,
            })
        });
        rows.collect::<Vec<_>>()
    });
    let whole = course.report.as_ref().map(|report| report.to_json());
    let part = |key: &str| whole.as_ref().and_then(|whole| whole.get(key)).cloned();
    json!({
        "file": course.file,
        "model_version": course.order.model_version,
        "seed": course.order.seed,
        "variant": course.order.variant,
        "packs": course.order.packs,
        "vacant": course.order.vacant,
        "length": course.order.len(),
        "tones": Tone::ALL.map(Tone::name),
        "dimensions": Dimensions::NAMES,
        "stages": course.order.stages.iter().map(record).collect::<Vec<_>>(),
        "rows": rows,
        "met": part("met"),
        "sizes": part("sizes"),
        "shortages": part("shortages"),
    })
}

/// A record with its rungs in words.
fn record(record: &Record) -> Json {
    let mut json = json!(record);
    if let Json::Object(map) = &mut json {
        let rungs: Vec<&str> = record.rungs.iter().map(|rung| rung.meaning()).collect();
        map.insert("rungs".into(), json!(rungs));
        map.remove("content");
        let runners = record.runners_up.iter().map(|other| {
            let rung = other.rungs.last().map_or("", |rung| rung.meaning());
            json!({ "level": other.level, "rating": other.rating, "rung": rung, "score": other.score })
        });
        map.insert("runners_up".into(), runners.collect());
    }
    json
}
