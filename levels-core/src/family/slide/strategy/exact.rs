//! The exact distance of every arrangement, under the real rules: the optimum is known before a
//! candidate is filed.

use super::Found;
use crate::family::slide::board::Board;
use crate::family::slide::distances::fresh_distances;
use crate::family::slide::harvest::Harvest;
use crate::search::Limits;

/// Offers every opening to the harvest; only those whose twists are felt, if that is asked for.
pub(super) fn harvest<'a>(
    layout: &Board,
    felt: bool,
    limits: Limits,
    mut harvest: Harvest<'a>,
) -> Found<'a> {
    let explored = fresh_distances(layout, limits, harvest.depths(), |opening| {
        if opening.bent || !felt {
            harvest.offer(opening.places, opening.distance);
        }
    })?;
    Ok((harvest, explored))
}
