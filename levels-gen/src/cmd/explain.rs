//! `explain`: the long form of a lint, or the list of all.

use clap::Args;
use levels_core::pack::{LINTS, lint};

use crate::exit::{Exit, Fault};
use crate::output;

/// Explain a lint.
#[derive(Debug, Args)]
pub struct Explain {
    /// The lint's code or name; all of them are listed without one
    lint: Option<String>,
}

impl Explain {
    pub fn run(self) -> Result<Exit, Fault> {
        let Some(name) = self.lint else {
            let mut text = String::new();
            for lint in LINTS {
                let level = if lint.fixed {
                    "always deny"
                } else {
                    lint.level.word()
                };
                text.push_str(&format!(
                    "{}  {:<18} {level:<12} {}\n",
                    lint.code, lint.name, lint.about
                ));
            }
            output::out(&text)?;
            return Ok(Exit::Ok);
        };
        let Some(lint) = lint(&name) else {
            return Err(Fault::Usage(format!(
                "no lint is called `{name}`; `levels-gen explain` lists all of them"
            )));
        };
        let level = if lint.fixed {
            "always denied".to_string()
        } else {
            format!(
                "level: {} unless a flag, a pack or a level says otherwise",
                lint.level.word()
            )
        };
        output::out(&format!(
            "{} {}: {}\n{level}\n\n{}",
            lint.code, lint.name, lint.about, lint.explanation
        ))?;
        Ok(Exit::Ok)
    }
}
