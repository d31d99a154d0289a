//! The named limits (docs/rules-roll.md, Budgets).

/// How far the measures of a board may go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most states that are kept; a board with more is exhausted.
    pub max_states: u32,
    /// The most solutions that are counted.
    pub count_cap: u32,
    /// The most nodes that the count of solutions enters.
    pub visit_cap: u32,
    /// How many solutions are kept in the end.
    pub keep: usize,
    /// From how many of the first solutions the kept ones are chosen.
    pub buffer: usize,
    /// Whether solutions are enumerated and play is measured.
    pub play: bool,
}

impl Budget {
    /// For records and verification.
    pub const DEFAULT: Self = Self {
        max_states: 400_000,
        count_cap: 20_000,
        visit_cap: 2_000_000,
        keep: 40,
        buffer: 1_000,
        play: true,
    };

    /// For the candidates of a campaign that have passed the screen.
    pub const DEEP: Self = Self {
        max_states: 160_000,
        count_cap: 4_000,
        visit_cap: 800_000,
        buffer: 600,
        ..Self::DEFAULT
    };

    /// For the inner loop of annealing.
    pub const ANNEAL: Self = Self {
        max_states: 80_000,
        visit_cap: 400_000,
        ..Self::DEEP
    };

    /// For a first look: only exploration.
    pub const SCREEN: Self = Self {
        max_states: 12_000,
        count_cap: 0,
        visit_cap: 0,
        keep: 0,
        buffer: 0,
        play: false,
    };
}
