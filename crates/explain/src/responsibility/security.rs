//! What inputs from outside have to do with a failure: first for the program, by search, else along the path of the run, by the solver (fault localization and relevance analysis, section 5).
//!
//! # Question
//!
//! Can whoever sends this input decide whether the program fails?
//!
//! # Definition
//!
//! An input is *external* if someone outside of the program chooses it: nondeterministic calls, functions without a body, what the system answers (the time, the environment, whether there is a file), parameters, arguments, standard input, `havoc` in Boogie. Addresses are not sent by anybody and are left out. Random numbers (`rand`) are inputs that nobody chooses.
//!
//! With `B` the inputs before it and `L` those after it, an input *decides* iff there are a `B`, a value `f` with which the program fails for *every* `L` that no contract or assumption excludes, and a value `p` with which, after the same `B`, it does not fail for *some* `L`. For the program
//! (`crates/scope/src/security.rs`), `B` is as in the run, and every path counts; along the path of the run (this file), `B` may be any inputs that lead along it.
//!
//! # Guarantees
//!
//! For the program, a value is sure when the search, within its bounds, finds nothing that avoids the failure with it, in a copy of the program in which to avoid the failure is a failure. Both values are shown by runs of the program itself: *y = 2 fails, y = 0 does
//! not*, *y = 0 fails at line 9 instead*, *with y = 0 it never ends* (a state of the run comes back). A value that a contract or an assumption excludes avoids nothing. Where the search has no answer in time, the path is asked, and its values are run.
//! What is neither is `unknown`, with a reason: that a search ended at its bounds is one. If the search has decided that no input decides: *Not attacker-controlled.*
//!
//! The arguments as a whole, their number and their lengths, standard input with its end, and texts that the system answers are inputs, too: *without arguments it fails, with the argument "a" it does not*, *getenv#1 = NULL fails, "a" does not*. They are asked about where none of their bytes decides.
//!
//! # Cost
//!
//! For the program, two bounded searches for each input that is asked about. Along the path, nothing before an input that can end the run by itself is sure; of the rest, mostly the run's own `B` answers it, with the run's value or another plain
//! one for `f`. Only what is left is asked with everything open, as an exists-forall question.
//!
//! # Example
//!
//! ```console
//! $ whydunit explain tests/papers/input_decides_alone.c
//! ```
//!
//! The joined explanation asks this by default, and so do `relevance` and `branch-relevance`. In JSON it is `security`.

use rustc_hash::FxHashMap;
use whydunit_claim::{Blocked, InputPower, Power};
use whydunit_encode::{InputVariable, Inputs};
use whydunit_program::Program;
use whydunit_solver::{
    Answer, Budget, Embedded, ExistsForall, Reason, Solve, Verdict as Decided, exists_forall,
};
use whydunit_term::{Evaluator, Model, Substitution, Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::limits::MOST_SPOILING;
use crate::model::ExplainError;
use crate::responsibility::candidates;
use crate::responsibility::ground::{Ground, Side};
use crate::responsibility::obligation::{Item, Kind, first_failing, some_fails};
use crate::responsibility::question::budget_of_question;

/// The power of each input from outside, ascending. Addresses are not sent by anybody and are left out.
pub fn input_powers(
    program: &Program,
    trace: &ErrorTrace,
    terms: &mut Terms,
    budget: &Budget,
) -> Result<Vec<InputPower>, ExplainError> {
    let ground = Ground::new(program, trace, terms, Inputs::Free, budget);
    let mut ground = match ground {
        Err(ExplainError::Encode(error)) if error.is_given_up => {
            return Ok(unknown_powers(trace, budget));
        }
        ground => ground?,
    };
    let mut items = Vec::new();
    for step in 0..ground.run.len() {
        items.extend(Item::of(trace, step, ground.run.obligation(step)));
    }
    items.push(Item::end(ground.terms, ground.run.len(), ground.run.check));
    let inputs = ground.run.inputs.clone();
    let spoiled = spoiled_before(&mut ground, &items);
    let is_external =
        |input: &InputVariable| trace.inputs[input.record as usize].origin.is_external();
    let mut powers = Vec::new();
    for (position, &input) in inputs.iter().enumerate() {
        if !is_external(&input) {
            continue;
        }
        let power = match ground.budget.exceeded() {
            Some(reason) => Power::Unknown(reason.to_string()),
            None if input.record < spoiled => Power::DoesNotDecide,
            None => {
                let mut inquiry = Inquiry::new(&mut ground, &items, &inputs[position + 1..], input);
                inquiry
                    .power(&mut ground)
                    .unwrap_or_else(|reason| Power::Unknown(reason.to_string()))
            }
        };
        powers.push(InputPower { record: input.record, power });
    }
    Ok(powers)
}

/// Nothing is known: the budget ended before the run was a formula.
fn unknown_powers(trace: &ErrorTrace, budget: &Budget) -> Vec<InputPower> {
    let why = budget.exceeded().unwrap_or(Reason::Time).to_string();
    let external = (0..).zip(&trace.inputs).filter(|(_, record)| record.origin.is_external());
    external.map(|(record, _)| InputPower { record, power: Power::Unknown(why.clone()) }).collect()
}

/// Inputs before this record are sure of nothing: something that is demanded, and that later inputs alone decide, need not hold.
fn spoiled_before(ground: &mut Ground<'_>, items: &[Item]) -> u32 {
    // What an assumption excludes spoils nothing.
    if items.iter().any(|item| matches!(item.kind, Kind::Limit | Kind::Assumption)) {
        return 0;
    }
    let roots: Vec<Term> = items.iter().map(|item| item.term).collect();
    let own: FxHashMap<Term, u32> =
        ground.run.inputs.iter().map(|input| (input.variable, input.record)).collect();
    let mut earliest: FxHashMap<Term, u32> = FxHashMap::default();
    for term in ground.terms.post_order(&roots) {
        let below = ground.terms.children(term).iter().map(|child| earliest[child]);
        let record = below.chain(own.get(&term).copied()).min().unwrap_or(u32::MAX);
        earliest.insert(term, record);
    }
    let mut latest_first: Vec<(u32, Term)> = roots
        .iter()
        .map(|root| (earliest[root], *root))
        .filter(|&(record, _)| record > 0 && record < u32::MAX)
        .collect();
    latest_first.sort_by(|a, b| b.cmp(a));
    let mut solver = Embedded::new();
    for condition in ground.conditions_on_inputs(Side::Chosen) {
        solver.assert(ground.terms, condition);
    }
    let budget = budget_of_question(ground);
    for (record, term) in latest_first.into_iter().take(MOST_SPOILING) {
        let broken = ground.terms.not(term);
        if solver.decide(ground.terms, &[broken], &budget) == Decided::Sat {
            return record;
        }
    }
    0
}

/// A value that avoids the failure, and the later inputs that it takes where they are not those of the run.
struct Passing {
    value: u128,
    after: Vec<(u32, u64)>,
}

/// One input.
struct Inquiry<'i> {
    input: InputVariable,
    later: &'i [InputVariable],
    /// What the inputs before decide: it holds in every execution that gets here and fails.
    before: Vec<Term>,
    /// What this input and later ones have a say in.
    rest: Vec<Item>,
    budget: Budget,
}

impl<'i> Inquiry<'i> {
    fn new(
        ground: &mut Ground<'_>,
        items: &[Item],
        later: &'i [InputVariable],
        input: InputVariable,
    ) -> Inquiry<'i> {
        let (mut before, mut rest) = (Vec::new(), Vec::new());
        for &item in items {
            if ground.dependence.is_settled(ground.terms, item.term, input.record) {
                before.push(item.term);
            } else {
                rest.push(item);
            }
        }
        Inquiry { input, later, before, rest, budget: budget_of_question(ground) }
    }

    fn power(&mut self, ground: &mut Ground<'_>) -> Result<Power, Reason> {
        let rest: Vec<Term> = self.rest.iter().map(|item| item.term).collect();
        if !ground.terms.variables(&rest).contains(&self.input.variable) {
            return Ok(Power::DoesNotDecide);
        }
        let known = ground.known.clone();
        for value in self.plain(ground) {
            if self.is_sure(ground, &known, value)? {
                match self.passing(ground, &known)? {
                    Some(passing) => return Ok(decides(Vec::new(), value, passing)),
                    // After this beginning everything fails.
                    None => break,
                }
            }
        }
        self.with_other_beginning(ground)
    }

    /// The run's value, then others that are plain.
    fn plain(&self, ground: &Ground<'_>) -> Vec<u128> {
        let ty = ground.trace.inputs[self.input.record as usize].ty;
        let width = ground.terms.width(self.input.variable);
        let known = ground.terms.value(self.input.known).unwrap_or(0);
        let others = (0..candidates::COUNT).map(|number| {
            candidates::value((ground.program, ground.trace), Some(ty), width, known, number)
        });
        std::iter::once(known).chain(others).collect()
    }

    /// Does a value lead to the failure whatever comes later, after inputs that are given?
    fn is_sure(
        &self,
        ground: &mut Ground<'_>,
        before: &Model,
        value: u128,
    ) -> Result<bool, Reason> {
        let mut given = self.given(ground, before);
        let constant = ground.terms.constant(ground.terms.sort(self.input.variable), value);
        given.insert(ground.terms, self.input.variable, constant);
        let items = self.renamed(ground, &mut given);
        let all: Vec<Term> = items.iter().map(|item| item.term).collect();
        let fails = ground.terms.and(&all);
        if fails == Term::TRUE {
            return Ok(true);
        }
        let mut solver = self.solver(ground, Side::Answering);
        let escapes = some_fails(ground.terms, &items, is_no_assumption);
        match solver.decide(ground.terms, &[escapes], &self.budget) {
            Decided::Sat => return Ok(false),
            Decided::Unsat(_) => {}
            Decided::Unknown(reason) => return Err(reason),
        }
        // Where assumptions exclude all that comes, nothing fails.
        match solver.decide(ground.terms, &[fails], &self.budget) {
            Decided::Sat => Ok(true),
            Decided::Unsat(_) => Ok(false),
            Decided::Unknown(reason) => Err(reason),
        }
    }

    /// How to avoid the failure after inputs that are given.
    fn passing(&self, ground: &mut Ground<'_>, before: &Model) -> Result<Option<Passing>, Reason> {
        let mut fallback = None;
        for value in self.plain(ground) {
            let mut model = before.clone();
            model.set_term(ground.terms, self.input.variable, value);
            let mut evaluator = Evaluator::new(&model);
            let block = first_failing(ground.trace, ground.terms, &mut evaluator, &self.rest);
            match block.map(|block| block.how) {
                None | Some(Blocked::Assumption) => {}
                // Another failure avoids this one, but is not the best example.
                Some(Blocked::OtherFailure) => fallback = fallback.or(Some(value)),
                Some(_) => return Ok(Some(Passing { value, after: Vec::new() })),
            }
        }
        if let Some(value) = fallback {
            return Ok(Some(Passing { value, after: Vec::new() }));
        }
        let mut given = self.given(ground, before);
        let items = self.renamed(ground, &mut given);
        let escapes = some_fails(ground.terms, &items, is_way_out);
        let mut solver = self.solver(ground, Side::Chosen);
        let domain = domain(ground, self.input, self.input.variable, Side::Chosen);
        let found = self.near_run(ground, &mut solver, &[domain, escapes])?;
        Ok(found.map(|model| {
            let value = ground.terms.symbol(self.input.variable).map(|symbol| model.get(symbol));
            Passing { value: value.unwrap_or(0), after: self.differences(ground, &model) }
        }))
    }

    /// A solver that knows what the later inputs can be.
    fn solver(&self, ground: &mut Ground<'_>, side: Side) -> Embedded {
        let mut solver = Embedded::new();
        for &input in self.later {
            let domain = domain(ground, input, input.variable, side);
            solver.assert(ground.terms, domain);
        }
        solver
    }

    /// A model with the run's later inputs, or the run's value, if there is one.
    fn near_run(
        &self,
        ground: &mut Ground<'_>,
        solver: &mut Embedded,
        conditions: &[Term],
    ) -> Result<Option<Model>, Reason> {
        let mut pinned = conditions.to_vec();
        for input in self.later {
            pinned.push(ground.terms.eq(input.variable, input.known));
        }
        let mut own = conditions.to_vec();
        own.push(ground.terms.eq(self.input.variable, self.input.known));
        for all in [&pinned[..], &own[..], conditions] {
            match solver.check(ground.terms, all, &self.budget) {
                Answer::Sat(model) => return Ok(Some(model)),
                Answer::Unsat(_) => {}
                Answer::Unknown(reason) => return Err(reason),
            }
        }
        Ok(None)
    }

    /// Puts values in place of the inputs before.
    fn given(&self, ground: &mut Ground<'_>, before: &Model) -> Substitution {
        let mut given = Substitution::new();
        let inputs = ground.run.inputs.iter().filter(|input| input.record < self.input.record);
        let variables = inputs.map(|input| input.variable);
        let unset = ground.run.unset.iter().map(|unset| unset.variable);
        for variable in variables.chain(unset) {
            let Some(symbol) = ground.terms.symbol(variable) else { continue };
            let value = ground.terms.constant(ground.terms.sort(variable), before.get(symbol));
            given.insert(ground.terms, variable, value);
        }
        given
    }

    fn renamed(&self, ground: &mut Ground<'_>, renaming: &mut Substitution) -> Vec<Item> {
        self.rest.iter().map(|item| item.renamed(ground.terms, renaming)).collect()
    }

    /// With some later inputs the failing value fails: assumptions do not exclude all of them.
    fn failing_execution(&self, ground: &mut Ground<'_>) -> Vec<Term> {
        let mut some = Substitution::new();
        let mut conditions = Vec::new();
        for &input in self.later {
            let copy = ground.terms.fresh("failing", ground.terms.sort(input.variable));
            some.insert(ground.terms, input.variable, copy);
            conditions.push(domain(ground, input, copy, Side::Chosen));
        }
        conditions.extend(self.renamed(ground, &mut some).iter().map(|item| item.term));
        conditions
    }

    /// Later inputs of a model that differ from the run.
    fn differences(&self, ground: &Ground<'_>, model: &Model) -> Vec<(u32, u64)> {
        let mut list = ground.differences(model);
        list.retain(|&(record, _)| record > self.input.record);
        list
    }

    /// Asks with the inputs before open as well. The later inputs of the passing execution keep their names; those that
    /// the failing value has to withstand are renamed.
    fn with_other_beginning(&mut self, ground: &mut Ground<'_>) -> Result<Power, Reason> {
        let mut passing_value = Substitution::new();
        let passing = ground.terms.fresh("passing", ground.terms.sort(self.input.variable));
        passing_value.insert(ground.terms, self.input.variable, passing);
        let passing_items = self.renamed(ground, &mut passing_value);
        let mut conditions = ground.conditions_on_inputs(Side::Chosen);
        conditions.extend(&self.before);
        conditions.push(domain(ground, self.input, passing, Side::Chosen));
        conditions.push(some_fails(ground.terms, &passing_items, is_way_out));
        if !self.rest.iter().all(is_no_assumption) {
            conditions.extend(self.failing_execution(ground));
        }
        let mut answering = Substitution::new();
        let mut answers = Vec::new();
        let mut premises = Vec::new();
        for &input in self.later {
            let copy = ground.terms.fresh("later", ground.terms.sort(input.variable));
            answering.insert(ground.terms, input.variable, copy);
            answers.push(copy);
            premises.push(domain(ground, input, copy, Side::Answering));
        }
        let items = self.renamed(ground, &mut answering);
        let strict = self.decide(ground, &conditions, &premises, &items, &answers);
        let has_limits = items.iter().any(|item| item.kind == Kind::Limit);
        let (limits, obligations): (Vec<Item>, Vec<Item>) =
            items.into_iter().partition(|item| item.kind == Kind::Limit);
        match strict {
            ExistsForall::Witness(model) => self.described(ground, &model, passing),
            ExistsForall::Unknown { reason, .. } => Err(reason),
            ExistsForall::Impossible if !has_limits => Ok(Power::DoesNotDecide),
            // It may be that only what is followed of later inputs ends too early.
            ExistsForall::Impossible => {
                premises.extend(limits.iter().map(|item| item.term));
                match self.decide(ground, &conditions, &premises, &obligations, &answers) {
                    ExistsForall::Impossible => Ok(Power::DoesNotDecide),
                    ExistsForall::Unknown { reason, .. } => Err(reason),
                    ExistsForall::Witness(_) => {
                        Ok(Power::Unknown("later integers may be too large to be followed".into()))
                    }
                }
            }
        }
    }

    /// Do the conditions hold for some choice such that, whatever the answers are, the premises entail all items?
    fn decide(
        &self,
        ground: &mut Ground<'_>,
        conditions: &[Term],
        premises: &[Term],
        items: &[Item],
        answers: &[Term],
    ) -> ExistsForall {
        let premise = ground.terms.and(premises);
        let escapes = some_fails(ground.terms, items, is_no_assumption);
        let stays = ground.terms.not(escapes);
        let mut formula = conditions.to_vec();
        formula.push(ground.terms.implies(premise, stays));
        let formula = ground.terms.and(&formula);
        let (mut proposer, mut verifier) = (Embedded::new(), Embedded::new());
        exists_forall(&mut proposer, &mut verifier, ground.terms, answers, formula, &self.budget)
    }

    fn described(
        &self,
        ground: &mut Ground<'_>,
        model: &Model,
        passing: Term,
    ) -> Result<Power, Reason> {
        let mut complete = ground.known.clone();
        for (symbol, value) in model.iter() {
            complete.set(symbol, value);
        }
        let value = |terms: &Terms, variable| match terms.symbol(variable) {
            Some(symbol) => complete.get(symbol),
            None => 0,
        };
        let mut failing = value(ground.terms, self.input.variable);
        let mut before = ground.differences(&complete);
        before.retain(|&(record, _)| record < self.input.record);
        for value in self.plain(ground) {
            if self.is_sure(ground, &complete, value)? {
                failing = value;
                break;
            }
        }
        let passing = match self.passing(ground, &self.with_run_later(ground, &complete))? {
            Some(found) => found,
            None => Passing {
                value: value(ground.terms, passing),
                after: self.differences(ground, &complete),
            },
        };
        Ok(decides(before, failing, passing))
    }

    /// The inputs before as in a model, the later ones as in the run.
    fn with_run_later(&self, ground: &Ground<'_>, model: &Model) -> Model {
        let mut mixed = model.clone();
        for input in self.later {
            let known = ground.terms.value(input.known).unwrap_or(0);
            mixed.set_term(ground.terms, input.variable, known);
        }
        mixed
    }
}

/// What breaks an assumption is excluded: it neither fails nor avoids anything.
fn is_no_assumption(item: &Item) -> bool {
    item.kind != Kind::Assumption
}

/// An execution that does not fail here, and is one of the program's and ours.
fn is_way_out(item: &Item) -> bool {
    !matches!(item.kind, Kind::Assumption | Kind::Limit)
}

/// What an input can be; `variable` stands for it.
fn domain(ground: &mut Ground<'_>, input: InputVariable, variable: Term, side: Side) -> Term {
    let ty = ground.trace.inputs[input.record as usize].ty;
    ground.domain(variable, Some(ty), side)
}

fn decides(before: Vec<(u32, u64)>, failing: u128, passing: Passing) -> Power {
    let Passing { value, after } = passing;
    Power::Decides { before, failing: failing as u64, passing: value as u64, after }
}
