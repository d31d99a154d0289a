//! Unknown names on the command line.

use levels_core::json::shape::nearest;
use levels_core::wording::printable;

use crate::exit::Fault;

/// How many known names a message lists.
const MOST_LISTED: usize = 12;

/// The error for an unknown name: what may be meant, and which names there are.
pub fn unknown<'a>(
    what: &str,
    name: &str,
    place: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Fault {
    let near = nearest(name, known.clone())
        .map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    let count = known.clone().count();
    let listed: Vec<&str> = known.take(MOST_LISTED).collect();
    let more = match count - listed.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let there = if count == 0 {
        format!("there is no {what} at all")
    } else {
        format!("there are: {}{more}", listed.join(", "))
    };
    let text = format!("no {what} is called `{name}` in {place}{near}; {there}");
    Fault::Usage(printable(&text).into_owned())
}
