//! Tones: how a stage should feel, as a reach around the anchor and a role a level can fit.

use core::fmt;

use serde::{Deserialize, Serialize};

/// How a stage should feel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tone {
    /// Within what the player can do.
    Comfort,
    /// At the edge of it.
    Challenge,
    /// A peak after a rise.
    Milestone,
    /// A rest after effort.
    Recovery,
}

/// What a level's dimensions should look like for its stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Comfort: no dimension stands out.
    Flow,
    /// Challenge: deduction above the rating.
    Think,
    /// Milestone: peak above the rating.
    Boss,
    /// Recovery: deduction below the rating.
    Breather,
    /// A stage that introduces a mechanic: small in scale and deduction.
    Teach,
}

/// A tone's window around the anchor, in units of band times wave.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    /// The low end at the first stage.
    pub lo: f64,
    /// The low end at the last stage; between them it runs evenly.
    pub lo_end: f64,
    /// The high end.
    pub hi: f64,
}

/// The reach of every tone. Comfort and recovery reach well below the anchor: this uses up the easy
/// end of the pool. The reach shrinks towards the end because a drop that large would look like a
/// bug there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tones {
    /// Comfort.
    pub comfort: Reach,
    /// Challenge.
    pub challenge: Reach,
    /// Milestone.
    pub milestone: Reach,
    /// Recovery.
    pub recovery: Reach,
}

impl Tone {
    /// All tones, in the order of the tables.
    pub const ALL: [Self; 4] = [
        Self::Comfort,
        Self::Challenge,
        Self::Recovery,
        Self::Milestone,
    ];

    /// The word that files and reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Comfort => "comfort",
            Self::Challenge => "challenge",
            Self::Milestone => "milestone",
            Self::Recovery => "recovery",
        }
    }

    /// The role that fits the tone.
    #[must_use]
    pub fn role(self) -> Role {
        match self {
            Self::Comfort => Role::Flow,
            Self::Challenge => Role::Think,
            Self::Milestone => Role::Boss,
            Self::Recovery => Role::Breather,
        }
    }
}

impl fmt::Display for Tone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Role {
    /// The word that reports use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Flow => "flow",
            Self::Think => "think",
            Self::Boss => "boss",
            Self::Breather => "breather",
            Self::Teach => "teach",
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Reach {
    /// The low end at progress `p` from 0 to 1.
    #[must_use]
    pub fn lo_at(self, p: f64) -> f64 {
        self.lo + (self.lo_end - self.lo) * p
    }
}

impl Tones {
    /// The reach of a tone.
    #[must_use]
    pub fn reach(&self, tone: Tone) -> Reach {
        match tone {
            Tone::Comfort => self.comfort,
            Tone::Challenge => self.challenge,
            Tone::Milestone => self.milestone,
            Tone::Recovery => self.recovery,
        }
    }
}

impl Default for Tones {
    fn default() -> Self {
        let reach = |lo, lo_end, hi| Reach { lo, lo_end, hi };
        Self {
            comfort: reach(-2.7, -1.6, 0.1),
            challenge: reach(-0.05, -0.05, 0.95),
            milestone: reach(0.7, 0.7, 1.9),
            recovery: reach(-2.0, -1.4, -0.5),
        }
    }
}
