//! Contracts: integers are mathematical there, so that the table is held against 128-bit arithmetic of our own.
//!
//! Every line states what is true. The machine evaluates contracts with an evaluator of its own, which has to accept them all;
//! so have search, formulas, analysis and AutoDebug.

use std::fmt::Write;

use whydunit_interp::{CheckSet, RunSpec};
use whydunit_program::{CheckKind, StmtKind};
use whydunit_repair::autodebug::{Number, numbers_along};

use super::checker::checker_differs;
use super::evaluators::{
    analysis_differs, compile, formula_differs, function, line_of, search_differs, traced,
};
use super::known::Disagreements;
use super::types::{Class, INTEGERS, PRELUDE, Scalar};

/// Lines about one operator.
struct Group {
    name: String,
    declarations: String,
    lines: Vec<String>,
}

/// An integer as contracts see it.
fn integer(ty: Scalar, bits: u64) -> i128 {
    let shift = 64 - ty.bits;
    match ty.class {
        Class::Signed => i128::from(((bits << shift) as i64) >> shift),
        _ => i128::from((bits << shift) >> shift),
    }
}

/// What an operator of contracts makes of two integers; nothing where it is undefined or needs more than 128 bits.
fn apply(op: &str, a: i128, b: i128) -> Option<i128> {
    let count = u32::try_from(b).ok().filter(|&count| count < 63);
    match op {
        "+" => a.checked_add(b),
        "-" => a.checked_sub(b),
        "*" => a.checked_mul(b),
        "/" => a.checked_div(b),
        "%" => a.checked_rem(b),
        "&" => Some(a & b),
        "|" => Some(a | b),
        "^" => Some(a ^ b),
        "<<" => a.checked_mul(1 << count?),
        ">>" => Some(a >> count?),
        "==" => Some((a == b).into()),
        "!=" => Some((a != b).into()),
        "<" => Some((a < b).into()),
        "<=" => Some((a <= b).into()),
        ">" => Some((a > b).into()),
        _ => Some((a >= b).into()),
    }
}

/// Cut to a type.
fn cut(ty: Scalar, value: i128) -> i128 {
    integer(ty, value as u64)
}

const OPERATORS: [&str; 16] =
    ["+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">="];

/// The same thing stated so that the machine's evaluator of contracts is needed, and so that it is not.
fn stated(condition: &str) -> String {
    format!(
        "/*@ assert {condition}; */ /*@ assert ({condition}) && (\\forall integer k; 0 <= k <= 0 ==> k == 0); */"
    )
}

fn operators() -> Vec<Group> {
    let mut groups = Vec::new();
    for ty in INTEGERS {
        for op in OPERATORS {
            let mut lines = Vec::new();
            for a in ty.few() {
                for b in ty.few() {
                    let (x, y) = (integer(ty, a), integer(ty, b));
                    let Some(result) = apply(op, x, y) else { continue };
                    let set = format!("a = {}; b = {};", ty.literal(a), ty.literal(b));
                    let mut text = format!("{set} {}", stated(&format!("(a {op} b) == {result}")));
                    let narrow = cut(super::types::INT, result);
                    let _ = write!(text, " {}", stated(&format!("(int)(a {op} b) == {narrow}")));
                    lines.push(text);
                }
            }
            let declarations = format!("{0} a, b;", ty.name);
            groups.push(Group { name: format!("a {op} b of {}", ty.name), declarations, lines });
        }
    }
    groups
}

fn conversions() -> Vec<Group> {
    let mut groups = Vec::new();
    for from in INTEGERS {
        for to in INTEGERS {
            let line = |bits: u64| {
                let result = cut(to, integer(from, bits));
                let condition = format!("({})a == {result}", to.name);
                format!("a = {}; {}", from.literal(bits), stated(&condition))
            };
            groups.push(Group {
                name: format!("({})a of {}", to.name, from.name),
                declarations: format!("{} a;", from.name),
                lines: from.boundary().into_iter().map(line).collect(),
            });
        }
        let unary = |bits: u64| {
            let value = integer(from, bits);
            let (minus, not) =
                (stated(&format!("-a == {}", -value)), stated(&format!("~a == {}", !value)));
            format!(
                "a = {}; {minus} {not} {}",
                from.literal(bits),
                stated(&format!("!a == {}", i32::from(value == 0)))
            )
        };
        groups.push(Group {
            name: format!("unary operators of {}", from.name),
            declarations: format!("{} a;", from.name),
            lines: from.boundary().into_iter().map(unary).collect(),
        });
    }
    groups
}

fn others() -> Vec<Group> {
    let group = |name: &str, declarations: &str, lines: &[&str]| Group {
        name: name.into(),
        declarations: declarations.into(),
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
    };
    let state = |set: &str, condition: &str| format!("{set} {}", stated(condition));
    vec![
        group(
            "float in contracts",
            "float x, y; double d;",
            &[
                &state("x = 16777216.0f; y = 1.0f;", "x + y == x"),
                &state("x = 0.1f; d = 0.1;", "x != d && (float)d == x"),
                &state("x = 3e38f; y = 3e38f;", "x + y > 3.4e38 && x + y == x + y + x"),
                &state("x = 1.0f; y = 3.0f;", "x / y != 1.0 / 3.0 && x / y == (float)(1.0 / 3.0)"),
                &state("d = -0.0;", "d == 0.0 && !d"),
                &state("d = 2.75;", "(int)d == 2 && (integer)d == 2"),
                &state("d = -2.75;", "(int)d == -2 && (long)d == -2"),
            ],
        ),
        group(
            "valid",
            "int v[3] = {1, 2, 3}, *p;",
            &[
                &state("p = v;", "\\valid(p + (0 .. 2))"),
                &state("p = v;", "!\\valid(p + (0 .. 3)) && !\\valid(p - 1)"),
                &state("p = v + 3;", "!\\valid(p)"),
                &state("p = 0;", "!\\valid(p) && \\valid(p + (0 .. -1))"),
            ],
        ),
        group(
            "quantifiers",
            "int v[3] = {1, 2, 3};",
            &[
                &state("", "\\forall integer i; 0 <= i < 3 ==> v[i] == i + 1"),
                &state("", "\\exists integer i; 0 <= i < 3 && v[i] == 3"),
                &state("", "!(\\forall integer i; 0 <= i < 3 ==> v[i] < 3)"),
                &state("", "!(\\exists integer i; 0 <= i < 3 && v[i] == 4)"),
                &state("", "\\forall integer i; 5 <= i < 3 ==> v[i] == 9"),
            ],
        ),
        group(
            "pointers in contracts",
            "int v[3] = {1, 2, 3}, *p, *q;",
            &[
                &state("p = v; q = v + 2;", "q - p == 2 && p < q && *(p + 1) == 2 && q[-1] == 2"),
                &state("p = v; q = v + 3;", "p != q && q == &v[3]"),
                &state("p = v - 1; q = v;", "p < q && q - p == 1"),
            ],
        ),
    ]
}

/// Functions in one program: some evaluators look at all of a program before they look at a run.
const GROUPS_TOGETHER: usize = 12;

/// Each group is a function that fails at its end.
fn hold_contracts(table: &str, groups: &[Group]) {
    let mut found = Disagreements::default();
    for groups in groups.chunks(GROUPS_TOGETHER) {
        hold_together(groups, &mut found);
    }
    found.hold_against_list(table);
}

fn hold_together(groups: &[Group], found: &mut Disagreements) {
    let mut text = format!("void __VERIFIER_assert(int);\n{PRELUDE}");
    let mut first_lines = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let _ = writeln!(
            text,
            "void group_{index}(void)\n{{\n    int done = 0; {}",
            group.declarations
        );
        first_lines.push(text.lines().count() as u32 + 1);
        for line in &group.lines {
            let _ = writeln!(text, "    {line}");
        }
        text.push_str("    __VERIFIER_assert(done);\n}\n");
    }
    let program = compile(&text);
    let checks = CheckSet::default();
    for ((index, group), first) in groups.iter().enumerate().zip(first_lines) {
        let spec = RunSpec::new(function(&program, &format!("group_{index}")));
        let mut add = |evaluator: &str, place: Option<whydunit_source::Span>, message: String| {
            let shown = place.map_or("?", |span| program.sources.text(span));
            found.add(evaluator, "", &group.name, format!("{shown}: {message}"));
        };
        let last = first + group.lines.len() as u32;
        let trace = match traced(&program, &spec, checks) {
            Ok(trace) => trace,
            Err(outcome) => {
                add("contracts", None, format!("{outcome:?}"));
                continue;
            }
        };
        let (kind, span) = (trace.failure.kind, trace.failure.span);
        if (kind, line_of(&program, span)) != (CheckKind::Assert, last) {
            add("contracts", Some(span), format!("{kind:?} in line {}", line_of(&program, span)));
            continue;
        }
        for (place, message) in search_differs(&program, &spec, checks, Some((kind, span))).0 {
            add("find", place, message);
        }
        if let Some(problem) = analysis_differs(&program, &spec, checks).0 {
            add("absint", None, problem);
        }
        for (place, message) in formula_differs(&program, &trace) {
            add("encode", place, message);
        }
        for (place, message) in checker_differs(&program, &trace).0 {
            add("verify", place, message);
        }
        for (step, number) in trace.steps.iter().zip(numbers_along(&program, &trace)) {
            let stmt = program.stmt_at(step.point).map(|stmt| &stmt.kind);
            let is_contract =
                matches!(stmt, Some(StmtKind::Check { kind: CheckKind::Contract, .. }));
            if is_contract && number.is_some_and(|number| number == Number::Int(0)) {
                add("autodebug", Some(step.span), "taken for false".into());
            }
        }
    }
}

#[test]
fn operators_of_contracts() {
    hold_contracts("contracts", &operators());
}

#[test]
fn conversions_of_contracts() {
    hold_contracts("conversions in contracts", &conversions());
}

#[test]
fn other_contracts() {
    hold_contracts("other contracts", &others());
}
