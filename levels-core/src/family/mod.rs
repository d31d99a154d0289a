//! Floor 1: the families of puzzles, one folder each, with the same file names in every folder.

pub mod roll;
pub mod slide;
