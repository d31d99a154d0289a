//! Boards as SVG. Looks can be told apart without colour: every kind has a pattern or a symbol.
//!
//! All drawing is here: the page of a report gets looks, backdrops and rays as text and only places
//! them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use levels_core::grid::{Axis, Direction, Side};
use levels_core::picture::{Ray, Role, Symbol};

use super::html::escape;
use super::scene::{Look, Scene};

/// The side of a cell in units of the drawing.
pub const CELL: usize = 40;
/// The room around a board in the same units.
pub const MARGIN: usize = 22;
/// How many colours pieces and tiles have.
const COLORS: u8 = 12;

/// The styles that drawings need.
pub const STYLE: &str = include_str!("html/board.css");
/// The patterns that drawings refer to.
pub const DEFS: &str = include_str!("html/patterns.svg");

/// One board as a complete SVG document, light or dark by the reader's setting.
#[must_use]
pub fn scene_document(scene: &Scene, title: &str) -> String {
    let (width, height) = extent(scene.size);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" class=\"board\">\n\
         <title>{}</title>\n<style>{}</style>\n<defs>{}</defs>\n{}\n</svg>\n",
        escape(title),
        STYLE.trim_end(),
        DEFS.trim_end(),
        body(scene)
    )
}

/// One scene inside a page that has styles and patterns.
#[must_use]
pub fn figure(scene: &Scene, title: &str) -> String {
    let (width, height) = extent(scene.size);
    format!(
        "<svg viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" class=\"board\"><title>{}</title>{}</svg>",
        escape(title),
        body(scene)
    )
}

/// Width and height of the drawing of a board of this many cells.
#[must_use]
pub fn extent((width, height): (usize, usize)) -> (usize, usize) {
    (width * CELL + 2 * MARGIN, height * CELL + 2 * MARGIN)
}

/// What is drawn inside a document.
fn body(scene: &Scene) -> String {
    let mut text = backdrop(scene);
    let _ = write!(text, "\n<g transform=\"translate({MARGIN} {MARGIN})\">");
    for thing in &scene.things {
        let (x, y) = (thing.at.0 * CELL, thing.at.1 * CELL);
        let _ = write!(
            text,
            "\n<g transform=\"translate({x} {y})\">{}</g>",
            look(&thing.look)
        );
    }
    if let Some(light) = &scene.ray {
        let _ = write!(text, "\n{}", ray(light, &scene.openings));
    }
    text.push_str("\n</g>");
    text
}

/// Floor, frame and openings.
#[must_use]
pub fn backdrop(scene: &Scene) -> String {
    let (width, height) = (scene.size.0 * CELL, scene.size.1 * CELL);
    if !scene.framed {
        return format!(
            "<rect class=\"holes\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\"/>"
        );
    }
    let edge = MARGIN - 4;
    let mut text = format!(
        "<rect class=\"frame\" x=\"{edge}\" y=\"{edge}\" width=\"{}\" height=\"{}\" rx=\"9\"/>\
         <rect class=\"floor\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\" rx=\"5\"/>\
         <rect class=\"grid\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{width}\" height=\"{height}\"/>",
        width + 8,
        height + 8
    );
    for &(side, line) in &scene.openings {
        let along = MARGIN + line * CELL;
        let far_x = MARGIN + width;
        let far_y = MARGIN + height;
        // The gap in the frame and an arrow that points out of it.
        let (x, y, w, h) = match side {
            Side::Left => (MARGIN - 4, along + 2, 5, CELL - 4),
            Side::Right => (far_x - 1, along + 2, 5, CELL - 4),
            Side::Top => (along + 2, MARGIN - 4, CELL - 4, 5),
            Side::Bottom => (along + 2, far_y - 1, CELL - 4, 5),
        };
        let middle = along + CELL / 2;
        let arrow = match side {
            Side::Left => format!("M10 {}v16l-8 -8z", middle - 8),
            Side::Right => format!("M{} {}v16l8 -8z", far_x + 12, middle - 8),
            Side::Top => format!("M{} 10h16l-8 -8z", middle - 8),
            Side::Bottom => format!("M{} {}h16l-8 8z", middle - 8, far_y + 12),
        };
        let _ = write!(
            text,
            "<rect class=\"gap\" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\"/>\
             <path class=\"exit\" d=\"{arrow}\"/>"
        );
    }
    text
}

/// A ray from the edge of the cell that it leaves; bright if it leaves the board by an opening.
#[must_use]
pub fn ray(ray: &Ray, openings: &[(Side, usize)]) -> String {
    let half = CELL as i32 / 2;
    let middle =
        |(x, y): (usize, usize)| (x as i32 * CELL as i32 + half, y as i32 * CELL as i32 + half);
    let step = |(x, y): (i32, i32), direction: Direction, by: i32| {
        let (dx, dy) = direction.delta();
        (x + dx * by, y + dy * by)
    };
    let start = step(middle(ray.from), ray.direction, half - 4);
    let mut points = vec![start];
    points.extend(ray.path.iter().map(|&(x, y, _)| middle((x, y))));
    if let Some(side) = ray.leaves.map(|(side, _)| side) {
        let last = ray
            .path
            .last()
            .map_or(middle(ray.from), |&(x, y, _)| middle((x, y)));
        points.push(step(last, side.outward(), half + 9));
    } else if let Some(&(x, y, direction)) = ray.path.last() {
        // It is absorbed at the edge of the cell.
        points.pop();
        points.push(step(middle((x, y)), direction, 2 - half));
    }
    let lit = ray.leaves.is_some_and(|at| openings.contains(&at));
    let list: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let (x, y) = start;
    let tip = match ray.direction {
        Direction::Left => format!("M{} {}v12l-8 -6z", x + 2, y - 6),
        Direction::Right => format!("M{} {}v12l8 -6z", x - 2, y - 6),
        Direction::Up => format!("M{} {}h12l-6 -8z", x - 6, y + 2),
        Direction::Down => format!("M{} {}h12l-6 8z", x - 6, y - 2),
    };
    let name = if lit { "ray lit" } else { "ray" };
    format!(
        "<polyline class=\"{name} glow\" points=\"{0}\"/><polyline class=\"{name}\" points=\"{0}\"/>\
         <path class=\"emit\" d=\"{tip}\"/>",
        list.join(" ")
    )
}

/// A thing at the origin.
#[must_use]
pub fn look(look: &Look) -> String {
    let (width, height) = (look.size.0 * CELL, look.size.1 * CELL);
    let body = |class: &str| {
        format!(
            "<rect class=\"{class}\" x=\"2\" y=\"2\" width=\"{}\" height=\"{}\" rx=\"8\"/>",
            width - 4,
            height - 4
        )
    };
    match look.role {
        Role::Wall => format!(
            "<rect class=\"wall\" width=\"{width}\" height=\"{height}\"/>\
             <rect class=\"bricks\" width=\"{width}\" height=\"{height}\"/>"
        ),
        Role::Hero if look.symbol == Symbol::Cube => symbol(look.symbol),
        Role::Hero if look.symbol == Symbol::Key => {
            format!("{}{}", body("piece hero"), key(width, height))
        }
        Role::Hero => format!("{}{}", body("piece hero"), letter(look, width, height)),
        Role::Tile(number) => {
            let tile = body(&format!("tile c{}", number % COLORS));
            let drawn = match look.symbol {
                Symbol::None => letter(look, width, height),
                drawn => symbol(drawn),
            };
            format!("{tile}{drawn}")
        }
        Role::Piece(number) => {
            let piece = body(&format!("piece c{}", number % COLORS));
            let over = match look.symbol {
                Symbol::Grains => body("grains"),
                Symbol::Gloss => body("gloss"),
                Symbol::Frost => body("frost"),
                Symbol::FaintFrost => body("faint"),
                Symbol::BoltedGrains => body("grains") + &bolts(width, height),
                Symbol::Bolts => bolts(width, height),
                Symbol::Slash | Symbol::Backslash => mirror(look),
                Symbol::None => body("shine"),
                drawn => symbol(drawn),
            };
            format!("{piece}{over}{}", letter(look, width, height))
        }
        Role::Empty | Role::Void => String::new(),
    }
}

/// The glyph in the middle, or in a corner if a mirror needs the middle, and a mark that has no
/// symbol.
fn letter(look: &Look, width: usize, height: usize) -> String {
    let mut glyph = escape(&look.glyph.to_string());
    if look.symbol == Symbol::None && look.mark != ' ' {
        glyph.push_str(&escape(&look.mark.to_string()));
    }
    let (x, y) = match look.symbol {
        Symbol::Slash => (11, 14),
        Symbol::Backslash => (width - 11, 14),
        _ => (width / 2, height / 2 + 1),
    };
    let class = match look.symbol {
        Symbol::Slash | Symbol::Backslash => "letter small",
        _ => "letter",
    };
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{glyph}</text>")
}

/// A key along the longer side of its block.
fn key(width: usize, height: usize) -> String {
    let long = width.max(height) as f64;
    let turn = if height > width {
        " transform=\"rotate(90)\""
    } else {
        ""
    };
    // Drawn around the origin, bow to the left.
    let shaft = (long / 2.0 - 12.0).max(8.0);
    let bow = if width == height { -6.0 } else { -shaft + 8.0 };
    let end = if width == height { 12.0 } else { shaft };
    format!(
        "<g transform=\"translate({} {})\"><g class=\"key\"{turn}>\
         <circle cx=\"{bow}\" cy=\"0\" r=\"6.5\"/><path d=\"M{} 0H{end}M{} 0v6M{} 0v5\"/></g></g>",
        width / 2,
        height / 2,
        bow + 6.5,
        end - 1.5,
        end - 7.0
    )
}

fn bolts(width: usize, height: usize) -> String {
    let corners = [
        (9, 9),
        (width - 9, 9),
        (9, height - 9),
        (width - 9, height - 9),
    ];
    let bolts =
        corners.map(|(x, y)| format!("<circle class=\"bolt\" cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"));
    bolts.concat()
}

/// A pane across every cell.
fn mirror(look: &Look) -> String {
    let mut text = String::new();
    for row in 0..look.size.1 {
        for col in 0..look.size.0 {
            let (x, y) = (col * CELL, row * CELL);
            let (from, to) = match look.symbol {
                Symbol::Slash => ((x + 7, y + 33), (x + 33, y + 7)),
                _ => ((x + 7, y + 7), (x + 33, y + 33)),
            };
            let line = format!("M{} {}L{} {}", from.0, from.1, to.0, to.1);
            let _ = write!(
                text,
                "<path class=\"pane back\" d=\"{line}\"/><path class=\"pane\" d=\"{line}\"/>"
            );
        }
    }
    text
}

/// A symbol in the middle of one cell.
fn symbol(symbol: Symbol) -> String {
    let turned = |direction: Direction| match direction {
        Direction::Right => 0,
        Direction::Down => 90,
        Direction::Left => 180,
        Direction::Up => 270,
    };
    let axis = |axis: Axis| if axis == Axis::Horizontal { 0 } else { 90 };
    let sweep = |class: &str, turn: i32| {
        format!(
            "<g class=\"{class}\" transform=\"rotate({turn} 20 20)\"><path d=\"M8 20H32M13 14L7 20l6 6M27 14l6 6l-6 6\"/></g>"
        )
    };
    match symbol {
        Symbol::House => "<path class=\"sign fill\" d=\"M20 8L33 19.5H29.5V31H23V23H17V31H10.5V19.5H7z\"/>".to_string(),
        Symbol::Leaf => "<path class=\"sign soft\" d=\"M12 28C10 16 17 11 29 11C30 23 24 30 12 28zM12 28L22 18\"/>".to_string(),
        Symbol::Info => "<circle class=\"sign\" cx=\"20\" cy=\"20\" r=\"11\"/><path class=\"sign\" d=\"M20 18.5V26M20 14v.1\"/>".to_string(),
        Symbol::Arrow(direction) => format!(
            "<path class=\"sign fill\" transform=\"rotate({} 20 20)\" d=\"M8 16.5H20V10L33 20L20 30V23.5H8z\"/>",
            turned(direction)
        ),
        Symbol::Portal(id) => format!(
            "<circle class=\"sign\" cx=\"20\" cy=\"20\" r=\"13\"/><circle class=\"sign thin\" cx=\"20\" cy=\"20\" r=\"9.5\"/>\
             <text class=\"number\" x=\"20\" y=\"21\">{id}</text>"
        ),
        Symbol::Sweep(along) => sweep("sign", axis(along)),
        Symbol::Swept(along) => sweep("sign spent", axis(along)),
        Symbol::Bomb => "<circle class=\"sign fill\" cx=\"18\" cy=\"23\" r=\"9\"/><path class=\"sign\" d=\"M24 17Q26 10 32 11\"/>".to_string(),
        Symbol::Lit => "<circle class=\"sign fill\" cx=\"18\" cy=\"23\" r=\"9\"/><path class=\"sign\" d=\"M24 17Q25 14 28 13\"/>\
             <path class=\"spark\" d=\"M31 4l1.5 4.5L37 7l-2.5 4L37 15l-4.5 -1.5L31 18l-1.5 -4.5L25 15l2.5 -4L25 7l4.5 1.5z\"/>".to_string(),
        Symbol::Cube => "<g class=\"cube\"><path class=\"top\" d=\"M20 5L33 11.5L20 18L7 11.5z\"/>\
             <path class=\"left\" d=\"M7 11.5L20 18V34L7 27.5z\"/><path class=\"right\" d=\"M33 11.5L20 18V34L33 27.5z\"/></g>".to_string(),
        Symbol::Key => key(CELL, CELL),
        Symbol::None | Symbol::Bolts | Symbol::Grains | Symbol::BoltedGrains | Symbol::Gloss | Symbol::Frost | Symbol::FaintFrost | Symbol::Slash | Symbol::Backslash => String::new(),
    }
}

/// Texts of drawings, each written once: a report has thousands of things and a few hundred looks.
#[derive(Debug, Default)]
pub struct Looks {
    texts: Vec<String>,
    known: BTreeMap<String, usize>,
}

impl Looks {
    /// The number of a text.
    pub fn number(&mut self, text: String) -> usize {
        if let Some(&number) = self.known.get(&text) {
            return number;
        }
        self.texts.push(text.clone());
        self.known.insert(text, self.texts.len() - 1);
        self.texts.len() - 1
    }

    /// All texts by number.
    #[must_use]
    pub fn into_texts(self) -> Vec<String> {
        self.texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is left of a drawing once all colours are gone: shapes, patterns, symbols, letters.
    fn colorless(drawing: &str) -> String {
        let mut text = drawing.to_string();
        for number in (0..COLORS).rev() {
            text = text.replace(&format!(" c{number}\""), "\"");
        }
        text
    }

    #[test]
    fn kinds_are_told_apart_without_colour() {
        let piece = |symbol, mark| (Role::Piece(1), symbol, mark);
        let tile = |symbol| (Role::Tile(1), symbol, ' ');
        let mut kinds = vec![
            (Role::Wall, Symbol::None, ' '),
            (Role::Hero, Symbol::Key, ' '),
            (Role::Hero, Symbol::Cube, ' '),
            (Role::Hero, Symbol::None, ' '),
            piece(Symbol::None, ' '),
            piece(Symbol::None, '!'),
            piece(Symbol::Bolts, '='),
            piece(Symbol::Grains, ':'),
            piece(Symbol::Gloss, '*'),
            piece(Symbol::Frost, '%'),
            piece(Symbol::FaintFrost, '°'),
            piece(Symbol::BoltedGrains, '='),
            piece(Symbol::Slash, '/'),
            piece(Symbol::Backslash, '\\'),
        ];
        kinds.extend([Symbol::None, Symbol::House, Symbol::Leaf, Symbol::Info].map(tile));
        kinds.extend(
            [
                Symbol::Bomb,
                Symbol::Lit,
                Symbol::Portal(1),
                Symbol::Portal(2),
            ]
            .map(tile),
        );
        for axis in Axis::ALL {
            kinds.extend([Symbol::Sweep(axis), Symbol::Swept(axis)].map(tile));
        }
        kinds.extend(Direction::ALL.map(|direction| tile(Symbol::Arrow(direction))));
        let mut seen = BTreeMap::new();
        for (role, symbol, mark) in kinds {
            let drawn = look(&Look {
                role,
                glyph: 'a',
                mark,
                symbol,
                size: (1, 1),
            });
            let twin = seen.insert(colorless(&drawn), symbol);
            assert_eq!(twin, None, "{symbol:?} looks like another kind: {drawn}");
        }
    }

    #[test]
    fn glyphs_are_escaped() {
        let drawn = look(&Look {
            role: Role::Piece(0),
            glyph: '<',
            mark: '&',
            symbol: Symbol::None,
            size: (2, 1),
        });
        assert!(drawn.contains(">&lt;&amp;</text>"), "{drawn}");
    }
}
