//! What a game relies on beyond single levels: gates that can be opened, days that do not repeat, stages
//! that name existing levels.

use game_assets::{DAILIES, PACKS, STAGES, WORLDS, daily, level};
use levels_core::daily::Date;
use levels_core::family::roll::Roll;
use levels_core::family::slide::Slide;

#[test]
fn every_level_opens() {
    for pack in PACKS {
        assert!(!pack.levels.is_empty(), "{}", pack.id);
        for level in pack.levels {
            let opened = match pack.family {
                "slide" => level.open::<Slide>().map(drop),
                "roll" => level.open::<Roll>().map(drop),
                other => panic!("family {other}"),
            };
            assert_eq!(opened, Ok(()), "{}", level.id);
        }
    }
}

/// Stars open the worlds after the first: the levels of the worlds before a gate must give enough.
#[test]
fn gates_can_be_reached() {
    let gates: Vec<u32> = WORLDS.iter().map(|world| world.stars_to_open).collect();
    assert_eq!(gates, [0, 40, 110, 170, 230]);
    let levels: Vec<usize> = WORLDS.iter().map(|world| world.levels.len()).collect();
    assert_eq!(levels, [30; 5]);
    let mut most = 0;
    for world in WORLDS {
        assert!(
            world.stars_to_open <= most,
            "{} needs {} stars and the worlds before it give {most}",
            world.id,
            world.stars_to_open
        );
        most += 3 * world.levels.len() as u32;
    }
    assert_eq!(most, 450);
}

#[test]
fn a_cycle_of_days_shows_every_daily_once() {
    let count = DAILIES.levels.len();
    assert_eq!(count, 174);
    for first in [0_i64, 20_000, -5] {
        let mut ids: Vec<&str> = (first..first + 174)
            .map(|day| daily(Date::from_days(day)).id)
            .collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "from day {first}");
    }
}

#[test]
fn stages_name_levels_and_find_them_again() {
    assert!(STAGES.stages.len() >= 400, "{}", STAGES.stages.len());
    for (index, stage) in STAGES.stages.iter().enumerate() {
        let Some(stage) = stage else { continue };
        let number = index as u32 + 1;
        let (pack, _) = level(stage.level).unwrap_or_else(|| panic!("stage {number}"));
        assert!(pack.id != "dailies" && pack.id != "roll-ladder");
        assert_eq!(STAGES.of(stage.level), Some(number));
        assert_eq!(STAGES.migrate(STAGES.model_version, number), Some(number));
    }
    assert_eq!(STAGES.migrate("levels-0/7", 1), None);
    assert_eq!(STAGES.get(0), None);
}
