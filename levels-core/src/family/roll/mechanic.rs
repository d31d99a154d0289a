//! The kinds of special tile that a level may need, and sets of them.

/// A kind of special tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mechanic {
    /// Arrows.
    Arrow,
    /// Teleports.
    Shift,
    /// Lines.
    Line,
    /// Mines.
    Explosive,
}

impl Mechanic {
    /// All four, in the order of records.
    pub const ALL: [Self; 4] = [Self::Arrow, Self::Shift, Self::Line, Self::Explosive];

    /// The word that records and flags use.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Arrow => "arrow",
            Self::Shift => "shift",
            Self::Line => "line",
            Self::Explosive => "explosive",
        }
    }

    /// The mechanic that a record's word names.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|m| m.word() == word)
    }
}

/// A set of mechanics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Mechanics(u8);

impl Mechanics {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// All four.
    pub const ALL: Self = Self(0b1111);

    /// One of them.
    #[must_use]
    pub fn only(mechanic: Mechanic) -> Self {
        Self(1 << mechanic as u8)
    }

    /// The set with one more mechanic.
    #[must_use]
    pub fn with(self, mechanic: Mechanic) -> Self {
        Self(self.0 | Self::only(mechanic).0)
    }

    /// Whether one is among them.
    #[must_use]
    pub fn has(self, mechanic: Mechanic) -> bool {
        self.0 & Self::only(mechanic).0 != 0
    }

    /// The mechanics of this set that are not in `other`.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Those in the set, in order.
    pub fn iter(self) -> impl Iterator<Item = Mechanic> {
        Mechanic::ALL.into_iter().filter(move |&m| self.has(m))
    }
}
