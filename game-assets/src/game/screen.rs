//! The game on a terminal: keys in, a drawn screen out.

use std::io;

use console::{Key, Style, Term};
use levels_core::picture::{PictureCell, Role};

use super::hands::Hands;
use super::session::{Command, Place, Session};
use super::table::Table;
use super::terminal::Terminal;

/// Colours for pieces and tiles, from the 256-colour cube: light enough for black letters.
const PIECES: [u8; 12] = [110, 180, 114, 174, 146, 186, 109, 216, 152, 182, 150, 223];
const HERO: u8 = 203;
const WALL: u8 = 240;
const CHOSEN: u8 = 231;

const LISTS: &str =
    "↑ ↓ choose · Enter open · s next stage · d puzzle of the day · Esc back · q quit";
const SLIDE: &str = "letter or Tab choose a block · arrows push it · Enter let go";
const ROLL: &str = "arrows roll · Space wait";
const TABLE: &str = "Backspace undo · 0 restart · ? hint · Esc back · Ctrl-C quit";
const WON: &str = "Enter next · 0 restart · Esc back";

/// Plays until the player quits.
///
/// # Errors
/// The terminal was closed.
pub fn run(session: &mut Session) -> io::Result<()> {
    let terminal = Terminal::enter()?;
    let term = terminal.term();
    let mut screen = Screen {
        hands: Hands::default(),
        at: 0,
    };
    loop {
        screen.draw(term, session)?;
        let key = term.read_key_raw()?;
        if !screen.press(session, key) {
            return Ok(());
        }
    }
}

struct Screen {
    hands: Hands,
    /// The entry of the list that is selected.
    at: usize,
}

impl Screen {
    fn draw(&self, term: &Term, session: &mut Session) -> io::Result<()> {
        let chosen = self.hands.chosen();
        let mut text = session.view(Some(self.at), |cell, text| {
            style(cell, chosen).apply_to(text).to_string()
        });
        let help = match session.place() {
            Place::Level(round) if round.table.is_won() => WON.to_string(),
            Place::Level(round) if rolls(round.table.as_ref()) => format!("{ROLL}\n{TABLE}"),
            Place::Level(_) => match chosen {
                Some(letter) => format!("block {letter} is chosen\n{SLIDE}\n{TABLE}"),
                None => format!("{SLIDE}\n{TABLE}"),
            },
            _ => {
                text = window(&text, self.at, usize::from(term.size().0));
                LISTS.to_string()
            }
        };
        let message = Style::new().bold().apply_to(session.message());
        let help = Style::new().dim().apply_to(help);
        term.clear_screen()?;
        term.write_str(&format!("{text}\n{message}\n\n{help}\n"))?;
        term.flush()
    }

    /// Handles a key; returns whether the game goes on.
    fn press(&mut self, session: &mut Session, key: Key) -> bool {
        if key == Key::CtrlC {
            return false;
        }
        if let Place::Level(round) = session.place() {
            let won = round.table.is_won();
            let rolls = rolls(round.table.as_ref());
            self.on_table(session, key, won, rolls);
            return true;
        }
        let count = session.entries();
        let command = match key {
            Key::ArrowUp => {
                self.at = self.at.saturating_sub(1);
                return true;
            }
            Key::ArrowDown => {
                self.at = (self.at + 1).min(count.saturating_sub(1));
                return true;
            }
            Key::Enter if matches!(session.place(), Place::Home) => Command::World(self.at + 1),
            Key::Enter => Command::Level(self.at + 1),
            Key::Char('s') => Command::Stage(None),
            Key::Char('d') => Command::Daily(None),
            Key::Char('q') => return false,
            Key::Escape if matches!(session.place(), Place::Home) => return false,
            Key::Escape => Command::Back,
            _ => return true,
        };
        self.go(session, command);
        true
    }

    fn on_table(&mut self, session: &mut Session, key: Key, won: bool, rolls: bool) {
        let command = match key {
            Key::Backspace | Key::Del => Command::Undo,
            Key::Char('0') => Command::Restart,
            Key::Char('?') => Command::Hint,
            Key::Escape => Command::Back,
            Key::Enter if won => Command::Next,
            _ if won => return,
            key => return self.on_board(session, &key, rolls),
        };
        self.hands.let_go();
        self.go(session, command);
    }

    /// A key that moves something or chooses what to move.
    fn on_board(&mut self, session: &mut Session, key: &Key, rolls: bool) {
        let arrow = match key {
            Key::ArrowLeft => Some('<'),
            Key::ArrowRight => Some('>'),
            Key::ArrowUp => Some('^'),
            Key::ArrowDown => Some('v'),
            Key::Char(' ' | '-') if rolls => Some('-'),
            _ => None,
        };
        session.say("");
        let Some(round) = session.round() else {
            return;
        };
        let table = round.table.as_mut();
        let result = match (arrow, key) {
            (Some(arrow), _) if rolls => table.play(&arrow.to_string()).map(|_| ()),
            (Some(arrow), _) => self.hands.push(table, arrow),
            (None, Key::Char(letter)) if letter.is_ascii_alphabetic() && !rolls => {
                if self.hands.choose(table, *letter) {
                    Ok(())
                } else {
                    Err(format!("the board has no block {letter}"))
                }
            }
            (None, Key::Tab) => {
                self.hands.cycle(table, true);
                Ok(())
            }
            (None, Key::BackTab) => {
                self.hands.cycle(table, false);
                Ok(())
            }
            (None, Key::Enter) => {
                self.hands.let_go();
                Ok(())
            }
            _ => Ok(()),
        };
        if let Err(fault) = result {
            session.say(fault);
        }
        session.settle();
    }

    /// Runs a command; if the place changes, the pointer and the hands are reset.
    fn go(&mut self, session: &mut Session, command: Command) {
        let moves_on = !matches!(command, Command::Undo | Command::Restart | Command::Hint);
        let back = command == Command::Back;
        session.run(command);
        if moves_on {
            self.hands = Hands::default();
            if !matches!(session.place(), Place::Level(_)) && (back || session.message().is_empty())
            {
                self.at = 0;
            }
        }
    }
}

/// Whether the level is of the rolling family, whose moves have no letters.
fn rolls(table: &dyn Table) -> bool {
    let cells = table.picture().cells;
    cells.iter().any(|cell| matches!(cell.role, Role::Tile(_)))
        || cells.iter().any(|cell| cell.glyph == '@')
}

/// The lines of a list that fit, including the selected one.
fn window(text: &str, at: usize, height: usize) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let room = height.saturating_sub(6).max(5);
    if lines.len() <= room {
        return text.to_string();
    }
    // The title and the blank line stay.
    let (head, list) = lines.split_at(2);
    let room = room - 2;
    let first = at
        .saturating_sub(room / 2)
        .min(list.len().saturating_sub(room));
    let shown = head.iter().chain(list.iter().skip(first).take(room));
    shown.map(|line| format!("{line}\n")).collect()
}

fn style(cell: &PictureCell, chosen: Option<char>) -> Style {
    let black_on = |number: u8| Style::new().black().on_color256(number);
    match cell.role {
        Role::Empty | Role::Void => Style::new().dim(),
        Role::Wall => Style::new().color256(WALL),
        Role::Hero | Role::Piece(_) if Some(cell.glyph) == chosen => {
            black_on(CHOSEN).bold().underlined()
        }
        Role::Hero => black_on(HERO).bold(),
        Role::Piece(number) | Role::Tile(number) => {
            black_on(PIECES[usize::from(number) % PIECES.len()])
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_list_keeps_its_head_and_what_is_pointed_at() {
        let text: String = (0..40).map(|line| format!("{line}\n")).collect();
        for at in 0..38 {
            let shown = window(&text, at, 20);
            let lines: Vec<&str> = shown.lines().collect();
            assert_eq!(lines.len(), 14);
            assert_eq!(lines[..2], ["0", "1"]);
            assert!(lines.contains(&(at + 2).to_string().as_str()), "{at}");
        }
        assert_eq!(window("a\nb\n", 0, 20), "a\nb\n");
    }
}
