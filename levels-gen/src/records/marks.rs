//! What others have found, for comparison.

/// The hardest board of a class that is known elsewhere.
pub struct Mark {
    /// The family's tag.
    pub family: &'static str,
    /// Greater and lesser side, in cells.
    pub size: (usize, usize),
    /// The kind's name.
    pub kind: &'static str,
    /// Its optimum, in moves: whole drags.
    pub moves: u32,
    /// Where it was published.
    pub source: &'static str,
}

/// The known marks. No table by number of blocks has been published, and none for rolling cubes.
pub const MARKS: &[Mark] = &[
    Mark {
        family: "slide",
        size: (4, 4),
        kind: "plain",
        moves: 7,
        source: "every component, enumerated",
    },
    Mark {
        family: "slide",
        size: (5, 5),
        kind: "plain",
        moves: 20,
        source: "every component, enumerated",
    },
    Mark {
        family: "slide",
        size: (6, 6),
        kind: "plain",
        moves: 51,
        source: "Michael Fogleman's database",
    },
    Mark {
        family: "slide",
        size: (6, 6),
        kind: "walls",
        moves: 60,
        source: "Michael Fogleman's database, two walls",
    },
];
