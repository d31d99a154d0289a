//! From a pool to a ladder (levels/profiles/README.md, Ladders). Bands mean grades here.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::record::Record;
use super::search::{Lesson, Looks, Search};

/// How a ladder is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// The tutorials and a ramp of this many boards in all, for families with the four grades.
    Initial(usize),
    /// One tutorial for each kind, then all other boards by rising score; or this many boards in all.
    Ramp(Option<usize>),
}

/// How many tutorials an initial ladder has: the rest of its boards are shared among the grades.
const TUTORIALS: usize = 6;
/// The grades that families with grades have, by their places.
const EASY: usize = 0;
const MEDIUM: usize = 1;
const HARD: usize = 2;
const EXPERT: usize = 3;

/// A board that may go into a ladder.
struct Candidate<'a> {
    record: &'a Record,
    looks: Looks,
    used: bool,
}

impl Candidate<'_> {
    fn rank(&self) -> u32 {
        self.record.standing.rank
    }
}

/// The boards of a ladder, and what it lacks.
pub struct Ladder<'a> {
    /// The boards, tutorials first.
    pub records: Vec<&'a Record>,
    /// How many boards were asked for; `None` for all boards of the pool.
    pub wanted: Option<usize>,
    /// How many boards the pool gave for each part of the ladder, and how many it has.
    pub parts: Vec<(Part, usize, usize)>,
}

/// A part of a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// One board for each lesson.
    Tutorials,
    /// Boards of a grade, by its place among the family's grades.
    Grade(usize),
    /// All boards after the tutorials.
    Ramp,
}

impl Ladder<'_> {
    /// How many boards are missing.
    #[must_use]
    pub fn missing(&self) -> usize {
        self.wanted
            .map_or(0, |wanted| wanted.saturating_sub(self.records.len()))
    }
}

/// Chooses the boards of a ladder, tutorials first.
#[must_use]
pub fn curate<'a>(
    search: &dyn Search,
    records: impl Iterator<Item = &'a Record>,
    profile: Profile,
) -> Ladder<'a> {
    let candidate = |record: &'a Record| {
        let looks = search.looks(record)?;
        Some(Candidate {
            record,
            looks,
            used: false,
        })
    };
    let mut pool: Vec<Candidate<'a>> = records.filter_map(candidate).collect();
    // A board with wider margins is in another bucket but is the same puzzle: only the better one
    // counts.
    let mut best: BTreeMap<&str, &Record> = BTreeMap::new();
    for candidate in &pool {
        let kept = best
            .entry(&candidate.record.standing.form)
            .or_insert(candidate.record);
        if candidate.record.standing.before(&kept.standing) {
            *kept = candidate.record;
        }
    }
    pool.retain(|candidate| {
        let own = &candidate.record.standing;
        best[own.form.as_str()].standing.seed == own.seed
    });
    // The order of the pool has no effect: ties are broken by name.
    pool.sort_by(|a, b| a.record.text("name").cmp(b.record.text("name")));
    let (chosen, parts) = match profile {
        Profile::Initial(target) => initial(&mut pool, target),
        Profile::Ramp(count) => ramp(&mut pool, count),
    };
    Ladder {
        records: chosen.into_iter().map(|index| pool[index].record).collect(),
        wanted: match profile {
            Profile::Initial(target) => Some(target),
            Profile::Ramp(count) => count,
        },
        parts,
    }
}

/// The boards that were chosen, and for each part of the ladder how many there are and how many it has.
type Chosen = (Vec<usize>, Vec<(Part, usize, usize)>);

/// The lessons that occur, in teaching order.
fn lessons(pool: &[Candidate<'_>]) -> BTreeSet<Lesson> {
    let lessons = pool
        .iter()
        .filter_map(|candidate| candidate.looks.lesson.clone());
    lessons.collect()
}

/// One tutorial for each lesson in teaching order, then a ramp of medium, hard and expert boards by rising
/// score.
fn initial(pool: &mut [Candidate<'_>], target: usize) -> Chosen {
    let mut tutorials = Vec::new();
    for lesson in lessons(pool) {
        let of_lesson: Vec<usize> = (0..pool.len())
            .filter(|&i| !pool[i].used && pool[i].looks.lesson.as_ref() == Some(&lesson))
            .collect();
        let easy = of_lesson
            .iter()
            .copied()
            .filter(|&i| pool[i].looks.grade == Some(EASY));
        let best = |indices: &mut dyn Iterator<Item = usize>| {
            indices.min_by_key(|&i| pool[i].looks.tutorial)
        };
        let found = best(&mut easy.into_iter()).or_else(|| best(&mut of_lesson.iter().copied()));
        if let Some(index) = found {
            pool[index].used = true;
            tutorials.push(index);
        }
    }
    let total = target.saturating_sub(TUTORIALS).max(1);
    let share = |percent: usize| (total * percent + 50) / 100;
    let (medium, hard) = (share(15), share(38));
    let mut chosen = tutorials.clone();
    let mut parts = vec![(Part::Tutorials, tutorials.len(), TUTORIALS)];
    for (grade, count) in [
        (MEDIUM, medium),
        (HARD, hard),
        (EXPERT, total.saturating_sub(medium + hard)),
    ] {
        let before = chosen.len();
        take(pool, &mut chosen, count, true, |candidate| {
            candidate.looks.grade == Some(grade)
        });
        parts.push((Part::Grade(grade), chosen.len() - before, count));
    }
    // Still short: the hardest that are left, of any grade, but never one that looks like another.
    let short = target.saturating_sub(chosen.len());
    take(pool, &mut chosen, short, false, |_| true);
    let mut rest = chosen.split_off(tutorials.len());
    rest.sort_by_key(|&i| pool[i].rank());
    chosen.extend(rest);
    part_neighbours(pool, &mut chosen, tutorials.len());
    (chosen, parts)
}

/// Takes up to `count` unused boards, hardest and then most interesting first; those that look like
/// a chosen one only if `fill` is set and nothing else is left.
fn take(
    pool: &mut [Candidate<'_>],
    chosen: &mut Vec<usize>,
    count: usize,
    fill: bool,
    wanted: impl Fn(&Candidate<'_>) -> bool,
) {
    let mut list: Vec<usize> = (0..pool.len())
        .filter(|&i| !pool[i].used && wanted(&pool[i]))
        .collect();
    list.sort_by_key(|&i| (Reverse(pool[i].rank()), Reverse(pool[i].looks.interest), i));
    let mut left = count;
    for pass in 0..if fill { 2 } else { 1 } {
        for &index in &list {
            let candidate = &pool[index];
            let twin = |&other: &usize| candidate.looks.similar(&pool[other].looks);
            if left == 0 || candidate.used || (pass == 0 && chosen.iter().any(twin)) {
                continue;
            }
            pool[index].used = true;
            chosen.push(index);
            left -= 1;
        }
    }
}

/// The easiest board of each single kind, then the others by rising score.
fn ramp(pool: &mut [Candidate<'_>], count: Option<usize>) -> Chosen {
    let mut order: Vec<usize> = (0..pool.len()).collect();
    order.sort_by_key(|&i| (pool[i].rank(), i));
    let mut chosen = Vec::new();
    let mut taught = BTreeSet::new();
    for lesson in lessons(pool) {
        if !taught.insert(lesson.kind.clone()) {
            continue;
        }
        let of_kind = |candidate: &Candidate<'_>| {
            let own = candidate.looks.lesson.as_ref();
            own.is_some_and(|own| own.kind == lesson.kind)
        };
        let easiest = order
            .iter()
            .copied()
            .find(|&i| !pool[i].used && of_kind(&pool[i]));
        if let Some(index) = easiest {
            pool[index].used = true;
            chosen.push(index);
        }
    }
    let tutorials = chosen.len();
    let rest: Vec<usize> = order.into_iter().filter(|&i| !pool[i].used).collect();
    let wanted = count.map_or(rest.len(), |count| count.saturating_sub(tutorials).max(1));
    match (rest.len(), wanted) {
        (n, k) if n <= k => chosen.extend(rest),
        (_, 1) => chosen.extend(rest.first()),
        (n, k) => chosen.extend((0..k).map(|i| rest[i * (n - 1) / (k - 1)])),
    }
    part_neighbours(pool, &mut chosen, tutorials);
    let part = (Part::Ramp, chosen.len() - tutorials, wanted);
    (chosen, vec![part])
}

/// Moves a board that is made of the same parts as the one before it a little further up.
fn part_neighbours(pool: &[Candidate<'_>], chosen: &mut [usize], from: usize) {
    for at in from.max(1)..chosen.len() {
        let before = &pool[chosen[at - 1]].looks.key;
        if let Some(other) = (at..chosen.len()).find(|&i| pool[chosen[i]].looks.key != *before) {
            chosen[at..=other].rotate_right(1);
        }
    }
}
