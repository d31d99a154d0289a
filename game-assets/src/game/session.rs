//! The game without its surface: where the player is, what a command does, what is shown.
//!
//! Screen and lines are two surfaces of the same session, so what works in one works in the other.

use std::fmt::Write as _;

use levels_core::daily::Date;
use levels_core::picture::PictureCell;
use levels_core::play::Hint;
use levels_core::{Pack, PackLevel, Stages};

use super::progress::Progress;
use super::store::Store;
use super::table::{self, Table};
use levels_core::wording::{plural, printable};

/// The most states that the search for a hint may keep: a fraction of a second.
const HINT_STATES: u32 = 400_000;

/// The levels of the game.
#[derive(Debug, Clone, Copy)]
pub struct Catalog {
    /// The worlds, in the order in which a player meets them; stars won in them open them.
    pub worlds: &'static [&'static Pack],
    /// The packs that are listed after the worlds.
    pub others: &'static [&'static Pack],
    /// Every pack: where the levels of stages are found.
    pub all: &'static [&'static Pack],
    /// The puzzles of the day.
    pub dailies: Option<&'static Pack>,
    /// The order of stages through the worlds.
    pub stages: Option<&'static Stages>,
}

/// What a player can ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Command {
    /// The list of worlds.
    Home,
    /// The levels of a world, counted from 1.
    World(usize),
    /// A level of the world that the player is in, counted from 1.
    Level(usize),
    /// A level by its id.
    Open(String),
    /// A stage of the progression, counted from 1; `None` for the next one.
    Stage(Option<u32>),
    /// The puzzle of a day; `None` for today's.
    Daily(Option<Date>),
    /// Moves in the notation of the level.
    Play(String),
    /// Undoes the last move.
    Undo,
    /// Back to the opening position.
    Restart,
    /// The next move of a shortest way.
    Hint,
    /// What comes after the level: the next of its world, or the next stage.
    Next,
    /// Back to where the level or the world was chosen.
    Back,
}

/// Where the player is.
pub enum Place {
    /// At the list of worlds.
    Home,
    /// At the levels of a world, by its index.
    World(usize),
    /// On a level.
    Level(Round),
}

/// A level that is being played.
pub struct Round {
    /// The game in progress.
    pub table: Box<dyn Table>,
    level: &'static PackLevel,
    way: Way,
    /// Whether this win has been recorded: one round wins once.
    recorded: bool,
}

/// How a level was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Way {
    /// From a world: the indices of both.
    World(usize, usize),
    /// As a stage, from 1.
    Stage(u32),
    /// As the puzzle of a day.
    Daily(Date),
}

/// A game of one player.
pub struct Session {
    catalog: Catalog,
    store: Store,
    progress: Progress,
    today: Date,
    place: Place,
    message: String,
}

impl Session {
    /// A session that begins at the list of worlds. Stages that were completed in an earlier order
    /// are translated first.
    pub fn new(catalog: Catalog, store: Store, mut progress: Progress, today: Date) -> Self {
        let moved = catalog.stages.map_or(0, |stages| progress.migrate(stages));
        let mut session = Self {
            catalog,
            store,
            progress,
            today,
            place: Place::Home,
            message: String::new(),
        };
        if moved > 0 {
            session.message =
                format!("the levels have a new order: {moved} completed stages were carried over");
            session.save();
        }
        session
    }

    /// Where the player is.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// The level that is being played.
    pub fn round(&mut self) -> Option<&mut Round> {
        match &mut self.place {
            Place::Level(round) => Some(round),
            _ => None,
        }
    }

    /// How many entries the shown list has.
    pub fn entries(&self) -> usize {
        match &self.place {
            Place::Home => self.listed().count(),
            Place::World(world) => self.pack(*world).map_or(0, |pack| pack.levels.len()),
            Place::Level(_) => 0,
        }
    }

    /// Sets the message below the picture.
    pub fn say(&mut self, message: impl Into<String>) {
        self.message = message.into();
    }

    /// The message below the picture.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Runs a command; its result is in the message.
    pub fn run(&mut self, command: Command) {
        self.message.clear();
        let result = match command {
            Command::Home => {
                self.place = Place::Home;
                Ok(())
            }
            Command::World(number) => self.enter(number),
            Command::Level(number) => self.level(number),
            Command::Open(id) => self.open_by_id(&id),
            Command::Stage(stage) => self.stage(stage),
            Command::Daily(date) => self.daily(date.unwrap_or(self.today)),
            Command::Play(text) => self.play(&text),
            Command::Undo => self.on_table(|table| match table.undo() {
                true => String::new(),
                false => "nothing to undo".to_string(),
            }),
            Command::Restart => self.on_table(|table| {
                table.restart();
                String::new()
            }),
            Command::Hint => self.on_table(|table| hint(table)),
            Command::Next => self.next(),
            Command::Back => {
                self.back();
                Ok(())
            }
        };
        if let Err(fault) = result {
            self.message = fault;
        }
        self.settle();
    }

    /// Records a win that has not been recorded yet. Call it after moves that were made on the table
    /// itself.
    pub fn settle(&mut self) {
        let Place::Level(round) = &mut self.place else {
            return;
        };
        if !round.table.is_won() {
            round.recorded = false;
            return;
        }
        if std::mem::replace(&mut round.recorded, true) {
            return;
        }
        let (level, way) = (round.level, round.way);
        let moves = round.table.moves().len() as u32;
        let better = self.progress.win(level, moves);
        let stage = self.catalog.stages.and_then(|stages| {
            let stage = match way {
                Way::Stage(stage) => Some(stage),
                _ => stages.of(level.id),
            };
            stage.filter(|&stage| self.progress.complete(stages, stage))
        });
        let mut text = format!(
            "Won in {} {}",
            plural(moves, "move"),
            stars(level.stars_for(moves))
        );
        if moves > level.optimal {
            let _ = write!(text, " ({} is possible)", level.optimal);
        }
        if let Some(stage) = stage {
            let _ = write!(text, " · stage {stage} completed");
        }
        self.message = text;
        if better || stage.is_some() {
            self.save();
        }
    }

    fn save(&mut self) {
        let stages = self.catalog.stages;
        // Another game may be older and have saved stages in an earlier order.
        let settle = |progress: &mut Progress| {
            stages.map(|stages| progress.migrate(stages));
        };
        match self.store.save(&mut self.progress, settle) {
            Ok(None) => self.message.push_str(" · saved"),
            Ok(Some(aside)) => {
                let aside = aside.display();
                let _ = write!(
                    self.message,
                    " · saved; the progress file was damaged and is kept as {aside}"
                );
            }
            Err(fault) => {
                let file = self.store.file();
                let _ = write!(self.message, " · NOT saved: {}: {fault}", file.display());
            }
        }
    }

    /// The packs that a player can choose from.
    fn listed(&self) -> impl Iterator<Item = &'static Pack> + use<> {
        let Catalog { worlds, others, .. } = self.catalog;
        worlds.iter().chain(others).copied()
    }

    fn pack(&self, world: usize) -> Option<&'static Pack> {
        self.listed().nth(world)
    }

    /// All stars won in the worlds; they open worlds.
    fn stars(&self) -> u32 {
        let worlds = self.catalog.worlds.iter();
        worlds.map(|pack| self.stars_of(pack)).sum()
    }

    fn stars_of(&self, pack: &Pack) -> u32 {
        let levels = pack.levels.iter();
        levels.map(|level| self.progress.stars(level)).sum()
    }

    /// The world of that index, if its gate is open.
    fn open_world(&self, world: usize) -> Result<&'static Pack, String> {
        let pack = self.pack(world).ok_or_else(|| {
            let count = self.listed().count();
            match count {
                1 => "there is 1 world".to_string(),
                _ => format!("there are {count} worlds"),
            }
        })?;
        let stars = self.stars();
        if stars < pack.stars_to_open {
            return Err(format!(
                "{} opens at {}; you have {stars}",
                pack.title,
                plural(pack.stars_to_open, "star")
            ));
        }
        Ok(pack)
    }

    fn enter(&mut self, number: usize) -> Result<(), String> {
        let world = number.wrapping_sub(1);
        self.open_world(world)?;
        self.place = Place::World(world);
        Ok(())
    }

    fn level(&mut self, number: usize) -> Result<(), String> {
        let world = match &self.place {
            Place::World(world) => *world,
            Place::Level(round) => match round.way {
                Way::World(world, _) => world,
                _ => return Err("choose a world first".to_string()),
            },
            Place::Home => return Err("choose a world first".to_string()),
        };
        self.sit(Way::World(world, number.wrapping_sub(1)))
    }

    fn open_by_id(&mut self, id: &str) -> Result<(), String> {
        let unknown = || format!("no level is called `{}`", printable(id));
        let (world, pack) = (0..)
            .zip(self.listed())
            .find(|(_, pack)| pack.get(id).is_some())
            .ok_or_else(unknown)?;
        let index = pack.index.get(id).ok_or_else(unknown)?;
        self.sit(Way::World(world, *index as usize))
    }

    fn stage(&mut self, stage: Option<u32>) -> Result<(), String> {
        let stages = self.stages()?;
        let next = self.progress.next_stage(stages);
        let stage = match (stage, next) {
            (Some(stage), Some(next)) if stage > next => {
                return Err(format!("stage {next} comes first"));
            }
            (Some(stage), _) => stage,
            (None, Some(next)) => next,
            (None, None) => return Err("all stages are completed".to_string()),
        };
        self.sit(Way::Stage(stage))
    }

    fn stages(&self) -> Result<&'static Stages, String> {
        self.catalog
            .stages
            .ok_or_else(|| "this game has no stages".to_string())
    }

    fn daily(&mut self, date: Date) -> Result<(), String> {
        if date > self.today {
            return Err(format!("{date} is in the future"));
        }
        self.sit(Way::Daily(date))
    }

    /// The level that a way leads to, with its pack.
    fn find(&self, way: Way) -> Result<(&'static Pack, &'static PackLevel), String> {
        match way {
            Way::World(world, index) => {
                let pack = self.open_world(world)?;
                let level = pack.levels.get(index);
                let count = pack.levels.len();
                let level = level
                    .ok_or_else(|| format!("{} has {}", pack.title, plural(count, "level")))?;
                Ok((pack, level))
            }
            Way::Stage(stage) => {
                let stages = self.stages()?;
                let missing = || format!("there is no stage {stage}");
                let id = stages.get(stage).ok_or_else(missing)?.level;
                let mut packs = self.catalog.all.iter().copied();
                packs
                    .find_map(|pack| Some((pack, pack.get(id)?)))
                    .ok_or_else(|| {
                        format!("the level of stage {stage}, `{id}`, is not in this game")
                    })
            }
            Way::Daily(date) => {
                let pack = self.catalog.dailies.ok_or("this game has no dailies")?;
                let index = date.puzzle(pack.levels.len() as u32) as usize;
                let level = pack.levels.get(index);
                Ok((pack, level.ok_or("this game has no dailies")?))
            }
        }
    }

    /// Opens a level.
    fn sit(&mut self, way: Way) -> Result<(), String> {
        let (pack, level) = self.find(way)?;
        self.place = Place::Level(Round {
            table: table::open(pack, level)?,
            level,
            way,
            recorded: false,
        });
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let round = self.round().ok_or("no level is open")?;
        if round.table.is_won() {
            return Err("the level is won: `next`, or `restart`".to_string());
        }
        round.table.play(text).map(|_| ())
    }

    fn on_table(&mut self, act: impl FnOnce(&mut dyn Table) -> String) -> Result<(), String> {
        let round = self.round().ok_or("no level is open")?;
        self.message = act(round.table.as_mut());
        Ok(())
    }

    fn next(&mut self) -> Result<(), String> {
        let way = match &self.place {
            Place::Level(round) => Some(round.way),
            _ => None,
        };
        match way {
            Some(Way::World(world, index)) => {
                let last = self
                    .pack(world)
                    .is_none_or(|pack| index + 1 >= pack.levels.len());
                if last {
                    return self.enter(world + 2);
                }
                self.sit(Way::World(world, index + 1))
            }
            Some(Way::Stage(_)) => self.stage(None),
            Some(Way::Daily(_)) => {
                self.place = Place::Home;
                Ok(())
            }
            None => Err("no level is open".to_string()),
        }
    }

    fn back(&mut self) {
        self.place = match &self.place {
            Place::Level(Round {
                way: Way::World(world, _),
                ..
            }) => Place::World(*world),
            _ => Place::Home,
        };
    }

    /// What is shown. `marked` is the selected entry of a list, from 0; `paint` may wrap the text of a
    /// cell in colour codes.
    pub fn view(
        &self,
        marked: Option<usize>,
        paint: impl Fn(&PictureCell, &str) -> String,
    ) -> String {
        match &self.place {
            Place::Home => self.home(marked),
            Place::World(world) => self.world(*world, marked),
            Place::Level(round) => self.board(round, paint),
        }
    }

    fn home(&self, marked: Option<usize>) -> String {
        let stars = self.stars();
        let mut text = format!("Levels · {stars} of {} stars\n\n", {
            let levels = self.catalog.worlds.iter().map(|pack| pack.levels.len());
            levels.sum::<usize>() * 3
        });
        for (index, pack) in self.listed().enumerate() {
            let gate = if stars < pack.stars_to_open {
                format!("opens at {}", plural(pack.stars_to_open, "star"))
            } else {
                format!("{} of {} stars", self.stars_of(pack), pack.levels.len() * 3)
            };
            let _ = writeln!(
                text,
                "{} {:>2}  {:<20} {:>10} · {gate}",
                pointer(marked, index),
                index + 1,
                pack.title,
                plural(pack.levels.len(), "level")
            );
        }
        text.push('\n');
        if let Some(stages) = self.catalog.stages {
            let count = stages.stages.len();
            match self.progress.next_stage(stages) {
                Some(stage) => {
                    let tone = stages
                        .get(stage)
                        .map_or(String::new(), |s| format!(" · {}, {}", s.tier, s.tone));
                    let _ = writeln!(text, "  next stage: {stage} of {count}{tone}");
                }
                None => {
                    let _ = writeln!(text, "  all {count} stages are completed");
                }
            }
        }
        if self.catalog.dailies.is_some() {
            let done = self
                .find(Way::Daily(self.today))
                .map_or(0, |(_, level)| self.progress.stars(level));
            let _ = writeln!(
                text,
                "  puzzle of {}: {}",
                self.today,
                stars_or(done, "open")
            );
        }
        text
    }

    fn world(&self, world: usize, marked: Option<usize>) -> String {
        let Some(pack) = self.pack(world) else {
            return String::new();
        };
        let mut text = format!(
            "{} · {} of {} stars\n\n",
            pack.title,
            self.stars_of(pack),
            pack.levels.len() * 3
        );
        for (index, level) in pack.levels.iter().enumerate() {
            let best = self
                .progress
                .best(level)
                .map_or(String::new(), |best| format!(" in {best}"));
            let _ = writeln!(
                text,
                "{} {:>2}  {:<18} {:>8}  {}{best}",
                pointer(marked, index),
                index + 1,
                level.id,
                plural(level.optimal, "move"),
                stars(self.progress.stars(level)),
            );
        }
        text
    }

    fn board(&self, round: &Round, paint: impl Fn(&PictureCell, &str) -> String) -> String {
        let level = round.level;
        let mut text = match round.way {
            Way::World(world, index) => {
                let pack = self.pack(world);
                format!(
                    "{} · level {} of {} · {}\n",
                    pack.map_or("", |pack| pack.title),
                    index + 1,
                    pack.map_or(0, |pack| pack.levels.len()),
                    level.id
                )
            }
            Way::Stage(stage) => format!("Stage {stage} · {}\n", level.id),
            Way::Daily(date) => format!("The puzzle of {date} · {}\n", level.id),
        };
        text.push_str(round.table.rules());
        text.push_str(&round.table.picture().draw(paint));
        let moves = round.table.moves();
        let _ = write!(
            text,
            "{} · {} for {}, {} for {}",
            plural(moves.len() as u32, "move"),
            stars(3),
            level.stars.three,
            stars(2),
            level.stars.two
        );
        if let Some(best) = self.progress.best(level) {
            let _ = write!(text, " · best {best}");
        }
        text.push('\n');
        if let Some(last) = moves.last() {
            let _ = writeln!(text, "last move {last}");
        }
        text
    }
}

fn hint(table: &dyn Table) -> String {
    match table.hint(HINT_STATES) {
        Hint::Move { action, left } => format!("hint: {action} · {} to go", plural(left, "move")),
        Hint::Won => "the level is won".to_string(),
        Hint::Lost => "it cannot be won from here: undo, or restart".to_string(),
        Hint::Unknown { max_states } => {
            format!(
                "no hint: {} searched, and there are more",
                plural(max_states, "position")
            )
        }
    }
}

fn pointer(marked: Option<usize>, index: usize) -> char {
    if marked == Some(index) { '>' } else { ' ' }
}

fn stars(count: u32) -> &'static str {
    match count {
        0 => "☆☆☆",
        1 => "★☆☆",
        2 => "★★☆",
        _ => "★★★",
    }
}

fn stars_or(count: u32, none: &'static str) -> &'static str {
    if count == 0 { none } else { stars(count) }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use levels_core::Stage;

    levels_macro::include_pack! {
        /// Two levels that are open: `bv2 K>2` and `c<1 bv2 K>2`.
        static OPEN = "tests/packs/open.json";
    }

    levels_macro::include_pack! {
        /// One level that opens at five stars: `>>v<<^`.
        static GATED = "tests/packs/gated.json";
    }

    const fn stage(level: &'static str) -> Option<Stage> {
        Some(Stage {
            level,
            rating: 0,
            tier: "easy",
            tone: "comfort",
        })
    }

    static STAGES: Stages = Stages {
        model_version: "levels-1/2",
        stages: &[stage("gated/1"), None, stage("open/2")],
        index: levels_core::phf::Map::new(),
        migrations: &[("levels-1/1", &[3, 1, 0])],
    };

    const CATALOG: Catalog = Catalog {
        worlds: &[&OPEN, &GATED],
        others: &[],
        all: &[&OPEN, &GATED],
        dailies: Some(&OPEN),
        stages: Some(&STAGES),
    };

    fn today() -> Date {
        Date::from_days(20_000)
    }

    fn session(folder: &Path, progress: Progress) -> Session {
        Session::new(CATALOG, Store::in_folder(folder), progress, today())
    }

    /// Runs commands on a new session, and checks what each is answered, as far as it is given.
    fn check(commands: &[(Command, &str)]) -> Session {
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        let mut session = session(folder.path(), Progress::default());
        for (command, answer) in commands {
            session.run(command.clone());
            assert_eq!(session.message(), *answer, "{command:?}");
        }
        session
    }

    fn play(text: &str) -> Command {
        Command::Play(text.to_string())
    }

    #[test]
    fn stars_open_worlds() {
        let session = check(&[
            (Command::World(2), "Gated opens at 5 stars; you have 0"),
            (
                Command::Open("gated/1".into()),
                "Gated opens at 5 stars; you have 0",
            ),
            (Command::World(3), "there are 2 worlds"),
            (Command::World(1), ""),
            (Command::Level(3), "Open has 2 levels"),
            (Command::Level(1), ""),
            (play("bv2 K>2"), "Won in 2 moves ★★★ · saved"),
            (Command::World(2), "Gated opens at 5 stars; you have 3"),
            (Command::Open("open/2".into()), ""),
            (
                play("c<1 bv2 K>1 K>1"),
                "Won in 4 moves ★★☆ (3 is possible) · saved",
            ),
            (Command::Next, ""),
            (Command::Level(1), ""),
        ]);
        assert!(
            session
                .view(None, |_, text| text.into())
                .starts_with("Gated · level 1 of 1")
        );
    }

    #[test]
    fn a_round_is_played_back_and_forth() {
        check(&[
            (Command::Hint, "no level is open"),
            (Command::Level(1), "choose a world first"),
            (Command::Open("open/2".into()), ""),
            (Command::Undo, "nothing to undo"),
            (Command::Hint, "hint: c<1 · 3 moves to go"),
            (
                play("bv1 x"),
                "`x` is not a move; a move reads `b>3`, an ice move `d^`",
            ),
            (Command::Hint, "hint: c<1 · 3 moves to go"),
            (Command::Undo, ""),
            // Moves after the winning one are not played.
            (play("c<1 bv2 K>2 K<1"), "Won in 3 moves ★★★ · saved"),
            (play("K<1"), "the level is won: `next`, or `restart`"),
            (Command::Hint, "the level is won"),
            (Command::Restart, ""),
            // A win that is not better is not saved.
            (
                play("c<1 bv1 bv1 K>2"),
                "Won in 4 moves ★★☆ (3 is possible)",
            ),
            // Undone and won again, it is a win again.
            (Command::Undo, ""),
            (play("K>2"), "Won in 4 moves ★★☆ (3 is possible)"),
        ]);
    }

    #[test]
    fn stages_come_one_after_another() {
        let session = check(&[
            (Command::Stage(Some(3)), "stage 1 comes first"),
            (Command::Stage(None), ""),
            // A stage opens even if its world is not open.
            (play(">>v<<v"), "`v`: the cube falls"),
        ]);
        assert!(
            session
                .view(None, |_, text| text.into())
                .starts_with("Stage 1 · gated/1")
        );
        check(&[
            (Command::Stage(None), ""),
            (
                play(">>v<<^"),
                "Won in 6 moves ★★★ · stage 1 completed · saved",
            ),
            // The second is vacant.
            (Command::Next, ""),
            (
                play("c<1 bv2 K>2"),
                "Won in 3 moves ★★★ · stage 3 completed · saved",
            ),
            (Command::Next, "all stages are completed"),
            (Command::Stage(Some(3)), ""),
            (Command::Stage(Some(2)), "there is no stage 2"),
        ]);
    }

    #[test]
    fn every_day_has_a_puzzle_and_tomorrow_is_to_come() {
        let tomorrow = Date::from_days(today().days() + 1);
        let answer = format!("{tomorrow} is in the future");
        let session = check(&[
            (Command::Daily(Some(tomorrow)), &answer),
            (Command::Daily(None), ""),
            (Command::Back, ""),
            (Command::Daily(Some(Date::from_days(0))), ""),
        ]);
        let index = Date::from_days(0).puzzle(2) as usize;
        let head = format!("The puzzle of 1970-01-01 · {}", OPEN.levels[index].id);
        assert!(session.view(None, |_, text| text.into()).starts_with(&head));
    }

    /// Two games run at once; each wins a level of its own and both win one. In any order of saves,
    /// every win is kept, and the better one of two.
    #[test]
    fn two_games_at_once_keep_the_wins_of_both() {
        let wins = [
            [("open/1", "bv2 K>2"), ("open/2", "c<1 bv2 K>1 K>1")],
            [("gated/1", ">>v<<^"), ("open/2", "c<1 bv2 K>2")],
        ];
        for order in [
            [0, 0, 1, 1],
            [0, 1, 0, 1],
            [0, 1, 1, 0],
            [1, 0, 0, 1],
            [1, 1, 0, 0],
        ] {
            let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
            let start = || session(folder.path(), Progress::default());
            let mut games = [start(), start()];
            let mut next = [0, 0];
            for game in order {
                let (level, line) = wins[game][next[game]];
                next[game] += 1;
                games[game].run(match level {
                    "gated/1" => Command::Stage(Some(1)),
                    _ => Command::Open(level.into()),
                });
                games[game].run(play(line));
                // If the other game has a better win, this one is not saved.
                let message = games[game].message();
                assert!(message.starts_with("Won in") && !message.contains("NOT saved"));
            }
            let Ok(crate::game::store::Loaded::Progress(kept)) =
                Store::in_folder(folder.path()).load()
            else {
                panic!("{order:?}");
            };
            let best = |level: &PackLevel| kept.best(level);
            let levels = [&OPEN.levels[0], &OPEN.levels[1], &GATED.levels[0]];
            assert_eq!(levels.map(best), [Some(2), Some(3), Some(6)], "{order:?}");
            assert!(kept.has_stage(&STAGES, 1), "{order:?}");
        }
    }

    #[test]
    fn progress_of_an_earlier_order_is_carried_over_and_saved() {
        let folder = tempfile::tempdir().unwrap_or_else(|fault| panic!("{fault}"));
        let store = Store::in_folder(folder.path());
        let old = r#"{ "format": 1, "boards": {}, "stages": { "levels-1/1": [1, 3], "levels-0/7": [2] } }"#;
        std::fs::write(store.file(), old).unwrap_or_else(|fault| panic!("{fault}"));
        let load = || match store.load() {
            Ok(crate::game::store::Loaded::Progress(progress)) => progress,
            other => panic!("{other:?}"),
        };
        let first = session(folder.path(), load());
        assert!(
            first
                .message()
                .contains("1 completed stages were carried over · saved")
        );
        // What was stage 1 is stage 3; what was stage 3 was withdrawn; an unknown order is kept.
        let saved = std::fs::read_to_string(store.file()).unwrap_or_default();
        let saved: String = saved.split_whitespace().collect();
        assert!(
            saved.contains(r#""stages":{"levels-0/7":[2],"levels-1/2":[3]}"#),
            "{saved}"
        );
        let mut again = session(folder.path(), load());
        assert_eq!(again.message(), "");
        again.run(Command::Stage(None));
        assert!(
            again
                .view(None, |_, text| text.into())
                .starts_with("Stage 1")
        );
    }
}
