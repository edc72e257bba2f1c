//! Symbolic execution of the whole program to a bound: every value is a term over the inputs, paths that meet are joined.
//!
//! One pass collects, for every check that may fail, the condition under which it does ([`Violation`]), and the conditions under
//! which something lies beyond the bound ([`Cut`]). Execution goes on behind a check as if it had passed: of several violations
//! in one run the first is the failure, and the replay of the run says which that is.
//!
//! The semantics is the interpreter's; where they differ, the interpreter is right. What is not modelled exactly is either left
//! free (more runs than there are: replay tells) or cut off with a reason (fewer: the verdict tells).

mod access;
mod bulk;
mod call;
mod domain;
mod files;
mod format;
mod function;
mod heap;
mod input;
mod interval;
mod library;
mod memory;
mod modular;
mod operands;
mod order;
mod path;
mod place;
mod pointer;
mod reach;
mod scan;
mod shape;
mod specification;
mod start;
mod state;
mod stdin;
mod stmt;
mod unset;

use std::rc::Rc;
use std::time::{Duration, Instant};

use rustc_hash::{FxHashMap, FxHashSet};
use whydunit_host::stretched;
use whydunit_interp::{CheckSet, FileTable, RunSpec};
use whydunit_program::address::{NarrowRegion, NarrowSpace};
use whydunit_program::{CheckKind, FunctionId, LoopId, Point, Program, TypeId};
use whydunit_solver::{Budget, Embedded, Reason, Solve, Verdict};
use whydunit_source::Span;
use whydunit_term::{Sort, Term, Terms};

use crate::limits::{PROBE_CONFLICTS, PROBE_TIME};
use crate::{Assumption, AssumptionKind, Given};
use memory::EntryId;
use order::Order;
use path::Path;
use pointer::{Entry, Targets};
use state::State;

pub(crate) use input::{Event, EventKind, Shape};

/// How far one pass goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    /// Iterations of a loop and depth of a recursion.
    pub(crate) unwind: u32,
    /// The bound also holds for loops whose iterations do not depend on inputs.
    pub(crate) strict: bool,
    /// Elements behind a pointer among the inputs.
    pub(crate) elements: u32,
    /// Characters of an argument, or of a string read at once.
    pub(crate) characters: u32,
}

/// Why a path was not followed further.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum CutReason {
    Loop(FunctionId, LoopId),
    /// A jump back to this place that belongs to no loop.
    Jump(Span),
    Recursion(FunctionId),
    /// A bound on inputs that grows with the others, in words.
    Input(String),
    /// A bound on values that stays, in words.
    Range(String),
    /// The end of what we assumed to lie behind a pointer, in words, where it is passed.
    Size(String, Option<Span>),
    /// Something that a check would report which is off.
    CheckOff(String, Option<Span>),
    /// Something we do not follow at all.
    Gap(String, Option<Span>),
}

#[derive(Clone, Debug)]
pub(crate) struct Cut {
    pub(crate) reason: CutReason,
    pub(crate) condition: Term,
    pub(crate) at: Stack,
}

/// The points of the active functions, the innermost last; empty before the start.
pub(crate) type Stack = Rc<[Point]>;

/// A check at a place: failures of one site are one finding. Where the check guards a limit of ours
/// ([`whydunit_program::Arithmetic::is_limit`]), a run that violates it is followed up to there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Site {
    pub(crate) kind: CheckKind,
    pub(crate) span: Span,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Violation {
    /// Index into [`Executed::sites`].
    pub(crate) site: usize,
    pub(crate) condition: Term,
}

/// What one pass found, in the order of execution.
#[derive(Default, Debug)]
pub(crate) struct Executed {
    pub(crate) sites: Vec<Site>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) cuts: Vec<Cut>,
    /// Limits of ours that were met: the number of the violation, and where.
    pub(crate) limits: Vec<(usize, Stack)>,
    /// When the points of the user's functions are reached, each time with the number of violations before.
    pub(crate) reached: FxHashMap<Point, Vec<(Term, usize)>>,
    /// When branches of the user's functions go either way, for a condition that holds and for one that does not, each time with the number of violations before.
    pub(crate) decided: FxHashMap<Point, [Vec<(Term, usize)>; 2]>,
    /// When an operation demands something of a value that was never given: whether its bits decide that is not followed.
    pub(crate) undecided: Vec<(Term, Span)>,
    /// When a precondition or an assumption of the program excludes a run.
    pub(crate) excluded: Vec<Term>,
    /// What is taken for granted on the way.
    pub(crate) granted: Vec<Assumption>,
    /// Where the system could have answered otherwise.
    pub(crate) fixed_answers: Vec<Stack>,
    pub(crate) events: Vec<Event>,
    /// Inputs that exist from the start, by name.
    pub(crate) inputs: Vec<(String, Shape)>,
    pub(crate) arguments: Option<input::Arguments>,
    /// What inputs are restricted to, always.
    pub(crate) assumptions: Vec<Term>,
    pub(crate) statements: u64,
    /// Inputs that cannot be given by name were met: blocks without values, while that is not checked.
    pub(crate) has_unnamed_inputs: bool,
}

/// Why execution does not go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// This path ends.
    Path,
    Budget(Reason),
}

pub(crate) type Run<T> = Result<T, Stop>;

pub(crate) struct Exec<'a> {
    pub(crate) program: &'a Program,
    pub(crate) terms: &'a mut Terms,
    solver: &'a mut Embedded,
    spec: &'a RunSpec,
    files: FileTable,
    given: Given,
    checks: CheckSet,
    bounds: Bounds,
    modular: bool,
    state_is_open: bool,
    budget: &'a Budget,
    progress: &'a mut dyn FnMut(u64),
    pub(crate) done: Executed,
    site_index: FxHashMap<Site, usize>,
    entries: Vec<Entry>,
    /// With 32-bit pointers: the region of each entry, ascending.
    regions: Vec<NarrowRegion>,
    space: NarrowSpace,
    views: FxHashMap<(EntryId, Term, u64), EntryId>,
    targets: FxHashMap<Term, Rc<Targets>>,
    intervals: FxHashMap<Term, interval::Interval>,
    orders: FxHashMap<FunctionId, Rc<Order>>,
    /// Functions being executed, outermost first, with the path at their call.
    stack: Vec<(FunctionId, Path)>,
    /// Where the functions on the stack are.
    points: Vec<Point>,
    /// Where the functions on the stack were called, in user code; the start function nowhere.
    calls: Vec<Span>,
    /// The call in user code that led into the library.
    library_call: Option<Span>,
    variadics: Vec<Rc<Vec<(Term, TypeId)>>>,
    /// Activations of variadic functions, by depth of the stack.
    variadic_frames: Vec<(usize, usize)>,
    globals: Vec<EntryId>,
    functions: Vec<EntryId>,
    fresh: u32,
    started: Instant,
    /// Time spent on questions about single paths.
    probing: Duration,
    /// Variables of the quantifiers that are being evaluated, outermost first.
    bound_variables: Vec<(whydunit_program::LocalId, Term)>,
    /// The condition that is evaluated is one that C cannot express: pointers are not confined to inner arrays in it.
    is_specification: bool,
    /// While a value is evaluated that is only moved: when everything that was read for it has a value.
    carry: Option<Term>,
    /// When the value has one that is stored next.
    stored_set: Option<Term>,
    /// When the arguments have values that are passed next.
    passing: Vec<Term>,
    /// Unknowns that stand for bits beside bit-fields which were never set.
    unset_bits: FxHashSet<Term>,
}

/// What [`Exec::new`] needs.
pub(crate) struct Setting<'a> {
    pub(crate) program: &'a Program,
    pub(crate) terms: &'a mut Terms,
    pub(crate) solver: &'a mut Embedded,
    pub(crate) spec: &'a RunSpec,
    pub(crate) given: Given,
    pub(crate) checks: CheckSet,
    pub(crate) bounds: Bounds,
    pub(crate) modular: bool,
    pub(crate) state_is_open: bool,
    pub(crate) budget: &'a Budget,
    pub(crate) progress: &'a mut dyn FnMut(u64),
}

impl<'a> Exec<'a> {
    pub(crate) fn new(setting: Setting<'a>) -> Exec<'a> {
        let mut exec = Exec {
            program: setting.program,
            terms: setting.terms,
            solver: setting.solver,
            spec: setting.spec,
            files: FileTable::default(),
            given: setting.given,
            checks: setting.checks.in_force(setting.program.arithmetic),
            bounds: setting.bounds,
            modular: setting.modular,
            state_is_open: setting.state_is_open,
            budget: setting.budget,
            progress: setting.progress,
            done: Executed::default(),
            site_index: FxHashMap::default(),
            entries: Vec::new(),
            regions: Vec::new(),
            space: NarrowSpace::default(),
            views: FxHashMap::default(),
            targets: FxHashMap::default(),
            intervals: FxHashMap::default(),
            orders: FxHashMap::default(),
            stack: Vec::new(),
            points: Vec::new(),
            calls: Vec::new(),
            library_call: None,
            variadics: Vec::new(),
            variadic_frames: Vec::new(),
            globals: Vec::new(),
            functions: Vec::new(),
            fresh: 0,
            started: Instant::now(),
            probing: Duration::ZERO,
            bound_variables: Vec::new(),
            is_specification: false,
            carry: None,
            stored_set: None,
            passing: Vec::new(),
            unset_bits: FxHashSet::default(),
        };
        exec.push_entry(Entry::Null, 0);
        for index in 0..exec.program.functions.len() {
            let entry = exec.push_entry(Entry::Function(FunctionId(index as u32)), 1);
            exec.functions.push(entry);
        }
        exec
    }

    fn here(&self) -> Stack {
        Rc::from(&self.points[..])
    }

    /// Notes what is taken for granted here, once.
    fn grant(&mut self, kind: AssumptionKind, what: String, place: Option<Span>) {
        let assumption = Assumption { kind, what, place };
        if !self.done.granted.iter().any(|known| known.is_like(&assumption)) {
            self.done.granted.push(assumption);
        }
    }

    /// The place in user code for something at `span`.
    fn user_span(&self, span: Span) -> Span {
        self.library_call.unwrap_or(span)
    }

    fn order(&mut self, function: FunctionId) -> Rc<Order> {
        let program = self.program;
        let make = || Rc::new(Order::new(program.function(function).blocks()));
        Rc::clone(self.orders.entry(function).or_insert_with(make))
    }

    /// A variable that stands for something undetermined. Numbers restart with every pass, so that the same place gets
    /// the same variable again and the solver can use what it has learnt.
    fn variable(&mut self, stem: &str, sort: Sort) -> Term {
        self.fresh += 1;
        let width = sort.width();
        let name = format!("{stem}!{}!{width}", self.fresh);
        self.terms.variable(&name, sort)
    }

    fn count_statement(&mut self) -> Run<()> {
        self.done.statements += 1;
        if self.done.statements.is_multiple_of(16) {
            (self.progress)(self.done.statements);
            self.look_at_budget()?;
        }
        Ok(())
    }

    fn look_at_budget(&self) -> Run<()> {
        if let Some(reason) = self.budget.exceeded() {
            return Err(Stop::Budget(reason));
        }
        let used = self.terms.memory() as u64 + self.solver.statistics().memory;
        match self.budget.memory.is_some_and(|limit| used > limit) {
            true => Err(Stop::Budget(Reason::Memory)),
            false => Ok(()),
        }
    }

    /// A check of the program: where it is switched off, what cannot be carried out ends the run. Of what an access does that is not allowed nothing is known.
    fn check(&mut self, state: &mut State, kind: CheckKind, holds: Term, span: Span) -> Run<()> {
        if holds == Term::TRUE {
            return Ok(());
        }
        if !self.checks.contains(kind) && kind.is_memory() {
            let fails = self.terms.not(holds);
            let message = format!("what the check {} would report, which is off", kind.name());
            let place = self.user_span(span);
            return self.cut_when(state, fails, CutReason::CheckOff(message, Some(place)));
        }
        if !self.checks.contains(kind) {
            return self.assume(state, holds);
        }
        let fails = self.terms.not(holds);
        let condition = self.terms.and(&[state.path.condition(), fails]);
        if condition != Term::FALSE {
            let kind = if kind == CheckKind::Requires { CheckKind::Contract } else { kind };
            let site = Site { kind, span: self.user_span(span) };
            let sites = &mut self.done.sites;
            let index = *self.site_index.entry(site).or_insert_with(|| {
                sites.push(site);
                sites.len() - 1
            });
            if self.program.arithmetic.is_limit(kind) {
                let at = self.here();
                self.done.limits.push((self.done.violations.len(), at));
            }
            self.done.violations.push(Violation { site: index, condition });
        }
        if holds == Term::FALSE { Err(Stop::Path) } else { Ok(()) }
    }

    fn assume(&mut self, state: &mut State, condition: Term) -> Run<()> {
        state.path = state.path.with(self.terms, condition);
        if state.path.is_impossible() { Err(Stop::Path) } else { Ok(()) }
    }

    /// Gives up on the runs in which the condition holds.
    fn cut_when(&mut self, state: &mut State, condition: Term, reason: CutReason) -> Run<()> {
        let all = self.terms.and(&[state.path.condition(), condition]);
        if all == Term::FALSE {
            return Ok(());
        }
        let at = self.here();
        self.done.cuts.push(Cut { reason, condition: all, at });
        let rest = self.terms.not(condition);
        self.assume(state, rest)
    }

    fn cut<T>(&mut self, state: &mut State, reason: CutReason) -> Run<T> {
        self.cut_when(state, Term::TRUE, reason)?;
        Err(Stop::Path)
    }

    fn gap<T>(&mut self, state: &mut State, message: impl Into<String>, span: Span) -> Run<T> {
        let place = self.user_span(span);
        self.cut(state, CutReason::Gap(message.into(), Some(place)))
    }

    /// Can the path be taken at all, as far as can be said quickly?
    fn may_happen(&mut self, path: &Path) -> Run<bool> {
        let condition = path.condition();
        if let Some(value) = self.terms.value(condition) {
            return Ok(value != 0);
        }
        let started = Instant::now();
        let share = (started - self.started) / 4;
        let is_spent = |time: Duration| self.probing > time.max(share);
        if is_spent(PROBE_TIME) && is_spent(stretched(PROBE_TIME)) {
            return Ok(true);
        }
        let budget = Budget { conflicts: Some(PROBE_CONFLICTS), ..self.budget.clone() };
        let mut assumptions = self.done.assumptions.clone();
        assumptions.push(condition);
        let verdict = self.solver.decide(self.terms, &assumptions, &budget);
        self.probing += started.elapsed();
        if let Some(reason) = self.budget.exceeded() {
            return Err(Stop::Budget(reason));
        }
        Ok(!matches!(verdict, Verdict::Unsat(_)))
    }
}
