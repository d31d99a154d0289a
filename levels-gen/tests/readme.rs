//! The README's tour, followed step by step: files are written and commands run as it says, and what
//! they print is what it shows.

use std::fs;
use std::path::Path;
use std::process::Command;

#[derive(Debug)]
enum Step {
    Write { path: String, text: String },
    Run { command: String, prints: String },
}

/// The steps of a document: fences `json PATH` are files, fences `console` are commands after `$ `
/// with what they print.
fn steps(document: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        let Some(fence) = line.strip_prefix("```") else {
            continue;
        };
        let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if let Some(path) = fence.strip_prefix("json ") {
            steps.push(Step::Write {
                path: path.to_string(),
                text: body.join("\n"),
            });
        } else if fence == "console" {
            for line in body {
                if let Some(command) = line.strip_prefix("$ ") {
                    steps.push(Step::Run {
                        command: command.to_string(),
                        prints: String::new(),
                    });
                } else if let Some(Step::Run { prints, .. }) = steps.last_mut() {
                    prints.push_str(line);
                    prints.push('\n');
                }
            }
        }
    }
    steps
}

#[test]
fn the_tour_of_the_readme_holds() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(readme).unwrap_or_else(|fault| panic!("{fault}"));
    let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
    let steps = steps(&readme);
    assert!(steps.len() >= 6, "{steps:?}");
    for step in steps {
        match step {
            Step::Write { path, text } => {
                let path = folder.path().join(path);
                let parent = path.parent().unwrap_or(folder.path());
                fs::create_dir_all(parent).unwrap_or_else(|fault| panic!("{fault}"));
                fs::write(path, text).unwrap_or_else(|fault| panic!("{fault}"));
            }
            Step::Run { command, prints } => {
                let mut words = command.split_whitespace();
                assert_eq!(words.next(), Some("levels-gen"), "{command}");
                let output = Command::new(env!("CARGO_BIN_EXE_levels-gen"))
                    .args(words)
                    .current_dir(folder.path())
                    .output()
                    .unwrap_or_else(|fault| panic!("{fault}"));
                // In a terminal, findings come first.
                let printed = [output.stderr, output.stdout].concat();
                assert_eq!(String::from_utf8_lossy(&printed), prints, "{command}");
            }
        }
    }
}
