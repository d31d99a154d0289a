//! Boards in colour, for a terminal.

use anstyle::{Ansi256Color, Color, Style};
use levels_core::picture::{Picture, PictureCell, Role};

/// Colours for pieces, from the 256-colour cube: light enough for black letters, and told apart on a
/// dark and on a light terminal.
const PIECES: [u8; 12] = [110, 180, 114, 174, 146, 186, 109, 216, 152, 182, 150, 223];
const HERO: u8 = 203;
const WALL: u8 = 240;

/// A board in its frame. Colours are ANSI codes, which the output stream removes if they are not
/// wanted; letters and marks show everything without them.
#[must_use]
pub fn draw(picture: &Picture) -> String {
    picture.draw(|cell, text| {
        let style = style(cell);
        format!("{style}{text}{style:#}")
    })
}

fn style(cell: &PictureCell) -> Style {
    let color = |number: u8| Some(Color::Ansi256(Ansi256Color(number)));
    let black_on = |number: u8| Style::new().bg_color(color(number)).fg_color(color(16));
    match cell.role {
        Role::Empty | Role::Void => Style::new().dimmed(),
        Role::Wall => Style::new().fg_color(color(WALL)),
        Role::Hero => black_on(HERO).bold(),
        Role::Piece(number) | Role::Tile(number) => {
            black_on(PIECES[usize::from(number) % PIECES.len()])
        }
    }
}
