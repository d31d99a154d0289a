//! Follows a page of Markdown, from top to bottom, in a copy of the files that it is about.
//!
//! | block | what the test does with it |
//! |---|---|
//! | a tag and a NAME with a dot | the file NAME is written |
//! | `console` | what follows `$ ` runs in a shell and prints exactly what is below it; a line `…` stands for any lines |
//! | `console mount` | the same where file systems may be mounted |
//! | `sh` | each line runs and ends with status 0, or with N where its comment says `status N` |
//! | `toml` | the manifest of the page's crate |
//! | `rust` | goes into `main` of that crate, one block after the other; at the end of the page it runs |
//! | `rust,no_run` | a program of its own in that crate, which is compiled |
//!
//! Text between backquotes that begins with `levels-gen` or `cargo` also runs, and so do such lines that are
//! indented by four blanks. For a verb alone between backquotes, its help is printed. A block with any other
//! tag fails the test unless the page's entry says that it is a drawing: nothing is left out.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A page and what it needs.
pub struct Page {
    /// Its path in the repository.
    pub path: &'static str,
    /// Makes the files that it works on, in an empty folder.
    pub workshop: fn(&Path),
    /// Whether every block begins in a new workshop.
    pub fresh: bool,
    /// The values of names in capitals.
    pub names: &'static [(&'static str, &'static str)],
    /// Further dependencies of its crate.
    pub dependencies: &'static str,
    /// The beginnings of blocks that no command prints.
    pub drawings: &'static [&'static str],
    /// What runs in place of a command, and why.
    pub instead: &'static [Instead],
}

/// A command that runs in place of a command of a page.
pub struct Instead {
    /// The command as the page has it, without a comment.
    pub command: &'static str,
    /// What runs.
    pub run: &'static str,
    /// The reason why the command itself does not run.
    pub why: &'static str,
    /// How much of the output on the page it also prints.
    pub prints: Prints,
}

/// How printed output is compared with the output on a page.
#[derive(Clone, Copy)]
pub enum Prints {
    /// Line by line.
    All,
    /// Another test does that.
    Elsewhere,
}

/// One thing to do.
enum Step {
    Write { name: String, text: String },
    Run { lines: Vec<Line>, mounts: bool },
    Manifest(String),
    Main(String),
    Program(String),
}

/// One command.
struct Line {
    number: usize,
    command: String,
    prints: Option<String>,
    /// Whether it is in the text.
    is_inline: bool,
}

impl Line {
    /// Whether it only names a verb.
    fn is_name(&self) -> bool {
        self.is_inline && self.command.split(' ').count() == 2
    }
}

/// The repository.
pub fn repository() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    fs::canonicalize(&root).unwrap_or_else(|fault| panic!("{}: {fault}", root.display()))
}

fn steps(page: &Page, text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = (1..).zip(text.lines());
    let mut paragraph: Vec<(usize, &str)> = Vec::new();
    while let Some((number, line)) = lines.next() {
        if let Some(info) = line.trim_start().strip_prefix("```") {
            spans(&mut paragraph, &mut steps);
            let body = lines.by_ref().take_while(|(_, l)| l.trim() != "```");
            steps.extend(block(page, number, info.trim(), &body.collect::<Vec<_>>()));
        } else if let Some(command) = line.strip_prefix("    ").filter(|c| is_command(c)) {
            spans(&mut paragraph, &mut steps);
            steps.push(single(number, command));
        } else if line.trim().is_empty() {
            spans(&mut paragraph, &mut steps);
        } else {
            paragraph.push((number, line));
        }
    }
    spans(&mut paragraph, &mut steps);
    steps
}

fn is_command(text: &str) -> bool {
    text.starts_with("levels-gen ") || text.starts_with("cargo ")
}

fn single(number: usize, command: &str) -> Step {
    let line = Line {
        number,
        command: command.to_string(),
        prints: None,
        is_inline: true,
    };
    Step::Run {
        lines: vec![line],
        mounts: false,
    }
}

/// The commands in a paragraph, which ends here.
fn spans(paragraph: &mut Vec<(usize, &str)>, steps: &mut Vec<Step>) {
    let number = paragraph.first().map_or(0, |line| line.0);
    let text: Vec<&str> = paragraph.drain(..).map(|line| line.1.trim()).collect();
    let text = text.join(" ");
    let spans = text.split('`').skip(1).step_by(2);
    steps.extend(spans.filter(|s| is_command(s)).map(|s| single(number, s)));
}

/// The step for a block; `None` for a drawing.
fn block(page: &Page, number: usize, info: &str, body: &[(usize, &str)]) -> Option<Step> {
    let path = page.path;
    let text: String = body.iter().map(|(_, line)| format!("{line}\n")).collect();
    Some(match info {
        "console" | "console mount" => {
            let mut lines: Vec<Line> = Vec::new();
            for (number, line) in body {
                if let Some(command) = line.strip_prefix("$ ") {
                    lines.push(Line {
                        number: *number,
                        command: command.to_string(),
                        prints: Some(String::new()),
                        is_inline: false,
                    });
                } else if let Some(prints) = lines.last_mut().and_then(|l| l.prints.as_mut()) {
                    *prints += &format!("{line}\n");
                } else {
                    panic!("{path}:{number}: output before a command");
                }
            }
            let mounts = info.ends_with("mount");
            Step::Run { lines, mounts }
        }
        "sh" => {
            let lines = body.iter().filter(|(_, line)| !line.trim().is_empty());
            let lines = lines.map(|(number, line)| Line {
                number: *number,
                command: (*line).to_string(),
                prints: None,
                is_inline: false,
            });
            Step::Run {
                lines: lines.collect(),
                mounts: false,
            }
        }
        "toml" => Step::Manifest(text),
        "rust" => Step::Main(text),
        "rust,no_run" => Step::Program(text),
        _ => match info.split_once(' ') {
            Some((_, name)) if name.contains('.') => Step::Write {
                name: name.to_string(),
                text,
            },
            _ if page.drawings.iter().any(|start| text.starts_with(start)) => return None,
            _ => panic!("{path}:{number}: no rule says what to do with a block `{info}`"),
        },
    })
}

/// The crate that a page's snippets make.
#[derive(Default)]
struct Crate {
    name: String,
    manifest: Option<String>,
    main: String,
    programs: Vec<String>,
}

impl Crate {
    /// Writes it into a folder.
    fn write(&self, at: &Path, page: &Page) {
        let root = repository();
        let local = |line: &str| {
            let name = line.split(" = ").next().unwrap_or_default();
            let ours = ["levels-core", "levels-macro", "levels-gen"].contains(&name);
            let path = root.join(name);
            let path = path.display();
            match ours {
                true => format!("{name} = {{ path = \"{path}\" }}\n"),
                false => format!("{line}\n"),
            }
        };
        let default = "[dependencies]\nlevels-core = \"*\"\nlevels-macro = \"*\"\n";
        let manifest = self.manifest.as_deref().unwrap_or(default);
        let manifest: String = manifest.lines().map(local).collect();
        let further = page
            .dependencies
            .replace("$REPO", &root.display().to_string());
        let manifest =
            manifest.replacen("[dependencies]\n", &format!("[dependencies]\n{further}"), 1);
        // With the build script's dependency, the features are those of the examples, so that everything is
        // compiled only once.
        let manifest = format!(
            "[workspace]\n[package]\nname = \"{}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
             license = \"MIT\"\npublish = false\n\n{manifest}\n\
             [build-dependencies]\nlevels-core = {{ path = \"{}\", features = [\"build\"] }}\n",
            self.name,
            root.join("levels-core").display()
        );
        put(at, "Cargo.toml", &manifest);
        // A page may write its own before.
        if !at.join("build.rs").exists() {
            put(at, "build.rs", "fn main() {}\n");
        }
        put(
            at,
            "src/main.rs",
            &format!(
                "fn main() -> Result<(), Box<dyn std::error::Error>> {{\n{}\nOk(())\n}}\n",
                self.main
            ),
        );
        for (index, program) in self.programs.iter().enumerate() {
            put(at, &format!("src/bin/program-{index}.rs"), program);
        }
        let lock = root.join("examples/sokoban/Cargo.lock");
        fs::copy(lock, at.join("Cargo.lock")).unwrap_or_else(|fault| panic!("{fault}"));
    }
}

/// Writes a file and the folders above it.
pub fn put(at: &Path, name: &str, text: &str) {
    let path = at.join(name);
    let parent = path.parent().unwrap_or(at);
    fs::create_dir_all(parent).unwrap_or_else(|fault| panic!("{name}: {fault}"));
    fs::write(&path, text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
}

/// Copies a folder of the repository.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap_or_else(|fault| panic!("{}: {fault}", to.display()));
    let entries = fs::read_dir(from).unwrap_or_else(|fault| panic!("{}: {fault}", from.display()));
    for entry in entries.flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_name() == "target" {
        } else if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(&from, &to).unwrap_or_else(|fault| panic!("{}: {fault}", from.display()));
        }
    }
}

/// The output that a page shows below a command of a `console` block.
pub fn shown(page: &str, command: &str) -> String {
    let text = fs::read_to_string(repository().join(page)).unwrap_or_default();
    let start = format!("```console\n$ {command}\n");
    let (_, rest) = text
        .split_once(&start)
        .unwrap_or_else(|| panic!("{page}: no `{command}`"));
    rest.split("```").next().unwrap_or_default().to_string()
}

/// Follows a page.
pub fn follow(page: &Page) {
    let text = fs::read_to_string(repository().join(page.path))
        .unwrap_or_else(|fault| panic!("{}: {fault}", page.path));
    let mut used = BTreeSet::new();
    let mut folder = workshop(page);
    let mut own = Crate {
        name: page.path.to_lowercase().replace(['/', '.'], "-"),
        ..Crate::default()
    };
    let mut has_crate = false;
    for step in steps(page, &text) {
        let at = folder.path().join("here");
        match step {
            Step::Write { name, text } => put(&at, &name, &text),
            Step::Run { lines, mounts } => {
                run(page, &at, &lines, mounts, &mut used);
                if page.fresh {
                    folder = workshop(page);
                }
            }
            Step::Manifest(text) => own.manifest = Some(text),
            Step::Main(text) => {
                own.main += &text;
                own.write(&at, page);
                has_crate = true;
            }
            Step::Program(text) => {
                own.programs.push(text);
                own.write(&at, page);
                has_crate = true;
            }
        }
    }
    if has_crate {
        let command = format!(
            "cargo build --quiet && cargo run --quiet --bin {}",
            own.name
        );
        let line = Line {
            number: 0,
            command,
            prints: None,
            is_inline: false,
        };
        run(page, &folder.path().join("here"), &[line], false, &mut used);
    }
    let commands: BTreeSet<&str> = page.instead.iter().map(|instead| instead.command).collect();
    assert_eq!(
        used, commands,
        "{}: commands that the page has not",
        page.path
    );
}

fn workshop(page: &Page) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
    let at = folder.path();
    for name in ["bin", "here"] {
        fs::create_dir(at.join(name)).unwrap_or_else(|fault| panic!("{fault}"));
    }
    let linked =
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_levels-gen"), at.join("bin/levels-gen"));
    linked.unwrap_or_else(|fault| panic!("{fault}"));
    (page.workshop)(&at.join("here"));
    folder
}

/// The mark between the output of a command and its status, and after it.
const MARKS: [char; 2] = ['\u{1}', '\u{2}'];

fn run(page: &Page, at: &Path, lines: &[Line], mounts: bool, used: &mut BTreeSet<&'static str>) {
    let mut script = "exec 2>&1\n".to_string();
    let mut compare = Vec::new();
    for line in lines {
        let bare = line.command.split(" #").next().unwrap_or_default().trim();
        let instead = page.instead.iter().find(|instead| instead.command == bare);
        let command = match instead {
            Some(instead) => {
                assert!(!instead.why.is_empty() && !instead.run.is_empty(), "{bare}");
                used.insert(instead.command);
                instead.run.to_string()
            }
            None if line.is_name() => format!("{} --help", line.command),
            None => name_it(&line.command, page.names),
        };
        script += &format!("{command}\nprintf '{}%s{}' $?\n", MARKS[0], MARKS[1]);
        compare.push(instead.map_or(Prints::All, |instead| instead.prints));
    }
    let printed = shell(at, &script, mounts);
    let mut printed = printed.split(MARKS[1]);
    for (line, compare) in lines.iter().zip(compare) {
        let place = format!("{}:{}: $ {}", page.path, line.number, line.command);
        let (out, status) = printed
            .next()
            .and_then(|printed| printed.split_once(MARKS[0]))
            .unwrap_or_else(|| panic!("{place}: did not end"));
        let out = plain(out);
        match &line.prints {
            Some(shown) => assert!(
                agree(&out, shown, compare),
                "{place}\n--- prints\n{out}--- the page shows\n{shown}"
            ),
            None => {
                let wanted = line.command.split("# status ").nth(1).unwrap_or("0");
                let wanted = wanted.split(|c: char| !c.is_ascii_digit()).next();
                let wanted = wanted.unwrap_or_default();
                assert_eq!(status, wanted, "{place}\n{out}");
            }
        }
    }
}

/// A command with the names in it replaced by their values.
fn name_it(command: &str, names: &[(&str, &str)]) -> String {
    let word = |word: &str| {
        let name = names.iter().find(|(name, _)| *name == word);
        name.map_or(word, |(_, is)| is).to_string()
    };
    command.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn shell(at: &Path, script: &str, mounts: bool) -> String {
    let above = at.parent().unwrap_or(at);
    let path = std::env::var("PATH").unwrap_or_default();
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("..");
    let mut command = match mounts {
        false => Command::new("bash"),
        true => {
            let mut command = Command::new("unshare");
            command.args(["-m", "bash"]);
            command
        }
    };
    let output = command
        .args(["-c", script])
        .env("PATH", format!("{}/bin:{path}", above.display()))
        .env("REPO", repository())
        .env("GAME_ASSETS_DATA", above.join("data"))
        // What the examples have compiled is not compiled again.
        .env("CARGO_TARGET_DIR", target.join("examples"))
        .env("TARGET", target)
        .env("CARGO_NET_OFFLINE", "true")
        .env("CARGO_TERM_COLOR", "never")
        .stdin(Stdio::null())
        .current_dir(at)
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    String::from_utf8_lossy(&output.stdout).to_string()
}

/// Numbers of processes differ from run to run.
fn plain(text: &str) -> String {
    let mut words = text.split_inclusive(' ').peekable();
    let mut plain = String::new();
    while let Some(word) = words.next() {
        plain.push_str(word);
        if word == "process "
            && words
                .next_if(|next| next.trim().parse::<u32>().is_ok())
                .is_some()
        {
            plain.push_str("N ");
        }
    }
    plain
}

fn agree(printed: &str, shown: &str, compare: Prints) -> bool {
    let lines = |text: &'_ str| {
        text.lines()
            .map(|line| line.trim_end().to_string())
            .collect::<Vec<_>>()
    };
    let (printed, shown) = (lines(printed), lines(shown));
    match compare {
        Prints::All => same_lines(&printed, &shown),
        Prints::Elsewhere => true,
    }
}

fn same_lines(printed: &[String], shown: &[String]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first == "…" => {
            (0..=printed.len()).any(|skipped| same_lines(&printed[skipped..], rest))
        }
        Some((first, rest)) => printed.first() == Some(first) && same_lines(&printed[1..], rest),
    }
}

#[test]
fn a_page_that_lies_is_caught() {
    let page = Page {
        path: "-",
        workshop: |_| {},
        fresh: false,
        names: &[],
        drawings: &["drawn"],
        dependencies: "",
        instead: &[],
    };
    let tried = |text: &str| {
        let text = text.to_string();
        std::panic::catch_unwind(|| {
            let folder = workshop(&page);
            for step in steps(&page, &text) {
                if let Step::Run { lines, mounts } = step {
                    run(
                        &page,
                        &folder.path().join("here"),
                        &lines,
                        mounts,
                        &mut BTreeSet::new(),
                    );
                }
            }
        })
        .is_ok()
    };
    for (text, holds) in [
        ("```console\n$ echo a\na\n$ echo b\nb\n```\n", true),
        ("```console\n$ echo a\nb\n```\n", false),
        ("```console\n$ echo a\n```\n", false),
        ("```console\n$ seq 4\n1\n…\n4\n```\n", true),
        ("```console\n$ seq 4\n1\n…\n3\n```\n", false),
        ("```sh\ntrue # yes\nfalse   # status 1\n```\n", true),
        ("```sh\nfalse\n```\n", false),
        ("```sh\nexit 0\n```\n", false),
        ("```\nno tag\n```\n", false),
        ("```text\nwhat is it\n```\n", false),
        ("```text\ndrawn\n```\n", true),
        ("a `levels-gen explain` b\n", true),
        ("a `levels-gen explained` b\n", false),
        ("```sh\nlevels-gen repair\n```\n", false),
        ("a `levels-gen explain LV0003` b\n", true),
        ("a `levels-gen explain\nLV0000` b\n", false),
        ("    levels-gen explain LV0000\n", false),
    ] {
        assert_eq!(tried(text), holds, "{text}");
    }
}
