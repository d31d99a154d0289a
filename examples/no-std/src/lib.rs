//! Proof that the rules and the embedded packs need no `std`: this library has its own panic handler
//! and allocator, so anything that linked `std` would clash with them.
#![no_std]
#![forbid(unsafe_code)]

use levels_core::family::slide::Slide;
use levels_core::puzzle::{Family, ForPuzzle, Puzzle};

#[global_allocator]
static HEAP: emballoc::Allocator<65_536> = emballoc::Allocator::new();

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

/// How many moves can be made in the opening position of a level; -1 if there is no such level.
pub extern "C" fn opening_moves(index: u32) -> i32 {
    struct Count;
    impl ForPuzzle<<Slide as Family>::Move, i32> for Count {
        fn call<P: Puzzle<Move = <Slide as Family>::Move>>(self, puzzle: &P) -> i32 {
            let mut moves = 0;
            puzzle.expand(puzzle.start(), |_, _, _| moves += 1);
            moves
        }
    }
    let level = CLASSICS.levels.get(index as usize);
    let board = level.and_then(|level| level.open::<Slide>().ok());
    board.map_or(-1, |board| Slide::with_puzzle(&board, Count))
}

/// How many stars a win in `moves` moves gives on a level; 0 if there is no such level.
pub extern "C" fn stars(index: u32, moves: u32) -> u32 {
    CLASSICS
        .levels
        .get(index as usize)
        .map_or(0, |level| level.stars_for(moves))
}
