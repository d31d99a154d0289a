//! From a pool to a ladder (design, "Curation"). Bands mean grades here.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use levels_core::family::roll::descriptors::{Descriptors, Lesson, similar};
use levels_core::family::roll::measures::{Band, Structure};
use levels_core::family::roll::{Board, Roll};
use levels_core::quality::Measure as _;

use super::record::Record;

/// How a ladder is built.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// Six tutorials and a ramp of this many boards in all.
    Initial(usize),
    /// Five tutorials and every other board, rising; or this many boards in all.
    Ramp(Option<usize>),
}

/// A board that may go into a ladder.
struct Candidate<'a> {
    record: &'a Record,
    board: Board,
    grade: Band,
    /// How unfit as a tutorial and how interesting, in billionths.
    tutorial: i64,
    interest: i64,
    key: String,
    used: bool,
}

/// Chooses the boards of a ladder, tutorials first.
#[must_use]
pub fn curate<'a>(records: impl Iterator<Item = &'a Record>, profile: Profile) -> Vec<&'a Record> {
    let mut pool: Vec<Candidate<'a>> = records.filter_map(candidate).collect();
    // A board with wider margins lies in another bucket and is the same puzzle: the one that stands
    // first is the one that counts.
    let mut best: BTreeMap<&str, &Record> = BTreeMap::new();
    for candidate in &pool {
        let kept = best
            .entry(&candidate.record.form)
            .or_insert(candidate.record);
        if candidate.record.stands_before(kept) {
            *kept = candidate.record;
        }
    }
    pool.retain(|candidate| best[candidate.record.form.as_str()].seed == candidate.record.seed);
    // The order of the pool decides nothing: ties go by name.
    pool.sort_by(|a, b| a.record.text("name").cmp(b.record.text("name")));
    let chosen = match profile {
        Profile::Initial(target) => initial(&mut pool, target),
        Profile::Ramp(count) => ramp(&mut pool, count),
    };
    chosen.into_iter().map(|index| pool[index].record).collect()
}

fn candidate(record: &Record) -> Option<Candidate<'_>> {
    let board = record.board()?;
    let structure = Structure::of(&board);
    if structure.useless_specials > 0 || structure.unpaired_shift_ids > 0 {
        return None;
    }
    let descriptors = Descriptors::of(&board, record.number("difficulty"));
    let billionths = |x: f64| (x * 1e9) as i64;
    Some(Candidate {
        record,
        grade: Band::from_word(record.text("grade"))?,
        tutorial: billionths(descriptors.tutorial_score),
        interest: billionths(descriptors.interest),
        key: Roll::family_key(&board, record.number("shortestPath") as u32),
        board,
        used: false,
    })
}

/// Six tutorials in teaching order, then a ramp of medium, hard and expert boards by rising score.
fn initial(pool: &mut [Candidate<'_>], target: usize) -> Vec<usize> {
    let mut tutorials = Vec::new();
    for lesson in Lesson::ALL {
        let of_lesson: Vec<usize> = (0..pool.len())
            .filter(|&i| !pool[i].used && Lesson::of(&pool[i].board) == Some(lesson))
            .collect();
        let easy = of_lesson
            .iter()
            .copied()
            .filter(|&i| pool[i].grade == Band::Easy);
        let best =
            |indices: &mut dyn Iterator<Item = usize>| indices.min_by_key(|&i| pool[i].tutorial);
        let found = best(&mut easy.into_iter()).or_else(|| best(&mut of_lesson.iter().copied()));
        if let Some(index) = found {
            pool[index].used = true;
            tutorials.push(index);
        }
    }
    let total = target.saturating_sub(6).max(1);
    let share = |percent: usize| (total * percent + 50) / 100;
    let (medium, hard) = (share(15), share(38));
    let mut chosen = tutorials.clone();
    for (grade, count) in [
        (Band::Medium, medium),
        (Band::Hard, hard),
        (Band::Expert, total.saturating_sub(medium + hard)),
    ] {
        take(pool, &mut chosen, count, true, |candidate| {
            candidate.grade == grade
        });
    }
    // Still short: the hardest that are left, of any grade, but never one that looks like another.
    let short = target.saturating_sub(chosen.len());
    take(pool, &mut chosen, short, false, |_| true);
    let mut rest = chosen.split_off(tutorials.len());
    rest.sort_by_key(|&i| pool[i].record.rank);
    chosen.extend(rest);
    part_neighbours(pool, &mut chosen, tutorials.len());
    chosen
}

/// Takes up to `count` unused boards, hardest and then most interesting first; those that look like
/// a chosen one only where `fill` says so and nothing else is left.
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
    list.sort_by_key(|&i| (Reverse(pool[i].record.rank), Reverse(pool[i].interest), i));
    let mut left = count;
    for pass in 0..if fill { 2 } else { 1 } {
        for &index in &list {
            let candidate = &pool[index];
            let twin = |&other: &usize| similar(&candidate.board, &pool[other].board);
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
fn ramp(pool: &mut [Candidate<'_>], count: Option<usize>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pool.len()).collect();
    order.sort_by_key(|&i| (pool[i].record.rank, i));
    let kind = |board: &Board| {
        Lesson::of(board).map(|lesson| match lesson {
            Lesson::LineCol => Lesson::LineRow,
            lesson => lesson,
        })
    };
    let mut chosen = Vec::new();
    for lesson in [
        Lesson::Movement,
        Lesson::LineRow,
        Lesson::Explosive,
        Lesson::Shift,
        Lesson::Arrow,
    ] {
        let easiest = order
            .iter()
            .copied()
            .find(|&i| !pool[i].used && kind(&pool[i].board) == Some(lesson));
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
    chosen
}

/// Moves a board that is made of the same parts as the one before it a little further up.
fn part_neighbours(pool: &[Candidate<'_>], chosen: &mut [usize], from: usize) {
    for at in from.max(1)..chosen.len() {
        let before = &pool[chosen[at - 1]].key;
        if let Some(other) = (at..chosen.len()).find(|&i| pool[chosen[i]].key != *before) {
            chosen[at..=other].rotate_right(1);
        }
    }
}
