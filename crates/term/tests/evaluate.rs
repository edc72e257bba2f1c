//! Evaluation, traversal and substitution.

use whydunit_term::testing::{Options, Random, RandomTerms, raw};
use whydunit_term::{Evaluator, Model, Op, Sort, Substitution, Term, Terms};

const DEPTH: usize = 100_000;

/// `y / (y / (… / x))`: nests deeply and cannot be simplified.
fn deep(terms: &mut Terms, depth: usize) -> Term {
    let (x, y) = (terms.variable_bits("x", 32), terms.variable_bits("y", 32));
    (0..depth).fold(x, |term, _| terms.udiv(y, term))
}

fn model(terms: &Terms, values: &[(Term, u128)]) -> Model {
    let mut model = Model::new();
    for &(variable, value) in values {
        model.set_term(terms, variable, value);
    }
    model
}

#[test]
fn variables_without_a_value_are_zero() {
    let mut terms = Terms::new();
    let term = terms.parse("(bvadd x:8 y:8)").expect("the text should be a term");
    let x = terms.variable_bits("x", 8);
    assert_eq!(terms.evaluate(term, &model(&terms, &[(x, 0x1ff)])), Some(0xff));
    let mut too_wide = Model::new();
    too_wide.set(terms.symbol(x).expect("x should be a variable"), 0x1ff);
    assert_eq!(terms.evaluate(x, &too_wide), Some(0xff));
}

#[test]
fn opaque_applications_have_no_value() {
    let mut terms = Terms::new();
    let p = terms.variable_bool("p");
    let unknown = terms.opaque("f", Sort::Bool, &[p]);
    let (yes, no) = (Term::TRUE, Term::FALSE);
    let cases: &[(Op, &[Term], Option<u128>)] = &[
        (Op::And, &[unknown, no], Some(0)),
        (Op::And, &[no, unknown], Some(0)),
        (Op::And, &[unknown, yes], None),
        (Op::And, &[unknown, yes, no], Some(0)),
        (Op::Or, &[unknown, yes], Some(1)),
        (Op::Or, &[yes, unknown], Some(1)),
        (Op::Or, &[no, unknown], None),
        (Op::Ite, &[yes, no, unknown], Some(0)),
        (Op::Ite, &[no, unknown, yes], Some(1)),
        (Op::Ite, &[no, yes, unknown], None),
        (Op::Ite, &[unknown, yes, no], None),
        (Op::Eq, &[unknown, yes], None),
        (Op::Not, &[unknown], None),
    ];
    for &(op, operands, expected) in cases {
        let node = raw(&mut terms, op, operands).expect("the operands should fit");
        assert_eq!(terms.evaluate(node, &Model::new()), expected, "{}", terms.display(node));
    }
    assert_eq!(terms.evaluate(unknown, &Model::new()), None);
}

#[test]
fn deep_terms() {
    let mut terms = Terms::new();
    let term = deep(&mut terms, DEPTH);
    let (x, y) = (terms.variable_bits("x", 32), terms.variable_bits("y", 32));
    // 7 / 3 = 2, 7 / 2 = 3, and so on.
    assert_eq!(terms.evaluate(term, &model(&terms, &[(x, 3), (y, 7)])), Some(3));
    assert_eq!(terms.size(term), DEPTH + 2);
    assert_eq!(terms.post_order(&[term]).len(), DEPTH + 2);
    assert_eq!(terms.variables(&[term]), [x, y]);
    assert!(!terms.contains_opaque(term));
    let f = terms.opaque("f", Sort::Bits(32), &[x]);
    let replaced = terms.substitute(term, &[(x, f)]);
    assert!(terms.contains_opaque(replaced));
    assert_eq!(terms.size(replaced), DEPTH + 3);
    let seven = terms.bits(32, 7);
    let three = terms.bits(32, 3);
    assert_eq!(terms.substitute(term, &[(x, three), (y, seven)]), three);
}

/// As a tree, the term has 2^100 nodes.
#[test]
fn shared_parts_are_visited_once() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 64);
    let (mut term, mut expected) = (x, 3u64);
    for _ in 0..100 {
        term = terms.mul(term, term);
        expected = expected.wrapping_mul(expected);
    }
    assert_eq!(terms.evaluate(term, &model(&terms, &[(x, 3)])), Some(expected.into()));
    assert_eq!(terms.size(term), 101);
    let three = terms.bits(64, 3);
    let replaced = terms.substitute(term, &[(x, three)]);
    assert_eq!(terms.value(replaced), Some(expected.into()));
}

#[test]
fn post_order_has_operands_first() {
    let mut random = Random::new(21);
    for _ in 0..200 {
        let mut terms = Terms::new();
        let variables = vec![terms.variable_bits("x", 8), terms.variable_bool("p")];
        let options = Options { variables, ..Options::default() };
        let mut generator = RandomTerms::new(random.word(), options);
        let roots = [generator.boolean(&mut terms, 4), generator.bits(&mut terms, 8, 4)];
        let order = terms.post_order(&roots);
        let position = |term: Term| order.iter().position(|&other| other == term);
        for &term in &order {
            for &operand in terms.children(term) {
                assert!(position(operand) < position(term));
            }
        }
        let mut distinct = order.clone();
        distinct.dedup();
        assert_eq!(distinct, order);
        assert!(roots.iter().all(|root| order.contains(root)));
        let reached = order.iter().flat_map(|&term| terms.children(term)).chain(&roots);
        assert!(order.iter().all(|term| reached.clone().any(|other| other == term)));
    }
}

/// An evaluator gives the values of [`Terms::evaluate`], whether it knows few terms of a store or most, and while the
/// store grows.
#[test]
fn evaluators_remember() {
    let mut terms = Terms::new();
    let variables = vec![terms.variable_bits("x", 8), terms.variable_bool("p")];
    let options = Options { variables: variables.clone(), opaque: true, ..Options::default() };
    let mut generator = RandomTerms::new(31, options);
    let model = generator.random().model(&terms, &variables);
    for unused in 0..3000 {
        terms.variable_bits(&format!("unused{unused}"), 8);
    }
    let mut evaluator = Evaluator::new(&model);
    let mut unknown = 0;
    for _ in 0..3000 {
        let term = generator.boolean(&mut terms, 5);
        let value = evaluator.value(&terms, term);
        assert_eq!(value, terms.evaluate(term, &model));
        assert_eq!(value, evaluator.value(&terms, term));
        unknown += usize::from(value.is_none());
    }
    assert!(unknown > 50, "{unknown} values should be unknown");
}

#[test]
fn substitutions_are_simultaneous() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable_bits("x", 8), terms.variable_bits("y", 8));
    let term = terms.parse("(bvsub (bvmul x y) (bvudiv x y))").expect("the text should be a term");
    let swapped = terms.substitute(term, &[(x, y), (y, x)]);
    let expected = terms.parse("(bvsub (bvmul x y) (bvudiv y x))").expect("so should this");
    assert_eq!(swapped, expected);
    // What is put in is not looked at again, and a larger term goes before its parts.
    let product = terms.mul(x, y);
    let more = terms.substitute(term, &[(x, product), (product, x)]);
    let expected = terms.parse("(bvsub x (bvudiv (bvmul x y) y))").expect("so should this");
    assert_eq!(more, expected);
}

#[test]
fn a_term_in_which_nothing_is_replaced_stays() {
    let mut terms = Terms::new();
    let (x, z) = (terms.variable_bits("x", 8), terms.variable_bits("z", 8));
    // Not in normal form: rebuilding would change it.
    let node = raw(&mut terms, Op::BitAnd, &[x, x]).expect("the operands should fit");
    assert_eq!(terms.substitute(node, &[(z, x)]), node);
    assert_eq!(terms.substitute(node, &[(x, x)]), node);
    assert_eq!(terms.substitute(node, &[]), node);
    assert_eq!(terms.substitute(node, &[(x, z)]), z);
    assert_eq!(terms.substitute(node, &[(node, z)]), z);
}

#[test]
fn a_later_replacement_counts() {
    let mut terms = Terms::new();
    let (x, y) = (terms.variable_bits("x", 8), terms.variable_bits("y", 8));
    let term = terms.mul(x, x);
    let (three, four) = (terms.bits(8, 3), terms.bits(8, 4));
    let mut substitution = Substitution::new();
    assert!(substitution.is_empty());
    assert_eq!(substitution.apply(&mut terms, term), term);
    substitution.insert(&terms, x, three);
    let nine = substitution.apply(&mut terms, term);
    assert_eq!(terms.value(nine), Some(9));
    substitution.insert(&terms, x, four);
    let sixteen = substitution.apply(&mut terms, term);
    assert_eq!(terms.value(sixteen), Some(16));
    assert_eq!(substitution.apply(&mut terms, y), y);
}

#[test]
#[should_panic(expected = "a replacement should keep the sort")]
fn replacements_of_another_sort() {
    let mut terms = Terms::new();
    let (x, p) = (terms.variable_bits("x", 8), terms.variable_bool("p"));
    Substitution::new().insert(&terms, x, p);
}

/// The value of a term after substitution is its value where the variables have the values of what replaces them.
#[test]
fn substitution_and_evaluation_agree() {
    let mut random = Random::new(41);
    for _ in 0..500 {
        let mut terms = Terms::new();
        let sorts = [Sort::Bits(8), Sort::Bits(8), Sort::Bits(32), Sort::Bool];
        let variables: Vec<Term> = sorts
            .iter()
            .zip(["x", "y", "z", "p"])
            .map(|(&sort, name)| terms.variable(name, sort))
            .collect();
        let options = Options { variables: variables.clone(), ..Options::default() };
        let mut generator = RandomTerms::new(random.word(), options);
        let term = generator.boolean(&mut terms, 5);
        let pairs = [
            (variables[0], generator.bits(&mut terms, 8, 3)),
            (variables[2], generator.bits(&mut terms, 32, 3)),
            (variables[3], generator.boolean(&mut terms, 3)),
        ];
        let replaced = terms.substitute(term, &pairs);
        for _ in 0..5 {
            let inner = random.model(&terms, &variables);
            let mut outer = inner.clone();
            for (variable, replacement) in pairs {
                let value = terms.evaluate(replacement, &inner).expect("nothing should be opaque");
                outer.set_term(&terms, variable, value);
            }
            assert_eq!(terms.evaluate(replaced, &inner), terms.evaluate(term, &outer));
        }
    }
}
