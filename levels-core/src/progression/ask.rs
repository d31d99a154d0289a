//! The ask of a stage: what its level should be like.

use super::envelope::Window;
use super::pool::Pool;
use super::settings::Progression;
use super::syllabus::Syllabus;
use super::tones::{Role, Tone};

/// What one stage asks for. It is made when the stage is filled, and everything later is judged by
/// it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ask {
    /// The stage, from 0.
    pub stage: usize,
    /// The place in the cycle of beats.
    pub beat: usize,
    pub tone: Tone,
    pub aim: f64,
    pub role: Role,
    pub kind: Kind,
    /// The quantile of the remaining ratings that the anchor is.
    pub quantile: f64,
    pub anchor: f64,
    /// The window before the neighbours cut it.
    pub window: Window,
    pub target: f64,
    /// The highest rating that a nearby milestone allows here.
    pub ceiling: Option<f64>,
    /// The mechanics that may occur.
    pub known: u64,
    /// The known mechanics that were introduced recently.
    pub fresh: u64,
    /// The desired number of mechanics.
    pub wish: f64,
}

/// What is special about a stage besides its tone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    Plain,
    /// One of the first stages.
    Calibration,
    /// It introduces this mechanic.
    Lesson(usize),
    /// A milestone that was set aside before the fill.
    Reserved,
}

impl Ask {
    /// What `stage` of `stages` asks for, with an anchor that the caller takes from its pool.
    pub(super) fn new(
        settings: &Progression,
        pool: &Pool,
        syllabus: &Syllabus,
        (stage, stages): (usize, usize),
        anchor: impl FnOnce(f64) -> f64,
    ) -> Self {
        let p = progress(stage, stages);
        let (beat, at) = settings.beat(stage, stages);
        let quantile = settings.envelope.quantile_at(p);
        let anchor = anchor(quantile);
        let reach = settings.tones.reach(at.tone);
        let window = settings.envelope.window(anchor, reach, p);
        let mut ask = Self {
            stage,
            beat,
            tone: at.tone,
            aim: at.aim,
            role: at.tone.role(),
            kind: Kind::Plain,
            quantile,
            anchor,
            window,
            // Place for player data: a skill target for this player would be blended in here.
            target: window.at(at.aim),
            ceiling: None,
            known: syllabus.known_at(stage),
            fresh: syllabus.fresh_at(stage, settings.variety.fresh),
            wish: 0.4 + 1.8 * p,
        };
        // A pool may have too few levels that need no lesson: then even one of the first stages is
        // a lesson.
        if let Some(mechanic) = syllabus.taught_at(stage) {
            ask.teach(settings, mechanic, p);
        } else if stage < settings.calibration.stages {
            ask.calibrate(settings, pool);
        }
        ask
    }

    fn calibrate(&mut self, settings: &Progression, pool: &Pool) {
        let rules = &settings.calibration;
        let along = self.stage as f64 / rules.stages.saturating_sub(1).max(1) as f64;
        let (easiest, highest) = (pool.quantile(0.0), pool.quantile(rules.quantile));
        self.kind = Kind::Calibration;
        self.target = easiest + along * (highest - easiest);
        self.window = Window {
            lo: self.target - rules.tolerance,
            hi: self.target + rules.tolerance,
        };
    }

    /// A lesson is never above the anchor, whatever its beat; below it, its window is that of
    /// comfort.
    fn teach(&mut self, settings: &Progression, mechanic: usize, p: f64) {
        let comfort = settings
            .envelope
            .window(self.anchor, settings.tones.comfort, p);
        self.kind = Kind::Lesson(mechanic);
        self.role = Role::Teach;
        self.window = Window {
            lo: comfort.lo,
            hi: self.anchor,
        };
        self.target = self.window.at(self.aim);
    }

    /// The ask of a milestone that was set aside for the rating `target`.
    pub(super) fn reserve(&mut self, target: f64) {
        let half = self.window.half();
        self.kind = Kind::Reserved;
        self.target = target;
        self.window = Window {
            lo: target - half,
            hi: target + half,
        };
    }
}

/// Progress from 0 at the first stage to 1 at the last.
pub(super) fn progress(stage: usize, stages: usize) -> f64 {
    stage as f64 / stages.saturating_sub(1).max(1) as f64
}
