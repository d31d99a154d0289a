//! Floor 3: a rolling-cube level solved and measured, as packs and the command line see it.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::board::Board;
use super::measures::{self, Band, Budget, Kinds, Score, Structure, Weights};
use super::mechanic::Mechanic;
use super::notation::{self, Move};
use super::rules::{ForRolling, Rolling};
use super::tile::Tile;
use super::{Roll, canonical, spellings};
use crate::bits::Word;
use crate::finding::{Cell, Place};
use crate::lint_id::LintId;
use crate::quality::{Class, Figure, Figures, Hit, Measure, Outcome, RawDimensions, Survey};
use crate::search::{Claim, Limits, explore};
use crate::wording::plural;

impl Measure for Roll {
    const GRADES: &'static [&'static str] = &["easy", "medium", "hard", "expert"];

    /// The default of the family; campaigns leave out larger boards.
    const MAX_STATES: u32 = Budget::DEFAULT.max_states;

    fn survey(board: &Board, limits: Limits) -> Survey<Move> {
        let budget = Budget {
            max_states: limits.max_states,
            ..Budget::DEFAULT
        };
        let structure = Structure::of(board);
        let mut hits = structural(board, &structure);
        let _claim = Claim::open();
        let figures = match measures::figures(board, &budget) {
            Ok(figures) => figures,
            Err(measures::Exhausted { limit }) => {
                return Survey {
                    outcome: Outcome::Exhausted { limit },
                    grade: None,
                    states: None,
                    figures: Figures::new(),
                    details: Figures::new(),
                    hits,
                };
            }
        };
        let exploration = &figures.exploration;
        let mut grade = None;
        let outcome = match &figures.play {
            Some(play) => {
                grade = Band::grade(&figures).map(Band::word);
                Outcome::Solved {
                    line: play.shortest_solution.clone(),
                }
            }
            None => unsolvable(board, limits),
        };
        if exploration.solvable && exploration.dead_tiles > 0 {
            hits.push(dead_tiles(board, exploration.dead_tiles as usize, limits));
        }
        if exploration.solvable && structure.win_tiles > 0 && !exploration.rests_on_win_tile {
            hits.push(Hit {
                lint: LintId::NotLandable,
                place: Place::Cells(cells(board, Tile::is_win)),
                message: "there is no green on which the cube can rest and still win".to_string(),
                help: "leave at least one green that has to be walked over".to_string(),
            });
        }
        Survey {
            outcome,
            grade,
            states: Some(figures.exploration.reachable_states.into()),
            figures: pack_figures(board, &figures),
            details: details(&figures),
            hits,
        }
    }

    fn partial(board: &Board, limits: Limits) -> Figures {
        details(&measures::Figures {
            exploration: measures::capped_exploration(board, limits.max_states),
            solutions: measures::Solutions::default(),
            play: None,
        })
    }

    fn canonical(board: &Board) -> String {
        canonical(board)
    }

    fn spellings(board: &Board) -> Vec<String> {
        spellings(board)
    }

    /// Deduction: commitment, and the share of plausible moves that are traps. Peak: the longest time
    /// that a mistake stays hidden. Scale: the shortest solution, and the tiles to clear. Sameness: the
    /// share of specials that look like another one.
    fn dimensions(figures: &Figures, optimal: u32) -> Option<RawDimensions> {
        let number = |name| figures.number(name);
        Some([
            alloc::vec![number("commitment")?, number("decision")?],
            alloc::vec![number("max_doom_delay")?],
            alloc::vec![f64::from(optimal), number("tiles_to_clear")?],
            alloc::vec![number("alike_specials")?],
        ])
    }

    /// Rolling itself comes before the mechanics of tiles.
    fn mechanics(board: &Board) -> Vec<String> {
        let tiles = mechanics(board).into_iter();
        let tiles = tiles.map(|name| format!("roll-{name}"));
        core::iter::once("roll".to_string()).chain(tiles).collect()
    }

    const HARDNESS: Option<&'static str> = Some("difficulty");

    /// By size and by the kinds of special tiles.
    fn class(board: &Board) -> Option<Class> {
        let kind = match mechanics(board).as_slice() {
            [] => (0, "none"),
            [only] => {
                let place = Mechanic::ALL
                    .iter()
                    .take_while(|known| known.word() != *only);
                (1 + place.count(), *only)
            }
            _ => (1 + Mechanic::ALL.len(), "combined"),
        };
        let (a, b) = (board.cols(), board.rows());
        Some(Class {
            size: (a.max(b), a.min(b)),
            pieces: None,
            kind,
        })
    }

    fn family_key(board: &Board, optimal: u32) -> String {
        format!(
            "{}x{} {}",
            board.cols(),
            board.rows(),
            parts(board, optimal)
        )
    }

    fn twin_key(board: &Board, optimal: u32) -> String {
        let (a, b) = (board.cols(), board.rows());
        format!("{}x{} {}", a.max(b), a.min(b), parts(board, optimal))
    }
}

/// What a level is made of, except its size.
fn parts(board: &Board, optimal: u32) -> String {
    let count = |kind: fn(Tile) -> bool| board.count(kind);
    format!(
        "n{} i{} a{} t{} l{} x{} {optimal}",
        count(|tile| tile == Tile::Green),
        count(|tile| tile == Tile::Info),
        count(|tile| matches!(tile, Tile::Arrow(_))),
        count(|tile| matches!(tile, Tile::Teleport(_))),
        count(|tile| matches!(tile, Tile::Line(_))),
        count(|tile| tile == Tile::Mine),
    )
}

/// The figures that a pack records.
fn pack_figures(board: &Board, figures: &measures::Figures) -> Figures {
    let mut list = Figures::new();
    list.push(
        "tiles_to_clear",
        Figure::Count(board.count(Tile::is_win) as u64),
    );
    list.push("alike_specials", Figure::Real(alike_specials(board)));
    let seen = &figures.exploration;
    list.push(
        "reachable_states",
        Figure::Count(seen.reachable_states.into()),
    );
    list.push(
        "dead_end_states",
        Figure::Count(seen.dead_end_states.into()),
    );
    list.push(
        "solution_count",
        Figure::Count(figures.solutions.count.into()),
    );
    list.push(
        "solution_count_capped",
        Figure::Flag(figures.solutions.capped),
    );
    list.push("lands_on_info", Figure::Flag(seen.lands_on_any_info));
    list.push("rests_on_green", Figure::Flag(seen.rests_on_green));
    play_figures(figures, &mut list);
    list.push(
        "random_solve_prob_exact",
        real(figures, |play| play.random_solve_prob_exact),
    );
    list
}

/// What `solve` prints: the fields of the golden data, and better ones under their own names.
fn details(figures: &measures::Figures) -> Figures {
    let mut list = Figures::new();
    let seen = &figures.exploration;
    list.push("solvable", Figure::Flag(seen.solvable));
    list.push(
        "shortest_path",
        Figure::count(seen.shortest_path.map(u64::from)),
    );
    list.push(
        "solution_count",
        Figure::Count(figures.solutions.count.into()),
    );
    list.push(
        "reachable_states",
        Figure::Count(seen.reachable_states.into()),
    );
    list.push(
        "dead_end_states",
        Figure::Count(seen.dead_end_states.into()),
    );
    list.push("exact", Figure::Flag(figures.exact()));
    list.push("dead_tiles", Figure::Count(seen.dead_tiles.into()));
    list.push("lands_on_info", Figure::Flag(seen.lands_on_info));
    list.push("rests_on_green", Figure::Flag(seen.rests_on_green));
    play_figures(figures, &mut list);
    let shortest = figures
        .play
        .as_ref()
        .map(|play| notation::write(&play.shortest_solution));
    list.push(
        "shortest_solution",
        shortest.map_or(Figure::Unknown, Figure::Text),
    );
    list.push(
        "random_solve_prob_exact",
        real(figures, |play| play.random_solve_prob_exact),
    );
    list.push("lands_on_any_info", Figure::Flag(seen.lands_on_any_info));
    list.push("rests_on_win_tile", Figure::Flag(seen.rests_on_win_tile));
    list.push(
        "spectacle_of_shortest",
        real(figures, |play| play.spectacle_of_shortest),
    );
    let grade = Band::grade(figures).map(|grade| Figure::Text(grade.word().to_string()));
    list.push("grade", grade.unwrap_or(Figure::Unknown));
    list
}

/// The share of specials that look like another special of the board, in thousandths; 0 if there
/// are no specials.
fn alike_specials(board: &Board) -> f64 {
    let special: Vec<Tile> = board
        .tiles()
        .iter()
        .copied()
        .filter(|tile| tile.is_special())
        .collect();
    let looks = |tile: &Tile| match tile {
        Tile::Arrow(_) => 0,
        Tile::Teleport(_) => 1,
        Tile::Line(_) => 2,
        _ => 3,
    };
    let of_look = |look: u32| special.iter().filter(|tile| looks(tile) == look).count();
    let alike = special
        .iter()
        .filter(|tile| of_look(looks(tile)) > 1)
        .count();
    (alike * 1000 / special.len().max(1)) as f64 / 1000.0
}

fn real(figures: &measures::Figures, of: impl Fn(&measures::Play) -> f64) -> Figure {
    figures
        .play
        .as_ref()
        .map_or(Figure::Unknown, |play| Figure::Real(of(play)))
}

fn play_figures(figures: &measures::Figures, list: &mut Figures) {
    let play = figures.play.as_ref();
    let flag = |of: fn(&measures::Play) -> bool| {
        play.map_or(Figure::Unknown, |play| Figure::Flag(of(play)))
    };
    list.push(
        "random_solve_prob",
        real(figures, |play| play.random_solve_prob),
    );
    list.push("greedy_solves", flag(|play| play.greedy_solves));
    list.push("commitment", real(figures, |play| play.commitment));
    list.push(
        "max_doom_delay",
        Figure::count(play.map(|play| play.max_doom_delay.into())),
    );
    list.push(
        "optimal_path_fraction",
        real(figures, |play| play.optimal_path_fraction),
    );
    list.push("decision", real(figures, |play| play.decision));
    list.push(
        "forced_fraction",
        real(figures, |play| play.forced_fraction),
    );
    list.push("spectacle", real(figures, |play| play.spectacle));
    list.push("spectacle_required", flag(|play| play.spectacle_required));
    list.push(
        "difficulty",
        real(figures, |play| {
            Score::of(play, &Weights::default()).difficulty
        }),
    );
    let band = Band::of(figures).map(|band| Figure::Text(band.word().to_string()));
    list.push("band", band.unwrap_or(Figure::Unknown));
}

/// Findings that need no search (docs/rules-roll.md, Lints).
fn structural(board: &Board, structure: &Structure) -> Vec<Hit> {
    let mut hits = Vec::new();
    if structure.unpaired_shift_ids > 0 {
        for id in 1..=9 {
            let of_id = cells(board, |tile| tile == Tile::Teleport(id));
            if !matches!(of_id.len(), 0 | 2) {
                hits.push(Hit {
                    lint: LintId::UnpairedShift,
                    message: format!(
                        "teleport {id} is on the board {}",
                        plural(of_id.len(), "time")
                    ),
                    place: Place::Cells(of_id),
                    help: "a teleport needs exactly one partner of the same digit".to_string(),
                });
            }
        }
    }
    if structure.useless_specials > 0 {
        let useless = |cell: &Cell| {
            let at = cell.row * board.cols() + cell.col;
            Structure::is_useless(board, at)
        };
        hits.push(Hit {
            lint: LintId::UselessSpecial,
            place: Place::Cells(cells(board, Tile::is_special).into_iter().filter(useless).collect()),
            message: format!(
                "{} with nothing to clear: a line needs a green in its row or column, a mine one beside it",
                plural(structure.useless_specials, "special")
            ),
            help: "move it next to greens or turn it into one".to_string(),
        });
    }
    let most = structure.max_specials(measures::SPECIAL_SHARE);
    if structure.specials > most {
        hits.push(Hit {
            lint: LintId::TooManySpecials,
            place: Place::Cells(cells(board, Tile::is_special)),
            message: format!(
                "{} among {}; at most {most} allowed",
                plural(structure.specials, "special"),
                plural(structure.standing, "standing tile")
            ),
            help: "turn some into greens".to_string(),
        });
    }
    hits
}

fn cells(board: &Board, condition: impl Fn(Tile) -> bool) -> Vec<Cell> {
    mask_cells(board, board.mask(condition))
}

fn mask_cells(board: &Board, mask: u128) -> Vec<Cell> {
    (0..board.tiles().len())
        .filter(|&at| mask >> at & 1 == 1)
        .map(|at| Cell {
            row: at / board.cols(),
            col: at % board.cols(),
        })
        .collect()
}

/// What the reachable positions of a board show, by the plain search.
struct Seen {
    /// The cells that a surviving move occupies or removes the tile of.
    touched: u128,
    /// The cells whose tile is gone in some position.
    cleared: u128,
    /// Whether no green is left in some position.
    all_cleared: bool,
}

impl Seen {
    /// `None` if the limit is hit.
    fn of(board: &Board, limits: Limits) -> Option<Self> {
        struct Look(Limits);
        impl ForRolling<Option<Seen>> for Look {
            fn call<W: Word>(self, puzzle: &Rolling<'_, W>) -> Option<Seen> {
                let graph = explore(puzzle, self.0).ok()?;
                let board = puzzle.board();
                let packing = board.packing();
                let mut seen = Seen {
                    touched: graph.trace().0 | 1 << board.base(),
                    cleared: 0,
                    all_cleared: false,
                };
                for &state in graph.states() {
                    seen.all_cleared |= packing.is_clear(state);
                    for cell in
                        (0..board.tiles().len()).filter(|&cell| !packing.stands(state, cell))
                    {
                        seen.cleared |= 1 << cell;
                    }
                }
                Some(seen)
            }
        }
        board.with_rolling(Look(limits))
    }
}

fn dead_tiles(board: &Board, count: usize, limits: Limits) -> Hit {
    // The measures only count them; the plain search finds which ones they are.
    let dead = Seen::of(board, limits).map(|seen| board.standing() & !seen.touched);
    Hit {
        lint: LintId::DeadTile,
        message: format!("{} never occupied and never cleared", plural(count, "tile")),
        place: match dead {
            Some(dead) => Place::Cells(mask_cells(board, dead)),
            None => Place::Level,
        },
        help: "remove it, or make a way to it".to_string(),
    }
}

/// Says why a board cannot be won. Each sentence says only what the reachable positions show.
fn unsolvable(board: &Board, limits: Limits) -> Outcome<Move> {
    let verdict = |cells: Vec<Cell>, why: String| Outcome::Unsolvable { cells, why };
    let Some(seen) = Seen::of(board, limits) else {
        return verdict(Vec::new(), "no position that can be reached is won".into());
    };
    let greens = board.mask(Tile::is_win);
    let untouched = mask_cells(board, greens & !seen.touched);
    if let Some(first) = untouched.first() {
        let why = format!(
            "no move reaches, sweeps or blasts the green at {first} without losing the level"
        );
        return verdict(untouched, why);
    }
    let kept = mask_cells(board, greens & !seen.cleared);
    if let Some(first) = kept.first() {
        let why = format!(
            "the cube can reach the green at {first}, but no move clears it without losing the level"
        );
        return verdict(kept, why);
    }
    let why = if seen.all_cleared {
        "all greens can be cleared, but the cube never gets home after that"
    } else {
        "each green can be cleared, but never all of them in one game"
    };
    verdict(mask_cells(board, 1 << board.base()), why.into())
}

/// The mechanics of a board by name, for reports.
#[must_use]
pub fn mechanics(board: &Board) -> Vec<&'static str> {
    let kinds = Kinds::of(board.tiles());
    [
        (kinds.arrow, "arrow"),
        (kinds.shift, "shift"),
        (kinds.line(), "line"),
        (kinds.explosive, "explosive"),
    ]
    .into_iter()
    .filter_map(|(occurs, name)| occurs.then_some(name))
    .collect()
}
