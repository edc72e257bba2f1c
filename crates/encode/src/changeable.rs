//! The run of a program in which other expressions may stand in place of some: each with a selector, all at once.
//!
//! An expression is known by where it lies in the program, which is borrowed for as long as this is used. Where the selector of an hole holds, the value of the
//! expression is that of the other one in the state of that moment, or, for an hole without one, anything. What the expression itself demands (its checks) is then not
//! demanded, and what the other one demands is: another expression that breaks a check in a state is not allowed there. One that cannot be encoded is not allowed
//! wherever it would be evaluated. A statement may also stand behind a guard: where the guard does not hold it is skipped, and what it would have written stays as it was, or the
//! run leaves the trace before it.
//!
//! The form says what happens along this trace only: the demand of a step tells when the run goes on, and a run that leaves it is not followed.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;
use whydunit_claim::Inputs;
use whydunit_program::{Class, Expr, Place, Point, Program};
use whydunit_term::{Sort, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::encoder::{EncodeError, Encoder, Evaluated, Scope};
use crate::guarded::Region;
use crate::history::History;
use crate::mode::Mode;
use crate::number::of_position;
use crate::run::{StepObligation, SymbolicRun};
use crate::step::range_of;
use crate::storage::{Range, Value};

/// Something that may stand in place of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Hole<'p> {
    /// Holes of one number share their selector.
    pub number: u32,
    /// `None`: any value.
    pub with: Option<&'p Expr>,
}

/// A guard that may stand before a statement.
#[derive(Clone, Copy, Debug)]
pub struct Guard<'p> {
    pub number: u32,
    /// The statement is executed where it holds; `None`: nowhere.
    pub cond: Option<&'p Expr>,
    /// Where it does not hold the run leaves the trace; otherwise it goes on after the statement.
    pub leaves: bool,
}

/// All that may be changed.
#[derive(Clone, Debug, Default)]
pub struct Holes<'p> {
    by_expr: FxHashMap<usize, Vec<Hole<'p>>>,
    pub(crate) guards: FxHashMap<Point, Vec<Guard<'p>>>,
    /// Assignments in place of others.
    pub(crate) assignments: FxHashMap<Point, Vec<(u32, &'p Place, &'p Expr)>>,
    /// By the step that returns from the library: what the caller receives may be anything.
    received: FxHashMap<u32, u32>,
}

/// Who chooses among the holes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selecting<'s> {
    /// Each number has a selector, for all executions.
    Shared,
    /// Each number has a selector at each of these steps; nothing is in_hole at others.
    PerStep(&'s [bool]),
    /// This one is chosen, and no other: at all steps, or at one.
    Only(u32, Option<u32>),
}

impl<'p> Holes<'p> {
    pub fn add(&mut self, at: &'p Expr, hole: Hole<'p>) {
        let list = self.by_expr.entry(address(at)).or_default();
        if !list.iter().any(|known| known.number == hole.number) {
            list.push(hole);
        }
    }

    /// Is the number in_hole in place of the expression?
    pub fn has(&self, at: &Expr, number: u32) -> bool {
        let holes = self.by_expr.get(&address(at));
        holes.is_some_and(|holes| holes.iter().any(|hole| hole.number == number))
    }

    pub fn add_guard(&mut self, at: Point, guard: Guard<'p>) {
        self.guards.entry(at).or_default().push(guard);
    }

    /// In place of the statement, `value` may be stored at a scalar `place`.
    pub fn add_assignment(&mut self, at: Point, number: u32, place: &'p Place, value: &'p Expr) {
        self.add_guard(at, Guard { number, cond: None, leaves: false });
        self.assignments.entry(at).or_default().push((number, place, value));
    }

    /// What the caller of a library function receives at this step may be anything.
    pub fn add_received(&mut self, step: u32, number: u32) {
        self.received.insert(step, number);
    }
}

impl Selecting<'_> {
    pub(crate) fn has(self, number: u32, step: u32) -> bool {
        match self {
            Selecting::Shared => true,
            Selecting::PerStep(open) => open.get(step as usize).copied().unwrap_or(false),
            Selecting::Only(only, at) => only == number && at.is_none_or(|at| at == step),
        }
    }

    fn selector(self, terms: &mut Terms, number: u32, step: u32) -> Term {
        let name = match self {
            Selecting::Shared => format!("ndSel{number}"),
            Selecting::PerStep(_) => format!("ndSel{number}@{step}"),
            Selecting::Only(..) => return Term::TRUE,
        };
        terms.variable(&name, Sort::Bool)
    }
}

fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr) as usize
}

/// An hole where it was met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Used {
    pub number: u32,
    pub step: u32,
    pub selector: Term,
    /// The variable that stands for any value.
    pub result: Option<Term>,
    /// What the result was in the run.
    pub known: Term,
    /// How the result is read; the result of a condition is a Boolean.
    pub class: Class,
}

/// What a step stores at a scalar place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stored {
    pub value: Term,
    /// What it was in the run.
    pub known: Term,
}

/// A run in which expressions may be others.
#[derive(Clone, Debug)]
pub struct Changeable {
    /// In the order in which they were met.
    pub used: Vec<Used>,
    /// `φ`; `None` where the visitor ended the walk before.
    pub check: Option<Term>,
}

/// A step that was encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChangeableStep {
    pub step: u32,
    pub obligation: StepObligation,
    pub stored: Option<Stored>,
    /// The run does not leave the trace right before the step.
    pub stays: Term,
}

/// What an encoder keeps while it walks.
#[derive(Clone, Debug)]
pub(crate) struct OpenHoles<'p> {
    pub(crate) holes: &'p Holes<'p>,
    pub(crate) selecting: Selecting<'p>,
    used: Vec<Used>,
    pub(crate) regions: Vec<Region>,
    /// The step at hand is skipped.
    pub(crate) skipped: Option<Value>,
    /// What the step at hand stores at a scalar place.
    pub(crate) stored: Option<Value>,
}

impl OpenHoles<'_> {
    pub(crate) fn note_stored(&mut self, value: Value) {
        self.stored = Some(value);
    }
}

impl<'a> Mode<'a> {
    pub(crate) fn open_holes(&self) -> Option<&OpenHoles<'a>> {
        match self {
            Mode::Changeable(open_holes) => Some(open_holes),
            _ => None,
        }
    }

    pub(crate) fn open_holes_mut(&mut self) -> Option<&mut OpenHoles<'a>> {
        match self {
            Mode::Changeable(open_holes) => Some(open_holes),
            _ => None,
        }
    }
}

impl SymbolicRun {
    /// The run with holes, its inputs as they were. `visit` is told of each step, and may end the walk.
    pub fn encode_changeable<'p>(
        program: &'p Program,
        trace: &'p ErrorTrace,
        terms: &'p mut Terms,
        holes: &'p Holes<'p>,
        selecting: Selecting<'p>,
        visit: &mut dyn FnMut(&mut Terms, ChangeableStep) -> ControlFlow<()>,
    ) -> Result<Changeable, EncodeError> {
        let history = History::of(trace);
        let mut encoder = Encoder::functions(program, trace, terms, Inputs::Fixed, history);
        let (used, regions) = (Vec::new(), Vec::new());
        let open_holes = OpenHoles { holes, selecting, used, regions, skipped: None, stored: None };
        encoder.mode = Mode::Changeable(open_holes);
        let mut is_ended = false;
        for step in 0..trace.steps.len() {
            encoder.begin_step(step);
            let stays = encoder.begin_guarded();
            encoder.set_stored(None);
            encoder.run_step()?;
            encoder.end_guarded();
            encoder.assign_instead();
            encoder.open_received()?;
            let obligation =
                StepObligation::of(encoder.terms, &encoder.generated.contributions[step]);
            let stored = encoder.stored();
            let stored = stored.map(|value| Stored { value: value.term, known: value.known });
            let visited = ChangeableStep { step: of_position(step), obligation, stored, stays };
            is_ended = visit(encoder.terms, visited).is_break();
            if is_ended {
                break;
            }
        }
        if !is_ended {
            encoder.end()?;
        }
        let check = encoder.ending.violated.filter(|_| !is_ended);
        let used = match encoder.mode {
            Mode::Changeable(open_holes) => open_holes.used,
            _ => Vec::new(),
        };
        Ok(Changeable { used, check })
    }
}

impl<'a> Encoder<'a> {
    /// What may stand in place of an expression at the step at hand.
    pub(crate) fn holes_at(&self, expr: &Expr) -> Option<Vec<Hole<'a>>> {
        let OpenHoles { holes, selecting, .. } = self.mode.open_holes()?;
        let list = holes.by_expr.get(&address(expr))?.iter();
        let open = list.filter(|hole| selecting.has(hole.number, self.step)).copied();
        let open: Vec<Hole<'a>> = open.collect();
        (!open.is_empty()).then_some(open)
    }

    pub(crate) fn value_of_hole(
        &mut self,
        holes: &[Hole<'a>],
        expr: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        let class = self.class(expr.ty);
        let sort = Sort::Bits(class.width());
        self.choose_in_hole(holes, sort, class, scope, &mut |this, scope, with| match with {
            Some(with) => this.expr(with, scope),
            None => whydunit_semantics::expr(this, expr, scope),
        })
    }

    pub(crate) fn condition_of_hole(
        &mut self,
        holes: &[Hole<'a>],
        expr: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        self.choose_in_hole(holes, Sort::Bool, Class::Bool, scope, &mut |this, scope, with| {
            match with {
                Some(with) => this.condition(with, scope),
                None => whydunit_semantics::condition(this, expr, scope),
            }
        })
    }

    /// The value of an expression that others may stand in place of. `evaluate` without another expression evaluates the one of the program.
    fn choose_in_hole(
        &mut self,
        holes: &[Hole<'a>],
        sort: Sort,
        class: Class,
        scope: &mut Scope,
        evaluate: &mut Evaluate<'_, 'a>,
    ) -> Evaluated<Value> {
        let mut chosen: Vec<(Term, Term)> = Vec::with_capacity(holes.len());
        let mut open: Vec<(u32, Term, Term)> = Vec::new();
        for hole in holes {
            let selector = self.selector(hole.number);
            let Some(with) = hole.with else {
                // Any value in place of what fails would only say that it is not to be evaluated.
                if !self.is_last() {
                    let result = self.terms.fresh("ndRes", sort);
                    open.push((hole.number, selector, result));
                    chosen.push((selector, result));
                }
                continue;
            };
            self.note_used(hole.number, selector, None, Term::FALSE, class);
            let value = self.hypothetically(selector, |this| evaluate(this, scope, Some(with)));
            match value {
                Ok(value) if self.terms.sort(value.term) == sort => {
                    chosen.push((selector, value.term));
                }
                _ => self.forbid(selector),
            }
        }
        let all: Vec<Term> = chosen.iter().map(|&(selector, _)| selector).collect();
        let any = self.terms.or(&all);
        let own = Value { term: self.terms.not(any), known: Term::TRUE };
        let value = self.under(own, |this| evaluate(this, scope, None))?;
        let mut term = value.term;
        for &(selector, other) in chosen.iter().rev() {
            term = self.terms.ite(selector, other, term);
        }
        for (number, selector, result) in open {
            self.note_used(number, selector, Some(result), value.known, class);
        }
        Ok(Value { term, known: value.known })
    }

    pub(crate) fn selector(&mut self, number: u32) -> Term {
        match self.mode.open_holes() {
            Some(open_holes) => open_holes.selecting.selector(self.terms, number, self.step),
            None => Term::FALSE,
        }
    }

    pub(crate) fn note_used(
        &mut self,
        number: u32,
        selector: Term,
        result: Option<Term>,
        known: Term,
        class: Class,
    ) {
        let step = self.step;
        if let Some(open_holes) = self.mode.open_holes_mut() {
            open_holes.used.push(Used { number, step, selector, result, known, class });
        }
    }

    /// Evaluates what the program does not have. In the run the selector was false; what fails a check is then not allowed.
    pub(crate) fn hypothetically<T>(
        &mut self,
        selector: Term,
        evaluate: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        let in_hole = Value { term: selector, known: Term::FALSE };
        self.under(in_hole, |this| this.supposing(evaluate))
    }

    /// The selector cannot hold where the step at hand is executed.
    pub(crate) fn forbid(&mut self, selector: Term) {
        let not = self.terms.not(selector);
        self.contribution().facts.push(not);
    }

    /// What the step at hand has stored at a scalar place.
    pub(crate) fn stored(&self) -> Option<Value> {
        self.mode.open_holes()?.stored
    }

    pub(crate) fn set_stored(&mut self, stored: Option<Value>) {
        if let Some(open_holes) = self.mode.open_holes_mut() {
            open_holes.stored = stored;
        }
    }

    /// Contents that the run has seen are what they were; of others nothing is known.
    pub(crate) fn seen_or_unknown(&mut self, range: Range, known: Term, is_seen: bool) -> Value {
        if is_seen {
            return Value::constant(known);
        }
        Value { term: self.unknown("unset", Sort::Bits(8 * range.size)), known }
    }

    /// Opens what the step at hand returns from the library.
    fn open_received(&mut self) -> Result<(), EncodeError> {
        let Some(open_holes) = self.mode.open_holes() else { return Ok(()) };
        let Some(&number) = open_holes.holes.received.get(&self.step) else { return Ok(()) };
        if !open_holes.selecting.has(number, self.step) {
            return Ok(());
        }
        let [access] = self.trace.writes(self.current()) else { return Ok(()) };
        let range = range_of(access.cell);
        if access.cell.bits.is_some() || range.size > 8 {
            return Ok(());
        }
        let selector = self.selector(number);
        let mut havocked = Vec::new();
        self.select_range(range, selector, &mut havocked)?;
        let ty = crate::assignment::type_at(self.program, self.trace, range);
        let class = ty.map_or(Class::Other, |ty| self.class(ty));
        for open in havocked {
            self.note_used(number, selector, Some(open.variable), open.known, class);
            if let Some(stored) = self.stored() {
                let term = self.terms.ite(selector, open.variable, open.assigned);
                self.set_stored(Some(Value { term, ..stored }));
            }
        }
        Ok(())
    }
}

/// Evaluates the expression of the program, or another one in its place.
type Evaluate<'e, 'a> =
    dyn FnMut(&mut Encoder<'a>, &mut Scope, Option<&'a Expr>) -> Evaluated<Value> + 'e;
