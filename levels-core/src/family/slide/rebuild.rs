//! From boards back to levels.
//!
//! Everything that makes a level from another one (another opening, another kind, one block less)
//! uses [`Board::level_at`], which copies every field, so no field can be forgotten.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use super::board::{Block, Board};
#[cfg(feature = "solve")]
use super::level::KindWord;
use super::level::{BlockSpec, Kind, Level, Win};

impl Board {
    /// The level that opens with every block at the given place and is otherwise the same.
    #[must_use]
    pub fn level_at(&self, places: &[u8]) -> Level {
        Level {
            rows: self.rows(places),
            blocks: self
                .blocks()
                .iter()
                .map(|block| (block.letter.to_string(), spec(block)))
                .filter(|(_, spec)| *spec != BlockSpec::default())
                .collect(),
            lantern: self.lantern(),
            win: self.win(),
            emit: (self.win() == Win::Beam).then(|| self.emit()),
            teaches: self.teaches().cloned(),
        }
    }

    /// The level that this board was built from, in its shortest form.
    #[must_use]
    pub fn level(&self) -> Level {
        let places: Vec<u8> = self.blocks().iter().map(|block| block.start).collect();
        self.level_at(&places)
    }

    #[cfg(feature = "solve")]
    /// The level without one block, and without its lesson, which may be about that block.
    pub(super) fn level_without(&self, letter: char) -> Level {
        let level = self.level();
        let cell = |glyph: char| if glyph == letter { '.' } else { glyph };
        Level {
            rows: level
                .rows
                .iter()
                .map(|row| row.chars().map(cell).collect())
                .collect(),
            blocks: level
                .blocks
                .iter()
                .filter(|(name, _)| *name != letter.to_string())
                .cloned()
                .collect(),
            teaches: None,
            ..level
        }
    }

    #[cfg(feature = "solve")]
    /// The level with the given kinds of block made crystal.
    pub(super) fn level_with_crystal(&self, melts: impl Fn(&Block) -> bool) -> Level {
        let mut level = self.level();
        for (name, spec) in &mut level.blocks {
            let block = self
                .blocks()
                .iter()
                .find(|block| *name == block.letter.to_string());
            if block.is_some_and(&melts) {
                spec.kind = KindWord::Crystal;
                spec.tilt = None;
            }
        }
        level
            .blocks
            .retain(|(_, spec)| *spec != BlockSpec::default());
        level
    }
}

impl Level {
    /// The level with its blocks named in reading order: `a`, `b`, `c`, … and the Key `K`. `k`
    /// comes last, since it is easily mistaken for the Key.
    #[must_use]
    pub fn lettered(&self) -> Self {
        let mut names = ('a'..='z')
            .chain('A'..='Z')
            .filter(|c| !matches!(c, 'k' | 'K'));
        let mut renamed: Vec<(char, char)> = Vec::new();
        for glyph in self.rows.iter().flat_map(|row| row.chars()) {
            let is_block = glyph.is_ascii_alphabetic() && glyph != 'K';
            if is_block && !renamed.iter().any(|&(old, _)| old == glyph) {
                renamed.push((glyph, names.next().unwrap_or('k')));
            }
        }
        let new = |glyph: char| {
            let found = renamed.iter().find(|&&(old, _)| old == glyph);
            found.map_or(glyph, |&(_, new)| new)
        };
        let rename = |text: &String| -> String { text.chars().map(new).collect() };
        let mut blocks: Vec<(String, BlockSpec)> = self
            .blocks
            .iter()
            .map(|(name, spec)| (rename(name), *spec))
            .collect();
        blocks.sort_by(|a, b| a.0.cmp(&b.0));
        Self {
            rows: self.rows.iter().map(rename).collect(),
            blocks,
            teaches: self.teaches.clone().map(|mut teaches| {
                teaches.block = rename(&teaches.block);
                teaches.needs = rename(&teaches.needs);
                teaches
            }),
            ..self.clone()
        }
    }
}

pub(super) fn spec(block: &Block) -> BlockSpec {
    BlockSpec {
        kind: block.kind.word(),
        tilt: match block.kind {
            Kind::Mirror(tilt) => Some(tilt),
            _ => None,
        },
        axis: block.axis.filter(|_| block.width == block.height),
    }
}
