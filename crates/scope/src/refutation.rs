//! Is there a run that meets the condition of a claim and does not fail?
//!
//! Trying inputs ([`crate::trial`]) finds what is near. Here the program itself is asked: in a copy of it, to end without the failure (or in another) is a failure
//! ([`crate::variant`]), and the condition is assumed as soon as the inputs that it speaks of are there. What a search of the copy finds is run in the program: only a run that meets the condition,
//! with inputs that the program really asks for, and does not fail as the trace did refutes the claim. Inputs whose condition cannot be assumed
//! stay open, so a search may miss counterexamples, and finding none proves nothing.

use whydunit_counterfactual::is_same_error;
use whydunit_find::{Given, Request, search};
use whydunit_interp::RunSpec;
use whydunit_program::{
    BinaryOp, Block, Body, CheckKind, Expr, ExprKind, Function, GlobalId, InputOrigin, Place,
    Point, Program, Stmt, StmtKind, Type, TypeId,
};
use whydunit_solver::Budget;
use whydunit_source::Span;
use whydunit_term::{Term, Terms};
use whydunit_trace::ErrorTrace;

use crate::assumed::Assumed;
use crate::limits::{LONGEST_REFUTED, REFUTING_PATIENCE};
use crate::variant::{binary, ends_are_checks, ghost, input_place, input_point, receivers};

/// A condition on inputs of a trace.
pub(crate) struct Condition<'a> {
    pub(crate) conjuncts: &'a [Term],
    /// Of the conjuncts, with the positions in [`ErrorTrace::inputs`].
    pub(crate) variables: &'a [(Term, u32)],
    /// Are the arguments and standard input those of the run?
    pub(crate) is_given: bool,
}

/// Runs of the copy that meet the condition, as far as it could be assumed, and do not fail as the trace did.
pub(crate) fn candidates(
    program: &Program,
    trace: &ErrorTrace,
    terms: &Terms,
    condition: &Condition<'_>,
    budget: &Budget,
) -> Vec<RunSpec> {
    if trace.steps.len() > LONGEST_REFUTED || budget.exceeded().is_some() {
        return Vec::new();
    }
    let mut copy = program.clone();
    let early = assume(&mut copy, program, trace, terms, condition);
    let spec = RunSpec { inputs: Default::default(), ..trace.spec.clone() };
    ends_are_checks(&mut copy, trace, &spec, early);
    let request = Request {
        program: &copy,
        spec: &spec,
        given: Given { args: condition.is_given, stdin: condition.is_given },
        checks: trace.checks.with(CheckKind::Unreach),
        unwind: None,
        max_steps: None,
        modular: false,
        state_is_open: trace.inputs.iter().any(|input| input.origin == InputOrigin::Global),
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience: Some(REFUTING_PATIENCE),
        budget: budget.clone(),
    };
    let found = search(&request, &mut |_| {}).failures;
    let others = found.into_iter().filter(|found| !is_same_error(trace, &found.failure));
    others.filter_map(|found| found.runs.into_iter().next()).collect()
}

/// Where an input comes into the program.
#[derive(Clone, Copy)]
enum Source {
    /// It is there at the start.
    Initial,
    /// The statement receives it, as the n-th input that the run receives.
    Received(Point, i128),
}

/// An input that the condition speaks of, with the variable of the copy that keeps it.
struct Kept {
    variable: Term,
    ghost: GlobalId,
    ty: TypeId,
    place: Place,
    source: Source,
}

/// Assumes the condition in the copy. Gives what is true of runs that end before they have received what it speaks of: they say nothing about the claim.
fn assume(
    copy: &mut Program,
    program: &Program,
    trace: &ErrorTrace,
    terms: &Terms,
    condition: &Condition<'_>,
) -> Option<Expr> {
    let span = program.function(trace.spec.function).span;
    let kept = kept(copy, program, trace, condition.variables);
    let conditions = conditions(copy, terms, condition.conjuncts, &kept, span);
    let points: Vec<Point> = {
        let mut points: Vec<Point> = received_points(program, trace).collect();
        points.sort_unstable();
        points.dedup();
        points
    };
    let (int, long) = (copy.types.int(32, true), copy.types.int(64, false));
    let counter = ghost(copy, long);
    let load = |ghost, ty| Expr::load(Place::global(ghost, ty, span));
    // From the last to the first of a block, so that positions stay what they are.
    for &point in points.iter().rev() {
        let Some(like) = program.stmt_at(point) else { continue };
        let next = binary(BinaryOp::Add, load(counter, long), Expr::int(1, long, span), long);
        let mut kinds =
            vec![StmtKind::Assign { place: Place::global(counter, long, span), value: next }];
        let is_now = |number: i128| {
            binary(BinaryOp::Eq, load(counter, long), Expr::int(number, long, span), int)
        };
        for input in &kept {
            let Source::Received(at, number) = input.source else { continue };
            if at == point {
                let (new, old) = (Expr::load(input.place.clone()), load(input.ghost, input.ty));
                let choice = ExprKind::Cond(Box::new(is_now(number)), Box::new(new), Box::new(old));
                let value = Expr::new(choice, input.ty, span);
                kinds.push(StmtKind::Assign {
                    place: Place::global(input.ghost, input.ty, span),
                    value,
                });
            }
        }
        for (condition, source) in &conditions {
            let Source::Received(at, number) = *source else { continue };
            if at == point {
                let not_now =
                    binary(BinaryOp::Ne, load(counter, long), Expr::int(number, long, span), int);
                let either = ExprKind::Or(Box::new(not_now), Box::new(condition.clone()));
                kinds.push(StmtKind::Assume { cond: Expr::new(either, int, span) });
            }
        }
        let new = kinds.into_iter().map(|kind| Stmt { kind, ..like.clone() });
        insert(copy, point.function.index(), point.block.index(), point.index as usize + 1, new);
    }
    let entry = &program.function(trace.spec.function).blocks()[0];
    let first = |kind| Stmt { kind, span, source: entry.terminator.source };
    let initial = |source: &Source| matches!(source, Source::Initial);
    let keep = kept.iter().filter(|input| initial(&input.source)).map(|input| {
        let place = Place::global(input.ghost, input.ty, span);
        first(StmtKind::Assign { place, value: Expr::load(input.place.clone()) })
    });
    let assumed = conditions
        .iter()
        .filter(|(_, source)| initial(source))
        .map(|(condition, _)| first(StmtKind::Assume { cond: condition.clone() }));
    insert(copy, trace.spec.function.index(), 0, 0, keep.chain(assumed));
    let numbers = kept.iter().filter_map(|input| match input.source {
        Source::Received(_, number) => Some(number),
        Source::Initial => None,
    });
    let last = Expr::int(numbers.max()?, long, span);
    Some(binary(BinaryOp::Lt, load(counter, long), last, int))
}

fn insert(
    copy: &mut Program,
    function: usize,
    block: usize,
    at: usize,
    new: impl IntoIterator<Item = Stmt>,
) {
    if let Body::Blocks(blocks) = &mut copy.functions[function].body {
        blocks[block].stmts.splice(at..at, new);
    }
}

/// The statements that received the inputs of the run after its start, in order.
fn received_points(program: &Program, trace: &ErrorTrace) -> impl Iterator<Item = Point> {
    let steps = receivers(trace).into_iter().flatten();
    let mut steps: Vec<_> = steps.filter(|step| step.index() >= trace.first_executed()).collect();
    steps.dedup();
    steps.into_iter().filter_map(|step| input_point(program, trace, step).ok())
}

fn kept(
    copy: &mut Program,
    program: &Program,
    trace: &ErrorTrace,
    variables: &[(Term, u32)],
) -> Vec<Kept> {
    let receivers = receivers(trace);
    let points: Vec<Point> = received_points(program, trace).collect();
    // Where one statement of the run receives what is no number, counting says nothing.
    let received = receivers.iter().flatten().filter(|step| step.index() >= trace.first_executed());
    let is_counted = received.count() == points.len();
    let mut kept = Vec::new();
    let mut number_of = 0_i128;
    for (record, position) in trace.inputs.iter().zip(0_u32..) {
        let step = receivers[position as usize];
        let is_received = step.is_some_and(|step| step.index() >= trace.first_executed());
        number_of += i128::from(is_received);
        let Some(&(variable, _)) = variables.iter().find(|(_, known)| *known == position) else {
            continue;
        };
        if program.types.int_kind(record.ty).is_none() {
            continue;
        }
        let found = match step.filter(|_| is_received) {
            Some(step) if is_counted => input_point(program, trace, step).ok().and_then(|point| {
                let place = program.stmt_at(point).and_then(input_place)?;
                Some((place.clone(), Source::Received(point, number_of)))
            }),
            Some(_) => None,
            None => initial_place(program, trace, &record.name, &record.origin)
                .or_else(|| element_place(copy, program, trace, &record.name))
                .map(|place| (place, Source::Initial)),
        };
        let Some((place, source)) = found else { continue };
        let ty = place.ty;
        kept.push(Kept { variable, ghost: ghost(copy, ty), ty, place, source });
    }
    kept
}

/// Is the first block executed once? What jumps back to it would meet the condition again, when parameters may have changed.
fn begins_once(function: &Function) -> bool {
    let is_target =
        |block: &Block| block.terminator.kind.successors().iter().any(|to| to.index() == 0);
    !function.blocks().iter().any(is_target)
}

/// An element behind a pointer that is a parameter: `v[2]`.
fn element_place(
    copy: &mut Program,
    program: &Program,
    trace: &ErrorTrace,
    name: &str,
) -> Option<Place> {
    let (pointer, index) = name.strip_suffix(']')?.split_once('[')?;
    let index: i128 = index.parse().ok()?;
    let function = program.function(trace.spec.function);
    let id = function.params().find(|&id| function.local(id).name == pointer)?;
    let local = function.local(id);
    let Type::Pointer(element) = *program.types.get(local.ty) else { return None };
    program.types.int_kind(element).filter(|_| begins_once(function))?;
    let pointer = Expr::load(Place::local(id, local.ty, local.span));
    let index = Expr::int(index, copy.types.int(64, true), local.span);
    let sum = ExprKind::PtrAdd(Box::new(pointer), Box::new(index));
    Some(Place::deref(Expr::new(sum, local.ty, local.span), element, local.span))
}

/// A parameter or a variable of file scope, whole.
fn initial_place(
    program: &Program,
    trace: &ErrorTrace,
    name: &str,
    origin: &InputOrigin,
) -> Option<Place> {
    let function = program.function(trace.spec.function);
    if !begins_once(function) {
        return None;
    }
    if *origin == InputOrigin::Global {
        let id = program.find_global(name)?;
        let global = program.global(id);
        return Some(Place::global(id, global.ty, global.span));
    }
    let id = function.params().find(|&id| function.local(id).name == name)?;
    let local = function.local(id);
    Some(Place::local(id, local.ty, local.span))
}

/// The conjuncts that can be assumed, each with the last input that it speaks of.
fn conditions(
    copy: &mut Program,
    terms: &Terms,
    conjuncts: &[Term],
    kept: &[Kept],
    span: Span,
) -> Vec<(Expr, Source)> {
    let input = |variable: Term| {
        let input = kept.iter().find(|input| input.variable == variable)?;
        Some(Expr::load(Place::global(input.ghost, input.ty, span)))
    };
    let mut found = Vec::new();
    for &conjunct in conjuncts {
        let Some(condition) = Assumed::new(copy, terms, span, input).condition(conjunct) else {
            continue;
        };
        let variables = terms.variables(&[conjunct]);
        let sources = kept
            .iter()
            .filter(|input| variables.contains(&input.variable))
            .map(|input| input.source);
        let last = sources.fold(Source::Initial, |last, source| match (last, source) {
            (Source::Received(_, a), Source::Received(_, b)) if b > a => source,
            (Source::Initial, _) => source,
            _ => last,
        });
        found.push((condition, last));
    }
    found
}
