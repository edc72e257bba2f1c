//! The evaluators of the language, each asked about a text through what its crate offers.
//!
//! The machine's word counts. The C compiler confirms it where checks are off; the others are held against it.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use whydunit_encode::{Addresses, Flow, Inputs, Options, SymbolicRun, TraceFormula};
use whydunit_find::{
    AssumptionKind, Coverage, FoundFailure, Given, Request, Search, Verdict, search_symbolically,
};
use whydunit_interp::{
    CheckSet, CompactLog, Compiled, Config, Ending, InputValue, NoObserver, RunSpec, prepare,
};
use whydunit_program::{CheckKind, FunctionId, IntKind, Program, StmtKind, Type};
use whydunit_repair::autodebug::{Number, numbers_along};
use whydunit_solver::Budget;
use whydunit_source::Span;
use whydunit_term::{Evaluator, Model, Terms};
use whydunit_trace::{ErrorTrace, GuardKind, Step, build};

use super::table::{NAMES, Row, driver};
use crate::support::Known;

/// How a run ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// What was returned, in the bits of its type.
    Value(u64),
    Fails(CheckKind, Span),
    /// The C compiler's program is stopped by the processor.
    Traps,
    Other(String),
}

pub(crate) fn compile(text: &str) -> Program {
    let options = whydunit_front_c::Options::default();
    // The places are those of this text: no preprocessor has to change it.
    match whydunit_front_c::compile_preprocessed("table.c", text, &options) {
        Ok(compiled) => compiled.program,
        Err(problems) => panic!("{problems:?}\n{text}"),
    }
}

pub(crate) fn function(program: &Program, name: &str) -> FunctionId {
    program.find_function(name).unwrap_or_else(|| panic!("{name} should be there"))
}

pub(crate) fn line_of(program: &Program, span: Span) -> u32 {
    program.sources.line_column(span).line
}

fn outcome(ending: Ending, returned: Option<u64>) -> Outcome {
    match ending {
        Ending::Finished { .. } => Outcome::Value(returned.unwrap_or(0)),
        Ending::Failed(failure) => Outcome::Fails(failure.kind, failure.span),
        Ending::Trapped { .. } => Outcome::Traps,
        other => Outcome::Other(format!("{other:?}")),
    }
}

pub(crate) fn config(checks: CheckSet) -> Config {
    Config { checks, max_steps: Some(1_000_000), ..Config::default() }
}

/// The machine's word on a row: its function applied to these operands.
pub(crate) fn machine(
    compiled: &Compiled<'_>,
    start: FunctionId,
    operands: &[u64],
    checks: CheckSet,
) -> Outcome {
    let mut spec = RunSpec::new(start);
    for (name, &bits) in NAMES.iter().zip(operands) {
        spec.inputs.set(format!("{name}_"), InputValue::Int(bits.into()));
    }
    let result = compiled.run(&spec, &config(checks), &mut |_, _| {}, &mut NoObserver);
    outcome(result.ending, result.returned)
}

/// The C compiler's word on all tuples of all rows, at `-O0`; `None` without one.
pub(crate) fn native(rows: &[Row], scratch: &Path) -> Option<Vec<Vec<Outcome>>> {
    let (source, binary) = (scratch.join("rows.c"), scratch.join("rows"));
    std::fs::write(&source, driver(rows)).expect("the scratch directory should be writable");
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let made = Command::new(compiler)
        .args(["-O0", "-w"])
        .arg(&source)
        .arg("-o")
        .arg(&binary)
        .arg("-lm")
        .output()
        .ok()?;
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let mut lines = String::new();
    for (index, row) in rows.iter().enumerate() {
        for tuple in &row.tuples {
            let operand = |n: usize| tuple.get(n).copied().unwrap_or(0);
            lines.push_str(&format!(
                "{index} {:x} {:x} {:x}\n",
                operand(0),
                operand(1),
                operand(2)
            ));
        }
    }
    let input = scratch.join("tuples");
    std::fs::write(&input, lines).expect("the scratch directory should be writable");
    let stdin = std::fs::File::open(&input).expect("it was written");
    let output = Command::new(&binary).stdin(Stdio::from(stdin)).output().expect("it was made");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut words = text.lines();
    let mut next = || match words.next().expect("every tuple should have an answer") {
        "trap" => Outcome::Traps,
        word => Outcome::Value(u64::from_str_radix(word, 16).expect("a number in hexadecimal")),
    };
    Some(rows.iter().map(|row| row.tuples.iter().map(|_| next()).collect()).collect())
}

/// The search's word on a run whose inputs are given.
fn searched(program: &Program, spec: &RunSpec, checks: CheckSet) -> Search {
    let request = Request {
        program,
        spec,
        given: Given::default(),
        checks,
        unwind: None,
        max_steps: None,
        modular: false,
        state_is_open: false,
        proved: &[],
        runs_per_failure: 1,
        first_only: false,
        patience: Some(Duration::from_secs(60)),
        budget: Budget::default(),
    };
    search_symbolically(&request, &mut |_| {})
}

/// What the search says otherwise than that this and nothing else fails; each with its place. Has it an answer?
pub(crate) fn search_differs(
    program: &Program,
    spec: &RunSpec,
    checks: CheckSet,
    expected: Option<(CheckKind, Span)>,
) -> (Vec<(Option<Span>, String)>, bool) {
    let search = searched(program, spec, checks);
    let mut problems: Vec<(Option<Span>, String)> = Vec::new();
    // A run that meets what a memory check would report which is off is not followed, and no failure is claimed.
    let mut assumptions = search.coverage.assumptions.iter();
    let is_given_up = expected.is_none()
        && search.verdict == Verdict::Unknown
        && search.failures.is_empty()
        && assumptions.any(|assumption| assumption.kind == AssumptionKind::CheckOff);
    if is_given_up {
        return (problems, false);
    }
    for gap in &search.coverage.gaps {
        problems.push((gap.place, gap.message.clone()));
    }
    for found in &search.failures {
        let failure = &found.failure;
        if expected != Some((failure.kind, failure.span)) {
            problems.push((Some(failure.span), format!("finds {}", failure.message)));
        }
    }
    let verdict = if expected.is_some() { Verdict::Fails } else { Verdict::Holds };
    if problems.is_empty() && search.verdict != verdict {
        problems.push((expected.map(|(_, span)| span), format!("says {:?}", search.verdict)));
    }
    (problems, true)
}

/// The failure that the search has missed although it has left nothing out; inputs that are not given are searched for.
pub(crate) fn search_misses(
    program: &Program,
    spec: &RunSpec,
    checks: CheckSet,
    expected: (CheckKind, Span),
) -> Option<String> {
    let search = searched(program, spec, checks);
    let is_found = |found: &FoundFailure| (found.failure.kind, found.failure.span) == expected;
    let Coverage { loops, recursions, inputs, gaps, stopped, .. } = &search.coverage;
    let is_complete = loops.is_empty()
        && recursions.is_empty()
        && inputs.is_empty()
        && gaps.is_empty()
        && stopped.is_none();
    let is_missed = is_complete && !search.failures.iter().any(is_found);
    is_missed.then(|| format!("says {:?}", search.verdict))
}

/// The trace of a failing run.
pub(crate) fn traced(
    program: &Program,
    spec: &RunSpec,
    checks: CheckSet,
) -> Result<ErrorTrace, Outcome> {
    let (compiled, config) = (prepare(program), config(checks));
    let mut log = CompactLog::new();
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut log);
    if !matches!(result.ending, Ending::Failed(_)) {
        return Err(outcome(result.ending, result.returned));
    }
    Ok(build(program, &compiled, spec, &config, &result, &log).expect("the run should replay"))
}

const FORMS: [Options; 3] = [
    Options { flow: Flow::Plain, addresses: Addresses::Guarded, inputs: Inputs::Fixed },
    Options { flow: Flow::Sensitive, addresses: Addresses::Exact, inputs: Inputs::Fixed },
    Options { flow: Flow::Plain, addresses: Addresses::Exact, inputs: Inputs::Free },
];

/// Where formulas say otherwise than the trace.
pub(crate) fn formula_differs(
    program: &Program,
    trace: &ErrorTrace,
) -> Vec<(Option<Span>, String)> {
    let mut problems = Vec::new();
    for options in FORMS {
        let mut terms = Terms::new();
        let formula = match TraceFormula::encode(program, trace, &mut terms, options) {
            Ok(formula) => formula,
            Err(error) => {
                problems.push((None, error.to_string()));
                continue;
            }
        };
        let model = formula.run_model(&terms);
        let mut evaluator = Evaluator::new(&model);
        for part in &formula.parts {
            if evaluator.value(&terms, part.term) != Some(1) {
                let span = trace.steps.get(part.step as usize).map(|step| step.span);
                problems.push((span, "a part is not satisfied by the run".into()));
            }
        }
        let passes = formula.passes(&mut terms);
        if evaluator.value(&terms, passes) != Some(0) {
            problems.push((None, "the failing check is not violated by the run".into()));
        }
    }
    problems.extend(functions_differ(program, trace));
    problems
}

/// The same for the run as functions of its inputs.
fn functions_differ(program: &Program, trace: &ErrorTrace) -> Vec<(Option<Span>, String)> {
    let mut terms = Terms::new();
    let run = match SymbolicRun::encode(program, trace, &mut terms, Inputs::Free) {
        Ok(run) => run,
        Err(error) => return vec![(None, format!("as functions: {error}"))],
    };
    let mut model = Model::new();
    let inputs = run.inputs.iter().map(|input| (input.variable, input.known));
    let unset = run.unset.iter().map(|unset| (unset.variable, unset.known));
    for (variable, known) in inputs.chain(unset) {
        let value = terms.value(known).expect("the value of the run should be a constant");
        model.set_term(&terms, variable, value);
    }
    let mut evaluator = Evaluator::new(&model);
    let mut problems = Vec::new();
    for step in 0..run.len() {
        let goes_on = run.obligation(step).goes_on(&mut terms);
        if evaluator.value(&terms, goes_on) != Some(1) {
            let span = trace.steps.get(step).map(|step| step.span);
            problems.push((span, "as functions: the run leaves its own path".into()));
        }
    }
    if evaluator.value(&terms, run.check) != Some(0) {
        problems.push((None, "as functions: the failing check is not violated".into()));
    }
    problems
}

/// Index guards whose value is not 1, and how many are.
pub(crate) fn guards_differ(trace: &ErrorTrace) -> (Vec<(Option<Span>, String)>, usize) {
    let guards = trace.steps.iter().flat_map(|step| trace.guards(step));
    let (mut problems, mut right) = (Vec::new(), 0);
    for guard in guards.filter(|guard| guard.kind == GuardKind::Index) {
        if guard.value == 1 {
            right += 1;
        } else {
            problems.push((Some(guard.span), format!("the index is {}, not 1", guard.value)));
        }
    }
    (problems, right)
}

/// Assigned values that AutoDebug takes for others, and how many it knows.
pub(crate) fn autodebug_differs(
    program: &Program,
    trace: &ErrorTrace,
) -> (Vec<(Option<Span>, String)>, usize) {
    let (mut problems, mut right) = (Vec::new(), 0);
    for (step, number) in trace.steps.iter().zip(numbers_along(program, trace)) {
        let (Some(number), Some(bits)) = (number, assigned(program, trace, step)) else { continue };
        let StmtKind::Assign { place, .. } = &program.stmt_at(step.point).expect("it assigns").kind
        else {
            continue;
        };
        let ty = program.types.get(place.ty);
        let kind = program.types.int_kind(place.ty);
        let same = match (number, ty, kind) {
            (Number::Int(value), Type::Bool, _) => value == i128::from(bits),
            (Number::Int(value), _, Some(kind)) => value == extended(bits, kind),
            (Number::Int(value), Type::Pointer(_), _) => value == i128::from(bits),
            (Number::Real(value), Type::Float(whydunit_program::FloatKind::F32), _) => {
                let single = f32::from_bits(bits as u32);
                value == f64::from(single) && value.is_sign_negative() == single.is_sign_negative()
                    || value.is_nan() && single.is_nan()
            }
            (Number::Real(value), _, _) => {
                value.to_bits() == bits || value.is_nan() && f64::from_bits(bits).is_nan()
            }
            _ => false,
        };
        if same {
            right += 1;
        } else {
            problems.push((Some(step.span), format!("{number:?}, the run has {bits:#x}")));
        }
    }
    (problems, right)
}

/// The number that a step assigned, where it is one.
fn assigned(program: &Program, trace: &ErrorTrace, step: &Step) -> Option<u64> {
    let StmtKind::Assign { place, .. } = &program.stmt_at(step.point)?.kind else { return None };
    let [access] = trace.writes(step) else { return None };
    let is_scalar = !matches!(program.types.get(place.ty), Type::Record(_) | Type::Array { .. });
    // What is kept of a bit-field is less than what is assigned to it.
    let is_whole = access.cell.bits.is_none() && access.cell.size <= 8;
    (is_scalar && is_whole).then_some(access.bits)
}

fn extended(bits: u64, kind: IntKind) -> i128 {
    let shift = 64 - u32::from(kind.bits);
    match kind.signed {
        true => i128::from(((bits << shift) as i64) >> shift),
        false => i128::from((bits << shift) >> shift),
    }
}

/// What the analysis of all runs says that this run contradicts. Has it an answer?
pub(crate) fn analysis_differs(
    program: &Program,
    spec: &RunSpec,
    checks: CheckSet,
) -> (Option<String>, bool) {
    let known = Known::new(program, spec.function, checks);
    (known.contradiction(spec), known.analysis.is_complete())
}
