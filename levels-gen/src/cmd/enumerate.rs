//! `enumerate`: every plain sliding board of a small size, counted, as a check against known counts.

use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use cpu_time::ProcessTime;
use levels_core::family::slide::Slide;
use levels_core::family::slide::enumerate::{Boards, Count, Counts, Hardest, Part};
use levels_core::puzzle::Family as _;
use rayon::prelude::*;
use serde_json::{Value as Json, json};

use crate::exit::{Exit, Fault};
use crate::output;
use crate::report::board::draw;
use crate::report::generation::{aligned, grouped};
use levels_core::wording::plural;

/// Count every component of plain sliding boards of a size.
#[derive(Debug, Args)]
#[command(
    after_help = "The boards have no walls, blocks of length 2 and 3, and no line that is full of its own blocks. The Key is \
two cells long, has no other block on its row and leaves to the right; its row is the middle one, on even heights the one \
above the middle. A component is all positions that can be played into each other. It is solvable if one of them is won, and \
minimal if taking away any one block from its hardest position lowers the optimum."
)]
pub struct Enumerate {
    /// Width and height, each 3 to 5, such as 4x4 or 5x5
    #[arg(long, value_name = "WxH", value_parser = size)]
    size: Size,
    /// How many threads work; 0 for as many as the machine has. The counts do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
    /// How the counts are printed
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

/// Width and height in cells.
#[derive(Debug, Clone, Copy)]
struct Size {
    width: usize,
    height: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table by number of blocks, and a drawn board
    Human,
    /// One JSON object
    Json,
}

/// What the count took.
struct Cost {
    threads: usize,
    wall: Duration,
    cpu: Duration,
}

fn size(text: &str) -> Result<Size, String> {
    let sides = text.split_once(['x', '×']);
    let sides = sides.and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    let (width, height) = sides.ok_or("expected a width and a height, such as 5x5")?;
    Boards::new(width, height).map_err(|fault| fault.to_string())?;
    Ok(Size { width, height })
}

impl Enumerate {
    pub fn run(self) -> Result<Exit, Fault> {
        let Size { width, height } = self.size;
        let boards = Boards::new(width, height).map_err(|fault| Fault::Usage(fault.to_string()))?;
        let pool = super::pool(self.threads)?;
        let (began, cpu) = (Instant::now(), ProcessTime::now());
        let parts: Vec<Counts> =
            pool.install(|| boards.parts().par_iter().map(Part::count).collect());
        let mut counts = Counts::default();
        for part in parts {
            counts.add(part);
        }
        let cost = Cost {
            threads: pool.current_num_threads(),
            wall: began.elapsed(),
            cpu: cpu.elapsed(),
        };
        output::styled(&match self.format {
            Format::Human => human(self.size, &boards, &counts, &cost),
            Format::Json => format!("{}\n", object(self.size, &boards, &counts, &cost)),
        })?;
        Ok(Exit::Ok)
    }
}

fn human(size: Size, boards: &Boards, counts: &Counts, cost: &Cost) -> String {
    let row = |name: String, count: &Count| {
        let greatest = count
            .greatest
            .map_or_else(String::new, |moves| moves.to_string());
        let numbers = [count.components, count.solvable, count.minimal].map(grouped);
        (name, [&numbers[..], &[greatest]].concat())
    };
    let mut rows: Vec<(String, Vec<String>)> = Vec::new();
    for (blocks, count) in counts.by_blocks.iter().enumerate() {
        rows.push(row(plural(blocks, "block"), count));
    }
    rows.push(row("all".to_string(), &counts.total()));
    let head = ["components", "solvable", "minimal", "most moves"];
    let mut text = format!(
        "{}×{}, no walls, blocks of length 2 and 3 beside the Key on row {}:\n\n{}\n",
        size.width,
        size.height,
        boards.key_row() + 1,
        aligned(head.map(str::to_string).to_vec(), &rows)
    );
    let seconds = |time: Duration| format!("{:.2} s", time.as_secs_f64());
    text.push_str(&format!(
        "minimal up to the top–bottom mirror: {}\n{} positions in {} on {}, {} of CPU\n",
        grouped(counts.minimal_up_to_mirror),
        grouped(counts.positions),
        seconds(cost.wall),
        plural(cost.threads, "thread"),
        seconds(cost.cpu)
    ));
    if let Some(Hardest { moves, level, .. }) = &counts.hardest {
        text.push_str(&format!(
            "\nthe hardest that is minimal: {}\n",
            plural(*moves, "move")
        ));
        // A counted position is always a board.
        if let Ok(board) = Slide::build(level) {
            text.push_str(&draw(&Slide::picture(&board, &Slide::frame(&board))));
        }
    }
    text
}

fn object(size: Size, boards: &Boards, counts: &Counts, cost: &Cost) -> Json {
    let figures = |count: &Count| {
        json!({
            "components": count.components,
            "solvable": count.solvable,
            "minimal": count.minimal,
            "most_moves": count.greatest,
        })
    };
    let mut object = figures(&counts.total());
    object["width"] = json!(size.width);
    object["height"] = json!(size.height);
    object["key_row"] = json!(boards.key_row());
    object["positions"] = json!(counts.positions);
    object["minimal_up_to_mirror"] = json!(counts.minimal_up_to_mirror);
    object["by_blocks"] = counts.by_blocks.iter().map(figures).collect();
    object["hardest"] = match &counts.hardest {
        Some(hardest) => json!({ "moves": hardest.moves, "grid": hardest.level.rows }),
        None => Json::Null,
    };
    object["threads"] = json!(cost.threads);
    object["seconds"] = json!(cost.wall.as_secs_f64());
    object["cpu_seconds"] = json!(cost.cpu.as_secs_f64());
    object
}
