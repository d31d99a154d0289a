//! A backward sweep from all wins at once, with sand, ice and rime taken for crystal.
//!
//! The distances are too short where a twist holds a block back, so the band is shifted: a level
//! that is wanted at `d` is looked for at `d - (sand + ice - rime)`. How far a twist really lengthens
//! a level differs from arrangement to arrangement, so many candidates turn out to be too easy.

use super::{Found, flat, twists};
use crate::family::slide::board::Board;
use crate::family::slide::distances::fresh_distances;
use crate::family::slide::harvest::Harvest;
use crate::search::Limits;

pub(super) fn harvest<'a>(layout: &Board, limits: Limits, mut harvest: Harvest<'a>) -> Found<'a> {
    let (shorter, longer) = twists(layout);
    let wanted = harvest.depths();
    let shift = |depth: u32| (depth + longer).saturating_sub(shorter).max(1);
    let depths = shift(*wanted.start())..=shift(*wanted.end());
    let explored = fresh_distances(&flat(layout), limits, depths, |opening| {
        let depth = (opening.distance + shorter).saturating_sub(longer);
        harvest.offer(opening.places, depth);
    })?;
    Ok((harvest, explored))
}
