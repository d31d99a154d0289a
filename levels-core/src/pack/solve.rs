//! Reads and solves all levels of all packs, some at a time, on several threads and within the
//! limits.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

use super::check::{CheckedLevel, Reading, finding, place_span};
use super::finding::Finding;
use super::limits::{LEVELS_AT_A_TIME, TEXT_AT_A_TIME, pack_states};
use super::stored::AnySurvey;
use super::verify::Options;
use crate::finding::Place;
use crate::json::source::Source;
use crate::lint_id::LintId;
use crate::quality::Outcome;
use crate::search::Limits;
use crate::wording::plural;

/// How many states the searches of one pack's levels have used.
#[derive(Debug, Default)]
pub(super) struct Spent {
    /// The states that they kept.
    states: u64,
    /// How many levels there were.
    levels: usize,
    cut: Option<Cut>,
}

/// The first level that was not solved, because those before it had used up the pack's states.
#[derive(Debug)]
struct Cut {
    /// How many levels come before it.
    at: usize,
    id: String,
    span: Range<usize>,
    /// The most states of all levels of the pack together.
    most: u64,
}

impl Spent {
    /// The finding, if some levels were not solved.
    pub fn cut_short(&self, source: &Source) -> Option<Finding> {
        let Cut { at, id, span, most } = self.cut.as_ref()?;
        let left = self.levels - at;
        let mut found = finding(
            source,
            LintId::Exhausted,
            span.clone(),
            format!(
                "level `{id}`: the limit of {} for all levels of a pack together was hit before it; it and the levels after it ({left} in all) were not solved",
                plural(*most, "state")
            ),
            format!(
                "split the pack, remove the levels with very many states, or raise the limit (--max-states {0}, or max_states = {0} in the macro)",
                (most / 50).saturating_mul(4)
            ),
        );
        found.level = Some(id.clone());
        Some(found)
    }

    /// Adds the next level, and discards its survey if the earlier levels have used up the pack's
    /// states: threads may have solved a few more.
    fn add(
        &mut self,
        source: &Source,
        task: &Task<'_>,
        survey: Option<AnySurvey>,
    ) -> Option<AnySurvey> {
        if self.cut.is_none() && self.states >= task.most {
            let level = task.level;
            let grid = level.family.grid();
            self.cut = Some(Cut {
                at: self.levels,
                id: level.file.id.clone(),
                span: place_span(source, &level.node, grid, &Place::Level),
                most: task.most,
            });
        }
        self.levels += 1;
        self.states += task.cost(survey.as_ref());
        survey.filter(|_| self.cut.is_none())
    }
}

/// One level to be solved.
struct Task<'a> {
    pack: usize,
    level: &'a CheckedLevel,
    /// The most states of this level.
    states: u32,
    /// The most states of all levels of its pack together.
    most: u64,
}

impl Task<'_> {
    /// How many states a search of this level kept. If the survey has no number, its limit is
    /// counted.
    fn cost(&self, survey: Option<&AnySurvey>) -> u64 {
        let Some(survey) = survey else { return 0 };
        match survey.outcome {
            Outcome::Exhausted { limit } => limit.max_states().into(),
            _ => survey.states.unwrap_or_else(|| self.states.into()),
        }
    }
}

/// Reads the levels of all packs, surveys those that are boards on several threads, and passes them
/// to `visit` in order, each with the number of its pack and its survey. The survey is `None` if
/// the level is not a board or was not solved. Only some levels are held at a time.
///
/// The levels of a pack share a number of states. Once the levels before it have used that up, a
/// level is not solved; which one is the first does not depend on the threads.
pub(super) fn each_level(
    readings: &mut [Reading<'_>],
    options: &Options,
    visit: impl FnMut(usize, CheckedLevel, Option<AnySurvey>),
) -> Vec<Spent> {
    each_level_within(readings, options, pack_states, visit)
}

/// Like [`each_level`], but the number of states for the levels of a pack comes from a function of
/// the most states of one level.
fn each_level_within(
    readings: &mut [Reading<'_>],
    options: &Options,
    pack_states: fn(u32) -> u64,
    mut visit: impl FnMut(usize, CheckedLevel, Option<AnySurvey>),
) -> Vec<Spent> {
    let mut spent: Vec<Spent> = readings.iter().map(|_| Spent::default()).collect();
    let mut pack = 0;
    loop {
        let mut levels = Vec::new();
        let mut text = 0;
        while levels.len() < LEVELS_AT_A_TIME && text < TEXT_AT_A_TIME {
            let Some(reading) = readings.get_mut(pack) else {
                break;
            };
            match reading.next() {
                Some(level) => {
                    text += level.node.span.len();
                    levels.push((pack, level));
                }
                None => pack += 1,
            }
        }
        if levels.is_empty() {
            return spent;
        }
        let tasks: Vec<Task<'_>> = levels
            .iter()
            .map(|(pack, level)| {
                let states = options.max_states.unwrap_or(level.family.max_states());
                Task {
                    pack: *pack,
                    level,
                    states,
                    most: pack_states(states),
                }
            })
            .collect();
        let surveys: Vec<Option<AnySurvey>> = survey(&tasks, &spent, options)
            .into_iter()
            .zip(&tasks)
            .map(|(survey, task)| spent[task.pack].add(readings[task.pack].source, task, survey))
            .collect();
        for ((pack, level), survey) in levels.into_iter().zip(surveys) {
            visit(pack, level, survey);
        }
    }
}

/// What the threads share: the levels are handed out in order.
struct Desk {
    next: usize,
    /// The states of the levels solved so far, by pack.
    spent: Vec<u64>,
    results: Vec<Option<AnySurvey>>,
}

/// Surveys levels on several threads and returns the results in order; earlier levels have used
/// `spent` states.
fn survey(tasks: &[Task<'_>], spent: &[Spent], options: &Options) -> Vec<Option<AnySurvey>> {
    let desk = Mutex::new(Desk {
        next: 0,
        spent: spent.iter().map(|spent| spent.states).collect(),
        results: tasks.iter().map(|_| None).collect(),
    });
    let lock = || desk.lock().unwrap_or_else(PoisonError::into_inner);
    let take = || {
        let mut desk = lock();
        // Every level solved by now comes before the next one, so its states count before that one,
        // whichever thread was faster.
        while let Some(task) = tasks.get(desk.next) {
            let index = desk.next;
            desk.next += 1;
            if desk.spent[task.pack] < task.most {
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
    std::thread::scope(|scope| {
        // If the system gives no more threads, the existing ones do the work.
        for _ in 1..threads {
            if Builder::new().spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
    desk.into_inner()
        .unwrap_or_else(PoisonError::into_inner)
        .results
}

#[cfg(test)]
mod tests {
    use alloc::string::String;

    use super::super::check::OtherVersion;
    use super::*;
    use crate::registry::built_in;

    /// Levels of 9, 4 and 5 states in turn; one in seven is not a board.
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
        let reading = || Reading::open(&source, &built_in(), OtherVersion::Refuse);
        let run = |threads, pack_states: fn(u32) -> u64| {
            let options = Options {
                threads,
                ..Options::default()
            };
            let mut readings = [reading(), reading()];
            let mut levels = [Vec::new(), Vec::new()];
            let visit = |pack: usize, _, survey| levels[pack].push(survey);
            let spent = each_level_within(&mut readings, &options, pack_states, visit);
            let cut = |spent: Spent| spent.cut.map(|cut| cut.at);
            spent.into_iter().map(cut).zip(levels).collect::<Vec<_>>()
        };
        let all = run(1, |_| u64::MAX);
        let costs: Vec<u64> = all[0]
            .1
            .iter()
            .map(|survey| {
                let survey = survey.as_ref();
                survey.map_or(0, |s| s.states.unwrap_or(0))
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
        let (options, visit) = (Options::default(), |_, _, _| {});
        let spent = each_level_within(&mut [reading()], &options, |_| 50, visit);
        let found = spent[0].cut_short(&source);
        let found = found.unwrap_or_else(|| panic!("nothing found"));
        assert_eq!(found.lint.name, "exhausted");
        for part in [
            "the limit of 50 states for all levels of a pack together",
            "were not solved",
        ] {
            assert!(found.message.contains(part), "{}", found.message);
        }
        assert!(found.help.contains("--max-states"), "{}", found.help);
    }
}
