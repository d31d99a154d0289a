//! Progress of a search: a bar on a terminal, plain lines anywhere else. Always on standard error,
//! and no result depends on it.

use std::io::IsTerminal as _;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use levels_core::quality::Generate;

use super::bucket::Bucket;
use crate::output;
use crate::report::generation::{claim_text, grouped};
use levels_core::wording::{plural, printable};

/// How often a plain line is written.
const EVERY: Duration = Duration::from_secs(10);

/// Shows the progress of a search.
pub struct Progress {
    shown: Shown,
    title: String,
    began: Instant,
}

enum Shown {
    Bar(ProgressBar),
    Lines { last: Instant },
    Nothing,
}

impl Progress {
    /// Progress on standard error: a bar if that is a terminal.
    pub fn new() -> Self {
        let shown = if std::io::stderr().is_terminal() {
            let bar = ProgressBar::new(0);
            if let Ok(style) = ProgressStyle::with_template("{prefix} [{bar:24}] {pos}/{len} {msg}")
            {
                bar.set_style(style);
            }
            Shown::Bar(bar)
        } else {
            Shown::Lines {
                last: Instant::now(),
            }
        };
        Self {
            shown,
            title: String::new(),
            began: Instant::now(),
        }
    }

    /// No progress.
    pub fn nothing() -> Self {
        Self {
            shown: Shown::Nothing,
            title: String::new(),
            began: Instant::now(),
        }
    }

    /// A bucket begins.
    pub fn begin(&mut self, title: &str, levels: u32) {
        self.title = printable(title).into_owned();
        self.began = Instant::now();
        if let Shown::Bar(bar) = &self.shown {
            bar.set_prefix(self.title.clone());
            bar.set_length(u64::from(levels));
            bar.set_position(0);
        }
    }

    /// A batch has been worked on.
    pub fn update<F: Generate>(&mut self, bucket: &Bucket<F>) {
        match &mut self.shown {
            Shown::Bar(bar) => {
                bar.set_position(bucket.levels.len() as u64);
                bar.set_message(state(bucket, self.began));
            }
            Shown::Lines { last } => {
                if last.elapsed() >= EVERY {
                    *last = Instant::now();
                    line(&self.title, bucket, self.began);
                }
            }
            Shown::Nothing => {}
        }
    }

    /// A bucket ends.
    pub fn end<F: Generate>(&mut self, bucket: &Bucket<F>) {
        match &self.shown {
            Shown::Bar(bar) => bar.suspend(|| line(&self.title, bucket, self.began)),
            Shown::Lines { .. } => line(&self.title, bucket, self.began),
            Shown::Nothing => {}
        }
    }

    /// The search is over.
    pub fn finish(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.finish_and_clear();
        }
    }
}

fn line<F: Generate>(title: &str, bucket: &Bucket<F>, began: Instant) {
    output::note(&format!(
        "{title}: {}/{} {}",
        bucket.levels.len(),
        plural(bucket.wanted, "level"),
        state(bucket, began)
    ));
}

/// Layouts, candidates, the most frequent reason to refuse, states per second.
fn state<F: Generate>(bucket: &Bucket<F>, began: Instant) -> String {
    let seconds = began.elapsed().as_secs_f64();
    let refused = match bucket.refused.greatest() {
        Some((name, count)) => format!(
            "{} refused (most by {name}: {})",
            grouped(bucket.refused.total()),
            grouped(count)
        ),
        None => "none refused".to_string(),
    };
    let rate = bucket.effort.states as f64 / seconds.max(0.001);
    format!(
        "of {} · {} layouts · {} candidates, {refused} · {} states a second",
        claim_text::<F>(bucket.claim),
        grouped(bucket.drawn),
        grouped(bucket.candidates),
        grouped(rate as u64),
    )
}
