//! `completions`: the script that lets a shell complete the command line.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use crate::exit::{Exit, Fault};
use crate::output;

/// Print completions for a shell.
#[derive(Debug, Args)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub fn run(self) -> Result<Exit, Fault> {
        let mut bytes = Vec::new();
        generate(
            self.shell,
            &mut crate::Arguments::command(),
            "levels-gen",
            &mut bytes,
        );
        output::out(&String::from_utf8_lossy(&bytes))?;
        Ok(Exit::Ok)
    }
}
