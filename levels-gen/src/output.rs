//! Standard output and standard error. Colour follows the terminal, `NO_COLOR` and `--color`.
//!
//! A closed pipe (`levels-gen … | head -1`) is not an error: the reader has seen enough. The work goes
//! on, files are written, and the exit status stays the same; only a command that makes nothing but
//! text stops early.

use std::io::{ErrorKind, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};

use anstyle::{AnsiColor, Style};
use levels_core::wording::printable_lines;

use crate::exit::Fault;

/// Whether the reader of standard output has gone.
static CLOSED: AtomicBool = AtomicBool::new(false);

/// Writes to standard output; to a closed pipe, nothing. Text that comes from a file cannot control the
/// terminal: see [`printable_lines`], whose escapes mean the same within JSON.
///
/// # Errors
/// What the system says, such as a full disk.
pub fn out(text: &str) -> Result<(), Fault> {
    styled(&printable_lines(text))
}

/// The same for a text with colours, in which text from files is already printable.
///
/// # Errors
/// As [`out`].
pub fn styled(text: &str) -> Result<(), Fault> {
    if is_closed() {
        return Ok(());
    }
    let mut stream = anstream::stdout().lock();
    let written = stream
        .write_all(text.as_bytes())
        .and_then(|()| stream.flush());
    match written {
        Err(fault) if fault.kind() == ErrorKind::BrokenPipe => {
            CLOSED.store(true, Ordering::Relaxed);
            Ok(())
        }
        Err(fault) => Err(Fault::File(format!("standard output: {fault}"))),
        Ok(()) => Ok(()),
    }
}

/// Whether the reader of standard output has gone, so that more text is useless.
#[must_use]
pub fn is_closed() -> bool {
    CLOSED.load(Ordering::Relaxed)
}

/// Writes a line to standard error, as [`out`] does. Errors are ignored: there is nowhere left to
/// report them.
pub fn note(text: &str) {
    styled_note(&printable_lines(text));
}

/// The same for a text with colours, in which text from files is already printable.
pub fn styled_note(text: &str) {
    let _ = writeln!(anstream::stderr(), "{text}");
}

/// Prints why a verb could not do its work.
pub fn error(fault: &Fault) {
    let style = Style::new().fg_color(Some(AnsiColor::Red.into())).bold();
    match fault {
        Fault::Usage(message)
        | Fault::Invalid(message)
        | Fault::Exhausted(message)
        | Fault::File(message) => {
            let message = printable_lines(message);
            styled_note(&format!("{style}error{style:#}: {message}"))
        }
    }
}
