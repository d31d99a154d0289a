//! The exact distance of every arrangement, under the real rules: the optimum is known before a
//! candidate is filed.

use super::Found;
use crate::family::slide::board::Board;
use crate::family::slide::distances::fresh_distances;
use crate::family::slide::engine::Depths;
use crate::family::slide::harvest::{Hardest, Harvest};
use crate::search::Limits;

/// Offers every opening to the harvest; only those whose twists are felt, if that is asked for. The
/// hardest of all is looked for where somebody wants to know it.
pub(super) fn harvest<'a>(
    layout: &Board,
    felt: bool,
    limits: Limits,
    mut harvest: Harvest<'a>,
    mut hardest: Option<&mut Hardest>,
) -> Found<'a> {
    let depths = Depths {
        range: harvest.depths(),
        hardest: hardest.is_some(),
    };
    let explored = fresh_distances(layout, limits, depths, |opening| {
        if opening.bent || !felt {
            harvest.offer(opening.places, opening.distance);
            if let Some(hardest) = &mut hardest {
                hardest.offer(opening.places, opening.distance);
            }
        }
    })?;
    Ok((harvest, explored))
}
