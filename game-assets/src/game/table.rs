//! A level on the table: a game in progress behind one interface, so that one screen serves all families.

use levels_core::family::roll::{self, Roll, Tile};
use levels_core::family::slide::{self, Block, Kind, Slide, Win};
use levels_core::picture::Picture;
use levels_core::play::{Hint, Play};
use levels_core::puzzle::Family;
use levels_core::{Pack, PackLevel};

/// A level that is being played. Moves are in the notation of its family.
pub trait Table {
    /// The board as something to draw.
    fn picture(&self) -> Picture;

    /// How the level is won and what its marks mean, one line each.
    fn rules(&self) -> &str;

    /// The moves made, one text each.
    fn moves(&self) -> Vec<String>;

    /// The moves that can be made, one text each.
    fn legal(&self) -> Vec<String>;

    /// Whether the level is won.
    fn is_won(&self) -> bool;

    /// Makes the moves of a text until one of them wins; returns how many were made.
    ///
    /// # Errors
    /// Why the first move that was not made is not possible; the moves before it are kept.
    fn play(&mut self, text: &str) -> Result<usize, String>;

    /// Undoes the last move; returns whether there was one.
    fn undo(&mut self) -> bool;

    /// Goes back to the opening position.
    fn restart(&mut self);

    /// The next move of a shortest way to a win, found with at most `max_states` states.
    fn hint(&self, max_states: u32) -> Hint<String>;
}

/// Puts a level of a pack on the table.
///
/// # Errors
/// The game does not support the pack's family, or the level is not of that family.
pub fn open(pack: &Pack, level: &PackLevel) -> Result<Box<dyn Table>, String> {
    match pack.family {
        Slide::TAG => seat::<Slide>(level, " ", sliding),
        Roll::TAG => seat::<Roll>(level, "", rolling),
        other => Err(format!("this game does not know the family `{other}`")),
    }
}

fn seat<F: Family>(
    level: &PackLevel,
    between: &'static str,
    rules: impl Fn(&F::Board) -> String,
) -> Result<Box<dyn Table>, String> {
    let board = level.open::<F>().map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("; ")
    })?;
    Ok(Box::new(Seat::<F> {
        rules: rules(&board),
        play: Play::new(board),
        between,
    }))
}

/// What a player must know about a sliding board.
fn sliding(board: &slide::Board) -> String {
    let mut text = match board.win() {
        Win::Exit => "Bring the Key K out at the arrow.\n".to_string(),
        Win::Beam => format!(
            "Lead the ray from the Key K ({}) out at the arrow.\n",
            board.emit().word()
        ),
    };
    let has = |kind: fn(&Block) -> bool| board.blocks().iter().any(kind);
    let ice = has(|block| block.kind == Kind::Ice);
    let sand = has(|block| block.kind == Kind::Sand);
    let rime = has(|block| block.kind == Kind::Rime);
    let mirror = has(|block| matches!(block.kind, Kind::Mirror(_)));
    let fixed = has(|block| block.kind == Kind::Crystal && block.axis.is_none());
    for (there, line) in [
        (ice, "* ice: goes until something stops it"),
        (sand, ": sand: moves once, then it stays: ="),
        (rime, "% rime: frozen until the Key rests beside it: °"),
        (mirror, "/ \\ mirror: turns the ray"),
        (fixed, "= fixed"),
    ] {
        if there {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// What a player must know about a rolling board.
fn rolling(board: &roll::Board) -> String {
    let mut text = "Clear every n and roll back to where the cube @ began.\n".to_string();
    let has = |kind: fn(Tile) -> bool| board.count(kind) > 0;
    for (there, line) in [
        (has(|t| t == Tile::Info), "i counts like n"),
        (
            has(|t| matches!(t, Tile::Arrow(_))),
            "< > ^ v push the cube on",
        ),
        (
            has(|t| matches!(t, Tile::Teleport(_))),
            "1 to 9 carry it to their twin",
        ),
        (
            has(|t| matches!(t, Tile::Line(_))),
            "r c sweep their row or column, once",
        ),
        (
            has(|t| t == Tile::Mine),
            "x burns once you leave it, and takes its neighbours with it",
        ),
    ] {
        if there {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

struct Seat<F: Family> {
    play: Play<F>,
    rules: String,
    /// The separator of two moves in a line.
    between: &'static str,
}

impl<F: Family> Seat<F> {
    fn name(&self, action: F::Move) -> String {
        F::write_line(self.play.board(), &[action])
    }

    /// Why the text does not begin with a legal move, in the words of the family.
    fn refusal(&self, text: &str) -> String {
        let line = F::write_line(self.play.board(), self.play.moves());
        let between = if line.is_empty() { "" } else { self.between };
        let word = text.split_whitespace().next().unwrap_or_default();
        match F::replay(self.play.board(), &format!("{line}{between}{word}")) {
            Err(fault) => fault.message,
            Ok(_) => format!("`{word}` is not a move there"),
        }
    }
}

impl<F: Family> Table for Seat<F> {
    fn picture(&self) -> Picture {
        self.play.picture()
    }

    fn rules(&self) -> &str {
        &self.rules
    }

    fn moves(&self) -> Vec<String> {
        self.play.moves().iter().map(|&m| self.name(m)).collect()
    }

    fn legal(&self) -> Vec<String> {
        let legal = self.play.legal_moves();
        legal.iter().map(|&m| self.name(m)).collect()
    }

    fn is_won(&self) -> bool {
        self.play.is_won()
    }

    fn play(&mut self, text: &str) -> Result<usize, String> {
        let mut rest = text.trim();
        let mut made = 0;
        while !rest.is_empty() && !self.is_won() {
            let Some((action, length)) = self.play.read_move(rest) else {
                return Err(self.refusal(rest));
            };
            self.play.apply(action).map_err(|fault| fault.to_string())?;
            made += 1;
            rest = rest[length..].trim_start();
        }
        Ok(made)
    }

    fn undo(&mut self) -> bool {
        self.play.undo().is_some()
    }

    fn restart(&mut self) {
        self.play.restart();
    }

    fn hint(&self, max_states: u32) -> Hint<String> {
        match self.play.hint(max_states) {
            Hint::Move { action, left } => Hint::Move {
                action: self.name(action),
                left,
            },
            Hint::Won => Hint::Won,
            Hint::Lost => Hint::Lost,
            Hint::Unknown { max_states } => Hint::Unknown { max_states },
        }
    }
}
