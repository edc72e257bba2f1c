//! Relevance asked of the solver: where no value that was tried tells.
//!
//! With `E(I)` the failing executions and `F(I, v)` what the steps after an assignment demand when it assigns `v` (and that the check is violated), the
//! question is whether there are `I` and `v` with `E(I)` such that `F` fails for all inputs after the assignment. Where what has changed does
//! not depend on later inputs this is one question of satisfiability. Otherwise later inputs answer: first a few values in the run itself and a few
//! ways in which a later input can make up for the other value are tried, then counterexamples guide the search.

use whydunit_claim::{Blocked, Grounds, Verdict, Witness};
use whydunit_encode::{Assignment, Choice, Havocked, Range, Replaced, StepObligation, type_at};
use whydunit_interp::Cell;
use whydunit_program::{CheckKind, TypeId};
use whydunit_solver::{
    Answer, Budget, Embedded, ExistsForall, Solve, Verdict as Decided, exists_forall,
};
use whydunit_term::{Evaluator, Model, Op, Substitution, Term};

use crate::limits::{MOST_COMPENSATING, MOST_PINNED, QUESTION_CONFLICTS};
use crate::responsibility::candidates;
use crate::responsibility::ground::{Ground, Side};
use crate::responsibility::relevance::{label, replaced_cells};
use crate::responsibility::trial::Block;

/// What the steps after an assignment demand, apart by whether later inputs have a say.
struct Rest {
    /// New demands, in order.
    changed: Vec<(u32, StepObligation)>,
    /// Conditions that the inputs up to the assignment decide.
    settled: Vec<Term>,
    facts: Vec<Term>,
    /// Conditions that later inputs have a say in, changed or not.
    open: Vec<Term>,
    limits: Vec<Term>,
    open_limits: Vec<Term>,
    /// Has anything changed that later inputs have a say in?
    is_open: bool,
}

pub(super) fn decide(
    ground: &mut Ground<'_>,
    solver: &mut Option<Embedded>,
    assignment: &Assignment,
    replaced: &Replaced,
) -> Verdict {
    decide_among(ground, solver, assignment, replaced, &[])
}

/// As [`decide`], for values that meet further conditions.
pub(super) fn decide_among(
    ground: &mut Ground<'_>,
    solver: &mut Option<Embedded>,
    assignment: &Assignment,
    replaced: &Replaced,
    further: &[Term],
) -> Verdict {
    if replaced.obligations.is_empty() && replaced.check == ground.run.check {
        if ground.trace.failure.kind == CheckKind::Uninit && replaced.reaches_check {
            // A result that was never returned, a variable that begins anew: not all that lacks a value is followed.
            return Verdict::Unknown("whether it would have had a value is not followed".into());
        }
        let grounds = if replaced.is_observed { Grounds::Excluded } else { Grounds::NotObserved };
        return Verdict::Irrelevant(grounds);
    }
    let horizon = ground.horizon(assignment);
    let ty = ground.type_of(assignment);
    let mut conditions = further.to_vec();
    for havocked in &replaced.havocked {
        let ty = ty.or_else(|| type_at(ground.program, ground.trace, havocked.range));
        conditions.push(ground.domain(havocked.variable, ty, Side::Chosen));
    }
    for state in &replaced.state {
        conditions.push(ground.domain_at(state.variable, state.range, Side::Chosen));
    }
    let rest = rest(ground, assignment, replaced, horizon);
    let budget = budget_of_question(ground);
    let solver = solver.get_or_insert_with(|| ground.solver());
    let goes_on = ground.terms.and(&rest.settled);
    conditions.extend(&rest.limits);
    if let Some(counts) = leads_as_counted(ground, replaced) {
        if counts == Term::FALSE {
            return Verdict::Irrelevant(Grounds::Excluded);
        }
        conditions.push(counts);
    }
    conditions.push(ground.terms.not(goes_on));
    match solver.check(ground.terms, &conditions, &budget) {
        Answer::Unsat(_) => {}
        Answer::Unknown(reason) => return Verdict::unknown(&reason),
        Answer::Sat(model) => {
            let near = few_differences(ground, solver, replaced, &conditions, &budget);
            let model = nicer(ground, solver, &rest, &near, &budget).unwrap_or(model);
            let witness = witness(ground, assignment, replaced, &rest.changed, &model);
            return Verdict::Relevant(Box::new(witness));
        }
    }
    if !rest.is_open {
        return Verdict::Irrelevant(Grounds::Excluded);
    }
    conditions.pop();
    whatever_comes(ground, solver, assignment, replaced, &rest, &conditions, &budget)
}

/// That what the execution breaks first is something that counts; nothing where all does. What has not changed holds in every failing execution.
fn leads_as_counted(ground: &mut Ground<'_>, replaced: &Replaced) -> Option<Term> {
    if ground.counting.counts(Blocked::OtherFailure) {
        return None;
    }
    let terms = &mut *ground.terms;
    let mut leads = replaced.check;
    for &(_, obligation) in replaced.obligations.iter().rev() {
        let other = terms.not(obligation.decision);
        let goes_on = terms.and(&[obligation.decision, leads]);
        let along = terms.or(&[other, goes_on]);
        let along = terms.and(&[obligation.facts, along]);
        let ways = terms.or(&[obligation.own, along]);
        leads = terms.and(&[obligation.limits, ways]);
    }
    Some(leads)
}

/// That no execution of the rest fails, as conditions on what comes before; `None` where later inputs have a say in it.
pub(super) fn leads_away(
    ground: &mut Ground<'_>,
    assignment: &Assignment,
    replaced: &Replaced,
) -> Option<Vec<Term>> {
    let horizon = ground.horizon(assignment);
    let rest = rest(ground, assignment, replaced, horizon);
    if rest.is_open {
        return None;
    }
    let goes_on = ground.terms.and(&rest.settled);
    let mut conditions = rest.limits;
    conditions.push(ground.terms.not(goes_on));
    Some(conditions)
}

pub(super) fn budget_of_question(ground: &Ground<'_>) -> Budget {
    Budget { conflicts: Some(QUESTION_CONFLICTS), ..ground.budget.clone() }
}

fn rest(
    ground: &mut Ground<'_>,
    assignment: &Assignment,
    replaced: &Replaced,
    horizon: u32,
) -> Rest {
    let mut rest = Rest {
        changed: replaced.obligations.clone(),
        settled: Vec::new(),
        facts: Vec::new(),
        open: Vec::new(),
        limits: Vec::new(),
        open_limits: Vec::new(),
        is_open: false,
    };
    let mut changed = replaced.obligations.iter().peekable();
    let first = assignment.step as usize + usize::from(assignment.input.is_none());
    for step in first..ground.run.len() {
        let (obligation, is_changed) = match changed.next_if(|(index, _)| *index as usize == step) {
            Some(&(_, obligation)) => (obligation, true),
            None => (ground.run.obligation(step), false),
        };
        let mut place = |term: Term, is_limit: bool, is_fact: bool| {
            if term == Term::TRUE {
                return;
            }
            let is_settled = ground.dependence.is_settled(ground.terms, term, horizon);
            match (is_settled, is_limit) {
                (true, false) if is_changed => rest.settled.push(term),
                (true, true) if is_changed => rest.limits.push(term),
                // What has not changed and is decided before holds in every failing execution.
                (true, _) => {}
                (false, true) => rest.open_limits.push(term),
                (false, false) => {
                    rest.open.push(term);
                    rest.is_open |= is_changed;
                }
            }
            if is_changed && is_fact {
                rest.facts.push(term);
            }
        };
        place(obligation.facts, false, true);
        place(obligation.decision, false, false);
        place(obligation.limits, true, false);
    }
    let fails = ground.terms.not(replaced.check);
    if ground.dependence.is_settled(ground.terms, fails, horizon) {
        if replaced.check != ground.run.check {
            rest.settled.push(fails);
        }
    } else {
        rest.open.push(fails);
        rest.is_open |= replaced.check != ground.run.check;
    }
    rest
}

/// Contents of a state that differ from the run.
fn contents(ground: &Ground<'_>, replaced: &Replaced, model: &Model) -> Vec<(Cell, u64)> {
    let state = ground.run.state.iter().chain(&replaced.state);
    let differing = state.filter_map(|state| {
        let symbol = ground.terms.symbol(state.variable)?;
        let value = model.contains(symbol).then(|| model.get(symbol))?;
        let is_other = ground.terms.value(state.known) != Some(value);
        is_other.then_some((whydunit_encode::cell_of(state.range)?, value as u64))
    });
    differing.collect()
}

/// The conditions, which can be met, and that as much of the state as possible is that of the run.
fn few_differences(
    ground: &mut Ground<'_>,
    solver: &mut Embedded,
    replaced: &Replaced,
    conditions: &[Term],
    budget: &Budget,
) -> Vec<Term> {
    let mut all = conditions.to_vec();
    let state = ground.run.state.iter().chain(&replaced.state).take(MOST_PINNED);
    let state: Vec<(Term, Term)> = state.map(|state| (state.variable, state.known)).collect();
    for (variable, known) in state {
        all.push(ground.terms.eq(variable, known));
        if !matches!(solver.decide(ground.terms, &all, budget), Decided::Sat) {
            all.pop();
        }
    }
    all
}

/// A witness that is easier to read: with the run's own inputs, and without another failure of the program, if there is one.
fn nicer(
    ground: &mut Ground<'_>,
    solver: &mut Embedded,
    rest: &Rest,
    conditions: &[Term],
    budget: &Budget,
) -> Option<Model> {
    let mut pinned = Vec::new();
    if ground.run.inputs.len() <= MOST_PINNED {
        for input in &ground.run.inputs {
            pinned.push(ground.terms.eq(input.variable, input.known));
        }
    }
    for preferences in [[&pinned[..], &rest.facts[..]], [&[], &rest.facts[..]], [&pinned[..], &[]]]
    {
        let all: Vec<Term> =
            conditions.iter().chain(preferences.into_iter().flatten()).copied().collect();
        if let Answer::Sat(model) = solver.check(ground.terms, &all, budget) {
            return Some(model);
        }
    }
    None
}

fn witness(
    ground: &mut Ground<'_>,
    assignment: &Assignment,
    replaced: &Replaced,
    changed: &[(u32, StepObligation)],
    model: &Model,
) -> Witness {
    let execution = ground.differences(model);
    let mut evaluator = Evaluator::new(model);
    let mut block = Block::check_passes(ground.trace);
    for &(step, obligation) in changed {
        let facts = evaluator.value(ground.terms, obligation.facts);
        let decision = evaluator.value(ground.terms, obligation.decision);
        if facts != Some(1) || decision != Some(1) {
            let (trace, unions) = (ground.trace, ground.run.unions());
            block = Block::of(trace, unions, step, &obligation, ground.terms, &mut evaluator);
            break;
        }
    }
    let mut values: Vec<_> = replaced
        .havocked
        .iter()
        .map(|havocked| (*havocked, evaluator.value(ground.terms, havocked.variable).unwrap_or(0)))
        .collect();
    if let [(havocked, value)] = values.as_mut_slice() {
        settle_address(ground, &replaced.stored, model, havocked, *value);
    }
    let horizon = ground.horizon(assignment);
    let continuation = execution.iter().filter(|(record, _)| *record >= horizon).copied().collect();
    Witness {
        label: Some(label(assignment)),
        replaced: replaced_cells(assignment, &values),
        execution,
        state: contents(ground, replaced, model),
        continuation,
        is_sure: true,
        blocked_at: block.step,
        blocked: block.how,
    }
}

/// Which cell does the step set in an execution where an address decides? The one that depends on what is set.
pub(super) fn settle_address(
    ground: &Ground<'_>,
    stored: &[(Range, Term)],
    model: &Model,
    havocked: &mut Havocked,
    value: u128,
) {
    let mut other = model.clone();
    other.set_term(ground.terms, havocked.variable, value ^ 1);
    let (mut with, mut without) = (Evaluator::new(model), Evaluator::new(&other));
    let set = stored
        .iter()
        .find(|&&(_, term)| with.value(ground.terms, term) != without.value(ground.terms, term));
    if let Some(&(range, _)) = set {
        havocked.range = range;
    }
}

/// The failing executions and what answers them: is there a choice that no later input makes up for?
fn whatever_comes(
    ground: &mut Ground<'_>,
    solver: &mut Embedded,
    assignment: &Assignment,
    replaced: &Replaced,
    rest: &Rest,
    conditions: &[Term],
    budget: &Budget,
) -> Verdict {
    let horizon = ground.horizon(assignment);
    let later = later_inputs(ground, replaced, horizon);
    // Later inputs as they answer; those of the failing execution keep their names.
    let mut renaming = Substitution::new();
    let mut answers = Vec::new();
    let mut fails = Vec::new();
    for later in &later {
        let copy = ground.terms.fresh("later", ground.terms.sort(later.variable));
        renaming.insert(ground.terms, later.variable, copy);
        answers.push(copy);
        fails.push(ground.domain(copy, Some(later.ty), Side::Answering));
    }
    for &term in rest.settled.iter().chain(&rest.open).chain(&rest.open_limits) {
        fails.push(renaming.apply(ground.terms, term));
    }
    let fails = ground.terms.and(&fails);
    let ty = ground.type_of(assignment);
    for model in withstood_in_run(ground, replaced, ty, horizon, fails, budget) {
        let mut evaluator = Evaluator::new(&model);
        if conditions.iter().any(|&it| evaluator.value(ground.terms, it) != Some(1)) {
            continue;
        }
        let witness = witness(ground, assignment, replaced, &rest.changed, &model);
        return Verdict::Relevant(Box::new(witness));
    }
    if is_compensated(
        ground,
        solver,
        assignment,
        replaced,
        (&later, &answers),
        fails,
        conditions,
        budget,
    ) {
        return Verdict::Irrelevant(Grounds::Excluded);
    }
    let mut all = ground.executions();
    all.extend(conditions);
    all.push(ground.terms.not(fails));
    let formula = ground.terms.and(&all);
    let (mut proposer, mut verifier) = (Embedded::new(), Embedded::new());
    let found =
        exists_forall(&mut proposer, &mut verifier, ground.terms, &answers, formula, budget);
    match found {
        ExistsForall::Witness(model) => {
            let witness = witness(ground, assignment, replaced, &rest.changed, &model);
            Verdict::Relevant(Box::new(witness))
        }
        ExistsForall::Impossible => Verdict::Irrelevant(Grounds::Excluded),
        ExistsForall::Unknown { reason, .. } => Verdict::unknown(&reason),
    }
}

/// Something that comes from outside after an assignment.
struct Later {
    variable: Term,
    ty: TypeId,
    /// What the failing execution has there.
    before: Option<Term>,
}

fn later_inputs(ground: &Ground<'_>, replaced: &Replaced, horizon: u32) -> Vec<Later> {
    let inputs = ground.run.inputs.iter().filter(|input| input.record >= horizon);
    let mut list: Vec<Later> = inputs
        .map(|input| Later {
            variable: input.variable,
            ty: ground.trace.inputs[input.record as usize].ty,
            before: Some(input.variable),
        })
        .collect();
    let kept = ground
        .run
        .choices
        .iter()
        .filter(|choice| ground.dependence.horizon(choice.step) >= horizon);
    list.extend(kept.map(|choice| Later {
        variable: choice.variable,
        ty: choice.ty,
        before: Some(choice.variable),
    }));
    // ArmEffects that are executed again receive their own; the first of a conditional stands for the first, and so on.
    for (position, choice) in replaced.choices.iter().enumerate() {
        let same = |other: &&Choice| other.step == choice.step;
        let ordinal = replaced.choices[..position].iter().filter(same).count();
        let before = ground.run.choices.iter().filter(same).nth(ordinal);
        let before = before.map(|choice| choice.variable);
        list.push(Later { variable: choice.variable, ty: choice.ty, before });
    }
    list
}

/// Other values in the run itself that no later input makes up for.
fn withstood_in_run(
    ground: &mut Ground<'_>,
    replaced: &Replaced,
    ty: Option<TypeId>,
    horizon: u32,
    fails: Term,
    budget: &Budget,
) -> Vec<Model> {
    let &[havocked] = replaced.havocked.as_slice() else { return Vec::new() };
    let Some(known) = ground.terms.value(havocked.known) else { return Vec::new() };
    let width = ground.terms.width(havocked.variable);
    let ty = ty.or_else(|| type_at(ground.program, ground.trace, havocked.range));
    let mut prefix = Substitution::new();
    for input in ground.run.inputs.iter().filter(|input| input.record < horizon) {
        prefix.insert(ground.terms, input.variable, input.known);
    }
    for unset in &ground.run.unset {
        prefix.insert(ground.terms, unset.variable, unset.known);
    }
    let fails = prefix.apply(ground.terms, fails);
    let mut solver = Embedded::new();
    solver.assert(ground.terms, fails);
    let mut models = Vec::new();
    for number in 0..candidates::COUNT {
        let value = candidates::value((ground.program, ground.trace), ty, width, known, number);
        let constant = ground.terms.bits(width, value);
        let same = ground.terms.eq(havocked.variable, constant);
        if let Answer::Unsat(_) = solver.check(ground.terms, &[same], budget) {
            let mut model = ground.known.clone();
            model.set_term(ground.terms, havocked.variable, value);
            models.push(model);
        }
    }
    models
}

/// Can some later input always make up for the other value? Tried are the inputs as they were, and one of them moved by the difference.
#[expect(clippy::too_many_arguments, reason = "one question, asked from one place")]
fn is_compensated(
    ground: &mut Ground<'_>,
    solver: &mut Embedded,
    assignment: &Assignment,
    replaced: &Replaced,
    (later, answers): (&[Later], &[Term]),
    fails: Term,
    conditions: &[Term],
    budget: &Budget,
) -> bool {
    let mut ways: Vec<Option<(usize, Op)>> = vec![None];
    let difference = match replaced.havocked.as_slice() {
        [havocked] => {
            ground.assigned_term(assignment, havocked).map(|term| (havocked.variable, term))
        }
        _ => None,
    };
    if difference.is_some() {
        for position in 0..later.len().min(MOST_COMPENSATING) {
            ways.extend([Some((position, Op::Add)), Some((position, Op::Sub))]);
        }
    }
    for way in ways {
        let mut answering = Substitution::new();
        for (position, (later, &answer)) in later.iter().zip(answers).enumerate() {
            let zero = ground.terms.constant(ground.terms.sort(answer), 0);
            let variable = later.before.unwrap_or(zero);
            let moved = match (way, difference) {
                (Some((moving, op)), Some((other, term))) if moving == position => {
                    let difference = ground.terms.apply(Op::Sub, &[term, other]);
                    let width = ground.terms.width(variable);
                    let difference = ground.terms.resize(difference, width, true);
                    ground.terms.apply(op, &[variable, difference])
                }
                _ => variable,
            };
            answering.insert(ground.terms, answer, moved);
        }
        let fails = answering.apply(ground.terms, fails);
        let mut all = conditions.to_vec();
        all.push(ground.terms.not(fails));
        if let Answer::Unsat(_) = solver.check(ground.terms, &all, budget) {
            return true;
        }
    }
    false
}
