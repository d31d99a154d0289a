//! A pack that a command made: it is rated, written, and verified as `verify` does it.

use std::path::Path;

use levels_core::json::source::Source;
use levels_core::pack::{Families, Options, PackFile, Recipe, rate, verify};

use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::output;
use crate::report::{self, Format};
use levels_core::wording::plural;

/// The part of `--help` that is the same for every command that writes a pack.
pub const HELP: &str = "The pack is written and then verified as by `levels-gen verify`: what is left to fix is printed, and \
the exit status is that of `verify`.";

/// Where a pack goes.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    /// The file; without one, the pack is printed.
    pub out: Option<&'a Path>,
    /// Whether any file may be replaced.
    pub force: Force,
}

impl Target<'_> {
    /// Refuses a file that cannot be written or may not be replaced, before the work begins.
    ///
    /// # Errors
    /// As [`files::check_writable`] and [`files::check_replaceable`].
    pub fn check(&self, recipe: Option<&Recipe>) -> Result<(), Fault> {
        let Some(path) = self.out else { return Ok(()) };
        files::check_writable(path)?;
        let origin = recipe.map(files::recipe_origin);
        files::check_replaceable(path, origin.as_deref(), self.force)
    }
}

/// Rates a pack, writes it to `target` or prints it, and verifies what was written.
///
/// # Errors
/// A file that cannot be written. What is wrong with levels is in the exit code.
pub fn deliver(
    pack: &PackFile,
    target: Target<'_>,
    families: &Families,
    options: &Options,
) -> Result<Exit, Fault> {
    let name = target.out.map_or_else(|| "<pack>".to_string(), files::name);
    match rated(pack, &name, families, options)? {
        Err(exit) => Ok(exit),
        Ok(source) => {
            write(pack, &source, target)?;
            proven(&[source], families, options)
        }
    }
}

/// Rates a pack under the name that messages use. If it cannot be rated, prints the reasons and
/// returns the exit code.
fn rated(
    pack: &PackFile,
    name: &str,
    families: &Families,
    options: &Options,
) -> Result<Result<Source, Exit>, Fault> {
    let source = Source::new(name, pack.to_text());
    match rate(&source, families, options) {
        Ok(rated) => Ok(Ok(Source::new(name, rated))),
        Err(findings) => {
            report::findings(&[source], findings.iter(), Format::Human)?;
            Ok(Err(report::exit(findings.iter())))
        }
    }
}

/// Writes a rated pack to `target`, or prints it.
fn write(pack: &PackFile, rated: &Source, target: Target<'_>) -> Result<(), Fault> {
    match target.out {
        Some(path) => {
            files::put(path, rated.text(), target.force)?;
            let (levels, name) = (plural(pack.levels.len(), "level"), files::name(path));
            output::note(&format!("wrote {levels} to {name}"));
            Ok(())
        }
        None => output::out(rated.text()),
    }
}

/// Verifies packs as `verify` does, and prints what is found.
///
/// # Errors
/// A closed or full output.
pub fn proven(rated: &[Source], families: &Families, options: &Options) -> Result<Exit, Fault> {
    let options = Options {
        keep: false,
        ..options.clone()
    };
    let verification = verify(rated, families, &options);
    report::findings(rated, verification.findings(), Format::Human)?;
    let exit = report::exit(verification.findings());
    if exit != Exit::Ok {
        output::note(match rated.len() {
            1 => NOT_VALID,
            _ => "not all of the packs are valid: `verify` refuses them for the reasons above",
        });
    }
    Ok(exit)
}

/// The message for a pack that was written but is not valid.
pub const NOT_VALID: &str =
    "the pack is not valid as it is: `verify` refuses it for the reasons above";

/// Where a recipe is run again.
pub struct Again<'a> {
    /// The folder that its campaigns lie in.
    pub root: &'a Path,
    /// The folder from which it names files.
    pub base: &'a Path,
    /// Where the pack is written.
    pub path: &'a Path,
}

impl<'a> Again<'a> {
    /// Where the pack goes; a file of an earlier recipe is replaced.
    #[must_use]
    pub fn target(&self) -> Target<'a> {
        Target {
            out: Some(self.path),
            force: Force { force: true },
        }
    }
}
