//! The names of all lints: what a finding may be called, from the measures of a family up.

/// Declares the lints, by code.
macro_rules! lints {
    ($($lint:ident = $code:literal $name:literal;)*) => {
        /// Which lint. Its level and its texts are in `pack::LINTS` (feature `verify`).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum LintId {
            $(
                #[doc = concat!($code, ", `", $name, "`.")]
                $lint,
            )*
        }

        impl LintId {
            /// All lints, by code.
            pub const ALL: &[Self] = &[$(Self::$lint),*];

            /// The stable code, such as `LV0003`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self {
                    $(Self::$lint => $code,)*
                }
            }

            /// The name, such as `unsolvable`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$lint => $name,)*
                }
            }
        }
    };
}

lints! {
    Malformed = "LV0001" "malformed";
    ModelVersion = "LV0002" "model-version";
    Unsolvable = "LV0003" "unsolvable";
    Exhausted = "LV0004" "exhausted";
    OptimalMismatch = "LV0005" "optimal-mismatch";
    StarThreshold = "LV0006" "star-threshold";
    AlreadyWon = "LV0007" "already-won";
    SolutionMismatch = "LV0008" "solution-mismatch";
    Unrated = "LV0009" "unrated";
    UnderBand = "LV0010" "under-band";
    OverBand = "LV0011" "over-band";
    DeadTile = "LV0012" "dead-tile";
    Furniture = "LV0013" "furniture";
    UnpairedShift = "LV0014" "unpaired-shift";
    UselessSpecial = "LV0015" "useless-special";
    TooManySpecials = "LV0016" "too-many-specials";
    NotLandable = "LV0017" "not-landable";
    Duplicate = "LV0018" "duplicate";
    NearDuplicateNeighbours = "LV0019" "near-duplicate-neighbours";
    ManySolutions = "LV0020" "many-solutions";
    TutorialTeachesNothing = "LV0021" "tutorial-teaches-nothing";
    MeasureMismatch = "LV0022" "measure-mismatch";
    OrderMoved = "LV0030" "order-moved";
    OrderMismatch = "LV0031" "order-mismatch";
    MissingLevel = "LV0032" "missing-level";
}
