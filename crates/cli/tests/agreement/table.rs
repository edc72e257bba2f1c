//! Rows of the table as C text.
//!
//! A row is one operation on operands of fixed types, tried on many tuples of values. In the first text a row is a function
//! of its operands, which the machine and the C compiler are asked for the result. In the second one its operands are
//! constants and the result is known: every other evaluator is asked whether it is that.

use std::fmt::Write;

use super::types::{Class, PRELUDE, Scalar};

/// Functions of `math.h` that rows may call.
const MATHEMATICS: &str = include_str!("math.txt");

/// One operation on operands of fixed types.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub(crate) name: String,
    /// Types of `a`, `b`, `c`.
    pub(crate) operands: Vec<Scalar>,
    pub(crate) result: Scalar,
    /// Stands before the expression; may change the operands.
    pub(crate) statement: String,
    pub(crate) expr: String,
    /// Operands, as bits.
    pub(crate) tuples: Vec<Vec<u64>>,
}

pub(crate) const NAMES: [&str; 3] = ["a", "b", "c"];

impl Row {
    pub(crate) fn new(operands: &[Scalar], result: Scalar, expr: impl Into<String>) -> Row {
        let expr = expr.into();
        let types: Vec<&str> = operands.iter().map(|operand| operand.name).collect();
        Row {
            name: format!("{expr} of {}", types.join(", ")),
            operands: operands.to_vec(),
            result,
            statement: String::new(),
            expr,
            tuples: Vec::new(),
        }
    }

    /// With a statement before the expression, which the row is named after.
    pub(crate) fn after(mut self, statement: &str) -> Row {
        let types: Vec<&str> = self.operands.iter().map(|operand| operand.name).collect();
        self.name = format!("{statement} of {}", types.join(", "));
        self.statement = statement.to_owned();
        self
    }

    /// With all combinations of values.
    pub(crate) fn over(mut self, values: &[Vec<u64>]) -> Row {
        let mut tuples = vec![Vec::new()];
        for values in values {
            let extended = |tuple: &Vec<u64>| {
                let tuple = tuple.clone();
                values.iter().map(move |&value| [tuple.as_slice(), &[value]].concat())
            };
            tuples = tuples.iter().flat_map(extended).collect();
        }
        self.tuples = tuples;
        self
    }

    /// The operands of a tuple in words.
    pub(crate) fn values(&self, tuple: &[u64]) -> String {
        let show = |(operand, &bits): (&Scalar, &u64)| match (operand.is_float(), operand.bits) {
            (true, 32) => format!("{:?} ({bits:#x})", f32::from_bits(bits as u32)),
            (true, _) => format!("{:?} ({bits:#x})", f64::from_bits(bits)),
            _ => operand.literal(bits),
        };
        self.operands.iter().zip(tuple).map(show).collect::<Vec<_>>().join(", ")
    }

    /// `f_N`: the row as a function of the bits of its operands.
    fn function(&self, index: usize, text: &mut String) {
        let parameters: Vec<String> =
            (0..self.operands.len()).map(|n| format!("unsigned long {}_", NAMES[n])).collect();
        let _ = writeln!(text, "{} f_{index}({})\n{{", self.result.name, parameters.join(", "));
        self.set_from_parameters(text);
        let _ = writeln!(text, "    {}\n    return {};\n}}", self.statement, self.expr);
    }

    /// The operands become what the bits in the parameters say.
    pub(crate) fn set_from_parameters(&self, text: &mut String) {
        for (operand, name) in self.operands.iter().zip(NAMES) {
            let ty = operand.name;
            let _ = if operand.is_float() {
                writeln!(
                    text,
                    "    union {{ unsigned long u; {ty} v; }} {name}__; {name}__.u = {name}_; {ty} {name} = {name}__.v;"
                )
            } else {
                writeln!(text, "    {ty} {name} = ({ty}){name}_;")
            };
        }
    }

    /// What a second text says before the tuples of the row.
    fn declarations(&self) -> String {
        let mut text = String::from("    int t, done = 0, tab[2] = { 0, 1 };\n");
        for (operand, name) in self.operands.iter().zip(NAMES) {
            let ty = operand.name;
            let _ = writeln!(text, "    {ty} {name};");
            if operand.is_float() {
                let _ = writeln!(text, "    union {{ unsigned long u; {ty} v; }} {name}__;");
            }
        }
        let result = self.result.name;
        let _ = writeln!(text, "    {result} r;");
        if self.result.is_float() {
            let _ = writeln!(
                text,
                "    union {{ unsigned long u; {result} v; }} r__, want__;\n    {result} want;"
            );
        }
        text
    }

    /// The operands become those of the tuple.
    fn setting(&self, tuple: &[u64]) -> String {
        let mut text = String::new();
        for ((operand, name), &bits) in self.operands.iter().zip(NAMES).zip(tuple) {
            let _ = if operand.is_float() {
                write!(text, "{name}__.u = {bits}UL; {name} = {name}__.v; ")
            } else {
                write!(text, "{name} = {}; ", operand.literal(bits))
            };
        }
        let _ = write!(text, "{} ", self.statement);
        text
    }

    /// One tuple with its result, in a line of its own.
    fn line(&self, tuple: &[u64], expected: u64) -> String {
        let (expr, setting) = (&self.expr, self.setting(tuple));
        // The index is about the result, which may be of another type.
        let result = format!("({})({expr})", self.result.name);
        if !self.result.is_float() {
            let literal = self.result.literal(expected);
            return format!(
                "    {setting}r = {expr}; t = tab[{result} == {literal}]; done += r == {literal};\n"
            );
        }
        let (is_nan, is_zero) = match self.result.bits {
            32 => (f32::from_bits(expected as u32).is_nan(), expected & 0x7fff_ffff == 0),
            _ => (f64::from_bits(expected).is_nan(), expected << 1 == 0),
        };
        let same = match (is_nan, is_zero) {
            (true, _) => format!("{result} != {result}"),
            (_, true) => format!("1 / {result} == 1 / want"),
            _ => format!("{result} == want"),
        };
        format!(
            "    {setting}r__.u = 0; want__.u = {expected}UL; want = want__.v; r = {expr}; t = tab[{same}]; r__.v = r; done += r__.u == {expected}UL;\n"
        )
    }
}

/// The first text: every row as a function.
pub(crate) fn functions(rows: &[Row]) -> String {
    let mut text = format!("{MATHEMATICS}{PRELUDE}");
    for (index, row) in rows.iter().enumerate() {
        row.function(index, &mut text);
    }
    text
}

/// The third text: every row as a function of its operands that denies a result.
pub(crate) fn symbolic_functions(rows: &[Row]) -> String {
    let mut text = format!("void __VERIFIER_assert(int);\n{PRELUDE}");
    for (index, row) in rows.iter().enumerate() {
        row.denial(index, &mut text);
    }
    text
}

/// A `main` that reads lines of a row and its operands, and writes results or `trap`.
pub(crate) fn driver(rows: &[Row]) -> String {
    let mut text = functions(rows);
    text.push_str("#include <setjmp.h>\n#include <signal.h>\n#include <stdio.h>\n");
    text.push_str("static sigjmp_buf out;\nstatic void trap(int n) { siglongjmp(out, 1); }\n");
    text.push_str(
        "int main(void)\n{\n    unsigned n; unsigned long a, b, c;\n    signal(SIGFPE, trap);\n",
    );
    text.push_str("    while (scanf(\"%u %lx %lx %lx\", &n, &a, &b, &c) == 4) {\n");
    text.push_str(
        "        if (sigsetjmp(out, 1)) { puts(\"trap\"); continue; }\n        switch (n) {\n",
    );
    for (index, row) in rows.iter().enumerate() {
        let args = NAMES[..row.operands.len()].join(", ");
        let ty = row.result.name;
        let _ = writeln!(
            text,
            "        case {index}: {{ union {{ unsigned long u; {ty} v; }} r; r.u = 0; r.v = f_{index}({args}); printf(\"%lx\\n\", r.u); break; }}"
        );
    }
    text.push_str("        }\n    }\n    return 0;\n}\n");
    text
}

/// What is asked of the other evaluators about one row.
#[derive(Clone, Debug)]
pub(crate) struct Asked {
    /// Index of the row.
    pub(crate) row: usize,
    /// Tuples with their results, one a line.
    pub(crate) lines: Vec<(Vec<u64>, u64)>,
    /// The last of the tuples stops the run: it has no result.
    pub(crate) stops: Option<Vec<u64>>,
    pub(crate) function: String,
    /// Line of the first tuple in the text, from 1.
    pub(crate) first_line: u32,
}

/// The second text: each function goes through its lines and fails at its end.
pub(crate) fn questions(rows: &[Row], asked: &mut [Asked]) -> String {
    let mut text = format!("void __VERIFIER_assert(int);\n{PRELUDE}");
    for one in asked {
        let row = &rows[one.row];
        let _ = write!(text, "void {}(void)\n{{\n{}", one.function, row.declarations());
        one.first_line = text.lines().count() as u32 + 1;
        for (tuple, expected) in &one.lines {
            text.push_str(&row.line(tuple, *expected));
        }
        if let Some(tuple) = &one.stops {
            let _ = writeln!(text, "    {}r = {};", row.setting(tuple), row.expr);
        }
        // A wrong result shows in the end: an evaluator that has one does not see the failure.
        let _ = writeln!(text, "    __VERIFIER_assert(done != {});\n}}", one.lines.len());
    }
    text
}

/// Each function denies what the machine has computed, and fails.
pub(crate) fn denials(rows: &[Row], results: &[(usize, Vec<u64>, u64)]) -> String {
    let mut text = format!("{MATHEMATICS}void __VERIFIER_assert(int);\n{PRELUDE}");
    for (number, (row, tuple, expected)) in results.iter().enumerate() {
        let row = &rows[*row];
        let _ = writeln!(
            text,
            "void deny_{number}(void)\n{{\n{}    {}r = {};\n    r__.u = 0; r__.v = r; __VERIFIER_assert(r__.u != {expected}UL);\n}}",
            row.declarations(),
            row.setting(tuple),
            row.expr
        );
    }
    text
}

impl Asked {
    /// The tuple of a line of the text.
    pub(crate) fn tuple_at(&self, line: u32) -> Option<&Vec<u64>> {
        let index = line.checked_sub(self.first_line)? as usize;
        self.lines.get(index).map(|(tuple, _)| tuple).or(self.stops.as_ref())
    }
}

/// A type after the integer promotions.
pub(crate) fn promoted(ty: Scalar) -> Scalar {
    if ty.is_float() || ty.bits >= 32 { ty } else { super::types::INT }
}

/// The type that the usual arithmetic conversions lead to.
pub(crate) fn common(a: Scalar, b: Scalar) -> Scalar {
    let (a, b) = (promoted(a), promoted(b));
    match (a.is_float(), b.is_float()) {
        (true, false) => return a,
        (false, true) => return b,
        _ if a.bits != b.bits => return if a.bits > b.bits { a } else { b },
        _ => {}
    }
    if a.class == Class::Unsigned { a } else { b }
}
