//! The budget of a command, dealt out to its pieces of work: the one place where time is split.
//!
//! What was asked for gets nearly all of the time. Pieces of work that were asked for have equal shares of what is left when their turn comes, so what one
//! does not use goes to those behind it. What was not asked for (marks beside an explanation, who can trigger a failure) has a tenth of the time in all,
//! kept for it until its turn comes, and never more than a few seconds of it.

use std::time::{Duration, Instant};

use whydunit_host::stretched;
use whydunit_project::BudgetOptions;
use whydunit_solver::Budget;

use crate::limits::{ASIDE, ASIDE_PART, KEPT_PART};

pub(super) struct Shares<'a> {
    given: &'a BudgetOptions,
    deadline: Option<Instant>,
    /// Pieces of work that have no share yet.
    left: Pieces,
}

/// How many pieces of work there are.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Pieces {
    pub(super) asked: u32,
    /// Not asked for.
    pub(super) aside: u32,
}

impl<'a> Shares<'a> {
    pub(super) fn new(
        given: &'a BudgetOptions,
        deadline: Option<Instant>,
        pieces: Pieces,
    ) -> Shares<'a> {
        Shares { given, deadline, left: pieces }
    }

    /// The share of the next piece of work, and all the memory.
    pub(super) fn next(&mut self) -> Budget {
        let share = self.deadline.map(|end| asked_share(until(end), self.left));
        self.left.asked = self.left.asked.saturating_sub(1);
        self.budget(share)
    }

    /// The share of work that was not asked for.
    pub(super) fn next_aside(&mut self) -> Budget {
        self.next_aside_within(ASIDE)
    }

    /// ... of which this much is enough.
    pub(super) fn next_aside_within(&mut self, enough: Duration) -> Budget {
        let enough = stretched(enough);
        let most = self.given.patience().map_or(enough, |time| (time / ASIDE_PART).max(enough));
        let share = self.deadline.map(|end| aside_share(until(end), self.left));
        self.left.aside = self.left.aside.saturating_sub(1);
        self.budget(Some(share.map_or(most, |share| share.min(most))))
    }

    /// For a claim to be tried before it is shown: what is left of a share, or a moment of what is kept if nothing is.
    pub(super) fn trial(&self, share: &Budget) -> Budget {
        let Some(end) = self.deadline else { return share.clone() };
        let moment = Instant::now().checked_add(until(end) / (2 * KEPT_PART));
        Budget { deadline: share.deadline.max(moment), ..share.clone() }
    }

    fn budget(&self, time: Option<Duration>) -> Budget {
        let (memory, cancelled) = (self.given.bytes(), self.given.cancel.flag());
        let budget = Budget::unlimited().with_memory(memory).with_interrupt(cancelled);
        Budget { deadline: time.and_then(|time| Instant::now().checked_add(time)), ..budget }
    }
}

fn until(end: Instant) -> Duration {
    end.saturating_duration_since(Instant::now())
}

/// Of the time that is left, for a piece that was asked for.
fn asked_share(left: Duration, pieces: Pieces) -> Duration {
    let kept = if pieces.aside > 0 { left / KEPT_PART } else { Duration::ZERO };
    (left - kept) / pieces.asked.max(1)
}

/// For one that was not: as much as any other, so that those behind it have theirs, and the answer is still written in time.
fn aside_share(left: Duration, pieces: Pieces) -> Duration {
    (left - left / KEPT_PART) / (pieces.asked + pieces.aside).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_secs(20);

    #[test]
    fn one_method_has_nearly_all_of_the_time() {
        let alone = asked_share(TIME, Pieces { asked: 1, aside: 2 });
        assert_eq!(alone, Duration::from_secs(18));
        assert_eq!(asked_share(TIME, Pieces { asked: 1, aside: 0 }), TIME);
    }

    #[test]
    fn what_is_not_used_goes_to_the_next() {
        let share = asked_share(TIME, Pieces { asked: 2, aside: 0 });
        assert_eq!(share, TIME / 2);
        // The first took no time at all.
        assert_eq!(asked_share(TIME, Pieces { asked: 1, aside: 0 }), TIME);
    }

    #[test]
    fn all_shares_fit_into_the_time() {
        for asked in 0..4 {
            for aside in 0..4 {
                let (mut left, mut pieces) = (TIME, Pieces { asked, aside });
                while pieces.asked > 0 {
                    let share = asked_share(left, pieces);
                    assert!(share > Duration::ZERO && share <= left);
                    (left, pieces.asked) = (left - share, pieces.asked - 1);
                }
                while pieces.aside > 0 {
                    let share = aside_share(left, pieces);
                    assert!(share > Duration::ZERO && share <= left, "{asked} {aside}");
                    (left, pieces.aside) = (left - share, pieces.aside - 1);
                }
            }
        }
    }
}
