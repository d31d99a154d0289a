//! The game as a player starts it: with keys on a pseudo-terminal, with lines through a pipe, and
//! killed while it saves.
#![cfg(unix)]

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use game_assets::{CLASSICS, ROLL_LADDER, WORLDS};
use levels_core::Pack;
use serde_json::Value;

const PATIENCE: Duration = Duration::from_secs(20);

fn game(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_game-assets"));
    command.arg("play").env("GAME_ASSETS_DATA", folder);
    command
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"))
}

/// The saved progress, as other programs would read it.
fn saved(folder: &Path) -> Value {
    let path = folder.join("progress.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|fault| panic!("{fault}"));
    serde_json::from_str(&text).unwrap_or_else(|fault| panic!("{fault}: {text}"))
}

/// The saved wins as (level, moves).
fn wins(progress: &Value) -> Vec<(String, u64)> {
    let boards = progress["boards"].as_object().into_iter().flatten();
    boards
        .map(|(_, win)| {
            let level = win["level"].as_str().unwrap_or_default().to_string();
            (level, win["moves"].as_u64().unwrap_or_default())
        })
        .collect()
}

/// The game on a pseudo-terminal.
struct Player {
    child: Child,
    keyboard: fs::File,
    screen: Receiver<Vec<u8>>,
    seen: String,
}

impl Player {
    fn start(folder: &Path) -> Self {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

        let open = || -> rustix::io::Result<_> {
            let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
            grantpt(&master)?;
            unlockpt(&master)?;
            let name = ptsname(&master, Vec::new())?;
            Ok((fs::File::from(master), name))
        };
        let (master, name) = open().unwrap_or_else(|fault| panic!("{fault}"));
        let name = name.to_str().unwrap_or_else(|fault| panic!("{fault}"));
        let end = || {
            let file = fs::File::options().read(true).write(true).open(name);
            Stdio::from(file.unwrap_or_else(|fault| panic!("{name}: {fault}")))
        };
        let child = game(folder)
            .env("TERM", "xterm-256color")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .unwrap_or_else(|fault| panic!("{fault}"));
        let mut reader = master.try_clone().unwrap_or_else(|fault| panic!("{fault}"));
        let (sender, screen) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        Self {
            child,
            keyboard: master,
            screen,
            seen: String::new(),
        }
    }

    fn press(&mut self, keys: &str) {
        let pressed = self.keyboard.write_all(keys.as_bytes());
        assert!(pressed.is_ok(), "{pressed:?}");
    }

    /// Waits until the screen has shown a text, and forgets what came before.
    fn sees(&mut self, text: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return;
            }
            match self
                .screen
                .recv_timeout(until.saturating_duration_since(Instant::now()))
            {
                Ok(bytes) => self.seen.push_str(&String::from_utf8_lossy(&bytes)),
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                    panic!("`{text}` did not appear; last seen: {}", self.seen)
                }
            }
        }
    }

    fn quits(mut self) {
        self.press("\x03");
        // The terminal is restored.
        self.sees("\x1b[?1049l");
        let status = self.child.wait().unwrap_or_else(|fault| panic!("{fault}"));
        assert!(status.success(), "{status}");
    }
}

/// A stored solution as keys: the block's letter, then its arrow once per cell.
fn keys(solution: &str) -> String {
    let arrow = |c: char| match c {
        '^' => "\x1b[A",
        'v' => "\x1b[B",
        '>' => "\x1b[C",
        _ => "\x1b[D",
    };
    let mut keys = String::new();
    for action in solution.split(' ') {
        let mut chars = action.chars();
        let (letter, direction) = (chars.next(), chars.next());
        let cells: usize = chars.as_str().parse().unwrap_or(1);
        keys.extend(letter);
        keys.push_str(&direction.map_or("", arrow).repeat(cells));
    }
    keys
}

#[test]
fn a_level_is_won_by_its_stored_solution() {
    let folder = folder();
    let mut player = Player::start(folder.path());
    player.sees("Classics");
    let place = listed().position(|pack| pack.id == CLASSICS.id);
    player.press(&"\x1b[B".repeat(place.unwrap_or_default()));
    player.press("\r");
    player.sees("classics/02");
    let level = &CLASSICS.levels[3];
    player.press("\x1b[B\x1b[B\x1b[B\r");
    player.sees("level 4 of 48");
    player.press("?");
    player.sees(&format!(
        "hint: {}",
        level.solution.split(' ').next().unwrap_or_default()
    ));
    player.press(&keys(level.solution));
    player.sees(&format!("Won in {} moves ★★★", level.optimal));
    player.sees("saved");
    assert_eq!(
        wins(&saved(folder.path())),
        [(level.id.to_string(), u64::from(level.optimal))]
    );
    player.press("\r");
    player.sees("level 5 of 48");
    player.press("\x7f");
    player.sees("nothing to undo");
    player.quits();
    // In a later game it is still there.
    let mut player = Player::start(folder.path());
    player.sees("3 of 144 stars");
    player.quits();
}

/// The packs that the game lists, in its order.
fn listed() -> impl Iterator<Item = &'static Pack> {
    WORLDS.iter().copied().chain([&ROLL_LADDER, &CLASSICS])
}

/// For each level, the lines that open it and play its solution.
fn script() -> String {
    let levels = listed().flat_map(|pack| pack.levels);
    levels
        .map(|level| format!("open {}\n{}\n", level.id, level.solution))
        .collect()
}

#[test]
fn a_game_that_is_killed_while_it_saves_loses_nothing() {
    let mut killed_in_play = 0;
    for round in 0..16_u64 {
        let folder = folder();
        let mut child = game(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap_or_else(|fault| panic!("{fault}"));
        let (mut input, output) = (child.stdin.take(), child.stdout.take());
        let writer = thread::spawn(move || {
            // The pipe breaks when the game is killed.
            let _ = input
                .as_mut()
                .map(|input| input.write_all(script().as_bytes()));
        });
        // Killed from another thread, at a moment that this thread does not choose.
        let wanted = 1 + round as usize * 2;
        let mut announced = 0;
        for line in output
            .into_iter()
            .flat_map(|output| BufReader::new(output).lines())
        {
            let Ok(line) = line else { break };
            announced += usize::from(line.ends_with("· saved"));
            if announced == wanted {
                thread::sleep(Duration::from_micros(round * 377 % 2_000));
                let _ = child.kill();
                break;
            }
        }
        let status = child.wait().unwrap_or_else(|fault| panic!("{fault}"));
        killed_in_play += usize::from(!status.success());
        drop(writer.join());
        let kept = wins(&saved(folder.path()));
        assert!(kept.len() >= announced, "{} of {announced}", kept.len());
        // The next game reads the file and goes on.
        let next = game(folder.path())
            .stdin(Stdio::null())
            .output()
            .unwrap_or_else(|fault| panic!("{fault}"));
        let text = String::from_utf8_lossy(&next.stdout);
        assert!(next.status.success() && !text.contains("damaged"), "{text}");
        let stars = format!("Levels · {} of", kept.len() * 3);
        assert!(text.starts_with(&stars), "{stars}: {text}");
    }
    assert!(killed_in_play > 8, "killed {killed_in_play} times");
}

#[test]
fn two_games_that_save_at_once_lose_nothing() {
    let folder = folder();
    let lines: Vec<(String, String)> = listed()
        .flat_map(|pack| pack.levels)
        .filter(|level| CLASSICS.get(level.id).is_some() || ROLL_LADDER.get(level.id).is_some())
        .map(|level| (level.id.to_string(), level.solution.to_string()))
        .collect();
    let games = [0, 1].map(|half| {
        let script = folder.path().join(format!("script-{half}"));
        let mine = lines.iter().skip(half).step_by(2);
        let text: String = mine
            .map(|(id, solution)| format!("open {id}\n{solution}\n"))
            .collect();
        fs::write(&script, text).unwrap_or_else(|fault| panic!("{fault}"));
        let input = fs::File::open(&script).unwrap_or_else(|fault| panic!("{fault}"));
        let game = game(folder.path())
            .stdin(input)
            .stdout(Stdio::null())
            .spawn();
        game.unwrap_or_else(|fault| panic!("{fault}"))
    });
    for mut game in games {
        assert!(game.wait().is_ok_and(|status| status.success()));
    }
    let mut kept: Vec<String> = wins(&saved(folder.path()))
        .into_iter()
        .map(|win| win.0)
        .collect();
    let mut expected: Vec<String> = lines.into_iter().map(|line| line.0).collect();
    kept.sort();
    expected.sort();
    assert_eq!(kept, expected);
}

#[test]
fn every_level_can_be_won_line_by_line() {
    let folder = folder();
    let script = folder.path().join("script");
    fs::write(&script, self::script()).unwrap_or_else(|fault| panic!("{fault}"));
    let input = fs::File::open(&script).unwrap_or_else(|fault| panic!("{fault}"));
    let output = game(folder.path())
        .stdin(input)
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert!(output.status.success(), "{output:?}");
    let levels = listed().flat_map(|pack| pack.levels);
    let mut expected: Vec<(String, u64)> = levels
        .map(|level| (level.id.to_string(), u64::from(level.optimal)))
        .collect();
    let mut kept = wins(&saved(folder.path()));
    kept.sort();
    expected.sort();
    assert_eq!(kept, expected);
}

#[test]
fn a_file_of_a_newer_game_is_left_alone() {
    let folder = folder();
    let path = folder.path().join("progress.json");
    let text = "{ \"format\": 9, \"boards\": \"elsewhere\" }";
    fs::write(&path, text).unwrap_or_else(|fault| panic!("{fault}"));
    let output = game(folder.path())
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|fault| panic!("{fault}"));
    assert_eq!(output.status.code(), Some(3));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("format 9"), "{said}");
    assert_eq!(fs::read_to_string(&path).unwrap_or_default(), text);
}
