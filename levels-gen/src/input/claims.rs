//! What an input claims about its boards.

use levels_core::json::Node;
use levels_core::json::source::LineColumn;
use levels_core::pack::AnySurvey;
use levels_core::quality::Outcome;
use levels_core::wording::plural;

use super::Message;
use crate::exit::Exit;

/// The names of columns and fields that claim the optimum, in moves.
pub(super) const MOVES: &[&str] = &["moves", "optimal", "optimum", "optimal_moves"];
/// The names of those that claim how many positions can be reached.
pub(super) const STATES: &[&str] = &["states", "reachable_states"];

/// The optimum and the number of positions that an input claims for a board, with their places.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Claims {
    pub(super) moves: Option<(u64, LineColumn)>,
    pub(super) states: Option<(u64, LineColumn)>,
}

impl Claims {
    /// The claims of an object; `position` gives the place of a byte of the object's text. A field
    /// with such a name but without a whole number, such as a list of moves, claims nothing.
    pub(super) fn of_object(root: &Node, position: impl Fn(usize) -> LineColumn) -> Self {
        let claim = |names: &[&str]| {
            let found = names.iter().find_map(|name| root.get(name));
            found.and_then(|node| Some((node.count()?, position(node.span.start))))
        };
        Self {
            moves: claim(MOVES),
            states: claim(STATES),
        }
    }
}

/// The claims that were not confirmed, each with its exit status: 1 if the claim is false, 4 if a limit
/// was hit before it was known.
#[must_use]
pub fn disagreements(claims: &Claims, survey: &AnySurvey) -> Vec<(Exit, Message)> {
    let mut found = Vec::new();
    let mut say = |exit, position, text: String| {
        found.push((exit, Message::new(position, &text, "")));
    };
    let exhausted = matches!(survey.outcome, Outcome::Exhausted { .. });
    if let Some((claimed, position)) = claims.moves.filter(|_| !exhausted) {
        let claimed_moves = plural(claimed, "move");
        match &survey.outcome {
            Outcome::Solved { line } if line.len() as u64 != claimed => {
                let text = format!("{claimed_moves} claimed, but the optimum is {}", line.len());
                say(Exit::Invalid, position, text);
            }
            Outcome::Unsolvable { .. } => {
                let text = format!("{claimed_moves} claimed, but the board cannot be won");
                say(Exit::Invalid, position, text);
            }
            _ => {}
        }
    }
    if let Some((claimed, position)) = claims.states.filter(|_| !exhausted) {
        let claimed_states = plural(claimed, "state");
        match survey.states {
            Some(states) if states != claimed => {
                let text = format!("{claimed_states} claimed, but {states} can be reached");
                say(Exit::Invalid, position, text);
            }
            Some(_) => {}
            None => {
                let text = format!(
                    "{claimed_states} claimed, but the limit was hit before all were counted; raise --max-states"
                );
                say(Exit::Exhausted, position, text);
            }
        }
    }
    found
}
