//! `strategies`: four ways to propose sliding levels, compared on the same buckets and seeds.

use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use levels_core::family::slide::{Dials, Slide, Strategy};
use levels_core::quality::filters::Kept;

use crate::exit::{Exit, Fault};
use crate::pipeline::{Bucket, BucketSpec, Budget, Fill, Profile, Progress, bucket_seed};
use crate::report::generation::{aligned, claim_text, grouped};
use crate::{files, output};

/// Compare four ways to propose sliding levels on the same buckets and seeds.
#[derive(Debug, Args)]
pub struct Strategies {
    /// The profile whose buckets are filled
    #[arg(long, value_name = "FILE")]
    profile: PathBuf,
    /// Only this bucket, counted from 1
    #[arg(long, value_name = "N")]
    bucket: Option<usize>,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many candidates each way may spend on a bucket
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    candidates: u64,
    /// How many threads work; times are told apart best with one
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

impl Strategies {
    pub fn run(self) -> Result<Exit, Fault> {
        let source = files::source(&self.profile)?;
        let (profile, specs) = Profile::<Dials>::read::<Slide>(&source)?;
        let pool = super::pool(self.threads)?;
        let chosen: Vec<(usize, &BucketSpec<Dials>)> = specs
            .iter()
            .enumerate()
            .filter(|(index, _)| self.bucket.is_none_or(|bucket| bucket == index + 1))
            .collect();
        if chosen.is_empty() {
            return Err(Fault::Usage(format!(
                "{} has {} buckets, counted from 1",
                files::name(&self.profile),
                specs.len()
            )));
        }
        let mut rows = Vec::new();
        for (index, spec) in chosen {
            for strategy in Strategy::ALL {
                let fill = Fill::<Slide> {
                    spec,
                    propose: &|dials, wanted, source, rng, emit| {
                        strategy.candidates(dials, wanted, source, rng, emit)
                    },
                    archive: false,
                    budget: Budget {
                        layouts: spec.layouts,
                        candidates: self.candidates,
                    },
                    seed: bucket_seed(self.seed, index),
                    pool: &pool,
                };
                let mut progress = Progress::new();
                progress.begin(&format!("{} {}", profile.id, strategy.word()), spec.levels);
                let began = Instant::now();
                let mut kept = Kept::new(profile.near_duplicates());
                let bucket = fill.run(&mut kept, &mut progress);
                let seconds = began.elapsed().as_secs_f64();
                progress.finish();
                let title = format!("{} {}", claim_text::<Slide>(bucket.claim), strategy.word());
                rows.push((title, cells(&bucket, seconds)));
            }
        }
        let head = [
            "candidates",
            "already won",
            "under band",
            "over band",
            "unsolvable",
            "accepted",
            "states",
            "seconds",
        ];
        let head = head.map(str::to_string).to_vec();
        output::out(&aligned(head, &rows))?;
        Ok(Exit::Ok)
    }
}

fn cells(bucket: &Bucket<Slide>, seconds: f64) -> Vec<String> {
    let share = |name| {
        let count = bucket.refused.get(name);
        let percent = count as f64 * 100.0 / bucket.candidates.max(1) as f64;
        format!("{} ({percent:.1} %)", grouped(count))
    };
    vec![
        grouped(bucket.candidates),
        share("already-won"),
        share("under-band"),
        share("over-band"),
        share("unsolvable"),
        format!("{} of {}", bucket.levels.len(), bucket.wanted),
        grouped(bucket.effort.states),
        format!("{seconds:.1}"),
    ]
}
