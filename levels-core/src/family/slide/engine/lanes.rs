//! Words whose bits are the arrangements of the inner blocks.

use core::fmt::Debug;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Shl, Shr};

/// A word of arrangements: bit `i` is the mixed-radix number `i` of the inner blocks' digits.
pub(super) trait Lanes:
    Copy
    + Eq
    + Debug
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Send
    + Sync
    + 'static
{
    /// How many arrangements fit.
    const BITS: u32;

    /// No arrangement.
    const NONE: Self;

    /// Arrangement `i` alone.
    fn bit(i: u32) -> Self;

    /// The arrangements below `n`.
    fn below(n: u32) -> Self;

    /// How many arrangements are set.
    fn count(self) -> u32;

    /// The lowest arrangement set, and the word without it; `None` for an empty word.
    fn pop(self) -> Option<(u32, Self)>;

    /// Whether an arrangement is set.
    #[inline]
    fn any(self) -> bool {
        self != Self::NONE
    }
}

macro_rules! lanes {
    ($($word:ty),*) => {$(
        impl Lanes for $word {
            const BITS: u32 = <$word>::BITS;
            const NONE: Self = 0;

            #[inline]
            fn bit(i: u32) -> Self {
                1 << i
            }

            #[inline]
            fn below(n: u32) -> Self {
                if n >= <$word>::BITS { !0 } else { (1 << n) - 1 }
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn pop(self) -> Option<(u32, Self)> {
                (self != 0).then(|| (self.trailing_zeros(), self & (self - 1)))
            }
        }
    )*};
}

lanes!(u64, u128);
