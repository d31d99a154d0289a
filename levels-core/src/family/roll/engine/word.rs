//! Words that serve as worlds and as sets of tiles at once.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Shl, Shr};

/// A word of 64 or 128 bits.
pub trait Bits:
    Copy
    + Ord
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
{
    /// How many bits it has.
    const BITS: u32;
    /// No bit.
    const NONE: Self;

    /// The word with bit `index` alone.
    fn bit(index: u32) -> Self;

    /// The number of the lowest bit that is set; [`Self::BITS`] if none is.
    fn first(self) -> u32;

    /// The word without its lowest set bit.
    #[must_use]
    fn without_first(self) -> Self;

    /// How many bits are set.
    fn count(self) -> u32;

    /// The sum of two numbers; fields that do not overflow add up separately.
    #[must_use]
    fn plus(self, other: Self) -> Self;

    /// A number that spreads over its upper bits.
    fn spread(self) -> u64;

    /// Whether no bit is set.
    #[inline]
    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether bit `index` is set.
    #[inline]
    fn has(self, index: u32) -> bool {
        !(self & Self::bit(index)).is_none()
    }

    /// Whether the two have a bit in common.
    #[inline]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_none()
    }

    /// How many bits below `index` are set.
    #[inline]
    fn count_below(self, index: u32) -> u32 {
        (self & !(!Self::NONE << index)).count()
    }

    /// The bits that are not set in `other`.
    #[inline]
    #[must_use]
    fn minus(self, other: Self) -> Self {
        self & !other
    }

    /// The lowest bit that is set, alone.
    #[inline]
    #[must_use]
    fn lowest(self) -> Self {
        self & !self.without_first()
    }

    /// The bits that are set, with their numbers, lowest first.
    #[inline]
    fn bits(self) -> impl Iterator<Item = (u32, Self)> {
        let mut rest = self;
        core::iter::from_fn(move || {
            if rest.is_none() {
                return None;
            }
            let bit = rest.lowest();
            rest = rest ^ bit;
            Some((bit.first(), bit))
        })
    }

    /// The numbers of the bits that are set, lowest first.
    #[inline]
    fn ones(self) -> Ones<Self> {
        Ones(self)
    }
}

/// The numbers of the bits of a word, lowest first.
#[derive(Debug, Clone, Copy)]
pub struct Ones<B>(B);

impl<B: Bits> Iterator for Ones<B> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_none() {
            return None;
        }
        let first = self.0.first();
        self.0 = self.0.without_first();
        Some(first)
    }
}

/// An odd number of the golden ratio, whose multiples spread well (Knuth, volume 3, 6.4).
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

impl Bits for u64 {
    const BITS: u32 = 64;
    const NONE: Self = 0;

    #[inline]
    fn bit(index: u32) -> Self {
        1 << index
    }

    #[inline]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn without_first(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn spread(self) -> u64 {
        // Folded once, because the upper bits of a plain product depend too little on the upper
        // bits of the factor.
        (self ^ self >> 32).wrapping_mul(GOLDEN)
    }
}

impl Bits for u128 {
    const BITS: u32 = 128;
    const NONE: Self = 0;

    #[inline]
    fn bit(index: u32) -> Self {
        1 << index
    }

    #[inline]
    fn first(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn without_first(self) -> Self {
        self & self.wrapping_sub(1)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn spread(self) -> u64 {
        let (low, high) = (self as u64, (self >> 64) as u64);
        (low.wrapping_mul(GOLDEN) ^ high)
            .rotate_left(32)
            .wrapping_mul(GOLDEN)
    }
}
