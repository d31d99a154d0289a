//! A long list read one entry at a time: a tree takes about 36 bytes of memory for each byte of its
//! text. That is much for a file of a hundred thousand levels, but little for one level.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Node, SyntaxFault, check_strict, node, parse, tree};

/// How deeply an entry may nest to be read alone. A deeper entry is read with the rest of the file,
/// so that the parser's limit counts from the file's first bracket.
const DEEPEST: usize = 500;

/// An object that has been read except for the entries of one of its lists, which are still text.
#[derive(Debug, Clone)]
pub struct Pieces<'t> {
    text: &'t str,
    root: Node,
    key: &'static str,
    /// Where the unread entries are in the text; in the tree, each is an empty object.
    waiting: Vec<Range<usize>>,
}

impl<'t> Pieces<'t> {
    /// Parses a text, except the objects at the beginning of the list under `key`. These are known
    /// to be JSON.
    ///
    /// # Errors
    /// Like [`parse`]: the first place at which the text is not JSON.
    pub fn parse(text: &'t str, key: &'static str) -> Result<Self, SyntaxFault> {
        let mut waiting = cut(text, key);
        let good = |piece: &&Range<usize>| tree(&text[(*piece).clone()]).is_ok();
        let good = waiting.iter().take_while(good).count();
        waiting.truncate(good);
        if waiting.is_empty() {
            return parse(text).map(|root| Self {
                text,
                root,
                key,
                waiting,
            });
        }
        // Every piece is JSON by itself, so an empty object in its place changes neither the
        // validity nor the positions of the rest of the text.
        let mut rest = String::with_capacity(text.len());
        for piece in &waiting {
            rest.push_str(&text[rest.len()..piece.start]);
            rest.push('{');
            rest.extend(core::iter::repeat_n(' ', piece.len() - 2));
            rest.push('}');
        }
        rest.push_str(&text[rest.len()..]);
        let root = node(tree(&rest)?, 0);
        drop(rest);
        check_strict(text)?;
        Ok(Self {
            text,
            root,
            key,
            waiting,
        })
    }

    /// The object; in its list, each unread entry is an empty object.
    #[must_use]
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// How many entries the list has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list().len()
    }

    /// Whether the list has no entry, or there is no list.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Reads an entry of the list; `None` past its end.
    #[must_use]
    pub fn get(&self, index: usize) -> Option<Node> {
        match self.waiting.get(index) {
            // It was parsed before.
            Some(piece) => {
                let value = tree(&self.text[piece.clone()]).ok()?;
                Some(node(value, piece.start))
            }
            None => self.list().get(index).cloned(),
        }
    }

    fn list(&self) -> &[Node] {
        self.root.get(self.key).map_or(&[], Node::items)
    }
}

/// Where the objects are that come first in the list under the first `key` of the outermost object.
/// If the text is not JSON, the result has no meaning.
fn cut(text: &str, key: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let Some(mut at) = list_start(bytes, key.as_bytes()) else {
        return Vec::new();
    };
    let mut pieces = Vec::new();
    loop {
        at = blanks(bytes, at);
        let Some(end) = object_end(bytes, at) else {
            return pieces;
        };
        pieces.push(at..end);
        at = blanks(bytes, end);
        if bytes.get(at) != Some(&b',') {
            return pieces;
        }
        at += 1;
    }
}

/// The place after the bracket that opens the list under `key`.
fn list_start(bytes: &[u8], key: &[u8]) -> Option<usize> {
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        match bytes.get(at)? {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            b'"' => {
                let end = string_end(bytes, at)?;
                let colon = blanks(bytes, end);
                if depth == 1 && &bytes[at + 1..end - 1] == key && bytes.get(colon) == Some(&b':') {
                    let open = blanks(bytes, colon + 1);
                    return (bytes.get(open) == Some(&b'[')).then_some(open + 1);
                }
                at = end;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

/// The end of the object that begins here, if one does and it does not nest too deeply.
fn object_end(bytes: &[u8], start: usize) -> Option<usize> {
    if bytes.get(start) != Some(&b'{') {
        return None;
    }
    let (mut at, mut depth) = (start, 0_usize);
    loop {
        match bytes.get(at)? {
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b'"' => {
                at = string_end(bytes, at)?;
                continue;
            }
            _ => {}
        }
        at += 1;
        if depth == 0 {
            return Some(at);
        }
        if depth > DEEPEST {
            return None;
        }
    }
}

/// The place after the string that begins here.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at + 1),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

fn blanks(bytes: &[u8], at: usize) -> usize {
    let rest = bytes[at..].iter();
    at + rest.take_while(|byte| byte.is_ascii_whitespace()).count()
}

#[cfg(test)]
mod tests {
    use alloc::format;
    use alloc::string::ToString;

    use super::*;
    use crate::json::Value;

    /// The whole tree, put together from the pieces.
    fn whole(text: &str) -> Result<Node, SyntaxFault> {
        let pieces = Pieces::parse(text, "levels")?;
        let mut root = pieces.root.clone();
        let read: Vec<Node> = (0..pieces.len()).filter_map(|at| pieces.get(at)).collect();
        if let Value::Record(entries) = &mut root.value
            && let Some(entry) = entries
                .iter_mut()
                .find(|entry| entry.key == "levels" && entry.node.value != Value::Null)
            && let Value::List(items) = &mut entry.node.value
        {
            *items = read;
        }
        Ok(root)
    }

    #[test]
    fn pieces_make_the_whole_and_its_faults() {
        let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        let mut texts: Vec<String> = [
            "",
            "[]",
            "{}",
            r#"{"levels": 3}"#,
            r#"{"levels": []}"#,
            r#"{"levels": [{}]}"#,
            r#"{"id": "levels", "levels": [{"a": "}\"]"}, {"b": {"c": [1, "ü"]}}], "z": 1}"#,
            r#"{"x": {"levels": [{}]}, "levels" : [ {"a":1} , {"b":2} ] }"#,
            r#"{"levels": null, "levels": [{"a": 1}]}"#,
            r#"{"levels": [{"a": 1}], "levels": [{"b": 2}]}"#,
            r#"{"levels": [{"a": 1}, 2, [3], {"b": 4}]}"#,
            r#"{"\u006cevels": [{"a": 1}]}"#,
            r#"{"levels": [{"a": 1}, {"b": 2},]}"#,
            r#"{"levels": [{"a": 1}, {"b": }, {"c" 3}]}"#,
            r#"{"levels": [{"a": 1} {"b": 2}]}"#,
            r#"{"levels": [{"a": [1}, {"b": 2}]}"#,
            r#"{"levels": [{"a": 1}, {"b": 2}]"#,
            r#"{"levels": [{"a": 1}, {"b": "2}]"#,
            r#"{"levels": [{"a": 1}]} 1"#,
            r#"{"levels": [{"a": 1}], "a" 2}"#,
            r#"{"a" 2, "levels": [{"a" 1}]}"#,
            r#"[{"levels": [{"a": 1}]}]"#,
            "{\"levels\": [{\"a\": \"\t\"}]}",
            "{\"levels\": [{\"a\":\u{A0}1}]}",
        ]
        .map(ToString::to_string)
        .to_vec();
        for depth in [3, 499, 500, 507, 508, 509, 510, 511, 600] {
            texts.push(format!(
                r#"{{"levels": [{{"a": 1}}, {{"b": {}}}, {{"c": 2}}]}}"#,
                deep(depth)
            ));
        }
        let mut faults = 0;
        for text in &texts {
            let expected = parse(text);
            faults += usize::from(expected.is_err());
            assert_eq!(whole(text), expected, "{text}");
        }
        assert!(faults > 10 && faults < texts.len() - 10);
        // Every text that is cut off anywhere, and every one with a character too many.
        for text in texts.iter().filter(|text| text.len() < 100) {
            for (at, _) in text.char_indices() {
                for more in ["", "{", "}", "]", ",", "\"", "\\", "'", "/", "1", ":"] {
                    for rest in ["", &text[at..]] {
                        let text = format!("{}{more}{rest}", &text[..at]);
                        assert_eq!(whole(&text), parse(&text), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_waits_is_not_in_the_tree() {
        let text = r#"{"levels": [{"a": 1}, {"b": 2}, 3, {"c": 4}]}"#;
        let pieces = Pieces::parse(text, "levels").unwrap_or_else(|fault| panic!("{fault:?}"));
        assert_eq!(pieces.waiting, [12..20, 22..30]);
        assert_eq!((pieces.len(), pieces.get(4)), (4, None));
    }
}
