//! SMT-LIB text: what it looks like, and that solvers accept it and mean the same.

use crate::common;

use common::{all_operations, float_operations, programs, run_script, seconds, unlimited};
use expect_test::expect;
use whydunit_solver::{Answer, Core, NamedAssertion, QueryOptions, Reason, Solve, write_query};
use whydunit_term::testing::{Random, raw};
use whydunit_term::{Model, Op, Sort, Term, Terms};

fn plain(term: Term) -> NamedAssertion {
    NamedAssertion { name: None, comment: None, term }
}

fn script(terms: &Terms, assertions: &[NamedAssertion], options: &QueryOptions) -> String {
    let mut text = String::new();
    write_query(&mut text, terms, assertions, options).expect("a string takes any text");
    text
}

#[test]
fn a_query_with_names() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 32);
    let y = terms.variable_bits("y#2", 32);
    let bound = terms.variable_bits("odd name", 6);
    let sum = terms.add(x, y);
    let product = terms.mul(sum, sum);
    let first = terms.eq(product, x);
    let second = terms.sadd_overflow(x, y);
    let zero = terms.bits(6, 0);
    let third = terms.ult(zero, bound);
    let named = |name: &str, comment: &str, term| NamedAssertion {
        name: Some(name.to_owned()),
        comment: Some(comment.to_owned()),
        term,
    };
    let assertions = [
        named("line 3", "x = (x + y) * (x + y)", first),
        named("x", "overflow\nof the sum", second),
        plain(third),
    ];
    let options = QueryOptions {
        title: Some("An example".to_owned()),
        produce_cores: true,
        ..QueryOptions::default()
    };
    expect![[r#"
        ; An example
        (set-option :produce-unsat-cores true)
        (set-logic QF_BV)
        (declare-fun x () (_ BitVec 32))
        (declare-fun |y#2| () (_ BitVec 32))
        (declare-fun |odd name| () (_ BitVec 6))
        (define-fun $1 () (_ BitVec 32) (bvadd x |y#2|))
        ; x = (x + y) * (x + y)
        (assert (! (= x (bvmul $1 $1)) :named |line 3|))
        ; overflow
        ; of the sum
        (assert (! (let (($x (bvadd ((_ sign_extend 1) x) ((_ sign_extend 1) |y#2|)))) (not (or (= ((_ extract 32 31) $x) #b00) (= ((_ extract 32 31) $x) #b11)))) :named x%1))
        (assert (not (= |odd name| #b000000)))
        (check-sat)
        (get-unsat-core)
    "#]].assert_eq(&script(&terms, &assertions, &options));
}

#[test]
fn logic_follows_the_operations() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 32);
    let y = terms.variable_bits("y", 32);
    let float = terms.flt(x, y);
    let opaque = terms.opaque("f", Sort::Bool, &[x]);
    let plain_term = terms.is_nonzero(x);
    for (list, logic) in [
        (vec![plain_term], "QF_BV"),
        (vec![float], "QF_BVFP"),
        (vec![opaque], "QF_UFBV"),
        (vec![opaque, float], "ALL"),
    ] {
        let assertions: Vec<NamedAssertion> = list.into_iter().map(plain).collect();
        let text = script(&terms, &assertions, &QueryOptions::default());
        assert!(text.contains(&format!("(set-logic {logic})\n")), "{text}");
    }
}

/// Scripts with every operation in them, and with names that are words of the language, are accepted.
#[test]
fn programs_accept_scripts() {
    let mut terms = Terms::new();
    let mut assertions = Vec::new();
    let odd_names = ["and", "bvadd", "$1", "a b", "|", "\\", "x\ny", "%41", "", "é", "3"];
    for (index, (op, sorts)) in float_operations().into_iter().chain(all_operations(8)).enumerate()
    {
        let variables: Vec<Term> = sorts
            .iter()
            .enumerate()
            .map(|(place, &sort)| {
                let name = odd_names[(index + place) % odd_names.len()];
                match terms.find_symbol(name) {
                    None => terms.variable(name, sort),
                    Some(_) => terms.fresh(name, sort),
                }
            })
            .collect();
        let result = raw(&mut terms, op, &variables).expect("operands that fit");
        let term = raw(&mut terms, Op::Eq, &[result, result]).expect("one sort");
        assertions.push(NamedAssertion {
            name: Some(format!("{op:?}")),
            comment: Some(format!("{op:?}\nof {sorts:?}")),
            term,
        });
    }
    let last = NamedAssertion { name: Some("end".to_owned()), comment: None, term: Term::FALSE };
    assertions.push(last);
    let options = QueryOptions { produce_cores: true, ..QueryOptions::default() };
    let text = script(&terms, &assertions, &options);
    for (name, _) in programs() {
        let output = run_script(name, &text);
        let words: Vec<&str> =
            output.split(|c: char| c.is_whitespace() || "()".contains(c)).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        assert_eq!(words, ["unsat", "end"], "{name} on\n{text}");
    }
}

/// Is the result wider than the operands?
fn is_wider(op: Op) -> bool {
    matches!(op, Op::ZeroExtend(_) | Op::SignExtend(_) | Op::Concat)
}

/// Each operation on random operands: the program finds the result of evaluation, and no other.
#[test]
fn programs_agree_on_every_operation() {
    let mut random = Random::new(7);
    for (name, mut program) in programs() {
        let mut operations: Vec<_> = (0..4).flat_map(|_| float_operations()).collect();
        for width in [1, 3, 8, 32, 128] {
            let fits = |(op, _): &(Op, Vec<Sort>)| width < 128 || !is_wider(*op);
            operations.extend(all_operations(width).into_iter().filter(fits));
        }
        for (op, sorts) in operations {
            program.reset();
            let mut terms = Terms::new();
            let variables: Vec<Term> = sorts.iter().map(|&sort| terms.fresh("x", sort)).collect();
            let result = raw(&mut terms, op, &variables).expect("operands that fit");
            let mut model = Model::new();
            for &variable in &variables {
                let value = random.value(terms.sort(variable));
                model.set_term(&terms, variable, value);
                let value = terms.constant(terms.sort(variable), value);
                let given = terms.eq(variable, value);
                program.assert(&mut terms, given);
            }
            let value = terms.evaluate(result, &model).expect("nothing opaque");
            let value = terms.constant(terms.sort(result), value);
            let same = raw(&mut terms, Op::Eq, &[result, value]).expect("one sort");
            let other = terms.not(same);
            let shown = || format!("{name}: {op:?} of {model:?}");
            match program.check(&mut terms, &[same], &seconds(60)) {
                Answer::Sat(found) => {
                    for &variable in &variables {
                        let symbol = terms.symbol(variable).expect("a variable");
                        assert_eq!(found.get(symbol), model.get(symbol), "{}", shown());
                    }
                }
                answer => panic!("{}: {answer:?}", shown()),
            }
            match program.check(&mut terms, &[other], &seconds(60)) {
                Answer::Unsat(Core(core)) => assert!(core.len() <= 1),
                answer => panic!("{}: {answer:?}", shown()),
            }
        }
    }
}

#[test]
fn a_conversation_goes_on_after_a_larger_logic_and_after_a_timeout() {
    for (name, mut program) in programs() {
        let mut terms = Terms::new();
        let x = terms.variable_bits("x", 32);
        let y = terms.variable_bits("and", 32);
        let one = terms.bits(32, 1);
        let large = terms.ult(one, x);
        program.assert(&mut terms, large);
        let not_large = terms.eq(x, one);
        let answer = program.check(&mut terms, &[not_large], &unlimited());
        assert_eq!(answer, Answer::Unsat(Core(vec![not_large])), "{name}");

        let float = terms.flt(x, y);
        let Answer::Sat(model) = program.check(&mut terms, &[float], &unlimited()) else {
            panic!("{name}: two numbers are ordered");
        };
        assert_eq!(terms.evaluate(float, &model), Some(1), "{name}");

        let opaque = terms.opaque("or", Sort::Bits(32), &[x]);
        let same = terms.eq(opaque, y);
        let answer = program.check(&mut terms, &[same], &unlimited());
        assert_eq!(answer, Answer::Unknown(Reason::Abstracted), "{name}");

        let over = unlimited().with_deadline(std::time::Instant::now());
        let answer = program.check(&mut terms, &[float], &over);
        assert_eq!(answer, Answer::Unknown(Reason::Time), "{name}");
        let answer = program.check(&mut terms, &[float, not_large], &unlimited());
        assert_eq!(answer, Answer::Unsat(Core(vec![not_large])), "{name}");
    }
}

#[test]
fn deep_and_shared_terms_stay_small_and_shallow() {
    let mut terms = Terms::new();
    let x = terms.variable_bits("x", 8);
    let mut term = x;
    for _ in 0..100_000 {
        // As a tree this would have two to the power of 100,000 leaves.
        let sum = raw(&mut terms, Op::Add, &[term, term]).expect("one width");
        term = raw(&mut terms, Op::BitXor, &[sum, x]).expect("one width");
    }
    let goal = terms.is_nonzero(term);
    let text = script(&terms, &[plain(goal)], &QueryOptions::default());
    assert!(text.len() < 100 * 100_000, "{} bytes", text.len());
    let mut depth = 0;
    for byte in text.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        assert!(depth < 20);
    }
}
