//! Who receives an input? Tools state values of variables; the interpreter asks for results of calls.
//!
//! The variable that the result is assigned to (through temporaries and operators: a value that turns out wrong is noticed when
//! it is run), the parameter it is passed for, and, where it is returned, whatever receives the result of the calling function.

use whydunit_program::{
    Callee, Expr, ExprKind, Function, LocalId, LocalRole, Place, PlaceBase, Point, Program,
    Projection, StmtKind, TerminatorKind, Type, TypeId,
};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Receiver {
    /// As [`super::Subject::Variable`] names it.
    pub(super) name: String,
    /// The function whose variable it is; `None` for a global.
    pub(super) scope: Option<String>,
    /// It receives the value itself, not something computed from it.
    pub(super) is_exact: bool,
}

/// A local that holds the value, or (`false`) something computed from it.
type Holder = (LocalId, bool);

/// Receivers of what the statement at the first point takes, the direct ones first; the other points are the calls that led there, the last call first.
pub(super) fn receivers(program: &Program, points: impl Iterator<Item = Point>) -> Vec<Receiver> {
    let mut search = Search { program, found: Vec::new(), is_exact: true };
    for point in points {
        match search.from(point) {
            Some(is_exact) => search.is_exact &= is_exact,
            None => break,
        }
    }
    search.found
}

struct Search<'p> {
    program: &'p Program,
    found: Vec<Receiver>,
    /// What was returned to the statement at hand is the value itself.
    is_exact: bool,
}

impl<'p> Search<'p> {
    /// Follows the value that the statement receives; tells whether the function returns it, and if so whether unchanged.
    fn from(&mut self, point: Point) -> Option<bool> {
        let place = match &self.program.stmt_at(point)?.kind {
            StmtKind::Input { place, .. } | StmtKind::Call { dest: Some(place), .. } => place,
            _ => return None,
        };
        let function = self.program.function(point.function);
        let mut holders = Vec::new();
        self.receive(function, place, true, &mut holders);
        let block = &function.blocks()[point.block.index()];
        for stmt in &block.stmts[point.index as usize + 1..] {
            match &stmt.kind {
                StmtKind::Assign { place, value } => {
                    if let Some(is_exact) = held(value, &holders) {
                        self.receive(function, place, is_exact, &mut holders);
                    }
                }
                StmtKind::Call { callee: Callee::Direct(callee), args, .. } => {
                    let callee = self.program.function(*callee);
                    for (param, arg) in callee.params().zip(args) {
                        if let Some(is_exact) = held(arg, &holders)
                            && !callee.is_library
                        {
                            let name = callee.local(param).name.clone();
                            self.add(name, Some(callee.name.clone()), is_exact);
                        }
                    }
                }
                _ => {}
            }
        }
        // The value of a variable may be returned elsewhere in the function.
        let returns = function.blocks().iter().filter_map(|block| match &block.terminator.kind {
            TerminatorKind::Return(Some(value)) => held(value, &holders),
            _ => None,
        });
        returns.reduce(|one, other| one && other)
    }

    fn add(&mut self, name: String, scope: Option<String>, is_exact: bool) {
        let is_known = |known: &Receiver| known.name == name && known.scope == scope;
        if !name.is_empty() && !self.found.iter().any(is_known) {
            let receiver = Receiver { name, scope, is_exact: is_exact && self.is_exact };
            self.found.push(receiver);
        }
    }

    fn receive(
        &mut self,
        function: &Function,
        place: &Place,
        is_exact: bool,
        holders: &mut Vec<Holder>,
    ) {
        let PlaceBase::Local(local) = place.base else {
            if let Some(name) = self.name(function, place) {
                let is_global = matches!(place.base, PlaceBase::Global(_));
                self.add(name, (!is_global).then(|| function.name.clone()), is_exact);
            }
            return;
        };
        if !holders.iter().any(|(holder, _)| *holder == local) {
            holders.push((local, is_exact));
        }
        let role = function.local(local).role;
        if matches!(role, LocalRole::Variable | LocalRole::Parameter)
            && let Some(name) = self.name(function, place)
        {
            self.add(name, Some(function.name.clone()), is_exact);
        }
    }

    /// `x`, `s.f`, `a[2]`, `p[2]`, `(*p).f`; none where an index is not a constant.
    fn name(&self, function: &Function, place: &Place) -> Option<String> {
        let types = &self.program.types;
        let (mut name, mut ty): (String, TypeId) = match &place.base {
            PlaceBase::Local(local) => {
                let local = function.local(*local);
                (local.name.clone(), local.ty)
            }
            PlaceBase::Global(global) => {
                let global = self.program.global(*global);
                (global.name.clone(), global.ty)
            }
            PlaceBase::Deref(pointer) => {
                let pointee = types.pointee(pointer.ty)?;
                let (base, index) = match &pointer.kind {
                    ExprKind::PtrAdd(base, index) => (&**base, Some(index.as_int()?)),
                    _ => (&**pointer, None),
                };
                let inner = match &base.kind {
                    ExprKind::Load(inner) | ExprKind::Decay(inner) => self.name(function, inner)?,
                    _ => return None,
                };
                let name = match index {
                    Some(index) => format!("{inner}[{index}]"),
                    None if types.is_record(pointee) => format!("(*{inner})"),
                    None => format!("*{inner}"),
                };
                (name, pointee)
            }
        };
        for step in &place.path {
            match (step, types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    let field = types.record(*record).fields.get(*index as usize)?;
                    if !field.name.is_empty() {
                        name = format!("{name}.{}", field.name);
                    }
                    ty = field.ty;
                }
                (Projection::Index(index), Type::Array { elem, .. }) => {
                    name = format!("{name}[{}]", index.as_int()?);
                    ty = *elem;
                }
                _ => return None,
            }
        }
        (!name.is_empty()).then_some(name)
    }
}

/// Does the expression depend on what a holder holds, and if so, is it that itself?
fn held(expr: &Expr, holders: &[Holder]) -> Option<bool> {
    match &expr.kind {
        ExprKind::Load(place) => {
            let PlaceBase::Local(local) = place.base else { return None };
            holders.iter().find(|(holder, _)| *holder == local).map(|(_, is_exact)| *is_exact)
        }
        ExprKind::Cast(operand) => held(operand, holders),
        ExprKind::Unary(_, operand) => held(operand, holders).map(|_| false),
        ExprKind::Binary(_, left, right)
        | ExprKind::And(left, right)
        | ExprKind::Or(left, right)
        | ExprKind::PtrAdd(left, right)
        | ExprKind::Cond(_, left, right) => {
            held(left, holders).or_else(|| held(right, holders)).map(|_| false)
        }
        _ => None,
    }
}
