//! Floor 3: how sliding levels are generated.

use alloc::string::String;
use core::ops::ControlFlow;

use super::Slide;
use super::board::{Block, Board};
use super::dials::Dials;
use super::distances::{Explored, TooLarge, fresh_distances, is_one_way};
use super::elite::elite;
use super::engine::{self, Component, Depths};
use super::harvest::{Candidate, Hardest, Harvest};
use super::level::{KindWord, Level};
use super::notation::Move;
use super::{mutate, propose};
use crate::quality::filters::Reason;
use crate::quality::{Drawn, Effort, Generate, Outcome, Proposal, Source, Survey};
use crate::rng::{Rng, mix};
use crate::search::Limits;

const REASONS: &[Reason] = &[
    Reason::new(
        "dead-tile",
        "blocks are walled in for ever: fewer walls, less fill, or shorter blocks",
    ),
    Reason::new(
        "furniture",
        "many blocks are idle: fewer blocks, more moves, or a higher idle_percent",
    ),
    Reason::new(
        "many-solutions",
        "almost any order works: more fill, longer blocks, or more sequences",
    ),
    Reason::new(
        "shuttling",
        "the same blocks go to and fro: more blocks, or a lower fresh_percent",
    ),
    Reason::new(
        "unused-kind",
        "the kinds in `uses` are idle: more of them, or more moves",
    ),
    Reason::new(
        "unfelt-twist",
        "the level is as short with all of it crystal: more ice, sand or rime, or felt = false",
    ),
];

impl Generate for Slide {
    type Dials = Dials;

    const REASONS: &'static [Reason] = REASONS;

    fn check(dials: &Dials) -> Result<(), String> {
        dials.check()
    }

    fn candidates(
        dials: &Dials,
        wanted: &[u32],
        source: Source<'_, Level>,
        rng: &mut Rng,
        emit: &mut dyn FnMut(Proposal<Level>) -> ControlFlow<()>,
    ) -> Drawn<Level> {
        let mut effort = Effort::default();
        let drawn = match source.parent() {
            Some(parent) => mutate::mutated(dials, parent, rng),
            None => propose::layout(dials, rng),
        };
        let layout = drawn.as_ref().and_then(|level| Board::new(level).ok());
        let Some(layout) = layout else {
            return Drawn::no_elite(effort);
        };
        effort.layouts = 1;
        let key = rng.bits();
        let mut hardest = match source {
            Source::Archive(_) => Some(Hardest::new(mix(key))),
            Source::Random => None,
        };
        let harvest = Harvest::new(wanted, dials.per_depth, key);
        let (harvest, explored) = match search(&layout, dials, harvest, hardest.as_mut()) {
            Err(TooLarge { states }) => {
                effort.too_large = 1;
                effort.states = states;
                return Drawn::no_elite(effort);
            }
            Ok(found) => found,
        };
        effort.states = explored.states;
        if explored.dead_block {
            effort.hopeless = 1;
            return Drawn::no_elite(effort);
        }
        for Candidate { places, depth } in harvest.round_robin(dials.per_layout) {
            let proposal = Proposal {
                level: layout.level_at(&places).lettered(),
                claim: Some(depth),
            };
            if emit(proposal).is_break() {
                break;
            }
        }
        let hardest = hardest.and_then(Hardest::found);
        Drawn {
            effort,
            elite: hardest.map(|hardest| elite(&layout, &hardest, explored)),
        }
    }

    fn refuse(dials: &Dials, board: &Board, survey: &Survey<Move>) -> Option<&'static str> {
        let caps = dials.caps();
        let count = |name| survey.figures.count(name);
        let (Some(sequences), Some(idle), Some(movable), Outcome::Solved { line }) = (
            count("optimal_sequences"),
            count("idle_blocks"),
            count("movable_blocks"),
            &survey.outcome,
        ) else {
            // The optimum is proven, but the rest is unknown.
            return Some("exhausted");
        };
        if idle * 100 > movable * caps.idle_percent {
            return Some("furniture");
        }
        if sequences > caps.sequences {
            return Some("many-solutions");
        }
        let first_moves = line
            .iter()
            .enumerate()
            .filter(|&(at, m)| line[..at].iter().all(|earlier| earlier.block != m.block))
            .count();
        if first_moves * 100 < line.len() * dials.fresh_percent as usize {
            return Some("shuttling");
        }
        let limits = Limits::states(dials.max_states);
        let unless = |holds: Option<bool>, reason| match holds {
            Some(true) => None,
            Some(false) => Some(reason),
            None => Some("exhausted"),
        };
        if !dials.uses.is_empty()
            && let Some(reason) = unless(uses(board, &dials.uses, limits), "unused-kind")
        {
            return Some(reason);
        }
        if dials.felt {
            return unless(is_felt(board, line.len() as u32, limits), "unfelt-twist");
        }
        None
    }
}

/// Offers every opening of a layout to the harvest, by its exact distance under the real rules; if
/// the dials ask for it, only those whose twists are felt. Also finds the hardest opening, if that
/// is wanted.
fn search<'a>(
    layout: &Board,
    dials: &Dials,
    mut harvest: Harvest<'a>,
    mut hardest: Option<&mut Hardest>,
) -> Result<(Harvest<'a>, Explored), TooLarge> {
    let depths = Depths {
        range: harvest.depths(),
        hardest: hardest.is_some(),
    };
    let limits = Limits::states(dials.max_states);
    let explored = fresh_distances(layout, limits, depths, |opening| {
        if opening.bent || !dials.felt {
            harvest.offer(opening.places, opening.distance);
            if let Some(hardest) = &mut hardest {
                hardest.offer(opening.places, opening.distance);
            }
        }
    })?;
    Ok((harvest, explored))
}

/// Whether in every optimal sequence a block of each of the kinds moves; `None` at the limit.
fn uses(board: &Board, kinds: &[KindWord], limits: Limits) -> Option<bool> {
    let lines = Component::explore(board, limits).ok()?.optimal_lines()?;
    let blocks = board.blocks();
    let is_used = |&kind: &KindWord| {
        let own = |m: Move| blocks[usize::from(m.block)].kind.word() == kind;
        lines.least_cost(|m| u32::from(own(m))) > 0
    };
    Some(kinds.iter().all(is_used))
}

/// Whether the level would be shorter with all sand, ice and rime made crystal; `None` at the limit.
fn is_felt(board: &Board, optimum: u32, limits: Limits) -> Option<bool> {
    let twisted = |block: &Block| is_one_way(block.kind);
    let Ok(flat) = Board::new(&board.level_with_crystal(twisted)) else {
        return Some(false);
    };
    let flat = engine::solve(&flat, limits).ok()?;
    Some(flat.is_some_and(|line| (line.len() as u32) < optimum))
}
