//! What each signal is worth.

use crate::Signals;

/// In the order of [`Signals::NAMES`].
const WEIGHTS: [f64; 18] = [
    4.0, 2.0, 2.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5, 2.0, 0.5, 0.5, 0.5, 0.2, 0.2, 0.3, -0.3,
];

/// What speaks for a line, in one number.
pub(crate) fn score(signals: &Signals) -> f64 {
    signals.values().iter().zip(WEIGHTS).map(|(value, weight)| value * weight).sum()
}
