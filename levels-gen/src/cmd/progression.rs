//! `progression`: the order of stages over the levels of packs, or over a pool of rated levels.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use levels_core::json::source::Source;
use levels_core::pack::Families;
use levels_core::progression::{
    Migration, Order, Pool, Progression as Builder, Recorded, Report, Variant, explain,
};

use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::library::{self, Levels, Orders};
use crate::output;
use crate::report::{self, Format as Findings};
use levels_core::wording::plural;

/// Order levels into stages.
#[derive(Debug, Args)]
#[command(
    after_help = "Players see `progression.json`, beside the packs; `model.lock` records every order that shipped. \
    After a change of levels: build (with --pin once players have progress), report, lock, commit."
)]
pub struct Progression {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Build the order and write `progression.json` beside the packs
    Build(Build),
    /// Build the recorded order again and compare the file and the lock with it
    Check(Check),
    /// Check an order against the bounds and draw its difficulty; exit status 1 if a bound is missed
    Report(ReportOf),
    /// Explain why a stage has its level
    Explain(Explain),
    /// Record the order in `model.lock`: from now on its version names these levels
    Lock(Lock),
    /// Write where each stage of an old version is in a new one
    Migrate(Migrate),
}

/// Where the levels come from.
#[derive(Debug, Args)]
struct From {
    /// Packs, or a folder of packs: of a folder those that its progression.json names, or all if it
    /// has none
    #[arg(value_name = "PATH", default_value = "levels", conflicts_with = "pool")]
    paths: Vec<PathBuf>,
    /// A pool instead: a JSON array of levels that are rated already
    #[arg(long, value_name = "FILE")]
    pool: Option<PathBuf>,
    /// The seed of the tie-break [default: that of the recorded order, or 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many stages [default: as many as there are levels; for report and explain, as many as are
    /// recorded]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    stages: Option<u32>,
    /// How to build it; all but full are known mistakes, for comparison
    #[arg(long, value_name = "NAME", default_value = "full",
          value_parser = ["sort", "min-anchor", "symmetric-band", "greedy", "full"])]
    variant: String,
    /// Keep the order that was locked last: fill its gaps and append what is new
    #[arg(long)]
    pin: bool,
    /// The version of the order, such as levels-1/2 [default: that of the recorded order]
    #[arg(long, value_name = "VERSION")]
    model_version: Option<String>,
}

#[derive(Debug, Args)]
struct Build {
    #[command(flatten)]
    from: From,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Where to write the order [default: progression.json beside the packs; for a pool, it is not
    /// written]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

#[derive(Debug, Args)]
struct Check {
    /// The folder of packs with its progression.json
    #[arg(default_value = "levels")]
    folder: PathBuf,
    /// How to print what was found
    #[arg(long, value_enum, default_value_t = Findings::Human)]
    format: Findings,
}

#[derive(Debug, Args)]
struct ReportOf {
    #[command(flatten)]
    from: From,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Debug, Args)]
struct Explain {
    /// The stage, from 1
    stage: usize,
    #[command(flatten)]
    from: From,
}

#[derive(Debug, Args)]
struct Lock {
    /// The folder of packs with its progression.json
    #[arg(default_value = "levels")]
    folder: PathBuf,
}

#[derive(Debug, Args)]
struct Migrate {
    /// The version that players have progress in
    old: String,
    /// The version that they play on in
    new: String,
    /// The folder with model.lock
    #[arg(default_value = "levels")]
    folder: PathBuf,
    /// Where to write the map [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Human,
    /// One JSON object
    Json,
}

impl Progression {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        match self.verb {
            Verb::Build(verb) => verb.run(families),
            Verb::Check(verb) => verb.run(families),
            Verb::Report(verb) => verb.run(families),
            Verb::Explain(verb) => verb.run(families),
            Verb::Lock(verb) => verb.run(families),
            Verb::Migrate(verb) => verb.run(),
        }
    }
}

/// An order with what it was built by and from.
struct Built {
    settings: Builder,
    pool: Pool,
    order: Order,
}

impl From {
    /// The folder of the library.
    fn folder(&self) -> Option<&Path> {
        let path = self.paths.first().filter(|_| self.pool.is_none())?;
        if path.is_dir() {
            return Some(path);
        }
        path.parent()
    }

    /// The order as it is recorded, built again, if none of the options asks for another one.
    fn recorded(&self, families: &Families) -> Result<Built, Fault> {
        self.order(families, true)
    }

    /// The order from scratch, or pinned.
    fn build(&self, families: &Families) -> Result<Built, Fault> {
        self.order(families, false)
    }

    fn order(&self, families: &Families, as_many: bool) -> Result<Built, Fault> {
        let (pool, packs) = match &self.pool {
            Some(file) => (read_pool(file)?, Vec::new()),
            None => {
                let Levels { pool, packs } = Levels::of(&self.paths, families)?;
                (pool, packs)
            }
        };
        let recorded = match self.folder() {
            Some(folder) => library::read_order(folder)?,
            None => None,
        };
        let mut settings = Builder {
            variant: Variant::from_name(&self.variant).unwrap_or(Variant::Full),
            stages: self.stages.map(|stages| stages as usize),
            ..Builder::default()
        };
        if let Some(recorded) = &recorded {
            settings.seed = recorded.seed;
            if as_many && settings.stages.is_none() {
                settings.stages = Some(recorded.len());
            }
            // An order of another library version starts counting again.
            if recorded
                .model_version
                .starts_with(&format!("{}/", levels_core::MODEL_VERSION))
            {
                settings.model_version.clone_from(&recorded.model_version);
            }
        }
        if let Some(seed) = self.seed {
            settings.seed = seed;
        }
        if let Some(version) = &self.model_version {
            let own = version
                .split_once('/')
                .filter(|(library, own)| *library == levels_core::MODEL_VERSION && !own.is_empty());
            if own.is_none() {
                return Err(Fault::Usage(format!(
                    "`{version}` is not a version of this library: write {}/ and the game's own number",
                    levels_core::MODEL_VERSION
                )));
            }
            settings.model_version.clone_from(version);
        }
        let lock = match self.folder() {
            Some(folder) => Some(library::read_lock(folder)?),
            None => None,
        };
        let pool = pool.recorded_in(recorded.as_ref(), lock.as_ref());
        let mut order = if self.pin {
            let (Some(folder), Some(lock)) = (self.folder(), &lock) else {
                return Err(Fault::Usage(
                    "--pin goes with packs: a pool has no lock".into(),
                ));
            };
            let Some((_, locked)) = lock.latest() else {
                return Err(Fault::Usage(format!(
                    "{} has no order to keep: nothing was locked yet",
                    files::name(&folder.join(library::LOCK))
                )));
            };
            settings.build_pinned(&pool, locked)
        } else {
            settings.build(&pool)
        };
        order.packs = packs;
        Ok(Built {
            settings,
            pool,
            order,
        })
    }
}

fn read_pool(path: &Path) -> Result<Pool, Fault> {
    let source = files::source(path)?;
    Pool::from_json(source.text()).map_err(|faults| {
        let lines: Vec<String> = faults
            .iter()
            .map(|fault| format!("{}: {fault}", source.name()))
            .collect();
        Fault::Invalid(lines.join("\n"))
    })
}

impl Build {
    fn run(self, families: &Families) -> Result<Exit, Fault> {
        let recorded = self.from.folder().map(|folder| folder.join(library::ORDER));
        let out = self.out.clone().or_else(|| recorded.clone());
        if let Some(path) = &out {
            files::check_writable(path)?;
        }
        // The new order takes its defaults from the recorded one.
        let before = match &recorded {
            Some(path) => files::optional(path)?,
            None => None,
        };
        let Built { order, .. } = self.from.build(families)?;
        if let Some(folder) = self.from.folder()
            && let Err(moved) = library::read_lock(folder)?.check(&order)
        {
            return Err(Fault::Invalid(format!(
                "nothing was written: {moved}\n  this version has shipped; give the new order its own: --model-version, and --pin to keep what shipped"
            )));
        }
        if let Some(path) = &out {
            let text = order.to_json();
            if out == recorded {
                files::rewrite(path, before.as_ref().map(Source::text), &text)?;
            } else {
                files::put(path, &text, self.force)?;
            }
        }
        match self.format {
            Format::Json => output::out(&order.to_json())?,
            Format::Human => {
                let mut text = String::new();
                for record in &order.stages {
                    text.push_str(&format!(
                        "{:>4}  {:<24} {:>5.2}  {:<7} {}\n",
                        record.stage,
                        record.level,
                        record.rating,
                        record.tier.name(),
                        record.tone.name()
                    ));
                }
                output::out(&text)?;
            }
        }
        if let Some(path) = out {
            output::note(&format!(
                "wrote {}: {}, {}",
                files::name(&path),
                plural(order.stages.len(), "stage"),
                order.model_version
            ));
        }
        Ok(Exit::Ok)
    }
}

impl Check {
    fn run(self, families: &Families) -> Result<Exit, Fault> {
        let (exit, orders) = checked(&self.folder, families, self.format)?;
        output::out(&orders.summary())?;
        Ok(exit)
    }
}

/// Verifies the packs of a folder and its order, and prints what was found.
fn checked(folder: &Path, families: &Families, format: Findings) -> Result<(Exit, Orders), Fault> {
    let paths = [folder.to_path_buf()];
    let packs = files::packs(&paths)?;
    let verification = levels_core::pack::verify(&packs, families, &Default::default());
    let orders = Orders::verify(&paths, &verification)?;
    let sources = packs.iter().chain(orders.sources());
    let all = || verification.findings().chain(orders.findings());
    report::findings(sources, all(), format)?;
    if orders.sources().next().is_none() {
        return Err(Fault::File(format!(
            "{}: no such file; build one: levels-gen progression build {}",
            files::name(&folder.join(library::ORDER)),
            files::name(folder)
        )));
    }
    Ok((report::exit(all()), orders))
}

impl ReportOf {
    fn run(self, families: &Families) -> Result<Exit, Fault> {
        let Built {
            settings,
            pool,
            order,
        } = self.from.recorded(families)?;
        let report = Report::new(&settings, &pool, &order);
        let text = match self.format {
            Format::Human => report.to_text(&order, 76),
            Format::Json => format!("{}\n", report.to_json()),
        };
        output::out(&text)?;
        Ok(if report.met() {
            Exit::Ok
        } else {
            Exit::Invalid
        })
    }
}

impl Explain {
    fn run(self, families: &Families) -> Result<Exit, Fault> {
        let Built { order, .. } = self.from.recorded(families)?;
        let text = explain(&order, self.stage).ok_or_else(|| {
            Fault::Usage(format!(
                "there is no stage {}: the order has {}",
                self.stage,
                plural(order.len(), "stage")
            ))
        })?;
        output::out(&text)?;
        Ok(Exit::Ok)
    }
}

impl Lock {
    fn run(self, families: &Families) -> Result<Exit, Fault> {
        let (exit, orders) = checked(&self.folder, families, Findings::Human)?;
        let before = orders.lock().map(|lock| lock.text().to_string());
        // What was verified is locked, even if the files have changed since.
        let (Exit::Ok, Some((order, mut lock))) = (exit, orders.into_order()) else {
            output::note("nothing was locked: only an order that is valid may ship");
            return Ok(if exit == Exit::Ok {
                Exit::Invalid
            } else {
                exit
            });
        };
        let path = self.folder.join(library::LOCK);
        let recorded = lock
            .record(&order)
            .map_err(|moved| Fault::Invalid(moved.to_string()))?;
        let said = match recorded {
            Recorded::New => {
                files::rewrite(&path, before.as_deref(), &lock.to_json())?;
                "recorded"
            }
            Recorded::Unchanged => "was already recorded, without a difference",
        };
        output::out(&format!(
            "{}: {} ({}) {said}\n",
            files::name(&path),
            order.model_version,
            plural(order.len(), "stage")
        ))?;
        Ok(Exit::Ok)
    }
}

impl Migrate {
    fn run(self) -> Result<Exit, Fault> {
        let lock = library::read_lock(&self.folder)?;
        let map = Migration::between(&lock, &self.old, &self.new)
            .map_err(|fault| Fault::Usage(fault.to_string()))?;
        match &self.out {
            Some(path) => files::put(path, &map.to_json(), self.force)?,
            None => output::out(&map.to_json())?,
        }
        let withdrawn = map.withdrawn().len();
        output::note(&format!(
            "{} of {}: {} carried into {}, {withdrawn} withdrawn",
            plural(map.stages.len(), "stage"),
            map.from,
            map.stages.len() - withdrawn,
            map.to
        ));
        Ok(Exit::Ok)
    }
}
