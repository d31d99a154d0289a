//! A level on the table: a game in progress with its family left out, so that one screen serves all.

use levels_core::family::roll::Roll;
use levels_core::family::slide::Slide;
use levels_core::picture::Picture;
use levels_core::play::{Hint, Play};
use levels_core::puzzle::Family;
use levels_core::{Pack, PackLevel};

/// A level that is being played. Moves are in the notation of its family.
pub trait Table {
    /// The board as something to draw.
    fn picture(&self) -> Picture;

    /// The moves made, one text each.
    fn moves(&self) -> Vec<String>;

    /// The moves that can be made, one text each.
    fn legal(&self) -> Vec<String>;

    /// Whether the level is won.
    fn is_won(&self) -> bool;

    /// Makes the moves of a text until one of them wins; returns how many were made.
    ///
    /// # Errors
    /// Why the first move of the text that was not made cannot be; those before it stand.
    fn play(&mut self, text: &str) -> Result<usize, String>;

    /// Takes the last move back; returns whether there was one.
    fn undo(&mut self) -> bool;

    /// Goes back to the opening position.
    fn restart(&mut self);

    /// The next move of a shortest way to a win, found with at most that many states.
    fn hint(&self, max_states: u32) -> Hint<String>;
}

/// Puts a level of a pack on the table.
///
/// # Errors
/// The game does not know the pack's family, or the level is not one of it.
pub fn open(pack: &Pack, level: &PackLevel) -> Result<Box<dyn Table>, String> {
    match pack.family {
        Slide::TAG => seat::<Slide>(level, " "),
        Roll::TAG => seat::<Roll>(level, ""),
        other => Err(format!("this game does not know the family `{other}`")),
    }
}

fn seat<F: Family>(level: &PackLevel, between: &'static str) -> Result<Box<dyn Table>, String> {
    let board = level.open::<F>().map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("; ")
    })?;
    Ok(Box::new(Seat::<F> {
        play: Play::new(board),
        between,
    }))
}

struct Seat<F: Family> {
    play: Play<F>,
    /// What stands between two moves of a line.
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
