//! Four ways to propose sliding levels, compared on the same bucket and seed: by exact distances, which
//! generation uses, and three cheaper ways.
//!
//! Each takes a won layout and names arrangements of it that might have a wanted optimum. Every
//! candidate is solved and counted by its proven optimum, not by the claimed one.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use clap::Args;
use cpu_time::ThreadTime;
use levels_core::bits::Word;
use levels_core::family::slide::{
    Board, Dials, ForSliding, KindWord, Slide, Sliding, canonical, draw_layout, fresh_distances,
};
use levels_core::puzzle::Puzzle;
use levels_core::quality::filters::{Claim, by_verdict};
use levels_core::quality::{Generate, Measure};
use levels_core::rng::Rng;
use levels_core::search::{Limits, explore};

/// The bucket that the ways fill.
#[derive(Debug, Args)]
pub struct Strategies {
    /// Compare four ways to propose sliding levels on a bucket of this profile
    #[arg(long, value_name = "PROFILE")]
    strategies: Option<PathBuf>,
    /// The bucket, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    bucket: usize,
    /// The seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many candidates each way may spend
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    candidates: u64,
}

/// The parts of a profile's bucket that are used here.
struct Bucket {
    levels: usize,
    moves: (u32, u32),
    layouts: u64,
    dials: Dials,
}

impl Bucket {
    fn read(profile: &Path, number: usize) -> Result<Self, String> {
        let text = std::fs::read_to_string(profile)
            .map_err(|fault| format!("{}: {fault}", profile.display()))?;
        let wrong = |what: &str| format!("{}: {what}", profile.display());
        let profile: toml::Table =
            toml::from_str(&text).map_err(|fault| wrong(&fault.to_string()))?;
        let bucket = profile
            .get("bucket")
            .and_then(|buckets| buckets.get(number.checked_sub(1)?))
            .ok_or_else(|| wrong(&format!("there is no bucket {number}")))?;
        let count = |key: &str| {
            let value = bucket.get(key).and_then(toml::Value::as_integer);
            value.and_then(|value| u64::try_from(value).ok())
        };
        let bound = |at: usize| {
            let value = bucket.get("moves")?.get(at)?.as_integer()?;
            u32::try_from(value).ok()
        };
        let board = bucket.get("board").cloned();
        let dials = board.ok_or_else(|| wrong("the bucket has no `board`"))?;
        Ok(Self {
            levels: count("levels").unwrap_or(1) as usize,
            moves: (bound(0).unwrap_or(1), bound(1).unwrap_or(u32::MAX)),
            layouts: count("layouts").unwrap_or(1),
            dials: dials
                .try_into()
                .map_err(|fault: toml::de::Error| wrong(fault.message()))?,
        })
    }
}

impl Strategies {
    /// The profile, if the ways are to be compared.
    pub fn profile(&self) -> Option<&Path> {
        self.strategies.as_deref()
    }

    /// A table with one row for each way.
    ///
    /// # Errors
    /// A profile that cannot be read.
    pub fn run(&self, profile: &Path) -> Result<String, String> {
        let bucket = Bucket::read(profile, self.bucket)?;
        let mut text = format!(
            "{:<10} {:>10} {:>15} {:>15} {:>15} {:>15} {:>9} {:>12} {:>8}\n",
            "",
            "candidates",
            "already won",
            "under band",
            "over band",
            "unsolvable",
            "accepted",
            "states",
            "seconds"
        );
        for way in Way::ALL {
            let row = self.fill(way, &bucket);
            let share = |reason: &str| {
                let count = row.refused.get(reason).copied().unwrap_or(0);
                let percent = count as f64 * 100.0 / row.candidates.max(1) as f64;
                format!("{count} ({percent:.1} %)")
            };
            text += &format!(
                "{:<10} {:>10} {:>15} {:>15} {:>15} {:>15} {:>9} {:>12} {:>8.1}\n",
                way.word(),
                row.candidates,
                share("already-won"),
                share("under-band"),
                share("over-band"),
                share("unsolvable"),
                format!("{} of {}", row.accepted, bucket.levels),
                row.states,
                row.seconds
            );
        }
        Ok(text)
    }

    fn fill(&self, way: Way, bucket: &Bucket) -> Row {
        let wanted: Vec<u32> = (bucket.moves.0..=bucket.moves.1).rev().collect();
        let (min, max) = bucket.moves;
        let claim = Claim::Moves { min, max };
        let limits = Limits::states(bucket.dials.max_states);
        let mut row = Row::default();
        let mut forms = BTreeSet::new();
        let began = ThreadTime::now();
        for index in 0..bucket.layouts {
            let mut rng = Rng::for_candidate(self.seed, index);
            let drawn = draw_layout(&bucket.dials, &mut rng);
            let Some(layout) = drawn.and_then(|level| Board::new(&level).ok()) else {
                continue;
            };
            let found = way.propose(&layout, &bucket.dials, &wanted, &mut rng);
            row.states += found.states;
            for places in found.taken(&wanted, &bucket.dials) {
                if row.accepted == bucket.levels || row.candidates == self.candidates {
                    row.seconds = began.elapsed().as_secs_f64();
                    return row;
                }
                let Ok(board) = Board::new(&layout.level_at(&places).lettered()) else {
                    continue;
                };
                if !forms.insert(canonical(&board)) {
                    continue;
                }
                row.candidates += 1;
                let survey = Slide::survey(&board, limits);
                row.states += survey.states.unwrap_or(0);
                let refused = by_verdict::<Slide>(&survey, claim)
                    .or_else(|| survey.hits.first().map(|hit| hit.lint.name()))
                    .or_else(|| Slide::refuse(&bucket.dials, &board, &survey));
                match refused {
                    Some(reason) => *row.refused.entry(reason).or_default() += 1,
                    None => row.accepted += 1,
                }
            }
        }
        row.seconds = began.elapsed().as_secs_f64();
        row
    }
}

#[derive(Default)]
struct Row {
    candidates: u64,
    refused: BTreeMap<&'static str, u64>,
    accepted: usize,
    states: u64,
    seconds: f64,
}

/// A way to propose levels.
#[derive(Debug, Clone, Copy)]
enum Way {
    /// A random walk of the wanted number of moves, away from the won layout, with twists taken as crystal.
    /// Walks double back, so the way back is almost always shorter than the walk.
    Walk,
    /// The distance from the won layout itself, with twists taken as crystal. A component holds many wins,
    /// and most arrangements are nearer to another one.
    Single,
    /// The distance to the nearest of all wins, with twists taken as crystal. A level with optimum `d` is
    /// looked for at `d - (sand + ice - rime)`: an estimate, since a twist lengthens levels by different amounts.
    Flattened,
    /// The exact distance to the nearest of all wins, under the real rules.
    Exact,
}

/// Arrangements by the depth that a way claims for them.
#[derive(Default)]
struct ByDepth {
    states: u64,
    by_depth: BTreeMap<u32, Vec<Vec<u8>>>,
}

impl ByDepth {
    fn offer(&mut self, depth: u32, places: &[u8]) {
        self.by_depth
            .entry(depth)
            .or_default()
            .push(places.to_vec());
    }

    /// One of each wanted depth in turn; the dials limit how many of each depth and how many in all.
    fn taken(mut self, wanted: &[u32], dials: &Dials) -> Vec<Vec<u8>> {
        let mut taken = Vec::new();
        for round in 0..dials.per_depth as usize {
            for depth in wanted {
                let Some(places) = self.by_depth.get_mut(depth) else {
                    continue;
                };
                // Evenly spread over what was found.
                let step = places.len().div_ceil(dials.per_depth as usize).max(1);
                if let Some(places) = places.get(round * step) {
                    taken.push(places.clone());
                }
            }
        }
        taken.truncate(dials.per_layout as usize);
        taken
    }
}

impl Way {
    const ALL: [Self; 4] = [Self::Walk, Self::Single, Self::Flattened, Self::Exact];

    fn word(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Single => "single",
            Self::Flattened => "flattened",
            Self::Exact => "exact",
        }
    }

    fn propose(self, layout: &Board, dials: &Dials, wanted: &[u32], rng: &mut Rng) -> ByDepth {
        let limits = Limits::states(dials.max_states);
        let range = wanted.last().copied().unwrap_or(1)..=wanted.first().copied().unwrap_or(0);
        match self {
            Self::Walk => flat(layout).with_sliding(Walk { wanted, rng }),
            Self::Single => flat(layout).with_sliding(Single(limits)),
            Self::Flattened => {
                let (shorter, longer) = twists(layout);
                let shift = |depth: u32| (depth + longer).saturating_sub(shorter).max(1);
                let mut found = ByDepth::default();
                let range = shift(*range.start())..=shift(*range.end());
                let swept = fresh_distances(&flat(layout), limits, range, |opening| {
                    let depth = (opening.distance + shorter).saturating_sub(longer);
                    found.offer(depth, opening.places);
                });
                found.states = swept.map_or(0, |explored| explored.states);
                found
            }
            Self::Exact => {
                let mut found = ByDepth::default();
                let swept = fresh_distances(layout, limits, range, |opening| {
                    if opening.bent || !dials.felt {
                        found.offer(opening.distance, opening.places);
                    }
                });
                found.states = swept.map_or(0, |explored| explored.states);
                // Checked once for the layout: a block that never moves would be dead in each of its levels.
                if swept.is_ok_and(|explored| explored.dead_block) {
                    found.by_depth.clear();
                }
                found
            }
        }
    }
}

/// The layout with sand, ice and rime replaced by crystal.
fn flat(layout: &Board) -> Board {
    let mut level = layout.level();
    let twist = |kind: KindWord| matches!(kind, KindWord::Sand | KindWord::Ice | KindWord::Rime);
    level.blocks.retain(|(_, spec)| !twist(spec.kind));
    // A block without an entry is crystal, and such a layout is always well formed.
    Board::new(&level).unwrap_or_else(|_| layout.clone())
}

/// How many blocks are sand or ice, which lengthen a level, and how many rime.
fn twists(layout: &Board) -> (u32, u32) {
    let blocks = layout.blocks().iter();
    blocks.fold((0, 0), |(longer, shorter), block| match block.kind.word() {
        KindWord::Sand | KindWord::Ice => (longer + 1, shorter),
        KindWord::Rime => (longer, shorter + 1),
        _ => (longer, shorter),
    })
}

struct Walk<'a, 'r> {
    wanted: &'a [u32],
    rng: &'r mut Rng,
}

impl ForSliding<ByDepth> for Walk<'_, '_> {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> ByDepth {
        let mut found = ByDepth::default();
        let Some(&moves) = self
            .wanted
            .get(self.rng.below(self.wanted.len() as u32) as usize)
        else {
            return found;
        };
        let mut state = puzzle.start();
        for _ in 0..moves {
            let mut next = Vec::new();
            puzzle.expand(state, |_, target, _| next.push(target));
            let Some(&target) = next.get(self.rng.below(next.len().max(1) as u32) as usize) else {
                break;
            };
            state = target;
        }
        found.offer(moves, &puzzle.board().packing().decode(state).0);
        found.states = u64::from(moves);
        found
    }
}

struct Single(Limits);

impl ForSliding<ByDepth> for Single {
    fn call<W: Word>(self, puzzle: &Sliding<'_, W>) -> ByDepth {
        let mut found = ByDepth::default();
        let Ok(graph) = explore(puzzle, self.0) else {
            return found;
        };
        let mut first = 0;
        // Crystal moves can be taken back, so breadth-first depth is the distance to the layout.
        for (depth, &end) in graph.depth_ends().iter().enumerate() {
            for &state in &graph.states()[first..end as usize] {
                found.offer(depth as u32, &puzzle.board().packing().decode(state).0);
            }
            first = end as usize;
        }
        found.states = graph.len() as u64;
        found
    }
}
