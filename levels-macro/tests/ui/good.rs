use levels_core::family::slide::Slide;
use levels_core::puzzle::Family;

levels_macro::include_pack! {
    /// Two boards.
    pub static PACK = "packs/good.json",
        max_states = 4_000, deny(furniture), allow(over_band), crate = ::levels_core;
}

fn main() {
    assert_eq!((PACK.id, PACK.title, PACK.family), ("demo", "Demo", "slide"));
    let ids: Vec<&str> = PACK.levels.iter().map(|level| level.id).collect();
    assert_eq!(ids, ["demo/1", "demo/2"]);
    let level = PACK.get("demo/1").expect("it is there");
    assert!(PACK.get("demo/3").is_none());
    assert_eq!((level.optimal, level.stars.three, level.stars.two), (3, 3, 5));
    assert_eq!([3, 4, 5, 6].map(|moves| level.stars_for(moves)), [3, 2, 2, 1]);
    let board = level.open::<Slide>().expect("it was verified");
    let replay = Slide::replay(&board, level.solution).expect("it was verified");
    assert_eq!(replay.won_after, Some(3));
    assert_eq!(PACK.levels[1].content, Some(r#"{"word":"frost"}"#));
}
