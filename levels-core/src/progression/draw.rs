//! The difficulty trace as text for a terminal.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::number::mean;
use super::order::Order;
use super::tones::Tone;

/// Eighths of a character cell, lowest first.
const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
/// Rows of the picture; each is two points of rating.
const ROWS: usize = 5;

/// The ratings of an order as bars, `width` columns at most (at least 1): a column is one stage or
/// the mean of several neighbours. Under the bars `^` marks columns that hold a milestone. Empty for
/// an order without stages; otherwise every line ends with a line feed.
#[must_use]
pub fn trace(order: &Order, width: usize) -> String {
    let stages = order.stages.len();
    let columns = width.max(1).min(stages);
    if columns == 0 {
        return String::new();
    }
    let parts: Vec<_> = (0..columns)
        .map(|at| &order.stages[at * stages / columns..(at + 1) * stages / columns])
        .collect();
    // A bar in eighths of a cell: four eighths per point.
    let bars: Vec<usize> = parts
        .iter()
        .map(|part| {
            let ratings: Vec<f64> = part.iter().map(|record| record.rating).collect();
            libm::round(mean(&ratings).clamp(0.0, 10.0) * 4.0) as usize
        })
        .collect();
    let mut text = String::new();
    for row in (0..ROWS).rev() {
        let line: String = bars
            .iter()
            .map(|bar| EIGHTHS[bar.saturating_sub(row * 8).min(8)])
            .collect();
        text += &format!("{:>3} {}\n", (row + 1) * 2, line.trim_end());
    }
    let marks: String = parts
        .iter()
        .map(|part| {
            let summit = part.iter().any(|record| record.tone == Tone::Milestone);
            if summit { '^' } else { ' ' }
        })
        .collect();
    text += &format!("    {}\n", marks.trim_end());
    let last = format!("{}", order.len());
    let gap = columns.saturating_sub(1 + last.len());
    text += &format!("    1{}{last}\n", " ".repeat(gap));
    text
}
