//! Families that can be searched for, as values.

use std::path::Path;
use std::sync::Arc;

use levels_core::json::source::Source;
use levels_core::pack::{PackFile, Recipe, Stored};
use levels_core::quality::filters::Kept;
use levels_core::quality::{Generate, Outcome, Survey};
use levels_core::rng::mix;
use levels_core::search::Limits;
use rayon::ThreadPool;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value as Json};

use super::assemble::{Tutorial, pack};
use super::bucket::{Budget, Fill};
use super::profile::{BucketSpec, Profile};
use super::progress::Progress;
use crate::campaign::{Generated, Propose, Search};
use crate::exit::Fault;
use crate::files;
use crate::report::generation::{Column, reasons};
use crate::report::on_one_line;

/// What is asked for.
pub struct Request<'a> {
    /// The profile's text, under the name that messages call it by.
    pub profile: &'a Source,
    /// The profile's path, for what is named in it.
    pub path: &'a Path,
    /// The profile's path as the recipe records it: relative to the pack.
    pub recorded: &'a str,
    /// The seed.
    pub seed: u64,
    /// Where boards come from.
    pub propose: Propose,
    /// The threads that work.
    pub pool: &'a ThreadPool,
}

/// The result of a search.
pub struct Made {
    /// The pack; absent where a bucket could not be filled.
    pub pack: Option<PackFile>,
    /// The counters, one column per bucket; if there is no pack, the last bucket is not full.
    pub columns: Vec<Column>,
    /// The reasons to refuse, in the order in which they are tested.
    pub reasons: Vec<levels_core::quality::filters::Reason>,
}

/// Any family that can be searched for.
pub trait AnyGenerator: Send + Sync {
    /// The family's tag.
    fn tag(&self) -> &'static str;

    /// Searches for the levels of a profile.
    ///
    /// # Errors
    /// A profile or tutorial that cannot be read or is wrong.
    fn make(&self, request: &Request<'_>, progress: &mut Progress) -> Result<Made, Fault>;

    /// The family under the settings of a campaign.
    ///
    /// # Errors
    /// What is wrong with them, in one line.
    fn search(&self, said: Map<String, Json>) -> Result<Arc<dyn Search>, String>;
}

/// The families that can be searched for, by tag.
#[derive(Clone)]
pub struct Generators(Vec<&'static dyn AnyGenerator>);

impl std::fmt::Debug for Generators {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let tags = self.0.iter().map(|generator| generator.tag());
        f.debug_list().entries(tags).finish()
    }
}

impl Generators {
    /// None yet.
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// The same with one more family; one of the same tag is replaced.
    pub fn with<F: Generate + Stored>(mut self) -> Self
    where
        F::Dials: DeserializeOwned,
    {
        self.0.retain(|generator| generator.tag() != F::TAG);
        self.0.push(any::<F>());
        self
    }

    /// The family with that tag.
    ///
    /// # Errors
    /// There is none; the message lists the families that there are.
    pub fn get(&self, tag: &str) -> Result<&'static dyn AnyGenerator, String> {
        let found = self.0.iter().find(|generator| generator.tag() == tag);
        found.copied().ok_or_else(|| {
            let known: Vec<&str> = self.0.iter().map(|generator| generator.tag()).collect();
            format!(
                "levels of the family `{tag}` cannot be generated; known families: {}",
                known.join(", ")
            )
        })
    }
}

/// A family as a value.
fn any<F: Generate + Stored>() -> &'static dyn AnyGenerator
where
    F::Dials: DeserializeOwned,
{
    struct Erased<F>(std::marker::PhantomData<fn() -> F>);

    impl<F: Generate + Stored> AnyGenerator for Erased<F>
    where
        F::Dials: DeserializeOwned,
    {
        fn tag(&self) -> &'static str {
            F::TAG
        }

        fn make(&self, request: &Request<'_>, progress: &mut Progress) -> Result<Made, Fault> {
            make::<F>(request, progress)
        }

        fn search(&self, said: Map<String, Json>) -> Result<Arc<dyn Search>, String> {
            Ok(Arc::new(Generated::<F>::new(said)?))
        }
    }

    // The value has no size, so nothing is allocated and nothing leaks.
    Box::leak(Box::new(Erased::<F>(std::marker::PhantomData)))
}

/// The step of a recipe that generates a pack from the profile that it calls `recorded`.
pub fn step(recorded: &str, seed: u64, propose: Propose) -> Vec<String> {
    let seed = seed.to_string();
    let mut words = vec!["generate", "--profile", recorded, "--seed", &seed];
    if propose != Propose::default() {
        words.extend(["--propose", propose.word()]);
    }
    words.into_iter().map(str::to_string).collect()
}

fn make<F: Generate + Stored>(request: &Request<'_>, progress: &mut Progress) -> Result<Made, Fault>
where
    F::Dials: DeserializeOwned,
{
    let (profile, specs) = Profile::read::<F>(request.profile)?;
    let mut recipe = Recipe {
        steps: vec![step(request.recorded, request.seed, request.propose)],
        inputs: vec![(
            request.recorded.to_string(),
            files::hash(request.profile.text()),
        )],
    };
    let tutorial = match &profile.tutorial {
        None => None,
        Some(path) => {
            let folder = request.path.parent().unwrap_or(Path::new(""));
            let source = files::source(&folder.join(path))?;
            let (recorded_folder, _) = request.recorded.rsplit_once('/').unwrap_or(("", ""));
            let recorded = files::joined(recorded_folder, path);
            recipe.inputs.push((recorded, files::hash(source.text())));
            Some(tutorial::<F>(&source)?)
        }
    };
    let mut kept = Kept::new(profile.near_duplicates());
    if let Some(tutorial) = &tutorial {
        kept.keep(
            F::canonical(&tutorial.board),
            F::family_key(&tutorial.board, tutorial.optimal),
        );
    }
    let mut buckets = Vec::new();
    let mut columns = Vec::new();
    for (index, spec) in specs.iter().enumerate() {
        let title = format!("{} bucket {}/{}", profile.id, index + 1, specs.len());
        progress.begin(&title, spec.levels);
        let bucket = fill::<F>(spec, index, request, &mut kept, progress);
        progress.end(&bucket);
        columns.push(Column::of(&bucket));
        let full = bucket.is_full();
        buckets.push(bucket);
        if !full {
            break;
        }
    }
    progress.finish();
    let full = buckets.len() == specs.len() && buckets.iter().all(super::Bucket::is_full);
    Ok(Made {
        pack: full.then(|| pack::<F>(&profile, tutorial, buckets, recipe)),
        columns,
        reasons: reasons::<F>(),
    })
}

fn fill<F: Generate>(
    spec: &BucketSpec<F::Dials>,
    index: usize,
    request: &Request<'_>,
    kept: &mut Kept,
    progress: &mut Progress,
) -> super::Bucket<F> {
    let fill = Fill {
        spec,
        propose: &F::candidates,
        archive: request.propose == Propose::Archive,
        budget: Budget {
            layouts: spec.layouts,
            candidates: u64::MAX,
        },
        seed: bucket_seed(request.seed, index),
        pool: request.pool,
    };
    fill.run(kept, progress)
}

/// The seed of a bucket; the seeds of one run are unrelated.
pub fn bucket_seed(seed: u64, index: usize) -> u64 {
    mix(seed ^ mix(index as u64 + 1))
}

fn tutorial<F: Generate>(source: &Source) -> Result<Tutorial<F>, Fault> {
    let invalid = |what: String| Fault::Invalid(format!("{}: {what}", source.name()));
    let faults = |faults: levels_core::finding::Faults| invalid(on_one_line(&faults));
    let level = F::from_text(source.text()).map_err(faults)?;
    let board = F::build(&level).map_err(faults)?;
    let survey: Survey<F::Move> = F::survey(&board, Limits::states(F::MAX_STATES));
    let optimal = match &survey.outcome {
        Outcome::Solved { line } if line.is_empty() => {
            return Err(invalid(
                "the tutorial is won before the first move".to_string(),
            ));
        }
        Outcome::Solved { line } => line.len() as u32,
        Outcome::Unsolvable { why, .. } => {
            return Err(invalid(format!("the tutorial cannot be won: {why}")));
        }
        Outcome::Exhausted { limit } => {
            return Err(Fault::Exhausted(format!(
                "{}: {limit} before it was known whether the tutorial can be won; make its board smaller",
                source.name()
            )));
        }
    };
    if !F::is_tutorial(&board) {
        return Err(invalid("it does not say what it teaches".to_string()));
    }
    Ok(Tutorial {
        level,
        board,
        survey,
        optimal,
    })
}
