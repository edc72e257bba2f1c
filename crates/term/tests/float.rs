//! Lowering of whole terms. What the circuits compute is checked beside them.

use whydunit_term::{FloatLowering, Model, Op, Sort, Term, Terms};

fn is_float(op: Op) -> bool {
    format!("{op:?}").starts_with('F') && op != Op::FromBool
}

fn has_floats(terms: &Terms, roots: &[Term]) -> bool {
    terms.post_order(roots).into_iter().any(|term| is_float(terms.op(term)))
}

/// `(x + y) * x` as an integer, or a comparison of it where `c` holds; and something that shares the sum.
fn example(terms: &mut Terms) -> [Term; 2] {
    let (x, y) = (terms.variable_bits("x", 64), terms.variable_bits("y", 64));
    let c = terms.variable_bool("c");
    let sum = terms.fadd(x, y);
    let product = terms.fmul(sum, x);
    let integer = terms.float_to_int(product, true, 16);
    let less = terms.flt(product, y);
    let less = terms.from_bool(less);
    let less = terms.zero_extend(less, 16);
    let chosen = terms.ite(c, integer, less);
    let narrow = terms.fconvert(sum, 32);
    let signed = terms.float_from_int(chosen, true, 32);
    let quotient = terms.fdiv(narrow, signed);
    [chosen, quotient]
}

#[test]
fn lowered_terms_have_the_same_values() {
    let mut terms = Terms::new();
    let roots = example(&mut terms);
    let lowered = terms.lower_floats(&roots);
    assert!(has_floats(&terms, &roots));
    assert!(!has_floats(&terms, &lowered));
    let variables = terms.variables(&roots);
    let numbers = [0.0, -0.0, 0.5, 1.0, -3.25, 170.0, 1e-310, 1e300, f64::INFINITY, f64::NAN];
    for x in numbers {
        for y in numbers {
            for c in [0, 1] {
                let mut model = Model::new();
                for &variable in &variables {
                    let symbol = terms.symbol(variable).expect("it should be a variable");
                    let value = match terms.symbol_name(symbol) {
                        "x" => x.to_bits().into(),
                        "y" => y.to_bits().into(),
                        _ => c,
                    };
                    model.set(symbol, value);
                }
                for (&root, &lowered) in roots.iter().zip(&lowered) {
                    let (value, expected) =
                        (terms.evaluate(lowered, &model), terms.evaluate(root, &model));
                    assert!(value.is_some());
                    assert_eq!(value, expected, "{x}, {y}, {c}");
                }
            }
        }
    }
}

#[test]
fn later_calls_find_what_is_done() {
    let mut terms = Terms::new();
    let [first, second] = example(&mut terms);
    let mut lowering = FloatLowering::new();
    let lowered = lowering.lower(&mut terms, second);
    let made = terms.len();
    assert_eq!(lowering.lower(&mut terms, second), lowered);
    lowering.lower(&mut terms, first);
    assert_eq!(terms.len(), made, "the first is a part of the second");
    assert_eq!(terms.lower_floats(&[lowered]), [lowered]);
}

#[test]
fn a_circuit_leaves_its_operands_alone() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable_bits("x", 32), terms.variable_bits("y", 32));
    let product = terms.fmul(x, y);
    let equal = terms.feq(product, x);
    let circuit = terms.float_circuit(equal).expect("a comparison should have a circuit");
    let below = terms.post_order(&[circuit]);
    assert!(below.contains(&product) && !below.contains(&equal));
    assert_eq!(terms.lower_floats(&[circuit]), terms.lower_floats(&[equal]));
    assert_eq!(terms.float_circuit(x), None);
    let sum = terms.add(x, y);
    assert_eq!(terms.float_circuit(sum), None);
}

/// What a sum in the other order, and differences, do not share is the handling of signs and NaNs.
#[test]
fn related_operations_share_their_circuits() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable_bits("x", 32), terms.variable_bits("y", 32));
    let sizes = |terms: &mut Terms, ops: &[(Op, [Term; 2])]| {
        let roots: Vec<Term> =
            ops.iter().map(|(op, operands)| terms.apply(*op, operands)).collect();
        let lowered = terms.lower_floats(&roots);
        terms.post_order(&lowered).len()
    };
    for (one, other, most) in [
        ((Op::FAdd, [x, y]), (Op::FAdd, [y, x]), 20),
        ((Op::FSub, [x, y]), (Op::FSub, [y, x]), 20),
        ((Op::FMul, [x, y]), (Op::FMul, [y, x]), 20),
    ] {
        let alone = sizes(&mut terms, &[one]);
        let together = sizes(&mut terms, &[one, other]);
        assert!(together <= alone + most, "{one:?}: {alone} terms, with the other {together}");
    }
}

#[test]
fn uninterpreted_functions_keep_their_names() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 32);
    let sum = terms.fadd(x, x);
    let applied = terms.opaque("sine", Sort::Bits(32), &[sum]);
    let lowered = terms.lower_floats(&[applied])[0];
    assert_eq!(terms.op(lowered), terms.op(applied));
    assert!(!has_floats(&terms, &[lowered]));
}

/// A tower of 100,000 terms with floating-point operations at the bottom, and one of 300 sums.
#[test]
fn deep_terms() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 32);
    let y = terms.variable_bits("y", 32);
    let mut tower = terms.fmul(x, y);
    for step in 0..50_000 {
        let constant = terms.bits(32, step);
        tower = terms.add(tower, y);
        tower = terms.bit_xor(tower, constant);
    }
    let lowered = terms.lower_floats(&[tower])[0];
    assert!(!has_floats(&terms, &[lowered]));

    let mut sum = x;
    for _ in 0..300 {
        sum = terms.fadd(sum, y);
    }
    let lowered = terms.lower_floats(&[sum])[0];
    let mut model = Model::new();
    model.set_term(&terms, x, 0.1f32.to_bits().into());
    model.set_term(&terms, y, 0.7f32.to_bits().into());
    let expected = (0..300).fold(0.1f32, |sum, _| sum + 0.7);
    assert_eq!(terms.evaluate(lowered, &model), Some(expected.to_bits().into()));
}
