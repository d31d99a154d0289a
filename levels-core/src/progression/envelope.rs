//! Envelope: where the window of a stage lies before its neighbours cut it.

use super::settings::Envelope;
use super::tones::Reach;

/// An interval of ratings, both ends inside it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// The low end.
    pub lo: f64,
    /// The high end.
    pub hi: f64,
}

impl Envelope {
    /// The quantile of the remaining ratings that is the anchor at progress `p`.
    #[must_use]
    pub fn quantile_at(&self, p: f64) -> f64 {
        self.quantile + self.quantile_gain * libm::pow(p, self.quantile_power)
    }

    /// Band times wave at progress `p`: the unit in which tones reach around the anchor. There is
    /// no damping for beginners: they need no spikes, not a flat curve.
    #[must_use]
    pub fn unit_at(&self, p: f64) -> f64 {
        (self.band + self.band_gain * p) * (self.wave + self.wave_gain * p)
    }

    /// The window of a tone at progress `p` around `anchor`.
    #[must_use]
    pub fn window(&self, anchor: f64, reach: Reach, p: f64) -> Window {
        let unit = self.unit_at(p);
        Window {
            lo: anchor + unit * reach.lo_at(p),
            hi: anchor + unit * reach.hi,
        }
    }
}

impl Window {
    /// The point at `aim` from 0 (low end) to 1 (high end).
    #[must_use]
    pub fn at(self, aim: f64) -> f64 {
        self.lo + aim * (self.hi - self.lo)
    }

    /// Half its width.
    #[must_use]
    pub fn half(self) -> f64 {
        (self.hi - self.lo) / 2.0
    }

    /// The same window, wider by that part of its width, half of it at each end.
    #[must_use]
    pub fn wider(self, part: f64) -> Self {
        let more = self.half() * part;
        Self {
            lo: self.lo - more,
            hi: self.hi + more,
        }
    }

    /// Whether the rating is inside.
    #[must_use]
    pub fn contains(self, rating: f64) -> bool {
        self.lo <= rating && rating <= self.hi
    }
}
