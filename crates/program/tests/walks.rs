//! Operands, walks, visitors and folds over expressions and statements of every kind.

use whydunit_program::{
    BinaryOp, Callee, Expr, ExprKind, Fold, FunctionId, GlobalId, LocalId, Place, PlaceBase,
    Projection, StmtKind, Target, TypeId, TypeTable, Use, Visitor,
};
use whydunit_source::{FileId, Span};

struct Types {
    table: TypeTable,
    int: TypeId,
    wide: TypeId,
    pointer: TypeId,
}

fn types() -> Types {
    let mut table = TypeTable::new(Target::Lp64);
    let int = table.int(32, true);
    let wide = table.int(128, true);
    let pointer = table.pointer(int);
    Types { table, int, wide, pointer }
}

fn span() -> Span {
    Span::at(FileId(0), 0)
}

impl Types {
    fn number(&self, value: i128) -> Expr {
        Expr::int(value, self.int, span())
    }

    /// `(*pointer)[index]`, both numbers.
    fn element(&self, pointer: i128, index: i128) -> Place {
        let base = PlaceBase::Deref(Box::new(Expr::int(pointer, self.pointer, span())));
        let path = vec![Projection::Field(0), Projection::Index(Box::new(self.number(index)))];
        Place { base, path, ty: self.int, span: span() }
    }

    fn of(&self, kind: ExprKind) -> Expr {
        Expr::new(kind, self.int, span())
    }

    /// An expression of every kind, whose operands are the numbers from 1 on; how many those are.
    fn every_kind(&self) -> Vec<(Expr, i128)> {
        let [a, b, c] = [1, 2, 3].map(|value| Box::new(self.number(value)));
        let place = || self.element(1, 2);
        let kinds = [
            (ExprKind::Int(0), 0),
            (ExprKind::Float(0.0), 0),
            (ExprKind::FunctionAddr(FunctionId(0)), 0),
            (ExprKind::Load(place()), 2),
            (ExprKind::AddrOf(place()), 2),
            (ExprKind::Decay(place()), 2),
            (ExprKind::Unary(whydunit_program::UnaryOp::Neg, a.clone()), 1),
            (ExprKind::Cast(a.clone()), 1),
            (ExprKind::Old { slot: 0, expr: a.clone() }, 1),
            (ExprKind::Binary(BinaryOp::Add, a.clone(), b.clone()), 2),
            (ExprKind::And(a.clone(), b.clone()), 2),
            (ExprKind::Or(a.clone(), b.clone()), 2),
            (ExprKind::PtrAdd(a.clone(), b.clone()), 2),
            (ExprKind::PtrDiff(a.clone(), b.clone()), 2),
            (ExprKind::Cond(a.clone(), b.clone(), c.clone()), 3),
            (ExprKind::Valid { pointer: a.clone(), lo: b.clone(), hi: c.clone() }, 3),
            (ExprKind::Quantifier { forall: true, var: LocalId(0), lo: a, hi: b, body: c }, 3),
        ];
        kinds.into_iter().map(|(kind, count)| (self.of(kind), count)).collect()
    }
}

fn numbers<'e>(exprs: impl Iterator<Item = &'e Expr>) -> Vec<i128> {
    exprs.map(|expr| expr.as_int().expect("operands should be numbers")).collect()
}

#[test]
fn operands_come_from_left_to_right() {
    let types = types();
    for (mut expr, count) in types.every_kind() {
        let wanted: Vec<i128> = (1..=count).collect();
        assert_eq!(numbers(expr.operands()), wanted, "{expr:?}");
        let mutable: Vec<i128> = expr.operands_mut().filter_map(|part| part.as_int()).collect();
        assert_eq!(mutable, wanted, "{expr:?}");
        let mut walked = 0;
        expr.walk(&mut |_| walked += 1);
        assert_eq!(walked, count + 1, "{expr:?}");
        let last = count.max(1);
        assert_eq!(expr.any(&mut |part| part.as_int() == Some(last)), count > 0, "{expr:?}");
    }
}

#[test]
fn operands_of_statements_begin_with_their_places() {
    let types = types();
    let (place, value) = (types.element(1, 2), types.number(3));
    let call = StmtKind::Call {
        dest: Some(place.clone()),
        callee: Callee::Pointer(value.clone()),
        args: vec![types.number(4), types.number(5)],
    };
    let copy = StmtKind::Copy { to: place.clone(), from: types.element(3, 4), bytes: 4 };
    let given: [(StmtKind, i128); 5] = [
        (StmtKind::Assign { place: place.clone(), value: value.clone() }, 3),
        (StmtKind::VaArg { place: place.clone(), list: value.clone() }, 3),
        (StmtKind::Zero { place: place.clone() }, 2),
        (copy, 4),
        (call, 5),
    ];
    for (mut stmt, count) in given {
        let wanted: Vec<i128> = (1..=count).collect();
        assert_eq!(numbers(stmt.operands()), wanted, "{stmt:?}");
        assert_eq!(stmt.destination(), Some(&place), "{stmt:?}");
        let mutable: Vec<i128> = stmt.operands_mut().filter_map(|part| part.as_int()).collect();
        assert_eq!(mutable, wanted, "{stmt:?}");
    }
    assert_eq!(StmtKind::Assume { cond: value }.destination(), None);
}

/// Every place with its use, every direct callee.
#[derive(Default)]
struct Seen {
    places: Vec<(PlaceBase, Use)>,
    callees: Vec<FunctionId>,
}

impl<'p> Visitor<'p> for Seen {
    fn place(&mut self, place: &'p Place, used: Use) {
        self.places.push((place.base.clone(), used));
        place.visit_parts(self);
    }

    fn callee(&mut self, callee: FunctionId) {
        self.callees.push(callee);
    }
}

#[test]
fn visitors_know_how_places_are_used() {
    let types = types();
    let global = |number| Place::global(GlobalId(number), types.int, span());
    let address = types.of(ExprKind::AddrOf(global(2)));
    let mut dest = global(0);
    dest.path.push(Projection::Index(Box::new(Expr::load(global(1)))));
    let callee = Callee::Direct(FunctionId(7));
    let mut seen = Seen::default();
    StmtKind::Call { dest: Some(dest), callee, args: vec![address] }.visit_parts(&mut seen);
    let wanted = [(0, Use::Write), (1, Use::Read), (2, Use::Address)];
    let wanted = wanted.map(|(number, used)| (PlaceBase::Global(GlobalId(number)), used));
    assert_eq!(seen.places, wanted);
    assert_eq!(seen.callees, [FunctionId(7)]);
}

#[test]
fn specifications_are_recognised_inside_of_places() {
    let types = types();
    let index = Expr::int(0, types.wide, span());
    let index = types.of(ExprKind::Cast(Box::new(index)));
    let path = vec![Projection::Index(Box::new(index))];
    let element = Place { path, ..Place::local(LocalId(0), types.int, span()) };
    assert!(Expr::load(element).is_specification(&types.table));
    assert!(!Expr::load(types.element(1, 2)).is_specification(&types.table));
}

/// Renumbers globals and functions.
struct Behind;

impl Fold for Behind {
    fn global(&mut self, id: &mut GlobalId) {
        id.0 += 10;
    }

    fn function(&mut self, id: &mut FunctionId) {
        id.0 += 20;
    }
}

#[test]
fn folds_reach_every_reference() {
    let types = types();
    let value = |shift: u32| {
        let base = Place::global(GlobalId(shift), types.pointer, span());
        let inner = Place::deref(Expr::load(base), types.int, span());
        let address = types.of(ExprKind::FunctionAddr(FunctionId(2 * shift)));
        let sum = ExprKind::Binary(BinaryOp::Add, Box::new(Expr::load(inner)), Box::new(address));
        types.of(sum)
    };
    let call = |shift: u32| StmtKind::Call {
        dest: Some(Place::global(GlobalId(shift), types.int, span())),
        callee: Callee::Direct(FunctionId(2 * shift)),
        args: vec![value(shift)],
    };
    let mut folded = call(0);
    folded.fold_parts(&mut Behind);
    assert_eq!(folded, call(10));
}
