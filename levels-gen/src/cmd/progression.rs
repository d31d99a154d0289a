//! `progression`: the order of stages from a pool of rated levels.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use levels_core::progression::{Order, Pool, Progression as Builder, Report, Variant, explain};

use crate::exit::{Exit, Fault};
use crate::{files, output};

/// Order the levels of a pool into stages.
#[derive(Debug, Args)]
pub struct Progression {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Build the order
    Build(Build),
    /// Hold an order against the bounds and draw its difficulty; ends with 1 where a bound is missed
    Report(ReportOf),
    /// Say why a stage holds the level that it holds
    Explain(Explain),
}

/// Where the order comes from.
#[derive(Debug, Args)]
struct From {
    /// The pool: a JSON array of rated levels
    #[arg(long, value_name = "FILE")]
    pool: PathBuf,
    /// The seed of the tie-break
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How many stages; as many as the pool holds levels unless given
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    stages: Option<u32>,
    /// Build it by one of the known mistakes instead
    #[arg(long, value_name = "NAME", default_value = "full",
          value_parser = ["sort", "min-anchor", "symmetric-band", "greedy", "full"])]
    variant: String,
}

#[derive(Debug, Args)]
struct Build {
    #[command(flatten)]
    from: From,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    /// Write the order, as JSON, to a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
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

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For a person
    Human,
    /// One JSON object
    Json,
}

impl Progression {
    pub fn run(self) -> Result<Exit, Fault> {
        match self.verb {
            Verb::Build(verb) => verb.run(),
            Verb::Report(verb) => verb.run(),
            Verb::Explain(verb) => verb.run(),
        }
    }
}

impl From {
    fn build(&self) -> Result<(Builder, Pool, Order), Fault> {
        let source = files::source(&self.pool)?;
        let pool = Pool::from_json(source.text()).map_err(|faults| {
            let lines: Vec<String> = faults
                .iter()
                .map(|fault| format!("{}: {fault}", source.name()))
                .collect();
            Fault::Invalid(lines.join("\n"))
        })?;
        let mut settings = Builder {
            variant: Variant::from_name(&self.variant).unwrap_or(Variant::Full),
            ..Builder::default()
        };
        if let Some(seed) = self.seed {
            settings.seed = seed;
        }
        settings.stages = self.stages.map(|stages| stages as usize);
        let order = settings.build(&pool);
        Ok((settings, pool, order))
    }
}

impl Build {
    fn run(self) -> Result<Exit, Fault> {
        let (_, _, order) = self.from.build()?;
        if let Some(path) = &self.out {
            files::write(path, &order.to_json())?;
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
        Ok(Exit::Ok)
    }
}

impl ReportOf {
    fn run(self) -> Result<Exit, Fault> {
        let (settings, pool, order) = self.from.build()?;
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
    fn run(self) -> Result<Exit, Fault> {
        let (_, _, order) = self.from.build()?;
        let text = explain(&order, self.stage).ok_or_else(|| {
            Fault::Usage(format!(
                "there is no stage {}: the order has {}",
                self.stage,
                order.len()
            ))
        })?;
        output::out(&text)?;
        Ok(Exit::Ok)
    }
}
