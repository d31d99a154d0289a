//! The exact distance of every arrangement, under the real rules: the optimum is known before a
//! candidate is filed.

use super::Found;
use crate::family::slide::board::Board;
use crate::family::slide::distances::fresh_distances;
use crate::family::slide::harvest::Harvest;
use crate::search::Limits;

pub(super) fn harvest<'a>(layout: &Board, limits: Limits, mut harvest: Harvest<'a>) -> Found<'a> {
    let states = fresh_distances(layout, limits, harvest.depths(), |places, depth| {
        harvest.offer(places, depth);
    })?;
    Ok((harvest, states))
}
