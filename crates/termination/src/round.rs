//! Which rounds of a run are alike? The last ones of a loop, or the last calls of a recursion, that took the same path.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_program::{FunctionId, Point, Program};

use crate::limits::{FEWEST_ROUNDS, LONGEST_ROUND, MOST_JOINED, MOST_TRIED, WAYS_TO_JOIN};
use crate::scout::{Scouted, Seen};

/// Steps from one visit of a place to the next one, as positions in [`Scouted::steps`].
#[derive(Clone, Debug)]
pub(crate) struct Round {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: Kind,
    /// The end of the next one like it, and its kind: there what a round has changed shows.
    pub(crate) again: Option<(usize, Kind)>,
}

impl Round {
    /// The next one like it.
    pub(crate) fn next(&self) -> Option<Round> {
        let (to, kind) = self.again?;
        Some(Round { from: self.to, to, kind, again: None })
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// In this frame.
    Loop(u32),
    /// From this frame of the function to the next one.
    Recursion { function: FunctionId, from: u32, to: u32 },
}

impl Scouted {
    /// From a step, by its number in the run, to the end of the window.
    pub(crate) fn from(&self, number: u64, frame: Option<u32>) -> Round {
        let from = usize::try_from(number.saturating_sub(self.first)).unwrap_or(0);
        let frame = frame.or_else(|| self.stack.last().map(|called| called.frame));
        let kind = Kind::Loop(frame.unwrap_or(0));
        Round { from: from.min(self.steps.len()), to: self.steps.len(), kind, again: None }
    }

    /// Rounds that repeat at the end of the window, the shortest kinds first; each the earliest of its kind.
    pub(crate) fn repeated(&self, program: &Program) -> Vec<Round> {
        let mut found = self.recursions(program);
        let active: FxHashSet<u32> = self.stack.iter().map(|called| called.frame).collect();
        let mut visits: FxHashMap<(Point, u32), Vec<usize>> = FxHashMap::default();
        for (position, seen) in self.steps.iter().enumerate() {
            if active.contains(&seen.frame) {
                visits.entry((seen.at.point, seen.frame)).or_default().push(position);
            }
        }
        let mut places: Vec<(usize, usize, u32, Vec<usize>)> = Vec::new();
        for ((_, frame), visits) in visits {
            if let [.., before, last] = visits[..] {
                places.push((last - before, visits[0], frame, visits));
            }
        }
        places.sort_unstable();
        let mut known: FxHashSet<(u32, usize)> = FxHashSet::default();
        for (period, _, frame, visits) in places {
            if period > LONGEST_ROUND || !known.insert((frame, period)) {
                continue;
            }
            let joined =
                (1..=MOST_JOINED).filter_map(|count| self.earliest(&every(&visits, count)));
            // What one round is not enough for, two may be: variables that take turns.
            for (from, to, then) in joined.take(WAYS_TO_JOIN) {
                let kind = Kind::Loop(frame);
                found.push(Round { from, to, kind, again: Some((then, kind)) });
            }
        }
        found.sort_by_key(|round| round.to - round.from);
        found.truncate(MOST_TRIED);
        found
    }

    /// Calls of one function that are all still under way.
    fn recursions(&self, program: &Program) -> Vec<Round> {
        let mut found = Vec::new();
        let mut functions: Vec<FunctionId> = Vec::new();
        for called in self.stack.iter().rev() {
            if !functions.contains(&called.function)
                && !program.function(called.function).is_library
            {
                functions.push(called.function);
            }
        }
        for function in functions {
            let calls: Vec<_> =
                self.stack.iter().filter(|called| called.function == function).collect();
            let begins: Vec<usize> = calls.iter().map(|called| called.begins).collect();
            let Some((from, to, then)) = self.earliest(&begins) else { continue };
            let frame_at = |position| {
                calls.iter().find(|called| called.begins == position).map(|called| called.frame)
            };
            if let (Some(a), Some(b), Some(c)) = (frame_at(from), frame_at(to), frame_at(then)) {
                let kind = Kind::Recursion { function, from: a, to: b };
                let next = Kind::Recursion { function, from: b, to: c };
                found.push(Round { from, to, kind, again: Some((then, next)) });
            }
        }
        found
    }

    /// The earliest of the rounds that took the same path as the last one, without a break and without an input, and the end of the one after it.
    fn earliest(&self, visits: &[usize]) -> Option<(usize, usize, usize)> {
        let rounds: Vec<(usize, usize)> =
            visits.windows(2).map(|pair| (pair[0], pair[1])).collect();
        let last = *rounds.last()?;
        let alike = rounds
            .iter()
            .rev()
            .take_while(|round| round.0 >= self.taking && self.is_same_path(**round, last));
        let count = alike.count();
        let is_long = last.1 - last.0 > LONGEST_ROUND;
        let first = rounds.len() - count;
        (count >= FEWEST_ROUNDS && !is_long)
            .then(|| (rounds[first].0, rounds[first].1, rounds[first + 1].1))
    }

    fn is_same_path(&self, a: (usize, usize), b: (usize, usize)) -> bool {
        let path = |(from, to): (usize, usize)| {
            self.steps[from..to].iter().map(|seen: &Seen| (seen.at.point, seen.taken))
        };
        a.1 - a.0 == b.1 - b.0 && path(a).eq(path(b))
    }
}

/// Every so many visits, the last one among them.
fn every(visits: &[usize], count: usize) -> Vec<usize> {
    let mut taken: Vec<usize> = visits.iter().rev().step_by(count).copied().collect();
    taken.reverse();
    taken
}
