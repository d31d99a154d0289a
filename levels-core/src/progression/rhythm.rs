//! Rhythm: which tone a stage has and how high it aims inside the tone's window.

use alloc::vec::Vec;

use super::tones::Tone;

/// One beat of the rhythm.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Beat {
    /// How the stage should feel.
    pub tone: Tone,
    /// Where in the tone's window the target lies, from 0 (low end) to 1 (high end).
    pub aim: f64,
}

/// The beats that repeat through the progression.
#[derive(Debug, Clone, PartialEq)]
pub struct Rhythm {
    /// The beats in order. The beat before a milestone is a challenge, so that the difficulty rises
    /// to the milestone.
    pub beats: Vec<Beat>,
    /// A milestone before this stage (from 0) is treated as `instead`.
    pub first_milestone: usize,
    /// See `first_milestone`.
    pub instead: Beat,
    /// The beat of the stage before the last; the last is a milestone (see [`Rhythm::finale`]).
    pub before_last: Beat,
}

impl Rhythm {
    /// The place of `stage` (from 0) in the cycle, and its tone and aim.
    #[must_use]
    pub fn at(&self, stage: usize) -> (usize, Beat) {
        let place = stage.checked_rem(self.beats.len()).unwrap_or(0);
        match self.beats.get(place) {
            Some(beat) if beat.tone != Tone::Milestone || stage >= self.first_milestone => {
                (place, *beat)
            }
            _ => (place, self.instead),
        }
    }

    /// The last two of `stages` stages: if there is room for a milestone at all, the last is a
    /// milestone and the one before it a challenge, whatever their beats.
    #[must_use]
    pub fn finale(&self, stage: usize, stages: usize) -> Option<Beat> {
        if stages <= self.first_milestone {
            return None;
        }
        match stages.checked_sub(stage)? {
            1 => Some(Beat {
                tone: Tone::Milestone,
                aim: 1.0,
            }),
            2 => Some(self.before_last),
            _ => None,
        }
    }
}

impl Default for Rhythm {
    /// Twenty beats: 12 comfort, 5 challenge, 2 recovery, 1 milestone.
    fn default() -> Self {
        use Tone::{Challenge as H, Comfort as C, Milestone as M, Recovery as R};
        let beat = |(tone, aim)| Beat { tone, aim };
        let beats = [
            (C, 0.35),
            (C, 0.55),
            (H, 0.40),
            (C, 0.15),
            (C, 0.60),
            (H, 0.55),
            (R, 0.45),
            (C, 0.30),
            (C, 0.70),
            (H, 0.75),
            (C, 0.25),
            (H, 0.90),
            (M, 0.60),
            (R, 0.15),
            (C, 0.40),
            (C, 0.65),
            (C, 0.55),
            (C, 0.20),
            (H, 0.85),
            (C, 0.45),
        ];
        Self {
            beats: beats.map(beat).to_vec(),
            first_milestone: 16,
            instead: beat((C, 0.60)),
            before_last: beat((H, 0.90)),
        }
    }
}
