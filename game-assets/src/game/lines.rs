//! The game line by line: for pipes, tests and screen readers. One command per line, plain text out.

use std::io::{self, BufRead, Write};

use super::session::{Command, Place, Session};

const HELP: &str = "\
worlds             the list of worlds        world N    the levels of a world
level N            a level of the world      open ID    a level by its id
stage [N]          the next stage, or stage N
daily [DATE]       the puzzle of today, or of a date such as 2026-08-04
b>3 c^1            moves, as many as you like: block, arrow (< > ^ v), cells; ice without a number;
                   a rolling cube: >v<^ and - to wait
moves              the moves that can be made
undo  restart  hint  next  back  look  quit
";

/// What a line means.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Line {
    Do(Command),
    Say(String),
    Moves,
    Look,
    Quit,
}

/// Plays until the input ends or the player quits.
///
/// # Errors
/// The terminal or pipe was closed.
pub fn run(session: &mut Session, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    show(session, &mut output)?;
    writeln!(output, "`help` lists the commands.")?;
    output.flush()?;
    for line in input.lines() {
        match read(&line?) {
            None => continue,
            Some(Line::Quit) => break,
            Some(Line::Look) => show(session, &mut output)?,
            Some(Line::Say(text)) => writeln!(output, "{}", text.trim_end())?,
            Some(Line::Moves) => {
                let moves = match session.place() {
                    Place::Level(round) => round.table.legal().join(" "),
                    _ => "no level is open".to_string(),
                };
                writeln!(output, "{moves}")?;
            }
            Some(Line::Do(command)) => {
                let before = view(session);
                session.run(command);
                // After a hint or a refusal the view is the same.
                if view(session) == before && !session.message().is_empty() {
                    writeln!(output, "{}", session.message())?;
                } else {
                    show(session, &mut output)?;
                }
            }
        }
        output.flush()?;
    }
    Ok(())
}

fn view(session: &Session) -> String {
    session.view(None, |_, text| text.to_string())
}

fn show(session: &Session, output: &mut impl Write) -> io::Result<()> {
    writeln!(output, "{}", view(session))?;
    if !session.message().is_empty() {
        writeln!(output, "{}", session.message())?;
    }
    Ok(())
}

/// Reads a line; `None` for an empty one.
fn read(line: &str) -> Option<Line> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.parse::<usize>().ok();
    let command = match words.as_slice() {
        [] => return None,
        ["quit" | "exit"] => return Some(Line::Quit),
        ["help" | "?"] => return Some(Line::Say(HELP.to_string())),
        ["look"] => return Some(Line::Look),
        ["moves"] => return Some(Line::Moves),
        ["worlds" | "home"] => Command::Home,
        ["undo"] => Command::Undo,
        ["restart"] => Command::Restart,
        ["hint"] => Command::Hint,
        ["next"] => Command::Next,
        ["back"] => Command::Back,
        ["stage"] => Command::Stage(None),
        ["daily"] => Command::Daily(None),
        ["open", id] => Command::Open((*id).to_string()),
        ["world", word] => match number(word) {
            Some(number) => Command::World(number),
            None => return Some(say("`world` takes a number, such as `world 1`")),
        },
        ["level", word] => match number(word) {
            Some(number) => Command::Level(number),
            None => return Some(say("`level` takes a number, such as `level 1`")),
        },
        ["stage", word] => match word.parse() {
            Ok(stage) => Command::Stage(Some(stage)),
            Err(_) => return Some(say("`stage` takes a number, such as `stage 1`")),
        },
        ["daily", word] => match word.parse() {
            Ok(date) => Command::Daily(Some(date)),
            Err(fault) => return Some(say(&format!("{word}: {fault}"))),
        },
        _ => Command::Play(line.to_string()),
    };
    Some(Line::Do(command))
}

fn say(text: &str) -> Line {
    Line::Say(text.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands() {
        let date = "2026-08-04".parse().ok();
        for (line, command) in [
            ("worlds", Command::Home),
            (" world  2 ", Command::World(2)),
            ("level 3", Command::Level(3)),
            ("open a/1", Command::Open("a/1".to_string())),
            ("stage", Command::Stage(None)),
            ("stage 4", Command::Stage(Some(4))),
            ("daily", Command::Daily(None)),
            ("daily 2026-08-04", Command::Daily(date)),
            ("b>3 c^1", Command::Play("b>3 c^1".to_string())),
            (">v<", Command::Play(">v<".to_string())),
            ("undo", Command::Undo),
        ] {
            assert_eq!(read(line), Some(Line::Do(command)), "{line}");
        }
        assert_eq!(read("  "), None);
        for line in [
            "world x",
            "level -1",
            "stage 1.5",
            "daily 2026-13-01",
            "help",
        ] {
            assert!(matches!(read(line), Some(Line::Say(_))), "{line}");
        }
    }
}
