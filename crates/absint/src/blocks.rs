//! Blocks of memory without a name: from the heap, on the stack, behind pointers that come from outside.
//!
//! What one statement makes is one object. While only the last of its blocks is still pointed to, the object is that block, and writes to it
//! are exact; otherwise it stands for several.

use whydunit_program::address::ADDRESS_SPACE;
use whydunit_program::{
    BinaryOp, Expr, ExprKind, LocalId, Place, PlaceBase, StmtKind, Type, TypeId,
};

use crate::eval::{Pointer, Value, divided};
use crate::machine::Machine;
use crate::numbers::{Number, common};
use crate::numeric::{Interval, Linear};
use crate::objects::{OBJECT_END, ObjectId, Origin, Quantity};
use crate::state::{Target, Targets};

/// What is in a new block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fresh {
    Nothing,
    Zeros,
    Anything,
}

/// What is known of a new block before anything is stored there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub(crate) origin: Origin,
    pub(crate) element: Option<TypeId>,
    /// It consists of elements, with nothing left over.
    pub(crate) is_whole: bool,
    pub(crate) fresh: Fresh,
}

impl Machine<'_, '_> {
    pub(crate) fn is_several(&self, object: ObjectId) -> bool {
        self.state.several.contains(&object)
    }

    /// May a pointer with these targets be null? What an input points to has no elements if the input is null.
    pub(crate) fn may_be_null(&self, targets: &Targets) -> bool {
        targets.may_be_null || targets.known.iter().any(|target| self.may_be_absent(*target))
    }

    pub(crate) fn may_be_absent(&self, target: Target) -> bool {
        let is_input = matches!(self.objects.get(target.object).origin, Origin::Input(_));
        let size = self.objects.known_dim(Quantity::Size(target.object));
        is_input && size.is_none_or(|size| self.state.numbers.bounds(size).low < 1)
    }

    /// A new block of so many bytes; what is too large is not given.
    pub(crate) fn new_block(&mut self, size: &Number, layout: Layout) -> Pointer {
        let Layout { origin, element, is_whole, fresh } = layout;
        let object = self.objects.block(origin, element, is_whole);
        let unit = i128::from(self.objects.get(object).unit);
        let dim = self.objects.dim(Quantity::Size(object));
        let bytes = self.state.numbers.range(size);
        let fits = Interval::new(0, OBJECT_END - 1);
        let may_fail = !bytes.is_subset_of(fits);
        // Larger than what is followed, but not too large for a machine.
        let real = Interval::new(OBJECT_END, i128::from(ADDRESS_SPACE) - 1);
        let is_wide = self.program.types.target() == whydunit_program::Target::Lp64;
        if is_wide && bytes.is_subset_of(real) {
            return Pointer::unknown();
        }
        let Some(bytes) = bytes.meet(fits) else { return Pointer::null() };
        let linear = match (may_fail, bytes.as_point()) {
            (_, Some(bytes)) => divided(&Linear::constant(bytes), unit),
            (true, _) => None,
            (false, _) => size.linear.as_ref().and_then(|linear| divided(linear, unit)),
        };
        // A product that was reduced to its type may not be a multiple any more.
        if linear.is_none() && unit.count_ones() != 1 {
            return Pointer::unknown();
        }
        let range = bytes.div(Interval::point(unit)).unwrap_or(bytes);
        let number = Number::new(linear, range);
        let is_first = !self.state.allocated.contains(&object) || !self.state.is_pointed_to(object);
        self.state.allocated.insert(object);
        if is_first {
            self.state.several.remove(&object);
            self.state.dead.remove(&object);
            self.state.numbers.assign(dim, &number);
            self.begin_block(object, fresh);
        } else {
            self.state.several.insert(object);
            self.state.numbers.assign_also(dim, range);
            self.begin_another(object, fresh);
        }
        let mut targets = Targets::one(Target::whole(object));
        targets.may_be_null = may_fail;
        Pointer { targets, offset: Number::point(0) }
    }

    fn begin_block(&mut self, object: ObjectId, fresh: Fresh) {
        match fresh {
            Fresh::Nothing => self.unset(object),
            Fresh::Anything => self.set_to_anything(object),
            Fresh::Zeros => {
                for slot in self.objects.get(object).slots.clone() {
                    self.set_slot_to_zero(slot);
                }
            }
        }
    }

    /// One more block next to those that are still pointed to: what is known has to be true of all.
    fn begin_another(&mut self, object: ObjectId, fresh: Fresh) {
        for slot in self.objects.get(object).slots.clone() {
            match fresh {
                Fresh::Nothing if self.reads_need_values() => {}
                Fresh::Zeros => {
                    let zero = match self.objects.slot(slot).content {
                        crate::objects::Content::Pointer { .. } => Value::Pointer(Pointer::null()),
                        _ => Value::Int(Number::point(0)),
                    };
                    self.state.empty.remove(&slot);
                    self.store_scalar(slot, &zero, false);
                }
                _ => self.spoil(slot),
            }
            self.state.terminated.remove(&slot);
            if fresh == Fresh::Nothing {
                self.forget_values_given(slot);
            }
        }
    }

    /// The life of a variable begins anew. A pointer to what it was before leads to something that is gone.
    pub(crate) fn begin_life(&mut self, object: ObjectId) {
        match self.state.is_pointed_to(object) {
            true => self.state.dead.insert(object),
            false => self.state.dead.remove(&object),
        };
    }

    /// A pointer that the program does not determine: null, or to elements of its own.
    pub(crate) fn pointer_from_outside(&mut self, ty: TypeId) -> Pointer {
        let Some(element) = self.program.types.pointee(ty) else { return Pointer::unknown() };
        let is_known = self.program.types.size_of(element).is_some()
            && !matches!(self.program.types.get(element), Type::Void | Type::Function(_));
        if !is_known {
            return Pointer::unknown();
        }
        let origin = Origin::Outside(self.context, self.point);
        let unit = i128::from(self.program.types.size_of(element).unwrap_or(1)).max(1);
        let size = Number::range(Interval::new(unit.min(OBJECT_END - 1), OBJECT_END - 1));
        let layout =
            Layout { origin, element: Some(element), is_whole: false, fresh: Fresh::Anything };
        let mut pointer = self.new_block(&size, layout);
        pointer.targets.may_be_null = true;
        pointer
    }

    /// What a parameter of the start function points to.
    pub(crate) fn input_behind(&mut self, parameter: LocalId, ty: TypeId) -> Pointer {
        let element = self.program.types.pointee(ty);
        if element.is_some_and(|to| matches!(self.program.types.get(to), Type::Function(_))) {
            return Pointer::unknown();
        }
        let object = self.objects.block(Origin::Input(parameter), element, true);
        if self.states_length(parameter) {
            self.objects.set_stated(object);
        }
        self.set_to_anything(object);
        let unit = i128::from(self.objects.get(object).unit);
        let dim = self.objects.dim(Quantity::Size(object));
        let range = Interval::new(0, (OBJECT_END - 1) / unit);
        self.state.numbers.assign(dim, &Number::range(range));
        Pointer { targets: Targets::one(Target::whole(object)), offset: Number::point(0) }
    }

    /// Does the contract say how many elements are behind the parameter?
    fn states_length(&self, parameter: LocalId) -> bool {
        let mut found = false;
        for block in self.program.function(self.function).blocks() {
            for stmt in &block.stmts {
                let (StmtKind::Check { cond, .. } | StmtKind::Assume { cond }) = &stmt.kind else {
                    continue;
                };
                found |= cond.any(&mut |part| {
                    let ExprKind::Valid { pointer, .. } = &part.kind else { return false };
                    pointer.any(&mut |inner| {
                        matches!(&inner.kind, ExprKind::Load(Place { base: PlaceBase::Local(local), .. }) if *local == parameter)
                    })
                });
            }
        }
        found
    }

    /// Does the text of a size say that it is a multiple of the size of the elements?
    pub(crate) fn is_multiple(&self, size: &[Expr], element: Option<TypeId>) -> bool {
        let Some(unit) = element.and_then(|ty| self.program.types.size_of(ty)) else {
            return false;
        };
        let factor = size.iter().fold(1_i128, |all, expr| all.saturating_mul(factor_of(expr)));
        unit > 0 && factor % i128::from(unit) == 0
    }

    /// The type of the elements of a block: what its address is converted to, close behind the call.
    pub(crate) fn element_type(&self, dest: Option<&Place>) -> Option<TypeId> {
        let dest = dest?;
        let types = &self.program.types;
        let is_typed =
            |to: &TypeId| !matches!(types.get(*to), Type::Void) && types.size_of(*to).is_some();
        if let Some(to) = types.pointee(dest.ty).filter(is_typed) {
            return Some(to);
        }
        let block = &self.program.function(self.function).blocks()[self.point.block.index()];
        let mut found = None;
        let mut look = |part: &Expr| {
            let ExprKind::Cast(inner) = &part.kind else { return };
            if matches!(&inner.kind, ExprKind::Load(place) if place.base == dest.base && place.path == dest.path)
                && found.is_none()
            {
                found = types.pointee(part.ty).filter(is_typed);
            }
        };
        let behind = block.stmts.iter().skip(self.point.index as usize + 1);
        let operands = behind.flat_map(|stmt| stmt.kind.operands());
        operands.chain(block.terminator.kind.operand()).for_each(|expr| expr.walk(&mut look));
        found
    }
}

/// A number that divides every value of the expression, results that do not fit aside.
fn factor_of(expr: &Expr) -> i128 {
    match &expr.kind {
        ExprKind::Int(value) => value.saturating_abs(),
        ExprKind::Cast(inner) => factor_of(inner),
        ExprKind::Binary(BinaryOp::Mul, left, right) => {
            factor_of(left).saturating_mul(factor_of(right))
        }
        ExprKind::Binary(BinaryOp::Add | BinaryOp::Sub, left, right) => {
            common(factor_of(left), factor_of(right))
        }
        _ => 1,
    }
}
