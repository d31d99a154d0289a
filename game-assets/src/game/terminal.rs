//! A terminal in the state that the game needs: its other screen, no cursor, no echo.

use std::io;

use console::Term;

/// Holds the terminal; when it is dropped, the screen and the settings are restored, however the game
/// ends.
pub struct Terminal {
    term: Term,
    #[cfg(unix)]
    before: rustix::termios::Termios,
}

impl Terminal {
    /// Sets up the terminal.
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
        // Errors are ignored: the terminal may be gone.
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

/// Turns echo, line mode and signals off and returns the old settings. Reading a key would do that
/// only for itself; here it also applies between two keys, so that keys typed during the search for a
/// hint are neither shown nor lost, and Ctrl-C is a key, so that the terminal is restored.
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
