//! Programs over mathematical integers: what a machine cannot do is a limit of ours, whichever checks are on.

use whydunit_program::{
    Arithmetic, BinaryOp, CheckKind, Expr, ExprKind, PlaceBase, TerminatorKind, UnaryOp,
};

use crate::testing::{Builder, span};
use crate::{CheckSet, Config, Ending, NoObserver, RunSpec, run};

/// Runs `int f(int x, int y) { return <expression>; }` on 64-bit integers, all checks that can be off being off.
fn run_on(
    inputs: &[(&str, i64)],
    arithmetic: Arithmetic,
    expression: impl FnOnce(&mut Builder, Expr, Expr) -> Expr,
) -> Ending {
    let mut b = Builder::new();
    b.program.arithmetic = arithmetic;
    let long = b.program.types.int(64, true);
    let (x, y) = (b.param("x", long), b.param("y", long));
    let (x, y) = (b.load(x), b.load(y));
    let value = expression(&mut b, x, y);
    b.end(TerminatorKind::Return(Some(value)));
    let f = b.function("f", long);
    let mut spec = RunSpec::new(f);
    for (name, value) in inputs {
        spec.inputs.set(*name, crate::InputValue::Int(i128::from(*value)));
    }
    let config = Config { checks: CheckSet::NONE, ..Config::default() };
    run(&b.program, &spec, &config, &mut |_, _| {}, &mut NoObserver).ending
}

fn limit(ending: Ending) -> (CheckKind, String) {
    match ending {
        Ending::OutOfRange { kind, message, .. } => (kind, message),
        other => panic!("expected the end of the range, got {other:?}"),
    }
}

#[test]
fn results_of_more_than_64_bits() {
    const MIN: i64 = i64::MIN;
    let cases = [
        (BinaryOp::Add, i64::MAX, 1, "9223372036854775808"),
        (BinaryOp::Sub, MIN, 1, "-9223372036854775809"),
        (BinaryOp::Mul, 1 << 40, -(1 << 40), "-1208925819614629174706176"),
        (BinaryOp::Div, MIN, -1, "9223372036854775808"),
    ];
    for (op, x, y, exact) in cases {
        let ending =
            |arithmetic| run_on(&[("x", x), ("y", y)], arithmetic, |b, x, y| b.binary(op, x, y));
        let message = format!(
            "the integer {exact} needs more than 64 bits; whydunit follows integers of up to 64 bits"
        );
        assert_eq!(limit(ending(Arithmetic::Mathematical)), (CheckKind::Overflow, message));
        assert!(!matches!(ending(Arithmetic::Machine), Ending::OutOfRange { .. }), "{op:?}");
    }
    let negated = run_on(&[("x", MIN)], Arithmetic::Mathematical, |_, x, _| {
        let ty = x.ty;
        Expr::new(ExprKind::Unary(UnaryOp::Neg, Box::new(x)), ty, span())
    });
    assert_eq!(limit(negated).0, CheckKind::Overflow);
}

#[test]
fn division_by_zero() {
    let ending =
        run_on(&[("x", 7)], Arithmetic::Mathematical, |b, x, y| b.binary(BinaryOp::Rem, x, y));
    let message = "a division by zero: its result may be any, which is not followed";
    assert_eq!(limit(ending), (CheckKind::Div, message.to_owned()));
}

#[test]
fn keys_outside_of_the_window_of_a_map() {
    for (key, is_inside) in [(0, true), (31, true), (32, false), (-1, false), (i64::MAX, false)] {
        let ending = run_on(&[("x", key)], Arithmetic::Mathematical, |b, x, _| {
            let elem = x.ty;
            let map = b.program.types.array(elem, Some(32));
            let map = b.global("m", map);
            Expr::load(b.index(PlaceBase::Global(map), elem, x))
        });
        if is_inside {
            assert_eq!(ending, Ending::Finished { exit_code: 0 }, "{key}");
            continue;
        }
        let message =
            format!("index {key} of m is outside of the window 0..31 that is followed of a map");
        assert_eq!(limit(ending), (CheckKind::Bounds, message));
    }
}
