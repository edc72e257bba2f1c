//! Which values there are to choose from.
//!
//! A truth value is 0 or 1. Mathematical integers are followed within 64 bits only, so that a value at the edge would lead out of what is followed:
//! those that are chosen are taken to be small, those that answer them may be larger.

use whydunit_claim::Judged;
use whydunit_interp::CellObject;
use whydunit_program::{Arithmetic, LocalId, StmtKind, Type, TypeId};
use whydunit_term::{Op, Term, Terms};
use whydunit_trace::StepKind;

use super::Checker;
use super::functions::{Open, input_of};

/// Bits of mathematical integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Size {
    Small = 20,
    Large = 40,
}

impl Checker<'_> {
    /// The open value is one of its type.
    pub(super) fn is_value(&self, terms: &mut Terms, judged: &Judged, open: &Open) -> Term {
        let Some(ty) = self.type_of(judged) else { return Term::TRUE };
        let variables = open.variables();
        let bytes: Vec<Term> = variables.into_iter().map(|(_, variable)| variable).collect();
        let whole = bytes.into_iter().reduce(|low, high| terms.concat(high, low));
        whole.map_or(Term::TRUE, |whole| self.is_of_type(terms, whole, ty, Size::Small))
    }

    /// All inputs have values of their types.
    pub(super) fn inputs_are_values(&self, terms: &mut Terms) -> Term {
        let inputs: Vec<_> = self.functions.inputs().copied().collect();
        let mut all = Vec::with_capacity(inputs.len());
        for input in inputs {
            let ty = self.trace.inputs[input.record as usize].ty;
            all.push(self.is_of_type(terms, input.variable, ty, Size::Small));
        }
        terms.and(&all)
    }

    /// A variable for a scalar of a type has one of its values.
    pub(super) fn is_of_type(
        &self,
        terms: &mut Terms,
        whole: Term,
        ty: TypeId,
        size: Size,
    ) -> Term {
        if terms.sort(whole).is_bool() {
            return Term::TRUE;
        }
        let width = terms.width(whole);
        match self.program.types.get(ty) {
            Type::Bool => {
                let one = terms.bits(width, 1);
                terms.ule(whole, one)
            }
            Type::Int(kind)
                if self.program.arithmetic == Arithmetic::Mathematical
                    && kind.signed
                    && width > size as u32 =>
            {
                let part = terms.extract(whole, size as u32, 0);
                let extended = terms.apply(Op::SignExtend(width as u8), &[part]);
                terms.eq(whole, extended)
            }
            _ => Term::TRUE,
        }
    }

    /// The type of what is assigned, where that is one scalar.
    pub(super) fn type_of(&self, judged: &Judged) -> Option<TypeId> {
        let trace = self.trace;
        if let Some(record) = input_of(trace, judged) {
            return Some(trace.inputs[record as usize].ty);
        }
        let step = trace.step(judged.step);
        let ty = match step.kind {
            StepKind::Call { .. } => match judged.target.first()?.object {
                CellObject::Register { frame, local } => self.local_type(frame, local),
                CellObject::Memory(id) => match trace.object(id)?.info.kind {
                    whydunit_interp::ObjectKind::Local { frame, local, .. } => {
                        self.local_type(frame, local)
                    }
                    _ => None,
                },
            },
            StepKind::Return => {
                let call = trace.frames[step.frame as usize].call?;
                self.assigned_by(trace.step(call).point)
            }
            _ => self.assigned_by(step.point),
        };
        ty.filter(|&ty| self.program.types.is_scalar(ty))
    }

    fn assigned_by(&self, point: whydunit_program::Point) -> Option<TypeId> {
        match &self.program.stmt_at(point)?.kind {
            StmtKind::Assign { place, .. } | StmtKind::Input { place, .. } => Some(place.ty),
            StmtKind::Call { dest: Some(place), .. } => Some(place.ty),
            _ => None,
        }
    }

    /// Is it a register for a truth value?
    pub(super) fn is_truth(&self, cell: whydunit_interp::Cell) -> bool {
        let CellObject::Register { frame, local } = cell.object else { return false };
        let ty = self.local_type(frame, local);
        ty.is_some_and(|ty| matches!(self.program.types.get(ty), Type::Bool))
    }

    fn local_type(&self, frame: u32, local: LocalId) -> Option<TypeId> {
        let function = self.program.function(self.trace.frames.get(frame as usize)?.function);
        function.locals.get(local.index()).map(|local| local.ty)
    }
}
