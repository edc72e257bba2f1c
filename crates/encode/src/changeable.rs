//! The run of a program in which other expressions may stand in place of some: each with a selector, all at once.
//!
//! An expression is known by where it lies in the program, which is borrowed for as long as this is used. Where the selector of an offer holds, the value of the
//! expression is that of the other one in the state of that moment, or, for an offer without one, anything. What the expression itself demands (its checks) is then not
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
use crate::run::{Demand, SymbolicRun};
use crate::step::range_of;
use crate::storage::{Range, Value};

/// Something that may stand in place of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Offer<'p> {
    /// Offers of one number share their selector.
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
pub struct Offers<'p> {
    by_expr: FxHashMap<usize, Vec<Offer<'p>>>,
    pub(crate) guards: FxHashMap<Point, Vec<Guard<'p>>>,
    /// Assignments in place of others.
    pub(crate) assignments: FxHashMap<Point, Vec<(u32, &'p Place, &'p Expr)>>,
    /// By the step that returns from the library: what the caller receives may be anything.
    received: FxHashMap<u32, u32>,
}

/// Who chooses among the offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selecting<'s> {
    /// Each number has a selector, for all executions.
    Shared,
    /// Each number has a selector at each of these steps; nothing is offered at others.
    PerStep(&'s [bool]),
    /// This one is chosen, and no other: at all steps, or at one.
    Only(u32, Option<u32>),
}

impl<'p> Offers<'p> {
    pub fn add(&mut self, at: &'p Expr, offer: Offer<'p>) {
        let list = self.by_expr.entry(address(at)).or_default();
        if !list.iter().any(|known| known.number == offer.number) {
            list.push(offer);
        }
    }

    /// Is the number offered in place of the expression?
    pub fn has(&self, at: &Expr, number: u32) -> bool {
        let offers = self.by_expr.get(&address(at));
        offers.is_some_and(|offers| offers.iter().any(|offer| offer.number == number))
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
    pub(crate) fn offers(self, number: u32, step: u32) -> bool {
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

/// An offer where it was met.
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
    pub demand: Demand,
    pub stored: Option<Stored>,
    /// The run does not leave the trace right before the step.
    pub stays: Term,
}

/// What an encoder keeps while it walks.
#[derive(Clone, Debug)]
pub(crate) struct Offering<'p> {
    pub(crate) offers: &'p Offers<'p>,
    pub(crate) selecting: Selecting<'p>,
    used: Vec<Used>,
    pub(crate) regions: Vec<Region>,
    /// The step at hand is skipped.
    pub(crate) skipped: Option<Value>,
    /// What the step at hand stores at a scalar place.
    pub(crate) stored: Option<Value>,
}

impl Offering<'_> {
    pub(crate) fn note_stored(&mut self, value: Value) {
        self.stored = Some(value);
    }
}

impl<'a> Mode<'a> {
    pub(crate) fn offering(&self) -> Option<&Offering<'a>> {
        match self {
            Mode::Changeable(offering) => Some(offering),
            _ => None,
        }
    }

    pub(crate) fn offering_mut(&mut self) -> Option<&mut Offering<'a>> {
        match self {
            Mode::Changeable(offering) => Some(offering),
            _ => None,
        }
    }
}

impl SymbolicRun {
    /// The run with offers, its inputs as they were. `visit` is told of each step, and may end the walk.
    pub fn encode_changeable<'p>(
        program: &'p Program,
        trace: &'p ErrorTrace,
        terms: &'p mut Terms,
        offers: &'p Offers<'p>,
        selecting: Selecting<'p>,
        visit: &mut dyn FnMut(&mut Terms, ChangeableStep) -> ControlFlow<()>,
    ) -> Result<Changeable, EncodeError> {
        let history = History::of(trace);
        let mut encoder = Encoder::functions(program, trace, terms, Inputs::Fixed, history);
        let (used, regions) = (Vec::new(), Vec::new());
        let offering = Offering { offers, selecting, used, regions, skipped: None, stored: None };
        encoder.mode = Mode::Changeable(offering);
        let mut is_ended = false;
        for step in 0..trace.steps.len() {
            encoder.begin_step(step);
            let stays = encoder.begin_guarded();
            encoder.set_stored(None);
            encoder.run_step()?;
            encoder.end_guarded();
            encoder.assign_instead();
            encoder.open_received()?;
            let demand = Demand::of(encoder.terms, &encoder.generated.contributions[step]);
            let stored = encoder.stored();
            let stored = stored.map(|value| Stored { value: value.term, known: value.known });
            let visited = ChangeableStep { step: step as u32, demand, stored, stays };
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
            Mode::Changeable(offering) => offering.used,
            _ => Vec::new(),
        };
        Ok(Changeable { used, check })
    }
}

impl<'a> Encoder<'a> {
    /// What may stand in place of an expression at the step at hand.
    pub(crate) fn offers_at(&self, expr: &Expr) -> Option<Vec<Offer<'a>>> {
        let Offering { offers, selecting, .. } = self.mode.offering()?;
        let list = offers.by_expr.get(&address(expr))?.iter();
        let open = list.filter(|offer| selecting.offers(offer.number, self.step)).copied();
        let open: Vec<Offer<'a>> = open.collect();
        (!open.is_empty()).then_some(open)
    }

    pub(crate) fn offered_value(
        &mut self,
        offers: &[Offer<'a>],
        expr: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        let class = self.class(expr.ty);
        let sort = Sort::Bits(class.width());
        self.offered(offers, sort, class, scope, &mut |this, scope, with| match with {
            Some(with) => this.expr(with, scope),
            None => whydunit_semantics::expr(this, expr, scope),
        })
    }

    pub(crate) fn offered_condition(
        &mut self,
        offers: &[Offer<'a>],
        expr: &Expr,
        scope: &mut Scope,
    ) -> Evaluated<Value> {
        self.offered(offers, Sort::Bool, Class::Bool, scope, &mut |this, scope, with| match with {
            Some(with) => this.condition(with, scope),
            None => whydunit_semantics::condition(this, expr, scope),
        })
    }

    /// The value of an expression that others may stand in place of. `evaluate` without another expression evaluates the one of the program.
    fn offered(
        &mut self,
        offers: &[Offer<'a>],
        sort: Sort,
        class: Class,
        scope: &mut Scope,
        evaluate: &mut Evaluate<'_, 'a>,
    ) -> Evaluated<Value> {
        let mut chosen: Vec<(Term, Term)> = Vec::with_capacity(offers.len());
        let mut open: Vec<(u32, Term, Term)> = Vec::new();
        for offer in offers {
            let selector = self.selector(offer.number);
            let Some(with) = offer.with else {
                // Any value in place of what fails would only say that it is not to be evaluated.
                if !self.is_last() {
                    let result = self.terms.fresh("ndRes", sort);
                    open.push((offer.number, selector, result));
                    chosen.push((selector, result));
                }
                continue;
            };
            self.note_used(offer.number, selector, None, Term::FALSE, class);
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
        match self.mode.offering() {
            Some(offering) => offering.selecting.selector(self.terms, number, self.step),
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
        if let Some(offering) = self.mode.offering_mut() {
            offering.used.push(Used { number, step, selector, result, known, class });
        }
    }

    /// Evaluates what the program does not have. In the run the selector was false; what fails a check is then not allowed.
    pub(crate) fn hypothetically<T>(
        &mut self,
        selector: Term,
        evaluate: impl FnOnce(&mut Self) -> Evaluated<T>,
    ) -> Evaluated<T> {
        let offered = Value { term: selector, known: Term::FALSE };
        self.under(offered, |this| this.supposing(evaluate))
    }

    /// The selector cannot hold where the step at hand is executed.
    pub(crate) fn forbid(&mut self, selector: Term) {
        let not = self.terms.not(selector);
        self.contribution().facts.push(not);
    }

    /// What the step at hand has stored at a scalar place.
    pub(crate) fn stored(&self) -> Option<Value> {
        self.mode.offering()?.stored
    }

    pub(crate) fn set_stored(&mut self, stored: Option<Value>) {
        if let Some(offering) = self.mode.offering_mut() {
            offering.stored = stored;
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
        let Some(offering) = self.mode.offering() else { return Ok(()) };
        let Some(&number) = offering.offers.received.get(&self.step) else { return Ok(()) };
        if !offering.selecting.offers(number, self.step) {
            return Ok(());
        }
        let [access] = self.trace.writes(self.current()) else { return Ok(()) };
        let range = range_of(access.cell);
        if access.cell.bits.is_some() || range.size > 8 {
            return Ok(());
        }
        let selector = self.selector(number);
        let mut opened = Vec::new();
        self.select_range(range, selector, &mut opened)?;
        let ty = crate::assignment::type_at(self.program, self.trace, range);
        let class = ty.map_or(Class::Other, |ty| self.class(ty));
        for open in opened {
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
