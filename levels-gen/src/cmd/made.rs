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
    let source = Source::new(&name, pack.to_text());
    let rated = match rate(&source, families, options) {
        Ok(rated) => Source::new(&name, rated),
        Err(findings) => {
            report::findings(&[source], findings.iter(), Format::Human)?;
            return Ok(report::exit(findings.iter()));
        }
    };
    match out {
        Some(path) => {
            files::write(path, rated.text())?;
            output::note(&format!("wrote {} levels to {name}", pack.levels.len()));
        }
        None => output::out(rated.text())?,
    }
    let written = [rated];
    let verification = verify(&written, families, options);
    report::findings(&written, verification.findings(), Format::Human)?;
    Ok(report::exit(verification.findings()))
}
