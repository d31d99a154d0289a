//! Running a campaign: portions of seeds on several threads, saved at portion boundaries.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use levels_core::rng::Rng;
use rayon::prelude::*;
use serde_json::{Map, Value as Json};

use super::CampaignFolder;
use super::manifest::{Manifest, OUTCLASSED};
use super::record::{Record, Standing};
use super::reservoir::Reservoir;
use super::settings::{Propose, Settings};
use crate::exit::Fault;

/// How many seeds are searched before the clock is checked again, and before an archive sees what is
/// kept. Saves are made only at such a boundary, so the clock decides when a campaign is saved but
/// never what is in it.
pub const PORTION: u64 = 256;

/// How long a campaign runs.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    /// Positions of the shard in all, including those of earlier sessions.
    pub positions: Option<u64>,
    /// Time in this session.
    pub duration: Option<Duration>,
    /// Time between two saves.
    pub save_every: Duration,
}

/// Why a campaign ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// All seeds are done, or the time is up.
    Done,
    /// It was interrupted.
    Interrupted,
}

/// What a seed gave; it is measured if it would have been kept when its portion began.
struct SeedResult {
    standing: Standing,
    measured: Option<Result<Map<String, Json>, &'static str>>,
}

/// Runs a campaign until a limit of `stop` is reached or `interrupted` is set. The current portion is
/// finished and everything is saved. `report` is called after each save.
///
/// # Errors
/// A file that cannot be written.
pub fn run(
    place: &CampaignFolder,
    manifest: &mut Manifest,
    pool: &mut Reservoir,
    stop: Stop,
    interrupted: &AtomicBool,
    mut report: impl FnMut(&Manifest, &Reservoir),
) -> Result<Ended, Fault> {
    let start = Instant::now();
    let mut saved = start;
    let settings = manifest.settings.clone();
    let ended = loop {
        if interrupted.load(Ordering::Relaxed) {
            break Ended::Interrupted;
        }
        let left = stop
            .positions
            .map_or(PORTION, |all| all.saturating_sub(manifest.finished));
        let time_is_up = stop
            .duration
            .is_some_and(|duration| start.elapsed() >= duration);
        if left == 0 || time_is_up {
            break Ended::Done;
        }
        let end = manifest.finished + left.min(PORTION);
        let results: Vec<_> = (manifest.finished..end)
            .into_par_iter()
            .map(|position| find(&settings, position, pool))
            .collect();
        for result in results {
            if let Err(reason) = result.and_then(|found| keep(pool, found)) {
                manifest.reject(reason);
            }
        }
        manifest.finished = end;
        if saved.elapsed() >= stop.save_every {
            place.save(manifest, pool)?;
            saved = Instant::now();
            report(manifest, pool);
        }
    };
    place.save(manifest, pool)?;
    report(manifest, pool);
    Ok(ended)
}

fn find(settings: &Settings, position: u64, pool: &Reservoir) -> Result<SeedResult, &'static str> {
    let seed = settings.seed(position);
    let parent = match settings.propose {
        Propose::Random => None,
        Propose::Archive => pool.parent(&mut Rng::for_candidate(seed, 1)),
    };
    let find = settings.search.find(seed, parent)?;
    let measured = pool.would_keep(&find.standing).then(|| (find.measure)());
    Ok(SeedResult {
        standing: find.standing,
        measured,
    })
}

/// Keeps a board if it is still good enough after all seeds before it, so that the counters do not
/// depend on where portions end. Each seed is counted once: as kept, as refused for a reason, or as
/// outclassed, also if that happens later.
fn keep(pool: &mut Reservoir, found: SeedResult) -> Result<(), &'static str> {
    let SeedResult { standing, measured } = found;
    let measured = measured.filter(|_| pool.would_keep(&standing));
    let json = measured.unwrap_or(Err(OUTCLASSED))?;
    // The seed whose board loses its place is counted now.
    match pool.offer(Record { standing, json }) {
        None => Ok(()),
        Some(_) => Err(OUTCLASSED),
    }
}
