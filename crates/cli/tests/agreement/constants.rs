//! Constant expressions: what the front end computes is what the machine computes when it gets there.

use std::fmt::Write;

use whydunit_interp::{CheckSet, prepare};

use super::evaluators::{Outcome, compile, function, machine};
use super::known::Disagreements;
use super::table::{NAMES, Row, common, functions, promoted};
use super::types::{ALL, DOUBLE, FLOAT, INT, INTEGERS, PRELUDE, Scalar, ULONG};

/// Constants in one program: each run of it begins with storing all of them.
const TOGETHER: usize = 200;

fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for ty in INTEGERS.into_iter().chain([FLOAT, DOUBLE]) {
        let values = [finite(ty), finite(ty)];
        for op in ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>"] {
            if !ty.is_float() || ["+", "-", "*", "/"].contains(&op) {
                let row = Row::new(&[ty, ty], promoted(ty), format!("a {op} b"));
                rows.push(row.over(&values));
            }
        }
        for op in ["==", "!=", "<", "<=", ">", ">=", "&&", "||"] {
            rows.push(Row::new(&[ty, ty], INT, format!("a {op} b")).over(&values));
        }
        for op in ["-", "~"] {
            if !ty.is_float() || op == "-" {
                rows.push(Row::new(&[ty], promoted(ty), format!("{op}a")).over(&values[..1]));
            }
        }
        rows.push(Row::new(&[ty], INT, "!a").over(&values[..1]));
        rows.push(
            Row::new(&[ty, INT], common(ty, INT), "a ? a : b").over(&[finite(ty), vec![0, 1]]),
        );
        for to in ALL {
            rows.push(Row::new(&[ty], to, format!("({})a", to.name)).over(&values[..1]));
        }
    }
    rows
}

/// Values that can be written as constants.
fn finite(ty: Scalar) -> Vec<u64> {
    let numbers = [0.0, -0.0, 1.0, -1.5, 0.1, 3e9, 1e-30, 16_777_217.0, 200.7];
    match (ty.is_float(), ty.bits) {
        (true, 32) => numbers.iter().map(|&value| u64::from((value as f32).to_bits())).collect(),
        (true, _) => numbers.iter().map(|&value: &f64| value.to_bits()).collect(),
        _ => ty.few(),
    }
}

fn constant(ty: Scalar, bits: u64) -> String {
    match (ty.is_float(), ty.bits) {
        (true, 32) => format!("({:e}f)", f32::from_bits(bits as u32)),
        (true, _) => format!("({:e})", f64::from_bits(bits)),
        _ => format!("(({}){})", ty.name, ty.literal(bits)),
    }
}

/// The product of two large unsigned numbers, which the front end refuses: see [`large_products`].
fn needs_more_than_128_bits(row: &Row, tuple: &[u64]) -> bool {
    row.expr == "a * b"
        && row.operands[0] == ULONG
        && i128::from(tuple[0]).checked_mul(tuple[1].into()).is_none()
}

/// C says that unsigned products wrap, constant or not.
#[test]
fn large_products() {
    let text = "unsigned long c = 18446744073709551615UL * 18446744073709551615UL;\nint main(void) { return c == 1; }\n";
    let mut found = Disagreements::default();
    let options = whydunit_front_c::Options::default();
    if let Err(problems) = whydunit_front_c::compile_preprocessed("table.c", text, &options) {
        let example = problems[0].to_string();
        found.add("front end", "", "product of two large unsigned constants", example);
    }
    found.hold_against_list("large products");
}

/// A result of the machine.
type Known<'r> = (&'r Row, &'r [u64], u64);

/// The same expressions over constants, in a program of their own.
fn compare_folded(results: &[Known<'_>], found: &mut Disagreements) {
    let mut text = PRELUDE.to_owned();
    for (number, (row, tuple, _)) in results.iter().enumerate() {
        let mut expr = String::new();
        for character in row.expr.split_inclusive(|c: char| !c.is_alphanumeric()) {
            let word = character.trim_end_matches(|c: char| !c.is_alphanumeric());
            let operand = NAMES.iter().position(|&name| name == word);
            let value = operand.map(|operand| constant(row.operands[operand], tuple[operand]));
            let _ =
                write!(expr, "{}{}", value.as_deref().unwrap_or(word), &character[word.len()..]);
        }
        let ty = row.result.name;
        let _ = write!(
            text,
            "{ty} c_{number} = {expr};\n{ty} get_{number}(void) {{ return c_{number}; }}\n"
        );
    }
    let program = compile(&text);
    let compiled = prepare(&program);
    for (number, (row, tuple, bits)) in results.iter().enumerate() {
        let start = function(&program, &format!("get_{number}"));
        let folded = machine(&compiled, start, &[], CheckSet::default());
        if folded != Outcome::Value(*bits) {
            let example = format!("{}: {folded:x?}, the machine has {bits:x}", row.values(tuple));
            found.add("front end", "", &row.name, example);
        }
    }
}

#[test]
fn constant_expressions() {
    let rows = rows();
    let program = compile(&functions(&rows));
    let compiled = prepare(&program);
    let mut results = Vec::new();
    for (index, row) in rows.iter().enumerate() {
        let start = function(&program, &format!("f_{index}"));
        for tuple in &row.tuples {
            if needs_more_than_128_bits(row, tuple) {
                continue;
            }
            if let Outcome::Value(bits) = machine(&compiled, start, tuple, CheckSet::default()) {
                results.push((row, tuple.as_slice(), bits));
            }
        }
    }
    let mut found = Disagreements::default();
    for results in results.chunks(TOGETHER) {
        compare_folded(results, &mut found);
    }
    found.hold_against_list("constants");
}
