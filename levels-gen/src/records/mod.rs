//! Records: the hardest board of each class, chosen from campaigns and packs, and the tables of them.

mod book;
mod marks;
mod table;

pub use book::Book;
pub use table::tables;
