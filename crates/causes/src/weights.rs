//! What each signal is worth.
//!
//! Measured on public faults: 20 of the TCAS versions of the Siemens suite, 30 one-line defects of Codeflaws, 20 programs of CPAchecker's set for fault localization. A softmax over the lines
//! of each program, every suite with the same weight, held near round starting values by a quadratic penalty of 0.1: with less of it the suite that was left out came out worse. `docs/src/localization.md` has the figures, and the command.
//!
//! A failing run without tests has weights of its own: nearly every change there turns all runs that were made, and what a check in front of an access does says more. They were fitted on the half of
//! CPAchecker's set and of Verisec, in the same way.

use crate::Signals;

/// With tests, in the order of [`Signals::NAMES`].
const WITH_TESTS: [f64; 26] = [
    4.0,   // edit_clean: what mends everything is most often where the fault is
    2.0, // edit_share: a line with many such edits is more often the right one than one with a single one
    2.0, // edit_balance
    0.95, // edit_unbroken
    1.0, // guard_clean: a check in front of anything passes more tests than it should
    0.35, // switch_balance
    0.05, // switch_once: nearly every branch on the way turns some test
    0.45, // value_union
    0.6, // value_balance
    0.8, // any_union
    2.05, // ochiai
    0.55, // ochiai_outcome
    0.55, // everywhere
    0.5, // relevant: not measured, the runs for weighing were not explained
    0.0, // late: it depends on how a program is laid out, and helped little
    0.05, // decides
    -0.3, // last_decision: it asks whether all is well
    1.5, // wrong_text
    0.3, // wrong_value: it was computed elsewhere, as a rule
    -0.35, // broken
    0.05, // insert_balance
    0.1, // insert_clean
    0.0, // setup
    0.0, // driver
    0.0, // declared
    0.1, // near
];

/// Of a failing run without tests.
const ALONE: [f64; 26] = [
    3.75,  // edit_clean
    1.7,   // edit_share
    1.1,   // edit_balance
    0.15,  // edit_unbroken
    1.5,   // guard_clean: without tests most failures are accesses, and what misses is a check
    -0.25, // switch_balance: every decision on the way ends the run elsewhere
    -1.0,  // switch_once
    0.2,   // value_union
    0.2,   // value_balance
    0.85,  // any_union
    2.2,   // ochiai
    0.95,  // ochiai_outcome
    0.6,   // everywhere
    0.5,   // relevant
    0.0,   // late
    0.45,  // decides
    -0.7,  // last_decision
    1.5,   // wrong_text
    0.3,   // wrong_value
    -0.6,  // broken
    0.2,   // insert_balance
    0.05,  // insert_clean
    0.0,   // setup: no worse than others, in the programs that were weighed
    0.0,   // driver
    0.0,   // declared
    0.5,   // near
];

/// What a change counts under which a failing run ends long before it failed, where no test says what it should have done. Not measured on a suite: less than half, so that it decides
/// between lines of which nothing else is known.
pub(crate) const ENDS_SOONER: f64 = 0.4;

/// What speaks for a line, in one number.
pub(crate) fn score(signals: &Signals, is_alone: bool) -> f64 {
    let weights = if is_alone { ALONE } else { WITH_TESTS };
    signals.values().iter().zip(weights).map(|(value, weight)| value * weight).sum()
}
