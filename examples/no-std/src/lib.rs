//! Proof that the rules and the embedded packs do not need `std`: this library has its own panic
//! handler and allocator, so linking `std` would be an error.
#![no_std]

use levels_core::family::slide::Slide;
use levels_core::play::{Hint, Play};

#[global_allocator]
static HEAP: emballoc::Allocator<4_194_304> = emballoc::Allocator::new();

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    loop {
        core::hint::spin_loop();
    }
}

levels_macro::include_pack! {
    /// The classics, verified while this library was compiled.
    pub static CLASSICS = "../../levels/classics.json";
}

fn play(index: u32) -> Option<Play<Slide>> {
    let level = CLASSICS.levels.get(index as usize)?;
    level.open::<Slide>().ok().map(Play::new)
}

/// How many moves can be made in the opening position of a level; -1 if there is no such level.
pub extern "C" fn opening_moves(index: u32) -> i32 {
    play(index).map_or(-1, |play| play.legal_moves().len() as i32)
}

/// How many moves the level takes from its opening, found by a search of at most 10,000 states; -1
/// if there is no such level or the search was cut short.
pub extern "C" fn moves_to_win(index: u32) -> i32 {
    match play(index).map(|play| play.hint(10_000)) {
        Some(Hint::Move { left, .. }) => left as i32,
        _ => -1,
    }
}

/// How many stars a win in `moves` moves gives on a level; 0 if there is no such level.
pub extern "C" fn stars(index: u32, moves: u32) -> u32 {
    CLASSICS
        .levels
        .get(index as usize)
        .map_or(0, |level| level.stars_for(moves))
}
