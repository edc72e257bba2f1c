//! Every operation, for all operands of small widths, against evaluation.

use crate::common;

use common::{all_operations, unlimited};
use whydunit_solver::{Answer, Core, Embedded, Solve};
use whydunit_term::testing::raw;
use whydunit_term::{Model, Op, Sort, Term, Terms};

/// `op` of fresh variables, not simplified, and the variables.
fn application(terms: &mut Terms, op: Op, operands: &[Sort]) -> Option<(Term, Vec<Term>)> {
    let variables: Vec<Term> = operands.iter().map(|&sort| terms.fresh("x", sort)).collect();
    Some((raw(terms, op, &variables).ok()?, variables))
}

/// All values of operands of these sorts.
fn all_values(operands: &[Sort]) -> Vec<Vec<u128>> {
    let mut rows = vec![Vec::new()];
    for sort in operands {
        rows = rows
            .iter()
            .flat_map(|row| (0..=sort.mask()).map(move |value| [row.as_slice(), &[value]].concat()))
            .collect();
    }
    rows
}

fn expected(terms: &Terms, result: Term, variables: &[Term], values: &[u128]) -> u128 {
    let mut model = Model::new();
    for (&variable, &value) in variables.iter().zip(values) {
        model.set_term(terms, variable, value);
    }
    terms.evaluate(result, &model).expect("there is nothing opaque here")
}

/// Operands given by assumptions: the result has the value of evaluation and no other.
#[test]
fn results_are_those_of_evaluation() {
    for width in 1..=5 {
        for (op, operands) in all_operations(width) {
            let mut terms = Terms::new();
            let Some((result, variables)) = application(&mut terms, op, &operands) else {
                panic!("{op:?} does not take {operands:?}");
            };
            let mut solver = Embedded::new();
            let named = terms.fresh("result", terms.sort(result));
            let definition = raw(&mut terms, Op::Eq, &[result, named]).expect("one sort");
            solver.assert(&mut terms, definition);
            for values in all_values(&operands) {
                let mut assumptions: Vec<Term> = Vec::new();
                for (&variable, &value) in variables.iter().zip(&values) {
                    let value = terms.constant(terms.sort(variable), value);
                    assumptions
                        .push(raw(&mut terms, Op::Eq, &[variable, value]).expect("one sort"));
                }
                let value = expected(&terms, result, &variables, &values);
                let Answer::Sat(model) = solver.check(&mut terms, &assumptions, &unlimited())
                else {
                    panic!("{op:?} of {values:?} has no result");
                };
                let symbol = terms.symbol(named).expect("a variable");
                assert_eq!(model.get(symbol), value, "{op:?} of {values:?} at width {width}");
                let constant = terms.constant(terms.sort(named), value);
                let other = terms.ne(named, constant);
                assumptions.push(other);
                let answer = solver.check(&mut terms, &assumptions, &unlimited());
                assert!(matches!(answer, Answer::Unsat(_)), "{op:?} of {values:?}: {answer:?}");
            }
        }
    }
}

/// Some or all operands constant: gates fold them away, with the same result.
#[test]
fn constant_operands_fold() {
    for width in 1..=3 {
        for (op, operands) in all_operations(width) {
            let mut terms = Terms::new();
            let mut solver = Embedded::new();
            for values in all_values(&operands) {
                for kept in 0..1 << operands.len() {
                    let mut variables = Vec::new();
                    let mut given = Vec::new();
                    let mut assumptions = Vec::new();
                    for (index, (&sort, &value)) in operands.iter().zip(&values).enumerate() {
                        let constant = terms.constant(sort, value);
                        let variable = terms.variable(&format!("x{index}{sort:?}"), sort);
                        variables.push(variable);
                        if kept >> index & 1 == 1 {
                            given.push(variable);
                            assumptions.push(
                                raw(&mut terms, Op::Eq, &[variable, constant]).expect("one sort"),
                            );
                        } else {
                            given.push(constant);
                        }
                    }
                    let result = raw(&mut terms, op, &given).expect("operands that fit");
                    let value = expected(&terms, result, &variables, &values);
                    let value = terms.constant(terms.sort(result), value);
                    let same = raw(&mut terms, Op::Eq, &[result, value]).expect("one sort");
                    let other = raw(&mut terms, Op::Not, &[same]).expect("a Boolean");
                    assumptions.push(other);
                    match solver.check(&mut terms, &assumptions, &unlimited()) {
                        Answer::Unsat(Core(core)) => assert!(core.contains(&other)),
                        answer => panic!("{op:?} of {values:?}, kept {kept:b}: {answer:?}"),
                    }
                }
            }
        }
    }
}

/// Rotations, extensions and extractions by every amount.
#[test]
fn every_amount() {
    let width: u8 = 5;
    let mut operations = Vec::new();
    for by in 0..width {
        operations.extend([Op::RotateLeft(by), Op::RotateRight(by)]);
        operations.extend([Op::ZeroExtend(width + by), Op::SignExtend(width + by)]);
        operations.extend((0..=by).map(|low| Op::Extract { high: by, low }));
    }
    for op in operations {
        let mut terms = Terms::new();
        let sorts = [Sort::Bits(width.into())];
        let (result, variables) = application(&mut terms, op, &sorts).expect("one operand");
        let mut solver = Embedded::new();
        for values in all_values(&sorts) {
            let value = expected(&terms, result, &variables, &values);
            let value = terms.constant(terms.sort(result), value);
            let given = terms.constant(sorts[0], values[0]);
            let given = terms.eq(variables[0], given);
            let same = terms.eq(result, value);
            let other = terms.not(same);
            let answer = solver.check(&mut terms, &[given, same], &unlimited());
            assert!(matches!(answer, Answer::Sat(_)), "{op:?} of {values:?}: {answer:?}");
            let answer = solver.check(&mut terms, &[given, other], &unlimited());
            assert!(matches!(answer, Answer::Unsat(_)), "{op:?} of {values:?}: {answer:?}");
        }
    }
}
