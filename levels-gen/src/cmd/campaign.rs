//! `campaign`, `campaign-status` and `campaign-merge`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use levels_core::wrap::wrapped;

use crate::campaign::{Ended, Manifest, Place, Reservoir, Saved, Settings, Shard, Stop, run};
use crate::exit::{Exit, Fault};
use crate::output;
use crate::report::WIDTH;

/// The families that campaigns search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Family {
    /// The rolling cube
    Roll,
}

/// Where a campaign lies.
#[derive(Debug, Args)]
pub struct Where {
    /// The name of the campaign
    #[arg(long, default_value = "run1")]
    pub name: String,
    /// The folder that campaigns lie in
    #[arg(long, default_value = "campaigns")]
    pub root: PathBuf,
    /// The family
    #[arg(long, value_enum, default_value_t = Family::Roll)]
    pub family: Family,
}

impl Where {
    /// The campaign's folder.
    ///
    /// # Errors
    /// A name that is none.
    pub fn place(&self) -> Result<Place, Fault> {
        Place::new(&self.root, &self.name)
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
    /// How many boards a bucket keeps
    #[arg(long, value_name = "K", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..))]
    topk: u64,
    /// How many changes are tried for a tutorial
    #[arg(long, value_name = "N", default_value_t = 120, value_parser = clap::value_parser!(u32).range(1..))]
    iters: u32,
    /// The first seed
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed_base: u64,
    /// The longest side of a board, 4 to 8
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u64).range(4..=8))]
    max_size: u64,
    /// The greatest probability with which random keys may win, 0 to 1
    #[arg(long, value_name = "P", default_value_t = 0.15, value_parser = probability)]
    max_random: f64,
    /// Search one part of the seeds, such as 3/16
    #[arg(long, value_name = "K/N", default_value = "1/1")]
    shard: Shard,
    /// Seconds between two saves
    #[arg(long, value_name = "SECONDS", default_value_t = 15)]
    save_every: u64,
    /// Go on with a campaign that was saved, under the same settings
    #[arg(long, conflicts_with = "fresh")]
    resume: bool,
    /// Throw a campaign of that name away and begin anew
    #[arg(long)]
    fresh: bool,
}

/// Whether Ctrl-C was pressed since a campaign began. One flag a process: the system has one handler,
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
    let fault = || "a positive whole number with h, m or s, such as 90s".to_string();
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
        _ => Err("a number from 0 to 1".to_string()),
    }
}

impl Campaign {
    pub fn run(self) -> Result<Exit, Fault> {
        let threads = super::pool(self.threads)?;
        let (exit, status) = self.search(&threads)?;
        output::out(&status)?;
        Ok(exit)
    }

    /// The same campaign from the start, in another folder and on other threads.
    ///
    /// # Errors
    /// As for the command.
    pub fn again(mut self, root: &Path, threads: &rayon::ThreadPool) -> Result<Exit, Fault> {
        self.place.root = root.to_path_buf();
        self.fresh = true;
        self.resume = false;
        let (exit, _) = self.search(threads)?;
        Ok(exit)
    }

    fn search(&self, threads: &rayon::ThreadPool) -> Result<(Exit, String), Fault> {
        let settings = Settings {
            seed_base: self.seed_base,
            shard: self.shard,
            topk: self.topk as usize,
            max_size: self.max_size as usize,
            max_random: self.max_random,
            iterations: self.iters,
        };
        let place = self.place.place()?;
        let _lock = place.lock()?;
        let (mut manifest, mut pool) = self.begin(&place, settings)?;
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
                        "{seconds:.0} s · {} seeds · {:.0} a second · {} kept in {} buckets",
                        manifest.finished,
                        (manifest.finished - before) as f64 / seconds.max(1e-9),
                        pool.len(),
                        pool.buckets().count()
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

    fn begin(&self, place: &Place, settings: Settings) -> Result<(Manifest, Reservoir), Fault> {
        let new = || {
            (
                Manifest::new(&self.place.name, settings),
                Reservoir::new(settings.topk),
            )
        };
        if self.fresh {
            place.clear()?;
        }
        if !place.exists() {
            if self.resume && !place.exists() {
                output::note("no campaign of that name was saved: starting fresh");
            }
            return Ok(new());
        }
        if !self.resume {
            return Err(Fault::Usage(format!(
                "a campaign `{}` was saved; go on with --resume, or throw it away with --fresh",
                self.place.name
            )));
        }
        let saved = place.load()?;
        if let Some(difference) = settings.difference(&saved.manifest.settings) {
            return Err(Fault::Usage(format!(
                "the saved campaign has other settings: {difference}; give the same ones, or another --name"
            )));
        }
        Ok((saved.manifest, saved.pool))
    }
}

/// Say how far a campaign has come and what it keeps.
#[derive(Debug, Args)]
pub struct CampaignStatus {
    #[command(flatten)]
    place: Where,
}

impl CampaignStatus {
    pub fn run(self) -> Result<Exit, Fault> {
        let saved = self.place.place()?.load()?;
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
    /// The folder that campaigns lie in
    #[arg(long, default_value = "campaigns")]
    root: PathBuf,
    /// Overwrite a campaign that is there
    #[arg(long)]
    fresh: bool,
}

impl CampaignMerge {
    pub fn run(self) -> Result<Exit, Fault> {
        let target = Place::new(&self.root, &self.into)?;
        if target.exists() && !self.fresh {
            return Err(Fault::Usage(format!(
                "a campaign `{}` is there; overwrite it with --fresh",
                self.into
            )));
        }
        let _lock = target.lock()?;
        let mut parts = Vec::new();
        for name in &self.parts {
            parts.push((name, Place::new(&self.root, name)?.load()?));
        }
        let Some((_, first)) = parts.first() else {
            return Err(Fault::Usage("no shard to merge".to_string()));
        };
        let whole = |settings: Settings| Settings {
            shard: Shard { number: 1, of: 1 },
            ..settings
        };
        let settings = whole(first.manifest.settings);
        let of = first.manifest.settings.shard.of;
        let mut seen = BTreeSet::new();
        let mut manifest = Manifest::new(&self.into, settings);
        let mut pool = Reservoir::new(settings.topk);
        for (name, part) in &parts {
            let shard = part.manifest.settings.shard;
            if let Some(difference) = settings.difference(&whole(part.manifest.settings)) {
                return Err(Fault::Usage(format!(
                    "`{name}` has other settings: {difference}"
                )));
            }
            if shard.of != of || !seen.insert(shard.number) {
                return Err(Fault::Usage(format!(
                    "`{name}` is shard {shard}: it does not fit to the others"
                )));
            }
            manifest.finished += part.manifest.finished;
            for (reason, count) in &part.manifest.rejected {
                *manifest.rejected.entry(reason.clone()).or_default() += count;
            }
            for record in part.pool.records() {
                pool.offer(record.clone());
            }
        }
        let missing: Vec<String> = (1..=of)
            .filter(|number| !seen.contains(number))
            .map(|number| format!("{number}/{of}"))
            .take(20)
            .collect();
        if !missing.is_empty() {
            let more = of - seen.len() as u64 - missing.len() as u64;
            return Err(Fault::Usage(format!(
                "shards are missing: {}{}",
                missing.join(", "),
                if more == 0 {
                    String::new()
                } else {
                    format!(" and {more} more")
                }
            )));
        }
        // The whole says how many seeds it has searched from the first one on, so there may be no gap.
        let gap = |part: &Saved| {
            let Manifest {
                finished, settings, ..
            } = &part.manifest;
            *finished != settings.shard.share(manifest.finished)
        };
        if parts.iter().any(|(_, part)| gap(part)) {
            let mut far: Vec<(u64, &String)> = parts
                .iter()
                .map(|(name, part)| (part.manifest.finished, *name))
                .collect();
            far.sort();
            let (least, most) = (far[0], far[far.len() - 1]);
            return Err(Fault::Usage(format!(
                "the shards have not come equally far: `{}` has searched {} seeds and `{}` {}; \
let each go on with --resume and the same --seeds",
                least.1, least.0, most.1, most.0
            )));
        }
        target.save(&mut manifest, &pool)?;
        output::out(&status(&manifest, &pool))?;
        Ok(Exit::Ok)
    }
}

/// What a campaign has come to, as text.
fn status(manifest: &Manifest, pool: &Reservoir) -> String {
    let mut text = format!(
        "{}: {} seeds from {} (shard {}), next seed {}\n{} boards kept in {} buckets\n",
        manifest.name,
        manifest.finished,
        manifest.settings.seed_base,
        manifest.settings.shard,
        manifest.settings.seed(manifest.finished),
        pool.len(),
        pool.buckets().count()
    );
    let refused = manifest.rejected.iter().filter(|(_, count)| **count > 0);
    let refused: Vec<String> = refused
        .map(|(reason, count)| format!("{reason} {count}"))
        .collect();
    let words = std::iter::once("not kept:").chain(refused.iter().map(String::as_str));
    text.push_str(wrapped(words, "    ", WIDTH).trim_start());
    for (key, records) in pool.by_best().into_iter().take(12) {
        text.push_str(&format!(
            "  {key:<26} {:>4} boards · best {:.3}\n",
            records.len(),
            f64::from(records[0].rank) / 1e9
        ));
    }
    text
}
