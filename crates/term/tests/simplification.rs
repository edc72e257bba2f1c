//! Simplified terms have the values of the terms that they stand for, and are simplified once and for all.

use whydunit_term::testing::{Options, Random, RandomTerms, simplified};
use whydunit_term::{Evaluator, Op, Term, Terms};

fn variables(terms: &mut Terms, widths: &[u32]) -> Vec<Term> {
    let mut list = vec![terms.variable_bool("p"), terms.variable_bool("q")];
    for &width in widths {
        for name in ["x", "y"] {
            list.push(terms.variable_bits(&format!("{name}{width}"), width));
        }
    }
    list
}

/// Compares random raw terms with their simplified forms under random models.
fn compare(seed: u64, rounds: usize, widths: &[u32], options: Options) {
    let mut random = Random::new(seed);
    let (mut raw_size, mut simple_size) = (0, 0);
    for round in 0..rounds {
        let mut terms = Terms::new();
        let variables = variables(&mut terms, widths);
        let options = Options { variables: variables.clone(), raw: true, ..options.clone() };
        let mut generator = RandomTerms::new(random.word(), options);
        let raw: Vec<Term> = (0..12)
            .map(|_| match random.between(0, 1) {
                0 => generator.boolean(&mut terms, random.between(1, 5)),
                _ => generator.bits(&mut terms, *random.pick(widths), random.between(1, 5)),
            })
            .collect();
        let simple: Vec<Term> = raw.iter().map(|&term| simplified(&mut terms, term)).collect();
        raw_size += terms.post_order(&raw).len();
        simple_size += terms.post_order(&simple).len();
        for &term in &terms.post_order(&simple) {
            check_normal(&mut terms, term);
        }
        for _ in 0..12 {
            let model = random.model(&terms, &variables);
            let mut evaluator = Evaluator::new(&model);
            for (&raw, &simple) in raw.iter().zip(&simple) {
                // A simplified term may need fewer of the opaque applications, but not more.
                let Some(expected) = evaluator.value(&terms, raw) else { continue };
                assert_eq!(
                    evaluator.value(&terms, simple),
                    Some(expected),
                    "seed {seed}, round {round}, {:?}:\n{}\n{}",
                    model,
                    terms.display(raw),
                    terms.display(simple)
                );
            }
        }
    }
    assert!(simple_size * 10 < raw_size * 8, "{simple_size} should be much less than {raw_size}");
}

/// A term made by the constructors is made again from its operands, and has none of the operations that rules replace.
fn check_normal(terms: &mut Terms, term: Term) {
    let node = terms.node(term);
    if node.children.is_empty() {
        return;
    }
    let (op, operands) = (node.op, node.children.to_vec());
    let again = terms.apply(op, &operands);
    assert_eq!(again, term, "{}\n{}", terms.display(term), terms.display(again));
    let is_replaced = matches!(
        op,
        Op::Xor
            | Op::FromBool
            | Op::RotateRight(_)
            | Op::NegOverflow
            | Op::USubOverflow
            | Op::SDivOverflow
    );
    assert!(!is_replaced, "{}", terms.display(term));
}

#[test]
fn narrow_terms() {
    let options = Options { max_width: 8, floats: false, ..Options::default() };
    compare(1, 3000, &[1, 2, 3, 4, 5], options);
}

#[test]
fn terms_of_program_widths() {
    let options = Options { floats: false, rare_wide_products: false, ..Options::default() };
    compare(2, 3000, &[1, 8, 16, 32, 64], options);
}

#[test]
fn the_widest_terms() {
    let options = Options { rare_wide_products: false, ..Options::default() };
    compare(3, 1000, &[127, 128, 64], options);
}

#[test]
fn terms_with_floats_and_opaque_functions() {
    compare(4, 1500, &[32, 64], Options { opaque: true, ..Options::default() });
}

/// The generator makes every operation, at the sorts that its options allow.
#[test]
fn the_generator_covers_all_operations() {
    let mut terms = Terms::new();
    let variables = variables(&mut terms, &[8, 32]);
    let options = Options { variables, opaque: true, raw: true, ..Options::default() };
    let mut generator = RandomTerms::new(1, options);
    let roots: Vec<Term> = (0..2000).map(|_| generator.boolean(&mut terms, 5)).collect();
    let mut kinds: Vec<String> = terms
        .post_order(&roots)
        .into_iter()
        .map(|term| format!("{:?}", terms.op(term)))
        .map(|name| name.split(['(', ' ']).next().unwrap_or_default().to_string())
        .collect();
    kinds.sort();
    kinds.dedup();
    assert_eq!(kinds.len(), 55, "{kinds:?}");
}
