//! Floor 3: what is measured on a board (docs/rules-roll.md, Exploration).
//!
//! | file | what it holds |
//! |---|---|
//! | `budget` | the named limits |
//! | `figures` | the figures themselves |
//! | `plain` | all of them from the plain search: the oracle |
//! | `fast` | all of them from the engine that suits the board |
//! | `capped` | the exploration of a board that is too large, cut at the state limit |
//! | `solutions` | which solutions are counted and kept |
//! | `walks` | what follows from playing one line: greedy player, spectacle |
//! | `score` | difficulty, band and grade |
//! | `structure` | counts that need no search |

mod budget;
mod capped;
mod fast;
mod figures;
mod plain;
mod score;
mod solutions;
mod structure;
mod walks;

pub use budget::Budget;
pub use capped::capped_exploration;
pub use fast::{figures, figures_where};
pub use figures::{Exhausted, Exploration, Figures, Play, Solutions};
pub use plain::plain_figures;
#[cfg(feature = "make")]
pub(super) use score::clamp01;
pub use score::{Band, Score, Weights};
pub use structure::{Kinds, SPECIAL_SHARE, Structure, normalise};
pub use walks::{GreedyEnd, Spectacle};
