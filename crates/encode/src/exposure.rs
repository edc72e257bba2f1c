//! What might a statement that was not executed have assigned?
//!
//! Only variables whose address is taken somewhere can be changed through pointers, and only by writes of their kind (effective types).

use rustc_hash::FxHashSet;
use whydunit_interp::ObjectKind;
use whydunit_program::{
    Expr, ExprKind, GlobalId, InitValue, LocalId, Place, PlaceBase, Program, Use, Visitor,
};
use whydunit_trace::{ErrorTrace, Scalar};

use crate::frames::FrameClass;
use crate::names::cell_type;
use crate::number::of_position;
use crate::storage::{Range, Storage};

/// Whose contents storage is: a variable, or whatever pointers reach.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Owner {
    Local(u32, LocalId),
    Global(GlobalId),
    Memory,
}

/// What storage is to a write through a pointer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Exposure {
    Scalar(Scalar),
    /// A character: changed by what may change anything only.
    Character,
    /// Storage without a type, of this size.
    Untyped(u32),
    /// Part of a union, or several things at once.
    Mixed,
}

impl Exposure {
    pub(crate) fn of(program: &Program, trace: &ErrorTrace, range: Range) -> Exposure {
        let Some(ty) = cell_type(program, trace, range) else {
            let is_typed = match range.storage {
                Storage::Object(id) => {
                    trace.object(id).is_some_and(|object| object.info.ty.is_some())
                }
                _ => true,
            };
            return if is_typed { Exposure::Mixed } else { Exposure::Untyped(range.size) };
        };
        match Scalar::of(program, ty) {
            Some(scalar) => Exposure::Scalar(scalar),
            None if program.types.int_kind(ty).is_some() => Exposure::Character,
            None => Exposure::Mixed,
        }
    }

    /// May a write of this kind change it?
    pub fn admits(self, program: &Program, scalar: Scalar) -> bool {
        match self {
            Exposure::Scalar(known) => known == scalar,
            Exposure::Character => false,
            Exposure::Mixed => true,
            Exposure::Untyped(size) => {
                let written = match scalar {
                    Scalar::Int { size } | Scalar::Float { size } => size,
                    Scalar::Pointer => program.types.target().pointer_bytes(),
                };
                u64::from(size) >= written
            }
        }
    }
}

/// Which storage the arms of a branch that were not taken may have assigned.
#[derive(Debug)]
pub struct OtherArms<'a> {
    program: &'a Program,
    trace: &'a ErrorTrace,
    exposed: Exposed,
}

impl<'a> OtherArms<'a> {
    pub fn new(program: &'a Program, trace: &'a ErrorTrace) -> OtherArms<'a> {
        OtherArms { program, trace, exposed: Exposed::new(program) }
    }

    /// What a range is to writes through pointers; `None` if they cannot reach it.
    pub fn exposure(&self, range: Range) -> Option<Exposure> {
        let Storage::Object(id) = range.storage else { return None };
        let object = self.trace.object(id)?;
        let is_exposed = self.exposed.may_be_reached(self.program, &object.info.kind);
        is_exposed.then(|| Exposure::of(self.program, self.trace, range))
    }

    /// The variable of the program that a container is, told apart as [`FrameClass`] does: a local by its frame. Summarised, with size 0.
    pub fn variable(&self, storage: Storage) -> Option<FrameClass> {
        Some(match owner_of(self.trace, storage)? {
            Owner::Local(frame, local) => FrameClass::Local { frame, local, offset: 0, size: 0 },
            Owner::Global(global) => FrameClass::Global { global, offset: 0, size: 0 },
            Owner::Memory => return None,
        })
    }
}

pub(crate) fn owner_of(trace: &ErrorTrace, storage: Storage) -> Option<Owner> {
    match storage {
        Storage::Register { frame, local } => Some(Owner::Local(frame, local)),
        Storage::Object(id) => match trace.object(id)?.info.kind {
            ObjectKind::Local { frame, local, .. } => Some(Owner::Local(frame, local)),
            ObjectKind::Global(global) => Some(Owner::Global(global)),
            _ => None,
        },
        _ => None,
    }
}

/// Variables whose address is taken somewhere: only those may be changed through pointers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exposed {
    locals: FxHashSet<(u32, LocalId)>,
    globals: FxHashSet<GlobalId>,
    /// Variables in operands that a run may leave unevaluated: formulas read them all the same.
    pub(crate) lazy_locals: FxHashSet<(u32, LocalId)>,
    pub(crate) lazy_globals: FxHashSet<GlobalId>,
    /// Where the expression at hand stands, and such operands around it.
    function: u32,
    depth: u32,
}

impl Exposed {
    pub(crate) fn new(program: &Program) -> Exposed {
        let mut exposed = Exposed::default();
        for (index, function) in program.functions.iter().enumerate() {
            exposed.function = of_position(index);
            function.visit_parts(&mut exposed);
        }
        for global in &program.globals {
            for init in &global.init {
                if let InitValue::GlobalAddr(other, _) = init.value {
                    exposed.globals.insert(other);
                }
            }
        }
        exposed
    }

    pub(crate) fn may_be_reached(&self, program: &Program, kind: &ObjectKind) -> bool {
        match kind {
            ObjectKind::Local { function, local, .. } => {
                self.locals.contains(&(function.0, *local))
            }
            ObjectKind::Global(id) => {
                let global = program.global(*id);
                !global.is_const && !global.is_literal && self.globals.contains(id)
            }
            ObjectKind::Stdin => false,
            _ => true,
        }
    }

    fn lazily(&mut self, expr: &Expr) {
        self.depth += 1;
        self.expr(expr);
        self.depth -= 1;
    }
}

impl<'p> Visitor<'p> for Exposed {
    fn expr(&mut self, expr: &'p Expr) {
        match &expr.kind {
            ExprKind::And(a, b) | ExprKind::Or(a, b) => {
                self.expr(a);
                self.lazily(b);
            }
            ExprKind::Cond(a, b, c)
            | ExprKind::Quantifier { lo: a, hi: b, body: c, .. }
            | ExprKind::Valid { pointer: a, lo: b, hi: c } => {
                self.expr(a);
                self.lazily(b);
                self.lazily(c);
            }
            _ => expr.visit_parts(self),
        }
    }

    fn place(&mut self, place: &'p Place, used: Use) {
        match (&place.base, used) {
            (PlaceBase::Local(local), Use::Address) => {
                self.locals.insert((self.function, *local));
            }
            (PlaceBase::Global(global), Use::Address) => {
                self.globals.insert(*global);
            }
            (PlaceBase::Local(local), Use::Read) if self.depth > 0 => {
                self.lazy_locals.insert((self.function, *local));
            }
            (PlaceBase::Global(global), Use::Read) if self.depth > 0 => {
                self.lazy_globals.insert(*global);
            }
            _ => {}
        }
        place.visit_parts(self);
    }
}
