//! Other executions along the path of a trace: other inputs with which the program decides alike and fails alike.
//!
//! What holds in the state of one run need not hold in the others that reach the error on the same path. They are found by
//! trying: one input at a time gets the numbers that stand in the program, and their neighbours, since those are what
//! conditions compare with. A run that takes the same sides of all branches to the same failure is kept.

use std::collections::BTreeSet;

use whydunit_interp::{Compiled, Config, Ending, InputValue, Observer, RunSpec};
use whydunit_program::{Expr, InputOrigin, Point, Program, StmtKind, TerminatorKind};
use whydunit_solver::Budget;
use whydunit_trace::{ErrorTrace, Step, StepKind};

use crate::limits::{LONGEST_TRACE, MOST_EXECUTIONS, MOST_NUMBERS, MOST_RUNS};
use crate::variant::number;

/// Inputs of an execution: a run of the program, and how it differs from that of the trace.
#[derive(Clone, Debug)]
pub(crate) struct Execution {
    pub(crate) spec: RunSpec,
    /// Positions in `ErrorTrace::inputs`, with the bits that they have instead.
    pub(crate) differs: Vec<(u32, u64)>,
}

/// The trace's own execution first.
pub(crate) fn executions(
    program: &Program,
    compiled: &Compiled<'_>,
    trace: &ErrorTrace,
    budget: &Budget,
) -> Vec<Execution> {
    let mut found = vec![Execution { spec: trace.spec.clone(), differs: Vec::new() }];
    if trace.steps.len() > LONGEST_TRACE {
        return found;
    }
    let decisions = decisions(trace);
    let numbers = numbers(program);
    let mut runs = 0;
    for (record, position) in trace.inputs.iter().zip(0_u32..) {
        let is_stream = matches!(record.origin, InputOrigin::Argv | InputOrigin::Stdin);
        let Some(kind) = program.types.int_kind(record.ty).filter(|_| !is_stream) else { continue };
        let mask = u64::MAX >> (64 - u32::from(kind.bits.clamp(1, 64)));
        for &value in &numbers {
            let bits = value as u64 & mask;
            if number(program, record.ty, bits) != i128::from(value) || bits == record.bits {
                continue;
            }
            if runs == MOST_RUNS || found.len() == MOST_EXECUTIONS || budget.exceeded().is_some() {
                return found;
            }
            runs += 1;
            let mut spec = trace.spec.clone();
            spec.inputs.set(&record.name, InputValue::Int(value.into()));
            if is_alike(compiled, trace, &decisions, &spec, budget) {
                found.push(Execution { spec, differs: vec![(position, bits)] });
            }
        }
    }
    found
}

/// Which way each branch of a trace went.
pub(crate) fn decisions(trace: &ErrorTrace) -> Vec<(Point, u32)> {
    let taken = |step: &Step| match step.kind {
        StepKind::Branch { taken, .. } => Some((step.point, taken)),
        _ => None,
    };
    trace.steps.iter().filter_map(taken).collect()
}

/// Does the run decide as the trace does, and fail as it did?
fn is_alike(
    compiled: &Compiled<'_>,
    trace: &ErrorTrace,
    decisions: &[(Point, u32)],
    spec: &RunSpec,
    budget: &Budget,
) -> bool {
    let config = Config {
        checks: trace.checks,
        max_steps: Some(2 * trace.steps.len() as u64 + 100),
        deadline: budget.deadline,
        interrupt: budget.interrupt.clone(),
        memory_limit: budget.memory,
        ..Config::default()
    };
    let mut compare = Compare::new(decisions);
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut compare);
    let fails_alike = match &result.ending {
        Ending::Failed(failure) => {
            (failure.kind, failure.span) == (trace.failure.kind, trace.failure.span)
        }
        _ => false,
    };
    fails_alike && compare.is_same_path()
}

/// Compares the decisions of a run with those of a trace.
pub(crate) struct Compare<'a> {
    decisions: &'a [(Point, u32)],
    next: usize,
    is_alike: bool,
}

impl<'a> Compare<'a> {
    pub(crate) fn new(decisions: &'a [(Point, u32)]) -> Compare<'a> {
        Compare { decisions, next: 0, is_alike: true }
    }

    /// Did the run decide alike, to the end?
    pub(crate) fn is_same_path(&self) -> bool {
        self.is_alike && self.next == self.decisions.len()
    }
}

impl Observer for Compare<'_> {
    fn branch(&mut self, point: Point, successor: u32) {
        self.is_alike &= self.decisions.get(self.next) == Some(&(point, successor));
        self.next += 1;
    }
}

/// The numbers that stand in the user's part of the program, with their neighbours, those near zero first.
pub(crate) fn numbers(program: &Program) -> Vec<i64> {
    let mut found: BTreeSet<i64> = BTreeSet::new();
    for function in program.functions.iter().filter(|function| !function.is_library) {
        for block in function.blocks() {
            for stmt in &block.stmts {
                match &stmt.kind {
                    StmtKind::Assign { value, .. } => in_expr(value, &mut found),
                    StmtKind::Assume { cond } | StmtKind::Check { cond, .. } => {
                        in_expr(cond, &mut found);
                    }
                    StmtKind::Call { args, .. } => {
                        args.iter().for_each(|arg| in_expr(arg, &mut found));
                    }
                    _ => {}
                }
            }
            match &block.terminator.kind {
                TerminatorKind::Branch { cond, .. } => in_expr(cond, &mut found),
                TerminatorKind::Switch { cases, .. } => {
                    let ends = cases.iter().flat_map(|case| [case.low, case.high]);
                    found.extend(ends.filter_map(|end| i64::try_from(end).ok()));
                }
                _ => {}
            }
        }
    }
    let around = |&value: &i64| [value, value.saturating_add(1), value.saturating_sub(1)];
    let all: BTreeSet<i64> = found.iter().flat_map(around).collect();
    let mut all: Vec<i64> = all.into_iter().collect();
    all.sort_by_key(|value| (value.unsigned_abs(), *value < 0));
    all.truncate(MOST_NUMBERS);
    all
}

fn in_expr(expr: &Expr, found: &mut BTreeSet<i64>) {
    expr.walk(&mut |part| found.extend(part.as_int().and_then(|value| i64::try_from(value).ok())));
}
