//! All operands of 8 bits, of both signednesses, for every binary operator.
//!
//! Machine, C compiler, formulas and checker are asked about all 65,536 pairs, with all checks and without those of arithmetic. Address guards, AutoDebug's
//! numbers and contracts at run time follow runs that go through all of them. Search and analysis are asked about a sample, in the tables of
//! the operators.

use std::fmt::Write;

use whydunit_interp::{CheckSet, InputValue, RunSpec};
use whydunit_testing::is_all;

use super::evaluators::{
    autodebug_differs, compile, function, guards_differ, line_of, native, traced,
};
use super::hold::{ARITHMETIC_OFF, by_machine, compare_with_compiler};
use super::known::Disagreements;
use super::symbolic::hold_symbolically;
use super::table::{Row, functions};
use super::types::{INT, SCHAR, Scalar, UCHAR};

const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];
const BITS: [&str; 5] = ["&", "|", "^", "<<", ">>"];
const COMPARISONS: [&str; 8] = ["==", "!=", "<", "<=", ">", ">=", "&&", "||"];
/// Pairs in one run: traces are kept in memory.
const PAIRS: usize = 8_192;

fn rows(ty: Scalar, operators: &[&str]) -> Vec<Row> {
    let all: Vec<u64> = (0..256).collect();
    let row =
        |op: &&str| Row::new(&[ty, ty], INT, format!("a {op} b")).over(&[all.clone(), all.clone()]);
    operators.iter().map(row).collect()
}

/// Machine, compiler, formulas and checker. The suite takes each operator with one of the two types, in turns, `.ci/full` with both.
fn hold_all(table: &str, all: &[&str]) {
    let mut found = Disagreements::default();
    for (turn, ty) in [SCHAR, UCHAR].into_iter().enumerate() {
        let in_turn = all.iter().enumerate().filter(|(index, _)| is_all() || index % 2 == turn);
        let operators = &in_turn.map(|(_, op)| *op).collect::<Vec<_>>()[..];
        let rows = rows(ty, operators);
        let program = compile(&functions(&rows));
        let scratch = tempfile::tempdir().expect("a temporary directory should be possible");
        let native = native(&rows, scratch.path());
        for list in ["", ARITHMETIC_OFF] {
            let checks = CheckSet::parse(list).expect("the list is well-formed");
            let outcomes = by_machine(&program, &rows, checks);
            if let (ARITHMETIC_OFF, Some(native)) = (list, &native) {
                compare_with_compiler(&rows, &outcomes, native, list, &mut found);
            }
            let evaluated = hold_symbolically(&rows, &outcomes, (list, checks), &mut found);
            // All pairs but those that trap: no trace ends there.
            assert!(evaluated.answers.iter().all(|&answers| answers >= 65_000 * operators.len()));
        }
        hold_runs(ty, operators, &mut found);
    }
    found.hold_against_list(table);
}

/// A run over pairs from a number on: each is computed, looked up and stated.
fn run_over_pairs(ty: Scalar, index: usize, op: &str, text: &mut String) {
    let ty = ty.name;
    let skipped = if ["/", "%"].contains(&op) { "if (!b) continue; " } else { "" };
    // Counts beyond the width have no meaning in contracts.
    let stated = match op {
        "<<" | ">>" => String::new(),
        _ => format!(" /*@ assert (a {op} b) == r; */"),
    };
    let _ = writeln!(
        text,
        "void all_{index}(int from)\n{{\n    int i, t, r, tab[2] = {{ 0, 1 }}; {ty} a, b;\n    \
         for (i = from; i < from + {PAIRS}; i++) {{ a = ({ty})(i >> 8); b = ({ty})i; {skipped}\n        \
         r = a {op} b; t = tab[(a {op} b) == r];{stated} }}\n    \
         __VERIFIER_assert(0);\n}}"
    );
}

/// Guards, AutoDebug and contracts.
fn hold_runs(ty: Scalar, operators: &[&str], found: &mut Disagreements) {
    let mut text = String::from("void __VERIFIER_assert(int);\n");
    for (index, op) in operators.iter().enumerate() {
        run_over_pairs(ty, index, op, &mut text);
    }
    let program = compile(&text);
    let checks = CheckSet::parse(ARITHMETIC_OFF).expect("the list is well-formed");
    for (index, op) in operators.iter().enumerate() {
        let row = format!("a {op} b of {0}, {0}", ty.name);
        let (mut guards, mut numbers) = (0, 0);
        for from in (0..65_536).step_by(PAIRS) {
            let mut spec = RunSpec::new(function(&program, &format!("all_{index}")));
            spec.inputs.set("from", InputValue::Int(from as i128));
            let trace = traced(&program, &spec, checks).expect("it fails at its end");
            if program.sources.text(trace.failure.span) != "__VERIFIER_assert(0)" {
                let line = line_of(&program, trace.failure.span);
                let example = format!("from {from}: {} in line {line}", trace.failure.message);
                found.add("contracts", ARITHMETIC_OFF, &row, example);
                continue;
            }
            let columns = [
                ("guards", guards_differ(&trace)),
                ("autodebug", autodebug_differs(&program, &trace)),
            ];
            for (column, (problems, _)) in &columns {
                for (_, message) in problems {
                    found.add(column, ARITHMETIC_OFF, &row, format!("from {from}: {message}"));
                }
            }
            guards += columns[0].1.1;
            numbers += columns[1].1.1;
        }
        // All pairs but those with a divisor of zero; of each the operands, the result and the entry.
        let pairs = if ["/", "%"].contains(op) { 255 * 256 } else { 256 * 256 };
        assert!(guards >= pairs && numbers >= 4 * pairs, "{row}: {guards}, {numbers}");
    }
}

#[test]
fn arithmetic() {
    hold_all("8 bits", &ARITHMETIC);
}

#[test]
fn bits() {
    hold_all("8 bits", &BITS);
}

#[test]
fn comparisons() {
    hold_all("8 bits", &COMPARISONS);
}
