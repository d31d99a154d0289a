//! Packed states: words of 64, 128 or 256 bits that hold small fields.

use core::fmt::Debug;
use core::hash::Hash;

/// A word that holds small bit fields. A field must never cross a boundary of 64 bits ([`Layout`]
/// ensures this).
pub trait Word: Copy + Eq + Ord + Hash + Debug + Default + Send + Sync + 'static {
    /// How many bits the word holds.
    const BITS: u32;

    /// The `width` bits from bit `at` on.
    fn field(self, at: u32, width: u32) -> u32;

    /// The word with the `width` bits from bit `at` on replaced.
    #[must_use]
    fn with_field(self, at: u32, width: u32, value: u32) -> Self;

    /// The word with the bits of `other` also set.
    #[must_use]
    fn or(self, other: Self) -> Self;
}

fn mask(width: u32) -> u64 {
    (1 << width) - 1
}

impl Word for u64 {
    const BITS: u32 = 64;

    #[inline]
    fn field(self, at: u32, width: u32) -> u32 {
        ((self >> at) & mask(width)) as u32
    }

    #[inline]
    fn with_field(self, at: u32, width: u32, value: u32) -> Self {
        (self & !(mask(width) << at)) | (u64::from(value) << at)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }
}

impl Word for u128 {
    const BITS: u32 = 128;

    #[inline]
    fn field(self, at: u32, width: u32) -> u32 {
        ((self >> at) as u64 & mask(width)) as u32
    }

    #[inline]
    fn with_field(self, at: u32, width: u32, value: u32) -> Self {
        (self & !(u128::from(mask(width)) << at)) | (u128::from(value) << at)
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        self | other
    }
}

/// `N` words of 64 bits as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Words<const N: usize>([u64; N]);

/// 256 bits: the largest sliding boards with the most blocks.
pub type Wide = Words<4>;

/// 512 bits: a rolling-cube board with nothing but mines needs 127 fields of three bits.
pub type Widest = Words<8>;

impl<const N: usize> Default for Words<N> {
    fn default() -> Self {
        Self([0; N])
    }
}

impl<const N: usize> Word for Words<N> {
    const BITS: u32 = 64 * N as u32;

    #[inline]
    fn field(self, at: u32, width: u32) -> u32 {
        self.0[(at / 64) as usize].field(at % 64, width)
    }

    #[inline]
    fn with_field(mut self, at: u32, width: u32, value: u32) -> Self {
        let word = &mut self.0[(at / 64) as usize];
        *word = word.with_field(at % 64, width, value);
        self
    }

    #[inline]
    fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

/// Hands out bit fields one after another, none across a boundary of 64 bits.
#[derive(Debug, Clone, Default)]
pub struct Layout {
    next: u32,
}

impl Layout {
    /// The first bit of a new field of `width` bits, at most 32.
    pub fn field(&mut self, width: u32) -> u32 {
        if width > 0 && self.next / 64 != (self.next + width - 1) / 64 {
            self.next = self.next.next_multiple_of(64);
        }
        let at = self.next;
        self.next += width;
        at
    }

    /// How many bits have been handed out, gaps included.
    #[must_use]
    pub fn bits(&self) -> u32 {
        self.next
    }
}

/// How many bits hold the numbers below `count`: 0 for one value.
#[must_use]
pub fn bits_for(count: u32) -> u32 {
    count.next_power_of_two().trailing_zeros()
}
