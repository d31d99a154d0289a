//! `diff`: what changed between two versions of packs and their order of stages.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Args, ValueEnum};
use levels_core::json::source::Source;
use levels_core::pack::{Entry, Families, file_entry};

use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::library::ORDER;
use crate::output;
use crate::report::diff::{Diff as Difference, Side, html, markdown, text};

/// Show what changed between two versions of packs: levels, optima, ratings, stages.
#[derive(Debug, Args)]
#[command(
    after_help = "A version is a file, a folder, or a git name REV:path, such as main:levels or HEAD~1:levels/frost-run.json; \
    the path after the colon is relative to the root of the repository, or to the working folder if it begins with `./`.\n\n\
Exit status: 0 the versions are the same, byte for byte; 1 they differ; 2 and 3 as for every verb."
)]
pub struct Diff {
    /// The version before
    old: String,
    /// The version after
    new: String,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

/// How a difference is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal
    Text,
    /// Markdown with drawn boards
    Md,
    /// One file for a browser
    Html,
}

impl Diff {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let side = |name: &str| Side::of(name, sources(name)?, families);
        let diff = Difference::between(side(&self.old)?, side(&self.new)?);
        let written = match self.format {
            Format::Text => text(&diff),
            Format::Md => markdown(&diff),
            Format::Html => html(&diff),
        };
        match &self.out {
            Some(path) => files::put(path, &written, self.force)?,
            None => output::out(&written)?,
        }
        Ok(if diff.identical {
            Exit::Ok
        } else {
            Exit::Invalid
        })
    }
}

/// The files of a version: packs, and an order of stages.
fn sources(name: &str) -> Result<Vec<Source>, Fault> {
    let path = Path::new(name);
    if path.is_dir() {
        let mut sources = files::packs(&[path.to_path_buf()])?;
        let order = path.join(ORDER);
        if order.is_file() {
            sources.push(files::source(&order)?);
        }
        return Ok(sources);
    }
    match name.split_once(':') {
        // A drive letter is not a revision, and a file may have a colon in its name.
        Some((revision, _)) if !path.exists() && !revision.is_empty() && !name.starts_with('-') => {
            revision_sources(name)
        }
        _ => Ok(vec![files::source(path)?]),
    }
}

/// The files of a version in git.
fn revision_sources(name: &str) -> Result<Vec<Source>, Fault> {
    let kind = git(&["cat-file", "-t", name])?;
    if kind.trim_ascii() != b"tree" {
        return Ok(vec![blob(name)?]);
    }
    let list = git(&["ls-tree", "-r", "-z", "--name-only", name])?;
    let list = String::from_utf8_lossy(&list);
    let (mut sources, mut hidden, mut orders) = (Vec::new(), Vec::new(), Vec::new());
    let mut packs = 0;
    for file in list.split('\0') {
        let whole = format!("{}/{file}", name.trim_end_matches('/'));
        match file_entry(file) {
            Entry::Pack => {
                sources.push(blob(&whole)?);
                packs += 1;
            }
            Entry::Order if file == ORDER => sources.push(blob(&whole)?),
            Entry::Order => orders.push(PathBuf::from(whole)),
            Entry::Hidden => hidden.push(PathBuf::from(whole)),
            Entry::Other => {}
        }
    }
    files::say_skipped(&hidden, &orders);
    if packs == 0 {
        return Err(files::no_pack(name));
    }
    Ok(sources)
}

/// A file of a version in git.
fn blob(name: &str) -> Result<Source, Fault> {
    let source = Source::from_bytes(name, git(&["show", name])?);
    Ok(source.unwrap_or_else(|(cut, _)| cut))
}

/// What git prints.
fn git(arguments: &[&str]) -> Result<Vec<u8>, Fault> {
    let output = Command::new("git")
        .args(arguments)
        .output()
        .map_err(|fault| Fault::File(format!("git: {fault}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_string();
        return Err(Fault::File(format!(
            "{}: {said}",
            arguments[arguments.len() - 1]
        )));
    }
    Ok(output.stdout)
}
