//! A bucket: layouts in order until it holds as many levels as are asked for, or its budget is spent.

use std::collections::BTreeMap;

use levels_core::quality::filters::{Claim, Kept, Tally};
use levels_core::quality::{Archive, Effort, Generate, Source};
use levels_core::rng::Rng;
use rayon::ThreadPool;
use rayon::prelude::*;

use super::attempt::{Accepted, Attempt, Gate, Proposer};
use super::profile::BucketSpec;
use super::progress::Progress;

/// Layouts in the first batch; each further one has twice as many, up to [`LARGEST_BATCH`]. The
/// sizes are fixed so that the result does not depend on the number of threads.
const FIRST_BATCH: u64 = 16;
const LARGEST_BATCH: u64 = 128;

/// How much may be spent on a bucket.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    /// The most layouts.
    pub layouts: u64,
    /// The most candidates, looked at once a batch; for comparisons.
    pub candidates: u64,
}

/// How a bucket is filled.
pub struct Fill<'a, F: Generate> {
    /// What is wanted.
    pub spec: &'a BucketSpec<F::Dials>,
    /// How candidates are proposed.
    pub propose: Proposer<'a, F>,
    /// Whether most layouts grow from the hardest ones found so far.
    pub archive: bool,
    /// How much may be spent.
    pub budget: Budget,
    /// The seed of this bucket.
    pub seed: u64,
    /// The threads that work.
    pub pool: &'a ThreadPool,
}

/// The result of a bucket.
pub struct Bucket<F: Generate> {
    /// What its levels claim.
    pub claim: Claim,
    /// How many levels were asked for.
    pub wanted: u32,
    /// How many layouts were drawn, including those for which nothing fitted on the board.
    pub drawn: u64,
    /// The effort of proposing and solving.
    pub effort: Effort,
    /// How many candidates were looked at.
    pub candidates: u64,
    /// Why candidates were refused.
    pub refused: Tally,
    /// The levels, in the order in which they were found.
    pub levels: Vec<Accepted<F>>,
}

impl<F: Generate> Bucket<F> {
    /// Whether it holds as many levels as were asked for.
    pub fn is_full(&self) -> bool {
        self.levels.len() >= self.wanted as usize
    }
}

impl<F: Generate> Fill<'_, F>
where
    F::Level: Send + Sync,
{
    /// Fills the bucket as far as the budget reaches; what is kept is added to `kept`.
    pub fn run(&self, kept: &mut Kept, progress: &mut Progress) -> Bucket<F> {
        let mut bucket = Bucket {
            claim: self.spec.claim,
            wanted: self.spec.levels,
            drawn: 0,
            effort: Effort::default(),
            candidates: 0,
            refused: Tally::new(),
            levels: Vec::new(),
        };
        let mut archive = self.archive.then(Archive::new);
        let mut size = FIRST_BATCH;
        while !bucket.is_full()
            && bucket.drawn < self.budget.layouts
            && bucket.candidates < self.budget.candidates
        {
            let end = (bucket.drawn + size).min(self.budget.layouts);
            let batch = self.batch(bucket.drawn..end, &bucket, kept, archive.as_ref());
            for mut attempt in batch {
                if bucket.is_full() {
                    break;
                }
                if let (Some(archive), Some(elite)) = (&mut archive, attempt.elite.take()) {
                    archive.offer(elite);
                }
                self.take(&mut bucket, attempt, kept);
            }
            progress.update(&bucket);
            size = (size * 2).min(LARGEST_BATCH);
        }
        bucket
    }

    fn share(&self, layout: u64) -> u32 {
        share(
            self.spec.claim,
            self.spec.levels,
            layout,
            self.budget.layouts,
        )
    }

    /// Counts an attempt and keeps its level, unless one that was kept in the same batch leaves no
    /// room for it.
    fn take(&self, bucket: &mut Bucket<F>, attempt: Attempt<F>, kept: &mut Kept) {
        let share = self.share(bucket.drawn);
        bucket.drawn += 1;
        bucket.effort += attempt.effort;
        bucket.candidates += attempt.candidates;
        bucket.refused.add(&attempt.refused);
        let Some(found) = attempt.found else { return };
        let alike = |other: &&Accepted<F>| other.optimal == found.optimal;
        if kept.has_form(&found.form) {
            bucket.refused.count("duplicate");
        } else if kept.has_enough_of(&found.key) {
            bucket.refused.count("near-duplicate");
        } else if bucket.levels.iter().filter(alike).count() >= share as usize {
            bucket.refused.count("optimum-full");
        } else {
            kept.keep(found.form.clone(), found.key.clone());
            bucket.levels.push(found);
        }
    }

    fn batch(
        &self,
        layouts: std::ops::Range<u64>,
        bucket: &Bucket<F>,
        kept: &Kept,
        archive: Option<&Archive<F::Level>>,
    ) -> Vec<Attempt<F>> {
        let gate = Gate {
            dials: &self.spec.dials,
            claim: self.spec.claim,
            kept,
        };
        let mut held: BTreeMap<u32, u32> = BTreeMap::new();
        for found in &bucket.levels {
            *held.entry(found.optimal).or_default() += 1;
        }
        self.pool.install(|| {
            layouts
                .into_par_iter()
                .map(|layout| {
                    let share = self.share(layout);
                    let wanted = wanted(self.spec.claim, share, &held, layout);
                    let mut rng = Rng::for_candidate(self.seed, layout);
                    let source = archive.map_or(Source::Random, |archive| archive.source(&mut rng));
                    gate.attempt(self.propose, &wanted, source, &mut rng)
                })
                .collect()
        })
    }
}

/// The optima of a band that are still wanted, those with the fewest levels in the bucket first; equal
/// ones take turns. No optimum may have more levels than its share, or the easy ones would fill the
/// bucket.
fn wanted(claim: Claim, share: u32, held: &BTreeMap<u32, u32>, layout: u64) -> Vec<u32> {
    let Claim::Moves { min, max } = claim else {
        return Vec::new();
    };
    let span = max - min + 1;
    let holds = |moves: &u32| held.get(moves).copied().unwrap_or(0);
    let mut wanted: Vec<u32> = (min..=max).filter(|moves| holds(moves) < share).collect();
    wanted.sort_by_key(|moves| {
        let turn = (u64::from(moves - min) + layout) % u64::from(span);
        (holds(moves), turn)
    });
    wanted
}

/// The most levels of one optimum: an even share while the first half of the budget is spent, and one
/// more after it, since the hardest optima of a band may not come at all.
fn share(claim: Claim, levels: u32, layout: u64, budget: u64) -> u32 {
    match claim {
        Claim::Grade(_) => levels,
        Claim::Moves { min, max } => {
            levels.div_ceil(max - min + 1) + u32::from(layout >= budget / 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_scarce_is_wanted_most_and_equals_take_turns() {
        let claim = Claim::Moves { min: 3, max: 6 };
        let none = BTreeMap::new();
        assert_eq!(wanted(claim, 2, &none, 0), [3, 4, 5, 6]);
        assert_eq!(wanted(claim, 2, &none, 1), [6, 3, 4, 5]);
        let held = BTreeMap::from([(3, 2), (5, 1)]);
        assert_eq!(wanted(claim, 3, &held, 0), [4, 6, 5, 3]);
        // What has its share is not wanted.
        assert_eq!(wanted(claim, 2, &held, 0), [4, 6, 5]);
        assert!(wanted(Claim::Grade(1), 8, &none, 0).is_empty());
    }

    #[test]
    fn an_optimum_has_an_even_share_and_one_more_late() {
        let claim = Claim::Moves { min: 3, max: 6 };
        assert_eq!(share(claim, 8, 0, 100), 2);
        assert_eq!(share(claim, 8, 49, 100), 2);
        assert_eq!(share(claim, 8, 50, 100), 3);
        assert_eq!(share(claim, 9, 0, 100), 3);
        assert_eq!(share(Claim::Grade(1), 8, 99, 100), 8);
    }
}
