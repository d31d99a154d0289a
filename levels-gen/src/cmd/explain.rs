//! `explain`: the long form of a lint, or the list of all.

use clap::Args;
use levels_core::pack::{LINTS, lint};

use crate::exit::{Exit, Fault};
use crate::output;
use crate::unknown::unknown;

/// Explain a lint.
#[derive(Debug, Args)]
pub struct Explain {
    /// The lint's code or name; without it, all lints are listed
    lint: Option<String>,
    /// Print all lints as one page in Markdown: docs/lints.md
    #[arg(long, conflicts_with = "lint")]
    page: bool,
}

impl Explain {
    pub fn run(self) -> Result<Exit, Fault> {
        if self.page {
            output::out(&page())?;
            return Ok(Exit::Ok);
        }
        let Some(name) = self.lint else {
            let mut text = String::new();
            for lint in LINTS {
                text.push_str(&format!(
                    "{}  {:<25} {:<30} {}\n",
                    lint.code,
                    lint.name,
                    lint.usual_level(),
                    lint.about
                ));
            }
            output::out(&text)?;
            return Ok(Exit::Ok);
        };
        let Some(lint) = lint(&name) else {
            let known = LINTS.iter().flat_map(|lint| [lint.name, lint.code]);
            return Err(unknown("lint", &name, "levels-gen explain", known));
        };
        let level = if lint.fixed {
            "always denied".to_string()
        } else {
            format!(
                "level: {} unless a flag, a pack or a level says otherwise",
                lint.usual_level()
            )
        };
        output::out(&format!(
            "{} {}: {}\n{level}\n\n{}",
            lint.code, lint.name, lint.about, lint.explanation
        ))?;
        Ok(Exit::Ok)
    }
}

/// Every lint with its long form.
fn page() -> String {
    let mut text = String::from(
        "# Lints\n\nWritten by `levels-gen explain --page`. `levels-gen explain LV0003` prints one of these texts.\n\n\
         You can set every lint that is not always denied, by name or code: on a level with a reason (`\"allow\": { \"furniture\": \"…\" }`), in a\n\
         pack (`\"lints\"`), in the macro's arguments (`deny(furniture)`), on the builder (`.deny(\"furniture\")`) or by a flag\n\
         (`--deny furniture`). The setting nearest to the level wins.\n\n| code | name | level | what it finds |\n|---|---|---|---|\n",
    );
    for lint in LINTS {
        let anchor = format!("{}-{}", lint.code.to_lowercase(), lint.name);
        text += &format!(
            "| [{}](#{anchor}) | `{}` | {} | {} |\n",
            lint.code,
            lint.name,
            lint.usual_level(),
            lint.about
        );
    }
    for lint in LINTS {
        text += &format!(
            "\n## {} {}\n\n{}\n",
            lint.code,
            lint.name,
            lint.explanation.trim_end()
        );
    }
    text
}
