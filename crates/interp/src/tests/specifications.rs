use whydunit_program::{
    BinaryOp, CheckKind, Expr, ExprKind, FunctionId, LocalRole, Place, PlaceBase, StmtKind,
    TerminatorKind, TypeId,
};

use crate::testing::{Builder, failure, span};
use crate::{Ending, NoObserver, RunResult, RunSpec, run};

fn boxed(expr: Expr) -> Box<Expr> {
    Box::new(expr)
}

/// `int f(int *a) { Snapshot(0); a[0] = a[0] + 1; check(cond); return 0; }`
struct Fixture {
    b: Builder,
    integer: TypeId,
    pointer: TypeId,
}

impl Fixture {
    fn new() -> Fixture {
        let mut b = Builder::new();
        let int = b.int();
        let pointer = b.program.types.pointer(int);
        let integer = b.program.types.int(128, true);
        b.param("a", pointer);
        b.push(StmtKind::Snapshot { slot: 0 });
        let mut fixture = Fixture { b, integer, pointer };
        let (first, one) = (fixture.element_at(0), fixture.b.num(1));
        let sum = fixture.b.binary(BinaryOp::Add, Expr::load(first.clone()), one);
        fixture.b.assign(first, sum);
        fixture
    }

    fn element(&mut self, index: Expr) -> Place {
        let int = self.b.int();
        let a = self.b.load(whydunit_program::LocalId(0));
        let sum = Expr::new(ExprKind::PtrAdd(boxed(a), boxed(index)), self.pointer, span());
        Place::deref(sum, int, span())
    }

    fn element_at(&mut self, index: i128) -> Place {
        let index = Expr::int(index, self.integer, span());
        let long = self.b.program.types.int(64, true);
        let index = Expr { ty: long, ..index };
        self.element(index)
    }

    fn finish(mut self, kind: CheckKind, cond: Expr) -> (Builder, FunctionId) {
        self.b.push(StmtKind::Check { kind, cond, text: "cond".into() });
        let zero = self.b.num(0);
        self.b.end(TerminatorKind::Return(Some(zero)));
        let int = self.b.int();
        let f = self.b.function("f", int);
        (self.b, f)
    }
}

fn run_on(b: &Builder, f: FunctionId, input: &str) -> RunResult {
    let mut spec = RunSpec::new(f);
    spec.inputs.parse_assignment(input).expect(input);
    run(&b.program, &spec, &crate::Config::default(), &mut |_, _| {}, &mut NoObserver)
}

#[test]
fn old_values_are_kept() {
    let mut x = Fixture::new();
    let int = x.b.int();
    let before = Expr::load(x.element_at(0));
    let before = Expr::new(ExprKind::Old { slot: 0, expr: boxed(before) }, int, span());
    let (now, one) = (Expr::load(x.element_at(0)), x.b.num(1));
    let expected = x.b.binary(BinaryOp::Add, before, one);
    let cond = x.b.binary(BinaryOp::Eq, now, expected);
    let (b, f) = x.finish(CheckKind::Contract, cond);
    assert_eq!(run_on(&b, f, "a=[41]").ending, Ending::Finished { exit_code: 0 });
}

#[test]
fn quantifiers_run_over_their_range() {
    let mut x = Fixture::new();
    let k = x.b.local("k", x.integer);
    x.b.local_mut(k).role = LocalRole::Bound;
    let int = x.b.int();
    // \forall k in 0 ..= 2: a[k] > 0
    let index = x.b.load(k);
    let (value, zero) = (Expr::load(x.element(index)), x.b.num(0));
    let body = boxed(x.b.binary(BinaryOp::Gt, value, zero));
    let lo = boxed(Expr::int(0, x.integer, span()));
    let hi = boxed(Expr::int(2, x.integer, span()));
    let kind = ExprKind::Quantifier { forall: true, var: k, lo, hi, body };
    let cond = Expr::new(kind, int, span());
    let (b, f) = x.finish(CheckKind::Contract, cond);
    assert_eq!(run_on(&b, f, "a=[0,1,2]").ending, Ending::Finished { exit_code: 0 });
    let (kind, message) = failure(run_on(&b, f, "a=[1,2,0]"));
    assert_eq!((kind, &*message), (CheckKind::Contract, "cond does not hold"));
    assert_eq!(failure(run_on(&b, f, "a=[1,2]")).0, CheckKind::Bounds);
}

#[test]
fn ranges_are_valid_or_not() {
    let mut x = Fixture::new();
    let int = x.b.int();
    let pointer = boxed(x.b.load(whydunit_program::LocalId(0)));
    let lo = boxed(Expr::int(0, x.integer, span()));
    let hi = boxed(Expr::int(2, x.integer, span()));
    let cond = Expr::new(ExprKind::Valid { pointer, lo, hi }, int, span());
    let (b, f) = x.finish(CheckKind::Contract, cond);
    assert_eq!(run_on(&b, f, "a=[0,1,2]").ending, Ending::Finished { exit_code: 0 });
    assert_eq!(failure(run_on(&b, f, "a=[0,1]")).0, CheckKind::Contract);
}

#[test]
fn integers_of_contracts_do_not_overflow() {
    let mut x = Fixture::new();
    let integer = x.integer;
    let wide = |expr: Expr| Expr::new(ExprKind::Cast(boxed(expr)), integer, span());
    let value = wide(Expr::load(x.element_at(0)));
    let square = x.b.binary(BinaryOp::Mul, value.clone(), value);
    let limit = Expr::int(i128::from(i64::MAX) + 1, integer, span());
    let cond = x.b.binary(BinaryOp::Lt, square, limit);
    let (b, f) = x.finish(CheckKind::Contract, cond);
    assert_eq!(run_on(&b, f, "a=[2147483646]").ending, Ending::Finished { exit_code: 0 });
}

#[test]
fn preconditions_of_the_start_function_are_assumptions() {
    let mut x = Fixture::new();
    let cond = x.b.num(0);
    let (b, f) = x.finish(CheckKind::Requires, cond);
    let Ending::AssumptionFailed { is_precondition, .. } = run_on(&b, f, "a=[1]").ending else {
        panic!()
    };
    assert!(is_precondition);
}

#[test]
fn bounds_of_inner_arrays_are_checked() {
    let mut b = Builder::new();
    let int = b.int();
    let row = b.program.types.array(int, Some(3));
    let matrix = b.program.types.array(row, Some(2));
    let global = b.global("m", matrix);
    let j = b.param("j", int);
    let one = b.num(1);
    let mut place = b.index(PlaceBase::Global(global), int, one);
    place.path.push(whydunit_program::Projection::Index(boxed(b.load(j))));
    b.end(TerminatorKind::Return(Some(Expr::load(place))));
    let f = b.function("f", int);
    assert_eq!(run_on(&b, f, "j=2").returned, Some(0));
    // Index 0 has no source text of its own in these programs.
    let (kind, message) = failure(run_on(&b, f, "j=-1"));
    assert_eq!((kind, &*message), (CheckKind::Bounds, "index -1 is out of bounds of m[][3]"));
}
