//! The encoder against the interpreter, on random programs.
//!
//! Each program ends in an assertion that fails. For its trace: the run satisfies `ψ ∧ TF`, with `φ` added nothing does, in every
//! form; and for random *changed* values in the middle of the trace the formula and the interpreter agree on what happens
//! then: the step at which the path is left, or how the assertion ends.
//!
//! `WHYDUNIT_RANDOM_COUNT` (30 by default) programs, from `WHYDUNIT_RANDOM_SEED` (1) on; `WHYDUNIT_CHANGES` (40) changed values
//! each.

mod common;
#[path = "../../cli/tests/generator/mod.rs"]
mod generator;

use common::{Failing, Setting, failing_text};
use whydunit_encode::{Addresses, Flow, Inputs, Options, SymbolicRun, TraceFormula, cell_of};
use whydunit_interp::{Cell, Config, Ending, Observer, prepare};
use whydunit_program::{Point, StmtKind, Type};
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Evaluator, Model, Term, Terms};
use whydunit_trace::StepKind;

fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

fn random_failure(seed: u64) -> Failing {
    let text = generator::file(std::iter::once(seed));
    let end = text.rfind("    return 0;").expect("main should return");
    let text =
        format!("#include <assert.h>\n{}    assert(sum == 12345);\n{}", &text[..end], &text[end..]);
    failing_text(&format!("seed {seed}"), &text, &Setting::default())
        .unwrap_or_else(|| panic!("seed {seed} should fail"))
}

fn seeds() -> std::ops::Range<u64> {
    let first = setting("WHYDUNIT_RANDOM_SEED", 1);
    first..first + setting("WHYDUNIT_RANDOM_COUNT", 30)
}

#[test]
fn runs_satisfy_their_formulas() {
    let forms = [
        (Flow::Plain, Addresses::Guarded),
        (Flow::Sensitive, Addresses::Guarded),
        (Flow::Plain, Addresses::Exact),
    ];
    for seed in seeds() {
        let failing = random_failure(seed);
        for (flow, addresses) in forms {
            let options = Options { flow, addresses, inputs: Inputs::Fixed };
            let mut terms = Terms::new();
            let formula =
                TraceFormula::encode(&failing.program, &failing.trace, &mut terms, options)
                    .unwrap_or_else(|error| panic!("seed {seed}, {options:?}: {error}"));
            let hard = formula.hard(&mut terms);
            let passes = formula.passes(&mut terms);
            let model = formula.run_model(&terms);
            let mut evaluator = Evaluator::new(&model);
            let parts = formula.parts.iter().map(|part| (Some(part.step), part.term));
            for (step, term) in hard.iter().map(|&term| (None, term)).chain(parts) {
                let value = evaluator.value(&terms, term);
                assert_eq!(value, Some(1), "seed {seed}, {options:?}, step {step:?}");
            }
            assert_eq!(evaluator.value(&terms, passes), Some(0), "seed {seed}, {options:?}");
            let mut solver = Embedded::new();
            for &term in &hard {
                solver.assert(&mut terms, term);
            }
            for part in &formula.parts {
                solver.assert(&mut terms, part.term);
            }
            let answer = solver.check(&mut terms, &[passes], &Budget::default());
            assert!(matches!(answer, Answer::Unsat(_)), "seed {seed}, {options:?}: {answer:?}");
        }
    }
}

/// What happens after a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The step is reached, and the run does not go on as it did.
    Leaves(usize),
    Fails,
    Passes,
}

/// Watches which steps are executed, and changes a cell before one of them.
struct Changed {
    at: usize,
    cell: Cell,
    bits: u64,
    steps: Vec<(Point, u32)>,
}

impl Observer for Changed {
    fn step(&mut self, point: Point, frame: u32) {
        self.steps.push((point, frame));
    }

    fn intervene(&mut self) -> Option<(Cell, u64)> {
        (self.steps.len() == self.at + 1).then_some((self.cell, self.bits))
    }
}

/// The interpreter's word on it; steps are counted as the interpreter counts them.
fn by_running(failing: &Failing, at: usize, cell: Cell, bits: u64) -> Outcome {
    let trace = &failing.trace;
    let compiled = prepare(&failing.program);
    let executed: Vec<(Point, u32)> = trace.steps[trace.first_executed()..]
        .iter()
        .filter(|step| !matches!(step.kind, StepKind::ScopeEnd(_)))
        .map(|step| (step.point, step.frame))
        .collect();
    let mut observer = Changed { at, cell, bits, steps: Vec::new() };
    let config = Config {
        checks: trace.checks,
        max_steps: Some(20 * executed.len() as u64 + 100_000),
        ..Config::default()
    };
    let result = compiled.run(&trace.spec, &config, &mut |_, _| {}, &mut observer);
    let same = observer.steps.iter().zip(&executed).take_while(|(a, b)| a == b).count();
    if same < executed.len() {
        return Outcome::Leaves(same - 1);
    }
    match result.ending {
        Ending::Failed(failure)
            if observer.steps.len() == executed.len() && failure.kind == trace.failure.kind =>
        {
            Outcome::Fails
        }
        _ => Outcome::Passes,
    }
}

#[test]
fn changed_values_have_the_same_effect() {
    let changes = setting("WHYDUNIT_CHANGES", 40);
    let (mut compared, mut unknown, mut outcomes) = (0, 0, [0; 3]);
    for seed in seeds() {
        let failing = random_failure(seed);
        let trace = &failing.trace;
        let mut terms = Terms::new();
        let run = SymbolicRun::encode(&failing.program, trace, &mut terms, Inputs::Fixed)
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        let candidates = candidates(&failing, &run);
        let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        for _ in 0..changes {
            let (step, executed, cell) = candidates[next(&mut random) as usize % candidates.len()];
            let written = run.writes(step).pop().expect("a candidate writes something");
            let known = terms.value(written.known).expect("a constant") as u64;
            let bits = match next(&mut random) % 4 {
                0 => next(&mut random),
                1 => known.wrapping_add(1),
                2 => known ^ 1 << (next(&mut random) % (8 * u64::from(cell.size))),
                _ => next(&mut random) % 8,
            };
            let value = terms.bits(8 * written.range.size, bits.into());
            let replaced = run
                .replace(&failing.program, trace, &mut terms, step, written.range, value)
                .unwrap_or_else(|error| panic!("seed {seed}, step {step}: {error}"));
            let Some(predicted) = predicted(&terms, trace.first_executed(), &replaced, |step| {
                executed_index(&failing, step)
            }) else {
                unknown += 1;
                continue;
            };
            let bits = bits & (u64::MAX >> (64 - 8 * cell.size.min(8)));
            let seen = by_running(&failing, executed + 1, cell, bits);
            assert_eq!(
                predicted, seen,
                "seed {seed}: {:?} (step {step}) = {bits:#x} instead of {known:#x}; executed {executed}",
                written.range
            );
            compared += 1;
            outcomes[match seen {
                Outcome::Leaves(_) => 0,
                Outcome::Fails => 1,
                Outcome::Passes => 2,
            }] += 1;
        }
    }
    assert!(compared > 4 * unknown, "{compared} compared, {unknown} unknown");
    assert!(
        outcomes[..2].iter().all(|&count| count > 0),
        "all outcomes should occur: {outcomes:?}"
    );
}

/// Steps that assign a number, with their positions among the executed steps and the cells they write.
fn candidates(failing: &Failing, run: &SymbolicRun) -> Vec<(usize, usize, Cell)> {
    let trace = &failing.trace;
    let mut executed = 0;
    let mut list = Vec::new();
    for (index, step) in trace.steps.iter().enumerate().skip(trace.first_executed()) {
        if matches!(step.kind, StepKind::ScopeEnd(_)) {
            continue;
        }
        executed += 1;
        let Some(StmtKind::Assign { place, .. }) =
            failing.program.stmt_at(step.point).map(|stmt| &stmt.kind)
        else {
            continue;
        };
        let is_number = matches!(
            failing.program.types.get(place.ty),
            Type::Int(_) | Type::Enum(_) | Type::Float(_)
        );
        let [access] = trace.writes(step) else { continue };
        let writes = run.writes(index);
        let [written] = writes.as_slice() else { continue };
        if is_number
            && access.cell.bits.is_none()
            && access.cell.size <= 8
            && let Some(cell) = cell_of(written.range)
        {
            list.push((index, executed - 1, cell));
        }
    }
    list
}

fn executed_index(failing: &Failing, step: usize) -> usize {
    let trace = &failing.trace;
    trace.steps[trace.first_executed()..step]
        .iter()
        .filter(|step| !matches!(step.kind, StepKind::ScopeEnd(_)))
        .count()
}

/// The formula's word on it; `None` where it does not know.
fn predicted(
    terms: &Terms,
    _first: usize,
    replaced: &whydunit_encode::Replaced,
    executed: impl Fn(usize) -> usize,
) -> Option<Outcome> {
    let model = Model::new();
    let mut evaluator = Evaluator::new(&model);
    let mut value = |term: Term| evaluator.value(terms, term);
    for &(step, condition) in &replaced.conditions {
        if value(condition)? == 0 {
            return Some(Outcome::Leaves(executed(step as usize)));
        }
    }
    Some(if value(replaced.check)? == 0 { Outcome::Fails } else { Outcome::Passes })
}

fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
