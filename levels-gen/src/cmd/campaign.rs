//! `campaign`, `campaign-status` and `campaign-merge`.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use levels_core::family::roll::campaign_spec::Settings as RollSettings;
use levels_core::wrap::wrapped;
use serde_json::{Value as Json, json};

use crate::campaign::{
    CampaignFolder, Ended, File, Manifest, Merge, PORTION, Propose, Reservoir, Saved, Settings,
    SettingsFile, Shard, Stop, open, run,
};
use crate::exit::{Exit, Fault};
use crate::pipeline::{Generators, read_toml};
use crate::report::WIDTH;
use crate::{files, output};
use levels_core::wording::plural;

/// The default family of a campaign.
const FAMILY: &str = "roll";

/// How many boards a bucket keeps by default.
const TOPK: u64 = 64;

/// The settings that have a flag: the key in a settings file, and the flag.
const FLAGS: [(&str, &str); 3] = [
    ("iterations", "--iters"),
    ("max_size", "--max-size"),
    ("max_random", "--max-random"),
];

/// Where a campaign is.
#[derive(Debug, Args)]
pub struct Where {
    /// The name of the campaign
    #[arg(long, default_value = "run1")]
    pub name: String,
    /// The folder that campaigns are in
    #[arg(long, default_value = "campaigns")]
    pub root: PathBuf,
    /// The family [default: what the campaign or its settings file says, or roll]
    #[arg(long)]
    pub family: Option<String>,
}

impl Where {
    /// The campaign's folder.
    ///
    /// # Errors
    /// An invalid name.
    pub fn place(&self) -> Result<CampaignFolder, Fault> {
        CampaignFolder::new(&self.root, &self.name)
    }

    /// The campaign as it was saved.
    ///
    /// # Errors
    /// Files that cannot be read or are not a campaign's, or a campaign of another family.
    pub fn load(&self, generators: &Generators) -> Result<Saved, Fault> {
        let saved = self.place()?.load(generators)?;
        let family = saved.manifest.settings.search.family();
        match &self.family {
            Some(asked) if asked != family => Err(Fault::Usage(format!(
                "the campaign `{}` is of the family `{family}`, not `{asked}`",
                self.name
            ))),
            _ => Ok(saved),
        }
    }
}

/// Search a range of seeds and keep the best boards of each bucket.
#[derive(Debug, Args)]
pub struct Campaign {
    #[command(flatten)]
    place: Where,
    /// How many seeds in all; without it the campaign ends after --duration
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    seeds: Option<u64>,
    /// How long to run: a number with h, m or s [default: 60m, or as long as --seeds takes]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    duration: Option<Duration>,
    /// How many threads; 0 for as many as the machine has
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// A file with the family, the number of boards that a bucket keeps, and the search settings
    #[arg(long, value_name = "FILE")]
    settings: Option<PathBuf>,
    /// Where boards come from: each from scratch, or most by changes to the best kept so far
    #[arg(long, value_enum, default_value_t = Propose::Random)]
    propose: Propose,
    /// How many boards a bucket keeps [default: 64]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    topk: Option<u64>,
    /// How many changes are tried for a tutorial (roll) [default: 120]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    iters: Option<u32>,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed_base: u64,
    /// The longest side of a board, 4 to 8 (roll) [default: 8]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(4..=8))]
    max_size: Option<u64>,
    /// The greatest probability with which random keys may win, 0 to 1 (roll) [default: 0.15]
    #[arg(long, value_name = "P", value_parser = probability)]
    max_random: Option<f64>,
    /// Search one part of the seeds, such as 3/16
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Seconds between two saves
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    save_every: u64,
    /// Continue a saved campaign, with the same settings
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Delete a campaign of that name and start again
    #[arg(long)]
    fresh: bool,
}

/// Whether Ctrl-C was pressed since a campaign began. One flag per process: there is one handler,
/// and a recipe may run several campaigns.
fn interruption() -> Result<&'static AtomicBool, Fault> {
    static PRESSED: AtomicBool = AtomicBool::new(false);
    static HANDLER: Mutex<bool> = Mutex::new(false);
    let mut set = HANDLER.lock().unwrap_or_else(PoisonError::into_inner);
    if !*set {
        ctrlc::set_handler(|| PRESSED.store(true, Ordering::Relaxed))
            .map_err(|fault| Fault::File(format!("no handler for Ctrl-C: {fault}")))?;
        *set = true;
    }
    Ok(&PRESSED)
}

fn duration(text: &str) -> Result<Duration, String> {
    let fault = || "expected a positive whole number with h, m or s, such as 90s".to_string();
    let (number, unit) = match text.char_indices().last() {
        Some((at, 'h')) => (&text[..at], 3600),
        Some((at, 'm')) => (&text[..at], 60),
        Some((at, 's')) => (&text[..at], 1),
        _ => (text, 1),
    };
    let number: u64 = number.parse().map_err(|_| fault())?;
    match number.checked_mul(unit) {
        Some(seconds) if seconds > 0 => Ok(Duration::from_secs(seconds)),
        _ => Err(fault()),
    }
}

fn probability(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(p) if (0.0..=1.0).contains(&p) => Ok(p),
        _ => Err("expected a number from 0 to 1".to_string()),
    }
}

impl Campaign {
    pub fn run(self, generators: &Generators) -> Result<Exit, Fault> {
        let threads = super::pool(self.threads)?;
        let (exit, status) = self.search(Path::new(""), generators, &threads)?;
        output::out(&status)?;
        Ok(exit)
    }

    /// The same campaign from the start, in another folder and on other threads. Paths of files are
    /// relative to the folder `base`, as in a recipe.
    ///
    /// # Errors
    /// As for the command.
    pub fn again(
        mut self,
        root: &Path,
        base: &Path,
        generators: &Generators,
        threads: &rayon::ThreadPool,
    ) -> Result<Exit, Fault> {
        self.place.root = root.to_path_buf();
        self.fresh = true;
        self.resume = false;
        let (exit, _) = self.search(base, generators, threads)?;
        Ok(exit)
    }

    /// The settings: those of the file, overridden by flags.
    fn settings(&self, base: &Path, generators: &Generators) -> Result<Settings, Fault> {
        let (said, file) = match &self.settings {
            None => (None, None),
            Some(path) => {
                let source = files::source(&base.join(path))?;
                let file = SettingsFile {
                    path: files::name(path),
                    hash: files::hash(source.text()),
                };
                (Some(read_toml::<File>(&source)?), Some(file))
            }
        };
        let asked = self.place.family.as_deref();
        let family = match (&said, asked) {
            (Some(said), Some(asked)) if said.family != asked => {
                return Err(Fault::Usage(format!(
                    "the settings file is for the family `{}`, but --family says `{asked}`",
                    said.family
                )));
            }
            (Some(said), _) => said.family.clone(),
            (None, asked) => asked.unwrap_or(FAMILY).to_string(),
        };
        let topk = said.as_ref().and_then(|said| said.topk);
        let mut search = said.map(|said| said.search).unwrap_or_default();
        let flags = [
            self.iters.map(Json::from),
            self.max_size.map(Json::from),
            self.max_random.map(Json::from),
        ];
        let usual = RollSettings::default();
        let defaults = [
            json!(usual.tutorial_iterations),
            json!(usual.max_size),
            json!(usual.max_random),
        ];
        for ((key, flag), (value, default)) in
            FLAGS.into_iter().zip(flags.into_iter().zip(defaults))
        {
            match value {
                Some(_) if family != FAMILY => {
                    return Err(Fault::Usage(format!(
                        "{flag} is a setting of `{FAMILY}` campaigns, and this one is of `{family}`"
                    )));
                }
                Some(value) => {
                    search.insert(key.to_string(), value);
                }
                None if family == FAMILY && !search.contains_key(key) => {
                    search.insert(key.to_string(), default);
                }
                None => {}
            }
        }
        Ok(Settings {
            seed_base: self.seed_base,
            shard: self.shard,
            topk: self.topk.or(topk).unwrap_or(TOPK) as usize,
            propose: self.propose,
            search: open(&family, search, generators).map_err(Fault::Usage)?,
            file,
        })
    }

    /// Refuses what an archive cannot do: its boards come from what is kept after each portion of seeds.
    fn check_archive(&self) -> Result<(), Fault> {
        if self.propose != Propose::Archive {
            return Ok(());
        }
        if self.shard != Shard::WHOLE {
            return Err(Fault::Usage(
                "an archive grows from all that it keeps, so it cannot be cut into shards; run several campaigns, each with its own --seed-base"
                    .to_string(),
            ));
        }
        match self.seeds {
            Some(seeds) if seeds % PORTION != 0 => Err(Fault::Usage(format!(
                "an archive grows by {PORTION} seeds at a time: --seeds {}",
                seeds.next_multiple_of(PORTION)
            ))),
            _ => Ok(()),
        }
    }

    fn search(
        &self,
        base: &Path,
        generators: &Generators,
        threads: &rayon::ThreadPool,
    ) -> Result<(Exit, String), Fault> {
        self.check_archive()?;
        let settings = self.settings(base, generators)?;
        let place = self.place.place()?;
        let _lock = place.lock()?;
        let (mut manifest, mut pool) = self.begin(&place, settings, generators)?;
        let settings = manifest.settings.clone();
        // The seeds of the whole campaign are cut into the shards' positions.
        let positions = self.seeds.map(|seeds| settings.shard.share(seeds));
        let hour = Duration::from_secs(3600);
        let stop = Stop {
            positions,
            duration: self.duration.or(self.seeds.is_none().then_some(hour)),
            save_every: Duration::from_secs(self.save_every),
        };
        let interrupted = interruption()?;
        let start = Instant::now();
        let before = manifest.finished;
        let ended = threads.install(|| {
            run(
                &place,
                &mut manifest,
                &mut pool,
                stop,
                interrupted,
                |manifest, pool| {
                    let seconds = start.elapsed().as_secs_f64();
                    output::note(&format!(
                        "{seconds:.0} s · {} · {:.0} a second · {} kept in {}",
                        plural(manifest.finished, "seed"),
                        (manifest.finished - before) as f64 / seconds.max(1e-9),
                        pool.len(),
                        plural(pool.buckets().count(), "bucket")
                    ));
                },
            )
        })?;
        let exit = match ended {
            Ended::Done => Exit::Ok,
            Ended::Interrupted => Exit::Interrupted,
        };
        Ok((exit, status(&manifest, &pool)))
    }

    fn begin(
        &self,
        place: &CampaignFolder,
        settings: Settings,
        generators: &Generators,
    ) -> Result<(Manifest, Reservoir), Fault> {
        if self.fresh {
            place.clear()?;
        }
        if !place.exists() {
            if self.resume && !place.exists() {
                output::note("no campaign of that name was saved: starting fresh");
            }
            let pool = Reservoir::new(settings.topk);
            return Ok((Manifest::new(&self.place.name, settings), pool));
        }
        if !self.resume {
            return Err(Fault::Usage(format!(
                "a campaign `{}` is already saved; continue it with --resume, or delete it with --fresh",
                self.place.name
            )));
        }
        let mut saved = place.resume(generators)?;
        if let Some(difference) = settings.difference(&saved.manifest.settings) {
            return Err(Fault::Usage(format!(
                "the saved campaign has other settings: {difference}; use the same settings, or another --name"
            )));
        }
        // A file of another name with the same settings is accepted.
        saved.manifest.settings.file = settings.file;
        Ok((saved.manifest, saved.pool))
    }
}

/// Show how far a campaign is and which boards it keeps.
#[derive(Debug, Args)]
pub struct CampaignStatus {
    #[command(flatten)]
    place: Where,
}

impl CampaignStatus {
    pub fn run(self, generators: &Generators) -> Result<Exit, Fault> {
        let saved = self.place.load(generators)?;
        output::out(&status(&saved.manifest, &saved.pool))?;
        Ok(Exit::Ok)
    }
}

/// Merge the shards of a campaign into the pool of the whole.
#[derive(Debug, Args)]
pub struct CampaignMerge {
    /// The names of the shards' campaigns
    #[arg(required = true)]
    parts: Vec<String>,
    /// The name of the whole
    #[arg(long)]
    into: String,
    /// The folder that campaigns are in
    #[arg(long, default_value = "campaigns")]
    root: PathBuf,
    /// Overwrite an existing campaign
    #[arg(long)]
    fresh: bool,
}

impl CampaignMerge {
    pub fn run(self, generators: &Generators) -> Result<Exit, Fault> {
        let target = CampaignFolder::new(&self.root, &self.into)?;
        if target.exists() && !self.fresh {
            return Err(Fault::Usage(format!(
                "a campaign `{}` already exists; overwrite it with --fresh",
                self.into
            )));
        }
        let _lock = target.lock()?;
        let mut merge: Option<Merge> = None;
        for name in &self.parts {
            let part = CampaignFolder::new(&self.root, name)?.load(generators)?;
            merge
                .get_or_insert_with(|| Merge::new(&self.into, &part.manifest.settings))
                .add(name, &part)?;
        }
        let Some(merge) = merge else {
            return Err(Fault::Usage("no shard to merge".to_string()));
        };
        let (mut manifest, pool) = merge.finish()?;
        target.save(&mut manifest, &pool)?;
        output::out(&status(&manifest, &pool))?;
        Ok(Exit::Ok)
    }
}

/// A step of a recipe.
pub struct Step {
    /// The command, as a list of arguments.
    pub words: Vec<String>,
    /// The file that the command reads, with its hash.
    pub input: Option<(String, String)>,
}

/// The step of a recipe that runs a campaign again. The recipe belongs to the pack at `out`; if it is
/// run again, its paths are relative to the folder `base`.
///
/// # Errors
/// A settings file that changed since the campaign ran.
pub fn step(
    name: &str,
    manifest: &Manifest,
    out: Option<&Path>,
    base: Option<&Path>,
) -> Result<Step, Fault> {
    let settings = &manifest.settings;
    let mut words = vec!["campaign".to_string()];
    let mut say = |flag: &str, value: String| words.extend([flag.to_string(), value]);
    say("--name", name.to_string());
    say("--seeds", manifest.finished.to_string());
    say("--seed-base", settings.seed_base.to_string());
    say("--topk", settings.topk.to_string());
    // A setting that has a flag is recorded as the flag, wherever it was set.
    let said = settings.search.settings();
    for (key, flag) in FLAGS {
        if let Some(value) = said.get(key) {
            say(flag, value.to_string());
        }
    }
    if settings.propose != Propose::default() {
        say("--propose", settings.propose.word().to_string());
    }
    let Some(file) = &settings.file else {
        return Ok(Step { words, input: None });
    };
    let path = base.unwrap_or(Path::new("")).join(&file.path);
    if files::hash(files::source(&path)?.text()) != file.hash {
        return Err(Fault::Invalid(format!(
            "{}: changed since the campaign ran; restore it, or run the campaign again with --fresh",
            file.path
        )));
    }
    let recorded = match base {
        Some(_) => file.path.clone(),
        None => files::relative(&out.map_or_else(PathBuf::new, files::home), &path)?,
    };
    say("--settings", recorded.clone());
    let input = Some((recorded, file.hash.clone()));
    Ok(Step { words, input })
}

/// How far a campaign is, as text.
fn status(manifest: &Manifest, pool: &Reservoir) -> String {
    let mut text = format!(
        "{}: {} from {} (shard {}), next seed {}\n{} kept in {}\n",
        manifest.name,
        plural(manifest.finished, "seed"),
        manifest.settings.seed_base,
        manifest.settings.shard,
        manifest.settings.seed(manifest.finished),
        plural(pool.len(), "board"),
        plural(pool.buckets().count(), "bucket")
    );
    let refused = manifest.rejected.iter().filter(|(_, count)| **count > 0);
    let refused: Vec<String> = refused
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    let words = std::iter::once("not kept:").chain(refused.iter().map(String::as_str));
    text.push_str(wrapped(words, "    ", WIDTH).trim_start());
    let best: Vec<_> = pool.by_best().into_iter().take(12).collect();
    let width = best.iter().map(|(key, _)| key.chars().count()).max();
    let width = width.unwrap_or(0);
    for (key, records) in best {
        text.push_str(&format!(
            "  {key:<width$} {:>9} · best {}\n",
            plural(records.len(), "board"),
            manifest.settings.search.score(records[0].standing.rank)
        ));
    }
    text
}
