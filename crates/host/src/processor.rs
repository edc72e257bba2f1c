//! How much of the processors this process has used, and how long it has to wait for them.
//!
//! Some work has a time of its own that no user has set: a few seconds for what was not asked for, the patience of a search. If that were time of the
//! clock, answers would say less on a machine that is busy. So it is time of a processor: [`stretched`] says how long to wait for it.

use std::time::Duration;

use crate::limits::{LEAST_SEEN, MOST_STRETCHED};

/// Time of all its threads, ended ones included, and of its children that have ended; `None` where the system does not tell. To a hundredth of a
/// second.
#[cfg(target_os = "linux")]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may have blanks and parentheses in it.
    let (_, behind) = text.rsplit_once(')')?;
    let mut fields = behind.split_whitespace().skip(11);
    let mut ticks = 0_u64;
    // In user mode and in the system, of itself and of its children.
    for _ in 0..4 {
        ticks = ticks.saturating_add(fields.next()?.parse().ok()?);
    }
    let rate = rustix::param::clock_ticks_per_second();
    Some(Duration::from_secs(ticks) / u32::try_from(rate).ok()?)
}

/// Time of all its threads; `None` where the system does not tell.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    None
}

/// How long this much work takes, if the calling thread goes on to wait for a processor as it has so far. Never less than the work itself.
#[must_use]
pub fn stretched(work: Duration) -> Duration {
    let (run, waited) = run_and_waited().unwrap_or_default();
    stretched_by(work, run, waited)
}

fn stretched_by(work: Duration, run: u64, waited: u64) -> Duration {
    if run.saturating_add(waited) < LEAST_SEEN {
        return work;
    }
    let run = run.max(1);
    let waiting = work.as_nanos().saturating_mul(u128::from(waited)) / u128::from(run);
    let most = work.saturating_mul(MOST_STRETCHED);
    let waiting = Duration::from_nanos(u64::try_from(waiting).unwrap_or(u64::MAX));
    work.saturating_add(waiting).min(most)
}

/// Nanoseconds for which the calling thread has run, and for which it was ready to run and had to wait.
#[cfg(target_os = "linux")]
fn run_and_waited() -> Option<(u64, u64)> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let mut fields = text.split_whitespace();
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}

#[cfg(not(target_os = "linux"))]
fn run_and_waited() -> Option<(u64, u64)> {
    None
}

#[cfg(test)]
mod stretching {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn who_waits_as_long_as_it_runs_needs_twice_the_time() {
        assert_eq!(stretched_by(SECOND, 50_000_000, 0), SECOND);
        assert_eq!(stretched_by(SECOND, 50_000_000, 50_000_000), SECOND * 2);
        assert_eq!(stretched_by(SECOND, 40_000_000, 100_000_000), SECOND * 7 / 2);
    }

    #[test]
    fn nobody_waits_for_ever() {
        assert_eq!(stretched_by(SECOND, 0, u64::MAX), SECOND * 8);
        assert_eq!(stretched_by(Duration::MAX, 1, u64::MAX), Duration::MAX);
        assert_eq!(stretched_by(SECOND, 1_000, 1_000_000), SECOND, "too little was seen");
    }

    #[test]
    fn this_thread_has_run() {
        assert!(stretched(SECOND) >= SECOND && stretched(SECOND) <= SECOND * 8);
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn work_takes_time_and_waiting_does_not() {
        let begin = processor_time().expect("Linux tells");
        let mut number = 1_u64;
        while processor_time().expect("Linux tells") < begin + Duration::from_millis(50) {
            for step in 0..1_000_000 {
                number = std::hint::black_box(number.wrapping_mul(3) ^ step);
            }
        }
        assert_ne!(number, 0);
    }
}
