//! Suites of tests from their files to the verdicts.

mod expectations;
mod reading;
mod reference;
mod support;
