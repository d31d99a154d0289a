//! `report`: packs, pools and the order of stages as a page that a person can look through.

use std::io::IsTerminal as _;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use levels_core::pack::Families;

use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::output;
use crate::pipeline::Generators;
use crate::report::overview::Overview;
use crate::report::{html, markdown};
use levels_core::wording::plural;

/// Write packs, pools and the order of stages as a page to look through: boards, replays, figures.
#[derive(Debug, Args)]
#[command(
    after_help = "The HTML is one file that needs no network. Its keys, on an open level: left and right step through the \
solution, Home and End go to its ends, space plays it, [ and ] go to other levels. The status is that of `verify`: 1 if a level \
is not what its file claims; the report is still written and shows what was found."
)]
pub struct Report {
    /// Packs, campaign folders, progression.json, or folders of any of them; a folder's order of stages
    /// is also reported
    #[arg(value_name = "PATH", default_value = "levels")]
    paths: Vec<PathBuf>,
    /// Where to write it [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    /// How to write it [default: by the name of the file, or html]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Its title [default: made from what it shows]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
}

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One file for a browser
    Html,
    /// Markdown with drawn boards
    Md,
}

impl Report {
    pub fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        let named_md = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
        let guess = if self.out.as_ref().is_some_and(named_md) {
            Format::Md
        } else {
            Format::Html
        };
        let format = self.format.unwrap_or(guess);
        if format == Format::Html && self.out.is_none() && std::io::stdout().is_terminal() {
            return Err(Fault::Usage(
                "HTML is for a browser: say where to write it with --out report.html, or ask for --format md"
                    .to_string(),
            ));
        }
        if let Some(path) = &self.out {
            files::check_writable(path)?;
            files::check_replaceable(path, Some(files::PAGE), self.force)?;
        }
        let overview = Overview::of(&self.paths, families, generators)?;
        let title = self.title.clone().unwrap_or_else(|| title(&overview));
        let text = match format {
            Format::Html => html::page(&overview, &title),
            Format::Md => markdown::markdown(&overview, &title),
        };
        match &self.out {
            Some(path) => {
                files::put(path, &text, self.force)?;
                output::note(&format!(
                    "wrote {}: {} in {}, {} kB",
                    files::name(path),
                    plural(overview.levels.len(), "level"),
                    plural(overview.groups.len(), "pack"),
                    text.len().div_ceil(1000)
                ));
            }
            None => output::out(&text)?,
        }
        for found in &overview.findings {
            output::note(found);
        }
        Ok(overview.exit)
    }
}

fn title(overview: &Overview) -> String {
    match overview.groups.as_slice() {
        [group] => group.title.clone().unwrap_or_else(|| group.id.clone()),
        groups => format!(
            "{} in {}",
            plural(overview.levels.len(), "level"),
            plural(groups.len(), "pack")
        ),
    }
}
