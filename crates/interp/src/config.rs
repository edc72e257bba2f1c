//! What a run is asked to check and how much it may use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use whydunit_program::{Arithmetic, CheckKind};
use whydunit_source::Span;

/// A set of checks. The default holds everything but `abort`, which most programs use on purpose, `leak`, as many a program leaves that to
/// its end, and `alloc-fail`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CheckSet(u32);

impl CheckSet {
    pub const NONE: CheckSet = CheckSet(0);

    /// All that can fail; that allocations fail has to be asked for by name.
    pub fn all() -> CheckSet {
        let all = CheckKind::ALL.into_iter().fold(CheckSet::NONE, CheckSet::with);
        all.without(CheckKind::AllocFail)
    }

    /// `Requires` shares the switch of `Contract`, as it shares its name.
    fn bit(kind: CheckKind) -> u32 {
        let kind = if kind == CheckKind::Requires { CheckKind::Contract } else { kind };
        1 << kind as u32
    }

    #[must_use]
    pub fn with(self, kind: CheckKind) -> CheckSet {
        CheckSet(self.0 | CheckSet::bit(kind))
    }

    #[must_use]
    pub fn without(self, kind: CheckKind) -> CheckSet {
        CheckSet(self.0 & !CheckSet::bit(kind))
    }

    pub fn contains(self, kind: CheckKind) -> bool {
        self.0 & CheckSet::bit(kind) != 0
    }

    /// With the checks that cannot be switched off: in a program over mathematical integers, those that guard our limits.
    #[must_use]
    pub fn in_force(self, arithmetic: Arithmetic) -> CheckSet {
        let limits = CheckKind::ALL.into_iter().filter(|&kind| arithmetic.is_limit(kind));
        limits.fold(self, CheckSet::with)
    }

    /// Reads a list such as `assert,bounds`, `-overflow`, `all,-uninit`, `+abort`, `none`.
    ///
    /// A list that starts with a signed name changes the default set; any other list starts empty.
    pub fn parse(list: &str) -> Result<CheckSet, String> {
        let items: Vec<&str> = list.split(',').map(str::trim).filter(|s| !s.is_empty()).collect();
        let signed = items.first().is_some_and(|first| first.starts_with(['+', '-']));
        let mut set = if signed || items.is_empty() { CheckSet::default() } else { CheckSet::NONE };
        for item in items {
            let (add, name) = match item.strip_prefix('-') {
                Some(name) => (false, name),
                None => (true, item.strip_prefix('+').unwrap_or(item)),
            };
            set = match (name, CheckKind::from_name(name)) {
                (_, Some(kind)) if add => set.with(kind),
                (_, Some(kind)) => set.without(kind),
                ("all", None) if add => CheckSet::all(),
                ("all", None) | ("none", None) => CheckSet::NONE,
                _ => {
                    let known: Vec<_> = CheckKind::ALL.iter().map(|kind| kind.name()).collect();
                    return Err(format!(
                        "unknown check `{name}` (known: {}, all, none)",
                        known.join(", ")
                    ));
                }
            };
        }
        Ok(set)
    }
}

impl Default for CheckSet {
    fn default() -> CheckSet {
        CheckSet::all().without(CheckKind::Abort).without(CheckKind::Leak)
    }
}

/// Checks and budgets of a run.
#[derive(Clone, Debug)]
pub struct Config {
    pub checks: CheckSet,
    pub max_steps: Option<u64>,
    pub deadline: Option<Instant>,
    /// Ends the run as if its time were up, soon after it became true.
    pub interrupt: Option<Arc<AtomicBool>>,
    /// Bytes the run may use, the program's memory and our bookkeeping together.
    pub memory_limit: Option<u64>,
    pub max_call_depth: u32,
    /// Failures that a run goes on after, as if their check were off there: kinds that have a meaning then, and places as in [`crate::Failure::span`].
    pub tolerated: Vec<(CheckKind, Span)>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            checks: CheckSet::default(),
            max_steps: None,
            deadline: None,
            interrupt: None,
            memory_limit: None,
            max_call_depth: 100_000,
            tolerated: Vec::new(),
        }
    }
}

impl Config {
    /// Has the time come to end?
    pub fn is_over(&self) -> bool {
        self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_checks() {
        let parse = |list| CheckSet::parse(list).expect(list);
        assert_eq!(parse(""), CheckSet::default());
        assert_eq!(parse("-overflow"), CheckSet::default().without(CheckKind::Overflow));
        assert_eq!(parse("+abort,+leak"), CheckSet::all());
        assert_eq!(parse("all,-abort,-leak"), CheckSet::default());
        assert!(!parse("all").contains(CheckKind::AllocFail));
        assert!(parse("+alloc-fail").contains(CheckKind::AllocFail));
        assert_eq!(parse("none"), CheckSet::NONE);
        assert_eq!(
            parse("assert, bounds"),
            CheckSet::NONE.with(CheckKind::Assert).with(CheckKind::Bounds)
        );
        assert!(CheckSet::default().contains(CheckKind::Requires));
        assert!(CheckSet::parse("speed").unwrap_err().contains("unknown check `speed`"));
    }
}
