//! Positions packed into words: a field for each block's place, and a bit for each sand and rime
//! block.

use alloc::vec::Vec;

use super::board::Block;
use super::level::Kind;
use crate::bits::{Layout, Word, bits_for};

/// The fields of each block in a packed state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packing {
    fields: Vec<Fields>,
    bits: u32,
}

/// The fields of one block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fields {
    /// First bit and width of its place; the width is 0 for a block with one place.
    pub place: (u32, u32),
    /// The bit that says a sand block has moved or a rime block has thawed.
    pub mark: Option<u32>,
}

impl Packing {
    pub(super) fn new(blocks: &[Block]) -> Self {
        let mut layout = Layout::default();
        let places: Vec<(u32, u32)> = blocks
            .iter()
            .map(|block| {
                let width = bits_for(block.places() as u32);
                (layout.field(width), width)
            })
            .collect();
        let fields = blocks
            .iter()
            .zip(places)
            .map(|(block, place)| Fields {
                place,
                mark: matches!(block.kind, Kind::Sand | Kind::Rime).then(|| layout.field(1)),
            })
            .collect();
        Self {
            fields,
            bits: layout.bits(),
        }
    }

    /// How many bits a state of this board needs.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.bits
    }

    pub(super) fn fields(&self) -> &[Fields] {
        &self.fields
    }

    /// Packs a place for each block and a mark for each sand (spent) or rime (thawed) block; the
    /// marks of other kinds are ignored.
    #[must_use]
    pub fn encode<W: Word>(&self, places: &[u8], marks: &[bool]) -> W {
        let mut word = W::default();
        for (fields, (&place, &mark)) in self.fields.iter().zip(places.iter().zip(marks)) {
            let (at, width) = fields.place;
            if width > 0 {
                word = word.with_field(at, width, u32::from(place));
            }
            if let Some(at) = fields.mark {
                word = word.with_field(at, 1, u32::from(mark));
            }
        }
        word
    }

    /// Clears `places` and unpacks the place of each block into it.
    #[cfg(feature = "make")]
    pub(super) fn places_of<W: Word>(&self, state: W, places: &mut Vec<u8>) {
        places.clear();
        places.extend(self.fields.iter().map(|fields| fields.get(state)));
    }

    /// Unpacks a state into a place and a mark for each block.
    #[must_use]
    pub fn decode<W: Word>(&self, state: W) -> (Vec<u8>, Vec<bool>) {
        let places = self.fields.iter().map(|fields| fields.get(state)).collect();
        let marks = self
            .fields
            .iter()
            .map(|fields| fields.mark.is_some_and(|at| state.field(at, 1) == 1))
            .collect();
        (places, marks)
    }
}

impl Fields {
    #[inline]
    pub fn get<W: Word>(&self, state: W) -> u8 {
        let (at, width) = self.place;
        if width == 0 {
            0
        } else {
            state.field(at, width) as u8
        }
    }
}
