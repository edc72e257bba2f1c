//! Which calls have returned and which loops have ended before the failure, and who called whom?
//!
//! What lies inside of one of these spans did its part and was done: it can be told in a row. What is still going on when the check fails cannot.

use std::collections::{BTreeMap, BTreeSet};

use crate::StepReport;
use crate::loops::loop_runs;

/// A call that is active at some step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Activation {
    pub(super) start: usize,
    /// The step that made the call; none of the start function.
    pub(super) caller: Option<usize>,
    pub(super) function: String,
}

/// Something that was over before the failure: steps `start..end`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) what: Over,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Over {
    /// The step that made the call.
    Call {
        caller: usize,
    },
    Loop,
}

/// What one walk along the run has found.
#[derive(Debug, Default)]
pub(super) struct Spans {
    /// Ascending by start, outer ones first; none lies inside of a loop: there everything is told once for all iterations.
    pub(super) over: Vec<Span>,
    /// The calls around each step that was asked for, outermost first.
    stacks: BTreeMap<usize, Vec<Activation>>,
    /// The calls around the failing step.
    pub(super) live: Vec<Activation>,
}

impl Spans {
    /// `wanted` are the steps to be asked about.
    pub(super) fn of(steps: &[StepReport], wanted: &BTreeSet<usize>) -> Spans {
        let mut found = Spans::default();
        let mut stack: Vec<(u32, Activation)> = Vec::new();
        let failing = steps.len().saturating_sub(1);
        for (index, step) in steps.iter().enumerate() {
            while let Some((_, call)) = stack.pop_if(|(depth, call)| {
                *depth > step.depth || *depth == step.depth && call.function != step.function
            }) {
                found.returned(call, index);
            }
            if stack.last().is_none_or(|(depth, _)| *depth < step.depth) {
                let caller = index.checked_sub(1).filter(|_| !stack.is_empty());
                let function = step.function.clone();
                stack.push((step.depth, Activation { start: index, caller, function }));
            }
            if wanted.contains(&index) {
                let calls = stack.iter().map(|(_, call)| call.clone()).collect();
                found.stacks.insert(index, calls);
            }
        }
        found.live = stack.into_iter().map(|(_, call)| call).collect();
        let runs = loop_runs(steps);
        let mut outermost: Vec<(usize, usize)> = Vec::new();
        for run in &runs {
            if outermost.last().is_none_or(|&(_, end)| run.start >= end) {
                outermost.push((run.start, run.end));
                if run.end <= failing {
                    let Some(&(start, end)) = outermost.last() else { continue };
                    found.over.push(Span { start, end, what: Over::Loop });
                }
            }
        }
        found.over.retain(|span| {
            let after = outermost.partition_point(|&(start, _)| start <= span.start);
            let around = after.checked_sub(1).map(|at| outermost[at]);
            !around.is_some_and(|(start, end)| {
                span.end <= end && (span.start, span.end) != (start, end)
            })
        });
        found.over.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
        found
    }

    fn returned(&mut self, call: Activation, end: usize) {
        if let Some(caller) = call.caller {
            self.over.push(Span { start: call.start, end, what: Over::Call { caller } });
        }
    }

    pub(super) fn stack(&self, step: usize) -> &[Activation] {
        self.stacks.get(&step).map_or(&[], Vec::as_slice)
    }

    /// Is this function active when the check fails?
    pub(super) fn is_live(&self, function: &str) -> bool {
        self.live.iter().any(|call| call.function == function)
    }

    /// Does this step make a call that has not returned?
    pub(super) fn leads_to_failure(&self, step: usize) -> bool {
        self.live.iter().any(|call| call.caller == Some(step))
    }
}
