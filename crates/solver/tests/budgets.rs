//! Budgets end searches, and what comes after still works.

use crate::common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use common::unlimited;
use whydunit_solver::{
    Answer, Budget, Embedded, ExistsForall, Goal, MaxSat, Optimum, Reason, Signedness, Soft, Solve,
    exists_forall, maxsat, optimum,
};
use whydunit_term::{Sort, Term, Terms};

/// The product of two 32-bit primes, which no solver factors in a moment.
const SEMIPRIME: u128 = 3_037_000_493 * 2_654_435_761;

struct Factoring {
    terms: Terms,
    solver: Embedded,
    x: Term,
    y: Term,
}

fn factoring() -> Factoring {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    let x = terms.variable_bits("x", 64);
    let y = terms.variable_bits("y", 64);
    let product = terms.mul(x, y);
    let semiprime = terms.bits(64, SEMIPRIME);
    let limit = terms.bits(64, 1 << 32);
    let one = terms.bits(64, 1);
    let facts = [
        terms.eq(product, semiprime),
        terms.ult(x, limit),
        terms.ult(y, limit),
        terms.ult(one, x),
        terms.ult(x, y),
    ];
    for fact in facts {
        solver.assert(&mut terms, fact);
    }
    Factoring { terms, solver, x, y }
}

impl Factoring {
    fn ask(&mut self, budget: &Budget) -> Answer {
        self.solver.check(&mut self.terms, &[], budget)
    }

    /// With one factor given the answer is near.
    fn finish(&mut self) {
        let factor = self.terms.bits(64, 2_654_435_761);
        let given = self.terms.eq(self.x, factor);
        let Answer::Sat(model) = self.solver.check(&mut self.terms, &[given], &unlimited()) else {
            panic!("the factors are known");
        };
        let y = self.terms.symbol(self.y).expect("a variable");
        assert_eq!(model.get(y), 3_037_000_493);
        let factor = self.terms.bits(64, 2_654_435_763);
        let wrong = self.terms.eq(self.x, factor);
        let answer = self.solver.check(&mut self.terms, &[wrong], &unlimited());
        assert!(matches!(answer, Answer::Unsat(_)), "{answer:?}");
    }
}

#[test]
fn few_conflicts() {
    let mut query = factoring();
    for _ in 0..3 {
        assert_eq!(query.ask(&unlimited().with_conflicts(20)), Answer::Unknown(Reason::Conflicts));
    }
    assert!(query.solver.statistics().conflicts <= 200, "{:?}", query.solver.statistics());
    query.finish();
}

#[test]
fn a_deadline() {
    let mut query = factoring();
    let past = unlimited().with_deadline(Instant::now());
    assert_eq!(query.ask(&past), Answer::Unknown(Reason::Time));
    let soon = unlimited().with_deadline(Instant::now() + Duration::from_millis(50));
    assert_eq!(query.ask(&soon), Answer::Unknown(Reason::Time));
    query.finish();
}

#[test]
fn an_interrupt_from_another_thread() {
    let mut query = factoring();
    let flag = Arc::new(AtomicBool::new(false));
    let budget = unlimited().with_interrupt(Arc::clone(&flag));
    let other = thread::spawn(move || {
        thread::sleep(Duration::from_millis(50));
        flag.store(true, Ordering::Relaxed);
    });
    assert_eq!(query.ask(&budget), Answer::Unknown(Reason::Interrupted));
    other.join().expect("the other thread should end");
    query.finish();
}

#[test]
fn little_memory() {
    let mut query = factoring();
    // Not even the gates fit.
    assert_eq!(query.ask(&unlimited().with_memory(10_000)), Answer::Unknown(Reason::Memory));
    // The clauses fit, with little room for learnt ones.
    query.ask(&unlimited().with_conflicts(1));
    let held = query.solver.statistics().memory;
    let tight = unlimited().with_memory(held + held / 20).with_conflicts(200_000);
    assert_eq!(query.ask(&tight), Answer::Unknown(Reason::Memory));
    query.finish();
}

#[test]
fn translation_stops_too() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    let mut value = terms.variable_bits("x", 128);
    for index in 0..8 {
        let other = terms.variable_bits(&format!("y{index}"), 128);
        value = terms.udiv(value, other);
    }
    let goal = terms.is_nonzero(value);
    solver.assert(&mut terms, goal);
    for _ in 0..3 {
        let answer = solver.check(&mut terms, &[], &unlimited().with_memory(1_000_000));
        assert_eq!(answer, Answer::Unknown(Reason::Memory));
    }
    // What was left undone is made up for: without a constraint on the rest, y = 1 and x = 1 do.
    let Answer::Sat(model) = solver.check(&mut terms, &[], &unlimited()) else {
        panic!("there is a model");
    };
    assert_eq!(terms.evaluate(goal, &model), Some(1));
}

#[test]
fn searches_say_what_they_know() {
    let Factoring { mut terms, mut solver, x, .. } = factoring();
    let budget = unlimited().with_conflicts(30);
    let goal = (Goal::Smallest, Signedness::Unsigned);
    assert_eq!(
        optimum(&mut solver, &mut terms, x, goal, &[], &budget),
        Optimum::Unknown { bound: 0, best: None, reason: Reason::Conflicts }
    );
    let soft = [Soft { term: Term::FALSE, weight: 3 }, Soft { term: Term::TRUE, weight: 1 }];
    assert_eq!(
        maxsat(&mut solver, &mut terms, &soft, &[], &budget),
        MaxSat::Unknown { lower: 3, best: None, reason: Reason::Conflicts }
    );
    let over = unlimited().with_deadline(Instant::now());
    let p = terms.variable("p", Sort::Bool);
    let result =
        exists_forall(&mut Embedded::new(), &mut Embedded::new(), &mut terms, &[], p, &over);
    let expected = ExistsForall::Unknown { reason: Reason::Time, counterexamples: vec![] };
    assert_eq!(result, expected);
}
