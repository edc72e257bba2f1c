//! Reading the program's expressions along the run: as numbers, as linear combinations, as formulas.

use std::rc::Rc;

use whydunit_interp::{Cell, CellObject};
use whydunit_program::{
    BinaryOp, Expr, ExprKind, LocalId, Place, PlaceBase, Projection, Type, TypeId, UnaryOp,
    expr_to_c,
};

use super::linear::{Key, Linear, Piece, Relop, Via};
use super::predicate::{AtomSite, Formula, Predicate};
use super::run::{Number, Run, wrapped};

/// A value that the program receives: the step at which it does, and the value.
pub(crate) const INPUT: &str = "input";

/// Longer ranges of a quantifier are not written out.
const MOST_INSTANCES: i128 = 512;

/// Where in the run an expression is read.
#[derive(Clone, Debug)]
pub(crate) struct At {
    /// Before this step.
    pub(crate) time: usize,
    pub(crate) frame: u32,
    /// Variables of quantifiers.
    pub(crate) bound: Vec<(LocalId, i128)>,
    /// Contents are those of the entry of the function, before this step.
    pub(crate) entry: Option<usize>,
    /// What `\old` goes back to.
    pub(crate) snapshot: usize,
}

impl At {
    pub(crate) fn step(time: usize, frame: u32) -> At {
        At { time, frame, bound: Vec::new(), entry: None, snapshot: 0 }
    }

    fn contents(&self) -> usize {
        self.entry.unwrap_or(self.time)
    }
}

impl Run<'_> {
    /// The cell a place is, and how it was reached.
    pub(crate) fn cell(&self, place: &Place, at: &At) -> Option<(Cell, Option<Rc<Via>>)> {
        let types = &self.program.types;
        let function = self.program.function(self.function_of(at.frame)?);
        let mut via = Via { frame: at.frame, pieces: Vec::new(), pointers: Vec::new() };
        let mut text = String::new();
        let mut path = place.path.as_slice();
        let (object, offset, ty) = match &place.base {
            PlaceBase::Local(id) => {
                let local = function.locals.get(id.index())?;
                text.push_str(&local.name);
                match self.local_object(at.frame, *id, at.time) {
                    Some(object) => (CellObject::Memory(object), 0, local.ty),
                    None => {
                        let cell = self.local_cell(at.frame, *id, at.time)?;
                        return path.is_empty().then_some((cell, None));
                    }
                }
            }
            PlaceBase::Global(id) => {
                let global = self.program.global(*id);
                text.push_str(&global.name);
                (CellObject::Memory(self.global_object(*id)?), 0, global.ty)
            }
            PlaceBase::Deref(pointer) => {
                let address = self.value(pointer, at)?.as_int()?;
                let (object, offset) = self.trace.locate(u64::try_from(address).ok()?)?;
                let pointee = types.pointee(pointer.ty)?;
                self.pointers_in(pointer, at, &mut via.pointers);
                match (&pointer.kind, path) {
                    (ExprKind::PtrAdd(base, index), _) => {
                        text.push_str(&expr_to_c(self.program, function, base));
                        text.push('[');
                        via.pieces.push(Piece::Text(std::mem::take(&mut text)));
                        via.pieces.push(self.index_piece(index, at)?);
                        text.push(']');
                    }
                    (_, [Projection::Field(field), rest @ ..]) if types.is_record(pointee) => {
                        let pointer = expr_to_c(self.program, function, pointer);
                        let (name, inside, ty) = self.field(pointee, *field)?;
                        if inside.1.is_some() {
                            return None;
                        }
                        text.push_str(&format!("{pointer}->{name}"));
                        path = rest;
                        let offset = u64::try_from(offset).ok()? + inside.0;
                        return self.finish(
                            (CellObject::Memory(object.id), offset, ty),
                            path,
                            (via, text),
                            at,
                        );
                    }
                    _ => {
                        let pointer = expr_to_c(self.program, function, pointer);
                        text.push_str(&format!("*{pointer}"));
                    }
                }
                (CellObject::Memory(object.id), u64::try_from(offset).ok()?, pointee)
            }
        };
        if let (false, Type::Void) = (path.is_empty(), types.get(ty)) {
            return None;
        }
        if text.starts_with('*') && !path.is_empty() {
            text = format!("({text})");
        }
        let ty = if path.is_empty() { place.ty } else { ty };
        self.finish((object, offset, ty), path, (via, text), at)
    }

    fn finish(
        &self,
        (object, mut offset, mut ty): (CellObject, u64, TypeId),
        path: &[Projection],
        (mut via, mut text): (Via, String),
        at: &At,
    ) -> Option<(Cell, Option<Rc<Via>>)> {
        let types = &self.program.types;
        let mut bits = None;
        for projection in path {
            match projection {
                Projection::Field(field) => {
                    let (name, (inside, field_bits), field_ty) = self.field(ty, *field)?;
                    offset += inside;
                    bits = field_bits;
                    ty = field_ty;
                    if !name.is_empty() {
                        text.push_str(&format!(".{name}"));
                    }
                }
                Projection::Index(index) => {
                    let Type::Array { elem, .. } = types.get(ty) else { return None };
                    ty = *elem;
                    text.push('[');
                    via.pieces.push(Piece::Text(std::mem::take(&mut text)));
                    let piece = self.index_piece(index, at)?;
                    if let Piece::Index(_, value) = &piece {
                        let value = u64::try_from(*value).ok()?;
                        offset += value.checked_mul(types.size_of(ty)?)?;
                    }
                    via.pieces.push(piece);
                    text.push(']');
                }
            }
        }
        via.pieces.push(Piece::Text(text));
        let cell = match bits {
            Some((first, width)) => {
                let size = (u32::from(first) + u32::from(width)).div_ceil(8);
                let offset = u32::try_from(offset).ok()?;
                Cell { object, offset, size, bits: Some((first, width)) }
            }
            None => {
                let size = u32::try_from(types.size_of(ty)?).ok()?;
                Cell { object, offset: u32::try_from(offset).ok()?, size, bits: None }
            }
        };
        Some((cell, Some(Rc::new(via))))
    }

    /// Name, offset with the bits of a bit-field, and type of a field.
    #[allow(clippy::type_complexity, reason = "three facts about a field, used right away")]
    fn field(&self, record: TypeId, field: u32) -> Option<(String, (u64, Option<(u8, u8)>), TypeId)> {
        let Type::Record(id) = self.program.types.get(record) else { return None };
        let field = self.program.types.record(*id).fields.get(field as usize)?;
        let place = match field.bits {
            Some(bits) => (bits.bit_offset / 8, Some(((bits.bit_offset % 8) as u8, bits.width))),
            None => (field.offset, None),
        };
        Some((field.name.clone(), place, field.ty))
    }

    fn index_piece(&self, index: &Expr, at: &At) -> Option<Piece> {
        let value = self.value(index, at)?.as_int()?;
        let linear = self.linear(index, at).unwrap_or_else(|| Linear::constant(value));
        Some(Piece::Index(linear, value))
    }

    fn pointers_in(&self, pointer: &Expr, at: &At, found: &mut Vec<(Cell, u64)>) {
        match &pointer.kind {
            ExprKind::Load(place) => {
                if let Some((cell, _)) = self.cell(place, at)
                    && let Some(bits) = self.bits(cell, at.contents())
                {
                    found.push((cell, bits));
                }
                if let PlaceBase::Deref(inner) = &place.base {
                    self.pointers_in(inner, at, found);
                }
            }
            ExprKind::PtrAdd(base, _) | ExprKind::Cast(base) => self.pointers_in(base, at, found),
            _ => {}
        }
    }

    /// The number an expression has in the run.
    pub(crate) fn value(&self, expr: &Expr, at: &At) -> Option<Number> {
        let value = match &expr.kind {
            ExprKind::Int(value) => Number::Int(*value),
            ExprKind::Float(value) => Number::Real(*value),
            ExprKind::Load(place) => match bound(place, at) {
                Some(value) => Number::Int(value),
                None => {
                    let (cell, _) = self.cell(place, at)?;
                    self.cell_number(cell, expr.ty, at.contents())?
                }
            },
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                let (object, offset) = self.address(place, at)?;
                let base = self.trace.object(object)?.info.address;
                Number::Int((base + offset).into())
            }
            ExprKind::FunctionAddr(id) => Number::Int(self.trace.function_address(*id).into()),
            ExprKind::Unary(UnaryOp::Not, operand) => {
                Number::Int((!self.truth(operand, at)?).into())
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => match self.value(operand, at)? {
                Number::Int(value) => Number::Int(value.checked_neg()?),
                Number::Real(value) => Number::Real(-value),
            },
            ExprKind::Unary(UnaryOp::BitNot, operand) => {
                Number::Int(!self.value(operand, at)?.as_int()?)
            }
            ExprKind::Binary(op, left, right) => {
                binary(*op, self.value(left, at)?, self.value(right, at)?)?
            }
            ExprKind::And(left, right) => {
                Number::Int((self.truth(left, at)? && self.truth(right, at)?).into())
            }
            ExprKind::Or(left, right) => {
                Number::Int((self.truth(left, at)? || self.truth(right, at)?).into())
            }
            ExprKind::Cond(cond, then, otherwise) => match self.truth(cond, at)? {
                true => self.value(then, at)?,
                false => self.value(otherwise, at)?,
            },
            ExprKind::Cast(operand) => match (self.value(operand, at)?, expr.ty) {
                (value, ty) if matches!(self.program.types.get(ty), Type::Float(_)) => {
                    Number::Real(value.as_real())
                }
                (value, ty) if matches!(self.program.types.get(ty), Type::Bool) => {
                    Number::Int((value.as_real() != 0.0).into())
                }
                (Number::Real(value), _) => Number::Int(value.trunc() as i128),
                (value, _) => value,
            },
            ExprKind::PtrAdd(pointer, index) => {
                let size = self.element_size(pointer.ty)?;
                let index = self.value(index, at)?.as_int()?;
                let pointer = self.value(pointer, at)?.as_int()?;
                Number::Int(pointer.checked_add(index.checked_mul(size)?)?)
            }
            ExprKind::PtrDiff(left, right) => {
                let size = self.element_size(left.ty)?;
                let left = self.value(left, at)?.as_int()?;
                Number::Int((left - self.value(right, at)?.as_int()?).checked_div(size)?)
            }
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                let (lo, hi) = (self.value(lo, at)?.as_int()?, self.value(hi, at)?.as_int()?);
                if hi.saturating_sub(lo) > MOST_INSTANCES {
                    return None;
                }
                let mut result = *forall;
                for instance in lo..=hi {
                    let mut at = at.clone();
                    at.bound.push((*var, instance));
                    if self.truth(body, &at)? != *forall {
                        result = !*forall;
                        break;
                    }
                }
                Number::Int(result.into())
            }
            ExprKind::Valid { .. } => Number::Int(1),
            ExprKind::Old { expr, .. } => self.value(expr, &at.at_entry())?,
        };
        Some(match (value, self.program.types.int_kind(expr.ty)) {
            (Number::Int(value), Some(kind)) => {
                Number::Int(wrapped(value, kind.bits, kind.signed))
            }
            (value, _) => value,
        })
    }

    pub(crate) fn truth(&self, expr: &Expr, at: &At) -> Option<bool> {
        Some(match self.value(expr, at)? {
            Number::Int(value) => value != 0,
            Number::Real(value) => value != 0.0,
        })
    }

    fn address(&self, place: &Place, at: &At) -> Option<(whydunit_interp::ObjectId, u64)> {
        let (cell, _) = self.cell(place, at)?;
        match cell.object {
            CellObject::Memory(object) => Some((object, cell.offset.into())),
            CellObject::Register { .. } => None,
        }
    }

    fn element_size(&self, pointer: TypeId) -> Option<i128> {
        let to = self.program.types.pointee(pointer)?;
        self.program.types.size_of(to).filter(|&size| size > 0).map(i128::from)
    }

    /// An expression as a linear combination that has its value in the run; pointers count in elements.
    pub(crate) fn linear(&self, expr: &Expr, at: &At) -> Option<Linear> {
        let linear = self.linear_parts(expr, at)?;
        let is_pointer = self.program.types.pointee(expr.ty).is_some();
        if let (false, Some(Number::Int(known))) = (is_pointer, self.value(expr, at))
            && self.evaluate(&linear, at.time, at.snapshot)? != Number::Int(known)
        {
            return None;
        }
        Some(linear)
    }

    /// The result of an operation before it is fitted into its type.
    pub(crate) fn exactly(&self, expr: &Expr, at: &At) -> Option<Linear> {
        self.linear_parts(expr, at)
    }

    fn linear_parts(&self, expr: &Expr, at: &At) -> Option<Linear> {
        Some(match &expr.kind {
            ExprKind::Int(value) => Linear::constant(*value),
            ExprKind::Float(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
                Linear::constant(*value as i128)
            }
            ExprKind::Float(value) => Linear::of(Key::Real(value.to_bits()), None),
            ExprKind::Load(place) => match bound(place, at) {
                Some(value) => Linear::constant(value),
                None => {
                    let (cell, via) = self.cell(place, at)?;
                    match at.entry.filter(|&entry| self.is_written(cell, entry, at.time)) {
                        Some(_) => Linear::of(Key::Entry(cell), via),
                        None => Linear::of(Key::Cell(cell), via),
                    }
                }
            },
            ExprKind::AddrOf(place) | ExprKind::Decay(place) => {
                let (object, offset) = self.address(place, at)?;
                let size = self.element_size(expr.ty)?;
                let mut linear = Linear::of(Key::Address(object, size as u64), None);
                linear.constant = i128::from(offset) / size;
                linear
            }
            ExprKind::Unary(UnaryOp::Neg, operand) => self.linear(operand, at)?.times(-1),
            ExprKind::Binary(BinaryOp::Add, left, right) => {
                self.linear(left, at)?.plus(&self.linear(right, at)?)
            }
            ExprKind::Binary(BinaryOp::Sub, left, right)
            | ExprKind::PtrDiff(left, right) => {
                self.linear(left, at)?.minus(&self.linear(right, at)?)
            }
            ExprKind::PtrAdd(pointer, index) => {
                self.linear(pointer, at)?.plus(&self.linear(index, at)?)
            }
            ExprKind::Binary(op, left, right) if !op.is_comparison() => {
                Linear::operation(op.symbol(), vec![self.linear(left, at)?, self.linear(right, at)?])
            }
            ExprKind::Cond(cond, then, otherwise) => match self.truth(cond, at)? {
                true => self.linear(then, at)?,
                false => self.linear(otherwise, at)?,
            },
            ExprKind::Cast(operand) => self.linear(operand, at)?,
            ExprKind::Old { expr, .. } => self.linear(expr, &at.at_entry())?,
            // Truth values as numbers: what they are in the run.
            _ => Linear::constant(self.value(expr, at)?.as_int()?),
        })
    }

    /// What a combination amounts to before the step `time`.
    pub(crate) fn evaluate(&self, linear: &Linear, time: usize, entry: usize) -> Option<Number> {
        let mut exact = linear.constant;
        let mut real: Option<f64> = None;
        for term in &linear.terms {
            let value = match &term.key {
                Key::Cell(cell) => self.cell_value(*cell, time)?,
                Key::Entry(cell) => self.cell_value(*cell, entry)?,
                Key::Address(object, size) => {
                    Number::Int(i128::from(self.trace.object(*object)?.info.address / size))
                }
                Key::Real(bits) => Number::Real(f64::from_bits(*bits)),
                Key::Op(INPUT, operands) => Number::Int(operands.last()?.as_constant()?),
                Key::Op(op, operands) => {
                    let values: Option<Vec<Number>> =
                        operands.iter().map(|part| self.evaluate(part, time, entry)).collect();
                    match (values?.as_slice(), *op) {
                        ([a, b], op) => binary(operator(op)?, *a, *b)?,
                        _ => return None,
                    }
                }
            };
            match value {
                Number::Int(value) => {
                    exact = exact.checked_add(value.checked_mul(term.coefficient)?)?;
                }
                Number::Real(value) => {
                    *real.get_or_insert(0.0) += value * term.coefficient as f64;
                }
            }
        }
        Some(match real {
            Some(real) => Number::Real(real + exact as f64),
            None => Number::Int(exact),
        })
    }

    /// A cell as a number of its type; pointers count in elements.
    pub(crate) fn cell_value(&self, cell: Cell, time: usize) -> Option<Number> {
        let ty = self.type_of(cell)?;
        let value = self.cell_number(cell, ty, time)?;
        match (self.element_size(ty), value) {
            (Some(size), Number::Int(value)) => Some(Number::Int(value.div_euclid(size))),
            _ => Some(value),
        }
    }

    pub(crate) fn holds(&self, predicate: &Predicate, time: usize, entry: usize) -> Option<bool> {
        Some(match self.evaluate(&predicate.full(), time, entry)? {
            Number::Int(value) => predicate.relop.holds(value, 0),
            Number::Real(value) => predicate.relop.holds(value, 0.0),
        })
    }

    /// A condition (or its opposite) as a formula over atomic predicates.
    pub(crate) fn formula(&self, expr: &Expr, positive: bool, at: &At) -> Formula {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Not, operand) => self.formula(operand, !positive, at),
            ExprKind::And(left, right) | ExprKind::Or(left, right) => {
                let is_and = matches!(expr.kind, ExprKind::And(..));
                let parts =
                    vec![self.formula(left, positive, at), self.formula(right, positive, at)];
                if is_and == positive { Formula::all(parts) } else { Formula::any(parts) }
            }
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right)
                if right.as_int() == Some(0) && is_truth(left) =>
            {
                self.formula(left, positive == (*op == BinaryOp::Ne), at)
            }
            ExprKind::Cast(operand) if is_truth(operand) => self.formula(operand, positive, at),
            ExprKind::Quantifier { forall, var, lo, hi, body } => {
                let range = (self.value(lo, at), self.value(hi, at));
                let (Some(Number::Int(lo)), Some(Number::Int(hi))) = range else {
                    return self.known(expr, positive, at);
                };
                if hi.saturating_sub(lo) > MOST_INSTANCES {
                    return self.known(expr, positive, at);
                }
                let instances = (lo..=hi).map(|instance| {
                    let mut at = at.clone();
                    at.bound.push((*var, instance));
                    self.formula(body, positive, &at)
                });
                let instances = instances.collect();
                if *forall == positive { Formula::all(instances) } else { Formula::any(instances) }
            }
            ExprKind::Old { expr, .. } => self.formula(expr, positive, &at.at_entry()),
            ExprKind::Binary(op @ (BinaryOp::Eq | BinaryOp::Ne), left, right)
                if is_truth(left) && is_truth(right) =>
            {
                let same = positive == (*op == BinaryOp::Eq);
                let both = |left_holds: bool, right_holds: bool| {
                    let left = self.formula(left, left_holds, at);
                    Formula::all(vec![left, self.formula(right, right_holds, at)])
                };
                Formula::any(vec![both(true, same), both(false, !same)])
            }
            ExprKind::Binary(op, ..) if op.is_comparison() && has_choice(expr) => {
                match self.split(expr, at) {
                    Split::Decided(decided) => self.formula(&decided, positive, at),
                    Split::Open { holds, fails, then, otherwise } => {
                        let then = self.formula(&then, positive, at);
                        let otherwise = self.formula(&otherwise, positive, at);
                        let then = Formula::all(vec![holds, then]);
                        Formula::any(vec![then, Formula::all(vec![fails, otherwise])])
                    }
                }
            }
            ExprKind::Binary(op, left, right) if op.is_comparison() => {
                let sides = (self.linear(left, at), self.linear(right, at));
                let (Some(left_side), Some(right_side)) = sides else {
                    return self.known(expr, positive, at);
                };
                let relop = Relop::of(*op).expect("a comparison should have an operator");
                let sides = Some((left.span, right.span));
                atom(left_side.minus(&right_side), relop, (expr, sides), positive)
            }
            _ => match self.linear(expr, at) {
                Some(linear) => atom(linear, Relop::Ne, (expr, None), positive),
                None => self.known(expr, positive, at),
            },
        }
    }

    /// Takes the first `?:` out of a comparison. What it tests is decided by the run where the program cannot
    /// change it: inputs, and the contents at the start.
    fn split(&self, expr: &Expr, at: &At) -> Split {
        let Some(cond) = first_choice(expr) else { return Split::Decided(expr.clone()) };
        let choose = |truth: bool| {
            let mut chosen = expr.clone();
            choose_first(&mut chosen, truth);
            chosen
        };
        match self.settled(self.formula(&cond, true, at), at) {
            Formula::Known(truth) => Split::Decided(choose(truth)),
            holds => {
                let fails = self.settled(self.formula(&cond, false, at), at);
                Split::Open { holds, fails, then: choose(true), otherwise: choose(false) }
            }
        }
    }

    /// Decides by the run what the program cannot change.
    fn settled(&self, formula: Formula, at: &At) -> Formula {
        match formula {
            Formula::Atom(predicate) => {
                let is_changeable =
                    predicate.expr.cells().into_iter().any(|cell| self.is_changed(cell));
                match self.holds(&predicate, at.time, at.snapshot).filter(|_| !is_changeable) {
                    Some(truth) => Formula::Known(truth),
                    None => Formula::Atom(predicate),
                }
            }
            Formula::And(parts) => {
                Formula::all(parts.into_iter().map(|part| self.settled(part, at)).collect())
            }
            Formula::Or(parts) => {
                Formula::any(parts.into_iter().map(|part| self.settled(part, at)).collect())
            }
            known @ Formula::Known(_) => known,
        }
    }

    fn known(&self, expr: &Expr, positive: bool, at: &At) -> Formula {
        Formula::Known(self.truth(expr, at).is_none_or(|truth| truth == positive))
    }
}

/// A comparison without its first `?:`.
enum Split {
    Decided(Expr),
    Open { holds: Formula, fails: Formula, then: Expr, otherwise: Expr },
}

/// The operands in which a `?:` is looked for.
fn arithmetic_operands(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Binary(_, left, right) => vec![left, right],
        ExprKind::Unary(UnaryOp::Neg, operand) | ExprKind::Cast(operand) => vec![operand],
        _ => Vec::new(),
    }
}

fn has_choice(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Cond(..)) || arithmetic_operands(expr).into_iter().any(has_choice)
}

fn first_choice(expr: &Expr) -> Option<Expr> {
    match &expr.kind {
        ExprKind::Cond(cond, ..) => Some(Expr::clone(cond)),
        _ => arithmetic_operands(expr).into_iter().find_map(first_choice),
    }
}

/// Replaces the first `?:` by one of its cases.
fn choose_first(expr: &mut Expr, truth: bool) -> bool {
    match &mut expr.kind {
        ExprKind::Cond(_, then, otherwise) => {
            let case = if truth { Expr::clone(then) } else { Expr::clone(otherwise) };
            *expr = case;
            true
        }
        ExprKind::Binary(_, left, right) => choose_first(left, truth) || choose_first(right, truth),
        ExprKind::Unary(UnaryOp::Neg, operand) | ExprKind::Cast(operand) => {
            choose_first(operand, truth)
        }
        _ => false,
    }
}

impl At {
    fn at_entry(&self) -> At {
        At { entry: Some(self.snapshot), ..self.clone() }
    }
}

fn atom(
    written: Linear,
    relop: Relop,
    (expr, sides): (&Expr, Option<(whydunit_source::Span, whydunit_source::Span)>),
    positive: bool,
) -> Formula {
    let mut predicate = Predicate::new(&written, if positive { relop } else { relop.negated() });
    if let Some(known) = predicate.known() {
        return Formula::Known(known);
    }
    let site = AtomSite { whole: expr.span, sides, is_negated: !positive, written, relop };
    predicate.site = Some(Rc::new(site));
    Formula::Atom(predicate)
}

fn is_truth(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Binary(op, ..) => op.is_comparison(),
        ExprKind::Cast(operand) => is_truth(operand),
        ExprKind::And(..)
        | ExprKind::Or(..)
        | ExprKind::Unary(UnaryOp::Not, _)
        | ExprKind::Quantifier { .. }
        | ExprKind::Valid { .. } => true,
        _ => false,
    }
}

fn bound(place: &Place, at: &At) -> Option<i128> {
    let PlaceBase::Local(local) = place.base else { return None };
    at.bound.iter().rev().find(|(bound, _)| *bound == local).map(|(_, value)| *value)
}

fn operator(symbol: &str) -> Option<BinaryOp> {
    use BinaryOp::{BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr};
    [Mul, Div, Rem, Shl, Shr, BitAnd, BitOr, BitXor].into_iter().find(|op| op.symbol() == symbol)
}

fn binary(op: BinaryOp, left: Number, right: Number) -> Option<Number> {
    if let Some(relop) = Relop::of(op) {
        let truth = match (left, right) {
            (Number::Int(a), Number::Int(b)) => relop.holds(a, b),
            (a, b) => relop.holds(a.as_real(), b.as_real()),
        };
        return Some(Number::Int(truth.into()));
    }
    if let (Number::Int(a), Number::Int(b)) = (left, right) {
        let shift = u32::try_from(b).ok().filter(|&shift| shift < 64);
        return Some(Number::Int(match op {
            BinaryOp::Add => a.checked_add(b)?,
            BinaryOp::Sub => a.checked_sub(b)?,
            BinaryOp::Mul => a.checked_mul(b)?,
            BinaryOp::Div => a.checked_div(b)?,
            BinaryOp::Rem => a.checked_rem(b)?,
            BinaryOp::Shl => a.checked_mul(1 << shift?)?,
            BinaryOp::Shr => a >> shift?,
            BinaryOp::BitAnd => a & b,
            BinaryOp::BitOr => a | b,
            BinaryOp::BitXor => a ^ b,
            _ => return None,
        }));
    }
    let (a, b) = (left.as_real(), right.as_real());
    Some(Number::Real(match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => return None,
    }))
}
