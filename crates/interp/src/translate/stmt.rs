//! Statements and terminators.

use whydunit_program::{
    Body, Callee, CheckKind, Expr, ExprKind, FunctionId, Place, PlaceBase, Projection, Stmt,
    StmtKind, Terminator, TerminatorKind, Type,
};

use super::Class;
use super::analysis::{transfer, whole_local};
use super::emit::{Emitter, Label};
use super::place::{PlaceCode, Purpose};
use crate::Detail;
use crate::code::{CallSite, NO_SLOT, Node, Op, Slot, SwitchSite};

impl<'p> Emitter<'_, 'p> {
    pub(super) fn stmt(&mut self, stmt: &'p Stmt) {
        if !matches!(stmt.kind, StmtKind::Live { .. } | StmtKind::Dead { .. }) {
            self.begin_step();
        }
        let node = Node::Stmt(stmt);
        match &stmt.kind {
            StmtKind::Assign { place, value } => self.assign(place, value),
            StmtKind::Zero { place } => self.zero(place, node),
            StmtKind::Copy { to, from, bytes } => {
                let from_slot = self.address(from, Purpose::Access, None);
                let to_slot = self.address(to, Purpose::Access, None);
                let size = (*bytes).min(u64::from(u32::MAX)) as u32;
                self.emit(Op::Copy { to: to_slot, from: from_slot, size }, Node::Copy(to, from));
            }
            StmtKind::Input { place, .. } => self.input(place, node),
            StmtKind::Call { dest, callee, args } => self.call(stmt, dest.as_ref(), callee, args),
            StmtKind::VaArg { place, list } => self.va_arg(place, list, node),
            StmtKind::Assume { cond } => {
                if cond.is_specification(&self.context.program.types) {
                    self.track_reads(cond);
                    self.emit(Op::Specification, node);
                } else {
                    let holds = self.label();
                    self.jump_if(cond, holds);
                    let cond = self.constant(0);
                    self.emit(Op::Assume { cond }, node);
                    self.place(holds);
                }
            }
            StmtKind::Check { kind, cond, .. } => {
                let is_expectation = *kind == CheckKind::Expectation;
                let past = is_expectation.then(|| self.label());
                if let Some(past) = past {
                    self.emit(Op::NotExpected { target: past.0 }, node);
                }
                if cond.is_specification(&self.context.program.types) {
                    self.track_reads(cond);
                    self.emit(Op::Specification, node);
                } else {
                    let holds = self.label();
                    self.jump_if(cond, holds);
                    let cond = self.constant(0);
                    self.emit(Op::Check { cond }, node);
                    self.place(holds);
                }
                if let Some(past) = past {
                    self.place(past);
                }
            }
            StmtKind::Live { local } => {
                if self.local(*local).in_memory {
                    self.emit(Op::Live { slot: local.0 }, node);
                } else if let Some(flag) = self.flag(*local) {
                    self.emit(Op::ClearFlag { flag }, node);
                }
            }
            StmtKind::Dead { local } => {
                let info = self.local(*local);
                if info.in_memory {
                    self.emit(Op::Dead { slot: local.0 }, node);
                } else if info.is_vla {
                    self.emit(Op::DeadVla { slot: local.0 }, node);
                }
                if let Some(flag) = self.flag(*local) {
                    self.emit(Op::ClearFlag { flag }, node);
                }
            }
            StmtKind::AllocVla { local, count } => {
                let slot = self.distance(count);
                let types = &self.context.program.types;
                let elem = types.pointee(self.local(*local).ty);
                // A pointer to an array stands for an array of such arrays.
                let scale = elem.and_then(|elem| types.size_of(elem)).unwrap_or(1);
                let scale = scale.min(u64::from(u32::MAX)) as u32;
                self.emit(Op::AllocVla { slot: local.0, count: slot, scale }, Node::Expr(count));
                self.set_flag(*local);
                self.wrote(*local);
            }
            StmtKind::Snapshot { slot } => self.emit(Op::Snapshot { slot: *slot }, node),
            StmtKind::Unsupported { .. } => self.emit(Op::Unsupported, node),
        }
        transfer(&mut self.known, self.function, &stmt.kind, self.context.returns_nothing);
    }

    fn assign(&mut self, place: &'p Place, value: &'p Expr) {
        if self.class(place.ty) == Class::Other {
            let ExprKind::Load(from) = &value.kind else {
                self.emit(Op::Unsupported, Node::Expr(value));
                return;
            };
            let size = self.size(place.ty) as u32;
            let from_slot = self.address(from, Purpose::Access, None);
            let to = self.address(place, Purpose::Access, None);
            self.emit(Op::Copy { to, from: from_slot, size }, Node::Copy(place, from));
            return;
        }
        match whole_local(place) {
            Some(local) if !self.local(local).in_memory => {
                self.value_to(value, Some(local.0));
                self.set_flag(local);
                self.wrote(local);
            }
            _ => {
                let size = self.scalar(place.ty).map_or(8, |kind| kind.size());
                let src = self.low_bits(value, place.ty, size);
                self.store(place, src);
            }
        }
    }

    fn zero(&mut self, place: &'p Place, node: Node<'p>) {
        if self.scalar(place.ty).is_some() {
            let zero = self.constant(0);
            self.store(place, zero);
        } else {
            let to = self.address(place, Purpose::Access, None);
            let size = self.size(place.ty) as u32;
            self.emit(Op::Zero { to, size }, node);
        }
    }

    fn input(&mut self, place: &'p Place, node: Node<'p>) {
        match self.find_place(place, Purpose::Access) {
            PlaceCode::Register(local) => {
                self.emit(Op::InputRegister { dst: local.0 }, node);
                self.set_flag(local);
            }
            PlaceCode::Memory { base, offset } => {
                let address = self.temp();
                self.emit_offset(address, base, offset, Node::Place(place));
                self.emit(Op::InputMemory { address }, node);
            }
            PlaceCode::Indexed { base, index, kind } => {
                let size = u64::from(kind.size());
                let address = self.step_pointer(base, index, size, None, Node::Place(place));
                self.emit(Op::InputMemory { address }, node);
            }
            PlaceCode::Bits { .. } => {
                let dst = self.temp();
                self.emit(Op::InputRegister { dst }, node);
                self.store(place, dst);
            }
        }
    }

    fn va_arg(&mut self, place: &'p Place, list: &'p Expr, node: Node<'p>) {
        let list = self.value(list);
        self.code().types.push(place.ty);
        let site = self.code().types.len() as u32 - 1;
        let dst = self.temp();
        self.emit(Op::VaArg { dst, list, site }, node);
        if self.class(place.ty) == Class::Other {
            let to = self.address(place, Purpose::Access, None);
            let size = self.size(place.ty) as u32;
            self.emit(Op::Copy { to, from: dst, size }, Node::Place(place));
        } else {
            self.store(place, dst);
        }
    }

    fn call(
        &mut self,
        stmt: &'p Stmt,
        dest: Option<&'p Place>,
        callee: &'p Callee,
        args: &'p [Expr],
    ) {
        let node = Node::Stmt(stmt);
        let pointer = match callee {
            Callee::Direct(_) => None,
            Callee::Pointer(pointer) => Some(self.value(pointer)),
        };
        let arg_slots: Vec<Slot> = args.iter().map(|arg| self.argument(arg)).collect();
        let direct = match callee {
            Callee::Direct(id) => Some(*id),
            Callee::Pointer(_) => None,
        };
        if let Some(id) = direct
            && let Body::Undefined = self.context.program.function(id).body
        {
            for (&slot, arg) in arg_slots.iter().zip(args) {
                if self.class(arg.ty) != Class::Other {
                    self.emit(Op::Use { slot }, node);
                }
            }
            if let Some(place) = dest {
                self.input(place, node);
            }
            return;
        }
        let register = dest.and_then(whole_local).filter(|&local| !self.local(local).in_memory);
        let is_record = dest.is_some_and(|place| self.class(place.ty) == Class::Other);
        let missing = match direct {
            Some(id) => self.context.returns_nothing[id.index()],
            None => self.context.returns_nothing.contains(&true),
        };
        let dst = match (register, dest) {
            (Some(local), _) => local.0,
            (None, Some(_)) if !is_record => self.temp(),
            _ => NO_SLOT,
        };
        let flag = match register {
            Some(local) => self.flag(local).unwrap_or(NO_SLOT),
            None if dest.is_some() && missing => self.temp(),
            None => NO_SLOT,
        };
        let site = CallSite {
            callee: direct,
            args: arg_slots,
            arg_types: args.iter().map(|arg| arg.ty).collect(),
            dst,
            flag,
            result: dest.map(|place| place.ty),
            dst_is_local: register.is_some(),
        };
        self.code().calls.push(site);
        let site = self.code().calls.len() as u32 - 1;
        let op = match (direct, pointer) {
            (Some(id), _) => self.direct_call(id, args, site),
            (None, Some(callee)) => Op::CallPointer { callee, site },
            (None, None) => Op::Unsupported,
        };
        self.emit(op, node);
        if !matches!(op, Op::Intrinsic { .. }) {
            self.end_stretch();
        }
        match (register, dest) {
            (Some(local), _) => self.wrote(local),
            (None, Some(place)) if is_record => {
                let to = self.address(place, Purpose::Access, None);
                let size = self.size(place.ty) as u32;
                self.emit(Op::StoreResult { to, size }, Node::Place(place));
            }
            (None, Some(place)) => {
                self.store(place, dst);
                if flag != NO_SLOT && !matches!(self.find_bits(place), Some(true)) {
                    let address = self.address(place, Purpose::Access, None);
                    let size = self.size(place.ty) as u32;
                    self.emit(Op::ResultMissing { flag, address, size }, Node::Place(place));
                }
            }
            (None, None) => {}
        }
    }

    /// Is the place a bit-field?
    fn find_bits(&self, place: &Place) -> Option<bool> {
        let types = &self.context.program.types;
        let Some(Projection::Field(_)) = place.path.last() else { return Some(false) };
        let mut ty = match &place.base {
            PlaceBase::Local(local) => self.local(*local).ty,
            PlaceBase::Global(global) => self.context.program.global(*global).ty,
            PlaceBase::Deref(pointer) => types.pointee(pointer.ty)?,
        };
        let mut is_bits = false;
        for projection in &place.path {
            match (projection, types.get(ty)) {
                (Projection::Field(index), Type::Record(record)) => {
                    let field = types.record(*record).fields.get(*index as usize)?;
                    is_bits = field.bits.is_some();
                    ty = field.ty;
                }
                (Projection::Index(_), Type::Array { elem, .. }) => ty = *elem,
                _ => return None,
            }
        }
        Some(is_bits)
    }

    fn direct_call(&self, id: FunctionId, args: &[Expr], site: u32) -> Op {
        let function = self.context.program.function(id);
        let params = &function.signature.params;
        if args.len() < params.len() || (args.len() > params.len() && !function.signature.variadic)
        {
            return Op::BadCall { site };
        }
        match function.body {
            Body::Intrinsic(_) => Op::Intrinsic { site },
            Body::Blocks(_) | Body::Undefined => Op::Call { site },
        }
    }

    /// A scalar's value, or the address of a record.
    fn argument(&mut self, arg: &'p Expr) -> Slot {
        match &arg.kind {
            ExprKind::Load(place) if self.class(arg.ty) == Class::Other => {
                self.address(place, Purpose::Access, None)
            }
            _ => self.value(arg),
        }
    }

    pub(super) fn terminator(&mut self, terminator: &'p Terminator, block: usize) {
        let node = Node::Terminator(terminator);
        let next = Label(block as u32 + 1);
        match &terminator.kind {
            TerminatorKind::Goto(target) => {
                if target.0 != next.0 && !self.branch_of(*target, block) {
                    self.emit(Op::Jump { target: target.0 }, node);
                }
            }
            TerminatorKind::Branch { cond, then, otherwise } => {
                self.begin_step();
                if self.context.detail == Detail::Everything {
                    // The two sides lie next to each other: an observer may send a run from one to the other.
                    let is_false = self.label();
                    self.jump_unless(cond, is_false);
                    self.emit(Op::Took { successor: 0 }, node);
                    self.emit(Op::Jump { target: then.0 }, node);
                    self.place(is_false);
                    self.emit(Op::Took { successor: 1 }, node);
                    self.emit(Op::Jump { target: otherwise.0 }, node);
                } else if otherwise.0 == next.0 {
                    self.jump_if(cond, Label(then.0));
                } else {
                    self.jump_unless(cond, Label(otherwise.0));
                    if then.0 != next.0 {
                        self.emit(Op::Jump { target: then.0 }, node);
                    }
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                self.begin_step();
                let slot = self.value(value);
                let class = self.class(value.ty);
                let (_, signed) = class.kind(self.context.target());
                let targets: Vec<u32> =
                    cases.iter().map(|case| case.target.0).chain([default.0]).collect();
                let cases = cases.iter().zip(0..).map(|(case, index)| (case.low, case.high, index));
                let site = SwitchSite::new(signed, cases, targets);
                self.code().switches.push(site);
                let site = self.code().switches.len() as u32 - 1;
                self.emit(Op::Switch { value: slot, site }, node);
            }
            TerminatorKind::Return(value) => {
                self.begin_step();
                match value {
                    Some(value) if self.class(value.ty) == Class::Other => match &value.kind {
                        ExprKind::Load(place) => {
                            let from = self.address(place, Purpose::Access, None);
                            let size = self.size(value.ty) as u32;
                            self.emit(Op::ReturnRecord { from, size }, Node::Place(place));
                        }
                        _ => {
                            self.value(value);
                            self.emit(Op::ReturnNothing, node);
                        }
                    },
                    Some(value) => {
                        let src = self.value(value);
                        self.emit(Op::Return { src }, node);
                    }
                    None => self.emit(Op::ReturnNothing, node),
                }
            }
            TerminatorKind::Unreachable => self.emit(Op::Unreachable, node),
        }
    }

    /// Registers that a specification reads are checked by its evaluator, which needs their flags.
    fn track_reads(&mut self, expr: &Expr) {
        let mut unknown = Vec::new();
        expr.walk(&mut |part| {
            if let Some((place, _)) = part.place()
                && let PlaceBase::Local(local) = place.base
                && !self.known.contains(local)
            {
                unknown.push(local);
            }
        });
        for local in unknown {
            if self.local(local).in_memory {
                self.emit(Op::EnsureLive { slot: local.0 }, Node::None);
            } else {
                self.track(local);
            }
        }
    }
}
