//! The numeric helpers that decisions depend on; they give the same results on every platform.
//!
//! Additions and products of `f64` are exact to the bit everywhere; powers come from `libm`, and
//! all comparisons are between integers of thousandths.

/// `value` rounded to an integer of thousandths, the form in which scores and ratings are compared.
#[must_use]
pub(super) fn milli(value: f64) -> i64 {
    // Rounds half away from zero, like `libm::round`, but without the call: polishing rounds
    // hundreds of millions of times.
    (value * 1000.0 + 0.5_f64.copysign(value)) as i64
}

/// `value` rounded to thousandths, the form in which figures are written. Never a negative zero.
#[must_use]
pub(super) fn rounded(value: f64) -> f64 {
    libm::round(value * 1000.0) / 1000.0 + 0.0
}

/// The `q`-quantile of ascending values, linear between neighbours; 0 for none.
#[must_use]
pub(super) fn quantile(sorted: &[f64], q: f64) -> f64 {
    quantile_by(sorted.len(), q, |i| sorted[i])
}

/// [`quantile`] over values that are looked up by their rank.
#[must_use]
pub(super) fn quantile_by(len: usize, q: f64, value: impl Fn(usize) -> f64) -> f64 {
    if len == 0 {
        return 0.0;
    }
    let position = q.clamp(0.0, 1.0) * (len - 1) as f64;
    let below = libm::floor(position) as usize;
    let above = (below + 1).min(len - 1);
    let part = position - below as f64;
    value(below) + part * (value(above) - value(below))
}

/// The mean; 0 for none.
#[must_use]
pub(super) fn mean(values: &[f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    values.iter().sum::<f64>() / values.len() as f64
}
