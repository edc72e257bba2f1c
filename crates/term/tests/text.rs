//! Printing and parsing.

use expect_test::{Expect, expect};
use whydunit_term::testing::{Options, Random, RandomTerms, raw};
use whydunit_term::{Op, ParseError, Sort, Term, Terms};

fn variables(terms: &mut Terms) -> Vec<Term> {
    let mut list = vec![terms.variable_bool("p"), terms.variable_bool("a b|c\\")];
    for width in [1, 7, 8, 32, 64] {
        list.push(terms.variable_bits(&format!("x{width}"), width));
        list.push(terms.variable_bits(&format!("main::y!{width}"), width));
    }
    list
}

fn random_terms(seed: u64, count: usize, each: impl Fn(&mut Terms, Term)) {
    let mut random = Random::new(seed);
    for _ in 0..count {
        let mut terms = Terms::new();
        let variables = variables(&mut terms);
        let options = Options { variables, opaque: true, ..Options::default() };
        let mut generator = RandomTerms::new(random.word(), options);
        let term = match random.below(2) {
            0 => generator.boolean(&mut terms, 6),
            _ => generator.bits(&mut terms, 32, 6),
        };
        each(&mut terms, term);
    }
}

#[test]
fn what_is_printed_is_read_back() {
    random_terms(11, 3000, |terms, term| {
        let text = terms.display(term).to_string();
        let again = terms.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(again, term, "{text}\n{}", terms.display(again));
    });
}

#[test]
fn another_store_reads_a_term_of_the_same_values() {
    let random = std::cell::RefCell::new(Random::new(5));
    random_terms(12, 1000, |terms, term| {
        let text = terms.display(term).to_string();
        let mut other = Terms::new();
        let copy = other.parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        for _ in 0..4 {
            let variables = terms.variables(&[term]);
            let model = random.borrow_mut().model(terms, &variables);
            let mut other_model = whydunit_term::Model::new();
            for (symbol, value) in model.iter() {
                // Simplification in another order may have done without the variable.
                if let Some(symbol) = other.find_symbol(terms.symbol_name(symbol)) {
                    other_model.set(symbol, value);
                }
            }
            let expected = terms.evaluate(term, &model);
            if expected.is_some() {
                assert_eq!(other.evaluate(copy, &other_model), expected, "{text}");
            }
        }
    });
}

/// Every operation has a name of its own.
#[test]
fn all_operations_are_printed() {
    let mut terms = Terms::new();
    let (p, x, y) =
        (terms.variable_bool("p"), terms.variable_bits("x", 32), terms.variable_bits("y", 32));
    let unary = [
        Op::BitNot,
        Op::Neg,
        Op::NegOverflow,
        Op::RotateLeft(1),
        Op::RotateRight(2),
        Op::ZeroExtend(40),
        Op::SignExtend(41),
        Op::Extract { high: 7, low: 3 },
        Op::FConvert(64),
        Op::FFromUnsigned(64),
        Op::FFromSigned(32),
        Op::FToUnsigned(8),
        Op::FToSigned(9),
    ];
    let binary = [
        Op::Eq,
        Op::BitAnd,
        Op::BitOr,
        Op::BitXor,
        Op::Add,
        Op::Sub,
        Op::Mul,
        Op::UDiv,
        Op::URem,
        Op::SDiv,
        Op::SRem,
        Op::Shl,
        Op::LShr,
        Op::AShr,
        Op::ULt,
        Op::ULe,
        Op::SLt,
        Op::SLe,
        Op::UAddOverflow,
        Op::SAddOverflow,
        Op::USubOverflow,
        Op::SSubOverflow,
        Op::UMulOverflow,
        Op::SMulOverflow,
        Op::SDivOverflow,
        Op::Concat,
        Op::FAdd,
        Op::FSub,
        Op::FMul,
        Op::FDiv,
        Op::FEq,
        Op::FLt,
        Op::FLe,
    ];
    let boolean = [Op::And, Op::Or, Op::Xor, Op::Eq];
    let nodes: Vec<(Op, Vec<Term>)> = (unary.iter().map(|&op| (op, vec![x])))
        .chain(binary.iter().map(|&op| (op, vec![x, y])))
        .chain(boolean.iter().map(|&op| (op, vec![p, p])))
        .chain([(Op::Not, vec![p]), (Op::FromBool, vec![p]), (Op::Ite, vec![p, x, y])])
        .collect();
    let mut lines: Vec<String> = Vec::new();
    for (op, operands) in nodes {
        let node = raw(&mut terms, op, &operands).expect("the operands should fit");
        let text = terms.display(node).to_string();
        let parsed = terms.parse(&text).expect("what is printed should be read");
        assert_eq!(parsed, terms.apply(op, &operands), "{text}");
        lines.push(text);
    }
    lines.sort();
    lines.dedup();
    // Equality is printed for both sorts, and all the others once.
    assert_eq!(lines.len(), unary.len() + binary.len() + boolean.len() + 3);
}

fn check_text(build: impl Fn(&mut Terms) -> Term, expected: Expect) {
    let mut terms = Terms::new();
    let term = build(&mut terms);
    expected.assert_eq(&terms.display(term).to_string());
}

#[test]
fn sharing_is_named() {
    check_text(
        |terms| {
            let mut term = terms.variable_bits("x", 8);
            for _ in 0..4 {
                term = terms.mul(term, term);
            }
            term
        },
        expect![[
            "(let (($1 (bvmul x:8 x:8)) ($2 (bvmul $1 $1)) ($3 (bvmul $2 $2))) (bvmul $3 $3))"
        ]],
    );
    check_text(
        |terms| {
            let x = terms.variable_bits("x", 8);
            let f = terms.opaque("f", Sort::Bool, &[x, x]);
            let g = terms.opaque("g of", Sort::Bool, &[]);
            terms.and(&[f, g])
        },
        expect![["(and (f:bool x:8 x:8) (|g of|:bool))"]],
    );
}

#[test]
fn names_of_any_kind() {
    let names =
        ["", "true", "let", "and", "$1", "#b1", "5", "a:8", "x y", "|", "\\", "\\|", "é\n("];
    for name in names {
        let mut terms = Terms::new();
        let variable = terms.variable(name, Sort::Bool);
        let applied = terms.opaque(name, Sort::Bool, &[variable, variable]);
        let both = terms.and(&[variable, applied]);
        for term in [variable, applied, both] {
            let text = terms.display(term).to_string();
            assert_eq!(terms.parse(&text), Ok(term), "{text}");
        }
    }
}

#[test]
fn let_scopes_end() {
    let mut terms = Terms::new();
    let text = "(let ((a x:8)) (bvmul (let ((a y:8) (b a)) (bvmul a b)) a))";
    let term = terms.parse(text).expect("the text should be a term");
    let expected = terms.parse("(bvmul (bvmul y:8 y:8) x:8)").expect("so should this");
    assert_eq!(term, expected);
    assert!(terms.parse("(and (let ((a p:bool)) a) a)").is_err());
}

#[test]
fn mistakes() {
    let cases = [
        ("", "at byte 0: the text ends too early"),
        ("  (bvadd x:8", "at byte 12: the text ends too early"),
        ("x", "at byte 0: `x` is not known; declare it as `name:sort`"),
        ("x:0", "at byte 0: a sort is `bool` or a width from 1 to 128"),
        ("x:129", "at byte 0: a sort is `bool` or a width from 1 to 128"),
        ("|x|:int", "at byte 3: a sort is `bool` or a width from 1 to 128"),
        ("|x", "at byte 0: a quoted name does not end"),
        ("#x", "at byte 0: a constant has 1 to 32 digits"),
        ("#b+1", "at byte 0: a constant has 1 to 128 digits"),
        ("#b12", "at byte 0: a digit does not fit the constant"),
        ("(= x:8 x:9)", "at byte 7: `x` has another sort"),
        ("(= x:8 y:9)", "at byte 0: Eq cannot be applied to [Bits(8), Bits(9)]"),
        ("(and p:bool)", "at byte 0: And cannot be applied to [Bool]"),
        ("(not)", "at byte 0: Not cannot be applied to []"),
        ("(nand p:bool q:bool)", "at byte 1: `nand` is not an operation"),
        ("(|and| p:bool q:bool)", "at byte 1: `and` is not an operation"),
        ("(extract 7 x:8)", "at byte 11: a number below 256 is missing"),
        (
            "(extract 0 7 x:8)",
            "at byte 0: Extract { high: 0, low: 7 } cannot be applied to [Bits(8)]",
        ),
        ("(zero_extend 256 x:8)", "at byte 13: a number below 256 is missing"),
        ("(zero_extend 129 x:8)", "at byte 0: ZeroExtend(129) cannot be applied to [Bits(8)]"),
        ("(fp.to_signed 0 x:32)", "at byte 0: FToSigned(0) cannot be applied to [Bits(32)]"),
        ("()", "at byte 1: an operation is missing"),
        (")", "at byte 0: a term is missing"),
        ("(let)", "at byte 4: a list of bindings is missing"),
        ("(let (a) a)", "at byte 6: a binding is missing"),
        ("(let ((a:8 b)) a)", "at byte 7: a name without a sort is missing"),
        ("(let ((a true) a)", "at byte 15: a binding is missing"),
        ("(let ((a true false)) a)", "at byte 14: a closing parenthesis is missing"),
        ("(let ((a true)) a a)", "at byte 18: a closing parenthesis is missing"),
        ("true false", "at byte 5: the term has ended before"),
    ];
    for (text, expected) in cases {
        let error: ParseError = Terms::new().parse(text).expect_err(text);
        assert_eq!(error.to_string(), expected, "{text}");
    }
}

/// Text of any kind is an error or a term that can be printed and read.
fn check_any(terms: &mut Terms, text: &str) -> bool {
    let Ok(term) = terms.parse(text) else { return false };
    let printed = terms.display(term).to_string();
    assert_eq!(terms.parse(&printed), Ok(term), "{text}\n{printed}");
    true
}

#[test]
fn random_text() {
    let mut random = Random::new(99);
    let pieces = [
        "(",
        ")",
        "(",
        ")",
        "let",
        "and",
        "not",
        "bvadd",
        "extract",
        "7",
        "0",
        "x:8",
        "y:8",
        "p:bool",
        "#x0f",
        "#b1",
        "|",
        "\\",
        ":",
        "$1",
        "((",
        "))",
        "true",
        "é",
        "zero_extend",
        "200",
        "f:128",
    ];
    let mut terms = Terms::new();
    let mut accepted = 0;
    for _ in 0..30_000 {
        let count = random.below(16);
        let text: String =
            (0..count).flat_map(|_| [*random.pick(&pieces), *random.pick(&["", " "])]).collect();
        accepted += usize::from(check_any(&mut terms, &text));
    }
    assert!(accepted > 100, "{accepted} texts should be terms by chance");
}

#[test]
fn mutated_text() {
    let accepted = std::cell::Cell::new(0);
    random_terms(13, 400, |terms, term| {
        let text = terms.display(term).to_string();
        let mut random = Random::new(text.len() as u64);
        for _ in 0..40 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..random.between(1, 3) {
                let position = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[position] = random.word() as u8,
                    1 => bytes.insert(position, *random.pick(b"() :|#x")),
                    _ if bytes.len() > 1 => drop(bytes.remove(position)),
                    _ => {}
                }
            }
            let is_term = check_any(terms, &String::from_utf8_lossy(&bytes));
            accepted.set(accepted.get() + usize::from(is_term));
        }
    });
    assert!(accepted.get() > 100, "{} texts should still be terms", accepted.get());
}

#[test]
fn deep_nesting() {
    const DEPTH: usize = 100_000;
    let mut terms = Terms::new();
    let open = "(not ".repeat(DEPTH);
    let text = format!("{open}p:bool{}", ")".repeat(DEPTH));
    let p = terms.variable_bool("p");
    assert_eq!(terms.parse(&text), Ok(p));
    assert!(terms.parse(&open).is_err());
    assert!(terms.parse(&"(".repeat(DEPTH)).is_err());
    assert!(terms.parse(&"(let ((a ".repeat(DEPTH)).is_err());
    let mut term = terms.variable_bits("x", 32);
    let y = terms.variable_bits("y", 32);
    for _ in 0..DEPTH {
        term = terms.udiv(y, term);
    }
    let text = terms.display(term).to_string();
    assert_eq!(terms.parse(&text), Ok(term));
}
