//! The encoder against the interpreter, on random programs.
//!
//! Each program ends in an assertion that fails. For its trace: the run satisfies `ψ ∧ TF`, with `φ` added nothing does, in every
//! form; and for random *changed* values in the middle of the trace the formula and the interpreter agree on what happens
//! then: the step at which the path is left, or how the assertion ends.
//!
//! `WHYDUNIT_RANDOM_COUNT` (30 by default) programs, from `WHYDUNIT_RANDOM_SEED` (1) on; `WHYDUNIT_CHANGES` (40) changed values
//! each.

use crate::change_support as changes;
use crate::common;
use crate::generator;

use changes::{Change, Outcome, candidates};
use common::{Failing, Setting, failing_text};
use whydunit_encode::{Addresses, Flow, Inputs, Options, SymbolicRun, TraceFormula};
use whydunit_solver::{Answer, Budget, Embedded, Solve};
use whydunit_term::{Evaluator, Terms};

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
            let change = Change { step, executed, cell, bits };
            let (predicted, seen) = change.outcomes(&failing, &run, &mut terms);
            let Some(predicted) = predicted else {
                unknown += 1;
                continue;
            };
            assert_eq!(
                predicted, seen,
                "seed {seed}: {:?} (step {step}) = {bits:#x} instead of {known:#x}",
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

fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}
