//! A terminal that is ours for a while: its other screen, no cursor, no echo.

use std::io;

use console::Term;

/// Holds the terminal; what was on it and how it was set comes back when this is dropped, however the
/// game ends.
pub struct Terminal {
    term: Term,
    #[cfg(unix)]
    before: rustix::termios::Termios,
}

impl Terminal {
    /// Takes the terminal over.
    ///
    /// # Errors
    /// It cannot be set up.
    pub fn enter() -> io::Result<Self> {
        #[cfg(unix)]
        let before = raw()?;
        let terminal = Self {
            term: Term::buffered_stdout(),
            #[cfg(unix)]
            before,
        };
        terminal.term.write_str("\x1b[?1049h")?;
        terminal.term.hide_cursor()?;
        Ok(terminal)
    }

    /// The terminal, to draw on and to read keys from.
    pub fn term(&self) -> &Term {
        &self.term
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Nothing can be said to a terminal that is gone.
        let _ = self.term.show_cursor();
        let _ = self.term.write_str("\x1b[?1049l");
        let _ = self.term.flush();
        #[cfg(unix)]
        let _ = rustix::termios::tcsetattr(
            io::stdin(),
            rustix::termios::OptionalActions::Drain,
            &self.before,
        );
    }
}

/// Turns echo, lines and signals off and returns how it was. Reading a key would do that for itself;
/// here it holds between two keys as well, so that what is typed while a hint is searched is neither
/// shown nor lost, and Ctrl-C is a key that puts the terminal in order.
#[cfg(unix)]
fn raw() -> io::Result<rustix::termios::Termios> {
    use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

    let before = tcgetattr(io::stdin())?;
    let mut raw = before.clone();
    raw.make_raw();
    raw.output_modes = before.output_modes;
    tcsetattr(io::stdin(), OptionalActions::Drain, &raw)?;
    Ok(before)
}
