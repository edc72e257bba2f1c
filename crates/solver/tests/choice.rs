//! Choosing a solver by name, and programs that are no solvers.

use crate::common;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use common::{program, programs, unlimited};
use whydunit_solver::{Answer, Reason, Solve, SolverChoice, UnknownSolver, build, find_external};
use whydunit_term::Terms;

fn choice(name: &str) -> SolverChoice {
    let search_path = vec![PathBuf::from("/nowhere/bin"), PathBuf::from("/nowhere/else")];
    SolverChoice { name: name.to_owned(), search_path }
}

#[test]
fn the_embedded_solver_needs_nothing() {
    let mut terms = Terms::new();
    let p = terms.variable_bool("p");
    for choice in [SolverChoice::embedded(), choice("embedded")] {
        let mut solver = build(&choice).expect("the embedded solver is always there");
        solver.assert(&mut terms, p);
        assert!(matches!(solver.check(&mut terms, &[], &unlimited()), Answer::Sat(_)));
        assert_eq!(solver.statistics().queries, 1);
    }
}

#[test]
fn unknown_solvers_are_errors_that_help() {
    let message = |name: &str| match build(&choice(name)) {
        Err(error @ UnknownSolver { .. }) => error.to_string(),
        Ok(_) => panic!("there is no solver {name}"),
    };
    assert_eq!(
        message("z4"),
        "there is no solver `z4`: it is not `embedded`, and there is no such program \
         (tried /nowhere/bin/z4, /nowhere/else/z4)"
    );
    assert_eq!(
        message("./bin/z3"),
        "there is no solver `./bin/z3`: it is not `embedded`, and there is no such program \
         (tried ./bin/z3)"
    );
    assert_eq!(
        message(""),
        "there is no solver ``: it is not `embedded`, and there is no such program \
         (there is nowhere to look for one)"
    );
}

/// Programs that end, echo or babble give no answer, and do not hang.
#[test]
fn programs_that_are_no_solvers() {
    let mut terms = Terms::new();
    let p = terms.variable_bool("p");
    for name in ["true", "false", "cat", "yes"] {
        let Some(mut solver) = program(name) else { continue };
        solver.assert(&mut terms, p);
        for _ in 0..2 {
            let answer = solver.check(&mut terms, &[], &unlimited());
            assert!(matches!(answer, Answer::Unknown(Reason::External(_))), "{name}: {answer:?}");
        }
    }
    let directory = SolverChoice { name: "/".to_owned(), search_path: vec![] };
    assert!(find_external(&directory).is_err());
}

#[test]
fn a_program_that_is_killed_is_started_again() {
    for (name, mut solver) in programs() {
        let mut terms = Terms::new();
        let [x, y] = ["x", "y"].map(|name| terms.variable_bits(name, 64));
        let product = terms.mul(x, y);
        let semiprime = terms.bits(64, 3_037_000_493 * 2_654_435_761);
        let limit = terms.bits(64, 1 << 32);
        let one = terms.bits(64, 1);
        for fact in [terms.eq(product, semiprime), terms.ult(x, limit), terms.ult(y, limit)] {
            solver.assert(&mut terms, fact);
        }
        let proper = terms.ult(one, x);
        let soon = unlimited().with_deadline(Instant::now() + Duration::from_millis(300));
        let answer = solver.check(&mut terms, &[proper], &soon);
        assert_eq!(answer, Answer::Unknown(Reason::Time), "{name}");
        let factor = terms.bits(64, 2_654_435_761);
        let given = terms.eq(x, factor);
        let Answer::Sat(model) = solver.check(&mut terms, &[proper, given], &unlimited()) else {
            panic!("{name}: the factors are known");
        };
        assert_eq!(model.get(terms.symbol(y).expect("a variable")), 3_037_000_493, "{name}");
    }
}
