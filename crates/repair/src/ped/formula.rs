//! The repair program as a formula (section 3.2): when is each branch reached, when does it leave, and when does the check hold?
//!
//! `M ∧ P` of Fig. 5 is here, for every branch, the condition that the branch is reached and leaves; it includes that every value on the way can be told (see [`super::defined`]), that
//! the checks that the run has passed on the way are passed, and, from the third level on, that assigned values lie in the bounds that proofs ask for. With one change chosen and all values
//! given these conditions are constants, and the walk ends where the run does.

use std::ops::ControlFlow;

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_absint::Bounds;
use whydunit_encode::{ChangeableStep, EncodeError, Selecting, SymbolicRun, Used, assigned_type};
use whydunit_program::{Point, Program, SourceStmtId, Type};
use whydunit_term::{Term, Terms};
use whydunit_trace::{ErrorTrace, Step, StepKind};

use super::defined::Definedness;
use super::sites::{Subject, TraceHoles, Ways};
use super::slice::Slice;
use super::steps::Steps;
use super::{Level, PedOptions};

/// A way out of the trace.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    /// The step of the trace.
    pub(super) atomic: u32,
    /// The step of the repair program, from 0.
    pub(super) step: u32,
    /// It is reached and leaves.
    pub(super) taken: Term,
    /// It or a later one is.
    pub(super) or_later: Term,
    /// The failing check holds; other exits are branches.
    pub(super) is_check: bool,
}

/// One trace, its steps, and what may be changed.
#[derive(Debug)]
pub(super) struct RepairProgram<'p> {
    pub(super) trace: &'p ErrorTrace,
    pub(super) slice: Slice,
    pub(super) steps: Steps,
    pub(super) trace_holes: TraceHoles<'p>,
    /// Branches whose other side leads onto another trace: see [`parting_branches`].
    parting: FxHashSet<u32>,
}

/// The formula of a repair program.
#[derive(Debug)]
pub(super) struct Formula {
    /// In the order of the trace; the check is the last, if it can be reached.
    pub(super) exits: Vec<Exit>,
    pub(super) used: Vec<Used>,
}

impl Formula {
    /// The error is avoided.
    pub(super) fn is_avoided(&self) -> Term {
        self.exits.first().map_or(Term::FALSE, |exit| exit.or_later)
    }
}

impl<'p> RepairProgram<'p> {
    pub(super) fn new(
        subject: &Subject<'p>,
        trace: &'p ErrorTrace,
        parting: FxHashSet<u32>,
        ways: &mut Ways,
    ) -> Result<RepairProgram<'p>, EncodeError> {
        let slice = Slice::new(subject.program, trace)?;
        let steps = Steps::new(subject.program, trace, &slice);
        let trace_holes = subject.holes(trace, &slice, &steps, ways);
        Ok(RepairProgram { trace, slice, steps, trace_holes, parting })
    }

    /// The formula with some way to choose. `None` when there is no more time, or more than so many terms would have to be made.
    pub(super) fn formula(
        &self,
        subject: &Subject<'_>,
        terms: &mut Terms,
        selecting: Selecting<'_>,
        options: &PedOptions,
        most_terms: usize,
    ) -> Result<Option<Formula>, EncodeError> {
        let limit = terms.len() + most_terms;
        let mut maker = Maker {
            subject,
            program: self,
            options,
            defined: Definedness::default(),
            exits: Vec::new(),
            reached: Term::TRUE,
            number: 0,
            executed: FxHashMap::default(),
        };
        let mut is_over = false;
        let mut visit = |terms: &mut Terms, step: ChangeableStep| {
            is_over = terms.len() > limit || step.step.is_multiple_of(64) && options.is_late();
            maker.step(terms, &step);
            match is_over || maker.reached == Term::FALSE {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let (program, trace) = (subject.program, self.trace);
        let run = SymbolicRun::encode_changeable(
            program,
            trace,
            terms,
            &self.trace_holes.holes,
            selecting,
            &mut visit,
        )?;
        if is_over {
            return Ok(None);
        }
        if let Some(check) = run.check {
            maker.check(terms, check);
        }
        let mut exits = maker.exits;
        let mut later = Term::FALSE;
        for exit in exits.iter_mut().rev() {
            later = terms.or(&[exit.taken, later]);
            exit.or_later = later;
        }
        Ok(Some(Formula { exits, used: run.used }))
    }

    /// Pairs of source statements, the second of which uses what the first has set (section 4.3).
    pub(super) fn chains(&self) -> Vec<(SourceStmtId, SourceStmtId)> {
        let source = |step: u32| self.trace.steps[step as usize].source;
        let pairs = self.slice.uses.iter().map(|&(set, used)| (source(set), source(used)));
        let mut pairs: Vec<_> = pairs.filter(|(set, used)| set != used).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
}

/// The branches of a trace at which another failing one, the same so far, went the other way: who leaves there goes on along a run that fails.
pub(super) fn parting_branches(
    program: &Program,
    traces: &[ErrorTrace],
    own: usize,
) -> FxHashSet<u32> {
    let trace = &traces[own];
    let mut found = FxHashSet::default();
    for (_, other) in traces.iter().enumerate().filter(|&(index, _)| index != own) {
        let mut steps = trace.steps.iter().zip(&other.steps).enumerate();
        let differs =
            |(left, right): (&Step, &Step)| left.point != right.point || left.kind != right.kind;
        let Some((index, (left, right))) = steps.find(|&(_, pair)| differs(pair)) else { continue };
        let are_branches =
            matches!((left.kind, right.kind), (StepKind::Branch { .. }, StepKind::Branch { .. }));
        if are_branches
            && left.point == right.point
            && program.terminator_at(left.point).kind.successors().len() == 2
        {
            found.insert(index as u32);
        }
    }
    found
}

struct Maker<'m, 'p> {
    subject: &'m Subject<'m>,
    program: &'m RepairProgram<'p>,
    options: &'m PedOptions,
    defined: Definedness,
    exits: Vec<Exit>,
    /// The step at hand is reached, and all went well so far.
    reached: Term,
    /// The step of the repair program.
    number: u32,
    /// Of branches beside the slice: the steps in their scope are executed.
    executed: FxHashMap<u32, Term>,
}

impl Maker<'_, '_> {
    fn step(&mut self, terms: &mut Terms, visited: &ChangeableStep) {
        let index = visited.step as usize;
        let step = &self.program.trace.steps[index];
        let is_last = index + 1 == self.program.trace.steps.len();
        let in_slice = self.program.slice.contains[index];
        if let Some(own) = self.program.steps.of[index] {
            self.number = own;
        }
        if visited.stays != Term::TRUE {
            self.leave(terms, visited.step, visited.stays, false);
        }
        let around = step.scope.and_then(|scope| self.executed.get(&scope.0)).copied();
        let around = around.unwrap_or(Term::TRUE);
        let obligation = visited.obligation;
        if in_slice || self.options.passed_checks {
            let facts = terms.and(&[obligation.facts, obligation.limits]);
            let facts = terms.implies(around, facts);
            let facts = self.defined.surely(terms, facts);
            let bounds = self.bounds(terms, visited);
            self.reached = terms.and(&[self.reached, facts, bounds]);
        }
        match step.kind {
            StepKind::Branch { .. } if in_slice => {
                if self.program.parting.contains(&visited.step) {
                    self.go_on(terms, obligation.decision);
                } else {
                    let is_check = self.program.steps.deciding == Some(visited.step);
                    self.leave(terms, visited.step, obligation.decision, is_check);
                }
            }
            StepKind::Branch { .. } => {
                let inside = terms.and(&[around, obligation.decision]);
                if inside != Term::TRUE {
                    self.executed.insert(visited.step, inside);
                }
            }
            _ if in_slice && !is_last => self.go_on(terms, obligation.decision),
            _ => {}
        }
    }

    fn go_on(&mut self, terms: &mut Terms, condition: Term) {
        let goes_on = self.defined.surely(terms, condition);
        self.reached = terms.and(&[self.reached, goes_on]);
    }

    /// The run leaves where a condition does not hold.
    fn leave(&mut self, terms: &mut Terms, atomic: u32, condition: Term, is_check: bool) {
        let left = self.defined.surely_not(terms, condition);
        let taken = terms.and(&[self.reached, left]);
        if taken != Term::FALSE {
            let (step, or_later) = (self.number, Term::FALSE);
            self.exits.push(Exit { atomic, step, taken, or_later, is_check });
        }
        self.go_on(terms, condition);
    }

    fn check(&mut self, terms: &mut Terms, check: Term) {
        let check = self.defined.surely(terms, check);
        let taken = terms.and(&[self.reached, check]);
        if taken != Term::FALSE {
            let step = self.program.steps.list.len().saturating_sub(1) as u32;
            let atomic = self.program.trace.steps.len().saturating_sub(1) as u32;
            let or_later = Term::FALSE;
            self.exits.push(Exit { atomic, step, taken, or_later, is_check: true });
        }
    }

    /// What a step stores lies in the bounds of its statement.
    fn bounds(&self, terms: &mut Terms, visited: &ChangeableStep) -> Term {
        if self.subject.level < Level::WithInv {
            return Term::TRUE;
        }
        let (program, trace) = (self.subject.program, self.program.trace);
        let index = visited.step as usize;
        let bounds = self.subject.mined.results.get(&stored_at(trace, index)).copied();
        let (Some(bounds), Some(stored)) = (bounds, visited.stored) else { return Term::TRUE };
        let assignments = SymbolicRun::assignments(program, trace, index);
        let [assignment] = assignments.as_slice() else { return Term::TRUE };
        let Some(ty) = assigned_type(program, trace, assignment) else { return Term::TRUE };
        let (value, known, signed) = match program.types.get(ty) {
            Type::Pointer(_) => {
                let Some(bits) = terms.value(stored.known) else { return Term::TRUE };
                let target = program.types.target();
                let Some(entry) = trace.pointer_entry(target, bits as u64) else {
                    return Term::TRUE;
                };
                let delta = entry.offset.wrapping_sub(entry.start);
                let delta = terms.bits(terms.width(stored.value), delta.into());
                let value = terms.add(stored.value, delta);
                (value, terms.add(stored.known, delta), true)
            }
            _ => match program.types.int_kind(ty) {
                Some(kind) => (stored.value, stored.known, kind.signed),
                None => return Term::TRUE,
            },
        };
        // What the run itself has set is what the program is known to set.
        match within(terms, known, bounds, signed) {
            Term::TRUE => within(terms, value, bounds, signed),
            _ => Term::TRUE,
        }
    }
}

/// The statement that a step stores for: of a return, the call.
fn stored_at(trace: &ErrorTrace, index: usize) -> Point {
    let step = &trace.steps[index];
    match (step.kind, trace.frames[step.frame as usize].call) {
        (StepKind::Return, Some(call)) => trace.step(call).point,
        _ => step.point,
    }
}

fn within(terms: &mut Terms, value: Term, bounds: Bounds, signed: bool) -> Term {
    // Wide enough for both signs of any bound.
    let value = terms.resize(value, 128, signed);
    let low = bounds.low.map_or(Term::TRUE, |low| {
        let low = terms.bits(128, low as u128);
        terms.sle(low, value)
    });
    let high = bounds.high.map_or(Term::TRUE, |high| {
        let high = terms.bits(128, high as u128);
        terms.sle(value, high)
    });
    terms.and(&[low, high])
}
