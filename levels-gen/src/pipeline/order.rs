//! The order of levels in a pack: bucket by bucket, by optimum inside one, and no two neighbours of
//! one family key.

/// What the order looks at.
pub trait Placed {
    /// The optimum, in moves.
    fn optimal(&self) -> u32;
    /// What the level is made of, positions ignored, up to symmetry: the key of LV0019.
    fn twin_key(&self) -> &str;
}

/// Orders the levels of one bucket, which follow a level of the key `before`. A level with the
/// same key as the one before it moves behind the next one that differs; if none differs, it stays.
pub fn in_order<T: Placed>(mut levels: Vec<T>, before: Option<&str>) -> Vec<T> {
    // Stable: of one optimum, the first found comes first.
    levels.sort_by_key(Placed::optimal);
    let mut ordered: Vec<T> = Vec::with_capacity(levels.len());
    while !levels.is_empty() {
        let last = ordered.last().map(Placed::twin_key).or(before);
        let next = levels
            .iter()
            .position(|level| Some(level.twin_key()) != last);
        let next = levels.remove(next.unwrap_or(0));
        ordered.push(next);
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Placed for (u32, &str) {
        fn optimal(&self) -> u32 {
            self.0
        }

        fn twin_key(&self) -> &str {
            self.1
        }
    }

    #[test]
    fn by_optimum_and_never_one_key_twice_in_a_row() {
        type Levels<'a> = &'a [(u32, &'a str)];
        let cases: &[(Levels<'_>, Option<&str>, Levels<'_>)] = &[
            (
                &[(5, "a"), (3, "b"), (4, "c")],
                None,
                &[(3, "b"), (4, "c"), (5, "a")],
            ),
            (
                &[(3, "a"), (3, "a"), (3, "b"), (4, "c")],
                None,
                &[(3, "a"), (3, "b"), (3, "a"), (4, "c")],
            ),
            (
                &[(3, "a"), (3, "a"), (4, "c")],
                Some("a"),
                &[(4, "c"), (3, "a"), (3, "a")],
            ),
            (&[(3, "a"), (3, "a")], None, &[(3, "a"), (3, "a")]),
            (&[], Some("a"), &[]),
        ];
        for (levels, before, expected) in cases {
            assert_eq!(in_order(levels.to_vec(), *before), *expected, "{levels:?}");
        }
    }
}
