//! Standard output and standard error. A closed pipe ends the program quietly, and colour follows the
//! terminal, `NO_COLOR` and `--color`.

use std::io::Write as _;

use anstyle::{AnsiColor, Style};

use crate::exit::Fault;

/// Writes to standard output.
///
/// # Errors
/// [`Fault::ClosedPipe`] where nobody reads any more.
pub fn out(text: &str) -> Result<(), Fault> {
    let mut stream = anstream::stdout().lock();
    stream.write_all(text.as_bytes())?;
    stream.flush()?;
    Ok(())
}

/// Writes a line to standard error. What cannot be said there cannot be said at all.
pub fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Says why a verb could not do its work.
pub fn error(fault: &Fault) {
    let style = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    match fault {
        Fault::Usage(message) | Fault::Invalid(message) | Fault::File(message) => {
            note(&format!("{style}error{style:#}: {message}"))
        }
        Fault::ClosedPipe => {}
    }
}
