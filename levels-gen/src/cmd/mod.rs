//! One file per verb: parse, call, print.

mod campaign;
mod completions;
mod curate;
mod daily;
mod diff;
mod enumerate;
mod explain;
mod generate;
mod import;
mod made;
mod one_off;
mod progression;
mod rank;
mod rate;
mod records;
mod repair;
mod report;
mod reproduce;
mod schema;
mod selftest;
mod show;
mod solve;
mod verify;
mod wire;

use clap::{Args, Subcommand};
use levels_core::pack::{Families, LintLevel, LintLevels, Options};

use crate::exit::{Exit, Fault};
use crate::pipeline::Generators;

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Solve boards exactly and print what was found
    Solve(solve::Solve),
    /// Draw boards, or every step of their solutions
    Show(show::Show),
    /// Write a pack from boards in one-line notation
    Import(import::Import),
    /// Fill in or fix what is derived in a pack: optima, stars, solutions, measures
    Rate(rate::Rate),
    /// Find the smallest change of cells, one or two, that makes a level valid
    Repair(repair::Repair),
    /// Solve every level of packs again and compare it with what its file claims
    Verify(verify::Verify),
    /// Search a range of seeds and keep the best boards of each bucket
    Campaign(campaign::Campaign),
    /// Show how far a campaign is and which boards it keeps
    CampaignStatus(campaign::CampaignStatus),
    /// Merge the shards of a campaign into the pool of the whole
    CampaignMerge(campaign::CampaignMerge),
    /// Write packs, pools and the order of stages as a page to look through
    Report(report::Report),
    /// Show what changed between two versions of packs
    Diff(diff::Diff),
    /// Write a campaign's best boards as Markdown, with drawn boards
    Rank(rank::Rank),
    /// Choose a ladder from a campaign's pool and write it as a pack
    Curate(curate::Curate),
    /// Print the hardest boards that were found, by class, or choose them from campaigns
    Records(records::Records),
    /// Attach content to the levels of a rolling-cube ladder, each with an info tile to land on
    Wire(wire::Wire),
    /// Make one rolling-cube board of a size and difficulty, or a batch, and write it as a pack
    Gen(one_off::OneOff),
    /// Verify the shipped packs and the demo board of the rolling cube
    Selftest(selftest::Selftest),
    /// Order levels into stages, and keep what shipped
    Progression(progression::Progression),
    /// Generate a pack of proven levels from a profile and a seed
    Generate(generate::Generate),
    /// Run the recipes of generated packs again and compare bytes
    Reproduce(reproduce::Reproduce),
    /// Count every component of plain sliding boards of a size
    Enumerate(enumerate::Enumerate),
    /// Draw the puzzle of a date
    Daily(daily::Daily),
    /// Explain a lint
    Explain(explain::Explain),
    /// Print the JSON Schema of packs
    Schema(schema::Schema),
    /// Print completions for a shell
    Completions(completions::Completions),
}

impl Command {
    /// Runs the verb.
    ///
    /// # Errors
    /// Why it could not do its work at all; what it found in packs is in the exit code.
    pub fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        match self {
            Self::Solve(verb) => verb.run(families),
            Self::Show(verb) => verb.run(families),
            Self::Report(verb) => verb.run(families, generators),
            Self::Diff(verb) => verb.run(families),
            Self::Import(verb) => verb.run(families),
            Self::Rate(verb) => verb.run(families),
            Self::Repair(verb) => verb.run(families),
            Self::Verify(verb) => verb.run(families),
            Self::Campaign(verb) => verb.run(generators),
            Self::CampaignStatus(verb) => verb.run(generators),
            Self::CampaignMerge(verb) => verb.run(generators),
            Self::Rank(verb) => verb.run(generators),
            Self::Curate(verb) => verb.run(families, generators),
            Self::Records(verb) => verb.run(families, generators),
            Self::Wire(verb) => verb.run(families),
            Self::Gen(verb) => verb.run(families),
            Self::Selftest(verb) => verb.run(families),
            Self::Progression(verb) => verb.run(families),
            Self::Generate(verb) => verb.run(families, generators),
            Self::Reproduce(verb) => verb.run(families, generators),
            Self::Enumerate(verb) => verb.run(),
            Self::Daily(verb) => verb.run(families),
            Self::Explain(verb) => verb.run(),
            Self::Schema(verb) => verb.run(families),
            Self::Completions(verb) => verb.run(),
        }
    }
}

/// The limits that every verb that solves has.
#[derive(Debug, Default, Args)]
pub struct Limits {
    /// The most states that one level's search may keep [default: 4,000,000 for sliding blocks, 400,000
    /// for the rolling cube]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub max_states: Option<u32>,
    /// How many threads solve; 0 for as many as the machine has
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
}

impl Limits {
    /// How far the search of a board may go.
    #[must_use]
    pub fn of(&self, board: &crate::input::Board) -> levels_core::search::Limits {
        levels_core::search::Limits::states(self.max_states.unwrap_or(board.max_states))
    }

    /// The threads that solve.
    ///
    /// # Errors
    /// The system cannot start the threads.
    pub fn pool(&self) -> Result<rayon::ThreadPool, Fault> {
        pool(self.threads)
    }

    /// Options with these limits and no lint level set.
    #[must_use]
    pub fn options(&self) -> Options {
        Options {
            max_states: self.max_states,
            threads: threads(self.threads),
            ..Options::default()
        }
    }
}

/// How many threads solve if `wanted` are asked for; 0 asks for as many as the machine has.
///
/// Each thread takes 64 MB of address space at its start, and the searches get only what the threads
/// leave. So under a shell's `ulimit -v` there is at most one thread for each GiB.
fn threads(wanted: usize) -> usize {
    let machine = || std::thread::available_parallelism().map_or(1, usize::from);
    match address_space() {
        Some(bytes) => {
            let most = usize::try_from(bytes >> 30).unwrap_or(usize::MAX).max(1);
            if wanted == 0 { machine() } else { wanted }.min(most)
        }
        None => wanted,
    }
}

/// The most bytes of address space that the process may have, if that is limited.
fn address_space() -> Option<u64> {
    #[cfg(unix)]
    return rustix::process::getrlimit(rustix::process::Resource::As).current;
    #[cfg(not(unix))]
    None
}

/// Worker threads, 0 for as many as the machine has.
///
/// # Errors
/// The system cannot start the threads.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, Fault> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(self::threads(threads))
        .build()
        .map_err(|fault| Fault::File(format!("no worker threads: {fault}")))
}

/// Lint levels as flags.
#[derive(Debug, Args)]
pub struct Lints {
    /// Allow a lint, by name or code
    #[arg(long, value_name = "LINT")]
    allow: Vec<String>,
    /// Make a lint only warn
    #[arg(long, value_name = "LINT")]
    warn: Vec<String>,
    /// Deny a lint
    #[arg(long, value_name = "LINT")]
    deny: Vec<String>,
}

impl Lints {
    /// The levels that the flags set; of several flags for one lint the strictest wins.
    ///
    /// # Errors
    /// A lint that does not exist or whose level cannot be changed.
    pub fn levels(&self) -> Result<LintLevels, Fault> {
        let mut levels = LintLevels::new();
        for (names, level) in [
            (&self.allow, LintLevel::Allow),
            (&self.warn, LintLevel::Warn),
            (&self.deny, LintLevel::Deny),
        ] {
            for name in names {
                levels.set(name, level).map_err(Fault::Usage)?;
            }
        }
        Ok(levels)
    }
}
