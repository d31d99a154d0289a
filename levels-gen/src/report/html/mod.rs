//! A report as one HTML file that needs no network: styles, script and data are inside.

mod data;

use levels_core::wording::printable;
use serde_json::Value as Json;

use super::overview::Overview;
use super::svg;

/// The page.
///
/// Everything that comes from files goes into it as data, and the script inserts it as text; the
/// policy in its head forbids loading anything.
#[must_use]
pub fn page(overview: &Overview, title: &str) -> String {
    assemble(title, &data::data(overview, title))
}

/// Puts the parts of the page together, each once.
fn assemble(title: &str, data: &Json) -> String {
    let parts = [
        ("title", escape(title)),
        ("board.css", include_str!("board.css").to_string()),
        ("page.css", include_str!("page.css").to_string()),
        ("patterns", svg::DEFS.to_string()),
        // Nothing in the JSON text can end the element around it.
        ("data", data.to_string().replace('<', "\\u003c")),
        ("page.js", include_str!("page.js").to_string()),
    ];
    let mut page = String::new();
    // Inserted parts are not searched for the place of the next one, since they can have any text.
    let mut rest = include_str!("page.html");
    for (name, part) in parts {
        let mark = format!("{{{{{name}}}}}");
        if let Some((before, after)) = rest.split_once(&mark) {
            page.push_str(before);
            page.push_str(&part);
            rest = after;
        }
    }
    page.push_str(rest);
    page
}

/// Text escaped for HTML and SVG, also in attributes.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    // XML has no way to write control characters.
    for c in printable(text).chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_in_the_data_ends_its_element_or_fills_another_place() {
        let wild = "</script><script>alert(1)</script> {{page.js}} <!--";
        let page = assemble(wild, &json!({ "id": wild }));
        assert!(page.contains("&lt;/script&gt;"), "the title is escaped");
        assert!(!page.contains("alert(1)</script>"));
        assert!(page.contains("{{page.js}} \\u003c!--"), "text stays text");
        let doors = page.matches("</script>").count();
        assert_eq!(doors, 2, "the data and the script");
    }

    #[test]
    fn every_part_has_its_place() {
        let page = assemble("T", &json!({}));
        for mark in [
            "title",
            "board.css",
            "page.css",
            "patterns",
            "data",
            "page.js",
        ] {
            assert!(!page.contains(&format!("{{{{{mark}}}}}")), "{mark}");
        }
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a<b>&\"'\u{1}"), "a&lt;b&gt;&amp;&quot;&#39;\\u0001");
    }
}
