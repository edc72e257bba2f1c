//! Copies of a program in which to avoid an error is a failure, and in which some inputs have their values.
//!
//! *Ends are checks*: before the start function returns, and before the program exits, stands a check that fails. A search for
//! failures in the copy then finds the runs that end without one, too. So it does where a run gets to blocks that it never leaves ([`crate::endless`]).
//!
//! *Pinned inputs*: the inputs of a run up to some point, in their order. While these are the same, everything else is, so the
//! n-th input statement of the run is the n-th of every run of the copy; a counter says which it is, and what it received is
//! replaced. What cannot be pinned so has a reason in words.

use whydunit_interp::{InputRecord, InputValue, RunSpec};
use whydunit_program::{
    BinaryOp, Body, Callee, CheckKind, Expr, ExprKind, Function, Global, GlobalId, InputOrigin,
    Intrinsic, Local, LocalId, LocalRole, Place, PlaceBase, Point, Program, Stmt, StmtKind,
    Terminator, TerminatorKind, TypeId,
};
use whydunit_source::{FileId, Span};
use whydunit_trace::{ErrorTrace, StepIndex};

use crate::endless::endless_blocks;
use crate::limits::MOST_PINNED;

/// A copy of a program, and what its runs start from.
pub(crate) struct Variant {
    pub(crate) program: Program,
    pub(crate) spec: RunSpec,
    /// Place of the checks that stand for ends.
    pub(crate) end: Span,
}

/// An input statement of the run: where it stands, and what it received.
struct Received {
    point: Point,
    bits: u64,
}

/// The program with the first inputs of the run: `pinned` of them keep their values, the next one has `value` or is open,
/// the rest is open.
pub(crate) fn variant(
    program: &Program,
    trace: &ErrorTrace,
    receivers: &[Option<StepIndex>],
    pinned: usize,
    value: Option<u64>,
) -> Result<Variant, String> {
    let mut spec = RunSpec { inputs: Default::default(), ..trace.spec.clone() };
    let mut received = Vec::new();
    if pinned > MOST_PINNED {
        return Err(format!("more than {MOST_PINNED} inputs come before"));
    }
    let last = pinned + usize::from(value.is_some());
    for (position, record) in trace.inputs.iter().enumerate().take(last) {
        let bits = if position == pinned { value.unwrap_or(record.bits) } else { record.bits };
        let step = receivers[position];
        match record.origin {
            InputOrigin::Argv | InputOrigin::Stdin => {}
            InputOrigin::Parameter | InputOrigin::Global
                if step.is_none_or(|step| step.index() < trace.first_executed()) =>
            {
                pin_initial(program, record, bits, &mut spec)?;
            }
            _ => {
                let step = step.ok_or_else(|| format!("{} belongs to no step", record.name))?;
                received.push(Received { point: input_point(program, trace, step)?, bits });
            }
        }
    }
    let mut program = program.clone();
    pin(&mut program, &received);
    let end = ends_are_checks(&mut program, trace, &spec, None);
    Ok(Variant { program, spec, end })
}

/// For each input of a trace the step that takes it.
pub(crate) fn receivers(trace: &ErrorTrace) -> Vec<Option<StepIndex>> {
    let mut receivers = vec![None; trace.inputs.len()];
    for (step, index) in trace.steps.iter().zip(0..) {
        receivers[trace.input_positions(step)].fill(Some(StepIndex(index)));
    }
    receivers
}

fn pin_initial(
    program: &Program,
    record: &InputRecord,
    bits: u64,
    spec: &mut RunSpec,
) -> Result<(), String> {
    let is_plain = !record.name.contains(['[', '(']) && !record.name.contains("->");
    if !is_plain || program.types.int_kind(record.ty).is_none() {
        return Err(format!("{} is more than a number", record.name));
    }
    spec.inputs.set(&record.name, InputValue::Int(number(program, record.ty, bits)));
    Ok(())
}

/// The statement that received an input into a variable.
pub(crate) fn input_point(
    program: &Program,
    trace: &ErrorTrace,
    step: StepIndex,
) -> Result<Point, String> {
    let step = trace.step(step);
    let inputs = trace.inputs_of(step);
    let place = program.stmt_at(step.point).and_then(input_place);
    let is_plain = place.is_some_and(|place| {
        let is_variable = !matches!(place.base, PlaceBase::Deref(_)) && place.path.is_empty();
        is_variable && program.types.int_kind(place.ty).is_some()
    });
    match inputs {
        [_] if is_plain => Ok(step.point),
        [first, ..] => Err(format!("{} is more than a number in a variable", first.name)),
        [] => Err("a step takes no input".into()),
    }
}

/// Where a statement puts an input, if it may take one.
pub(crate) fn input_place(stmt: &Stmt) -> Option<&Place> {
    match &stmt.kind {
        StmtKind::Input { place, .. } => Some(place),
        StmtKind::Call { dest, .. } => dest.as_ref(),
        _ => None,
    }
}

/// Bits of a type as the number that they are.
pub(crate) fn number(program: &Program, ty: TypeId, bits: u64) -> i128 {
    let Some(kind) = program.types.int_kind(ty) else { return i128::from(bits) };
    let unused = 64 - u32::from(kind.bits.clamp(1, 64));
    match kind.signed {
        true => i128::from((bits << unused) as i64 >> unused),
        false => i128::from(bits << unused >> unused),
    }
}

/// After each of these statements: `counter = counter + 1; place = counter == n ? value : place`.
fn pin(program: &mut Program, received: &[Received]) {
    if received.is_empty() {
        return;
    }
    let (int, long) = (program.types.int(32, true), program.types.int(64, false));
    let counter = ghost(program, long);
    let mut points: Vec<Point> = received.iter().map(|received| received.point).collect();
    points.sort_unstable();
    points.dedup();
    // From the last to the first of a block, so that positions stay what they are.
    for &point in points.iter().rev() {
        let Some(stmt) = program.stmt_at(point).cloned() else { continue };
        let Some(place) = input_place(&stmt).cloned() else { continue };
        let span = stmt.span;
        let counted = || Expr::load(Place::global(counter, long, span));
        let one = Expr::int(1, long, span);
        let next = binary(BinaryOp::Add, counted(), one, long);
        let mut value = Expr::load(place.clone());
        for (known, number_of) in received.iter().zip(1_i128..) {
            if known.point == point {
                let bits = number(program, place.ty, known.bits);
                let known = Expr::int(bits, place.ty, span);
                let is_it = binary(BinaryOp::Eq, counted(), Expr::int(number_of, long, span), int);
                let choice = ExprKind::Cond(Box::new(is_it), Box::new(known), Box::new(value));
                value = Expr::new(choice, place.ty, span);
            }
        }
        let count = StmtKind::Assign { place: Place::global(counter, long, span), value: next };
        let replace = StmtKind::Assign { place, value };
        let new = [count, replace].map(|kind| Stmt { kind, ..stmt.clone() });
        let Body::Blocks(blocks) = &mut program.functions[point.function.index()].body else {
            continue;
        };
        let at = point.index as usize + 1;
        blocks[point.block.index()].stmts.splice(at..at, new);
    }
}

pub(crate) fn binary(op: BinaryOp, left: Expr, right: Expr, ty: TypeId) -> Expr {
    let span = left.span;
    Expr::new(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
}

/// A variable that the program does not have; zero at the start.
pub(crate) fn ghost(program: &mut Program, ty: TypeId) -> GlobalId {
    let span = Span::at(FileId(0), 0);
    program.globals.push(Global {
        name: String::new(),
        ty,
        span,
        declaration: span,
        is_const: false,
        is_literal: false,
        owner: None,
        is_undefined: false,
        init: Vec::new(),
    });
    GlobalId(program.globals.len() as u32 - 1)
}

/// Ends of runs become checks that fail, unless they are admitted; returns their place.
pub(crate) fn ends_are_checks(
    program: &mut Program,
    trace: &ErrorTrace,
    spec: &RunSpec,
    admitted: Option<Expr>,
) -> Span {
    let int = program.types.int(32, true);
    let end = program.function(spec.function).span;
    let cond = admitted.unwrap_or_else(|| Expr::int(0, int, end));
    let check = |like: &Terminator| Stmt {
        kind: StmtKind::Check { kind: CheckKind::Unreach, cond: cond.clone(), text: String::new() },
        span: end,
        source: like.source,
    };
    let exits: Vec<bool> = program.functions.iter().map(is_exit).collect();
    let endless = endless_blocks(program, trace, &exits);
    let is_exit = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Call { callee: Callee::Direct(id), .. } => exits[id.index()],
        _ => false,
    };
    for (index, function) in program.functions.iter_mut().enumerate() {
        let is_start = index == spec.function.index();
        let Function { locals, body, .. } = function;
        let Body::Blocks(blocks) = body else { continue };
        for block in blocks {
            let failing = check(&block.terminator);
            for at in (0..block.stmts.len())
                .rev()
                .filter(|&at| is_exit(&block.stmts[at]))
                .collect::<Vec<_>>()
            {
                block.stmts.insert(at, failing.clone());
            }
            if let TerminatorKind::Return(value) = &mut block.terminator.kind
                && is_start
            {
                // The result is computed first: that may fail.
                if let Some(value) =
                    value.as_mut().filter(|value| !matches!(value.kind, ExprKind::Load(_)))
                {
                    let local = temporary(locals, value);
                    let place = Place::local(local, value.ty, value.span);
                    let computed = std::mem::replace(value, Expr::load(place.clone()));
                    let kind = StmtKind::Assign { place, value: computed };
                    let (span, source) = (block.terminator.span, block.terminator.source);
                    block.stmts.push(Stmt { kind, span, source });
                }
                block.stmts.push(failing);
            }
        }
    }
    for (function, stays) in endless {
        let Body::Blocks(blocks) = &mut program.functions[function.index()].body else { continue };
        for at in stays {
            let failing = check(&blocks[at.index()].terminator);
            blocks[at.index()].stmts.insert(0, failing);
        }
    }
    end
}

fn is_exit(function: &Function) -> bool {
    use Intrinsic::{Abort, Exit, QuickExit};
    matches!(function.body, Body::Intrinsic(Exit | QuickExit | Abort))
}

fn temporary(locals: &mut Vec<Local>, value: &Expr) -> LocalId {
    locals.push(Local {
        name: String::new(),
        ty: value.ty,
        span: value.span,
        role: LocalRole::Temporary,
        in_memory: false,
        is_vla: false,
    });
    LocalId(locals.len() as u32 - 1)
}

#[cfg(test)]
#[path = "../tests/common/mod.rs"]
mod common;

#[cfg(test)]
mod tests {
    use whydunit_interp::{CheckSet, Config, Ending, NoObserver, prepare};
    use whydunit_program::validate;

    use super::common::failing;
    use super::*;

    const TEXT: &str = "#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int f(int n) {
  int sum = n;
  for (int i = 0; i < 3; i++) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
      exit(1);
    sum += x;
  }
  assert(sum != 60);
  return sum * 2;
}";

    /// How the copy with so many inputs pinned ends when nothing else is given, and the place of its end.
    fn ending(pinned: usize, value: Option<u64>) -> (Ending, Span) {
        let inputs = ["n=0", "nondet#1=10", "nondet#2=20", "nondet#3=30"];
        let (program, trace) = failing(TEXT, &inputs);
        let receivers = receivers(&trace);
        let copy =
            variant(&program, &trace, &receivers, pinned, value).expect("all inputs are numbers");
        assert_eq!(validate(&copy.program), Vec::<String>::new());
        let config = Config { checks: CheckSet::all(), ..Config::default() };
        let compiled = prepare(&copy.program);
        let result = compiled.run(&copy.spec, &config, &mut |_, _| {}, &mut NoObserver);
        (result.ending, copy.end)
    }

    fn kind(ending: &Ending) -> Option<CheckKind> {
        match ending {
            Ending::Failed(failure) => Some(failure.kind),
            _ => None,
        }
    }

    #[test]
    fn pinned_inputs_have_their_values() {
        assert_eq!(kind(&ending(4, None).0), Some(CheckKind::Assert));
        assert_eq!(kind(&ending(3, Some(30)).0), Some(CheckKind::Assert));
        assert_eq!(kind(&ending(3, Some(31)).0), Some(CheckKind::Unreach));
        assert_eq!(kind(&ending(1, Some(60)).0), Some(CheckKind::Assert));
    }

    #[test]
    fn returns_and_exits_are_failures_at_the_end() {
        let minus_one = u64::from(u32::MAX);
        for (pinned, value) in [(0, None), (2, Some(minus_one))] {
            let (ending, end) = ending(pinned, value);
            let Ending::Failed(failure) = ending else { panic!("{ending:?}") };
            assert_eq!((failure.kind, failure.span), (CheckKind::Unreach, end));
        }
    }
}
