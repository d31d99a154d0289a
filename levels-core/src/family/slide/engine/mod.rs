//! Word-parallel.
#![allow(missing_docs, dead_code)]
mod choice;
mod closure;
mod component;
mod entries;
mod explored;
mod field;
mod figures;
mod forward;
mod inner;
mod lanes;
mod layout;
mod lines;
mod log;
mod plain;
mod planes;
mod solve;
mod space;
mod states;
mod sweep;
mod tracks;
mod twist;
mod wins;

pub use choice::{Choice, Reason, choose};
pub use component::Component;
pub use figures::Figures;
pub use layout::{Layout, LayoutError};
pub use solve::solve;
pub use states::Position;
