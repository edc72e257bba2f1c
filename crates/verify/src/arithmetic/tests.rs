//! Written cases, and random ones against all values of small widths.

use whydunit_term::testing::Random;
use whydunit_term::{Evaluator, Model, Op, Sort, Term, Terms};

use super::implies;

fn parse(terms: &mut Terms, text: &str) -> Term {
    terms.parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What is known, what is wanted, and whether it is found to follow.
#[test]
fn implications() {
    let cases: &[(&[&str], &str, bool)] = &[
        (&["(bvsle x:32 #x00000003)"], "(bvslt x:32 #x00000004)", true),
        (&["(bvsle x:32 #x00000003)"], "(bvslt x:32 #x00000003)", false),
        (&["(= x:32 #x00000003)"], "(bvslt x:32 #x00000004)", true),
        // A sum may overflow, unless something excludes that.
        (&["(bvsle #x00000000 x:32)"], "(bvsle #x00000001 (bvadd x:32 #x00000001))", false),
        (
            &["(bvsle #x00000000 x:32)", "(not (= x:32 #x7fffffff))"],
            "(bvsle #x00000001 (bvadd x:32 #x00000001))",
            true,
        ),
        (
            &["(bvsle #x00000009 (bvadd x:32 y:32))"],
            "(bvsle #x000000009 (bvadd (sign_extend 36 x:32) (sign_extend 36 y:32)))",
            false,
        ),
        (
            &["(bvsle #x00000009 (bvadd x:32 y:32))", "(not (bvsaddo x:32 y:32))"],
            "(bvsle #x000000009 (bvadd (sign_extend 36 x:32) (sign_extend 36 y:32)))",
            true,
        ),
        // A step of a loop: s' = s + 3 * i.
        (
            &[
                "(bvsle #x000000100 (bvadd (bvmul (sign_extend 36 i:32) #x000000006) (sign_extend 36 s:32)))",
                "(bvsle #xd5555556 i:32)",
                "(bvslt i:32 #x2aaaaaab)",
                "(not (bvsaddo s:32 (bvmul i:32 #x00000003)))",
            ],
            "(bvsle #x000000100 (bvadd (bvmul (sign_extend 36 i:32) #x000000003)
                (sign_extend 36 (bvadd s:32 (bvmul i:32 #x00000003)))))",
            true,
        ),
        // One atom is bounded by the others: x is not negative, because y is not greater than it can be.
        (
            &[
                "(bvsle #x07ffffff7 (bvadd (bvmul (sign_extend 36 x:32) #x000000009) (sign_extend 36 y:32)))",
            ],
            "(bvsle #x00000000 x:32)",
            true,
        ),
        // Two facts together.
        (&["(bvsle x:32 y:32)", "(bvslt y:32 z:32)"], "(bvslt x:32 z:32)", true),
        // With a sign and without are different numbers.
        (&["(bvule x:32 #x00000007)"], "(bvsle x:32 #x00000007)", false),
        (&["(bvule x:32 #x00000007)"], "(bvule x:32 #x00000008)", true),
    ];
    for (known, wanted, expected) in cases {
        let mut terms = Terms::new();
        let known: Vec<Term> = known.iter().map(|text| parse(&mut terms, text)).collect();
        let wanted = parse(&mut terms, wanted);
        assert_eq!(implies(&terms, &known, wanted), *expected, "{}", terms.display(wanted));
    }
}

const WIDTH: u32 = 3;

/// Terms over `x` and `y` of three bits.
struct Source {
    random: Random,
    variables: [Term; 2],
}

impl Source {
    /// Of a width of at least three bits.
    fn number(&mut self, terms: &mut Terms, width: u32, depth: u32) -> Term {
        let choice = if depth == 0 { self.random.below(3) } else { self.random.below(7) };
        match choice {
            0 => {
                let value = self.random.value(Sort::Bits(width));
                terms.bits(width, value)
            }
            1 | 2 => {
                let variable = *self.random.pick(&self.variables);
                let signed = self.random.below(2) == 0;
                terms.resize(variable, width, signed)
            }
            3 if width > WIDTH => {
                let narrow = self.number(terms, WIDTH, depth - 1);
                let signed = self.random.below(2) == 0;
                terms.resize(narrow, width, signed)
            }
            _ => {
                let op = *self.random.pick(&[Op::Add, Op::Sub, Op::Mul]);
                let a = self.number(terms, width, depth - 1);
                let b = self.number(terms, width, depth - 1);
                terms.apply(op, &[a, b])
            }
        }
    }

    fn condition(&mut self, terms: &mut Terms) -> Term {
        let width = *self.random.pick(&[WIDTH, WIDTH, WIDTH + 3]);
        let depth = self.random.below(3) as u32;
        let (a, b) = (self.number(terms, width, depth), self.number(terms, width, depth));
        let op = *self.random.pick(&[
            Op::SLe,
            Op::SLt,
            Op::ULe,
            Op::ULt,
            Op::Eq,
            Op::SAddOverflow,
            Op::UAddOverflow,
            Op::SSubOverflow,
            Op::USubOverflow,
            Op::SMulOverflow,
            Op::UMulOverflow,
        ]);
        let condition = terms.apply(op, &[a, b]);
        if self.random.below(2) == 0 { terms.not(condition) } else { condition }
    }
}

/// Whatever is found to follow does, for all values.
#[test]
fn everything_found_is_true() {
    let mut found = 0;
    for seed in 0..100_000 {
        let mut terms = Terms::new();
        let variables = ["x", "y"].map(|name| terms.variable_bits(name, WIDTH));
        let mut source = Source { random: Random::new(seed), variables };
        let known: Vec<Term> = (0..3).map(|_| source.condition(&mut terms)).collect();
        let wanted = source.condition(&mut terms);
        if wanted == Term::TRUE || !implies(&terms, &known, wanted) {
            continue;
        }
        found += 1;
        for values in 0..1 << (2 * WIDTH) {
            let mut model = Model::new();
            model.set_term(&terms, variables[0], values & 7);
            model.set_term(&terms, variables[1], values >> WIDTH);
            let mut evaluator = Evaluator::new(&model);
            let mut holds = |term: Term| evaluator.value(&terms, term) == Some(1);
            if known.iter().all(|&term| holds(term)) {
                let known: Vec<String> =
                    known.iter().map(|&term| terms.display(term).to_string()).collect();
                let wanted_text = terms.display(wanted);
                assert!(holds(wanted), "seed {seed}: {known:?} do not imply {wanted_text}");
            }
        }
    }
    assert!(found >= 400, "only {found}");
}
