//! `records`: the hardest boards that were found, by class.

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use levels_core::json::source::Source;
use levels_core::pack::{Families, Recipe, levels, verify};

use super::Limits;
use super::campaign::step;
use super::made::{Again, HELP, Target, deliver};
use crate::campaign::{CampaignFolder, Saved};
use crate::exit::{Exit, Fault};
use crate::files::{self, Force};
use crate::output;
use crate::pipeline::Generators;
use crate::records::{Book, tables};
use crate::report::{self, Format};
use levels_core::wording::plural;

/// Print the hardest boards that were found, by class, compared with published marks.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Records {
    #[command(subcommand)]
    verb: Option<Verb>,
    /// Packs of records
    #[arg(value_name = "PACK", default_values = ["levels/records.json", "levels/records-roll.json"])]
    packs: Vec<PathBuf>,
    #[command(flatten)]
    limits: Limits,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Choose the hardest board of each class from campaigns and packs, and write them as a pack
    Build(Build),
}

/// What records are chosen from.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub struct Build {
    /// The names of campaigns of one family
    #[arg(long = "from", value_name = "NAME", required = true)]
    campaigns: Vec<String>,
    /// The folder that campaigns are in
    #[arg(long, default_value = "campaigns")]
    root: PathBuf,
    /// Packs whose levels also compete
    #[arg(long, value_name = "PACK")]
    pack: Vec<PathBuf>,
    /// The id of the pack
    #[arg(long, default_value = "records")]
    id: String,
    /// The title of the pack
    #[arg(long, default_value = "Records")]
    title: String,
    /// Where to write it
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    limits: Limits,
}

impl Records {
    pub fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        match self.verb {
            Some(Verb::Build(build)) => build.run(families, generators),
            None => print(&self.packs, families, &self.limits),
        }
    }

    /// The step of a recipe; `None` where it writes nothing.
    pub fn build(self) -> Option<Build> {
        self.verb.map(|Verb::Build(build)| build)
    }
}

/// Verifies packs of records and prints their tables.
fn print(packs: &[PathBuf], families: &Families, limits: &Limits) -> Result<Exit, Fault> {
    let sources = files::packs(packs)?;
    let verification = verify(&sources, families, &limits.options());
    report::findings(&sources, verification.findings(), Format::Human)?;
    let mut text = String::new();
    for (source, pack) in sources.iter().zip(&verification.packs) {
        let Some(verified) = &pack.verified else {
            continue;
        };
        let file = verified.file();
        let Some(family) = families.get(&file.family) else {
            continue;
        };
        let mut book = Book::new(family);
        add_levels(&mut book, source, families)?;
        let title = file.title.as_deref().unwrap_or(&file.id);
        text.push_str(&format!(
            "{title}: {}\n\n",
            plural(file.levels.len(), "board")
        ));
        text.push_str(&tables(&book));
        text.push('\n');
    }
    output::out(text.trim_end_matches('\n'))?;
    output::out("\n")?;
    Ok(report::exit(verification.findings()))
}

/// Adds the levels of a verified pack to the competition.
fn add_levels(book: &mut Book, source: &Source, families: &Families) -> Result<(), Fault> {
    let opened = levels(source, families).map_err(|findings| {
        let first = findings
            .first()
            .map_or("not a pack", |found| &found.message);
        Fault::Invalid(format!("{}: {first}", source.name()))
    })?;
    for level in &opened {
        if let (Ok(board), Some(moves)) = (&level.level, level.file.optimal) {
            let figures = level.file.measures.clone().unwrap_or_default();
            book.offer(&**board, moves, &figures, level.file.band.clone());
        }
    }
    Ok(())
}

impl Build {
    fn run(self, families: &Families, generators: &Generators) -> Result<Exit, Fault> {
        let folder = self.out.as_deref().map_or_else(PathBuf::new, files::home);
        let mut inputs = Vec::new();
        for path in &self.pack {
            inputs.push((path.clone(), files::relative(&folder, path)?));
        }
        self.choose(inputs, None, families, generators)
    }

    /// The same choice, as a step of a recipe.
    ///
    /// # Errors
    /// As for the command.
    pub fn again(
        mut self,
        place: &Again<'_>,
        families: &Families,
        generators: &Generators,
    ) -> Result<Exit, Fault> {
        self.root = place.root.to_path_buf();
        self.out = Some(place.path.to_path_buf());
        self.force = Force { force: true };
        let packs = self.pack.iter();
        let inputs = packs.map(|path| (place.base.join(path), files::name(path)));
        self.choose(inputs.collect(), Some(place.base), families, generators)
    }

    /// `inputs` are packs with the names that the recipe calls them by.
    fn choose(
        &self,
        inputs: Vec<(PathBuf, String)>,
        base: Option<&Path>,
        families: &Families,
        generators: &Generators,
    ) -> Result<Exit, Fault> {
        let mut recipe = Recipe::default();
        let mut book: Option<Book> = None;
        for name in &self.campaigns {
            let saved = CampaignFolder::new(&self.root, name)?.load(generators)?;
            let tag = saved.manifest.settings.search.family();
            let family = families
                .get(tag)
                .ok_or_else(|| Fault::Usage(format!("no family is called `{tag}`")))?;
            let book = book.get_or_insert_with(|| Book::new(family));
            if book.family().tag() != tag {
                return Err(Fault::Usage(format!(
                    "`{name}` is a campaign of `{tag}`, but those before it are of `{}`: one pack has one family",
                    book.family().tag()
                )));
            }
            add_campaign(book, &saved);
            let step = step(name, &saved.manifest, self.out.as_deref(), base)?;
            recipe.steps.push(step.words);
            if let Some(input) = step.input.filter(|input| !recipe.inputs.contains(input)) {
                recipe.inputs.push(input);
            }
        }
        let Some(mut book) = book else {
            return Err(Fault::Usage("no campaign to choose from".to_string()));
        };
        let mut packs = Vec::new();
        for (path, recorded) in inputs {
            let source = files::source(&path)?;
            add_pack(&mut book, &source, families)?;
            packs.push((recorded, files::hash(source.text())));
        }
        recipe.steps.push(self.words(&packs));
        recipe.inputs.extend(packs);
        let file = book.pack(&self.id, &self.title, recipe);
        let target = Target {
            out: self.out.as_deref(),
            force: self.force,
        };
        deliver(&file, target, families, &self.limits.options())
    }

    /// This step of the recipe; `packs` as it names them.
    fn words(&self, packs: &[(String, String)]) -> Vec<String> {
        let mut words = vec!["records".to_string(), "build".to_string()];
        let mut say = |flag: &str, value: &str| {
            words.extend([flag.to_string(), value.to_string()]);
        };
        for name in &self.campaigns {
            say("--from", name);
        }
        for (path, _) in packs {
            say("--pack", path);
        }
        say("--id", &self.id);
        say("--title", &self.title);
        words
    }
}

fn add_campaign(book: &mut Book, saved: &Saved) {
    let search = &saved.manifest.settings.search;
    for record in saved.pool.records() {
        if let Some(kept) = search.board(record)
            && let Ok(level) = book.family().open_text(&kept.text)
        {
            book.offer(&*level, kept.moves, &kept.figures, Some(kept.band));
        }
    }
}

fn add_pack(book: &mut Book, source: &Source, families: &Families) -> Result<(), Fault> {
    let rated = verify(
        std::slice::from_ref(source),
        families,
        &Limits::default().options(),
    );
    let Some(verified) = rated.packs.first().and_then(|pack| pack.verified.as_ref()) else {
        return Err(Fault::Invalid(format!(
            "{}: it is not valid; see `levels-gen verify {}`",
            source.name(),
            source.name()
        )));
    };
    if verified.file().family != book.family().tag() {
        return Err(Fault::Usage(format!(
            "{} is a pack of `{}`, but the campaigns are of `{}`",
            source.name(),
            verified.file().family,
            book.family().tag()
        )));
    }
    add_levels(book, source, families)
}
