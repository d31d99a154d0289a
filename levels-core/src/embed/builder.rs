//! The build-script route: verifies packs and writes `levels.rs` into `OUT_DIR`.
//!
//! The only place in this crate that reads files and prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::process::ExitCode;
use std::{env, eprintln, fs, io, println};

use super::{pack_expression, stages_expression, table, version_assertion};
use crate::json::source::Source;
use crate::pack::{
    Entry, Families, Finding, LOCK_FILE, LintLevel, ORDER_FILE, Options, Severity, Stored,
    Verification, VerifiedPack, file_entry, folder_entry, plain, shell_word, verify,
};
use crate::progression::{Library, LibraryReport};
use crate::wording::plural;

/// Verifies packs in a build script and writes them as static tables.
///
/// ```no_run
/// # use levels_core::embed::Builder;
/// // build.rs
/// fn main() -> std::process::ExitCode {
///     Builder::new().directory("levels").emit()
/// }
/// // in the crate: include!(concat!(env!("OUT_DIR"), "/levels.rs"));
/// ```
#[derive(Debug)]
pub struct Builder {
    families: Families,
    directories: Vec<PathBuf>,
    files: Vec<PathBuf>,
    progression: Option<PathBuf>,
    options: Options,
    faults: Vec<String>,
    output: String,
    core: String,
    command: String,
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

impl Builder {
    /// A builder with the built-in families and nothing to verify yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            families: crate::registry::built_in(),
            directories: Vec::new(),
            files: Vec::new(),
            progression: None,
            options: Options::default(),
            faults: Vec::new(),
            output: "levels.rs".to_string(),
            core: "::levels_core".to_string(),
            command: "levels-gen".to_string(),
        }
    }

    /// Adds every pack of a folder and its subfolders: every `*.json` in any case of letters,
    /// except `progression.json` and what is in `schema/`, `profiles/` and `campaigns/`. Hidden
    /// files are skipped with a warning. The path is relative to the crate's manifest.
    #[must_use]
    pub fn directory(mut self, path: impl Into<PathBuf>) -> Self {
        self.directories.push(path.into());
        self
    }

    /// Adds one pack. The path is relative to the crate's manifest.
    #[must_use]
    pub fn pack(mut self, path: impl Into<PathBuf>) -> Self {
        self.files.push(path.into());
        self
    }

    /// Embeds the order of stages of a library: `progression.json` in that folder, checked against
    /// the packs beside it and against `model.lock`. Its packs are verified but not embedded,
    /// unless they are also added. The path is relative to the crate's manifest.
    #[must_use]
    pub fn progression(mut self, directory: impl Into<PathBuf>) -> Self {
        self.progression = Some(directory.into());
        self
    }

    /// Adds a family of your own.
    #[must_use]
    pub fn family<F: Stored>(mut self) -> Self {
        self.families = self.families.with::<F>();
        self
    }

    /// The most states that one level's search may keep.
    #[must_use]
    pub fn max_states(mut self, max_states: u32) -> Self {
        self.options.max_states = Some(max_states);
        self
    }

    /// Denies a lint, by name or code.
    #[must_use]
    pub fn deny(self, lint: &str) -> Self {
        self.lint(lint, LintLevel::Deny)
    }

    /// Makes a lint only warn.
    #[must_use]
    pub fn warn(self, lint: &str) -> Self {
        self.lint(lint, LintLevel::Warn)
    }

    /// Allows a lint.
    #[must_use]
    pub fn allow(self, lint: &str) -> Self {
        self.lint(lint, LintLevel::Allow)
    }

    fn lint(mut self, lint: &str, level: LintLevel) -> Self {
        if let Err(fault) = self.options.lints.set(lint, level) {
            self.faults.push(fault);
        }
        self
    }

    /// The name of the file in `OUT_DIR`; `levels.rs` by default.
    #[must_use]
    pub fn output(mut self, name: &str) -> Self {
        self.output = name.to_string();
        self
    }

    /// The path under which the generated code finds this crate, for a renamed dependency;
    /// `::levels_core` by default.
    #[must_use]
    pub fn crate_path(mut self, path: &str) -> Self {
        self.core = path.to_string();
        self
    }

    /// The command that messages name when they say how to fix something. The default is
    /// `levels-gen`, which has only the built-in families; for other families, give the command
    /// line that has them, such as `cargo run -p my-levels --`.
    #[must_use]
    pub fn command(mut self, command: &str) -> Self {
        self.command = command.to_string();
        self
    }

    /// Verifies the packs and writes the tables; prints what Cargo needs to rebuild, and every
    /// finding. Return the exit code from the build script's `main`.
    ///
    /// If something is wrong, everything goes to stderr and nothing to stdout: Cargo shows both for
    /// a script that fails, and shows `cargo::error=` lines twice.
    #[must_use]
    pub fn emit(self) -> ExitCode {
        match self.run() {
            Ok(lines) => {
                for line in lines {
                    println!("{line}");
                }
                ExitCode::SUCCESS
            }
            Err(faults) => {
                for fault in faults {
                    eprintln!("{fault}\n");
                }
                ExitCode::FAILURE
            }
        }
    }

    /// The lines for Cargo.
    fn run(self) -> Result<Vec<String>, Vec<String>> {
        if !self.faults.is_empty() {
            return Err(self
                .faults
                .iter()
                .map(|fault| format!("error: {fault}"))
                .collect());
        }
        let variable = |name: &str| {
            env::var_os(name).map(PathBuf::from).ok_or_else(|| {
                alloc::vec![format!(
                    "error: {name} is not set: call this from a build script"
                )]
            })
        };
        let (root, out) = (variable("CARGO_MANIFEST_DIR")?, variable("OUT_DIR")?);
        let mut reading = Reading::new(&root);
        let mut sources = reading.sources(&self.files, &self.directories);
        let embedded = sources.len();
        let mut order = None;
        if let Some(directory) = &self.progression {
            // A pack that is also embedded is verified only once.
            for source in reading.sources(&[], core::slice::from_ref(directory)) {
                if sources.iter().all(|other| other.name() != source.name()) {
                    sources.push(source);
                }
            }
            order = reading.order(directory, &self.command);
        }
        if !reading.faults.is_empty() {
            return Err(reading.faults);
        }
        if sources.is_empty() {
            return Err(alloc::vec![
                "error: there is no pack to verify\n  = help: name one in the build script: Builder::new().directory(\"levels\")"
                    .to_string()
            ]);
        }
        let verification = verify(&sources, &self.families, &self.options);
        let packs: Vec<&VerifiedPack> = verification
            .packs
            .iter()
            .filter_map(|pack| pack.verified.as_ref())
            .collect();
        let stages = order
            .as_ref()
            .map(|(order, lock)| verify_order(order, lock.as_ref(), &verification, &packs));
        let findings: Vec<&Finding> = verification
            .findings()
            .chain(stages.iter().flat_map(|stages| &stages.findings))
            .collect();
        let mut lines = reading.lines;
        lines.extend(self.report(&findings, reading.skipped)?);
        let mut text = module(&packs[..embedded.min(packs.len())], &self.core);
        if let Some(stages) = &stages {
            let Some(order) = &stages.order else {
                return Err(alloc::vec![
                    "error: the order of stages could not be verified".to_string()
                ]);
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "/// The order of stages: a way through the levels of the packs that it names.\n#[allow(dead_code)]\npub static STAGES: {core}::Stages = {};",
                stages_expression(order, stages.lock.as_ref(), &self.core),
                core = self.core,
            );
        }
        let path = out.join(&self.output);
        fs::write(&path, text)
            .map_err(|fault| alloc::vec![format!("error: {}: {fault}", path.display())])?;
        Ok(lines)
    }

    /// The warnings as lines for Cargo, after the notes of what was skipped.
    ///
    /// # Errors
    /// All findings in full, if any of them is an error.
    fn report(
        &self,
        findings: &[&Finding],
        skipped: Vec<String>,
    ) -> Result<Vec<String>, Vec<String>> {
        let findings: Vec<Finding> = findings
            .iter()
            .map(|found| found.with_command(&self.command))
            .collect();
        if findings.iter().any(|f| f.severity == Severity::Error) {
            let notes = skipped.iter().map(|skipped| format!("note: {skipped}"));
            let full = findings
                .iter()
                .map(|found| format!("{}: {}", found.severity.word(), plain(found)));
            return Err(notes.chain(full).collect());
        }
        let warnings = findings.iter().map(|found| {
            format!(
                "{}:{}:{}: {} {}: {} (help: {})",
                found.file,
                found.start.line,
                found.start.column,
                found.lint.code,
                found.lint.name,
                found.message,
                found.help
            )
        });
        Ok(skipped
            .into_iter()
            .chain(warnings)
            .map(|line| format!("cargo::warning={}", one_line(&line)))
            .collect())
    }
}

/// What a builder reads, and everything that is wrong with it.
struct Reading<'a> {
    /// The folder of the crate's manifest.
    root: &'a Path,
    /// What Cargo must watch.
    lines: Vec<String>,
    /// What was left out.
    skipped: Vec<String>,
    faults: Vec<String>,
}

impl<'a> Reading<'a> {
    fn new(root: &'a Path) -> Self {
        Self {
            root,
            lines: Vec::new(),
            skipped: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Reads every pack: files first, then folders, by name inside a folder.
    fn sources(&mut self, files: &[PathBuf], directories: &[PathBuf]) -> Vec<Source> {
        let mut found = PackFiles::default();
        for file in files {
            found.add_file(&self.root.join(file));
        }
        for directory in directories {
            let path = self.root.join(directory);
            match found.add_folder(&path) {
                Ok(true) => {}
                Ok(false) => self.fault(
                    &format!(
                        "no pack in the folder `{}`: a pack is a *.json file",
                        name(directory)
                    ),
                    &path,
                    "put a pack there, or correct the path in the build script",
                ),
                Err(FolderFault { path: at, fault }) => self.fault(
                    &format!(
                        "cannot read the folder of packs `{}`: {fault}",
                        name(directory)
                    ),
                    &at,
                    "make the folder and put a pack there, or correct the path in the build script",
                ),
            }
            // Cargo watches the folder, so that it sees files that are added or renamed.
            self.watch(&path);
        }
        for hidden in &found.hidden {
            let note = format!(
                "{}: skipped, because its name begins with a dot",
                display_path(hidden)
            );
            if !self.skipped.contains(&note) {
                self.skipped.push(note);
            }
        }
        let mut sources = Vec::new();
        for path in &found.packs {
            match read(path) {
                // Verification reports a pack that is not UTF-8.
                Ok(source) => sources.push(source.unwrap_or_else(|(cut, _)| cut)),
                Err(fault) => self.fault(
                    &format!("cannot read the pack: {fault}"),
                    path,
                    "put the pack there, or correct the path in the build script",
                ),
            }
            self.watch(path);
        }
        sources
    }

    /// Reads the order of stages of a library, and its lock if there is one.
    fn order(&mut self, directory: &Path, command: &str) -> Option<(Source, Option<Source>)> {
        let folder = self.root.join(directory);
        let path = folder.join(ORDER_FILE);
        let help = format!(
            "build the order: {command} progression build {}",
            shell_word(&display_path(&folder))
        );
        let order = self.text(&path, "the order of stages", &help)?;
        let path = folder.join(LOCK_FILE);
        // A dangling link does not count as a missing lock.
        let lock = match fs::symlink_metadata(&path) {
            Err(fault) if fault.kind() == io::ErrorKind::NotFound => None,
            _ => {
                let help = "restore it from version control";
                Some(self.text(&path, "the lock of what shipped", help)?)
            }
        };
        Some((order, lock))
    }

    fn text(&mut self, path: &Path, what: &str, help: &str) -> Option<Source> {
        let fault = match read(path) {
            Ok(Ok(source)) => return Some(source),
            Ok(Err((source, at))) => {
                let at = source.position(at);
                format!("not UTF-8 from line {}, column {} on", at.line, at.column)
            }
            Err(fault) => fault.to_string(),
        };
        self.fault(&format!("cannot read {what}: {fault}"), path, help);
        None
    }

    fn watch(&mut self, path: &Path) {
        self.lines
            .push(format!("cargo::rerun-if-changed={}", path.display()));
    }

    fn fault(&mut self, message: &str, path: &Path, help: &str) {
        self.faults.push(format!(
            "error: {message}\n --> {}\n  = help: the path is relative to the folder of {}; {help}",
            display_path(path),
            display_path(&self.root.join("Cargo.toml")),
        ));
    }
}

/// Reads a file as text.
fn read(path: &Path) -> io::Result<Result<Source, (Source, usize)>> {
    Ok(Source::from_bytes(&display_path(path), fs::read(path)?))
}

/// The order of a library, checked against its packs and its lock.
fn verify_order(
    order: &Source,
    lock: Option<&Source>,
    verification: &Verification,
    packs: &[&VerifiedPack],
) -> LibraryReport {
    let known: Vec<&str> = verification
        .packs
        .iter()
        .map(|pack| pack.id.as_str())
        .collect();
    Library { order, lock }.verify(packs, &known)
}

/// The packs at some paths, each once, however many links lead to it.
#[derive(Debug, Default)]
pub struct PackFiles {
    /// The packs, in the order in which they were added, by name inside a folder.
    pub packs: Vec<PathBuf>,
    /// Files and folders that were skipped because their names begin with a dot.
    pub hidden: Vec<PathBuf>,
    /// Orders of stages in subfolders of the added folders.
    pub orders: Vec<PathBuf>,
    /// Everything visited, by its real path, and whether it holds a pack.
    seen: BTreeMap<PathBuf, bool>,
}

impl PackFiles {
    /// Adds a file, whatever its name.
    pub fn add_file(&mut self, path: &Path) {
        // Whoever reads the file reports a path that cannot be resolved.
        let real = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        if self.seen.insert(real, true).is_none() {
            self.packs.push(path.to_path_buf());
        }
    }

    /// Adds the packs of a folder and of the folders below it; returns whether there are any.
    ///
    /// # Errors
    /// The first folder that cannot be read, and why.
    pub fn add_folder(&mut self, path: &Path) -> Result<bool, FolderFault> {
        self.walk(path, true)
    }

    fn walk(&mut self, folder: &Path, top: bool) -> Result<bool, FolderFault> {
        let at = |fault| FolderFault {
            path: folder.to_path_buf(),
            fault,
        };
        let real = fs::canonicalize(folder).map_err(at)?;
        if let Some(holds) = self.seen.get(&real) {
            return Ok(*holds);
        }
        // A link inside this folder may lead back to it.
        self.seen.insert(real.clone(), false);
        let mut entries: Vec<PathBuf> = fs::read_dir(folder)
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(at)?;
        entries.sort();
        let mut holds = false;
        for path in entries {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() {
                match folder_entry(&name) {
                    None => holds |= self.walk(&path, false)?,
                    Some(Entry::Hidden) => self.hidden.push(path),
                    Some(_) => {}
                }
                continue;
            }
            match file_entry(&name) {
                Entry::Pack => {
                    holds = true;
                    self.add_file(&path);
                }
                Entry::Hidden => self.hidden.push(path),
                Entry::Order if !top => self.orders.push(path),
                Entry::Order | Entry::Other => {}
            }
        }
        self.seen.insert(real, holds);
        Ok(holds)
    }
}

/// A folder that cannot be read.
#[derive(Debug)]
pub struct FolderFault {
    /// The folder.
    pub path: PathBuf,
    /// What the system says.
    pub fault: io::Error,
}

impl core::fmt::Display for FolderFault {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}: {}", name(&self.path), self.fault)
    }
}

impl core::error::Error for FolderFault {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        Some(&self.fault)
    }
}

/// The path as messages show it: relative to the workspace's root if it is below it, with `/`.
fn display_path(path: &Path) -> String {
    let clean = fs::canonicalize(path).unwrap_or_else(|_| tidy(path));
    // A build script runs in its package's folder, but people work in the workspace's root.
    let short =
        workspace_root().and_then(|root| clean.strip_prefix(root).ok().map(Path::to_path_buf));
    name(&short.unwrap_or(clean))
}

/// A path as it was written, with `/`.
fn name(path: &Path) -> String {
    path.to_string_lossy().replace('\\', "/")
}

/// A path that does not exist, with the links in its existing part followed and its `..` removed.
fn tidy(path: &Path) -> PathBuf {
    let mut clean = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                clean.pop();
            }
            Component::CurDir => {}
            part => {
                clean.push(part);
                clean = fs::canonicalize(&clean).unwrap_or(clean);
            }
        }
    }
    clean
}

/// The nearest folder above the crate that holds a `Cargo.lock`.
fn workspace_root() -> Option<PathBuf> {
    let manifest = fs::canonicalize(env::var_os("CARGO_MANIFEST_DIR")?).ok()?;
    manifest
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file())
        .map(Path::to_path_buf)
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The generated module: one static per pack, a table of packs and a map of all level ids.
fn module(packs: &[&VerifiedPack], core: &str) -> String {
    let mut text = String::from("// Written by the build script from verified packs.\n");
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}", version_assertion(core));
    let mut names = Vec::new();
    let mut ids = Vec::new();
    for (number, pack) in packs.iter().enumerate() {
        let id = &pack.file().id;
        let name = static_name(id, &names);
        let _ = writeln!(
            text,
            "/// The pack `{}`: {}, every one proven.\n#[allow(dead_code)]\npub static {name}: {core}::Pack = {};",
            id.escape_default(),
            plural(pack.levels().len(), "level"),
            pack_expression(pack, core)
        );
        for (level, verified) in pack.levels().iter().enumerate() {
            ids.push((verified.id().to_string(), format!("({number}, {level})")));
        }
        names.push(name);
    }
    let statics: Vec<String> = names.iter().map(|name| format!("&{name}")).collect();
    let _ = writeln!(
        text,
        "/// All packs, in the order in which they were verified.\n#[allow(dead_code)]\npub static PACKS: &[&{core}::Pack] = &[{}];",
        statics.join(", ")
    );
    let _ = writeln!(
        text,
        "/// For each level id, the index of its pack in `PACKS` and its own index there.\n#[allow(dead_code)]\npub static LEVEL_IDS: {core}::phf::Map<&'static str, (u32, u32)> = {};",
        table(core, ids)
    );
    text
}

/// `frost-run` → `FROST_RUN`; never a name that is already taken.
fn static_name(id: &str, taken: &[String]) -> String {
    let mut name: String = id
        .chars()
        .map(|c| {
            if c.is_ascii_alphanumeric() {
                c.to_ascii_uppercase()
            } else {
                '_'
            }
        })
        .collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert_str(0, "PACK_");
    }
    while taken.contains(&name) || ["PACKS", "LEVEL_IDS", "STAGES"].contains(&name.as_str()) {
        name.push('_');
    }
    name
}
