//! How much of the processors this process has used.

use std::time::Duration;

/// Time of all its threads, ended ones included; `None` where the system does not tell. To a hundredth of a second.
#[cfg(target_os = "linux")]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program may have blanks and parentheses in it.
    let (_, behind) = text.rsplit_once(')')?;
    let mut fields = behind.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    let rate = rustix::param::clock_ticks_per_second();
    Some(Duration::from_secs(user + system) / u32::try_from(rate).ok()?)
}

/// Time of all its threads; `None` where the system does not tell.
#[cfg(not(target_os = "linux"))]
#[must_use]
pub fn processor_time() -> Option<Duration> {
    None
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
