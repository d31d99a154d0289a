//! Every plain board of a small size, counted: how many components there are, how many can be won, and how
//! many hold a board that needs every one of its blocks.
//!
//! # What is counted
//!
//! - A **board** has no walls and plain blocks one cell thick and two or three cells long, in rows and
//!   columns. The Key is two cells long, the only block of its row, and leaves to the right. Its row is
//!   the middle one, on boards of even height the one above the middle: the row of index 1 of 3×3 and 4×4,
//!   of index 2 of 5×5. No row or column is *full*, covered from end to end by blocks of its own: those
//!   could never move and would be walls.
//! - A **set-up** says which lengths every row and every column holds, in which order. Play never
//!   changes it. Blocks of one line and equal length are not distinguished. The Key alone is also a
//!   set-up.
//! - A **component** is a set of positions of one set-up: all that can be reached from each
//!   other, including won ones, since play may go on. It counts once, however many openings could
//!   be chosen in it.
//! - A component is **solvable** if it has a won position: the Key's leading cell is at the right
//!   edge.
//! - Its **hardest** positions are those at the greatest distance to the nearest win, in moves,
//!   which are whole drags. If there are several, the *first* counts: the cells of horizontal
//!   blocks are read as a binary number, the first cell in reading order lowest, then those of the
//!   vertical ones, and the least pair is the first.
//! - A solvable component is **minimal** if removing any one block (not the Key) from its hardest
//!   position leaves a board that takes fewer moves. A component whose positions are all won is
//!   minimal only if it has no blocks to remove. The order among hardest positions matters here: on
//!   5×5 there would be fewer minimal components if all hardest positions had to need every block,
//!   and more if one such position were enough.
//! - If the height is odd, the board upside down is one of these boards. **Up to the mirror**, a
//!   component and its image count once, if either is minimal. (The image of a first hardest
//!   position need not be first: some components of 5×5 are minimal whose images are not.) If the
//!   height is even, the image has its Key on another row, so no two boards coincide.
//!
//! | size | components | solvable | minimal | up to the mirror | greatest distance |
//! |---|---|---|---|---|---|
//! | 3×3 | 12 | 8 | 1 | 1 | 1 |
//! | 4×4 | 880 | 493 | 32 | 32 | 7 |
//! | 5×5 | 130,299 | 62,106 | 1,730 | 904 | 20 |
//!
//! # How
//!
//! The work is divided into independent parts, one for each choice of the rows' blocks
//! ([`Boards::parts`]), and their results are added up ([`Counts::add`]). Of two parts that are
//! each other's mirror image, one is searched.
//!
//! | file | what it holds |
//! |---|---|
//! | `line` | the ways to place blocks in one line |
//! | `position` | a position, its moves and its drawing |
//! | `setup` | all positions of a set-up, numbered |
//! | `components` | distances to the nearest win, and the components |
//! | `minimal` | whether every block is needed |
//! | `counts` | the counts |

mod components;
mod counts;
mod line;
mod minimal;
mod position;
mod setup;

use alloc::vec::Vec;
use core::fmt;

use counts::Tally;
pub use counts::{Count, Counts, Hardest};
use line::Line;
use setup::{Loads, Rows};

/// The least side of a board that is enumerated: on fewer cells, the Key's row would be full.
pub const MIN_SIDE: usize = 3;
/// The greatest side of a board that is enumerated: 6×6 has billions of positions.
pub const MAX_SIDE: usize = 5;

/// The plain boards of one size.
#[derive(Debug, Clone)]
pub struct Boards {
    width: usize,
    height: usize,
    key_row: usize,
    rows: Line,
    columns: Line,
}

/// A size that is not enumerated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeFault {
    /// The width that was asked for, in cells.
    pub width: usize,
    /// The height that was asked for, in cells.
    pub height: usize,
}

impl fmt::Display for SizeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { width, height } = self;
        write!(
            f,
            "boards of {width}×{height} are not enumerated: each side has to be {MIN_SIDE} to {MAX_SIDE} cells"
        )
    }
}

impl core::error::Error for SizeFault {}

/// The boards whose rows hold certain blocks, together with their mirror images: an independent
/// part of the work.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    boards: &'a Boards,
    loads: Loads,
    image: Image,
}

/// Where the mirror images of a part's set-ups are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Image {
    /// They are not among these boards.
    Foreign,
    /// They are another part, which this one replaces.
    Other,
    /// Each set-up is its own.
    Own,
}

impl Boards {
    /// The boards of a size.
    ///
    /// # Errors
    /// A side is shorter than [`MIN_SIDE`] or longer than [`MAX_SIDE`].
    pub fn new(width: usize, height: usize) -> Result<Self, SizeFault> {
        let sides = MIN_SIDE..=MAX_SIDE;
        if !sides.contains(&width) || !sides.contains(&height) {
            return Err(SizeFault { width, height });
        }
        Ok(Self {
            width,
            height,
            key_row: (height - 1) / 2,
            rows: Line::new(width),
            columns: Line::new(height),
        })
    }

    /// The Key's row, counted from 0.
    #[must_use]
    pub fn key_row(&self) -> usize {
        self.key_row
    }

    /// The parts of the work, in a fixed order.
    #[must_use]
    pub fn parts(&self) -> Vec<Part<'_>> {
        let mut choices: Vec<Loads> = alloc::vec![[0; MAX_SIDE]];
        for y in 0..self.height {
            let key = self.rows.key();
            let loads = if y == self.key_row {
                key..key + 1
            } else {
                0..self.rows.loads()
            };
            let longer = choices.iter().flat_map(|choice| {
                loads.clone().map(|load| {
                    let mut choice = *choice;
                    choice[y] = load;
                    choice
                })
            });
            choices = longer.collect();
        }
        let parts = choices.into_iter().filter_map(|loads| {
            let image = self.image(&loads)?;
            Some(Part {
                boards: self,
                loads,
                image,
            })
        });
        parts.collect()
    }

    /// Where the mirror images of a part are; `None` for a part that is replaced by its image.
    ///
    /// The image has the same columns (up to a side of five, the lengths in a line read the same
    /// from both ends) and the rows in reverse order.
    fn image(&self, loads: &Loads) -> Option<Image> {
        if self.height.is_multiple_of(2) {
            return Some(Image::Foreign);
        }
        let loads = &loads[..self.height];
        match loads.iter().cmp(loads.iter().rev()) {
            core::cmp::Ordering::Less => Some(Image::Other),
            core::cmp::Ordering::Equal => Some(Image::Own),
            core::cmp::Ordering::Greater => None,
        }
    }

    fn line(&self, line: usize) -> &Line {
        if line < self.height {
            &self.rows
        } else {
            &self.columns
        }
    }
}

impl Part<'_> {
    /// Counts the part.
    #[must_use]
    pub fn count(&self) -> Counts {
        let mut tally = Tally::new(self.boards);
        Rows::new(self.boards, self.loads).setups(&mut |setup| tally.add(setup, self.image));
        tally.finish()
    }
}
