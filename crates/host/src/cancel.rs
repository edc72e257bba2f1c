//! The end of work that is under way, asked for from another thread, and why.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Asks work that is under way to end with what is known so far. Whoever works looks at it as often as at the clock: so a budget that cannot be
/// computed from the clock beforehand is kept by somebody who watches it and asks for the end.
#[derive(Clone, Default, Debug)]
pub struct Cancel {
    flag: Arc<AtomicBool>,
    why: Arc<OnceLock<Why>>,
}

/// Who asked for the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// The user does not want to wait any longer.
    User,
    /// This much time of the processors is used up.
    CpuTime(Duration),
    /// The process holds more than these bytes.
    Memory(u64),
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Why::User => "interrupted",
            Why::CpuTime(_) => "time of the processors ran out (--cpu-time)",
            Why::Memory(_) => "memory ran out (--memory)",
        })
    }
}

impl Cancel {
    /// Asks for the end; says whether nobody had before.
    pub fn cancel(&self) -> bool {
        self.end(Why::User)
    }

    /// Asks for the end for this reason, unless there is one; says whether nobody had before.
    pub fn end(&self, why: Why) -> bool {
        // The reason is there before anybody can see that there is one.
        let _ = self.why.set(why);
        !self.flag.swap(true, Ordering::AcqRel)
    }

    /// Was the end asked for?
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.flag.load(Ordering::Acquire)
    }

    /// Why the end was asked for, if it was.
    #[must_use]
    pub fn why(&self) -> Option<Why> {
        self.is_cancelled().then(|| self.why.get().copied().unwrap_or(Why::User))
    }

    /// Becomes true when the end is asked for.
    #[must_use]
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}

impl From<Arc<AtomicBool>> for Cancel {
    fn from(flag: Arc<AtomicBool>) -> Cancel {
        Cancel { flag, why: Arc::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_is_the_reason() {
        let cancel = Cancel::default();
        assert_eq!(cancel.why(), None);
        assert!(cancel.end(Why::Memory(7)));
        assert!(!cancel.cancel());
        assert_eq!(cancel.clone().why(), Some(Why::Memory(7)));
        assert!(cancel.flag().load(Ordering::Relaxed));
    }

    #[test]
    fn a_flag_from_elsewhere_is_the_user() {
        let flag = Arc::new(AtomicBool::new(false));
        let cancel = Cancel::from(Arc::clone(&flag));
        flag.store(true, Ordering::Relaxed);
        assert_eq!(cancel.why(), Some(Why::User));
    }
}
