//! Reports and differences as text: content, exit status, and width in a terminal.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

const LEVELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../levels");

struct Run {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Run {
    #[track_caller]
    fn ends(self, code: i32, parts: &[&str]) -> Self {
        assert_eq!(self.code, Some(code), "{}\n{}", self.out, self.err);
        for part in parts {
            let said = self.out.contains(part) || self.err.contains(part);
            assert!(said, "no {part:?} in\n{}\n{}", self.out, self.err);
        }
        self
    }
}

fn run_with(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .envs(environment.iter().copied())
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    Run {
        code: output.status.code(),
        out: String::from_utf8_lossy(&output.stdout).to_string(),
        err: String::from_utf8_lossy(&output.stderr).to_string(),
    }
}

fn run(folder: &Path, arguments: &[&str]) -> Run {
    run_with(folder, arguments, &[])
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"))
}

fn shipped(pack: &str) -> Json {
    let text = fs::read_to_string(format!("{LEVELS}/{pack}.json"));
    let text = text.unwrap_or_else(|fault| panic!("{fault}"));
    serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}"))
}

fn write(folder: &Path, name: &str, pack: &Json) {
    fs::write(folder.join(name), pack.to_string()).unwrap_or_else(|fault| panic!("{fault}"));
}

#[track_caller]
fn fits(text: &str) {
    let wide: Vec<&str> = text
        .lines()
        .filter(|line| line.chars().count() > 80)
        .collect();
    assert!(wide.is_empty(), "wider than 80 columns: {wide:#?}");
    assert!(!text.contains('\u{1b}'), "no codes for a file: {text}");
}

#[test]
fn a_report_as_markdown_draws_every_board_and_names_the_holes() {
    let folder = folder();
    let mut pack = shipped("prism-court");
    let levels = pack["levels"]
        .as_array_mut()
        .unwrap_or_else(|| panic!("no levels"));
    // Levels of 2 and of many moves: the numbers between are holes.
    let (first, last) = (levels[0].clone(), levels[levels.len() - 1].clone());
    *levels = vec![first, last];
    let most = pack["levels"][1]["optimal"].as_u64().unwrap_or(0);
    write(folder.path(), "p.json", &pack);
    let report = run(folder.path(), &["report", "p.json", "--format", "md"]);
    let holes = format!("| 2–{most} | 3–{} |", most - 1);
    let report = report.ends(
        0,
        &["# Prism Court", &holes, "░ hole", "Solution: `a<1 b^2`"],
    );
    assert!(report.out.contains("│ K  K→ ─  ─  ─ │"), "{}", report.out);
    assert_eq!(report.out.matches("┌──").count(), 2);
    // The file's name decides the format.
    run(folder.path(), &["report", "p.json", "--out", "p.md"]).ends(0, &["wrote p.md: 2 levels"]);
    let written = fs::read_to_string(folder.path().join("p.md")).unwrap_or_default();
    assert_eq!(written, report.out);
}

#[test]
fn a_report_on_what_is_wrong_is_written_and_ends_with_1() {
    let folder = folder();
    let mut pack = shipped("prism-court");
    pack["levels"][0]["optimal"] = json!(9);
    write(folder.path(), "p.json", &pack);
    let report = run(folder.path(), &["report", "p.json", "--format", "md"]);
    report.ends(1, &["## Findings", "LV0005 optimal-mismatch"]);
    run(folder.path(), &["report", "nowhere"]).ends(3, &["nowhere"]);
}

#[test]
fn an_unrated_board_is_solved_for_its_report() {
    let folder = folder();
    let pack = json!({ "format": 1, "id": "mine", "family": "slide", "levels": [{
        "id": "mine/1", "grid": ["..b.", "KKb.", "....", ".cc."],
        "lantern": { "side": "right", "line": 1 }, "win": "exit",
    }] });
    write(folder.path(), "mine.json", &pack);
    let report = run(folder.path(), &["report", "mine.json", "--format", "md"]);
    report.ends(1, &["3 moves", "Solution: `c<1 bv2 K>2`", "unrated"]);
}

#[test]
fn a_campaign_is_reported_with_its_counters() {
    let folder = folder();
    run(
        folder.path(),
        &["campaign", "--seeds", "300", "--name", "small"],
    )
    .ends(0, &[]);
    let report = run(
        folder.path(),
        &["report", "campaigns/small", "--format", "md"],
    );
    let report = report.ends(0, &["## small", "300 seeds tried", "| unsolvable |"]);
    assert!(report.out.contains("small\\|"), "buckets are named");
    // It is also found in the folder of all campaigns.
    let all = run(folder.path(), &["report", "campaigns", "--format", "md"]).ends(0, &[]);
    assert!(all.out.contains("300 seeds tried"));
}

#[test]
fn one_board_is_drawn_as_svg() {
    let folder = folder();
    write(folder.path(), "p.json", &shipped("prism-court"));
    run(folder.path(), &["show", "--svg", "p.json"]).ends(2, &["--level"]);
    let draw = |more: &[&str]| {
        let mut arguments = vec!["show", "--svg", "p.json", "--level", "prism-court/01"];
        arguments.extend(more);
        run(folder.path(), &arguments)
            .ends(0, &["<svg ", "</svg>"])
            .out
    };
    let (opening, won) = (draw(&[]), draw(&["--solution"]));
    let lit = |svg: &str| svg.contains("class=\"ray lit\"");
    assert!(!lit(&opening) && lit(&won));
    for svg in [&opening, &won] {
        assert!(is_well_formed(svg), "{svg}");
    }
    assert!(!is_well_formed(&won.replace("</svg>", "</g>")));
}

/// Whether every element that is opened is closed, in order.
fn is_well_formed(xml: &str) -> bool {
    let mut open = Vec::new();
    for tag in xml.split('<').skip(1) {
        let Some((tag, _)) = tag.split_once('>') else {
            return false;
        };
        let name = tag
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .trim_end_matches('/');
        if let Some(name) = name.strip_prefix('/') {
            if open.pop() != Some(name) {
                return false;
            }
        } else if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty()
}

#[test]
fn a_difference_names_what_came_went_and_changed() {
    let folder = folder();
    let old = shipped("prism-court");
    write(folder.path(), "old.json", &old);
    write(folder.path(), "new.json", &old);
    run(folder.path(), &["diff", "old.json", "new.json"]).ends(0, &["the same, byte for byte"]);

    let mut new = old.clone();
    let levels = new["levels"]
        .as_array_mut()
        .unwrap_or_else(|| panic!("no levels"));
    let mut added = levels[5].clone();
    levels.remove(5);
    added["id"] = json!("prism-court/99");
    added["grid"] = json!(["KK...", ".....", "....."]);
    levels.push(added);
    levels[0]["optimal"] = json!(7);
    new["title"] = json!("Court of Prisms");
    write(folder.path(), "new.json", &new);
    let parts = [
        "1 level added · 1 withdrawn · 1 changed",
        "title Prism Court → Court of Prisms",
        "- prism-court/06",
        "+ prism-court/99",
        "~ prism-court/01",
        "optimal 2 → 7",
    ];
    let text = run(folder.path(), &["diff", "old.json", "new.json"]).ends(1, &parts);
    fits(&text.out);
    let md = run(
        folder.path(),
        &["diff", "old.json", "new.json", "--format", "md"],
    );
    md.ends(
        1,
        &["| changed | prism-court/01 | optimal 2 → 7 |", "before"],
    );
    let html = run(
        folder.path(),
        &["diff", "old.json", "new.json", "--format", "html"],
    );
    html.ends(1, &["<svg ", "<td>optimal</td>", "Court of Prisms"]);
    run(folder.path(), &["diff", "old.json", "gone.json"]).ends(3, &["gone.json"]);
}

#[test]
fn versions_are_read_from_git() {
    let folder = folder();
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .args([
                "-c",
                "user.name=T",
                "-c",
                "user.email=t@example.org",
                "-c",
                "init.defaultBranch=main",
            ])
            .args(arguments)
            .current_dir(folder.path())
            .output()
            .unwrap_or_else(|fault| panic!("{fault}"));
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    };
    let levels = folder.path().join("levels");
    fs::create_dir(&levels).unwrap_or_else(|fault| panic!("{fault}"));
    let mut pack = shipped("classics");
    write(&levels, "classics.json", &pack);
    run(folder.path(), &["progression", "build", "levels"]).ends(0, &[]);
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "one"]);
    run(folder.path(), &["diff", "HEAD:levels", "levels"]).ends(0, &["byte for byte"]);

    // A level is withdrawn, and the order is built again under the same version.
    let list = pack["levels"]
        .as_array_mut()
        .unwrap_or_else(|| panic!("no levels"));
    list.remove(20);
    write(&levels, "classics.json", &pack);
    run(folder.path(), &["progression", "build", "levels"]).ends(0, &[]);
    let parts = [
        "1 withdrawn",
        "- classics/21",
        "gone from",
        "players lose their place",
    ];
    let text = run(folder.path(), &["diff", "HEAD:levels", "levels"]).ends(1, &parts);
    fits(&text.out);
    let one = run(
        folder.path(),
        &["diff", "HEAD:levels/classics.json", "levels/classics.json"],
    );
    one.ends(1, &["- classics/21"]);
    run(folder.path(), &["diff", "nobody:levels", "levels"]).ends(3, &["nobody:levels"]);
}

#[test]
fn what_a_terminal_shows_fits_and_has_no_colour_unless_wanted() {
    let folder = folder();
    let copy = |pack: &str| write(folder.path(), &format!("{pack}.json"), &shipped(pack));
    for pack in ["classics", "roll-ladder", "prism-court"] {
        copy(pack);
    }
    run(folder.path(), &["progression", "build", "."]).ends(0, &[]);
    for pack in ["classics", "roll-ladder", "prism-court"] {
        let file = format!("{pack}.json");
        fits(&run(folder.path(), &["show", &file]).ends(0, &[]).out);
    }
    // A small pool misses bounds, and the causes are long.
    let report = run(folder.path(), &["progression", "report", "."]).ends(1, &["✗", "because"]);
    fits(&report.out);
    run(
        folder.path(),
        &["campaign", "--seeds", "1500", "--name", "small"],
    )
    .ends(0, &[]);
    fits(
        &run(folder.path(), &["campaign-status", "--name", "small"])
            .ends(0, &[])
            .out,
    );

    let show = ["show", "--level", "prism-court/01", "prism-court.json"];
    let colored = run_with(folder.path(), &show, &[("CLICOLOR_FORCE", "1")]);
    assert!(colored.out.contains('\u{1b}'), "forced");
    let both = [("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")];
    fits(&run_with(folder.path(), &show, &both).out);
}
