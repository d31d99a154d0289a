//! What a profile says about proposals of sliding levels.
//!
//! Lists are drawn from uniformly, so an entry that is listed twice is twice as likely. No
//! probability is a floating-point number: the same profile gives the same levels on every machine.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::board::MAX_SIDE;
use super::level::{KindWord, Win};
use super::measures::Caps;
use crate::grid::Side;
pub use crate::quality::{Size, Span};

/// The most candidates that one depth of one layout may give (docs/rules-slide.md, Limits).
pub const MAX_PER_DEPTH: u32 = 60;
/// The most candidates that one layout may give (docs/rules-slide.md, Limits).
pub const MAX_PER_LAYOUT: u32 = 400;

/// How proposals are drawn and what they must have.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "profile", derive(serde::Deserialize))]
#[cfg_attr(feature = "profile", serde(deny_unknown_fields))]
pub struct Dials {
    /// Sizes of boards, such as `"5x4"`: five wide, four high.
    pub sizes: Vec<Size>,
    /// How levels are won.
    pub win: Win,
    /// Sides that the lantern may open on; not used on beam levels, where the ray's path decides.
    #[cfg_attr(feature = "profile", serde(default = "right"))]
    pub sides: Vec<Side>,
    /// Whether the lantern opens only on the middle line (of an even number, the one before the
    /// middle), as on boards that are sold; otherwise it may open on any line.
    #[cfg_attr(feature = "profile", serde(default))]
    pub middle: bool,
    /// Lengths of the Key, in cells.
    #[cfg_attr(feature = "profile", serde(default = "two"))]
    pub key: Vec<u32>,
    /// Shapes of blocks: `"3"` is three cells long and one thick, `"3x2"` two thick, and a square
    /// (`"1"`, `"2x2"`) gets an axis.
    pub shapes: Vec<Shape>,
    /// How much of the board is covered by Key, blocks and walls, in percent.
    pub fill: Span,
    /// How many cells are walls.
    #[cfg_attr(feature = "profile", serde(default))]
    pub walls: Span,
    /// How many of a hundred blocks lie across the Key's axis.
    #[cfg_attr(feature = "profile", serde(default = "half"))]
    pub across: u32,
    /// How many blocks are ice.
    #[cfg_attr(feature = "profile", serde(default))]
    pub ice: Span,
    /// How many blocks are sand.
    #[cfg_attr(feature = "profile", serde(default))]
    pub sand: Span,
    /// How many blocks are rime.
    #[cfg_attr(feature = "profile", serde(default))]
    pub rime: Span,
    /// How many mirrors are off the ray's path.
    #[cfg_attr(feature = "profile", serde(default))]
    pub mirrors: Span,
    /// How many corners the ray's path has, with a mirror at each.
    #[cfg_attr(feature = "profile", serde(default))]
    pub corners: Span,
    /// How many of the corner mirrors have an axis; the others are fixed.
    #[cfg_attr(feature = "profile", serde(default))]
    pub gliding: Span,
    /// Kinds that must be used: a block of each moves in every optimal sequence.
    #[cfg_attr(feature = "profile", serde(default))]
    pub uses: Vec<KindWord>,
    /// Whether the optimum must be lower with all ice, sand and rime turned into crystal.
    #[cfg_attr(feature = "profile", serde(default))]
    pub felt: bool,
    /// The least share of the moves of the first optimal line that are the first move of their
    /// block, in percent. A low share means much moving to and fro.
    #[cfg_attr(feature = "profile", serde(default))]
    pub fresh_percent: u32,
    /// The most distinct optimal sequences; by default what verification allows.
    #[cfg_attr(feature = "profile", serde(default))]
    pub sequences: Option<u64>,
    /// The greatest share of movable blocks that do not move in any optimal sequence, in percent;
    /// by default what verification allows.
    #[cfg_attr(feature = "profile", serde(default))]
    pub idle_percent: Option<u64>,
    /// The most states that the search over one layout keeps; a larger layout is dropped.
    #[cfg_attr(feature = "profile", serde(default = "states"))]
    pub max_states: u32,
    /// The most candidates that one depth of one layout gives, at most 60.
    #[cfg_attr(feature = "profile", serde(default = "per_depth"))]
    pub per_depth: u32,
    /// The most candidates that one layout gives, at most 400.
    #[cfg_attr(feature = "profile", serde(default = "per_layout"))]
    pub per_layout: u32,
}

/// The shape of a block, whichever way it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "profile", derive(serde::Deserialize))]
#[cfg_attr(feature = "profile", serde(try_from = "String"))]
pub struct Shape {
    /// Cells along its axis.
    pub long: usize,
    /// Cells across it.
    pub thick: usize,
}

impl Dials {
    /// The bounds for levels: a profile may be stricter than verification.
    #[must_use]
    pub fn caps(&self) -> Caps {
        let Caps {
            sequences,
            idle_percent,
        } = Caps::of(self.win);
        Caps {
            sequences: self.sequences.unwrap_or(sequences),
            idle_percent: self.idle_percent.unwrap_or(idle_percent),
        }
    }

    /// Checks that the settings fit together; an error is one line.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), String> {
        let lists = [
            ("sizes", self.sizes.is_empty()),
            ("shapes", self.shapes.is_empty()),
            ("key", self.key.is_empty()),
            ("sides", self.sides.is_empty()),
        ];
        if let Some((name, _)) = lists.iter().find(|(_, empty)| *empty) {
            return Err(format!("`{name}` is empty: there is nothing to draw from"));
        }
        let long = |size: &Size| size.width.max(size.height) as u32;
        let room = self.sizes.iter().map(long).min().unwrap_or(0);
        if self.key.iter().any(|&key| key == 0 || key >= room) {
            return Err(format!(
                "a Key has 1 to {} cells on boards of these sizes",
                room.saturating_sub(1)
            ));
        }
        for (name, percent) in [
            ("fill", self.fill.most),
            ("across", self.across),
            ("fresh_percent", self.fresh_percent),
        ] {
            if percent > 100 {
                return Err(format!("`{name}` is a percentage; {percent} is too much"));
            }
        }
        let allowed = Caps::of(self.win);
        if self.caps().sequences > allowed.sequences {
            return Err(format!(
                "`sequences` is above {}, the most that verification allows",
                allowed.sequences
            ));
        }
        if self.caps().idle_percent > allowed.idle_percent {
            return Err(format!(
                "`idle_percent` is above {}, the most that verification allows",
                allowed.idle_percent
            ));
        }
        if !(1..=MAX_PER_DEPTH).contains(&self.per_depth) {
            return Err(format!("`per_depth` is between 1 and {MAX_PER_DEPTH}"));
        }
        if !(1..=MAX_PER_LAYOUT).contains(&self.per_layout) {
            return Err(format!("`per_layout` is between 1 and {MAX_PER_LAYOUT}"));
        }
        match self.win {
            Win::Beam if self.corners.most == 0 && self.gliding.most > 0 => {
                Err("`gliding` asks for mirrors at corners, and there are no `corners`".into())
            }
            Win::Beam if self.middle => Err("`middle` belongs to exit levels".into()),
            Win::Exit if self.corners.most + self.gliding.most + self.mirrors.most > 0 => {
                Err("`corners`, `gliding` and `mirrors` belong to beam levels".into())
            }
            _ => Ok(()),
        }
    }
}

impl TryFrom<String> for Shape {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let (long, thick) = text.split_once('x').unwrap_or((&text, "1"));
        let side = |text: &str| text.parse().ok().filter(|n| (1..=MAX_SIDE).contains(n));
        match (side(long), side(thick)) {
            (Some(long), Some(thick)) if long >= thick => Ok(Self { long, thick }),
            _ => Err(format!(
                "`{text}` is not a shape; write length or length x thickness, such as \"3\" or \"3x2\""
            )),
        }
    }
}

/// The defaults of a profile, and how words are read.
#[cfg(feature = "profile")]
mod profile {
    use alloc::format;
    use alloc::string::String;
    use alloc::vec::Vec;

    use serde::de::{Deserialize, Deserializer, Error};

    use super::{KindWord, MAX_PER_DEPTH, MAX_PER_LAYOUT, Side, Win};

    pub(super) fn right() -> Vec<Side> {
        alloc::vec![Side::Right]
    }

    pub(super) fn two() -> Vec<u32> {
        alloc::vec![2]
    }

    pub(super) fn half() -> u32 {
        50
    }

    pub(super) fn states() -> u32 {
        200_000
    }

    pub(super) fn per_depth() -> u32 {
        MAX_PER_DEPTH
    }

    pub(super) fn per_layout() -> u32 {
        MAX_PER_LAYOUT
    }

    fn word<'de, T, D: Deserializer<'de>>(
        deserializer: D,
        all: &[T],
        word: fn(T) -> &'static str,
    ) -> Result<T, D::Error>
    where
        T: Copy,
    {
        let text = String::deserialize(deserializer)?;
        let found = all.iter().copied().find(|&value| word(value) == text);
        found.ok_or_else(|| {
            let known: Vec<&str> = all.iter().map(|&value| word(value)).collect();
            D::Error::custom(format!("`{text}` is none of {}", known.join(", ")))
        })
    }

    impl<'de> Deserialize<'de> for Win {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            word(deserializer, &Self::ALL, Self::word)
        }
    }

    impl<'de> Deserialize<'de> for Side {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            word(deserializer, &Self::ALL, Self::word)
        }
    }

    impl<'de> Deserialize<'de> for KindWord {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            word(deserializer, &Self::ALL, Self::word)
        }
    }
}

#[cfg(feature = "profile")]
use profile::{half, per_depth, per_layout, right, states, two};
