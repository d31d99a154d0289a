//! Keys on the board: turns arrow keys into moves.
//!
//! A sliding block is chosen by its letter and pushed cell by cell. Successive pushes of one block are
//! one drag, as with a finger, and count as one move. A rolling cube just rolls.

use super::table::Table;

/// An arrow key.
pub type Arrow = char;

/// Which block the arrows push, and whether its drag is still going on.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hands {
    chosen: Option<char>,
    dragging: bool,
}

impl Hands {
    /// The letter of the block that the arrows push.
    pub fn chosen(&self) -> Option<char> {
        self.chosen
    }

    /// Ends the drag: the next push is a move of its own.
    pub fn let_go(&mut self) {
        self.dragging = false;
    }

    /// Chooses a block by its letter, which may be typed in the wrong case; returns whether the board
    /// has it.
    pub fn choose(&mut self, table: &dyn Table, letter: char) -> bool {
        let letters = letters(table);
        let same = |other: &&char| other.eq_ignore_ascii_case(&letter);
        let found = letters
            .iter()
            .find(|&&other| other == letter)
            .or_else(|| letters.iter().find(same));
        if let Some(&found) = found {
            self.chosen = Some(found);
            self.dragging = false;
        }
        found.is_some()
    }

    /// Chooses the next block, or the one before, among those that can move now.
    pub fn cycle(&mut self, table: &dyn Table, forward: bool) {
        let mut letters: Vec<char> = Vec::new();
        for letter in table.legal().iter().filter_map(|m| m.chars().next()) {
            if !letters.contains(&letter) {
                letters.push(letter);
            }
        }
        let count = letters.len();
        let here = letters.iter().position(|&l| Some(l) == self.chosen);
        let next = match (here, forward) {
            (Some(here), true) => (here + 1) % count,
            (Some(here), false) => (here + count - 1) % count,
            (None, true) => 0,
            (None, false) => count.saturating_sub(1),
        };
        self.chosen = letters.get(next).copied().or(self.chosen);
        self.dragging = false;
    }

    /// Pushes the chosen block by one cell; an ice block goes until something stops it.
    ///
    /// # Errors
    /// Why nothing happened.
    pub fn push(&mut self, table: &mut dyn Table, arrow: Arrow) -> Result<(), String> {
        let Some(letter) = self.chosen else {
            return Err("choose a block first: its letter, or Tab".to_string());
        };
        let moves = table.moves();
        let last = moves.last().filter(|_| self.dragging);
        if let Some((direction, cells)) = last.and_then(|m| drag_of(m, letter)) {
            let result = longer(table, letter, direction, cells, arrow);
            // A drag that is back where it began is not a move. The one before it is finished.
            self.dragging = table.moves().len() == moves.len();
            return result;
        }
        let step = format!("{letter}{arrow}1");
        let glide = format!("{letter}{arrow}");
        let legal = table.legal();
        let action = [step, glide].into_iter().find(|m| legal.contains(m));
        let action = action.ok_or_else(|| cannot(letter, arrow))?;
        self.dragging = true;
        table.play(&action).map(|_| ())
    }
}

/// Continues a drag, or goes back on it.
fn longer(
    table: &mut dyn Table,
    letter: char,
    direction: char,
    cells: u32,
    arrow: Arrow,
) -> Result<(), String> {
    let cells_now = if arrow == direction {
        cells + 1
    } else if arrow == opposite(direction) {
        cells - 1
    } else {
        return Err(cannot(letter, arrow));
    };
    table.undo();
    if cells_now == 0 {
        return Ok(());
    }
    let action = format!("{letter}{direction}{cells_now}");
    if table.legal().contains(&action) {
        table.play(&action).map(|_| ())
    } else {
        table.play(&format!("{letter}{direction}{cells}"))?;
        Err(cannot(letter, arrow))
    }
}

/// The arrow and the number of cells of a move of that block; `None` for a move without a number.
fn drag_of(action: &str, letter: char) -> Option<(char, u32)> {
    let mut chars = action.strip_prefix(letter)?.chars();
    Some((chars.next()?, chars.as_str().parse().ok()?))
}

/// The letters of all blocks on the board.
fn letters(table: &dyn Table) -> Vec<char> {
    let cells = table.picture().cells;
    cells
        .into_iter()
        .map(|cell| cell.glyph)
        .filter(|glyph| glyph.is_ascii_alphabetic())
        .collect()
}

fn opposite(arrow: Arrow) -> char {
    match arrow {
        '<' => '>',
        '>' => '<',
        '^' => 'v',
        _ => '^',
    }
}

fn cannot(letter: char, arrow: Arrow) -> String {
    format!("{letter} cannot go {arrow} there")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::table::open;
    use levels_core::{Pack, PackLevel, Stars};

    fn table(text: &'static str) -> Box<dyn Table> {
        let pack = Pack {
            id: "t",
            title: "t",
            family: "slide",
            model_version: "",
            stars_to_open: 0,
            levels: &[],
            index: levels_core::phf::Map::new(),
        };
        let level = PackLevel {
            id: "t/1",
            text,
            optimal: 1,
            stars: Stars::of(1),
            solution: "",
            content: None,
        };
        open(&pack, &level).unwrap_or_else(|fault| panic!("{fault}"))
    }

    #[test]
    fn pushes_in_a_row_are_one_drag() {
        // After each key, the moves that the table counts. `.` lets go.
        for (keys, moves) in [
            ("b>", "b>1"),
            ("b>>", "b>2"),
            ("b>><", "b>1"),
            ("b>><<", ""),
            ("b><>", "b>1"),
            // A drag that came back to its start does not change the one before.
            ("b>.><", "b>1"),
            ("b>.><<", "b>1 b<1"),
            ("b>.><>", "b>1 b>1"),
            ("b>>.<", "b>2 b<1"),
            ("b>>b<", "b>2 b<1"),
            // The edge is two cells away.
            ("b>>>", "b>2"),
            ("b>>>>", "b>2"),
            // Ice goes as far as it can, and back as a move of its own.
            ("i>", "i>"),
            ("i><", "i> i<"),
            ("i>b>", "i> b>1"),
            // A horizontal block cannot go down.
            ("bv", ""),
            // The wrong case, and a block that does not exist.
            ("B>", "b>1"),
            ("z>", ""),
        ] {
            let mut table = table("bb..\nii..\n..KK\nlantern left 2\nwin exit\nblock i ice\n");
            let mut hands = Hands::default();
            for key in keys.chars() {
                match key {
                    '.' => hands.let_go(),
                    '<' | '>' | '^' | 'v' => drop(hands.push(table.as_mut(), key)),
                    letter => drop(hands.choose(table.as_ref(), letter)),
                }
            }
            assert_eq!(table.moves().join(" "), moves, "{keys}");
        }
    }

    /// The blocks of a board, each as its letter and its cells, and the moves that a player counts:
    /// pushes of one block until it is let go are one, unless it ends where it began. Ice glides, and
    /// each glide is one.
    struct Naive {
        cells: [[char; 5]; 5],
        moves: usize,
        chosen: Option<char>,
        /// How far the block has come since it was taken up: to the right, and down.
        offset: (i32, i32),
    }

    impl Naive {
        fn let_go(&mut self) {
            self.moves += usize::from(self.offset != (0, 0));
            self.offset = (0, 0);
        }

        fn step(&mut self, letter: char, across: bool, by: i32) -> bool {
            let cells: Vec<(usize, usize)> = (0..25)
                .map(|at| (at / 5, at % 5))
                .filter(|&(row, col)| self.cells[row][col] == letter)
                .collect();
            let lies = cells.iter().all(|cell| cell.0 == cells[0].0);
            let to: Vec<(i32, i32)> = cells
                .iter()
                .map(|&(row, col)| match across {
                    true => (row as i32, col as i32 + by),
                    false => (row as i32 + by, col as i32),
                })
                .collect();
            let is_free = |&(row, col): &(i32, i32)| {
                let at = (0..5).contains(&row) && (0..5).contains(&col);
                at && ['.', letter].contains(&self.cells[row as usize][col as usize])
            };
            if lies != across || !to.iter().all(is_free) {
                return false;
            }
            for (row, col) in cells {
                self.cells[row][col] = '.';
            }
            for (row, col) in to {
                self.cells[row as usize][col as usize] = letter;
            }
            true
        }

        fn push(&mut self, arrow: char) {
            let Some(letter) = self.chosen else { return };
            let (across, by) = match arrow {
                '<' => (true, -1),
                '>' => (true, 1),
                '^' => (false, -1),
                _ => (false, 1),
            };
            if letter == 'i' {
                let mut glides = 0;
                while self.step(letter, across, by) {
                    glides = 1;
                }
                self.moves += glides;
            } else if self.step(letter, across, by) {
                match across {
                    true => self.offset.0 += by,
                    false => self.offset.1 += by,
                }
            }
        }
    }

    #[test]
    fn any_keys_count_as_a_player_counts() {
        // The Key never gets past the wall, so play goes on until the keys end.
        let text = "b...d\nb.K#d\n..K..\n.cc..\niii..\nlantern bottom 2\nwin exit\nblock i ice\n";
        const KEYS: &[u8] = b"bbcdiK<><><>^v^v^v^v.";
        let mut random = 1_u64;
        for _ in 0..400 {
            let mut table = table(text);
            let mut hands = Hands::default();
            let mut naive = Naive {
                cells: std::array::from_fn(|row| {
                    let row = text.lines().nth(row).unwrap_or_default();
                    std::array::from_fn(|col| row.chars().nth(col).unwrap_or('.'))
                }),
                moves: 0,
                chosen: None,
                offset: (0, 0),
            };
            let mut keys = String::new();
            while keys.len() < 40 {
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                let key = char::from(KEYS[(random >> 33) as usize % KEYS.len()]);
                keys.push(key);
                match key {
                    '.' => {
                        hands.let_go();
                        naive.let_go();
                    }
                    '<' | '>' | '^' | 'v' => {
                        drop(hands.push(table.as_mut(), key));
                        naive.push(key);
                    }
                    letter => {
                        assert!(hands.choose(table.as_ref(), letter), "{letter}");
                        naive.let_go();
                        naive.chosen = Some(letter);
                    }
                }
                let under_way = usize::from(naive.offset != (0, 0));
                let moves = table.moves();
                assert_eq!(moves.len(), naive.moves + under_way, "{keys}: {moves:?}");
                let glyphs = table.picture().cells.into_iter().map(|cell| cell.glyph);
                let glyphs: String = glyphs.filter(char::is_ascii_alphabetic).collect();
                let naive = naive.cells.iter().flatten();
                let naive: String = naive.filter(|c| c.is_ascii_alphabetic()).collect();
                assert_eq!(glyphs, naive, "{keys}");
            }
        }
    }

    #[test]
    fn tab_goes_round_the_blocks_that_can_move() {
        let table = table("bb..\n....\n..KK\nlantern left 2\nwin exit\n");
        let mut hands = Hands::default();
        let mut seen = String::new();
        for forward in [true, true, true, false, false] {
            hands.cycle(table.as_ref(), forward);
            seen.extend(hands.chosen());
        }
        assert_eq!(seen, "bKbKb");
    }
}
