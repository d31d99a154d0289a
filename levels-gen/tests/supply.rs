//! The parts of the workspace: every dependency has a reason, every crate forbids `unsafe`, nothing needs a
//! newer compiler than `rust-version`, terms and sources are allowed ones (`.cargo/deny.toml`), and packages
//! hold the right files.
#![allow(
    clippy::print_stdout,
    reason = "what is skipped, and what was counted, is for who runs the tests"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value as Json;
use toml::{Table, Value};

/// Our own crates of the workspace and of the examples.
const OURS: &[&str] = &["levels-core", "levels-macro", "levels-gen", "sokoban-rules"];
/// The crates that are published.
const PUBLISHED: &[&str] = &["levels-core", "levels-macro", "levels-gen"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

fn table(path: &Path) -> Table {
    read(path)
        .parse()
        .unwrap_or_else(|fault| panic!("{}: {fault}", path.display()))
}

/// Every manifest below the root that is a package's, with its path.
fn packages() -> Vec<(PathBuf, Table)> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let (path, name) = (entry.path(), entry.file_name());
            if path.is_dir() && name != "target" && name != ".git" {
                folders.push(path);
            } else if name == "Cargo.toml" {
                found.push((path.clone(), table(&path)));
            }
        }
    }
    found.retain(|(_, manifest)| manifest.contains_key("package"));
    assert!(found.len() >= 8, "{}", found.len());
    found
}

/// The dependencies that a manifest names, of every kind and for every system.
fn dependencies(manifest: &Table) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    let of = |table: &Table, found: &mut Vec<(String, Value)>| {
        for kind in ["dependencies", "dev-dependencies", "build-dependencies"] {
            if let Some(list) = table.get(kind).and_then(Value::as_table) {
                found.extend(
                    list.iter()
                        .map(|(name, value)| (name.clone(), value.clone())),
                );
            }
        }
    };
    of(manifest, &mut found);
    let systems = manifest.get("target").and_then(Value::as_table);
    for table in systems.into_iter().flat_map(|all| all.values()) {
        of(table.as_table().unwrap_or(&Table::new()), &mut found);
    }
    found
}

#[test]
fn every_dependency_has_a_reason_and_every_reason_a_dependency() {
    let mut declared = BTreeSet::new();
    for (path, manifest) in packages() {
        let outside = ["examples", "fuzz"];
        let inside = !path
            .components()
            .any(|part| outside.iter().any(|name| part.as_os_str() == *name));
        for (name, value) in dependencies(&manifest) {
            let by_path = value.get("path").is_some();
            let shared = value.get("workspace").is_some();
            assert!(
                shared || by_path || !inside,
                "{}: `{name}` belongs into the table of the workspace",
                path.display()
            );
            declared.insert(name);
        }
    }
    let workspace = table(&root().join("Cargo.toml"));
    let listed = workspace["workspace"]["dependencies"].as_table();
    declared.extend(listed.into_iter().flat_map(|list| list.keys().cloned()));
    declared.retain(|name| !OURS.contains(&name.as_str()));

    let text = read(&root().join("CONTRIBUTING.md"));
    let rows = text
        .lines()
        .filter_map(|line| line.strip_prefix("| ")?.split('|').next());
    let reasons: BTreeSet<String> = rows
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .map(str::to_string)
        .collect();
    assert_eq!(
        declared, reasons,
        "manifests and the table of CONTRIBUTING.md"
    );
}

#[test]
fn unsafe_is_forbidden_in_every_crate() {
    let forbids = |table: Option<&Value>| {
        table.and_then(|lints| lints.get("rust")?.get("unsafe_code")?.as_str()) == Some("forbid")
    };
    for (path, manifest) in packages() {
        // The coverage-guided fuzzer exports its entry to C++, and no other crate uses it.
        if path.ends_with("fuzz/Cargo.toml") {
            continue;
        }
        let lints = manifest.get("lints");
        let inherits =
            lints.and_then(|lints| lints.get("workspace")) == Some(&Value::Boolean(true));
        let above = || {
            let manifests = path
                .ancestors()
                .skip(2)
                .map(|folder| folder.join("Cargo.toml"));
            let mut tables = manifests
                .filter(|path| path.is_file())
                .map(|path| table(&path));
            let root = tables.find_map(|manifest| manifest.get("workspace").cloned());
            root.is_some_and(|workspace| forbids(workspace.get("lints")))
        };
        assert!(forbids(lints) || inherits && above(), "{}", path.display());
    }
}

/// All packages of `Cargo.lock`, for every system.
fn locked() -> Vec<Json> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--locked", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: Json = serde_json::from_slice(&output.stdout).unwrap_or_default();
    let packages = metadata["packages"].as_array().cloned().unwrap_or_default();
    assert!(packages.len() > 100, "{}", packages.len());
    packages
}

/// The resolver prefers versions that our oldest compiler accepts; its choice is in `Cargo.lock`.
#[test]
fn no_dependency_asks_for_a_newer_compiler() {
    let oldest = table(&root().join("Cargo.toml"));
    let oldest = oldest["workspace"]["package"]["rust-version"]
        .as_str()
        .map(version);
    let (locked, mut silent) = (locked(), 0);
    for package in &locked {
        match package["rust_version"].as_str() {
            Some(asked) => assert!(
                Some(version(asked)) <= oldest,
                "{} {} asks for Rust {asked}",
                package["name"],
                package["version"]
            ),
            None => silent += 1,
        }
    }
    println!(
        "{} packages, {silent} of them name no oldest compiler",
        locked.len()
    );
    // A separate workspace declares the same.
    for (path, manifest) in packages() {
        let own = &manifest["package"]["rust-version"];
        let asked = own.as_str().map(version);
        assert!(
            own.get("workspace").is_some() || asked == oldest,
            "{}",
            path.display()
        );
    }
}

/// The same terms and sources as in the settings of `cargo deny`, for people who do not have it.
#[test]
fn every_dependency_comes_from_the_registry_under_allowed_terms() {
    let deny = table(&root().join(".cargo/deny.toml"));
    let texts = |section: &str, key: &str| -> Vec<String> {
        let list = deny[section][key].as_array().cloned().unwrap_or_default();
        list.iter()
            .filter_map(|text| text.as_str().map(str::to_string))
            .collect()
    };
    let (allowed, registries) = (
        texts("licenses", "allow"),
        texts("sources", "allow-registry"),
    );
    for package in locked() {
        let name = &package["name"];
        if let Some(source) = package["source"].as_str() {
            let known = |registry: &String| source == format!("registry+{registry}");
            assert!(registries.iter().any(known), "{name} comes from {source}");
        }
        let terms = package["license"]
            .as_str()
            .unwrap_or_default()
            .replace(['(', ')'], "");
        // No expression here has an AND inside an OR.
        let met = |clause: &str| {
            clause
                .split(" OR ")
                .flat_map(|choice| choice.split('/'))
                .any(|term| allowed.iter().any(|allowed| allowed == term.trim()))
        };
        assert!(terms.split(" AND ").all(met), "{name}: {terms:?}");
    }
}

/// Major and minor: patch versions of a compiler accept the same code.
fn version(text: &str) -> Vec<u32> {
    let parts = text.split('.').take(2);
    parts.filter_map(|part| part.parse().ok()).collect()
}

#[test]
fn packages_hold_their_licences_and_their_sources_and_no_tests() {
    let mut licences = BTreeMap::new();
    for name in ["LICENSE-MIT", "LICENSE-APACHE", "README.md"] {
        licences.insert(name, read(&root().join(name)));
    }
    for name in PUBLISHED {
        let folder = root().join(name);
        let manifest = table(&folder.join("Cargo.toml"));
        for key in [
            "description",
            "license",
            "readme",
            "keywords",
            "categories",
            "documentation",
            "rust-version",
        ] {
            assert!(
                manifest["package"].get(key).is_some(),
                "{name} has no `{key}`"
            );
        }
        for (file, text) in &licences {
            let own = read(&folder.join(file));
            assert!(
                own == *text || *file == "README.md" && own.starts_with(&format!("# {name}\n")),
                "{name}/{file}"
            );
        }
        let output = Command::new(env!("CARGO"))
            .args([
                "package",
                "--list",
                "--allow-dirty",
                "--offline",
                "-p",
                name,
            ])
            .current_dir(root())
            .output()
            .unwrap_or_else(|fault| panic!("{fault}"));
        let list = String::from_utf8_lossy(&output.stdout).to_string();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let files: Vec<&str> = list.lines().collect();
        for file in ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "src/lib.rs"] {
            assert!(files.contains(&file), "{name} lacks {file}");
        }
        for file in files {
            let known = [
                "src/",
                "data/",
                "build.rs",
                "README.md",
                "LICENSE-",
                "Cargo.",
                ".cargo_vcs_info.json",
            ];
            assert!(
                known.iter().any(|start| file.starts_with(start)),
                "{name} holds {file}"
            );
        }
    }
}
