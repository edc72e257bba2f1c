//! The embedded solver: cores, uninterpreted functions, incremental use, depth.

use crate::common;

use common::unlimited;
use whydunit_solver::{Answer, Core, Embedded, Reason, Solve, Verdict};
use whydunit_term::testing::raw;
use whydunit_term::{Op, Sort, Term, Terms};

fn sat(answer: &Answer) -> bool {
    matches!(answer, Answer::Sat(_))
}

#[test]
fn cores_are_subsets_in_the_given_order() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    let x = terms.variable_bits("x", 8);
    let selectors: Vec<Term> = (0..5).map(|i| terms.variable_bool(&format!("s{i}"))).collect();
    for (index, &selector) in selectors.iter().enumerate() {
        let limit = terms.bits(8, 10 * index as u128);
        let fact = if index < 3 { terms.ult(x, limit) } else { terms.ult(limit, x) };
        let guarded = terms.implies(selector, fact);
        solver.assert(&mut terms, guarded);
    }
    // x < 10 and x > 30.
    let order = [selectors[3], selectors[2], selectors[1]];
    let Answer::Unsat(Core(core)) = solver.check(&mut terms, &order, &unlimited()) else {
        panic!("10 is below 30");
    };
    assert!(core.contains(&selectors[3]) && core.len() >= 2, "{core:?}");
    let positions: Vec<_> = core.iter().map(|t| order.iter().position(|o| o == t)).collect();
    assert!(positions.is_sorted() && positions.iter().all(Option::is_some));

    assert_eq!(
        solver.check(&mut terms, &[selectors[4], selectors[0]], &unlimited()),
        Answer::Unsat(Core(vec![selectors[0]])),
        "nothing is below 0"
    );
    assert!(sat(&solver.check(&mut terms, &[selectors[3], selectors[4]], &unlimited())));
    assert!(sat(&solver.check(&mut terms, &[], &unlimited())));
}

#[test]
fn assumptions_that_are_constant_equal_or_opposite() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    let p = terms.variable_bool("p");
    let q = terms.variable_bool("q");
    let not_p = terms.not(p);
    let p_again = raw(&mut terms, Op::And, &[p, p]).expect("Booleans");
    let check = |solver: &mut Embedded, terms: &mut Terms, list: &[Term]| {
        solver.check(terms, list, &unlimited())
    };
    let only_false = Answer::Unsat(Core(vec![Term::FALSE]));
    assert_eq!(check(&mut solver, &mut terms, &[p, Term::FALSE, q]), only_false);
    assert!(sat(&check(&mut solver, &mut terms, &[Term::TRUE, p, p_again, p])));
    let both = Answer::Unsat(Core(vec![p, not_p]));
    assert_eq!(check(&mut solver, &mut terms, &[q, p, p_again, not_p]), both);

    solver.assert(&mut terms, p);
    let blamed = Answer::Unsat(Core(vec![not_p]));
    assert_eq!(check(&mut solver, &mut terms, &[q, not_p]), blamed);

    solver.assert(&mut terms, not_p);
    assert_eq!(check(&mut solver, &mut terms, &[q]), Answer::Unsat(Core(vec![])));
    solver.assert(&mut terms, Term::FALSE);
    assert_eq!(check(&mut solver, &mut terms, &[]), Answer::Unsat(Core(vec![])));
}

#[test]
fn definitions_in_any_order_and_in_circles() {
    let mut terms = Terms::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.variable_bits(name, 8));
    let one = terms.bits(8, 1);
    let mut facts = Vec::new();
    let next = terms.add(y, one);
    facts.push(terms.eq(x, next));
    let next = terms.add(z, one);
    facts.push(terms.eq(next, y));
    let twice = terms.add(x, x);
    facts.push(terms.eq(z, twice));
    // Together: x = 2x + 2, which only 254 solves.
    let bound = terms.bits(8, 254);
    let smaller = terms.ult(x, bound);
    for rotation in 0..facts.len() {
        let mut solver = Embedded::new();
        facts.rotate_left(1);
        let all = terms.and(&facts);
        solver.assert(&mut terms, all);
        let Answer::Sat(model) = solver.check(&mut terms, &[], &unlimited()) else {
            panic!("there is one solution");
        };
        assert_eq!(terms.evaluate(all, &model), Some(1), "rotation {rotation}: {model:?}");
        let answer = solver.check(&mut terms, &[smaller], &unlimited());
        assert_eq!(answer, Answer::Unsat(Core(vec![smaller])), "rotation {rotation}");
    }
}

#[test]
fn models_name_all_variables() {
    let mut terms = Terms::new();
    let mut solver = Embedded::new();
    let [x, y, z] = ["x", "y", "z"].map(|name| terms.variable_bits(name, 16));
    let sum = terms.add(y, z);
    let definition = terms.eq(x, sum);
    solver.assert(&mut terms, definition);
    let Answer::Sat(model) = solver.check(&mut terms, &[], &unlimited()) else { panic!("free") };
    assert_eq!(model.iter().count(), 3);
    assert_eq!(terms.evaluate(definition, &model), Some(1));
    let five = terms.bits(16, 5);
    let given = terms.eq(x, five);
    let Answer::Sat(model) = solver.check(&mut terms, &[given], &unlimited()) else {
        panic!("free")
    };
    assert_eq!(terms.evaluate(given, &model), Some(1));
    assert_eq!(terms.evaluate(definition, &model), Some(1));
}

#[test]
fn uninterpreted_functions() {
    let mut terms = Terms::new();
    let [x, y] = ["x", "y"].map(|name| terms.variable_bits(name, 8));
    let p = terms.variable_bool("p");
    let f_x = terms.opaque("f", Sort::Bits(8), &[x]);
    let f_y = terms.opaque("f", Sort::Bits(8), &[y]);
    let same_operands = terms.eq(x, y);
    let other_results = terms.ne(f_x, f_y);
    let mut solver = Embedded::new();
    assert_eq!(
        solver.check(&mut terms, &[same_operands, other_results, p], &unlimited()),
        Answer::Unsat(Core(vec![same_operands, other_results]))
    );
    assert_eq!(
        solver.check(&mut terms, &[other_results], &unlimited()),
        Answer::Unknown(Reason::Abstracted)
    );
    // The result does not matter.
    let either = terms.or(&[p, other_results]);
    solver.assert(&mut terms, either);
    let Answer::Sat(model) = solver.check(&mut terms, &[p], &unlimited()) else {
        panic!("p is enough");
    };
    assert_eq!(terms.evaluate(either, &model), Some(1));

    // A variable that is defined by a result has a value that nobody knows.
    let mut solver = Embedded::new();
    let definition = terms.eq(x, f_y);
    solver.assert(&mut terms, definition);
    let unknown = Answer::Unknown(Reason::Abstracted);
    assert_eq!(solver.check(&mut terms, &[], &unlimited()), unknown);
}

#[test]
fn chains_of_uninterpreted_functions() {
    // f(f(x)) = x and f(f(f(x))) = x imply f(x) = x.
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 6);
    let mut applied = vec![x];
    for _ in 0..3 {
        let last = applied[applied.len() - 1];
        applied.push(terms.opaque("f", Sort::Bits(6), &[last]));
    }
    let mut solver = Embedded::new();
    let second = terms.eq(applied[2], x);
    let third = terms.eq(applied[3], x);
    let moved = terms.ne(applied[1], x);
    let answer = solver.decide(&mut terms, &[second, third, moved], &unlimited());
    assert!(matches!(answer, Verdict::Unsat(_)), "{answer:?}");
    for pair in [[second, third], [second, moved], [third, moved]] {
        let answer = solver.decide(&mut terms, &pair, &unlimited());
        assert_eq!(answer, Verdict::Unknown(Reason::Abstracted));
    }
}

#[test]
fn a_hundred_thousand_levels() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 2);
    let p = terms.variable_bool("p");
    let mut term = x;
    let mut flag = p;
    for level in 0..100_000_u128 {
        let constant = terms.bits(2, level);
        let sum = raw(&mut terms, Op::BitXor, &[term, constant]).expect("one width");
        let smaller = raw(&mut terms, Op::ULt, &[sum, x]).expect("one width");
        flag = raw(&mut terms, Op::Xor, &[flag, smaller]).expect("Booleans");
        term = raw(&mut terms, Op::Ite, &[flag, sum, term]).expect("one width");
    }
    let zero = terms.bits(2, 0);
    let goal = terms.eq(term, zero);
    let mut solver = Embedded::new();
    solver.assert(&mut terms, goal);
    match solver.check(&mut terms, &[], &unlimited().with_conflicts(50)) {
        Answer::Sat(model) => assert_eq!(terms.evaluate(goal, &model), Some(1)),
        Answer::Unsat(core) => assert_eq!(core, Core::default()),
        Answer::Unknown(reason) => assert_eq!(reason, Reason::Conflicts),
    }
}
