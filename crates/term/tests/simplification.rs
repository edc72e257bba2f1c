//! Simplified terms have the values of the terms that they stand for.

use whydunit_term::testing::{Options, Random, RandomTerms, simplified};
use whydunit_term::{Evaluator, Sort, Term, Terms};

/// Makes variables of several sorts.
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
fn compare(seed: u64, rounds: usize, widths: &[u32], make: impl Fn(Vec<Term>) -> Options) {
    let mut random = Random::new(seed);
    for round in 0..rounds {
        let mut terms = Terms::new();
        let variables = variables(&mut terms, widths);
        let options = Options { raw: true, ..make(variables.clone()) };
        let mut generator = RandomTerms::new(random.word(), options);
        let raw: Vec<Term> = (0..12)
            .map(|_| {
                let depth = random.between(1, 5);
                match random.below(2) {
                    0 => generator.boolean(&mut terms, depth),
                    _ => generator.bits(&mut terms, *random.pick(widths), depth),
                }
            })
            .collect();
        let simple: Vec<Term> = raw.iter().map(|&term| simplified(&mut terms, term)).collect();
        for _ in 0..12 {
            let model = random.model(&terms, &variables);
            let mut evaluator = Evaluator::new(&model);
            for (&raw, &simple) in raw.iter().zip(&simple) {
                let expected = evaluator.value(&terms, raw);
                let actual = evaluator.value(&terms, simple);
                // A simplified term may need fewer of the opaque applications.
                if expected.is_some() {
                    assert_eq!(actual, expected, "seed {seed}, round {round}, raw {raw:?}\n{:?}\n{:?}", dump(&terms, raw), dump(&terms, simple));
                }
            }
        }
    }
}
fn dump(terms: &Terms, t: Term) -> String {
    let mut out = String::new();
    for x in terms.post_order(&[t]) {
        let n = terms.node(x);
        out += &format!("\n{}: {:?} {:?} {:?} {:?}", x.index(), n.op, n.sort, n.children.iter().map(|c| c.index()).collect::<Vec<_>>(), terms.value(x));
    }
    out
}

#[test]
fn narrow_terms() {
    compare(1, 3000, &[1, 2, 3, 4, 5], |variables| Options {
        variables,
        max_width: 8,
        floats: false,
        ..Options::default()
    });
}

#[test]
fn terms_of_program_widths() {
    compare(2, 3000, &[1, 8, 16, 32, 64], |variables| Options {
        variables,
        floats: false,
        rare_wide_products: false,
        ..Options::default()
    });
}

#[test]
fn the_widest_terms() {
    compare(3, 1000, &[127, 128, 64], |variables| Options {
        variables,
        rare_wide_products: false,
        ..Options::default()
    });
}

#[test]
fn terms_with_floats_and_opaque_functions() {
    compare(4, 1500, &[32, 64], |variables| Options { variables, opaque: true, ..Options::default() });
    let _ = Sort::Bool;
}
