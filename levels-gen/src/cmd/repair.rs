//! `repair`: the smallest change of cells that makes a level valid.

use std::path::PathBuf;

use clap::Args;
use levels_core::json::source::Source;
use levels_core::pack::{
    Bench, Families, MAX_TRIES, Repair as Outcome, Repaired, drawing, shell_word,
};

use super::made::proven;
use super::{Limits, Lints};
use crate::exit::{Exit, Fault};
use crate::report::{self, Format};
use crate::unknown::unknown;
use crate::{files, output};
use levels_core::wording::plural;

/// Find the smallest change of cells, one or two, that makes a level valid.
#[derive(Debug, Args)]
#[command(
    after_help = "Every changed board is checked by the same verification that a build runs. If the level cannot be \
    won, a smallest part that already cannot be won is also drawn. With --write the whole pack is verified afterwards: what is left \
to fix is printed, and the exit status is that of `verify`."
)]
pub struct Repair {
    /// The pack
    file: PathBuf,
    /// The level's id
    level: String,
    /// Write the fixed level into the pack
    #[arg(long)]
    write: bool,
    /// How many changed boards are checked before the search gives up
    #[arg(long, value_name = "N", default_value_t = MAX_TRIES)]
    max_tries: usize,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    lints: Lints,
}

impl Repair {
    pub fn run(self, families: &Families) -> Result<Exit, Fault> {
        let sources = [files::source(&self.file)?];
        // A file whose levels cannot be read is reported below.
        if let Ok(levels) = levels_core::pack::levels(&sources[0], families)
            && !levels.iter().any(|level| level.id == self.level)
        {
            let known = levels.iter().map(|level| level.id.as_str());
            let name = files::name(&self.file);
            return Err(unknown("level", &self.level, &name, known));
        }
        let options = levels_core::pack::Options {
            lints: self.lints.levels()?,
            ..self.limits.options()
        };
        let bench = match Bench::new(&sources[0], families, &self.level, &options) {
            Ok(bench) => bench,
            Err(findings) => {
                report::findings(&sources, findings.iter(), Format::Human)?;
                return Ok(Exit::Invalid.and(report::exit(findings.iter())));
            }
        };
        let max_states = bench.max_states();
        // The command with a higher limit.
        let raise = format!(
            "levels-gen repair {} {} --max-states {}",
            shell_word(&files::name(&self.file)),
            shell_word(&self.level),
            max_states.saturating_mul(4)
        );
        if let Some(part) = bench.unsolvable_part() {
            let rest = match part.undecided {
                0 => "nothing more can be taken away".to_string(),
                n => format!(
                    "for {} it was not decided within {max_states} states",
                    plural(n, "smaller part")
                ),
            };
            output::out(&format!(
                "`{}` cannot be won. This part of it already cannot be won, and {rest}:\n\n{}\n",
                self.level,
                drawing(&part.rows, &[])
            ))?;
        }
        match bench.repair(options.threads, self.max_tries) {
            Outcome::Valid => {
                output::out(&format!("`{}` is valid as it is\n", self.level))?;
                Ok(Exit::Ok)
            }
            Outcome::Undecided => {
                output::note(&format!(
                    "the limit of {max_states} states was hit before it was known whether `{}` is valid as it is; raise the limit: {raise}",
                    self.level
                ));
                Ok(Exit::Exhausted)
            }
            Outcome::Repaired(found) => {
                let mut text = before_and_after(&self.level, &found);
                if found.undecided > 0 {
                    text += &format!(
                        "\nnot decided within {max_states} states: {}; to decide more: {raise}\n",
                        plural(found.undecided, "earlier change")
                    );
                }
                if self.write {
                    files::rewrite(&self.file, Some(sources[0].text()), &found.text)?;
                    text += &format!("\nfixed {}\n", files::name(&self.file));
                    output::out(&text)?;
                    // Other levels may be left to fix.
                    let written = Source::new(sources[0].name(), found.text);
                    return proven(&[written], families, &options);
                }
                text += "\nnothing was written: --write applies it\n";
                output::out(&text)?;
                Ok(Exit::Ok)
            }
            Outcome::Hopeless { tried } => {
                output::note(&format!(
                    "no change of one or two cells makes `{}` valid: all {tried} were tried",
                    self.level
                ));
                Ok(Exit::Invalid)
            }
            Outcome::GaveUp {
                tried,
                undecided,
                more,
            } => {
                let which = if more { "the first " } else { "all " };
                let mut text = format!(
                    "no change was found that makes `{}` valid: {which}{tried} were tried",
                    self.level
                );
                if undecided > 0 {
                    text += &format!(
                        ", and {undecided} of them were not decided within {max_states} states; raise the limit: {raise}"
                    );
                }
                if more {
                    text += "; raise --max-tries to try more";
                }
                output::note(&text);
                Ok(Exit::Exhausted)
            }
        }
    }
}

fn before_and_after(id: &str, found: &Repaired) -> String {
    let cells: Vec<_> = found.changes.iter().map(|change| change.cell).collect();
    let changes: Vec<String> = found.changes.iter().map(ToString::to_string).collect();
    format!(
        "`{id}` is valid with {} changed ({}); the optimum is then {}\n\nbefore:\n{}\nafter:\n{}",
        plural(found.changes.len(), "cell"),
        changes.join("; "),
        plural(found.optimal, "move"),
        drawing(&found.before, &cells),
        drawing(&found.after, &cells),
    )
}
