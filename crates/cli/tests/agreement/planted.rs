//! Every column can fail: an evaluator that is given another operator than the machine has executed is told apart.
//!
//! The machine runs the rows as they are. Each of the others is then asked about the same run of a program in which one operator or conversion has been
//! exchanged for another, which is what a wrong reading of it amounts to. On operands for which the machine itself would have got another result,
//! the column has to report the row.

use std::collections::BTreeSet;

use whydunit_interp::{CheckSet, CompactLog, RunSpec, prepare};
use whydunit_program::{BinaryOp, Expr, ExprKind, Fold, IntKind, Program, Type, UnaryOp};
use whydunit_trace::{ErrorTrace, build};

use super::checker::checker_differs;
use super::evaluators::{
    Outcome, autodebug_differs, compile, config, formula_differs, function, guards_differ,
    search_differs, traced,
};
use super::hold::{ARITHMETIC_OFF, by_machine, compare_with_compiler};
use super::known::Disagreements;
use super::symbolic::differ_symbolically;
use super::table::{Asked, Row, common, functions, promoted, questions, symbolic_functions};
use super::types::{CHAR, DOUBLE, FLOAT, INT, LONG, SCHAR, Scalar, UCHAR, UINT, ULONG};
use crate::support::Known;

/// What is read wrongly.
#[derive(Clone, Copy, Debug)]
enum Plant {
    /// One operator for another.
    Operator(BinaryOp),
    /// An operator on numbers of the other signedness.
    Signedness,
    Unary(UnaryOp),
    /// `&&` for `||`, and the other way round.
    Connective,
    /// The other arm of a conditional expression.
    Arm,
    /// A conversion of something that it is not applied to: a number of the other signedness, a negated floating number.
    Conversion,
}

/// Exchanges one operation, wherever the text is that of the row.
struct Planting<'p> {
    plant: Plant,
    original: &'p Program,
    row: &'p Row,
    planted: usize,
}

impl Planting<'_> {
    /// Is it the operation of the row, be it in parentheses or converted to the type that it has?
    fn is_of_row(&self, mut text: &str) -> bool {
        let conversion = format!("({})", self.row.result.name);
        loop {
            let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            text = match (text == self.row.expr, text.strip_prefix(&conversion), inner) {
                (true, _, _) => return true,
                (_, Some(converted), _) => converted,
                (_, _, Some(inner)) => inner,
                _ => return false,
            };
        }
    }

    /// An integer type of the other signedness.
    fn turned(&self, expr: Expr) -> Expr {
        let types = &self.original.types;
        let Some(IntKind { bits, signed }) = types.int_kind(expr.ty) else {
            let (ty, span) = (expr.ty, expr.span);
            return Expr::new(ExprKind::Unary(UnaryOp::Neg, Box::new(expr)), ty, span);
        };
        let ty = types.lookup(&Type::Int(IntKind { bits, signed: !signed }));
        let ty = ty.expect("all integer types should be there");
        let span = expr.span;
        Expr::new(ExprKind::Cast(Box::new(expr)), ty, span)
    }

    fn replaced(&self, expr: &Expr) -> Option<Expr> {
        let kind = match (self.plant, &expr.kind) {
            (Plant::Operator(to), ExprKind::Binary(_, a, b)) => {
                ExprKind::Binary(to, a.clone(), b.clone())
            }
            (Plant::Signedness, ExprKind::Binary(op, a, b)) => {
                let (a, b) = (self.turned((**a).clone()), self.turned((**b).clone()));
                let ty = if op.is_comparison() { expr.ty } else { a.ty };
                let turned = ExprKind::Binary(*op, Box::new(a), Box::new(b));
                ExprKind::Cast(Box::new(Expr::new(turned, ty, expr.span)))
            }
            (Plant::Unary(to), ExprKind::Unary(_, a)) => ExprKind::Unary(to, a.clone()),
            (Plant::Connective, ExprKind::And(a, b)) => ExprKind::Or(a.clone(), b.clone()),
            (Plant::Connective, ExprKind::Or(a, b)) => ExprKind::And(a.clone(), b.clone()),
            (Plant::Arm, ExprKind::Cond(c, a, b)) => {
                ExprKind::Cond(c.clone(), b.clone(), a.clone())
            }
            (Plant::Conversion, ExprKind::Cast(a)) => {
                ExprKind::Cast(Box::new(self.turned((**a).clone())))
            }
            _ => return None,
        };
        Some(Expr::new(kind, expr.ty, expr.span))
    }
}

impl Fold for Planting<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if self.is_of_row(self.original.sources.text(expr.span))
            && let Some(planted) = self.replaced(expr)
        {
            *expr = planted;
            self.planted += 1;
            return;
        }
        expr.fold_parts(self);
    }
}

/// The program with the operation exchanged.
fn planted(program: &Program, row: &Row, plant: Plant) -> Program {
    let mut base = program.clone();
    for bits in [8, 16, 32, 64] {
        // Both signednesses may be needed.
        base.types.int(bits, true);
        base.types.int(bits, false);
    }
    let mut changed = base.clone();
    let mut planting = Planting { plant, original: &base, row, planted: 0 };
    changed.functions.iter_mut().for_each(|function| function.fold_parts(&mut planting));
    assert!(planting.planted > 0, "{}: {plant:?} is not planted", row.name);
    changed
}

fn rows() -> Vec<(Row, Plant)> {
    use BinaryOp::{
        Add, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Le, Lt, Mul, Ne, Rem, Shl, Shr, Sub,
    };
    let exchanged = [
        (Add, Sub),
        (Sub, Add),
        (Mul, Add),
        (Div, Rem),
        (Rem, Div),
        (Shl, Shr),
        (Shr, Shl),
        (BitAnd, BitOr),
        (BitOr, BitXor),
        (BitXor, BitAnd),
        (Eq, Ne),
        (Ne, Eq),
        (Lt, Le),
        (Le, Lt),
        (Gt, Ge),
        (Ge, Gt),
    ];
    let result = |op: BinaryOp, ty: Scalar| if op.is_comparison() { INT } else { promoted(ty) };
    let binary = |ty: Scalar, op: BinaryOp| {
        let values = match ty.is_float() {
            true => [2.5, -1.5, 0.1].map(|number: f64| ty.of_double(number)).to_vec(),
            false => [5, 1, 2, u64::MAX, u64::MAX - 6].map(|bits| bits & ty.mask()).to_vec(),
        };
        Row::new(&[ty, ty], result(op, ty), format!("a {} b", op.symbol()))
            .over(&[values.clone(), values])
    };
    let mut rows = Vec::new();
    for (op, to) in exchanged {
        rows.extend([INT, UCHAR, ULONG].map(|ty| (binary(ty, op), Plant::Operator(to))));
        if [Div, Rem, Shr, Lt, Le, Gt, Ge].contains(&op) {
            rows.extend([INT, ULONG].map(|ty| (binary(ty, op), Plant::Signedness)));
        }
        if [Add, Sub, Mul, Eq, Ne, Lt, Le, Gt, Ge].contains(&op) {
            rows.extend([FLOAT, DOUBLE].map(|ty| (binary(ty, op), Plant::Operator(to))));
        }
    }
    rows.push((binary(DOUBLE, Div), Plant::Operator(Mul)));
    let few = vec![0, 1, 200];
    for (op, to) in [("-", UnaryOp::BitNot), ("~", UnaryOp::Neg)] {
        for ty in [INT, UCHAR] {
            let row =
                Row::new(&[ty], promoted(ty), format!("{op}a")).over(std::slice::from_ref(&few));
            rows.push((row, Plant::Unary(to)));
        }
    }
    for op in ["&&", "||"] {
        let row = Row::new(&[INT, INT], INT, format!("a {op} b"));
        rows.push((row.over(&[few.clone(), few.clone()]), Plant::Connective));
    }
    // An arm that only reads would be given what the run has read there.
    let arms = Row::new(&[INT, LONG], common(INT, LONG), "a ? a + 1 : b").over(&[few.clone(), few]);
    rows.push((arms, Plant::Arm));
    let conversions = [
        (SCHAR, LONG),
        (UCHAR, INT),
        (INT, LONG),
        (UINT, ULONG),
        (CHAR, UINT),
        (INT, DOUBLE),
        (UINT, FLOAT),
        (DOUBLE, INT),
        (FLOAT, LONG),
        (DOUBLE, FLOAT),
    ];
    for (from, to) in conversions {
        let values = match from.is_float() {
            true => vec![from.of_double(2.5), from.of_double(0.0)],
            false => [3, u64::MAX - 2].map(|bits| bits & from.mask()).to_vec(),
        };
        let row = Row::new(&[from], to, format!("({})a", to.name)).over(&[values]);
        rows.push((row, Plant::Conversion));
    }
    rows
}

/// The columns that do not tell a wrong reading apart; operands are those for which the machine does.
fn blind(row: &Row, plant: Plant) -> BTreeSet<&'static str> {
    let checks = CheckSet::parse(ARITHMETIC_OFF).expect("the list is well-formed");
    let rows = std::slice::from_ref(row);
    let program = compile(&functions(rows));
    let right = by_machine(&program, rows, checks);
    let wrong = by_machine(&planted(&program, row, plant), rows, checks);
    let tellings = row.tuples.iter().zip(right[0].iter().zip(&wrong[0]));
    let tellings = tellings.filter_map(|(tuple, (right, wrong))| match right {
        Outcome::Value(bits) if right != wrong => Some((tuple.clone(), *bits)),
        _ => None,
    });
    let lines: Vec<(Vec<u64>, u64)> = tellings.take(2).collect();
    assert!(!lines.is_empty(), "{}: {plant:?} makes no difference", row.name);

    let mut telling = row.clone();
    telling.tuples = lines.iter().map(|(tuple, _)| tuple.clone()).collect();
    let function_name = "row".to_owned();
    let mut asked = [Asked { row: 0, lines, stops: None, function: function_name, first_line: 0 }];
    let text = questions(rows, &mut asked);
    let program = compile(&text);
    let changed = planted(&program, row, plant);
    let spec = RunSpec::new(function(&program, &asked[0].function));
    let trace = traced(&program, &spec, checks).expect("every text fails at its end");

    let mut blind = BTreeSet::new();
    let mut sees = |column: &'static str, is_seen: bool| {
        if !is_seen {
            blind.insert(column);
        }
    };
    let expected = Some((trace.failure.kind, trace.failure.span));
    sees("find", !search_differs(&changed, &spec, checks, expected).0.is_empty());
    let mut known = Known::new(&changed, spec.function, checks);
    known.program = &program;
    sees("absint", known.contradiction(&spec).is_some());
    sees("encode", !formula_differs(&changed, &trace).is_empty());
    sees("verify", !checker_differs(&changed, &trace).0.is_empty());
    sees("autodebug", !autodebug_differs(&changed, &trace).0.is_empty());
    let guarded = guarded_by(&changed, &program, &spec, checks);
    sees("guards", !guards_differ(&guarded).0.is_empty());

    let program = compile(&symbolic_functions(std::slice::from_ref(&telling)));
    let changed = planted(&program, row, plant);
    let right = by_machine(
        &compile(&functions(std::slice::from_ref(&telling))),
        &[telling.clone()],
        checks,
    );
    for (column, is_seen) in differ_symbolically(&changed, &program, (&telling, &right[0]), checks)
    {
        sees(column, is_seen);
    }
    blind
}

/// The trace of the machine's run, with the guards of the changed program.
fn guarded_by(
    changed: &Program,
    program: &Program,
    spec: &RunSpec,
    checks: CheckSet,
) -> ErrorTrace {
    let (compiled, config) = (prepare(program), config(checks));
    let mut log = CompactLog::new();
    let result = compiled.run(spec, &config, &mut |_, _| {}, &mut log);
    build(changed, &compiled, spec, &config, &result, &log).expect("the run should replay")
}

#[test]
fn wrong_operators_are_reported() {
    let mut problems = Vec::new();
    for (row, plant) in rows() {
        let blind = blind(&row, plant);
        // The analysis knows nothing of floating numbers, so it says nothing wrong of them.
        let has_floats = row.operands.iter().chain([&row.result]).any(|ty| ty.is_float());
        let expected = if has_floats { BTreeSet::from(["absint"]) } else { BTreeSet::new() };
        if blind != expected {
            problems.push(format!("{} as {plant:?}: {blind:?}", row.name));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// A result of the machine that is not the compiler's is reported.
#[test]
fn wrong_results_of_the_machine_are_reported() {
    let rows = [Row::new(&[INT, INT], INT, "a + b").over(&[vec![1], vec![2]])];
    let (right, wrong) = (vec![vec![Outcome::Value(3)]], vec![vec![Outcome::Value(4)]]);
    for (outcomes, is_reported) in [(&right, false), (&wrong, true)] {
        let mut found = Disagreements::default();
        compare_with_compiler(&rows, outcomes, &right, "", &mut found);
        assert_eq!(found.is_empty(), !is_reported);
    }
}
