//! Floor 6: which families there are, one row per family.

use crate::family::roll::Roll;
use crate::family::slide::Slide;
use crate::pack::Families;

/// The families in this library.
#[must_use]
pub fn built_in() -> Families {
    Families::new(&[]).with::<Slide>().with::<Roll>()
}
