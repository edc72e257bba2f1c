//! Every integer operation agrees with references that share nothing with the crate.

use crate::reference;

use reference::{BINARY, UNARY, bits, integers, mask, with_parameters};
use whydunit_term::testing::{Random, raw};
use whydunit_term::{Model, Op, Sort, Term, Terms};

/// The value of the operation in three ways that must agree: folded, and evaluated as a node, raw and simplified.
fn value(terms: &mut Terms, op: Op, width: u32, values: &[u128]) -> u128 {
    let constants: Vec<Term> = values.iter().map(|&value| terms.bits(width, value)).collect();
    let folded = terms.apply(op, &constants);
    let folded = terms.value(folded).expect("an operation on constants should be folded");
    let mut model = Model::new();
    let names = ["x", "y"];
    let variables: Vec<Term> = values
        .iter()
        .zip(names)
        .map(|(&value, name)| {
            let variable = terms.variable_bits(&format!("{name}{width}"), width);
            model.set_term(terms, variable, value);
            variable
        })
        .collect();
    let node = raw(terms, op, &variables).expect("the operands should fit");
    assert_eq!(terms.evaluate(node, &model), Some(folded), "{op:?} {width} {values:?}");
    let simple = terms.apply(op, &variables);
    assert_eq!(terms.evaluate(simple, &model), Some(folded), "{op:?} {width} {values:?}");
    folded
}

#[test]
fn all_values_of_small_widths() {
    let mut terms = Terms::new();
    for width in 1..=5 {
        for a in 0..=mask(width) {
            for op in UNARY.iter().copied().chain(with_parameters(width, 9)) {
                let actual = value(&mut terms, op, width, &[a]);
                assert_eq!(actual, integers::unary(op, width, a), "{op:?} {width} {a}");
                assert_eq!(actual, bits::unary(op, width, a), "{op:?} {width} {a}");
            }
            for b in 0..=mask(width) {
                for &op in BINARY {
                    let actual = value(&mut terms, op, width, &[a, b]);
                    assert_eq!(actual, integers::binary(op, width, a, b), "{op:?} {width} {a} {b}");
                    assert_eq!(actual, bits::binary(op, width, a, b), "{op:?} {width} {a} {b}");
                }
            }
        }
    }
}

#[test]
fn random_values_of_larger_widths() {
    let mut random = Random::new(7);
    let mut terms = Terms::new();
    for round in 0..1500 {
        let width = match round % 3 {
            0 => *random.pick(&[8, 16, 32, 64, 128]),
            _ => random.between(6, 128),
        };
        let sort = Sort::Bits(width);
        let a = random.value(sort);
        let b = if random.one_in(8) { a } else { random.value(sort) };
        let parameters = with_parameters(width, (width + 2).min(128));
        let chosen: Vec<Op> = (0..20).map(|_| *random.pick(&parameters)).collect();
        for op in UNARY.iter().copied().chain(chosen) {
            let actual = value(&mut terms, op, width, &[a]);
            assert_eq!(actual, bits::unary(op, width, a), "{op:?} {width} {a}");
            if width <= 60 {
                assert_eq!(actual, integers::unary(op, width, a), "{op:?} {width} {a}");
            }
        }
        for &op in BINARY {
            let actual = value(&mut terms, op, width, &[a, b]);
            assert_eq!(actual, bits::binary(op, width, a, b), "{op:?} {width} {a} {b}");
            if width <= 60 {
                assert_eq!(actual, integers::binary(op, width, a, b), "{op:?} {width} {a} {b}");
            }
        }
    }
}

#[test]
fn concatenation_of_all_small_values() {
    let mut terms = Terms::new();
    for (high, low) in (1..=4).flat_map(|high| (1..=4).map(move |low| (high, low))) {
        for (a, b) in (0..=mask(high)).flat_map(|a| (0..=mask(low)).map(move |b| (a, b))) {
            let (x, y) = (terms.bits(high, a), terms.bits(low, b));
            let joined = terms.concat(x, y);
            assert_eq!(terms.width(joined), high + low);
            assert_eq!(terms.value(joined), Some(a * 2u128.pow(low) + b));
        }
    }
    let (x, y) = (terms.bits(1, 1), terms.bits(127, 0));
    let widest = terms.concat(x, y);
    assert_eq!(terms.value(widest), Some(1 << 127));
}

#[test]
fn truth_tables() {
    let mut terms = Terms::new();
    let (p, q, r) = (terms.variable_bool("p"), terms.variable_bool("q"), terms.variable_bool("r"));
    for values in 0..8u128 {
        let bit = |index: u32| values >> index & 1 == 1;
        let (a, b, c) = (bit(0), bit(1), bit(2));
        let mut model = Model::new();
        for (index, variable) in [p, q, r].into_iter().enumerate() {
            model.set_term(&terms, variable, bit(index as u32).into());
        }
        let cases: [(Op, &[Term], bool); 8] = [
            (Op::Not, &[p], !a),
            (Op::And, &[p, q, r], a && b && c),
            (Op::And, &[p, q], a && b),
            (Op::Or, &[p, q, r], a || b || c),
            (Op::Xor, &[p, q], a != b),
            (Op::Eq, &[p, q], a == b),
            (Op::Ite, &[p, q, r], if a { b } else { c }),
            (Op::FromBool, &[p], a),
        ];
        for (op, operands, expected) in cases {
            let node = raw(&mut terms, op, operands).expect("the operands should fit");
            assert_eq!(terms.evaluate(node, &model), Some(expected.into()), "{op:?} {values:b}");
            let simple = terms.apply(op, operands);
            assert_eq!(terms.evaluate(simple, &model), Some(expected.into()), "{op:?} {values:b}");
        }
    }
}
