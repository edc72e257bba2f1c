//! How much is tried: a part in the suite, all of it where somebody has the time.
//!
//! A sweep over programs, rows or seeds finds most of what it can find in a part of them. The suite takes that part, the same in every run;
//! `.ci/full` sets `WHYDUNIT_SWEEP=all`, and whoever works on one program names it in `WHYDUNIT_TEST`.

/// Is all of it asked for?
#[must_use]
pub fn is_all() -> bool {
    std::env::var("WHYDUNIT_SWEEP").is_ok_and(|part| part == "all")
}

/// Every so-manieth, from the first one on; all of them if that is asked for, or where some were chosen by name.
#[must_use]
pub fn part<T>(all: impl IntoIterator<Item = T>, every: usize) -> Vec<T> {
    let is_narrowed = std::env::var("WHYDUNIT_TEST").is_ok_and(|name| !name.is_empty());
    all.into_iter().step_by(if is_all() || is_narrowed { 1 } else { every }).collect()
}

/// What the variable of this name says, else `whole` if all is asked for, and `part` in the suite.
///
/// # Panics
///
/// Where the variable is not a number.
#[must_use]
pub fn count(name: &str, part: u64, whole: u64) -> u64 {
    match std::env::var(name) {
        Ok(value) => value.parse().unwrap_or_else(|_| panic!("{name} should be a number")),
        Err(_) if is_all() => whole,
        Err(_) => part,
    }
}
