use alloc::collections::BTreeMap;

use super::*;
use crate::family::slide::distances::plain as plain_search;
use crate::rng::Rng;
use crate::search::Limits;

type Found = Result<(Explored, BTreeMap<Vec<u8>, (u32, bool)>), TooLarge>;

/// The openings of a layout by words and by the plain search.
fn both(layout: &Board, limits: Limits, deepest: u32) -> [Found; 2] {
    let mut found = [BTreeMap::new(), BTreeMap::new()];
    let [words, plain] = &mut found;
    let keep = |all: &mut BTreeMap<_, _>, opening: Opening<'_>| {
        let twin = all.insert(opening.places.to_vec(), (opening.distance, opening.bent));
        assert_eq!(twin, None, "an arrangement was visited twice");
    };
    let depths = 1..=deepest;
    let by_words = fresh_distances(layout, limits, depths.clone(), |opening| {
        keep(words, opening)
    });
    let by_plain =
        plain_search::fresh_distances(layout, limits, depths, |opening| keep(plain, opening));
    let [words, plain] = found;
    [
        by_words.map(|explored| (explored, words)),
        by_plain.map(|explored| (explored, plain)),
    ]
}

/// Layouts of a few sizes with up to three blocks of each kind.
fn dials(win: Win) -> Dials {
    let size = |width, height| Size { width, height };
    let shape = |long, thick| Shape { long, thick };
    let some = Span::new(0, 3);
    let corners = u32::from(win == Win::Beam);
    Dials {
        sizes: alloc::vec![size(5, 4), size(5, 5), size(6, 5), size(6, 6)],
        win,
        sides: Side::ALL.to_vec(),
        middle: false,
        key: alloc::vec![2],
        shapes: alloc::vec![shape(2, 1), shape(3, 1), shape(2, 2)],
        fill: Span::new(55, 75),
        walls: Span::new(0, 3),
        across: 60,
        ice: some,
        sand: some,
        rime: some,
        mirrors: Span::default(),
        corners: Span::new(corners, corners),
        gliding: Span::new(0, corners),
        uses: Vec::new(),
        felt: false,
        fresh_percent: 0,
        sequences: None,
        idle_percent: None,
        max_states: 0,
        per_depth: 1,
        per_layout: 1,
    }
}

#[test]
fn words_find_the_openings_that_the_plain_search_finds() {
    let (mut bent, mut dead, mut large) = (0, 0, 0);
    for win in [Win::Exit, Win::Beam] {
        for index in 0..400 {
            let mut rng = Rng::for_candidate(9, index);
            let Some(layout) = propose::layout(&dials(win), &mut rng) else {
                continue;
            };
            let board = Slide::build(&layout).unwrap_or_else(|f| panic!("{f:?}\n{layout:?}"));
            let [words, plain] = both(&board, Limits::states(20_000), 6);
            assert_eq!(words, plain, "{}", Slide::to_text(&layout));
            match words {
                Ok((explored, openings)) => {
                    dead += u32::from(explored.dead_block);
                    bent += openings.values().filter(|(_, bent)| *bent).count();
                }
                Err(_) => large += 1,
            }
        }
    }
    assert!(
        bent > 100 && dead > 20 && large > 20,
        "{bent} {dead} {large}"
    );
}

#[test]
fn both_engines_stop_at_the_same_limit() {
    let text = "KK..i.\n....ir\n..ss.r\n......\nlantern right 0\nwin exit\nblock i ice\nblock s sand\nblock r rime\n";
    let board = board(text);
    let [words, plain] = both(&board, Limits::default(), 9);
    assert_eq!(words, plain);
    let Ok((Explored { states, .. }, _)) = words else {
        panic!("{words:?}")
    };
    // Sand and rime: four sets.
    assert_eq!(states % 4, 0);
    let enough = both(&board, Limits::states(states as u32), 9);
    assert!(enough.iter().all(Result::is_ok));
    let states = states - 1;
    let few = both(&board, Limits::states(states as u32), 9);
    let too_large = || Err(TooLarge { states });
    assert_eq!(few, [too_large(), too_large()]);
}

#[test]
fn the_hardest_openings_are_found_wherever_they_lie() {
    let mut depths = BTreeMap::new();
    for win in [Win::Exit, Win::Beam] {
        for index in 0..300 {
            let mut rng = Rng::for_candidate(11, index);
            let Some(layout) = propose::layout(&dials(win), &mut rng) else {
                continue;
            };
            let board = Slide::build(&layout).unwrap_or_else(|f| panic!("{f:?}\n{layout:?}"));
            let limits = Limits::states(20_000);
            let mut all: BTreeMap<u32, Vec<Vec<u8>>> = BTreeMap::new();
            let plain = plain_search::fresh_distances(&board, limits, 0..=u32::MAX, |opening| {
                all.entry(opening.distance)
                    .or_default()
                    .push(opening.places.to_vec());
            });
            let Some((greatest, mut hardest)) = all.pop_last().filter(|_| plain.is_ok()) else {
                continue;
            };
            let mut found = Vec::new();
            let wanted = Depths {
                range: 0..=0,
                hardest: true,
            };
            let words = fresh_distances(&board, limits, wanted, |opening| {
                if opening.distance == greatest {
                    found.push(opening.places.to_vec());
                }
            });
            hardest.sort();
            found.sort();
            let text = Slide::to_text(&layout);
            assert_eq!((&words, &found), (&plain, &hardest), "{text}");
            *depths.entry(greatest).or_insert(0) += 1;
        }
    }
    assert!(depths.len() > 8, "{depths:?}");
}
