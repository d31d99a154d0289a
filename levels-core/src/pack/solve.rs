//! All levels of all packs solved, on several threads and within the limits.

use alloc::format;
use alloc::vec::Vec;
use std::sync::{Mutex, PoisonError};

use super::check::{Checked, CheckedLevel, finding, place_span};
use super::finding::Finding;
use super::limits::pack_states;
use super::stored::AnySurvey;
use super::verify::Options;
use crate::finding::Place;
use crate::json::source::Source;
use crate::quality::Outcome;
use crate::search::Limits;
use crate::wording::plural;

/// What is known of the levels of one pack.
pub(super) struct Surveys {
    /// One a level; `None` where it is no board, or was not looked at any more.
    pub levels: Vec<Option<AnySurvey>>,
    /// The first level that was not looked at, since those before it had used up what the pack has.
    cut: Option<usize>,
    /// The most states of all levels of the pack together.
    most: u64,
}

impl Surveys {
    /// The finding that says so where levels were not looked at.
    pub fn cut_short(&self, source: &Source, levels: &[CheckedLevel]) -> Option<Finding> {
        let at = self.cut?;
        let level = levels.get(at)?;
        let left = levels.len() - at;
        let grid = level.family.grid();
        let mut found = finding(
            source,
            "exhausted",
            place_span(source, &level.node, grid, &Place::Level),
            format!(
                "level `{}`: the limit of {} for all levels of a pack together was hit by those before it; it and what follows, {left} in all, were not looked at",
                level.file.id,
                plural(self.most, "state")
            ),
            format!(
                "split the pack, take out the levels with very many positions, or raise the limit (--max-states {0}, or max_states = {0} in the macro)",
                (self.most / 50).saturating_mul(4)
            ),
        );
        found.level = Some(level.file.id.clone());
        Some(found)
    }
}

/// One level that waits to be solved.
struct Task<'a> {
    pack: usize,
    level: &'a CheckedLevel,
    /// The most states of this level.
    states: u32,
}

impl Task<'_> {
    /// How many states a search of this level kept. One that tells no number kept at most its limit.
    fn cost(&self, survey: Option<&AnySurvey>) -> u64 {
        let Some(survey) = survey else { return 0 };
        match survey.outcome {
            Outcome::Exhausted { max_states } => max_states.into(),
            _ => {
                let seen = survey.figures.count("reachable_states");
                seen.unwrap_or_else(|| self.states.into())
            }
        }
    }
}

/// What the threads share: the levels are handed out in order.
struct Desk {
    next: usize,
    /// The states of the levels solved so far, a pack.
    spent: Vec<u64>,
    results: Vec<Option<AnySurvey>>,
}

/// Surveys every level of every pack that is a board, on several threads, results in order.
///
/// The levels of a pack share a number of states, and once those before a level have used it up, the
/// level is not looked at: which one that is does not depend on the threads.
pub(super) fn survey_all(checked: &[Checked<'_>], options: &Options) -> Vec<Surveys> {
    survey_within(checked, options, pack_states)
}

/// As [`survey_all`], with another number of states for the levels of a pack, given the most states of
/// one of them.
fn survey_within(
    checked: &[Checked<'_>],
    options: &Options,
    pack_states: fn(u32) -> u64,
) -> Vec<Surveys> {
    let tasks: Vec<Task<'_>> = checked
        .iter()
        .enumerate()
        .flat_map(|(pack, checked)| {
            let levels = checked.pack.iter().flat_map(|pack| &pack.levels);
            levels.map(move |level| Task {
                pack,
                level,
                states: options.max_states.unwrap_or(level.family.max_states()),
            })
        })
        .collect();
    let mut most = alloc::vec![pack_states(0); checked.len()];
    for task in &tasks {
        most[task.pack] = most[task.pack].max(pack_states(task.states));
    }
    let desk = Mutex::new(Desk {
        next: 0,
        spent: alloc::vec![0; checked.len()],
        results: tasks.iter().map(|_| None).collect(),
    });
    let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
    let take = || {
        let mut desk = lock();
        // Every level solved by now stands before the next one, so what they spent is spent before
        // it, too, whichever thread was faster.
        while let Some(task) = tasks.get(desk.next) {
            let index = desk.next;
            desk.next += 1;
            if desk.spent[task.pack] < most[task.pack] {
                return Some((index, task));
            }
        }
        None
    };
    let run = || {
        while let Some((index, task)) = take() {
            let level = task.level.level.as_ref();
            let survey = level.map(|level| level.survey(Limits::states(task.states)));
            let mut desk = lock();
            desk.spent[task.pack] += task.cost(survey.as_ref());
            desk.results[index] = survey;
        }
    };
    let machine = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = if options.threads == 0 {
        machine
    } else {
        options.threads
    };
    let threads = wanted.min(tasks.len()).max(1);
    if threads == 1 {
        run();
    } else {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(run);
            }
        });
    }
    let results = desk.into_inner().unwrap_or_else(PoisonError::into_inner);
    in_order(checked.len(), &tasks, results.results, &most)
}

/// The results by pack, cut where the levels before have used up what the pack has: threads may have
/// solved a few more.
fn in_order(
    packs: usize,
    tasks: &[Task<'_>],
    results: Vec<Option<AnySurvey>>,
    most: &[u64],
) -> Vec<Surveys> {
    let mut surveys: Vec<Surveys> = (0..packs)
        .map(|pack| Surveys {
            levels: Vec::new(),
            cut: None,
            most: most[pack],
        })
        .collect();
    let mut spent = alloc::vec![0; packs];
    for (task, result) in tasks.iter().zip(results) {
        let pack = &mut surveys[task.pack];
        if pack.cut.is_none() && spent[task.pack] >= pack.most {
            pack.cut = Some(pack.levels.len());
        }
        spent[task.pack] += task.cost(result.as_ref());
        pack.levels.push(result.filter(|_| pack.cut.is_none()));
    }
    surveys
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::super::check::{OtherVersion, check};
    use super::*;
    use crate::registry::built_in;

    /// Levels of 9, 4 and 5 states in turn, one in seven no board.
    fn pack(levels: usize) -> String {
        let level = |n: usize| {
            let rows = [
                "\"...b\",\"KK.b\",\"....\"",
                "\"KK..\"",
                "\"K.#\",\"K..\"",
                "\"?\"",
            ];
            let rows = if n % 7 == 6 { rows[3] } else { rows[n % 3] };
            format!(
                r#"{{"id":"t/{n}","grid":[{rows}],"lantern":{{"side":"right","line":0}},"win":"beam","emit":"right"}}"#
            )
        };
        let levels: Vec<String> = (0..levels).map(level).collect();
        let levels = levels.join(",");
        format!(r#"{{"format":1,"id":"t","family":"slide","levels":[{levels}]}}"#)
    }

    #[test]
    fn a_pack_is_cut_at_the_same_level_whatever_the_threads() {
        let source = Source::new("t.json", pack(60));
        let checked = || check(&source, &built_in(), OtherVersion::Refuse);
        let run = |threads, pack_states: fn(u32) -> u64| {
            let options = Options {
                threads,
                ..Options::default()
            };
            let checked = [checked(), checked()];
            survey_within(&checked, &options, pack_states)
                .into_iter()
                .map(|surveys| (surveys.cut, surveys.levels))
                .collect::<Vec<_>>()
        };
        let all = run(1, |_| u64::MAX);
        let costs: Vec<u64> = all[0]
            .1
            .iter()
            .map(|survey| {
                let survey = survey.as_ref();
                survey.map_or(0, |s| s.figures.count("reachable_states").unwrap_or(0))
            })
            .collect();
        assert!(
            costs.iter().filter(|&&cost| cost > 1).count() > 20,
            "{costs:?}"
        );
        for limit in [(|_| 1) as fn(u32) -> u64, |_| 50, |_| 100, |_| 101] {
            let most = limit(0);
            // The first level before which the limit is used up.
            let cut = (0..costs.len()).find(|&at| costs[..at].iter().sum::<u64>() >= most);
            assert!(cut.is_some());
            for threads in [1, 2, 7] {
                for (found, levels) in run(threads, limit) {
                    assert_eq!(found, cut, "{most} {threads}");
                    let cut = cut.unwrap_or_default();
                    assert_eq!(levels[..cut], all[0].1[..cut]);
                    assert!(levels[cut..].iter().all(Option::is_none));
                }
            }
        }
        let mut surveys = survey_within(&[checked()], &Options::default(), |_| 50);
        let (surveys, checked) = (surveys.remove(0), checked());
        let levels = checked.pack.map(|pack| pack.levels).unwrap_or_default();
        let found = surveys.cut_short(&source, &levels);
        let found = found.unwrap_or_else(|| panic!("nothing found"));
        assert_eq!(found.lint.name, "exhausted");
        for part in [
            "the limit of 50 states for all levels of a pack together",
            "were not looked at",
        ] {
            assert!(found.message.contains(part), "{}", found.message);
        }
        assert!(found.help.contains("--max-states"), "{}", found.help);
    }
}
