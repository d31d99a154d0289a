//! Floor 5: the order of stages (a fill, not a sort).
