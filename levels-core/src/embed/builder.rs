//! The build-script route: verifies packs and writes `levels.rs` into `OUT_DIR`.
//!
//! The one place in this crate that reads files and prints.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write as _;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, eprintln, fs, io, println};

use super::{pack_expression, stages_expression, table, version_assertion};
use crate::json::source::Source;
use crate::pack::{
    Families, Finding, LintLevel, Options, Severity, Stored, Verification, VerifiedPack, plain,
    verify,
};
use crate::progression::{Library, ModelLock, Order};

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

    /// Adds every pack (a `*.json` file with a `format` key) of a folder and its subfolders. The
    /// path is relative to the crate's manifest.
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

    /// Embeds the order of stages of a library: `progression.json` in that folder, held against the
    /// packs beside it and against `model.lock`. Its packs are verified and not embedded, unless they
    /// are added otherwise. The path is relative to the crate's manifest.
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

    /// The name of the file in `OUT_DIR`; `levels.rs` unless said otherwise.
    #[must_use]
    pub fn output(mut self, name: &str) -> Self {
        self.output = name.to_string();
        self
    }

    /// The path under which the generated code finds this crate, for a renamed dependency;
    /// `::levels_core` unless said otherwise.
    #[must_use]
    pub fn crate_path(mut self, path: &str) -> Self {
        self.core = path.to_string();
        self
    }

    /// What the user types to run a command line that knows the families of this builder, such as
    /// `cargo run -p my-levels --`: messages say it where they tell how to mend something. It is
    /// `levels-gen` unless said otherwise, which knows the built-in families alone.
    #[must_use]
    pub fn command(mut self, command: &str) -> Self {
        self.command = command.to_string();
        self
    }

    /// Verifies and writes; prints what Cargo needs to rebuild and every finding. The exit code is
    /// for the build script's `main` to return.
    #[must_use]
    pub fn emit(self) -> ExitCode {
        match self.run() {
            Ok(()) => ExitCode::SUCCESS,
            Err(faults) => {
                for fault in faults {
                    println!("cargo::error={}", one_line(&fault));
                }
                ExitCode::FAILURE
            }
        }
    }

    fn run(self) -> Result<(), Vec<String>> {
        if !self.faults.is_empty() {
            return Err(self.faults);
        }
        let variable = |name: &str| {
            env::var_os(name).map(PathBuf::from).ok_or_else(|| {
                alloc::vec![format!(
                    "{name} is not set: this has to run in a build script"
                )]
            })
        };
        let (root, out) = (variable("CARGO_MANIFEST_DIR")?, variable("OUT_DIR")?);
        println!("cargo::rerun-if-changed=build.rs");
        let mut sources = self.sources(&root, &self.files, &self.directories)?;
        let embedded = sources.len();
        if let Some(directory) = &self.progression {
            // A pack that is embedded as well is verified once.
            let library = self.sources(&root, &[], core::slice::from_ref(directory))?;
            for source in library {
                if sources.iter().all(|other| other.name() != source.name()) {
                    sources.push(source);
                }
            }
        }
        let verification = verify(&sources, &self.families, &self.options);
        report(verification.findings(), &self.command)?;
        let packs: Vec<&VerifiedPack> = verification
            .packs
            .iter()
            .filter_map(|pack| pack.verified.as_ref())
            .collect();
        let mut text = module(&packs[..embedded.min(packs.len())], &self.core);
        if let Some(directory) = &self.progression {
            let (order, lock) =
                stages(&root.join(directory), &verification, &packs, &self.command)?;
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "/// The order of stages: a way through the levels of the packs that it names.\n#[allow(dead_code)]\npub static STAGES: {core}::Stages = {};",
                stages_expression(&order, lock.as_ref(), &self.core),
                core = self.core,
            );
        }
        let path = out.join(&self.output);
        fs::write(&path, text).map_err(|fault| alloc::vec![format!("{}: {fault}", path.display())])
    }

    /// Reads every pack, in the order of the calls and by name inside a folder.
    fn sources(
        &self,
        root: &Path,
        files: &[PathBuf],
        directories: &[PathBuf],
    ) -> Result<Vec<Source>, Vec<String>> {
        let mut paths: Vec<(PathBuf, bool)> =
            files.iter().map(|file| (root.join(file), true)).collect();
        let mut faults = Vec::new();
        for directory in directories {
            // Watching the folder makes Cargo see files that are added or renamed.
            println!("cargo::rerun-if-changed={}", root.join(directory).display());
            match json_files(&root.join(directory)) {
                Ok(found) => paths.extend(found.into_iter().map(|path| (path, false))),
                Err(fault) => faults.push(format!("{}: {fault}", directory.display())),
            }
        }
        let mut sources = Vec::new();
        for (path, named) in paths {
            if named {
                println!("cargo::rerun-if-changed={}", path.display());
            }
            match read(&path) {
                Ok(source) if named || crate::pack::is_pack(&source) => sources.push(source),
                Ok(_) => {}
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            Ok(sources)
        } else {
            Err(faults)
        }
    }
}

/// Reads a file as text.
fn read(path: &Path) -> Result<Source, String> {
    let name = display_path(path);
    let bytes = fs::read(path).map_err(|fault| format!("{name}: {fault}"))?;
    Source::from_bytes(&name, bytes).map_err(|(source, at)| {
        let position = source.position(at);
        format!("{name}:{}:{}: not UTF-8", position.line, position.column)
    })
}

/// The order of a library, held against its packs and its lock.
fn stages(
    folder: &Path,
    verification: &Verification,
    packs: &[&VerifiedPack],
    command: &str,
) -> Result<(Order, Option<ModelLock>), Vec<String>> {
    let one = |fault| alloc::vec![fault];
    let order = read(&folder.join("progression.json")).map_err(one)?;
    let lock = folder.join("model.lock");
    let lock = if lock.exists() {
        Some(read(&lock).map_err(one)?)
    } else {
        None
    };
    let library = Library {
        order: &order,
        lock: lock.as_ref(),
    };
    let known: Vec<&str> = verification
        .packs
        .iter()
        .map(|pack| pack.id.as_str())
        .collect();
    let found = library.verify(packs, &known);
    report(found.findings.iter(), command)?;
    let order = found
        .order
        .ok_or_else(|| one(format!("{} could not be verified", order.name())))?;
    Ok((order, found.lock))
}

/// The `*.json` files of a folder and its subfolders, by name. A folder is read once, however many links
/// lead to it: one may lead back to a folder that it lies in.
///
/// # Errors
/// The first folder that cannot be read.
pub fn json_files(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    walk(directory, &mut BTreeSet::new(), &mut found)?;
    Ok(found)
}

fn walk(
    directory: &Path,
    seen: &mut BTreeSet<PathBuf>,
    found: &mut Vec<PathBuf>,
) -> io::Result<()> {
    if !seen.insert(fs::canonicalize(directory)?) {
        return Ok(());
    }
    let mut entries: Vec<PathBuf> = fs::read_dir(directory)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            walk(&path, seen, found)?;
        } else if path
            .extension()
            .is_some_and(|extension| extension == "json")
        {
            found.push(path);
        }
    }
    Ok(())
}

/// The path as messages show it: relative to the current folder where it lies below, with `/`.
fn display_path(path: &Path) -> String {
    let clean = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    // A build script runs in its package's folder; the workspace's root is what people start from.
    let short =
        workspace_root().and_then(|root| clean.strip_prefix(root).ok().map(Path::to_path_buf));
    short.unwrap_or(clean).to_string_lossy().replace('\\', "/")
}

/// The nearest folder above the crate that holds a `Cargo.lock`.
fn workspace_root() -> Option<PathBuf> {
    let manifest = fs::canonicalize(env::var_os("CARGO_MANIFEST_DIR")?).ok()?;
    manifest
        .ancestors()
        .find(|folder| folder.join("Cargo.lock").is_file())
        .map(Path::to_path_buf)
}

/// Prints every finding: in full on stderr, one line each for Cargo.
fn report<'a>(
    findings: impl Iterator<Item = &'a Finding>,
    command: &str,
) -> Result<(), Vec<String>> {
    let mut errors = Vec::new();
    for found in findings {
        let found = &found.with_command(command);
        eprintln!("{}: {}\n", found.severity.word(), plain(found));
        let line = format!(
            "{}:{}:{}: {} {}: {} (help: {})",
            found.file,
            found.start.line,
            found.start.column,
            found.lint.code,
            found.lint.name,
            found.message,
            found.help
        );
        match found.severity {
            Severity::Error => errors.push(line),
            Severity::Warning => println!("cargo::warning={}", one_line(&line)),
        }
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// The generated module: a static a pack, a table of packs and a map over all level ids.
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
            "/// The pack `{}`: {} levels, every one proven.\n#[allow(dead_code)]\npub static {name}: {core}::Pack = {};",
            id.escape_default(),
            pack.levels().len(),
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

/// `frost-run` → `FROST_RUN`; never a name that is taken.
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
