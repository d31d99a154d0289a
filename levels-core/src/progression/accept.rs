//! What the report accepts.

/// The bounds of the report, both ends inside.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Accept {
    /// The last easy stage, per cent of the stages.
    pub last_easy: (f64, f64),
    /// The first tricky stage, per cent of the stages.
    pub first_tricky: (f64, f64),
    /// The first hard stage, per cent of the stages.
    pub first_hard: (f64, f64),
    /// The greatest rise and fall, in points of rating.
    pub rise: f64,
    /// See `rise`.
    pub fall: f64,
    /// Stages that share a family key with one of the eight stages before, per cent. Two neighbours
    /// may never share one.
    pub family_near: f64,
    /// The longest run without a drop over 0.5.
    pub no_relief: usize,
    /// Kendall's τ against the sort.
    pub tau: (f64, f64),
    /// The least trend.
    pub trend: f64,
    /// The greatest fall of the rolling mean.
    pub mean_fall: f64,
    /// The least autocorrelation at lag 20.
    pub cycle: f64,
    /// Stages at least 1 below the local mean, per cent.
    pub below: (f64, f64),
    /// Stages at least 1 above it, per cent.
    pub above: (f64, f64),
    /// Comfort, challenge, recovery, milestone, per cent of the stages …
    pub mix: [f64; 4],
    /// … give or take.
    pub mix_tolerance: f64,
    /// Relaxed stages, per cent.
    pub relaxed: f64,
    /// Stages deep on the ladder, per cent.
    pub deep: f64,
}

impl Default for Accept {
    fn default() -> Self {
        Self {
            last_easy: (30.0, 60.0),
            first_tricky: (5.0, 20.0),
            first_hard: (20.0, 48.0),
            rise: 2.2,
            fall: 3.4,
            family_near: 1.0,
            no_relief: 10,
            tau: (0.55, 0.75),
            trend: 0.95,
            mean_fall: 1.0,
            cycle: 0.7,
            below: (12.0, 25.0),
            above: (18.0, 30.0),
            mix: [60.0, 25.0, 10.0, 5.0],
            mix_tolerance: 1.0,
            relaxed: 10.0,
            deep: 2.0,
        }
    }
}
