//! The trace as the flow-sensitive reading sees it: which scopes are open where, and which joins a value went through.

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_term::{Op, Term, Terms};
use whydunit_trace::{ErrorTrace, StepKind};

use crate::meaning::Formula;

#[derive(Debug)]
pub(crate) struct Structure {
    /// The innermost branch around each step.
    scopes: Vec<Option<usize>>,
    /// For each step that is a branch, the step that ends its scope, if any does.
    ends: FxHashMap<usize, usize>,
    /// The branches, ascending.
    branches: Vec<usize>,
    /// For each step the call that it lies in, where a pointer decided which function that was.
    calls: Vec<Option<usize>>,
    /// The `framed` variables of joins, with their branches.
    framed: FxHashMap<Term, usize>,
}

impl Structure {
    pub(crate) fn new(trace: &ErrorTrace, formula: &Formula) -> Structure {
        let mut ends = FxHashMap::default();
        let mut branches = Vec::new();
        for (index, step) in trace.steps.iter().enumerate() {
            match step.kind {
                StepKind::ScopeEnd(end) => drop(ends.insert(end.branch.index(), index)),
                StepKind::Branch { .. } => branches.push(index),
                _ => {}
            }
        }
        let framed = formula.joined.iter().map(|joined| (joined.framed, joined.branch)).collect();
        let scopes = trace.steps.iter().map(|step| step.scope.map(|branch| branch.index()));
        let calls = trace.steps.iter().map(|step| call_around(trace, formula, step.frame));
        let calls = calls.collect();
        Structure { scopes: scopes.collect(), ends, branches, calls, framed }
    }

    /// The calls by pointers that a step lies in, innermost first.
    pub(crate) fn calls_around(&self, step: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.calls[step], |&call| self.calls[call])
    }

    /// Number of steps.
    pub(crate) fn len(&self) -> usize {
        self.scopes.len()
    }

    /// The innermost branch around a step.
    pub(crate) fn scope(&self, step: usize) -> Option<usize> {
        self.scopes[step]
    }

    /// The branches around a step, innermost first.
    pub(crate) fn around(&self, step: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(self.scopes[step], |&branch| self.scopes[branch])
    }

    pub(crate) fn is_branch(&self, step: usize) -> bool {
        self.branches.binary_search(&step).is_ok()
    }

    pub(crate) fn branches(&self) -> &[usize] {
        &self.branches
    }

    /// Has the branch been passed and its scope not been left before this step?
    pub(crate) fn is_open(&self, branch: usize, position: usize) -> bool {
        branch < position && self.ends.get(&branch).is_none_or(|&end| end >= position)
    }

    /// Adds the branches of all joins in a conjunction of `framed` to a list. Conjunctions share their parts; `seen` keeps
    /// those that need not be looked at again.
    pub(crate) fn joined_branches(
        &self,
        terms: &Terms,
        conjunction: Term,
        seen: &mut FxHashSet<Term>,
        branches: &mut Vec<usize>,
    ) {
        let mut pending = vec![conjunction];
        while let Some(term) = pending.pop() {
            if !seen.insert(term) {
                continue;
            }
            if terms.op(term) == Op::And {
                pending.extend_from_slice(terms.children(term));
            }
            branches.extend(self.framed.get(&term));
        }
    }
}

/// The innermost call around a frame in which a guard says which function it was.
fn call_around(trace: &ErrorTrace, formula: &Formula, frame: u32) -> Option<usize> {
    let mut frame = trace.frames.get(frame as usize)?;
    loop {
        let call = frame.call?.index();
        if formula.is_indirect(call) {
            return Some(call);
        }
        frame = trace.frames.get(frame.caller? as usize)?;
    }
}
