//! The settings that the profiles of all families share.

use alloc::format;
use alloc::string::String;

/// The longest side of a board, in cells, in any family.
const MAX_SIDE: usize = 8;

/// The size of a board, in cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "profile", derive(serde::Deserialize))]
#[cfg_attr(feature = "profile", serde(try_from = "String"))]
pub struct Size {
    /// Cells in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

/// An inclusive range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "profile", derive(serde::Deserialize))]
#[cfg_attr(feature = "profile", serde(try_from = "[u32; 2]"))]
pub struct Span {
    /// The least value.
    pub least: u32,
    /// The greatest value.
    pub most: u32,
}

impl Span {
    /// From `least` to `most`, inclusive.
    #[must_use]
    pub fn new(least: u32, most: u32) -> Self {
        Self { least, most }
    }
}

impl TryFrom<String> for Size {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let sides = text.split_once('x').and_then(|(width, height)| {
            let side = |text: &str| text.parse().ok().filter(|n| (1..=MAX_SIDE).contains(n));
            Some((side(width)?, side(height)?))
        });
        let (width, height) = sides.ok_or_else(|| {
            format!("`{text}` is not a size; write width x height, such as \"5x4\", each 1 to {MAX_SIDE}")
        })?;
        Ok(Self { width, height })
    }
}

impl TryFrom<[u32; 2]> for Span {
    type Error = String;

    fn try_from([least, most]: [u32; 2]) -> Result<Self, String> {
        if least <= most {
            Ok(Self { least, most })
        } else {
            Err(format!("the range from {least} to {most} is empty"))
        }
    }
}
