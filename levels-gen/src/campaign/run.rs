//! Running a campaign: portions of seeds on several threads, saved at portion boundaries.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use levels_core::family::roll::candidate::candidate;
use rayon::prelude::*;

use super::Place;
use super::manifest::Manifest;
use super::record::Record;
use super::reservoir::Reservoir;
use crate::exit::Fault;

/// Seeds between two looks at the clock. What is saved always ends at such a boundary, so a clock
/// decides when a campaign is saved and never what is in it.
const PORTION: u64 = 256;

/// How long a campaign runs.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    /// Positions of the shard in all, those of earlier sessions included.
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
    /// Somebody asked for it.
    Interrupted,
}

/// Runs a campaign until `stop` says so or `interrupted` is set; the portion in hand is finished and
/// everything is saved. `report` is called after each save.
///
/// # Errors
/// A file that cannot be written.
pub fn run(
    place: &Place,
    manifest: &mut Manifest,
    pool: &mut Reservoir,
    stop: Stop,
    interrupted: &AtomicBool,
    mut report: impl FnMut(&Manifest, &Reservoir),
) -> Result<Ended, Fault> {
    let start = Instant::now();
    let mut saved = start;
    let settings = manifest.settings;
    let roll = settings.roll();
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
            .map(|position| {
                let seed = settings.seed(position);
                candidate(seed, &roll).map(|kept| Record::new(seed, &kept, &roll))
            })
            .collect();
        for result in results {
            match result {
                Ok(Some(record)) => pool.offer(record),
                Ok(None) => {}
                Err(reason) => {
                    *manifest
                        .rejected
                        .entry(reason.word().to_string())
                        .or_default() += 1
                }
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
