//! The floors of the library, and documents that must stay up to date.

use std::fs;
use std::path::{Path, PathBuf};

/// The floor of each module, the most specific prefix first; `*` is any family.
const FLOORS: &[(&str, u32)] = &[
    ("family/*/engine", 2),
    ("family/*/measures", 3),
    ("family/*/survey", 3),
    ("family/*/descriptors", 3),
    ("family/*/mechanic", 3),
    ("family/*/propose", 3),
    ("family/*/screen", 3),
    ("family/*/campaign_spec", 3),
    ("family/*/harvest", 3),
    ("family/*/enumerate", 3),
    ("family/*/dials", 3),
    ("family/*/distances", 3),
    ("family/*/elite", 3),
    ("family/*/mutate", 3),
    ("family/*/generate", 3),
    ("family/*/lesson", 3),
    ("family/*/light", 3),
    ("family/*/candidate", 3),
    ("family/*/rebuild", 3),
    ("family/*/file", 4),
    ("family", 1),
    ("runtime", 1),
    ("play", 1),
    ("hint", 0),
    ("line", 0),
    ("lint_id", 0),
    ("visited", 0),
    ("puzzle", 0),
    ("picture", 0),
    ("grid", 0),
    ("glyphs", 0),
    ("bits", 0),
    ("wording", 0),
    ("wrap", 0),
    ("daily", 0),
    ("rng", 0),
    ("finding", 0),
    ("json", 0),
    ("search", 2),
    ("quality", 3),
    ("pack", 4),
    ("progression", 5),
    ("embed", 6),
    ("registry", 6),
    // The content of lib.rs itself: the model version.
    ("MODEL_VERSION", 0),
    ("same_version", 0),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|fault| panic!("{}: {fault}", folder.display()));
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            found.push(path);
        }
    }
}

fn floor(module: &[String]) -> Option<u32> {
    FLOORS.iter().find_map(|(prefix, floor)| {
        let parts: Vec<&str> = prefix.split('/').collect();
        let fits = parts.len() <= module.len()
            && parts
                .iter()
                .zip(module)
                .all(|(part, name)| *part == "*" || part == name);
        fits.then_some(*floor)
    })
}

/// The paths that a tree of imports names: `a::{b, c::d}` gives `a::b` and `a::c::d`.
fn flatten(tree: &str, prefix: &str, paths: &mut Vec<String>) {
    match tree.find('{') {
        None => paths.push(format!("{prefix}{}", tree.trim())),
        Some(open) => {
            let head = format!("{prefix}{}", tree[..open].trim());
            let inner = &tree[open + 1..tree.rfind('}').unwrap_or(tree.len())];
            let (mut depth, mut start) = (0, 0);
            for (at, c) in inner.char_indices().chain([(inner.len(), ',')]) {
                match c {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    ',' if depth == 0 => {
                        if !inner[start..at].trim().is_empty() {
                            flatten(&inner[start..at], &head, paths);
                        }
                        start = at + 1;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Every module of this crate that a file names, as paths from the root of the crate.
fn named(text: &str, module: &[String]) -> Vec<Vec<String>> {
    let code: String = text
        .lines()
        .map(|line| line.split("//").next().unwrap_or(""))
        .take_while(|line| !line.contains("#[cfg(test)]"))
        .collect::<Vec<_>>()
        .join("\n");
    let mut paths = Vec::new();
    // An import begins a line, after `pub` perhaps.
    for (at, _) in code.match_indices("use ") {
        let line = code[..at].rsplit('\n').next().unwrap_or("").trim();
        if line.is_empty() || line == "pub" || line.starts_with("pub(") && line.ends_with(')') {
            let statement = &code[at + 4..];
            let end = statement.find(';').unwrap_or(statement.len());
            flatten(&statement[..end], "", &mut paths);
        }
    }
    for piece in code.split("crate::").skip(1) {
        let path: String = piece
            .chars()
            .take_while(|c| c.is_alphanumeric() || "_:".contains(*c))
            .collect();
        paths.push(format!("crate::{path}"));
    }
    paths
        .iter()
        .filter_map(|path| {
            let mut parts = path.split("::").map(str::to_string);
            let first = parts.next()?;
            let mut full = match first.as_str() {
                "crate" => Vec::new(),
                "super" => module[..module.len().saturating_sub(1)].to_vec(),
                "self" => module.to_vec(),
                _ => return None,
            };
            for part in parts {
                if part == "super" {
                    full.pop();
                } else {
                    full.push(part);
                }
            }
            Some(full)
        })
        .filter(|path| !path.is_empty() && !path[0].is_empty())
        .collect()
}

#[test]
fn arrows_point_down() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    files(&source, &mut found);
    assert!(found.len() > 30);
    let mut arrows = 0;
    for path in found {
        let relative = path
            .strip_prefix(&source)
            .unwrap_or(&path)
            .with_extension("");
        let mut module: Vec<String> = relative
            .iter()
            .map(|part| part.to_string_lossy().to_string())
            .collect();
        if module
            .iter()
            .any(|part| part == "tests" || part == "reference")
            || module == ["lib"]
        {
            continue;
        }
        // A folder's mod.rs is the folder: its items are one level up from where its files are.
        let is_mod = module.last().is_some_and(|last| last == "mod");
        if is_mod {
            module.pop();
        }
        let own = floor(&module).unwrap_or_else(|| panic!("{} is on no floor", path.display()));
        let here: Vec<String> = if is_mod {
            module.iter().cloned().chain(["mod".to_string()]).collect()
        } else {
            module.clone()
        };
        let base = if is_mod { &here[..] } else { &module[..] };
        for target in named(&read(&path), base) {
            // An item of a module is on the module's floor.
            let Some(there) = floor(&target) else {
                continue;
            };
            arrows += 1;
            assert!(
                there <= own,
                "{} (floor {own}) uses {} (floor {there})",
                path.display(),
                target.join("::")
            );
        }
    }
    assert!(arrows > 100, "only {arrows} imports were understood");
}

#[test]
fn the_check_of_arrows_can_fail() {
    let module = ["search".to_string(), "sweep".to_string()];
    let text = "use super::{Limits, explore};\nuse crate::{grid::Side, pack::{lint, verify::Options}};\nfn f() { crate::quality::g() }";
    let floors: Vec<Option<u32>> = named(text, &module)
        .iter()
        .map(|path| floor(path))
        .collect();
    assert_eq!(
        floors,
        [Some(2), Some(2), Some(0), Some(4), Some(4), Some(3)]
    );
}

#[test]
fn paths_in_the_documents_exist() {
    for document in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/commands.md",
        "docs/game.md",
        "docs/generate.md",
        "docs/order.md",
        "docs/own-family.md",
        "docs/records.md",
        "docs/reports.md",
    ] {
        let text = read(&root().join(document));
        let mut seen = 0;
        for word in text.split('`').skip(1).step_by(2) {
            let tops = [
                "levels-core/",
                "levels-macro/",
                "levels-gen/",
                "game-assets/",
                "levels/",
                "examples/",
                "docs/",
                ".ci/",
            ];
            if tops.iter().any(|top| word.starts_with(top)) && !word.contains([' ', '*', '<', '{'])
            {
                seen += 1;
                // Packs that the reader is told to write do not exist.
                let made = ["levels/mine.json"].contains(&word);
                assert!(
                    made || root().join(word).exists(),
                    "{document} names `{word}`"
                );
            }
        }
        // Links and pictures, from the folder of the page.
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            if !link.starts_with("http") && !link.starts_with('#') {
                seen += 1;
                let path = root().join(document).with_file_name(link);
                assert!(path.exists(), "{document} links to `{link}`");
            }
        }
        assert!(
            seen > 0 || document == "CONTRIBUTING.md",
            "{document} names no path"
        );
    }
}
