//! States as words: nothing is lost, and no two positions share a word.

use alloc::collections::BTreeSet;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use super::super::*;
use super::{board, exit_level};
use crate::bits::{Wide, Word};
use crate::grid::Axis;

/// 52 blocks on 8×8, one cell each: as many bits as a board can need.
fn fullest(kind: impl Fn(usize) -> KindWord) -> Board {
    let letters = || ('A'..='Z').chain('a'..='z');
    let cells: Vec<char> = letters().chain(core::iter::repeat_n('.', 12)).collect();
    let mut level = exit_level(&[]);
    level.rows = cells.chunks(8).map(String::from_iter).collect();
    // `K` is the eleventh letter.
    level.lantern.line = 1;
    for (index, letter) in letters().enumerate() {
        let (kind, axis) = match letter {
            'K' => (KindWord::Crystal, Axis::Horizontal),
            _ => (kind(index), Axis::ALL[index % 2]),
        };
        let spec = BlockSpec {
            kind,
            tilt: (kind == KindWord::Mirror).then_some(Tilt::Slash),
            axis: Some(axis),
        };
        level.blocks.push((letter.to_string(), spec));
    }
    Slide::build(&level).unwrap_or_else(|faults| panic!("{faults:?}"))
}

#[test]
fn packs_and_unpacks_the_fullest_boards() {
    type KindOf = fn(usize) -> KindWord;
    let kinds: [(KindOf, usize); 4] = [
        (|_| KindWord::Sand, 51),
        (|_| KindWord::Rime, 51),
        (|index| KindWord::ALL[index % 5], 21),
        (|_| KindWord::Crystal, 0),
    ];
    for (kind, marked) in kinds {
        let board = fullest(kind);
        let marks = |block: &Block| matches!(block.kind, Kind::Sand | Kind::Rime);
        assert_eq!(board.blocks().iter().filter(|b| marks(b)).count(), marked);
        assert!(board.blocks().iter().all(|block| block.places() == 8));
        // Three bits per place and one per mark; a field that would cross a word boundary moves to
        // the next word.
        let bits = board.packing().bits() as usize;
        let least = 52 * 3 + marked;
        assert!((least..=least + 3).contains(&bits), "{bits} bits");
        let config = Config {
            cases: 200,
            failure_persistence: None,
            ..Config::default()
        };
        let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
        let positions = (
            prop::collection::vec(0..8_u8, 52),
            prop::collection::vec(prop::bool::ANY, 52),
        );
        TestRunner::new_with_rng(config, rng)
            .run(&positions, |(places, mut given)| {
                let word: Wide = board.packing().encode(&places, &given);
                // A mark has no meaning on other kinds.
                for (mark, block) in given.iter_mut().zip(board.blocks()) {
                    *mark &= marks(block);
                }
                prop_assert_eq!(board.packing().decode(word), (places, given));
                Ok(())
            })
            .unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn different_positions_have_different_codes() {
    // Every place and mark of a small board, in a word of each width.
    let board = board(
        "KK.s\n.m.s\n.r.i\nlantern right 0\nwin exit\n\
         block s sand\nblock r rime horizontal\nblock i ice\nblock m mirror \\ vertical",
    );
    fn codes<W: Word>(board: &Board) -> usize {
        let mut codes = BTreeSet::new();
        let sizes: Vec<u32> = board.blocks().iter().map(|b| b.places() as u32).collect();
        let all: u32 = sizes.iter().product();
        for position in 0..all << 2 {
            let mut rest = position >> 2;
            let places: Vec<u8> = sizes
                .iter()
                .map(|&size| {
                    let place = rest % size;
                    rest /= size;
                    place as u8
                })
                .collect();
            let marks: Vec<bool> = board
                .blocks()
                .iter()
                .map(|block| match block.kind {
                    Kind::Sand => position & 1 != 0,
                    Kind::Rime => position & 2 != 0,
                    _ => false,
                })
                .collect();
            let word: W = board.packing().encode(&places, &marks);
            assert_eq!(board.packing().decode(word), (places, marks));
            codes.insert(word);
        }
        assert_eq!(codes.len(), all as usize * 4);
        codes.len()
    }
    let count = codes::<u64>(&board);
    // The places of K, s, m and r (i has no axis and stays), then the four pairs of marks.
    assert_eq!(count, 3 * 2 * 3 * 4 * 4);
    assert_eq!(codes::<u128>(&board), count);
    assert_eq!(codes::<Wide>(&board), count);
}

#[test]
fn a_board_takes_a_block_of_every_letter() {
    assert_eq!(fullest(|_| KindWord::Ice).blocks().len(), MAX_BLOCKS + 1);
}
