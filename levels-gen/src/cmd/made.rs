//! A pack that a command made: rated, written, and verified as everybody else will.

use std::path::Path;

use levels_core::json::source::Source;
use levels_core::pack::{Families, Options, PackFile, rate, verify};

use crate::exit::{Exit, Fault};
use crate::report::{self, Format};
use crate::{files, output};

/// Rates a pack, writes it to `out` or prints it, and verifies what was written.
///
/// # Errors
/// A file that cannot be written. What is wrong with levels is in the exit code.
pub fn deliver(
    pack: &PackFile,
    out: Option<&Path>,
    families: &Families,
    options: &Options,
) -> Result<Exit, Fault> {
    let name = out.map_or_else(|| "<pack>".to_string(), files::name);
    match rated(pack, &name, families, options)? {
        Err(exit) => Ok(exit),
        Ok(source) => {
            write(pack, &source, out)?;
            proven(source, families, options)
        }
    }
}

/// Rates a pack under the name that messages call it by; the exit code where it cannot be rated, with
/// the reasons printed.
///
/// # Errors
/// A closed or full output.
pub fn rated(
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

/// Writes a rated pack to `out`, or prints it.
///
/// # Errors
/// A file that cannot be written.
pub fn write(pack: &PackFile, rated: &Source, out: Option<&Path>) -> Result<(), Fault> {
    match out {
        Some(path) => {
            files::write(path, rated.text())?;
            let (levels, name) = (pack.levels.len(), files::name(path));
            output::note(&format!("wrote {levels} levels to {name}"));
            Ok(())
        }
        None => output::out(rated.text()),
    }
}

/// Verifies a pack as everybody else will, and prints what is found.
///
/// # Errors
/// A closed or full output.
pub fn proven(rated: Source, families: &Families, options: &Options) -> Result<Exit, Fault> {
    let sources = [rated];
    let verification = verify(&sources, families, options);
    report::findings(&sources, verification.findings(), Format::Human)?;
    Ok(report::exit(verification.findings()))
}

/// Where a recipe is run again.
pub struct Again<'a> {
    /// The folder that its campaigns lie in.
    pub root: &'a Path,
    /// The folder from which it names files.
    pub base: &'a Path,
    /// Where the pack is written.
    pub path: &'a Path,
}
