//! Reports in a real browser, as a person uses them: replays, search and sort, the record of a stage.
//!
//! If no browser is installed, the tests print that and pass; `.ci/run` installs one.

mod browser;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use browser::Browser;
use serde_json::{Value as Json, json};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../levels");
const RIGHT: char = '\u{E014}';
const LEFT: char = '\u{E012}';
const HOME: char = '\u{E011}';
const END: char = '\u{E010}';
const ESCAPE: char = '\u{E00C}';

/// A folder with packs of both families and an order of stages over them.
struct Library {
    folder: tempfile::TempDir,
}

impl Library {
    fn new(packs: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        for pack in packs {
            let name = format!("{pack}.json");
            let from = Path::new(LEVELS).join(&name);
            fs::copy(from, folder.path().join(name)).unwrap_or_else(|fault| panic!("{fault}"));
        }
        Self { folder }
    }

    fn with_order(self) -> Self {
        self.levels_gen(&["progression", "build", "."], 0);
        self
    }

    fn levels_gen(&self, arguments: &[&str], code: i32) -> String {
        let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
            .args(arguments)
            .current_dir(self.folder.path())
            .output()
            .unwrap_or_else(|fault| panic!("{fault}"));
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
        String::from_utf8_lossy(&output.stdout).to_string()
    }

    fn report(&self) -> PathBuf {
        self.levels_gen(&["report", ".", "--out", "report.html"], 0);
        self.folder.path().join("report.html")
    }

    fn json(&self, name: &str) -> Json {
        let text = fs::read_to_string(self.folder.path().join(name));
        let text = text.unwrap_or_else(|fault| panic!("{name}: {fault}"));
        serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"))
    }
}

fn list(value: &Json) -> &[Json] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

/// The first level of a pack that satisfies a condition.
fn level(pack: &Json, wanted: impl Fn(&Json) -> bool) -> Json {
    let found = list(&pack["levels"]).iter().find(|level| wanted(level));
    found.unwrap_or_else(|| panic!("no such level")).clone()
}

/// The things in the open level: what is written or drawn on them, with column and row.
fn things(browser: &Browser) -> Vec<(String, i64, i64)> {
    let found = browser.run(
        r##"return [...document.querySelectorAll("#stage .sp:not(.off)")].map(thing => {
            const [x, y] = thing.style.transform.match(/-?[\d.]+/g).map(Number);
            const drawn = name => thing.querySelector(name);
            const what = drawn(".key") ? "K" : drawn(".cube") ? "cube" : drawn(".soft") ? "green" : drawn(".wall") ? "wall" : thing.textContent;
            return [what, x / 40, y / 40];
        })"##,
    );
    let number = |value: &Json| value.as_f64().map_or(-1, |number| number as i64);
    let one = |thing: &Json| {
        (
            text(&thing[0]).to_string(),
            number(&thing[1]),
            number(&thing[2]),
        )
    };
    list(&found).iter().map(one).collect()
}

/// The first cell of every block of a grid.
fn corners(grid: &Json) -> BTreeMap<char, (i64, i64)> {
    let mut corners = BTreeMap::new();
    for (y, row) in list(grid).iter().enumerate() {
        for (x, letter) in text(row)
            .chars()
            .enumerate()
            .filter(|(_, c)| c.is_alphabetic())
        {
            corners.entry(letter).or_insert((x as i64, y as i64));
        }
    }
    corners
}

#[test]
fn a_sliding_replay_is_stepped_to_its_win_and_the_blocks_stand_where_the_moves_take_them() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let library = Library::new(&["willow-hollow"]);
    let pack = library.json("willow-hollow.json");
    let level = level(&pack, |level| level["optimal"].as_u64() > Some(8));
    let report = library.report();
    browser.open(&report, &format!("#level/{}", text(&level["id"])));
    assert_eq!(browser.text("#detail-id"), text(&level["id"]));
    let optimal = level["optimal"].as_u64().unwrap_or(0);
    let mut expected = corners(&level["grid"]);
    for (index, step) in text(&level["solution"]).split(' ').enumerate() {
        assert!(
            !browser.text("#status").contains("won"),
            "before move {index}"
        );
        browser.click("#next");
        let mut chars = step.chars();
        let (Some(block), Some(direction)) = (chars.next(), chars.next()) else {
            panic!("{step}")
        };
        let cells: i64 = chars
            .as_str()
            .parse()
            .unwrap_or_else(|fault| panic!("{step}: {fault}"));
        let place = expected.entry(block).or_default();
        match direction {
            '<' => place.0 -= cells,
            '>' => place.0 += cells,
            '^' => place.1 -= cells,
            _ => place.1 += cells,
        }
        let mut seen: Vec<_> = things(&browser);
        seen.retain(|(name, ..)| name != "wall");
        seen.sort();
        let mut wanted: Vec<_> = expected
            .iter()
            .map(|(block, (x, y))| (block.to_string(), *x, *y))
            .collect();
        wanted.sort();
        assert_eq!(seen, wanted, "after {step}");
    }
    assert_eq!(
        browser.text("#status"),
        format!("won after {optimal} moves ✓")
    );
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_rolling_replay_is_stepped_by_keys_and_ends_on_the_base_with_all_greens_gone() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let library = Library::new(&["roll-ladder"]);
    let pack = library.json("roll-ladder.json");
    // No tile that moves the cube by itself, so that each roll is one cell.
    let plain = |row: &Json| text(row).chars().all(|c| "nb.".contains(c));
    let level = level(&pack, |level| list(&level["layout"]).iter().all(plain));
    let report = library.report();
    browser.open(&report, &format!("#level/{}", text(&level["id"])));
    let base = list(&level["layout"])
        .iter()
        .enumerate()
        .find_map(|(y, row)| {
            let x = text(row).find('b')?;
            Some((x as i64, y as i64))
        });
    let base = base.unwrap_or_else(|| panic!("no base"));
    let cube = |browser: &Browser| {
        let all = things(browser);
        let found = all
            .iter()
            .find(|(name, ..)| name == "cube")
            .map(|(_, x, y)| (*x, *y));
        let greens = all.iter().filter(|(name, ..)| name == "green").count();
        (found.unwrap_or((-1, -1)), greens)
    };
    let greens = list(&level["layout"])
        .iter()
        .map(|row| text(row).matches('n').count())
        .sum();
    assert_eq!(cube(&browser), (base, greens));
    let mut at = base;
    for step in text(&level["solution"]).chars() {
        assert!(!browser.text("#status").contains("won"));
        browser.press(RIGHT);
        match step {
            '<' => at.0 -= 1,
            '>' => at.0 += 1,
            '^' => at.1 -= 1,
            _ => at.1 += 1,
        }
        assert_eq!(cube(&browser).0, at, "after {step}");
    }
    assert_eq!(cube(&browser), (base, 0));
    let won = format!("won after {} moves ✓", level["optimal"]);
    assert_eq!(browser.text("#status"), won);
    // The other keys.
    browser.press(LEFT);
    assert!(!browser.text("#status").contains("won"));
    browser.press(HOME);
    assert_eq!(cube(&browser), (base, greens));
    browser.press(END);
    assert_eq!(browser.text("#status"), won);
    browser.press(' ');
    browser.wait("return document.getElementById('status').textContent.startsWith('move 1 of')");
    browser.press(' ');
    browser.press(ESCAPE);
    assert!(!browser.shows("#detail[open]"));
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn the_light_leaves_through_the_opening_when_a_beam_level_is_won() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let library = Library::new(&["prism-court"]);
    let report = library.report();
    browser.open(&report, "#level/prism-court%2F01");
    let lit = |browser: &Browser| {
        browser.run("return document.querySelectorAll('#stage .ray.lit').length > 0")
    };
    assert!(browser.shows("#stage .emit"), "where the Key emits");
    assert_eq!(lit(&browser), json!(false));
    browser.click("#last");
    assert_eq!(lit(&browser), json!(true));
    assert!(browser.text("#status").starts_with("won after 2 moves"));
    browser.screenshot("report-beam.png");
}

#[test]
fn levels_are_searched_filtered_and_sorted() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let library = Library::new(&["frost-run", "roll-ladder"]);
    let report = library.report();
    browser.open(&report, "#levels");
    let frost = library.json("frost-run.json");
    let ladder = library.json("roll-ladder.json");
    let all: Vec<&Json> = list(&frost["levels"])
        .iter()
        .chain(list(&ladder["levels"]))
        .collect();
    assert_eq!(browser.text("#count"), format!("{} levels", all.len()));
    let first =
        || text(&browser.run("return document.querySelector('.card').dataset.id")).to_string();
    let shown = || browser.run("return document.querySelectorAll('.card').length");

    browser.run("document.getElementById('sort').value = 'moves'; document.getElementById('sort').dispatchEvent(new Event('change'))");
    let moves = |id: &str| {
        let level = all.iter().find(|level| level["id"] == id);
        level.and_then(|level| level["optimal"].as_u64())
    };
    let most = all
        .iter()
        .filter_map(|level| level["optimal"].as_u64())
        .max();
    let least = all
        .iter()
        .filter_map(|level| level["optimal"].as_u64())
        .min();
    assert_eq!(moves(&first()), least);
    browser.click("#direction");
    assert_eq!(moves(&first()), most);

    browser.fill("#search", "frost-run/1");
    let wanted = list(&frost["levels"]).iter();
    let wanted = wanted
        .filter(|level| text(&level["id"]).contains("frost-run/1"))
        .count();
    assert_eq!(shown(), json!(wanted));
    assert_eq!(
        browser.text("#count"),
        format!("{wanted} of {} levels", all.len())
    );
    browser.fill("#search", " nothing like it");
    assert!(browser.shows("#nothing"));
    browser.click("#clear");
    assert_eq!(shown(), json!(all.len()));

    browser.run("document.getElementById('by-family').value = 'roll'; document.getElementById('by-family').dispatchEvent(new Event('change'))");
    assert_eq!(shown(), json!(list(&ladder["levels"]).len()));
    let id = first();
    browser.click(".card");
    browser.wait("return document.getElementById('detail').open");
    assert_eq!(browser.text("#detail-id"), id);
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn a_click_on_a_stage_opens_its_record() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let library = Library::new(&["classics", "roll-ladder"]).with_order();
    let order = library.json("progression.json");
    let report = library.report();
    browser.resize(1400, 1000);
    browser.open(&report, "#progression");
    browser.click(".hit[data-stage='9']");
    browser.wait("return document.getElementById('detail').open");
    let record = &list(&order["stages"])[8];
    assert_eq!(browser.text("#detail-id"), text(&record["level"]));
    let shown = browser.text("#record");
    assert!(shown.starts_with("Stage 9"), "{shown}");
    for other in list(&record["runners_up"]) {
        assert!(shown.contains(text(&other["level"])), "{other} in {shown}");
    }
    let rating = record["rating"].as_f64().unwrap_or(0.0);
    assert!(shown.contains(&format!("Rated {rating:.2}")), "{shown}");
    browser.screenshot("report-record.png");
    browser.press(ESCAPE);
    // Every stage can be clicked and every bound is shown.
    let stages = list(&order["stages"]).len();
    assert_eq!(
        browser.run("return document.querySelectorAll('.hit').length"),
        json!(stages)
    );
    let printed: Json = serde_json::from_str(
        &library.levels_gen(&["progression", "report", ".", "--format", "json"], 1),
    )
    .unwrap_or_else(|fault| panic!("{fault}"));
    let table = browser.text("#bounds");
    for row in list(&printed["bounds"]) {
        assert!(table.contains(text(&row["value"])), "{row} in {table}");
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}

#[test]
fn text_from_files_stays_text() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let library = Library::new(&[]);
    let wild = "</script><img src=x onerror=window.hurt=1>'\"&{{page.js}}";
    let mut pack = json!({
        "format": 1, "id": wild, "title": wild, "family": "slide",
        "levels": [{
            "id": wild, "grid": ["KK..", "a..."], "blocks": {},
            "lantern": { "side": "right", "line": 0 }, "win": "exit", "solution": wild,
            "measures": { wild: wild }
        }],
    });
    let write = |pack: &Json| {
        let path = library.folder.path().join("wild.json");
        fs::write(path, pack.to_string()).unwrap_or_else(|fault| panic!("{fault}"));
    };
    write(&pack);
    // The findings also name it.
    library.levels_gen(&["report", "wild.json", "--out", "report.html"], 1);
    let report = library.folder.path().join("report.html");
    for fragment in ["", "#levels", "#progression"] {
        browser.open(&report, fragment);
        assert_eq!(browser.text("#title"), wild);
    }
    browser.open(&report, "#levels");
    browser.click(".card");
    browser.wait("return document.getElementById('detail').open");
    assert_eq!(browser.text("#detail-id"), wild);
    assert_eq!(browser.run("return window.hurt ?? null"), Json::Null);
    fs::copy(
        library.folder.path().join("wild.json"),
        library.folder.path().join("old.json"),
    )
    .unwrap_or_else(|fault| panic!("{fault}"));
    pack["levels"][0]["solution"] = json!("K>2");
    pack["title"] = json!(format!("{wild}{wild}"));
    write(&pack);
    library.levels_gen(
        &[
            "diff",
            "old.json",
            "wild.json",
            "--format",
            "html",
            "--out",
            "diff.html",
        ],
        1,
    );
    browser.open(&library.folder.path().join("diff.html"), "");
    assert!(browser.text("main").contains(wild));
    assert_eq!(
        browser.run("return [window.hurt ?? null, document.images.length]"),
        json!([null, 0])
    );
}

#[test]
fn the_whole_library_opens_at_once_and_asks_for_nothing() {
    let Some(browser) = Browser::start() else {
        return;
    };
    let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
    let report = folder.path().join("report.html");
    let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(["report", LEVELS, "--out"])
        .arg(&report)
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let bytes = fs::metadata(&report).map_or(0, |file| file.len());
    assert!((100_000..5_000_000).contains(&bytes), "{bytes} bytes");
    browser.resize(1360, 960);
    let mut pictures = Vec::new();
    for (fragment, name) in [
        ("", "report-overview.png"),
        ("#levels", "report-levels.png"),
        ("#progression", "report-progression.png"),
    ] {
        browser.open(&report, fragment);
        let ready = browser.run("return Number(document.documentElement.dataset.ready)");
        assert!(ready.as_f64() < Some(2000.0), "{fragment} took {ready} ms");
        assert_eq!(
            browser.run("return performance.getEntriesByType('resource').length"),
            json!(0)
        );
        browser.run("document.documentElement.classList.add('light')");
        pictures.push(browser.screenshot(name));
    }
    assert!(
        browser
            .run("return document.querySelectorAll('.hit').length")
            .as_u64()
            >= Some(400)
    );
    browser.click("#theme");
    pictures.push(browser.screenshot("report-progression-dark.png"));
    browser.resize(480, 900);
    browser.open(&report, "#levels");
    pictures.push(browser.screenshot("report-narrow.png"));
    let overflow = "return document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(
        browser.run(overflow),
        json!(true),
        "no sideways scrolling on a phone"
    );
    for (at, picture) in pictures.iter().enumerate() {
        assert!(
            picture.starts_with(b"\x89PNG") && picture.len() > 20_000,
            "picture {at}"
        );
        assert!(
            !pictures[..at].contains(picture),
            "picture {at} is another one again"
        );
    }
    assert_eq!(browser.complaints(), Vec::<String>::new());
}
