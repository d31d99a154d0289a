//! Properties of every board of either family, checked on random ones.
//!
//! Tested elsewhere, on as many random boards, and not repeated here: symmetry keeps the optimum
//! and all figures (`slide_reference.rs`, `roll_rules.rs`), hints and solver agree (`play.rs`), the
//! fast side and the naive rules agree on every state (`slide_reference.rs`, `roll_rules.rs`).

use std::cell::Cell;
use std::collections::BTreeSet;
use std::fmt::Debug;

use levels_core::family::roll::reference::{Game, Position as RollPosition};
use levels_core::family::roll::{Level as RollLevel, Move as RollMove, Roll};
use levels_core::family::slide::reference::Position;
use levels_core::family::slide::{BlockSpec, KindWord, Level, Move, Slide, Win, rush};
use levels_core::grid::Direction;
use levels_core::json::source::Source;
use levels_core::pack::{LevelFile, Options, PackFile, Stored, rate, verify};
use levels_core::picture::Frame;
use levels_core::play::{NotLegal, Play};
use levels_core::puzzle::Family;
use levels_core::quality::{Figures, Measure, Outcome, Survey};
use levels_core::registry::built_in;
use levels_core::rng::Rng;
use levels_core::search::Limits;
use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

#[path = "damage_support/oracle.rs"]
#[allow(dead_code)]
mod oracle;
mod roll_support;
#[allow(dead_code)]
mod slide_drafts;
use roll_support::random_board;
use slide_drafts::{board_side, draft};

const MAX_STATES: u32 = 2_000;

/// Runs a check on random values, the same every time; `PROPTEST_CASES` sets a larger number.
fn for_each<V: Debug>(cases: u32, values: impl Strategy<Value = V>, check: impl Fn(V)) {
    let config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    let config = Config {
        cases: config.cases.max(cases),
        ..config
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let run = TestRunner::new_with_rng(config, rng).run(&values, |value| {
        check(value);
        Ok(())
    });
    run.unwrap_or_else(|error| panic!("{error}"));
}

fn slides() -> impl Strategy<Value = (Level, u64)> {
    (draft(board_side()), proptest::num::u64::ANY).prop_map(|(draft, seed)| (draft.level(), seed))
}

fn rolls() -> impl Strategy<Value = (RollLevel, u64)> {
    proptest::num::u64::ANY.prop_map(|seed| (random_board(seed, 5), seed))
}

fn board<F: Family>(level: &F::Level) -> F::Board {
    F::build(level).unwrap_or_else(|faults| panic!("{faults:?}\n{}", F::to_text(level)))
}

/// A move that is in the list can be made, one that is not cannot, and both agree with the naive
/// rules, along a random line of play.
#[test]
fn a_sliding_move_is_in_the_list_exactly_if_it_is_legal() {
    let made = Cell::new(0);
    for_each(600, slides(), |(level, seed)| {
        let mut rng = Rng::new(seed);
        let mut play = Play::<Slide>::new(board::<Slide>(&level));
        let mut at = Position {
            grid: level.rows.iter().map(|row| row.chars().collect()).collect(),
            marked: Default::default(),
        };
        oracle::thaw(&level, &mut at);
        for _ in 0..8 {
            let legal = play.legal_moves().to_vec();
            let mut naive = Vec::new();
            for block in 0..play.board().blocks().len() {
                for direction in [
                    Direction::Left,
                    Direction::Right,
                    Direction::Up,
                    Direction::Down,
                ] {
                    for cells in 1..=8_u8 {
                        let m = Move {
                            block: block as u8,
                            direction,
                            cells,
                        };
                        let mut next = play.clone();
                        let can = next.apply(m);
                        assert_eq!(
                            can,
                            if legal.contains(&m) {
                                Ok(())
                            } else {
                                Err(NotLegal)
                            }
                        );
                        // Blocks go along their axis; an ice move goes as far as it can.
                        let axis = play.board().blocks()[block].axis;
                        if axis == Some(direction.axis()) {
                            let mut there = at.clone();
                            let word = Slide::write_line(play.board(), &[m]);
                            let made = oracle::make(&level, &mut there, &word);
                            let rows: Vec<String> =
                                there.grid.iter().map(|row| row.iter().collect()).collect();
                            if can.is_ok() {
                                assert_eq!(next.frame().rows, rows, "{word}");
                                let marked: BTreeSet<char> =
                                    next.frame().marked.iter().copied().collect();
                                assert_eq!(marked, there.marked, "{word}");
                            }
                            if made.is_some() && !naive.contains(&word) {
                                naive.push(word);
                            }
                        }
                    }
                }
            }
            let mut listed: Vec<String> = legal
                .iter()
                .map(|&m| Slide::write_line(play.board(), &[m]))
                .collect();
            listed.sort();
            naive.sort();
            assert_eq!(listed, naive, "{}", play.frame().rows.join("\n"));
            let Some(&m) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else {
                break;
            };
            let word = Slide::write_line(play.board(), &[m]);
            assert_eq!(
                (play.apply(m), oracle::make(&level, &mut at, &word)),
                (Ok(()), Some(()))
            );
            made.set(made.get() + 1);
        }
    });
    assert!(made.get() > 1_000, "{}", made.get());
}

#[test]
fn a_roll_is_in_the_list_exactly_if_it_is_survived() {
    let made = Cell::new(0);
    for_each(2_000, rolls(), |(level, seed)| {
        let mut rng = Rng::new(seed);
        let mut play = Play::<Roll>::new(board::<Roll>(&level));
        let game = Game::new(&level.layout).unwrap_or_else(|| panic!("{level:?}"));
        let mut at: RollPosition = game.start();
        for _ in 0..12 {
            assert_eq!(play.is_won(), game.won(&at));
            let legal = play.legal_moves().to_vec();
            let keys = game.keys(&at);
            let mut lost = 0;
            for m in RollMove::ALL {
                let can = play.clone().apply(m);
                assert_eq!(can.is_ok(), legal.contains(&m));
                let pressed = keys.contains(&m.glyph()) && !game.won(&at);
                let naive = pressed && game.press(&at, m.glyph()).is_some();
                assert_eq!(
                    can.is_ok(),
                    naive,
                    "{m:?}\n{}",
                    play.frame().rows.join("\n")
                );
                lost += u32::from(pressed && !naive);
            }
            assert_eq!(play.losing_moves(), lost);
            let Some(&m) = legal.get(rng.below(legal.len().max(1) as u32) as usize) else {
                break;
            };
            assert_eq!(play.apply(m), Ok(()));
            at = game
                .press(&at, m.glyph())
                .unwrap_or_else(|| panic!("{m:?}"))
                .0;
            made.set(made.get() + 1);
        }
    });
    assert!(made.get() > 4_000, "{}", made.get());
}

/// What a player sees of a position.
#[derive(Debug, PartialEq)]
struct Seen<M> {
    moves: Vec<M>,
    legal: Vec<M>,
    losing: u32,
    won: bool,
    frame: Frame,
}

fn seen<F: Family>(play: &Play<F>) -> Seen<F::Move> {
    Seen {
        moves: play.moves().to_vec(),
        legal: play.legal_moves().to_vec(),
        losing: play.losing_moves(),
        won: play.is_won(),
        frame: play.frame().clone(),
    }
}

/// Walks at random with moves taken back in between; every position on the way is found again.
fn undo_restores<F: Family>(level: &F::Level, seed: u64) -> u32 {
    let mut rng = Rng::new(seed);
    let mut play = Play::<F>::new(board::<F>(level));
    let mut before = vec![seen(&play)];
    let mut undone = 0;
    for _ in 0..30 {
        let legal = play.legal_moves();
        if rng.chance(1, 3) || legal.is_empty() {
            let last = play.moves().last().copied();
            assert_eq!(play.undo(), last);
            if last.is_some() {
                before.pop();
                undone += 1;
            }
        } else {
            let m = legal[rng.below(legal.len() as u32) as usize];
            assert_eq!(play.apply(m), Ok(()));
            before.push(seen(&play));
        }
        assert_eq!(before.last(), Some(&seen(&play)));
    }
    while play.undo().is_some() {
        before.pop();
        assert_eq!(before.last(), Some(&seen(&play)));
    }
    assert_eq!(before.len(), 1);
    undone
}

#[test]
fn undo_restores_every_position() {
    let undone = Cell::new(0);
    for_each(400, slides(), |(level, seed)| {
        undone.set(undone.get() + undo_restores::<Slide>(&level, seed))
    });
    for_each(400, rolls(), |(level, seed)| {
        undone.set(undone.get() + undo_restores::<Roll>(&level, seed))
    });
    assert!(undone.get() > 4_000, "{}", undone.get());
}

fn survey<F: Measure>(level: &F::Level) -> Survey<F::Move> {
    F::survey(&board::<F>(level), Limits::states(MAX_STATES))
}

fn optimum<M>(survey: &Survey<M>) -> Option<usize> {
    match &survey.outcome {
        Outcome::Solved { line } => Some(line.len()),
        _ => None,
    }
}

/// The letters of blocks and the numbers of teleports are names: renaming changes nothing else, not
/// even the order of moves.
#[test]
fn relabelling_keeps_everything() {
    let solved = Cell::new(0);
    for_each(500, slides(), |(level, seed)| {
        let mut names: Vec<char> = ('A'..='Z').chain('a'..='z').filter(|&c| c != 'K').collect();
        let letters = names.clone();
        Rng::new(seed).shuffle(&mut names);
        let name = |c: char| {
            letters
                .iter()
                .position(|&l| l == c)
                .map_or(c, |at| names[at])
        };
        let mut other = level.clone();
        for row in &mut other.rows {
            *row = row.chars().map(name).collect();
        }
        for (letter, _) in &mut other.blocks {
            *letter = letter.chars().map(name).collect();
        }
        let (ours, theirs) = (survey::<Slide>(&level), survey::<Slide>(&other));
        let (a, b) = (board::<Slide>(&level), board::<Slide>(&other));
        assert_eq!(ours.figures, theirs.figures);
        assert_eq!(Slide::canonical(&a), Slide::canonical(&b));
        assert_eq!(Slide::family_key(&a, 3), Slide::family_key(&b, 3));
        assert_eq!(Slide::mechanics(&a), Slide::mechanics(&b));
        let hits = |survey: &Survey<Move>| {
            survey
                .hits
                .iter()
                .map(|hit| (hit.lint, hit.place.clone()))
                .collect::<Vec<_>>()
        };
        assert_eq!(hits(&ours), hits(&theirs));
        match (&ours.outcome, &theirs.outcome) {
            (Outcome::Solved { line }, Outcome::Solved { line: renamed }) => {
                let words = |board, line: &[Move]| -> Vec<String> {
                    line.iter()
                        .map(|&m| Slide::write_line(board, &[m]))
                        .collect()
                };
                let rename = |word: &String| -> String {
                    let letter = word.chars().take(1).map(name);
                    letter.chain(word.chars().skip(1)).collect()
                };
                let expected: Vec<String> = words(&a, line).iter().map(rename).collect();
                assert_eq!(words(&b, renamed), expected);
                solved.set(solved.get() + u32::from(!line.is_empty()));
            }
            (ours, theirs) => {
                assert_eq!(std::mem::discriminant(ours), std::mem::discriminant(theirs))
            }
        }
    });
    assert!(solved.get() > 80, "{}", solved.get());
    let paired = Cell::new(0);
    for_each(500, rolls(), |(level, seed)| {
        let mut ids: Vec<char> = ('1'..='9').collect();
        Rng::new(seed).shuffle(&mut ids);
        let name = |c: char| c.to_digit(10).map_or(c, |id| ids[id as usize - 1]);
        let layout = level
            .layout
            .iter()
            .map(|row| row.chars().map(name).collect())
            .collect();
        let other = RollLevel { layout };
        let (ours, theirs) = (survey::<Roll>(&level), survey::<Roll>(&other));
        assert_eq!(
            (&ours.figures, &ours.outcome, ours.grade),
            (&theirs.figures, &theirs.outcome, theirs.grade)
        );
        assert_eq!(
            Roll::canonical(&board::<Roll>(&level)),
            Roll::canonical(&board::<Roll>(&other))
        );
        paired.set(paired.get() + u32::from(optimum(&ours).is_some() && level != other));
    });
    assert!(paired.get() > 20, "{}", paired.get());
}

/// Removes walls from a board one by one; returns how often this was compared, and how often it
/// made the level easier.
fn walls_taken_away(level: &Level, walls: &[(usize, usize)]) -> [u32; 2] {
    let mut counts = [0; 2];
    let Some(before) = optimum(&survey::<Slide>(level)) else {
        return counts;
    };
    for &(y, x) in walls {
        let mut open = level.clone();
        open.rows[y].replace_range(x..=x, ".");
        let survey = survey::<Slide>(&open);
        if matches!(survey.outcome, Outcome::Exhausted { .. }) {
            continue;
        }
        let after = optimum(&survey);
        assert!(
            after.is_some_and(|after| after <= before),
            "{before} {after:?}\n{}",
            Slide::to_text(&open)
        );
        counts[0] += 1;
        counts[1] += u32::from(after < Some(before));
    }
    counts
}

/// On a board of plain blocks with an exit, less is never harder. (With ice it can be, since ice
/// stops at walls.)
#[test]
fn a_wall_taken_away_never_raises_the_optimum_of_a_plain_board() {
    let sum = Cell::new([0; 2]);
    let add = |[compared, easier]: [u32; 2]| {
        let [a, b] = sum.get();
        sum.set([a + compared, b + easier]);
    };
    let cells_of = |level: &Level, glyph: u8| -> Vec<(usize, usize)> {
        (0..level.rows.len())
            .flat_map(|y| (0..level.rows[y].len()).map(move |x| (y, x)))
            .filter(|&(y, x)| level.rows[y].as_bytes()[x] == glyph)
            .collect()
    };
    for_each(600, slides(), |(mut level, _)| {
        for (_, spec) in &mut level.blocks {
            let axis = spec.axis;
            *spec = BlockSpec {
                kind: KindWord::Crystal,
                tilt: None,
                axis,
            };
        }
        if level.win == Win::Exit {
            add(walls_taken_away(&level, &cells_of(&level, b'#')));
        }
    });
    // On random boards, which are crowded, one wall rarely matters; on good boards with one more
    // wall it does.
    let rows = roll_support::rows("golden_slide.jsonl");
    for row in rows
        .iter()
        .filter(|row| row["reachable_states"].as_u64() < Some(1_500))
    {
        let size = |key: &str| row[key].as_u64().map_or(0, |n| n as usize);
        let cells = row["board"].as_str().unwrap_or_default();
        let board = rush::read(cells, size("width"), size("height"));
        let level = board
            .unwrap_or_else(|faults| panic!("{row}: {faults:?}"))
            .level;
        for (y, x) in cells_of(&level, b'.') {
            let mut walled = level.clone();
            walled.rows[y].replace_range(x..=x, "#");
            add(walls_taken_away(&walled, &[(y, x)]));
        }
    }
    let [compared, easier] = sum.get();
    assert!(compared > 1_000 && easier > 8, "{compared} {easier}");
}

/// A pack of random levels as a person would write it: without derived numbers.
fn unrated<F: Stored>(levels: &[F::Level]) -> Source {
    let mut pack = PackFile {
        schema: "schema/pack.schema.json".to_string(),
        id: "random".to_string(),
        title: None,
        family: F::TAG.to_string(),
        model_version: None,
        stars_to_open: None,
        lints: Vec::new(),
        recipe: None,
        levels: Vec::new(),
    };
    for (number, level) in levels.iter().enumerate() {
        pack.levels.push(LevelFile::unrated(
            format!("random/{number}"),
            F::write(level),
        ));
    }
    Source::new("random.json", pack.to_text())
}

fn options() -> Options {
    Options {
        max_states: Some(MAX_STATES),
        threads: 1,
        ..Options::default()
    }
}

/// What verification reports of a file, without the places.
type Verdict = (
    Vec<(&'static str, Vec<String>)>,
    Option<Vec<(String, u32, String, Figures)>>,
);

fn verdict(text: &str) -> Verdict {
    let source = Source::new("random.json", text);
    let verification = verify(&[source], &built_in(), &options());
    // Findings are sorted by place, and the fields of a level may be in another order.
    let words = |message: &str| -> Vec<String> {
        // The finding of a duplicate contains the place of the other one.
        let words = message
            .split(' ')
            .filter(|word| !word.starts_with("random.json:"));
        words.map(str::to_string).collect()
    };
    let findings = verification.findings();
    let mut findings: Vec<_> = findings.map(|f| (f.lint.code, words(&f.message))).collect();
    findings.sort();
    let levels = verification.packs[0].verified.as_ref().map(|pack| {
        let levels = pack.levels().iter();
        levels
            .map(|level| {
                (
                    level.id().to_string(),
                    level.optimal(),
                    level.solution().to_string(),
                    level.figures().clone(),
                )
            })
            .collect()
    });
    (findings, levels)
}

/// For any layout of a file and anything wrong in it, verification reports the same. Rating is
/// stable: it writes its own output again without changes, and its solutions replay.
fn written_and_read<F: Stored>(levels: &[F::Level], seed: u64) -> usize {
    let file = unrated::<F>(levels);
    let mut texts = vec![file.text().to_string()];
    let mut replayed = 0;
    if let Ok(rated) = rate(&file, &built_in(), &options()) {
        let again = rate(
            &Source::new("random.json", rated.as_str()),
            &built_in(),
            &options(),
        );
        assert_eq!(again.as_deref(), Ok(rated.as_str()));
        let value: serde_json::Value =
            serde_json::from_str(&rated).unwrap_or_else(|fault| panic!("{fault}"));
        for (level, stored) in levels
            .iter()
            .zip(value["levels"].as_array().into_iter().flatten())
        {
            let line = stored["solution"]
                .as_str()
                .unwrap_or_else(|| panic!("no solution in {rated}"));
            let replay =
                F::replay(&board::<F>(level), line).unwrap_or_else(|fault| panic!("{fault}"));
            let optimal = stored["optimal"]
                .as_u64()
                .and_then(|moves| usize::try_from(moves).ok());
            assert_eq!(
                (replay.won_after, Some(replay.moves.len())),
                (optimal, optimal)
            );
            assert_eq!(stored["optimal"], stored["stars"]["three"]);
            replayed += usize::from(optimal > Some(0));
        }
        // One number wrong, so that there is something to find.
        let digits: Vec<usize> = rated
            .char_indices()
            .filter(|(_, c)| c.is_ascii_digit())
            .map(|(at, _)| at)
            .collect();
        let at = digits[Rng::new(seed).below(digits.len() as u32) as usize];
        let mut wrong = rated.clone();
        wrong.replace_range(
            at..=at,
            if rated.as_bytes()[at] == b'7' {
                "3"
            } else {
                "7"
            },
        );
        texts.extend([rated, wrong]);
    }
    for text in texts {
        let value: serde_json::Value =
            serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}"));
        let pretty = serde_json::to_string_pretty(&value).unwrap_or_default();
        let expected = verdict(&text);
        for layout in [value.to_string(), pretty, text.replace('\n', "\r\n\t")] {
            assert_eq!(verdict(&layout), expected, "{text}");
        }
    }
    replayed
}

#[test]
fn the_layout_of_a_file_changes_nothing_and_what_is_stored_replays() {
    let replayed = Cell::new(0);
    let add = |count: usize| replayed.set(replayed.get() + count);
    for_each(256, (slides(), slides()), |((a, seed), (b, _))| {
        add(written_and_read::<Slide>(&[a, b], seed))
    });
    for_each(256, (rolls(), rolls()), |((a, seed), (b, _))| {
        add(written_and_read::<Roll>(&[a, b], seed))
    });
    assert!(replayed.get() > 40, "{}", replayed.get());
}
