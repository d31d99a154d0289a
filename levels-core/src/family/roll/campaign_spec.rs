//! Floor 3: what a seed proposes (docs/rules-roll.md, Seeds of a campaign).

use alloc::format;
use alloc::string::String;

use super::descriptors::Lesson;
use super::measures::{SPECIAL_SHARE, Weights};
use super::mechanic::{Mechanic, Mechanics};
use super::propose::Spec;
use crate::grid::Axis;

/// The settings of a campaign: its result is a function of them and its seeds. Settings that a file
/// leaves out have their defaults.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "profile", derive(serde::Deserialize))]
#[cfg_attr(feature = "profile", serde(default, deny_unknown_fields))]
pub struct Settings {
    /// The longest side of combined boards, at least 4; above 8 it changes nothing.
    pub max_size: usize,
    /// The greatest probability with which random keys may win a combined board.
    pub max_random: f64,
    /// How many changes are tried for a tutorial.
    #[cfg_attr(feature = "profile", serde(rename = "iterations"))]
    pub tutorial_iterations: u32,
    /// The most states that are kept of a combined board. This is more than in the deep budget,
    /// which would lose the hardest tenth of the boards.
    pub max_states: u32,
    /// The fewest states of a combined board.
    pub min_states: u32,
    /// The fewest actions of a shortest solution of a combined board.
    pub min_moves: u32,
    /// The largest share of special tiles among standing ones, in percent.
    #[cfg_attr(feature = "profile", serde(rename = "special_percent"))]
    pub special_share: usize,
    /// The most positions that the screen expands.
    pub max_nodes: u32,
    /// The weights of the terms of the difficulty.
    pub weights: Weights,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            max_size: 8,
            max_random: 0.15,
            tutorial_iterations: 120,
            max_states: 400_000,
            min_states: 150,
            min_moves: 5,
            special_share: SPECIAL_SHARE,
            max_nodes: super::screen::MAX_NODES,
            weights: Weights::default(),
        }
    }
}

impl Settings {
    /// Checks the ranges; an error is one line.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self) -> Result<(), String> {
        let Weights {
            resistance,
            planning,
            uniqueness,
            branching,
            spectacle,
        } = self.weights;
        let weights = [resistance, planning, uniqueness, branching, spectacle];
        let sum: f64 = weights.iter().sum();
        let faults = [
            (
                !(4..=8).contains(&self.max_size),
                format!("`max_size` is {}: a number from 4 to 8", self.max_size),
            ),
            (
                !(0.0..=1.0).contains(&self.max_random),
                format!("`max_random` is {}: a number from 0 to 1", self.max_random),
            ),
            (
                self.tutorial_iterations == 0,
                String::from("`iterations` is 0: at least one change is tried"),
            ),
            (
                self.special_share > SPECIAL_SHARE,
                format!(
                    "`special_percent` is above {SPECIAL_SHARE}, the most that verification allows"
                ),
            ),
            (
                !weights.iter().all(|weight| (0.0..=1.0).contains(weight))
                    || (sum - 1.0).abs() > 1e-6,
                format!("the `weights` are numbers from 0 to 1 that add up to 1, not to {sum}"),
            ),
        ];
        let fault = faults
            .into_iter()
            .find_map(|(holds, fault)| holds.then_some(fault));
        fault.map_or(Ok(()), Err)
    }
}

/// What a seed proposes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SeedSpec {
    /// A board that teaches one thing.
    Tutorial(Lesson, Spec),
    /// A board of all kinds.
    Combined(Spec),
}

impl SeedSpec {
    /// What a seed proposes: 18 of 100 seeds a tutorial, the others a combined board.
    #[must_use]
    pub fn of(seed: u64, settings: &Settings) -> Self {
        if seed % 100 < 18 {
            return Self::tutorial(seed, settings);
        }
        const SIZES: [(usize, usize); 11] = [
            (4, 4),
            (5, 5),
            (5, 6),
            (6, 5),
            (6, 6),
            (6, 7),
            (7, 6),
            (7, 7),
            (7, 8),
            (8, 7),
            (8, 8),
        ];
        // The sizes are ascending, so those that fit come first; the smallest always fits.
        let fit = SIZES
            .iter()
            .filter(|&&(cols, rows)| cols.max(rows) <= settings.max_size)
            .count()
            .max(1);
        let (cols, rows) = SIZES[(seed / 100 % fit as u64) as usize];
        Self::Combined(Spec {
            cols,
            rows,
            target: 0.6 + 0.35 * (seed / 7 % 1000) as f64 / 1000.0,
            allowed: Mechanics::ALL,
            required: Mechanics::NONE,
            axis: None,
            iterations: 0,
            min_greens: 0,
        })
    }

    fn tutorial(seed: u64, settings: &Settings) -> Self {
        const SIZES: [(usize, usize); 6] = [(4, 4), (4, 5), (5, 4), (5, 5), (4, 4), (4, 5)];
        let lesson = Lesson::ALL[(seed / 100 % 6) as usize];
        let (cols, rows) = SIZES[(seed / 600 % 6) as usize];
        let (mechanics, axis) = match lesson {
            Lesson::Movement => (Mechanics::NONE, None),
            Lesson::LineRow => (Mechanics::only(Mechanic::Line), Some(Axis::Horizontal)),
            Lesson::LineCol => (Mechanics::only(Mechanic::Line), Some(Axis::Vertical)),
            Lesson::Explosive => (Mechanics::only(Mechanic::Explosive), None),
            Lesson::Shift => (Mechanics::only(Mechanic::Shift), None),
            Lesson::Arrow => (Mechanics::only(Mechanic::Arrow), None),
        };
        let spec = Spec {
            cols,
            rows,
            target: 0.1,
            allowed: mechanics,
            required: mechanics,
            axis,
            iterations: settings.tutorial_iterations,
            min_greens: 3,
        };
        Self::Tutorial(lesson, spec)
    }
}
